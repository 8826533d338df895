"""Judges one table: what each said of its walls and drops, beside the truth.

Rule: the record is judged as it is; nothing is played again.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from companion.walls.evidence import Either, Found
from tests.walls_study import evidence
from tests.walls_study.evidence import EDGES, GROUNDS, Map
from tests.walls_study.measures import Claim, claim
from tests.walls_study.record import Noted, Record

NAIVE = "last edge"
OURS = "ours"


class Judged(Struct, frozen=True):
    """``maps``: by who says so and after how many turns. ``claims``: of every drop that a
    wall or nothing had held back, by who says so. ``counts``: what became of everything
    that fell or was crossed. ``odd``: what went wrong, in words."""

    seed: int
    truth: tuple[bool, ...]
    maps: dict[str, dict[int, Map]]
    claims: dict[str, list[Claim]]
    counts: dict[str, int]
    odd: list[str]


def judged(record: Record) -> Judged:
    """One table."""
    turns = sorted(record.found)
    maps = {
        who: {turn: evidence.exact(facts(record, turn))[0] for turn in turns}
        for who, facts in GROUNDS.items()
    }
    maps[NAIVE] = {turn: evidence.naive(record.found[turn]) for turn in turns}
    truth = tuple(edge in record.walls for edge in EDGES)
    odd = [*record.wrong, *_odd_edges(record, maps[OURS], turns), *_odd_drops(record)]
    return Judged(record.seed, truth, maps, _claims(record, turns), _counts(record), odd)


def _known(record: Record) -> list[Noted]:
    """Drops that were seen, of balls that truly fell, as far as the last look has them."""
    upto = max(record.seen.values(), default=0)
    return [noted for noted in record.noted if 0 <= noted.drop < upto and noted.fall >= 0]


def _claims(record: Record, turns: list[int]) -> dict[str, list[Claim]]:
    if not turns:
        return {}
    facts, again = record.found[turns[-1]], evidence.anew(record, turns[-1])
    known = _known(record)
    truths = [record.falls[noted.fall].wall for noted in known]
    posteriors = {
        "ours, with the map": (facts, evidence.exact(facts)[1].posterior()),
        "ours anew, with the map": (again, evidence.exact(again)[1].posterior()),
    }
    claims = {
        who: [claim(from_.drops[n.drop], wall) for n, wall in zip(known, truths, strict=True)]
        for who, from_ in (("ours", facts), ("ours anew", again))
    }
    for who, (from_, posterior) in posteriors.items():
        claims[who] = [
            claim(from_.drops[n.drop], wall, posterior.blame(from_.drops[n.drop]))
            for n, wall in zip(known, truths, strict=True)
        ]
    claims[NAIVE] = [
        Claim({evidence.last_edge(facts.drops[n.drop]): 1.0}, wall)
        for n, wall in zip(known, truths, strict=True)
    ]
    return claims


def _counts(record: Record) -> dict[str, int]:
    told = {noted.fall for noted in record.noted}
    last = max(record.found, default=0)
    falls = [n for n, fall in enumerate(record.falls) if fall.turn <= last]
    facts = record.found.get(last, Found())
    walls = set(record.walls)
    return {
        "turns": record.turns,
        "balls that fell": len(falls),
        "of them without a wall": sum(not record.falls[n].wall for n in falls),
        "of them never told": sum(n not in told for n in falls),
        "told by people alone": sum(noted.drop < 0 for noted in record.noted),
        "told though none fell": sum(noted.fall < 0 for noted in record.noted),
        "edges said to be crossed": sum(facts.crossed.values()),
        "of them walls": sum(n for edge, n in facts.crossed.items() if edge in walls),
        "cut corners": len(facts.either),
        "of them impossible": sum(_impossible(either, walls) for either in facts.either),
        "misread": record.misread,
        "asked": record.asked,
    } | {f"by {by}": n for by, n in Counter(noted.by for noted in record.noted).items()}


def _impossible(either: Either, walls: set[str]) -> bool:
    return all(set(path) & walls for path in either.paths)


def _odd_edges(record: Record, said: dict[int, Map], turns: list[int]) -> list[str]:
    if not turns:
        return [f"table {record.seed}: over before turn {min(record.found, default=20)}"]
    last, walls = said[turns[-1]], set(record.walls)
    return [
        f"table {record.seed}: {edge} is {'a wall' if edge in walls else 'open'}, "
        f"said {share:.4f}; {_facts_of(record, turns[-1], edge)}"
        for edge, share in last.items()
        if (share > 0.99 and edge not in walls) or (share < 0.01 and edge in walls)
    ]


def _facts_of(record: Record, turn: int, edge: str) -> str:
    facts = record.found[turn]
    drops = [n for n, drop in enumerate(facts.drops) if edge in _ends(drop)]
    true = sum(fall.wall == edge for fall in record.falls)
    return (
        f"crossed {facts.crossed.get(edge, 0)} times, in {len(facts.either)} cut corners "
        f"{sum(edge in str(either) for either in facts.either)}, blamed in drops {drops}, "
        f"truly hit {true} times"
    )


def _ends(drop: Any) -> set[str]:
    return {way.edges[-1] for way in drop.ways}


def _odd_drops(record: Record) -> list[str]:
    """Drops whose true edge got next to nothing."""
    odd = []
    facts = record.found[max(record.found)] if record.found else Found()
    for noted in _known(record):
        fall = record.falls[noted.fall]
        said = claim(facts.drops[noted.drop], fall.wall)
        if said.right < 0.05:
            shares = {edge or "none": round(share, 4) for edge, share in said.shares.items()}
            odd.append(
                f"table {record.seed}: drop {noted.drop} ({noted.seat}, turn {noted.turn}, "
                f"{noted.at - fall.at} ms after {fall.at}, {fall.tray}) was "
                f"{fall.wall or 'none'} after {fall.edges}, said {shares}"
            )
    return odd
