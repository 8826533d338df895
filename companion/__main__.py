"""``companion``: a table companion that senses the cardboard and keeps the score.

Rule: a command is one file in ``commands``, loaded when it is asked for. A mistake in
what was typed ends in one clear line, never in a traceback.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import click

COMMANDS = (
    "demo", "run", "doctor", "games", "simulate", "score", "walls", "replay", "keys", "forget",
    "labels", "pieces",
)  # fmt: skip


class House(click.Group):
    """Loads a command only when it is needed, so that the start is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's own
        cmd_name: str,
    ) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"companion.commands.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def main(self, args: Any = None, standalone_mode: bool = True, **extra: Any) -> Any:  # type: ignore[override]
        if not standalone_mode:
            return super().main(args, standalone_mode=False, **extra)
        try:
            code = super().main(args, standalone_mode=False, **extra)
        except click.exceptions.NoArgsIsHelpError as help:
            help.show()
            code = help.exit_code
        except click.ClickException as mistake:
            click.echo(" ".join(mistake.format_message().split()), err=True)
            code = 2
        except click.Abort:
            code = 130
        sys.exit(code if isinstance(code, int) else 0)


@click.group(cls=House)
@click.version_option(package_name="companion", message="companion %(version)s")
def main() -> None:
    """A companion for the game table: it senses the cardboard and keeps the score.

    Try it without any hardware: companion demo
    """


if __name__ == "__main__":
    main(prog_name="companion")
