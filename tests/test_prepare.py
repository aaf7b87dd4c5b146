"""The tables of a search: plain countings of the same things, and the layout of pair bits."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.board import EMPTY_ID, FREE, PRESENT, PYRAMID_COUNT, encode, pyramid_id
from pyramide.cards import KING, make_card
from pyramide.deal import Deal
from pyramide.kernels.prepare import (
    BASE,
    DEAD,
    DEMAND,
    FREE_BITS,
    FREE_NEEDED,
    ID_BITS,
    KINGS,
    LEFT,
    ORDER,
    OTHERS,
    PAIR_BITS,
    PLACE_BITS,
    RELATED,
    RELATED_APART,
    REMOVALS,
    SIDE_BITS,
    SIDE_RANK,
    WIDTH,
    Prepared,
    count_sides,
    least_of,
    prepare,
    prepared,
    side_bits,
)
from pyramide.layout import COVERS_OF, PYRAMID_SIZE
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP
from tests.positions import random_midgame

pytestmark = [pytest.mark.kernel, pytest.mark.nocompiler]


def prepared_for(position: Position, goal: int = EMPTY_ID, cover: bool = False) -> Prepared:
    code = encode(position)
    tables = prepared()
    prepare(
        code.ranks, code.present, int(PRESENT[goal]), code.side_ranks, cover,
        RELATED_APART if cover else RELATED, tables,
    )  # fmt: skip
    return tables


def untracked_of(position: Position) -> int:
    code = encode(position)
    return int(prepare(code.ranks, code.present, 0, code.side_ranks, False, RELATED, prepared()))


def many_pairs() -> Position:
    """A deal with 96 pairs: the ranks ace to six and the kings are the pyramid."""
    low = [make_card(rank, suit) for rank in (*range(1, 7), KING) for suit in range(4)]
    high = [make_card(rank, suit) for rank in range(7, KING) for suit in range(4)]
    return Position.start(Deal.of(low + high), APP)


def positions() -> list[Position]:
    rng = Random("prepare")
    whole = [Position.start(random_deal(number), APP) for number in (1, 2)]
    return whole + [
        random_midgame(rng, APP, rng.randint(1, 20), rng.randint(0, 24)) for _ in range(4)
    ]


def least_removals(position: Position, cover: bool) -> dict[int, int]:
    """Per pyramid (a mask) that can be met: the least removals to clear it, the side
    cards taken as endless where there is one of the rank at all.
    """
    ranks = encode(position).ranks.tolist()
    side = set(encode(position).side_ranks.tolist())
    waits = [sum(1 << q for q in covers) for covers in COVERS_OF]

    @cache
    def least(left: int) -> int:
        if left == 0:
            return 0
        free = [p for p in range(PYRAMID_SIZE) if left >> p & 1 and not waits[p] & left]
        options = [DEAD]
        for p in free:
            if ranks[p] == KING or 13 - ranks[p] in side:
                options.append(1 + least(left & ~(1 << p)))
            for q in range(PYRAMID_SIZE):
                if left >> q & 1 and ranks[p] + ranks[q] == 13 and ranks[q] > 0:
                    other_way = cover and waits[q] & left == 1 << p
                    if q in free or other_way:
                        options.append(1 + least(left & ~(1 << p | 1 << q)))
        return min(options)

    masks = (int(mask) for mask in PRESENT)
    present = encode(position).present
    return {mask: min(DEAD, least(mask)) for mask in masks if not mask & ~present}


@pytest.mark.parametrize("cover", [False, True])
def test_the_least_removals_with_endless_side_cards(cover: bool) -> None:
    for position in positions()[1:4]:
        tables = prepared_for(position, cover=cover)
        for mask, least in least_removals(position, cover).items():
            assert tables.ids[pyramid_id(mask), REMOVALS] == least, (position, mask)


def test_the_columns_of_an_id_are_plain_counts() -> None:
    for position in positions():
        code = encode(position)
        tables = prepared_for(position)
        for number in range(PYRAMID_COUNT):
            mask, row = int(PRESENT[number]), tables.ids[number]
            if mask & ~code.present:
                assert row[REMOVALS] == DEAD
                continue
            places = [place for place in range(PYRAMID_SIZE) if mask >> place & 1]
            ranks = [int(code.ranks[place]) for place in places]
            assert row[LEFT] == mask
            assert row[FREE_NEEDED] == FREE[number] & mask
            assert row[KINGS] == ranks.count(KING)
            assert row[OTHERS] == len(ranks) - ranks.count(KING)
            wanted = sum(1 << 4 * (13 - rank - 1) for rank in ranks if rank != KING)
            assert row[DEMAND] == wanted
            kings = sum(int(bits) for rank, bits, _ in tables.sides if rank == KING)
            own = [int(tables.places[place, PLACE_BITS]) for place in places]
            assert row[ID_BITS] == kings | sum(own)
            free = [int(tables.places[p, PLACE_BITS]) for p in places if FREE[number] >> p & 1]
            assert row[FREE_BITS] == kings | sum(free)


def test_cards_that_stay_at_the_goal_are_as_good_as_not_there() -> None:
    position = Position.start(random_deal(2), APP)
    code = encode(position)
    goal = 700
    tables = prepared_for(position, goal)
    stay = int(PRESENT[goal])
    assert tables.ids[goal, REMOVALS] == tables.ids[goal, LEFT] == 0
    start = tables.ids[0]
    assert start[LEFT] == code.present & ~stay
    for place in range(PYRAMID_SIZE):
        if stay >> place & 1:
            assert tables.places[place, PLACE_BITS] == 0
    assert tables.ids[EMPTY_ID, REMOVALS] == DEAD


def test_every_pair_has_its_bit() -> None:
    for position in positions():
        code = encode(position)
        tables = prepared_for(position)
        if untracked_of(position):
            continue
        kings = [side for side in range(24) if code.side_ranks[side] == KING]
        assert [int(tables.sides[side, SIDE_BITS]) for side in kings] == [
            1 << number for number in range(len(kings))
        ]
        seen = len(kings)
        for place in reversed(range(PYRAMID_SIZE)):
            rank = int(code.ranks[place])
            partners = [s for s in range(24) if rank and code.side_ranks[s] == 13 - rank != 0]
            if not partners:
                assert tables.places[place, PLACE_BITS] == 0
                continue
            assert (tables.places[place, BASE], tables.places[place, WIDTH]) == (
                seen, len(partners),
            )  # fmt: skip
            for order, side in enumerate(partners):
                assert tables.sides[side, ORDER] == order
                assert tables.sides[side, SIDE_RANK] == 13 - rank
                both = int(tables.sides[side, SIDE_BITS]) & int(tables.places[place, PLACE_BITS])
                assert both == 1 << seen + order
            seen += len(partners)
        assert seen <= PAIR_BITS == 63


def test_no_two_pairs_share_a_bit() -> None:
    for position in [*positions(), many_pairs()]:
        tables = prepared_for(position)
        for one, other in combinations(range(PYRAMID_SIZE), 2):
            assert not tables.places[one, PLACE_BITS] & tables.places[other, PLACE_BITS]


def test_too_many_pairs_leave_the_highest_cards_without_bits() -> None:
    position = many_pairs()
    # Four places of 4 bits to a row end: 15 of the 24 lower cards fit into 63 bits.
    untracked = untracked_of(position)
    tracked = [place for place in range(24) if not untracked >> place & 1]
    assert tracked == list(range(9, 24))
    tables = prepared_for(position)
    assert all(tables.places[place, PLACE_BITS] == 0 for place in range(9))
    used = sum(int(tables.places[place, PLACE_BITS]) for place in tracked)
    assert used == (1 << 60) - 1


def test_few_deals_have_too_many_pairs() -> None:
    over = sum(untracked_of(Position.start(random_deal(n), APP)) != 0 for n in range(1, 101))
    assert over <= 3


def test_counts_and_bits_of_a_side_mask() -> None:
    rng = Random("side masks")
    for position in positions():
        code = encode(position)
        tables = prepared_for(position)
        for mask in (code.side, 0, *(code.side & rng.randrange(1 << 24) for _ in range(40))):
            sides = [side for side in range(24) if mask >> side & 1]
            ranks = [int(code.side_ranks[side]) for side in sides]
            wanted = sum(1 << 4 * (rank - 1) for rank in ranks if rank != KING)
            assert count_sides(mask, tables) == wanted
            bits = 0
            for side in sides:
                bits |= int(tables.sides[side, SIDE_BITS])
            assert side_bits(mask, tables) == bits
        assert count_sides(code.side, tables) == code.counts


nibbles = st.lists(st.integers(0, 7), min_size=12, max_size=12)


@given(nibbles, nibbles)
def test_least_of_is_the_lesser_of_each_nibble(one: list[int], other: list[int]) -> None:
    def word(counts: list[int]) -> int:
        return sum(count << 4 * place for place, count in enumerate(counts))

    assert least_of(word(one), word(other)) == word(list(map(min, one, other)))
