"""What is on its way to the house. Nobody here waits for a house that does not read.

Rule: ask before each small piece whether it will be taken. A line that has begun is
finished; a frame that cannot begin now is dropped, for the next one is better.
"""

CHUNK = 64  # bytes: one packet of USB
BURST = 16  # pieces at once: the sensors want to be looked at, too
ROOM = 200  # lines: all that a hello brings, twice


class Outgoing:
    """The lines that wait, and the rest of the one that has begun."""

    def __init__(self, board) -> None:  # noqa: ANN001 (a board or a desk)
        self.dropped = 0  # frames
        self._board = board
        self._waiting = []
        self._rest = memoryview(b"")

    def is_clear(self) -> bool:
        """Everything has gone."""
        return not self._waiting and not len(self._rest)

    def say(self, line: bytes) -> None:
        """A line that outranks frames. Without room it is lost: events are sent again,
        and all else a house that reads will ask for."""
        if len(self._waiting) < ROOM:
            self._waiting.append(line)

    def offer(self, frame: bytes) -> None:
        """A frame goes now or never."""
        if self.is_clear() and self._board.ready():
            self._rest = memoryview(frame)
            self.flush()
        else:
            self.dropped += 1

    def flush(self) -> None:
        """Send as much as is taken now."""
        for _ in range(BURST):
            if self.is_clear() or not self._board.ready():
                return
            if not len(self._rest):
                self._rest = memoryview(self._waiting.pop(0))
            self._rest = self._rest[self._board.write(self._rest[:CHUNK]) :]
