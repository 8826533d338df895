"""What the table is told of its journal when the service starts.

Rule: in words for players; the terminal and ``health`` have the details.
"""

from __future__ import annotations

from datetime import UTC, datetime

from companion.journal import Damage, Journal
from companion.table import Table
from companion.vocabulary import Notice, Refusal


def house_notices(
    journal: Journal, table: Table, refusal: Refusal | None
) -> tuple[Notice, ...]:
    """What the table is told of its journal after the start."""
    told = []
    if journal.damage:
        told.append(Notice(*_mended(journal.damage)))
    if table.trouble:
        told.append(Notice("house.journal.otherwise", kind="fault"))
    if refusal:
        told.append(Notice(refusal.key, kind="fault", values=refusal.values))
    return tuple(told)


def _mended(damage: Damage) -> tuple[str, str, str, str, dict[str, str | int]]:
    until = datetime.fromtimestamp((damage.until or 0) / 1000, UTC).astimezone()
    values: dict[str, str | int] = {"until": f"{until:%H:%M}", "count": damage.lost or 0}
    known = "lost" if damage.lost else "mended" if damage.lost == 0 else "unknown"
    key = "house.journal.anew" if damage.until is None else f"house.journal.{known}"
    return key, "", "", "fault", values
