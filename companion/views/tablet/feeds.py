"""What goes down the streams: every version to programs, changed regions to pages.

Rule: all of it runs in the hub's thread. The loop only leaves its snapshot there, which
costs it microseconds; who listens in the same language gets the same bytes.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec

from companion.loop import Snapshot
from companion.views.tablet.hub import Hub, Ticket
from companion.views.tablet.rendering import Painter
from companion.views.tablet.shapes import Event, Happened
from companion.views.tablet.sight import Sight, sights
from companion.views.tablet.speech import Speech, plain
from companion.vocabulary import Viewer

KEPT = 256  # versions that a device may have missed and still be told one by one

_encode = msgspec.json.Encoder().encode


class Feeds:
    """Two kinds of topics a language: ``api/en`` and ``table/en``."""

    def __init__(self, hub: Hub, painter: Painter, speech: Speech) -> None:
        self._hub, self._painter, self._speech = hub, painter, speech
        self._kept: deque[Sight] = deque(maxlen=KEPT)
        self._before: Snapshot | None = None
        self._seen = Sight(0)
        self._fresh = True  # nothing has changed since this version came up
        self._drawn: dict[str, dict[str, str]] = {}
        self._stale = False
        hub.settle = self._settle

    def publish(self, snapshot: Snapshot) -> None:
        """From the loop's thread: something changed."""
        self._hub.call(lambda: self._take(snapshot))

    def redraw(self) -> None:
        """From any thread: something changed that no version tells of, such as a wire."""
        self._hub.call(self._spoil)

    def events(self, language: str, after: int | None) -> Ticket:
        """A stream for programs."""
        return Ticket(f"api/{language}", lambda: self._missed(language, after))

    def regions(self, language: str, after: int | None) -> Ticket:
        """A stream for a page that was rendered at the version ``after``."""
        return Ticket(f"table/{language}", lambda: self._whole(language, after))

    # In the hub's thread.

    def _spoil(self) -> None:
        if not self._stale:
            self._stale, self._fresh = self._before is not None, False

    def _take(self, snapshot: Snapshot) -> None:
        news = sights(self._before, snapshot)
        before, self._before = self._before, snapshot
        self._seen, self._stale = news[-1], True
        self._fresh = before is None or snapshot.version != before.version
        went_back = before is not None and snapshot.version < before.version
        if went_back:
            self._kept.clear()
        elif before is not None and self._fresh:
            self._kept.extend(news)
        for language in self._languages("api"):
            self._tell(language, news, "reset" if went_back else "state")

    def _tell(self, language: str, news: tuple[Sight, ...], kind: str) -> None:
        told = b"".join(self._event(kind, seen, language, self._fresh) for seen in news)
        self._hub.send(f"api/{language}", told)

    def _missed(self, language: str, after: int | None) -> bytes:
        """Exactly the versions after this one, or all there is to see now."""
        oldest = self._kept[0].version - 1 if self._kept else self._seen.version
        if after is None or not oldest <= after <= self._seen.version:
            return self._event("reset", self._seen, language, True)
        return b"".join(
            self._event("state", seen, language, True)
            for seen in self._kept
            if seen.version > after
        )

    def _event(self, kind: str, seen: Sight, language: str, numbered: bool) -> bytes:
        return frame(
            kind, event(seen, self._speech, language), seen.version if numbered else None
        )

    def _settle(self) -> None:
        """After a bundle of news: draw once, for the last of it."""
        if not self._stale:
            return
        self._stale = False
        listening = self._languages("table")
        self._drawn = {
            tongue: self._drawn[tongue] for tongue in listening if tongue in self._drawn
        }
        for language in listening:
            self._draw(language)

    def _draw(self, language: str) -> None:
        before = self._drawn.get(language, {})
        now = self._painter.regions(self._seen, language)
        self._drawn[language] = now
        changed = {name: html for name, html in now.items() if before.get(name) != html}
        if changed or self._fresh:
            self._hub.send(f"table/{language}", self._regions("regions", changed, language))

    def _whole(self, language: str, after: int | None) -> bytes:
        self._settle()
        if language not in self._drawn:
            self._drawn[language] = self._painter.regions(self._seen, language)
        if after == self._seen.version and self._fresh:
            return b""
        return self._regions("reset", self._drawn[language], language)

    def _regions(self, kind: str, regions: dict[str, str], language: str) -> bytes:
        seen = self._seen
        view = seen.game.show(seen.state, Viewer(language=language)) if seen.game else {}
        news = {
            "version": seen.version,
            "regions": regions,
            "title": self._painter.title(seen, language),
            "seat": view.get("turn", {}).get("seat", ""),
        }
        return frame(kind, news, seen.version)

    def _languages(self, kind: str) -> list[str]:
        return sorted(
            topic.partition("/")[2]
            for topic in self._hub.topics()
            if topic.startswith(f"{kind}/")
        )


def event(seen: Sight, speech: Speech, language: str) -> Event:
    """What one event of the stream says."""
    say = speech.words(language).say
    return Event(
        version=seen.version,
        match=seen.match,
        game=seen.game.name if seen.game else "",
        view=seen.game.show(seen.state, Viewer(language=language)) if seen.game else {},
        notices=seen.notices,
        saved=seen.saved,
        happened=tuple(
            Happened(told.version, told.seat, plain(told.says), say(told.says))
            for told in seen.happened
        ),
    )


def frame(kind: str, data: Any, id: int | None = None) -> bytes:
    """One server-sent event."""
    number = b"" if id is None else b"id: %d\n" % id
    return b"event: %b\n%bdata: %b\n\n" % (kind.encode(), number, _encode(data))
