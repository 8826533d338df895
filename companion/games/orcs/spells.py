"""What the book says of every spell (lines 8 to 11).

Rule: names, rows and effects are the book's; which power a row needs stands on the card alone.
"""

from __future__ import annotations

from companion.games.orcs.todo import Bonds, Move, Strike, Sweep, Switch, Todo, Voodoo

SINGLE = {
    "smash": 4,
    "zap": 4,
    "cold-snap": 4,
    "fire-spark": 4,
    "fireball": 5,
    "lightning-bolt": 4,
}
"""Damage "up to" (lines 8 and 9)."""
ANYWHERE = "lightning-bolt"  # "any monster on the board"
WISDOM = "wisdom"  # gives power of any kind (line 10), and both boosts (line 11)
KNOWLEDGE = ("book-of-magic", WISDOM)
BESIDE = {"earthquake": "side", "ice-storm": "behind"}


def rows(name: str) -> int:
    """How many rows a spell has where nobody told its card; of a plain attack one for each
    damage."""
    return SINGLE.get(name, 2)


def effect(name: str, row: int, damage: int) -> tuple[Todo, ...]:
    """What the row leads to. Replenish is the deck's, and not here."""
    if name in SINGLE:
        return (Strike(damage, anywhere=name == ANYWHERE),)
    if name in BESIDE:
        return (Sweep(BESIDE[name] if row > 1 else ""),)
    return {
        "switch": (Switch(),) if row == 1 else (Move(),),
        "magical-bonds": (Bonds(min(row, 2)),),
        "voodoo": (Voodoo(),),
    }[name]
