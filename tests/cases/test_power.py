"""P02, P05: a damaged journal and a weak power supply, as the table is told of them."""

from __future__ import annotations

from pathlib import Path

from companion.commands.morning import house_notices
from companion.games.labyrinth import GAME, moves
from companion.journal import Journal
from companion.loop import Loop, Snapshot
from companion.table import Table
from companion.vocabulary import Signal, Tick
from tests.tabletop import Tabletop


def test_p05_a_banner_while_it_is_so_and_a_note_afterwards() -> None:
    shown: list[Snapshot] = []
    loop = Loop(Table({"labyrinth": GAME}, Journal.scratch(), lambda: 0), shown.append)
    banners, notes = [], []
    for at, word in enumerate((0x0, 0x50000, 0x50005, 0x50000, 0x0)):
        loop.step(Signal("power/flags", word, at))
        banners.append([notice.key for notice in loop.notices])
        notes.append(loop.power["since"])
    assert banners == [[], [], ["house.power.voltage"], [], []]
    assert notes == [(), ("voltage",), (), ("voltage",), ()]


def test_p02_a_journal_damaged_in_the_middle_is_mended_and_the_table_is_told(
    tmp_path: Path,
) -> None:
    played = Tabletop(tmp_path, wanted="snail")
    for number in range(40):
        played.take(moves.Turn(("red", "blue")[number % 2]))
    version = played.version
    played.journal.close()  # so that everything lies in the file itself
    database = tmp_path / "journal.db"
    whole = bytearray(database.read_bytes())
    middle = len(whole) // 8192 * 4096
    whole[middle : middle + 4096] = b"\xa5" * 4096
    database.write_bytes(whole)

    journal = Journal.open(tmp_path, newest_rules={"labyrinth": GAME.rules})
    table = Table({"labyrinth": GAME}, journal, lambda: 0)
    told = house_notices(journal, table, table.go_on())
    loop = Loop(table, lambda _: None)
    loop.house = told
    loop.step(Tick(0))

    assert journal.damage is not None
    assert journal.damage.kept is not None
    assert journal.damage.kept.exists()
    assert table.version == version
    assert [notice.key for notice in loop.notices] == ["house.journal.mended"]
    journal.close()
