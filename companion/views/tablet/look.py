"""What one viewer may see of the table at one moment.

Rule: pages, API and streams are made from this and from nothing else; what a viewer may
not know is not in it. It holds no state of the game.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from companion import rights
from companion.match import (
    Match,
    Node,
    sealed_in,
    undoing,
)
from companion.views.tablet.pieces.seen import Seen
from companion.views.tablet.pieces.seen import seen as pieces_of
from companion.views.tablet.sight import Sight, Told, is_struck
from companion.vocabulary import Choice, Game, Notice, Viewer


class Look(Struct, frozen=True, eq=False):
    """``history``: newest first. ``choices``: what this viewer may take now. ``undo``: what
    the undo tile takes back, if the viewer may; with ``strikes`` that is what the world said
    last. ``happened``: what led to this version. ``pieces``: what was shown to the table."""

    viewer: Viewer
    version: int
    saved: bool = True
    notices: tuple[Notice, ...] = ()
    match: str = ""
    game: Game | None = None
    view: dict[str, Any] = {}
    choices: tuple[Choice, ...] = ()
    history: tuple[Told, ...] = ()
    undo: Told | None = None
    redo: Told | None = None
    strikes: bool = False
    happened: tuple[Told, ...] = ()
    is_over: bool = False
    pieces: Seen = Seen()

    @property
    def may(self) -> dict[str, bool]:
        """What this viewer may do besides taking choices."""
        role = self.viewer.role
        return {"host": role == "host", "play": role in ("host", "seat")}


@lru_cache(64)
def look(seen: Sight, viewer: Viewer) -> Look:
    """The sight through the eyes of this viewer."""
    match = seen.whole
    if match is None:
        return Look(viewer, seen.version, seen.saved, seen.notices,
                    happened=_happened(seen, viewer),
                    pieces=pieces_of(seen.pieces, viewer, False))  # fmt: skip
    back = _undoing(match, viewer)
    again = match.undone[0] if match.undone and not rights.redo(match, viewer) else ()
    if viewer.role == "spectator":
        again = ()
    return Look(
        viewer, seen.version, seen.saved, seen.notices, match.name, match.game,
        match.game.show(match.state, viewer),
        rights.own(match.game, match.state, viewer),
        tuple(told(match, node, viewer) for node in seen.history),
        told(match, back[-1], viewer) if back else None,
        told(match, again[-1], viewer) if again else None,
        seen.strikes,
        _happened(seen, viewer),
        seen.is_over,
        pieces_of(seen.pieces, viewer, match.game.seal is not None),
    )  # fmt: skip


def _undoing(match: Match, viewer: Viewer) -> tuple[Node, ...]:
    """A host strikes a mistyped roll as well; a player takes back the own decision."""
    if viewer.role == "spectator" or rights.undo(match, viewer):
        return ()
    return undoing(match, None, viewer.role == "host" and is_struck(match))


def _happened(seen: Sight, viewer: Viewer) -> tuple[Told, ...]:
    found: list[Told] = []
    for one in seen.happened:
        if isinstance(one, Told):
            found.append(one)
        elif seen.whole is not None:
            found.append(told(seen.whole, one, viewer))
    return tuple(found)


def told(match: Match, node: Node, viewer: Viewer) -> Told:
    """What happened, as this viewer may know it by now."""
    if match.game.seal is None:
        return _plainly(node)
    sealed = sealed_in(match.game, match.state, node)
    if sealed and sealed.seat != viewer.seat:
        return Told(node.version, sealed.seat, sealed.says)
    return _plainly(node)


@lru_cache(4096)
def _plainly(node: Node) -> Told:
    return Told(node.version, node.seat, node.says)
