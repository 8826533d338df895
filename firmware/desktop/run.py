"""The firmware on this computer: ``python run.py FLASH_FOLDER PIPE``, in either Python.

Rule: standard input and output are the serial line and nothing else is printed there.
What goes wrong is told on standard error, and ends the program with 1.
"""

import sys

sys.path.insert(0, (__file__.rpartition("/")[0] or ".") + "/..")

from desk import Desk
from plate import Plate


def main() -> None:
    """Switched on, again and again, until the pipe ends."""
    desk = Desk(sys.argv[1], sys.argv[2])
    while True:
        Plate(desk).run()
        desk.begin()


try:
    main()
except Exception as wrong:
    if hasattr(sys, "print_exception"):  # MicroPython itself would print on the serial line
        sys.print_exception(wrong, sys.stderr)
        sys.exit(1)
    raise
