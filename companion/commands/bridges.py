"""The bridges to the wires that companion.toml names, built and kept together.

Rule: a wire that is not there never stops the start; it says so in its condition.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

from companion import settings, whole
from companion.bridges.virtual import SOURCES
from companion.commands.devices import Bridge, Device, Learner, built
from companion.commands.plates import PLATE, Plates, Put
from companion.views.tablet.wires import Wired
from companion.vocabulary import Answer, Condition, Signal

__all__ = ["VIRTUAL", "Bridge", "Bridges", "Device"]

log = logging.getLogger(__name__)

VIRTUAL = "virtual"
CHOSEN = "plate"  # the file in the data folder that holds the name somebody chose
SAID_BY_DEVICES = {
    "hall",
    "drop",
    "baseline",
    "nfc",
    "code",
    "die",
    "button",
    "piezo",
    "reader",
}
BUTTON = "button/0"  # of a plate: it is empty, and should learn what it reads
ANSWERS = 4.0  # s for a board to learn its empty plate; it takes about one
LOOK = 0.02  # s between two looks whether it has answered

Kinds = Mapping[str, settings.Wire]


class Bridges:
    """All wires by name, and the plates among them. ``cardboard`` is asked first about all
    that the virtual plate says, and keeps what it answers True to: another wire brings it."""

    def __init__(
        self,
        wires: Kinds,
        put: Put,
        now: Callable[[], int],
        folder: Path,
        *,
        pins: Mapping[str, int],
        marks: Mapping[str, int],
        cardboard: Callable[[Signal], bool] | None = None,
    ) -> None:
        self._now, self._file, self._cardboard = now, folder / CHOSEN, cardboard
        self._wires = wires
        names = [name for name in wires if self._is_plate(name)]
        self.plates = Plates(put, names, chosen=_chosen(self._file), shy={VIRTUAL})
        made = {
            name: built(name, wires[name], self.put(name), now, pins, marks) for name in wires
        }
        self.devices: dict[str, Device] = {name: it for name, it in made.items() if it}
        self.refused: Counter[str] = Counter()  # by wire, words that are not a wire's to say
        self.learned: dict[str, str] = {}  # by wire, what came of learning its empty plate

    def put(self, name: str) -> Put:
        """The way in for the wire of this name."""
        hand_on, cardboard = self.plates.put(name), self._cardboard

        def first(word: Any, answer: Any = None, /) -> None:
            if not (isinstance(word, Signal) and cardboard and cardboard(word)):
                hand_on(word, answer)

        def pressed(word: Any, answer: Any = None, /) -> None:
            if isinstance(word, Signal) and not self._is_theirs(name, word.source):
                self._refuse(name, word, answer)
                return
            hand_on(word, answer)
            if isinstance(word, Signal) and word.source == BUTTON:
                Thread(target=self.learn, args=(name,), name="learning", daemon=True).start()

        return first if name == VIRTUAL else pressed

    def _is_theirs(self, name: str, source: str) -> bool:
        """A wire says what a device can know; what people tap comes by the tablets alone.
        A tape has recorded them, and only plays them again."""
        if isinstance(self._wires[name], settings.Tape):
            return True
        return source.partition("/")[0] in SAID_BY_DEVICES or source == f"wire/{name}"

    def _refuse(self, name: str, signal: Signal, answer: Any) -> None:
        """Taken and thrown away, so that no device says it for ever."""
        if not self.refused[name]:
            log.warning("%s says %.40s, which is not for a wire to say; left out",
                        name, signal.source)  # fmt: skip
        self.refused[name] += 1
        if answer:
            answer(Answer(200, 0))

    @property
    def is_virtual(self) -> bool:
        """Is it the virtual table's cardboard that is played on, by whatever wire?"""
        return VIRTUAL in self._wires and (
            self.plates.in_use == VIRTUAL or self._cardboard is not None
        )

    def wired(self) -> tuple[Wired, ...]:
        """Every wire, as the page and health want to know it."""
        return tuple(self._wired(name) for name in self._wires)

    def use(self, name: str) -> bool:
        """Somebody chose this plate, now and for the next start; False if it is not there."""
        if not self.plates.is_live(name, self._now()):
            return False
        _keep(self._file, name)
        return self.plates.use(name, self._now())

    def learn(self, name: str) -> str:
        """Let a plate learn what it reads while it is empty: ``ok``, or why it did not."""
        device = self.devices.get(name)
        if not isinstance(device, Learner) or not self.plates.is_live(name, self._now()):
            return "away"
        number, end = device.ask("learn"), time.monotonic() + ANSWERS
        while not (reply := device.reply(number)) and time.monotonic() < end:
            time.sleep(LOOK)
        self.learned[name] = reply or "unheard"
        self.plates.changed()
        return self.learned[name]

    def _is_plate(self, name: str) -> bool:
        kind = self._wires[name]
        if isinstance(kind, settings.Virtual):
            return self._cardboard is None
        return not isinstance(kind, settings.Scanner)

    def _wired(self, name: str) -> Wired:
        device = self.devices.get(name)
        sources = device.sources if device else self._said_by_all(name)
        condition = device.condition if device else partial(self._pulse, name)
        return Wired(
            name=name,
            kind=str(self._wires[name].__struct_config__.tag),
            plate=name in self.plates.names,
            in_use=name == self.plates.in_use,
            sources=sources,
            condition=condition(),
            port=str(getattr(self._wires[name], "port", "")),
            learned=self.learned.get(name, "") if isinstance(device, Learner) else None,
        )

    def _said_by_all(self, name: str) -> tuple[str, ...]:
        """The virtual table's sources; what a plate brings only where it is one."""
        if name in self.plates.names:
            return SOURCES
        return tuple(one for one in SOURCES if one.partition("/")[0] not in PLATE)

    def _pulse(self, name: str) -> Condition:
        if self._cardboard:  # its hands are here, its frames come by another wire
            return Condition("live")
        return self.plates.condition(name, self._now())


def _chosen(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _keep(file: Path, name: str) -> None:
    """Whole or not at all; a card that takes nothing any more costs only the memory of it."""
    try:
        whole.replace(file, f"{name}\n".encode())
    except OSError as wrong:
        log.warning("%s: the choice of the plate is not kept (%s)", file, wrong)
