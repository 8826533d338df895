"""The final sheet: one line, the chips (book page 15)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.games.labyrinth.pieces import CHIPS
from companion.games.labyrinth.state import State
from companion.vocabulary import Line, Says, Score, Scores


class SheetPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player and the chips won."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    chips: Annotated[int, Meta(ge=0, le=CHIPS)] = 0


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """Final counts, as ``companion score labyrinth`` reads them."""

    players: Annotated[tuple[SheetPlayer, ...], Meta(min_length=1, max_length=4)]


BLANK = {"players": [{"name": "A", "chips": 0}, {"name": "B", "chips": 0}]}


def score(sheet: Sheet) -> Scores:
    """Chips are the points; whoever has the most has won (page 15)."""
    most = max(player.chips for player in sheet.players)
    players = tuple(_line(player.name, player.chips) for player in sheet.players)
    return Scores(players, tuple(p.name for p in sheet.players if p.chips == most))


def _line(name: str, chips: int) -> Score:
    says = Says("labyrinth.score.chips", {"count": chips}, "page 15")
    return Score(name, chips, (Line(chips, says),))


def final(state: State) -> Scores:
    """The sheet of a game as it stands; a handicap lets fewer chips win."""
    players = tuple(_line(state.names[s], len(state.chips[s])) for s in state.seats)
    return Scores(players, tuple(state.names[seat] for seat in state.winners))
