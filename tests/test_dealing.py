"""The kernel deals the numbered random deals of `pyramide.random_deals`, card for card."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pyramide.cards import rank_of
from pyramide.kernels.dealing import ORDERED_RANKS, deal_ranks
from pyramide.random_deals import MAX_NUMBER, random_cards

pytestmark = [pytest.mark.kernel, pytest.mark.nocompiler]


def dealt(number: int, places: int) -> list[int]:
    ranks = np.zeros(52, dtype=np.int64)
    deal_ranks(number, places, ORDERED_RANKS, ranks)
    return [int(rank) for rank in ranks]


@given(st.integers(1, MAX_NUMBER))
@example(1)
@example(MAX_NUMBER)
def test_whole_deals_are_the_same(number: int) -> None:
    assert dealt(number, 51) == [rank_of(card) for card in random_cards(number)]


@given(st.integers(1, MAX_NUMBER), st.integers(0, 51))
def test_the_first_places_are_the_same_and_no_card_is_lost(number: int, places: int) -> None:
    ranks = dealt(number, places)
    assert ranks[:places] == [rank_of(card) for card in random_cards(number)[:places]]
    assert sorted(ranks) == [rank for rank in range(1, 14) for _ in range(4)]


def test_the_pyramid_of_random_1() -> None:
    # 8h Jh 9d Th 3s Qc 5c 6d Qd Ac ...
    assert dealt(1, 28)[:10] == [8, 11, 9, 10, 3, 12, 5, 6, 12, 1]


def test_nothing_is_written_into_the_pack() -> None:
    before = ORDERED_RANKS.copy()
    dealt(3, 51)
    assert np.array_equal(before, ORDERED_RANKS)
