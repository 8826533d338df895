"""The code on a label, as black blocks on white, and how large its modules come out.

Rule: ISO 18004 with error correction M, so that a scratch or a thumb does not hide a piece.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct

QUIET = 4  # modules of white around a code, as its standard asks for
CAPITALS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")  # two of them in 11 bits
FINEST = 0.3  # mm a module; home printers and hand scanners blur what is finer


class TooFine(ValueError):
    """Labels of this size have no room for the code; ``module`` in mm."""

    def __init__(self, text: str, module: float) -> None:
        super().__init__(text, module)
        self.text, self.module = text, module


class Block(Struct, frozen=True):
    """Black modules side by side, counted from the top left module of the code."""

    x: int
    y: int
    width: int
    height: int


class Code(Struct, frozen=True):
    """``side``: modules along one edge, without the white around them."""

    side: int
    blocks: tuple[Block, ...]


def version(texts: Iterable[str]) -> int:
    """The smallest that holds each of these, so that all labels of a sheet look alike."""
    alike = {(len(text), set(text) <= CAPITALS): text for text in texts}
    return max(_version(text) for text in alike.values())


def code(text: str, version: int) -> Code:
    """The code of a text."""
    import segno  # noqa: PLC0415 - 30 ms that only labels need

    rows = segno.make_qr(text, error="m", version=version, boost_error=False).matrix
    return Code(len(rows), tuple(_blocks(rows)))


def module(room: float, texts: Collection[str]) -> float:
    """How many mm a module gets in a square of ``room`` mm. Raises TooFine."""
    side = 17 + 4 * version(texts)  # a code of version n has so many (the standard)
    size = room / (side + 2 * QUIET)
    if size < FINEST:
        raise TooFine(max(texts, key=len), size)
    return size


def _version(text: str) -> int:
    import segno  # noqa: PLC0415 - as above

    return int(segno.make_qr(text, error="m", boost_error=False).version)


def _blocks(rows: Iterable[Iterable[int]]) -> Iterator[Block]:
    """Runs of black, grown downwards while the next row has the same one: fewer edges, and
    no hairlines of white between the rows on a screen."""
    growing: dict[tuple[int, int], Block] = {}
    for y, row in enumerate(rows):
        runs = {(x, width): Block(x, y, width, 1) for x, width in _runs(row)}
        for run, block in growing.items():
            if run in runs:
                runs[run] = Block(block.x, block.y, block.width, block.height + 1)
            else:
                yield block
        growing = runs
    yield from growing.values()


def _runs(row: Iterable[int]) -> Iterator[tuple[int, int]]:
    start = None
    for x, is_dark in enumerate([*row, 0]):
        if is_dark and start is None:
            start = x
        elif not is_dark and start is not None:
            yield start, x - start
            start = None
