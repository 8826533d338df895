"""What the pages and the API work with, handed on as one record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from msgspec import Struct

from companion.journal import Reader
from companion.people import People
from companion.registry import Catalogue
from companion.views.tablet.boxes import Boxes
from companion.views.tablet.door import Door
from companion.views.tablet.feeds import Feeds
from companion.views.tablet.health import Vitals
from companion.views.tablet.hub import Hub
from companion.views.tablet.rendering import Painter
from companion.views.tablet.speech import Speech
from companion.views.tablet.statics import Statics
from companion.views.tablet.wires import Wiring
from companion.vocabulary import Game, Pieces, Printed

Points = list[tuple[float, float, float]]


class Hands(Protocol):
    """The hands at a virtual table, and what eyes see there."""

    def box(self) -> dict[str, Any]: ...
    def seats(self) -> frozenset[str]: ...
    def lay(self, standing: Mapping[str, str], anew: bool) -> None: ...
    def hand(self, seat: str, points: Points, lifted: bool, released: bool) -> bool: ...
    def fetch(self, seat: str, tray: str) -> bool: ...
    def roll(self) -> int: ...
    def draw(self, symbols: tuple[str, ...]) -> str: ...
    def show(self, text: str) -> None: ...
    def autoplay(self, on: bool) -> None: ...
    def picture(self) -> dict[str, Any]: ...


def _nothing_taught() -> Catalogue:
    return Catalogue({})


class Kit(Struct, frozen=True):
    """Everything behind the web. ``reading`` opens the journal for one thread; ``regulars``
    are the players of this table, with their colours; ``address`` is where others find the
    table; ``is_trusting``: whoever sits at this very computer keeps the table (a demo).
    ``shelves``: the pieces of every game; ``catalogue``: what was taught of them by now;
    ``synthetic``: by game, what a demo plays with where nobody told what is printed."""

    games: Mapping[str, Game]
    door: Door
    hub: Hub
    feeds: Feeds
    speech: Speech
    painter: Painter
    statics: Statics
    vitals: Vitals
    boxes: Boxes
    reading: Callable[[], AbstractContextManager[Reader]]
    wiring: Wiring
    people: People
    hands: Hands | None = None
    regulars: Mapping[str, str] = {}
    address: Callable[[], str] = str
    is_trusting: bool = False
    shelves: Mapping[str, Pieces] = {}
    catalogue: Callable[[], Catalogue] = _nothing_taught
    synthetic: Mapping[str, Printed] = {}
