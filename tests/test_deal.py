"""Deals of 28 to 52 known cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import PACK
from pyramide.deal import Deal
from pyramide.errors import PyramideError

orders = st.permutations(PACK)


@given(orders, st.integers(28, 52))
def test_a_known_beginning_makes_a_deal(order: list[int], known: int) -> None:
    deal = Deal.of(order[:known])
    assert len(deal.cards) == 52
    assert deal.pyramid == tuple(order[:28])
    assert len(deal.side) == 24
    assert deal.complete == (known >= 51)
    shown = 52 if known == 51 else known
    assert deal.cards == (*order[:shown], *[None] * (52 - shown))
    assert deal.unseen == frozenset(order[shown:])


@given(orders)
def test_the_last_missing_card_is_filled_in(order: list[int]) -> None:
    assert Deal.of(order[:51]) == Deal.of(order)


@pytest.mark.parametrize("count", [0, 27])
def test_too_few_cards_are_refused(count: int) -> None:
    with pytest.raises(PyramideError, match=f"here are {count}"):
        Deal.of(PACK[:count])


def test_too_many_cards_are_refused() -> None:
    with pytest.raises(PyramideError, match="here are 53"):
        Deal.of([*PACK, 0])


def test_a_card_that_stands_twice_is_named() -> None:
    with pytest.raises(PyramideError, match=r"Twice in the deal: Ac, Kd\."):
        Deal.of([*PACK[:40], 25, 0])


def test_a_value_that_is_no_card_is_refused() -> None:
    with pytest.raises(PyramideError, match="52 is no card"):
        Deal.of([*PACK[:30], 52])


def test_a_name_changes_no_card() -> None:
    deal = Deal.of(PACK, "random:7")
    assert deal.name == "random:7"
    assert deal.named(None).name is None
    assert deal.named("mine").cards == deal.cards
