"""Maginor (Reiner Knizia; Fantasy Flight Games 2001), as one record of plain functions."""

from __future__ import annotations

from companion.games.maginor import moves, scoring
from companion.games.maginor.acting import follows
from companion.games.maginor.boxing import boxed
from companion.games.maginor.choices import choices
from companion.games.maginor.meaning import means, turn
from companion.games.maginor.pieces import PIECES
from companion.games.maginor.reading import read, reader
from companion.games.maginor.rules import SEATS, VERSION, new, play
from companion.games.maginor.seating import seated
from companion.games.maginor.showing import show
from companion.games.maginor.state import Box, Options, State
from companion.games.maginor.telling import may_hear, says, seal
from companion.vocabulary import Game

GAME = Game(
    name="maginor",
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
    is_quiet=lambda move: False,
    says=says,
    reader=reader,
    read=read,
    show=show,
    score=scoring.score,
    final=scoring.final,
    Sheet=scoring.Sheet,
    blank=scoring.BLANK,
    package=__name__,
    seal=seal,
    seated=seated,
    pieces=PIECES,
    means=means,
    turn=turn,
    boxed=boxed,
    follows=follows,
    may_hear=may_hear,
)
