"""The final sheet: one line, the prizes won."""

from __future__ import annotations

from typing import Annotated

from closed_hands.state import State, winners
from msgspec import Meta, Struct

from companion.vocabulary import Line, Says, Score, Scores


class SheetPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player and the points of the prizes won."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    points: Annotated[int, Meta(ge=0, le=999)] = 0


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """Final counts, as ``companion score closed_hands`` reads them."""

    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=1, max_length=8)]


BLANK = {"players": [{"name": "A", "points": 0}, {"name": "B", "points": 0}]}


def score(sheet: Sheet) -> Scores:
    """Whoever has the most points has won, or several together."""
    most = max(player.points for player in sheet.players)
    players = tuple(_line(player.name, player.points) for player in sheet.players)
    return Scores(players, tuple(p.name for p in sheet.players if p.points == most))


def _line(name: str, points: int) -> Score:
    says = Says("closed_hands.score.prizes", {"count": points})
    return Score(name, points, (Line(points, says),))


def final(state: State) -> Scores:
    """The sheet of a game as it stands."""
    players = tuple(_line(state.names[seat], state.points[seat]) for seat in state.seats)
    return Scores(players, tuple(state.names[seat] for seat in winners(state)))
