"""Cards are integers with ranks, suits and machine names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import (
    CARD_FROM_NAME,
    PACK,
    card_from_name,
    card_name,
    is_pair,
    make_card,
    partner_rank,
    rank_of,
    suit_of,
)

any_card = st.sampled_from(PACK)


def test_the_pack_has_52_cards_of_different_names() -> None:
    assert len(PACK) == 52
    assert len(CARD_FROM_NAME) == 52
    assert {(rank_of(card), suit_of(card)) for card in PACK} == {
        (rank, suit) for rank in range(1, 14) for suit in range(4)
    }


@pytest.mark.parametrize(
    ("name", "rank", "suit"), [("Ac", 1, 0), ("Td", 10, 1), ("Qh", 12, 2), ("Ks", 13, 3)]
)
def test_names_are_rank_then_suit(name: str, rank: int, suit: int) -> None:
    assert card_from_name(name) == make_card(rank, suit)
    assert card_name(make_card(rank, suit)) == name


@given(any_card)
def test_name_and_parts_lead_back_to_the_card(card: int) -> None:
    assert card_from_name(card_name(card)) == card
    assert make_card(rank_of(card), suit_of(card)) == card


@pytest.mark.parametrize("name", ["", "10d", "dT", "td", "Xd"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(KeyError):
        card_from_name(name)


@given(any_card, any_card)
def test_a_pair_is_two_ranks_that_sum_to_13(first: int, second: int) -> None:
    assert is_pair(first, second) == (rank_of(first) + rank_of(second) == 13)
    assert is_pair(first, second) == (
        partner_rank(rank_of(first)) == rank_of(second) and rank_of(first) < 13
    )


@given(st.sampled_from(["Kc", "Kd", "Kh", "Ks"]), any_card)
def test_a_king_pairs_with_nothing(king: str, other: int) -> None:
    assert not is_pair(card_from_name(king), other)
    assert partner_rank(13) == 0
