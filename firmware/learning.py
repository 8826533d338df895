"""What the sensors say of an empty plate, taken from 64 frames.

Rule: a plate that is not empty, or is being touched, is refused. A wrong baseline is
worse than an old one: it makes magnets where none are.
"""

from lines import FIELDS, decode, digits, encode

BASELINE = "baseline"  # the file, and the first word in it

FRAMES = 64  # averaged: well under one code of noise is left, after two thirds of a second

# Codes between the highest and the lowest of a sensor. At rest noise spans 14 in so many
# frames, and one odd reading adds 20. A magnet is believed from 49 on, a fifth of its 245.
UNSTEADY = 40

# Codes from the middle of all sensors. They differ by 19 (sd) as they are made, so 95 is
# five times that; a magnet that lost its ball still brings 191.
COVERED = 95

# A sensor that works stays between these, whatever magnet is there: 22 mT each way are
# 1638 codes. One that is beyond is dead, and no reason to refuse all others.
LEAST, MOST = 350, 3750


class Learning:
    """Frames go in until there is a verdict: ``ok``, ``unsteady`` or ``covered``."""

    def __init__(self) -> None:
        self._frames = 0
        self._sums = [0] * FIELDS
        self._low = [4095] * FIELDS
        self._high = [0] * FIELDS
        self._means = []

    def see(self, codes: list[int]) -> str:
        """One more frame; the verdict, or nothing as long as there is none."""
        for number in range(len(self._sums)):
            code = codes[number]
            self._sums[number] += code
            self._low[number] = min(code, self._low[number])
            self._high[number] = max(code, self._high[number])
        self._frames += 1
        return self._verdict() if self._frames == FRAMES else ""

    def _verdict(self) -> str:
        self._means = [(total + FRAMES // 2) // FRAMES for total in self._sums]
        if max(high - low for high, low in zip(self._high, self._low)) > UNSTEADY:
            return "unsteady"
        alive = sorted(code for code in self._means if LEAST <= code <= MOST)
        middle = alive[len(alive) // 2] if alive else 0
        return "covered" if any(abs(code - middle) > COVERED for code in alive) else "ok"

    def keep(self, flash) -> str:  # noqa: ANN001 (a board's or a desk's)
        """Put what was learned into flash, and tell it."""
        baseline = digits(self._means)
        flash.save(BASELINE, encode(f"{BASELINE} {baseline}"))
        return baseline


def kept(flash) -> str:  # noqa: ANN001 (a board's or a desk's)
    """What was learned last, or nothing: none is better than half of one."""
    words = (decode(flash.load(BASELINE).rstrip()) or "").split(" ")
    return words[1] if words[0] == BASELINE and len(words) == 2 else ""
