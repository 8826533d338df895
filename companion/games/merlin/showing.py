"""What a viewer may see of a game.

Rule: everything that leaves the service about this game is made here. Missions in a hand are
shown to their own seat alone, until the game is over.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.merlin import goods, landscape, scoring, taking
from companion.games.merlin.building import payable
from companion.games.merlin.counties import THINGS, County
from companion.games.merlin.missions import is_fulfilled
from companion.games.merlin.points_shown import scores, sheet, step
from companion.games.merlin.setting_up import drawable, left
from companion.games.merlin.state import MERLIN, State, everything
from companion.games.merlin.todo import Begin, Show, Take
from companion.games.merlin.turns import is_rolling
from companion.vocabulary import Viewer

WHERE = ("hand", "display", "discard", "away")
"""Where a mission is, as a seat can know it; ``away``: face down, or in another hand."""


def show(state: State, viewer: Viewer) -> dict[str, Any]:
    """The table as a dictionary of plain values, with the hand of the viewer's seat."""
    first = state.todo[0] if state.todo else None
    return {
        "phase": state.phase,
        "way": state.options.way,
        "synthetic": state.synthetic,
        "turn": {"seat": state.turn, "name": state.names[state.turn]},
        "wait": msgspec.to_builtins(first) if first else None,
        "options": msgspec.to_builtins(state.options),
        "round": state.round,
        "starter": state.starter,
        "moved": state.moved,
        "acted": state.acted,
        "fulfilled": state.fulfilled,
        "rondel": list(state.rondel),
        "figures": [_figure(state, figure) for figure in (*state.seats, MERLIN)],
        "counties": [_county(state, county) for county in state.order],
        "unknown": list(goods.unknown(state)) if state.phase in ("choose", "act") else [],
        "tiles": [_tile(state, place) for place in range(len(state.tiles))],
        "shift": state.shift,
        "upper": list(state.upper),
        "lower": list(state.lower),
        "left": left(state) if state.phase == "land" else {},
        "starts": _starts(state),
        "apples": goods.apples(state),
        "grail": state.grail,
        "excalibur": state.excalibur,
        "display": [_mission(state, card) for card in state.display],
        "missions": {"pile": len(state.pile), "discard": len(state.discard)},
        "coming": _coming(state, viewer),
        "step": step(state),
        "sheet": sheet(state),
        "seats": [_seat(state, seat, viewer) for seat in state.seats],
        "scores": scores(state),
        "winners": list(scoring.winners(state)),
    }


def _figure(state: State, figure: str) -> dict[str, Any]:
    return {"figure": figure, "at": state.at[figure], "on": state.on[figure]}


def _county(state: State, county: County) -> dict[str, Any]:
    """What lies on it, and who is there."""
    castles = state.castles.items()
    return {
        "county": county,
        "flag": state.flags.get(county, ""),
        "supply": {thing: goods.supply(state, county, thing) for thing in THINGS},
        "influence": {seat: n for seat, n in taking.influence(state, county).items() if n},
        "henchmen": [
            {"seat": seat, "henchman": name}
            for seat, castle in castles
            for name, at in castle.henchmen.items()
            if at == county
        ],
    }


def _tile(state: State, place: int) -> dict[str, Any]:
    tile = state.tiles[place]
    return {
        "kind": tile.kind,
        "owner": tile.owner,
        "stones": _stones(state, place),
        "payable": list(payable(state, place)) if state.phase == "act" else [],
    }


def _stones(state: State, place: int) -> list[str]:
    """Counties whose stones pay for a manor there, where the owner told the frames."""
    if not state.upper or not state.shift:
        return []
    size = len(state.tiles)
    return list(landscape.stones(place, size, state.shift, state.upper, state.lower))


def _mission(state: State, card: str) -> dict[str, Any] | None:
    if not card:
        return None
    plain: dict[str, Any] = msgspec.to_builtins(state.cards[card])
    return plain


def _coming(state: State, viewer: Viewer) -> list[Any]:
    """Missions that can come from the pile: for whoever draws, or for all where one is laid
    open."""
    match state.todo[:1]:
        case (Take(seat=seat),) if seat == viewer.seat:
            return [_mission(state, card) for card in drawable(state, seat)]
        case (Show(),):
            return [_mission(state, card) for card in drawable(state)]
    return []


def _starts(state: State) -> list[Any]:
    """What stands on the start tiles, while they are dealt."""
    if isinstance(next(iter(state.todo), None), Begin):
        return [msgspec.to_builtins(start) for start in state.starts]
    return []


def _seat(state: State, seat: str, viewer: Viewer) -> dict[str, Any]:
    castle = state.castles[seat]
    over = state.phase == "over"
    shown = {
        "seat": seat,
        "name": state.names[seat],
        "total": scoring.total(state, seat),
        "earned": dict(castle.earned),
        "apples": castle.apples,
        "staffs": castle.staffs,
        "goods": dict(castle.goods),
        "owned": {thing: goods.owned(state, seat, thing) for thing in THINGS},
        "influence": goods.in_castle(state, seat),
        "henchmen": dict(castle.henchmen),
        "traitors": dict(castle.traitors),
        "dice": list(castle.dice),
        "white": castle.white,
        "rolling": state.phase == "roll" and is_rolling(state, seat),
        "manors": sum(tile.owner == seat for tile in state.tiles),
        "seals": [{"seal": seal, "used": seal in castle.used} for seal in castle.seals],
        "cards": len(castle.hand) if everything(state) else None,
    }
    if not everything(state) or (seat != viewer.seat and not over):
        return shown
    held = {**shown, "hand": [_held(state, seat, card) for card in castle.hand]}
    return held if over else {**held, "lies": _lies(state, seat)}


def _lies(state: State, seat: str) -> list[dict[str, Any]]:
    """Every mission, and where it lies as far as this seat can know: whether in the pile or in
    another hand, it cannot."""
    known = dict.fromkeys(state.castles[seat].hand, "hand")
    known |= {card: "display" for card in state.display if card}
    known |= dict.fromkeys(state.discard, "discard")
    order = sorted(
        state.cards, key=lambda card: (list(WHERE).index(known.get(card, "away")), card)
    )
    return [
        {**(_mission(state, card) or {}), "where": known.get(card, "away")} for card in order
    ]


def _held(state: State, seat: str, card: str) -> dict[str, Any]:
    plain = _mission(state, card) or {}
    done = is_fulfilled(state.castles[seat], state.cards[card].needs)
    return {**plain, "fulfilled": done}
