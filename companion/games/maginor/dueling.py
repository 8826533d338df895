"""Duels of two mages about one symbol ("Duels").

Rule: what a mage pointed is in the state, and nobody else is told before both have. A duel can
as well be fought with the triangles on the table; then the companion is told how it ended.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.maginor import moves
from companion.games.maginor.marking import laid
from companion.games.maginor.state import Opened, State
from companion.games.maginor.todo import (
    Duel,
)
from companion.games.maginor.turns import dropped, instead
from companion.vocabulary import Refusal

BEATS = {"earth": "water", "water": "fire", "fire": "earth"}
BOOK = "Duels"
SPELLS = "Playing Spells"


def outcome(attack: str, defence: str) -> str:
    """``attacker``, ``defender``, or nobody: twice earth and the defender wins, twice the same
    of the others and both markers go."""
    if attack == defence:
        return "defender" if attack == "earth" else ""
    return "attacker" if BEATS[attack] == defence else "defender"


def begun(state: State, oracle: str, slot: int) -> State:
    """A marker is put beside an opponent's, who defends it."""
    number = state.duels + 1
    defender = state.slots[oracle][slot]
    return instead(
        replace(state, duels=number), Duel(number, oracle, slot, state.turn, defender)
    )


def duel(state: State) -> Duel | None:
    """The duel that is fought now."""
    first = state.todo[0] if state.todo else None
    return first if isinstance(first, Duel) else None


def fights(state: State, seat: str) -> bool:
    """Is this mage in the duel?"""
    now = duel(state)
    return now is not None and seat in (now.attacker, now.defender)


def point(state: State, move: moves.Point) -> State | Refusal:
    """A mage chooses in secret; with the second choice both are opened."""
    now = duel(state)
    if now is None or now.loser or not fights(state, move.seat):
        return Refusal("maginor.no.duel", {}, BOOK)
    if move.seat in now.pointed:
        return Refusal("maginor.no.pointed", {"name": state.names[move.seat]}, BOOK)
    now = replace(now, pointed={**now.pointed, move.seat: move.element})
    state = instead(state, now)
    return _opened(state, now) if len(now.pointed) == 2 else state


def _opened(state: State, now: Duel) -> State:
    attack, defence = now.pointed[now.attacker], now.pointed[now.defender]
    one = Opened(now.number, now.attacker, now.defender, attack, defence)
    state = replace(state, opened=(*state.opened, one))
    who = {"attacker": now.attacker, "defender": now.defender, "": ""}
    return _decided(state, now, who[outcome(attack, defence)])


def fought(state: State, move: moves.Fought) -> State | Refusal:
    """The triangles on the table have decided it."""
    now = duel(state)
    if now is None or now.loser or not (move.winner == "" or fights(state, move.winner)):
        return Refusal("maginor.no.duel", {}, BOOK)
    return _decided(state, now, move.winner)


def _decided(state: State, now: Duel, winner: str) -> State:
    """Whoever lost may turn it, with Inversion ("immediately after losing a duel")."""
    loser = {now.attacker: now.defender, now.defender: now.attacker}.get(winner, "")
    if loser and "inversion" in state.spells[loser]:
        return instead(state, replace(now, pointed={}, loser=loser))
    return _ended(state, now, winner)


def _ended(state: State, now: Duel, winner: str) -> State:
    state = dropped(state)
    if winner == now.defender:
        return state
    return laid(state, now.oracle, now.slot, winner)


def invert(state: State, move: moves.Invert) -> State | Refusal:
    """Inversion, after losing a duel or instead of it: its player wins ("Playing Spells")."""
    now = duel(state)
    if now is None or not fights(state, move.seat) or now.loser not in ("", move.seat):
        return Refusal("maginor.no.duel", {}, SPELLS)
    if "inversion" not in state.spells[move.seat]:
        return Refusal("maginor.no.inversion", {}, SPELLS)
    spells = tuple(spell for spell in state.spells[move.seat] if spell != "inversion")
    state = replace(
        state, spells={**state.spells, move.seat: spells}, gone=(*state.gone, "inversion")
    )
    return _ended(state, now, move.seat)


def accept(state: State, move: moves.Accept) -> State | Refusal:
    """The loser keeps Inversion."""
    now = duel(state)
    if now is None or now.loser != move.seat:
        return Refusal("maginor.no.duel", {}, BOOK)
    winner = now.defender if move.seat == now.attacker else now.attacker
    return _ended(state, now, winner)
