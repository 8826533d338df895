"""The history of Maginor, and who may read what of a duel.

The positions are put together by hand, on the made-up Oracles of ``table``: Oracle 1 shows fire,
water, earth, air and fate, from the top clockwise.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.maginor import GAME, moves
from companion.games.maginor.consequences import followed
from companion.games.maginor.pieces import CORNERS, NAMED, ORACLES, SIDES, SPELLS
from companion.games.maginor.state import WAND, WAYS, State
from companion.games.maginor.telling import _TELLS
from companion.vocabulary import Left, Viewer
from tests.games.contract import spoken
from tests.games.maginor.table import at, has, new, play, put, table, won

HOUSE = Path(__file__).parent.parent.parent.parent / "companion" / "games" / "maginor"
WORDS = spoken(GAME)

Point = moves.Point


def told(state: State, move: Any) -> str:
    """The line of the history, as people read it; it names a seat and a player."""
    play(state, move)
    says = GAME.says(state, move)
    assert state.names[str(says.values["seat"])] == says.values["name"]
    return WORDS.say(says)


def dueling(**spells: str) -> State:
    """Ada attacks Bo for the fire of Oracle 1, and their duel waits."""
    state = at(put(table(3), "1", blue=(0,)), red="1")
    for seat, spell in spells.items():
        state = has(state, seat, spell)
    return play(state, moves.Play("fire"), moves.Slot(0))


# Lines


def test_setting_up_is_told_step_by_step() -> None:
    state = table()
    state = replace(
        state, phase="begin", order=(), ring=(), slots={}, since={}, beside={}, at={}
    )
    assert told(state, moves.Begins("blue")) == "Bo takes the first turn."
    state = play(state, moves.Begins("blue"))
    assert told(state, moves.Stands("unicorn")) == "Next in the ring: Unicorn."
    assert told(state, moves.Stands("1")) == "Next in the ring: Oracle 1."


def test_an_oracle_is_called_as_its_owner_calls_it() -> None:
    state = table()
    named = replace(state.oracles["1"], name="The Old Well")
    state = replace(state, oracles={**state.oracles, "1": named})
    assert told(state, moves.Go("1")) == "Ada moves on: The Old Well."
    assert told(state, moves.Go("great-eagle")) == "Ada moves on: Great Eagle."


def test_a_card_and_a_roll_say_whether_they_got_a_vote_at_once() -> None:
    state = at(table(), red="1")
    assert told(state, moves.Play("fire")) == "Ada plays a card and gets a vote: fire."
    assert told(state, moves.Play("wand")) == "Ada plays a card: wand."
    assert told(state, moves.Roll("water")) == "Ada rolls and gets a vote: water."
    assert told(state, moves.Roll("maginor")) == "Ada rolls: Maginor."
    several = at(state, red="2")
    assert told(several, moves.Roll("fire")) == "Ada rolls: fire."


def test_a_marker_is_a_vote_a_take_over_or_moved() -> None:
    state = at(put(table(), "2", red=(0,), blue=(2,)), red="2")
    voting = play(put(at(state, red="5"), "5"), moves.Play("earth"))
    assert told(voting, moves.Slot(1)) == "Ada gets a vote: earth."
    for reading, slot, line in (
        ("replaced", 2, "Ada takes over a vote: water."),
        ("moved", 0, "Ada takes a marker up: fire."),
    ):
        options = replace(state.options, persuasion=reading)
        persuading = play(
            replace(has(state, "red", "persuasion"), options=options), moves.Spell("persuasion")
        )
        assert told(persuading, moves.Slot(slot)) == line


def test_teleportation_moves_the_mage_and_a_wand_only_chooses() -> None:
    state = has(table(), "red", "teleportation")
    flying = play(state, moves.Spell("teleportation"))
    assert told(flying, moves.At("3")) == "Ada moves on: Oracle 3."
    assert told(play(state, moves.Play("wand")), moves.At("3")) == "Ada chooses: Oracle 3."


def test_maginor_goes_on_before_an_oracle_and_then_onto_it() -> None:
    rolled = play(at(table(), red="1"), moves.Roll("maginor"))
    assert told(rolled, moves.As("fire")) == "Ada chooses: fire."
    first = replace(rolled, maginor="start")
    assert followed(first, moves.As("fire")) is None, "a choice, told as such"
    several = play(at(table(), red="2"), moves.Roll("maginor"), moves.As("fire"))
    assert told(several, moves.Slot(0)) == "Maginor goes on. Next comes: Oracle 1."
    before = replace(several, maginor="before")
    assert told(before, moves.Slot(0)) == "Maginor is here now: Oracle 1."


# Crossing out


def full_but_one(**lying: tuple[int, ...]) -> State:
    """Oracle 1 lacks a marker on fate alone; Ada stands there and is on turn."""
    return at(put(table(3), "1", **lying), red="1")


def test_who_chooses_first_and_who_gets_what_is_told() -> None:
    state = full_but_one(red=(0, 1, 2), blue=(3,))
    assert told(state, moves.Play("fate")) == "Crossed out: Oracle 1. Ada chooses first."
    choosing = play(state, moves.Play("fate"))
    assert told(choosing, moves.Prize("oracle")) == "Ada takes: Oracle 1. Bo gets: Return."
    assert told(choosing, moves.Prize("spell")) == "Ada takes: Return. Bo gets: Oracle 1."


def test_whoever_comes_first_takes_the_prize_in_anybodys_turn() -> None:
    state = play(full_but_one(blue=(0, 1, 2, 3)), moves.Play("fate"))
    assert told(state, moves.Prize("spell")) == "Bo takes: Return. Ada gets: Oracle 1."
    assert GAME.says(state, moves.Prize("spell")).values["seat"] == "blue"


def test_what_nobody_takes_goes() -> None:
    state = play(full_but_one(red=(0, 1, 2, 3)), moves.Play("fate"))
    assert told(state, moves.Prize("oracle")) == "Ada takes: Oracle 1. The spell goes."
    assert told(state, moves.Prize("spell")) == "Ada takes: Return. The Oracle goes."


def test_a_tie_is_told_before_it_is_settled() -> None:
    state = full_but_one(blue=(0, 1), red=(2,), yellow=(3,))
    assert told(state, moves.Play("fate")) == "Crossed out: Oracle 1. Several come level."
    asked = play(state, moves.Play("fate"))
    assert told(asked, moves.Read("tie", "first")) == "Crossed out: Oracle 1. Bo chooses first."


def test_an_oracle_without_a_spell_or_without_anybody_is_told_at_once() -> None:
    state = full_but_one(red=(0, 1, 2, 3))
    bare = replace(state, beside={**state.beside, "1": ""})
    assert told(bare, moves.Play("fate")) == "Crossed out: Oracle 1. Ada takes it."
    challenge = has(table(), "red", "challenge")
    assert (
        told(challenge, moves.Spell("challenge")) == "Crossed out: Oracle 1. Nobody takes it."
    )


def test_the_end_names_who_has_won() -> None:
    state = play(new(way="score"), moves.Keeps("red", "unicorn"), moves.Keeps("blue", "2"))
    assert told(state, moves.Done()) == "The game is over. Ada wins!"
    level = new(way="score")
    assert told(level, moves.Done()) == "The game is over. A win together: Ada, Bo."


def test_a_correction_says_what_is_true_now() -> None:
    state = won(table(), "blue", "3")
    lines = {
        moves.Marker("1", 0, "red"): "A marker is put right: Oracle 1.",
        moves.Mage("blue", "unicorn"): "Bo stands here: Unicorn.",
        moves.Mage("blue", ""): "Bo stands in the centre.",
        moves.Holds("3", "red"): "Ada has: Oracle 3.",
        moves.Holds("3", ""): "Out of the game: Oracle 3.",
        moves.Holds("3", "ring"): "Back in the ring: Oracle 3.",
        moves.Holds("return", "blue"): "Bo has: Return.",
        moves.Used("blue", "fire", used=True): "Bo has used one more card.",
        moves.Turn("blue"): "Bo is on turn.",
        moves.Way("score"): "Kept from now on: The final score alone.",
        moves.Reading("filled", "moves"): "Agreed: Maginor goes one step all the same.",
    }
    assert {move: told(state, move) for move in lines} == lines


# Duels


def test_a_duel_is_told_by_both_names_and_its_elements_once_both_lie_open() -> None:
    state = at(put(table(), "1", blue=(0,)), red="1")
    waiting = play(state, moves.Play("fire"))
    assert told(waiting, moves.Slot(0)) == "Ada starts a duel. Bo defends."
    assert told(waiting, moves.Enough()) == "Ada leaves it at that."
    state = play(waiting, moves.Slot(0))
    assert told(state, Point("blue", "fire")) == "Bo points: fire."
    pointed = play(state, Point("blue", "fire"))
    won, lost = Point("red", "water"), Point("red", "earth")
    assert told(pointed, won) == "Opened: water and fire. Ada wins the duel."
    assert told(pointed, lost) == "Opened: earth and fire. Bo wins the duel."
    both = Point("red", "fire")
    assert told(pointed, both) == "Opened: fire and fire. Both markers go home."


def test_a_duel_of_the_triangles_is_told_by_its_end() -> None:
    state = dueling()
    assert told(state, moves.Fought("blue")) == "The duel is fought. Bo wins it."
    assert told(state, moves.Fought("")) == "The duel is fought. Both markers go home."


def test_inversion_is_told_played_or_kept() -> None:
    lost = play(dueling(red="inversion"), Point("red", "earth"), Point("blue", "earth"))
    assert told(lost, moves.Invert("red")) == "Ada plays Inversion and wins the duel."
    assert told(lost, moves.Accept("red")) == "Ada keeps Inversion for later."


# Secrets


def is_sealed(now: State, then: State, move: Any) -> bool:
    assert GAME.seal
    sealed = GAME.seal(now, then, move)
    if sealed is None:
        return False
    assert sealed.seat == move.seat and sealed.move == {"do": "point", "seat": move.seat}
    assert WORDS.say(sealed.says) == f"{then.names[move.seat]} has chosen."
    return True


FIRE, WATER = Point("red", "fire"), Point("blue", "water")


def test_what_was_pointed_is_sealed_until_both_lie_open_and_an_undo_seals_it_again() -> None:
    first = dueling()
    then = play(first, FIRE)
    opened = play(then, WATER)
    assert is_sealed(then, then, FIRE)
    assert not is_sealed(opened, then, FIRE) and not is_sealed(opened, opened, WATER)
    assert is_sealed(then, opened, WATER), "an undo closes the last one again"


@pytest.mark.parametrize("end", [moves.Fought("blue"), moves.Fought(""), moves.Invert("blue")])
def test_a_choice_whose_duel_ended_otherwise_is_never_told(end: Any) -> None:
    then = play(dueling(blue="inversion"), FIRE)
    assert is_sealed(play(then, end), then, FIRE)


def test_a_choice_that_was_taken_back_is_never_told_by_another_one() -> None:
    first = dueling()
    then = play(first, FIRE)
    otherwise = play(first, Point("red", "earth"), WATER)
    assert is_sealed(otherwise, then, FIRE)


def test_the_same_element_in_another_duel_opens_nothing() -> None:
    then = play(dueling(), FIRE)
    later = play(then, moves.Fought("blue"))
    again = at(put(later, "2", blue=(0, 1)), red="2")
    again = replace(again, hands={**again.hands, "red": table().hands["red"]}, played={
        **again.played, "red": ()})  # fmt: skip
    opened = play(again, moves.Play("fire"), moves.Slot(0), FIRE, WATER)
    assert [one.number for one in opened.opened] == [2]
    assert is_sealed(opened, then, FIRE)


def test_a_choice_stays_sealed_when_the_other_leaves() -> None:
    then = play(dueling(), FIRE)
    assert GAME.seated
    left = GAME.seated(then, Left("blue"))
    assert isinstance(left, State) and not left.todo
    assert is_sealed(left, then, FIRE)


def test_a_lost_duel_that_waits_for_inversion_is_open() -> None:
    then = play(dueling(red="inversion"), FIRE)
    lost = play(then, WATER)
    assert lost.todo and not is_sealed(lost, then, FIRE) and not is_sealed(lost, lost, WATER)


def test_nothing_but_an_element_is_ever_sealed() -> None:
    state = table(way="everything")
    after = play(state, moves.Play("wand-1"))
    assert GAME.seal and GAME.seal(after, after, moves.Play("wand-1")) is None


def test_why_a_card_cannot_be_played_is_for_its_own_hand_alone() -> None:
    assert GAME.may_hear
    viewers = {"red": Viewer("seat", "red"), "blue": Viewer("seat", "blue"), "": Viewer("host")}
    card, go = moves.Play("fire"), moves.Go("1")
    closed, open_ = table(way="everything"), table(way="board")
    heard = {seat: GAME.may_hear(closed, viewer, card) for seat, viewer in viewers.items()}
    assert heard == {"red": True, "blue": False, "": False}
    assert all(GAME.may_hear(closed, viewer, go) for viewer in viewers.values())
    assert all(GAME.may_hear(open_, viewer, card) for viewer in viewers.values())


# Words


def test_every_move_has_its_line_in_the_history() -> None:
    assert set(_TELLS) | {moves.Prize} == set(moves.Move.__args__)


KEY = re.compile(r"[\"'](maginor(?:\.[a-z_0-9-]+){2,})[\"']")
"""A whole key; what is put together of parts is looked at where it is said."""
READ = {
    "tie": ("first", "earliest"),
    "ritual": ("adds", "costs"),
    "returned": ("hand", "now"),
    "persuasion": ("replaced", "moved"),
    "filled": ("stays", "moves"),
}

MADE = {
    "oracle": (*NAMED, *map(str, range(1, ORACLES - len(NAMED) + 1))),
    "word": (*SIDES, *SPELLS, WAND),
    "duel": (*CORNERS, *(f"beats.{corner}" for corner in CORNERS), "chooses", "laid"),
    "lay": [f"{phase}{how}" for phase in ("begin", "ring", "spells", "sheet")
            for how in ("", ".how")],
    "wait": ("wild", "gain", "aim", "thrown", "put", "persuade", "again", "replay", "ask"),
}  # fmt: skip
"""What the page puts together of a kind and one of these."""


def keys() -> set[str]:
    """What the rules and the page say, and what the start page asks of the options."""
    files = (path for path in HOUSE.rglob("*") if path.suffix in (".py", ".html"))
    found = {key for path in files for key in KEY.findall(path.read_text())}
    found |= {f"maginor.option.way{way}" for way in ("", ".everything", ".board", ".score")}
    for name, ways in READ.items():
        found |= {f"maginor.ask.{name}", f"maginor.option.{name}", f"maginor.option.{name}.ask"}
        found |= {f"maginor.option.{name}.{way}" for way in ways}
        found |= {f"maginor.do.read_{name}_{way}" for way in ways}
    return found | {f"maginor.{kind}.{end}" for kind, ends in MADE.items() for end in ends}


@pytest.mark.parametrize("key", sorted(keys()))
def test_whatever_is_said_has_words(key: str) -> None:
    assert key in WORDS


def test_the_readings_of_the_book_are_those_of_the_rules() -> None:
    assert READ == WAYS
