"""The 1,430 pyramids, their tables and the kernels' form of a position."""

from __future__ import annotations

from itertools import pairwise
from math import comb
from random import Random

import pytest

from pyramide.board import (
    COVERED,
    COVERING,
    EMPTY_ID,
    FREE,
    FULL_ID,
    FULL_MASK,
    NEXT,
    PRESENT,
    PYRAMID_COUNT,
    SQUARE_OF,
    encode,
    pyramid_id,
    squares,
)
from pyramide.layout import COVERS_OF, PYRAMID_SIZE
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP
from tests.positions import cards, pyramid_of, random_midgame

pytestmark = pytest.mark.nocompiler


def test_there_are_exactly_1430_pyramids() -> None:
    assert PYRAMID_COUNT == 1430 == comb(16, 8) // 9  # the eighth Catalan number
    assert PRESENT.shape == FREE.shape == (1430,)
    assert NEXT.shape == (1430, 28)
    assert len(set(PRESENT.tolist())) == 1430


def test_the_first_is_whole_and_the_last_is_empty() -> None:
    assert FULL_ID == 0
    assert EMPTY_ID == 1429
    assert PRESENT[FULL_ID] == FULL_MASK == 2**28 - 1
    assert PRESENT[EMPTY_ID] == 0


def test_they_are_sorted_by_cards_gone_then_by_their_mask() -> None:
    gone = [FULL_MASK & ~mask for mask in PRESENT.tolist()]
    keys = [(mask.bit_count(), mask) for mask in gone]
    assert all(one < other for one, other in pairwise(keys))
    assert [sum(size == n for size, _ in keys) for n in (0, 1, 2, 3, 27, 28)] == [
        1,
        7,
        21,
        41,
        1,
        1,
    ]


def test_every_pyramid_is_one_in_which_no_gap_is_covered() -> None:
    for mask in PRESENT.tolist():
        for place, covers in enumerate(COVERS_OF):
            if not mask >> place & 1:
                assert not any(mask >> q & 1 for q in covers)


def test_the_free_cards_are_those_of_a_position() -> None:
    for number in range(PYRAMID_COUNT):
        mask = int(PRESENT[number])
        shape = tuple(0 if mask >> place & 1 else None for place in range(PYRAMID_SIZE))
        free = Position(shape, (), ()).free_places()
        assert int(FREE[number]) == sum(1 << place for place in free)


def test_next_is_the_pyramid_without_that_card() -> None:
    for number in range(PYRAMID_COUNT):
        mask = int(PRESENT[number])
        for place in range(PYRAMID_SIZE):
            follower = int(NEXT[number, place])
            if int(FREE[number]) >> place & 1:
                assert int(PRESENT[follower]) == mask & ~(1 << place)
                assert follower > number
            else:
                assert follower == -1


def test_an_id_is_found_by_its_mask() -> None:
    for number in range(PYRAMID_COUNT):
        assert pyramid_id(int(PRESENT[number])) == number
    with pytest.raises(KeyError):
        pyramid_id(FULL_MASK & ~1)


def test_the_tables_cannot_be_written() -> None:
    for table in (PRESENT, FREE, NEXT):
        with pytest.raises(ValueError, match="read-only"):
            table[0] = 0


def test_what_goes_before_a_card_is_all_that_hangs_below_it() -> None:
    assert COVERING[0] == FULL_MASK & ~1
    assert COVERED[0] == 0
    assert COVERING[27] == 0
    assert COVERING[15] == 1 << 21 | 1 << 22
    assert COVERED[21] == sum(1 << place for place in (0, 1, 3, 6, 10, 15))
    for place in range(PYRAMID_SIZE):
        for other in range(PYRAMID_SIZE):
            assert COVERING[place] >> other & 1 == COVERED[other] >> place & 1
        below = sum(1 << q for q in COVERS_OF[place])
        for q in COVERS_OF[place]:
            below |= int(COVERING[q])
        assert COVERING[place] == below


def test_squares_put_row_r_place_k_on_7_r_plus_k() -> None:
    assert SQUARE_OF[:6] == (0, 7, 8, 14, 15, 16)
    assert SQUARE_OF[21:] == (42, 43, 44, 45, 46, 47, 48)
    for place, covers in enumerate(COVERS_OF):
        if covers:
            assert [SQUARE_OF[q] - SQUARE_OF[place] for q in covers] == [7, 8]


def test_two_shifts_give_the_free_cards_of_a_board() -> None:
    for number in range(PYRAMID_COUNT):
        board = squares(int(PRESENT[number]))
        assert board.bit_count() == int(PRESENT[number]).bit_count()
        assert board & ~(board >> 7) & ~(board >> 8) == squares(int(FREE[number]))


def test_a_deal_is_encoded() -> None:
    code = encode(Position.start(random_deal(1), APP))
    # 8h Jh 9d Th 3s Qc 5c ..., then 9c on the waste and 2d 7d Kc 6h ... in the stock.
    assert code.ranks.tolist()[:7] == [8, 11, 9, 10, 3, 12, 5]
    assert code.side_ranks.tolist()[:5] == [9, 2, 7, 13, 6]
    assert (code.present, code.side, code.pointer) == (FULL_MASK, 2**24 - 1, 1)
    assert code.ranks.dtype == code.side_ranks.dtype == "int64"


def test_a_position_in_mid_game_is_encoded() -> None:
    position = Position(pyramid_of("Ac Kc"), cards("Qd Kd"), cards("5h 8c Qh"))
    code = encode(position)
    assert code.ranks.tolist() == [1, 13] + [0] * 26
    assert code.present == 0b11
    assert code.side_ranks.tolist() == [12, 13, 5, 8, 12] + [0] * 19
    assert (code.side, code.pointer) == (0b11111, 2)
    assert code.kings == 1
    assert code.counts == 2 << 44 | 1 << 16 | 1 << 28


def test_an_empty_stock_has_its_pointer_at_24() -> None:
    assert encode(Position(pyramid_of("Ac"), cards("Qd"), ())).pointer == 24
    assert encode(Position(pyramid_of("Ac"), (), cards("Qd"))).pointer == 0


def test_unseen_cards_count_though_their_places_are_unknown() -> None:
    rng = Random("unseen")
    for _ in range(50):
        known = random_midgame(rng, APP, 12, 10)
        hidden = Position(
            known.pyramid,
            known.waste,
            (None,) * len(known.stock),
            frozenset(card for card in known.stock if card is not None),
        )
        one, other = encode(known), encode(hidden)
        assert (one.counts, one.kings, one.present) == (other.counts, other.kings, other.present)
        waste = len(known.waste)
        assert other.side_ranks.tolist()[:waste] == one.side_ranks.tolist()[:waste]
        assert not any(other.side_ranks[waste:])
