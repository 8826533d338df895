"""The final sheet of Orcs Orcs Orcs (lines 12 and 14): monsters by their values now, support
spells, poison, a mission.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import ValidationError, convert
from msgspec.structs import replace

from companion.games.orcs.kinds import Kind
from companion.games.orcs.scoring import BLANK, Sheet, final, score, winners
from companion.games.orcs.state import Card, Deck, Options, State
from companion.vocabulary import Line, Refusal, Says, Score, Scores

KINDS: tuple[Kind, ...] = ("1", "2", "4", "5", "7", "8")
MOST: dict[Kind, int] = {"1": 16, "2": 16, "4": 12, "5": 12, "7": 8, "8": 8}
"""Figures of each kind (line 1)."""


def kinds(*counts: int) -> dict[Kind, int]:
    """So many monsters, in the order of their kinds."""
    return dict(zip(KINDS, counts, strict=True))


def sheet(*players: dict[str, Any], **more: Any) -> Sheet:
    """Mages who are called A, B, C and D."""
    named = [{"name": name, **mage} for name, mage in zip("ABCD", players, strict=False)]
    return convert({"players": named, **more}, Sheet)


def scored(*players: dict[str, Any], **more: Any) -> Scores:
    scores = score(sheet(*players, **more))
    assert isinstance(scores, Scores), scores
    return scores


def mission(name: str, *others: dict[Kind, int], **mage: Any) -> Line:
    """The last line of a mage with that mission, among others with these monsters."""
    rest = [{"defeated": won} for won in others]
    return scored({"mission": name, **mage}, *rest).players[0].lines[-1]


EXAMPLE = {
    "defeated": kinds(5, 2, 1, 3, 1, 2), "support_spells": 4, "poison": 2, "abilities": 4,
}  # fmt: skip
NOW = kinds(1, 2, 4, 5, 5, 7)


def test_the_example_of_the_book_is_51() -> None:
    """Vector O1: 5x1, 2x2, 1x4, 3x5, 1x5, 2x7, 4x2, and twice 2 less."""
    [player] = scored(EXAMPLE, values=NOW).players

    assert player.total == 47 + 8 - 4 == 51
    assert [line.points for line in player.lines] == [5, 4, 4, 15, 5, 14, 8, -4]
    assert {line.reason.book for line in player.lines} == {"line 12"}


def test_a_line_says_how_many_of_what_at_which_value() -> None:
    [player] = scored(EXAMPLE, values=NOW).players

    assert player.lines[4] == Line(
        5, Says("orcs.score.kind", {"count": 1, "kind": "7", "value": 5}, "line 12")
    )
    assert player.lines[-2:] == (
        Line(8, Says("orcs.score.support", {"count": 4}, "line 12")),
        Line(-4, Says("orcs.score.poison", {"count": 2}, "line 12")),
    )


def test_what_is_left_out_is_none_of_it_and_a_value_that_nobody_moved() -> None:
    a, b = scored({"defeated": {"8": 2}}, {}).players

    assert (a.total, [line.points for line in a.lines]) == (16, [16])
    assert b == Score("B", 0, ())


def test_poison_alone_is_less_than_nothing() -> None:
    assert scored({"poison": 14}).players[0].total == -28


def test_the_equal_ones_share_the_victory() -> None:
    eight = {"defeated": {"8": 1}}
    four_twos = {"defeated": {"2": 4}}

    assert scored(eight, {"poison": 1}, four_twos).winners == ("A", "C")
    assert scored({"poison": 2}, {"poison": 1}).winners == ("B",)


# Missions (line 14)


def test_a_set_is_one_of_each_category() -> None:
    """Vector O12: weak 5, strong 4, mighty 3."""
    line = mission("set", defeated=kinds(2, 3, 4, 0, 1, 2))

    assert line == Line(
        9, Says("orcs.score.mission.set", {"count": 3, "each": 3, "spells": 2}, "line 14")
    )


def test_many_are_groups_of_four_of_any_kind() -> None:
    """Vector O13: 14 monsters."""
    assert mission("many", defeated=kinds(5, 4, 2, 1, 1, 1)).points == 9


def test_whoever_is_equal_has_the_most_too() -> None:
    """Vector O14: as many of kind 5 as another, fewer of all the rest."""
    mine, other = kinds(0, 0, 0, 2, 0, 0), kinds(1, 1, 1, 2, 1, 1)

    assert mission("most", other, defeated=mine).points == 3


def test_the_most_of_nothing_is_nothing() -> None:
    assert mission("most", {}, defeated={}) == Line(
        0, Says("orcs.score.mission.most", {"count": 0, "each": 3, "spells": 2}, "line 14")
    )


def test_the_most_is_more_than_any_other_has() -> None:
    mine = kinds(3, 2, 2, 0, 1, 8)

    assert mission("most", kinds(2, 2, 3, 0, 0, 0), kinds(4, 1, 0, 0, 0, 0),
                   defeated=mine).points == 3 * len(["2", "7", "8"])  # fmt: skip


@pytest.mark.parametrize(
    ("name", "won", "points"),
    [
        ("weak", kinds(1, 1, 9, 9, 8, 8), 2),
        ("weak", kinds(3, 4, 0, 0, 0, 0), 6),
        ("weak", kinds(1, 0, 0, 0, 0, 0), 0),
        ("strong", kinds(9, 9, 3, 2, 8, 8), 4),
        ("mighty", kinds(9, 9, 9, 9, 4, 2), 6),
        ("many", kinds(1, 1, 1, 0, 0, 0), 0),
        ("many", kinds(16, 16, 12, 12, 8, 8), 54),
        ("set", kinds(16, 16, 12, 12, 0, 0), 0),
    ],
)
def test_pairs_groups_and_sets_count_when_they_are_whole(
    name: str, won: dict[str, int], points: int
) -> None:
    """A pair is any two of the category, two of the same kind or not."""
    assert mission(name, defeated=won).points == points


def test_every_ability_earns_two() -> None:
    assert mission("abilities", abilities=4).points == 8


@pytest.mark.parametrize(("each", "points"), [(1, 14), (2, 6), (3, 4)])
def test_for_how_many_new_spells_there_are_points_is_a_reading(each: int, points: int) -> None:
    """The number is lost in our book; two where nobody says so."""
    mage = {"mission": "spells", "learned_spells": 7}

    assert scored(mage, spells=each).players[0].total == points
    assert scored(mage).players[0].total == 6


def test_what_a_mission_looks_at_earns_nothing_without_it() -> None:
    assert scored({"abilities": 6, "learned_spells": 40}).players[0].lines == ()


# The same again, counted otherwise.

COUNTS = st.fixed_dictionaries({kind: st.integers(0, most // 4) for kind, most in MOST.items()})
VALUES = st.fixed_dictionaries({kind: st.integers(1, int(kind)) for kind in KINDS})
MISSIONS = st.permutations(
    ["weak", "strong", "mighty", "many", "set", "abilities", "most", "spells"]
)
MAGES = st.lists(
    st.fixed_dictionaries(
        {
            "defeated": COUNTS, "support_spells": st.integers(0, 10),
            "poison": st.integers(0, 3), "abilities": st.integers(0, 6),
            "learned_spells": st.integers(0, 10),
        }
    ),
    min_size=2, max_size=4,
)  # fmt: skip
QUICK = settings(max_examples=200, deadline=None)


def heap(mage: dict[str, Any]) -> list[int]:
    """The monsters of a mage, one beside the other."""
    return [int(kind) for kind, count in mage["defeated"].items() for _ in range(count)]


def handful(figures: list[int], of: set[int], size: int) -> int:
    """How often so many of these can be taken from the heap."""
    left, taken = [figure for figure in figures if figure in of], 0
    while len(left) >= size:
        left, taken = left[size:], taken + 1
    return taken


def sets(figures: list[int]) -> int:
    """How often one of each category can be taken."""
    rows = [[f for f in figures if f in pair] for pair in ({1, 2}, {4, 5}, {7, 8})]
    return len([*zip(*rows, strict=False)])


def leads(mages: Sequence[dict[str, Any]], mine: dict[str, Any]) -> int:
    heaps = [heap(mage) for mage in mages]
    own = heap(mine)
    return sum(own.count(kind) == max(one.count(kind) for one in heaps) for kind in set(own))


def bonus(name: str, mages: Sequence[dict[str, Any]], mine: dict[str, Any]) -> int:
    figures = heap(mine)
    earned: dict[str, int] = {
        "weak": 2 * handful(figures, {1, 2}, 2),
        "strong": 2 * handful(figures, {4, 5}, 2),
        "mighty": 2 * handful(figures, {7, 8}, 2),
        "many": 3 * handful(figures, set(figures), 4),
        "set": 3 * sets(figures),
        "abilities": mine["abilities"] + mine["abilities"],
        "most": 3 * leads(mages, mine),
        "spells": mine["learned_spells"] - mine["learned_spells"] % 2,
    }
    return earned[name]


@QUICK
@given(MAGES, VALUES, MISSIONS)
def test_any_sheet_is_what_one_counts_by_hand(
    mages: list[dict[str, Any]], values: dict[str, int], dealt: list[str]
) -> None:
    """One figure after the other, and one card after the other."""
    expected = []
    for mage, mission in zip(mages, dealt, strict=False):
        points = sum(values[str(figure)] for figure in heap(mage))
        points += sum([2] * mage["support_spells"]) - sum([2] * mage["poison"])
        expected.append(points + bonus(mission, mages, mage))

    told = [{**mage, "mission": one} for mage, one in zip(mages, dealt, strict=False)]
    scores = scored(*told, values=values)

    assert [player.total for player in scores.players] == expected
    assert set(scores.winners) == {
        name for name, total in zip("ABCD", expected, strict=False) if total == max(expected)
    }


@QUICK
@given(MAGES, VALUES)
def test_a_total_is_the_sum_of_its_lines_and_each_has_its_place(
    mages: list[dict[str, Any]], values: dict[str, int]
) -> None:
    for player in scored(*mages, values=values).players:
        assert player.total == sum(line.points for line in player.lines)
        assert all(line.reason.book in ("line 12", "line 14") for line in player.lines)


# What no box allows


def of_kind(kind: str, *counts: int) -> list[dict[str, Any]]:
    return [{"defeated": {kind: count}} for count in counts]


@pytest.mark.parametrize("kind", KINDS)
def test_all_figures_of_a_kind_can_be_won_and_no_more(kind: Kind) -> None:
    most = MOST[kind]
    assert scored(*of_kind(kind, most - 1, 1)).players[0].total == (most - 1) * int(kind)

    told: dict[str, str | int] = {"kind": kind, "count": most + 1, "most": most}
    assert score(sheet(*of_kind(kind, most, 1))) == Refusal("orcs.no.figures", told, "line 1")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("beyond", [-1, 0, 1])
def test_a_value_is_between_one_and_its_start(kind: str, beyond: int) -> None:
    value = int(kind) + 1 if beyond == 1 else beyond
    told: dict[str, str | int] = {"kind": kind, "value": value, "most": int(kind)}

    assert score(sheet({}, values={kind: value})) == Refusal("orcs.no.value", told, "line 5")
    assert isinstance(score(sheet({}, values={kind: 1})), Scores)
    assert isinstance(score(sheet({}, values={kind: int(kind)})), Scores)


@pytest.mark.parametrize(
    ("mages", "why"),
    [
        ([{"poison": 8}, {"poison": 7}], Refusal("orcs.no.poison", {"most": 14}, "line 1")),
        ([{"mission": "set"}, {}, {"mission": "set"}],
         Refusal("orcs.no.mission_twice", {"mission": "set"}, "line 14")),
        ([{"abilities": 7}], Refusal("orcs.no.abilities", {"most": 6}, "line 4")),
        ([{"learned_spells": 21}, {"learned_spells": 20}],
         Refusal("orcs.no.cards", {"most": 40}, "line 1")),
        ([{"support_spells": 49}], Refusal("orcs.no.cards", {"most": 40}, "line 1")),
        ([{"support_spells": 29}, {"support_spells": 28}],
         Refusal("orcs.no.cards", {"most": 40}, "line 1")),
    ],
)  # fmt: skip
def test_no_box_has_so_many(mages: list[dict[str, Any]], why: Refusal) -> None:
    assert score(sheet(*mages)) == why


def test_the_last_cards_of_a_box_are_a_sheet() -> None:
    """Fourteen poison cards, forty learned, eight first spells of each besides, six tracks."""
    mages = [
        {"poison": 14, "learned_spells": 40, "support_spells": 48, "abilities": 6},
        {"support_spells": 8, "abilities": 6},
    ]
    assert scored(*mages).winners == ("A",)


@pytest.mark.parametrize(
    "wrong",
    [
        {"defeated": {"3": 1}},
        {"defeated": {"1": -1}},
        {"defeated": {"1": 1.5}},
        {"defeated": {"1": True}},
        {"poison": -1},
        {"mission": "all"},
        {"name": " "},
        {"chips": 1},
    ],
)
def test_what_is_no_count_and_no_name_is_no_sheet(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        sheet(wrong)


def test_two_players_have_two_names() -> None:
    with pytest.raises(ValidationError, match="called 'a'"):
        sheet({"name": "a"}, {"name": "A "})


def test_the_blank_sheet_is_a_sheet() -> None:
    assert [player.total for player in scored_blank().players] == [0, 0]


def scored_blank() -> Scores:
    scores = score(convert(BLANK, Sheet))
    assert isinstance(scores, Scores)
    return scores


# A match

NONE = kinds(0, 0, 0, 0, 0, 0)
SWITCH = Card("spell-1", "switch", "support", ("fire",))
ZAP = Card("starter-2", "zap", "attack", ("lightning",))


def match(**more: Any) -> State:
    """Ada and Bo at the end of a match; the decks stay at the table."""
    seats = ("red", "blue")
    state = State(
        seats=seats,
        names={"red": "Ada", "blue": "Bo"},
        options=Options(way="board"),
        traits={},
        turn="red",
        mages={"red": 0, "blue": 1},
        won={"red": kinds(5, 2, 1, 3, 1, 2), "blue": NONE},
        tracks={"red": kinds(2, 2, 1, 2, 1, 2), "blue": NONE},
        learned={"red": 5, "blue": 0},
        poison={"red": 2, "blue": 0},
        support={"red": 4, "blue": 26},
        values=NOW,
        phase="over",
    )
    return replace(state, **more)


def test_a_match_is_scored_as_its_sheet() -> None:
    ada, bo = final(match()).players

    assert ada == replace(scored(EXAMPLE, values=NOW).players[0], name="Ada")
    assert (bo.total, final(match()).winners) == (52, ("Bo",))


def test_nobody_has_won_before_the_end() -> None:
    assert winners(match(phase="sheet")) == ()
    assert final(match(phase="act")).winners == ()
    assert winners(match()) == ("blue",)


def test_two_who_are_equal_have_won_together() -> None:
    """Ada has 51; Bo nothing but 26 support spells, a weak monster, and one poison."""
    even = match(
        won={"red": kinds(5, 2, 1, 3, 1, 2), "blue": kinds(1, 0, 0, 0, 0, 0)},
        poison={"red": 2, "blue": 1},
    )
    assert [player.total for player in final(even).players] == [51, 52 + 1 - 2]
    assert winners(even) == ("red", "blue")


def test_a_mission_earns_nothing_and_is_not_named_before_the_end() -> None:
    """It is secret until then: not even a total may tell it."""
    keeps = match(missions={"red": "abilities"})

    assert final(replace(keeps, phase="act")).players[0].total == 51
    assert "mission" not in repr(final(replace(keeps, phase="act")))
    assert final(keeps).players[0].total == 51 + 2 * 4


def test_an_ability_is_a_cube_at_the_top_of_its_track() -> None:
    """Four of Ada's six are there, however many monsters she has left (line 8)."""
    keeps = match(missions={"red": "abilities"}, won={"red": NONE, "blue": NONE})

    assert final(keeps).players[0].lines[-1].points == 8


def test_the_reading_of_the_match_says_for_how_many_new_spells_there_are_points() -> None:
    for each, points in ((1, 10), (2, 4), (3, 2)):
        keeps = match(missions={"red": "spells"}, options=Options(spells=each))
        assert final(keeps).players[0].lines[-1].points == points


def test_where_decks_are_kept_every_card_counts_wherever_it_is() -> None:
    """In the pile, in the hand, in the discard pile (line 12)."""
    decks = {
        "red": Deck(("spell-1", "starter-2"), ("poison-3",), ("poison-2",)),
        "blue": Deck((), ("spell-1", "spell-1"), ("starter-2", "spell-1")),
    }
    kept = match(
        options=Options(way="everything"), decks=decks, support={}, poison={},
        cards={"spell-1": SWITCH, "starter-2": ZAP}, won={"red": NONE, "blue": NONE},
    )  # fmt: skip

    assert [player.total for player in final(kept).players] == [2 - 4, 6]
