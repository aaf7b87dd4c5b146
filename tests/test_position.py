"""Positions: the start of a deal, and positions from outside."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import PACK, card_from_name
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.position import Position
from pyramide.rules import APP, Rules
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

EMPTY = pyramid_of("")


def test_the_start_puts_waste_start_side_cards_on_the_waste() -> None:
    deal = Deal.of(PACK)
    start = Position.start(deal, APP)
    assert start.pyramid == PACK[:28]
    assert start.waste == (28,)
    assert start.stock == PACK[29:]
    assert (start.pass_number, start.drawn, start.unseen) == (1, False, frozenset())
    other = Position.start(deal, Rules(waste_start=0))
    assert (other.waste, other.stock) == ((), PACK[28:])


def test_29_known_cards_end_with_the_stock_top_or_the_waste_card() -> None:
    deal = Deal.of(PACK[:29])
    assert Position.start(deal, Rules(waste_start=0)).stock == (28, *[None] * 23)
    assert Position.start(deal, APP).waste == (28,)
    assert Position.start(deal, APP).stock == (None,) * 23


def test_28_known_cards_leave_the_waste_card_unknown() -> None:
    start = Position.start(Deal.of(PACK[:28]), APP)
    assert start.waste == (None,)
    assert start.unseen == frozenset(PACK[28:])
    assert not start.order_known
    assert start.present() == frozenset(PACK)


def test_at_the_start_the_last_row_is_free() -> None:
    start = Position.start(Deal.of(PACK), APP)
    assert start.free_places() == tuple(range(21, 28))
    assert start.covers(0) == (1, 2)
    assert start.place_of(20) == 20
    assert start.place_of(28) is None


def test_a_card_is_free_when_both_covers_are_gone() -> None:
    position = Position(pyramid_of("Ac 2c"), cards("Qd"), cards("Jd"))
    assert position.free_places() == (1,)
    assert position.covers(0) == (1,)
    assert position.side == cards("Qd Jd")
    assert len(position.removed()) == 48


@given(st.integers(), st.sampled_from(ALL_RULES), st.integers(0, 28), st.integers(0, 24))
def test_positions_in_mid_game_pass_the_check(
    seed: int, rules: Rules, in_pyramid: int, beside: int
) -> None:
    position = random_midgame(Random(seed), rules, in_pyramid, beside)
    again = Position.checked(
        position.pyramid,
        position.waste,
        position.stock,
        position.unseen,
        position.pass_number,
        position.drawn,
    )
    assert again == position
    assert len(position.present()) + len(position.removed()) == 52


@pytest.mark.parametrize(
    ("waste", "message"),
    [
        ("5c 5d 5h 8c 8d", r"3 fives left but 2 eights"),
        ("6c 6d 7c", r"2 sixes left but 1 seven"),
        ("Ac Ac Qc", r"Twice in the position: Ac"),
    ],
)
def test_ranks_that_cannot_come_from_pairs_are_refused(waste: str, message: str) -> None:
    with pytest.raises(PyramideError, match=message):
        Position.checked(EMPTY, cards(waste), ())


def test_kings_leave_alone_so_any_number_is_fine() -> None:
    for kings in ("", "Kc", "Kc Kd Kh"):
        assert Position.checked(EMPTY, cards(kings), ()).waste == cards(kings)


def test_a_gap_under_a_card_that_covers_it_is_refused() -> None:
    with pytest.raises(PyramideError, match="Place 1 of the pyramid is empty though Kc"):
        Position.checked(pyramid_of("-- Kc"), (), ())


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(PyramideError) as caught:
        Position.checked(
            pyramid_of("-- Kc"), (None,), cards("Ac"), frozenset(), pass_number=0, drawn=True
        )
    message = str(caught.value)
    for part in (
        "Place 1",
        "Unknown places: 1, but unseen cards: 0",
        "1 ace left",
        "the first pass is 1",
    ):
        assert part in message


@pytest.mark.parametrize(
    ("pyramid", "waste", "drawn", "message"),
    [
        (EMPTY[:-1], (), False, "27 places"),
        (EMPTY, PACK[:25], False, "at most 24"),
        (EMPTY, (), True, "empty waste"),
    ],
)
def test_wrong_sizes_are_refused(
    pyramid: tuple[int | None, ...], waste: tuple[int, ...], drawn: bool, message: str
) -> None:
    with pytest.raises(PyramideError, match=message):
        Position.checked(pyramid, waste, (), drawn=drawn)


def test_a_lone_unseen_card_is_put_in_its_place() -> None:
    ace = card_from_name("Ac")
    position = Position.checked(EMPTY, (None,), cards("Qc"), frozenset({ace}))
    assert position == Position(EMPTY, (ace,), cards("Qc"))
    two = Position.checked(EMPTY, (None,), (None,), frozenset(cards("Ac Qc")))
    assert two.waste == (None,)
    assert not two.order_known


def test_equal_positions_are_equal() -> None:
    position = Position(pyramid_of("Ac"), cards("Qd"), ())
    assert position == Position(pyramid_of("Ac"), cards("Qd"), ())
    assert hash(position) == hash(replace(position))
    assert position != replace(position, pass_number=2)
