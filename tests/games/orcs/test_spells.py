"""Every spell and every boost, by the book (lines 6 to 11)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.orcs import GAME, moves
from companion.games.orcs.state import State
from companion.games.orcs.todo import Casting
from tests.games.orcs.table import (
    BLANK,
    BOX,
    able,
    cards_of,
    cast,
    damage,
    decked,
    drawn,
    fated,
    holds,
    kept,
    open_now,
    pile,
    play,
    put,
    ruled,
    table,
    waits,
    where,
    why,
    won,
)

OUTER, MIDDLE, INNER = 0, 1, 2


def holding(*cards: str, count: int = 2) -> State:
    """Decks are kept, and red has this hand."""
    return holds(kept(count), "red", *cards)


def power(state: State) -> int:
    """What the spell has reached."""
    casting = state.todo[0]
    assert isinstance(casting, Casting)
    return casting.power


def rows(state: State) -> list[int]:
    return [move.row for move in open_now(state, moves.Row)]


# Power, line 7


def test_one_card_gives_one_power_of_its_kind() -> None:
    state = play(holding("smash"), moves.Cast("red-smash"))
    assert (power(state), rows(state)) == (1, [1])


def test_a_card_of_the_same_kind_adds_one_and_another_none() -> None:
    state = play(holding("smash", "smash-1", "zap"), moves.Cast("red-smash"))
    state = play(state, moves.Add("smash-1"), moves.Leave())
    assert (power(state), rows(state)) == (2, [1, 2])
    state = play(state, moves.Add("red-zap"))
    assert power(state) == 2


def test_a_book_gives_the_one_of_its_two_kinds_that_helps() -> None:
    state = play(holding("smash", "zap", "book-a", "book-b"), moves.Cast("red-smash"))
    assert power(play(state, moves.Add("red-book-a"))) == 2
    assert power(play(state, moves.Add("red-book-b"))) == 1


@pytest.mark.parametrize("base", ["smash", "zap", "cold-snap", "fire-spark"])
def test_wisdom_gives_power_of_any_kind(base: str) -> None:
    state = play(
        holding(base, "wisdom-a"), moves.Cast(f"red-{base}"), moves.Add("red-wisdom-a")
    )
    assert power(play(state, moves.Leave())) == 2


def test_wisdom_does_so_even_if_nobody_told_its_magic_and_its_boosts() -> None:
    state = holding("smash", "wisdom-a")
    plain = replace(state.cards["red-wisdom-a"], magic=(), boost=())
    state = replace(state, cards={**state.cards, plain.id: plain})
    state = play(state, moves.Cast("red-smash"), moves.Add("red-wisdom-a"))
    assert {move.what for move in open_now(state, moves.Boost)} == {"teleport", "draw"}
    assert power(play(state, moves.Leave())) == 2


def test_two_books_of_other_kinds_are_two_choices() -> None:
    state = play(holding("smash", "book-a", "book-b"), moves.Cast("red-smash"))
    assert {move.card for move in open_now(state, moves.Add)} == {"red-book-a", "red-book-b"}


def test_one_row_alone_is_applied() -> None:
    state = put(holding("smash", "smash-1"), "8")
    state = play(state, moves.Cast("red-smash"), moves.Add("smash-1"), moves.Leave())
    state = play(state, moves.Row(2), moves.Figure(1))
    assert (damage(state, 1), state.todo) == (2, ())


def test_all_cards_of_the_action_go_to_the_discard_pile() -> None:
    state = play(put(holding("smash", "zap", "wisdom-b"), "8"), moves.Cast("red-smash"))
    state = play(state, moves.Add("red-zap"))
    assert state.table == ("red-smash", "red-zap")
    state = play(state, moves.Row(1), moves.Figure(1))
    assert state.table == ()
    assert pile(state, "red", "discard") == ("smash", "zap")
    assert pile(state, "red", "hand") == ("wisdom-b",)


def test_a_support_spell_counts_while_it_lies_open_too() -> None:
    """Every card that a mage has (line 12)."""
    state = play(holding("voodoo-1"), moves.Cast("voodoo-1"))
    assert [score.total for score in GAME.final(state).players] == [2, 0]


def test_no_row_reached_comes_to_nothing_and_costs_the_action() -> None:
    state = play(put(holding("lightning-bolt-1"), "8"), moves.Cast("lightning-bolt-1"))
    assert rows(state) == [1]
    dear = replace(state.cards["lightning-bolt-1"], power=(2, 3))
    state = replace(state, cards={**state.cards, "lightning-bolt-1": dear})
    assert rows(state) == []
    state = play(state, moves.Nothing())
    assert (state.actions, pile(state, "red", "discard")) == (1, ("lightning-bolt-1",))


# Boosts, line 11


def test_a_boost_comes_before_the_spell_and_changes_its_target() -> None:
    state = put(put(holding("smash", "zap-1"), "8", 0), "8", 4)
    state = play(state, moves.Cast("red-smash"), moves.Add("zap-1"))
    state = play(state, moves.Boost("teleport"), moves.Teleport(4))
    assert (state.mages["red"], state.actions) == (4, 1)
    state = play(state, moves.Row(1))
    assert [move.figure for move in open_now(state, moves.Figure)] == [2]


def test_a_boost_may_be_left() -> None:
    state = play(holding("smash", "zap-1"), moves.Cast("red-smash"), moves.Add("zap-1"))
    state = play(state, moves.Leave())
    assert (waits(state), state.mages["red"]) == ("casting", 0)


def test_what_a_boost_draws_can_be_added_at_once() -> None:
    state = play(holding("smash", "smash-1"), moves.Cast("red-smash"), moves.Add("smash-1"))
    state = play(state, moves.Boost("draw"), moves.Draws("red", "red-wisdom-a"))
    state = play(state, moves.Add("red-wisdom-a"), moves.Leave())
    assert (power(state), rows(state)) == (3, [1, 2, 3])


def test_wisdom_gives_both_boosts_in_either_order() -> None:
    state = play(
        holding("smash", "wisdom-a"), moves.Cast("red-smash"), moves.Add("red-wisdom-a")
    )
    one = play(
        state, moves.Boost("draw"), moves.Draws("red", "red-zap"), moves.Boost("teleport")
    )
    one = play(one, moves.Teleport(5))
    other = play(state, moves.Boost("teleport"), moves.Teleport(5), moves.Boost("draw"))
    other = play(other, moves.Draws("red", "red-zap"))
    assert one == other
    assert (waits(one), one.mages["red"], pile(one, "red", "hand")) == ("casting", 5, ("zap",))


def test_a_card_that_is_cast_itself_has_no_boost() -> None:
    state = play(holding("zap-1"), moves.Cast("zap-1"))
    assert open_now(state, moves.Boost) == []
    assert why(state, moves.Boost("teleport")) == ("boost", "line 11")


def test_nobody_teleports_by_a_boost_where_the_rule_says_so() -> None:
    state = ruled(holding("smash", "wisdom-a"), "no-teleport")
    state = play(state, moves.Cast("red-smash"), moves.Add("red-wisdom-a"))
    assert [move.what for move in open_now(state, moves.Boost)] == ["draw"]
    assert why(state, moves.Boost("teleport")) == ("no_teleport", "line 13")
    shielded = able(state, "red", "no-rule-change")
    assert len(open_now(shielded, moves.Boost)) == 2


def test_a_boost_draws_from_the_discard_pile_where_the_other_is_empty() -> None:
    state = decked(holding("smash", "smash-1"), "red", draw=(), discard=("zap",))
    state = play(state, moves.Cast("red-smash"), moves.Add("smash-1"), moves.Boost("draw"))
    state = play(state, moves.Draws("red", "red-zap"))
    assert pile(state, "red", "hand") == ("zap",)


def test_where_both_piles_are_empty_no_boost_draws() -> None:
    state = decked(holding("smash", "smash-1"), "red", draw=(), discard=())
    state = play(state, moves.Cast("red-smash"), moves.Add("smash-1"))
    assert waits(state) == "casting", "what lies open is in no pile yet"


# What one "may" do, lines 10 and 11


@pytest.mark.parametrize(("spell", "row"), [("switch", 1), ("switch", 2), ("magical-bonds", 1)])
def test_a_monster_may_be_moved_and_need_not(spell: str, row: int) -> None:
    state = put(put(table(), "8"), "7", 3)
    after = cast(state, spell, row, moves.Leave())
    assert (after.paths, after.actions, after.todo) == (state.paths, 1, ())


def test_nor_once_it_is_chosen() -> None:
    state = put(put(table(), "8"), "7", 3)
    for row in (1, 2):
        after = cast(state, "switch", row, moves.Figure(1), moves.Leave())
        assert (after.paths, after.todo) == (state.paths, ())


def test_a_new_spell_may_be_taken_and_need_not() -> None:
    state = play(holding("book-a"), moves.Cast("red-book-a"))
    after = play(state, moves.Leave())
    assert (after.open, after.learned["red"], after.actions) == (state.open, 0, 1)
    assert pile(after, "red", "discard") == ("book-a",)


def test_damage_and_a_curse_are_no_offers() -> None:
    state = put(put(table(), "8"), "7", 3)
    for spell in ("smash", "earthquake", "voodoo"):
        assert why(cast(state, spell, 1), moves.Leave()) == ("phase", "line 11")


def test_where_nobody_told_the_power_people_say_that_it_is_too_little() -> None:
    state = play(put(table(), "8"), moves.Cast("fireball"), moves.Boost("teleport"))
    state = play(state, moves.Teleport(4), moves.Nothing())
    assert (state.actions, state.todo, state.mages["red"]) == (1, (), 4)
    told = play(put(holding("smash"), "8"), moves.Cast("red-smash"))
    assert why(told, moves.Nothing()) == ("phase", "line 7"), "here one row is reached"


# Attacks, lines 8 and 9


@pytest.mark.parametrize(("spell", "most"), [
    ("smash", 4), ("zap", 4), ("cold-snap", 4), ("fire-spark", 4), ("fireball", 5),
    ("lightning-bolt", 4),
])  # fmt: skip
def test_a_plain_attack_does_up_to_so_much(spell: str, most: int) -> None:
    state = play(put(table(), "8"), moves.Cast(spell))
    assert rows(state) == list(range(1, most + 1))
    state = play(state, moves.Row(most), moves.Figure(1))
    assert damage(state, 1) == most


def test_an_attack_has_the_damage_of_its_row_where_cards_are_told() -> None:
    state = put(holding("smash", "smash-1", "wisdom-a"), "8")
    state = play(state, moves.Cast("red-smash"), moves.Add("smash-1"), moves.Leave())
    state = play(state, moves.Add("red-wisdom-a"), moves.Leave(), moves.Row(3), moves.Figure(1))
    assert damage(state, 1) == 4


def test_a_row_without_damage_fells_nobody_and_nobody_is_asked() -> None:
    state = put(holding("smash"), "8")
    weak = replace(state.cards["red-smash"], damage=(0,))
    state = replace(state, traits=BLANK, cards={**state.cards, weak.id: weak})
    state = cast(state, "red-smash", 1, moves.Figure(1))
    assert (state.todo, where(state, 1), damage(state, 1)) == ((), (0, OUTER), 0)


@pytest.mark.parametrize("segment", [OUTER, MIDDLE, INNER])
def test_any_monster_of_the_own_path_however_far(segment: int) -> None:
    state = put(put(table(), "8", 0, segment), "8", 1, segment)
    state = play(state, moves.Cast("smash"), moves.Row(1))
    assert [move.figure for move in open_now(state, moves.Figure)] == [1]


def test_lightning_goes_to_any_path() -> None:
    state = put(put(table(), "8", 0), "8", 3)
    state = cast(state, "lightning-bolt", 3, moves.Figure(2))
    assert damage(state, 2) == 3


def test_an_attack_on_nobody_comes_to_nothing() -> None:
    state = cast(put(table(), "8", 3), "smash", 2)
    assert (state.todo, state.actions, damage(state, 1)) == ((), 1, 0)


def crowd() -> State:
    """A monster of nine points in every segment of every path: number 3 * path + segment + 1."""
    state = table()
    for path in range(6):
        for segment in range(3):
            state = put(state, "8", path, segment)
    return state


def hurt(state: State) -> dict[int, int]:
    """Damage by the monster, where there is any."""
    return {n: found for n in range(1, 19) if (found := damage(state, n))}


def number(path: int, segment: int) -> int:
    return 3 * path + segment + 1


def test_earthquake_shakes_a_segment_of_the_own_path() -> None:
    state = cast(put(crowd(), "4", 0, MIDDLE), "earthquake", 1, moves.At(MIDDLE))
    assert hurt(state) == {number(0, MIDDLE): 2}
    assert damage(state, 19) == 2


@pytest.mark.parametrize(("mage", "side", "beside"), [
    (0, "right", 1), (0, "left", 5), (5, "right", 0), (5, "left", 4), (2, "right", 3),
    (2, "left", 1),
])  # fmt: skip
def test_and_its_neighbour_round_the_ring(mage: int, side: str, beside: int) -> None:
    state = crowd()
    state = replace(state, mages={"red": mage, "yellow": (mage + 3) % 6})
    state = cast(state, "earthquake", 2, moves.At(INNER), moves.Side(side))  # type: ignore[arg-type]
    assert hurt(state) == {number(mage, INNER): 2, number(beside, INNER): 2}


@pytest.mark.parametrize(("segment", "behind"), [
    (INNER, (MIDDLE,)), (MIDDLE, (OUTER,)), (OUTER, ()),
])  # fmt: skip
def test_an_ice_storm_goes_on_behind_away_from_the_tower(
    segment: int, behind: tuple[int, ...]
) -> None:
    one = cast(crowd(), "ice-storm", 1, moves.At(segment))
    assert hurt(one) == {number(0, segment): 2}
    both = cast(crowd(), "ice-storm", 2, moves.At(segment))
    assert hurt(both) == {number(0, part): 2 for part in (segment, *behind)}


def test_a_segment_that_is_swept_may_be_empty() -> None:
    state = put(table(), "1", 1, INNER)
    state = cast(state, "earthquake", 2, moves.At(INNER), moves.Side("right"))
    assert state.won["red"]["1"] == 1


def test_monsters_are_one_point_tougher_but_not_for_a_shielded_mage() -> None:
    state = ruled(put(table(), "1"), "monsters-plus-1")  # two points, and one more
    assert where(cast(state, "smash", 2, moves.Figure(1)), 1) == (0, 0)
    assert where(cast(state, "smash", 3, moves.Figure(1)), 1) is None
    shielded = able(state, "red", "no-rule-change")
    assert where(cast(shielded, "smash", 2, moves.Figure(1)), 1) is None
    other = able(state, "yellow", "no-rule-change")
    assert where(cast(other, "smash", 2, moves.Figure(1)), 1) == (0, 0)


# Knowledge, line 10


@pytest.mark.parametrize("first", [True, False])
def test_one_blow_strikes_all_at_once_whatever_falls_first(first: bool) -> None:
    """The second of that kind brings the shield from then on (line 8), not within the blow."""
    state = won(ruled(table(), "monsters-plus-1"), "red", k5=1)
    shield, other = (
        ("5", 5),
        ("8", 7),
    )  # of six points and one, of nine and one; two more for both
    for kind, hurt in (shield, other) if first else (other, shield):
        state = put(state, kind, damage=hurt)
    state = cast(state, "earthquake", 1, moves.At(OUTER))
    assert (state.won["red"]["5"], state.won["red"]["8"]) == (2, 0)
    state = cast(state, "smash", 1, moves.Figure(2 if first else 1))
    assert state.won["red"]["8"] == 1, "it has nine points for a shielded mage"


def test_a_knowledge_spell_takes_an_open_card_and_its_place_is_filled() -> None:
    state = play(holding("book-a", "smash"), moves.Cast("red-book-a"))
    assert {move.place for move in open_now(state, moves.Learns)} == set(range(6))
    taken = state.open[4]
    state = play(state, moves.Learns(4))
    assert waits(state) == "show"
    shown = state.piles[1][2]
    assert shown in state.piles[1]
    assert why(state, moves.Opens(state.piles[0][0])) == ("card", "line 2")
    state = play(state, moves.Opens(shown))
    assert state.open[4] == shown
    assert pile(state, "red", "discard") == (taken, "book-a")
    assert (state.learned["red"], state.actions) == (1, 1)


def test_at_the_table_every_learned_spell_counts_and_support_alone_earns() -> None:
    """Line 12: two points for a support spell; line 14: for new spells of any kind."""
    state = play(table(), moves.Cast("wisdom"), moves.Learns(1))
    assert (state.learned["red"], state.support["red"]) == (1, 0)
    state = play(state, moves.Cast("book-of-magic"), moves.Learns(0))
    assert (state.learned["red"], state.support["red"]) == (2, 1)
    assert (state.learned["yellow"], state.support["yellow"]) == (0, 0)


def test_no_card_is_added_to_a_knowledge_spell() -> None:
    state = play(holding("wisdom-a", "smash"), moves.Cast("red-wisdom-a"))
    assert open_now(state, moves.Add) == []
    assert why(state, moves.Add("red-smash")) == ("phase", "line 7")


def test_an_empty_pile_leaves_its_place_empty() -> None:
    state = replace(holding("book-a", "book-b"), piles=((), ()))
    state = play(state, moves.Cast("red-book-a"), moves.Learns(0))
    assert (state.open[0], state.todo) == ("", ())
    state = play(state, moves.Cast("red-book-b"))
    assert {move.place for move in open_now(state, moves.Learns)} == set(range(1, 6))


def test_nothing_is_learned_where_no_spell_is_open_or_the_rule_says_so() -> None:
    state = holding("book-a")
    assert why(ruled(state, "no-spells"), moves.Cast("red-book-a")) == ("no_spells", "line 13")
    assert why(replace(state, open=("",) * 6), moves.Cast("red-book-a")) == ("open", "line 10")
    shielded = able(ruled(state, "no-spells"), "red", "no-rule-change")
    assert waits(play(shielded, moves.Cast("red-book-a"))) == "learn"


def test_under_that_rule_a_book_may_still_be_added() -> None:
    state = play(ruled(holding("smash", "book-a"), "no-spells"), moves.Cast("red-smash"))
    assert power(play(state, moves.Add("red-book-a"))) == 2


# Support, lines 10 and 11


def test_switch_changes_the_places_of_two_monsters_and_not_their_damage() -> None:
    state = put(put(table(), "7", 2, INNER, damage=3), "1", 5, OUTER)
    state = cast(state, "switch", 1, moves.Figure(1), moves.Figure(2))
    assert (where(state, 1), where(state, 2)) == ((5, OUTER), (2, INNER))
    assert (damage(state, 1), damage(state, 2)) == (3, 0)


def test_one_monster_alone_changes_places_with_nobody() -> None:
    state = cast(put(table(), "7"), "switch", 1)
    assert (state.todo, state.actions) == ((), 1)


def test_two_of_one_segment_may_change_places() -> None:
    state = put(put(table(), "7", 2, INNER), "1", 2, INNER)
    state = cast(state, "switch", 1, moves.Figure(1), moves.Figure(2))
    assert (where(state, 1), where(state, 2)) == ((2, INNER), (2, INNER))


@pytest.mark.parametrize("segment", [OUTER, MIDDLE, INNER])
def test_its_second_row_brings_any_monster_to_the_own_path(segment: int) -> None:
    state = put(table(), "7", 4, INNER, damage=5)
    state = cast(state, "switch", 2, moves.Figure(1), moves.At(segment))
    assert (where(state, 1), damage(state, 1)) == ((0, segment), 5)


def test_replenish_draws_two_cards() -> None:
    state = cast(holding("replenish-1"), "replenish-1", 1)
    assert waits(state) == "take"
    state = play(state, moves.Draws("red", "red-zap"), moves.Draws("red", "red-smash"))
    assert (pile(state, "red", "hand"), state.actions) == (("smash", "zap"), 1)
    assert pile(state, "red", "discard") == ("replenish-1",)


def test_replenish_draws_what_there_is_and_not_itself() -> None:
    state = decked(holding("replenish-1"), "red", draw=("zap",), discard=())
    state = play(cast(state, "replenish-1", 1), moves.Draws("red", "red-zap"))
    assert (waits(state), pile(state, "red", "discard")) == ("", ("replenish-1",))


def test_its_second_row_is_one_more_action() -> None:
    state = cast(table(), "replenish", 2)
    assert (state.actions, state.todo) == (2, ())


@pytest.mark.parametrize(("row", "start", "end"), [
    (1, OUTER, (3, MIDDLE)), (1, INNER, None), (2, OUTER, (3, INNER)), (2, MIDDLE, None),
    (2, INNER, None),
])  # fmt: skip
def test_bonds_draw_a_monster_forward(
    row: int, start: int, end: tuple[int, int] | None
) -> None:
    state = put(table(), "7", 3, start, damage=2)
    state = cast(state, "magical-bonds", row, moves.Figure(1))
    assert where(state, 1) == end
    assert state.values["7"] == (7 if end else 6)
    assert not end or damage(state, 1) == 2


def test_bonds_into_the_tower_are_what_a_fate_card_is() -> None:
    state = won(put(table(), "7", 1, INNER), "yellow", k7=2)
    state = cast(state, "magical-bonds", 1, moves.Figure(1))
    assert (state.won["yellow"]["7"], state.values["7"], state.won["red"]["7"]) == (1, 6, 0)


def voodoo(**hands: int) -> State:
    """Red casts it; the others hold so many of the first cards."""
    state = holds(kept(4), "red", "voodoo-1", "wisdom-a")
    cards = ("smash", "zap", "cold-snap", "fire-spark", "book-a")
    for seat, count in hands.items():
        state = holds(state, seat, *cards[:count])
    state = play(state, moves.Cast("voodoo-1"), moves.Add("red-wisdom-a"), moves.Leave())
    assert rows(state) == [1, 2]
    return state


def test_voodoo_hits_one_of_those_with_more_than_three_cards() -> None:
    state = play(voodoo(yellow=4, blue=3, green=5), moves.Row(1))
    assert {move.seat for move in open_now(state, moves.Victim)} == {"yellow", "green"}
    assert why(state, moves.Victim("blue")) == ("few_cards", "line 11")
    assert why(state, moves.Victim("red")) == ("victim", "line 11")


def test_its_second_row_hits_all_of_them_and_nobody_else() -> None:
    state = play(voodoo(yellow=4, blue=3, green=5), moves.Row(2))
    assert why(state, moves.Drops("green", "green-zap")) == ("phase", "line 11")
    state = play(
        state, moves.Drops("yellow", "yellow-smash"), moves.Drops("green", "green-zap")
    )
    assert [len(pile(state, seat, "hand")) for seat in ("yellow", "blue", "green")] == [3, 3, 4]
    assert state.todo == ()


def test_voodoo_on_few_cards_comes_to_nothing() -> None:
    for row in (1, 2):
        state = play(voodoo(yellow=3, blue=0, green=2), moves.Row(row))
        assert (state.todo, state.actions) == ((), 1)


# Decks that stay at the table


def test_at_the_table_every_spell_is_cast_by_its_name_without_any_knowledge() -> None:
    state = table(box=replace(BOX, traits=BLANK, starters=(), spells=()))
    assert len(open_now(state, moves.Cast)) == 14
    state = play(state, moves.Cast("wisdom"))
    assert {move.place for move in open_now(state, moves.Learns)} == {0, 1}
    state = play(state, moves.Learns(0))
    assert (state.learned["red"], state.support["red"]) == (1, 1)
    assert why(play(state, moves.Cast("wisdom")), moves.Learns(2)) == ("open", "line 10")


def test_a_boost_of_any_card_may_be_told_there() -> None:
    state = play(table(), moves.Cast("smash"), moves.Boost("teleport"), moves.Teleport(5))
    assert (waits(state), state.mages["red"], state.actions) == ("casting", 5, 1)


def test_without_hit_points_people_say_what_falls() -> None:
    state = put(put(table(box=replace(BOX, traits=BLANK)), "1", 0), "8", 0)
    state = play(state, moves.Cast("earthquake"), moves.Row(1), moves.At(OUTER))
    assert waits(state) == "fells"
    state = play(state, moves.Falls(True), moves.Falls(False))
    assert (where(state, 1), where(state, 2), state.won["red"]["1"]) == (None, (0, OUTER), 1)


def test_the_next_fate_finds_no_rule_of_the_last_round() -> None:
    state = ruled(put(won(table(), "red", k8=2), "1", 0, INNER), "no-trophies")
    state = replace(state, phase="fate", rule="none", actions=0)
    state = won(state, "red", k1=1)
    assert fated(state, "weak", rule="no-trophies").won["red"]["1"] == 1


def test_cards_are_conserved_through_a_turn() -> None:
    state = holding("smash", "smash-1", "replenish-1")
    before = cards_of(state, "red")
    state = play(state, moves.Cast("replenish-1"), moves.Add("smash-1"), moves.Leave())
    state = drawn(play(state, moves.Row(1)))
    assert cards_of(state, "red") == before
