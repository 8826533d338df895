"""``companion run``: the service on the wires that companion.toml names."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from threading import Thread

import click

from companion.bridges.tape import TapeError, TapeWire, read
from companion.commands import found, keys, replay
from companion.commands.ports import address
from companion.commands.service import Plan, Service
from companion.settings import Settings, SettingsError, Tape, load, named


@click.command(epilog="Example: companion run --config companion.toml")
@click.option(
    "--config", type=click.Path(path_type=Path), default="companion.toml", show_default=True,
    help="The settings of this table.",
)  # fmt: skip
@click.option("--table", help="What the table is called, instead of what the file says.")
def run(config: Path, table: str | None) -> None:
    """Serve a table on its wires, until it is stopped."""
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    try:
        settings = load(config)
    except SettingsError as wrong:
        raise click.UsageError(str(wrong)) from None
    service = Service(_plan(settings, table), found.found())
    for name, wire in named(settings.wires).items():
        if isinstance(wire, Tape):
            _play(service, name, wire)
    service.open()
    place = address(settings.web.host, service.server.port)
    click.echo(f"The table is at {place}")
    if sys.stdout.isatty():  # the log of a service is read by more people than the table's
        keys.draw(f"{place}join#{service.people.first_code().text}")
        keys.say(service.people.pin)
    service.serve()


def _plan(settings: Settings, table: str | None) -> Plan:
    return Plan(
        folder=settings.folder,
        host=settings.web.host,
        port=settings.web.port,
        table=table or settings.table,
        language=settings.language,
        virtual=False,
        wires=settings.wires,
        pins=settings.pins,
        players=settings.players,
    )


def _play(service: Service, name: str, wire: Tape) -> None:
    """While a tape plays, it is the clock; when it ends, time goes on by itself."""
    try:
        tape = read(Path(wire.file))
    except TapeError as wrong:
        service.journal.close()
        raise click.UsageError(str(wrong)) from None
    put = service.wires.put(name)
    playing = TapeWire(tape, put, speed=wire.speed, begin=service.clock.now())
    service.before.append(lambda: replay.begin(service.loop, tape.header, Path(wire.file).name))
    service.bridges[0] = _ThenClock(playing, service)


class _ThenClock:
    """A tape, and after it the clock."""

    def __init__(self, tape: TapeWire, service: Service) -> None:
        self._tape, self._clock = tape, service.clock
        self._thread = Thread(target=self._after, name="after the tape", daemon=True)

    def start(self) -> None:
        self._tape.start()
        self._thread.start()

    def stop(self) -> None:
        self._tape.stop()
        self._thread.join()
        self._clock.stop()

    def _after(self) -> None:
        self._tape.wait()
        self._clock.start()
