"""Simulated people at a table without a plate: they tap, throw a die, and take back.

Rule: they know the choices that are open to them, and take one by chance. What a die or a piece
can tell is told by it, mostly; all else is tapped. The same seed is the same evening.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from itertools import islice, takewhile
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion import rights
from companion.commands import speaking
from companion.commands.evening import Told
from companion.commands.tabletop import Record, Tabletop
from companion.match import nodes, undoing
from companion.showing import is_seen
from companion.vocabulary import Choice, Game, Piece, Signal, Viewer
from companion.vocabulary.tags import label

LONGEST = 10_000  # acts; an evening that goes on for longer has come to a halt
ENOUGH = 20  # things that are wrong, after which everybody goes home

THINKS = (300, 2500)  # ms until somebody taps
SHOWS = (3000, 6000)  # ms until a die or a piece is shown; none is taken for the one before

USUAL = 0.5  # chance that people do what most people do
THROWN = 0.8  # … that a die that the game reads is thrown, and not tapped
SCANNED = 0.5  # … that it lies before the scanner, and does not tell by itself
SHOWN = 0.5  # … that a piece that says it is shown instead of tapping
HOST = 0.1  # … that the host taps for somebody
BEHIND = 0.03  # … that a tablet is behind what happened …
SEEN = 12  # … by so many moves at most
TWICE = 0.03  # … that a tap is sent twice
BACK = 0.04  # … that people take back …
STRIKE = 0.3  # … and the host strikes a roll, too
AGAIN = 0.5  # … and what was taken back is given again


class Tapped:
    """An evening of people with phones, a tablet and a die."""

    def __init__(
        self, game: Game, folder: Path, seed: int, players: int, options: Mapping[str, Any],
        record: Record = lambda _: None, *, scanned: bool = False,
    ) -> None:  # fmt: skip
        """``scanned``: pieces with labels are held to a scanner now and then, not only dice."""
        self._chance, self._scanned = Random(seed), scanned  # noqa: S311 - play, no secrets
        self.table = Tabletop(
            game, folder, self._chance, players, options, record=record, scanned=scanned
        )
        self._memory = game.reader(self.table.loop.table.box)
        self._sent = 0  # requests that have a number

    def close(self) -> None:
        """Everybody goes home."""
        self.table.close()

    def play(self) -> Told:
        """The whole evening, as fast as it can be computed."""
        for _ in range(LONGEST):
            open_now = self.table.game.choices(self.table.match.state)
            if not open_now or len(self.table.wrong) >= ENOUGH:
                break
            self._act(open_now)
        return self.table.told()

    def _act(self, open_now: tuple[Choice, ...]) -> None:
        if self._is(BACK):
            self._take_back()
            return
        choice = self._picked(open_now)
        if not self._is_told(choice):
            self._tap(choice)

    def _is(self, likely: float) -> bool:
        return self._chance.random() < likely

    def _wait(self, least: int, most: int) -> None:
        self.table.wait(self.table.now + self._chance.randint(least, most))

    def _picked(self, open_now: tuple[Choice, ...]) -> Choice:
        """What is usual; or any kind of choice, a little likelier the more there are of it, so
        that the rare ones are taken, too, and nobody stops as soon as one may."""
        usual = [choice for choice in open_now if choice.usual]
        if usual and self._is(USUAL):
            return self._chance.choice(usual)
        kinds = defaultdict(list)
        for choice in open_now:
            kinds[type(choice.move).__name__].append(choice)
        likely = [len(kind).bit_length() for kind in kinds.values()]
        return self._chance.choice(*self._chance.choices([*kinds.values()], likely))

    # What tells by itself

    def _is_told(self, choice: Choice) -> bool:
        """A die rolls out, or a piece is held to a reader. Did anything come of it?"""
        piece = self._speaking(choice)
        if piece is None:
            return False
        self._wait(*SHOWS)
        before = self.table.version
        self.table.hear(*self._said(piece))
        self._answer(choice)
        newest = takewhile(lambda node: node.version > before, nodes(self.table.match))
        new = [node.move for node in newest]
        if choice.move not in new:
            self.table.misread(f"{piece.id} told as {new}")
        return bool(new)

    def _speaking(self, choice: Choice) -> Piece | None:
        game, state = self.table.game, self.table.match.state
        if self._is(THROWN) and (side := speaking.side(game, self._memory, state, choice)):
            return side
        known = self.table.loop.pieces.catalogue
        if self._scanned and self._is(SHOWN):
            return speaking.labelled(game, self._memory, known, state, choice)
        return None

    def _said(self, piece: Piece) -> tuple[Signal, ...]:
        """A code that a scanner reads; or a die says that it moves, and how it lies."""
        now = self.table.now
        if not piece.die or self._is(SCANNED):
            return (Signal("code/0", label(f"{self.table.game.name}/{piece.id}"), now),)
        wire = f"die/{piece.die}"
        return Signal(wire, f"~{piece.face}", now), Signal(wire, piece.face, now)

    def _answer(self, choice: Choice) -> None:
        """The piece can mean several things; whoever showed it says which."""
        which = self.table.loop.pieces.now.which
        if which is None:
            return
        viewer = Viewer("seat", choice.seat)
        seen = [one for one in which.meanings if is_seen(one, viewer)]
        found = (n for n, one in enumerate(seen) if one.moves == (choice.move,))
        meant = {"do": "mean", "number": which.number, "meaning": next(found, None)}
        self._ask(meant, viewer)

    # The tablet and the phones

    def _tap(self, choice: Choice) -> None:
        self._wait(*THINKS)
        by, version = self._whose(choice), self.table.version
        take = {"do": "take", "move": msgspec.to_builtins(choice.move)}
        if self._is(BEHIND) and (behind := self._behind(choice)):
            self.table.expect(409, take | {"id": self._id(), "version": behind}, by)
        take |= {"id": self._id(), "version": version}
        self.table.expect(200, take, by)
        if self._is(TWICE):
            self._once_more(take, by)

    def _whose(self, choice: Choice) -> str:
        """On the own phone; now and then the host does it on the tablet."""
        is_hosts = not choice.seat or (self._is(HOST) and not choice.secret)
        return _by(Viewer("host") if is_hosts else Viewer("seat", choice.seat))

    def _id(self) -> str:
        self._sent += 1
        return f"tap{self._sent}"

    def _behind(self, choice: Choice) -> int:
        """The newest version at which this was not open yet, or 0."""
        for node in islice(nodes(self.table.match), SEEN):
            open_then = self.table.game.choices(node.state)
            if all(one.move != choice.move for one in open_then):
                return node.version
        return 0

    def _once_more(self, take: dict[str, Any], by: str) -> None:
        """The answer was lost on the way and the tablet asks again: nothing changes."""
        before = self.table.version
        self.table.expect(200, take, by)
        if self.table.version != before:
            self.table.tell(f"taken twice: {take}")

    def _take_back(self) -> None:
        """Whoever did the last thing, or the host; people know what they may not take back."""
        self._wait(*THINKS)
        last = self.table.match.last
        seat = last.seat if last and not self._is(HOST) else ""
        viewer = Viewer("seat", seat) if seat else Viewer("host")
        strike = not seat and self._is(STRIKE)
        back = undoing(self.table.match, None, strike)
        if not back or rights.undo(self.table.match, viewer):
            return
        self._ask({"do": "undo", "strike": strike}, viewer)
        is_open = self.table.match.undone and not rights.redo(self.table.match, viewer)
        if is_open and self._is(AGAIN):
            self._ask({"do": "redo"}, viewer)

    def _ask(self, request: dict[str, Any], viewer: Viewer) -> None:
        self.table.expect(200, request | {"id": self._id()}, _by(viewer))


def _by(viewer: Viewer) -> str:
    """Each player has a phone; the tablet is the host's."""
    return rights.source(viewer, f"phone-{viewer.seat}" if viewer.seat else "tablet")
