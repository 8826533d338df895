"""The light beams across the four trays: a ball lies there, or none does.

Rule: every change is told at once. Whether it lasts is for the senses of the house to
say; here is only what keeps a beam that is half broken from flickering.
"""

from pins import TRAY_CHANNELS, TRAY_OFF, TRAY_ON

TRAYS = tuple(channel[0] for channel in TRAY_CHANNELS)


class Trays:
    """The level of each tray, by the codes of its beam."""

    def __init__(self, first: int) -> None:
        self.levels = []
        self._first = first  # place of the first tray among the codes

    def see(self, codes: list[int]) -> list[int]:
        """Which trays changed. At the first look none did: they are as they are."""
        changed, levels = [], self.levels or [0] * len(TRAYS)
        for number, before in enumerate(levels):
            code = codes[self._first + number]
            level = 1 if code >= TRAY_ON else 0 if code <= TRAY_OFF else before
            if level != before:
                levels[number] = level
                changed.append(number)
        if self.levels:
            return changed
        self.levels = levels
        return []
