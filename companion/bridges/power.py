"""The word of flags that a Raspberry Pi keeps about its power and its heat.

Rule: it is said when it changes; what it means is for the senses. A computer without
that word is no Raspberry Pi, and then nothing is said.
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


def flags(text: str) -> int | None:
    """The word of flags, or None when the text is none."""
    try:
        return int(text.strip(), 16)
    except ValueError:
        return None


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
