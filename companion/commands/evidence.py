"""What was noticed of hidden walls, read from lines of JSON that anyone may write.

Rule: one fact a line. What is no fact is told with its line, what is wrong with it and what
to write instead; nothing is guessed.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.walls import Prior, edges, prior
from companion.walls.evidence import Drop, Either, Way

LONGEST = 100_000  # bytes of one line; the longest fact there can be takes about 2,000
MOST = 16  # candidates of a drop, edges of a path: a magician walks four fields in a turn
QUOTED = 60  # characters of a line that a message repeats
SHAPES = '{"cross": "a1-a2"}, {"drop": ["a1-b1"]} or {"either": [["a1-b1"], ["a1-a2"]]}'


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """One line as it may be written: one of the first three, and what belongs to it."""

    cross: str | UnsetType = UNSET
    drop: list[str] | UnsetType = UNSET
    either: list[list[str]] | UnsetType = UNSET
    weights: list[float] | UnsetType = UNSET
    none: float | UnsetType = UNSET


class Fact(Struct, frozen=True):
    """An edge that was crossed, a ball that fell, or a corner that was cut. The weights in it
    are at most 1; ``scale`` is the logarithm of what they were divided by."""

    what: str | Drop | Either
    scale: float = 0.0


def content(file: str, hint: str = "Name a file of facts, one a line.") -> bytes:
    """The file, or what stands on standard input for ``-``; ``hint`` says what to name
    instead of a file that cannot be read."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as wrong:
        why = getattr(wrong, "strerror", None) or wrong
        raise click.UsageError(f"{called(file)} cannot be read: {why}. {hint}") from wrong


def called(file: str) -> str:
    """How a message names the file."""
    return "standard input" if file == "-" else file


def facts(text: bytes, name: str, size: int) -> list[Fact]:
    """Every fact of the lines, in their order; empty lines say nothing."""
    known = frozenset(edges(size))
    lines = enumerate(text.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1)
    return [
        _fact(line.strip(), f"{name} line {number}", known)
        for number, line in lines
        if line.strip()
    ]


def _fact(line: bytes, place: str, known: frozenset[str]) -> Fact:
    try:
        if len(line) > LONGEST:
            raise ValueError(
                f"{len(line)} bytes are no fact; the longest line may have {LONGEST}. "
                "Write one fact a line"
            )
        return _meant(_parsed(line), known)
    except ValueError as wrong:
        quoted = "".join(c if c.isprintable() else "?" for c in _quoted(line))
        raise click.UsageError(f"{place}: {quoted} : {wrong}.") from wrong


def _quoted(line: bytes) -> str:
    text = line[: 4 * QUOTED].decode(errors="replace")
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"


def _parsed(line: bytes) -> Line:
    try:
        return msgspec.convert(json.loads(line, object_pairs_hook=once), Line)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"{wrong}. A fact looks like {SHAPES}") from wrong
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise ValueError(f"no JSON ({wrong}). A fact looks like {SHAPES}") from wrong


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON in which every key stands once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"{twice[:QUOTED]!r} stands there twice: leave one of them out")
    return found


def _meant(line: Line, known: frozenset[str]) -> Fact:
    kinds = [kind for kind in ("cross", "drop", "either") if getattr(line, kind) is not UNSET]
    if len(kinds) != 1:
        said = " and ".join(kinds) or "none of cross, drop, either"
        raise ValueError(f"it says {said}; a fact says exactly one of them")
    if line.none is not UNSET and kinds != ["drop"]:
        raise ValueError(f"'none' belongs to a drop, not to {kinds[0]}: leave it out")
    if line.weights is not UNSET and kinds == ["cross"]:
        raise ValueError("'weights' belong to a drop or an either: leave them out")
    if line.cross is not UNSET:
        return Fact(_edge(line.cross, known))
    if line.drop is not UNSET:
        return _drop(_path(line.drop, known), line)
    assert line.either is not UNSET
    return _either([_path(path, known) for path in line.either], line)


def _drop(path: tuple[str, ...], line: Line) -> Fact:
    none = 0.0 if line.none is UNSET else _weight(line.none, "none")
    weights, none, scale = _scaled(_weights(line.weights, len(path)), none)
    ways = tuple(Way(path[: n + 1], weight) for n, weight in enumerate(weights))
    return Fact(Drop(ways, none, path), scale)


def _either(paths: Sequence[tuple[str, ...]], line: Line) -> Fact:
    _few(paths, "paths")
    weights, _, scale = _scaled(_weights(line.weights, len(paths)), 0.0)
    return Fact(Either(tuple(paths), weights), scale)


def _scaled(weights: Sequence[float], none: float) -> tuple[tuple[float, ...], float, float]:
    """The same weights with 1 as the largest, and the logarithm of what that took away."""
    most = max(*weights, none)
    if most == 0:
        raise ValueError("all weights are 0: give one of them something")
    return tuple(weight / most for weight in weights), none / most, math.log(most)


def _weights(given: list[float] | UnsetType, wanted: int) -> list[float]:
    """What was given, or equal ones that sum to 1."""
    if given is UNSET:
        return [1 / wanted] * wanted
    if len(given) != wanted:
        raise ValueError(
            f"{len(given)} weights for {wanted} candidates: give each its own, "
            "or leave 'weights' out"
        )
    return [_weight(weight, f"weights[{n}]") for n, weight in enumerate(given)]


def _weight(weight: float, place: str) -> float:
    if not (0 <= weight < math.inf):
        raise ValueError(f"{place} is {weight:g}; a weight is a number, 0 or more")
    return weight


def _path(path: Sequence[str], known: frozenset[str]) -> tuple[str, ...]:
    _few(path, "edges")
    return tuple(_edge(edge, known) for edge in path)


def _few(things: Sequence[object], what: str) -> None:
    if not 1 <= len(things) <= MOST:
        raise ValueError(f"{len(things)} {what}; give 1 to {MOST}")


def _edge(edge: str, known: frozenset[str]) -> str:
    if edge in known:
        return edge
    turned = "-".join(reversed(edge.split("-")))
    if turned in known:
        raise ValueError(f"{edge} is written the other way round: write {turned}")
    raise ValueError(
        f"{edge[:QUOTED]!r} is no edge of this board: an edge is two fields side by side, "
        f"the smaller first, from {min(known)} to {max(known)}"
    )


def numbers_of_walls(file: str, size: int, connected: float) -> Prior:
    """A prior over the number of walls: an object ``{"19": 0.4}``, or a list from 0 up."""
    hint = 'Write {"19": 0.4, "24": 0.6}, or a list that begins with the weight of 0 walls.'
    text = content(file, f"Name a file with the weights of numbers of walls. {hint}")
    try:
        weights = dict(_numbered(json.loads(text, object_pairs_hook=once)))
        return prior(size, weights, connected)
    except (ValueError, RecursionError) as wrong:
        why = str(wrong).rstrip(".")
        raise click.UsageError(f"{called(file)}: no prior: {why}. {hint}") from wrong


def _numbered(said: Any) -> Iterable[tuple[int, float]]:
    said = msgspec.convert(said, dict[str, Any] | list[Any])
    for number, weight in enumerate(said) if isinstance(said, list) else said.items():
        if not re.fullmatch("0|[1-9][0-9]{0,2}", str(number)):
            raise ValueError(f"{str(number)[:QUOTED]!r} is no number of walls")
        place = f"the weight of {number} walls"
        try:
            yield int(number), _weight(msgspec.convert(weight, float), place)
        except msgspec.ValidationError as wrong:
            raise ValueError(f"{place}: {wrong}") from wrong
