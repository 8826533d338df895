"""What the owner of a table has written into companion.toml, read strictly.

A key that nobody reads, a wrong type or a pin given twice is an error that names the place,
both sides and the next step; nothing is passed over in silence.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from companion.settings.page import Page, SettingsError
from companion.settings.wires import (
    PINS,
    Pico,
    Pin,
    Pins,
    Scanner,
    Tape,
    Text,
    Virtual,
    Wire,
    named,
    usual_pins,
)

__all__ = [
    "DEFAULTS", "Pico", "Pins", "Scanner", "Settings", "SettingsError", "Tape", "Virtual", "Web",
    "Wire", "load", "named",
]  # fmt: skip

COLOURS = ("red", "blue", "yellow", "green")
Word = Annotated[str, Meta(pattern=r"^[^/+#\s]+$", description="one word without / + or #")]
Port = Annotated[int, Meta(ge=0, le=65535, description="a whole number from 0 to 65535")]
Colour = Annotated[
    str, Meta(pattern=f"^({'|'.join(COLOURS)})$", description="red, blue, yellow or green")
]


class Web(Struct, frozen=True):
    """Where the page is served."""

    host: Text = "0.0.0.0"  # every network the computer is in: tablets come by wireless  # noqa: S104 - tablets come from the whole house
    port: Port = 8321  # 0 takes any that is free


class Settings(Struct, frozen=True):
    """All of it; what is left out stays as it is here."""

    language: Text = "en"
    data: Text = "~/.local/share/companion"
    table: Word = "table"  # one level of an MQTT topic
    web: Web = Web()
    wires: tuple[Wire, ...] = ()
    pins: dict[str, Pin] = {}  # what of the plate to number, where it is not the usual
    players: dict[str, Colour] = {}  # name to colour, in turn order

    @property
    def folder(self) -> Path:
        """Where the data stands."""
        return Path(self.data).expanduser()


DEFAULTS = Settings()


def load(path: Path) -> Settings:
    """The settings of this file; paths in it start from the folder it stands in."""
    page = Page(path.name)
    raw = page.parsed(_text(path))
    page.section("the top level", raw, Settings)
    page.section("[web]", raw.get("web", {}), Web)
    page.wires(raw.get("wires", []))
    page.each("[pins]", raw.get("pins", {}), Pin, PINS)
    page.each("[players]", raw.get("players", {}), Colour)
    settings = msgspec.convert(raw, Settings)
    page.free("[pins]", settings.pins)
    page.once("[pins]", {source: f"GPIO{pin}" for source, pin in settings.pins.items()}, "pin")
    page.trays("[pins]", settings.pins)
    page.unlike("[pins]", settings.pins, usual_pins(settings.pins))
    page.read("[pins]", settings.pins, any(isinstance(w, Pins) for w in settings.wires))
    page.once("[players]", settings.players, "colour")
    return _placed(settings, path.parent)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        why = f"line {line} is not UTF-8. Save the file as UTF-8."
    except FileNotFoundError:
        why = f"there is no such file in {path.parent.absolute()}. Write one, or name another."
    except OSError as error:
        why = f"cannot be read ({error.strerror}). Look at what it is and who may read it."
    raise SettingsError(f"{path.name}: {why}")


def _placed(settings: Settings, folder: Path) -> Settings:
    """Paths, wherever the program is started from."""
    wires = tuple(
        replace(wire, file=str(folder / Path(wire.file).expanduser()))
        if isinstance(wire, Tape)
        else wire
        for wire in settings.wires
    )
    data = str(folder / Path(settings.data).expanduser())
    return replace(settings, data=data, wires=wires)
