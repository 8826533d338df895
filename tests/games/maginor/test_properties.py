"""What holds in every game of Maginor, whoever plays and however badly."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.maginor import GAME, moves
from companion.games.maginor.dueling import outcome
from companion.games.maginor.pieces import MARKERS, SPELLS
from companion.games.maginor.state import WAYS, State, lying
from companion.games.maginor.todo import (
    Ask,
    Duel,
)
from companion.match import hashed
from companion.vocabulary import Viewer
from tests.games.maginor.table import (
    RING,
    SEATS,
    at,
    by_chance,
    everywhere,
    has,
    new,
    places,
    play,
    put,
    table,
    total,
    whole_play,
)

SEEDS = st.integers(0, 2**32)
COUNTS = st.integers(2, 4)
KEPT = st.sampled_from(["everything", "board"])
FEW = settings(max_examples=25, deadline=None)


@st.composite
def readings(draw: st.DrawFn) -> dict[str, Any]:
    """A table that has settled some of its readings, and not others."""
    return {name: draw(st.sampled_from(["ask", *ways])) for name, ways in WAYS.items()}


@st.composite
def games(draw: st.DrawFn) -> list[tuple[State, object]]:
    """A whole game by chance, from the lot to the end."""
    options = draw(readings())
    state = new(draw(COUNTS), way=draw(KEPT), **options)
    assert isinstance(state, State)
    return whole_play(state, Random(draw(SEEDS)))


def is_laid(state: State) -> bool:
    return state.phase in ("turn", "over")


@FEW
@given(games())
def test_every_game_ends_and_somebody_has_won(steps: list[tuple[State, object]]) -> None:
    last = steps[-1][0]
    assert last.phase == "over"
    assert GAME.final(last).winners
    assert last.steps <= 22


@FEW
@given(games())
def test_markers_are_conserved(steps: list[tuple[State, object]]) -> None:
    for state, _ in steps:
        shown = {one["seat"]: one["markers"] for one in shown_seats(state)}
        for seat in state.seats:
            on_oracles = sum(slots.count(seat) for slots in state.slots.values())
            in_duel = sum(isinstance(t, Duel) and t.attacker == seat for t in state.todo)
            assert on_oracles + in_duel + shown[seat] == MARKERS
            assert shown[seat] >= 0


def shown_seats(state: State) -> list[dict[str, Any]]:
    return list(GAME.show(state, Viewer())["seats"])


@FEW
@given(games())
def test_an_oracle_is_crossed_out_once_and_the_guild_hall_last(
    steps: list[tuple[State, object]],
) -> None:
    out: list[str] = []
    for (before, _), (after, _) in pairwise(steps):
        if is_laid(before):
            assert set(after.slots) <= set(before.slots), "what is out comes never back"
            out += [id for id in before.slots if id not in after.slots]
    assert sorted(out) == sorted([*RING, "guild-hall"])
    assert out[-1] == "guild-hall"


@FEW
@given(games())
def test_every_oracle_is_in_one_place_and_every_spell(
    steps: list[tuple[State, object]],
) -> None:
    for state, _ in steps:
        if not is_laid(state):
            continue
        assert everywhere(state) == sorted(SPELLS)
        taken = [id for ids in state.won.values() for id in ids]
        gone = [id for id in state.gone if id not in SPELLS]
        assert sorted([*taken, *gone, *state.slots]) == sorted(state.oracles)
        assert list(state.ring) == [id for id in state.order if id in state.slots]


@FEW
@given(games())
def test_cards_are_neither_lost_nor_doubled(steps: list[tuple[State, object]]) -> None:
    for state, _ in steps:
        for seat in state.seats:
            played = state.played[seat]
            ids = [card.id for card in state.hands[seat]]
            assert len(ids) == len(set(ids)) == 10
            assert len(played) == len(set(played))
            assert set(played) <= set(ids)


@FEW
@given(games())
def test_who_lies_where_and_since_when_agree(steps: list[tuple[State, object]]) -> None:
    for state, _ in steps:
        for oracle, slots in state.slots.items():
            taken = [slot for slot, seat in enumerate(slots) if seat]
            assert sorted(state.since[oracle]) == taken
            assert len(slots) == state.oracles[oracle].votes
            assert oracle == "guild-hall" or "" in slots or state.todo, "a full one is left"


@FEW
@given(games())
def test_votes_are_never_negative_nor_lost(steps: list[tuple[State, object]]) -> None:
    for (before, _), (after, _) in pairwise(steps):
        costs = "costs" in (before.options.ritual, after.options.ritual)
        for seat in after.seats:
            won = sum(after.oracles[id].votes for id in after.won[seat])
            assert costs or total(after, seat) >= total(before, seat) >= 0
            assert set(before.won[seat]) <= set(after.won[seat])
            assert won <= sum(oracle.votes for oracle in after.oracles.values())


@FEW
@given(games())
def test_turns_go_round(steps: list[tuple[State, object]]) -> None:
    for (before, move), (after, _) in pairwise(steps):
        if before.phase != "turn" or before.turn == after.turn:
            continue
        seats = before.seats
        assert seats.index(after.turn) == (seats.index(before.turn) + 1) % len(seats)
        assert not after.todo, f"{move} left {after.todo} to the next"


@settings(max_examples=8, deadline=None)
@given(games())
def test_whatever_is_open_plays_and_what_comes_is_the_same_again(
    steps: list[tuple[State, object]],
) -> None:
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


@FEW
@given(COUNTS, SEEDS)
def test_a_score_alone_ends_as_well(count: int, seed: int) -> None:
    state = new(count, way="score")
    assert isinstance(state, State)
    steps = whole_play(state, Random(seed))
    last = steps[-1][0]
    assert last.phase == "over"
    for seat in SEATS[:count]:
        counted = sum(last.oracles[id].votes for id in last.won[seat])
        sign = -1 if last.options.ritual == "costs" else 1
        rituals = {"golden-cauldron": 3, "supreme-mage": 5}
        counted += sum(sign * rituals[spell] for spell in last.spells[seat])
        assert total(last, seat) == counted


# Maginor's way, against a second picture of it


class Track:
    """The circle as it lies on the table: the Guild Hall, then a gap before each Oracle, and a
    last one before the Guild Hall again. Maginor stands on one of these places."""

    def __init__(self, oracles: tuple[str, ...]) -> None:
        self.places = ["hall"]
        for oracle in oracles:
            self.places += ["gap", oracle]
        self.places += ["gap", "home"]
        self.maginor = 0
        self.steps = 0

    @property
    def oracles(self) -> list[str]:
        return [place for place in self.places if place not in ("hall", "gap", "home")]

    def step(self) -> None:
        """To the next place; an Oracle that he leaves is passed."""
        self.steps += 1
        left = self.places[self.maginor]
        self.maginor += 1
        if left in self.oracles:
            self._close(left)

    def fill(self, oracle: str) -> None:
        """He goes from it to the place behind it; the others move closer together."""
        if self.places[self.maginor] == oracle:
            self.maginor += 1
        self._close(oracle)

    def challenge(self) -> None:
        """The first after the Guild Hall goes, and he stands before the next."""
        self._close(self.oracles[0])
        self.maginor = 1

    def _close(self, oracle: str) -> None:
        """The Oracle and the gap before it are gone."""
        at = self.places.index(oracle)
        del self.places[at - 1 : at + 1]
        if self.maginor > at - 1:
            self.maginor -= 2 if self.maginor > at else 1

    @property
    def where(self) -> str:
        """As the rules call it."""
        place = self.places[self.maginor]
        return {"hall": "start", "gap": "before", "home": "end"}.get(place, "on")


OPS = st.lists(
    st.one_of(st.just(("step", 0)), st.just(("step", 0)), st.just(("challenge", 0)),
              st.tuples(st.just("fill"), st.integers(0, 9))),
    max_size=60,
)  # fmt: skip


@settings(max_examples=80, deadline=None)
@given(OPS)
def test_maginor_goes_as_on_the_table(ops: list[tuple[str, int]]) -> None:
    state, track = (
        table(persuasion="replaced", filled="stays", ritual="adds", tie="first"),
        None,
    )
    track = Track(state.ring)
    for what, which in ops:
        if state.phase == "over" or (what != "step" and not track.oracles):
            break
        state = done(state, what, which, track)
        assert list(state.ring) == track.oracles
        assert (state.maginor, state.steps) == (track.where, track.steps)


def done(state: State, what: str, which: int, track: Track) -> State:
    """The same in the rules and on the track."""
    seat = state.turn
    state = replace(state, played=dict.fromkeys(state.seats, ()))
    if what == "step":
        track.step()
        return finished(play(at(state, **{seat: "guild-hall"}), moves.Roll("maginor")))
    if what == "challenge":
        track.challenge()
        spells = {**state.spells, seat: ("challenge",)}
        return finished(play(replace(state, spells=spells), moves.Spell("challenge")))
    oracle = state.ring[which % len(state.ring)]
    track.fill(oracle)
    others = {s: () for s in state.seats if s != seat}
    last = len(state.slots[oracle]) - 1
    theirs = {next(iter(others)): tuple(range(last))}
    state = put(at(state, **{seat: oracle}), oracle, **theirs)
    return finished(play(state, moves.Play(state.oracles[oracle].symbols[last])))


def finished(state: State) -> State:
    """The turn to its end, by the first of what is open."""
    while state.todo:
        state = play(state, GAME.choices(state)[0].move)
    return state


# 22 steps


@settings(max_examples=15, deadline=None)
@given(COUNTS, SEEDS)
def test_22_steps_where_nothing_fills_and_nobody_plays_challenge(count: int, seed: int) -> None:
    state, rng = table(count), Random(seed)
    while state.phase != "over":
        if any(sum(map(bool, slots)) > len(slots) - 3 for slots in crossable(state)):
            state = emptied(state)
        state = play(state, but_challenge(state, rng))
    assert (state.steps, state.maginor) == (22, "end")


def crossable(state: State) -> list[tuple[str, ...]]:
    return [slots for id, slots in state.slots.items() if id != "guild-hall"]


def emptied(state: State) -> State:
    """Markers go home before an Oracle is full, unless the turn is about one of them."""
    if state.todo:
        return state
    slots = {id: ("",) * len(slots) for id, slots in state.slots.items()}
    return replace(state, slots=slots, since=dict.fromkeys(slots, ()))


def but_challenge(state: State, rng: Random) -> object:
    """Anything that is open; what else there is puts two markers at most."""
    while (move := by_chance(state, rng)) == moves.Spell("challenge"):
        pass
    return move


# Duels


@pytest.mark.parametrize("attack", ["earth", "water", "fire"])
@pytest.mark.parametrize("defence", ["earth", "water", "fire"])
def test_each_of_the_nine_pairs_by_the_circle_of_elements(attack: str, defence: str) -> None:
    circle = ["earth", "water", "fire"]  # each beats the next
    ahead = (circle.index(defence) - circle.index(attack)) % 3
    expected = {1: "attacker", 2: "defender", 0: "defender" if attack == "earth" else ""}
    assert outcome(attack, defence) == expected[ahead]


@FEW
@given(games())
def test_a_duel_is_opened_only_with_both_choices(steps: list[tuple[State, object]]) -> None:
    for (before, move), (after, played) in pairwise(steps):
        if len(after.opened) > len(before.opened):
            assert isinstance(played, moves.Point), move
            duel = before.todo[0]
            assert isinstance(duel, Duel)
            one = after.opened[-1]
            both = {one.attacker: one.attack, one.defender: one.defence}
            assert both == {**duel.pointed, played.seat: played.element}


def test_the_helpers_of_this_file_find_what_they_look_for() -> None:
    track = Track(("a", "b"))
    for _ in range(6):
        track.step()
    assert (track.where, track.steps, track.oracles) == ("end", 6, [])
    assert places(play(table(), moves.Play("fire"))) == [0, 5, 10]
    assert lying(put(table(), "1", red=(0, 1)), "red") == 2
    assert "challenge" in has(table(), "red", "challenge").spells["red"]
    assert Ask("tie") != Ask("ritual")
