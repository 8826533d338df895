"""A frame of the 36 hall sensors, from the three hex digits each to numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.float32]

BYTES = 54  # 36 sensors, three hex digits each, row by row

_VALUES = np.zeros(256, np.float32)
for _digit in range(16):
    _VALUES[[ord(f"{_digit:x}"), ord(f"{_digit:X}")]] = _digit
_PLACES = np.array([256, 16, 1], np.float32)


def decode(frame: object) -> Codes | None:
    """36 codes of 0 … 4095, or None when the frame is none."""
    if not isinstance(frame, str) or len(frame) != 2 * BYTES:
        return None
    try:
        if len(bytes.fromhex(frame)) != BYTES:
            return None
    except ValueError:
        return None
    digits = _VALUES.take(np.frombuffer(frame.encode(), np.uint8))
    codes: Codes = digits.reshape(36, 3).dot(_PLACES)
    return codes
