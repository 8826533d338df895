"""A PN532 as its host sees it over SPI, byte by byte, and the tags before its antenna.

Rule: it follows NXP's user manual UM0701, not our firmware; nothing is taken from there. Bits
come and go with the lowest first, as on the wire. It reads no clock: ``ms`` is set from outside.
"""

ACK, NACK = b"\x00\x00\xff\x00\xff\x00", b"\x00\x00\xff\xff\x00\x00"
ERROR = b"\x00\x00\xff\x01\xff\x7f\x81\x00"  # a command that it does not know or take
START = b"\x00\xff"
FLOATS = 0xFF  # what is read where nobody drives the line
WAKING = 2  # ms after its select line went down
TRY = 5  # ms that one look for a tag takes
FOR_EVER = 255
COMMANDS = {  # length of the command, itself included
    0x02: (1,), 0x14: (2, 3, 4), 0x32: (3, 5), 0x4A: (3,),
}  # fmt: skip
SENSED = {4: b"\x00\x04\x08", 7: b"\x00\x44\x00", 10: b"\x00\x84\x00"}  # SENS_RES and SEL_RES


FLIPPED = bytes([int("".join(reversed(f"{byte:08b}")), 2) for byte in range(256)])


def frame(body: bytes) -> bytes:
    """Body with its envelope."""
    length = len(body)
    head = b"\x00\x00\xff" + bytes([length, (256 - length) % 256])
    return head + body + bytes([(256 - sum(body) % 256) % 256, 0])


class Chip:
    """``plugged``, ``garbles`` and ``hangs`` are what goes wrong with it."""

    def __init__(self) -> None:
        self.ms = 0
        self.tags = []  # numbers in hex, that lie there
        self.plugged, self.garbles, self.hangs = False, False, False
        self.resets = 0
        self.selected = False
        self._runs = False
        self._forget()

    def _forget(self) -> None:
        """As after power: asleep, in its low battery mode, and it would look for ever."""
        self._awake_at = -1  # it sleeps
        self._set_up = False
        self._retries = FOR_EVER
        self._active, self._halted = [], []  # tags that answer no request
        self._heard = b""
        self._say = []  # frames to send: first the acknowledgement, then the answer
        self._last, self._ready_at = b"", 0

    def lay(self, tags: list[str]) -> None:
        """These lie before the antenna; one that was taken away has lost its power."""
        self.tags = tags
        self._active = [tag for tag in self._active if tag in tags]
        self._halted = [tag for tag in self._halted if tag in tags]

    def unplug(self) -> None:
        """Its power is gone."""
        self.plugged = False
        self._forget()

    def run(self, on: bool) -> None:
        """The reset pin, active low."""
        if self._runs and not on:
            self.resets += 1
        if not on:
            self.hangs = False
            self._forget()
        self._runs = on

    # The bus.

    def select(self, on: bool) -> None:
        """The select line goes down or up."""
        if self.selected and not on and self._is_up():
            self._transferred()
        if on and not self.selected:
            if self._awake_at < 0 and self.plugged and self._runs:
                self._awake_at = self.ms + WAKING
            self._heard = b""
        self.selected = on

    def _is_up(self) -> bool:
        woken = 0 <= self._awake_at <= self.ms
        return self.plugged and self._runs and woken and not self.hangs

    def clock(self, wired: int) -> int:
        """One byte in, one out."""
        if not self.plugged:
            return FLOATS
        if not self._is_up():
            return 0
        self._heard += bytes([FLIPPED[wired]])
        return FLIPPED[self._sent(len(self._heard) - 2)]

    def _sent(self, place: int) -> int:
        kind = self._heard[0]
        if kind == 2:
            return 1 if self._has() and place >= 0 else 0
        if kind != 3 or place < 0 or not self._has():
            return 0
        return self._say[0][place] if place < len(self._say[0]) else 0

    def _has(self) -> bool:
        """Is anything there to be read? An answer takes its time."""
        return bool(self._say) and (self._say[0] == ACK or self.ms >= self._ready_at)

    def _transferred(self) -> None:
        if self._heard[:1] == b"\x03" and self._has() and len(self._heard) > len(ACK):
            self._say.pop(0)
        elif self._heard[:1] == b"\x01":
            self._hear(self._heard[1:])

    # What it is told.

    def _hear(self, said: bytes) -> None:
        start = said.find(START)
        if start < 0:
            return
        if said[start - 1 : start + 5] == ACK:
            self._say = []  # the host ends what it asked for
        elif said[start - 1 : start + 5] == NACK:
            self._say = [self._last]
        else:
            self._take(said[start + 2 :])

    def _take(self, said: bytes) -> None:
        """Only what is whole and right in both sums is understood. A new command ends the
        one before, whether or not that was acknowledged or answered."""
        length = said[0] if said else 0
        body = said[2 : 2 + length]
        if len(said) < length + 3 or length == 0 or (length + said[1]) % 256:
            return
        if (sum(body) + said[2 + length]) % 256 or body[0] != 0xD4:
            return
        command = body[1:]
        if not self._set_up and command[0] != 0x14:
            return  # in its low battery mode it waits for this one
        self._ready_at = self.ms
        answer = self._obey(command)
        if answer is not None and self.garbles:
            answer = answer[:-2] + bytes([answer[-2] ^ 0x5A, 0])
        self._last = answer or b""
        self._say = [ACK] if answer is None else [ACK, answer]

    def _obey(self, command: bytes) -> bytes | None:
        """The frame it answers, or None where it never will."""
        kind = command[0]
        if len(command) not in COMMANDS.get(kind, ()):
            return ERROR
        if kind == 0x02:
            return frame(b"\xd5\x03\x32\x01\x06\x07")
        if kind == 0x4A:
            return self._list(command[1], command[2])
        if kind == 0x14:
            self._set_up = True
        elif command[1] == 5 and len(command) == 5:
            self._retries = command[4]
        elif command[1] == 1 and len(command) == 3:
            if command[2] & 1 == 0:  # without a field every tag forgets
                self._active, self._halted = [], []
        else:
            return ERROR
        return frame(bytes([0xD5, kind + 1]))

    # What it finds.

    def _list(self, most: int, kind: int) -> bytes | None:
        if not 1 <= most <= 2 or kind != 0:
            return ERROR
        found = []
        while len(found) < most and (tag := self._look()):
            found.append(tag)
            (self._active if most == 1 else self._halted).append(tag)
        if not found and self._retries == FOR_EVER:
            return None
        told = b"".join([self._told(number + 1, tag) for number, tag in enumerate(found)])
        return frame(b"\xd5\x4b" + bytes([len(found)]) + told)

    def _look(self) -> str:
        """Requests, until one is answered. A tag that is active answers with nothing and is
        idle from then on; one that was halted, to find another, stays silent."""
        for _ in range(1 + min(self._retries, 3)):
            self._ready_at += TRY
            silent = self._active + self._halted
            idle = [tag for tag in self.tags if tag not in silent]
            self._active = []
            if idle:
                return min(idle)
        return ""

    def _told(self, number: int, tag: str) -> bytes:
        number_of = bytes.fromhex(tag)
        length = len(number_of)
        return bytes([number]) + SENSED[length] + bytes([length]) + number_of
