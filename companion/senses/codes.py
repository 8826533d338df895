"""A frame of the 36 hall sensors, from the three hex digits each to numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]

DIGITS = 108  # 36 sensors, three hex digits each, row by row

_VALUES = np.full(256, -4096, np.int32)  # any digit that is none makes the sum negative
for _digit in range(16):
    _VALUES[ord(f"{_digit:x}")] = _digit
    _VALUES[ord(f"{_digit:X}")] = _digit
_PLACES = np.array([256, 16, 1], np.int32)


def decode(frame: object) -> Codes | None:
    """36 codes of 0 … 4095, or None when the frame is none."""
    if not isinstance(frame, str) or len(frame) != DIGITS or not frame.isascii():
        return None
    digits = _VALUES[np.frombuffer(frame.encode(), np.uint8)].reshape(36, 3)
    codes: Codes = digits @ _PLACES
    return codes if codes.min() >= 0 else None
