"""Maginor against what went wrong elsewhere, against bad input, against what was taken back."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from companion import match
from companion.games.maginor import GAME, moves
from companion.games.maginor.pieces import SPELLS
from companion.games.maginor.state import (
    Box,
    Card,
    Oracle,
    State,
)
from companion.match import Match
from companion.vocabulary import Player, Refusal, Setup, Start, Viewer
from tests.games.maginor.table import (
    BOX,
    RING,
    at,
    fought,
    new,
    open_now,
    places,
    play,
    players,
    put,
    refused,
    table,
    total,
    used,
    waits,
    why,
    without,
    won,
)

HEADINGS = {
    "Components", "Setup", "Playing the Game", "Playing Cards and Spells", "Playing Mage Cards",
    "Playing Spells", "Moving Your Mage or Rolling the Die", "Moving Your Mage",
    "Rolling the Die", "Movement of Maginor", "Crossing Out", "Oracles and Spells",
    "Influence Markers and Mages", "Crossing Out and Maginor", "Duels", "End of the Game",
}  # fmt: skip
"""As they stand in the table of contents of the book."""

STAR = 5  # the only fate of the Great Eagle


# R14: crossing out


def test_r14_an_oracle_that_fills_under_maginor_is_crossed_out_once() -> None:
    state = put(at(table(), red="1"), "1", red=(1, 2), blue=(3, 4))
    state = play(replace(state, maginor="on"), moves.Play("fire"), moves.Prize("oracle"))
    assert (state.won["red"], state.spells["blue"]) == (("1",), ("return",))
    assert (state.turn, state.todo) == ("blue", ())
    assert (state.ring[0], state.maginor) == ("2", "before")


def test_r14_what_is_crossed_out_is_never_passed_again() -> None:
    state = won(table(), "red", "1")
    state = replace(state, maginor="before")
    state = play(state, moves.Roll("maginor"), moves.As("fire"), moves.Slot(0))
    assert (state.ring[0], state.maginor) == ("2", "on")
    assert state.won["red"] == ("1",)


def test_r14_nobody_has_markers_where_maginor_passes() -> None:
    state = at(replace(table(), maginor="on"), red="2")
    state = play(state, moves.Roll("maginor"), moves.As("water"))
    assert {"1", "return"} == set(state.gone)
    assert state.turn == "blue"


# R15: the star


def test_r15_without_a_star_on_the_oracle_fate_is_any_symbol() -> None:
    state = play(at(table(), red="unicorn"), moves.Play("fate"))
    assert waits(state) == "wild"
    symbols = {move.symbol for move in open_now(state, moves.As)}
    assert symbols == {"fire", "water", "earth", "air"}


def test_r15_a_free_star_has_to_be_taken() -> None:
    state = play(at(table(), red="great-eagle"), moves.Play("fate"))
    assert state.slots["great-eagle"][STAR] == "red"
    assert state.todo == ()


def test_r15_for_a_star_of_another_there_is_a_duel() -> None:
    state = put(at(table(), red="great-eagle"), "great-eagle", blue=(STAR,))
    state = play(state, moves.Play("fate"))
    assert places(state) == [STAR]
    assert not open_now(state, moves.As)


def test_r15_with_all_stars_own_nothing_happens() -> None:
    state = put(at(table(), red="great-eagle"), "great-eagle", red=(STAR,))
    after = play(state, moves.Play("fate"))
    assert (after.slots, after.todo) == (state.slots, ())


def test_r15_a_star_that_was_rolled_is_the_same() -> None:
    plain = play(at(table(), red="unicorn"), moves.Roll("fate"))
    assert waits(plain) == "wild"
    free = play(at(table(), red="great-eagle"), moves.Roll("fate"))
    assert free.slots["great-eagle"][STAR] == "red"
    theirs = put(at(table(), red="great-eagle"), "great-eagle", blue=(STAR,))
    assert places(play(theirs, moves.Roll("fate"))) == [STAR]
    own = put(at(table(), red="great-eagle"), "great-eagle", red=(STAR,))
    assert play(own, moves.Roll("fate")).slots == own.slots


# R16: what the book leaves open


def tied() -> State:
    """The second Oracle fills with two markers each and one of the third: red has the first
    symbol from the top, and blue was there before."""
    state = put(at(table(3), red="2"), "2", blue=(1, 3), yellow=(4,), red=(0,))
    return play(state, moves.Play("water"))


def test_r16_a_tie_is_asked_once_and_the_answer_is_kept() -> None:
    state = tied()
    assert waits(state) == "ask"
    assert {move.way for move in open_now(state, moves.Read)} == {"first", "earliest"}
    state = play(state, moves.Read("tie", "first"))
    assert state.options.tie == "first"
    assert play(state, moves.Prize("oracle")).won["red"] == ("2",)


def test_r16_the_other_answer_has_another_winner() -> None:
    state = play(tied(), moves.Read("tie", "earliest"), moves.Prize("oracle"))
    assert (state.won["blue"], state.spells["red"]) == (("2",), ("restoration",))


def test_r16_a_settled_reading_is_not_asked_again() -> None:
    state = put(at(table(3, tie="first"), red="2"), "2", blue=(1, 3), yellow=(4,), red=(0,))
    assert waits(play(state, moves.Play("water"))) == "cross"


def test_r16_scores_follow_a_reading_that_is_changed_at_the_end() -> None:
    state = won(table(ritual="adds"), "red", "great-eagle")
    state = replace(state, spells={**state.spells, "red": ("supreme-mage",)})
    assert total(state, "red") == 12
    state = play(state, moves.Reading("ritual", "costs"))
    assert total(state, "red") == 2


# G03, G04: the sheet


def sheet(*people: tuple[str, tuple[int, ...], tuple[str, ...]]) -> Any:
    plain = [
        {
            "name": name,
            "oracles": [{"votes": each} for each in votes],
            "rituals": list(rituals),
        }
        for name, votes, rituals in people
    ]
    return GAME.score(msgspec.convert({"players": plain}, GAME.Sheet))


def test_g03_as_many_votes_and_a_better_oracle() -> None:
    scores = sheet(("A", (7, 6, 6, 6), ()), ("B", (5, 5, 5, 5, 5), ()))
    assert [player.total for player in scores.players] == [25, 25]
    assert scores.winners == ("A",)


def test_g03_as_good_an_oracle_is_a_victory_shared() -> None:
    scores = sheet(("A", (7, 6, 6, 6), ()), ("B", (7, 7, 6, 5), ()))
    assert scores.winners == ("A", "B")


def test_rituals_do_not_count_as_the_most_valuable_oracle() -> None:
    scores = sheet(("A", (5, 5), ("supreme-mage",)), ("B", (8, 7), ()))
    assert [player.total for player in scores.players] == [15, 15]
    assert scores.winners == ("B",)


# Bad input


def test_a_card_that_was_used_is_no_card_any_more() -> None:
    state = used(at(table(), red="unicorn"), "red", "fire")
    assert why(state, moves.Play("fire")) == ("card", "Playing Mage Cards")


def test_a_card_that_is_in_no_hand() -> None:
    assert refused(table(), moves.Play("rabbit")).book == "Playing Mage Cards"


def test_a_vote_on_a_symbol_of_ones_own() -> None:
    state = put(at(table(), red="great-eagle"), "great-eagle", red=(0,))
    state = play(state, moves.Play("water"))
    assert why(state, moves.Slot(0))[0] == "own"
    assert why(state, moves.Slot(0))[1] in HEADINGS


def test_a_duel_with_oneself() -> None:
    state = put(at(table(), red="great-eagle"), "great-eagle", red=(0,), blue=(2, 6))
    state = play(state, moves.Play("water"))
    assert why(state, moves.Slot(0)) == ("self", "Duels")


def test_a_second_choice_in_one_duel() -> None:
    state = play(duel(), moves.Point("red", "fire"))
    refusal = refused(state, moves.Point("red", "earth"))
    assert (refusal.key, refusal.book) == ("maginor.no.pointed", "Duels")
    assert refusal.values == {"name": "Ada"}


def test_somebody_else_in_a_duel_of_two() -> None:
    assert why(duel(3), moves.Point("yellow", "fire"))[1] == "Duels"


def test_challenge_with_an_empty_ring() -> None:
    state = table()
    for oracle in RING:
        state = without(state, oracle)
    state = replace(state, maginor="before", spells={**state.spells, "red": ("challenge",)})
    assert why(state, moves.Spell("challenge")) == ("challenge", "Crossing Out")


def test_a_roll_from_the_centre() -> None:
    key, book = why(at(table(), red=""), moves.Roll("fire"))
    assert key == "roll_centre"
    assert book in HEADINGS


def test_a_move_to_where_the_mage_is() -> None:
    state = at(table(), red="unicorn")
    assert why(state, moves.Go("unicorn"))[1] == "Moving Your Mage"
    assert why(won(state, "blue", "3"), moves.Go("3"))[1] == "Moving Your Mage"


def test_a_symbol_card_from_the_centre() -> None:
    key, book = why(at(table(), red=""), moves.Play("fire"))
    assert (key, book) == ("centre", "Playing Mage Cards")


def test_a_spell_that_another_has() -> None:
    assert why(table(), moves.Spell("return")) == ("spell", "Playing Spells")


def test_a_symbol_of_another_kind_and_one_that_is_none() -> None:
    state = play(at(table(), red="great-eagle"), moves.Play("water"))
    assert why(state, moves.Slot(3))[1] in HEADINGS
    assert why(state, moves.Slot(14))[1] in HEADINGS


def test_a_sheet_with_a_ritual_twice() -> None:
    for people in (
        [("A", (7,), ("supreme-mage", "supreme-mage")), ("B", (5,), ())],
        [("A", (7,), ("supreme-mage",)), ("B", (5,), ("supreme-mage",))],
    ):
        refusal = sheet(*people)
        assert isinstance(refusal, Refusal)
        assert refusal.key == "maginor.no.ritual_twice"
        assert refusal.book in HEADINGS


def test_after_the_end_nothing_is_played() -> None:
    state = new(2, Box(), way="score")
    state = play(state, moves.Adds("red", 7), moves.Done())
    assert why(state, moves.Adds("red", 5))[0] == "over"


# Hands that the companion keeps


def dealt() -> State:
    """Red's cards have numbers on their labels; two of them show fire."""
    shows = ("fire", "fire", "water", "earth", "fate", *["wand"] * 5)
    cards = tuple(Card(f"1/{n}", what) for n, what in enumerate(shows))
    state = new(2, replace(BOX, hands={"red": cards}), way="everything")
    return play(state, moves.Begins("red"), moves.Laid())


def test_a_hand_is_for_its_own_seat_alone() -> None:
    state = dealt()
    for viewer in (Viewer(), Viewer("host"), Viewer("seat", "blue")):
        shown = GAME.show(state, viewer)["seats"][0]
        assert "hand" not in shown
        assert shown["cards"] == 10
    assert len(GAME.show(state, Viewer("seat", "red"))["seats"][0]["hand"]) == 10
    cards = [choice for choice in GAME.choices(state) if isinstance(choice.move, moves.Play)]
    assert all(choice.secret and choice.seat == "red" for choice in cards)


def test_a_card_of_a_kept_hand_is_played_by_its_own_name() -> None:
    state = play(at(dealt(), red="1"), moves.Play("1/1"))
    assert state.played["red"] == ("1/1",)
    assert state.slots["1"][0] == "red"
    assert why(state, moves.Play("1/1")) == ("card", "Playing Mage Cards")
    assert play(at(state, red="2"), moves.Play("1/0"), moves.Slot(1)).slots["2"][1] == "red"


def test_hands_that_stay_at_the_table_are_counted_and_shown_to_nobody() -> None:
    state = play(at(table(), red="1"), moves.Play("fire"))
    for seat in ("red", "blue"):
        shown = GAME.show(state, Viewer("seat", seat))["seats"][0]
        assert "hand" not in shown
        assert shown["cards"] == 9


# Setting up


def test_one_player_and_five_are_not_a_game() -> None:
    for people in (players(1), (*players(4), Player("Eve", "red"))):
        refusal = GAME.new(Setup(people, GAME.Options(), BOX))
        assert isinstance(refusal, Refusal)
        assert refusal.key in ("maginor.no.seats", "maginor.no.twice")


def test_a_seat_taken_twice_and_a_colour_that_is_none() -> None:
    for seats in (("red", "red"), ("red", "pink")):
        people = (Player("Ada", seats[0]), Player("Bo", seats[1]))
        refusal = GAME.new(Setup(people, GAME.Options(), BOX))
        assert isinstance(refusal, Refusal)
        assert refusal.key.startswith("maginor.no.")


def test_without_its_oracles_no_ring_can_be_kept() -> None:
    refusal = new(2, Box(oracles=BOX.oracles[:4]))
    assert isinstance(refusal, Refusal)
    assert (refusal.key, refusal.values) == ("maginor.no.unknown", {"count": 7})
    assert refusal.book == "Components"


def test_an_oracle_whose_symbols_do_not_add_up_is_refused() -> None:
    wrong = Oracle("unicorn", 9, BOX.oracles[2].symbols)
    others = tuple(one for one in BOX.oracles if one.id != "unicorn")
    refusal = new(2, replace(BOX, oracles=(*others, wrong)))
    assert isinstance(refusal, Refusal)
    assert refusal.book == "Components"


def test_everybody_starts_on_the_guild_hall_with_maginor() -> None:
    state = table(4)
    assert set(state.at.values()) == {"guild-hall"}
    assert (state.maginor, state.steps, state.turn) == ("start", 0, "red")
    assert state.ring == RING


def test_the_lot_says_who_begins() -> None:
    state = new(3)
    assert {move.seat for move in open_now(state, moves.Begins)} == {"red", "blue", "yellow"}
    state = play(state, moves.Begins("yellow"), moves.Laid())
    assert play(state, moves.Go("3")).turn == "red"


def test_the_two_small_ones_are_what_most_people_take_first() -> None:
    state = play(new(2, Box(oracles=BOX.oracles)), moves.Begins("red"))
    usual = {choice.move.oracle for choice in GAME.choices(state) if choice.usual}
    assert usual == {"1", "2"}
    state = play(state, moves.Stands("2"), moves.Stands("1"))
    assert len(open_now(state, moves.Stands)) == 8
    assert not [choice for choice in GAME.choices(state) if choice.usual]
    assert why(state, moves.Stands("2"))[1] == "Setup"


def test_a_ring_and_its_spells_can_be_told_one_by_one() -> None:
    ring = ("2", "1", "8", "7", "6", "5", "4", "3", "unicorn", "great-eagle")
    said = ("inversion", "none", *SPELLS[:6])
    state = play(new(2), moves.Begins("blue"), *(moves.Stands(id) for id in ring[:9]))
    assert state.phase == "spells", "where the last one stands is clear"
    state = play(state, *(moves.Beside(spell) for spell in said))  # type: ignore[arg-type]
    assert (state.phase, state.turn, state.ring) == ("turn", "blue", ring)
    assert state.beside["2"] == "inversion"
    assert "1" not in state.beside
    assert state.beside["great-eagle"] == "golden-cauldron"
    assert state.beside["guild-hall"] == "supreme-mage"
    assert sorted(state.beside.values()) == sorted(SPELLS)


def test_a_spell_lies_beside_one_oracle_alone() -> None:
    state = play(new(2), moves.Begins("blue"), *(moves.Stands(id) for id in RING[:9]))
    state = play(state, moves.Beside("inversion"))
    assert why(state, moves.Beside("inversion")) == ("spell_beside", "Setup")
    state = play(state, moves.Beside("none"))
    assert why(state, moves.Beside("none"))[1] == "Setup"


# Taking back


def started(**options: Any) -> Match:
    plain = msgspec.to_builtins(BOX)
    begun = match.begin(GAME, "m", 1, Start("maginor", players(2), options, plain))
    assert isinstance(begun, Match), begun
    return on(begun, moves.Begins("red"), moves.Laid())


def on(then: Match, *played: Any) -> Match:
    for move in played:
        after = match.taken(then, then.version + 1, move)
        assert isinstance(after, Match), (move, after)
        then = after
    return then


def back(then: Match) -> Match:
    taken_back = match.undoing(then, None, strike=False)
    return match.undone(then, then.version + 1, taken_back, strike=False)


def duel(count: int = 2) -> State:
    """Red fights blue for a water of the Great Eagle."""
    state = put(at(table(count), red="great-eagle"), "great-eagle", blue=(0, 2, 6))
    return play(state, moves.Play("water"), moves.Slot(0))


def matched() -> Match:
    """The same in a match, from moves alone."""
    then = on(started(), moves.Mage("red", "great-eagle"))
    return on(then, *(moves.Marker("great-eagle", slot, "blue") for slot in (0, 2, 6)))


def test_a_card_is_taken_back_with_its_marker() -> None:
    then = on(started(), moves.Mage("red", "great-eagle"))
    before = then.state
    then = back(on(then, moves.Play("water"), moves.Slot(0)))
    assert then.state == before


def test_the_marker_of_a_roll_is_taken_back_alone() -> None:
    then = on(started(), moves.Mage("red", "great-eagle"), moves.Roll("water"), moves.Slot(0))
    then = back(then)
    assert places(then.state) == [0, 2, 6]
    assert on(then, moves.Slot(6)).state.slots["great-eagle"][6] == "red"


def test_the_roll_stays_when_people_take_back() -> None:
    then = on(started(), moves.Mage("red", "great-eagle"), moves.Roll("water"), moves.Slot(0))
    then = back(back(then))
    assert [node.move for node in then.kept] == [moves.Roll("water")]


def test_a_roll_that_was_kept_is_not_said_again_before_somebody_wants_to_roll() -> None:
    then = on(
        started(), moves.Mage("red", "great-eagle"), moves.Play("fire"), moves.Roll("air")
    )
    then = back(then)
    assert [node.move for node in then.kept] == [moves.Roll("air")]
    assert match.repeated(then) is None, "Ada may still play another card, or move"


def test_the_roll_of_a_magic_card_is_said_again_by_itself() -> None:
    then = on(started(), moves.Mage("red", "great-eagle"))
    then = on(then, moves.Play("wand"), moves.At("3"), moves.Roll("air"))
    then = on(back(then), moves.Play("wand"))
    assert match.repeated(then) is None
    assert match.repeated(on(then, moves.At("4"))) == moves.Roll("air")


def test_a_duel_that_was_opened_goes_back_as_a_whole() -> None:
    then = on(matched(), moves.Play("water"), moves.Slot(0))
    then = on(then, moves.Point("red", "fire"), moves.Point("blue", "earth"))
    assert then.state.slots["great-eagle"][0] == "red"
    then = back(then)
    assert then.state.todo[0].pointed == {}, "nobody keeps what the other has seen"


def test_a_choice_that_nobody_saw_is_taken_back_alone() -> None:
    then = on(matched(), moves.Play("water"), moves.Slot(0), moves.Point("red", "fire"))
    then = back(then)
    assert then.state.todo[0].pointed == {}
    assert waits(then.state) == "duel"


def test_an_oracle_that_was_crossed_out_stands_again() -> None:
    then = on(started(), moves.Mage("red", "1"))
    then = on(then, *(moves.Marker("1", slot, "blue") for slot in (1, 2, 3, 4)))
    before = then.state
    then = on(then, moves.Play("fire"), moves.Prize("spell"))
    assert then.state.ring[0] == "2"
    assert back(back(then)).state == before


def test_the_same_moves_give_the_same_game() -> None:
    one, other = fought(duel(), "fire", "earth"), fought(duel(), "fire", "earth")
    assert match.hashed(one) == match.hashed(other)
