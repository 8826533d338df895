"""The journal room: everything that happened at the table, written before anybody sees it.

State is only ever this journal folded through the rules. The room knows entries, not games:
``store`` is what the loop uses, ``look`` and ``rescue`` are for the morning after a power cut.
"""

from companion.journal.backup import restore
from companion.journal.entry import Entry
from companion.journal.reader import MatchRow, Reader
from companion.journal.rescue import Damage
from companion.journal.store import Journal, Newer
from companion.journal.trouble import Busy, CannotOpen, NotSaved

__all__ = [
    "Busy",
    "CannotOpen",
    "Damage",
    "Entry",
    "Journal",
    "MatchRow",
    "Newer",
    "NotSaved",
    "Reader",
    "restore",
]
