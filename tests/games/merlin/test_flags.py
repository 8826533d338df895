"""Flags, each in its time (page 12), on a board of which the flags are told, and on one of which
they are not."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.merlin import moves
from tests.games.merlin.table import (
    BOX,
    UNTOLD,
    acted,
    blue,
    castle,
    has,
    is_open,
    landed,
    merlin,
    open_now,
    play,
    points,
    sealed,
    table,
    waits,
    why,
)

# Made up on this board: black repels, grey is for two missions, blue leads back, purple flips a
# die, orange copies another knight, brown mirrors.


def test_all_traitors_of_one_shield_go_without_a_shield() -> None:
    state = has(castle(table(), traitors={"grey": 2, "blue": 1}), "black-flag", "grey-shield")
    assert {move.county for move in open_now(state, moves.Repels)} == {"grey", "blue"}
    state = play(state, moves.Repels("grey"))
    assert (blue(state).traitors, state.discarded) == ({"blue": 1}, {"grey": 2})
    assert blue(state).goods == {"grey-shield": 1}, "the flag lies on its county again"
    assert why(state, moves.Repels("blue")) == ("flag", "page 12")
    assert why(has(state, "black-flag"), moves.Repels("grey")) == ("traitor", "page 12")


def test_it_repels_at_any_time_of_the_turn() -> None:
    state = has(castle(table(), traitors={"grey": 1}), "black-flag")
    before, there = state, landed(state, "grail")
    after = play(there, moves.Leaves())
    for now in (before, there, after):
        assert blue(play(now, moves.Repels("grey"))).traitors == {}
    between = play(landed(state, "relocate"), moves.Sends("lady"))
    assert why(between, moves.Repels("grey")) == ("window", "page 12"), "not in between"
    done = play(after, moves.Ends())
    assert why(done, moves.Repels("grey")) == ("flag", "page 12"), "nor in another's turn"


def test_a_knight_goes_back() -> None:
    state = has(table(), "blue-flag")
    assert is_open(state, moves.Goes(False, 1, back=True))
    state = play(state, moves.Goes(False, 1, back=True))
    assert (state.at["blue"], state.on["blue"]) == (23, "manor")
    assert (blue(state).goods, blue(state).dice) == ({}, (2, 3))
    assert why(table(), moves.Goes(False, 1, back=True)) == ("backwards", "page 12")


def test_merlin_goes_back_without_a_flag() -> None:
    state = play(has(table(), "blue-flag"), moves.Goes(True, 4, back=True))
    assert (state.at["merlin"], blue(state).goods) == (20, {"blue-flag": 1})


def test_any_own_die_is_flipped_before_a_figure_goes() -> None:
    state = has(table(), "purple-flag", "purple-flag")
    assert open_now(state, moves.Flips) == [
        moves.Flips(False, 1), moves.Flips(False, 2), moves.Flips(False, 3), moves.Flips(True, 4),
    ]  # fmt: skip
    state = play(state, moves.Flips(False, 1), moves.Flips(True, 4))
    assert (blue(state).dice, blue(state).white, blue(state).goods) == ((2, 3, 6), 3, {})
    assert why(has(state, "purple-flag"), moves.Flips(False, 1)) == ("die", "page 12")
    gone = landed(has(table(), "purple-flag"), "grey")
    assert why(gone, moves.Flips(False, 2)) == ("window", "page 12")
    done = play(gone, moves.Leaves())
    assert why(done, moves.Flips(False, 2)) == ("window", "page 12"), "a figure has gone"
    assert not open_now(done, moves.Flips)


def test_the_action_of_another_knights_space() -> None:
    state = replace(has(table(), "orange-flag"), at={"blue": 0, "yellow": 7, "merlin": 0},
                    on={"blue": "black", "yellow": "grail", "merlin": "black"})  # fmt: skip
    state = landed(state, "points-flag")
    assert open_now(state, moves.Copies) == [moves.Copies("yellow")]
    state = play(state, moves.Copies("yellow"))
    assert (state.at["blue"], blue(state).goods) == (5, {})
    state = play(state, moves.Acts())
    assert (state.grail, state.on["blue"]) == ("blue", "points-flag")


def test_a_staff_repeats_what_was_copied_by_merlin() -> None:
    state = replace(has(table(), "orange-flag"), at={"blue": 0, "yellow": 4, "merlin": 0},
                    on={"blue": "black", "yellow": "grey", "merlin": "black"})  # fmt: skip
    state = play(merlin(state, "points-flag"), moves.Copies("yellow"), moves.Sends("lady"))
    state = play(state, moves.Staff(), moves.Sends("builder"))
    assert (blue(state).influence, blue(state).goods) == ({"grey": 1}, {"grey-stone": 1})
    assert blue(state).staffs == 2


def test_not_of_a_knight_on_the_same_space_nor_of_the_own() -> None:
    state = landed(replace(has(table(), "orange-flag"), at={"blue": 0, "yellow": 4, "merlin": 0},
                           on={"blue": "black", "yellow": "grey", "merlin": "black"}), "grey")  # fmt: skip
    assert why(state, moves.Copies("yellow")) == ("knight", "page 12")
    assert why(state, moves.Copies("blue")) == ("knight", "page 12")
    other = replace(has(table(), "orange-flag"), at={"blue": 0, "yellow": 22, "merlin": 0},
                    on={"blue": "black", "yellow": "manor", "merlin": "black"})  # fmt: skip
    assert is_open(landed(other, "manor"), moves.Copies("yellow")), "another manor space"


def test_the_knight_stands_on_the_opposite_space_and_goes_on_from_there() -> None:
    state = acted(has(table(), "brown-flag"), "grey", moves.Mirrors())
    assert (state.at["blue"], state.on["blue"], blue(state).goods) == (16, "orange", {})
    state = play(state, moves.Sends("builder"))
    assert blue(state).goods == {"orange-stone": 1}


def test_merlin_has_no_mirror() -> None:
    state = merlin(has(table(), "brown-flag"), "grey")
    assert not is_open(state, moves.Mirrors())
    assert why(state, moves.Mirrors()) == ("window", "page 12")


def test_no_flag_leads_elsewhere_once_the_action_was_taken() -> None:
    """Page 12: "instead of the action" of the space."""
    state = has(table(favour=True), "brown-flag", "orange-flag", "purple-stone", "black-stone")
    state = replace(sealed(state, "builder-3"), at={**state.at, "yellow": 7},
                    on={**state.on, "yellow": "grail"})  # fmt: skip
    state = play(landed(state, "manor"), moves.Twice())
    for now in (state, play(state, moves.Builds(0))):
        assert waits(now) == "act"
        assert not open_now(now, moves.Mirrors)
        assert not open_now(now, moves.Copies)
        assert why(now, moves.Mirrors()) == ("window", "page 12")
        assert why(now, moves.Copies("yellow")) == ("window", "page 12")


def test_nor_when_a_staff_repeats_it() -> None:
    state = replace(has(table(), "orange-flag"), at={"blue": 0, "yellow": 7, "merlin": 0},
                    on={"blue": "black", "yellow": "grail", "merlin": "black"})  # fmt: skip
    state = play(merlin(state, "grey"), moves.Sends("lady"), moves.Staff())
    assert why(state, moves.Copies("yellow")) == ("window", "page 12")


def test_where_nothing_can_be_done_a_flag_still_leads_elsewhere() -> None:
    dead = landed(has(table(), "brown-flag"), "gain-flag")
    assert {type(one) for one in (moves.Mirrors(), moves.Leaves())} == {
        type(choice)
        for kind in (moves.Mirrors, moves.Leaves)
        for choice in open_now(dead, kind)
    }
    assert waits(landed(has(table(), "orange-flag"), "gain-flag")) == "act"
    alone = replace(has(table(), "orange-flag"), at={"blue": 0, "yellow": 6, "merlin": 0},
                    on={"blue": "black", "yellow": "gain-flag", "merlin": "black"})  # fmt: skip
    assert waits(landed(alone, "gain-flag")) == "", "all other knights are here as well"


def test_any_number_of_flags_in_one_turn() -> None:
    state = castle(table(), traitors={"grey": 1}, influence={"blue": 1})
    state = has(state, "black-flag", "blue-flag", "purple-flag", "brown-flag")
    state = play(state, moves.Flips(False, 3), moves.Goes(False, 4, back=True))
    assert state.on["blue"] == "brown"
    state = play(state, moves.Repels("grey"), moves.Mirrors())
    assert (state.on["blue"], blue(state).goods) == ("blue", {})


def test_an_apple_and_a_flag_lead_back_together() -> None:
    state = play(has(table(), "blue-flag"), moves.Apple(False, 2))
    state = play(state, moves.Turned(6, back=True))
    assert (state.at["blue"], blue(state).dice, blue(state).apples) == (18, (1, 3), 0)
    assert blue(state).goods == {}


# Flags of which nobody told what they do

NO_FLAGS = replace(BOX, flags={})


def test_what_a_flag_does_is_asked_once() -> None:
    state = has(castle(table(box=NO_FLAGS), traitors={"grey": 1}), "black-flag", "grey-flag")
    assert open_now(state, moves.Uses) == [moves.Uses("black"), moves.Uses("grey")]
    state = play(state, moves.Uses("black"))
    assert (waits(state), len(open_now(state, moves.Does))) == ("asks", 6)
    state = play(state, moves.Does("repel"))
    assert state.flags == {"black": "repel"}
    assert open_now(state, moves.Uses) == [moves.Uses("grey")]
    assert blue(play(state, moves.Repels("grey"))).goods == {"grey-flag": 1}
    again = play(state, moves.Uses("grey"))
    assert why(again, moves.Does("repel")) == ("two_flags", "page 12")


def test_a_flag_nobody_has_or_knows_already_is_not_asked() -> None:
    state = has(table(box=NO_FLAGS), "black-flag")
    assert why(state, moves.Uses("grey")) == ("phase", "page 12")
    assert why(has(table(), "black-flag"), moves.Uses("black")) == ("phase", "page 12")
    assert why(state, moves.Does("repel")) == ("phase", "page 4")


def test_it_can_still_lead_elsewhere_from_a_space_that_gives_nothing() -> None:
    state = landed(has(table(box=NO_FLAGS), "black-flag"), "gain-flag")
    state = play(state, moves.Uses("black"), moves.Does("mirror"))
    state = play(state, moves.Mirrors())
    assert state.on["blue"] == "mission"


def test_where_nobody_told_the_rondel_people_say_where_it_mirrors_to() -> None:
    state = has(table(box=replace(UNTOLD, flags=BOX.flags)), "brown-flag", "orange-flag")
    state = play(state, moves.Goes(False, 1), moves.Lands("manor"))
    assert is_open(state, moves.Copies("yellow")), "it stands on the black county"
    state = play(state, moves.Mirrors())
    assert waits(state) == "lands"
    state = play(state, moves.Lands("grail"), moves.Acts())
    assert (state.grail, state.on["blue"], blue(state).goods) == (
        "blue", "grail", {"orange-flag": 1},
    )  # fmt: skip


def test_there_a_knight_on_a_space_of_its_own_kind_is_another_if_there_are_several() -> None:
    """Of the grail there is one space, of manors three."""
    state = has(table(box=replace(UNTOLD, flags=BOX.flags)), "orange-flag")
    for space, apart in (("manor", True), ("grail", False)):
        now = replace(state, on={**state.on, "yellow": space})
        now = play(now, moves.Goes(False, 1), moves.Lands(space))
        assert is_open(now, moves.Copies("yellow")) == apart
    assert why(play(state, moves.Goes(False, 1)), moves.Lands("castle")) == ("space", "page 4")


@pytest.mark.parametrize("move", [
    moves.Flips(False, 1), moves.Repels("grey"), moves.Goes(False, 1, back=True),
])  # fmt: skip
def test_without_the_flag_there_is_nothing(move: Any) -> None:
    state = castle(table(), traitors={"grey": 1})
    assert not is_open(state, move)
    assert why(state, move)[1] == "page 12"
    assert points(state) == 0
