"""A turn goes on by itself until somebody has to choose.

Rule: what is still to be done stands in ``todo``, the next first. ``settled`` does what needs no
choice: a vote with one place for it, Maginor's steps, crossing out, the end of the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.games.maginor.crossing import cross, is_last
from companion.games.maginor.marking import (
    is_full,
    kinds,
    laid,
    open_for,
    others_on,
    own_on,
    supply,
)
from companion.games.maginor.state import (
    BEFORE,
    CENTRE,
    END,
    GUILD_HALL,
    ON,
    RITUALS,
    START,
    WAND,
    Card,
    State,
    following,
    free,
)
from companion.games.maginor.todo import (
    Again,
    Aim,
    Ask,
    Cross,
    Duel,
    Gain,
    Over,
    Persuade,
    Put,
    Replay,
    Step,
    Thrown,
    Todo,
    Wild,
)


def settled(state: State) -> State:
    """The state once nothing more happens by itself."""
    while state.todo:
        after = _DOES[type(state.todo[0])](state, state.todo[0])
        if after is None:
            return state
        state = after
    return state


def dropped(state: State) -> State:
    """The next thing is done."""
    return replace(state, todo=state.todo[1:])


def instead(state: State, *todo: Todo) -> State:
    """The next thing leads to these."""
    return replace(state, todo=(*todo, *state.todo[1:]))


def vote(state: State, oracle: str, symbol: str) -> Todo:
    """A vote of this symbol; fate is any symbol where the Oracle shows none ("Playing Mage
    Cards", "Rolling the Die"). Where it does, and all are taken, it is not."""
    if symbol == "fate" and symbol not in state.oracles[oracle].symbols:
        return Wild(oracle)
    return Gain(oracle, symbol)  # type: ignore[arg-type]  # one of the five, by its type


def marked(state: State, oracle: str, slot: int) -> State:
    """Whoever is on turn puts a marker on a free symbol; the last one crosses the Oracle out."""
    state = laid(state, oracle, slot, state.turn)
    if oracle == GUILD_HALL or not is_full(state, oracle):
        return state
    if not any(isinstance(todo, Step) for todo in state.todo):
        return replace(state, todo=(Cross(oracle), Over()))
    return replace(state, todo=(Ask("filled"), Cross(oracle), Step(after=True), Over()))


# What happens by itself. Each gives the next state, or None where somebody has to choose.


def _wild(state: State, todo: Wild) -> State | None:
    if supply(state, state.turn) and next(kinds(state, todo.oracle), ""):
        return None
    return dropped(state)


def _gain(state: State, todo: Gain) -> State | None:
    """Free symbols come first; all own ones, or none of that kind: nothing happens. Without a
    marker left nothing is gained."""
    if not supply(state, state.turn):
        return dropped(state)
    places = open_for(state, todo.oracle, todo.symbol)
    if len(places) == 1:
        return marked(dropped(state), todo.oracle, places[0])
    if places or others_on(state, todo.oracle, todo.symbol):
        return None
    return dropped(state)


def _aim(state: State, todo: Aim) -> State | None:
    return None if aims(state, todo.what) else dropped(state)


def aims(state: State, what: str) -> tuple[str, ...]:
    """The Oracles that a magic card or a spell can be for."""
    standing = (GUILD_HALL, *state.ring)
    if what == "teleportation":
        return tuple(id for id in standing if id != state.at[state.turn])
    if what == "telekinesis":
        return tuple(id for id in standing if any(True for _ in free(state, id)))
    return standing


def _put(state: State, todo: Put) -> State | None:
    if todo.left and supply(state, state.turn) and any(True for _ in free(state, todo.oracle)):
        return None
    return dropped(state)


def _persuade(state: State, todo: Persuade) -> State | None:
    return None if persuadable(state, todo) else dropped(state)


def persuadable(state: State, todo: Persuade) -> tuple[int, ...]:
    """What Persuasion can be for, by the table's reading of it."""
    if state.options.persuasion != "moved":
        return others_on(state, todo.oracle) if supply(state, state.turn) else ()
    places = tuple(free(state, todo.oracle))
    if todo.slot is None:
        return own_on(state, todo.oracle) if places else ()
    return places


def _again(state: State, todo: Again) -> State | None:
    """Cards that look alike need no choice; where few were used, all of them come back."""
    cards = returnable(state, todo)
    alike = len({card.shows for card in cards}) == 1
    if todo.left and cards and (alike or len(cards) <= todo.left):
        return returned(state, todo, cards[0])
    if todo.left and cards:
        return None
    if state.options.returned == "now":
        return instead(state, *(Replay(card) for card in todo.back))
    return dropped(state)


def returnable(state: State, todo: Again) -> tuple[Card, ...]:
    """Used cards of this type that did not come back yet."""
    played = [id for id in state.played[state.turn] if id not in todo.back]
    cards = {card.id: card for card in state.hands[state.turn]}
    used = (cards[id] for id in played if id in cards)
    return tuple(card for card in used if (card.shows == WAND) is todo.wands)


def returned(state: State, todo: Again, card: Card) -> State:
    """This card comes back: to the hand, or to be played now."""
    after = replace(todo, left=todo.left - 1, back=(*todo.back, card.id))
    state = instead(state, after)
    if state.options.returned == "now":
        return state
    played = tuple(id for id in state.played[state.turn] if id != card.id)
    return replace(state, played={**state.played, state.turn: played})


def _replay(state: State, todo: Replay) -> State:
    """A symbol needs a mage on an Oracle; else the card lapses."""
    shows = next(c.shows for c in state.hands[state.turn] if c.id == todo.card)
    if shows == WAND:
        return instead(state, Aim(WAND))
    here = state.at[state.turn]
    return dropped(state) if here == CENTRE else instead(state, vote(state, here, shows))


def _step(state: State, todo: Step) -> State:
    """From the Guild Hall to the place before the first Oracle, onto it, past it and so on, until
    he is back on the Guild Hall ("Movement of Maginor")."""
    state = dropped(state)
    if todo.after and state.options.filled == "stays":
        return state
    state = replace(state, steps=state.steps + 1)
    if state.maginor == START:
        return replace(state, maginor=BEFORE)
    if state.maginor == ON:
        return replace(state, todo=(Cross(state.ring[0]), Over()))
    if state.ring:
        return replace(state, maginor=ON)
    return replace(state, maginor=END, todo=(Cross(GUILD_HALL), Ask("ritual"), Over()))


def _ask(state: State, todo: Ask) -> State | None:
    """A reading that is settled, or matters no more, is not asked."""
    if getattr(state.options, todo.reading) != "ask":
        return dropped(state)
    holds = any(set(spells) & set(RITUALS) for spells in state.spells.values())
    return dropped(state) if todo.reading == "ritual" and not holds else None


def _over(state: State, _: Over) -> State:
    if is_last(state) or state.phase == "sheet":
        return replace(state, phase="over", todo=())
    return replace(state, turn=following(state), todo=())


def _waits(state: State, todo: Thrown | Duel) -> None:
    return None


_DOES: dict[type, Callable[[State, Any], State | None]] = {
    Wild: _wild,
    Gain: _gain,
    Aim: _aim,
    Thrown: _waits,
    Put: _put,
    Persuade: _persuade,
    Again: _again,
    Replay: _replay,
    Duel: _waits,
    Step: _step,
    Cross: cross,
    Ask: _ask,
    Over: _over,
}
