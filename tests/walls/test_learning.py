"""Drops weighed by their delay on a floor that nobody told: from thrown balls."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from random import Random

import pytest
from msgspec.structs import replace

from companion.walls.evidence import Drop, Way
from companion.walls.learning import Loose, weigh, weighed

EARLIER = ("a1-b1",)
LATER = ("a1-b1", "b1-c1")


def thrown(rng: Random, far: float, slope: float, late: float) -> int:
    """Newton: from detaching to what the tray tells, in ms."""
    push = 5 / 7 * 9.81 * (sin(radians(slope)) - 0.01 * cos(radians(slope)))
    rolls = sqrt(2 * far / 1000 * rng.uniform(1, 1.35) / push)
    return round(1000 * (rolls + sqrt(2 * 0.015 / 9.81)) + rng.uniform(0, 120) + late)


def evening(seed: int, slope: float, late: float, drops: int = 30) -> list[Drop]:
    """Drops at the second of two walls 36 mm and 160 ms apart; the first is the other way."""
    rng = Random(seed)
    made: list[Drop] = []
    for _ in range(drops):
        far = rng.uniform(40, 160)
        delay = thrown(rng, far, slope, late)
        ways = [Way(LATER, 1.0, far, delay), Way(EARLIER, 1.0, far - 30, delay + 160)]
        made.append(weigh(ways, (), made))
    return made


def right(drops: list[Drop] | tuple[Drop, ...]) -> float:
    """The mean weight of what it truly was."""
    weights = [way.weight for drop in drops for way in drop.ways if way.edges == LATER]
    return sum(weights) / len(drops)


@pytest.mark.parametrize(("slope", "late"), [(4.0, 80.0), (5.0, 0.0), (6.0, 40.0)])
def test_the_floor_is_learned_from_the_drops(slope: float, late: float) -> None:
    drops = [drop for seed in range(4) for drop in evening(seed, slope, late)[-10:]]

    assert right(drops) > 0.9


def test_the_first_drops_are_known_better_in_the_end() -> None:
    drops = evening(1, 4.0, 80.0)

    assert right(weighed(drops)[:5]) >= right(drops[:5])
    assert right(weighed(drops)) > 0.9


def test_the_order_of_the_others_does_not_matter() -> None:
    drops = evening(2, 4.5, 30.0, drops=8)

    turned = weighed(drops[::-1])

    assert turned[::-1] == weighed(drops)


def test_all_weights_together_are_one() -> None:
    ways = [Way(LATER, 1.0, 100.0, 700, 0.3), Way(EARLIER, 1.0, 80.0, 860, 0.2)]

    drop = weigh(ways, [Loose(100.0, 720, 0.1)], ())

    assert sum(way.weight for way in drop.ways) + drop.none == pytest.approx(1, abs=2e-4)
    assert 0.1 < drop.none < 0.4  # a third as likely as the first way, by as fitting a delay


def test_a_delay_that_cannot_be_speaks_for_the_other_way() -> None:
    ways = [Way(LATER, 1.0, 200.0, 300), Way(EARLIER, 1.0, 100.0, 700)]

    (way, *rest) = sorted(weigh(ways, (), ()).ways, key=lambda way: -way.weight)

    assert way.edges == EARLIER
    assert way.weight > 0.98
    assert sum(other.weight for other in rest) < 0.02


def test_a_drop_that_nobody_measured_keeps_its_weights_and_teaches_nothing() -> None:
    told = Drop((Way(LATER, 0.7), Way(EARLIER, 0.25)), 0.05)
    drops = evening(3, 4.0, 60.0, drops=6)

    assert weighed([*drops, told])[-1] == told
    assert weighed([*drops, told])[:-1] == weighed(drops)


def test_what_speaks_besides_the_delay_counts_as_much() -> None:
    ways = [Way(LATER, 1.0, 100.0, 700, 0.9), Way(EARLIER, 1.0, 100.0, 700, 0.1)]

    weights = [way.weight for way in weigh(ways, (), ()).ways]

    assert weights[0] == pytest.approx(9 * weights[1], rel=0.01)
    assert replace(ways[0], weight=weights[0]) == weigh(ways, (), ()).ways[0]


def test_a_drop_keeps_its_likeliest_ways_and_no_more_than_a_journal_takes() -> None:
    ways = [
        Way(("a1-b1", "b1-c1")[: 1 + n % 2], 1.0, 60.0, 500, 1 / (n + 1)) for n in range(30)
    ]
    kept = weigh(ways, (), ()).ways
    assert [way.besides for way in kept] == [way.besides for way in ways[:16]]
