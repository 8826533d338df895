"""What holds in every game of Orcs Orcs Orcs, whoever plays and however badly."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.orcs import GAME, moves
from companion.games.orcs.board import box
from companion.games.orcs.state import State, can
from companion.match import hashed
from companion.vocabulary import Viewer
from tests.games.orcs.table import (
    BOX,
    FIGURES,
    KINDS,
    WHOLE,
    begun,
    cards_of,
    on_board,
    play,
    standing,
    whole_play,
)

FEW = settings(max_examples=20, deadline=None)
SEEDS = st.integers(0, 2**32)
COUNTS = st.integers(2, 4)


class Steps(list[tuple[State, Any]]):
    """A whole game; what failed is told by its length, not by a thousand states."""

    def __repr__(self) -> str:
        first = self[0][0]
        return f"a game of {len(self)} moves with {first.seats} and {first.options}"


READINGS = st.fixed_dictionaries({
    "missions": st.booleans(), "bonus": st.booleans(),
    "cleared": st.sampled_from(["markers", "figures"]),
    "lost": st.sampled_from(["kept", "back"]),
    "own_path": st.sampled_from(["skip", "reveal"]), "spells": st.integers(1, 3),
})  # fmt: skip
KNOWN = st.sampled_from([WHOLE, BOX, msgspec.structs.replace(BOX, traits={})])
"""All cards and traits, all but the fate cards, and no traits."""


@st.composite
def games(draw: st.DrawFn, way: str = "") -> Steps:
    """A whole game by chance, from the towers to the end."""
    kept = way or draw(st.sampled_from(["everything", "board"]))
    state = begun(draw(COUNTS), draw(KNOWN), way=kept, **draw(READINGS))
    return Steps(whole_play(state, Random(draw(SEEDS))))


@FEW
@given(games())
def test_every_game_ends_and_somebody_has_won(steps: Steps) -> None:
    last = steps[-1][0]
    assert last.phase == "over"
    assert GAME.final(last).winners


@FEW
@given(games())
def test_72_figures_are_on_the_board_won_or_in_the_box(steps: Steps) -> None:
    for state, _ in steps:
        mine = Counter[str]()
        for won in state.won.values():
            mine.update(won)
        there, left = on_board(state), box(state)
        for kind in KINDS:
            assert left[kind] >= 0
            assert there[kind] + mine[kind] + left[kind] == FIGURES[kind]
        assert sum(there.values()) + sum(mine.values()) + sum(left.values()) == 72
        numbers = [one.id for one in standing(state)]
        assert len(numbers) == len(set(numbers))


@FEW
@given(games())
def test_markers_are_conserved(steps: Steps) -> None:
    all_of_them = {2: 48, 3: 60, 4: 72}
    for state, _ in steps:
        lying = sum(path.markers for path in state.paths)
        assert lying + sum(state.revealed.values()) == all_of_them[len(state.seats)]
        assert all(state.revealed[kind] <= FIGURES[kind] for kind in KINDS)


@FEW
@given(games())
def test_values_are_between_one_and_their_start_and_never_rise(steps: Steps) -> None:
    for (before, _), (after, _) in pairwise(steps):
        for kind in KINDS:
            now = after.values[kind]
            assert 1 <= now <= before.values[kind] <= int(kind)


@FEW
@given(games("everything"))
def test_cards_are_neither_lost_nor_doubled(steps: Steps) -> None:
    for (before, _), (after, move) in pairwise(steps):
        gone = Counter(_cards(before)) - Counter(_cards(after))
        come = Counter(_cards(after)) - Counter(_cards(before))
        match move:
            case moves.Remove(card=card):
                assert (gone, come) == (Counter([card]), Counter())
            case moves.Fate(rule="exchange-spells") | moves.Ruled(rule="exchange-spells"):
                assert gone == Counter(card for card in before.open if card)
            case moves.Give():
                assert not gone
                assert len(come) == before.pile_left - after.pile_left == 1
            case _:
                assert not gone
                assert not come


def _cards(state: State) -> list[str]:
    """Everything that lies anywhere."""
    decks = (card for seat in state.seats for card in cards_of(state, seat))
    lying = (card for cards in (state.open, *state.piles) for card in cards if card)
    return [*decks, *lying]


@FEW
@given(games("everything"))
def test_all_cards_are_there_and_each_once(steps: Steps) -> None:
    first = steps[0][0]
    assert len(_cards(first)) == 8 * len(first.seats) + 40
    for state, _ in steps:
        cards = _cards(state)
        assert len(cards) == len(set(cards))
        poison = [card for card in cards if card.startswith("poison")]
        assert len(poison) + state.pile_left <= 14
        assert set(cards) - set(poison) <= set(state.cards)


@FEW
@given(games())
def test_an_ability_never_goes_away_by_the_usual_reading(steps: Steps) -> None:
    for (before, _), (after, _) in pairwise(steps):
        if after.options.lost == "back":
            return
        for seat in after.seats:
            for kind in KINDS:
                assert after.tracks[seat][kind] >= before.tracks[seat][kind]
            for trait in before.traits.values():
                told = trait.ability and after.rule == before.rule
                had = told and can(before, seat, trait.ability)
                assert not had or can(after, seat, trait.ability)


@FEW
@given(games())
def test_cubes_are_as_high_as_the_first_two_won(steps: Steps) -> None:
    for state, _ in steps:
        for seat in state.seats:
            for kind in KINDS:
                had, cube = state.won[seat][kind], state.tracks[seat][kind]
                assert min(2, had) <= cube <= 2
                assert state.options.lost == "kept" or cube == min(2, had)


@FEW
@given(games())
def test_no_two_mages_stand_together(steps: Steps) -> None:
    for state, _ in steps:
        at = [path for path in state.mages.values() if path >= 0]
        assert len(at) == len(set(at))


@FEW
@given(games())
def test_damage_is_of_one_turn_alone(steps: Steps) -> None:
    for (before, _), (after, _) in pairwise(steps):
        if before.turn != after.turn or after.phase != "act":
            assert not any(one.damage for one in standing(after))


@FEW
@given(games())
def test_turns_go_round_and_rounds_begin_with_the_first(steps: Steps) -> None:
    for (before, _), (after, _) in pairwise(steps):
        seats = before.seats
        if before.turn != after.turn:
            assert seats.index(after.turn) == (seats.index(before.turn) + 1) % len(seats)
        if after.round != before.round:
            assert (after.round, after.turn) == (before.round + 1, seats[0])


@settings(max_examples=8, deadline=None)
@given(games())
def test_whatever_is_open_plays_and_the_same_moves_are_the_same_game(steps: Steps) -> None:
    for state, _ in steps[::7]:
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
@given(games("everything"))
def test_a_hand_is_for_its_own_seat_and_its_choices_are_secret(steps: Steps) -> None:
    secret = (moves.Draws, moves.Keeps, moves.Cast, moves.Add, moves.Remove, moves.Drops)
    for state, _ in steps[::5]:
        for choice in GAME.choices(state):
            assert choice.secret == isinstance(choice.move, secret), choice
        for seat in state.seats:
            shown = GAME.show(state, Viewer("seat", seat))["seats"]
            assert [one["seat"] for one in shown if "hand" in one] == [seat]


@FEW
@given(COUNTS, SEEDS, READINGS)
def test_a_score_alone_ends_as_well(count: int, seed: int, options: dict[str, Any]) -> None:
    state = begun(count, way="score", **options)
    last = whole_play(state, Random(seed))[-1][0]
    assert last.phase == "over"
    for kind in KINDS:
        assert box(last)[kind] + sum(won[kind] for won in last.won.values()) == FIGURES[kind]
