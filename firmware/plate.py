"""The sensor plate: look, tell, listen, a hundred times a second.

Rule: one loop does all of it in turn, and nothing in it waits but ``board.wait``. The
plate reports what it reads; what that means is decided in the house.

A cycle on a Pico takes some 7 ms of its 10, by estimate and not by measurement: 3 for
looking at 42 channels, 2 for the frame and its sum, 2 for all else; readers of cards and
codes add 0.4, and 1.7 where one has answered. ``slow`` in the beat tells the truth. Should
it be more than 10, frames come more seldom and nothing else changes.
"""

import gc

from learning import Learning, kept
from lines import FIELDS, Reader, digits, encode, is_boot, is_number
from outgoing import Outgoing
from pins import PERIOD_MS
from readers import Readers
from ring import ROOM, Ring
from trays import TRAYS, Trays

PROTOCOL, FIRMWARE = 1, "1.2.0"
MID, ZERO = FIELDS + len(TRAYS), FIELDS + len(TRAYS) + 1  # places of the self-tests

BEAT = 200  # ms; the house may wait for 250
ALIVE = 3000  # ms without a word after which nobody seems to be there
EARFUL = 64  # bytes heard in a cycle: whoever floods us does not keep us from looking
PATIENCE = 50  # cycles that a restart waits for its answer to be read
BOUNCE = 100  # ms; a ball bounces and the floor rings on: so soon it is the same ball
WORD = 16  # letters of a command


class Plate:
    """Runs on a board, or on a desk that behaves like one."""

    def __init__(self, board) -> None:  # noqa: ANN001 (a board or a desk)
        self._board = board
        self._out = Outgoing(board)
        self._reader = Reader()
        self._ring = Ring(board.boot, board.flash)
        self._baseline = kept(board.flash)
        self._learning = None
        self._command = "0"  # number of the one that is being carried out
        self._trays = Trays(FIELDS)
        self._readers = Readers(board)
        self._pressed = True  # a button held at the start is no press
        self._asked = True  # whoever listens should know at once that we began anew
        self._heard_at = -ALIVE
        self._struck_at = -BOUNCE
        self._leaving = 0
        self._ms = self._beat_at = self._frames = self._slow = 0

    def run(self) -> None:
        """Work until a restart is asked for."""
        while self._leaving < PATIENCE:
            self._board.wait(self._out.flush)
            self._cycle()
            if self._leaving:
                self._leaving = PATIENCE if self._out.is_clear() else self._leaving + 1

    def _cycle(self) -> None:
        self._ms = self._board.now()
        self._listen()
        self._board.scan()
        self._notice()
        self._learn()
        self._out.flush()
        self._answer()
        self._frame()
        self._glow()
        self._slow = max(self._slow, self._board.now() - self._ms)
        if self._ms - self._beat_at >= BEAT and self._out.is_clear():
            self._beat()

    def _say(self, kind: str, number: object, source: str, value: object) -> None:
        body = f"{kind} {self._board.boot} {number} {self._ms} {source} {value}"
        self._out.say(encode(body))

    # What the house says.

    def _listen(self) -> None:
        for _ in range(EARFUL):
            byte = self._board.heard()
            if byte < 0:
                return
            body = self._reader.hear(byte)
            if body is not None:
                self._obey(body.split(" "))

    def _obey(self, words: list[str]) -> None:
        if words == ["?"]:
            self._asked = True
        elif _is_of("A", words) and is_boot(words[1]) and is_number(words[2]):
            self._ring.take(words[1], int(words[2]))
        elif _is_of("C", words) and is_number(words[1]) and _is_word(words[2]):
            self._carry_out(words[1], words[2])
        else:
            self._reader.bad += 1
            return
        self._heard_at = self._ms

    def _carry_out(self, number: str, word: str) -> None:
        if word == "learn":
            self._learning, self._command = Learning(), number
            return
        if word == "restart":
            self._leaving = 1
        self._say("R", number, word, "ok" if word == "restart" else "unknown")

    def _learn(self) -> None:
        verdict = self._learning.see(self._board.codes) if self._learning else ""
        if not verdict:
            return
        if verdict == "ok":
            self._baseline = self._learning.keep(self._board.flash)
            self._say("L", 0, "baseline", self._baseline)
        self._say("R", self._command, "learn", verdict)
        self._learning = None

    # What the house is told.

    def _notice(self) -> None:
        for number in self._trays.see(self._board.codes):
            self._happened(f"drop/{TRAYS[number]}", self._trays.levels[number])
        pressed = self._board.pressed()
        if pressed and not self._pressed:
            self._happened("button/0", 1, lasting=True)
        self._pressed = pressed
        if self._board.struck() and self._ms - self._struck_at >= BOUNCE:
            self._struck_at = self._ms
            self._happened("piezo/0", 1)
        for source, value, lasting in self._readers.look(self._ms):
            self._happened(source, value, lasting)

    def _happened(self, source: str, value: object, lasting: bool = False) -> None:
        self._out.say(self._ring.add(self._ms, source, str(value), lasting))

    def _answer(self) -> None:
        """A hello if somebody asked, or what waits too long; once all else has gone."""
        if not self._out.is_clear():
            return
        if self._asked:
            self._asked = False
            self._hello()
        elif self._is_heard() and self._ring.is_due(self._ms):
            self._say_waiting()
        self._out.flush()

    def _hello(self) -> None:
        about = f"protocol={PROTOCOL} firmware={FIRMWARE} board=plate id={self._board.identity}"
        about += f" hall={FIELDS} trays={','.join(TRAYS)} rate={1000 // PERIOD_MS} ring={ROOM}"
        about += f" readers={self._readers.names}"
        self._say("H", 0, "hello", about)
        if self._baseline:
            self._say("L", 0, "baseline", self._baseline)
        self._say_waiting()
        for tray, level in zip(TRAYS, self._trays.levels):
            self._say("S", self._ring.newest, f"drop/{tray}", level)

    def _say_waiting(self) -> None:
        for line in self._ring.lines(self._ms):
            self._out.say(line)

    def _frame(self) -> None:
        self._frames += 1
        codes = digits(self._board.codes)
        self._out.offer(encode(f"F {self._board.boot} {self._frames} {self._ms} hall {codes}"))

    def _beat(self) -> None:
        codes, self._beat_at = self._board.codes, self._ms
        counts = f"kept={len(self._ring)} dropped={self._out.dropped} bad={self._reader.bad}"
        tests = f"slow={self._slow} mid={codes[MID]} zero={codes[ZERO]}"
        self._say("B", self._ring.newest, "beat", f"{counts} {tests} {self._readers.words()}")
        self._out.flush()
        self._slow = 0
        # Rubbish is cleared here, where the frame has gone and the pause comes, and not
        # whenever memory happens to be full, which would be in the middle of a look.
        gc.collect()

    def _is_heard(self) -> bool:
        return self._ms - self._heard_at < ALIVE

    def _glow(self) -> None:
        """Even blinking: the house is there. A short flash a second: nobody is. Steadily
        lit: the empty plate is being learned. Anything else: the program does not run."""
        lit = 500 if self._is_heard() else 100
        self._board.glow(self._learning is not None or self._ms % 1000 < lit)


def _is_of(kind: str, words: list[str]) -> bool:
    return len(words) == 3 and words[0] == kind


def _is_word(word: str) -> bool:
    return 0 < len(word) <= WORD and all("a" <= letter <= "z" for letter in word)
