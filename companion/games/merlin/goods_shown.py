"""Shields, flags, stones, traitors, influence and apples that are shown.

Rule: what goes to a castle and what comes back from it is told by the thing itself; on which tile
or county it is laid, people tap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.merlin import moves
from companion.games.merlin.counties import COUNTIES, Flag
from companion.games.merlin.flags import in_turn
from companion.games.merlin.meant import NOTHING, Meant, either, first, one, these, those
from companion.games.merlin.saying import does
from companion.games.merlin.state import State, own
from companion.games.merlin.todo import Begin, Get, Shields
from companion.vocabulary import Refusal


def good(state: State, thing: Any, county: Any) -> Meant:
    """Taken, given back, paid, or asked for by a start tile; a flag, used as well."""
    waits = first(state)
    if isinstance(waits, Begin):
        given = waits.what == thing and not state.starts
        return these(state, moves.Gives(waits.seat, county)) if given else NOTHING
    if isinstance(waits, Shields):
        return _spends(state, waits, county) if thing == "shield" else NOTHING
    moved: list[Any] = [moves.Gets(thing, county), moves.Returns(thing, county)]
    if thing == "stone":
        moved.append(moves.Pays(county))
    laid = these(state, *moved)
    return either(_flag(state, county), laid) if thing == "flag" else laid


def traitor(state: State, county: Any) -> Meant:
    """Taken, or driven away: by Excalibur, a flag, a favour, or a shield."""
    waits = first(state)
    if isinstance(waits, Shields):
        return _spends(state, waits, county)
    rid = (moves.Rids(county), moves.Repels(county), moves.Spares(county))
    seat = getattr(waits, "seat", state.turn)
    return these(state, moves.Traitor(seat, county), *rid)


def _spends(state: State, waits: Shields, county: Any) -> Meant:
    """A shield against a traitor: either of them says it (page 8)."""
    says = does("spends", name=state.names[waits.seat], county=county)
    return one(state, waits.seat, moves.Spends(waits.seat, county), says)


def influence(state: State, colour: str) -> Meant:
    """Laid on a county that people tap."""
    waits = first(state)
    if isinstance(waits, Begin) and waits.what == "influence" and waits.seat == colour:
        return Refusal("merlin.no.which_county", {}, "page 3")
    if isinstance(waits, Get) and "influence" in waits.things and colour == state.turn:
        return these(state, *(moves.Gets("influence", county) for county in COUNTIES))
    return NOTHING


def apple(state: State) -> Meant:
    """Given back for a die, or taken with the Grail (pages 4 and 6)."""
    gives = those(state, lambda choice: isinstance(choice.move, moves.Apple))
    takes = getattr(first(state), "space", "") == "grail"
    return either(gives, these(state, moves.Acts())) if takes else gives


# Flags (page 12)


def _flag(state: State, county: Any) -> Meant:
    """All that it can do now; one of which nobody told what it does is asked."""
    if not own(state).goods.get(f"{county}-flag"):
        return NOTHING
    flag = state.flags.get(county)
    if flag is None:
        return these(state, moves.Uses(county))
    if flag == "two-missions":
        return Refusal("merlin.no.flag_second", {}, "page 12") if in_turn(state) else NOTHING
    return those(state, lambda choice: _DOES[flag](choice.move))


def _walks_back(move: Any) -> bool:
    knight = isinstance(move, moves.Goes) and not move.white
    return (knight or isinstance(move, moves.Turned)) and move.back


_DOES: dict[Flag, Callable[[Any], bool]] = {
    "repel": lambda move: isinstance(move, moves.Repels),
    "backwards": _walks_back,
    "flip-die": lambda move: isinstance(move, moves.Flips),
    "other-knight": lambda move: isinstance(move, moves.Copies),
    "mirror": lambda move: isinstance(move, moves.Mirrors),
}
