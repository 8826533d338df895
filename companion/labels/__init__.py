"""Sheets of labels to print: a code for each piece, with its name, to be cut and stuck on.

Rule: the same pieces and the same knowledge of them make the same file, byte for byte. All is
drawn as lines and letters, never as a picture, so that a printer keeps every edge sharp.
"""

from __future__ import annotations

from companion.labels.code import FINEST, TooFine
from companion.labels.label import Label, labelled
from companion.labels.paper import EDGES, PAPERS, USUAL_EDGE, Grid, Paper
from companion.labels.sheets import WORDS, sheets

__all__ = [
    "EDGES",
    "FINEST",
    "PAPERS",
    "USUAL_EDGE",
    "WORDS",
    "Grid",
    "Label",
    "Paper",
    "TooFine",
    "labelled",
    "sheets",
]
