"""A scoring, step by step (pages 8 and 9)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.merlin import GAME, moves, taking
from tests.games.merlin.table import (
    at_scoring,
    blue,
    built,
    castle,
    gives,
    has,
    is_open,
    open_now,
    out,
    play,
    points,
    step,
    table,
    through,
    waits,
    why,
)


def whole() -> Any:
    """Something of everything."""
    state = castle(table(), traitors={"grey": 2, "blue": 1}, influence={"black": 2, "grey": 1})
    state = has(state, "grey-shield", "blue-shield", "black-flag")
    state = built(out(state, lady="black"), "blue", 0)
    return built(castle(state, "yellow", influence={"black": 2}, traitors={"black": 1}),
                 "yellow", 12)  # fmt: skip


def test_the_steps_are_those_of_the_book_in_its_order() -> None:
    state, seen = at_scoring(whole()), list[str]()
    while state.phase == "score":
        if not seen or seen[-1] != waits(state):
            seen.append(waits(state))
        [move, *_] = [
            c.move for c in GAME.choices(state)
            if isinstance(c.move, moves.Keeps | moves.Next | moves.Traitor)
        ]  # fmt: skip
        state = play(state, move)
    assert seen == ["shields", "losses", "traitors", "area", "pot", "henchmen"]


def test_every_step_is_shown_with_its_reason_before_it_is_taken() -> None:
    state = step(at_scoring(whole()), "losses")
    [(who, lost, says), other] = taking.reckoned(state)
    assert (who, lost, says.values, says.book) == ("blue", -9, {"count": 3}, "page 8")
    assert other[:2] == ("yellow", -3)
    assert points(state) == 0
    assert points(play(state, moves.Next())) == -9


# Traitors (page 8)


def test_nobody_has_to_give_a_shield() -> None:
    state = play(at_scoring(whole()), moves.Spends("blue", "blue"))
    assert (blue(state).traitors, waits(state)) == ({"grey": 2}, "shields")
    assert "blue-shield" not in blue(state).goods
    state = play(state, moves.Keeps("blue"))
    assert (waits(state), gives(state)) == ("losses", {"blue": -6, "yellow": -3})


def test_one_shield_for_one_traitor_of_the_same_county() -> None:
    state = at_scoring(whole())
    assert why(state, moves.Spends("blue", "black")) == ("shield", "page 8")
    state = play(state, moves.Spends("blue", "grey"))
    assert why(state, moves.Spends("blue", "grey")) == ("shield", "page 8")
    assert why(state, moves.Spends("yellow", "black")) == ("phase", "page 8")
    assert why(state, moves.SpendsAll("yellow")) == ("phase", "page 8")
    assert why(state, moves.Keeps("yellow")) == ("phase", "page 8")


def test_all_at_once() -> None:
    state = play(at_scoring(whole()), moves.SpendsAll("blue"))
    assert (blue(state).goods, blue(state).traitors) == ({"black-flag": 1}, {"grey": 1})
    assert waits(state) == "losses", "yellow has no shield and is not asked"


def test_whoever_has_no_traitor_loses_nothing_and_no_sword_gives_nothing() -> None:
    state = step(at_scoring(table()), "traitors")
    assert (points(state), points(state, "yellow")) == (0, 0)


@pytest.mark.parametrize(("left", "gained"), [({}, 3), ({"grey": 1}, -3)])
def test_excalibur_counts_where_no_traitor_is_left(left: Any, gained: int) -> None:
    state = castle(replace(table(), excalibur="blue"), traitors=left)
    state = step(at_scoring(state), "losses")
    assert gives(state) == {"blue": gained}
    assert play(state, moves.Next()).excalibur == "blue", "only the Grail is given back"


# Environs (page 9)


def test_areas_without_a_manor_are_passed_by() -> None:
    state = step(at_scoring(built(table(), "blue", 9, 17)), "area")
    seen = []
    while waits(state) == "area":
        seen.append((state.todo[0].tile, gives(state)))  # type: ignore[union-attr]
        state = play(state, moves.Next())
    assert seen == [(3, {"blue": 4}), (17, {"blue": 1})]


def test_most_manors_take_all_and_the_second_nothing() -> None:
    state = built(built(table(), "blue", 5, 10), "yellow", 14)
    assert gives(step(at_scoring(state), "area")) == {"blue": 6}


def test_three_share_an_area_of_five_rounded_down() -> None:
    state = built(built(built(table(3), "blue", 0), "yellow", 1), "red", 2)
    assert gives(step(at_scoring(state), "area")) == {"blue": 1, "yellow": 1, "red": 1}


# Influence (page 9)


def pots(state: Any) -> list[str]:
    """The counties as they are scored."""
    state, seen = step(at_scoring(state), "pot"), list[str]()
    while waits(state) == "pot":
        seen.append(state.todo[0].county)
        state = play(state, moves.Next())
    return seen


def test_counties_come_clockwise_from_the_dragon_and_empty_ones_are_passed_by() -> None:
    state = castle(table(), influence={"brown": 1, "blue": 1, "black": 1, "purple": 1})
    assert pots(state) == ["black", "blue", "purple", "brown"]


def test_as_they_lie_on_the_owners_board() -> None:
    state = castle(table(), influence={"brown": 1, "blue": 1, "black": 1})
    order: Any = ("black", "brown", "grey", "blue", "purple", "orange")
    assert pots(replace(state, order=order)) == ["black", "brown", "blue"]


def test_markers_return_after_each_county_but_one() -> None:
    state = step(at_scoring(whole()), "pot")
    assert gives(state) == {"blue": 2, "yellow": 2}
    state = play(state, moves.Next())
    assert blue(state).influence == {"black": 1, "grey": 1}
    assert state.castles["yellow"].influence == {"black": 1}


# The Grail (page 9)


def tied(**at: int) -> Any:
    """Both have as many markers there."""
    state = castle(castle(table(), influence=at), "yellow", influence=at)
    return replace(state, grail="yellow")


def test_the_grail_is_laid_once_and_on_a_tie_for_the_most_alone() -> None:
    state = step(at_scoring(tied(black=1, grey=2)), "pot")
    state = play(state, moves.Grail(), moves.Next())
    assert points(state, "yellow") == 2
    assert (waits(state), is_open(state, moves.Grail())) == ("pot", False)
    assert why(state, moves.Grail()) == ("tie", "page 9")
    assert gives(state) == {"blue": 2, "yellow": 2}


def test_it_is_taken_up_again_and_laid_elsewhere() -> None:
    state = step(at_scoring(tied(black=1, grey=2)), "pot")
    state = play(state, moves.Grail(), moves.Grail(), moves.Next())
    assert (points(state), points(state, "yellow")) == (1, 1)
    state = play(state, moves.Grail())
    assert gives(state) == {"yellow": 4}


def test_it_is_no_help_to_whoever_is_behind_or_ahead_anyway() -> None:
    behind = castle(tied(black=2), influence={"black": 3})
    ahead = castle(tied(black=2), influence={"black": 1})
    third = castle(castle(castle(table(3), influence={"black": 2}), "yellow",
                          influence={"black": 1}), "red", influence={"black": 1})  # fmt: skip
    for state in (behind, ahead, replace(third, grail="yellow")):
        now = step(at_scoring(state), "pot")
        assert not is_open(now, moves.Grail())
        assert why(now, moves.Grail()) == ("tie", "page 9")


def test_it_goes_back_after_the_counties_even_unused() -> None:
    for state in (tied(black=1), tied(brown=1), replace(table(), grail="blue")):
        begun = at_scoring(out(state, lady="black"))
        assert step(begun, "traitors").grail == state.grail
        assert step(begun, "henchmen").grail == ""


def test_in_the_next_scoring_it_can_be_laid_again() -> None:
    state = step(at_scoring(tied(black=1)), "pot")
    state = through(play(state, moves.Grail(), moves.Next()))
    assert (state.phase, state.laid) == ("roll", False)
    state = castle(castle(state, influence={"black": 1}), "yellow", influence={"black": 1})
    state = step(at_scoring(replace(state, turn="blue", grail="yellow"), 4), "pot")
    assert is_open(state, moves.Grail())


# Henchmen, and the end (pages 9 and 10)


def test_nobody_out_is_no_step() -> None:
    state = step(at_scoring(castle(table(), traitors={"grey": 1})), "losses")
    state = through(play(state, moves.Next()))
    assert state.castles["blue"].earned == {"traitors": -3}


def test_the_end_counts_apples_staffs_and_goods() -> None:
    state = has(
        castle(table(), apples=2, staffs=1), *["grey-flag"] * 3, "blue-stone", "black-stone"
    )
    state = step(at_scoring(state, 6), "ending")
    assert [(seat, n) for seat, n, _ in taking.reckoned(state) if seat == "blue"] == [
        ("blue", 2), ("blue", 2), ("blue", 1),
    ]  # fmt: skip
    assert points(play(state, moves.Next())) == 5


def test_next_is_for_a_scoring_alone() -> None:
    assert why(table(), moves.Next()) == ("phase", "page 8")
    assert why(step(at_scoring(whole()), "shields"), moves.Next()) == ("phase", "page 8")
    assert open_now(step(at_scoring(whole()), "losses"), moves.Keeps) == []
