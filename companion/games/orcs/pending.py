"""The choices that are waited for, in the middle of a turn, a spell or a set-up.

Rule: what is drawn, and what is in a hand, is for its seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, get_args

from companion.games.orcs import board, casting, decks, moves, spells
from companion.games.orcs.pieces import ABILITIES, BONUSES
from companion.games.orcs.saying import Choices, called, does
from companion.games.orcs.state import SEGMENTS, Rule, State, everything, standing
from companion.games.orcs.todo import (
    Asks,
    Bonds,
    Boost,
    Casting,
    Choose,
    Drop,
    Extra,
    Fells,
    Jump,
    Learn,
    Move,
    Rules,
    Show,
    Side,
    Strike,
    Sweep,
    Switch,
    Take,
    Unveil,
    Voodoo,
)
from companion.games.orcs.waiting import boosts, choosable, may_jump, turnable, victims
from companion.vocabulary import Choice, Says


def pending(state: State) -> Choices:
    """What the next thing to be done leaves open."""
    todo = state.todo[0]
    return tuple(_WAITS[type(todo)](state, todo))


def _unveil(state: State, todo: Unveil) -> Iterator[Choice]:
    for kind in turnable(state):
        says = does("reveal", kind=kind, path=todo.path + 1)
        yield Choice(state.turn, moves.Reveal(kind), says)


def _show(state: State, todo: Show) -> Iterator[Choice]:
    cards = decks.different(state, state.piles[todo.place // decks.OPEN])
    for card, says in called("opens", state, cards):
        yield Choice(state.turn, moves.Opens(card), says)


def _take(state: State, todo: Take) -> Iterator[Choice]:
    cards = decks.different(state, decks.pile(state, todo.seat))
    for card, says in called("draws", state, cards):
        yield Choice(todo.seat, moves.Draws(todo.seat, card), says, secret=True)


def _rules(state: State, _: Rules) -> Iterator[Choice]:
    for rule in get_args(Rule):
        yield Choice(state.turn, moves.Ruled(rule), does("ruled", rule=rule))


def _choose(state: State, _: Choose) -> Iterator[Choice]:
    for path in choosable(state):
        says = does("turns", path=path + 1)
        yield Choice(state.turn, moves.Turns(path), says, place=f"path/{path}")


def _casting(state: State, todo: Casting) -> Iterator[Choice]:
    rows = casting.reached(state, todo)
    for row in rows:
        yield Choice(state.turn, moves.Row(row), _row(state, todo, row))
    yield from _boost_at_table(state) if not everything(state) else _added(state)
    if not rows or not casting.is_told(state, todo):
        yield Choice(state.turn, moves.Nothing(), does("nothing"))


def _boost_at_table(state: State) -> Iterator[Choice]:
    if may_jump(state):
        yield Choice(state.turn, moves.Boost("teleport"), does("boost_teleport"))


def _added(state: State) -> Iterator[Choice]:
    """Any card but poison; one of those on which the same stands."""
    cards = decks.different(state, state.decks[state.turn].hand)
    for card, says in called("add", state, filter(partial(decks.printed, state), cards)):
        yield Choice(state.turn, moves.Add(card), says, secret=True)


def _row(state: State, todo: Casting, row: int) -> Says:
    """Damage, where the spell does nothing else; else one of two rows."""
    if todo.spell in spells.SINGLE:
        return does("damage", damage=casting.damage(state, todo, row))
    return does(f"row_{todo.spell}_{min(row, 2)}")


def _may(
    of: Callable[[State, Any], Iterable[Choice]],
) -> Callable[[State, Any], Iterable[Choice]]:
    """What the book says may be done (lines 10, 11 and 14) can be left."""

    def waits(state: State, todo: Any) -> Iterator[Choice]:
        yield from of(state, todo)
        yield Choice(state.turn, moves.Leave(), does("leave"))

    return waits


def _boost(state: State, todo: Boost) -> Iterator[Choice]:
    for what in boosts(state, todo):
        yield Choice(state.turn, moves.Boost(what), does(f"boost_{what}"))


def _jump(state: State, _: Jump) -> Iterator[Choice]:
    for path in board.free(state):
        says = does("teleport", path=path + 1)
        yield Choice(state.turn, moves.Teleport(path), says, place=f"tower/{path}")


def _figures(state: State, todo: Strike | Switch | Move | Bonds) -> Iterator[Choice]:
    own = isinstance(todo, Strike) and not todo.anywhere
    for path, _, figure in standing(state):
        if own and path != state.mages[state.turn]:
            continue
        if figure.id != getattr(todo, "first", 0):
            yield Choice(
                state.turn, moves.Figure(figure.id), does("figure", kind=figure.kind),
                place=f"figure/{figure.id}",
            )  # fmt: skip


def _move(state: State, todo: Move) -> Iterable[Choice]:
    return _segments(state) if todo.figure else _figures(state, todo)


def _segments(state: State, _: Any = None) -> Iterator[Choice]:
    path = state.mages[state.turn]
    for segment in range(SEGMENTS):
        says = does("at", segment=f"{segment + 1}")
        yield Choice(state.turn, moves.At(segment), says, place=f"segment/{path}/{segment}")


def _side(state: State, _: Side) -> Iterator[Choice]:
    for side in get_args(moves.Hand):
        yield Choice(state.turn, moves.Side(side), does(f"side_{side}"))


def _fells(state: State, todo: Fells) -> Iterator[Choice]:
    where = board.found(state, todo.figure)
    kind = where[2].kind if where else ""
    for down, what in ((True, "falls"), (False, "stays")):
        yield Choice(state.turn, moves.Falls(down), does(what, kind=kind))


def _asks(state: State, todo: Asks) -> Iterator[Choice]:
    known = ABILITIES if todo.what == "ability" else BONUSES
    taken = {getattr(trait, todo.what) for trait in state.traits.values()}
    for what in known:
        if todo.what == "bonus" or what not in taken:
            yield Choice(state.turn, moves.Prints(what), does(f"prints_{todo.what}", what=what))
    yield Choice(state.turn, moves.Prints(""), does("prints_nothing"))


def _extra(state: State, todo: Extra) -> Iterator[Choice]:
    for kind in dict.fromkeys(todo.kinds):
        if bonus := state.traits[kind].bonus:
            yield Choice(state.turn, moves.Extra(kind), does(f"extra_{bonus}", kind=kind))


def _learn(state: State, _: Learn) -> Iterator[Choice]:
    if not everything(state):
        for place, what in enumerate(("support", "other")):
            yield Choice(state.turn, moves.Learns(place), does(f"learns_{what}"))
        return
    for card, says in called("learns", state, filter(None, state.open)):
        place = state.open.index(card)
        yield Choice(state.turn, moves.Learns(place), says, place=f"open/{place}")


def _voodoo(state: State, _: Voodoo) -> Iterator[Choice]:
    for seat in victims(state):
        says = does("victim", name=state.names[seat])
        yield Choice(state.turn, moves.Victim(seat), says)


def _drop(state: State, todo: Drop) -> Iterator[Choice]:
    seat = todo.seats[0]
    cards = decks.different(state, state.decks[seat].hand)
    for card, says in called("drops", state, cards):
        yield Choice(seat, moves.Drops(seat, card), says, secret=True)


_WAITS: dict[type, Callable[[State, Any], Iterable[Choice]]] = {
    Unveil: _unveil,
    Show: _show,
    Take: _take,
    Rules: _rules,
    Choose: _choose,
    Casting: _casting,
    Boost: _may(_boost),
    Jump: _jump,
    Strike: _figures,
    Sweep: _segments,
    Side: _side,
    Fells: _fells,
    Asks: _asks,
    Extra: _may(_extra),
    Learn: _may(_learn),
    Switch: _may(_figures),
    Move: _may(_move),
    Bonds: _may(_figures),
    Voodoo: _voodoo,
    Drop: _drop,
}
