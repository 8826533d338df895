"""Every decision that is open now, and to whom.

Rule: the list is finite, so that a page is always buttons and places on the drawing. What is in
a hand, what is drawn and which mission is kept is for its seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import Any, get_args

from companion.games.orcs import board, casting, decks, moves
from companion.games.orcs.kinds import Strength
from companion.games.orcs.pending import pending
from companion.games.orcs.pieces import NAMES
from companion.games.orcs.saying import Choices, called, does, moving
from companion.games.orcs.setting_up import unplaced, unturned
from companion.games.orcs.sheet import open_tallies, tallied
from companion.games.orcs.state import Mission, State, can, everything
from companion.games.orcs.waiting import may_jump
from companion.vocabulary import Choice, Viewer


def choices(state: State) -> Choices:
    """What is waited for; else what the phase is open to."""
    if state.todo:
        return pending(state)
    return tuple(_OPEN[state.phase](state))


def _mages(state: State) -> Iterator[Choice]:
    seat = unplaced(state)
    for path in board.free(state):
        yield Choice(
            seat, moves.Stands(seat, path), does("stands", name=state.names[seat], path=path + 1),
            place=f"tower/{path}",
        )  # fmt: skip


def _missions(state: State) -> Iterator[Choice]:
    for seat in state.seats:
        if seat not in state.missions:
            for mission in get_args(Mission):
                says = does("keeps", mission=mission)
                yield Choice(seat, moves.Keeps(seat, mission), says, secret=True)


def _fate(state: State) -> Iterable[Choice]:
    if not state.known:
        return _advances(state.turn)
    return (
        Choice(state.turn, moves.Fate(f.moves, f.rule), _fated(f.moves, f.rule))
        for f in dict.fromkeys(unturned(state))
    )


def _fated(those: tuple[str, ...], rule: str) -> Any:
    return does("fate", moves=moving(those), rule=rule)


@cache
def _advances(seat: str) -> Choices:
    """Which categories move, where nobody told the cards."""
    some = (those for n in range(4) for those in combinations(get_args(Strength), n))
    return tuple(
        Choice(seat, moves.Advance(those), does("advance", moves=moving(those)))
        for those in some
    )


def _act(state: State) -> Iterator[Choice]:
    yield from _casts(state)
    if may_jump(state):
        for path in board.free(state):
            says = does("teleport", path=path + 1)
            yield Choice(state.turn, moves.Teleport(path), says, place=f"tower/{path}")
    yield from _gives(state)
    yield from _removes(state)
    yield Choice(state.turn, moves.Pass(), does("pass"))


def _casts(state: State) -> Iterator[Choice]:
    if not everything(state):
        for name in NAMES:
            if casting.unfit(state, name) is None:
                yield Choice(state.turn, moves.Cast(name), does("cast", spell=name))
        return
    hand = (card for card in state.decks[state.turn].hand if not casting.unfit(state, card))
    for card, says in called("cast", state, hand, "spell"):
        yield Choice(state.turn, moves.Cast(card), says, secret=True)


def _gives(state: State) -> Iterator[Choice]:
    if can(state, state.turn, "poison") and state.pile_left:
        for seat in state.seats:
            if seat != state.turn:
                yield Choice(state.turn, moves.Give(seat), does("give", name=state.names[seat]))


def _removes(state: State) -> Iterator[Choice]:
    if not can(state, state.turn, "remove-card"):
        return
    seat = state.turn
    if everything(state):
        for card, says in called("remove", state, state.decks[seat].hand):
            yield Choice(seat, moves.Remove(card), says, secret=True)
        return
    counts = {"poison": state.poison[seat], "support": state.support[seat], "other": 1}
    for what, count in counts.items():
        if count:
            yield Choice(seat, moves.Remove(what), does(f"remove_{what}"))


def _sheet(state: State) -> Iterator[Choice]:
    """Missions, counts one up or down, and the end of it."""
    if state.options.missions:
        yield from _tells(state)
    for move in open_tallies(state):
        yield _tally(move, tallied(state, move).count, state.names[move.seat])
    if not state.options.missions or len(state.missions) == len(state.seats):
        yield Choice(state.turn, moves.Done(), does("done"))


@lru_cache(maxsize=4096)
def _tally(move: moves.Tally, count: int, name: str) -> Choice:
    return Choice(move.seat, move, does("counts", name=name, what=move.what, count=count))


def _tells(state: State) -> Iterator[Choice]:
    told = set(state.missions.values())
    for seat in state.seats:
        if seat not in state.missions:
            for mission in get_args(Mission):
                if mission not in told:
                    says = does("tells", name=state.names[seat], mission=mission)
                    yield Choice(seat, moves.Tells(seat, mission), says)


_OPEN: dict[str, Callable[[State], Iterable[Choice]]] = {
    "mages": _mages,
    "missions": _missions,
    "fate": _fate,
    "act": _act,
    "sheet": _sheet,
    "over": lambda _: (),
}


# Corrections


def may_correct(state: State, viewer: Viewer, move: Any) -> bool:
    """How the table stands is said by whoever keeps it; where a card of a deck lies, by its mage
    alone, or a host could feel for it. Into another deck a card comes by its open pile."""
    if not isinstance(move, moves.Lies) or not everything(state):
        return viewer.role == "host"
    there = move.seat in ("", viewer.seat) or move.where == "discard"
    return there and viewer.seat in state.decks and move.card in decks.whole(state, viewer.seat)
