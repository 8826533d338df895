"""The history of Orcs Orcs Orcs, and who may read what of hands and missions.

The positions are put together by hand, on the made-up box of ``table``: a monster of kind 1 has
two hits and gives "one more card", one of kind 2 has three.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.games.orcs import GAME, moves
from companion.games.orcs.state import Fate, State
from companion.languages import TOGETHER, words
from companion.vocabulary import Viewer
from tests.games.orcs.table import (
    able,
    at_fate,
    begun,
    holds,
    kept,
    marked,
    new,
    play,
    put,
    refused,
    table,
    won,
)

HOUSE = Path(__file__).parent.parent.parent.parent / "companion" / "games" / "orcs"
WORDS = words("en", HOUSE / "words")


def told(state: State, move: Any) -> str:
    """The line of the history, as people read it; it names a seat and a player."""
    play(state, move)
    says = GAME.says(state, move)
    assert state.names[str(says.values["seat"])] == says.values["name"]
    return WORDS.say(says).replace(TOGETHER, " ")


# Lines


def test_setting_up_is_told_step_by_step() -> None:
    state = begun()
    assert told(state, moves.Stands("red", 2)) == "Ada stands on position 3."
    state = play(state, moves.Stands("red", 2), moves.Stands("yellow", 0))
    assert told(state, moves.Reveal("5")) == "A marker on path 1: strong monster 5."


def test_a_fate_card_tells_who_moves_and_the_rule_of_the_round() -> None:
    state = at_fate(table())
    assert told(state, moves.Advance(("weak", "mighty"))) == "Weak and mighty monsters move."
    assert told(state, moves.Advance(())) == "No monster moves."
    moved = play(state, moves.Advance(()))
    assert told(moved, moves.Ruled("no-teleport")) == "Round 2: no teleport."


def test_what_reaches_the_tower_is_told_with_its_value_and_who_loses_one() -> None:
    state = at_fate(put(table(), "5", path=1, segment=2))
    line = "Monster 5 reaches the tower, now worth 4."
    assert told(state, moves.Advance(("strong",))) == line
    losing = won(state, "yellow", k5=2)
    assert told(losing, moves.Advance(("strong",))) == f"{line} A monster is lost: Bo."
    many = put(put(put(state, "5", path=3, segment=2), "2", segment=2), "7", segment=1)
    assert (
        told(many, moves.Advance(("weak", "strong")))
        == "3 monsters reach the tower: 2, 5. Now worth 1, 3."
    )


def test_a_card_of_a_told_pile_tells_round_rule_and_tower_at_once() -> None:
    quiet, every = Fate(("mighty",)), Fate(("weak", "strong", "mighty"), "no-spells")
    state = replace(at_fate(table()), known=(quiet, every))
    line = "Round 2: no special rule. Mighty monsters move."
    assert told(state, moves.Fate(quiet.moves, quiet.rule)) == line
    state = put(put(state, "1", segment=2), "8", path=4, segment=2)
    assert told(state, moves.Fate(every.moves, every.rule)) == (
        "Round 2: no new spells. 2 monsters reach the tower: 1, 8. Now worth 1, 7."
    )


def test_a_monster_that_is_sent_into_the_tower_is_told_beside_who_sent_it() -> None:
    state = play(put(table(), "4", segment=2), moves.Cast("magical-bonds"), moves.Row(1))
    assert told(state, moves.Figure(1)) == "Ada sends monster 4 into the tower, now worth 3."
    assert told(won(state, "red", k4=1), moves.Figure(1)).endswith("A monster is lost: Ada.")
    going = play(put(table(), "4"), moves.Cast("magical-bonds"), moves.Row(1))
    assert told(going, moves.Figure(1)) == "Ada moves a monster forward: strong monster 4."


def test_a_monster_that_is_defeated_is_told_instead_of_the_blow() -> None:
    state = put(put(table(), "1"), "2")
    striking = play(state, moves.Cast("smash"), moves.Row(2))
    assert told(striking, moves.Figure(1)) == "Ada defeats a monster: weak monster 1."
    assert told(striking, moves.Figure(2)) == "Ada does 2 damage: weak monster 2."
    second = won(striking, "red", k1=1)
    assert told(second, moves.Figure(1)) == (
        "Ada defeats a monster: weak monster 1. New ability: one more card."
    )


def test_several_that_fall_at_once_are_told_together() -> None:
    state = put(put(put(table(), "1"), "1"), "2", damage=1)
    sweeping = play(state, moves.Cast("earthquake"), moves.Row(1))
    assert told(sweeping, moves.At(0)) == (
        "Ada defeats 3 monsters: 1, 1, 2. New ability: one more card."
    )
    assert told(sweeping, moves.At(1)) == "Ada hits all there: middle segment."


def test_where_hit_points_are_not_known_people_say_and_it_is_told() -> None:
    state = replace(put(table(), "7"), traits=begun(box=GAME.Box()).traits)
    asked = play(state, moves.Cast("zap"), moves.Row(4), moves.Figure(1))
    assert told(asked, moves.Falls(True)) == "Ada defeats a monster: mighty monster 7."
    assert told(asked, moves.Falls(False)) == "Still standing: mighty monster 7."
    second = play(won(asked, "red", k7=1), moves.Falls(True))
    assert told(second, moves.Prints("no-loss")) == "Ada gains an ability: lose no monster."
    assert told(second, moves.Prints("")) == "Nobody knows what it gives."


def test_a_spell_is_told_by_its_name_and_its_damage() -> None:
    state = put(table(), "8")
    assert told(state, moves.Cast("zap")) == "Ada casts a spell: Zap."
    assert told(play(state, moves.Cast("zap")), moves.Row(3)) == "Zap for 3 damage."
    assert told(play(state, moves.Cast("switch")), moves.Row(2)) == "Ada uses row 2: Switch."
    state = holds(kept(), "red", "zap", "smash")
    state = play(put(state, "8"), moves.Cast("red-zap"))
    assert told(state, moves.Row(1)) == "Zap for 1 damage."
    assert told(state, moves.Add("red-smash")) == "Ada adds a card: Smash."


def test_poison_and_learning_are_told_by_who_does_and_who_gets_it() -> None:
    state = able(table(), "red", "poison", "remove-card")
    assert told(state, moves.Give("yellow")) == "Ada gives poison to Bo."
    assert GAME.says(state, moves.Give("yellow")).values["seat"] == "red"
    assert told(state, moves.Remove("other")) == "Ada puts a card back into the box."
    learning = play(table(), moves.Cast("wisdom"))
    assert told(learning, moves.Learns(0)) == "Ada learns a support spell."
    learning = play(holds(kept(), "red", "book-a"), moves.Cast("red-book-a"))
    place = learning.open.index("earthquake-1")
    assert told(learning, moves.Learns(place)) == "Ada learns a spell: Earthquake."


def test_a_correction_says_what_is_true_now() -> None:
    state = put(table(), "4")
    lines = {
        moves.Counts("yellow", "5", 2): "Bo has 2: strong monster 5.",
        moves.Counts("yellow", "poison", 1): "Bo has 1 poison card.",
        moves.Worth("8", 6): "Worth 6 now: mighty monster 8.",
        moves.Puts("1", 3, 0): "On path 4 there is one more: weak monster 1.",
        moves.Away(1): "Not on the board: strong monster 4.",
        moves.Markers(0, 1): "Path 1 has 1 marker.",
        moves.Track("red", "1", 1): "Ada puts a skull track right: weak monster 1.",
        moves.Trait("1", hits=3): "The trophy board is put right: weak monster 1.",
        moves.Mage("yellow", 4): "Bo stands on position 5.",
        moves.Turn("yellow"): "Bo is on turn.",
        moves.Way("score"): "Kept from now on: The final score alone.",
        moves.Ends(): "The last round is over. Now the count.",
    }
    assert {move: told(state, move) for move in lines} == lines


def test_the_end_names_who_has_won() -> None:
    state = begun(way="score")
    assert told(state, moves.Done()) == "The game is over. A win together: Ada, Bo."
    ahead = won(state, "yellow", k8=1)
    assert told(ahead, moves.Done()) == "The game is over. Bo wins!"
    assert told(kept(), moves.Ends()) == "The game is over. A win together: Ada, Bo."


# Secrets


def last_draw() -> tuple[State, moves.Draws]:
    """The last card of the last turn of the game."""
    state = marked(replace(kept(), turn="yellow"), *[0] * 6)
    state = play(state, moves.Pass())
    while len(state.decks["yellow"].hand) < 3:
        state = play(state, GAME.choices(state)[0].move)
    return state, GAME.choices(state)[0].move


def test_a_card_that_is_drawn_is_sealed_for_ever() -> None:
    before = play(holds(kept(), "red", "zap"), moves.Pass())
    draw = moves.Draws("red", "red-smash")
    after = play(before, draw)
    assert GAME.seal
    sealed = GAME.seal(after, after, draw)
    assert sealed and sealed.seat == "red"
    assert sealed.move == {"do": "draws", "seat": "red"}
    assert WORDS.say(sealed.says) == "Ada draws a card."
    assert WORDS.say(GAME.says(before, draw)) == "Ada draws a card: Smash."
    over = play(after, moves.Ends())
    assert over.phase == "over" and GAME.seal(over, after, draw)


def test_when_the_last_card_ends_the_game_everybody_reads_who_has_won() -> None:
    before, draw = last_draw()
    after = play(before, draw)
    assert after.phase == "over" and GAME.seal
    sealed = GAME.seal(after, after, draw)
    assert sealed and WORDS.say(sealed.says) == WORDS.say(GAME.says(before, draw))
    assert WORDS.say(sealed.says).startswith("The game is over.")


def test_a_mission_is_sealed_until_the_game_is_over() -> None:
    state = replace(kept(missions=True), phase="missions", actions=0)
    keeps = moves.Keeps("yellow", "set")
    after = play(state, keeps)
    assert GAME.seal
    sealed = GAME.seal(after, after, keeps)
    assert sealed and sealed.move == {"do": "keeps", "seat": "yellow"}
    assert WORDS.say(sealed.says) == "Bo keeps a secret mission."
    for phase in ("fate", "reveal", "act", "draw", "sheet"):
        assert GAME.seal(replace(after, phase=phase), after, keeps) == sealed
    over = replace(after, phase="over")
    assert GAME.seal(over, after, keeps) is None


def test_a_card_that_lies_open_is_never_sealed_and_one_put_right_in_a_hand_is() -> None:
    state = holds(kept(), "red", "zap", "smash-1")
    assert GAME.seal
    for move in (moves.Cast("red-zap"), moves.Lies("red-zap", "red", "discard")):
        after = play(state, move)
        assert GAME.seal(after, after, move) is None
    for where in ("hand", "draw"):
        right = moves.Lies("yellow-zap", "yellow", where)
        after = play(state, right)
        sealed = GAME.seal(after, after, right)
        assert sealed and sealed.seat == "yellow"
        assert WORDS.say(sealed.says) == "A card is put right: Bo."


def test_why_a_card_cannot_be_played_is_for_its_own_hand_alone() -> None:
    assert GAME.may_hear
    viewers = {"red": Viewer("seat", "red"), "yellow": Viewer("seat", "yellow"), "": Viewer()}
    secret = (
        moves.Cast("x"), moves.Add("x"), moves.Remove("x"), moves.Drops("red", "x"),
        moves.Draws("red", "x"), moves.Keeps("red", "set"),
    )  # fmt: skip
    for move in secret:
        heard = {seat: GAME.may_hear(kept(), viewer, move) for seat, viewer in viewers.items()}
        assert heard == {"red": True, "yellow": False, "": False}
        assert all(GAME.may_hear(table(), viewer, move) for viewer in viewers.values())
    assert all(GAME.may_hear(kept(), viewer, moves.Pass()) for viewer in viewers.values())


def test_why_not_is_a_sentence() -> None:
    state = holds(kept(), "red", "zap")
    for move in (moves.Cast("smash"), moves.Teleport(1), moves.Give("yellow"), moves.Row(1)):
        assert WORDS.say(refused(state, move)).endswith(".")
    unknown = new(way="everything", box=GAME.Box())
    assert WORDS.say(unknown).replace(TOGETHER, " ") == (
        "48 cards are not known yet. Show them, or leave the cards at the table."
    )
