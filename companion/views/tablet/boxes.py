"""The owner's copy of each game, as it was learned: which symbol is printed where.

Rule: a file is replaced whole or not at all; one that cannot be read is left alone and
counts as nothing learned.
"""

from __future__ import annotations

import logging
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from companion import whole

log = logging.getLogger(__name__)

Box = dict[str, Any]


class Boxes:
    """One file a game in the data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writing = Lock()

    def box(self, game: str) -> Box:
        """What was learned of this game."""
        try:
            box = msgspec.json.decode(self._file(game).read_bytes(), type=Box)
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.DecodeError) as wrong:
            log.warning("%s: cannot be read (%s); nothing is learned", self._file(game), wrong)
            return {}
        return box

    def print(self, game: str, field: str, symbol: str, chips: tuple[str, ...]) -> bool:
        """Learn what is printed on a field; an empty symbol is a blank field. False where
        it could not be kept."""
        with self._writing:
            box = self.box(game)
            symbols = {**box.get("symbols", {}), field: symbol}
            drawn = {name for name in symbols.values() if name}
            new = tuple(sorted(drawn - set(chips)))
            all_new = len(drawn) >= len(chips)
            box |= {"symbols": symbols, "chips": sorted(drawn) if all_new else (*chips, *new)}
            return self._write(game, box)

    def _file(self, game: str) -> Path:
        return self._folder / f"box-{game}.json"

    def _write(self, game: str, box: Box) -> bool:
        path = self._file(game)
        try:
            whole.replace(path, msgspec.json.format(msgspec.json.encode(box)))
        except OSError as wrong:
            log.warning("%s: %s was not kept (%s)", path, game, wrong)
            return False
        return True
