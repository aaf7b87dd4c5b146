"""The pyramid as a table: 28 positions in 7 rows, and which position covers which.

Positions are numbered 0 to 27 from the top row down, left to right::

    row 1                 0
    row 2               1   2
    row 3             3   4   5
    row 4           6   7   8   9
    row 5        10  11  12  13  14
    row 6      15  16  17  18  19  20
    row 7    21  22  23  24  25  26  27

The card at place k of row r is covered by the cards at places k and k + 1 of
row r + 1.
"""

from __future__ import annotations

ROW_COUNT = 7
PYRAMID_SIZE = 28
SIDE_SIZE = 24

ROW_START: tuple[int, ...] = tuple(r * (r + 1) // 2 for r in range(ROW_COUNT + 1))
"""First position of each row (index 0 is row 1); a last entry closes the list."""

ROW_OF: tuple[int, ...] = tuple(r + 1 for r in range(ROW_COUNT) for _ in range(r + 1))
"""Row number (1 to 7) of each position."""

COVERS_OF: tuple[tuple[int, ...], ...] = tuple(
    () if ROW_OF[p] == ROW_COUNT else (p + ROW_OF[p], p + ROW_OF[p] + 1)
    for p in range(PYRAMID_SIZE)
)
"""The positions that cover each position: two, or none in row 7."""


def row_positions(row: int) -> range:
    """The positions of a row, 1 to 7, left to right."""
    return range(ROW_START[row - 1], ROW_START[row])


MIRROR: tuple[int, ...] = tuple(
    ROW_START[ROW_OF[p] - 1] + ROW_START[ROW_OF[p]] - 1 - p for p in range(PYRAMID_SIZE)
)
"""Each position's image when the pyramid is mirrored left to right."""
