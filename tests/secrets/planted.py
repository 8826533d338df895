"""What to plant in a game that keeps secrets, and who may know it when.

Rule: one entry a game. It is told from the state alone, not by the game's own ``seal`` or
``show``, so that a mistake there is found.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from string import ascii_lowercase
from typing import Any

from msgspec import Struct


class Planted(Struct, frozen=True):
    """``box``: a box with planted words. ``held``: by seat, the words that are its alone
    in this state; ``""`` for those that nobody may know. ``opened``: the words that this
    state shows to everybody."""

    box: Callable[[Random], dict[str, Any]]
    held: Callable[[Any], dict[str, set[str]]]
    opened: Callable[[Any], set[str]]


def word(rng: Random) -> str:
    """A word that occurs nowhere else: by chance 1 in 10^14."""
    return "zq" + "".join(rng.choices(ascii_lowercase, k=10))


def _hands(rng: Random) -> dict[str, Any]:
    seats = ("red", "blue", "green", "yellow", "black")
    return {
        "hands": {
            seat: [{"name": word(rng), "value": value} for value in (1, 2, 3)] for seat in seats
        }
    }


def _held(state: Any) -> dict[str, set[str]]:
    hands = {seat: {token.name for token in hand} for seat, hand in state.hands.items()}
    spare = {token.name for hand in state.spare.values() for token in hand}
    return {**hands, "": spare}


def _opened(state: Any) -> set[str]:
    return {token.name for one in state.rounds for token in one.tokens.values()}


PLANTED = {"closed_hands": Planted(_hands, _held, _opened)}
