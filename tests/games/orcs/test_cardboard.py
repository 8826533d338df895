"""The game beside the cardboard, move by move: they never part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.games.orcs.board import box
from companion.games.orcs.state import State
from tests.games.orcs.cardboard import BOX, FIGURES, POISON, POISONS, Cardboard, Spot
from tests.games.orcs.table import BOX as COPY
from tests.games.orcs.table import KINDS, WHOLE, begun, whole_play

VARIANTS = [(False, False), (True, False), (False, True), (True, True)]


@pytest.mark.parametrize(("missions", "bonus"), VARIANTS)
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("way", ["everything", "board"])
def test_figures_cards_and_cubes_lie_where_the_game_says(
    way: str, count: int, missions: bool, bonus: bool
) -> None:
    rng = Random(f"{way} {count} {missions} {bonus}")
    lost, copy = rng.choice(["kept", "back"]), rng.choice([COPY, WHOLE])
    state = begun(count, copy, way=way, missions=missions, bonus=bonus, lost=lost)
    table = Cardboard(state)
    for (before, _), (after, move) in pairwise(whole_play(state, rng)):
        table.step(before, move, after)
        _same_board(table, after)
        _same_counts(table, after)
        if table.decks and after.phase != "over":
            _same_cards(table, after)
    assert table.numbers > 12, "more than were there at the beginning"


def _same_board(table: Cardboard, state: State) -> None:
    there = {
        one.id: (one.kind, Spot(path, segment), one.damage)
        for path, each in enumerate(state.paths)
        for segment, figures in enumerate(each.segments)
        for one in figures
    }
    standing = {
        number: (kind, table.at(number), table.hurt.get(number, 0))
        for number, (kind, _) in table.stood.items()
    }
    assert there == standing
    assert [path.markers for path in state.paths] == table.markers
    assert state.mages == table.mages


def _same_counts(table: Cardboard, state: State) -> None:
    """All 72 of wood: with the mages, in the box or on the board."""
    assert state.values == table.values
    assert state.tracks == table.cubes
    for kind in KINDS:
        places = table.figures[kind]
        for seat in state.seats:
            assert state.won[seat][kind] == places.count(seat)
        assert box(state)[kind] == places.count(BOX)
    assert {kind: len(places) for kind, places in table.figures.items()} == FIGURES


def _same_cards(table: Cardboard, state: State) -> None:
    """Every card is in one place, and poison nowhere but where it was given."""
    lying = Counter((place, card) for card, place in table.cards.items() if place != BOX)
    poison = {p: n for p, n in table.poison.items() if n and p not in (BOX, "pile")}
    lying.update({(place, POISON): count for place, count in poison.items()})
    assert Counter(_placed(state)) == lying
    assert state.pile_left == table.poison["pile"]
    assert sum(table.poison.values()) == POISONS


def _placed(state: State) -> Iterator[tuple[Any, str]]:
    """Where the game has each card."""
    for seat, deck in state.decks.items():
        for pile in ("draw", "hand", "discard"):
            for card in getattr(deck, pile):
                yield (pile, seat), POISON if card.startswith(POISON) else card
    for number, cards in enumerate(state.piles, 1):
        yield from ((("pile", number), card) for card in cards)
    yield from ((("open", place), card) for place, card in enumerate(state.open) if card)
    yield from (("table", card) for card in state.table)
