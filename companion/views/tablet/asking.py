"""Who asks, and what the table says to them.

Rule: a view never decides who may do what: it hands on who asks. What no rule of the table
covers (a wire, what is printed on a field) is a host's to do.
"""

from __future__ import annotations

from threading import RLock

from flask import Request as Asked
from flask import g

from companion.match import Match, nodes, people
from companion.views.tablet.door import PATIENCE
from companion.views.tablet.guard import is_local
from companion.views.tablet.kit import Kit
from companion.views.tablet.replies import Wrong
from companion.vocabulary import (
    Answer,
    Forget,
    Redo,
    Refusal,
    Request,
    Reseat,
    Swapped,
    Undo,
    Viewer,
)

WRITTEN_ANEW = 120.0  # s; ten seconds for the journal of some years, more on an old card
ONE_BY_ONE = RLock()  # two changes of places at once could leave phones where nobody sits


def who(kit: Kit, asked: Asked, device: str, match: str) -> tuple[str, str]:
    """The role and the seat of this device in this match."""
    role, seat = kit.people.viewer(device, match)
    if role == "spectator" and kit.is_trusting and is_local(asked):
        return "host", ""
    return role, seat


def viewer(kit: Kit, asked: Asked, device: str, match: str, language: str) -> Viewer:
    """The same, as the games want to know it."""
    return Viewer(*who(kit, asked, device, match), language)


def ask(kit: Kit, request: Request) -> Answer:
    """What the table says to whoever asks right now."""
    if not isinstance(request, Undo | Redo | Reseat):
        return _asked(kit, request)
    with ONE_BY_ONE:
        before = kit.door.snapshot.match
        answer = _asked(kit, request)
        after = kit.door.snapshot.match
        if before and after and before is not after and before.name == after.name:
            kit.people.reseated(after.name, people(after), _swaps(before, after))
    return answer


def _asked(kit: Kit, request: Request) -> Answer:
    patience = WRITTEN_ANEW if isinstance(request, Forget) else PATIENCE
    answer = kit.door.ask(request, g.device, g.viewer, patience)
    if answer.status == 403:
        kit.people.count("rights")
    return answer


def _swaps(before: Match, after: Match) -> tuple[tuple[str, str], ...]:
    """Who changed places from one to the other, in this order: what was taken back, the
    last first, then what came. By names it could not be told: those change, too."""
    was = {node.version: node.move for node in nodes(before)}
    now = {node.version: node.move for node in nodes(after)}
    back = [move for version, move in was.items() if version not in now]
    came = [move for version, move in reversed(now.items()) if version not in was]
    return tuple((m.seat, m.other) for m in (*back, *came) if isinstance(m, Swapped))


def hosts_only(kit: Kit) -> None:
    """Raises Wrong for anybody else."""
    if g.viewer.role != "host":
        kit.people.count("rights")
        raise Wrong(403, Refusal("house.no.host"))


def players_only(kit: Kit) -> None:
    """Raises Wrong for whoever only looks."""
    if g.viewer.role == "spectator":
        kit.people.count("rights")
        raise Wrong(403, Refusal("house.no.seat"))
