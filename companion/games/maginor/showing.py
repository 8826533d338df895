"""What a viewer may see of a game.

Rule: everything that leaves the service about this game is made here. A hand is shown to its
own seat alone, and only where hands are kept; of a duel everybody sees who has chosen, and what
was chosen once both have.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.maginor.crossing import counts
from companion.games.maginor.laying_out import bare, waiting
from companion.games.maginor.marking import supply
from companion.games.maginor.scoring import final, winners
from companion.games.maginor.state import (
    CENTRE,
    END,
    GUILD_HALL,
    START,
    State,
    called,
    held,
    standing,
)
from companion.games.maginor.todo import Cross, Duel, Todo
from companion.vocabulary import Viewer


def show(state: State, viewer: Viewer) -> dict[str, Any]:
    """The table as a dictionary of plain values, with the hand of the viewer's seat."""
    first = state.todo[0] if state.todo else None
    return {
        "phase": state.phase,
        "way": state.options.way,
        "synthetic": state.synthetic,
        "turn": {"seat": state.turn, "name": state.names[state.turn]},
        "wait": msgspec.to_builtins(first)["wait"] if first else "",
        "options": msgspec.to_builtins(state.options),
        "winners": list(winners(state)),
        "seats": _seats(state, viewer),
        "ring": [_oracle(state, id) for id in _laid(state)],
        "waiting": [_oracle(state, id) for id in waiting(state)]
        if state.phase == "ring"
        else [],
        "proposed": _proposed(state),
        "maginor": state.maginor,
        "steps": state.steps,
        "centre": [s for s in state.seats if state.at.get(s, GUILD_HALL) == CENTRE],
        "look": _looked_at(state, first),
        "symbol": getattr(first, "symbol", ""),
        "what": getattr(first, "what", ""),
        "duel": _duel(state, first) if isinstance(first, Duel) else None,
        "crossing": _crossing(state, first) if isinstance(first, Cross) else None,
        "gone": list(state.gone),
        "last": _last(state),
    }


def _seats(state: State, viewer: Viewer) -> list[dict[str, Any]]:
    scores = zip(state.seats, final(state).players, strict=True)
    return [{**_seat(state, seat, viewer), "total": score.total} for seat, score in scores]


def _seat(state: State, seat: str, viewer: Viewer) -> dict[str, Any]:
    hand = list(held(state, seat))
    shown = {
        "seat": seat,
        "name": state.names[seat],
        "at": state.at.get(seat, GUILD_HALL),
        "markers": supply(state, seat),
        "oracles": _won(state, seat),
        "spells": list(state.spells[seat]),
        "cards": len(hand),
    }
    if state.options.way != "everything" or seat != viewer.seat:
        return shown
    return {**shown, "hand": [{"id": card.id, "shows": card.shows} for card in hand]}


def _won(state: State, seat: str) -> list[dict[str, Any]]:
    named = [
        {"id": id, "name": called(state, id), "votes": state.oracles[id].votes}
        for id in state.won[seat]
    ]
    return [*named, *({"id": "", "name": "", "votes": votes} for votes in state.others[seat])]


def _laid(state: State) -> tuple[str, ...]:
    """What stands on the table: the ring, or as much of it as was told by now."""
    if state.phase in ("begin", "ring", "spells"):
        return (GUILD_HALL, *state.order)
    return standing(state) if state.phase == "turn" else ()


def _oracle(state: State, id: str) -> dict[str, Any]:
    oracle = state.oracles[id]
    return {
        "id": id,
        "name": oracle.name,
        "votes": oracle.votes,
        "symbols": list(oracle.symbols),
        "slots": list(state.slots.get(id, ("",) * oracle.votes)),
        "spell": state.beside.get(id, ""),
        "mages": [s for s in state.seats if state.at.get(s, GUILD_HALL) == id],
        "maginor": _maginor(state, id),
    }


def _maginor(state: State, id: str) -> str:
    """``on`` this Oracle, ``before`` it, or elsewhere."""
    if id == GUILD_HALL:
        back = not state.ring and state.maginor == "before"
        return "before" if back else "on" if state.maginor in (START, END) else ""
    return state.maginor if state.ring[:1] == (id,) and state.maginor != START else ""


def _proposed(state: State) -> list[dict[str, Any]]:
    """The table as the companion would lay it, clockwise after the Guild Hall."""
    if state.phase not in ("begin", "ring") or state.order:
        return []
    beside = {**state.proposed_spells, **dict.fromkeys(state.proposed[-1:], "golden-cauldron")}
    return [{**_oracle(state, id), "spell": beside.get(id, "")} for id in state.proposed]


def _looked_at(state: State, first: Todo | None) -> str:
    """The Oracle that the choice is about."""
    if state.phase == "spells":
        return next(bare(state), "")
    return getattr(first, "oracle", "")


def _duel(state: State, duel: Duel) -> dict[str, Any]:
    return {
        "number": duel.number,
        "oracle": duel.oracle,
        "slot": duel.slot,
        "symbol": state.oracles[duel.oracle].symbols[duel.slot],
        "attacker": duel.attacker,
        "defender": duel.defender,
        "pointed": [seat for seat in (duel.attacker, duel.defender) if seat in duel.pointed],
        "loser": duel.loser,
    }


def _crossing(state: State, cross: Cross) -> dict[str, Any]:
    return {
        "oracle": cross.oracle,
        "spell": state.beside.get(cross.oracle, ""),
        "first": cross.first,
        "second": cross.second,
        "counts": counts(state, cross.oracle),
    }


def _last(state: State) -> dict[str, Any] | None:
    """What two phones fought, until the next duel begins."""
    if not state.opened or state.opened[-1].number != state.duels:
        return None
    one = state.opened[-1]
    return {
        "number": one.number,
        "attacker": one.attacker,
        "defender": one.defender,
        "attack": one.attack,
        "defence": one.defence,
    }
