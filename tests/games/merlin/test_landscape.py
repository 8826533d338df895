"""The environs: areas, and the lines to the frames (pages 3, 7 and 9), reckoned by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.merlin import landscape
from companion.games.merlin.landscape import Shift
from tests.games.merlin.cardboard import SIX, hexes
from tests.games.merlin.table import FOURTH, GROUND, LOWER, UPPER


def test_18_tiles_for_two_and_three_players_and_24_for_four() -> None:
    """Page 3: one of each of the six sorts is taken out."""
    assert [landscape.size(count) for count in (2, 3, 4)] == [18, 18, 24]
    three = landscape.totals(3)
    assert three == {
        "mountain": 4, "forest": 4, "lake": 4,
        "mountain-tower": 2, "forest-tower": 2, "lake-tower": 2,
    }  # fmt: skip
    assert landscape.totals(4) == {kind: count + 1 for kind, count in three.items()}


def test_areas_of_tiles_that_hang_together() -> None:
    assert list(landscape.areas(GROUND, "right")) == [
        (0, 1, 2, 6, 7), (3, 4, 8, 9), (5, 10, 11, 14, 15, 16), (12, 13), (17,),
    ]  # fmt: skip


def test_areas_with_four_players_and_the_other_way_round() -> None:
    kinds = (*GROUND, *FOURTH)
    assert [area for area in landscape.areas(kinds, "right") if len(area) < 3] == [
        (12, 13), (17,), (18, 19), (21,), (23,),
    ]  # fmt: skip
    assert max(landscape.areas(kinds, "right"), key=len) == (5, 10, 11, 14, 15, 16, 20, 22)
    assert (3, 4, 8, 9, 12, 13) in landscape.areas(kinds, "left")


@pytest.mark.parametrize(("shift", "tile", "near"), [
    ("right", 0, {1, 6}), ("right", 5, {4, 10, 11}), ("right", 6, {0, 1, 7, 12, 13}),
    ("right", 9, {8, 10, 3, 4, 15, 16}), ("right", 11, {5, 10, 17}), ("right", 17, {16, 10, 11}),
    ("left", 0, {1, 6, 7}), ("left", 5, {4, 11}), ("left", 6, {0, 7, 12}),
    ("left", 9, {8, 10, 2, 3, 14, 15}), ("left", 11, {10, 4, 5, 16, 17}),
])  # fmt: skip
def test_tiles_that_touch(shift: Shift, tile: int, near: set[int]) -> None:
    assert set(landscape.neighbours(tile, 18, shift)) == near


@pytest.mark.parametrize(("shift", "tile", "stones"), [
    ("right", 9, {"purple", "brown", "grey"}),
    ("right", 0, {"black", "grey", "orange"}),
    ("right", 11, {"brown", "grey"}),
    ("right", 8, {"blue", "orange"}),
    ("left", 6, {"grey", "brown"}),
    ("left", 17, {"grey", "black", "orange"}),
])  # fmt: skip
def test_stones_at_the_ends_of_the_lines(shift: Shift, tile: int, stones: set[str]) -> None:
    """Page 7: of six lines, those to the sides never end at a frame."""
    assert set(landscape.stones(tile, 18, shift, UPPER, LOWER)) == stones


def test_the_ends_of_the_lines_of_one_tile() -> None:
    """The fourth of the middle row: half a tile to the left and to the right of it above, and
    the same below."""
    assert set(landscape.ends(9, 18, "right")) == {
        ("upper", 3), ("upper", 5), ("lower", 3), ("lower", 5),
    }  # fmt: skip


def test_where_a_frame_shows_none_nothing_pays() -> None:
    bare = ("none",) * 7
    assert landscape.stones(9, 18, "right", bare, bare) == ()


def test_every_tile_has_a_line_that_ends_at_a_frame() -> None:
    """Page 7: at least one."""
    for tiles, shift in [(18, "left"), (18, "right"), (24, "left"), (24, "right")]:
        for tile in range(tiles):
            assert landscape.ends(tile, tiles, shift)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from([18, 24]), st.sampled_from(["left", "right"]), st.integers(0, 23))
def test_neighbours_are_those_of_other_coordinates(tiles: int, shift: str, tile: int) -> None:
    tile %= tiles
    board = hexes(tiles // 6, shift)
    [(q, r)] = [place for place, number in board.items() if number == tile]
    near = {board[q + dq, r + dr] for dq, dr in SIX if (q + dq, r + dr) in board}
    assert set(landscape.neighbours(tile, tiles, shift)) == near
