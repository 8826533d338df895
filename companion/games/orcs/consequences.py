"""What else came of a move, where that is more worth telling than the move itself.

Rule: one thing alone is told, the one that weighs most: the end of the game, a monster defeated,
one that reached the tower. It is found by comparing what was with what is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from companion.games.orcs import moves
from companion.games.orcs.rules import play
from companion.games.orcs.scoring import winners
from companion.games.orcs.state import KINDS, TOP, State, standing
from companion.vocabulary import Refusal

Told = tuple[str, dict[str, str | int]]
"""The end of a key, and what fills its sentence."""

ALONE = (
    moves.Opens, moves.Stands, moves.Keeps, moves.Turns, moves.Tells, moves.Tally, moves.Counts,
    moves.Worth, moves.Puts, moves.Away, moves.Markers, moves.Track, moves.Trait, moves.Lies,
    moves.Mage, moves.Turn, moves.Way,
)  # fmt: skip
"""From these follows nothing that is told; a correction says itself what is true."""


def followed(state: State, move: Any) -> Told | None:
    """What came of it, if it is worth telling; ``state`` is the one it was played in."""
    if isinstance(move, ALONE):
        return None
    after = play(state, move)
    if isinstance(after, Refusal):
        return None
    found = (tells(state, after, move) for tells in _TELLS)
    return next((told for told in found if told), None)


def ended(after: State) -> Told | None:
    """Who has won, once it is over (line 12)."""
    if after.phase != "over":
        return None
    first = [after.names[seat] for seat in winners(after)]
    if len(first) == 1:
        return "over", {"winner": first[0]}
    return "over_shared", {"winners": ", ".join(first)}


def _ended(state: State, after: State, move: Any) -> Told | None:
    return ended(after) if state.phase != "over" else None


def _last(state: State, after: State, move: Any) -> Told | None:
    """The last round is over; what the companion does not know is counted."""
    return ("last", {}) if after.phase == "sheet" != state.phase else None


# Monsters that are defeated


def _defeated(state: State, after: State, move: Any) -> Told | None:
    """One by its kind, or how many; and the ability that came with it."""
    seat = state.turn
    won = [k for k in KINDS for _ in range(after.won[seat][k] - state.won[seat][k])]
    if not won:
        return None
    values: dict[str, str | int] = {"kind": won[0]}
    if len(won) > 1:
        values = {"count": len(won), "kinds": ", ".join(won)}
    key = "defeats_many" if len(won) > 1 else "defeats"
    ability = _gained(state, after, seat)
    return (f"{key}_and", {**values, "ability": ability}) if ability else (key, values)


def _gained(state: State, after: State, seat: str) -> str:
    """The ability whose track came to its top, where it is known what it gives."""
    tops = (k for k in KINDS if state.tracks[seat][k] < TOP == after.tracks[seat][k])
    return next((after.traits[kind].ability for kind in tops), "")


# Monsters that reached the tower


class _Arrived(Struct, frozen=True):
    """How many did, what each of their kinds is worth now, and who lost one, once for each."""

    count: int
    worth: dict[str, int]
    losers: tuple[str, ...]


def _arrived(state: State, after: State, move: Any) -> Told | None:
    """It is told of the fate card itself, where that moved them."""
    those = _those(state, after)
    if not those.count:
        return None
    by = type(move).__name__.lower()
    key = f"{by}_" if isinstance(move, moves.Fate | moves.Advance) else ""
    values: dict[str, str | int] = {
        "count": those.count,
        "kinds": ", ".join(those.worth),
        "worth": ", ".join(map(str, those.worth.values())),
    }
    if isinstance(move, moves.Fate):
        values |= {"round": after.round, "rule": move.rule}
    if not those.losers:
        return f"{key}arrived", values
    return f"{key}lost", {**values, "losers": ", ".join(those.losers)}


def _those(state: State, after: State) -> _Arrived:
    """Who stood on a path and does not any more, and was not defeated: that is told first."""
    there = {one.id for *_, one in standing(after)}
    kinds = sorted(one.kind for *_, one in standing(state) if one.id not in there)
    losers = tuple(
        state.names[seat]
        for seat in state.seats
        for kind in KINDS
        for _ in range(state.won[seat][kind] - after.won[seat][kind])
    )
    return _Arrived(len(kinds), {kind: after.values[kind] for kind in kinds}, losers)


_TELLS: tuple[Callable[[State, State, Any], Told | None], ...] = (
    _ended,
    _last,
    _defeated,
    _arrived,
)
