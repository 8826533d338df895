"""Where a game of Closed Hands stands.

Rule: frozen, and plain enough to be JSON. ``hands``, ``spare`` and ``laid`` are secret;
whatever leaves the state is made in ``showing`` and ``telling``.
"""

from __future__ import annotations

from typing import Annotated

from closed_hands.tokens import WORDS
from msgspec import Meta, Struct, field


class Token(Struct, frozen=True, forbid_unknown_fields=True):
    """A token of a hand."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    value: Annotated[int, Meta(ge=1, le=99)]


Hand = tuple[Token, ...]


def _hands() -> dict[str, Hand]:
    return {
        seat: tuple(Token(name, value) for value, name in enumerate(names, 1))
        for seat, names in WORDS.items()
    }


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """There are no house rules."""


class Box(Struct, frozen=True):
    """The hand of each seat, dealt outside: chance is not ours."""

    hands: dict[str, Hand] = field(default_factory=_hands)


class Round(Struct, frozen=True):
    """A round that was opened; no ``winner`` where two tied for the highest."""

    prize: int
    tokens: dict[str, Token]
    winner: str = ""


class State(Struct, frozen=True):
    """``spare``: hands of seats where nobody sits yet. ``laid``: the token of each seat
    that lies face down; it is in the hand until all are opened. ``prize``: 0 until it is
    turned. ``phase``: turn, lay or over."""

    seats: tuple[str, ...]
    names: dict[str, str]
    hands: dict[str, Hand]
    spare: dict[str, Hand]
    points: dict[str, int]
    phase: str = "turn"
    prize: int = 0
    laid: dict[str, str] = {}
    rounds: tuple[Round, ...] = ()


def holders(state: State) -> tuple[str, ...]:
    """Whose hand holds a token."""
    return tuple(seat for seat in state.seats if state.hands[seat])


def winners(state: State) -> tuple[str, ...]:
    """Who has the most points once the game is over; several may share it."""
    if state.phase != "over":
        return ()
    most = max(state.points[seat] for seat in state.seats)
    return tuple(seat for seat in state.seats if state.points[seat] == most)
