"""Win rates: how many of the numbered random deals can be won."""

from __future__ import annotations

import numpy as np

from pyramide.errors import PyramideError
from pyramide.kernels.classes import CLEAR_TABLES, clear_work
from pyramide.kernels.dealing import ORDERED_RANKS
from pyramide.kernels.winrate import count_winnable
from pyramide.random_deals import MAX_NUMBER

SLICE = 100_000
"""Deals between two chances for Ctrl-C: about a tenth of a second."""


def count_wins(first: int, last: int, cover: bool = False) -> int:
    """How many of the random deals `first` to `last`, both ends included, can be won.

    Holds for `clear = pyramid` and unlimited passes, any `play` and `waste_start`.
    Raises PyramideError unless 1 <= first <= last <= 2^63 - 1.
    """
    if not 1 <= first <= last <= MAX_NUMBER:
        raise PyramideError(
            f"There are no random deals {first} to {last}: "
            f"the numbers run upwards from 1 to {MAX_NUMBER}."
        )
    ranks = np.zeros(52, dtype=np.int64)
    work = clear_work()
    wins = 0
    for start in range(first, last + 1, SLICE):
        deals = min(SLICE, last + 1 - start)
        wins += int(count_winnable(start, deals, cover, ORDERED_RANKS, ranks, CLEAR_TABLES, work))
    return wins
