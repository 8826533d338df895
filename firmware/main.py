"""What the Pico does as soon as it has power: it becomes the sensor plate.

Rule: whatever goes wrong is printed, and then it begins anew. Only a button that is held
while the plug goes in leaves the prompt to whoever wants to change the program.
"""

import sys
from time import sleep_ms

from board import Board
from plate import Plate

FAREWELL = 500  # ms for the last words to reach the house


def main() -> None:
    """Until the plug is pulled."""
    board = Board()
    if board.pressed():
        return
    board.guard()
    try:
        Plate(board).run()
    except Exception as wrong:  # noqa: BLE001 (nobody else is there to catch it)
        sys.print_exception(wrong)
    sleep_ms(FAREWELL)
    board.restart()


if __name__ == "__main__":
    main()
