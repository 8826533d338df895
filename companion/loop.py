"""The inbox and one step: everything that happens passes here, one after the other.

Rule: the loop orchestrates and decides nothing. Bridges and tablets only ``put``;
nobody else touches the state. What was decided is on disk before anybody sees it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import SimpleQueue
from traceback import format_tb
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.match import Match, repeated
from companion.registry import Catalogue
from companion.requests import Desk
from companion.senses import Senses
from companion.senses.power import happened, troubles
from companion.showing import Lesson, Pieced, Showing
from companion.table import Table
from companion.vocabulary import (
    Amended,
    Answer,
    Notice,
    Refusal,
    Reseat,
    Rolled,
    Shown,
    Signal,
    Take,
    Tick,
    Unread,
)

log = logging.getLogger(__name__)

Word = Signal | Tick

ANEW = (
    "start",
    "resume",
    "seats/left",
    "seats/joined",
)  # after these the reading begins anew …
TUNED = ("start", "resume")  # … and after these the senses, too
ANOTHER_PLATE = "wire/use"  # the source that says which wire is the plate from now on
REST = 25  # ms from frame to frame while all is calm: with two frames that settle, 50 at most
SAID = 300  # letters of a wire's word in the log
SOURCES = 64  # that are remembered for health; a broken wire may name any number


class Snapshot(Struct, frozen=True):
    """What the views are handed: the match as it stands and what else there is to know."""

    version: int
    match: Match | None
    notices: tuple[Notice, ...] = ()
    saved: bool = True
    heard: dict[str, int] = {}
    at: int = 0
    pieces: Pieced = Pieced()


class Inbox:
    """One queue for all wires. Raw frames are latest-wins: a loop that is behind
    reads the newest and never works through old ones. While ``is_calm``, not every frame
    wakes the loop: the first that shows a movement is seen a little later, and from
    then on all of them."""

    def __init__(self) -> None:
        self.is_calm = False
        self._woken = 0  # ms; by which frame last
        self._queue: SimpleQueue[tuple[Word, Callable[[Answer], None] | None]] = SimpleQueue()
        self._frames: dict[str, Signal] = {}
        self._waiting: set[str] = set()

    def put(self, word: Word, answer: Callable[[Answer], None] | None = None) -> None:
        """From any thread. The frame is laid down before anybody looks whether one waits:
        so none is left behind, at worst one is read twice."""
        if isinstance(word, Signal) and word.source == "hall":
            self._frames[word.source] = word
            if word.source in self._waiting or self._may_rest(word.at):
                return
            self._waiting.add(word.source)
        self._queue.put((word, answer))

    def _may_rest(self, at: int) -> bool:
        if self.is_calm and 0 <= at - self._woken < REST:
            return True
        self._woken = at
        return False

    def take(self) -> tuple[Word, Callable[[Answer], None] | None]:
        """The next word; waits for one."""
        word, answer = self._queue.get()
        if isinstance(word, Signal) and word.source == "hall":
            self._waiting.discard(word.source)
            word = self._frames[word.source]
        return word, answer


class Loop:
    """One table: its senses, its match, its journal, and who wants to see it."""

    def __init__(
        self,
        table: Table,
        publish: Callable[[Snapshot], None],
        record: Callable[[Word], None] = lambda _: None,
        pieces: Showing | None = None,
    ) -> None:
        self.table = table
        self.pieces = pieces or Showing(Catalogue({}))
        self.senses = Senses()
        self.senses.pieces = self.pieces.find
        self.house: tuple[Notice, ...] = ()  # of the service: a journal that was mended
        self.notices: tuple[Notice, ...] = ()  # all there are
        self.heard: dict[str, int] = {}
        self._desk = Desk(table, self.pieces)
        self._memory: Any = None
        self._read_notices: tuple[Notice, ...] = ()
        self._house_known: tuple[Any, ...] = ()
        self._house_says: tuple[Notice, ...] = ()
        self.at = 0  # ms; the newest word
        self._publish = publish
        self._record = record
        self._shown: Snapshot | None = None

    @property
    def power(self) -> dict[str, tuple[str, ...]]:
        """What the computer lacks now, and what it lacked at some time since it started."""
        word = self.senses.power
        return {"now": troubles(word), "since": happened(word)}

    def run(self, inbox: Inbox, stopped: Callable[[], bool]) -> None:
        """Word after word, until stopped."""
        while not stopped():
            self.turn(inbox)

    def turn(self, inbox: Inbox) -> None:
        """The next word. The one broad except of the program: a step that fails leaves
        the state as it was, since state is replaced whole at its end."""
        word, answer = inbox.take()
        try:
            self.step(word, answer)
        except Exception as wrong:  # noqa: BLE001 - the one there is
            _log(word, wrong, self._keeps_secrets())
            if answer:
                answer(Answer(500, self.table.version, Refusal("house.no.step")))
        inbox.is_calm = self.senses.is_calm(self.at)

    def _keeps_secrets(self) -> bool:
        match = self.table.match
        return match is not None and bool(match.game.seal or match.game.veil)

    def step(self, word: Word, answer: Callable[[Answer], None] | None = None) -> None:
        """Sense, read, play, journal, replace, publish."""
        word = self._in_time(word)
        self._record(word)
        if isinstance(word, Signal) and word.source.startswith("tablet/"):
            reply = self._ask(word)
            self._show(word.at)
            if answer:
                answer(reply)
            return
        self._see(word)
        if isinstance(word, Tick):
            self._read(word, "clock")
            self.table.retry(word.at)
        self._show(word.at)
        if answer:
            answer(Answer(200, self.table.version))

    def _in_time(self, word: Word) -> Word:
        """Two wires may overtake each other by a millisecond; time never runs backwards."""
        self.at = max(self.at, word.at)
        return word if word.at == self.at else replace(word, at=self.at)

    def _see(self, word: Word) -> None:
        source = "clock"
        if isinstance(word, Signal):
            source = word.source
            if word.boot and word.sequence is not None and source != "hall":
                self.table.mark = f"{word.boot} {word.sequence}"
            if source in self.heard or len(self.heard) < SOURCES:
                self.heard[source] = word.at
        for seen in self.senses.see(word):
            sighting = self._side(seen) if isinstance(seen, Rolled) else seen
            if isinstance(sighting, Shown | Unread):
                self._take_shown(sighting)
            else:  # what only time decides is still the word of its reader
                self._read(sighting, getattr(sighting, "reader", "") or source)
        if source == ANOTHER_PLATE:
            self.amend(word.at, "resume")

    def _ask(self, signal: Signal) -> Answer:
        before = self.table.match
        answer, request = self._desk.ask(signal)
        if request is not None and not (
            isinstance(request, Lesson) and self.table.match is before
        ):
            self._follow()
            self.amend(signal.at, _why(request))
        if due := self.pieces.due():
            self._take_shown(due)
        return answer

    def _side(self, rolled: Rolled) -> Rolled | Shown:
        """Where a game reads no dice, the side of one that lies up is a piece that is shown."""
        match = self.table.match
        if match is None or self._memory is not None:
            return rolled
        sides = (one for one in match.game.pieces if one.die == rolled.die)
        up = next((one.id for one in sides if one.face == rolled.face), "")
        shown = Shown(f"{match.game.name}/{up}", rolled.at, reader=rolled.reader)
        return shown if up else rolled

    def _take_shown(self, shown: Shown | Unread) -> None:
        """A piece means something, or it is said why not."""
        moves = self.pieces.see(shown, self.table.match)
        refusal = self.table.play_all(moves, shown.reader, "") if moves else None
        if refusal:
            self.pieces.say(refusal, shown.at)
        elif moves:
            self._follow()
            self.amend(shown.at, "shown")

    def amend(self, at: int, why: str) -> None:
        """People changed the state; a new match on the table gets a reading of its own."""
        match = self.table.match
        if match is None:
            self._memory, self._read_notices = None, ()
            return
        standing: tuple[Any, ...] = ()
        if why in ANEW:
            if match.game.on_plate and why in TUNED:
                self.senses.tune(self.table.box)
            self._memory = match.game.reader(self.table.box)
            standing = self.senses.standing(at)
        self._read(Amended(at, why, standing), "clock")

    def _read(self, sighting: Any, source: str) -> None:
        match = self.table.match
        if match is None or self._memory is None:
            return
        read = match.game.read(self._memory, match.state, sighting)
        self._memory, self._read_notices = read.memory, read.notices
        for move in read.moves:
            refusal = self.table.play(move, source, "")
            if refusal:
                log.warning("read, but the rules say %s: %s", refusal.key, type(move).__name__)
        if read.moves:
            self._follow()

    def _follow(self) -> None:
        """Rolls and cards that an undo had kept are said again once they are open."""
        while self.table.match and (move := repeated(self.table.match)):
            if self.table.play(move, "kept", ""):
                return

    def _house_notices(self) -> tuple[Notice, ...]:
        """What is wrong with the house itself, whatever is played; made anew only when
        something of it changed, since this is asked at every frame."""
        senses = self.senses
        known = (self.table.why_unsaved, senses.power, senses.wires, senses.readers, self.house)
        if known != self._house_known:
            self._house_known = known
            self._house_says = self._faults()
        return self._house_says

    def _faults(self) -> tuple[Notice, ...]:
        shut, power = self.table.why_unsaved, self.senses.power
        unsaved = (Notice(f"house.unsaved.{shut}", kind="fault"),) if shut else ()
        weak = tuple(Notice(f"house.power.{name}", kind="fault") for name in troubles(power))
        cut = (
            Notice(f"house.wire.{wire.why}", name, kind="fault", values=wire.values)
            for name, wire in self.senses.wires.items()
            if wire.why
        )
        dumb = (
            Notice("house.reader.hung", name, kind="fault")
            for name, state in self.senses.readers.items()
            if state == "hung"
        )
        return (*unsaved, *weak, *cut, *dumb, *self.house)

    def _show(self, at: int) -> None:
        """Publish what changed, if anything did."""
        table, last, pieces = self.table, self._shown, self.pieces
        pieces.follow(table.match, at)
        house = self._house_notices()
        if house or pieces.said:
            self.notices = (*pieces.said, *house, *self._read_notices)
        else:
            self.notices = self._read_notices
        if (
            last
            and last.match is table.match
            and last.notices == self.notices
            and (last.version, last.saved) == (table.version, table.saved)
            and last.pieces == pieces.now
        ):
            return
        self._shown = Snapshot(
            table.version, table.match, self.notices, table.saved, self.heard, at, pieces.now
        )
        self._publish(self._shown)


def _log(word: Word, wrong: Exception, is_secret: bool) -> None:
    """What somebody chose may be a secret, and so may what a game found out: then the log
    names the wire and the place in the program, not what was said, nor what the mistake
    says of it."""
    source = word.source if isinstance(word, Signal) else "tick"
    if is_secret or source.startswith("tablet/"):
        where = "".join(format_tb(wrong.__traceback__))
        log.error("a step failed; the table goes on as it was: %s, %s\n%s",
                  source, type(wrong).__name__, where)  # fmt: skip
        return
    said = str(word)[:SAID]
    log.error("a step failed; the table goes on as it was: %s", said, exc_info=wrong)


def _why(request: Any) -> str:
    """The tag of a request, or of the move or the change that it took."""
    if isinstance(request, Take):
        return str(request.move.get("do", "take"))
    if isinstance(request, Reseat):
        return f"seats/{request.change.__struct_config__.tag}"
    return str(request.__struct_config__.tag)
