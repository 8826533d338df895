"""``companion walls``: which edges are walls, from facts in a file."""

from __future__ import annotations

import json
from itertools import pairwise
from statistics import median
from time import perf_counter
from typing import Any

import click

from companion.commands.evidence import Fact, called, content, facts, numbers_of_walls
from companion.walls import CONNECTED as MIXED
from companion.walls import Posterior, Prior, Sensing, Walls, edges, prior
from companion.walls.evidence import Drop, Either

CONNECTED = {"connected": 1.0, "rulebook": 0.0, "mixed": MIXED}
"""Which layouts there may be: the share of those in which every field can be reached, beside
those in which each field has an entry (the book asks no more)."""
SURE = 0.99  # from here on a wall, or an open edge, is drawn as certain
LEGEND = "# a wall, : rather a wall, ' rather open, nothing: open"


@click.command(epilog="Example: companion walls facts.jsonl --walls 24 --json")
@click.argument("file", default="-")
@click.option("--size", default=6, show_default=True, help="Fields along one side, 2 to 9.")
@click.option("--walls", "number", default="any", show_default=True, metavar="N|any",
              help="How many walls there are.")  # fmt: skip
@click.option("--prior", "numbers", default="", metavar="FILE",
              help='How likely which number of walls is: {"19": 0.4, "24": 0.6}.')  # fmt: skip
@click.option("--layouts", type=click.Choice(list(CONNECTED)), default="connected",
              show_default=True, help="connected: every field can be reached; rulebook: each "
              "field has an entry; mixed: 0.9 of the first, 0.1 of the second.")  # fmt: skip
@click.option("--knock", default=0.01, show_default=True, help="A ball falls without a wall.")
@click.option("--miss", default=0.002, show_default=True, help="A wall does not take the ball.")
@click.option("--light", default=0.0, show_default=True,
              help="Leave out what has less than this share of its fact's weight.")  # fmt: skip
@click.option("--time", "times", type=click.IntRange(1, 100_000), default=1, show_default=True,
              metavar="N", help="Work out the last fact N times, tell the median.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="As JSON, for other programs.")
def walls(file: str, size: int, number: str, numbers: str, layouts: str, knock: float,
          miss: float, light: float, times: int, as_json: bool) -> None:  # fmt: skip
    """Work out the hidden walls from FILE, or from standard input: one JSON object a line.

    {"cross": "a1-a2"}: no ball fell there. {"drop": ["a1-b1", "b1-b2"], "weights": [0.7,
    0.3], "none": 0.05}: a ball fell; at which edge, in the order they were crossed.
    {"either": [["a1-b1"], ["a1-a2"]]}: one of these paths was crossed. Weights left out are
    equal and sum to 1.
    """
    try:
        told = facts(content(file), called(file), size)
        before = expected(size, number, numbers, CONNECTED[layouts])
        ledger = Walls(before, Sensing(knock, miss), light)
        posterior, took = worked_out(ledger, told, times)
    except ValueError as wrong:
        raise click.UsageError(str(wrong)) from wrong
    except MemoryError as full:
        raise click.UsageError(
            f"{called(file)}: what these facts leave open together is more than this machine "
            "can remember. Leave out light ways (--light 1e-4), or say more of each drop."
        ) from full
    scale = sum(fact.scale for fact in told)
    report = as_plain(posterior, size, scale) | {"update_ms": took}
    click.echo(json.dumps(report) if as_json else in_words(report, size))


def expected(size: int, number: str, numbers: str, connected: float) -> Prior:
    """What may be thought of the walls before anything happened."""
    if numbers and number != "any":
        raise click.UsageError(
            f"--walls {number} and --prior {numbers} both say how many walls there are: "
            "leave one of them out."
        )
    if numbers:
        return numbers_of_walls(numbers, size, connected)
    if number == "any":
        return prior(size, None, connected)
    if not (number.isascii() and number.isdigit() and len(number) <= 3):
        raise click.UsageError(f"--walls {number!r} is no number: write 24, or any.")
    return prior(size, int(number), connected)


def worked_out(ledger: Walls, told: list[Fact], times: int) -> tuple[Posterior, float]:
    """What follows from all facts; and the median ms that the last one takes, on a ledger
    that was asked before, as at the table. Noted again, it takes as long."""
    asked(ledger, told[:-1])
    answer, took = asked(ledger, told[-1:])
    again = [asked(ledger, told[-1:])[1] for _ in range(times - 1)]
    return answer, median([took, *again])


def asked(ledger: Walls, more: list[Fact]) -> tuple[Posterior, float]:
    """What follows with more facts, and the ms that they took."""
    began = perf_counter()
    for fact in more:
        add(ledger, fact)
    answer = ledger.posterior()
    return answer, (perf_counter() - began) * 1000


def add(ledger: Walls, fact: Fact) -> None:
    """One more fact for the ledger."""
    match fact.what:
        case Drop() as drop:
            ledger.drop(drop)
        case Either() as either:
            ledger.either(either)
        case edge:
            ledger.cross(edge)


def as_plain(posterior: Posterior, size: int, scale: float) -> dict[str, Any]:
    """The posterior as the outside relies on it."""
    best, _ = posterior.best
    return {
        "marginals": {edge: float(posterior.of(edge)) for edge in edges(size)},
        "map": list(best),
        "effective_layouts": posterior.effective,
        "log_z": posterior.log_z + scale,
    }


def in_words(report: dict[str, Any], size: int) -> str:
    """For people: the board in letters, and how much is still open."""
    left = f"{report['effective_layouts']:.4g}"
    return "\n".join((
        *drawn(report["marginals"], size),
        f"Walls in the likeliest layout: {len(report['map'])}.",
        f"What is not known yet is as much as between {left} layouts equally likely.",
        f"{LEGEND}; certain from {SURE:.0%} on.",
    ))  # fmt: skip


def drawn(marginals: dict[str, float], size: int) -> list[str]:
    """The board as the host's tablet shows it, with a letter for each edge."""
    columns = "abcdefghi"[:size]
    rows = []
    for row in range(1, size + 1):
        edges_beside = [f"{one}{row}-{other}{row}" for one, other in pairwise(columns)]
        marks = [mark(marginals[edge]) for edge in edges_beside]
        fields = zip(columns, [*marks, ""], strict=True)
        rows.append("".join(f"{column}{row}{wall}" for column, wall in fields))
        if row < size:
            under = [mark(marginals[f"{one}{row}-{one}{row + 1}"]) for one in columns]
            rows.append(" ".join(2 * wall for wall in under).rstrip())
    return rows


def mark(share: float) -> str:
    """One letter for how likely a wall is."""
    if SURE > share > 1 - SURE:
        return ":" if share > 1 / 2 else "'"
    return "#" if share > 1 / 2 else " "
