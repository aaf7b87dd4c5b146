"""Counted wins: against the oracle, against the published rates, in slices."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pyramide import winrate
from pyramide.errors import PyramideError
from pyramide.position import Position
from pyramide.random_deals import MAX_NUMBER, random_deal
from pyramide.rules import APP
from pyramide.winrate import count_wins
from tests.fast_relaxed_oracle import fast_relaxed_oracle

pytestmark = pytest.mark.kernel
MILLION = 1_000_000


def wins_of_the_oracle(first: int, last: int, cover: bool) -> int:
    rules = replace(APP, cover=cover)
    positions = (Position.start(random_deal(n), rules) for n in range(first, last + 1))
    return sum(fast_relaxed_oracle(position, rules).winnable is True for position in positions)


@pytest.mark.parametrize("cover", [False, True])
def test_the_first_deals_are_those_of_the_oracle(cover: bool) -> None:
    assert count_wins(1, 60, cover) == wins_of_the_oracle(1, 60, cover)


@pytest.mark.nocompiler
def test_a_few_deals() -> None:
    # Of random:1 to random:10 the golden table calls 2, 3, 5 and 10 lost.
    assert count_wins(1, 10) == 6
    assert [count_wins(n, n) for n in range(1, 11)] == [1, 0, 0, 1, 0, 1, 1, 1, 1, 0]
    assert count_wins(2, 2, cover=True) == 0


@pytest.mark.nocompiler
def test_the_last_numbers_there_are() -> None:
    numbers = range(MAX_NUMBER - 3, MAX_NUMBER + 1)
    one_by_one = sum(count_wins(number, number) for number in numbers)
    assert count_wins(numbers[0], numbers[-1]) == one_by_one


def test_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = count_wins(7, 1006)
    for size in (1, 333, 1000, 1001):
        monkeypatch.setattr(winrate, "SLICE", size)
        assert count_wins(7, 1006) == whole


def test_the_rate_of_a_million_deals_is_the_published_one() -> None:
    wins = count_wins(1, MILLION)
    assert abs(100 * wins / MILLION - 66.865) <= 0.15
    assert wins == 668_424


def test_the_rate_with_cover_pairs_is_the_published_one() -> None:
    wins = count_wins(1, MILLION, cover=True)
    assert abs(100 * wins / MILLION - 83.152) <= 0.15
    assert wins == 831_569


def test_a_win_stays_one_with_cover_pairs() -> None:
    for number in range(1, 301):
        assert count_wins(number, number) <= count_wins(number, number, cover=True)


@pytest.mark.nocompiler
@pytest.mark.parametrize(("first", "last"), [(0, 5), (5, 4), (1, MAX_NUMBER + 1), (-3, -1)])
def test_numbers_outside_the_range_are_refused(first: int, last: int) -> None:
    with pytest.raises(PyramideError, match=f"no random deals {first} to {last}: the numbers"):
        count_wins(first, last)
