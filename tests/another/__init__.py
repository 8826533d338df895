"""A game of somebody else: a package of its own, found by its entry point.

Rule: it is here for a test only as long as the test says so; the house never names it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent


@contextmanager
def installed() -> Iterator[None]:
    """As if a maker had installed it: found by import and by entry point until the end."""
    sys.path.insert(0, str(HERE))
    try:
        yield
    finally:
        sys.path.remove(str(HERE))
