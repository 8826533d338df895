"""What is still to be done, each waiting for one choice.

Rule: small enough that the choices for it are a short list.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.games.orcs.kinds import Kind

Effect = Literal["teleport", "draw"]


class _Todo(Struct, frozen=True, tag_field="wait", tag=str.lower):
    pass


class Unveil(_Todo, frozen=True):
    """A marker of this path is turned, and its monster stands at the end (line 6)."""

    path: int


class Show(_Todo, frozen=True):
    """A spell of this pile is laid open on that place (line 10)."""

    place: int


class Take(_Todo, frozen=True):
    """A mage draws so many cards (line 7)."""

    seat: str
    count: int


class Rules(_Todo, frozen=True):
    """The lower part of the fate card, where the card itself is not known."""


class Choose(_Todo, frozen=True):
    """A path is chosen, and a marker turned there (line 6, second step)."""


class Casting(_Todo, frozen=True):
    """A spell, by its card where decks are kept, and the power reached by now."""

    spell: str
    power: int = 0
    card: str = ""


class Boost(_Todo, frozen=True):
    """Boost effects of the card just added, each used once or left (line 11)."""

    left: tuple[Effect, ...]


class Jump(_Todo, frozen=True):
    """The mage goes to a free position by a boost."""


class Strike(_Todo, frozen=True):
    """So much damage to one monster: on the own path, or ``anywhere``."""

    damage: int
    anywhere: bool = False


class Sweep(_Todo, frozen=True):
    """Two damage to all of a segment of the own path; ``beside``: which others then, "side" or
    "behind" (line 9)."""

    beside: str = ""


class Side(_Todo, frozen=True):
    """The neighbour of that segment, left or right; then both are struck."""

    path: int
    segment: int


class Fells(_Todo, frozen=True):
    """Nobody told its hit points: is it defeated?"""

    figure: int


class Asks(_Todo, frozen=True):
    """What the trophy board prints for this kind: its ``ability`` or ``bonus``."""

    kind: Kind
    what: Literal["ability", "bonus"]


class Extra(_Todo, frozen=True):
    """Bonus actions of the monsters won in this action, in any order, or left (line 14)."""

    kinds: tuple[Kind, ...]


class Learn(_Todo, frozen=True):
    """One of the open spells is taken (line 10)."""


class Switch(_Todo, frozen=True):
    """Two monsters change places; the first is chosen (line 10)."""

    first: int = 0


class Move(_Todo, frozen=True):
    """Any monster goes to any segment of the own path; the monster is chosen (line 10)."""

    figure: int = 0


class Bonds(_Todo, frozen=True):
    """Any monster goes so many segments forward (line 10)."""

    steps: int


class Voodoo(_Todo, frozen=True):
    """An opponent is chosen, who discards a card (line 11)."""


class Drop(_Todo, frozen=True):
    """These mages discard a card each; all at once."""

    seats: tuple[str, ...]


class Done(_Todo, frozen=True):
    """The action is over."""


Todo = (
    Unveil | Show | Take | Rules | Choose | Casting | Boost | Jump | Strike | Sweep | Side | Fells
    | Asks | Extra | Learn | Switch | Move | Bonds | Voodoo | Drop | Done
)  # fmt: skip
