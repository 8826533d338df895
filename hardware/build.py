"""Writes what is made from the data file: pin constants, wiring pages, drawings.

    python hardware/build.py            writes everything
    python hardware/build.py --check    says what differs from the data file, and writes nothing

Rule: a plan with a fault stops the build before a single file is touched.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from making.constants import constants
from making.faults import faults
from making.pages import pi_page, pico_page
from making.pi_drawing import pi_drawing
from making.pico_drawing import pico_drawing
from making.plan import TABLE, Plan, read

TOP = Path(__file__).parent.parent


def made(plan: Plan) -> dict[str, str]:
    """Every file that is made, and its text."""
    return {
        "firmware/pins.py": constants(plan),
        "hardware/pico.md": pico_page(plan),
        "hardware/pico.svg": pico_drawing(plan),
        "hardware/pi.md": pi_page(plan),
        "hardware/pi.svg": pi_drawing(plan),
    }


def differing(files: Mapping[str, str], top: Path) -> list[str]:
    """The files that are missing or other than they would be made now."""
    return [
        name
        for name, text in files.items()
        if not (top / name).is_file() or (top / name).read_text(encoding="utf-8") != text
    ]


def written(files: Mapping[str, str], top: Path) -> list[str]:
    """Writes what differs; says which."""
    names = differing(files, top)
    for name in names:
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text(files[name], encoding="utf-8")
    return names


def main(arguments: Sequence[str]) -> int:
    """0 when all is well, 1 when something differs or the plan has a fault."""
    asked = _asked(arguments)
    plan = read(asked.table)
    wrong = faults(plan)
    if wrong:
        sys.stderr.write("\n".join((*wrong, "Nothing was written.", "")))
        return 1
    files = made(plan)
    if asked.check:
        names = differing(files, asked.top)
        _say(
            [
                f"{name} differs from the data file. Run python hardware/build.py"
                for name in names
            ]
        )
        return 1 if names else 0
    _say([f"wrote {name}" for name in written(files, asked.top)])
    return 0


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--check", action="store_true", help="compare only; 1 if anything differs"
    )
    parser.add_argument("--table", type=Path, default=TABLE, help="another data file")
    parser.add_argument("--top", type=Path, default=TOP, help="another folder to write into")
    return parser.parse_args(arguments)


def _say(lines: Sequence[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
