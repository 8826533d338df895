"""Whether the Raspberry Pi gets enough power, and stays cool enough.

The firmware keeps one word of flags: four bits for now, the same four, 16 places up,
for "has happened since the start". Only the first four are worth a banner.
A computer without that word is no Raspberry Pi; then nothing is said.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from companion.vocabulary import Signal

log = logging.getLogger(__name__)

FLAGS = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
EVERY = 5.0  # seconds between looks; the flags stay up for longer
SOURCE = "power/flags"
NOW = 0xF  # under-voltage, frequency capped, throttled, too hot
SINCE = 16  # places up to the same flags since the start
VOLTAGE, HEAT = 0b0001, 0b1000


def flags(text: str) -> int | None:
    """The word of flags, or None when the text is none."""
    try:
        return int(text.strip(), 16)
    except ValueError:
        return None


def troubles(word: int) -> tuple[str, ...]:
    """What is wrong right now: ``voltage`` and ``heat``, the two that people can mend."""
    now = word & NOW
    return tuple(name for name, bit in (("voltage", VOLTAGE), ("heat", HEAT)) if now & bit)


def happened(word: int) -> tuple[str, ...]:
    """What was wrong at some time since the start and is not now."""
    return tuple(name for name in troubles(word >> SINCE) if name not in troubles(word))


class Power:
    """Looks at the flags now and then, and says the word when it changed."""

    def __init__(
        self, put: Callable[[Signal], None], now: Callable[[], int], place: Path = FLAGS
    ) -> None:
        self._put, self._now, self._place = put, now, place
        self._said: int | None = None
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="power", daemon=True)

    def start(self) -> None:
        """Begin looking, if there is anything to look at."""
        if self._place.exists():
            self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()

    def look(self) -> None:
        """One look; a flag file that cannot be read says nothing."""
        try:
            word = flags(self._place.read_text())
        except OSError:
            return
        if word is not None and word != self._said:
            self._said = word
            self._put(Signal(SOURCE, word, self._now()))

    def _run(self) -> None:
        while not self._stopped.wait(EVERY):
            self.look()
