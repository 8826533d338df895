"""The choices that a turn waits for, in the middle of a card, a roll, a duel or a crossing out.

Rule: what is pointed in a duel is for its seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from companion.games.maginor import moves
from companion.games.maginor.acting import is_enough
from companion.games.maginor.marking import open_for, others_on
from companion.games.maginor.pieces import CORNERS, SIDES
from companion.games.maginor.state import (
    WAYS,
    State,
    called,
    free,
)
from companion.games.maginor.todo import (
    Again,
    Aim,
    Ask,
    Cross,
    Duel,
    Gain,
    Persuade,
    Put,
    Thrown,
    Wild,
)
from companion.games.maginor.turns import aims, persuadable, returnable
from companion.vocabulary import Choice, Says

Choices = tuple[Choice, ...]


def pending(state: State) -> Choices:
    """What the next thing to be done leaves open."""
    todo = state.todo[0]
    return _WAITS[type(todo)](state, todo)


def does(what: str, **values: str | int) -> Says:
    """What a choice says."""
    return Says(f"maginor.do.{what}", values)


@cache
def dice(seat: str, by_will: bool = False) -> Choices:
    """Instead of a roll at the end of a turn the mage may move."""
    return tuple(
        Choice(seat, moves.Roll(side), does("roll", side=side), by_will=by_will)  # type: ignore[arg-type]
        for side in SIDES
    )


def _wild(state: State, todo: Wild) -> Choices:
    """Also one by which nothing happens: nobody has to fill an Oracle."""
    return tuple(
        Choice(state.turn, moves.As(symbol), does("as", symbol=symbol))
        for symbol in dict.fromkeys(state.oracles[todo.oracle].symbols)
    )


def _slot(state: State, oracle: str, slot: int) -> Choice:
    symbol, seat = state.oracles[oracle].symbols[slot], state.slots[oracle][slot]
    says = does("slot", symbol=symbol)
    if seat not in ("", state.turn):
        says = does("duel", symbol=symbol, name=state.names[seat])
    return Choice(state.turn, moves.Slot(slot), says, place=f"slot/{oracle}/{slot}")


def _gain(state: State, todo: Gain) -> Choices:
    places = open_for(state, todo.oracle, todo.symbol)
    if places:
        return tuple(_slot(state, todo.oracle, slot) for slot in places)
    duels = (_slot(state, todo.oracle, s) for s in others_on(state, todo.oracle, todo.symbol))
    return (*duels, Choice(state.turn, moves.Enough(), does("enough_duel")))


def _aim(state: State, todo: Aim) -> Choices:
    return tuple(
        Choice(
            state.turn,
            moves.At(id),
            does("at", oracle=called(state, id)),
            place=f"oracle/{id}",
        )
        for id in aims(state, todo.what)
    )


def _thrown(state: State, _: Thrown) -> Choices:
    return dice(state.turn)


def _put(state: State, todo: Put) -> Choices:
    places = tuple(_slot(state, todo.oracle, slot) for slot in free(state, todo.oracle))
    if not is_enough(state):
        return places
    return (*places, Choice(state.turn, moves.Enough(), does("enough_marker")))


def _persuade(state: State, todo: Persuade) -> Choices:
    places = persuadable(state, todo)
    if state.options.persuasion == "moved":
        return tuple(_slot(state, todo.oracle, slot) for slot in places)
    return tuple(
        Choice(
            state.turn, moves.Slot(slot),
            does("replace", name=state.names[state.slots[todo.oracle][slot]],
                  symbol=state.oracles[todo.oracle].symbols[slot]),
            place=f"slot/{todo.oracle}/{slot}",
        )
        for slot in places
    )  # fmt: skip


def _again(state: State, todo: Again) -> Choices:
    """One of each kind. Used cards lie open."""
    cards = {card.shows: card for card in reversed(returnable(state, todo))}
    return tuple(
        Choice(state.turn, moves.Back(card.id), does("back", card=shows))
        for shows, card in cards.items()
    )


def _duel(state: State, todo: Duel) -> Choices:
    if todo.loser:
        keeps = Choice(todo.loser, moves.Accept(todo.loser), does("accept"), usual=True)
        return (_inverts(state, todo.loser), keeps)
    two = (todo.attacker, todo.defender)
    return (
        *(one for seat in two if seat not in todo.pointed for one in _points(seat)),
        *(_inverts(state, seat) for seat in two if "inversion" in state.spells[seat]),
        *_outcomes(state, todo),
    )


@cache
def _points(seat: str) -> Choices:
    return tuple(
        Choice(seat, moves.Point(seat, element), does("point", element=element), secret=True)
        for element in CORNERS
    )


def _inverts(state: State, seat: str) -> Choice:
    return Choice(seat, moves.Invert(seat), does("invert", name=state.names[seat]))


def _outcomes(state: State, todo: Duel) -> Iterator[Choice]:
    for seat in (todo.attacker, todo.defender):
        says = does("fought", name=state.names[seat])
        yield Choice(todo.attacker, moves.Fought(seat), says)
    yield Choice(todo.attacker, moves.Fought(""), does("fought_none"))


def _prizes(state: State, todo: Cross) -> Choices:
    oracle = does("prize_oracle", oracle=called(state, todo.oracle))
    spell = does("prize_spell", spell=state.beside[todo.oracle])
    return (
        Choice(todo.first, moves.Prize("oracle"), oracle),
        Choice(todo.first, moves.Prize("spell"), spell),
    )


def _readings(state: State, todo: Ask) -> Choices:
    reading = todo.reading
    return tuple(
        Choice(
            state.turn, moves.Read(reading, way), does(f"read_{reading}_{way}"),
            usual=way == WAYS[reading][0],
        )
        for way in WAYS[reading]
    )  # fmt: skip


_WAITS: dict[type, Callable[[State, Any], Choices]] = {
    Wild: _wild,
    Gain: _gain,
    Aim: _aim,
    Thrown: _thrown,
    Put: _put,
    Persuade: _persuade,
    Again: _again,
    Duel: _duel,
    Cross: _prizes,
    Ask: _readings,
}
