"""Every game that is found keeps the contract, ours and one of another package."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.commands.found import found
from companion.vocabulary import Game, Says
from tests.another import installed
from tests.games import contract
from tests.games.contract import Step, people, random_play
from tests.secrets.planted import PLANTED

with installed():
    GAMES = found()

BOXES: dict[str, dict[str, Any]] = {
    "labyrinth": {"symbols": {"b1": "key", "c1": "snail", "b3": "moon", "d4": "crown"}}
}
"""What a box must hold so that a play gets somewhere; most games need nothing."""

MOST = 60  # moves of a play, so that the whole file stays under ten seconds
SEEDS = range(4)


VEILED = sorted(name for name, game in GAMES.items() if game.veil)


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = GAMES[request.param]
    return found


@pytest.fixture(params=SEEDS)
def rng(request: pytest.FixtureRequest) -> Random:
    return Random(request.param)


@pytest.fixture
def steps(game: Game, rng: Random) -> list[Step]:
    count = rng.randint(*game.players)
    box = BOXES.get(game.name, {})
    return list(random_play(game, rng, people(game, count), box, MOST))


def test_ours_and_the_other_package_are_among_them() -> None:
    assert {"labyrinth", "closed_hands"} <= GAMES.keys()


def test_the_record_is_whole(game: Game) -> None:
    contract.is_whole(game)


def test_every_state_of_a_play_keeps_the_contract(game: Game, steps: list[Step]) -> None:
    for state, _ in steps:
        contract.keeps(game, state)


def test_the_same_moves_lead_to_the_same_state(game: Game, steps: list[Step]) -> None:
    state = steps[0][0]
    for expected, move in steps[1:]:
        state = game.play(state, move)
        assert state == expected


def test_what_is_secret_reaches_nobody_else(game: Game, steps: list[Step]) -> None:
    contract.tells_no_secret(game, steps)


@pytest.mark.parametrize("name", VEILED)
def test_what_nobody_may_know_yet_reaches_nobody(name: str, rng: Random) -> None:
    game, planted = GAMES[name], PLANTED[name]
    seats = people(game, game.players[1])
    play = random_play(game, rng, seats, planted.box(rng), MOST, planted.world)
    assert contract.tells_nothing_veiled(game, list(play)) > 0


@pytest.mark.parametrize("name", VEILED)
def test_a_veil_that_hides_nothing_is_noticed(name: str) -> None:
    game, planted = GAMES[name], PLANTED[name]
    rng, seats = Random(1), people(GAMES[name], GAMES[name].players[1])
    play = list(random_play(game, rng, seats, planted.box(rng), MOST, planted.world))

    def says(state: Any, move: Any) -> Says:
        return Says(game.says(state, move).key, {"all": str(edges(move))})

    def edges(move: Any) -> str:
        return move.drop.over[0] if hasattr(move, "drop") else ""

    with pytest.raises(AssertionError, match="reads of it"):
        contract.tells_nothing_veiled(replace(game, says=says), play)


def test_people_come_and_go(game: Game, steps: list[Step], rng: Random) -> None:
    for state, _ in steps[:: MOST // 3]:
        contract.seats_anybody(game, state, rng)
