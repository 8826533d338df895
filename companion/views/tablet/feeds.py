"""What goes down the streams: every version to programs, changed regions to pages.

Rule: all of it runs in the hub's thread. The loop only leaves its snapshot there, which
costs it microseconds. Who may know the same, in the same language, gets the same bytes;
nobody is sent what is not in the own ``Look``.
"""

from __future__ import annotations

from collections import deque
from typing import Any

import msgspec
from msgspec import Struct

from companion.loop import Snapshot
from companion.views.tablet.hub import Hub, Stream, Ticket
from companion.views.tablet.look import Look, look
from companion.views.tablet.pieces.shapes import shown
from companion.views.tablet.rendering import Painter
from companion.views.tablet.shapes import Event, Happened
from companion.views.tablet.sight import Sight, sights
from companion.views.tablet.speech import Speech, plain
from companion.vocabulary import Viewer

KEPT = 256  # versions that a device may have missed and still be told one by one

_encode = msgspec.json.Encoder().encode


class Topic(Struct, frozen=True):
    """What a stream carries, and for whom: ``api`` for programs, ``table`` for pages, or
    ``pieces`` for the page that teaches, which asks for itself anew."""

    kind: str
    viewer: Viewer


class Feeds:
    """Every version to programs, changed regions to pages, each as the viewer may know it."""

    def __init__(self, hub: Hub, painter: Painter, speech: Speech) -> None:
        self._hub, self._painter, self._speech = hub, painter, speech
        self._kept: deque[Sight] = deque(maxlen=KEPT)
        self._before: Snapshot | None = None
        self._seen = Sight(0)
        self._fresh = True  # nothing has changed since this version came up
        self._nudged = False  # something that no region shows changed: who plays with what
        self._drawn: dict[Topic, dict[str, str]] = {}
        self._stale = False
        hub.settle = self._settle

    def publish(self, snapshot: Snapshot) -> None:
        """From the loop's thread: something changed."""
        self._hub.call(lambda: self._take(snapshot))

    def redraw(self) -> None:
        """From any thread: something changed that no version tells of, such as a wire."""
        self._hub.call(self._spoil)

    def moved(self, devices: frozenset[str]) -> None:
        """From any thread: these devices may know other things than before."""
        self._hub.call(lambda: self._hub.dismiss(lambda stream: stream.device in devices))
        self.redraw()

    def shut(self) -> None:
        """From any thread: who may not watch any more is let go."""
        self._hub.call(lambda: self._hub.dismiss(lambda stream: not stream.is_theirs()))

    def events(self, viewer: Viewer, after: int | None) -> Ticket:
        """A stream for programs."""
        topic = Topic("api", viewer)
        return Ticket(topic, lambda: self._missed(topic, after))

    def regions(self, viewer: Viewer, after: int | None) -> Ticket:
        """A stream for a page that was rendered at the version ``after``."""
        topic = Topic("table", viewer)
        return Ticket(topic, lambda: self._whole(topic, after))

    def pieces(self, viewer: Viewer) -> Ticket:
        """A stream that tells whenever another piece is shown, or something was said of one."""
        return Ticket(Topic("pieces", viewer), self._word)

    def forget(self) -> None:
        """From any thread: what was told before is told to nobody any more."""
        self._hub.call(self._kept.clear)

    def is_on(self, match: str) -> bool:
        """In the hub's thread: is it still this match that is told of?"""
        return self._seen.match == match

    # In the hub's thread.

    def _spoil(self) -> None:
        self._nudged = True
        if not self._stale:
            self._stale, self._fresh = self._before is not None, False

    def _take(self, snapshot: Snapshot) -> None:
        news = sights(self._before, snapshot)
        before, self._before = self._before, snapshot
        seen = self._seen
        if news[-1].match != self._seen.match:  # a seat is a seat of one match
            self._hub.dismiss(_is_seated)
        self._seen, self._stale = news[-1], True
        self._fresh = before is None or snapshot.version != before.version
        went_back = before is not None and snapshot.version < before.version
        if went_back:
            self._kept.clear()
        elif before is not None and self._fresh:
            self._kept.extend(news)
        for topic in self._topics("api"):
            if self._fresh or self._is_news(seen, topic):
                self._tell(topic, news, "reset" if went_back else "state")

    def _is_news(self, before: Sight, topic: Topic) -> bool:
        """Where no version came up: did anything change that this viewer may know of?"""
        was, now = (look(one, topic.viewer) for one in (before, self._seen))
        same = (was.match, was.notices, was.saved, was.pieces)
        return same != (now.match, now.notices, now.saved, now.pieces)

    def _tell(self, topic: Topic, news: tuple[Sight, ...], kind: str) -> None:
        told = b"".join(self._event(kind, seen, topic, self._fresh) for seen in news)
        self._hub.send(topic, told)

    def _word(self) -> bytes:
        """There is news; what it is, the page asks for itself."""
        news = {"version": self._seen.version, "build": self._painter.root, "regions": {}}
        return frame("regions", news, self._seen.version)

    def _missed(self, topic: Topic, after: int | None) -> bytes:
        """Exactly the versions after this one, or all there is to see now."""
        kept = self._of_this_match() if topic.viewer.seat else list(self._kept)
        oldest = kept[0].version - 1 if kept else self._seen.version
        if after is None or not oldest <= after <= self._seen.version:
            return self._event("reset", self._seen, topic, True)
        return b"".join(
            self._event("state", seen, topic, True) for seen in kept if seen.version > after
        )

    def _of_this_match(self) -> list[Sight]:
        """In another match before this one the seat was somebody else's."""
        found: list[Sight] = []
        for seen in reversed(self._kept):
            if seen.match != self._seen.match:
                break
            found.insert(0, seen)
        return found

    def _event(self, kind: str, seen: Sight, topic: Topic, numbered: bool) -> bytes:
        found = look(seen, topic.viewer)
        return frame(kind, event(found, self._speech), seen.version if numbered else None)

    def _settle(self) -> None:
        """After a bundle of news: draw once, for the last of it."""
        if not self._stale:
            return
        self._stale = False
        listening = self._topics("table")
        self._drawn = {one: self._drawn[one] for one in listening if one in self._drawn}
        for topic in listening:
            self._draw(topic)
        for topic in self._topics("pieces"):
            self._hub.send(topic, self._word())
        self._nudged = False

    def _draw(self, topic: Topic) -> None:
        before = self._drawn.get(topic, {})
        now = self._painter.regions(look(self._seen, topic.viewer))
        self._drawn[topic] = now
        changed = {name: html for name, html in now.items() if before.get(name) != html}
        if changed or self._fresh or self._nudged:
            self._hub.send(topic, self._regions("regions", changed, topic))

    def _whole(self, topic: Topic, after: int | None) -> bytes:
        self._settle()
        if topic not in self._drawn:
            self._drawn[topic] = self._painter.regions(look(self._seen, topic.viewer))
        if after == self._seen.version and self._fresh:
            return b""
        return self._regions("reset", self._drawn[topic], topic)

    def _regions(self, kind: str, regions: dict[str, str], topic: Topic) -> bytes:
        found = look(self._seen, topic.viewer)
        news = {
            "version": found.version,
            "build": self._painter.root,
            "regions": regions,
            "title": self._painter.title(found),
            "seat": found.view.get("turn", {}).get("seat", ""),
        }
        return frame(kind, news, found.version)

    def _topics(self, kind: str) -> list[Topic]:
        found = (one for one in self._hub.topics() if isinstance(one, Topic))
        return [topic for topic in found if topic.kind == kind]


def _is_seated(stream: Stream) -> bool:
    return isinstance(stream.topic, Topic) and bool(stream.topic.viewer.seat)


def event(found: Look, speech: Speech) -> Event:
    """What one event of the stream says."""
    say = speech.words(found.viewer.language).say
    return Event(
        version=found.version,
        match=found.match,
        game=found.game.name if found.game else "",
        view=found.view,
        notices=found.notices,
        saved=found.saved,
        happened=tuple(
            Happened(told.version, told.seat, plain(told.says), say(told.says))
            for told in found.happened
        ),
        pieces=shown(found.pieces, speech.words(found.viewer.language)),
    )


def frame(kind: str, data: Any, id: int | None = None) -> bytes:
    """One server-sent event."""
    number = b"" if id is None else b"id: %d\n" % id
    return b"event: %b\n%bdata: %b\n\n" % (kind.encode(), number, _encode(data))
