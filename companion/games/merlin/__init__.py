"""Merlin (Stefan Feld and Michael Rieneck; Queen Games 2017), as one record of plain functions."""

from __future__ import annotations

from companion.games.merlin import mending, scoring
from companion.games.merlin.boxing import boxed
from companion.games.merlin.choices import choices, may_correct
from companion.games.merlin.meaning import means, turn
from companion.games.merlin.pieces import PIECES
from companion.games.merlin.rules import VERSION, follows, new, play
from companion.games.merlin.seating import seated
from companion.games.merlin.sheets import Sheet
from companion.games.merlin.showing import show
from companion.games.merlin.state import SEATS, Box, Options, State
from companion.games.merlin.telling import may_hear, says, seal
from companion.vocabulary import Game, Read

GAME = Game(
    name="merlin",
    rules=VERSION,
    seats=SEATS,
    players=(2, 4),
    State=State,
    Move=mending.Tap,
    Tap=mending.Tap,
    Correction=mending.Correction,
    Options=Options,
    Box=Box,
    new=new,
    choices=choices,
    play=play,
    is_world=lambda move: isinstance(move, mending.World),
    is_quiet=lambda move: False,
    says=says,
    reader=lambda state: None,
    read=lambda memory, state, sighting: Read(memory),
    show=show,
    score=scoring.score,
    final=scoring.final,
    Sheet=Sheet,
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
