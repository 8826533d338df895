"""Setting up, fate, the phases of a turn, and the end (lines 2 to 7, 12 to 14)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.orcs import GAME, moves
from companion.games.orcs.state import Fate, State
from tests.games.orcs.table import (
    BLANK,
    BOX,
    FATES,
    KINDS,
    RULES,
    STARTERS,
    WHOLE,
    able,
    at_fate,
    begun,
    by_chance,
    cast,
    decked,
    drawn,
    fated,
    holds,
    kept,
    marked,
    open_now,
    pile,
    play,
    put,
    ruled,
    standing,
    table,
    waits,
    where,
    why,
    won,
)

INNER = 2


# Setting up


def test_mages_are_placed_one_after_the_other_on_free_positions() -> None:
    state = begun(3)
    assert {move.seat for move in open_now(state, moves.Stands)} == {"red"}
    state = play(state, moves.Stands("red", 4))
    assert {move.path for move in open_now(state, moves.Stands)} == {0, 1, 2, 3, 5}
    state = play(state, moves.Stands("yellow", 0), moves.Stands("blue", 5))
    assert (state.phase, state.mages) == ("markers", {"red": 4, "yellow": 0, "blue": 5})


def test_where_the_owner_told_the_positions_nobody_is_asked() -> None:
    state = begun(2, replace(BOX, towers={"red": 2, "yellow": 5}))
    assert (state.phase, state.mages) == ("markers", {"red": 2, "yellow": 5})
    half = begun(2, replace(BOX, towers={"red": 2}))
    assert half.phase == "mages"
    same = begun(2, replace(BOX, towers={"red": 2, "yellow": 2}))
    assert same.phase == "mages"


def ready(count: int = 2, **options: Any) -> State:
    """Mages stand, and two markers are turned on each path."""
    state = begun(count, **options)
    for _ in range(count):
        state = play(state, open_now(state, moves.Stands)[0])
    for kind in KINDS * 2:
        state = play(state, moves.Reveal(kind))
    return state


def test_where_decks_are_kept_six_spells_lie_open_and_each_mage_draws_four() -> None:
    state = ready(way="everything")
    assert (state.phase, waits(state)) == ("open", "show")
    for _ in range(6):
        state = play(state, open_now(state, moves.Opens)[0])
    assert [state.cards[card].pile for card in state.open] == [1, 1, 1, 2, 2, 2]
    assert [len(pile) for pile in state.piles] == [17, 17]
    state = drawn(state)
    assert [len(pile(state, seat, "hand")) for seat in state.seats] == [4, 4]
    assert [len(pile(state, seat, "draw")) for seat in state.seats] == [4, 4]
    assert state.phase == "fate"


def test_each_keeps_one_mission_in_any_order_and_for_no_other_to_see() -> None:
    state = ready(way="everything", missions=True)
    while state.phase != "missions":
        state = play(state, GAME.choices(state)[0].move)
    assert all(choice.secret for choice in GAME.choices(state))
    assert len(GAME.choices(state)) == 16
    state = play(state, moves.Keeps("yellow", "set"))
    assert {move.seat for move in open_now(state, moves.Keeps)} == {"red"}
    state = play(state, moves.Keeps("red", "most"))
    assert (state.phase, state.missions) == ("fate", {"yellow": "set", "red": "most"})


def test_nothing_is_dealt_where_decks_stay_at_the_table() -> None:
    state = ready(missions=True, box=replace(BOX, traits=BLANK, starters=(), spells=()))
    assert (state.phase, state.decks, state.open) == ("fate", {}, ())


# Fate


def test_the_upper_part_moves_every_monster_of_its_categories_once() -> None:
    state = at_fate(table())
    for path, kind in enumerate(KINDS):
        state = put(put(state, kind, path, 0), kind, path, 1)
    after = fated(state, "weak", "mighty")
    moved = {"1", "2", "7", "8"}
    for path, kind in enumerate(KINDS):
        for segment in (0, 1):
            number = 2 * path + segment + 1
            assert where(after, number) == (path, segment + (kind in moved))


def test_a_card_that_moves_nobody() -> None:
    state = put(at_fate(table()), "1", 0, INNER)
    assert where(fated(state), 1) == (0, INNER)


def test_monsters_move_before_the_rule_of_the_card_is_one() -> None:
    state = put(at_fate(table()), "1", 0, INNER)
    state = won(able(state, "red", "no-loss"), "red", k1=1)
    after = fated(state, "weak", rule="no-trophies")
    assert (after.won["red"]["1"], after.rule) == (1, "no-trophies")
    known = play(replace(state, known=FATES), moves.Fate(("weak",), "no-trophies"))
    assert (known.won["red"]["1"], known.rule) == (1, "no-trophies")


def test_the_rule_is_over_with_the_round() -> None:
    state = marked(ruled(table(), "no-teleport"), 1, 1, 1, 1, 1, 1)
    for path in range(6):
        state = put(state, "8", path)
    state = play(state, moves.Pass(), moves.Turns(0), moves.Reveal("1"))
    assert (state.turn, state.rule) == ("yellow", "no-teleport")
    state = play(state, moves.Pass())
    assert (state.phase, state.rule, state.turn) == ("fate", "none", "red")


def test_a_told_card_is_not_turned_again_before_all_were() -> None:
    state = at_fate(table(box=WHOLE))
    twice = Fate(("mighty",))
    for card in (*FATES, twice):
        open_cards = open_now(state, moves.Fate)
        assert moves.Fate(card.moves, card.rule) in open_cards
        state = at_fate(play(state, moves.Fate(card.moves, card.rule)))
        state = replace(state, rule="none")
    assert state.fates == (twice,), "after fifteen they are shuffled"
    assert len(open_now(state, moves.Fate)) == 14


def test_with_fewer_cards_told_than_there_are_people_say_what_they_show() -> None:
    state = at_fate(table(box=replace(BOX, fates=FATES[:14])))
    assert len(open_now(state, moves.Advance)) == 8
    assert len(open_now(play(state, moves.Advance(())), moves.Ruled)) == 7


def test_spells_are_exchanged_before_the_first_turn_as_many_as_lay_open() -> None:
    state = at_fate(kept())
    state = replace(
        state, open=("", *state.open[1:]), piles=(state.piles[0][:1], state.piles[1])
    )
    before = state.open
    state = fated(state, rule="exchange-spells")
    while waits(state) == "show":
        state = play(state, open_now(state, moves.Opens)[0])
    assert [bool(card) for card in state.open] == [False, True, False, True, True, True]
    assert not set(before) & set(state.open) - {""}
    assert all(card not in pile for card in before for pile in state.piles)
    assert waits(state) == "unveil"


# Phase 1


def crowded(state: State, *empty: int) -> State:
    """A monster on the outer segment of each path but these."""
    for path in range(6):
        if path not in empty:
            state = put(state, "8", path)
    return state


def test_first_a_marker_on_every_path_without_a_monster_then_one_elsewhere() -> None:
    state = at_fate(marked(crowded(table(), 1, 4, 5), 2, 2, 2, 2, 2, 0))
    state = fated(state)
    unveiled = []
    while waits(state) == "unveil":
        unveiled.append(state.todo[0].path)  # type: ignore[union-attr]
        state = play(state, moves.Reveal("1"))
    assert unveiled == [1, 4], "the path 5 has no marker left"
    assert waits(state) == "choose"
    assert {move.path for move in open_now(state, moves.Turns)} == {1, 2, 3, 4}
    state = play(state, moves.Turns(2), moves.Reveal("2"))
    assert [path.markers for path in state.paths] == [2, 1, 1, 2, 1, 0]
    assert [len(path.segments[0]) for path in state.paths] == [1, 1, 2, 1, 1, 0]
    assert (state.phase, state.actions) == ("act", 2)


def test_the_first_step_is_left_out_with_a_monster_on_every_path() -> None:
    assert waits(fated(at_fate(crowded(table())))) == "choose"


def test_the_second_step_is_left_out_without_any_marker_elsewhere() -> None:
    state = fated(at_fate(marked(crowded(table()), 3, 0, 0, 0, 0, 0)))
    assert (state.phase, state.paths[0].markers) == ("act", 3)


def test_what_is_emptied_in_the_first_step_is_not_open_to_the_second() -> None:
    state = fated(at_fate(marked(crowded(table(), 3), 0, 0, 0, 1, 0, 0)))
    state = play(state, moves.Reveal("1"))
    assert state.phase == "act"


# Phase 2


def test_two_actions_then_the_turn_is_over() -> None:
    state = crowded(table())
    state = play(state, moves.Teleport(3))
    assert (state.turn, state.actions) == ("red", 1)
    state = play(state, moves.Teleport(4))
    assert (state.turn, state.phase) == ("yellow", "reveal")


def test_three_with_the_ability_but_not_under_no_trophies() -> None:
    state = able(at_fate(crowded(marked(table(), 0, 0, 0, 0, 0, 0))), "red", "extra-action")
    assert fated(state).actions == 3
    assert fated(state, rule="no-trophies").actions == 2
    shielded = able(state, "red", "no-rule-change")
    assert fated(shielded, rule="no-trophies").actions == 3


def test_the_third_action_comes_with_the_ability_from_now_on() -> None:
    state = won(put(crowded(table()), "2"), "red", k2=1)
    after = cast(state, "smash", 3, moves.Figure(7))
    assert (after.tracks["red"]["2"], after.actions) == (2, 2)
    last = cast(replace(state, actions=1), "smash", 3, moves.Figure(7))
    assert (last.turn, last.actions) == ("red", 1)
    without = cast(ruled(state, "no-trophies"), "smash", 3, moves.Figure(7))
    assert without.actions == 1


def test_a_pass_ends_all_actions_and_loses_power_that_was_kept() -> None:
    state = replace(crowded(table()), actions=5, power=2)
    state = play(state, moves.Pass())
    assert (state.turn, state.power) == ("yellow", 0)


def test_nobody_teleports_where_the_rule_says_so_but_a_shielded_mage() -> None:
    state = ruled(table(), "no-teleport")
    assert open_now(state, moves.Teleport) == []
    assert why(state, moves.Teleport(3)) == ("no_teleport", "line 13")
    shielded = able(state, "red", "no-rule-change")
    assert len(open_now(shielded, moves.Teleport)) == 4


def test_poison_is_an_action_and_goes_to_the_discard_pile() -> None:
    state = able(kept(3), "red", "poison")
    assert {move.seat for move in open_now(state, moves.Give)} == {"yellow", "blue"}
    state = play(state, moves.Give("blue"))
    assert (state.actions, state.pile_left, len(pile(state, "blue", "discard"))) == (1, 13, 1)
    assert open_now(ruled(able(kept(), "red", "poison"), "no-trophies"), moves.Give) == []


def test_at_the_table_poison_is_counted() -> None:
    state = play(able(table(), "red", "poison"), moves.Give("yellow"))
    assert (state.poison, state.pile_left) == ({"red": 0, "yellow": 1}, 13)


def test_a_card_is_removed_into_the_box_for_good() -> None:
    state = able(holds(kept(), "red", "smash", "zap"), "red", "remove-card")
    state = play(state, moves.Remove("red-smash"))
    assert (state.actions, pile(state, "red", "hand")) == (1, ("zap",))
    deck = state.decks["red"]
    assert "smash" not in (*deck.draw, *deck.discard, *state.table)


def test_at_the_table_a_removed_poison_or_support_spell_counts_no_more() -> None:
    state = able(table(), "red", "remove-card")
    assert {move.card for move in open_now(state, moves.Remove)} == {"other"}
    state = replace(state, poison={"red": 1, "yellow": 0}, support={"red": 2, "yellow": 0})
    state = replace(state, pile_left=13)
    assert play(state, moves.Remove("poison")).poison["red"] == 0
    assert play(state, moves.Remove("support")).support["red"] == 1
    assert play(state, moves.Remove("poison")).pile_left == 13, "it is in the box"


# Phase 3


def test_the_rest_of_the_hand_is_discarded_and_four_are_drawn() -> None:
    state = play(holds(kept(), "red", "smash", "zap"), moves.Pass())
    assert pile(state, "red", "discard") == ("smash", "zap")
    state = drawn(state)
    assert (len(pile(state, "red", "hand")), len(pile(state, "red", "draw"))) == (4, 2)
    assert state.turn == "yellow"


@pytest.mark.parametrize(("abilities", "rule", "count"), [
    ((), "none", 4), (("extra-spell",), "none", 5), (("extra-spell",), "no-trophies", 4),
    ((), "three-spells", 3), (("no-rule-change",), "three-spells", 4),
    (("extra-spell", "no-rule-change"), "three-spells", 5),
    (("extra-spell", "no-rule-change"), "no-trophies", 5),
])  # fmt: skip
def test_how_many_are_drawn(abilities: tuple[str, ...], rule: str, count: int) -> None:
    state = drawn(play(ruled(able(kept(), "red", *abilities), rule), moves.Pass()))
    assert len(pile(state, "red", "hand")) == count


def test_an_empty_pile_is_the_discard_pile_shuffled() -> None:
    cards = tuple(card.id for card in STARTERS)
    state = decked(kept(), "red", draw=cards[:2], hand=cards[2:4], discard=cards[4:])
    state = play(state, moves.Pass())
    state = play(state, *(moves.Draws("red", f"red-{card}") for card in cards[:2]))
    names = {state.cards[move.card].name for move in open_now(state, moves.Draws)}
    assert names == {"cold-snap", "fire-spark", "book-of-magic", "wisdom"}
    assert len(open_now(state, moves.Draws)) == 5, "two Books differ, two of Wisdom do not"
    state = drawn(state)
    deck = state.decks["red"]
    assert (len(deck.hand), len(deck.draw), deck.discard) == (4, 4, ())


def test_a_mage_with_fewer_cards_draws_what_there_is() -> None:
    state = decked(kept(), "red", draw=("smash",), hand=("zap",), discard=())
    state = drawn(play(state, moves.Pass()))
    assert pile(state, "red", "hand") == ("smash", "zap")


# Bonus actions, line 14


def prizes(*kinds: str, **options: Any) -> State:
    """A monster of each of these is defeated by one earthquake."""
    state = table(bonus=True, **options)
    for kind in kinds:
        state = put(state, kind, damage=8)
    return state


def shaken(state: State) -> State:
    return cast(state, "earthquake", 1, moves.At(0))


def test_bonus_actions_of_one_action_come_in_any_order_or_not_at_all() -> None:
    state = shaken(prizes("1", "2", "5"))
    assert {move.kind for move in open_now(state, moves.Extra)} == {"1", "2", "5"}
    one = play(state, moves.Extra("5"), moves.Extra("2"))
    assert {move.kind for move in open_now(one, moves.Extra)} == {"1"}
    assert (one.power, one.actions) == (1, 2)
    none = play(state, moves.Leave())
    assert (none.power, none.actions, none.todo) == (0, 1, ())


def test_those_of_both_segments_of_an_earthquake_are_of_one_action() -> None:
    state = put(prizes("1"), "5", 1, damage=8)
    state = cast(state, "earthquake", 2, moves.At(0), moves.Side("right"))
    assert {move.kind for move in open_now(state, moves.Extra)} == {"1", "5"}


def test_and_of_monsters_that_people_had_to_tell_of() -> None:
    box = replace(BOX, traits={kind: replace(t, hits=0) for kind, t in BOX.traits.items()})
    state = shaken(put(prizes("1", box=box), "5"))
    state = play(state, moves.Falls(True))
    assert waits(state) == "fells", "first all that fell"
    state = play(state, moves.Falls(True))
    assert {move.kind for move in open_now(state, moves.Extra)} == {"1", "5"}


def test_of_each_monster_people_are_asked_once_whatever_fell_before() -> None:
    box = replace(BOX, traits={kind: replace(t, hits=0) for kind, t in BOX.traits.items()})
    state = play(shaken(put(prizes("1", box=box), "5")), moves.Falls(True), moves.Falls(False))
    assert [move.kind for move in open_now(state, moves.Extra)] == ["1"]
    state = play(state, moves.Leave())
    assert (state.todo, len(standing(state))) == ((), 1)


def test_extra_power_is_for_the_next_action_alone() -> None:
    state = holds(prizes("5", way="everything"), "red", "earthquake-1", "smash", "zap")
    state = put(put(shaken_by_card(state), "8"), "8")
    state = play(state, moves.Extra("5"), moves.Cast("red-zap"))
    assert state.todo[0].power == 2  # type: ignore[union-attr]
    assert {move.row for move in open_now(state, moves.Row)} == {1, 2}
    lost = play(
        replace(state, actions=2), moves.Row(1), moves.Figure(2), moves.Cast("red-smash")
    )
    assert lost.todo[0].power == 1  # type: ignore[union-attr]


def shaken_by_card(state: State) -> State:
    return cast(replace(state, actions=3), "earthquake-1", 1, moves.At(0))


def test_two_bonuses_of_power_are_two_points() -> None:
    """Each monster brings its own bonus action (line 14)."""
    state = play(shaken(prizes("5", "5")), moves.Extra("5"), moves.Extra("5"))
    state = play(state, moves.Cast("smash"))
    assert state.todo[0].power == 3  # type: ignore[union-attr]


def test_extra_power_is_lost_by_another_action_and_with_the_turn() -> None:
    state = play(shaken(prizes("5")), moves.Extra("5"))
    assert state.power == 1
    assert play(replace(state, actions=2), moves.Teleport(3)).power == 0
    assert play(state, moves.Pass()).power == 0
    last = play(shaken(replace(prizes("5"), actions=1)), moves.Extra("5"))
    assert (last.turn, last.power) == ("yellow", 0)


def test_an_extra_action_after_the_last_one() -> None:
    state = replace(prizes("2"), actions=1)
    state = play(shaken(state), moves.Extra("2"))
    assert (state.turn, state.actions, state.phase) == ("red", 1, "act")


def test_a_bonus_card_and_cards_of_all_others_however_few_they_have() -> None:
    state = prizes("1", "4", way="everything", count=3)
    state = holds(holds(state, "red", "earthquake-1"), "yellow", "smash")
    state = play(shaken_by_card(state), moves.Extra("1"), moves.Draws("red", "red-zap"))
    state = play(state, moves.Extra("4"))
    assert waits(state) == "drop"
    assert {move.seat for move in open_now(state, moves.Drops)} == {"yellow"}
    state = play(state, moves.Drops("yellow", "yellow-smash"))
    assert (state.todo, pile(state, "red", "hand")) == ((), ("zap",)), "blue has none"


def test_whoever_has_no_card_is_passed_over_and_the_next_discards() -> None:
    state = prizes("4", way="everything", count=3)
    state = holds(holds(state, "red", "earthquake-1"), "blue", "zap")
    state = play(shaken_by_card(state), moves.Extra("4"), moves.Drops("blue", "blue-zap"))
    assert (state.todo, pile(state, "blue", "hand")) == ((), ())


def test_without_the_variant_there_is_no_bonus() -> None:
    assert shaken(replace(prizes("1"), options=table().options)).todo == ()


# What nobody told


def untold(**options: Any) -> State:
    """Hit points are known, and nothing else."""
    traits = {kind: replace(trait, ability="", bonus="") for kind, trait in BOX.traits.items()}
    return table(box=replace(BOX, traits=traits), **options)


def test_an_ability_is_asked_for_once_and_then_known() -> None:
    state = won(put(put(untold(), "4", damage=4), "4", damage=4), "red", k4=1)
    state = cast(state, "smash", 1, moves.Figure(1))
    assert waits(state) == "asks"
    state = play(state, moves.Prints("poison"))
    assert state.traits["4"].ability == "poison"
    assert len(open_now(state, moves.Give)) == 1
    assert "poison" not in {m.what for m in open_now(asked_for(state), moves.Prints)}


def asked_for(state: State) -> State:
    """The ability of another kind is asked for."""
    state = won(put(replace(state, actions=2), "1", damage=1), "red", k1=1)
    return cast(state, "smash", 1, moves.Figure(state.figures))


def test_if_nobody_knows_nobody_is_asked_again() -> None:
    state = won(put(put(untold(bonus=True), "4", damage=4), "4", damage=4), "red", k4=1)
    state = play(cast(state, "smash", 1, moves.Figure(1)), moves.Prints(""), moves.Prints(""))
    assert (state.todo, state.actions) == ((), 1)
    state = won(state, "yellow", k4=1)
    state = cast(replace(state, turn="yellow", mages={"red": 3, "yellow": 0}, actions=2),
                 "smash", 1, moves.Figure(2))  # fmt: skip
    assert (state.todo, state.tracks["yellow"]["4"]) == ((), 2)


def test_two_of_a_kind_at_once_are_asked_for_once() -> None:
    state = put(put(untold(bonus=True), "1", damage=1), "1", damage=1)
    state = play(cast(state, "earthquake", 1, moves.At(0)), *[moves.Prints("")] * 2)
    assert state.todo == (), "once for the ability, once for the bonus"


# The end


def almost(*standing_on: int, markers: tuple[int, ...] = (0,) * 6, **options: Any) -> State:
    """Yellow's last action of a round; a monster on each of these paths."""
    state = marked(table(**options), *markers)
    for path in standing_on:
        state = put(state, "8", path)
    return replace(state, turn="yellow", actions=1)


def test_the_game_ends_with_the_round_once_four_paths_are_cleared() -> None:
    assert play(almost(0, 1), moves.Pass()).phase == "sheet"
    assert play(almost(0, 1, 2), moves.Pass()).phase == "fate"


def test_the_round_is_played_to_its_end() -> None:
    state = replace(almost(0, 1), turn="red")
    assert (play(state, moves.Pass()).turn, play(state, moves.Pass()).phase) == (
        "yellow",
        "act",
    )


def test_a_path_that_was_cleared_and_is_not_any_more_does_not_count() -> None:
    state = put(almost(0, 1), "8", 1, INNER)
    state = play(state, moves.Cast("switch"), moves.Row(2), moves.Figure(1), moves.At(0))
    assert state.phase == "sheet"
    state = put(put(almost(0), "8", 0), "8", 2)
    assert play(state, moves.Pass()).phase == "sheet"
    assert play(put(state, "8", 3), moves.Pass()).phase == "fate"


def test_where_decks_are_kept_it_is_over_at_once() -> None:
    state = drawn(play(almost(0, 1, way="everything"), moves.Pass()))
    assert (state.phase, GAME.choices(state)) == ("over", ())


def test_people_may_end_it_by_hand() -> None:
    assert play(table(), moves.Ends()).phase == "sheet"
    state = holds(kept(), "red", "smash")
    state = play(put(state, "8", damage=3), moves.Cast("red-smash"), moves.Ends())
    assert (state.phase, state.table, state.todo) == ("over", (), ())
    assert pile(state, "red", "discard") == ("smash",)
    assert [figure.damage for figure in standing(state)] == [0]


def test_missions_are_told_on_the_sheet_each_once() -> None:
    state = play(table(missions=True), moves.Ends())
    assert why(state, moves.Done()) == ("missions", "line 14")
    state = play(state, moves.Tells("yellow", "set"))
    assert why(state, moves.Tells("red", "set")) == ("mission_twice", "line 14")
    state = play(state, moves.Tells("red", "most"), moves.Done())
    assert (state.phase, state.missions) == ("over", {"yellow": "set", "red": "most"})


def test_a_mission_that_two_kept_is_told_again_in_the_open() -> None:
    state = kept(3, missions=True)
    state = replace(state, missions={"red": "set", "yellow": "set", "blue": "many"})
    state = play(state, moves.Ends())
    assert (state.phase, state.missions) == ("sheet", {"blue": "many"})
    assert {move.seat for move in open_now(state, moves.Tells)} == {"red", "yellow"}
    state = play(state, moves.Tells("red", "set"), moves.Tells("yellow", "weak"), moves.Done())
    assert state.phase == "over"


# A whole game


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_lasts_a_round_and_the_game_goes_on(rule: str) -> None:
    state, rng = ready(way="everything"), Random(3)
    while state.phase != "fate":
        state = play(state, by_chance(state, rng))
    state = fated(state, "weak", rule=rule)
    while state.phase != "fate":
        assert state.rule == rule
        state = play(state, by_chance(state, rng))
    assert state.rule == "none"
