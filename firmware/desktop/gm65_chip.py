"""A GM65 code scanner as its host hears it: 9600 baud, and settings that can be changed.

Rule: it follows the maker's manual, not our firmware; nothing is taken from there. It reads
only in a mode in which it looks by itself, and it does not come in one.
"""

BYTES_A_MS = 0.96  # 9600 baud, ten bits a byte
COMES_AS = 0xD4  # light and aim as usual, and it looks while its button is held
LOOKS = (2, 3)  # continuous, sensing
DONE = b"\x02\x00\x00\x01\x00\x33\x31"


def crc(said: bytes) -> int:
    """CRC-16/XMODEM, bit by bit."""
    register = 0
    for byte in said:
        for bit in range(8):
            top = register >> 15 ^ (byte >> 7 - bit & 1)
            register = (register << 1) & 0xFFFF
            if top:
                register ^= 0x1021
    return register


class Chip:
    """What is shown to it comes out line by line, as fast as the wire takes it."""

    def __init__(self) -> None:
        self.zone = {0: COMES_AS}
        self._heard = b""
        self._out = b""
        self._ms = self._sent_at = 0

    def show(self, code: bytes) -> None:
        """A label lies before it."""
        if self.zone[0] & 3 in LOOKS:
            self.send(code + b"\r")

    def send(self, raw: bytes) -> None:
        """These bytes come out, whatever they are."""
        if not self._out:
            self._sent_at = self._ms
        self._out += raw

    def at(self, ms: int) -> None:
        """Time passes."""
        self._ms = ms

    def read(self, most: int) -> bytes:
        """What has come over the wire by now."""
        arrived = int((self._ms - self._sent_at) * BYTES_A_MS)
        arrived = max(0, min(most, arrived))
        said, self._out = self._out[:arrived], self._out[arrived:]
        self._sent_at += int(len(said) / BYTES_A_MS)
        return said

    def write(self, said: bytes) -> None:
        """Bytes of its host; what is too short, or has a wrong sum, is not answered."""
        self._heard += said
        while b"\x7e\x00" in self._heard:
            self._heard = self._heard[self._heard.find(b"\x7e\x00") + 2 :]
            if len(self._heard) < 7:
                return
            body, sum_of = self._heard[:5], self._heard[5:7]
            self._heard = self._heard[7:]
            if crc(body) == sum_of[0] << 8 | sum_of[1]:
                self._obey(body)

    def _obey(self, body: bytes) -> None:
        kind, length, address = body[0], body[1], body[2] << 8 | body[3]
        if length != 1:
            return
        if kind == 8:
            self.zone[address] = body[4]
            self.send(DONE)
        elif kind == 7 and body[4] == 1:
            told = bytes([0, 1, self.zone.get(address, 0)])
            total = crc(told)
            self.send(b"\x02\x00" + told + bytes([total >> 8, total & 255]))
