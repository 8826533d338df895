"""The lines between the plate and the house: a sentence each, with a sum that guards it.

Rule: nothing here knows a port, a clock or a pin; PROTOCOL.md says what a line is.
"""

from binascii import crc32, hexlify

LONGEST = 240  # bytes of a whole line with its end
SUM = 9  # bytes of ``*`` and the sum
DIGITS = 15  # of a number: every language counts so far exactly
FIELDS = 36  # codes of a frame
# Bytes of a text, escaped, that fit into an event whatever its number and time.
TEXT = LONGEST - len("$E 5f0c91ab") - 2 * (DIGITS + 1) - len(" code/0 ") - SUM - 1

DOLLAR, STAR, FEED, RETURN = b"$*\n\r"


def encode(body: str) -> bytes:
    """The whole line."""
    return f"${body}*{crc32(body.encode()):08x}\n".encode()


def decode(line: bytes) -> str | None:
    """What a line without its end says, or None where it is none."""
    body = line[1:-SUM]
    if len(line) >= LONGEST or line[:1] != b"$" or not _is_plain(body):
        return None
    if line[-SUM:] != f"*{crc32(body):08x}".encode():
        return None
    return body.decode()


def _is_plain(body: bytes) -> bool:
    for byte in body:
        if not 0x20 <= byte <= 0x7E or byte in (DOLLAR, STAR):
            return False
    return len(body) > 0


_packed = bytearray(FIELDS * 3 // 2)  # kept: a frame should leave little rubbish behind


def digits(codes: list[int]) -> str:
    """The first 36 codes with three hex digits each. Two fill three bytes: half the work
    of writing one after the other, and it is done a hundred times a second."""
    place = 0
    for number in range(0, FIELDS, 2):
        one, other = codes[number], codes[number + 1]
        _packed[place] = one >> 4
        _packed[place + 1] = (one & 15) << 4 | other >> 8
        _packed[place + 2] = other & 255
        place += 3
    return hexlify(_packed).decode()


def escape(text: bytes) -> str:
    """As a text stands in a line: what is not plain is written in hex."""
    plain = [f"%{byte:02x}" if _is_odd(byte) else chr(byte) for byte in text]
    return "".join(plain)


def _is_odd(byte: int) -> bool:
    return not 0x20 <= byte <= 0x7E or byte in b"$*%"


def is_utf8(text: bytes) -> bool:
    """As strictly as the house reads it. MicroPython itself lets more pass, and an event
    that the house cannot read would be in the way of all that come after it."""
    more, low, high = 0, 0x80, 0xBF
    for byte in text:
        if more:
            if not low <= byte <= high:
                return False
            more, low, high = more - 1, 0x80, 0xBF
        elif byte >= 0x80:
            if not 0xC2 <= byte <= 0xF4:
                return False
            more = 1 + (byte >= 0xE0) + (byte >= 0xF0)
            low = {0xE0: 0xA0, 0xF0: 0x90}.get(byte, 0x80)
            high = {0xED: 0x9F, 0xF4: 0x8F}.get(byte, 0xBF)
    return not more


def is_number(text: str) -> bool:
    """A decimal number as a line may hold it."""
    return text.isdigit() and len(text) <= DIGITS and (text == "0" or text[0] != "0")


def is_boot(text: str) -> bool:
    """A boot is told by eight lowercase hex digits."""
    return len(text) == 8 and all(digit in "0123456789abcdef" for digit in text)


class Reader:
    """Puts bytes together to lines. A ``$`` begins a line anew wherever it comes."""

    def __init__(self) -> None:
        self.bad = 0  # lines that were none
        self._begun = bytearray()

    def hear(self, byte: int) -> str | None:
        """What the line says that ends with this byte, or None."""
        if byte in (FEED, RETURN):
            return self._end()
        if byte == DOLLAR and self._begun:  # what came before it has no end
            self.bad += 1
            self._begun = bytearray()
        if len(self._begun) < LONGEST:  # a longer one is kept too long to be read
            self._begun.append(byte)
        return None

    def _end(self) -> str | None:
        if not self._begun:
            return None
        said = decode(bytes(self._begun))
        self._begun = bytearray()
        if said is None:
            self.bad += 1
        return said
