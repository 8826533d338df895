"""The number of a sticker or the text of a code, in the one spelling that all the house uses.

Rule: one number is one tag however a reader spells it, and two numbers are never one. Nothing
is padded, turned round or guessed: where digits are missing, nobody knows which.
"""

from __future__ import annotations

import re
import unicodedata

LONGEST = 256  # letters of a text; the largest label that a small scanner reads holds fewer
ENDS = " \t\r\n"  # what scanners are set to put around a text

_PAIR = r"[0-9A-Fa-f]{2}"
_NUMBER = re.compile(rf"{_PAIR}(?:(?P<by>[-: ]?){_PAIR}(?:(?P=by){_PAIR})*)")
_BETWEEN = str.maketrans("", "", "-: ")
DIGITS = (8, 14, 20)  # hex digits of a number; ISO 14443-3 has 4, 7 and 10 bytes
RANDOM = "08"  # begins 4 bytes that a phone or a badge makes up each time (ISO 14443-3)
CASCADE = "88"  # begins 4 bytes that are the front of a longer number (ISO 14443-3)
OURS = "CP:"  # begins the labels that we print: nothing that a shop prints begins so
_OURS = re.compile(rf"{OURS}[A-Z0-9_-]+(?:/[A-Z0-9_-]+)+", re.IGNORECASE | re.ASCII)


def label(id: str) -> str:
    """What the label of a piece says: ``CP:LABYRINTH/CHIP/7``. Capitals make the smallest code."""
    return f"{OURS}{id.upper()}"


def number(text: str) -> tuple[str, str]:
    """The tag of a number, or why there is none: ``random``, ``cut`` or ``number``."""
    text = text.strip(ENDS)
    digits = text.translate(_BETWEEN).lower()
    if len(digits) not in DIGITS or not _NUMBER.fullmatch(text):
        return "", "number"
    if len(digits) == DIGITS[0] and digits.startswith((RANDOM, CASCADE)):
        return "", "random" if digits.startswith(RANDOM) else "cut"
    return f"nfc:{digits}", ""


def code(text: str) -> tuple[str, str]:
    """The tag of a text, or ``code`` where no label can say that. Labels of our own are one
    however they are typed."""
    if len(text) > 4 * LONGEST:
        return "", "code"
    text = unicodedata.normalize("NFC", text.strip(ENDS))
    if not 1 <= len(text) <= LONGEST or not text.isprintable():
        return "", "code"
    return f"code:{text.upper() if _OURS.fullmatch(text) else text}", ""


def spelled(tag: str) -> str:
    """Why this is no tag as the two above make one: ``random``, ``cut``, ``number`` or
    ``code``; empty where it is."""
    kind, _, text = tag.partition(":")
    found, why = (number if kind == "nfc" else code)(text)
    return why or ("" if found == tag else "code")
