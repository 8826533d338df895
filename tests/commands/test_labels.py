"""``companion labels``: every label of every sheet is read back by somebody else's reader.

The pages are drawn as pictures, as a printer would at 300 dots an inch, and read with ZXing.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from click.testing import CliRunner

from companion.__main__ import main
from companion.commands.found import shelves
from companion.commands.labels import labels
from companion.labels import EDGES, PAPERS, USUAL_EDGE, Grid, TooFine, labelled, sheets
from companion.languages import words
from companion.vocabulary import Piece, Pieces, Says

DOTS = 300  # an inch; what home printers do at least
INCH = 25.4  # mm
WHITE = 5.0  # mm along each edge that a printer may not reach
DARK = 128
LONGEST = ("--kind", "henchman", "--kind", "grail")
"""Names and codes that need most room, and one that needs little."""

GAMES = ("labyrinth", "maginor", "merlin", "orcs")
PAGES = {"a4": (210, 297), "letter": (215.9, 279.4)}


class Read:
    """One code on a page: what it says, and its outline in mm."""

    def __init__(self, barcode: Any) -> None:
        self.text = barcode.text
        at = barcode.position
        corners = (at.top_left, at.top_right, at.bottom_left, at.bottom_right)
        across = [mm(corner.x) for corner in corners]
        down = [mm(corner.y) for corner in corners]
        self.left, self.right = min(across), max(across)
        self.top, self.bottom = min(down), max(down)


def mm(dots: float) -> float:
    return dots / DOTS * INCH


def dots(length: float) -> int:
    return round(length / INCH * DOTS)


def made(tmp_path: Path, *words: str) -> Path:
    out = tmp_path / "labels.pdf"
    done = CliRunner().invoke(labels, [*words, "--out", str(out)])
    assert done.exit_code == 0, done.output
    return out


def refused(*words: str) -> str:
    """What the program says, where it does not do it: one line, and the exit code 2."""
    done = CliRunner().invoke(main, ["labels", *words])
    assert (done.exit_code, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def pictures(out: Path) -> Iterator[Any]:
    """Each page in grey, as rows of dots."""
    with pypdfium2.PdfDocument(out) as document:
        for page in document:
            picture = page.render(scale=DOTS / 72, grayscale=True).to_numpy()
            yield picture.reshape(picture.shape[:2])


def read(picture: Any) -> list[Read]:
    found = zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormat.QRCode)
    return [Read(barcode) for barcode in found]


def codes(game: str, *kinds: str) -> Counter[str]:
    """What the labels of these pieces say, each once."""
    return Counter(
        f"CP:{game}/{piece.id}".upper()
        for piece in shelves()[game].pieces
        if not kinds or piece.kind in kinds
    )


# Every label is read.


@pytest.mark.parametrize("game", GAMES)
def test_every_label_of_every_sheet_is_read_as_its_piece(tmp_path: Path, game: str) -> None:
    assert looked_at(made(tmp_path, game), "a4", USUAL_EDGE) == codes(game)


@pytest.mark.parametrize("paper", PAGES)
@pytest.mark.parametrize("size", EDGES)
def test_they_are_read_in_every_size_on_every_paper(
    tmp_path: Path, size: int, paper: str
) -> None:
    out = made(tmp_path, "merlin", *LONGEST, "--size", str(size), "--paper", paper)
    assert looked_at(out, paper, size) == codes("merlin", *LONGEST[1::2])


@pytest.mark.parametrize("game", GAMES[:2])
def test_the_smallest_labels_of_a_whole_box_are_read(tmp_path: Path, game: str) -> None:
    out = made(tmp_path, game, "--size", str(EDGES[0]), "--paper", "letter")
    assert looked_at(out, "letter", EDGES[0]) == codes(game)


def looked_at(out: Path, paper: str, edge: int) -> Counter[str]:
    """What the labels say, once it is sure that all keep their place."""
    seen: Counter[str] = Counter()
    for picture in pictures(out):
        there = read(picture)
        seen.update(one.text for one in there)
        page = (mm(picture.shape[1]), mm(picture.shape[0]))
        assert page == pytest.approx(PAGES[paper], abs=0.1)
        nothing_in_the_margin(picture)
        labels_keep_to_themselves(there, edge)
        no_ink_between(picture, Grid(PAPERS[paper], edge))
    return seen


def nothing_in_the_margin(picture: Any) -> None:
    edge = dots(WHITE)
    for strip in (picture[:edge], picture[-edge:], picture[:, :edge], picture[:, -edge:]):
        assert strip.min() == 255


def labels_keep_to_themselves(there: list[Read], edge: int) -> None:
    """A code needs four modules of white on each side; with them it stays within its label,
    and the labels lie an edge apart, so that no two of them overlap."""
    for one in there:
        width = one.right - one.left
        assert width / 25 >= (0.4 if edge >= USUAL_EDGE else 0.3)  # mm a module, or more
        assert width + 8 * width / 25 < edge
    across = sorted({round((one.left + one.right) / 2, 1) for one in there})
    down = sorted({round((one.top + one.bottom) / 2, 1) for one in there})
    for places in (across, down):
        steps = [after - before for before, after in pairwise(places)]
        assert all(step < 0.4 or step > edge - 0.4 for step in steps)


def no_ink_between(picture: Any, grid: Grid) -> None:
    """Where a label ends nothing is printed but the marks at its corners."""
    for number in range(grid.room):
        x, y = grid.at(number)
        mark, edge = dots(2), dots(grid.edge)
        top, left = dots(y), dots(x)
        assert picture[top - 1 : top + 2, left + mark : left + edge - mark].min() > DARK
        assert picture[top + mark : top + edge - mark, left - 1 : left + 2].min() > DARK


def test_the_ruler_on_each_page_is_as_long_as_it_says(tmp_path: Path) -> None:
    [picture] = pictures(made(tmp_path, "labyrinth"))
    head = picture[dots(8) : dots(14)]
    longest = max(run for row in head for run in runs(row))
    assert mm(longest) == pytest.approx(50, abs=0.3)


def runs(row: Any) -> Iterator[int]:
    """How long each dark stretch is."""
    length = 0
    for dot in [*row.tolist(), 255]:
        if dot < DARK:
            length += 1
        elif length:
            yield length
            length = 0


# What stands on them.


def text(out: Path) -> str:
    with pypdfium2.PdfDocument(out) as document:
        return "\n".join(page.get_textpage().get_text_range() for page in document)


def test_a_label_says_what_it_is_and_of_which_game(tmp_path: Path) -> None:
    told = text(made(tmp_path, "merlin", "--kind", "grail", "--kind", "mission"))
    assert "The Grail" in told and "Mission 55" in told and "Shield" not in told
    assert told.count("Merlin") == 1 + 56  # the page and each label
    assert "page 1\xa0of 1" in told and "Print at 100 %" in told and "A4" in told


def test_only_the_kinds_that_are_asked_for_are_printed(tmp_path: Path) -> None:
    out = made(tmp_path, "maginor", "--kind", "die", "--kind", "spell")
    [picture] = pictures(out)
    assert Counter(one.text for one in read(picture)) == codes("maginor", "die", "spell")


def test_what_the_table_was_taught_stands_on_the_label(tmp_path: Path) -> None:
    facts = {
        "labyrinth/chip/7": {"symbol": "snail"},
        "labyrinth/chip/8": {"symbol": "őrült tűz"},
        "labyrinth/chip/9": {"symbol": "δράκος"},
        "labyrinth/chip/10": {"symbol": "🐌"},
    }
    written = {"pieces": 1, "tags": {"nfc:04a2245c": "labyrinth/chip/7"}, "facts": facts}
    (tmp_path / "pieces.json").write_text(json.dumps(written))
    out = made(tmp_path, "labyrinth", "--data", str(tmp_path))
    told = text(out)
    assert all(name in told for name in ("snail", "őrült tűz", "δράκος", "Chip 10"))
    [picture] = pictures(out)
    assert Counter(one.text for one in read(picture)) == codes("labyrinth")


def test_a_very_long_name_is_cut_and_stays_on_its_label(tmp_path: Path) -> None:
    facts = {f"labyrinth/chip/{n}": {"symbol": "snail " * 20} for n in range(1, 25)}
    (tmp_path / "pieces.json").write_text(json.dumps({"pieces": 1, "facts": facts}))
    [picture] = pictures(made(tmp_path, "labyrinth", "--data", str(tmp_path)))
    no_ink_between(picture, Grid(PAPERS["a4"], USUAL_EDGE))


def test_the_same_words_make_the_same_file(tmp_path: Path) -> None:
    first = made(tmp_path, "labyrinth").read_bytes()
    assert made(tmp_path, "labyrinth").read_bytes() == first


# What cannot be done.


def test_a_code_too_fine_to_be_read_is_not_printed() -> None:
    long = Piece("card/" + "a" * 90, Says("merlin.title"))
    spoken = words("en")
    made = labelled(Pieces("merlin", (long,), ""), (long,), {}, spoken)
    with pytest.raises(TooFine) as wrong:
        sheets("Merlin", made, Grid(PAPERS["a4"], 15), spoken)
    assert wrong.value.module < 0.3


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["chess"], ("chess", "labyrinth, maginor, merlin, orcs")),
        (["orcs", "--kind", "chip"], ("chip", "monster")),
        (["orcs", "--size", "16"], ("16", "20")),
        (["orcs", "--size", "-1"], ("-1", "20")),
        (["orcs", "--paper", "a3"], ("a3", "letter")),
        (["orcs", "--data", "nowhere"], ("nowhere",)),
    ],
    ids=" ".join,
)
def test_what_there_is_not_is_said_in_one_line(
    tmp_path: Path, words: list[str], named: tuple[str, ...]
) -> None:
    told = refused(*words, "--out", str(tmp_path / "labels.pdf"))
    assert all(name in told for name in named)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_pdf_is_left_alone_unless_told_so(tmp_path: Path) -> None:
    out = tmp_path / "diary.txt"
    out.write_text("Dear diary")
    assert "no PDF" in refused("labyrinth", "--out", str(out))
    assert [path.name for path in tmp_path.iterdir()] == ["diary.txt"]
    assert out.read_text() == "Dear diary"
    done = CliRunner().invoke(labels, ["labyrinth", "--out", str(out), "--force"])
    assert done.exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")


def test_an_older_sheet_is_replaced(tmp_path: Path) -> None:
    out = made(tmp_path, "labyrinth", "--kind", "die")
    small = out.stat().st_size
    assert made(tmp_path, "labyrinth").stat().st_size > small
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


@pytest.mark.parametrize(
    "place", ["none/labels.pdf", ".", "file/labels.pdf", "full", "/proc/l.pdf"]
)
def test_a_place_that_takes_no_file_is_named(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("a file, no folder")
    (tmp_path / "full").symlink_to("/dev/full")
    told = refused("labyrinth", "--out", str(tmp_path / place))
    assert "cannot be written" in told and place in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "full"]


def test_a_full_disk_leaves_the_older_sheet_as_it_was(card: Path) -> None:
    out = made(card, "labyrinth", "--kind", "die")
    before = out.read_bytes()
    (card / "photos").write_bytes(bytes(_left(card, but=4096)))
    told = refused("labyrinth", "--out", str(out))
    assert "cannot be written" in told
    assert out.read_bytes() == before
    assert sorted(path.name for path in card.iterdir()) == ["labels.pdf", "photos"]


def _left(card: Path, but: int) -> int:
    """Bytes that fit there, less a few."""
    room = os.statvfs(card)
    return room.f_bavail * room.f_frsize - but


@pytest.mark.parametrize(
    "written", [b"", b"{", b"[]", b'{"pieces":1,"facts":7}', b"\xff\xfe", b"[" * 100_000]
)
def test_a_damaged_page_of_what_was_taught_is_named(tmp_path: Path, written: bytes) -> None:
    (tmp_path / "pieces.json").write_bytes(written)
    out = tmp_path / "labels.pdf"
    told = refused("labyrinth", "--out", str(out), "--data", str(tmp_path))
    assert "pieces.json" in told
    assert not out.exists()
