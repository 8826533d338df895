"""Parts of the firmware by themselves, where the whole would hide what they do."""

from __future__ import annotations

from typing import Any

import pytest

CHUNK = 64
FRAME = b"$" + b"F" * 150 + b"\n"
EVENT = b"$" + b"E" * 50 + b"\n"


class House:
    """Takes so many pieces, and no more."""

    def __init__(self, takes: int = 0) -> None:
        self.takes = takes
        self.heard = b""
        self.longest = 0

    def ready(self) -> bool:
        return self.takes > 0

    def write(self, piece: bytes) -> int:
        assert self.ready(), "a write that would have waited"
        self.takes -= 1
        self.longest = max(self.longest, len(piece))
        self.heard += bytes(piece)
        return len(piece)


def test_a_frame_that_cannot_begin_now_is_dropped(ours: Any) -> None:
    house = House()
    out = ours("outgoing").Outgoing(house)
    for _ in range(100):
        out.offer(FRAME)
    house.takes = 50
    out.flush()

    assert (house.heard, out.dropped) == (b"", 100)


def test_a_line_that_has_begun_is_finished_before_all_else(ours: Any) -> None:
    house = House(takes=1)
    out = ours("outgoing").Outgoing(house)
    out.offer(FRAME)
    out.say(EVENT)
    out.offer(FRAME)
    assert house.heard == FRAME[:CHUNK]
    house.takes = 50
    out.flush()

    assert house.heard == FRAME + EVENT
    assert house.longest == CHUNK
    assert (out.is_clear(), out.dropped) == (True, 1)


def test_a_house_that_asks_and_never_listens_fills_no_memory(ours: Any) -> None:
    outgoing = ours("outgoing")
    out = outgoing.Outgoing(House())
    for _ in range(10_000):
        out.say(EVENT)

    assert len(out._waiting) == outgoing.ROOM


@pytest.mark.parametrize(
    ("codes", "changes"),
    [
        ((1300, 2799, 2800, 2801), [2]),  # on at 2800 and not before
        ((2800, 1301, 1300, 1299), [2]),  # off at 1300 and not before
        ((0, 2000, 4095, 2000, 0, 2000), [2, 4]),  # half a beam stays what it was
        ((2000, 2000, 0, 4095), [3]),  # half a beam at the start is a free one
    ],
)
def test_a_beam_between_its_thresholds_stays_what_it_was(
    codes: tuple[int, ...], changes: list[int], ours: Any
) -> None:
    trays = ours("trays").Trays(0)
    changed = [n for n, code in enumerate(codes) if trays.see([0, code, 0, 0]) == [1]]

    assert changed == changes
