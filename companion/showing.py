"""Pieces that are shown to the table: what they mean, and what nobody has said of them yet.

Rule: pure. It looks and asks, and decides nothing that a game decides: one meaning is
taken, two are asked about, none is said with the reason. What is not known is asked once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.match import Match, people
from companion.registry import Catalogue, Registry, adopt, teach, unteach
from companion.vocabulary import (
    Adopt,
    Guide,
    Ignore,
    Labelled,
    Mean,
    Meaning,
    Notice,
    Refusal,
    Says,
    Shown,
    Teach,
    Unread,
    Unteach,
    Viewer,
)

SAID = 6_000  # ms that the reason stands why a piece means nothing now
GUIDED = 300_000  # ms without a piece after which nobody follows the guide any more
REMEMBERED = 8  # tags that nobody knows; a reader that floods shows any number

Lesson = Mean | Teach | Unteach | Guide | Ignore | Adopt
"""What people say of pieces."""


class Which(Struct, frozen=True):
    """A shown piece means one of these; ``number`` tells this question from the next."""

    number: int
    says: Says
    meanings: tuple[Meaning, ...]


class Pieced(Struct, frozen=True):
    """What there is to say of pieces. ``unknown``: tags shown that are on nothing, the newest
    last. ``asked``: the tag that the table is asked about in play. ``guide``: the piece
    that is asked for. ``latest``: the tag shown last. ``lessons``: how often it learned."""

    which: Which | None = None
    unknown: tuple[str, ...] = ()
    asked: str = ""
    guide: str = ""
    latest: str = ""
    lessons: int = 0


class Showing:
    """Of one table. ``keep`` writes down what was taught; False where it could not."""

    def __init__(
        self, catalogue: Catalogue, keep: Callable[[Registry], bool] = lambda _: True
    ) -> None:
        self.catalogue = catalogue
        self.now = Pieced()
        self.said: tuple[Notice, ...] = ()
        self._keep = keep
        self._until = self._guided = 0  # ms
        self._shown: Shown | None = None  # what is asked about
        self._due: Shown | None = None  # was asked about, and is known now
        self._waved: tuple[str, ...] = ()  # tags that nobody wants to be asked about
        self._number = 0
        self._match: Match | None = None
        self._turn, self._turns = "", 0
        self._counted: dict[str, int] = {}  # in which turn a piece counted last

    def find(self, tag: str) -> Labelled | None:
        """What a tag is on."""
        return self.catalogue.find(tag)

    def see(self, shown: Shown | Unread, match: Match | None) -> tuple[Any, ...]:
        """The moves that are meant, if it is certain."""
        if isinstance(shown, Unread):
            self.say(Refusal(f"house.shown.{shown.why}"), shown.at)
            return ()
        self.now = replace(self.now, latest=shown.tag)
        if self.now.guide:
            self._guide_on(shown)
            return ()
        if not shown.piece or shown.lacks:
            self._wonder(shown, match)
            return ()
        return self._meant(shown, match)

    def follow(self, match: Match | None, at: int) -> None:
        """The state may have changed, and time has passed."""
        if self.said and at >= self._until:
            self.said = ()
        if self.now.guide and at - self._guided > GUIDED:
            self.now = replace(self.now, guide="")
        if match is not self._match:
            self._match = match
            self._go_on(match)

    def _go_on(self, match: Match | None) -> None:
        """Another turn, perhaps; and what was asked about may have answered itself."""
        turn = match.game.turn(match.state) if match and match.game.turn else ""
        if turn != self._turn:
            self._turn, self._turns = turn, self._turns + 1
        which, shown = self.now.which, self._shown
        if which and (shown is None or _means(shown, match) != which.meanings):
            self.now = replace(self.now, which=None)
        if match is None:
            self.now = replace(self.now, asked="")

    def due(self) -> Shown | None:
        """What was shown and could mean nothing until people said what it is."""
        due, self._due = self._due, None
        return due

    # What a piece means.

    def _meant(self, shown: Shown, match: Match | None) -> tuple[Any, ...]:
        if shown.again and self._counted.get(shown.piece) == self._turns:
            return ()
        meant = _means(shown, match)
        self._counted[shown.piece] = self._turns
        self.now = replace(self.now, which=None, asked="")
        if isinstance(meant, Refusal):
            if not shown.again:  # else nobody did anything
                self.say(meant, shown.at)
            return ()
        if len(meant) == 1:
            return meant[0].moves
        self._number += 1
        self._shown = shown
        says = Says("house.shown.which")
        self.now = replace(self.now, which=Which(self._number, says, meant))
        return ()

    def say(self, why: Refusal, at: int) -> None:
        """Why nothing came of it, for some seconds."""
        self._until = at + SAID
        self.said = (Notice(why.key, values=why.values),)

    # What nobody has said yet.

    def _wonder(self, shown: Shown, match: Match | None) -> None:
        tag = shown.tag
        unknown = self.now.unknown
        if not shown.piece:
            unknown = (*(one for one in unknown if one != tag), tag)[-REMEMBERED:]
        asks = match is not None and tag not in self._waved
        if asks:
            self._shown = shown
        self.now = replace(
            self.now, unknown=unknown, which=None, asked=tag if asks else self.now.asked
        )

    def _guide_on(self, shown: Shown) -> None:
        wanted, self._guided = self.now.guide, shown.at
        if not shown.piece:
            refusal = self._teach(Teach(wanted, "", shown.tag))
        elif shown.piece != wanted:
            refusal = Refusal("house.shown.known", {"piece": shown.piece})
        else:
            refusal = None
        if refusal:
            self.say(refusal, shown.at)
            return
        self.said = ()
        self.now = replace(self.now, guide=self.catalogue.after(wanted))

    # What people say.

    def ask(self, lesson: Lesson, viewer: Viewer, at: int) -> Refusal | tuple[Any, ...]:
        """The moves that follow from it, or why it cannot be."""
        if isinstance(lesson, Mean):
            return self._which(lesson, viewer)
        if viewer.role != "host" and not self._is_asked(lesson):
            return Refusal("house.no.host")
        refusal = self._learn(lesson, at)
        return refusal or ()

    def _is_asked(self, lesson: Lesson) -> bool:
        """Does it answer what everybody at the table is asked about?"""
        tag = lesson.tag if isinstance(lesson, Teach | Ignore) else ""
        return bool(tag) and tag == self.now.asked

    def _which(self, said: Mean, viewer: Viewer) -> Refusal | tuple[Any, ...]:
        which = self.now.which
        if which is None or which.number != said.number:
            return Refusal("house.no.which")
        open_now = [one for one in which.meanings if is_seen(one, viewer)]
        if said.meaning is not None:
            open_now = open_now[said.meaning :][:1] if said.meaning >= 0 else []
        if not open_now:
            return Refusal("house.no.which")
        theirs = [
            one for one in open_now if viewer.role == "host" or one.seat in ("", viewer.seat)
        ]
        if not theirs:
            names = people(self._match) if self._match else {}
            whose = open_now[0].seat
            return Refusal("house.no.not_yours", {"seat": whose, "name": names.get(whose, "")})
        self.now = replace(self.now, which=None)
        return () if said.meaning is None else theirs[0].moves

    def _learn(self, lesson: Lesson, at: int) -> Refusal | None:
        match lesson:
            case Guide():
                return self._guide(lesson.piece, at)
            case Ignore(tag):
                self._waved = (*self._waved, tag)[-REMEMBERED:]
                self.now = replace(
                    self.now,
                    asked="" if self.now.asked == tag else self.now.asked,
                    unknown=tuple(one for one in self.now.unknown if one != tag),
                )
                return None
            case Teach():
                return self._teach(lesson)
            case Unteach():
                return self._take_over(unteach(self.catalogue, lesson))
            case Adopt():
                return self._take_over(adopt(self.catalogue, lesson))
        return None

    def _guide(self, piece: str, at: int) -> Refusal | None:
        if piece and self.catalogue.piece(piece) is None:
            return Refusal("house.no.piece", {"piece": piece})
        self._guided = at
        self.now = replace(self.now, guide=piece, asked="", which=None)
        return None

    def _teach(self, lesson: Teach) -> Refusal | None:
        refusal = self._take_over(teach(self.catalogue, lesson))
        if refusal is None:
            self._due = self._known_now()
        return refusal

    def _known_now(self) -> Shown | None:
        """What was asked about, with what is known of it by now."""
        shown = self._shown
        found = self.find(shown.tag) if shown and shown.tag == self.now.asked else None
        if shown is None or found is None:
            return None
        unknown = tuple(one for one in self.now.unknown if one != shown.tag)
        self.now = replace(self.now, asked="", unknown=unknown)
        return replace(shown, piece=found.piece, facts=found.facts, lacks=found.lacks)

    def _take_over(self, registry: Registry | Refusal) -> Refusal | None:
        if isinstance(registry, Refusal):
            return registry
        if not self._keep(registry):
            return Refusal("house.no.unkept")
        self.catalogue = self.catalogue.with_(registry)
        known = tuple(tag for tag in self.now.unknown if self.find(tag) is None)
        self.now = replace(self.now, unknown=known, lessons=self.now.lessons + 1)
        return None


def is_seen(meaning: Meaning, viewer: Viewer) -> bool:
    """May this viewer know that it can be meant?"""
    return not meaning.secret or (bool(viewer.seat) and meaning.seat == viewer.seat)


def _means(shown: Shown, match: Match | None) -> tuple[Meaning, ...] | Refusal:
    if match is None:
        return Refusal("house.shown.idle")
    game, (whose, _, piece) = match.game, shown.piece.partition("/")
    if whose != game.name:
        return Refusal("house.shown.other", {"game": whose, "playing": game.name})
    if game.means is None:
        return Refusal("house.shown.unplayed", {"game": game.name})
    meant = game.means(match.state, replace(shown, piece=piece))
    if not isinstance(meant, Refusal) and not meant:
        return Refusal("house.shown.nothing")
    return meant
