"""People leave, join, swap and change their names in the middle of a match.

The book knows none of it: what is expected here was reasoned by hand from the house's
rules, and the chips were counted on paper from the digest's arithmetic.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.labyrinth import GAME, moves
from companion.games.labyrinth.pieces import FIELDS, SYMBOLS
from companion.games.labyrinth.reading.falling import fell, whose
from companion.games.labyrinth.reading.memory import Memory
from companion.games.labyrinth.seating import BY_SEAT, enough
from companion.games.labyrinth.state import Box, Options, State, sought
from companion.geometry import CORNERS, neighbours
from companion.vocabulary import (
    Dropped,
    Joined,
    Left,
    Option,
    Player,
    Question,
    Refusal,
    Renamed,
    Says,
    Setup,
    Swapped,
    Viewer,
)
from tests.tabletop import Tabletop

ADA, BO = Player("Ada", "red", "a1"), Player("Bo", "blue", "f6")
CLEO, DAN = Player("Cleo", "green", "f1"), Player("Dan", "yellow", "a6")
TWO, THREE, FOUR = (ADA, BO), (ADA, BO, CLEO), (ADA, BO, CLEO, DAN)
BOARD = {"b1": "key", "c1": "snail", "a6": "moon", "d4": "crown"}
STOP = moves.Stop()


def game(
    *players: Player, chips: tuple[str, ...] = SYMBOLS, symbols: Any = None, **options: Any
) -> State:
    box = Box(symbols=BOARD if symbols is None else symbols, chips=chips)
    state = GAME.new(Setup(players, Options(**options), box))
    assert isinstance(state, State), state
    return state


def play(state: State, *played: Any) -> State:
    for move in played:
        after = GAME.play(state, move)
        assert isinstance(after, State), (move, after)
        state = after
    return state


def seat(state: State, *changes: Any) -> State:
    assert GAME.seated
    for change in changes:
        after = GAME.seated(state, change)
        assert isinstance(after, State), (change, after)
        state = after
    return state


def refused(state: State, change: Any) -> str:
    assert GAME.seated
    after = GAME.seated(state, change)
    assert isinstance(after, Refusal), change
    return after.key.removeprefix("labyrinth.no.")


def rolled(*players: Player, **options: Any) -> State:
    """The tree lies open, and the first player has rolled a 3."""
    return play(game(*players, **options), moves.Draw("tree"), moves.Roll(3))


# Names.


def test_another_name_changes_nothing_but_the_name() -> None:
    before = play(rolled(*THREE), moves.Walk(("a2",)))

    after = seat(before, Renamed("blue", "Bruno"))

    assert after.names == {"red": "Ada", "blue": "Bruno", "green": "Cleo"}
    assert replace(after, names=before.names) == before


def test_who_swaps_goes_on_with_what_the_others_seat_has() -> None:
    before = play(rolled(*THREE), moves.Give("blue", "owl"))

    after = seat(before, Swapped("blue", "red"))

    assert after.names == {"red": "Bo", "blue": "Ada", "green": "Cleo"}
    assert replace(after, names=before.names) == before


def test_an_open_question_calls_everybody_by_the_new_name() -> None:
    asked = play(rolled(*THREE), whose(rolled(*THREE), "nw"))

    called = seat(asked, Renamed("blue", "Bruno"), Swapped("red", "green"))

    assert called.question
    names = [option.says.values.get("name") for option in called.question.options]
    assert names == ["Cleo", "Bruno", "Ada", None, None]  # nobody, and we don't know
    assert called.question.options[0].moves == asked.question.options[0].moves  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "change",
    [Renamed("green", "X"), Swapped("red", "green"), Swapped("green", "red"), Left("green")],
)
def test_nobody_plays_that_colour(change: Any) -> None:
    assert refused(rolled(*TWO), change) == "seat"


# Somebody leaves.


def test_the_seat_goes_out_with_everything_that_is_kept_for_it() -> None:
    before = play(rolled(*THREE), moves.Give("blue", "owl"), moves.Give("red", "cat"))

    after = seat(before, Left("blue"))

    assert after.seats == ("red", "green")
    assert all(set(getattr(after, name)) == {"red", "green"} for name in BY_SEAT)
    assert after.chips == {"red": ("cat",), "green": ()}
    assert after.goals == {"red": 5, "green": 5}
    assert (after.turn, after.phase, after.roll, after.wanted) == ("red", "walk", 3, "tree")


def test_chips_of_whoever_left_stay_out_and_the_bag_is_enough() -> None:
    four = [moves.Give("blue", symbol) for symbol in ("owl", "cat", "hat", "sun")]

    after = seat(play(rolled(*THREE), *four), Left("blue"))

    assert after.bag == tuple(sorted(set(SYMBOLS) - {"tree", "owl", "cat", "hat", "sun"}))
    assert enough(after)  # 2 * 4 + 2 = 10 of the 20 that are left


def test_the_next_player_is_on_turn_and_the_broken_off_walk_does_not_count() -> None:
    walking = play(rolled(*THREE), moves.Walk(("a2", "a3")))

    after = seat(walking, Left("red"))

    assert (after.turn, after.phase, after.wanted) == ("blue", "roll", "tree")
    assert (after.roll, after.used, after.start, after.path, after.either) == (0, 0, "", (), ())


def test_after_the_last_in_order_the_first_is_on_turn() -> None:
    after = seat(play(rolled(*THREE), moves.Turn("green")), Left("green"))

    assert (after.turn, after.phase) == ("red", "roll")


def test_who_leaves_before_the_first_chip_is_drawn_lets_the_next_begin() -> None:
    after = play(seat(game(*THREE), Left("red")), moves.Draw("tree"))

    assert (after.turn, after.phase) == ("blue", "roll")


def test_who_leaves_with_a_chip_to_be_drawn_lets_the_next_roll_after_it() -> None:
    won = play(game(*THREE), moves.Draw("key"), moves.Roll(1), moves.Walk(("b1",)), STOP)

    after = play(seat(won, Left("red")), moves.Draw("tree"))

    assert (after.turn, after.phase, after.wanted) == ("blue", "roll", "tree")
    assert after.late is None


def test_who_leaves_while_another_walks_disturbs_no_walk() -> None:
    walking = play(rolled(*THREE), moves.Walk(("a2",)))

    after = play(seat(walking, Left("blue")), moves.Walk(("a2", "a3")), STOP)

    assert (after.at["red"], after.turn) == ("a3", "green")


def test_nobody_has_to_go_round_whoever_left() -> None:
    beside = play(game(*THREE), moves.Draw("tree"), moves.Place("blue", "b1"), moves.Roll(1))
    assert isinstance(GAME.play(beside, moves.Walk(("b1",))), Refusal)

    after = play(seat(beside, Left("blue")), moves.Walk(("b1",)), STOP)

    assert after.at["red"] == "b1"


def test_a_chip_from_the_bag_that_was_due_to_whoever_left_is_drawn_for_nobody() -> None:
    stand = [moves.Place("blue", "b1"), moves.Place("green", "b1")]
    due = play(game(*THREE), *stand, moves.Draw("key"))  # Bo takes it, Cleo is due one
    assert (due.chips["blue"], due.blind) == (("key",), ("green",))

    after = play(seat(due, Left("green")), moves.Draw("tree"))

    assert (after.blind, after.wanted, after.chips["blue"]) == ((), "tree", ("key",))


def test_who_has_the_last_chip_has_won_once_nobody_is_due_one_any_more() -> None:
    stand = [moves.Place("blue", "b1"), moves.Place("green", "b1")]
    due = play(game(*THREE, chips_to_win=1, both_reach="shared"), *stand, moves.Draw("key"))
    assert (due.phase, due.blind) == ("draw", ("green",))

    assert refused(due, Left("blue")) == "winning"
    after = seat(due, Left("green"))

    assert (after.phase, after.winners) == ("over", ("blue",))


def test_the_turn_before_of_whoever_left_cannot_end_otherwise() -> None:
    ended = play(rolled(*THREE), moves.Walk(("a2",)), STOP)
    assert ended.late

    after = seat(ended, Left("red"))

    assert after.late is None
    assert {choice.seat for choice in GAME.choices(after)} == {"blue"}


def test_the_turn_before_of_another_may_still_end_otherwise() -> None:
    ended = play(rolled(*THREE), moves.Walk(("a2",)), STOP, moves.Roll(2))

    after = play(seat(ended, Left("blue")), moves.Fall("red"))

    assert (after.at["red"], after.balls["red"]) == ("a1", "tray")
    assert (after.turn, after.phase) == ("green", "roll")
    assert set(after.chips) == {"red", "green"}


def test_a_question_about_whoever_left_is_gone() -> None:
    says = Says("labyrinth.ask.lost", {"name": "Bo", "seat": "blue"})
    lost = moves.Ask(Question(says, (Option(Says("labyrinth.opt.unknown")),), about="lost"))

    assert seat(play(rolled(*THREE), lost), Left("blue")).question is None
    assert seat(play(rolled(*THREE), lost), Left("green")).question == lost.question


def test_a_question_that_whoever_left_is_an_answer_to_is_gone() -> None:
    options = tuple(
        Option(Says("labyrinth.opt.seat", {"name": name, "seat": colour}))
        for name, colour in (("Ada", "red"), ("Bo", "blue"))
    )
    who = moves.Ask(Question(Says("labyrinth.ask.who"), options, about="who"))

    assert seat(play(rolled(*THREE), who), Left("blue")).question is None


def test_whose_ball_fell_is_asked_on_without_whoever_left() -> None:
    asked = play(rolled(*THREE), whose(rolled(*THREE), "nw"))

    after = seat(asked, Left("blue"))

    assert after.question
    seats = [option.says.values.get("seat") for option in after.question.options]
    assert seats == ["red", "green", None, None]
    assert after.question == whose(after, "nw").question


def test_nobody_plays_alone() -> None:
    assert refused(rolled(*TWO), Left("red")) == "alone"
    assert refused(seat(rolled(*THREE), Left("red")), Left("blue")) == "alone"


# Somebody joins.


def test_a_third_joins_two_who_sit_opposite_as_the_last_in_turn_order() -> None:
    before = play(rolled(*TWO), moves.Give("blue", "owl"))

    after = seat(before, Joined(CLEO))

    assert after.seats == ("red", "blue", "green")
    assert [getattr(after, name)["green"] for name in BY_SEAT] == [
        "Cleo", "f1", 5, "f1", "under", (),
    ]  # fmt: skip
    assert (after.turn, after.phase, after.roll) == ("red", "walk", 3)
    assert (after.chips["blue"], after.bag) == (("owl",), before.bag)
    assert play(after, STOP, moves.Roll(1), STOP).turn == "green"


@pytest.mark.parametrize(
    ("stands", "corner"), [("b2", "f1"), ("f1", "a6")], ids=["free", "somebody passes there"]
)
def test_without_a_corner_it_is_the_first_free_one(stands: str, corner: str) -> None:
    before = play(rolled(*TWO), moves.Place("blue", stands))

    assert seat(before, Joined(Player("Eve", "green"))).corners["green"] == corner


def test_two_may_stand_in_a_corner_that_somebody_passes() -> None:
    before = play(rolled(*TWO), moves.Place("blue", "f1"))

    after = seat(before, Joined(CLEO))

    assert after.at == {"red": "a1", "blue": "f1", "green": "f1"}


def test_who_joins_needs_fewer_chips_where_the_house_rules_say_so() -> None:
    assert seat(rolled(*TWO, handicap={"green": 2}), Joined(CLEO)).goals["green"] == 3
    assert seat(rolled(*TWO, handicap={"green": 9}), Joined(CLEO)).goals["green"] == 1


def test_who_joins_on_the_wanted_symbol_gets_nothing_for_it() -> None:
    before = play(game(*TWO), moves.Draw("moon"))

    after = seat(before, Joined(DAN))

    assert (after.at["yellow"], after.chips["yellow"], after.wanted) == ("a6", (), "moon")


def test_the_turn_before_is_settled_when_somebody_joins() -> None:
    before = play(rolled(*TWO), STOP, moves.Roll(2), STOP, moves.Roll(4))
    assert before.late
    assert before.late.seat == "blue"  # followed by Ada, who has rolled a 4

    after = seat(before, Joined(CLEO))

    assert after.late is None
    assert (after.turn, after.roll) == ("red", 4)


@pytest.mark.parametrize(
    ("players", "joins", "why"),
    [
        (FOUR, Player("Eve", "red"), "seats"),
        (TWO, Player("Eve", "red"), "taken"),
        (TWO, Player("Eve", "pink"), "seat"),
        (TWO, Player("Eve", "green", "a1"), "corner"),
        (TWO, Player("Eve", "green", "c3"), "corner"),
    ],
)
def test_there_is_no_place(players: tuple[Player, ...], joins: Player, why: str) -> None:
    assert refused(rolled(*players), Joined(joins)) == why


@pytest.mark.parametrize(("goal", "fits"), [(8, True), (9, False)])
def test_a_third_joins_only_while_the_bag_is_enough(goal: int, fits: bool) -> None:
    two = rolled(*TWO, chips_to_win=goal)  # three need 3 * 7 + 2 = 23, or 3 * 8 + 2 = 26

    if fits:
        assert enough(seat(two, Joined(CLEO)))
    else:
        assert refused(two, Joined(CLEO)) == "bag"
    assert isinstance(GAME.new(Setup(THREE, Options(chips_to_win=goal), Box())), State) is fits


def test_chips_that_went_home_with_somebody_are_missing_in_the_bag() -> None:
    """Four to 6 chips need 4 * 5 + 2 = 22 of 24: two may be out, three may not."""
    two = [moves.Give("yellow", symbol) for symbol in ("owl", "cat")]
    four = play(rolled(*FOUR, chips_to_win=6), *two)

    again = seat(four, Left("yellow"), Joined(DAN))
    assert again.chips["yellow"] == ()
    assert (
        refused(seat(play(four, moves.Give("yellow", "hat")), Left("yellow")), Joined(DAN))
        == "bag"
    )


@pytest.mark.parametrize(
    "change", [Renamed("red", "X"), Swapped("red", "blue"), Left("red"), Joined(DAN)]
)
def test_a_game_that_is_over_stays_as_it_ended(change: Any) -> None:
    over = play(game(*THREE, chips_to_win=1), moves.Give("red", "owl"))
    assert over.phase == "over"

    assert refused(over, change) == "over"


# Whole games.

GREEDY = 0.8  # share of turns in which people walk straight to the symbol


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32),
    st.integers(2, 4),
    st.integers(1, 6),
    st.sampled_from(["first", "shared"]),
)
def test_people_come_and_go_and_the_game_goes_on_to_its_end(
    seed: int, count: int, goal: int, both: str
) -> None:
    chance = Random(seed)
    fields = chance.sample(FIELDS, 24)
    state = game(
        *FOUR[:count], symbols=dict(zip(fields, SYMBOLS, strict=True)), chips_to_win=goal,
        both_reach=both,
    )  # fmt: skip
    gone: list[str] = []
    for _ in range(3000):
        if state.phase == "over":
            break
        if chance.random() < 0.05:
            state = _people_change(state, chance, gone)
        else:
            open_now = GAME.choices(state)
            assert open_now, state
            state = play(state, _chosen(state, open_now, chance))
        _holds(state, gone)

    assert state.phase == "over"
    assert GAME.final(state).winners == tuple(state.names[seat] for seat in state.winners)


def _people_change(state: State, chance: Random, gone: list[str]) -> State:
    colour, other = chance.choice(GAME.seats), chance.choice(GAME.seats)
    change = chance.choice([
        Left(colour), Joined(Player(f"new {colour}", colour, chance.choice(("", *CORNERS)))),
        Renamed(colour, "another"), Swapped(colour, other),
        Joined(Player(f"new {colour}", colour)),
    ])  # fmt: skip
    assert GAME.seated
    after = GAME.seated(state, change)
    if isinstance(after, Refusal):
        return state
    if isinstance(change, Left):
        gone += state.chips[colour]
    return after  # type: ignore[no-any-return]


def _chosen(state: State, open_now: Any, chance: Random) -> Any:
    """A walk to the wanted symbol, most of the time; else anything that is open."""
    here = state.at[state.turn]
    if state.phase == "walk" and chance.random() < GREEDY:
        if any(
            choice.move == STOP and state.path and sought(state, here) for choice in open_now
        ):
            return STOP
        near = {choice.place: choice.move for choice in open_now if choice.place}
        far = _steps_to(state)
        best = min(near, key=lambda field: far.get(field, 99), default="")
        if best and far.get(best, 99) < far.get(here, 99):
            return near[best]
    return chance.choice(open_now).move


def _steps_to(state: State) -> dict[str, int]:
    """Steps from every field to the wanted symbol."""
    goals = [field for field in FIELDS if sought(state, field)]
    steps, queue = dict.fromkeys(goals, 0), deque(goals)
    while queue:
        here = queue.popleft()
        for field in neighbours(here):
            if field not in steps:
                steps[field] = steps[here] + 1
                queue.append(field)
    return steps


def _holds(state: State, gone: list[str]) -> None:
    """What the rules, the reading and the pages rely on."""
    seats = set(state.seats)
    assert 2 <= len(seats) == len(state.seats)
    assert all(set(getattr(state, name)) == seats for name in BY_SEAT)
    assert state.turn in seats
    assert {*state.blind, *state.winners} <= seats
    assert len(set(state.corners.values())) == len(seats)
    if state.late:
        assert state.late.seat in seats
        assert set(state.late.chips) == seats
    won = [symbol for chips in state.chips.values() for symbol in chips]
    laid = [*state.bag, *won, *gone, *([state.wanted] if state.wanted else [])]
    assert sorted(laid) == sorted(SYMBOLS)
    assert {choice.seat for choice in GAME.choices(state)} <= seats
    assert {one["seat"] for one in GAME.show(state, Viewer())["seats"]} == seats
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


# On the table: what the plate still shows of whoever left, or not yet of whoever joined.


class Seats(Tabletop):
    """A table where people come and go."""

    def seat(self, do: str, **change: Any) -> None:
        answer = self.ask("reseat", change={"do": do, **change}, id=f"seat-{self.now}-{do}")
        assert answer.status == 200, answer


@pytest.fixture
def three(tmp_path: Path) -> Seats:
    """Ada, Bo and Cleo in a1, f1 and f6, as the plate shows; Cleo walked to d5 before."""
    table = Seats(tmp_path, players=3, wanted="moon")
    table.hall({"11", "16", "66"})
    table.stand(red="11", blue="16", green="54")
    table.wait(3000)
    assert table.noticed == []
    return table


def test_a_magician_that_was_left_standing_is_to_be_taken_off(three: Seats) -> None:
    three.seat("left", seat="green")
    three.wait(1500)
    assert three.noticed == [("spare", "d5")]
    three.hall({"11", "16"}, 1000)

    assert three.noticed == []
    assert three.question is None


def test_it_is_nobody_elses_while_it_stands_there(three: Seats) -> None:
    three.seat("left", seat="green")
    three.wait(500)
    three.take(moves.Roll(2))
    three.hall({"12", "16", "54"}, 500)
    three.hall({"13", "16", "54"})
    three.take(moves.Roll(1))
    three.hall({"13", "26", "54"})

    assert three.walks == [("red", ("b1", "c1")), ("blue", ("f2",))]
    assert three.state.at == {"red": "c1", "blue": "f2"}
    assert ("spare", "d5") in three.noticed


def test_a_walker_in_the_hand_does_not_stand_where_it_was_left(three: Seats) -> None:
    three.stand(red="11", blue="16", green="13")
    three.wait(3000)
    three.seat("left", seat="green")
    three.wait(500)
    three.take(moves.Roll(2))
    three.hall({"16", "13"}, 1000)
    assert three.state.at["red"] == "a1"
    three.hall({"12", "16", "13"}, 1000)

    assert three.state.at["red"] == "b1"


def test_somebody_else_in_the_hand_is_not_taken_for_it(three: Seats) -> None:
    three.seat("left", seat="green")
    three.wait(1000)
    three.hall({"11", "54"}, 8000)

    assert ("repair", "f1") in three.noticed
    assert ("spare", "d5") in three.noticed
    assert three.question is None
    assert three.state.at["blue"] == "f1"


def test_whoever_was_moved_is_asked_about_not_the_one_left_standing_nearer(
    three: Seats,
) -> None:
    three.seat("left", seat="green")
    three.wait(1000)
    three.hall({"11", "63", "54"}, 8000)

    assert (three.asking, three.question.place) == ("misplaced", "c6")  # type: ignore[union-attr]
    three.hall({"11", "16", "54"}, 1000)
    assert three.question is None


def test_in_the_end_it_is_asked_whether_anybody_stands_there(three: Seats) -> None:
    three.seat("left", seat="green")
    three.wait(11_000)
    assert (three.asking, three.question.place) == ("stuck", "d5")  # type: ignore[union-attr]
    three.hall({"11", "16"}, 1000)

    assert three.question is None
    assert three.state.masked == ()


def test_the_ball_under_it_is_not_the_walkers() -> None:
    """Ada crosses from d5 to d6 at 5000, a magician nobody plays is lifted from e5 at 5100:
    a ball in the south-east tray at 5700 may be of either. Ada's alone it is without."""
    state = play(
        game(*TWO), moves.Draw("tree"), moves.Place("red", "d5"), moves.Roll(3),
        moves.Walk(("d6",)),
    )  # fmt: skip
    drop = Dropped("se", 5700)
    memory = Memory(
        now=5700, hold=False, touched=(("d5", 0), ("d6", 5000)), seen={"d6": 5000},
        whose=("red", "d5"), trays={"se": 5700}, first=5700,
    )  # fmt: skip

    hers = fell(memory, state, drop)
    assert isinstance(hers, moves.Fell)
    assert (hers.seat, hers.tray) == (None, "se")
    asked = fell(replace(memory, lifted=("e5", 5100)), state, drop)
    assert isinstance(asked, moves.Ask)
    resting = replace(memory, touched=(("d5", 0),), seen={"d5": 0}, lifted=("e5", 5100))
    assert fell(resting, state, drop) is None


def test_whoever_joined_is_to_be_put_into_the_corner(tmp_path: Path) -> None:
    table = Seats(tmp_path)
    table.hall({"11", "66"})
    table.seat("joined", player={"name": "Cleo", "seat": "green", "corner": "f1"})
    table.wait(1500)
    assert table.notices[0].seat == "green"
    assert table.noticed == [("repair", "f1")]
    table.hall({"11", "66", "16"}, 1000)
    assert table.noticed == []
    table.take(moves.Roll(1))
    table.hall({"12", "66", "16"})

    assert table.walks == [("red", ("b1",))]


def test_play_goes_on_while_whoever_joined_fetches_a_chair(tmp_path: Path) -> None:
    table = Seats(tmp_path)
    table.hall({"11", "66"})
    table.seat("joined", player={"name": "Cleo", "seat": "green"})
    table.take(moves.Roll(1))
    table.wait(4000)
    table.hall({"12", "66"})
    table.hall({"12", "66", "16"})

    assert table.walks == [("red", ("b1",))]
    assert table.noticed == []
    assert table.question is None


def test_one_goes_one_comes_and_the_plate_shows_neither(three: Seats) -> None:
    three.seat("left", seat="green")
    three.seat("joined", player={"name": "Dan", "seat": "yellow", "corner": "a6"})
    three.wait(3500)
    assert ("repair", "a6") in three.noticed
    three.hall({"11", "16", "61", "54"}, 1500)
    assert three.noticed == [("spare", "d5")]
    assert three.question is None
    three.hall({"11", "16", "61"}, 1000)

    assert three.noticed == []
    assert three.state.at == {"red": "a1", "blue": "f1", "yellow": "a6"}


def test_who_left_by_mistake_stands_where_they_stood(three: Seats) -> None:
    three.seat("left", seat="green")
    three.wait(1000)
    three.undo()
    three.wait(1000)

    assert three.state.at["green"] == "d5"
    assert three.noticed == []


def test_a_name_that_changes_in_the_middle_of_a_walk_breaks_off_nothing(three: Seats) -> None:
    three.take(moves.Roll(3))
    three.hall({"12", "16", "54"}, 800)
    three.seat("renamed", seat="red", name="Anna")
    three.wait(300)
    three.hall({"13", "16", "54"}, 500)
    three.hall({"23", "16", "54"})

    assert three.walks == [("red", ("b1", "c1", "c2"))]
