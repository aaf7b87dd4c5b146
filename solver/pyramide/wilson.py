"""Wilson's interval of a share: how sure a count of successes is."""

from __future__ import annotations

from math import sqrt

from pyramide.errors import PyramideError

NORMAL_95 = 1.959963984540054
"""The standard normal distribution holds 95 % between minus this and this."""


def wilson(successes: int, total: int, undecided: int = 0) -> tuple[float, float]:
    """The 95 % interval of the share of successes among so many trials.

    The undecided among them count both ways: its low end takes them all for
    failures, its high end for successes.  Without a trial the share can be anything.

    Source: E. B. Wilson (1927), the score interval without continuity correction.
    Raises PyramideError for counts that cannot be.

    >>> low, high = wilson(50, 100)
    >>> f"{low:.4f} to {high:.4f}"
    '0.4038 to 0.5962'
    """
    if min(successes, undecided) < 0 or successes + undecided > total:
        raise PyramideError(
            f"{successes} successes and {undecided} undecided do not fit into {total} trials."
        )
    if total == 0:
        return 0.0, 1.0
    return _end(successes, total, -1), _end(successes + undecided, total, 1)


def _end(successes: int, total: int, sign: int) -> float:
    """The low (sign -1) or the high end (sign 1) of the interval."""
    if successes == (0 if sign < 0 else total):
        return float(sign > 0)
    square = NORMAL_95 * NORMAL_95
    share = successes / total
    middle = share + square / (2 * total)
    spread = NORMAL_95 * sqrt(share * (1 - share) / total + square / (4 * total * total))
    return (middle + sign * spread) / (1 + square / total)
