"""What a game finds of its walls: when a way counts, what a fall tells, and what nobody counts."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.labyrinth import GAME, moves, walling
from companion.games.labyrinth.finding import everything
from companion.games.labyrinth.state import State
from companion.vocabulary import Joined, Left, Player, Refusal, Viewer
from companion.walls import Drop, Either, Way
from tests.games.labyrinth.test_rules import FOUR, STOP, draw, game, play, refused, walk

OPENED = Drop((Way(("a1-b1",), 0.7), Way(("a1-b1", "b1-c1"), 0.3)), 0.0)
JERK = Drop((Way(("a1-b1",), 0.01),), 0.99, ("a1-b1",))


def rolled(face: int = 3, **options: Any) -> State:
    """Ada, in a1, looks for the tree and has rolled."""
    return play(game(**options), draw("tree"), moves.Roll(face))


def crossed(state: State) -> dict[str, int]:
    return state.found.crossed


# A way on which no ball fell


def test_a_way_counts_once_the_next_player_has_walked_and_not_before() -> None:
    ended = play(rolled(), walk("b1"), walk("b1", "c1"), STOP, moves.Roll(2))
    assert crossed(ended) == {}

    after = play(ended, walk("f2"))

    assert crossed(after) == {"a1-b1": 1, "b1-c1": 1}
    assert crossed(play(after, walk("e1"), walk("f2"))) == crossed(after)


def test_each_walk_counts_once_and_an_edge_as_often_as_it_was_crossed() -> None:
    state = play(rolled(4), walk("b1", "a1", "a2"), STOP, moves.Roll(1), STOP)
    assert crossed(state) == {"a1-b1": 2, "a1-a2": 1}
    for _ in range(2):
        state = play(state, moves.Roll(1), STOP)

    state = play(state, moves.Roll(1), walk("a1"), STOP, moves.Roll(1), STOP)

    assert crossed(state) == {"a1-b1": 2, "a1-a2": 2}


def test_who_stays_crosses_nothing() -> None:
    assert crossed(play(rolled(), STOP, moves.Roll(2), STOP)) == {}


def test_a_ball_that_falls_late_takes_its_way_along() -> None:
    ended = play(rolled(2), walk("b1", "c1"), STOP, moves.Roll(4))

    after = play(ended, moves.Fell(OPENED, "red", "nw"), walk("f2"), STOP)
    after = play(after, moves.Roll(1), STOP)

    assert crossed(after) == {"f1-f2": 1}
    assert (after.found.drops, after.fallen) == ((OPENED,), ("red",))


def test_the_walk_of_a_ball_that_fell_is_not_counted_again() -> None:
    state = play(rolled(), walk("b1", "c1"), moves.Fell(OPENED), moves.Roll(1), STOP)
    assert crossed(play(state, moves.Roll(1), STOP)) == {}


def test_the_last_walk_counts_when_the_game_is_over() -> None:
    given = [moves.Give("red", symbol) for symbol in ("owl", "cat", "hat", "sun")]
    state = play(game(), *given, draw("snail"), moves.Roll(2), walk("b1", "c1"), STOP)
    assert state.phase == "over" and crossed(state) == {"a1-b1": 1, "b1-c1": 1}

    again = play(state, moves.Lose("red", "owl"), draw("tree"), moves.Roll(1), STOP)

    assert crossed(again) == crossed(state)


def test_of_a_cut_corner_only_what_both_ways_share_was_crossed() -> None:
    cut = moves.Walk(("b1", "c1", "c2"), (("b1", "b2", "c2"),))

    state = play(rolled(), cut, STOP, moves.Roll(1), walk("f2"))

    assert crossed(state) == {"a1-b1": 1}
    assert state.found.either == (Either((("b1-c1", "c1-c2"), ("b1-b2", "b2-c2"))),)


def test_where_people_put_a_magician_right_its_way_does_not_count() -> None:
    ended = play(rolled(), walk("b1", "c1"), STOP)
    for state in (
        play(ended, moves.Place("red", "b2"), moves.Roll(1), walk("f2")),
        play(rolled(), walk("b1"), moves.Place("red", "a2"), STOP, moves.Roll(1), walk("f2")),
        play(rolled(), walk("b1"), moves.Turn("blue"), moves.Roll(1), walk("f2")),
    ):
        assert crossed(state) == {}
    other = play(ended, moves.Place("green", "f5"))
    assert crossed(other) == {"a1-b1": 1, "b1-c1": 1}


def test_from_where_people_put_it_the_way_counts() -> None:
    state = play(rolled(4), walk("b1", "b2"), moves.Place("red", "c2"), walk("c3", "c4"), STOP)
    assert crossed(play(state, moves.Roll(1), walk("f2"))) == {"c2-c3": 1, "c3-c4": 1}


def test_the_edges_are_the_boards_however_it_lies() -> None:
    state = play(rolled(), moves.Turned(1), walk("b1"), STOP, moves.Turned(3))
    assert crossed(play(state, moves.Roll(1), walk("f2"))) == {"a1-b1": 1}


def test_who_leaves_or_joins_settles_the_turn_before() -> None:
    ended = play(rolled(), walk("b1"), STOP)
    assert GAME.seated
    gone = GAME.seated(ended, Left("red"))
    two = play(game(*FOUR[:3]), draw("tree"), moves.Roll(1), walk("b1"), STOP)
    joined = GAME.seated(two, Joined(Player("Dan", "yellow")))
    assert crossed(gone) == crossed(joined) == {"a1-b1": 1}
    assert gone.late is None and joined.late is None


# A ball that fell


def test_a_fall_that_people_tell_is_most_likely_the_last_edge_of_the_walk() -> None:
    state = play(rolled(), walk("b1", "b2", "c2"), moves.Fall())
    (drop,) = everything(state).drops
    one, two, three = (("a1-b1",), ("a1-b1", "b1-b2"), ("a1-b1", "b1-b2", "b2-c2"))
    assert [way.edges for way in drop.ways] == [one, two, three]
    assert [way.weight for way in drop.ways] == [0.125, 0.125, 0.7]
    assert (drop.none, drop.over) == (0.05, three)
    assert state.found.drops == ()  # kept short: the state is written with every move


def test_a_fall_told_before_any_step_tells_nothing() -> None:
    assert everything(play(rolled(), moves.Fall())).drops == ()


def test_the_same_fall_told_twice_is_two_drops() -> None:
    state = play(rolled(), walk("b1"), moves.Fall())
    for _ in range(3):
        state = play(state, moves.Roll(1), STOP)
    state = play(state, moves.Roll(1), walk("b1"), moves.Fall())
    assert state.told == {"a1-b1": 2} and len(everything(state).drops) == 2


def test_a_fall_told_where_a_corner_was_cut_looks_at_both_ways() -> None:
    state = play(rolled(2), moves.Walk(("b1", "b2"), (("a2", "b2"),)), moves.Fall())
    (drop,) = everything(state).drops
    assert {way.edges: way.weight for way in drop.ways} == {
        ("a1-b1",): 0.125, ("a1-b1", "b1-b2"): 0.35,
        ("a1-a2",): 0.125, ("a1-a2", "a2-b2"): 0.35,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("drop", "why"),
    [
        (Drop((Way(("a1-c1",), 1.0),)), "edge"),
        (Drop((Way(("b1-a1",), 1.0),)), "edge"),
        (Drop((Way(("f1-g1",), 1.0),)), "edge"),
        (Drop((Way(("a1-b1",), 1.0),), 0.1, ("a1-b2",)), "edge"),
        (Drop((Way(("a1-b1",), 0.0),)), "cause"),
        (Drop(()), "cause"),
    ],
)
def test_a_drop_that_cannot_be_is_refused_and_names_no_edge(drop: Drop, why: str) -> None:
    state = play(rolled(), walk("b1"))
    after = GAME.play(state, moves.Fell(drop))
    assert isinstance(after, Refusal) and after.key == f"labyrinth.no.{why}"
    assert after.values == {}


# A ball that fell, and no wall was there


def test_by_the_house_rule_the_walk_begins_anew_with_all_its_steps() -> None:
    state = play(rolled(knocked="again"), walk("b1", "b2"), moves.Fell(JERK, knock=True))

    assert (state.turn, state.phase, state.at["red"], state.balls["red"]) == (
        "red", "walk", "a1", "tray",
    )  # fmt: skip
    assert state.found.drops == (JERK,) and crossed(state) == {}
    again = play(state, moves.Back("red"), walk("a2", "a3", "a4"))
    assert again.at["red"] == "a4"


def test_a_late_one_is_given_back_too_and_the_next_player_rolls_anew() -> None:
    ended = play(rolled(2, knocked="again"), walk("b1", "b2"), STOP, moves.Roll(4))

    state = play(ended, moves.Fell(JERK, "red", knock=True))

    assert (state.turn, state.phase, state.roll, state.path) == ("red", "walk", 2, ())
    assert play(state, walk("a2"), STOP).turn == "blue"


def test_without_the_house_rule_it_is_a_bump_like_any_other() -> None:
    state = play(rolled(), walk("b1"))
    assert refused(state, moves.Fell(JERK, knock=True)) == "labyrinth.no.knock"
    assert play(state, moves.Fell(JERK)).turn == "blue"


def test_so_many_walls_that_a_field_has_no_entry_are_refused() -> None:
    with pytest.raises(AssertionError, match=r"labyrinth\.no\.walls"):
        game(walls=43)
    assert game(walls=42).options.walls == 42


# What follows


def over(state: State) -> State:
    return play(
        state, *(moves.Give("red", symbol) for symbol in ("owl", "cat", "hat", "sun", "cup"))
    )


def test_nobody_is_shown_the_walls_before_the_game_is_over() -> None:
    state = play(rolled(walls=24), walk("b1", "c1"), moves.Fell(OPENED))
    for viewer in (Viewer("host"), Viewer(), Viewer("seat", "red")):
        assert GAME.show(state, viewer)["walls"] is None
        assert GAME.show(over(state), viewer)["walls"]["marginals"]["a1-b1"] > 0.5


def test_what_was_crossed_is_open_and_what_held_balls_back_is_a_wall() -> None:
    wall = moves.Fell(Drop((Way(("a1-b1",), 1.0),)))
    state = play(rolled(walls=24), walk("b1"), wall, moves.Turn("red"))
    state = play(state, moves.Roll(1), walk("b1"), wall)  # twice: once may be a knock
    state = play(state, moves.Roll(2), walk("f2", "f3"), STOP, moves.Roll(1), STOP)

    shown = GAME.show(over(state), Viewer())["walls"]

    assert shown["sure"] == ["a1-b1"] and shown["knocks"] == []
    assert shown["marginals"]["f1-f2"] < 0.05 > shown["marginals"]["f2-f3"]
    assert not {"f1-f2", "f2-f3"} & {*shown["likely"], *shown["unknown"]}


def test_a_ball_that_met_no_wall_is_told_of_after_the_game() -> None:
    state = play(rolled(2, walls=24), walk("b1", "c1"), STOP, moves.Roll(1), STOP)
    state = play(state, moves.Turn("red"), moves.Roll(1), walk("b1"), moves.Fell(JERK))

    shown = GAME.show(over(state), Viewer())["walls"]

    assert shown["knocks"] == [{"seat": "red", "number": 1}]


@pytest.mark.parametrize(("number", "mean"), [(24, 24), (19, 19), (30, 30)])
def test_all_probabilities_together_are_the_number_of_walls(number: int, mean: int) -> None:
    state = play(rolled(walls=number), walk("b1", "c1"), moves.Fell(OPENED))
    assert sum(walling.walls(state).marginals) == pytest.approx(mean)


def test_nobody_said_how_many_so_the_books_two_pictures_are_the_likeliest() -> None:
    numbers = walling.walls(game()).numbers
    assert sum(numbers) == pytest.approx(1)
    assert list(numbers).index(max(numbers)) == 24 and sorted(numbers)[-2] == numbers[19]
