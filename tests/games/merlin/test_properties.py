"""What holds in every game of Merlin, whoever plays and however badly."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.merlin import GAME, moves
from companion.games.merlin.counties import COUNTIES, HENCHMEN
from companion.games.merlin.state import Box, State
from companion.match import hashed
from tests.games.merlin.cardboard import Cardboard
from tests.games.merlin.table import any_box, any_missions, begun, play, whole_play

FEW = settings(max_examples=12, deadline=None)
SEEDS = st.integers(0, 2**32)
COUNTS = st.integers(2, 4)
READINGS = st.fixed_dictionaries({
    "favour": st.booleans(), "markers": st.sampled_from([6, 7]),
    "below": st.sampled_from(["minus", "zero"]),
    "excalibur": st.sampled_from(["stays", "returns"]),
})  # fmt: skip
PARTS = ("rondel", "flags", "upper", "lower", "starts")


class Steps(list[tuple[State, Any]]):
    """A whole game; what failed is told by its length, not by a thousand states."""

    box: Box

    def __repr__(self) -> str:
        first = self[0][0]
        return f"a game of {len(self)} moves with {first.seats} and {first.options}"


@st.composite
def boxes(draw: st.DrawFn, way: str) -> Box:
    """A copy of which all was told, or parts of it, or nothing but the missions."""
    rng = Random(draw(SEEDS))
    box = any_box(rng)
    for part in draw(st.sets(st.sampled_from(PARTS))):
        empty: Any = {} if part == "flags" else ()
        box = replace(box, **{part: empty})
    if not (box.upper and box.lower):
        box = replace(box, upper=(), lower=(), shift="")
    return replace(box, missions=any_missions(rng) if way == "everything" else ())


@st.composite
def games(draw: st.DrawFn, way: str = "") -> Steps:
    """A whole game by chance, from the first tile to the end."""
    kept = way or draw(st.sampled_from(["everything", "board"]))
    box = draw(boxes(kept))
    state = begun(draw(COUNTS), box, way=kept, **draw(READINGS))
    steps = Steps(whole_play(state, Random(draw(SEEDS))))
    steps.box = box
    return steps


# A second count of everything


@FEW
@given(games())
def test_a_second_count_from_the_moves_alone_is_the_same_at_every_step(steps: Steps) -> None:
    first = steps[0][0]
    table = Cardboard(first.seats, first.options, steps.box)
    for state, move in steps[1:]:
        table.moved(move)
        _lies_the_same(state, table)
        if state.phase == "choose" and not state.todo:
            _stands_the_same(state, table)
    assert table.turns == dict.fromkeys(first.seats, 24)


def _lies_the_same(state: State, table: Cardboard) -> None:
    for seat, castle in state.castles.items():
        assert sum(castle.earned.values()) == table.points[seat]
        assert castle.goods == +table.goods[seat]
        assert castle.influence == +table.markers[seat]
        assert castle.henchmen == table.people[seat]
        assert castle.traitors == +table.traitors[seat]
        assert (castle.apples, castle.staffs) == (table.apples[seat], table.staffs[seat])
        dice = Counter((face, False) for face in castle.dice)
        dice += Counter([(castle.white, True)] if castle.white else [])
        assert dice == +table.dice[seat]
        assert list(castle.seals) == table.seals[seat]
        assert set(castle.hand) == table.hands[seat]
    assert [tile.kind for tile in state.tiles] == table.tiles
    lived = {place: tile.owner for place, tile in enumerate(state.tiles) if tile.owner}
    assert lived == table.manors
    assert {who: on for who, on in state.on.items() if on} == table.on
    assert state.excalibur == table.sword or not state.todo or state.phase == "score"


def _stands_the_same(state: State, table: Cardboard) -> None:
    assert (state.turn, state.round, state.grail) == (table.turn, table.round, table.grail)
    assert state.excalibur == table.sword
    for seat, castle in state.castles.items():
        assert set(castle.used) == table.turned[seat]


# What the box holds


@FEW
@given(games())
def test_nothing_is_lost_and_nothing_comes_from_nowhere(steps: Steps) -> None:
    for state, _ in steps:
        within_the_box(state)


def within_the_box(state: State) -> None:
    """What pages 1, 2, 7 and 11 count, in all castles and on the board together."""
    castles = list(state.castles.values())
    for county in COUNTIES:
        for thing in ("shield", "flag", "stone"):
            assert sum(castle.goods.get(f"{county}-{thing}", 0) for castle in castles) <= 6
        held = sum(castle.traitors.get(county, 0) for castle in castles)
        assert held + state.discarded.get(county, 0) <= 4
    assert sum(castle.apples for castle in castles) <= 11
    for castle in castles:
        counts = (*castle.goods.values(), *castle.influence.values(), *castle.traitors.values())
        assert min(counts, default=1) > 0
        assert sum(castle.influence.values()) <= state.options.markers
        assert sum(castle.traitors.values()) <= 3
        assert 0 <= castle.staffs <= 3
        assert castle.apples >= 0
        assert len(castle.seals) == len(set(castle.seals)) <= 4
        assert set(castle.used) <= set(castle.seals)
        assert len(castle.hand) <= 4
    for henchman in HENCHMEN:
        where = [castle.henchmen[henchman] for castle in castles if castle.henchmen[henchman]]
        assert len(where) == len(set(where)), "a county has one place for each"
    for seat in state.seats:
        assert sum(tile.owner == seat for tile in state.tiles) <= 7


@FEW
@given(games())
def test_tiles_are_as_many_as_the_book_says(steps: Steps) -> None:
    state = steps[-1][0]
    each = 5 if len(state.seats) == 4 else 4
    kinds = Counter(tile.kind for tile in state.tiles)
    for terrain in ("mountain", "forest", "lake"):
        assert (kinds[terrain], kinds[f"{terrain}-tower"]) == (each, each - 2)


@FEW
@given(games("everything"))
def test_every_mission_is_in_one_place(steps: Steps) -> None:
    for state, _ in steps:
        hands = [card for castle in state.castles.values() for card in castle.hand]
        shown = [card for card in state.display if card]
        everywhere = [*hands, *shown, *state.pile, *state.discard]
        assert sorted(everywhere) == sorted(state.cards)
        if state.phase == "choose":
            assert len(shown) == 3
            missing = state.fulfilled
            assert len(state.castles[state.turn].hand) == 4 - missing


# Rounds and turns


@FEW
@given(games())
def test_every_player_has_24_turns_one_after_the_other(steps: Steps) -> None:
    seats, taken = steps[0][0].seats, list[str]()
    for (before, _), (_, move) in pairwise(steps):
        if isinstance(move, moves.Goes | moves.Turned):
            taken.append(before.turn)
    rounds = [taken[at : at + 4 * len(seats)] for at in range(0, len(taken), 4 * len(seats))]
    assert len(rounds) == 6
    for number, played in enumerate(rounds):
        first = number % len(seats)
        assert played == [*seats[first:], *seats[:first]] * 4


@FEW
@given(games())
def test_three_scorings_and_whoever_has_most_has_won(steps: Steps) -> None:
    entered = [
        after.round for (before, _), (after, _) in pairwise(steps)
        if after.phase == "score" != before.phase
    ]  # fmt: skip
    last = steps[-1][0]
    assert (entered, last.phase) == ([2, 4, 6], "over")
    totals = {last.names[seat]: sum(c.earned.values()) for seat, c in last.castles.items()}
    assert set(GAME.final(last).winners) == {
        name for name in totals if not any(n > totals[name] for n in totals.values())
    }


@FEW
@given(games())
def test_no_player_keeps_three_equal_dice(steps: Steps) -> None:
    for (before, _), (after, _) in pairwise(steps):
        if before.phase == "roll" != after.phase:
            for castle in after.castles.values():
                assert len(castle.dice) == 3
                assert max(Counter((*castle.dice, castle.white)).values()) <= 2


# The machine


@settings(max_examples=6, deadline=None)
@given(games())
def test_whatever_is_open_plays_and_the_same_moves_are_the_same_game(steps: Steps) -> None:
    for state, _ in steps[::9]:
        before = hashed(state)
        for choice in GAME.choices(state):
            assert isinstance(GAME.play(state, choice.move), State), choice
        assert hashed(state) == before
    again = steps[0][0]
    for _, move in steps[1:]:
        again = play(again, move)
    assert again == steps[-1][0]
    kept = msgspec.json.decode(msgspec.json.encode(again))
    assert msgspec.convert(kept, State) == again


@settings(max_examples=8, deadline=None)
@given(COUNTS, SEEDS, READINGS)
def test_a_score_alone_ends_as_well(count: int, seed: int, options: dict[str, Any]) -> None:
    state = begun(count, Box(), way="score", **options)
    rng = Random(seed)
    for _ in range(40):
        choices = GAME.choices(state)
        for choice in rng.sample(choices, min(8, len(choices))):
            assert isinstance(GAME.play(state, choice.move), State), choice
        state = play(state, rng.choice(choices).move) if choices else state
        within_the_box(state)
    while state.phase != "over":
        state = play(state, moves.Counted())
    assert GAME.final(state).winners
