"""Closed Hands: sealed bids for a prize, as one record of plain functions.

Each player lays one token face down; when the last lies, all are opened. The highest
takes the prize of the round; where two tie for the highest, nobody does. Tokens that were
opened are out. The game ends when fewer than two hands hold any.
"""

from __future__ import annotations

from closed_hands import moves, scoring
from closed_hands.choices import choices
from closed_hands.meaning import means, turn
from closed_hands.pieces import PIECES
from closed_hands.rules import VERSION, new, play
from closed_hands.seating import seated
from closed_hands.showing import show
from closed_hands.state import Box, Options, State
from closed_hands.telling import says, seal
from closed_hands.tokens import SEATS

from companion.vocabulary import Game, Read

GAME = Game(
    name="closed_hands",
    rules=VERSION,
    seats=SEATS,
    players=(2, 8),
    State=State,
    Move=moves.Move,
    Tap=moves.Tap,
    Correction=moves.Correction,
    Options=Options,
    Box=Box,
    new=new,
    choices=choices,
    play=play,
    is_world=lambda move: isinstance(move, moves.Turned),
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
)
