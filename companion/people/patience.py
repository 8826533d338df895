"""How long to wait before the next guess at the table's PIN.

Rule: only wrong PINs that were compared are remembered, and while somebody waits nothing is
compared. So there are never more than MOST of them, from however many addresses they come.
Time comes in with every call; this module never looks at a clock.
"""

from __future__ import annotations

from math import ceil

from msgspec import Struct

FREE = 5  # wrong PINs of one address without a wait: fingers slip
LONGEST = 60  # s that one address waits at most: a house behind one address gets in, too
WINDOW = 600  # s after which a wrong PIN is forgotten
MOST = 50  # wrong PINs of all addresses in a window: two months for half of a million PINs


class Guess(Struct, frozen=True):
    """A wrong PIN; ``at`` in seconds."""

    address: str
    at: float


Guesses = tuple[Guess, ...]


def wait(wrong: Guesses, address: str, at: float) -> int:
    """Whole seconds until this address may try again; 0 where it may now."""
    lately = _lately(wrong, at)
    own = [guess.at for guess in lately if guess.address == address]
    until = at
    if len(own) >= FREE:
        until = own[-1] + min(2 ** (len(own) - FREE), LONGEST)
    if len(lately) >= MOST:
        until = max(until, lately[0].at + WINDOW)
    return max(0, ceil(until - at))


def remembered(wrong: Guesses, address: str, at: float) -> Guesses:
    """One more wrong PIN."""
    return (*_lately(wrong, at), Guess(address, at))[-MOST:]


def _lately(wrong: Guesses, at: float) -> Guesses:
    return tuple(guess for guess in wrong if at < guess.at + WINDOW)
