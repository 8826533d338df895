"""``companion simulate``: whole games through the real path, as fast as they compute."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from companion.commands.evening import Evening, Told
from companion.commands.found import game as installed
from companion.simulator.noise import NOISES, Noise
from companion.vocabulary import Game

SUMS = ("moves", "turns", "refused", "misread", "asked", "taps")


@click.command(
    epilog="Example: companion simulate labyrinth --players 4 --games 5 --noise home"
)
@click.argument("game")
@click.option("--players", type=click.IntRange(2, 4), default=4, show_default=True)
@click.option("--games", type=click.IntRange(1, 100_000), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first game.")
@click.option("--noise", type=click.Choice(sorted(NOISES)), default="home", show_default=True)
@click.option(
    "--wires",
    type=click.Choice(["virtual", "pico", "gpio"]),
    default="virtual",
    show_default=True,
)
@click.option(
    "--scanned", is_flag=True,
    help="Chips and die are shown to readers instead of being tapped; with --wires "
    "gpio these speak beside the pins.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="As JSON, for other programs.")
def simulate(
    game: str, players: int, games: int, seed: int, noise: str, wires: str, scanned: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Play whole games of GAME with simulated people, signals in and journal out.

    What the book leaves to pictures comes from a synthetic box that no real match sees.
    """
    rules = installed(game)
    if wires == "gpio":
        _needs_pins()
    began = time.perf_counter()
    told: list[Told] = []
    for evening in _evenings(rules, players, games, seed, NOISES[noise], wires, scanned):
        told.append(evening)
        if not as_json:
            _line(seed + len(told) - 1, evening)
    report = _report(told) | {"seconds": round(time.perf_counter() - began, 1)}
    head = {"game": game, "players": players, "games": games, "seed": seed, "noise": noise}
    head |= {"wires": wires, "scanned": scanned}
    click.echo(json.dumps(head | report) if as_json else _summary(report))


def _needs_pins() -> None:
    try:
        import gpiozero  # noqa: F401, PLC0415 - only these wires need it
    except ImportError:
        raise click.UsageError(
            "--wires gpio needs gpiozero, and it is not installed. "
            "pip install '.[pi]' brings it; the other wires need nothing."
        ) from None


def _evenings(
    rules: Game, players: int, games: int, seed: int, noise: Noise, wires: str, scanned: bool
) -> Iterator[Told]:
    for number in range(games):
        with tempfile.TemporaryDirectory(prefix="companion-simulate-") as folder:
            there, of = Path(folder), seed + number
            evening = Evening(rules, there, of, players, noise, wires=wires, scanned=scanned)
            yield evening.play()
            evening.close()


def _report(told: list[Told]) -> dict[str, Any]:
    return {
        "finished": sum(evening.finished for evening in told),
        **{name: sum(getattr(evening, name) for evening in told) for name in SUMS},
        "replay_equal": all(evening.replay_equal for evening in told),
        "wrong": [wrong for evening in told for wrong in evening.wrong],
    }


def _line(seed: int, evening: Told) -> None:
    end = "finished" if evening.finished else "not finished"
    click.echo(
        f"seed {seed}: {end}, {evening.moves} moves, "
        f"{evening.misread} misread, {evening.asked} asked, {evening.taps} taps"
    )
    for wrong in evening.wrong:
        click.echo(f"  {wrong}")


def _summary(report: dict[str, Any]) -> str:
    equal = "yes" if report["replay_equal"] else "no"
    return (
        f"{report['finished']} finished, {report['moves']} moves in {report['seconds']} s: "
        f"{report['misread']} misread, {report['asked']} asked, {report['taps']} taps; replays equal: {equal}"
    )
