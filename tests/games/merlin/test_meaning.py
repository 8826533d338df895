"""What a piece of Merlin means when it is shown to a reader.

The board is the made-up one of ``table``. What is expected follows from the book: what may be done
now, and by whom.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.merlin import GAME, moves
from companion.games.merlin.state import Mission, State
from companion.games.merlin.todo import Begin, Henchmen, Pot, Show, Take, Traitors
from companion.vocabulary import Meaning, Refusal, Shown
from tests.games.contract import has_words, means_what_plays
from tests.games.merlin.table import (
    BOX,
    STARTS,
    UNTOLD,
    acted,
    at_scoring,
    begun,
    by_chance,
    castle,
    dealt,
    has,
    landed,
    merlin,
    play,
    rolling,
    sealed,
    table,
)


def shown(state: State, piece: str, **facts: Any) -> tuple[Meaning, ...] | Refusal:
    assert GAME.means
    return GAME.means(state, Shown(piece, 0, facts=facts))


def meanings(state: State, piece: str, **facts: Any) -> tuple[Meaning, ...]:
    """Each thing that it can mean; all of them play."""
    found = shown(state, piece, **facts)
    assert not isinstance(found, Refusal), found
    for meaning in found:
        has_words(GAME, meaning.says)
        play(state, *meaning.moves)
    return found


def meant(state: State, piece: str, **facts: Any) -> list[Any]:
    """The only or first move of each."""
    return [meaning.moves[0] for meaning in meanings(state, piece, **facts)]


def why(state: State, piece: str, **facts: Any) -> str:
    refusal = shown(state, piece, **facts)
    assert isinstance(refusal, Refusal), refusal
    has_words(GAME, refusal)
    return refusal.key.removeprefix("merlin.no.")


# Setting up


def test_tiles_that_are_shown_in_order_fill_the_landscape() -> None:
    state = begun()
    kinds = ["lake", "lake-tower", "forest", "lake", "mountain"]
    for place, kind in enumerate(kinds):
        (move,) = meant(state, f"tile/{kind}/1")
        assert move == moves.Tile(place, kind)  # type: ignore[arg-type]
        state = play(state, move)
    full = play(state, *(moves.Tile(n, "forest") for n in (5, 6, 7)))
    assert why(full, "tile/forest/5") == "kind", "four of five lie there with two players"
    assert why(begun(box=replace(BOX, shift="")), "tile/lake/1") == "which_shift"
    assert why(table(), "tile/lake/1") == "piece"


def test_a_start_tile_says_all_that_stands_on_it() -> None:
    facts = {key: getattr(STARTS[2], key) for key in STARTS[2].__struct_fields__}
    state = replace(table(), phase="begin", todo=(Begin("yellow"),))
    assert meant(state, "start/1", **facts) == [moves.Starts("yellow", 2)]
    assert why(replace(state, dealt=(2,)), "start/1", **facts) == "start"
    assert why(state, "start/1") == "start_known"
    untold = replace(state, starts=())
    (meaning,) = meanings(untold, "start/1", **facts)
    after = play(untold, *meaning.moves)
    assert after.castles["yellow"] == play(state, moves.Starts("yellow", 2)).castles["yellow"]
    begun_ = play(untold, moves.Gives("yellow", "grey"))
    assert len(meanings(begun_, "start/1", **facts)[0].moves) == 4, "the knight stands there"
    assert meant(begun_, "flag/brown/1") == [moves.Gives("yellow", "brown")]
    assert why(begun_, "stone/brown/1") == "piece"


def test_traitors_come_to_whoever_takes_them() -> None:
    state = replace(table(), phase="draw", todo=(Traitors("yellow", 3),))
    assert meant(state, "traitor/grey/4") == [moves.Traitor("yellow", "grey")]


# Dice


def test_a_die_that_is_rolled_is_its_colours() -> None:
    state = rolling(3)
    assert meant(state, "die/yellow-2/4") == [moves.Die("yellow", 4)]
    assert why(state, "die/green-1/4") == "seat"
    assert why(state, "die/white-1/4") == "white_later"
    full = castle(state, "yellow", dice=(4, 4, 5))
    assert why(full, "die/yellow-1/2") == "dice"
    assert meant(full, "die/white-3/5") == [moves.Die("yellow", 5, True)]
    two = castle(full, "red", dice=(1, 2, 3))
    assert meant(two, "die/white-3/5") == [
        moves.Die("yellow", 5, True),
        moves.Die("red", 5, True),
    ]


def test_a_third_one_alike_means_that_all_four_are_rolled_again() -> None:
    state = castle(rolling(), dice=(4, 4))
    assert meant(state, "die/blue-1/4") == [moves.Again("blue")]
    state = castle(state, dice=(4, 4, 5))
    assert meant(state, "die/white-1/4") == [moves.Again("blue")]


def test_a_die_that_is_chosen_goes() -> None:
    state = table()
    assert meant(state, "die/blue-3/2") == [moves.Goes(False, 2)]
    assert meant(state, "die/white-1/4") == [moves.Goes(True, 4), moves.Goes(True, 4, True)]
    assert why(state, "die/blue-3/6") == "die"
    assert why(state, "die/yellow-1/2") == "not_now"
    back = has(state, "blue-flag")
    assert meant(back, "die/blue-3/2") == [moves.Goes(False, 2), moves.Goes(False, 2, True)]
    turned = play(state, moves.Apple(False, 2))
    assert meant(turned, "die/blue-3/6") == [moves.Turned(6)]
    assert why(turned, "die/white-1/6") == "piece"
    assert why(landed(state, "manor"), "die/blue-1/2") == "phase"


def test_an_apple_is_given_back_or_taken_with_the_grail() -> None:
    assert meant(table(), "apple/3") == [
        moves.Apple(False, 1),
        moves.Apple(False, 2),
        moves.Apple(False, 3),
        moves.Apple(True, 4),
    ]
    assert meant(landed(table(), "grail"), "apple/3") == [moves.Acts()]
    assert why(castle(table(), apples=0), "apple/3") == "piece"


# Goods and flags


def test_goods_are_taken_given_back_and_paid() -> None:
    state = has(castle(table(), influence={"grey": 1}), "blue-stone", "grey-stone")
    assert meant(landed(state, "gain-stone"), "stone/grey/1") == [moves.Gets("stone", "grey")]
    swap = landed(state, "swap")
    assert meant(swap, "stone/blue/6") == [moves.Returns("stone", "blue")]
    assert why(swap, "shield/blue/6") == "piece"
    swapped = play(swap, moves.Returns("stone", "blue"))
    assert meant(swapped, "flag/brown/1") == [moves.Gets("flag", "brown")]
    paying = play(landed(replace(state, upper=(), lower=()), "manor"), moves.Builds(0))
    assert meant(paying, "stone/grey/2") == [moves.Pays("grey")]
    tower = play(landed(has(state, "grey-stone"), "manor"), *_tower(state))
    assert len(meant(tower, "influence/blue/3")) == 6, "on any county"
    assert why(tower, "influence/yellow/3") == "piece"


def _tower(state: State) -> list[Any]:
    """A manor on a tower that one stone alone pays."""
    built = landed(has(state, "grey-stone"), "manor")
    for choice in GAME.choices(built):
        if isinstance(choice.move, moves.Builds):
            after = play(built, choice.move)
            if after.tiles[choice.move.tile].owner and after.todo:
                return [choice.move]
    raise AssertionError("no tower can be paid by one stone alone")


def test_a_flag_is_used_by_what_it_does() -> None:
    state = castle(table(), traitors={"grey": 2, "brown": 1})
    held = has(state, "black-flag", "blue-flag", "purple-flag", "grey-flag")
    assert meant(held, "flag/black/1") == [moves.Repels("grey"), moves.Repels("brown")]
    assert meant(held, "flag/blue/1") == [moves.Goes(False, n, True) for n in (1, 2, 3)]
    assert len(meant(held, "flag/purple/1")) == 4, "each die"
    assert why(held, "flag/grey/1") == "flag_second"
    assert why(state, "flag/black/1") == "piece", "it is not in the castle"
    there = landed(has(table(), "orange-flag", "brown-flag"), "grail")
    assert meant(there, "flag/orange/1") == [moves.Copies("yellow")]
    assert meant(there, "knight/yellow") == [moves.Copies("yellow")]
    assert meant(there, "flag/brown/1") == [moves.Mirrors()]
    assert meant(replace(held, flags={}), "flag/grey/1") == [moves.Uses("grey")]


def test_traitors_are_driven_away() -> None:
    state = castle(table(), traitors={"grey": 1})
    sword = acted(state, "excalibur", moves.Acts())
    assert meant(sword, "traitor/grey/1") == [moves.Rids("grey")]
    assert meant(has(state, "black-flag"), "traitor/grey/1") == [moves.Repels("grey")]
    assert meant(sealed(state, "shieldbearer-3"), "traitor/grey/1") == [moves.Spares("grey")]
    scoring = at_scoring(has(state, "grey-shield"))
    assert meant(scoring, "traitor/grey/1") == [moves.Spends("blue", "grey")]
    assert meant(scoring, "shield/grey/2") == [moves.Spends("blue", "grey")]
    assert why(scoring, "shield/blue/2") == "shield"
    assert why(state, "traitor/grey/1") == "piece"


# Figures, and what a player has


def test_a_henchman_is_sent_or_seen_in_a_corner() -> None:
    state = landed(table(favour=True), "grey")
    assert meant(state, "henchman/blue/builder") == [moves.Sends("builder")]
    assert why(state, "henchman/yellow/builder") == "piece"
    icon = play(state, moves.Claims(2))
    assert meant(icon, "henchman/yellow/lady") == [moves.Corner("lady")]
    favour = play(icon, moves.Corner("lady"))
    assert meant(favour, "seal/blue/1") == [moves.Seals(1), moves.Seals(2)]
    assert why(favour, "seal/yellow/1") == why(state, "seal/blue/1") == "piece"


def test_treasures_and_a_staff_are_taken_and_laid() -> None:
    state = table()
    assert meant(landed(state, "grail"), "grail") == [moves.Acts()]
    assert meant(landed(state, "excalibur"), "excalibur") == [moves.Acts()]
    assert why(landed(state, "grail"), "excalibur") == why(state, "grail") == "piece"
    acted_ = play(merlin(state, "grail"), moves.Acts())
    assert meant(acted_, "staff/blue/1") == [moves.Staff()]
    assert why(acted_, "staff/yellow/1") == "piece"
    tied = castle(castle(state, influence={"black": 1}), "yellow", influence={"black": 1})
    pot = replace(tied, phase="score", round=2, grail="yellow", todo=(Pot("black"), Henchmen()))
    assert meant(pot, "grail") == [moves.Grail()]


def test_where_something_stands_people_tap() -> None:
    state = landed(has(table(), "grey-stone", "blue-stone"), "manor")
    assert why(state, "manor/blue/1") == why(state, "tile/lake/1") == "which_tile"
    assert why(state, "manor/yellow/1") == "piece"
    walked = play(table(box=UNTOLD), moves.Goes(False, 1))
    assert why(walked, "knight/blue") == "which_space"
    assert why(walked, "merlin") == "piece"
    assert why(play(table(box=UNTOLD), moves.Goes(True, 4)), "merlin") == "which_space"


@pytest.mark.parametrize(
    "piece", ["castle/blue", "score/blue", "hundred/blue", "round", "first"]
)
def test_what_tells_nothing_is_said_to(piece: str) -> None:
    assert why(table(), piece) == "piece"
    assert why(replace(table(), phase="over"), piece) == "over"


# Missions


CARDS = tuple(
    Mission(f"mission-{n}", ("purple-flag",) if n == 2 else ("flag",), 2, "lady")
    for n in range(1, 56)
)
LABELLED = replace(BOX, missions=CARDS)
"""Missions that are called by the number on their label, as a match takes them."""


def kept(**options: Any) -> State:
    """Ada has four missions, and others lie open."""
    state = table(box=LABELLED, way="everything", **options)
    state = dealt(state, *(f"mission-{n}" for n in range(1, 5)))
    state = dealt(state, *(f"mission-{n}" for n in range(5, 9)), seat="yellow")
    display = ("mission-9", "mission-10", "mission-11")
    pile = tuple(card for card in state.pile if card not in display)
    return replace(state, display=display, pile=pile)


def test_a_mission_of_the_hand_is_fulfilled_or_discarded_in_secret() -> None:
    state = has(kept(), "purple-flag")
    (meaning,) = meanings(state, "mission/2")
    assert meaning.moves == (moves.Fulfils("mission-2"),)
    assert meaning.secret and meaning.seat == "blue"
    (meaning,) = meanings(landed(kept(), "mission"), "mission/3")
    assert meaning.moves == (moves.Drops("mission-3"),) and meaning.secret


def test_why_a_mission_means_nothing_is_one_sentence_for_all() -> None:
    state = kept()
    assert {why(state, f"mission/{n}") for n in range(1, 56)} == {"not_this"}
    taking = replace(state, phase="refill", todo=(Take("blue", 1),))
    mine = {why(taking, f"mission/{n}") for n in range(1, 5)}
    assert mine == {"not_this"}


def test_a_mission_that_comes_is_taken_in_the_open_or_drawn_in_secret() -> None:
    state = castle(kept(), hand=("mission-1",))
    taking = replace(state, phase="refill", todo=(Take("blue", 1),))
    (open_,) = meanings(taking, "mission/10")
    assert open_.moves == (moves.Takes(1),) and not open_.secret
    (drawn,) = meanings(taking, "mission/30")
    assert drawn.moves == (moves.Draws("blue", "mission-30"),) and drawn.secret
    (others,) = meanings(taking, "mission/6")
    assert others.secret, "nobody feels for what Bo has"
    laying = replace(state, display=("", "", ""), phase="refill", todo=(Show(0),))
    assert meant(laying, "mission/30") == [moves.Shows("mission-30")]


def test_at_the_table_a_mission_is_claimed_by_what_stands_on_it() -> None:
    facts = {"needs": ["flag"], "points": 2, "henchman": "lady"}
    assert meant(table(), "mission/7", **facts) == [moves.Claims(2)]
    favour = table(favour=True)
    (meaning,) = meanings(favour, "mission/7", **facts)
    assert meaning.moves == (moves.Claims(2), moves.Corner("lady"))
    facts.pop("henchman")
    (meaning,) = meanings(favour, "mission/7", **facts)
    assert meaning.moves == (moves.Claims(2),), "who is in the corner is asked"
    icon = play(favour, moves.Claims(2))
    assert meant(icon, "mission/7", henchman="builder") == [moves.Corner("builder")]
    assert why(table(), "mission/7") == "piece", "nobody told what stands on it"
    assert why(play(table(), moves.Claims(1)), "mission/7", **facts) == "second"
    assert why(rolling(), "mission/7", **facts) == "piece"


# Whole plays


@pytest.mark.parametrize("way", ["everything", "board"])
def test_in_any_play_whatever_is_meant_plays(way: str) -> None:
    rng = Random(way)
    state = begun(3, box=LABELLED if way == "everything" else UNTOLD, way=way, favour=True)
    many = 0
    for number in range(400):
        if number % 10 == 0:
            many += means_what_plays(GAME, state, rng)
        state = play(state, by_chance(state, rng))
    assert many > 40
