"""What is still to be done in a turn, the next first. Each waits for one choice.

Rule: small enough that the choices for it are a short list.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.games.maginor.pieces import Element, Symbol

Unclear = Literal["tie", "ritual", "returned", "persuasion", "filled"]
"""Where the book can be read in two ways."""


class _Todo(Struct, frozen=True, tag_field="wait", tag=str.lower):
    pass


class Wild(_Todo, frozen=True):
    """Any symbol of this Oracle may be chosen: fate where it has none, or Maginor rolled."""

    oracle: str


class Gain(_Todo, frozen=True):
    """A vote of this symbol: a free one, else a duel for one ("Playing Mage Cards")."""

    oracle: str
    symbol: Symbol


class Aim(_Todo, frozen=True):
    """An Oracle is chosen for a card or a spell: ``wand``, ``telekinesis``, ``teleportation``."""

    what: str


class Thrown(_Todo, frozen=True):
    """The die is rolled for a magic card, and counts on this Oracle."""

    oracle: str


class Put(_Todo, frozen=True):
    """So many markers may be put on free symbols here (Domination, Telekinesis)."""

    oracle: str
    left: int


class Persuade(_Todo, frozen=True):
    """A marker here is replaced, or an own one goes from ``slot`` to a free symbol."""

    oracle: str
    slot: int | None = None


class Again(_Todo, frozen=True):
    """So many used cards come back: symbol cards or wands."""

    wands: bool
    left: int
    back: tuple[str, ...] = ()


class Replay(_Todo, frozen=True):
    """This card came back and is played now, by that reading."""

    card: str


class Duel(_Todo, frozen=True):
    """Two mages about a symbol ("Duels"). ``pointed``: what each chose, secret until both did.
    ``loser``: it is lost, and only an Inversion can turn it."""

    number: int
    oracle: str
    slot: int
    attacker: str
    defender: str
    pointed: dict[str, Element] = {}
    loser: str = ""


class Step(_Todo, frozen=True):
    """Maginor goes one step ("Movement of Maginor"). ``after``: the vote that came with it
    filled an Oracle, so that it depends on the reading."""

    after: bool = False


class Cross(_Todo, frozen=True):
    """An Oracle is crossed out. ``first`` chooses what to take, ``second`` gets the rest."""

    oracle: str
    first: str = ""
    second: str = ""


class Ask(_Todo, frozen=True):
    """The book is unclear, and now it matters."""

    reading: Unclear


class Over(_Todo, frozen=True):
    """The turn is over; with the Guild Hall crossed out, the game."""


Todo = (
    Wild | Gain | Aim | Thrown | Put | Persuade | Again | Replay | Duel | Step | Cross | Ask | Over
)  # fmt: skip
