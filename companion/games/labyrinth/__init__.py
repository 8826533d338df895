"""The Magic Labyrinth (Drei Magier / Schmidt 2009), as one record of plain functions."""

from __future__ import annotations

from companion.games.labyrinth import moves, scoring
from companion.games.labyrinth.choices import choices
from companion.games.labyrinth.meaning import means, turn
from companion.games.labyrinth.pieces import PIECES, SEATS
from companion.games.labyrinth.reading import read, reader
from companion.games.labyrinth.rules import VERSION, new, play
from companion.games.labyrinth.seating import seated
from companion.games.labyrinth.showing import show
from companion.games.labyrinth.state import Box, Options, State
from companion.games.labyrinth.telling import says, veil
from companion.vocabulary import Game

GAME = Game(
    name="labyrinth",
    rules=VERSION,
    seats=SEATS,
    players=(2, 4),
    State=State,
    Move=moves.Move,
    Tap=moves.Tap,
    Correction=moves.Correction,
    Options=Options,
    Box=Box,
    new=new,
    choices=choices,
    play=play,
    is_world=lambda move: isinstance(move, moves.World),
    is_quiet=lambda move: isinstance(move, moves.Quiet),
    says=says,
    reader=reader,
    read=read,
    show=show,
    score=scoring.score,
    final=scoring.final,
    Sheet=scoring.Sheet,
    blank=scoring.BLANK,
    package=__name__,
    seated=seated,
    veil=veil,
    on_plate=True,
    pieces=PIECES,
    means=means,
    turn=turn,
)
