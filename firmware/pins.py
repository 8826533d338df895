"""Where the wires end on the Pico, and how fast they are read.

Written by hardware/build.py from hardware/table.toml: change it there.
"""

# GP numbers
SCANNER_TX = 0
SCANNER_RX = 1
NFC_B_RESET = 7
MUX_S0 = 10
MUX_S1 = 11
MUX_S2 = 12
MUX_S3 = 13
MUX_ENABLE = 14
PIEZO = 15
NFC_MISO = 16
NFC_CS = 17
NFC_SCK = 18
NFC_MOSI = 19
NFC_RESET = 20
NFC_B_CS = 21
CALIBRATE = 22
MUX_A = 26
MUX_B = 27
MUX_C = 28

# (multiplexer, address); the fields row by row: a1 b1 .. f1, a2 .. f6
HALL_CHANNELS = (
    ("a", 0),
    ("a", 1),
    ("a", 2),
    ("a", 3),
    ("a", 4),
    ("a", 5),
    ("a", 6),
    ("a", 7),
    ("a", 8),
    ("a", 9),
    ("a", 10),
    ("a", 11),
    ("b", 0),
    ("b", 1),
    ("b", 2),
    ("b", 3),
    ("b", 4),
    ("b", 5),
    ("b", 6),
    ("b", 7),
    ("b", 8),
    ("b", 9),
    ("b", 10),
    ("b", 11),
    ("c", 0),
    ("c", 1),
    ("c", 2),
    ("c", 3),
    ("c", 4),
    ("c", 5),
    ("c", 6),
    ("c", 7),
    ("c", 8),
    ("c", 9),
    ("c", 10),
    ("c", 11),
)
TRAY_CHANNELS = (
    ("nw", "a", 12),
    ("ne", "a", 13),
    ("sw", "c", 12),
    ("se", "c", 13),
)
MID_CHANNEL = ("b", 12)  # half of the supply: reads 2048
ZERO_CHANNEL = ("b", 13)  # ground: reads 0

PERIOD_MS = 10  # from frame to frame
SAMPLES = 4  # readings averaged to one code
SETTLE_US = 10  # after the address changed

# 12-bit codes of a tray: a broken beam is dark and reads high
TRAY_ON = 2800  # at or above: a ball lies there
TRAY_OFF = 1300  # at or below: the beam is free
