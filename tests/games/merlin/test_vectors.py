"""The vectors M1 to M20 of the digest, most of them examples of the book."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from companion.games.merlin import GAME, moves, reckoning
from companion.games.merlin.sheets import Sheet, SheetPlayer
from companion.games.merlin.state import State
from companion.vocabulary import Scores
from tests.games.merlin.table import (
    acted,
    at_scoring,
    blue,
    built,
    castle,
    dealt,
    gives,
    has,
    is_open,
    landed,
    out,
    play,
    points,
    rolling,
    sealed,
    step,
    table,
    waits,
    why,
)


def test_m1_areas_of_two_and_of_one_tile() -> None:
    state = at_scoring(built(built(table(4), "blue", 12), "green", 17))
    state = step(state, "area")
    assert gives(state) == {"blue": 2}
    state = play(state, moves.Next())
    assert gives(state) == {"green": 1}


def test_m2_a_forest_of_five_is_shared_and_rounded_down() -> None:
    state = step(at_scoring(built(built(table(3), "red", 0), "yellow", 7)), "area")
    assert gives(state) == {"yellow": 2, "red": 2}


def test_m3_three_markers_of_three_players() -> None:
    state = table(3)
    for seat in state.seats:
        state = castle(state, seat, influence={"black": 1})
    assert gives(step(at_scoring(state), "pot")) == {"blue": 1, "yellow": 1, "red": 1}


def test_m4_whoever_has_most_takes_all() -> None:
    state = castle(table(4), "red", influence={"black": 3})
    state = castle(castle(state, "green", influence={"black": 1}), influence={"black": 2})
    assert gives(step(at_scoring(state), "pot")) == {"red": 6}


def test_m5_the_grail_wins_a_tie() -> None:
    state = castle(castle(table(), influence={"orange": 2}), "yellow", influence={"orange": 2})
    state = step(at_scoring(replace(state, grail="yellow")), "pot")
    assert gives(state) == {"blue": 2, "yellow": 2}
    state = play(state, moves.Grail())
    assert gives(state) == {"yellow": 4}
    state = play(state, moves.Next())
    assert (points(state, "yellow"), points(state), state.grail) == (4, 0, "")


def test_m6_one_traitor_that_is_left_costs_three() -> None:
    state = has(
        castle(table(), "yellow", traitors={"orange": 2, "blue": 1}),
        "orange-shield", "orange-shield", seat="yellow",
    )  # fmt: skip
    state = play(at_scoring(state), moves.SpendsAll("yellow"))
    assert (waits(state), gives(state)) == ("losses", {"yellow": -3})
    state = play(state, moves.Next())
    assert points(state, "yellow") == -3
    assert state.castles["yellow"].traitors == {}
    assert state.discarded == {"orange": 2, "blue": 1}


def test_m7_a_point_for_each_henchman_in_a_county() -> None:
    state = out(table(4), "green", lady="black", builder="grey", shieldbearer="blue",
                flagbearer="brown")  # fmt: skip
    state = out(state, "blue", lady="grey", builder="blue", flagbearer="black")
    state = out(state, "red", lady="orange", builder="orange", shieldbearer="orange")
    state = step(at_scoring(out(state, "yellow", lady="brown")), "henchmen")
    assert gives(state) == {"green": 4, "blue": 3, "red": 3, "yellow": 1}


def test_m8_every_three_goods_are_a_point() -> None:
    player = SheetPlayer("A", "yellow", flags=2, stones=2, shields=1)
    told = GAME.score(Sheet((player,)))
    assert isinstance(told, Scores)
    assert told.players[0].total == 1


def test_m9_a_mission_of_three_is_discarded_and_replaced() -> None:
    state = has(table(way="everything"), "black-flag", "grey-stone", "blue-shield")
    state = dealt(state, "three", "card-1", "card-2", "card-3")
    state = play(landed(state, "mission"), moves.Fulfils("three"), moves.Leaves())
    assert (points(state), state.discard) == (3, ("three",))
    assert blue(state).goods == {"black-flag": 1, "grey-stone": 1, "blue-shield": 1}
    state = play(state, moves.Ends())
    assert waits(state) == "take"
    state = play(state, moves.Draws("blue", "card-9"))
    assert blue(state).hand == ("card-1", "card-2", "card-3", "card-9")
    assert state.turn == "yellow"


def test_m10_the_first_row_adds_a_point() -> None:
    state = play(sealed(table(favour=True), "builder-1"), moves.Claims(2))
    state = play(state, moves.Corner("builder"), moves.Seals(0))
    assert points(state) == 3


def test_m11_three_alike_are_rolled_again_and_two_pairs_are_kept() -> None:
    state = castle(castle(rolling(), "yellow", dice=(1, 2, 3), white=4), dice=(4, 4))
    assert why(state, moves.Die("blue", 4)) == ("three", "page 3")
    white = castle(state, dice=(1, 4, 4))
    assert why(white, moves.Die("blue", 4, white=True)) == ("three", "page 3")
    assert play(state, moves.Again("blue")).castles["blue"].dice == ()
    state = play(state, moves.Die("blue", 5), moves.Die("blue", 5, white=True))
    assert (state.phase, blue(state).dice, blue(state).white) == ("choose", (4, 4, 5), 5)


def test_m12_how_many_of_all_rolls_the_dice_do_not_let_stand() -> None:
    """126 of 1296: counted over all four faces as the game takes them."""
    state = castle(rolling(), "yellow", dice=(1, 2, 3), white=4)
    again = 0
    for faces in product(range(1, 7), repeat=4):
        now = state
        for number, face in enumerate(faces):
            after = GAME.play(now, moves.Die("blue", face, white=number == 3))
            if not isinstance(after, State):
                assert is_open(now, moves.Again("blue"))
                again += 1
                break
            now = after
    assert again == 126


def test_m13_the_builder_goes_back_to_purple_and_brings_a_stone() -> None:
    state = acted(out(table(), builder="orange"), "relocate", moves.Sends("builder"))
    assert waits(state) == "send"
    state = play(state, moves.To("purple"))
    assert blue(state).henchmen["builder"] == "purple"
    assert blue(state).goods == {"purple-stone": 1}


def test_m14_a_blue_stone_for_an_orange_flag() -> None:
    state = acted(has(table(), "blue-stone"), "swap", moves.Returns("stone", "blue"))
    state = play(state, moves.Gets("flag", "orange"))
    assert blue(state).goods == {"orange-flag": 1}


def test_m15_one_marker_of_each_player_stays() -> None:
    state = castle(table(4), "red", influence={"black": 3})
    state = castle(castle(state, "green", influence={"black": 1}), influence={"black": 2})
    state = play(step(at_scoring(state), "pot"), moves.Next())
    left = {seat: one.influence.get("black", 0) for seat, one in state.castles.items()}
    assert left == {"blue": 1, "yellow": 0, "red": 1, "green": 1}


def test_m16_excalibur_where_all_traitors_were_repelled() -> None:
    state = has(castle(table(), traitors={"grey": 3}), *["grey-shield"] * 3)
    state = at_scoring(replace(state, excalibur="blue"))
    state = play(state, moves.SpendsAll("blue"))
    assert gives(state) == {"blue": 3}


def test_m17_seven_tiles_among_three() -> None:
    assert reckoning.share({"blue": 2, "yellow": 2, "red": 2, "green": 1}, 7) == {
        "blue": 2, "yellow": 2, "red": 2,
    }  # fmt: skip


def test_m18_a_two_is_a_five_on_its_other_side() -> None:
    state = play(has(table(), "purple-flag"), moves.Flips(False, 2))
    assert (blue(state).dice, blue(state).goods) == ((1, 3, 5), {})


def test_m19_five_markers_and_nothing_for_the_third() -> None:
    state = castle(castle(table(3), influence={"black": 2}), "yellow", influence={"black": 2})
    state = castle(state, "red", influence={"black": 1})
    assert gives(step(at_scoring(state), "pot")) == {"blue": 2, "yellow": 2}


def test_m20_apples_and_staffs_at_the_end() -> None:
    state = step(at_scoring(castle(table(), apples=2), 6), "ending")
    state = castle(state, "yellow", apples=0, staffs=0)
    state = play(state, moves.Next())
    assert (state.phase, points(state), points(state, "yellow")) == ("over", 8, 0)
