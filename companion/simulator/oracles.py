"""Synthetic Oracles and cards for Maginor: drawn by chance, and not the printed ones.

Rule: no real match ever sees these. They keep to what the book says of Oracles (eleven, the Guild
Hall largest, two small ones, a symbol for each vote), and everything else is made up.
"""

from __future__ import annotations

from random import Random
from typing import Any

SYMBOLS = ("fire", "water", "earth", "air", "fate")
FATE = SYMBOLS[-1]
COLOURS = ("red", "blue", "yellow", "green")

GUILD_HALL = "guild-hall"
GUILD_HALL_VOTES = 15  # the most that an Oracle has, as players tell
SHOWS = {"great-eagle": "water", "unicorn": "fire"}
"""Several of these ("Playing Mage Cards" and "Rolling the Die", the examples)."""
UNNAMED = 8
SMALL = 2
SMALL_VOTES = 5  # the fewest that an Oracle has, as players tell
VOTES = range(6, 15)  # of the others
SEVERAL = 2
FATELESS = 3  # Oracles where a fate card is any symbol


def synthetic(rng: Random) -> dict[str, dict[str, Any]]:
    """What is printed on eleven Oracles of nobody's box, by the piece: ``oracle/unicorn``."""
    unnamed = [str(number) for number in range(1, UNNAMED + 1)]
    small = rng.sample(unnamed, SMALL)
    others = [name for name in (*SHOWS, *unnamed) if name not in small]
    votes = {GUILD_HALL: GUILD_HALL_VOTES, **dict.fromkeys(small, SMALL_VOTES)}
    votes |= dict(zip(others, rng.sample(VOTES, len(others)), strict=True))
    fateless = rng.sample(others, FATELESS)
    names = (GUILD_HALL, *SHOWS, *unnamed)
    return {
        f"oracle/{name}": {
            "votes": votes[name],
            "symbols": _row(rng, votes[name], name not in fateless, SHOWS.get(name, "")),
        }
        for name in names
    }


def _row(rng: Random, votes: int, has_fate: bool, shows: str) -> list[str]:
    """So many symbols from the top clockwise; several of the one that it is known for."""
    kinds = SYMBOLS if has_fate else [symbol for symbol in SYMBOLS if symbol != FATE]
    row = [shows] * SEVERAL if shows else []
    row += [FATE] * has_fate
    row += rng.choices(kinds, k=votes - len(row))
    return rng.sample(row, votes)


def hands(rng: Random) -> dict[str, dict[str, Any]]:
    """Which colour the mage of each number on the labels has, and which symbol each of its
    symbol cards shows, as somebody may have told of a box of nobody's."""
    colours = dict(enumerate(rng.sample(COLOURS, len(COLOURS)), 1))
    facts: dict[str, dict[str, Any]] = {
        f"mage/{mage}": {"colour": colour} for mage, colour in colours.items()
    }
    for mage in colours:
        shows = enumerate(rng.sample(SYMBOLS, len(SYMBOLS)), 1)
        facts |= {f"card/{mage}/symbol/{card}": {"symbol": one} for card, one in shows}
    return facts
