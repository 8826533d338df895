"""What a move says by itself, for the history.

Rule: from the move and the state it was played in alone; what came of it is for
``consequences``. Paths and segments are counted from 1, as people do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.orcs import casting, decks, moves
from companion.games.orcs.board import found
from companion.games.orcs.consequences import Told
from companion.games.orcs.saying import moving
from companion.games.orcs.sheet import tallied
from companion.games.orcs.spells import SINGLE
from companion.games.orcs.state import State, everything
from companion.games.orcs.todo import Asks, Casting, Fells, Move, Strike, Switch, Unveil
from companion.games.orcs.waiting import first


def alone(state: State, move: Any) -> Told:
    """The end of its key, and what fills its sentence."""
    return _TELLS[type(move)](state, move)


def _reveal(state: State, move: moves.Reveal) -> Told:
    todo = first(state)
    path = todo.path + 1 if isinstance(todo, Unveil) else 0
    return "reveal", {"kind": move.kind, "path": path}


def _row(state: State, move: moves.Row) -> Told:
    """Damage, where the spell does nothing else."""
    todo = first(state)
    if not isinstance(todo, Casting):
        return "row", {"spell": "", "row": move.row}
    if todo.spell not in SINGLE:
        return "row", {"spell": todo.spell, "row": move.row}
    damage = casting.damage(state, todo, move.row)
    return "damage", {"spell": todo.spell, "damage": damage}


def _kind(state: State, id: int) -> str:
    where = found(state, id)
    return where[2].kind if where else ""


def _figure(state: State, move: moves.Figure) -> Told:
    """Hit, chosen, or sent on; two that change places are told together."""
    todo, kind = first(state), _kind(state, move.figure)
    match todo:
        case Strike():
            return "hits", {"kind": kind, "damage": todo.damage}
        case Switch(first=other) if other:
            return "switched", {"kind": _kind(state, other), "other": kind}
        case Switch() | Move():
            return "chooses", {"kind": kind}
    return "forward", {"kind": kind}


def _at(state: State, move: moves.At) -> Told:
    todo, segment = first(state), {"segment": f"{move.segment + 1}"}
    if isinstance(todo, Move):
        return "moved", {"kind": _kind(state, todo.figure), **segment}
    return "sweeps", {**segment}


def _falls(state: State, move: moves.Falls) -> Told:
    todo = first(state)
    return "stays", {"kind": _kind(state, todo.figure) if isinstance(todo, Fells) else ""}


def _prints(state: State, move: moves.Prints) -> Told:
    todo = first(state)
    if not isinstance(todo, Asks) or not move.what:
        return "prints_nothing", {}
    return f"prints_{todo.what}", {"kind": todo.kind, "what": move.what}


def _learns(state: State, move: moves.Learns) -> Told:
    if not everything(state):
        return ("learns_other" if move.place else "learns_support"), {}
    card = state.open[move.place] if move.place < len(state.open) else ""
    return "learns", {"card": decks.named(state, card)}


def _remove(state: State, move: moves.Remove) -> Told:
    if not everything(state):
        return f"remove_{move.card}", {}
    return "remove", {"card": decks.named(state, move.card)}


def _extra(state: State, move: moves.Extra) -> Told:
    return "extra", {"kind": move.kind, "bonus": state.traits[move.kind].bonus}


def _counts(state: State, move: moves.Counts) -> Told:
    kind = move.what.isdigit()
    key = "counts" if kind else f"counts_{move.what}"
    return key, {"count": move.count, **({"kind": move.what} if kind else {})}


def _card(key: str) -> Callable[[State, Any], Told]:
    return lambda state, move: (key, {"card": decks.named(state, move.card)})


def _other(key: str) -> Callable[[State, Any], Told]:
    return lambda state, move: (key, {"other": state.names[move.seat]})


def _path(key: str) -> Callable[[State, Any], Told]:
    return lambda state, move: (key, {"path": move.path + 1})


def _plain(key: str) -> Callable[[State, Any], Told]:
    return lambda state, move: (key, {})


def called(state: State, word: str) -> str:
    """What a spell is called that is cast by its card, or by its name."""
    card = decks.printed(state, word)
    return card.name if card else word


_TELLS: dict[type, Callable[[State, Any], Told]] = {
    moves.Reveal: _reveal,
    moves.Opens: _card("opens"),
    moves.Draws: _card("draws"),
    moves.Fate: lambda state, move: (
        "fate",
        {"round": state.round + 1, "moves": moving(move.moves), "rule": move.rule},
    ),
    moves.Advance: lambda state, move: ("advance", {"moves": moving(move.moves)}),
    moves.Ruled: lambda state, move: (
        "ruled",
        {"round": state.round + 1, "rule": move.rule},
    ),
    moves.Stands: _path("stands"),
    moves.Keeps: lambda state, move: ("keeps", {"mission": move.mission}),
    moves.Turns: _path("turns"),
    moves.Teleport: _path("teleport"),
    moves.Cast: lambda state, move: ("cast", {"spell": called(state, move.card)}),
    moves.Add: _card("add"),
    moves.Row: _row,
    moves.Nothing: _plain("nothing"),
    moves.Boost: lambda state, move: (f"boost_{move.what}", {}),
    moves.Leave: _plain("leave"),
    moves.Figure: _figure,
    moves.At: _at,
    moves.Side: lambda state, move: (f"side_{move.side}", {}),
    moves.Victim: _other("victim"),
    moves.Drops: _card("drops"),
    moves.Learns: _learns,
    moves.Give: _other("give"),
    moves.Remove: _remove,
    moves.Pass: _plain("pass"),
    moves.Falls: _falls,
    moves.Prints: _prints,
    moves.Extra: _extra,
    moves.Tells: lambda state, move: ("tells", {"mission": move.mission}),
    moves.Done: _plain("done"),
    moves.Tally: lambda state, move: _counts(state, tallied(state, move)),
    moves.Counts: _counts,
    moves.Worth: lambda state, move: ("worth", {"kind": move.kind, "value": move.value}),
    moves.Puts: lambda state, move: ("puts", {"kind": move.kind, "path": move.path + 1}),
    moves.Away: lambda state, move: ("away", {"kind": _kind(state, move.figure)}),
    moves.Markers: lambda state, move: (
        "markers",
        {"count": move.count, "path": move.path + 1},
    ),
    moves.Track: lambda state, move: ("track", {"kind": move.kind}),
    moves.Trait: lambda state, move: ("trait", {"kind": move.kind}),
    moves.Lies: _plain("lies"),
    moves.Mage: _path("stands"),
    moves.Turn: _plain("turn"),
    moves.Way: lambda state, move: ("way", {"way": f"way.{move.way}"}),
    moves.Ends: _plain("done"),
}
