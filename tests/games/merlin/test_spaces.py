"""The spaces of the rondel, one after the other (pages 4 to 7)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.merlin import moves
from tests.games.merlin.table import (
    UNTOLD,
    acted,
    blue,
    built,
    castle,
    dealt,
    has,
    is_open,
    landed,
    merlin,
    open_now,
    out,
    play,
    points,
    table,
    waits,
    why,
)

# Counties (pages 4 and 5)


@pytest.mark.parametrize(("henchman", "good"), [
    ("builder", "grey-stone"), ("shieldbearer", "grey-shield"), ("flagbearer", "grey-flag"),
])  # fmt: skip
def test_a_henchman_brings_what_is_his_duty(henchman: Any, good: str) -> None:
    state = acted(table(), "grey", moves.Sends(henchman))
    assert blue(state).henchmen[henchman] == "grey"
    assert blue(state).goods == {good: 1}
    assert blue(state).influence == {}


def test_the_lady_puts_influence_on_the_county() -> None:
    state = acted(table(), "grey", moves.Sends("lady"))
    assert (blue(state).influence, blue(state).goods) == ({"grey": 1}, {})


def test_a_henchman_comes_from_another_county_as_well_but_not_from_the_same() -> None:
    state = landed(out(table(), builder="brown", lady="grey"), "grey")
    assert {move.henchman for move in open_now(state, moves.Sends)} == {
        "builder", "shieldbearer", "flagbearer",
    }  # fmt: skip
    assert why(state, moves.Sends("lady")) == ("henchman", "page 4")
    assert blue(play(state, moves.Sends("builder"))).henchmen["builder"] == "grey"


def test_another_players_henchman_of_the_kind_goes_home() -> None:
    state = out(out(table(), "yellow", builder="grey", lady="grey"), "blue", builder="black")
    state = acted(state, "grey", moves.Sends("builder"))
    assert state.castles["yellow"].henchmen["builder"] == ""
    assert state.castles["yellow"].henchmen["lady"] == "grey"
    assert blue(state).henchmen["builder"] == "grey"


def test_where_nothing_is_left_he_stands_there_all_the_same() -> None:
    """Page 5: "if there is one there", "if there is one left"."""
    state = has(table(), *["grey-stone"] * 6, seat="yellow")
    state = acted(state, "grey", moves.Sends("builder"))
    assert (blue(state).goods, blue(state).henchmen["builder"]) == ({}, "grey")
    state = castle(table(), influence={"black": 6})
    state = acted(state, "grey", moves.Sends("lady"))
    assert (blue(state).influence, blue(state).henchmen["lady"]) == ({"black": 6}, "grey")


def test_markers_are_put_to_those_that_are_there() -> None:
    state = acted(castle(table(), influence={"grey": 2}), "grey", moves.Sends("lady"))
    assert blue(state).influence == {"grey": 3}


# Points (page 5)


@pytest.mark.parametrize(("what", "gained"), [
    ("shield", 3), ("flag", 2), ("stone", 1), ("influence", 4),
])  # fmt: skip
def test_a_point_for_each(what: Any, gained: int) -> None:
    state = has(
        castle(table(), influence={"blue": 3, "grey": 1}),
        "grey-shield", "grey-shield", "blue-shield", "black-flag", "brown-flag", "brown-stone",
    )  # fmt: skip
    state = landed(state, f"points-{what}")
    assert open_now(state, moves.Counts) == [moves.Counts(what)]
    assert points(play(state, moves.Counts(what))) == gained


# Influence (page 5)


@pytest.mark.parametrize("thing", ["shield", "flag", "stone"])
def test_a_thing_from_a_county_with_own_influence(thing: Any) -> None:
    state = castle(castle(table(), influence={"blue": 1, "brown": 2}), "yellow",
                   influence={"grey": 1})  # fmt: skip
    state = landed(has(state, *[f"brown-{thing}"] * 6, seat="yellow"), f"gain-{thing}")
    assert open_now(state, moves.Gets) == [moves.Gets(thing, "blue")]
    assert why(state, moves.Gets(thing, "grey")) == ("gain", "page 5")
    assert why(state, moves.Gets(thing, "brown")) == ("gain", "page 5"), "none is left there"
    assert blue(play(state, moves.Gets(thing, "blue"))).goods == {f"blue-{thing}": 1}


def test_without_influence_such_a_space_is_passed_by() -> None:
    state = landed(table(), "gain-flag")
    assert (waits(state), open_now(state, moves.Ends)) == ("", [moves.Ends()])


def test_a_henchman_is_sent_where_one_has_influence() -> None:
    state = out(castle(table(), influence={"blue": 1, "brown": 1}), lady="blue", builder="grey")
    state = landed(state, "gain-henchman")
    state = play(state, moves.Sends("builder"))
    assert open_now(state, moves.To) == [moves.To("blue"), moves.To("brown")]
    state = play(state, moves.To("brown"))
    assert (blue(state).goods, blue(state).henchmen["builder"]) == ({"brown-stone": 1}, "brown")


def test_she_goes_at_once_where_there_is_one_county_alone() -> None:
    state = out(castle(table(), influence={"blue": 1, "brown": 1}), lady="blue")
    state = play(landed(state, "gain-henchman"), moves.Sends("lady"))
    assert blue(state).influence == {"blue": 1, "brown": 2}
    only = landed(out(castle(table(), influence={"blue": 1}), lady="blue"), "gain-henchman")
    assert why(only, moves.Sends("lady")) == ("henchman", "page 4")


# Excalibur and the Grail (page 6)


def test_excalibur_comes_from_the_board_or_its_owner_and_drives_a_traitor_away() -> None:
    state = castle(replace(table(), excalibur="yellow"), traitors={"grey": 1, "blue": 2})
    state = acted(state, "excalibur", moves.Acts())
    assert (state.excalibur, waits(state)) == ("blue", "rid")
    assert why(state, moves.Rids("black")) == ("traitor", "page 6")
    state = play(state, moves.Rids("blue"))
    assert (blue(state).traitors, state.discarded) == ({"grey": 1, "blue": 1}, {"blue": 1})


def test_excalibur_without_a_traitor_is_taken_all_the_same() -> None:
    state = acted(table(), "excalibur", moves.Acts())
    assert (state.excalibur, waits(state)) == ("blue", "")


def test_the_grail_comes_with_an_apple_as_long_as_there_is_one() -> None:
    state = acted(replace(table(), grail="yellow"), "grail", moves.Acts())
    assert (state.grail, blue(state).apples) == ("blue", 2)
    none = acted(castle(table(), "yellow", apples=10), "grail", moves.Acts())
    assert (none.grail, blue(none).apples) == ("blue", 1), "eleven are in the box"


# Relocation (page 6)


def test_a_henchman_goes_to_the_next_county_either_way() -> None:
    state = landed(out(table(), builder="black", lady="purple"), "relocate")
    assert {move.henchman for move in open_now(state, moves.Sends)} == {"builder", "lady"}
    state = play(state, moves.Sends("builder"))
    assert {move.county for move in open_now(state, moves.To)} == {"grey", "brown"}
    assert why(state, moves.To("blue")) == ("county", "page 5")
    state = play(state, moves.To("brown"))
    assert blue(state).goods == {"brown-stone": 1}


def test_one_who_is_relocated_sends_another_home() -> None:
    state = out(out(table(), "yellow", lady="brown"), lady="orange")
    state = acted(state, "relocate", moves.Sends("lady"), moves.To("brown"))
    assert state.castles["yellow"].henchmen["lady"] == ""
    assert blue(state).influence == {"brown": 1}


def test_where_all_are_in_the_castle_one_goes_anywhere() -> None:
    state = landed(table(), "relocate")
    assert len(open_now(state, moves.Sends)) == 4
    state = play(state, moves.Sends("flagbearer"))
    assert len(open_now(state, moves.To)) == 6
    assert blue(play(state, moves.To("orange"))).goods == {"orange-flag": 1}


def test_where_one_is_out_none_comes_from_the_castle() -> None:
    state = landed(out(table(), lady="black"), "relocate")
    assert why(state, moves.Sends("builder")) == ("henchman", "page 4")


# Swap (page 6)


def test_a_swap_gives_back_any_thing_and_takes_any() -> None:
    state = landed(has(table(), "blue-flag", "grey-stone"), "swap")
    assert open_now(state, moves.Returns) == [
        moves.Returns("flag", "blue"), moves.Returns("stone", "grey"),
    ]  # fmt: skip
    assert why(state, moves.Returns("flag", "grey")) == ("swap", "page 6")
    state = play(state, moves.Returns("flag", "blue"))
    assert len(open_now(state, moves.Gets)) == 18, "the same as well"
    assert why(state, moves.Leaves()) == ("phase", "page 4"), "something is taken for it"
    assert why(state, moves.Gets("influence", "blue")) == ("gone", "page 6")
    state = play(state, moves.Gets("flag", "blue"))
    assert blue(state).goods == {"blue-flag": 1, "grey-stone": 1}


def test_what_is_used_up_on_a_county_is_not_taken() -> None:
    state = has(has(table(), "grey-stone"), *["black-flag"] * 6, seat="yellow")
    state = acted(state, "swap", moves.Returns("stone", "grey"))
    assert why(state, moves.Gets("flag", "black")) == ("gone", "page 6")


# Missions (page 6)


def test_up_to_two_missions_are_discarded_for_as_many() -> None:
    state = dealt(table(way="everything"), "one", "two", "three", "card-1")
    state = replace(state, display=("card-2", "card-3", "card-4"),
                    pile=tuple(f"card-{n}" for n in range(5, 52)))  # fmt: skip
    state = acted(state, "mission", moves.Drops("two"), moves.Drops("one"))
    assert (waits(state), state.discard) == ("take", ("two", "one"))
    state = play(state, moves.Takes(1))
    assert (waits(state), state.display) == ("show", ("card-2", "", "card-4"))
    state = play(state, moves.Shows("card-9"), moves.Draws("blue", "card-8"))
    assert state.display == ("card-2", "card-9", "card-4")
    assert blue(state).hand == ("card-1", "card-3", "card-8", "three")
    assert play(state, moves.Ends()).turn == "yellow"


def test_one_is_enough_and_is_replaced() -> None:
    state = dealt(table(way="everything"), "one", "two", "three", "card-1")
    state = acted(state, "mission", moves.Drops("two"), moves.Leaves())
    assert (waits(state), state.todo[0].count) == ("take", 1)  # type: ignore[union-attr]
    assert why(landed(table(), "mission"), moves.Drops("two")) == ("phase", "page 4")


def test_when_the_pile_is_used_up_the_discards_are_the_new_one() -> None:
    state = dealt(table(way="everything"), "one", "two", "three", "card-1")
    state = replace(state, pile=("card-9",), discard=("card-3", "card-2"), display=("",) * 3)
    state = acted(state, "mission", moves.Drops("two"), moves.Drops("one"))
    state = play(state, moves.Draws("blue", "card-9"))
    assert {"card-3", "card-2", "two", "one"} <= {
        move.card for move in open_now(state, moves.Draws)
    }
    state = play(state, moves.Draws("blue", "card-3"))
    assert (set(state.pile), state.discard) == ({"card-2", "one", "two"}, ())


def test_missions_that_stay_at_the_table_are_changed_there() -> None:
    state = landed(table(), "mission")
    assert (open_now(state, moves.Acts), waits(play(state, moves.Acts()))) == (
        [moves.Acts()], "",
    )  # fmt: skip


# Manors (page 7)


def test_a_manor_is_paid_with_a_stone_at_the_end_of_a_line() -> None:
    """Tile 9 sees purple, brown and grey."""
    state = landed(has(table(), "brown-stone", "black-stone"), "manor")
    assert {move.tile for move in open_now(state, moves.Builds)} >= {0, 9}
    state = play(state, moves.Builds(9))
    assert (state.tiles[9].owner, blue(state).goods) == ("blue", {"black-stone": 1})


def test_whoever_has_several_of_them_chooses() -> None:
    state = has(table(), "brown-stone", "grey-stone", "black-stone")
    state = acted(state, "manor", moves.Builds(9))
    assert open_now(state, moves.Pays) == [moves.Pays("grey"), moves.Pays("brown")]
    assert why(state, moves.Pays("black")) == ("stone", "page 7")
    assert blue(play(state, moves.Pays("grey"))).goods == {"brown-stone": 1, "black-stone": 1}


@pytest.mark.parametrize("bonus", [
    moves.Gets("shield", "black"), moves.Gets("flag", "brown"), moves.Gets("influence", "grey"),
])  # fmt: skip
def test_a_tower_gives_a_shield_or_a_flag_or_influence(bonus: moves.Gets) -> None:
    """Tile 10 is a lake with a tower; its lines end at the orange stone as well."""
    state = acted(has(table(), "orange-stone"), "manor", moves.Builds(10))
    assert waits(state) == "get"
    assert why(state, moves.Gets("stone", "black")) == ("gone", "page 6")
    state = play(state, bonus)
    if bonus.thing == "influence":
        assert blue(state).influence == {"grey": 1}
    else:
        assert blue(state).goods == {f"{bonus.county}-{bonus.thing}": 1}


def test_the_bonus_of_a_tower_can_be_left() -> None:
    state = acted(has(table(), "orange-stone"), "manor", moves.Builds(10), moves.Leaves())
    assert (blue(state).goods, waits(state)) == ({}, "")


def test_no_manor_where_one_stands_or_without_a_stone() -> None:
    state = landed(built(has(table(), "brown-stone"), "yellow", 9), "manor")
    assert why(state, moves.Builds(9)) == ("taken", "page 7")
    assert why(state, moves.Builds(0)) == ("stone", "page 7")


def test_seven_manors_are_all() -> None:
    state = built(has(table(), "brown-stone"), "blue", *range(7))
    state = landed(has(state, "orange-flag"), "manor")
    assert why(state, moves.Builds(9)) == ("manors", "page 7")
    assert not open_now(state, moves.Builds)


def test_where_nobody_told_the_frames_any_own_stone_pays() -> None:
    state = has(table(box=UNTOLD), "black-stone")
    state = play(state, moves.Goes(False, 1), moves.Lands("manor"))
    assert len(open_now(state, moves.Builds)) == 18
    assert blue(play(state, moves.Builds(9))).goods == {}


# Staffs (page 4)


def test_a_staff_repeats_merlins_action_once() -> None:
    state = play(merlin(has(table(), "blue-flag"), "points-flag"), moves.Counts("flag"))
    state = play(state, moves.Staff())
    assert blue(state).staffs == 2
    state = play(state, moves.Counts("flag"))
    assert points(state) == 2
    assert why(state, moves.Staff()) == ("staff", "page 4"), "one in a turn"


def test_on_a_county_a_staff_needs_another_henchman() -> None:
    state = play(merlin(table(), "grey"), moves.Sends("lady"), moves.Staff())
    assert {move.henchman for move in open_now(state, moves.Sends)} == {
        "builder", "shieldbearer", "flagbearer",
    }  # fmt: skip
    assert why(state, moves.Sends("lady")) == ("henchman", "page 4")
    state = play(state, moves.Sends("builder"))
    assert (blue(state).goods, blue(state).influence) == ({"grey-stone": 1}, {"grey": 1})


def test_elsewhere_the_same_one_goes_again() -> None:
    state = castle(table(), influence={"blue": 1, "grey": 1})
    state = play(merlin(state, "gain-henchman"), moves.Sends("lady"), moves.To("blue"))
    state = play(state, moves.Staff(), moves.Sends("lady"))
    assert blue(state).influence == {"blue": 2, "grey": 2}


def test_no_staff_after_the_knight_nor_without_an_action() -> None:
    state = acted(table(), "grey", moves.Sends("lady"))
    assert why(state, moves.Staff()) == ("staff", "page 4")
    assert why(play(merlin(table(), "grey"), moves.Leaves()), moves.Staff()) == (
        "staff", "page 4",
    )  # fmt: skip
    none = castle(table(), staffs=0)
    state = play(merlin(none, "grey"), moves.Sends("lady"))
    assert not is_open(state, moves.Staff())
    assert why(state, moves.Staff()) == ("staff", "page 4")


def test_nor_where_nothing_can_be_done_again() -> None:
    """A staff repeats an action: there is no stone for a second manor."""
    state = play(merlin(has(table(), "brown-stone"), "manor"), moves.Builds(11))
    assert not is_open(state, moves.Staff())
    assert why(state, moves.Staff()) == ("staff", "page 4")
    with_stone = has(state, "grey-stone")
    assert waits(play(with_stone, moves.Staff())) == "act"


@pytest.mark.parametrize("space", ["grey", "excalibur", "grail", "relocate", "mission"])
def test_any_action_can_be_left(space: str) -> None:
    state = play(landed(table(), space), moves.Leaves())
    assert (waits(state), open_now(state, moves.Ends)) == ("", [moves.Ends()])
    assert (state.grail, state.excalibur, blue(state).goods) == ("", "", {})
