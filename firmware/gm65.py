"""The bytes that set a code scanner of the GM65 kind: settings by number, each with a sum.

Rule: nothing here knows a port or a clock. As the maker's manual says: ``7E 00`` kind, length,
two bytes of address, value, sum; and ``02 00 00 01`` value, sum comes back.
"""

ANSWER = b"\x02\x00\x00\x01"  # how an answer of one byte begins
ANSWERED = 7  # bytes of it, its value and its sum included
MODE = 3  # of the byte at address 0: the bits that say when it looks
SENSING = 3  # in them: whenever something moves before it


def summed(said: bytes) -> int:
    """CRC-16 with the polynomial 1021, from 0."""
    crc = 0
    for byte in said:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc


def _command(body: bytes) -> bytes:
    crc = summed(body)
    return b"\x7e\x00" + body + bytes([crc >> 8, crc & 255])


ASK_MODE = _command(b"\x07\x01\x00\x00\x01")  # read one byte at address 0


def set_mode(byte: int) -> bytes:
    """Write this byte at address 0; until the scanner loses its power, for nothing saves it."""
    return _command(b"\x08\x01\x00\x00" + bytes([byte]))


def value(answer: bytes) -> int:
    """The byte that an answer tells, or -1 where its sum is wrong."""
    right = summed(answer[2:5]) == answer[5] << 8 | answer[6]
    return answer[4] if right else -1
