"""``companion keys``: how a tablet becomes one that keeps the table.

Rule: PIN and codes are shown where only the table can see them: on a terminal, or to a
device that keeps the table already. Whoever may read the data folder may read the PIN.
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from companion.commands.ports import address
from companion.people.file import pin_of
from companion.settings import SettingsError, load


@click.command(epilog="Example: companion keys --config companion.toml")
@click.option(
    "--config", type=click.Path(path_type=Path), default="companion.toml", show_default=True,
    help="The settings of this table.",
)  # fmt: skip
@click.option(
    "--data", type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The table's data folder, instead of what the settings say.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="As JSON, for other programs.")
def keys(config: Path, data: Path | None, as_json: bool) -> None:
    """Show the table's PIN: type it on a tablet, and that tablet keeps the table."""
    place = ""
    if data is None:
        try:
            settings = load(config)
        except SettingsError as wrong:
            raise click.UsageError(str(wrong)) from None
        data, place = settings.folder, address(settings.web.host, settings.web.port)
    pin = pin_of(data)
    if not pin:
        raise click.UsageError(
            f"{data}: no table was ever opened with this folder. "
            "Start the service once, or name its folder with --data."
        )
    if as_json:
        click.echo(json.dumps({"pin": pin, "address": place}))
        return
    if place:
        draw(f"{place}join#{pin}")
        click.echo(f"The table is at {place}")
    say(pin)


def draw(place: str) -> None:
    """A QR code in the terminal."""
    import segno  # noqa: PLC0415 - 30 ms that only a terminal needs

    segno.make(place, error="l").terminal(compact=True)


def say(pin: str) -> None:
    """The PIN, and what it is good for."""
    click.echo(f"PIN {pin}: the tablet that it is typed on (Sit down) keeps the table.")
