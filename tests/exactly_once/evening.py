"""A long evening of balls and button presses on the real firmware, at a bad cable.

Rule: what really happened is written down here as it is done to the sensors, and nothing
of it is asked from the firmware or the link. Time is the board's, so it passes quickly.
"""

from __future__ import annotations

import os
import re
import select
from pathlib import Path
from random import Random

from companion.bridges.link import Link
from companion.geometry import TRAYS
from companion.simulator.pico import UNPLUGGED, Board
from companion.vocabulary import Signal
from tests.exactly_once.cable import Cable, Count

STEP = 40  # ms from look to look; a line lost costs 200
EMPTY = "7ff" * 36
BUTTON = "button/0"
ROOM = 40  # events that may wait for the house; the board has room for 64
CALM = 75  # looks, 3 s: longer than any resend, question or sign of life
PATIENCE = 2.0  # s of real time for one look

Happened = list[tuple[str, int]]  # the first is number 1
Taken = list[tuple[int, str, int]]

HELLO = re.compile(rb"\$H ([0-9a-f]{8}) ")


class Evening:
    """One board, one house, one cable."""

    def __init__(self, folder: Path, interpreter: str | None, seed: int) -> None:
        self.chance = Random(seed)
        self.board = Board(folder, interpreter)
        self.down, self.up = Cable(self.chance), Cable(self.chance)
        self.count = Count()
        self.happened: dict[str, Happened] = {}
        self.taken: dict[str, Taken] = {}
        self.whole: dict[str, int] = {}  # of boots that ended: how many were taken by then
        self.levels: dict[str, int] = {}
        self.events = self.openings = self.starts = self.houses = self.handed = 0
        self.counters: dict[str, int] = {}
        self.trays, self._held = [0, 0, 0, 0], 0
        self._tags, self._code = UNPLUGGED, "-"
        self._at = 0
        self._out = 0  # looks until the plug is put in again
        self._inbox: list[Signal] = []
        self._waiting: set[tuple[str, int]] = set()  # happened, and may still be taken
        self._is_seen = True  # the last look, by the board
        self._switch_on()
        self._house(Link())

    def close(self) -> None:
        """The end."""
        self._leave()
        os.close(self._port)
        self.board.close()

    # What goes wrong.

    def replug(self) -> None:
        """The plug falls out, and is put in again some time later."""
        self._hang_up()
        self._out = self.chance.randint(1, 20)

    def restart_house(self) -> None:
        """The house falls over; what it had not yet taken it never saw."""
        self._leave()
        self._inbox = []
        self._house(Link({boot: taken[-1][0] for boot, taken in self.taken.items()}))

    def restart_board(self) -> None:
        """The power of the board is cut."""
        while not self._is_seen:
            self._look()
        self.whole[self.boot] = len(self.taken.get(self.boot, ()))
        self._waiting = {
            (boot, number)
            for boot, number in self._waiting
            if self.happened[boot][number - 1][0] == BUTTON
        }
        self._hang_up()
        os.close(self._port)
        self.board.reset()
        self._switch_on()
        self._open()

    def forget(self) -> None:
        """The house starts without its journal."""
        self._leave()
        self._house(Link())

    def leave(self, presses: int) -> None:
        """Nobody is at the other end of the cable while the button is pressed so often."""
        self._hang_up()
        self._out = 2 * presses + 1
        for self._held in [0, 1] * presses:
            if self._held:
                self._note(BUTTON, 1)
            self._look()

    def turn_over(self, tray: str) -> None:
        """A ball falls into the tray, or is taken out."""
        number = list(TRAYS).index(tray)
        self.trays[number] ^= 1
        self._note(f"drop/{tray}", self.trays[number])
        self._look()

    def lose_first(self, start: bytes) -> None:
        """The first line that begins like this is lost on the cable, and no other."""
        self.down.harm = self.up.harm = 0.0
        self.down.lost = start
        while self.down.lost:
            self._look()

    def come_back(self) -> None:
        """Somebody is there again."""
        self._open()

    # What happens.

    def play(self, events: int) -> None:
        """So many more events, with all that goes wrong."""
        until = self.events + events
        self.down.harm = self.up.harm = 1.0
        while self.events < until:
            fate = self.chance.random()
            if fate < 0.004:
                self.replug()
            elif fate < 0.006:
                self.restart_house()
            elif fate < 0.008:
                self.restart_board()
            self._happen()
            self._look()

    def show(self, tags: tuple[str, str], looks: int, code: str = "-") -> None:
        """So it lies on the card readers for a while, with all that goes wrong on the cable;
        a code is shown at the first look."""
        self._tags, self._code = tags, code
        self.down.harm = self.up.harm = 1.0
        for _ in range(looks):
            fate = self.chance.random()
            if fate < 0.02 and not self._out:
                self.replug()
            elif fate < 0.03:
                self.restart_house()
            self._look()
            self._code = "-"

    def rest(self) -> None:
        """A while without events or harm."""
        self.down.harm = self.up.harm = 0.0
        for _ in range(CALM):
            self._look()

    def _happen(self) -> None:
        if len(self._waiting) > ROOM:
            return
        for number, tray in enumerate(TRAYS):
            if self.chance.random() < 0.15:
                self.trays[number] ^= 1
                self._note(f"drop/{tray}", self.trays[number])
        if self.chance.random() < 0.4:
            self._held ^= 1
            if self._held:
                self._note(BUTTON, 1)

    def _note(self, source: str, value: int) -> None:
        self.happened[self.boot].append((source, value))
        self._waiting.add((self.boot, len(self.happened[self.boot])))
        self.events += 1

    def _look(self) -> None:
        """The board looks at its sensors, and both sides say what they have to say."""
        heard = self._scan()
        if self._out:
            self._out -= 1
            if not self._out:
                self._open()
            return
        self._feed(self.down.carry(heard))
        said = self.up.carry(self.link.due(self._at))
        os.write(self._port, said)
        if self.down.is_torn or self.up.is_torn:
            self.replug()

    def _scan(self) -> bytes:
        self._at += STEP
        trays = "".join(str(level) for level in self.trays)
        self.board.scan(self._at, EMPTY, trays, self._held, 0, self._tags, self._code)
        heard, end = b"", b" %d hall " % (self._at - self._began)
        while end not in heard and select.select([self._port], [], [], 0.01)[0]:
            heard += os.read(self._port, 65536)
        self._is_seen = end in heard
        return heard

    def _feed(self, data: bytes) -> None:
        self.count.hear(data)
        signals = self.link.feed(data, self._at)
        self._inbox += [one for one in signals if one.source not in ("hall", "baseline")]
        self.handed += sum(one.sequence is not None for one in signals)
        for _ in range(self.chance.randint(0, 2 * len(self._inbox))):
            if self._inbox:
                self._take(self._inbox.pop(0))

    def _take(self, signal: Signal) -> None:
        """As the loop: into the journal, then the answer."""
        if signal.source != BUTTON:
            self.levels[signal.source] = signal.value
        if signal.boot is not None and signal.sequence is not None:
            event = (signal.sequence, signal.source, signal.value)
            self.taken.setdefault(signal.boot, []).append(event)
            self.link.taken(signal.boot, signal.sequence)
            self._waiting.discard((signal.boot, signal.sequence))

    # Plugs and switches.

    def _switch_on(self) -> None:
        self._port = os.open(self.board.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._at += STEP
        self._began = 0
        self.board.scan(self._at, EMPTY, "".join(map(str, self.trays)), self._held)
        heard = b""
        while not (hello := HELLO.search(heard)):
            assert select.select([self._port], [], [], PATIENCE)[0], "the board says nothing"
            heard += os.read(self._port, 65536)
        self.boot = hello[1].decode()
        self.happened[self.boot] = []
        self.starts += 1

    def _house(self, link: Link) -> None:
        self.link = link
        self.houses += 1
        self._open()

    def _open(self) -> None:
        self._out = 0
        self.down.replug()
        self.up.replug()
        self.openings += 1
        self.link.opened(self._at)

    def _hang_up(self) -> None:
        self.count.settle()
        self.link.closed(self._at, "gone")

    def _leave(self) -> None:
        self._hang_up()
        counters = self.link.condition(self._at).counters
        self.counters = {name: self.counters.get(name, 0) + n for name, n in counters.items()}
