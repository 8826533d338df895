"""What people say about the table is true, within what the box holds (pages 1 and 2)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.merlin import GAME, moves
from companion.games.merlin.counties import COUNTIES, FLAGS, HENCHMEN, SPACES
from companion.games.merlin.mending import (
    Banner,
    Dice,
    Ground,
    Holds,
    Lies,
    Marker,
    On,
    Owner,
    Round,
    Sealed,
    Stands,
    Stops,
    Treasure,
    Turn,
    Way,
)
from companion.games.merlin.state import State
from companion.games.merlin.todo import Take
from companion.vocabulary import Refusal
from tests.games.merlin.table import (
    FLAG,
    SEATS,
    UNTOLD,
    acted,
    any_box,
    at_scoring,
    begun,
    blue,
    built,
    by_chance,
    castle,
    dealt,
    gives,
    has,
    is_open,
    landed,
    open_now,
    out,
    play,
    points,
    refused,
    rolling,
    sealed,
    step,
    table,
    through,
    waits,
    whole_play,
    why,
)
from tests.games.merlin.test_properties import within_the_box

# Castles


def test_the_score_is_what_the_marker_shows() -> None:
    state = castle(table(), earned={"missions": 5})
    state = play(state, Marker("blue", 3))
    assert (points(state), blue(state).earned) == (3, {"missions": 5, "told": -2})
    assert blue(play(state, Marker("blue", 5))).earned == {"missions": 5}
    assert points(play(state, Marker("blue", -4))) == -4


@pytest.mark.parametrize(("what", "most"), [("apples", 10), ("staffs", 3)])
def test_apples_and_staffs_as_far_as_there_are_any(what: Any, most: int) -> None:
    state = play(table(), Holds("blue", what, most))
    assert getattr(blue(state), what) == most
    assert why(table(), Holds("blue", what, most + 1)) == (what, "page 1")
    assert refused(table(), Holds("blue", what, 20)).values == {"most": most}


@pytest.mark.parametrize("thing", ["shield", "flag", "stone"])
def test_six_of_each_thing_of_a_county(thing: Any) -> None:
    state = has(table(), f"grey-{thing}", f"grey-{thing}", seat="yellow")
    state = play(state, Holds("blue", thing, 4, "grey"))
    assert blue(state).goods == {f"grey-{thing}": 4}
    assert why(state, Holds("blue", thing, 5, "grey")) == ("goods", "page 1")
    assert blue(play(state, Holds("blue", thing, 0, "grey"))).goods == {}
    assert why(state, Holds("blue", thing, 1)) == ("phase", "page 4"), "of which county?"


def test_influence_as_many_markers_as_a_player_has() -> None:
    state = play(table(), Holds("blue", "influence", 4, "grey"))
    state = play(state, Holds("blue", "influence", 2, "brown"))
    assert why(state, Holds("blue", "influence", 3, "brown")) == ("influence", "page 2")
    assert blue(play(state, Holds("blue", "influence", 0, "grey"))).influence == {"brown": 2}
    seven = castle(table(markers=7), influence={"grey": 6})
    assert blue(play(seven, Holds("blue", "influence", 1, "brown"))).influence["brown"] == 1


def test_traitors_come_from_the_stacks_then_from_the_discards_and_go_there() -> None:
    state = castle(replace(table(), discarded={"grey": 2}), "yellow", traitors={"grey": 1})
    state = play(state, Holds("blue", "traitor", 2, "grey"))
    assert (blue(state).traitors, state.discarded) == ({"grey": 2}, {"grey": 1})
    state = play(state, Holds("blue", "traitor", 0, "grey"))
    assert (blue(state).traitors, state.discarded) == ({}, {"grey": 3})
    hidden = play(table(), Holds("blue", "traitor", 2, "grey"))
    assert hidden.discarded == {}


def test_no_more_traitors_than_three_and_of_a_county_four() -> None:
    state = play(
        table(), Holds("blue", "traitor", 2, "grey"), Holds("blue", "traitor", 1, "blue")
    )
    assert why(state, Holds("blue", "traitor", 2, "blue")) == ("traitors", "page 3")
    state = castle(table(), "yellow", traitors={"grey": 3})
    assert why(state, Holds("blue", "traitor", 2, "grey")) == ("traitor", "page 1")


def test_dice_are_what_the_castle_shows() -> None:
    state = play(table(), Dice("blue", (6, 5), 0))
    assert (blue(state).dice, blue(state).white) == ((5, 6), 0)
    assert why(state, moves.Goes(True, 4)) == ("die", "page 4")


def test_whoever_has_no_die_any_more_ends_the_turn() -> None:
    state = play(table(), Dice("blue", (), 0))
    assert (state.phase, is_open(state, moves.Ends())) == ("act", True)
    assert play(state, moves.Ends()).turn == "yellow"


def test_whoever_has_a_die_left_is_on_turn_whatever_the_neighbour_has() -> None:
    """Page 8: a round is over when all dice are used."""
    state = play(table(3), Dice("yellow", (), 0), Dice("blue", (1,), 0), moves.Goes(False, 1))
    state = play(state, moves.Leaves(), moves.Ends())
    assert (state.turn, state.phase, state.round) == ("red", "choose", 1)


def test_an_apple_for_a_die_that_is_not_there_is_not_waited_for() -> None:
    state = play(table(), moves.Apple(False, 2), Dice("blue", (1, 3), 4))
    assert (waits(state), state.phase) == ("", "choose")


def test_a_seal_lies_or_does_not_and_is_turned_over_or_not() -> None:
    state = play(table(favour=True), Sealed("blue", "lady", 3, True, used=True))
    assert (blue(state).seals, blue(state).used) == (("lady-3",), ("lady-3",))
    state = play(state, Sealed("blue", "lady", 3, True))
    assert (blue(state).seals, blue(state).used) == (("lady-3",), ())
    state = play(state, Sealed("blue", "lady", 3, False))
    assert (blue(state).seals, blue(state).used) == ((), ())
    full = sealed(state, "lady-1", "lady-2", "lady-3", "builder-1")
    assert why(full, Sealed("blue", "builder", 2, True)) == ("seals", "page 11")
    assert play(full, Sealed("blue", "lady", 3, True, used=True)).castles["blue"].used


# The board


def test_a_henchman_stands_there_and_another_of_his_kind_goes_home() -> None:
    state = play(out(table(), "yellow", lady="grey"), Stands("blue", "lady", "grey"))
    assert (blue(state).henchmen["lady"], state.castles["yellow"].henchmen["lady"]) == (
        "grey",
        "",
    )
    assert blue(state).influence == {}, "no duty is done"
    back = play(out(state, "yellow", builder=""), Stands("blue", "lady"))
    assert blue(back).henchmen["lady"] == ""


def test_a_figure_stands_where_people_say() -> None:
    state = play(table(), On("yellow", "grail"), On("merlin", "manor", 22), On("blue", "manor"))
    assert (state.at["yellow"], state.at["merlin"], state.at["blue"]) == (7, 22, -1)
    assert state.on["blue"] == "manor"
    assert why(state, On("merlin", "manor", 7)) == ("space", "page 4")
    assert why(state, On("merlin", "sea")) == ("space", "page 4")
    assert why(state, On("red", "grail")) == ("seat", "page 2")


def test_a_figure_that_is_known_no_more_is_asked_where_it_lands() -> None:
    state = play(table(), On("blue", "manor"), moves.Goes(False, 2))
    assert waits(state) == "lands"
    state = play(state, moves.Lands("grey"))
    assert (state.at["blue"], waits(state)) == (4, "act"), "of counties there is one each"


def test_where_it_has_just_come_to_the_action_is_that_of_the_space_now() -> None:
    state = play(landed(table(), "grey"), On("blue", "grail"))
    assert open_now(state, moves.Acts) == [moves.Acts()]
    other = play(landed(table(), "grey"), On("yellow", "grail"))
    assert open_now(other, moves.Acts) == []
    asked = play(table(box=UNTOLD), moves.Goes(False, 1), On("blue", "grail"))
    assert open_now(asked, moves.Acts) == [moves.Acts()]


def test_who_was_sent_before_a_staff_is_still_out_of_it() -> None:
    state = play(castle(table(), white=1), On("merlin", "grail", 7), moves.Goes(True, 1))
    state = play(state, moves.Sends("lady"), moves.Staff(), On("merlin", "purple"))
    assert moves.Sends("lady") not in open_now(state, moves.Sends)


def test_manors_and_tiles_are_what_lies_there() -> None:
    state = play(table(), Owner(9, "yellow"))
    assert state.tiles[9].owner == "yellow"
    assert play(state, Owner(9, "")).tiles[9].owner == ""
    full = built(table(), "blue", *range(7))
    assert why(full, Owner(9, "blue")) == ("manors", "page 7")
    assert play(full, Owner(6, "blue")) == full
    assert why(state, Owner(18, "blue")) == ("phase", "page 4")


def test_a_tile_changes_places_with_one_of_its_kind() -> None:
    state = play(built(table(), "blue", 0), Ground(0, "lake"))
    assert (state.tiles[0].kind, state.tiles[0].owner, state.tiles[5].kind) == (
        "lake", "blue", "forest",
    )  # fmt: skip
    assert play(state, Ground(0, "lake")) == state
    fresh = play(begun(), Ground(3, "lake"))
    assert [tile.kind for tile in fresh.tiles].count("lake") == 1
    assert why(state, Ground(18, "lake")) == ("phase", "page 4")


def test_the_grail_and_excalibur() -> None:
    state = play(table(), Treasure("grail", "yellow"), Treasure("excalibur", "blue"))
    assert (state.grail, state.excalibur) == ("yellow", "blue")
    assert play(state, Treasure("grail", "")).grail == ""


def test_what_a_flag_does_and_whichever_was_thought_to_do_so() -> None:
    state = play(table(), Banner("black", "mirror"))
    assert state.flags == {**FLAG, "black": "mirror", "brown": "repel"}
    assert play(state, Banner("black", "mirror")).flags == state.flags
    asked = play(table(box=UNTOLD), Banner("black", "mirror"), Banner("grey", "mirror"))
    assert asked.flags == {"grey": "mirror"}


# Turns and rounds


def test_somebody_else_is_on_turn_from_its_beginning() -> None:
    state = play(landed(table(), "grey"), Turn("yellow"))
    assert (state.turn, state.phase, state.todo, state.moved) == ("yellow", "choose", (), "")
    done = play(castle(table(), "yellow", dice=(), white=0), Turn("yellow"))
    assert (done.phase, is_open(done, moves.Ends())) == ("act", True)
    assert why(rolling(), Turn("yellow")) == ("phase", "page 4")


def test_the_round_and_who_began_it() -> None:
    state = at_scoring(play(table(), Round(5, "yellow")), 5)
    assert (state.round, state.starter) == (6, "blue")
    assert why(table(), Round(5, "red")) == ("seat", "page 2"), "red does not play"


def test_a_round_that_is_put_right_while_it_is_scored_ends_as_that_round_does() -> None:
    state = castle(table(), traitors={"grey": 1})
    late = step(play(at_scoring(state, 2), Round(6, "blue")), "ending")
    assert play(late, moves.Next()).phase == "over"
    early = play(at_scoring(state, 6), Round(4, "blue"))
    assert waits(early) == "losses"
    early = play(early, moves.Next())
    assert waits(early) == "traitors"
    early = through(early)
    assert (early.phase, early.round) == ("roll", 5)


def test_traitors_that_were_not_drawn_yet_come_when_the_losses_are_over() -> None:
    state = step(at_scoring(out(table(), lady="grey"), 6), "henchmen")
    state = play(state, Round(4, "blue"))
    assert waits(state) == "traitors"
    state = through(state)
    assert sum(blue(state).traitors.values()) == 3
    assert blue(state).earned == {"henchmen": 1}


def test_the_game_is_over_when_people_say_so() -> None:
    state = play(castle(table(), earned={"missions": 2}), Stops())
    assert (state.phase, GAME.final(state).winners) == ("over", ("Ada",))
    assert why(state, Stops()) == ("over", "page 10")
    assert points(play(state, Marker("yellow", 9)), "yellow") == 9


# In the middle of something


def test_a_manor_waits_for_stones_that_are_there() -> None:
    state = acted(has(table(), "brown-stone", "grey-stone"), "manor", moves.Builds(9))
    one = play(state, Holds("blue", "stone", 0, "grey"))
    assert open_now(one, moves.Pays) == [moves.Pays("brown")]
    assert waits(play(one, Holds("blue", "stone", 0, "brown"))) == ""
    assert waits(play(state, Owner(9, "yellow"))) == ""
    assert waits(play(built(state, "blue", 0, 1, 2, 3, 4, 5), Owner(6, "blue"))) == ""


def test_nobody_is_sent_where_he_is() -> None:
    state = castle(table(), influence={"grey": 1, "blue": 1})
    state = acted(state, "gain-henchman", moves.Sends("lady"), Stands("blue", "lady", "grey"))
    assert open_now(state, moves.To) == [moves.To("blue")]


def test_a_tile_that_is_put_right_while_areas_are_scored_counts_at_once() -> None:
    """Tile 17 alone is a forest; told to be a lake, it belongs to the lake, which comes first."""
    state = step(at_scoring(built(table(), "blue", 0, 17)), "area")
    assert gives(state) == {"blue": 5}
    state = play(state, Ground(17, "lake"))
    state = play(state, moves.Next())
    assert gives(state) == {"blue": 6 - 1 + 1}
    split = play(step(at_scoring(built(table(), "blue", 9)), "area"), Ground(4, "lake"))
    assert gives(split) == {"blue": 3}


def test_a_grail_that_can_lie_there_no_longer_is_taken_up() -> None:
    tied: Any = {"black": 1, "grey": 1}
    state = castle(castle(table(), influence=tied), "yellow", influence=tied)
    state = play(step(at_scoring(replace(state, grail="blue")), "pot"), moves.Grail())
    state = play(state, Holds("yellow", "influence", 2, "black"))
    assert gives(state) == {"yellow": 3}
    assert is_open(play(state, moves.Next()), moves.Grail()), "it was not used"


def test_three_traitors_are_enough_however_they_came() -> None:
    state = step(at_scoring(table()), "traitors")
    state = play(state, Holds("blue", "traitor", 3, "grey"))
    assert state.todo[0].seat == "yellow"  # type: ignore[union-attr]


def test_a_start_tile_takes_what_is_there() -> None:
    state = play(begun(box=UNTOLD), moves.Shift("left"))
    while waits(state) != "begin":
        state = play(state, by_chance(state, Random(2)))
    state = play(state, moves.Gives("blue", "grey"), Holds("yellow", "flag", 6, "black"))
    state = play(state, moves.Gives("blue", "black"))
    assert blue(state).goods == {}


# Missions


def test_a_mission_is_where_its_seat_says_and_nowhere_else() -> None:
    state = dealt(table(way="everything"), "one", "two")
    state = play(state, Lies("one", "pile", "blue"), Lies("one", "hand", "yellow"))
    assert (blue(state).hand, state.castles["yellow"].hand) == (("two",), ("one",))
    assert "one" not in state.pile
    state = play(state, Lies("one", "display", "yellow"))
    assert (state.display, state.castles["yellow"].hand) == (("one", "", ""), ())
    state = play(state, Lies("one", "discard"))
    assert (state.display, state.discard) == (("", "", ""), ("one",))
    state = play(state, Lies("one", "pile"))
    assert (state.discard, state.pile[-1]) == ((), "one")


def test_nobody_feels_for_what_another_hand_is_thought_to_hold() -> None:
    state = dealt(table(way="everything"), "one", "two")
    after = play(state, Lies("one", "hand", "yellow"))
    assert blue(after).hand == ("one", "two"), "that is for blue to put right"
    assert after.castles["yellow"].hand == ("one",)
    other = play(state, Lies("card-9", "hand", "yellow"))
    assert len(after.pile) == len(other.pile) == len(state.pile) - 1


def test_no_fifth_in_a_hand_no_fourth_on_the_display_and_none_that_is_no_card() -> None:
    state = dealt(table(way="everything"), "one", "two", "card-1", "card-2")
    state = replace(state, display=("card-3", "card-4", "card-5"))
    assert why(state, Lies("card-9", "hand", "blue")) == ("full", "page 3")
    assert why(state, Lies("card-9", "display")) == ("full", "page 2")
    assert why(state, Lies("rabbit", "pile")) == ("card", "page 7")
    assert why(state, Lies("card-9", "hand")) == ("seat", "page 2")
    assert why(table(), Lies("one", "pile")) == ("card", "page 7")


def test_a_hand_is_full_with_four_however_they_came() -> None:
    state = dealt(has(table(way="everything"), "purple-flag"), "two", "one", "card-1", "card-2")
    state = acted(play(state, moves.Fulfils("two")), "grail", moves.Acts())
    full = play(state, Lies("card-9", "hand", "blue"))
    assert play(full, moves.Ends()).turn == "yellow"
    drawing = play(state, moves.Ends())
    assert waits(drawing) == "take"
    assert play(drawing, Lies("card-9", "hand", "blue")).turn == "yellow"


def test_a_mission_that_was_not_replaced_is_drawn_as_the_next_turn_ends() -> None:
    """Page 7: it is replaced; here somebody else was told to be on turn before that."""
    state = dealt(has(table(way="everything"), "purple-flag"), "two", "one", "card-1", "card-2")
    state = play(state, moves.Fulfils("two"), Turn("yellow"), Turn("blue"))
    state = acted(state, "grail", moves.Acts(), moves.Ends())
    assert state.todo == (Take("blue", 1),)


def test_a_place_of_the_display_that_people_fill_is_not_waited_for() -> None:
    state = replace(table(way="everything"), display=("card-1", "card-2", "card-3"))
    state = dealt(has(state, "purple-flag"), "two", "card-5", "card-6", "card-7")
    state = acted(play(state, moves.Fulfils("two")), "grail", moves.Acts(), moves.Ends())
    state = play(state, moves.Takes(0), Lies("card-9", "display"))
    assert (state.display[0], state.turn) == ("card-9", "yellow")


# The way


def test_hands_that_are_kept_no_more_are_the_tables() -> None:
    state = dealt(table(way="everything"), "one", "two")
    after = play(state, Way("board"))
    assert (blue(after).hand, after.cards, after.pile, after.phase) == ((), {}, (), "choose")
    assert is_open(after, moves.Claims(2))
    assert why(after, Way("everything")) == ("way", "page 2")
    assert play(after, Way("board")) == after


def test_whatever_was_about_missions_is_over_by_that() -> None:
    state = dealt(has(table(way="everything"), "purple-flag"), "two", "one")
    refill = acted(play(state, moves.Fulfils("two")), "grail", moves.Acts(), moves.Ends())
    assert play(refill, Way("board")).turn == "yellow"
    dropped = acted(state, "mission", moves.Drops("one"))
    assert waits(dropped) == "drop"
    assert waits(play(dropped, Way("board"))) == ""


@pytest.mark.parametrize("way", ["everything", "board"])
def test_for_the_score_alone_what_is_still_to_come_is_counted(way: Any) -> None:
    state = castle(has(table(way=way), "grey-flag", "blue-flag"), earned={"missions": 7})
    state = play(replace(state, round=3), Way("score"))
    assert (state.phase, len(state.counted), blue(state).hand) == ("sheet", 2, ())
    state = play(state, *[moves.Counted()] * 2)
    state = play(state, moves.Tally("blue", "flags", True))
    assert blue(state).goods == {"grey-flag": 1, "blue-flag": 1, "black-flag": 1}
    less = play(state, *[moves.Tally("blue", "flags", False)] * 3)
    assert blue(less).goods == {}
    state = play(state, moves.Counted())
    assert (state.phase, GAME.final(state).players[0].total) == ("over", 7 + 1 + 6 + 1)


def test_back_on_the_board_the_game_goes_on() -> None:
    state = castle(replace(table(), round=3), dice=(1, 2))
    after = play(state, Way("score"), moves.Has("blue"), Way("board"))
    assert (after.phase, after.round, after.tiles, after.counted) == (
        "choose", 3, state.tiles, (),
    )  # fmt: skip
    for seat in SEATS[:2]:
        state = castle(state, seat, dice=(), white=0)
    assert play(state, Way("score"), Way("board")).phase == "roll"


def test_a_score_may_become_a_game() -> None:
    state = play(begun(way="score"), moves.Has("blue"), Way("board"))
    assert state.phase == "land"
    assert (blue(state).apples, blue(state).staffs) == (1, 3)
    assert whole_play(state, Random(5))[-1][0].phase == "over"


def test_after_the_end_the_way_is_none() -> None:
    assert why(play(table(), Stops()), Way("score")) == ("over", "page 10")


# Any correction at any time

FEW = settings(max_examples=24, deadline=None)
SEAT = st.sampled_from(SEATS)
WHO = st.sampled_from(["", *SEATS])
COUNTY: Any = st.sampled_from(COUNTIES)
PLACE = st.integers(0, 23)
HENCHMAN: Any = st.sampled_from(HENCHMEN)
FACE = st.integers(1, 6)
WHAT = st.sampled_from(["apples", "staffs", "shield", "flag", "stone", "influence", "traitor"])
KINDS = st.sampled_from([f"{land}{tower}" for land in ("mountain", "forest", "lake")
                         for tower in ("", "-tower")])  # fmt: skip
CARDS = st.sampled_from([f"mission-{n}" for n in range(1, 56)])
FIGURE = st.sampled_from(["merlin", *SEATS])
ANY = st.one_of(
    st.builds(Marker, SEAT, st.integers(-99, 200)),
    st.builds(Holds, SEAT, WHAT, st.integers(0, 8), COUNTY | st.just("")),
    st.builds(Stands, SEAT, HENCHMAN, COUNTY | st.just("")),
    st.builds(On, FIGURE, st.sampled_from(sorted(SPACES)), PLACE | st.none()),
    st.builds(Owner, PLACE, WHO),
    st.builds(Ground, PLACE, KINDS),
    st.builds(Treasure, st.sampled_from(["grail", "excalibur"]), WHO),
    st.builds(Dice, SEAT, st.lists(FACE, max_size=3).map(tuple), st.integers(0, 6)),
    st.builds(Sealed, SEAT, HENCHMAN, st.integers(1, 3), st.booleans(), st.booleans()),
    st.builds(Lies, CARDS, st.sampled_from(["hand", "display", "pile", "discard"]), WHO),
    st.builds(Banner, COUNTY, st.sampled_from(FLAGS)),
    st.builds(Turn, SEAT),
    st.builds(Round, st.integers(1, 6), SEAT),
    st.builds(Way, st.sampled_from(["board", "score"])),
)


@FEW
@given(st.integers(2, 4), st.sampled_from(["everything", "board"]), st.booleans(),
       st.integers(0, 2**32), st.lists(st.tuples(ANY, st.integers(0, 60)), max_size=24))  # fmt: skip
def test_whatever_people_say_at_any_time_the_game_goes_on_and_ends(
    count: int, way: str, known: bool, seed: int, said: list[tuple[Any, int]]
) -> None:
    rng = Random(seed)
    box = any_box(rng)
    box = box if known else replace(UNTOLD, missions=box.missions)
    state = begun(count, box, way=way, favour=seed % 2 == 0)
    for correction, between in said:
        for _ in range(between):
            state = play(state, by_chance(state, rng)) if GAME.choices(state) else state
        after = GAME.play(state, correction)
        assert isinstance(after, State | Refusal)
        state = after if isinstance(after, State) else state
        within_the_box(state)
        assert GAME.choices(state) or state.phase == "over", correction
        for choice in GAME.choices(state):
            assert isinstance(GAME.play(state, choice.move), State), (correction, choice)
    assert _ended(state, rng).phase == "over"


def _ended(state: State, rng: Random) -> State:
    """Until nothing is open; what is counted by taps alone is over once it is said."""
    while state.phase != "over":
        counting = state.phase == "sheet"
        state = play(state, moves.Counted() if counting else by_chance(state, rng))
    return state
