"""What happened and was not yet taken: up to 64 events, sent until somebody says so.

Rule: an event keeps its boot and number for ever, and the house takes each once. Where
one is lost for want of room, its number is told, so that nobody waits for it.
"""

from lines import decode, encode, is_boot, is_number

ROOM = 64  # events; minutes of a lively table, and 4 KB of a Pico's memory
AGAIN = 200  # ms after which an event that nobody took is sent again
KEPT = "events"  # file of those that cannot be read off the table again


class Boot:
    """The events of one life of the plate, from power-on to power-off."""

    def __init__(self, boot: str) -> None:
        self.boot = boot
        self.taken = 0  # number up to which the house has them all
        self.gone = 0  # number up to which there was no room for them
        self.lost = 0  # how many of those nobody had taken
        self.waiting = []  # [number, line, is it in flash, when it was last sent], oldest first

    def take(self, number: int) -> bool:
        """The house has them all up to this number. Was one of them in flash?"""
        self.taken = max(self.taken, number)
        self.lost = max(0, min(self.lost, self.gone - self.taken))
        done = [event for event in self.waiting if event[0] <= number]
        self.waiting = self.waiting[len(done) :]
        return any(event[2] for event in done)

    def lose(self) -> bool:
        """There is no room for the oldest. Was it in flash?"""
        oldest = self.waiting.pop(0)
        self.gone = oldest[0]
        self.lost += 1
        return oldest[2]

    def lines(self, ms: int) -> list[bytes]:
        """All that wait, in order, up to the first hole in their numbers. A hole is told
        once everything before it was taken: should a line get lost on the way, nobody may
        think that the event in it is gone."""
        told = []
        last = self.taken
        for event in self.waiting:
            if event[0] > last + 1:
                if told:
                    return told
                told.append(self._hole(event[0] - 1, ms, self.lost))
            told.append(event[1])
            last, event[3] = event[0], ms
        if self.gone > last:
            told.append(self._hole(self.gone, ms, self.lost))
        return told

    def _hole(self, number: int, ms: int, lost: int) -> bytes:
        return encode(f"G {self.boot} {number} {ms} gone {lost}")

    def is_done(self) -> bool:
        """Nothing of it is left to tell."""
        return not self.waiting and self.gone <= self.taken


class Ring:
    """The events of this boot, and those of earlier ones that were in flash."""

    def __init__(self, boot: str, flash) -> None:  # noqa: ANN001 (a board's or a desk's)
        self.newest = 0
        self._flash = flash
        self._boots = _boots(flash.load(KEPT))
        self._boots.append(Boot(boot))
        while len(self) > ROOM:
            self._lose()

    def __len__(self) -> int:
        return sum(len(boot.waiting) for boot in self._boots)

    def add(self, ms: int, source: str, value: str, lasting: bool = False) -> bytes:
        """Something happened; the line to send at once. What lasts goes into flash first."""
        boot = self._boots[-1]
        self.newest += 1
        line = encode(f"E {boot.boot} {self.newest} {ms} {source} {value}")
        if lasting:
            self._flash.append(KEPT, line)
        boot.waiting.append([self.newest, line, lasting, ms])
        if len(self) > ROOM:
            self._lose()
        return line

    def take(self, name: str, number: int) -> None:
        """The house has taken all events of a boot up to this number."""
        for boot in self._boots:
            if boot.boot == name and boot.take(number):
                self._keep()
        this = self._boots[-1]
        self._boots = [boot for boot in self._boots if boot is this or not boot.is_done()]

    def is_due(self, ms: int) -> bool:
        """Has the oldest waited long enough since it was last sent?"""
        for boot in self._boots:
            if boot.waiting:
                return ms - boot.waiting[0][3] >= AGAIN
        return False

    def lines(self, ms: int) -> list[bytes]:
        """All that wait, to be sent (again)."""
        return [line for boot in self._boots for line in boot.lines(ms)]

    def _lose(self) -> None:
        oldest = next(boot for boot in self._boots if boot.waiting)
        if oldest.lose():
            self._keep()

    def _keep(self) -> None:
        lines = [event[1] for boot in self._boots for event in boot.waiting if event[2]]
        self._flash.save(KEPT, b"".join(lines))


def _boots(kept: bytes) -> list[Boot]:
    """Earlier lives by the lines that were kept. What a power cut left half is no line."""
    boots = []
    for line in kept.split(b"\n"):
        words = (decode(line) or "").split(" ")
        if len(words) < 6 or words[0] != "E" or not (is_boot(words[1]) and is_number(words[2])):
            continue
        if not boots or boots[-1].boot != words[1]:
            boots.append(Boot(words[1]))
        boots[-1].waiting.append([int(words[2]), line + b"\n", True, -AGAIN])
    return boots
