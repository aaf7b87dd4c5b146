"""Wilson's interval."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.errors import PyramideError
from pyramide.wilson import NORMAL_95, wilson

pytestmark = pytest.mark.nocompiler


@pytest.mark.parametrize(
    ("successes", "total", "low", "high"),
    [
        (0, 10, 0.0, 0.27753),
        (1, 10, 0.01788, 0.40415),
        (5, 10, 0.23659, 0.76341),
        (10, 10, 0.72247, 1.0),
        (81, 263, 0.25529, 0.36621),
        (0, 0, 0.0, 1.0),
    ],
)
def test_known_intervals(successes: int, total: int, low: float, high: float) -> None:
    assert wilson(successes, total) == pytest.approx((low, high), abs=1e-5)


@given(st.integers(0, 300), st.integers(0, 300), st.integers(0, 50))
def test_what_holds_for_every_count(successes: int, failures: int, undecided: int) -> None:
    total = successes + failures + undecided
    low, high = wilson(successes, total, undecided)
    assert 0 <= low <= high <= 1
    if total:
        assert low <= successes / total
        assert high >= (successes + undecided) / total
    assert low == wilson(successes, total)[0]
    assert high == wilson(successes + undecided, total)[1]
    # Failures seen as successes turn the interval round.
    assert wilson(failures, total, undecided) == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(st.integers(1, 300), st.integers(1, 300))
def test_each_end_is_where_the_count_is_just_likely_enough(successes: int, failures: int) -> None:
    total = successes + failures
    for end in wilson(successes, total):
        deviation = abs(successes / total - end)
        assert deviation == pytest.approx(NORMAL_95 * (end * (1 - end) / total) ** 0.5)


@pytest.mark.parametrize(("successes", "total", "undecided"), [(3, 2, 0), (1, 2, 2), (-1, 2, 0)])
def test_counts_that_cannot_be(successes: int, total: int, undecided: int) -> None:
    with pytest.raises(PyramideError, match="do not fit"):
        wilson(successes, total, undecided)
