"""``companion doctor``: what is wrong with the table, and what to do next.

Rule: it looks and changes nothing.
"""

from __future__ import annotations

import logging
from pathlib import Path

import click
import msgspec

from companion.commands.doctor.looking import looked
from companion.commands.doctor.page import page
from companion.settings import DEFAULTS, SettingsError, load

USUAL = (Path("companion.toml"), Path("/etc/companion.toml"))  # the latter is the unit's
LONGEST = 600.0  # s of one look


@click.command(epilog="Example: companion doctor --config companion.toml")
@click.option(
    "--config", type=click.Path(path_type=Path),
    help="The settings of the table. Without it: companion.toml here or in /etc, if there is.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="As JSON, for other programs.")
@click.option(
    "--seconds", type=click.FloatRange(1, LONGEST), default=4, show_default=True,
    help="How long the sensors are watched.",
)  # fmt: skip
def doctor(config: Path | None, as_json: bool, seconds: float) -> None:
    """Look over wires, rights, sensors, trays, disk and clock, and say what to do.

    Ends with 0 when all is well, and with 1 when something is wrong.
    """
    logging.basicConfig(level=logging.ERROR)  # the bridges' own log is for the companion
    file = config or next((path for path in USUAL if path.exists()), None)
    try:
        settings = load(file) if file else DEFAULTS
    except SettingsError as wrong:
        raise click.UsageError(str(wrong)) from None
    if not as_json:
        told = f"Looking for {seconds:g} seconds: hands off the fields, but balls may drop."
        click.echo(told, err=True)
    report = looked(settings, file, seconds)
    if as_json:
        click.echo(msgspec.json.encode(report))
    else:
        click.echo("\n".join(page(report.checks, report.plate)))
    click.get_current_context().exit(0 if report.ok else 1)
