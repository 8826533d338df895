"""The map of a game that nobody sensed: all of it was told by taps."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.labyrinth import GAME, moves
from companion.games.labyrinth.state import Box, Options, State
from companion.games.labyrinth.walling import revealed
from companion.geometry import neighbours
from companion.vocabulary import Player, Refusal, Setup

DIE = (1, 2, 2, 3, 3, 4)  # page 3


def tapped(chance: Random, falls: int) -> State:
    """Walks at random; now and then somebody says that the ball fell."""
    players = Player("Ada", "red", "a1"), Player("Bo", "blue", "f6")
    options = Options(chips_to_win=11, walls=24)
    state = GAME.play(GAME.new(Setup(players, options, Box())), moves.Draw("moon"))
    while sum(state.told.values()) < falls:
        state = ended(walked(GAME.play(state, moves.Roll(chance.choice(DIE))), chance), chance)
        for seat in state.seats:
            back = GAME.play(state, moves.Back(seat))
            state = state if isinstance(back, Refusal) else back
    return state


def walked(state: State, chance: Random) -> State:
    for _ in range(state.roll):
        onward = chance.choice(neighbours(state.at[state.turn]))
        after = GAME.play(state, moves.Walk((*state.path, onward)))
        state = state if isinstance(after, Refusal) else after
    return state


def ended(state: State, chance: Random) -> State:
    after = GAME.play(state, moves.Fall() if chance.random() < 0.4 else moves.Stop())
    return GAME.play(state, moves.Fall()) if isinstance(after, Refusal) else after


@pytest.mark.parametrize("seed", [5, 6])
def test_however_much_was_told_by_hand_the_game_ends_in_a_map(seed: int) -> None:
    told = revealed(tapped(Random(seed), 60))
    walls = told["marginals"].values()
    assert all(0 <= wall <= 1 for wall in walls)
    assert sum(walls) == pytest.approx(24, abs=60 * 0.0005)  # rounded to three digits each
    assert told["knocks"] == []  # nobody sensed a drop
