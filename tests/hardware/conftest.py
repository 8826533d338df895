"""Tests of hardware/ import what build.py imports, from where it does."""

from __future__ import annotations

import sys
from copy import deepcopy
from pathlib import Path

import pytest

HARDWARE = Path(__file__).parent.parent.parent / "hardware"
sys.path.insert(0, str(HARDWARE))


@pytest.fixture
def plan():
    """The data file as it is; a test may spoil its copy."""
    from making.plan import read

    return deepcopy(read())
