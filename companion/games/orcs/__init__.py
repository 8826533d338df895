"""Orcs Orcs Orcs (Frank Thyben; Queen Games 2014), as one record of plain functions."""

from __future__ import annotations

from companion.games.orcs import moves, scoring
from companion.games.orcs.boxing import boxed
from companion.games.orcs.choices import choices, may_correct
from companion.games.orcs.meaning import means, turn
from companion.games.orcs.pieces import PIECES
from companion.games.orcs.rules import VERSION, follows, new, play
from companion.games.orcs.seating import seated
from companion.games.orcs.showing import show
from companion.games.orcs.state import SEATS, Box, Options, State
from companion.games.orcs.telling import may_hear, says, seal
from companion.vocabulary import Game, Read

GAME = Game(
    name="orcs",
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
    reader=lambda state: None,
    read=lambda memory, state, sighting: Read(memory),
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
    may_correct=may_correct,
)
