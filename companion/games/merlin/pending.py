"""The choices that are waited for, in the middle of a turn, a set-up or a scoring.

Rule: what is drawn, and what is in a hand, is for its seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from companion.games.merlin import building, goods, moves, rondel, spaces, taking
from companion.games.merlin.counties import HENCHMEN
from companion.games.merlin.flags import untold
from companion.games.merlin.fulfilling import rows
from companion.games.merlin.saying import Choices, does, mission
from companion.games.merlin.setting_up import drawable, unused
from companion.games.merlin.state import State, has_flag, own
from companion.games.merlin.todo import (
    Act,
    Area,
    Asks,
    Begin,
    Drop,
    Ending,
    Favour,
    Get,
    Henchmen,
    Icon,
    Lands,
    Losses,
    Pay,
    Pot,
    Rid,
    Send,
    Shields,
    Show,
    Take,
    Traitors,
    Worth,
)
from companion.vocabulary import Choice, Says


def pending(state: State) -> Choices:
    """What the next thing to be done leaves open."""
    todo = state.todo[0]
    return tuple(_WAITS[type(todo)](state, todo))


def choice(
    state: State, move: Any, says: Says, place: str = "", *, secret: bool = False
) -> Choice:
    """Of whoever is on turn."""
    return Choice(state.turn, move, says, place=place, secret=secret)


# Setting up


def _begin(state: State, todo: Begin) -> Iterator[Choice]:
    name = state.names[todo.seat]
    for tile in unused(state):
        county = state.starts[tile].knight
        says = does("starts", name=name, county=county, number=tile + 1)
        yield Choice(todo.seat, moves.Starts(todo.seat, tile), says)
    if state.starts:
        return
    for county in state.order:
        says = does(f"gives_{todo.what}", name=name, county=county)
        yield Choice(todo.seat, moves.Gives(todo.seat, county), says, place=f"county/{county}")


def _traitors(state: State, todo: Traitors) -> Iterator[Choice]:
    for county in goods.drawable(state):
        says = does("traitor", name=state.names[todo.seat], county=county)
        yield Choice(
            todo.seat, moves.Traitor(todo.seat, county), says, place=f"county/{county}"
        )


def _show(state: State, _: Show) -> Iterator[Choice]:
    for card in drawable(state):
        yield choice(state, moves.Shows(card), mission(state, "shows", card))


def _take(state: State, todo: Take) -> Iterator[Choice]:
    if not todo.pile:
        for place, card in enumerate(state.display):
            if card:
                says = mission(state, "takes", card)
                yield Choice(todo.seat, moves.Takes(place), says, place=f"display/{place}")
    for card in drawable(state, todo.seat):
        says = mission(state, "draws", card)
        yield Choice(todo.seat, moves.Draws(todo.seat, card), says, secret=True)


# A turn


def _lands(state: State, todo: Lands) -> Iterator[Choice]:
    for space in rondel.spaces(state):
        yield choice(state, moves.Lands(space), does("lands", space=space), f"space/{space}")


def _worth(state: State, todo: Worth) -> Iterator[Choice]:
    for face in range(1, 7):
        for back in _ways(state, white=todo.white):
            says = does(f"turned_{_way(todo.white, back)}", face=face)
            yield choice(state, moves.Turned(face, back), says)


def _ways(state: State, *, white: bool) -> tuple[bool, ...]:
    """Clockwise, and back: Merlin as they like, a knight by a flag."""
    return (False, True) if white or has_flag(state, "backwards") else (False,)


def _way(white: bool, back: bool) -> str:
    return ("merlin" if white else "knight") + ("_back" if back else "")


def walks(state: State) -> Iterator[Choice]:
    """A die, and where its figure goes."""
    castle = own(state)
    for white, faces in ((False, dict.fromkeys(castle.dice)), (True, (castle.white,))):
        for face in faces if any(faces) else ():
            for back in _ways(state, white=white):
                yield choice(
                    state, moves.Goes(white, face, back), does(_way(white, back), face=face),
                    f"die/{'white' if white else 'own'}-{face}",
                )  # fmt: skip


def _asks(state: State, todo: Asks) -> Iterator[Choice]:
    for flag in untold(state):
        yield choice(state, moves.Does(flag), does("does", flag=flag, county=todo.county))


def _act(state: State, todo: Act) -> Iterator[Choice]:
    for move in spaces.options(state, todo):
        secret = isinstance(move, moves.Drops)
        yield choice(state, move, _acts(state, move, todo), _place(move), secret=secret)
    if has_flag(state, "other-knight"):
        for seat in rondel.copyable(state):
            says = does("copies", name=state.names[seat], space=state.on[seat])
            yield choice(state, moves.Copies(seat), says)
    if has_flag(state, "mirror") and rondel.may_mirror(state):
        yield choice(state, moves.Mirrors(), does("mirrors"))
    yield choice(state, moves.Leaves(), does("leaves"))


def _acts(state: State, move: Any, todo: Act) -> Says:
    match move:
        case moves.Sends(henchman=henchman):
            return does("sends", henchman=henchman)
        case moves.Counts(what=what, favour=favour):
            points = goods.owned(state, state.turn, what) + favour
            return does("counts_more" if favour else "counts", what=what, points=points)
        case moves.Gets(thing=thing, county=county):
            return does("gets", thing=thing, county=county)
        case moves.Returns(thing=thing, county=county):
            return does("returns", thing=thing, county=county)
        case moves.Builds(tile=tile):
            return does("builds", place=tile + 1, kind=state.tiles[tile].kind)
        case moves.Drops(card=card):
            return mission(state, "drops", card)
        case moves.Twice():
            return does("twice_manor" if todo.space == "manor" else "twice_lady")
    return does(f"acts_{todo.space}")


def _place(move: Any) -> str:
    match move:
        case moves.Builds(tile=tile):
            return f"tile/{tile}"
        case moves.Gets(thing=thing, county=county) | moves.Returns(thing=thing, county=county):
            return f"good/{county}/{thing}"
        case moves.Sends(henchman=henchman):
            return f"henchman/{henchman}"
    return ""


def _send(state: State, todo: Send) -> Iterator[Choice]:
    for county in todo.counties:
        yield choice(state, moves.To(county), does("to", county=county), f"county/{county}")


def _get(state: State, todo: Get) -> Iterator[Choice]:
    for move in spaces.gettable(state, todo):
        what = "puts" if move.thing == "influence" else "gets"
        says = does(what, thing=move.thing, county=move.county)
        yield choice(state, move, says, f"good/{move.county}/{move.thing}")
    if todo.things == building.BONUS:
        yield choice(state, moves.Leaves(), does("leaves"))


def _pay(state: State, todo: Pay) -> Iterator[Choice]:
    for county in todo.counties:
        yield choice(state, moves.Pays(county), does("pays", county=county), f"county/{county}")


def _rid(state: State, _: Rid) -> Iterator[Choice]:
    for county in own(state).traitors:
        yield choice(state, moves.Rids(county), does("rids", county=county), f"county/{county}")


def _drop(state: State, _: Drop) -> Iterator[Choice]:
    for card in own(state).hand:
        yield choice(state, moves.Drops(card), mission(state, "drops", card), secret=True)
    yield choice(state, moves.Leaves(), does("no_more"))


def _icon(state: State, _: Icon) -> Iterator[Choice]:
    for henchman in HENCHMEN:
        yield choice(state, moves.Corner(henchman), does("corner", henchman=henchman))


def _favour(state: State, todo: Favour) -> Iterator[Choice]:
    yield choice(state, moves.Seals(0), does("earns", points=todo.points))
    for row in rows(state, todo):
        says = does(
            f"seals_{row}" if row < 3 else f"seals_{todo.henchman}", henchman=todo.henchman
        )
        yield choice(state, moves.Seals(row), says)


# A scoring


def _shields(state: State, todo: Shields) -> Iterator[Choice]:
    name, seat = state.names[todo.seat], todo.seat
    pairs = taking.spendable(state, seat)
    count = sum(pairs.values())
    yield Choice(seat, moves.SpendsAll(seat), does("spends_all", name=name, count=count))
    for county in pairs if count > 1 else ():
        says = does("spends", name=name, county=county)
        yield Choice(seat, moves.Spends(seat, county), says)
    yield Choice(seat, moves.Keeps(seat), does("keeps", name=name))


def _next(state: State, _: Any) -> Iterator[Choice]:
    yield choice(state, moves.Next(), does("next"))


def _pot(state: State, todo: Pot) -> Iterator[Choice]:
    yield choice(state, moves.Next(), does("next"))
    if taking.may_lay(state, todo):
        says = does("unlays" if todo.grail else "lays", name=state.names[state.grail])
        yield Choice(state.grail, moves.Grail(), says)


_WAITS: dict[type, Callable[[State, Any], Iterable[Choice]]] = {
    Begin: _begin,
    Traitors: _traitors,
    Show: _show,
    Take: _take,
    Lands: _lands,
    Worth: _worth,
    Asks: _asks,
    Act: _act,
    Send: _send,
    Get: _get,
    Pay: _pay,
    Rid: _rid,
    Drop: _drop,
    Icon: _icon,
    Favour: _favour,
    Shields: _shields,
    Losses: _next,
    Area: _next,
    Pot: _pot,
    Henchmen: _next,
    Ending: _next,
}
