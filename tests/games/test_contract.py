"""Every game that is found keeps the contract, ours and one of another package."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.commands.found import found, shelves
from companion.vocabulary import Game, Meaning, Pieces, Refusal, Says
from tests.another import installed
from tests.games import contract
from tests.games.contract import Step, people, random_play
from tests.secrets.planted import PLANTED

with installed():
    GAMES = found()
    SHELVES = shelves()

BOXES: dict[str, dict[str, Any]] = {
    "labyrinth": {"symbols": {"b1": "key", "c1": "snail", "b3": "moon", "d4": "crown"}}
}
"""What a box must hold so that a play gets somewhere; most games need nothing."""

MOST = 60  # moves of a play, so that the whole file stays under ten seconds
MEANT = 20  # pieces of a play that mean something, at least
SEEDS = range(4)


VEILED = sorted(name for name, game in GAMES.items() if game.veil)


SCANNED = sorted(name for name, game in GAMES.items() if game.means)


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


@pytest.mark.parametrize("shelf", SHELVES.values(), ids=SHELVES)
def test_every_piece_has_an_id_and_words(shelf: Pieces) -> None:
    contract.has_pieces(shelf)


def meant(game: Game, play: Iterable[Step], rng: Random) -> int:
    return sum(contract.means_what_plays(game, state, rng) for state, _ in play)


@pytest.mark.parametrize("name", SCANNED)
def test_every_piece_means_what_plays_or_it_is_said_why_not(name: str, rng: Random) -> None:
    game = GAMES[name]
    count = rng.randint(*game.players)
    play = random_play(game, rng, people(game, count), BOXES.get(name, {}), MOST)
    assert meant(game, play, rng) > MEANT


def test_a_reason_that_tells_the_hand_is_noticed(rng: Random) -> None:
    game = GAMES["closed_hands"]

    def means(state: Any, shown: Any) -> tuple[Meaning, ...] | Refusal:
        return Refusal("closed_hands.no.lay", {"name": shown.facts.get("name", "")})

    play = random_play(game, rng, people(game, 2), {}, MOST)
    with pytest.raises(AssertionError, match="tells what is closed"):
        meant(replace(game, means=means), play, rng)


def test_a_meaning_that_does_not_play_is_noticed(rng: Random) -> None:
    game = GAMES["labyrinth"]
    draw = game.choices(next(random_play(game, rng, people(game, 2), {}, 1))[0])[0]

    def means(state: Any, shown: Any) -> tuple[Meaning, ...]:
        return (Meaning(draw.says, (draw.move, draw.move)),)

    play = random_play(game, rng, people(game, 2), {}, MOST)
    with pytest.raises(AssertionError, match="is open, and refused"):
        meant(replace(game, means=means), play, rng)
