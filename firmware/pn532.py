"""The bytes that a PN532 card reader and its host say to each other: frames with two sums.

Rule: nothing here knows a wire, a pin or a clock. As NXP's user manual UM0701 says: a frame
is ``00 00 FF LEN LCS`` body ``DCS 00``, a body begins with D4 from the host and D5 to it.
"""

from binascii import hexlify

WRITE, STATUS, READ = 1, 2, 3  # the first byte of a turn on the SPI bus: what it is for
READY = 1  # bit of the status

SET_UP = (
    b"\x14\x01\x00\x00",  # SAMConfiguration: no second chip, no IRQ; always the first after a reset
    # RFConfiguration, MaxRetries: a tag that is active answers a request with nothing, and the
    # next one again; so three tries. Without this the chip looks for ever and never answers.
    b"\x32\x05\xff\x01\x02",
)
LIST = b"\x4a\x02\x00"  # InListPassiveTarget: up to two tags of ISO 14443 A
REST = b"\x32\x01\x00"  # RFConfiguration: field off; each look finds every tag as if new
LONGEST = 80  # bytes of an answer that are read: two tags with ten bytes and all they add

MOST = 2  # tags that a PN532 tells at once
LENGTHS = (4, 7, 10)  # bytes of a number
ADDS = 0x20  # bit of a tag that says more after its number: how long that is, then the rest

TO_HOST = 0xD5
ACKED = b"\x00\xff\x00\xff"


def _turned(byte: int) -> int:
    return sum((byte >> bit & 1) << 7 - bit for bit in range(8))


# The chip sends the lowest bit first, the Pico's own SPI only the highest.
TURNED = bytes([_turned(byte) for byte in range(256)])


def turned(said: bytes) -> bytes:
    """Each byte with its bits the other way round."""
    return bytes([TURNED[byte] for byte in said])


def framed(command: bytes) -> bytes:
    """A command as a frame."""
    body = b"\xd4" + command
    length = len(body)
    ends = bytes([-sum(body) & 255, 0])
    return b"\x00\x00\xff" + bytes([length, -length & 255]) + body + ends


def is_ack(said: bytes) -> bool:
    """Has the chip understood?"""
    start = said.find(b"\x00\xff")
    return start >= 0 and said[start : start + 4] == ACKED


def answer(said: bytes, command: int) -> bytes | None:
    """What the chip says to a command, or None where it is not that, whole and right."""
    start = said.find(b"\x00\xff") + 2
    if start < 2 or len(said) < start + 2:
        return None
    length = said[start]
    body = said[start + 2 : start + 2 + length]
    after = start + 2 + length
    if length < 2 or (length + said[start + 1]) & 255 or len(said) <= after:
        return None
    if (sum(body) + said[after]) & 255 or body[0] != TO_HOST or body[1] != command + 1:
        return None
    return body[2:]


def tags(said: bytes) -> list[str] | None:
    """The numbers of the tags that InListPassiveTarget tells, or None where it tells none
    that make sense. No tag at all is an empty list."""
    if not said or said[0] > MOST:
        return None
    numbers, place = [], 1
    for which in range(1, said[0] + 1):
        number = _number(said, place, which)
        if number is None:
            return None
        numbers.append(hexlify(number).decode())
        adds, place = said[place + 3] & ADDS, place + 5 + len(number)
        if adds and place < len(said):
            place += said[place]
    return numbers if place == len(said) else None


def _number(said: bytes, place: int, which: int) -> bytes | None:
    if len(said) < place + 5 or said[place] != which or said[place + 4] not in LENGTHS:
        return None
    number = said[place + 5 : place + 5 + said[place + 4]]
    return number if len(number) == said[place + 4] else None
