"""What lies on one reader, and what was taken away from it of late.

Rule: it keeps times, and says how long a tag was away; what counts anew others decide.
"""

from __future__ import annotations

AWAY = 3000  # ms; what is gone for so long was taken away by a hand
STILL = 1500  # ms from reading to reading of a code that is held there all the while
BLINK = 300  # ms; no hand changes two pieces and changes them back as quickly
LONG = 1_000_000_000  # ms; away for ever
LEFT = 4  # that are remembered of those taken away


class Reader:
    """One reader. A tag is empty where something lies that says nothing of itself."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alone = ""  # the tag that lies there with no other
        self.shown = ""  # the tag that was shown and lies there still
        self.crowded: int | None = None  # ms; since when two lie there, until that is said
        self.read = 0  # ms; when a code was read last
        self.holds = False  # is a code there, as far as anybody can tell?
        self.told: dict[str, int] = {}  # ms; when people were told of what cannot be read
        self._last = ""  # the tag that was shown last
        self._came: dict[str, int] = {}  # ms; what lies there, and since when
        self._left: dict[str, int] = {}  # ms; what is gone, and when it was there last
        self._is_crowd = False

    @property
    def waits(self) -> bool:
        """Is there anything that only time decides?"""
        return self.holds or self.crowded is not None

    def lay(self, tags: tuple[str, ...], at: int, until: int) -> str:
        """These lie there now, what lay there before until then. Comes back: the tag that
        was shown and is gone."""
        for tag in self._came:
            if tag not in tags:
                self._left.pop(tag, None)
                self._left[tag] = until
        self._left = dict([*self._left.items()][-LEFT:])
        self._came = {tag: self._came.get(tag, at) for tag in tags}
        self._crowd(len(set(tags)) > 1 or tags == ("", ""), at)
        self.alone = "" if self._is_crowd or not tags else tags[0]
        gone = "" if self.shown in tags else self.shown
        self.shown = "" if gone else self.shown
        return gone

    def _crowd(self, is_crowd: bool, at: int) -> None:
        if is_crowd != self._is_crowd:
            self._is_crowd, self.crowded = is_crowd, at if is_crowd else None

    def show(self, tag: str) -> int:
        """It is shown now; for how many ms it was away before. Where another one was shown in
        between it was away for ever, unless no hand is as quick."""
        away = self._came[tag] - self._left.get(tag, -LONG)
        if tag != self._last and away >= BLINK:
            away = LONG
        self._last = self.shown = tag
        return away

    def there(self, since: int) -> tuple[str, ...]:
        """What lies there, or did since then."""
        left = (tag for tag, until in self._left.items() if until >= since)
        return tuple(tag for tag in (*self._came, *left) if tag)
