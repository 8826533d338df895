"""``companion simulate``: whole games through the real path, as fast as they compute."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import click
from click.core import ParameterSource

from companion.commands.evening import Evening, Told
from companion.commands.found import game as installed
from companion.commands.tapping import Tapped
from companion.commands.variants import WAYS, chosen
from companion.simulator.noise import NOISES
from companion.vocabulary import Game

SUMS = ("moves", "turns", "refused", "misread", "asked", "taps")
OF_A_PLATE = ("noise", "wires")
"""What only a table has that senses where its pieces are."""
AROUND = 4  # people, unless somebody says how many


class Played(Protocol):
    """An evening of some people around a table."""

    def play(self) -> Told:
        """All of it."""

    def close(self) -> None:
        """Everybody goes home."""


Begin = Callable[[Path, int], Played]
"""An evening in this folder, and of this number."""


@click.command(
    epilog="Example: companion simulate labyrinth --players 4 --games 5 --noise home"
)
@click.argument("game")
@click.option("--players", type=int, help=f"[default: {AROUND}, where the game is for so many]")
@click.option("--games", type=click.IntRange(1, 100_000), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first game.")
@click.option(
    "--way", type=click.Choice(WAYS), default=WAYS[0], show_default=True,
    help="How much the companion keeps of a game that lets people choose it.",
)  # fmt: skip
@click.option(
    "--with", "variants", multiple=True, metavar="VARIANT",
    help="A house rule or reading of the game: name=value, or a name alone; repeatable.",
)  # fmt: skip
@click.option("--noise", type=click.Choice(sorted(NOISES)), default="home", show_default=True)
@click.option(
    "--wires",
    type=click.Choice(["virtual", "pico", "gpio"]),
    default="virtual",
    show_default=True,
)
@click.option(
    "--scanned", is_flag=True,
    help="Pieces that carry labels are shown to readers, and less is tapped; with --wires "
    "gpio these speak beside the pins.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="As JSON, for other programs.")
@click.pass_context
def simulate(
    context: click.Context, /, game: str, players: int | None, games: int, seed: int, way: str,
    variants: tuple[str, ...], as_json: bool, **plate: Any,
) -> None:  # fmt: skip
    """Play whole games of GAME with simulated people, signals in and journal out.

    What the book leaves to pictures comes from a synthetic box that no real match sees.
    """
    rules = installed(game)
    around = _around(rules, players)
    options = chosen(rules, way, variants)
    if not rules.on_plate:
        _needs_no_plate(context, rules, plate)
    elif plate["wires"] == "gpio":
        _needs_pins()
    began = time.perf_counter()
    told: list[Told] = []
    for evening in _evenings(_begin(rules, around, options, plate), games, seed):
        told.append(evening)
        if not as_json:
            _line(seed + len(told) - 1, evening)
    report = _report(told) | {"seconds": round(time.perf_counter() - began, 1)}
    head = {"game": game, "players": around, "games": games, "seed": seed}
    head |= {**plate, "way": way, "with": list(variants)}
    click.echo(json.dumps(head | report) if as_json else _summary(report))


def _around(rules: Game, players: int | None) -> int:
    """How many people play; one clear line where the game is not for so many."""
    least, most = rules.players
    if players is None:
        return max(least, min(AROUND, most))
    if not least <= players <= most:
        raise click.UsageError(
            f"--players {players}: {rules.name} is for {least} to {most} players."
        )
    return players


def _needs_no_plate(context: click.Context, rules: Game, plate: dict[str, Any]) -> None:
    """What somebody asked for and means nothing there is not passed over in silence."""
    for name in OF_A_PLATE:
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise click.UsageError(
                f"--{name} {plate.pop(name)}: {rules.name} is played on no plate. "
                f"Leave --{name} out."
            )
        del plate[name]
    if plate["scanned"] and rules.means is None:
        raise click.UsageError(
            f"--scanned: {rules.name} reads no pieces that are shown. Leave --scanned out."
        )


def _needs_pins() -> None:
    try:
        import gpiozero  # noqa: F401, PLC0415 - only these wires need it
    except ImportError:
        raise click.UsageError(
            "--wires gpio needs gpiozero, and it is not installed. "
            "pip install '.[pi]' brings it; the other wires need nothing."
        ) from None


def _begin(rules: Game, players: int, options: dict[str, Any], plate: dict[str, Any]) -> Begin:
    """People move cardboard over a plate, or there is none and they tap."""
    if not rules.on_plate:
        return lambda folder, of: Tapped(rules, folder, of, players, options, **plate)
    rest = {**plate, "noise": NOISES[plate["noise"]]}
    return lambda folder, of: Evening(rules, folder, of, players, options=options, **rest)


def _evenings(begin: Begin, games: int, seed: int) -> Iterator[Told]:
    for number in range(games):
        with tempfile.TemporaryDirectory(prefix="companion-simulate-") as folder:
            evening = begin(Path(folder), seed + number)
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
