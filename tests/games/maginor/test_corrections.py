"""What people say about the table is true, within what the box holds."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.maginor import GAME, moves
from companion.games.maginor.pieces import SPELLS
from companion.games.maginor.state import WAYS, Box, State
from companion.games.maginor.todo import (
    Cross,
)
from companion.vocabulary import Refusal
from tests.games.maginor.table import (
    BOX,
    RING,
    SEATS,
    at,
    by_chance,
    everywhere,
    fought,
    has,
    new,
    open_now,
    places,
    play,
    put,
    table,
    total,
    used,
    waits,
    whole_play,
    why,
    won,
)

EAGLE, HALL = "great-eagle", "guild-hall"


# Markers


def test_a_marker_lies_where_people_say() -> None:
    state = play(table(), moves.Marker(EAGLE, 2, "blue"), moves.Marker(EAGLE, 0, "red"))
    assert state.slots[EAGLE] == ("red", "", "blue", "", "", "", "")
    assert state.since[EAGLE] == (2, 0)
    state = play(state, moves.Marker(EAGLE, 2, ""))
    assert (state.slots[EAGLE].count("blue"), state.since[EAGLE]) == (0, (0,))


def test_a_mage_has_fifteen_markers() -> None:
    state = put(table(), HALL, red=tuple(range(15)))
    assert why(state, moves.Marker("1", 0, "red")) == ("marker", "Setup")
    state = play(state, moves.Marker(HALL, 0, ""), moves.Marker("1", 0, "red"))
    assert state.slots["1"][0] == "red"


def test_a_mage_in_a_duel_has_one_fewer() -> None:
    state = put(at(table(), red=EAGLE), HALL, red=tuple(range(14)))
    state = play(put(state, EAGLE, blue=(0, 2, 6)), moves.Play("water"), moves.Slot(0))
    assert why(state, moves.Marker("1", 0, "red"))[0] == "marker"


@pytest.mark.parametrize(("move", "key"), [
    (moves.Marker("rabbit", 0, "red"), "oracle"),
    (moves.Marker("1", 5, "red"), "slot"),
    (moves.Marker("1", 0, "green"), "seat"),
    (moves.Mage("green", "1"), "seat"),
    (moves.Mage("red", "rabbit"), "oracle"),
    (moves.Holds("rabbit", "red"), "item"),
    (moves.Holds("1", "green"), "seat"),
    (moves.Holds(HALL, "red"), "oracle"),
    (moves.Used("red", "rabbit", used=True), "card_none"),
    (moves.Used("red", "fire", used=False), "card_none"),
    (moves.Turn("green"), "seat"),
    (moves.Reading("tie", "costs"), "reading"),
])  # fmt: skip
def test_what_no_box_of_two_players_holds(move: Any, key: str) -> None:
    state = table()
    assert why(state, move)[0] == key
    assert state == table()


def test_the_last_symbol_crosses_the_oracle_out_at_once() -> None:
    state = put(table(), "1", red=(0, 1, 2), blue=(3,))
    state = play(state, moves.Marker("1", 4, "blue"))
    assert waits(state) == "cross"
    state = play(state, moves.Prize("oracle"))
    assert (state.won["red"], state.spells["blue"], state.turn) == (("1",), ("return",), "blue")


def test_two_that_fill_are_crossed_out_one_after_the_other() -> None:
    state = put(put(table(), "1", red=(0, 1, 2, 3)), "2", blue=(0, 1, 2, 3))
    state = play(state, moves.Marker("1", 4, "red"), moves.Marker("2", 4, "blue"))
    state = play(state, moves.Prize("oracle"), moves.Prize("oracle"))
    assert (state.won["red"], state.won["blue"], state.turn) == (("1",), ("2",), "blue")


def test_the_last_symbol_of_the_guild_hall_crosses_nothing_out() -> None:
    state = put(table(), HALL, red=tuple(range(7)), blue=tuple(range(7, 14)))
    state = play(state, moves.Marker(HALL, 14, "blue"))
    assert (state.todo, state.turn, state.phase) == ((), "red", "turn")


def test_an_oracle_that_was_not_full_after_all_is_not_crossed_out() -> None:
    state = put(table(), "2", red=(0, 1, 2), blue=(3,))
    state = play(state, moves.Marker("2", 4, "blue"), moves.Marker("2", 3, ""))
    assert not any(isinstance(todo, Cross) for todo in state.todo)
    assert "2" in state.ring
    assert GAME.choices(state)


def test_who_comes_first_follows_the_markers() -> None:
    state = put(table(), "1", red=(0, 1, 2), blue=(3,))
    state = play(state, moves.Marker("1", 4, "blue"))
    state = play(state, moves.Marker("1", 0, "blue"))
    assert {choice.seat for choice in GAME.choices(state)} == {"blue"}


def test_a_duel_about_a_marker_that_is_not_there_is_none() -> None:
    state = put(at(table(3), red=EAGLE), EAGLE, blue=(0, 2, 6))
    state = play(state, moves.Play("water"), moves.Slot(0))
    other = play(state, moves.Marker(EAGLE, 0, "yellow"))
    assert (other.todo, other.slots[EAGLE][0], other.turn) == ((), "yellow", "red")
    same = play(state, moves.Marker(EAGLE, 2, "yellow"))
    assert waits(same) == "duel", "another marker is nothing to it"


# Mages and Maginor


def test_a_mage_stands_where_people_say() -> None:
    state = play(table(), moves.Mage("blue", "5"), moves.Mage("red", ""))
    assert (state.at["blue"], state.at["red"]) == ("5", "")
    assert not open_now(state, moves.Roll)


def test_a_choice_that_is_open_stays_open() -> None:
    state = play(at(table(), red=EAGLE), moves.Play("water"))
    after = play(state, moves.Mage("blue", "5"), moves.Marker("1", 0, "blue"))
    assert after.todo == state.todo
    assert places(after) == [0, 2, 6]


@pytest.mark.parametrize("place", ["start", "before", "on"])
def test_maginor_is_where_people_say(place: str) -> None:
    state = play(replace(table(), maginor="before"), moves.Maginor(place))  # type: ignore[arg-type]
    assert state.maginor == place


def test_maginor_is_on_no_oracle_of_an_empty_ring() -> None:
    state = won(replace(table(), maginor="before"), "red", *RING)
    assert why(state, moves.Maginor("on"))[1] == "Movement of Maginor"


def test_maginor_has_not_passed_the_oracle_after_all() -> None:
    state = replace(put(table(), "1", red=(0,)), maginor="on")
    state = play(state, moves.Roll("maginor"), moves.As("fire"), moves.Slot(0))
    assert waits(state) == "cross"
    state = play(state, moves.Maginor("before"))
    assert (state.ring[0], state.maginor, state.won["red"]) == ("1", "before", ())
    assert state.turn == "blue", "the roll was the end of the turn"


def test_maginor_is_not_home_yet_after_all() -> None:
    state = put(won(replace(table(), maginor="before"), "blue", *RING), HALL, red=(1,))
    state = play(state, moves.Roll("maginor"), moves.As("fire"), moves.Slot(0))
    assert (waits(state), state.maginor) == ("cross", "end")
    assert why(state, moves.Turn("blue"))[0] == "over"
    state = play(state, moves.Maginor("before"))
    assert (state.todo, state.phase, state.turn) == ((), "turn", "blue")


# Cards


def test_a_card_is_used_and_is_not() -> None:
    state = play(table(), moves.Used("blue", "fire", used=True))
    assert state.played["blue"] == ("fire",)
    assert why(state, moves.Used("blue", "fire", used=True))[0] == "card"
    assert play(state, moves.Used("blue", "fire", used=False)).played["blue"] == ()


def test_of_five_magic_cards_five_can_be_used() -> None:
    state = play(table(), *[moves.Used("red", "wand", used=True)] * 5)
    assert not [move for move in open_now(state, moves.Play) if move.card == "wand"]
    assert why(state, moves.Used("red", "wand", used=True))[0] == "card"
    state = play(state, moves.Used("red", "wand", used=False))
    assert moves.Play("wand") in open_now(state, moves.Play)


# Who has what


def test_an_oracle_that_somebody_has_is_out_of_the_ring() -> None:
    state = put(at(table(), red="1", blue="1"), "1", red=(0, 1), blue=(2,))
    state = play(replace(state, maginor="on"), moves.Holds("1", "red"))
    assert state.won["red"] == ("1",)
    assert (state.ring[0], state.maginor) == ("2", "before")
    assert set(state.at.values()) == {""}
    assert "1" not in state.slots
    shown = GAME.show(state, viewer())["seats"]
    assert [one["markers"] for one in shown] == [15, 15]


def viewer() -> Any:
    from companion.vocabulary import Viewer

    return Viewer()


def test_its_spell_is_out_until_people_say_who_has_it() -> None:
    state = play(table(), moves.Holds("1", "red"))
    assert state.gone == ("return",)
    state = play(state, moves.Holds("return", "blue"))
    assert (state.gone, state.spells["blue"]) == ((), ("return",))
    assert everywhere(state) == sorted(SPELLS)


def test_an_oracle_that_comes_back_stands_at_its_place_without_markers() -> None:
    state = put(table(), "3", red=(0, 1))
    state = play(state, moves.Holds("3", ""))
    assert "3" in state.gone
    state = play(state, moves.Holds("3", "ring"), moves.Holds("telekinesis", "ring"))
    assert (state.ring, state.gone) == (RING, ())
    assert state.slots["3"] == ("",) * 6
    assert state.beside["3"] == "telekinesis"


def test_an_oracle_that_comes_back_before_maginor_is_his_next() -> None:
    state = replace(won(table(), "red", "1"), maginor="on")
    state = play(state, moves.Holds("1", "ring"))
    assert (state.ring[0], state.maginor, state.won["red"]) == ("1", "before", ())


@pytest.mark.parametrize(("spell", "oracle"), [
    ("supreme-mage", HALL), ("golden-cauldron", "8"),
])  # fmt: skip
def test_a_ritual_goes_back_to_its_place_in_the_book(spell: str, oracle: str) -> None:
    state = play(has(table(), "red", spell), moves.Holds(spell, "ring"))
    assert (state.beside[oracle], state.spells["red"]) == (spell, ())


def test_a_spell_finds_no_place_where_its_oracle_is_out() -> None:
    state = play(table(), moves.Holds("8", "red"))
    assert why(state, moves.Holds("golden-cauldron", "ring")) == ("spell_beside", "Setup")


def test_a_spell_that_was_handed_out_wrongly() -> None:
    state = play(has(table(), "red", "challenge"), moves.Holds("challenge", "blue"))
    assert (state.spells["red"], state.spells["blue"]) == ((), ("challenge",))


def test_who_has_it_already_has_it() -> None:
    state = won(table(), "red", "1")
    for move in (moves.Holds("1", "red"), moves.Holds("2", "ring"), moves.Holds("return", "")):
        assert play(state, move) == state


def test_what_the_turn_waited_for_on_an_oracle_goes_with_it() -> None:
    state = play(at(table(), red=EAGLE), moves.Play("water"), moves.Holds(EAGLE, "blue"))
    assert (state.todo, state.turn, state.at["red"]) == ((), "red", "")


def test_the_guild_hall_is_handed_out_last_and_ends_the_game() -> None:
    state = won(replace(table(ritual="adds"), maginor="before"), "red", *RING[:3])
    state = won(state, "blue", *RING[3:])
    state = play(state, moves.Holds(HALL, "red"))
    assert (state.phase, state.maginor) == ("over", "end")
    assert total(state, "red") == 15 + 5 + 5 + 7
    again = play(state, moves.Holds(HALL, "ring"))
    assert (again.phase, again.maginor, again.turn) == ("turn", "before", "red")
    assert moves.Roll("maginor") in open_now(again, moves.Roll) or open_now(again, moves.Go)


def test_after_the_end_what_counts_can_be_put_right() -> None:
    state = won(replace(table(ritual="adds"), maginor="before"), "red", *RING)
    state = play(state, moves.Holds(HALL, "blue"))
    state = play(state, moves.Holds("8", "blue"), moves.Holds("supreme-mage", "blue"))
    assert total(state, "blue") == 15 + 12 + 5
    assert play(state, moves.Reading("ritual", "costs")).phase == "over"
    assert total(play(state, moves.Reading("ritual", "costs")), "blue") == 15 + 12 - 5
    assert why(state, moves.Holds("8", "ring"))[0] == "over"
    assert why(state, moves.Marker("8", 0, "red"))[0] == "over"
    assert why(state, moves.Mage("red", "8"))[0] == "over"
    assert why(state, moves.Maginor("on"))[0] == "over"
    assert why(state, moves.Turn("red"))[0] == "over"


# Turns and readings


def test_somebody_else_is_on_turn_and_nothing_is_waited_for() -> None:
    state = play(at(table(3), red=EAGLE), moves.Play("water"), moves.Turn("yellow"))
    assert (state.turn, state.todo) == ("yellow", ())
    assert state.played["red"] == ("water",)


def test_a_reading_that_changes_while_it_is_asked_answers_it() -> None:
    state = put(at(table(3), red="2"), "2", blue=(1, 3), yellow=(4,), red=(0,))
    state = play(state, moves.Play("water"))
    assert waits(state) == "ask"
    state = play(state, moves.Reading("tie", "earliest"))
    assert {choice.seat for choice in GAME.choices(state)} == {"blue"}
    state = play(state, moves.Reading("tie", "first"))
    assert {choice.seat for choice in GAME.choices(state)} == {"red"}


def test_cards_chosen_to_come_back_are_in_the_hand_when_that_is_read_otherwise() -> None:
    state = used(has(table(returned="now"), "red", "return"), "red", "fire", "water", "air")
    state = play(state, moves.Spell("return"), moves.Back("fire"))
    state = play(state, moves.Reading("returned", "hand"))
    assert state.played["red"] == ("water", "air")
    state = play(state, moves.Back("air"))
    assert (state.played["red"], state.todo) == (("water",), ())


# How much is kept


def test_hands_are_kept_or_not_from_now_on() -> None:
    state = used(table(way="everything"), "red", "fire")
    state = play(state, moves.Way("board"))
    assert (state.phase, state.played["red"]) == ("turn", ("fire",))
    assert play(state, moves.Way("everything")).options.way == "everything"


def test_a_score_alone_goes_on_with_what_was_won() -> None:
    state = won(table(ritual="adds"), "red", "1")
    state = play(put(state, "2", blue=(0,)), moves.Way("score"))
    assert (state.phase, state.won["red"], state.todo) == ("sheet", ("1",), ())
    state = play(state, moves.Keeps("blue", HALL), moves.Keeps("red", "supreme-mage"))
    state = play(state, moves.Done())
    assert (total(state, "red"), total(state, "blue")) == (10, 15)
    assert GAME.final(state).winners == ("Bo",)


def test_back_on_the_board_the_ring_is_without_what_was_handed_out() -> None:
    state = put(replace(at(table(), blue="2"), maginor="on"), "2", blue=(0,))
    state = play(state, moves.Way("score"), moves.Keeps("red", "1"), moves.Keeps("blue", "2"))
    state = play(state, moves.Keeps("red", "golden-cauldron"), moves.Way("board"))
    assert (state.phase, state.ring, state.maginor) == ("turn", RING[2:], "before")
    assert state.at["blue"] == ""
    assert "golden-cauldron" not in state.beside.values()
    assert everywhere(state) == sorted(SPELLS)
    assert play(state, moves.Roll("fire")).todo


def test_where_the_guild_hall_was_handed_out_there_is_no_board() -> None:
    state = play(table(), moves.Way("score"), moves.Keeps("red", HALL))
    assert why(state, moves.Way("board")) == ("over", "End of the Game")
    state = play(state, moves.Holds(HALL, "ring"), moves.Way("board"))
    assert (state.phase, state.ring, state.won["red"]) == ("turn", RING, ())


def test_maginor_who_was_home_is_before_it_again_after_a_score_alone() -> None:
    state = put(won(replace(table(), maginor="before"), "blue", *RING), HALL, red=(1,))
    state = play(state, moves.Roll("maginor"), moves.As("fire"), moves.Slot(0))
    state = play(state, moves.Way("score"), moves.Way("board"))
    assert (state.maginor, state.todo, state.phase) == ("before", (), "turn")


def test_a_sheet_that_is_complete_stays_one() -> None:
    state = play(table(), moves.Way("score"), moves.Keeps("red", "1"), moves.Done())
    assert why(state, moves.Way("board")) == ("over", "End of the Game")
    assert total(play(state, moves.Holds("1", "blue")), "blue") == 5


def test_a_score_that_becomes_a_board_is_set_up_first() -> None:
    state = new(2, way="score")
    assert isinstance(state, State)
    state = play(state, moves.Way("board"))
    assert state.phase == "begin"
    assert play(state, moves.Begins("blue"), moves.Laid()).ring == RING


def test_a_ring_that_was_never_told_is_told_of_what_is_left() -> None:
    state = new(2, way="score")
    assert isinstance(state, State)
    state = play(state, moves.Keeps("red", "1"), moves.Keeps("", "2"))
    state = play(state, moves.Keeps("blue", "golden-cauldron"), moves.Way("everything"))
    assert state.phase == "ring"
    assert {move.oracle for move in open_now(state, moves.Stands)} == {*RING[2:]}
    assert not open_now(state, moves.Laid)
    state = play(state, *(moves.Stands(id) for id in RING[2:9]))
    while state.phase == "spells":
        state = play(state, open_now(state, moves.Beside)[0])
    assert (state.phase, state.ring) == ("turn", RING[2:])
    assert "golden-cauldron" not in state.beside.values()
    assert (state.won["red"], state.spells["blue"]) == (("1",), ("golden-cauldron",))


@pytest.mark.parametrize("left", [0, 1, 2])
def test_where_next_to_nothing_is_left_the_ring_is_clear(left: int) -> None:
    state = new(2, way="score")
    assert isinstance(state, State)
    state = play(state, *(moves.Keeps("red", id) for id in RING[left:]), moves.Way("board"))
    if left == 2:
        state = play(state, moves.Stands("2"))
    while state.phase == "spells":
        state = play(state, open_now(state, moves.Beside)[0])
    assert (state.phase, len(state.ring)) == ("turn", left)
    assert whole_play(state, Random(1))[-1][0].phase == "over"


def test_a_ring_cannot_be_kept_of_oracles_that_nobody_told() -> None:
    state = new(2, Box(), way="score")
    state = play(state, moves.Adds("red", 7))
    assert why(state, moves.Way("board")) == ("unknown", "Components")
    some = new(2, Box(oracles=BOX.oracles[:5]), way="score")
    assert why(some, moves.Way("board")) == ("unknown", "Components")


def test_a_duel_goes_on_when_hands_are_kept_from_now_on() -> None:
    state = put(at(table(), red=EAGLE), EAGLE, blue=(0, 2, 6))
    state = play(state, moves.Play("water"), moves.Slot(0), moves.Way("everything"))
    assert fought(state, "fire", "earth").slots[EAGLE][0] == "red"


# Whatever people say, and whenever


def seat(rng: Random) -> str:
    return rng.choice(SEATS)


def full(state: State, rng: Random) -> Any:
    """A marker on the last free symbol of an Oracle, if there is one."""
    almost = [id for id, slots in state.slots.items() if slots.count("") == 1]
    if not almost:
        return moves.Turn(rng.choice(state.seats))
    id = rng.choice(almost)
    return moves.Marker(id, state.slots[id].index(""), rng.choice(state.seats))


def read(state: State, rng: Random) -> Any:
    """A reading in one of its ways."""
    name = rng.choice([*WAYS])
    return moves.Reading(name, rng.choice(WAYS[name]))  # type: ignore[arg-type]


SAYS: tuple[Callable[[State, Random], Any], ...] = (
    lambda s, r: moves.Marker(
        r.choice([HALL, *RING]), r.randrange(15), r.choice(["", seat(r)])
    ),
    full,
    lambda s, r: moves.Mage(seat(r), r.choice(["", HALL, *RING])),
    lambda s, r: moves.Maginor(r.choice(["start", "before", "on"])),
    lambda s, r: moves.Holds(
        r.choice([HALL, *RING, *SPELLS]), r.choice(["ring", "ring", "", seat(r)])
    ),
    lambda s, r: moves.Used(seat(r), r.choice(["fire", "fate", "wand"]), r.random() < 0.5),
    lambda s, r: moves.Turn(seat(r)),
    lambda s, r: moves.Way(r.choice(["everything", "board", "board", "score"])),
    read,
)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 4), st.integers(0, 2**32), st.sampled_from(["everything", "board", "score"])
)
def test_a_game_goes_on_after_whatever_was_corrected(count: int, seed: int, way: str) -> None:
    rng, state = Random(seed), new(count, way=way)
    assert isinstance(state, State)
    for _ in range(250):
        said = rng.choice(SAYS)(state, rng) if rng.random() < 0.2 else by_chance(state, rng)
        if said is None:
            assert state.phase == "over"
            said = rng.choice(SAYS)(state, rng)
        after = GAME.play(state, said)
        if isinstance(after, Refusal):
            assert isinstance(said, moves.Correction), (said, after)
            continue
        state = after
        holds_together(state)
    assert whole_play(state, rng)[-1][0].phase == "over"


def holds_together(state: State) -> None:
    """Each thing is in one place, and whatever is open plays."""
    oracles = [id for ids in state.won.values() for id in ids]
    oracles += [item for item in state.gone if item not in SPELLS]
    assert len(oracles) == len(set(oracles))
    for name in state.seats:
        assert sum(slots.count(name) for slots in state.slots.values()) <= 15
        assert len(state.played[name]) == len(set(state.played[name])) <= 10
        assert state.at.get(name, "") in ("", *state.slots)
    if state.phase == "turn":
        assert len(everywhere(state)) == len(set(everywhere(state)))
        assert sorted([*oracles, *state.slots]) == sorted(state.oracles)
        assert list(state.ring) == [id for id in state.order if id in state.slots]
    assert bool(GAME.choices(state)) is (state.phase != "over")
    for choice in GAME.choices(state):
        assert isinstance(GAME.play(state, choice.move), State), choice
    GAME.show(state, viewer())
