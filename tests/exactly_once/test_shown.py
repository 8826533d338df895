"""What is shown to a reader is told once and in order, whatever the cable does."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.simulator.pico import micropython
from tests.exactly_once.evening import Evening

CARDS = [f"04a2245c6f61{number:02x}" for number in range(20)]
A_WHILE = 60  # looks, 2.4 s: placed is told in less, and gone, too
NOTHING = ("-", "-")


@pytest.mark.skipif(micropython() is None, reason="no MicroPython for this computer")
@pytest.mark.parametrize("seed", [1, 2])
def test_twenty_cards_and_labels_one_after_the_other(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path / "flash", micropython(), seed)
    evening.show(NOTHING, 2 * A_WHILE)
    for number, card in enumerate(CARDS):
        evening.show((card, "-"), A_WHILE, code=f"CP:LABYRINTH/CHIP/{number}")
        evening.show(NOTHING, A_WHILE)
    evening.rest()
    evening.close()

    taken = evening.taken[evening.boot]
    shown = [value for _, source, value in taken if source == "nfc/0"]
    codes = [value for _, source, value in taken if source == "code/0"]
    assert shown == ["-", *(one for card in CARDS for one in (card, "-"))]
    assert codes == [f"CP:LABYRINTH/CHIP/{number}" for number in range(len(CARDS))]
    assert [number for number, _, _ in taken] == list(range(1, len(taken) + 1))
    assert evening.down.harmed > 200  # of some 5,000 lines; a tenth is the cable's share
