"""A match is its journal, folded.

Rule: pure. The same entries give the same match on every machine, so restart, undo,
replay and a bug report are this one function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.journal.entry import Entry
from companion.vocabulary import Game, Refusal, Says, Setup, Start


class Node(Struct, frozen=True, eq=False):
    """One move that stands, and the one before it."""

    version: int
    move: Any
    seat: str
    says: Says
    world: bool
    quiet: bool  # nobody decided it: no step of its own for undo
    state: Any  # after the move
    parent: Node | None


class Match(Struct, frozen=True, eq=False):
    """A match as it stands. ``undone``: moves that a redo gives back, the last undone
    first. ``kept``: what the world had said when people took back."""

    game: Game
    name: str
    state: Any
    first: Any
    version: int
    last: Node | None = None
    undone: tuple[tuple[Node, ...], ...] = ()
    kept: tuple[Node, ...] = ()
    status: str = "running"


class Folded(Struct, frozen=True):
    """A match, and where this version's rules led elsewhere than the journal says:
    ``diverged`` is the entry, ``dropped`` how many moves after the last stored state
    could not be played again."""

    match: Match
    diverged: int = 0
    dropped: int = 0


def hashed(state: Any) -> str:
    """A short fingerprint of a state."""
    return blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=8).hexdigest()


def prepare(game: Game, start: Start) -> Setup | Refusal:
    """What a request to start a match means, or what is wrong with it."""
    try:
        options = msgspec.convert(start.options, game.Options)
        box = msgspec.convert(start.box, game.Box)
    except msgspec.ValidationError as wrong:
        return Refusal("house.no.options", {"why": str(wrong)})
    return Setup(start.seats, options, box)


def begin(game: Game, name: str, version: int, start: Start) -> Match | Refusal:
    """A new match, or why it cannot be."""
    setup = prepare(game, start)
    state = setup if isinstance(setup, Refusal) else game.new(setup)
    if isinstance(state, Refusal):
        return state
    return Match(game, name, state, state, version)


def taken(match: Match, version: int, move: Any) -> Match | Refusal:
    """The match after a move, or why not."""
    state = match.game.play(match.state, move)
    if isinstance(state, Refusal):
        return state
    node = _node(match, version, move, state)
    kept = match.kept
    if node.world:
        kept = kept[1:] if kept and kept[0].move == move else ()
    return replace(match, state=state, version=version, last=node, undone=(), kept=kept)


def _node(match: Match, version: int, move: Any, state: Any) -> Node:
    game = match.game
    says = game.says(match.state, move)
    seat = str(says.values.get("seat", ""))
    world, quiet = game.is_world(move), game.is_quiet(move)
    return Node(version, move, seat, says, world, quiet, state, match.last)


def undoing(match: Match, to: int | None, strike: bool) -> tuple[Node, ...]:
    """What an undo would take back, the last first. Without ``to`` it is the last
    decision and all that followed it; with ``strike`` a roll counts as one too."""
    back: list[Node] = []
    for node in nodes(match):
        if to is not None and node.version < to:
            break
        back.append(node)
        if to is None and not node.quiet and (strike or not node.world):
            break
    decided = any(not node.quiet and (strike or not node.world) for node in back)
    return tuple(back) if decided else ()


def nodes(match: Match) -> Iterator[Node]:
    """The moves that stand, the last first."""
    node = match.last
    while node is not None:
        yield node
        node = node.parent


def undone(match: Match, version: int, back: tuple[Node, ...], strike: bool) -> Match:
    """The match without those moves; what the world said is kept unless struck."""
    parent = back[-1].parent
    state = parent.state if parent else match.first
    kept = () if strike else (*(n for n in reversed(back) if n.world), *match.kept)
    return replace(
        match,
        state=state,
        version=version,
        last=parent,
        undone=(back, *match.undone),
        kept=kept,
    )


def redone(match: Match, version: int) -> Match | Refusal:
    """The match with the last undone moves given back, the very same."""
    if not match.undone:
        return Refusal("house.no.redo")
    again, *others = match.undone
    worlds = tuple(node for node in reversed(again) if node.world)
    kept = match.kept[len(worlds) :] if match.kept[: len(worlds)] == worlds else match.kept
    top = again[0]
    return replace(
        match, state=top.state, version=version, last=top, undone=tuple(others), kept=kept
    )


def repeated(match: Match) -> Any | None:
    """A roll or card that was kept and is open again now."""
    if not match.kept:
        return None
    wanted = match.kept[0]
    for choice in match.game.choices(match.state):
        if choice.move == wanted.move and choice.seat == wanted.seat and not choice.early:
            return wanted.move
    return None


def fold(game: Game, entries: Iterable[Entry]) -> Folded:
    """The match that these entries lead to."""
    entries = list(entries)
    match = _started(game, entries[0])
    for number, entry in enumerate(entries[1:], 1):
        match = applied(match, entry)
        if entry.hash and hashed(match.state) != entry.hash:
            return _from_stored(game, match, entries, number)
    return Folded(match)


def _started(game: Game, entry: Entry) -> Match:
    match = begin(game, entry.match, entry.version, msgspec.convert(entry.body, Start))
    if not isinstance(match, Refusal):
        return match
    state = msgspec.convert(entry.state, game.State)
    return Match(game, entry.match, state, state, entry.version)


def applied(match: Match, entry: Entry) -> Match:
    """The match after one entry; one that this version's rules refuse changes nothing,
    which its hash then shows."""
    after: Match | Refusal
    match_status = STATUS.get(entry.kind)
    if match_status:
        return replace(match, status=match_status, version=entry.version)
    if entry.kind == "undo":
        back = undoing(match, entry.body["to"], True)
        after = undone(match, entry.version, back, entry.body["strike"]) if back else match
    elif entry.kind == "redo":
        after = redone(match, entry.version)
    elif entry.kind == "rebase":
        after = _at(match, entry)
    else:
        after = _played(match, entry)
    return replace(match, version=entry.version) if isinstance(after, Refusal) else after


STATUS = {"park": "parked", "resume": "running", "end": "ended"}


def _played(match: Match, entry: Entry) -> Match | Refusal:
    try:
        move = msgspec.convert(entry.body, match.game.Move)
    except msgspec.ValidationError:
        return Refusal("house.no.move")
    return taken(match, entry.version, move)


def _at(match: Match, entry: Entry) -> Match:
    state = msgspec.convert(entry.state, match.game.State)
    return replace(match, state=state, first=state, version=entry.version, last=None, undone=())


def _from_stored(game: Game, match: Match, entries: list[Entry], wrong: int) -> Folded:
    """Go on from the last state that the journal itself holds."""
    stored = [n for n, entry in enumerate(entries) if entry.state is not None]
    start = stored[-1]
    match = _at(match, entries[start])
    dropped = 0
    for entry in entries[start + 1 :]:
        after = applied(match, entry)
        if entry.hash and hashed(after.state) != entry.hash:
            dropped = len(entries) - entries.index(entry)
            break
        match = after
    return Folded(match, entries[wrong].version, dropped)
