"""The code scanner: lines of text over a serial wire, and a question about its mode.

Rule: a text is told whole or not at all. What is no UTF-8, empty, longer than a line of ours
or more than anybody can show is counted and not told; so many bytes a look and no more.
"""

from gm65 import ANSWER, ANSWERED, ASK_MODE, MODE, SENSING, set_mode, value
from lines import FEED, RETURN, TEXT, escape, is_utf8

EARFUL = 32  # bytes heard in a look; the wire brings ten in that time
SILENCE = 300  # ms without a byte after which what began has no end any more
SAME = 300  # ms: the same text again within that is the same code, still before the window
BURST, BREATH = 8, 800  # so many codes in so many ms; hands are slower, and flash wears out
ASK, ASK_AGAIN = 2000, 30_000  # ms between questions, until and once it is in its right mode
MOST = 999_999  # counts stop here: the beat has only so much room


class Scanner:
    """``look`` is called at each look at the plate, and tells the texts that became whole."""

    def __init__(self, port) -> None:  # noqa: ANN001 (a board's or a desk's)
        self.bad = 0
        self._port = port
        self._line = bytearray()
        self._returned = False  # the last byte ended a line, and its feed may follow
        self._heard_at = self._ask_at = 0
        self._wrote = False  # the next answer is to that, and not to a question
        self._recent = {}  # when each text came last
        self._told_at = []

    def look(self, ms: int) -> list[str]:
        """What was scanned, as it stands in an event."""
        self._ask(ms)
        heard = self._port.read(EARFUL)
        if self._line and not heard and ms - self._heard_at >= SILENCE:
            self._drop()
        if heard:
            self._heard_at = ms
        whole = [self._hear(byte) for byte in heard]
        return [text for text in whole if text and self._is_new(text, ms)]

    def _ask(self, ms: int) -> None:
        if ms >= self._ask_at:
            self._ask_at, self._wrote = ms + ASK, False
            self._port.write(ASK_MODE)

    def _hear(self, byte: int) -> str:
        """The text that this byte ends, if it ends one that can be told."""
        line, returned = self._line, self._returned
        self._returned = False
        if self._is_answer(byte):
            line.append(byte)
            if len(line) == ANSWERED:
                self._answered(bytes(line))
        elif byte in (FEED, RETURN):
            self._returned = byte == RETURN
            return "" if byte == FEED and returned else self._end()
        elif (line or byte) and len(line) <= TEXT:  # a break of the wire reads as nought
            line.append(byte)
        return ""

    def _is_answer(self, byte: int) -> bool:
        """An answer may hold the byte that ends a line, so it is told by how it begins."""
        if len(self._line) >= ANSWERED:
            return False
        begun = bytes(self._line) + bytes([byte])
        return begun[: len(ANSWER)] == ANSWER[: len(begun)]

    def _answered(self, answer: bytes) -> None:
        self._line = bytearray()
        byte = value(answer)
        if byte < 0 or self._wrote:
            return
        if byte & MODE == SENSING:
            self._ask_at += ASK_AGAIN
        else:
            self._wrote = True
            self._port.write(set_mode(byte | SENSING))

    def _end(self) -> str:
        line, self._line = bytes(self._line), bytearray()
        text = escape(line) if line.strip() and is_utf8(line) else ""
        if 0 < len(text) <= TEXT:
            return text
        self._count()
        return ""

    def _drop(self) -> None:
        self._line = bytearray()
        self._count()

    def _is_new(self, text: str, ms: int) -> bool:
        for known in [one for one, at in self._recent.items() if ms - at >= SAME]:
            del self._recent[known]
        if text not in self._recent:
            self._told_at = [at for at in self._told_at if ms - at < BREATH]
            if len(self._told_at) >= BURST:
                self._count()
                return False
            self._told_at.append(ms)
        known, self._recent[text] = text in self._recent, ms
        return not known

    def _count(self) -> None:
        self.bad = min(MOST, self.bad + 1)
