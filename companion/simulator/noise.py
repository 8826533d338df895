"""How tidy an evening is: from a laboratory to a party with a dog under the table.

Rule: only numbers stand here, each a chance of one move, a spread or a yes; who acts
on them is written elsewhere.
"""

from __future__ import annotations

from msgspec import Struct


class Noise(Struct, frozen=True):
    """Lengths are mm, chances are of one move unless it says otherwise."""

    name: str
    electric: float = 1.0  # share of the sensors' own spread, noise, drift and outliers
    magnets: float = 0.03  # sd of the magnets' strength, batch tolerance
    wobble: float = 4.0  # sd, sideways while walking
    cut: float = 12.0  # at most, by which a corner is cut
    rest: float = 3.0  # sd, where a magician comes to stand
    swerve: tuple[float, float] = (14.0, 20.0)  # round somebody who stands there
    nudge: float = 0.02  # pushing somebody else by 4 to 16 mm
    hesitate: float = 0.06  # going over a border and back, under 22 mm
    pause: float = 0.25  # resting a while on the fields of the way
    early: float = 0.04  # fewer steps than rolled
    overlap: float = 0.3  # of a bump: the next player rolls while it is being put right
    slip: float = 0.02  # of putting a ball back: it falls once more
    half_lift: float = 0.0  # lifting the magician half-way, so that the ball falls
    knock: float = 0.0  # on the table
    left: float = 0.05  # a chip that is shown is forgotten on the reader for a while
    relaid: float = 0.08  # … or laid there twice
    reread: float = 0.15  # of a roll: the scanner reads the die once more
    fiddled: float = 0.0  # of a walk: somebody turns the die before the scanner
    dead: bool = False  # one sensor a game tells nothing
    weak: bool = False  # one magnet a game has 0.6 of its strength


NONE = Noise(
    "none", electric=0.0, magnets=0.0, wobble=0.0, cut=0.0, rest=0.0, swerve=(17.0, 17.0),
    nudge=0.0, hesitate=0.0, overlap=0.0, slip=0.0, left=0.0, relaid=0.0, reread=0.0,
)  # fmt: skip
HOME = Noise("home")
HARSH = Noise("harsh", half_lift=0.05, knock=0.04, fiddled=0.06, dead=True, weak=True)

NOISES = {noise.name: noise for noise in (NONE, HOME, HARSH)}
