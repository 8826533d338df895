"""Setting up, dice, turns and rounds (pages 2 to 4 and 8)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.merlin import GAME, moves
from companion.games.merlin.state import Box
from tests.games.merlin.table import (
    BOX,
    FOURTH,
    GROUND,
    MISSIONS,
    UNTOLD,
    acted,
    at_scoring,
    begun,
    blue,
    castle,
    has,
    is_open,
    landed,
    new,
    open_now,
    play,
    rolling,
    step,
    table,
    through,
    waits,
    why,
)

# Setting up (pages 2 and 3)


def test_what_lies_on_the_table_at_first() -> None:
    state = begun(3)
    for one in state.castles.values():
        assert (one.apples, one.staffs, one.goods, one.traitors) == (1, 3, {}, {})
        assert set(one.henchmen.values()) == {""}
    assert (state.at["merlin"], state.on["merlin"]) == (0, "black"), "page 2"
    assert (state.grail, state.excalibur, state.round) == ("", "", 1)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_tiles_are_laid_and_the_last_of_one_kind_lie_by_themselves(count: int) -> None:
    state = begun(count)
    kinds = GROUND if count < 4 else (*GROUND, *FOURTH)
    for place, kind in enumerate(kinds[:-1]):
        state = play(state, moves.Tile(place, kind))  # type: ignore[arg-type]
    assert [tile.kind for tile in state.tiles] == list(kinds)
    assert waits(state) == "begin"


def test_no_more_tiles_of_a_sort_than_the_book_leaves() -> None:
    state = begun(2)
    for place in range(4):
        state = play(state, moves.Tile(place, "lake"))
    assert why(state, moves.Tile(9, "lake")) == ("kind", "page 3")
    assert why(state, moves.Tile(0, "forest")) == ("covered", "page 3")
    assert why(state, moves.Tile(18, "forest")) == ("phase", "page 3")
    assert play(begun(4), *(moves.Tile(place, "lake") for place in range(5))).tiles[4].kind


def test_where_nobody_told_the_rows_the_shift_is_asked() -> None:
    state = begun(2, UNTOLD)
    assert open_now(state, moves.Shift) == [moves.Shift("left"), moves.Shift("right")]
    assert not open_now(state, moves.Tile)
    state = play(state, moves.Shift("left"))
    assert state.shift == "left"
    assert why(state, moves.Shift("right")) == ("phase", "page 3")
    assert why(begun(2), moves.Shift("right")) == ("phase", "page 3")


def _laid(count: int = 2, box: Box = BOX, **options: Any) -> Any:
    state = begun(count, box, **options)
    state = state if state.shift else play(state, moves.Shift("right"))
    return play(state, *(moves.Tile(n, k) for n, k in enumerate(GROUND[:-1])))  # type: ignore[arg-type]


def test_a_start_tile_gives_what_it_names() -> None:
    """The first made-up tile: the knight on grey, black flag, blue shield, purple stone."""
    state = play(_laid(), moves.Starts("blue", 0))
    assert (state.at["blue"], state.on["blue"]) == (4, "grey")
    assert blue(state).goods == {"black-flag": 1, "blue-shield": 1, "purple-stone": 1}
    assert blue(state).influence == {"orange": 1}
    assert why(state, moves.Starts("yellow", 0)) == ("start", "page 3"), "nobody gets it again"
    assert why(state, moves.Starts("blue", 1)) == ("start", "page 3")
    assert waits(play(state, moves.Starts("yellow", 3))) == "traitors"


def test_what_nobody_told_of_it_is_said_one_by_one() -> None:
    state = _laid(box=UNTOLD)
    assert why(state, moves.Starts("blue", 0)) == ("phase", "page 3")
    for county in ("grey", "black", "blue", "purple", "orange"):
        state = play(state, moves.Gives("blue", county))
    assert state.on["blue"] == "grey"
    assert blue(state).goods == {"black-flag": 1, "blue-shield": 1, "purple-stone": 1}
    assert blue(state).influence == {"orange": 1}
    assert why(state, moves.Gives("blue", "black")) == ("phase", "page 3"), "yellow is next"


def test_each_draws_three_traitors_of_whom_there_are_four_of_a_county() -> None:
    state = play(_laid(), moves.Starts("blue", 0), moves.Starts("yellow", 1))
    state = play(state, *[moves.Traitor("blue", "grey")] * 3)
    assert why(state, moves.Traitor("blue", "grey")) == ("phase", "page 8")
    state = play(state, moves.Traitor("yellow", "grey"))
    assert why(state, moves.Traitor("yellow", "grey")) == ("traitor", "page 1")
    state = play(state, *[moves.Traitor("yellow", "blue")] * 2)
    assert (blue(state).traitors, state.phase) == ({"grey": 3}, "roll")


def test_four_missions_a_hand_from_the_pile_and_three_on_the_display() -> None:
    state = play(_laid(way="everything"), moves.Starts("blue", 0), moves.Starts("yellow", 1))
    state = play(state, *(moves.Shows(f"card-{n}") for n in range(3)))
    state = play(
        state, *[moves.Traitor("blue", "grey")] * 3, *[moves.Traitor("yellow", "blue")] * 3
    )
    assert why(state, moves.Takes(0)) == ("phase", "page 7"), "a hand is dealt from the pile"
    assert why(state, moves.Draws("blue", "card-0")) == ("card", "page 7")
    state = play(state, *(moves.Draws("blue", f"card-{n}") for n in range(3, 7)))
    state = play(state, *(moves.Draws("yellow", f"card-{n}") for n in range(7, 11)))
    assert (state.phase, len(state.pile)) == ("roll", 55 - 3 - 8)


def test_hands_need_all_missions_of_the_owners_copy() -> None:
    few = replace(BOX, missions=MISSIONS[:50])
    refusal = new(2, few, way="everything")
    assert (refusal.key, refusal.values, refusal.book) == (
        "merlin.no.unknown", {"count": 5}, "page 7",
    )  # fmt: skip


# Dice (pages 3 and 8)


def test_every_seat_rolls_three_dice_and_a_white_one() -> None:
    state = rolling()
    assert {choice.seat for choice in GAME.choices(state)} == {"blue", "yellow"}
    state = play(state, *(moves.Die("blue", face) for face in (6, 1, 6)))
    assert blue(state).dice == (1, 6, 6)
    assert why(state, moves.Die("blue", 2)) == ("dice", "page 8")
    assert not is_open(state, moves.Die("blue", 6, white=True))
    state = play(state, moves.Die("blue", 2, white=True))
    assert why(state, moves.Die("blue", 2, white=True)) == ("dice", "page 8")
    assert why(state, moves.Again("blue")) == ("dice", "page 3")
    assert state.phase == "roll", "yellow has not rolled"


# Turns (page 4)


def test_a_knight_goes_clockwise_as_far_as_its_die_shows() -> None:
    state = play(table(), moves.Goes(False, 3))
    assert (state.at["blue"], state.on["blue"], state.moved) == (3, "excalibur", "blue")
    assert (blue(state).dice, blue(state).white) == ((1, 2), 4)
    far = replace(table(), at={"blue": 22, "yellow": 0, "merlin": 0})
    assert play(far, moves.Goes(False, 3)).at["blue"] == 1


def test_merlin_goes_either_way() -> None:
    state = play(table(), moves.Goes(True, 4))
    assert (state.at["merlin"], state.on["merlin"], blue(state).white) == (4, "grey", 0)
    assert play(table(), moves.Goes(True, 4, back=True)).at["merlin"] == 20


def test_an_apple_makes_a_die_show_anything() -> None:
    state = play(table(), moves.Apple(True, 4))
    assert (blue(state).apples, waits(state)) == (0, "worth")
    assert len(open_now(state, moves.Turned)) == 12, "six sides, both ways"
    state = play(state, moves.Turned(6, back=True))
    assert (state.at["merlin"], blue(state).white, blue(state).dice) == (18, 0, (1, 2, 3))
    own = play(table(), moves.Apple(False, 2), moves.Turned(6))
    assert (own.at["blue"], blue(own).dice) == (6, (1, 3))


def test_an_apple_moves_a_knight_clockwise_alone() -> None:
    state = play(table(), moves.Apple(False, 2))
    assert [move.back for move in open_now(state, moves.Turned)] == [False] * 6
    assert why(state, moves.Turned(1, back=True)) == ("backwards", "page 12")
    assert why(castle(table(), apples=0), moves.Apple(False, 2)) == ("apple", "page 4")
    assert why(table(), moves.Apple(False, 6)) == ("die", "page 4")


def test_the_next_to_the_left_is_on_turn() -> None:
    state = acted(table(3), "grey", moves.Leaves())
    assert why(state, moves.Goes(False, 2)) == ("phase", "page 4"), "one die in a turn"
    state = play(state, moves.Ends())
    assert (state.turn, state.phase, state.moved) == ("yellow", "choose", "")


def test_a_turn_does_not_end_before_a_figure_has_gone_and_acted() -> None:
    assert why(table(), moves.Ends()) == ("phase", "page 4")
    assert why(landed(table(), "grey"), moves.Ends()) == ("phase", "page 4")
    assert not open_now(landed(table(), "grey"), moves.Ends)


def test_where_nobody_told_the_rondel_people_say_where_a_figure_landed() -> None:
    state = play(table(box=UNTOLD), moves.Goes(False, 3))
    assert (waits(state), len(open_now(state, moves.Lands))) == ("lands", 20)
    state = play(state, moves.Lands("grail"))
    assert (state.on["blue"], state.at["blue"], waits(state)) == ("grail", -1, "act")


def test_there_a_henchman_is_relocated_to_any_other_county() -> None:
    state = castle(table(box=UNTOLD), henchmen={**blue(table()).henchmen, "lady": "grey"})
    state = play(state, moves.Goes(False, 3), moves.Lands("relocate"), moves.Sends("lady"))
    assert len(open_now(state, moves.To)) == 5


# Rounds (page 8)


def test_a_round_is_over_when_all_dice_are_used_and_the_next_begins_to_the_left() -> None:
    state = at_scoring(table(3), 1)
    assert (state.phase, state.round, state.starter) == ("roll", 2, "yellow")
    for seat in state.seats:
        state = play(state, *(moves.Die(seat, n, white=n == 4) for n in (1, 2, 3, 4)))
    assert (state.phase, state.turn) == ("choose", "yellow")


@pytest.mark.parametrize(("number", "phase"), [
    (1, "roll"), (2, "score"), (3, "roll"), (4, "score"), (5, "roll"), (6, "score"),
])  # fmt: skip
def test_a_scoring_follows_the_second_the_fourth_and_the_sixth(number: int, phase: str) -> None:
    assert at_scoring(table(), number).phase == phase


@pytest.mark.parametrize("number", [2, 4])
def test_three_new_traitors_each_after_the_losses(number: int) -> None:
    state = castle(table(), traitors={"grey": 3})
    state = step(at_scoring(state, number), "losses")
    state = play(state, moves.Next())
    assert (waits(state), blue(state).traitors) == ("traitors", {})
    state = through(state)
    assert [sum(one.traitors.values()) for one in state.castles.values()] == [3, 3]
    assert (state.phase, state.round, state.starter) == ("roll", number + 1, "yellow")


def test_none_after_the_last_and_the_game_is_over() -> None:
    state = through(at_scoring(castle(table(), traitors={"grey": 3}), 6))
    assert (state.phase, blue(state).traitors) == ("over", {})
    assert why(state, moves.Ends()) == ("over", "page 10")


def test_when_no_traitor_lies_there_those_that_were_discarded_are_shuffled() -> None:
    """Page 8. 24 traitors: here 22 were discarded, and two lie there."""
    gone: Any = {"black": 4, "grey": 4, "blue": 4, "purple": 4, "orange": 4, "brown": 2}
    state = step(at_scoring(replace(table(), discarded=gone)), "traitors")
    assert open_now(state, moves.Traitor) == [moves.Traitor("blue", "brown")]
    assert why(state, moves.Traitor("blue", "grey")) == ("traitor", "page 1")
    state = play(state, moves.Traitor("blue", "brown"), moves.Traitor("blue", "brown"))
    assert len(open_now(state, moves.Traitor)) == 6
    state = play(state, moves.Traitor("blue", "grey"))
    assert (blue(state).traitors, state.discarded) == ({"brown": 2, "grey": 1}, {})


def test_every_turn_needs_a_die_that_is_there() -> None:
    state = has(table(), "blue-flag")
    assert why(state, moves.Goes(False, 4)) == ("die", "page 4")
    assert why(state, moves.Goes(True, 3)) == ("die", "page 4")
