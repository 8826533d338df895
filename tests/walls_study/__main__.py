"""Plays and judges: ``python -m tests.walls_study --tables 200 --jobs 2 --out build/walls``.

Rule: tables are kept as they were played, so that ``--judge`` weighs them again in seconds.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

import msgspec

from tests.walls_study import evidence, plot, report
from tests.walls_study.judging import Judged, judged
from tests.walls_study.record import Record
from tests.walls_study.tables import played

SEED = 20_000  # apart from the seeds of the tests
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")  # of each process: one is enough


def main() -> None:
    """All of it."""
    chosen = _chosen()
    out = Path(chosen.out)
    out.mkdir(parents=True, exist_ok=True)
    began = perf_counter()
    os.environ.update(dict.fromkeys(THREADS, "1"))
    if not chosen.judge:
        _play(out, range(chosen.seed, chosen.seed + chosen.tables), chosen.jobs)
    records = list(_kept(out))
    with get_context("spawn").Pool(chosen.jobs) as pool:
        tables = pool.map(judged, records, chunksize=1)
    _write(out, records, tables, chosen.facts)
    print(f"{perf_counter() - began:.0f} s in all")


def _chosen() -> argparse.Namespace:
    asked = argparse.ArgumentParser(prog="python -m tests.walls_study", description=__doc__)
    asked.add_argument("--tables", type=int, default=200)
    asked.add_argument("--jobs", type=int, default=2)
    asked.add_argument("--seed", type=int, default=SEED, help="of the first table")
    asked.add_argument("--out", default="build/walls")
    asked.add_argument("--facts", type=int, default=10, help="games written as facts")
    asked.add_argument("--judge", action="store_true", help="judge what was played before")
    return asked.parse_args()


def _play(out: Path, seeds: range, jobs: int) -> None:
    with (out / "tables.jsonl").open("wb") as file, get_context("spawn").Pool(jobs) as pool:
        for record in pool.imap(played, seeds):
            file.write(msgspec.json.encode(record) + b"\n")
            file.flush()
            print(f"table {record.seed}: {record.turns} turns, {record.seconds} s", flush=True)


def _kept(out: Path) -> Iterator[Record]:
    for line in (out / "tables.jsonl").read_bytes().splitlines():
        yield msgspec.json.decode(line, type=Record)


def _write(out: Path, records: list[Record], tables: list[Judged], games: int) -> None:
    said = report.figures(tables)
    (out / "figures.json").write_text(json.dumps(said, indent=1))
    (out / "reliability.svg").write_text(plot.picture(report.curves(tables)))
    (out / "facts").mkdir(exist_ok=True)
    for record in records[:games]:
        facts = record.found[max(record.found)]
        text = "".join(f"{line}\n" for line in evidence.lines(facts))
        (out / "facts" / f"{record.seed}.jsonl").write_text(text)
        (out / "facts" / f"{record.seed}.found.json").write_bytes(msgspec.json.encode(facts))
    print("\n".join(report.verdict(said)))
    print("\n".join(said["odd"][:40]))


if __name__ == "__main__":
    main()
