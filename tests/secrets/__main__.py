"""``python -m tests.secrets --plays 1000``: the search over as many plays as one likes."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from tests.secrets.test_secrets import GAMES, SECRET, search

arguments = argparse.ArgumentParser()
arguments.add_argument("--plays", type=int, default=1000)
arguments.add_argument("--seed", type=int, default=1)
said = arguments.parse_args()
for name in SECRET:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        evening = search(Path(folder), GAMES[name], said.plays, said.seed)
    print(f"{name}: {evening.plays} plays, {evening.taps} taps, {evening.looked} looks, {evening.heard} events, "
          f"{evening.own} own words arrived, found {evening.found}, "
          f"{time.monotonic() - began:.0f} s")  # fmt: skip
