"""Who asks, and what the table says to them.

Rule: a view never decides who may do what: it hands on who asks. What no rule of the table
covers (a wire, what is printed on a field) is a host's to do.
"""

from __future__ import annotations

from flask import Request as Asked
from flask import g

from companion.match import people
from companion.views.tablet.door import PATIENCE
from companion.views.tablet.guard import is_local
from companion.views.tablet.kit import Kit
from companion.views.tablet.replies import Wrong
from companion.vocabulary import Answer, Forget, Redo, Refusal, Request, Undo, Viewer

WRITTEN_ANEW = 120.0  # s; ten seconds for the journal of some years, more on an old card


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
    patience = WRITTEN_ANEW if isinstance(request, Forget) else PATIENCE
    answer = kit.door.ask(request, g.device, g.viewer, patience)
    if answer.status == 403:
        kit.people.count("rights")
    elif answer.status == 200 and isinstance(request, Undo | Redo):
        _follow(kit)
    return answer


def _follow(kit: Kit) -> None:
    """Who had changed places may sit as before again; the phones go along."""
    match = kit.door.snapshot.match
    if match is not None:
        kit.people.follow(match.name, people(match))


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
