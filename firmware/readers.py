"""Whatever a piece can be shown to: the card readers, in turns, and the code scanner.

Rule: one card reader has its turn at a look, so that what a look costs does not grow with
them, and nobody else is on their bus while one is being woken.

A turn costs a Pico at most 1.6 ms, by estimate and not by measurement: a status byte, 80
bytes of an answer and the next command are 0.8 ms on a bus of 1 MHz, turning their bits
round 0.4, the rest is what they mean. Half of the turns take 0.2. The scanner takes 0.2 more.
Where one reader is built it is asked every 50 ms what lies there, two are every 90 ms.
"""

from presence import NOBODY
from reader import ABSENT, CardReader
from scanner import Scanner


class Readers:
    """On a board, or on a desk that behaves like one."""

    def __init__(self, board) -> None:  # noqa: ANN001 (a board or a desk)
        self._cards = [CardReader(wire) for wire in board.wires]
        self._scanner = Scanner(board.port)
        self._last = 0
        sources = [f"nfc/{number}" for number in range(len(self._cards))]
        sources.append("code/0")
        self.names = ",".join(sources)

    def look(self, ms: int) -> list[tuple[str, str, bool]]:
        """What is new: source, value, and whether that must outlive the plug."""
        told = [("code/0", text, True) for text in self._scanner.look(ms)]
        self._cards[self._last].rest()
        self._last = self._next(ms)
        lying = self._cards[self._last].turn(ms)
        if lying:
            told.append((f"nfc/{self._last}", lying, lying != NOBODY))
        return told

    def _next(self, ms: int) -> int:
        """Whose turn it is; one that is not there takes nobody's time."""
        count = len(self._cards)
        after = [(self._last + step) % count for step in range(1, count + 1)]
        awake = [number for number in after if not self._cards[number].is_calm(ms)]
        return awake[0] if awake else self._last

    def words(self) -> str:
        """For the beat. Readers are told by letters there: a word of it has no digits."""
        told = ""
        for letter, card in zip("abcdefgh", self._cards):
            if card.state >= ABSENT:
                told += f" nfc_{letter}={card.state} nfc_{letter}_errors={card.errors}"
                told += f" nfc_{letter}_resets={card.resets}"
        return f"code_bad={self._scanner.bad}{told}"
