"""``python -m tests.secrets --plays 1000``: the search over as many plays as one likes, a
hundred in one house and then the next."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.secrets.test_secrets import GAMES, SECRET, search

A_HOUSE = 100  # plays; the list of matches, which everybody looks at, grows with each

arguments = argparse.ArgumentParser()
arguments.add_argument("--plays", type=int, default=1000)
arguments.add_argument("--seed", type=int, default=1)
said = arguments.parse_args()
for name in SECRET:
    began, counts, left, seed = time.monotonic(), Counter[str](), said.plays, said.seed
    while left > 0:
        with tempfile.TemporaryDirectory() as folder:
            evening = search(Path(folder), GAMES[name], min(left, A_HOUSE), seed)
        for count in ("plays", "taps", "looked", "heard", "own", "worlds", "opened", "scans",
                      "met"):  # fmt: skip
            counts[count] += getattr(evening, count)
        print(f"{name}, seed {seed}: {dict(counts)}, {time.monotonic() - began:.0f} s, "
              f"found {evening.found}", flush=True)  # fmt: skip
        left, seed = (0 if evening.found else left - A_HOUSE), seed + 1
