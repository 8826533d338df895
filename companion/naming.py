"""When two names are one name, wherever that is asked.

Rule: pure, and the only place that decides it: at the start of a match, at the door, when
somebody is called otherwise, and when a name is forgotten for good.
"""

from __future__ import annotations

import unicodedata


def heard(name: str) -> str:
    """The same for names that sound alike, however they are typed. Folding can undo the
    normal form, and the form can bring back what folds; twice is enough."""
    for _ in range(0 if name.isascii() else 2):
        name = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def is_alike(one: str, other: str) -> bool:
    """Nobody at the table would hear two names."""
    return heard(one) == heard(other)
