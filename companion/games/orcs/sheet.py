"""The end where decks stay at the table: missions are told, and the counts (line 12).

Rule: within what the box holds. Counts can be put right at any time; see ``corrections``.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.orcs import board, corrections, moves
from companion.games.orcs.corrections import MOST
from companion.games.orcs.kinds import KINDS, Kind
from companion.games.orcs.state import TOP, State, everything
from companion.vocabulary import Refusal


def tells(state: State, move: moves.Tells) -> State | Refusal:
    """Which mission a mage kept: each lies in the box once (line 14)."""
    if state.phase != "sheet" or not state.options.missions or move.seat in state.missions:
        return Refusal("orcs.no.phase", {}, "line 14")
    if move.mission in state.missions.values():
        return Refusal("orcs.no.mission_twice", {"mission": move.mission}, "line 14")
    return replace(state, missions={**state.missions, move.seat: move.mission})


def tally(state: State, move: moves.Tally) -> State | Refusal:
    """One more or one fewer, as far as the box goes; fewer than none is none."""
    count = tallied(state, move)
    if state.phase != "sheet" or count.count < 0:
        return Refusal("orcs.no.phase", {}, "line 12")
    return corrections.counts(state, count)


def tallied(state: State, move: moves.Tally) -> moves.Counts:
    """How many there are then."""
    now = _now(state, move.seat, move.what) + (1 if move.more else -1)
    return moves.Counts(move.seat, move.what, now)


def _now(state: State, seat: str, what: moves.Counted) -> int:
    if what == "abilities":
        return sum(at == TOP for at in state.tracks[seat].values())
    if what in KINDS:
        return state.won[seat][what]
    counts = {"support": state.support, "poison": state.poison, "learned": state.learned}
    return counts[what][seat]


def open_tallies(state: State) -> Iterator[moves.Tally]:
    """One up or down where the box allows it; any number is a correction."""
    box = board.box(state)
    for seat in state.seats:
        for what in _counted(state):
            now = _now(state, seat, what)
            if now < _most(state, box, what, now):
                yield moves.Tally(seat, what, more=True)
            if now:
                yield moves.Tally(seat, what, more=False)


def _most(state: State, box: dict[Kind, int], what: moves.Counted, now: int) -> int:
    if what in KINDS:
        return now + box[what]
    return now + state.pile_left if what == "poison" else MOST[what]


def _counted(state: State) -> Iterator[moves.Counted]:
    """What is told at the end; all of it where the score alone is kept."""
    score = state.options.way == "score"
    yield from KINDS if score else ()
    if not everything(state):
        yield "support"
        yield "poison"
    if state.options.missions:
        yield "learned"
    if state.options.missions and score:
        yield "abilities"


def done(state: State, _: moves.Done) -> State | Refusal:
    """All is told."""
    if state.phase != "sheet":
        return Refusal("orcs.no.phase", {}, "line 12")
    if state.options.missions and len(state.missions) < len(state.seats):
        return Refusal("orcs.no.missions", {}, "line 14")
    return replace(state, phase="over")
