"""Which edges may have held the ball back: from traces drawn by hand, times by Newton.

Ada walks from b2; a ball that comes off near c2 or c3 rolls some 80 to 110 mm to the
north-west tray or the south-west one, which takes about 550 to 800 ms on five degrees.
"""

from __future__ import annotations

from itertools import pairwise
from math import dist

import pytest
from msgspec.structs import replace

from companion.games.labyrinth import GAME, moves
from companion.games.labyrinth.reading.attributing import attributed, came_down
from companion.games.labyrinth.reading.memory import Memory, Touch
from companion.games.labyrinth.state import Box, Options, State
from companion.geometry import TRAYS, edge, neighbours, turned
from companion.vocabulary import Dropped, Player, Setup, Spot, Struck
from companion.walls.evidence import Drop, Found, Way

BARE = 0.778  # share of a full signal that a magnet without its ball has (2.56 of 3.29 mT)
SPEED = 0.2  # mm/ms
Place = tuple[float, float]

A, B2, C2, C3 = (0.0, 0.0), (36.0, 36.0), (72.0, 36.0), (72.0, 72.0)


def state(options: Options | None = None) -> State:
    """Ada stands at b2 and has rolled 4."""
    players = Player("Ada", "red", "a1"), Player("Bo", "blue", "f6")
    begun = GAME.new(Setup(players, options or Options(), Box()))
    for move in (moves.Draw("moon"), moves.Place("red", "b2"), moves.Roll(4)):
        begun = GAME.play(begun, move)
    assert isinstance(begun, State)
    return begun


def trace(*spots: Place, until: int, lost: int = 10**6) -> tuple[Spot, ...]:
    """From spot to spot from 1000 on, then standing; ``lost``: when the ball came off."""
    way = [spots[0]] * 50
    for (x, y), (u, v) in pairwise(spots):
        steps = round(dist((x, y), (u, v)) / (10 * SPEED))
        way += [(x + n / steps * (u - x), y + n / steps * (v - y)) for n in range(1, steps + 1)]
    way += [way[-1]] * 400
    ats = range(500, until, 10)
    return tuple(
        Spot(at, x, y, BARE if at > lost else 1.0) for at, (x, y) in zip(ats, way, strict=False)
    )


def memory(*touched: Touch, shaken: int = -10_000) -> Memory:
    seen = {touched[-1][0]: touched[-1][1]}
    return Memory(now=2000, hold=False, touched=touched, seen=seen, shaken=shaken)


WALKED = (("b2", 0), ("c2", 1100), ("c3", 1290))
"""At 200 mm/s a magnet is 23.5 mm beyond b2 at 1118, beyond c2 at 1298."""


def drop(at: int, lost: int, tray: str = "nw") -> Dropped:
    return Dropped(tray, at, (trace(B2, C2, C3, until=at, lost=lost),))


def weights(found: Drop | None) -> dict[str, float]:
    assert found is not None
    return {way.edges[-1]: way.weight for way in found.ways}


def test_delay_tray_and_strength_together_name_the_edge() -> None:
    """Held at 49 mm to the right and 36 down, 86 mm from the tray: 0.57 s of rolling."""
    found = attributed(memory(*WALKED), state(), drop(1118 + 690, lost=1118), WALKED)

    assert weights(found)["b2-c2"] > 0.95
    assert found is not None
    assert found.ways[0].far == pytest.approx(dist((49, 36), (-18, -18)), abs=1.5)
    assert found.ways[0].delay == pytest.approx(690, abs=15)


def test_the_later_edge_contains_the_one_crossed_before() -> None:
    """Held at 72 to the right and 49 down, 112 mm from the tray: 0.65 s of rolling."""
    found = attributed(memory(*WALKED), state(), drop(1298 + 790, lost=1298), WALKED)

    assert found is not None
    assert max(found.ways, key=lambda way: way.weight).edges == ("b2-c2", "c2-c3")


def test_without_a_trace_the_fields_touched_say_it_less_sharply() -> None:
    found = attributed(memory(*WALKED), state(), Dropped("nw", 1118 + 690), WALKED)

    assert 0.5 < weights(found)["b2-c2"] < 1
    assert list(weights(found)) == ["b2-c2", "c2-c3"]


def test_all_weights_are_one_and_short() -> None:
    found = attributed(memory(*WALKED), state(), Dropped("nw", 1850), WALKED)

    assert found is not None
    each = [way.weight for way in found.ways] + [found.none]
    assert sum(each) == pytest.approx(1, abs=3e-4)
    assert each == [round(weight, 4) for weight in each]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_box_is_turned_back(quarters: int) -> None:
    plain = drop(1118 + 690, lost=1118)
    corner = turned(TRAYS["nw"], quarters)
    tray = next(tray for tray, field in TRAYS.items() if field == corner)
    (spots,) = plain.traces
    for _ in range(quarters):
        spots = tuple(Spot(s.at, 180 - s.y, s.x, s.share) for s in spots)

    found = attributed(
        memory(*WALKED),
        replace(state(), turned=quarters),
        Dropped(tray, plain.at, (spots,)),
        WALKED,
    )

    assert found == attributed(memory(*WALKED), state(), plain, WALKED)


def test_of_two_traces_it_is_the_walkers() -> None:
    """Somebody is nudged at the other end of the board, for longer."""
    plain = drop(1118 + 690, lost=1118)
    nudged = trace((144.0, 144.0), (156.0, 144.0), until=plain.at)

    both = attributed(
        memory(*WALKED), state(), replace(plain, traces=(nudged, *plain.traces)), WALKED
    )

    assert both == attributed(memory(*WALKED), state(), plain, WALKED)


def test_a_trace_in_two_pieces_is_one_way() -> None:
    plain = drop(1118 + 690, lost=1118)
    (spots,) = plain.traces
    pieces = spots[:61], spots[66:]

    found = attributed(memory(*WALKED), state(), replace(plain, traces=pieces[::-1]), WALKED)

    assert weights(found)["b2-c2"] > 0.9


def test_edges_crossed_before_the_trace_begins_are_on_the_way() -> None:
    touched = (("a1", 0), ("b1", 100), ("b2", 300), *WALKED[1:])

    found = attributed(memory(*touched), state(), drop(1118 + 690, lost=1118), touched)

    assert found is not None
    assert found.ways[0].edges == ("a1-b1", "b1-b2", "b2-c2")


def test_a_knock_just_then_may_have_been_it() -> None:
    calm = attributed(memory(*WALKED), state(), drop(1808, lost=1118), WALKED)
    shaken = attributed(memory(*WALKED, shaken=1100), state(), drop(1808, lost=1118), WALKED)
    before = attributed(memory(*WALKED, shaken=-3000), state(), drop(1808, lost=1118), WALKED)

    assert calm is not None and shaken is not None
    assert calm.none < 0.01
    assert 0.1 < shaken.none < 0.6
    assert before == calm


def test_what_was_heard_when_the_ball_reached_the_floor_was_the_ball() -> None:
    """It falls 55 ms before it is heard; then the other edge is out of the question."""
    plain = drop(1820, lost=10**6)
    plain = replace(plain, traces=(tuple(replace(s, share=1.0) for s in plain.traces[0]),))

    struck = GAME.read(memory(*WALKED), state(), Struck(1118 + 55)).memory
    heard = attributed(struck, state(), plain, WALKED)
    unheard = attributed(memory(*WALKED), state(), plain, WALKED)

    def odds(found: Drop | None) -> float:
        return weights(found)["b2-c2"] / weights(found)["c2-c3"]

    assert odds(heard) == pytest.approx(4 * odds(unheard), rel=0.05)


def test_a_magnet_lifted_just_then_may_have_lost_its_ball_by_that() -> None:
    """It stands between b2 and the border, goes up for 200 ms and comes down again."""
    standing = trace(B2, (46.0, 36.0), until=1900, lost=1250)
    lifted = tuple(spot for spot in standing if not 1250 < spot.at < 1450)

    found = attributed(memory(("b2", 0)), state(), Dropped("nw", 1900, (lifted,)), (("b2", 0),))

    assert found is not None
    assert (found.ways, found.none) == ((), 1.0)


def test_of_a_ball_that_nothing_explains_nothing_is_said() -> None:
    resting = memory(("b2", 0))

    assert attributed(resting, state(), Dropped("nw", 1900), (("b2", 0),)) is None
    assert came_down(resting, state(), Dropped("nw", 1900)) == moves.Fall(None, "nw")


def test_the_late_ones_ball_goes_by_where_the_late_one_went() -> None:
    late = replace(memory(("f6", 0)), late=("red", 1290, WALKED))

    move = came_down(late, state(), drop(1808, lost=1118), "red")

    assert isinstance(move, moves.Fell)
    assert (move.seat, move.tray, move.knock) == ("red", "nw", False)
    assert weights(move.drop)["b2-c2"] > 0.95


def test_by_the_house_rule_a_ball_that_met_no_wall_is_given_back() -> None:
    """b2-c2 was crossed nine times and so was c2-c3: neither can be a wall."""
    crossed = Found(crossed={"b2-c2": 9, "c2-c3": 9})
    again = replace(state(Options(walls=24, knocked="again")), found=crossed)
    bump = replace(state(Options(walls=24)), found=crossed)
    fallen = drop(1808, lost=1118)

    given, not_given = (came_down(memory(*WALKED), s, fallen) for s in (again, bump))
    met = came_down(memory(*WALKED), replace(again, found=Found()), fallen)

    knocks = [move.knock for move in (given, not_given, met) if isinstance(move, moves.Fell)]
    assert knocks == [True, False, False]


def test_what_fell_earlier_makes_the_floor_known() -> None:
    """On a flatter floor with late trays the same delay points to the edge before."""
    flat = tuple(
        Drop((Way((edge("a1", field),), 1.0, 100.0, 960),)) for field in neighbours("a1")
    )
    taught = replace(state(), found=Found(drops=flat * 6))
    plain = replace(drop(2110, lost=0), traces=())

    fresh = attributed(memory(*WALKED), state(), plain, WALKED)
    learned = attributed(memory(*WALKED), taught, plain, WALKED)

    assert weights(fresh)["b2-c2"] < 0.5 < weights(learned)["b2-c2"]
