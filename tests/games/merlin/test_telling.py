"""The history of Merlin, and who may read what of missions.

Positions are put together by hand on the made-up board of ``table``: black repels, grey is for two
missions, blue leads back, purple flips a die, orange copies another knight, brown mirrors.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.games.merlin import GAME, mending, moves
from companion.games.merlin.state import State
from companion.games.merlin.todo import Henchmen, Losses, Pot
from companion.languages import TOGETHER, words
from companion.vocabulary import Viewer
from tests.games.merlin.table import (
    BOX,
    GROUND,
    UNTOLD,
    acted,
    at_scoring,
    begun,
    built,
    castle,
    dealt,
    has,
    landed,
    merlin,
    out,
    play,
    sealed,
    table,
)

HOUSE = Path(__file__).parent.parent.parent.parent / "companion" / "games" / "merlin"
WORDS = words("en", HOUSE / "words")
MINUS = "\u2212"


def told(state: State, move: Any) -> str:
    """The line of the history, as people read it; it names a seat and a player."""
    play(state, move)
    says = GAME.says(state, move)
    assert state.names[str(says.values["seat"])] == says.values["name"]
    return WORDS.say(says).replace(TOGETHER, " ")


# Setting up


def test_setting_up_is_told_step_by_step() -> None:
    state = begun(box=replace(BOX, shift=""))
    assert told(state, moves.Shift("left")) == "The second row lies to the left."
    state, last = begun(), moves.Tile(16, GROUND[16])  # type: ignore[arg-type]
    assert told(state, moves.Tile(0, "lake")) == "Place 1: lake."
    for place, kind in enumerate(GROUND[:-1]):
        before, state = state, play(state, moves.Tile(place, kind))  # type: ignore[arg-type]
    assert WORDS.say(GAME.says(before, last)) == ("The landscape is complete.")
    assert told(state, moves.Starts("blue", 1)) == "Ada begins here: Blue Fish."


def test_a_start_tile_that_nobody_told_is_told_one_by_one() -> None:
    state = begun(box=replace(UNTOLD, shift="left"))
    for place, kind in enumerate(GROUND[:-1]):
        state = play(state, moves.Tile(place, kind))  # type: ignore[arg-type]
    lines = []
    counties: tuple[Any, ...] = ("grey", "black", "blue", "purple", "orange")
    for county in counties:
        lines.append(told(state, moves.Gives("blue", county)))
        state = play(state, moves.Gives("blue", county))
    assert lines == [
        "Ada begins here: Grey Dove.",
        "Ada begins with: black flag.",
        "Ada begins with: blue shield.",
        "Ada begins with: purple stone.",
        "Ada has influence: Orange Fox.",
    ]


def test_dice_are_told_and_the_first_turn_by_its_round() -> None:
    state = castle(castle(table(), dice=(), white=0), dice=(3, 3))
    state = replace(state, phase="roll")
    assert told(state, moves.Die("blue", 5)) == "Ada rolls a 5."
    assert told(state, moves.Again("blue")) == "Ada rolls all four again."
    last = play(state, moves.Die("blue", 5))
    assert told(last, moves.Die("blue", 6, True)) == "Ada rolls a 6 for Merlin."


# Turns


def test_a_walk_tells_how_far_and_where_it_lands() -> None:
    state = table()
    assert told(state, moves.Goes(False, 3)) == "Ada: 3 spaces, Excalibur."
    assert told(state, moves.Goes(False, 1)) == "Ada: 1 space, points for shields."
    assert told(state, moves.Goes(True, 4)) == "Ada and Merlin: 4 spaces, Grey Dove."
    assert (
        told(state, moves.Goes(True, 4, True)) == "Ada and Merlin: 4 spaces back, Brown Eagle."
    )
    back = has(state, "blue-flag")
    assert told(back, moves.Goes(False, 2, True)) == "Ada: 2 spaces back, manor."
    asked = play(state, moves.Apple(False, 3))
    assert told(state, moves.Apple(False, 3)) == "Ada gives an apple back for the 3."
    assert told(asked, moves.Turned(4)) == "Ada: 4 spaces, Grey Dove."


def test_where_nobody_told_the_rondel_the_landing_is_told_by_itself() -> None:
    state = table(box=UNTOLD)
    assert told(state, moves.Goes(True, 4)) == "Ada and Merlin: 4 spaces."
    assert told(play(state, moves.Goes(True, 4)), moves.Lands("grail")) == (
        "Ada and Merlin land here: Grail."
    )
    assert told(play(state, moves.Goes(False, 1)), moves.Lands("swap")) == (
        "Ada lands here: swap."
    )


def test_a_henchman_is_told_with_what_he_brings_and_whose_goes_home() -> None:
    state = landed(table(), "grey")
    assert told(state, moves.Sends("builder")) == "Ada: builder, Grey Dove, a stone."
    met = landed(out(table(), "yellow", lady="grey"), "grey")
    assert told(met, moves.Sends("lady")) == (
        "Ada: lady-in-waiting, Grey Dove, influence. Back home: Bo."
    )
    empty = has(table(), *["grey-flag"] * 6, seat="yellow")
    assert told(landed(empty, "grey"), moves.Sends("flagbearer")) == (
        "Ada: flag-bearer, Grey Dove."
    )
    chosen = acted(castle(table(), influence={"black": 1, "blue": 1}), "gain-henchman")
    assert told(chosen, moves.Sends("lady")) == "Ada sends somebody: lady-in-waiting."
    chosen = play(chosen, moves.Sends("lady"))
    assert told(chosen, moves.To("blue")) == "Ada: lady-in-waiting, Blue Fish, influence."


def test_the_other_spaces_are_told_by_what_they_gave() -> None:
    rich = has(table(), "grey-flag", "grey-flag", "blue-stone", "blue-shield")
    assert (
        told(landed(rich, "points-flag"), moves.Counts("flag")) == "Ada gains 2 points: flags."
    )
    gaining = landed(castle(table(), influence={"brown": 1}), "gain-stone")
    assert told(gaining, moves.Gets("stone", "brown")) == "Ada takes: brown stone."
    assert told(landed(table(), "grail"), moves.Acts()) == "Ada takes the Grail and an apple."
    none = castle(table(), "yellow", apples=10)
    assert told(landed(none, "grail"), moves.Acts()) == "Ada takes the Grail."
    sword = landed(castle(table(), traitors={"grey": 1}), "excalibur")
    assert told(sword, moves.Acts()) == "Ada takes Excalibur."
    assert told(play(sword, moves.Acts()), moves.Rids("grey")) == (
        "Ada drives a traitor away: grey."
    )
    swap = landed(rich, "swap")
    assert told(swap, moves.Returns("stone", "blue")) == "Ada gives back: blue stone."
    assert told(landed(table(), "mission"), moves.Acts()) == "Ada exchanges missions."
    assert told(swap, moves.Leaves()) == "Ada leaves it."


def test_a_manor_is_told_with_the_stone_that_pays_it() -> None:
    one = landed(has(table(), "blue-stone"), "manor")
    place = next(m.tile for m in _open(one, moves.Builds))
    kind = WORDS.word(f"merlin.word.{GROUND[place]}")
    assert told(one, moves.Builds(place)) == f"Ada builds a manor: {kind}, blue stone paid."
    untold = replace(one, upper=(), lower=())
    several = has(untold, "grey-stone")
    assert told(several, moves.Builds(0)) == "Ada builds a manor: forest."
    paying = play(several, moves.Builds(0))
    assert told(paying, moves.Pays("grey")) == "Ada pays for a manor: grey stone."
    tower = play(untold, moves.Builds(GROUND.index("lake-tower")))
    assert told(tower, moves.Gets("influence", "grey")) == "Ada puts influence here: Grey Dove."


def _open(state: State, kind: type) -> list[Any]:
    return [choice.move for choice in GAME.choices(state) if isinstance(choice.move, kind)]


def test_flags_and_staffs_are_told_by_what_they_do() -> None:
    state = has(castle(table(), traitors={"grey": 2}), "black-flag", "purple-flag")
    assert told(state, moves.Repels("grey")) == "Ada drives 2 traitors away: grey."
    assert told(state, moves.Flips(False, 2)) == "Ada turns a die over: 2 is 5 now."
    after = landed(has(table(), "orange-flag", "brown-flag"), "grail")
    assert told(after, moves.Copies("yellow")) == "Ada acts where Bo stands: Black Dragon."
    assert GAME.says(after, moves.Copies("yellow")).values["seat"] == "blue"
    assert told(after, moves.Mirrors()) == "Ada goes straight across: missions."
    unknown = has(replace(table(), flags={}), "grey-flag")
    assert told(unknown, moves.Uses("grey")) == "Ada uses a flag: Grey Dove."
    asked = play(unknown, moves.Uses("grey"))
    assert told(asked, moves.Does("mirror")) == (
        "The flag of this county, Grey Dove: the space across."
    )
    walked = play(merlin(table(), "grail"), moves.Acts())
    assert told(walked, moves.Staff()) == "Ada uses a staff, once more: Grail."


# Missions, and the King's favour


def test_a_mission_is_told_with_its_points() -> None:
    state = table()
    assert told(state, moves.Claims(1)) == "Ada fulfils a mission: 1 point."
    second = play(has(state, "grey-flag"), moves.Claims(1))
    assert told(second, moves.Claims(3)) == "Ada fulfils a second mission: 5 points."
    kept = has(dealt(table(way="everything"), "two"), "purple-flag")
    assert told(kept, moves.Fulfils("two")) == "Ada fulfils a mission: 2 points."
    dropping = landed(kept, "mission")
    assert told(dropping, moves.Drops("two")) == "Ada discards a mission."


def test_with_the_favour_the_choice_is_told() -> None:
    state = table(favour=True)
    assert told(state, moves.Claims(2)) == "Ada fulfils a mission."
    state = play(state, moves.Claims(2))
    assert (
        told(state, moves.Corner("lady")) == "In the corner of this mission: lady-in-waiting."
    )
    choosing = play(state, moves.Corner("lady"))
    assert told(choosing, moves.Seals(0)) == "Ada takes 2 points for this mission."
    assert told(choosing, moves.Seals(2)) == "Ada lays a seal: lady-in-waiting, row 2."
    first = play(sealed(state, "lady-1"), moves.Corner("lady"))
    assert told(first, moves.Seals(2)) == (
        "Ada lays a seal, and 1 point: lady-in-waiting, row 2."
    )
    sparing = castle(sealed(table(), "shieldbearer-3"), traitors={"blue": 1})
    assert told(sparing, moves.Spares("blue")) == (
        "Ada drives a traitor away for a point: blue."
    )


# Rounds and scorings


def test_the_last_turn_of_a_round_tells_what_comes() -> None:
    state = table()
    for seat in state.seats:
        state = castle(state, seat, dice=(), white=0)
    state = replace(state, phase="act", moved="blue")
    assert told(state, moves.Ends()) == "Round 2 begins: all roll their dice."
    second = replace(state, round=2)
    assert told(second, moves.Ends()) == "Round 2 is over: a scoring."
    assert told(castle(state, "yellow", dice=(1,)), moves.Ends()) == "Ada ends the turn."


def test_each_step_of_a_scoring_tells_the_points_of_everybody() -> None:
    state = castle(table(3), traitors={"grey": 2})
    state = castle(
        out(built(state, "yellow", 0, 1), "red", lady="blue"), "yellow", influence={"grey": 2}
    )
    state = castle(state, "red", influence={"grey": 2})
    state = at_scoring(replace(state, excalibur="red"))
    lines = []
    while state.phase == "score":
        move = next((m for m in _open(state, moves.Next)), None)
        if move:
            lines.append(told(state, move))
        state = play(state, move or GAME.choices(state)[0].move)
    assert lines == [
        f"Traitors and Excalibur: Ada {MINUS}6, Cleo +3.",
        "5 forest tiles: Bo +5.",
        "Grey Dove, pot of 4: Bo +2, Cleo +2.",
        "Henchmen in counties: Cleo +1.",
    ]


def test_shields_and_the_grail_are_told_before_their_points() -> None:
    state = has(castle(table(), traitors={"grey": 2}), "grey-shield", "grey-shield")
    scoring = at_scoring(state)
    assert told(scoring, moves.Spends("blue", "grey")) == (
        "Ada gives a shield against a traitor: grey."
    )
    assert told(scoring, moves.SpendsAll("blue")) == "Ada drives 2 traitors away."
    assert told(scoring, moves.Keeps("blue")) == "Ada keeps the shields."
    tied = castle(castle(table(), influence={"grey": 1}), "yellow", influence={"grey": 1})
    pot = replace(tied, phase="score", round=2, grail="yellow", todo=(Pot("grey"), Henchmen()))
    assert told(pot, moves.Grail()) == "Bo lays the Grail: Grey Dove."
    laid = play(pot, moves.Grail())
    assert told(laid, moves.Grail()) == "Bo keeps the Grail."
    assert told(laid, moves.Next()) == "Grey Dove, pot of 2: Bo +2."


def test_a_step_in_which_nothing_can_be_lost_says_so() -> None:
    state = castle(table(below="zero"), traitors={"grey": 1})
    state = replace(state, phase="score", round=2, todo=(Losses(), Henchmen()))
    assert told(state, moves.Next()) == "Nobody gains or loses here."


def test_the_end_names_who_has_won() -> None:
    state = castle(at_scoring(out(table(), "yellow", lady="grey"), 6), staffs=0)
    while len(_open(state, moves.Next)) == 1 and len(state.todo) > 1:
        state = play(state, moves.Next())
    assert told(state, moves.Next()) == "The game is over. Bo wins!"
    assert told(begun(), mending.Stops()) == "The game is over. A win together: Ada, Bo."


# Where the score alone is kept


def test_a_sheet_tells_what_stands_there_now() -> None:
    state = begun(way="score")
    lines = {
        moves.Tally("yellow", "traitors", True): "Bo, traitors left: 1.",
        moves.Tally("yellow", "influence", True, "grey"): "Bo, Grey Dove: 1.",
        moves.Adds("lake", 3): "One more area: 3 lake.",
        moves.Has("yellow"): "Bo has Excalibur.",
        moves.Counted(): "Scoring 1 is complete.",
    }
    assert {move: told(state, move) for move in lines} == lines
    area = play(state, moves.Has("blue"), moves.Adds("lake", 3))
    assert told(area, moves.Manor(0, "blue", True)) == "Ada has 1 manor in area 1."
    assert told(area, moves.Omits(0)) == "Area 1 is away."
    assert told(area, moves.Has("")) == "Nobody has Excalibur."
    end = play(state, *[moves.Counted()] * 3)
    assert told(end, moves.Tally("blue", "marker", False)) == f"Ada, score marker: {MINUS}1."
    assert told(end, moves.Counted()) == "The game is over. A win together: Ada, Bo."


# Corrections


def test_a_correction_says_what_is_true_now() -> None:
    state = table()
    lines = {
        mending.Marker("yellow", 7): "Bo has 7 points.",
        mending.Holds("yellow", "apples", 2): "Bo has 2: apples.",
        mending.Holds("yellow", "flag", 2, "grey"): "Bo has 2: grey flag.",
        mending.Holds("yellow", "traitor", 1, "grey"): "Bo has 1: grey traitors.",
        mending.Stands("yellow", "lady", "grey"): "Bo: lady-in-waiting, Grey Dove.",
        mending.Stands("yellow", "lady"): "Bo: lady-in-waiting, back in the castle.",
        mending.On("yellow", "grail"): "Bo stands here: Grail.",
        mending.On("merlin", "grail"): "Merlin stands here: Grail.",
        mending.Owner(3, "yellow"): "Bo has the manor on place 4.",
        mending.Owner(3, ""): "No manor stands on place 4.",
        mending.Ground(0, "lake"): "Place 1: lake.",
        mending.Treasure("grail", "yellow"): "Bo has the Grail.",
        mending.Treasure("excalibur", ""): "Excalibur lies on the board.",
        mending.Dice("yellow", (1, 2), 4): "Dice are put right: Bo.",
        mending.Sealed("yellow", "lady", 1, True): "Bo has a seal: lady-in-waiting, row 1.",
        mending.Sealed("yellow", "lady", 1, False): "Bo has no seal: lady-in-waiting, row 1.",
        mending.Banner(
            "grey", "mirror"
        ): "The flag of this county, Grey Dove: the space across.",
        mending.Turn("yellow"): "Bo is on turn.",
        mending.Round(4, "yellow"): "Round 4. First player: Bo.",
        mending.Way("score"): "Kept from now on: The scorings alone.",
    }
    assert {move: told(state, move) for move in lines} == lines


# Secrets


def drawing() -> tuple[State, moves.Draws]:
    """Bo lacks a mission; the last turn of the round ends."""
    state = dealt(table(way="everything"), "one", "three", "two", seat="yellow")
    state = castle(state, "yellow", dice=(), white=0)
    state = castle(state, dice=(), white=0)
    state = replace(state, turn="yellow", phase="act", moved="yellow", fulfilled=1)
    return play(state, moves.Ends()), moves.Draws("yellow", "card-5")


def test_a_mission_that_is_drawn_is_sealed_for_ever() -> None:
    before, draw = drawing()
    after = play(before, draw)
    assert GAME.seal
    for now in (after, play(after, mending.Stops())):
        sealed_ = GAME.seal(now, after, draw)
        assert sealed_ and sealed_.seat == "yellow"
        assert sealed_.move == {"do": "draws", "seat": "yellow"}
        assert sealed_.says == GAME.says(before, draw), "the sentence names no mission"
        assert "card-5" not in sealed_.says.values.values()
    assert told(before, draw) == "Bo draws a mission."


def test_a_mission_of_the_display_is_taken_for_all_to_see() -> None:
    before, _ = drawing()
    before = replace(before, display=("card-7", "", ""))
    move = moves.Takes(0)
    assert told(before, move) == "Bo takes an open mission."
    assert GAME.seal and GAME.seal(before, play(before, move), move) is None


def test_where_a_mission_is_put_right_is_sealed_unless_it_lies_open() -> None:
    state = table(way="everything")
    assert GAME.seal
    hand, open_ = mending.Lies("two", "hand", "blue"), mending.Lies("two", "discard")
    sealed_ = GAME.seal(state, state, hand)
    assert sealed_ and sealed_.move == {"do": "lies", "seat": "blue"}
    assert told(state, hand) == WORDS.say(sealed_.says) == "A mission is put right: Ada."
    assert GAME.seal(state, state, open_) is None


def test_why_a_mission_cannot_be_is_for_its_own_seat() -> None:
    state = dealt(table(way="everything"), "two")
    assert GAME.may_hear
    for move in (moves.Fulfils("one"), moves.Drops("one"), moves.Draws("blue", "one")):
        heard = [
            GAME.may_hear(state, Viewer("seat", seat), move) for seat in ("blue", "yellow")
        ]
        assert heard == [True, False] and not GAME.may_hear(state, Viewer("host"), move)
    assert GAME.may_hear(state, Viewer(), moves.Goes(False, 6))
    assert GAME.may_hear(table(), Viewer(), moves.Claims(3))


def test_whoever_draws_is_not_told_what_others_hold() -> None:
    before, _ = drawing()
    before = dealt(before, "card-9", "card-8")
    coming = {move.card for move in _open(before, moves.Draws)}
    assert {"card-8", "card-9"} <= coming, "a list without them would tell that Ada has them"
    assert not {"one", "two", "three"} & coming, "their own are not among them"
    other = play(before, moves.Draws("yellow", "card-9"))
    assert other.castles["blue"].hand == before.castles["blue"].hand
    assert len(other.pile) == len(before.pile) - 1
