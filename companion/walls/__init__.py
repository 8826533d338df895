"""Which edges are walls, given what happened.

Rule: pure. No clock, no file, no chance: numbers drawn at random come in from outside.
"""

from companion.walls.board import edges
from companion.walls.counting import counts
from companion.walls.evidence import Drop, Either, Found, Way
from companion.walls.inference import Walls
from companion.walls.posterior import Posterior
from companion.walls.prior import CONNECTED, Prior, most_entered, most_reached, prior
from companion.walls.scenarios import Sensing

__all__ = [
    "CONNECTED",
    "Drop",
    "Either",
    "Found",
    "Posterior",
    "Prior",
    "Sensing",
    "Walls",
    "Way",
    "counts",
    "edges",
    "most_entered",
    "most_reached",
    "prior",
]
