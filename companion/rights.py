"""Who may do what at the table.

Rule: pure, and asked before anything else of a request. In a game with secrets the answer
to somebody whose choice it is not never depends on what that somebody may not know.
"""

from __future__ import annotations

from typing import Any

from companion.match import (
    Match,
    Node,
    people,
    undoing,
)
from companion.vocabulary import (
    Choice,
    Game,
    Ignore,
    Mean,
    Redo,
    Refusal,
    Renamed,
    Request,
    Reseat,
    Take,
    Teach,
    Undo,
    Viewer,
)

TABLE = Viewer("host")
"""Whoever speaks for the table itself: a tape, the simulated people, a test."""


def asker(source: str) -> Viewer:
    """Who asks, from the source of a signal: ``tablet/host/3fa2``, ``tablet/seat:red/3fa2``,
    ``tablet/spectator/3fa2``; without a role, as on a tape, it is the table itself."""
    role, named, _ = source.partition("/")[2].partition("/")
    if not named:
        return TABLE
    role, _, seat = role.partition(":")
    if role == "seat" and seat:
        return Viewer(role, seat)
    return Viewer("host") if role == "host" else Viewer()


def source(viewer: Viewer, device: str) -> str:
    """The other way round: what the door calls a request of this device."""
    role = f"{viewer.role}:{viewer.seat}" if viewer.seat else viewer.role
    return f"tablet/{role}/{device}"


def visible(game: Game, state: Any, viewer: Viewer) -> tuple[Choice, ...]:
    """The open choices that this viewer may know of."""
    open_now = game.choices(state)
    return tuple(
        one for one in open_now if not one.secret or (viewer.seat and one.seat == viewer.seat)
    )


def own(game: Game, state: Any, viewer: Viewer) -> tuple[Choice, ...]:
    """The open choices that this viewer may take: a host those of every seat."""
    if viewer.role == "spectator":
        return ()
    found = visible(game, state, viewer)
    if viewer.role == "host":
        return found
    return tuple(one for one in found if one.seat in ("", viewer.seat))


def asking(request: Request, viewer: Viewer, match: Match | None) -> Refusal | None:
    """Why this viewer may not ask that, whatever the rules of the game say; None if they may."""
    if viewer.role == "host":
        return None
    if viewer.role != "seat" or match is None:
        return Refusal("house.no.seat")
    match request:
        case Take():
            return None  # see ``taking``
        case Mean() | Teach() | Ignore():
            return None  # see ``Showing.ask``
        case Undo(_, to, strike):
            return Refusal("house.no.host") if strike else undo(match, viewer, to)
        case Redo():
            return redo(match, viewer)
        case Reseat(Renamed(seat)) if seat == viewer.seat:
            return None
    return Refusal("house.no.host")


def taking(match: Match, viewer: Viewer, move: Any) -> Refusal | None:
    """Why this viewer may not take that move, or correct so."""
    if viewer.role == "spectator":
        return Refusal("house.no.seat")
    if isinstance(move, match.game.Correction):
        return _correcting(match, viewer, move)
    game, state = match.game, match.state
    if any(one.move == move for one in own(game, state, viewer)):
        return None
    whose = [one.seat for one in visible(game, state, viewer) if one.move == move]
    if whose:
        return _not_yours(match, whose[0])
    if game.seal is not None:
        return _closed(match, viewer, move)
    return None if viewer.role == "host" else _unlisted(match, viewer, move)


def _correcting(match: Match, viewer: Viewer, move: Any) -> Refusal | None:
    """How the table stands is said by a host; in a game with secrets, by whom it names."""
    is_host, may = viewer.role == "host", match.game.may_correct
    if may(match.state, viewer, move) if may else is_host:
        return None
    return Refusal("house.no.choice" if is_host else "house.no.host")


def _closed(match: Match, viewer: Viewer, move: Any) -> Refusal:
    """Not among the choices of a game with secrets: nobody is told why, unless the reason
    gives nothing away. What the list does not name is not taken either."""
    game, state = match.game, match.state
    may_hear = game.may_hear is not None and game.may_hear(state, viewer, move)
    after = game.play(state, move) if may_hear else None
    return after if isinstance(after, Refusal) else Refusal("house.no.choice")


def _unlisted(match: Match, viewer: Viewer, move: Any) -> Refusal | None:
    """Not among the choices: the rules say why not. Some take it all the same, such as a
    walk of several steps; then it has to be this player's."""
    after = match.game.play(match.state, move)
    if isinstance(after, Refusal):
        return after
    whose = str(match.game.says(match.state, move).values.get("seat", ""))
    return None if whose == viewer.seat else _not_yours(match, whose)


def undo(match: Match, viewer: Viewer, to: int | None = None) -> Refusal | None:
    """A player takes back only what nobody else has gone on from, and nothing that
    opened a secret; a host takes back anything."""
    if viewer.role == "host":
        return None
    return _backward(match, viewer, undoing(match, to, False))


def redo(match: Match, viewer: Viewer) -> Refusal | None:
    """A player gets back only what was the player's own."""
    if viewer.role == "host" or not match.undone:
        return None
    return _backward(match, viewer, match.undone[0])


def _backward(match: Match, viewer: Viewer, back: tuple[Node, ...]) -> Refusal | None:
    if any(node.opens for node in back):
        return Refusal("house.no.undo_opened")
    others = (node.seat for node in back if node.seat != viewer.seat and not node.quiet)
    whose = next(others, None)
    return None if whose is None else _not_yours(match, whose, "house.no.undo_theirs")


def _not_yours(match: Match, seat: str, key: str = "house.no.not_yours") -> Refusal:
    return Refusal(key, {"name": people(match).get(seat, ""), "seat": seat})
