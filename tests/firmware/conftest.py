"""What the firmware's tests stand on."""

from __future__ import annotations

import importlib
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.firmware.bench import FIRMWARE, Bench, interpreter

STUCK = 60  # s after which a plate that waits for its house has failed


@pytest.fixture(autouse=True)
def nobody_waits_for_ever() -> Iterator[None]:
    """A firmware that is blocked ends as a failure, not as a run that never ends."""
    before = signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(STUCK)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError(f"the plate did not move for {STUCK} s")


@pytest.fixture
def ours(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], ModuleType]]:
    """Files of the firmware as modules of this Python, for one test."""
    names = {path.stem for path in FIRMWARE.glob("*.py")}
    monkeypatch.syspath_prepend(str(FIRMWARE))
    yield importlib.import_module
    for name in names & set(sys.modules):
        del sys.modules[name]


@pytest.fixture(params=["micropython", "cpython"])
def bench(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Bench]:
    """The whole firmware on a pseudo-terminal, in the real MicroPython and in this Python."""
    bench = Bench(tmp_path / "flash", interpreter(request.param))
    yield bench
    bench.close()
