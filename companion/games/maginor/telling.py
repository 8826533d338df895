"""What just happened, as one short sentence of the history, and who may read it.

Rule: what a mage pointed in a duel is told once that very duel was opened with it. A choice that
was taken back, or whose duel was fought with the triangles or turned by Inversion, is never told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.maginor import moves
from companion.games.maginor.cards import shown_by
from companion.games.maginor.consequences import Told, followed
from companion.games.maginor.state import (
    RITUALS,
    Opened,
    State,
    called,
)
from companion.games.maginor.todo import (
    Aim,
    Duel,
)
from companion.vocabulary import Says, Sealed, Viewer


def says(state: State, move: Any) -> Says:
    """The line of the history for a move; ``state`` is the one it was played in."""
    seat = _who(state, move)
    key, values = followed(state, move) or _TELLS[type(move)](state, move)
    return Says(f"maginor.did.{key}", {"seat": seat, "name": state.names[seat], **values})


def _who(state: State, move: Any) -> str:
    """Whose move it is: the table's own are told beside whoever is on turn."""
    seat = getattr(move, "seat", "")
    if isinstance(move, moves.Prize) and state.todo:
        seat = getattr(state.todo[0], "first", "")
    return seat if seat in state.seats else state.turn


# Secrets


def seal(now: State, then: State, move: Any) -> Sealed | None:
    """That somebody chose is for all; which element is for that seat until it is opened."""
    if not isinstance(move, moves.Point) or _is_open(now, then, move):
        return None
    told = Says("maginor.did.pointed", {"seat": move.seat, "name": then.names[move.seat]})
    return Sealed(move.seat, told, {"do": "point", "seat": move.seat})


def _is_open(now: State, then: State, move: moves.Point) -> bool:
    """Was the very duel that this was chosen in opened with it?"""
    fought = _fought_in(then, move.seat)
    return any(
        (one.number, one.attacker, one.defender) == fought
        and (one.attack if move.seat == one.attacker else one.defence) == move.element
        for one in now.opened
    )


def _fought_in(then: State, seat: str) -> tuple[int, str, str] | None:
    """The duel of a choice: it waits for the other's, or was opened by it."""
    duel: Duel | Opened | None = next(
        (todo for todo in then.todo if isinstance(todo, Duel) and seat in todo.pointed), None
    )
    if duel is None and then.opened:
        duel = then.opened[-1]
    return (duel.number, duel.attacker, duel.defender) if duel else None


def may_hear(state: State, viewer: Viewer, move: Any) -> bool:
    """Why a card cannot be played may tell of the hand: that is for its own seat alone."""
    if state.options.way == "everything" and isinstance(move, moves.Play):
        return viewer.seat == state.turn
    return True


# What a move says by itself


def _at(state: State, move: moves.At) -> Told:
    aim = state.todo[0] if state.todo else None
    moved = isinstance(aim, Aim) and aim.what == "teleportation"
    return ("go" if moved else "at"), {"oracle": called(state, move.oracle)}


def _slot(state: State, move: moves.Slot) -> Told:
    """Whose marker lay there says whether it is a vote, a take-over, or an own one moved."""
    oracle = getattr(state.todo[0], "oracle", "")
    lying = state.slots[oracle][move.slot]
    key = "vote" if not lying else "lifted" if lying == state.turn else "persuaded"
    return key, {"symbol": state.oracles[oracle].symbols[move.slot]}


def _fought(state: State, move: moves.Fought) -> Told:
    if not move.winner:
        return "fought_none", {}
    return "fought", {"winner": state.names[move.winner]}


def _keeps(state: State, move: moves.Keeps) -> Told:
    key = "keeps" if move.seat else "keeps_nobody"
    if move.item in RITUALS:
        return f"{key}_spell", {"spell": move.item}
    return key, {"oracle": called(state, move.item)}


def _holds(state: State, move: moves.Holds) -> Told:
    key = {"ring": "holds_ring", "": "holds_nobody"}.get(move.seat, "keeps")
    if move.item in state.oracles:
        return key, {"oracle": called(state, move.item)}
    return f"{key}_spell", {"spell": move.item}


def _mage(state: State, move: moves.Mage) -> Told:
    if not move.oracle:
        return "mage_centre", {}
    return "mage", {"oracle": called(state, move.oracle)}


def _read(state: State, move: moves.Read | moves.Reading) -> Told:
    return "read", {"way": f"{move.reading}.{move.way}"}


def _of_oracle(key: str) -> Callable[[State, Any], Told]:
    return lambda state, move: (key, {"oracle": called(state, move.oracle)})


def _plain(key: str) -> Callable[[State, Any], Told]:
    return lambda state, move: (key, {})


_TELLS: dict[type, Callable[[State, Any], Told]] = {
    moves.Begins: _plain("begins"),
    moves.Stands: _of_oracle("stands"),
    moves.Beside: lambda state, move: (
        ("beside_none", {}) if move.spell == "none" else ("beside", {"spell": move.spell})
    ),
    moves.Laid: _plain("laid"),
    moves.Roll: lambda state, move: ("roll", {"side": move.side}),
    moves.Play: lambda state, move: ("play", {"card": shown_by(state, move.card)}),
    moves.Spell: lambda state, move: ("spell", {"spell": move.spell}),
    moves.Go: _of_oracle("go"),
    moves.At: _at,
    moves.As: lambda state, move: ("as", {"symbol": move.symbol}),
    moves.Slot: _slot,
    moves.Enough: _plain("enough"),
    moves.Back: lambda state, move: ("back", {"card": shown_by(state, move.card)}),
    moves.Point: lambda state, move: ("point", {"element": move.element}),
    moves.Fought: _fought,
    moves.Invert: _plain("invert"),
    moves.Accept: _plain("accept"),
    moves.Read: _read,
    moves.Keeps: _keeps,
    moves.Adds: lambda state, move: ("adds", {"votes": move.votes}),
    moves.Done: _plain("done"),
    moves.Marker: _of_oracle("marker"),
    moves.Mage: _mage,
    moves.Maginor: _plain("maginor"),
    moves.Holds: _holds,
    moves.Used: lambda state, move: (("used" if move.used else "unused"), {}),
    moves.Turn: _plain("turn"),
    moves.Way: lambda state, move: ("way", {"way": f"way.{move.way}"}),
    moves.Reading: _read,
}
"""Of a ``Prize`` it is always told what came of it."""
