"""Who can sit there, and the tokens that lie in the box.

Rule: no word stands for two tokens, so that a word found anywhere tells which it is.
"""

from __future__ import annotations

SEATS = ("red", "blue", "green", "yellow", "black", "white", "orange", "violet")

WORDS = {
    "red": ("cork", "spoon", "pebble", "lampshade", "hammer"),
    "blue": ("hairpin", "teacup", "acorn", "handbell", "ladder"),
    "green": ("yarn", "fork", "seashell", "kettle", "saddle"),
    "yellow": ("crumb", "saucer", "quill", "drum", "wagon"),
    "black": ("clasp", "knife", "walnut", "basket", "plough"),
    "white": ("needle", "bowl", "clover", "broom", "barrel"),
    "orange": ("splinter", "ladle", "twig", "candlestick", "sail"),
    "violet": ("thimble", "jug", "nutmeg", "blanket", "rowboat"),
}
"""A hand for each seat, from the lowest value, 1, to the highest, 5."""
