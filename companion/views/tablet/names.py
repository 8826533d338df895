"""Names as people type them: one form, nothing invisible, nothing that breaks a page.

Rule: a name that cannot be seen is no name; what is left out is never half a letter.
"""

from __future__ import annotations

import unicodedata

LONGEST = 24  # letters as eyes count them
TOO_LONG = 1000  # code points; nobody types so many, and accents count
MARKS = 3  # accents on one letter
JOINER = "\u200d"  # holds the parts of one emoji together
BLANKS = "\u115f\u1160\u3164\uffa0\u2800"  # letters by name, nothing to the eye


def clean(name: str, longest: int = LONGEST) -> str:
    """The name as it is kept; empty if there is nothing to see."""
    kept = [letter for letter in unicodedata.normalize("NFC", name) if _is_shown(letter)]
    letters = _letters("".join(kept))
    shown = "".join(letters[:longest]).strip().strip(JOINER)
    return " ".join(shown.split())


def _is_shown(letter: str) -> bool:
    kind = unicodedata.category(letter)
    if letter == JOINER or kind == "Zs":
        return True
    return letter not in BLANKS and kind not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _letters(text: str) -> list[str]:
    """The text in pieces that eyes take for one letter."""
    pieces: list[str] = []
    for letter in text:
        if pieces and _belongs(pieces[-1], letter):
            if _marks(pieces[-1]) < MARKS or not unicodedata.combining(letter):
                pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _belongs(before: str, letter: str) -> bool:
    code = ord(letter)
    is_part = unicodedata.combining(letter) or unicodedata.category(letter) in (
        "Mn",
        "Me",
        "Mc",
    )
    is_shade = 0x1F3FB <= code <= 0x1F3FF
    is_flag = _is_flag(letter) and len(before) == 1 and _is_flag(before)
    return bool(is_part or is_shade or is_flag or letter == JOINER or before.endswith(JOINER))


def _is_flag(letter: str) -> bool:
    return 0x1F1E6 <= ord(letter) <= 0x1F1FF


def _marks(piece: str) -> int:
    return sum(1 for letter in piece if unicodedata.combining(letter))
