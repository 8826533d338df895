"""The final sheet: three scorings and the end (pages 8 to 10), the examples of the book first."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import ValidationError, convert

from companion.games.merlin import reckoning
from companion.games.merlin.scoring import BLANK, score
from companion.games.merlin.sheets import Sheet
from companion.vocabulary import Line, Refusal, Says, Scores

COLOURS = ("blue", "yellow", "red", "green")


def sheet(*scorings: dict[str, Any], players: int = 4, **more: Any) -> Sheet:
    """Players called by their colours, with these scorings."""
    people = [{"name": c, "colour": c, **more.pop(c, {})} for c in COLOURS[:players]]
    return convert({"players": people, "scorings": scorings, **more}, Sheet)


def scored(*scorings: dict[str, Any], **more: Any) -> dict[str, int]:
    """The points of each."""
    scores = score(sheet(*scorings, **more))
    assert isinstance(scores, Scores), scores
    return {player.name: player.total for player in scores.players if player.total}


def why(*scorings: dict[str, Any], **more: Any) -> tuple[str, str]:
    refusal = score(sheet(*scorings, **more))
    assert isinstance(refusal, Refusal), refusal
    return refusal.key.removeprefix("merlin.no."), refusal.book


def area(terrain: str, tiles: int, **manors: int) -> dict[str, Any]:
    return {"terrain": terrain, "tiles": tiles, "manors": manors}


# Examples of the book


def test_page_8_two_of_three_traitors_are_repelled() -> None:
    assert scored({"traitors_left": {"yellow": 1}}) == {"yellow": -3}


def test_page_9_areas() -> None:
    """Blue's of two, green's of one, and a forest of five that red and yellow share."""
    areas = [
        area("lake", 2, blue=1), area("mountain", 1, green=1), area("forest", 5, red=1, yellow=1),
    ]  # fmt: skip
    assert scored({"areas": areas}) == {"blue": 2, "green": 1, "red": 2, "yellow": 2}


def test_page_9_influence() -> None:
    black = {"yellow": 1, "blue": 1, "red": 1}
    assert scored({"influence": {"black": black}}) == black
    purple = {"red": 3, "green": 2, "blue": 1}
    assert scored({"influence": {"purple": purple}}) == {"red": 6}


def test_page_9_the_grail() -> None:
    orange = {"yellow": 2, "blue": 2}
    assert scored({"influence": {"orange": orange}}) == {"yellow": 2, "blue": 2}
    laid = {"owner": "yellow", "county": "orange"}
    assert scored({"influence": {"orange": orange}, "grail": laid}) == {"yellow": 4}


def test_page_9_henchmen() -> None:
    out = {"green": 4, "blue": 3, "red": 3, "yellow": 1}
    assert scored({"henchmen": out}) == out


def test_page_10_the_end() -> None:
    assert scored(yellow={"flags": 2, "stones": 2, "shields": 1}) == {"yellow": 1}
    assert scored(red={"apples": 2, "staffs": 3}) == {"red": 8}


def test_all_examples_in_one_scoring_add_up() -> None:
    whole = {
        "traitors_left": {"yellow": 1}, "excalibur": "red",
        "areas": [area("lake", 2, blue=1), area("forest", 5, red=1, yellow=1)],
        "influence": {"black": {"yellow": 1, "blue": 1, "red": 1},
                      "orange": {"yellow": 2, "blue": 2}},
        "grail": {"owner": "yellow", "county": "orange"},
        "henchmen": {"green": 4, "blue": 3, "red": 3, "yellow": 1},
    }  # fmt: skip
    assert scored(whole) == {
        "blue": 2 + 1 + 3, "yellow": -3 + 2 + 1 + 4 + 1, "red": 3 + 2 + 1 + 3, "green": 4,
    }  # fmt: skip
    thrice = scored(whole, whole, whole, blue={"score": 20})
    assert (thrice["blue"], thrice["yellow"]) == (20 + 18, 15)


# Lines


def test_each_line_says_what_and_where_in_the_book() -> None:
    scores = score(sheet(
        {"traitors_left": {"blue": 2}, "influence": {"grey": {"blue": 2, "red": 2, "green": 1}},
         "areas": [area("lake", 3, blue=1)], "henchmen": {"blue": 1}},
        blue={"score": 7, "apples": 1, "stones": 7, "staffs": 1},
    ))  # fmt: skip
    assert isinstance(scores, Scores)
    [blue, *_] = scores.players
    assert blue.lines == (
        Line(7, Says("merlin.score.marker", {}, "page 8")),
        Line(-6, Says("merlin.score.traitors", {"count": 2}, "page 8")),
        Line(3, Says("merlin.score.area", {"terrain": "lake", "tiles": 3}, "page 9")),
        Line(2, Says("merlin.score.county_shared", {"county": "grey", "markers": 5, "players": 2},
                     "page 9")),
        Line(1, Says("merlin.score.henchmen", {"count": 1}, "page 9")),
        Line(1, Says("merlin.score.apples", {"count": 1}, "page 10")),
        Line(2, Says("merlin.score.staffs", {"count": 1}, "page 10")),
        Line(2, Says("merlin.score.goods", {"count": 7}, "page 10")),
    )  # fmt: skip


def test_whoever_breaks_a_tie_by_the_grail_is_told_so() -> None:
    told = [*reckoning.pot("orange", {"yellow": 2, "blue": 2}, "yellow")]
    values: dict[str, str | int] = {"county": "orange", "markers": 4}
    assert told == [("yellow", 4, Says("merlin.score.grail", values, "page 9"))]
    [alone] = reckoning.pot("orange", {"yellow": 3, "blue": 2}, "yellow")
    assert alone[2].key == "merlin.score.county"


def test_excalibur_is_for_whoever_has_no_traitor_left() -> None:
    assert scored({"excalibur": "blue"}) == {"blue": 3}
    assert scored({"excalibur": "blue", "traitors_left": {"blue": 0}}) == {"blue": 3}
    assert scored({"excalibur": "blue", "traitors_left": {"blue": 1}}) == {"blue": -3}


@pytest.mark.parametrize(("goods", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2)])
def test_goods_of_all_kinds_count_together_by_three(goods: int, points: int) -> None:
    told = {"flags": goods - goods // 2, "shields": goods // 2}
    assert scored(blue=told).get("blue", 0) == points


def test_the_most_points_win_and_a_tie_is_shared() -> None:
    scores = score(sheet(blue={"score": 5}, red={"score": 5}, green={"score": 4}))
    assert isinstance(scores, Scores)
    assert scores.winners == ("blue", "red")


def test_the_empty_template_is_a_sheet() -> None:
    scores = score(convert(BLANK, Sheet))
    assert isinstance(scores, Scores)
    assert [player.total for player in scores.players] == [0, 0]


# What no box allows


@pytest.mark.parametrize(("scoring", "more", "key", "book"), [
    ({}, {"blue": {"staffs": 4}}, "staffs", "page 2"),
    ({}, {"blue": {"apples": 6}, "red": {"apples": 6}}, "apples", "page 1"),
    ({}, {"blue": {"flags": 20}, "red": {"flags": 17}}, "goods", "page 1"),
    ({"henchmen": {"blue": 5}}, {}, "henchmen", "page 2"),
    ({"influence": {"grey": {"blue": 4}, "brown": {"blue": 3}}}, {}, "influence", "page 2"),
    ({"traitors_left": {"blue": 4}}, {}, "traitors", "page 8"),
    ({"areas": [area("lake", 9)]}, {}, "tiles", "page 3"),
    ({"areas": [area("lake", 7)]}, {"players": 3}, "tiles", "page 3"),
    ({"areas": [area("lake", 4), area("lake", 5)]}, {}, "tiles", "page 3"),
    ({"areas": [area("lake", 2, blue=2, red=1)]}, {}, "taken", "page 7"),
    ({"areas": [area("lake", 5, blue=4), area("forest", 4, blue=4)]}, {}, "manors", "page 7"),
    ({"henchmen": {"green": 1}}, {"players": 3}, "colour", "page 2"),
    ({"excalibur": "green"}, {"players": 3}, "colour", "page 2"),
    ({"traitors_left": {"red": 1}}, {"players": 2}, "colour", "page 2"),
    ({"influence": {"grey": {"red": 1}}}, {"players": 2}, "colour", "page 2"),
    ({"areas": [area("lake", 2, red=1)]}, {"players": 2}, "colour", "page 2"),
    ({"grail": {"owner": "green", "county": "grey"}}, {"players": 3}, "colour", "page 2"),
    ({"grail": {"owner": "blue", "county": "grey"}}, {}, "tie", "page 9"),
    ({"grail": {"owner": "blue", "county": "grey"}, "influence": {"grey": {"blue": 1}}}, {},
     "tie", "page 9"),
    ({"grail": {"owner": "red", "county": "grey"}, "influence": {"grey": {"blue": 2, "red": 1}}},
     {}, "tie", "page 9"),
])  # fmt: skip
def test_it_is_refused_by_the_book(
    scoring: dict[str, Any], more: dict[str, Any], key: str, book: str
) -> None:
    assert why(scoring, **more) == (key, book)
    assert why({}, {}, scoring, **more) == (key, book), "in every scoring"


def test_as_much_as_the_box_holds_is_a_sheet() -> None:
    full = {
        "henchmen": {"blue": 4}, "traitors_left": {"blue": 3}, "excalibur": None,
        "areas": [area("lake", 8, blue=7), area("forest", 8)],
        "influence": {"grey": {"blue": 4}, "brown": {"blue": 2}},
    }  # fmt: skip
    end = {"staffs": 3, "apples": 11, "flags": 36, "shields": 36, "stones": 36}
    assert scored(full, blue=end) == {"blue": -9 + 8 + 6 + 4 + 11 + 6 + 36}


def test_a_seventh_marker_is_for_those_who_play_with_seven() -> None:
    seven = {"influence": {"grey": {"blue": 4}, "brown": {"blue": 3}}}
    assert scored(seven, markers=7) == {"blue": 7}
    assert why({"influence": {"grey": {"blue": 8}}}, markers=7) == ("influence", "page 2")


@pytest.mark.parametrize("wrong", [
    {"players": []}, {"players": [{"name": "A", "colour": "pink"}]},
    {"players": [{"name": "A", "colour": "red"}, {"name": "a ", "colour": "blue"}]},
    {"players": [{"name": "A", "colour": "red"}, {"name": "B", "colour": "red"}]},
    {"players": [{"name": "A", "colour": "red"}], "scorings": [{}] * 4},
    {"players": [{"name": "A", "colour": "red", "staffs": -1}]},
])  # fmt: skip
def test_what_is_no_sheet_is_none(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        convert(wrong, Sheet)


# Shares

COUNTS = st.dictionaries(st.sampled_from(COLOURS), st.integers(0, 6))


@settings(max_examples=150, deadline=None)
@given(COUNTS, st.integers(1, 24), st.sampled_from(["", *COLOURS]))
def test_a_share_is_for_the_first_alone(counts: dict[str, int], pot: int, grail: str) -> None:
    told = reckoning.share(counts, pot, grail)
    best = {who for who, n in counts.items() if n and not any(m > n for m in counts.values())}
    if grail in best:
        assert told == {grail: pot}
    else:
        assert set(told) == best
        assert all(n * len(best) <= pot < (n + 1) * len(best) for n in told.values())
