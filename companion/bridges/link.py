"""The talk with one board: what it says, and what it should hear.

Rule: no port, no thread and no clock; bytes and times come in. Nothing counts before the
board said hello and speaks as we do; events are acknowledged after the table took them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from itertools import count

from companion.bridges.flood import Flood
from companion.bridges.frames import Garbled, Line, Reader, encode
from companion.bridges.once import BOOTS, Once
from companion.bridges.readers import Readers
from companion.geometry import TRAYS
from companion.vocabulary import Condition, Signal

PROTOCOL = "1"
BOARD = "plate"
SILENT = 900  # ms without a valid line, so that it is noticed within a second; a board
# says something four times as often
AGAIN = 300  # ms until a question is asked again: longer than any answer takes
LIFE = 500  # ms between signs of life; the board wants one a second
RESTART = b"\x04"  # Ctrl-D: MicroPython starts its program anew
RESTARTS = 60_000  # ms between two restarts at least; a program that falls is not kicked
REPLIES = 8  # that are remembered
PROMPTS = (b">>> ", b"raw REPL; CTRL-B to exit")  # of MicroPython without its program

Standing = tuple[str, str, dict[str, str | int]]


class Link:
    """Both ends of the talk. ``taken`` and ``ask`` may be called from any thread."""

    def __init__(self, marks: Mapping[str, int] = {}) -> None:
        self.device: dict[str, str] = {}
        self.replies: dict[int, str] = {}
        self.garbled: Garbled | None = None  # the newest
        self.bad = self.lines = self.frames = 0
        self._once = Once(marks)
        self._opened = self._restarts = self._starts = 0
        self._boots: deque[str] = deque(maxlen=BOOTS)  # that said hello
        self._beat: dict[str, int] = {}
        self._readers = Readers()
        self._commands: deque[bytes] = deque()
        self._numbers = count(1)
        self._restarted_at = -RESTARTS
        self._may_restart = True
        self._is_open = False
        self._closed: tuple[str, dict[str, str | int]] = ("", {})
        self._begin(0)

    def opened(self, at: int) -> None:
        """The port is open; nothing is known of who is there."""
        self._is_open = self._may_restart = True
        self._opened += 1
        self._begin(at)

    def closed(self, at: int, why: str = "", values: Mapping[str, str | int] = {}) -> None:
        """The port is not there, or cannot be opened."""
        self._is_open = False
        self._closed = (why, dict(values))
        self._begin(at)

    def feed(self, data: bytes, at: int) -> tuple[Signal, ...]:
        """Bytes came in; what they let the table know."""
        told = self._reader.feed(data)
        heard: list[Signal] = []
        for one in told:
            if isinstance(one, Garbled):
                self.garbled = one
                self.bad += 1
                self._look_for_prompt(one.line)
            else:
                heard += self._hear(one, at)
        self._look_for_prompt(self._reader.rest)
        return self._flood.thinned(heard, len(told), at)

    def due(self, at: int) -> bytes:
        """What the board should hear now: whole lines, or the one byte that restarts it.
        A prompt hears nothing else; it would answer each line with a complaint."""
        if not self._is_open:
            return b""
        if self._prompt:
            return self._restart(at)
        said = [self._question(at), *self._acknowledgements(at)]
        while self._commands and self._boot:
            said.append(self._commands.popleft())
        return b"".join(said)

    def taken(self, boot: str, number: int) -> None:
        """The table has taken this event, and all before it."""
        self._once.taken(boot, number)

    def ask(self, word: str) -> int:
        """Ask the board to do something; ``replies`` has its answer under the number."""
        number = next(self._numbers)
        self._commands.append(encode(f"C {number} {word}"))
        return number

    def condition(self, at: int) -> Condition:
        """How the board is, and all that was counted; ``board_…`` it counted itself."""
        once = self._once
        counters = {
            "lines": self.lines, "bad": self.bad, "frames": self.frames,
            "repeats": once.repeats, "gaps": once.gaps, "gone": once.gone,
            "boots": self._starts, "opened": self._opened, "restarts": self._restarts,
            **{f"board_{word}": number for word, number in self._beat.items()},
        }  # fmt: skip
        return Condition(*self.standing(at), self.device, counters)

    def standing(self, at: int) -> Standing:
        """State, what stands in its way, and the values for that sentence."""
        if not self._is_open:
            return "absent", *self._closed
        if self._prompt:
            return "silent", "prompt", {}
        if self._stranger:
            return "hello", self._stranger, self._differs()
        if at - self._heard >= SILENT:
            return "silent", "silent", {}
        state = "live" if self._frame else "hello" if self._spoken else "opening"
        return state, "flood" if self._flood.is_on(at) else "", {}

    def _begin(self, at: int) -> None:
        """A new talk: nothing said before counts, but the events that were taken."""
        self._reader, self._flood = Reader(), Flood()
        self._spoken = self._prompt = False
        self._stranger = ""  # or what is strange about the board
        self._past: deque[str] = deque(maxlen=BOOTS)  # starts before the one that runs
        self._heard = self._lived = at
        self._wonders, self._asked = True, at - AGAIN
        self._start("", ())

    def _start(self, boot: str, owed: tuple[str, ...]) -> None:
        self._boot, self._frame, self._stood = boot, 0, 0
        self._unsaid = set(owed)  # levels that the board still has to say

    # What it says.

    def _hear(self, line: Line, at: int) -> tuple[Signal, ...]:
        self._heard, self._spoken, self._prompt = at, True, False
        self.lines += 1
        if line.kind == "H":
            self._greet(line, at)
        elif self._stranger or not self._boot:
            pass
        elif line.kind == "E":
            return self._event(line, at)
        elif line.kind == "G":
            self._once.skip(line.boot, line.number, line.value)
        elif line.boot == self._boot:
            return self._say(line, at)
        elif line.boot not in self._past:
            self._wonders = True  # it has started anew, and its hello went astray
        return ()

    def _greet(self, line: Line, at: int) -> None:
        if line.boot in self._past:
            return
        self.device, self._may_restart, self._wonders = line.value, True, False
        self._stranger = _strange(line.value)
        if line.boot != self._boot:
            self._past.append(self._boot)
            trays = line.value.get("trays", "").split(",")
            self._start(line.boot, tuple(f"drop/{tray}" for tray in TRAYS if tray in trays))
            self._asked = at
        if line.boot not in self._boots:
            self._boots.append(line.boot)
            self._starts += 1

    def _event(self, line: Line, at: int) -> tuple[Signal, ...]:
        if not self._once.is_next(line.boot, line.number):
            return ()
        if line.boot == self._boot:
            self._unsaid.discard(line.source)
        return (Signal(line.source, line.value, at, line.ms, line.boot, line.number),)

    def _say(self, line: Line, at: int) -> tuple[Signal, ...]:
        """What is no event, from the board as it runs now."""
        if line.kind == "B":
            self._beat = line.value
            self._once.begin(line.boot, line.number - self._beat.get("kept", line.number))
            return self._readers.changes(line.value, at)
        elif line.kind == "R":
            self.replies = dict([*self.replies.items(), (line.number, line.value)][-REPLIES:])
        elif line.kind == "L" or self._is_new(line):
            return (Signal(line.source, line.value, at, line.ms),)
        return ()

    def _is_new(self, line: Line) -> bool:
        """A frame that comes twice or late, or a level from before an event that is known
        by now, would take the table back in time."""
        if line.kind == "F":
            is_new, self._frame = line.number > self._frame, max(line.number, self._frame)
            self.frames += is_new
            return is_new
        if line.number < max(self._once.last(line.boot), self._stood):
            return False
        self._stood = line.number
        self._unsaid.discard(line.source)
        return True

    def _look_for_prompt(self, junk: bytes) -> None:
        self._prompt |= junk.lstrip(b"\r").startswith(PROMPTS)

    # What it hears.

    def _restart(self, at: int) -> bytes:
        """Once, until it said hello again."""
        if not self._may_restart or at - self._restarted_at < RESTARTS:
            return b""
        self._may_restart, self._restarted_at = False, at
        self._restarts += 1
        return RESTART

    def _question(self, at: int) -> bytes:
        wants = self._wonders or self._unsaid or not self._boot
        if not wants or at - self._asked < AGAIN:
            return b""
        self._wonders, self._asked = False, at
        return encode("?")

    def _acknowledgements(self, at: int) -> list[bytes]:
        if self._boot and at - self._lived >= LIFE:
            self._once.owe(self._boot)
        owed = self._once.owed()
        if self._boot in owed:
            self._lived = at
        return [encode(f"A {boot} {number}") for boot, number in owed.items()]

    def _differs(self) -> dict[str, str | int]:
        theirs = self.device.get("protocol", "?")
        return {"theirs": theirs, "ours": PROTOCOL} if self._stranger == "protocol" else {}


def _strange(hello: Mapping[str, str]) -> str:
    if hello.get("board") != BOARD:
        return "foreign"
    return "" if hello.get("protocol") == PROTOCOL else "protocol"
