"""What a piece of Orcs Orcs Orcs means when it is shown to a reader.

The box is made up and taken from its labels, as a match takes it. What is expected follows from
the book: what may be done now, and by whom.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.orcs import GAME, moves
from companion.games.orcs.boxing import boxed
from companion.games.orcs.state import Box, Fate, State
from companion.simulator import monsters
from companion.vocabulary import Meaning, Refusal, Shown
from tests.games.contract import has_words, means_what_plays
from tests.games.orcs.table import (
    TRAITS,
    able,
    at_fate,
    begun,
    decked,
    drawn,
    holds,
    kept,
    play,
    put,
    table,
    waits,
    whole_play,
)

PRINTED: dict[str, dict[str, Any]] = monsters.synthetic(Random(7))
BOX = replace(msgspec.convert(boxed(PRINTED, list), Box), traits=TRAITS)
WAITING = ("red", "yellow")


def shown(state: State, piece: str, **facts: Any) -> tuple[Meaning, ...] | Refusal:
    assert GAME.means
    return GAME.means(state, Shown(piece, 0, facts=facts or PRINTED.get(piece, {})))


def meant(state: State, piece: str, **facts: Any) -> list[tuple[Any, ...]]:
    """The moves of each thing that it can mean; all of them play."""
    meanings = shown(state, piece, **facts)
    assert not isinstance(meanings, Refusal), meanings
    for meaning in meanings:
        has_words(GAME, meaning.says)
        play(state, *meaning.moves)
    return [meaning.moves for meaning in meanings]


def why(state: State, piece: str, **facts: Any) -> str:
    refusal = shown(state, piece, **facts)
    assert isinstance(refusal, Refusal), refusal
    has_words(GAME, refusal)
    return refusal.key.removeprefix("orcs.no.")


def piece_of(card: str, seat: str = "red") -> str:
    """The piece of a card in the box: of a first spell that of this colour, by what it says."""
    if card.startswith("spell"):
        return card.replace("-", "/", 1)
    known = next(one for one in BOX.starters if one.id == card)
    return next(
        piece for piece, facts in PRINTED.items()
        if piece.startswith(f"starter/{seat}/") and facts["name"] == known.name
        and set(facts["magic"]) == set(known.magic)
    )  # fmt: skip


def held(**options: Any) -> State:
    """Decks are kept, with the cards of the labels."""
    return kept(box=BOX, **options)


def spell(name: str) -> str:
    """A spell to learn that is called so."""
    return next(card.id for card in BOX.spells if card.name == name)


# The board


def test_a_marker_is_turned_where_one_is_waited_for() -> None:
    state = play(begun(), moves.Stands("red", 0), moves.Stands("yellow", 1))
    assert meant(state, "marker/5/3") == [(moves.Reveal("5"),)]
    assert why(state, "marker/5/3", print="three") == "in_the_box", "line 3, with two players"
    three = play(
        begun(3), *(moves.Stands(s, n) for n, s in enumerate(("red", "yellow", "blue")))
    )
    assert meant(three, "marker/5/3", print="three") == [(moves.Reveal("5"),)]
    assert why(three, "marker/5/3", print="four") == "in_the_box"
    assert why(table(), "marker/5/3") == "piece"
    full = replace(state, revealed={**state.revealed, "5": 12})
    assert why(full, "marker/5/3") == "figures"


def test_the_path_of_choice_is_tapped_before_its_marker_is_shown() -> None:
    state = table()
    for path in range(6):
        state = put(state, "1", path)
    state = play(state, moves.Pass())
    assert waits(state) == "choose" and why(state, "marker/2/1") == "which_path"
    assert meant(play(state, moves.Turns(4)), "marker/2/1") == [(moves.Reveal("2"),)]


def test_a_figure_is_the_target_if_only_one_of_its_kind_can_be_meant() -> None:
    state = put(put(put(put(table(), "4"), "5"), "5", segment=1), "4", path=3)
    striking = play(state, moves.Cast("zap"), moves.Row(1))
    assert meant(striking, "monster/4/7") == [(moves.Figure(1),)], "the other is far away"
    assert meant(striking, "monster/5/1") == [(moves.Figure(2),), (moves.Figure(3),)]
    meanings = shown(striking, "monster/5/1")
    assert isinstance(meanings, tuple) and meanings[0].says != meanings[1].says
    assert why(striking, "monster/8/1") == why(state, "monster/4/7") == "piece"
    far = play(state, moves.Cast("lightning-bolt"), moves.Row(1))
    assert meant(far, "monster/4/7") == [(moves.Figure(1),), (moves.Figure(4),)]


def test_of_figures_that_stand_together_unhurt_one_is_as_good_as_another() -> None:
    state = play(put(put(table(), "4"), "4"), moves.Cast("zap"), moves.Row(1))
    assert meant(state, "monster/4/2") == [(moves.Figure(1),)]
    hurt = play(put(put(table(), "4"), "4", damage=1), moves.Cast("zap"), moves.Row(1))
    assert len(meant(hurt, "monster/4/2")) == 2


def test_a_figure_just_won_is_its_bonus_action() -> None:
    state = play(put(table(bonus=True), "1"), moves.Cast("zap"), moves.Row(2), moves.Figure(1))
    assert waits(state) == "extra" and meant(state, "monster/1/4") == [(moves.Extra("1"),)]


def test_a_mage_is_who_gets_something_and_never_where_it_stands() -> None:
    assert why(begun(), "mage/red") == "which_place"
    giving = able(table(3), "red", "poison")
    assert meant(giving, "mage/blue") == [(moves.Give("blue"),)]
    assert why(giving, "mage/red") == why(giving, "mage/green") == "piece"
    cursing = play(table(3), moves.Cast("voodoo"), moves.Row(1))
    assert meant(cursing, "mage/yellow") == [(moves.Victim("yellow"),)]


@pytest.mark.parametrize("piece", ["board/1", "monster/1/2", "mission/set", "fate/3"])
def test_what_is_not_waited_for_means_nothing(piece: str) -> None:
    assert why(table(), piece) == "piece"


# Fate and missions


def test_a_fate_card_is_both_its_parts() -> None:
    state = at_fate(table())
    facts: dict[str, Any] = {"moves": ["mighty", "weak"], "rule": "no-spells"}
    both = (moves.Advance(("weak", "mighty")), moves.Ruled("no-spells"))
    assert meant(state, "fate/3", **facts) == [both]
    assert why(play(state, both[0]), "fate/3", **facts) == "piece", "its rule is asked for"


def test_a_fate_card_of_a_told_pile_is_one_move_and_comes_once() -> None:
    known = (Fate(("strong", "weak"), "no-spells"), Fate(("mighty",)))
    state = replace(at_fate(table()), known=known)
    facts: dict[str, Any] = {"moves": ["weak", "strong"], "rule": "no-spells"}
    turned = moves.Fate(("strong", "weak"), "no-spells")
    assert meant(state, "fate/3", **facts) == [(turned,)]
    again = at_fate(play(state, turned))
    assert why(again, "fate/3", **facts) == "fate"


def test_of_two_told_cards_that_move_the_same_it_is_the_one_with_its_rule() -> None:
    known = (Fate(("mighty",)), Fate(("mighty",), "no-spells"))
    state = replace(at_fate(table()), known=known)
    facts: dict[str, Any] = {"moves": ["mighty"], "rule": "no-spells"}
    assert meant(state, "fate/3", **facts) == [(moves.Fate(("mighty",), "no-spells"),)]
    assert why(state, "fate/3", moves=["mighty"], rule="three-spells") == "fate"


def test_a_mission_may_be_kept_by_anybody_who_has_none_and_only_they_know() -> None:
    state = replace(kept(3, missions=True), phase="missions", actions=0)
    keeps = [(moves.Keeps(seat, "set"),) for seat in state.seats]
    assert meant(state, "mission/set") == keeps
    meanings = shown(state, "mission/set")
    assert isinstance(meanings, tuple)
    assert [(one.seat, one.secret) for one in meanings] == [(s, True) for s in state.seats]
    one = play(state, moves.Keeps("red", "set"))
    assert meant(one, "mission/set") == keeps[1:], "else it would say what red keeps"


def test_a_mission_is_told_on_the_sheet() -> None:
    state = begun(way="score", missions=True)
    told = [(moves.Tells(seat, "most"),) for seat in WAITING]
    assert meant(state, "mission/most") == told
    assert why(play(state, moves.Tells("red", "most")), "mission/most") == "piece"


# Cards, where decks are kept


def test_spells_lie_open_and_are_learned_by_being_shown() -> None:
    state = begun(box=BOX, way="everything")
    state = play(state, moves.Stands("red", 0), moves.Stands("yellow", 1))
    while state.phase == "markers":
        state = play(state, GAME.choices(state)[0].move)
    one, other = state.piles[0][5], state.piles[1][0]
    assert meant(state, piece_of(one)) == [(moves.Opens(one),)]
    assert why(state, piece_of(other)) == "card", "it is of the other pile"
    book = next(card.id for card in BOX.starters if card.name == "book-of-magic")
    learning = play(holds(held(), "red", book), moves.Cast(f"red-{book}"))
    assert meant(learning, piece_of(learning.open[4])) == [(moves.Learns(4),)]
    assert why(learning, piece_of(learning.piles[0][0])) == "card"


def test_a_card_of_the_hand_is_a_secret_of_its_seat() -> None:
    bolt = spell("fireball")
    state = holds(held(), "red", "starter-1", bolt)
    assert meant(state, piece_of(bolt)) == [(moves.Cast(bolt),)]
    meanings = shown(state, piece_of("starter-1"))
    assert isinstance(meanings, tuple) and len(meanings) == 1
    (meaning,) = meanings
    assert (meaning.seat, meaning.secret) == ("red", True)
    assert meaning.moves == (moves.Cast("red-starter-1"),)
    removing = able(state, "red", "remove-card")
    assert meant(removing, piece_of(bolt)) == [(moves.Cast(bolt),), (moves.Remove(bolt),)]
    casting = play(state, moves.Cast(bolt))
    assert meant(casting, piece_of("starter-1")) == [(moves.Add("red-starter-1"),)]


def test_first_spells_are_told_by_what_they_say_and_by_their_colour() -> None:
    state = play(holds(held(), "red", "starter-1"), moves.Pass())
    for card in BOX.starters[1:5]:
        assert meant(state, piece_of(card.id)) == [(moves.Draws("red", f"red-{card.id}"),)]
    assert why(state, piece_of("starter-1", "yellow")) == "not_now"
    assert why(state, "starter/blue/1") == "seat"


def test_whoever_discards_shows_the_card() -> None:
    curse = spell("voodoo")
    state = holds(held(), "red", curse)
    state = holds(state, "yellow", *(f"starter-{n}" for n in range(1, 5)))
    dropping = play(state, moves.Cast(curse))
    dropping = play(dropping, moves.Row(1), moves.Victim("yellow"))
    assert waits(dropping) == "drop"
    assert meant(dropping, piece_of("starter-2", "yellow")) == [
        (moves.Drops("yellow", "yellow-starter-2"),)
    ]
    assert why(dropping, piece_of("starter-5", "yellow")) == "not_this"


def test_why_a_card_means_nothing_is_the_same_whichever_it_is() -> None:
    bolt = spell("lightning-bolt")
    state = replace(holds(held(), "red", "starter-1", bolt), rule="no-spells")
    others = [piece_of(card.id) for card in (*BOX.starters[1:], *BOX.spells) if card.id != bolt]
    said = {str(shown(state, piece)) for piece in others}
    assert len(said) == 1, "in the pile, in another hand, a book that is of no use now"
    assert why(state, others[0]) == "not_this"
    open_now = play(holds(held(), "red", *(c.id for c in BOX.starters[:4])), moves.Pass())
    after = drawn(open_now)
    assert {why(after, piece) for piece in others} == {"piece"}, "no card is asked for"


def test_a_book_that_lies_open_does_not_feel_for_the_other_in_the_hand() -> None:
    """Each gives two kinds of magic (line 10); these two are not alike."""
    one, other = (card.id for card in BOX.starters if card.name == "book-of-magic")
    state = decked(held(), "red", hand=(one,), discard=(other,), draw=())
    assert meant(state, piece_of(one)) == [(moves.Cast(f"red-{one}"),)]
    assert why(state, piece_of(other)) == "not_this"
    drawing = play(decked(held(), "red", draw=(one,), discard=(other,)), moves.Pass())
    assert why(drawing, piece_of(other)) == "not_this"
    assert meant(drawing, piece_of(one)) == [(moves.Draws("red", f"red-{one}"),)]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_what_others_can_hold_means_the_same_whatever_is_in_a_hand(count: int) -> None:
    """All cards but those that lie closed before somebody, and any copy of these labels."""
    rng, tried = Random(count), 0
    for state, _ in whole_play(begun(count, BOX, way="everything"), rng)[::12]:
        for seat in state.seats:
            closed = (*state.decks[seat].hand, *state.decks[seat].draw)
            twin = dealt_anew(state, seat, rng)
            for piece in not_of(state, seat, closed):
                assert shown(state, piece) == shown(twin, piece), (piece, state.todo)
                tried += 1
    assert tried > 1000


def dealt_anew(state: State, seat: str, rng: Random) -> State:
    """Another hand out of what lies closed."""
    deck = state.decks[seat]
    cards = rng.sample((*deck.hand, *deck.draw), len(deck.hand) + len(deck.draw))
    hand, draw = sorted(cards[: len(deck.hand)]), sorted(cards[len(deck.hand) :])
    return decked(state, seat, hand=tuple(hand), draw=tuple(draw))


def not_of(state: State, seat: str, closed: tuple[str, ...]) -> list[str]:
    """Pieces of the box that are none of these cards."""
    mine = [state.cards[card] for card in closed if card in state.cards]
    says = [(f"starter/{seat}", one.name, {*one.magic}) for one in mine if not one.pile]
    learned = {piece_of(one.id) for one in mine if one.pile}
    return [
        piece for piece, facts in PRINTED.items()
        if piece not in learned and (
            piece.rpartition("/")[0], facts.get("name"), {*facts.get("magic", ())}
        ) not in says
    ]  # fmt: skip


def test_poison_is_given_or_is_in_a_hand() -> None:
    state = able(held(), "red", "poison", "remove-card")
    assert meant(state, "poison/3") == [(moves.Give("yellow"),)]
    poisoned = holds(state, "red", "poison-14")
    assert shown(poisoned, "poison/3") == shown(state, "poison/3"), "any of the pile tells that"
    removing = holds(able(held(), "red", "remove-card"), "red", "poison-14")
    assert meant(removing, "poison/3") == [(moves.Remove("poison-14"),)]
    meanings = shown(removing, "poison/3")
    assert isinstance(meanings, tuple) and [one.secret for one in meanings] == [True]
    harmless = holds(held(), "red", "poison-14")
    assert why(harmless, "poison/3") == why(held(), "poison/3") == "not_this"
    drawing = decked(play(harmless, moves.Pass()), "red", draw=("poison-2", "starter-1"))
    assert meant(drawing, "poison/9") == [(moves.Draws("red", "poison-2"),)]


# Cards, where decks stay at the table


def test_a_spell_at_the_table_is_cast_by_its_name() -> None:
    state = put(table(), "8")
    assert meant(state, "spell/9", name="Ice Storm", category="attack") == [
        (moves.Cast("ice-storm"),)
    ]
    assert meant(state, "starter/red/2", name="zap") == [(moves.Cast("zap"),)]
    assert why(state, "starter/yellow/2", name="zap") == "not_now"
    assert why(state, "spell/9", name="Sunshine") == "spell"
    assert why(state, "spell/9", name="") == "piece", "nobody told what it says"
    assert why(play(state, moves.Cast("zap")), "spell/9", name="zap") == "piece"
    quiet = replace(state, rule="no-spells")
    assert why(quiet, "starter/red/2", name="wisdom") == "no_spells"


def test_a_spell_at_the_table_is_learned_by_its_category() -> None:
    state = play(table(), moves.Cast("wisdom"))
    assert meant(state, "spell/9", name="voodoo", category="support") == [(moves.Learns(0),)]
    assert meant(state, "spell/9", name="zap", category="attack") == [(moves.Learns(1),)]
    assert why(state, "starter/red/2", name="zap") == "piece", "nobody learns a first spell"


def test_poison_at_the_table_is_given_or_taken_out() -> None:
    state = able(table(3), "red", "poison", "remove-card")
    state = replace(state, poison={**state.poison, "red": 1})
    assert meant(state, "poison/3") == [
        (moves.Give("yellow"),), (moves.Give("blue"),), (moves.Remove("poison"),)
    ]  # fmt: skip
    assert why(table(), "poison/3") == "piece"


# The rest


def test_after_the_end_nothing_is_meant() -> None:
    over = play(begun(way="score"), moves.Done())
    for piece in (
        "marker/1/1",
        "spell/1",
        "starter/red/1",
        "poison/1",
        "mission/set",
        "board/1",
    ):
        assert why(over, piece) == "over"


def test_a_piece_counts_once_in_a_turn() -> None:
    assert GAME.turn
    state = put(table(), "8")
    first = GAME.turn(state)
    assert GAME.turn(play(state, moves.Cast("zap"))) == first
    assert GAME.turn(play(state, moves.Pass())) != first
    assert len({GAME.turn(one) for one in (state, begun(), at_fate(state))}) == 3


@pytest.mark.parametrize("way", ["everything", "board", "score"])
@pytest.mark.parametrize("count", [2, 3])
def test_in_any_play_what_is_meant_plays_and_tells_nothing(way: str, count: int) -> None:
    rng = Random(f"{way} {count}")
    state = begun(count, box=BOX, way=way, missions=True, bonus=count == 3)
    found = 0
    for now, _ in whole_play(state, rng)[::15]:
        found += means_what_plays(GAME, now, rng, len(GAME.pieces))
    assert found >= 8, "the missions at least"
