"""The tables of one shortest-win search: everything that one deal fixes.

The cards that have to leave are the *needed* ones: those left at the start and
gone at the goal (for a win: all that are left).  The rest of the pyramid is as
good as not there, since only needed cards cover needed cards.

A search remembers which removals it has refused (`pyramide.kernels.shortest`),
one *pair bit* per side card and needed pyramid card that sum to 13, and one per
side king.  The bits of a pyramid card lie together, its side partners in
drawing order::

    bit 0 .. k-1    the k side kings
    then            place 27: first, second, ... side card of its partner rank
                    place 26: ...

63 bits fit into a word.  In the rare deal with more pairs the cards highest in
the pyramid get none (`UNTRACKED`); their removals are never refused.

Counts of side cards per rank are *nibbles*: rank q in bits 4 (q - 1) to 4 q - 1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pyramide.board import COVERED, COVERING, NEXT, PRESENT, PYRAMID_COUNT, Words
from pyramide.kernels.jit import inlined, kernel, lowest, part, popcount
from pyramide.layout import COVERS_OF, PYRAMID_SIZE, SIDE_SIZE

DEAD = 999
"""A bound that no line can meet."""

PAIR_BITS = 63

# Columns of `Prepared.ids`
LEFT, FREE_NEEDED, REMOVALS, DEMAND, ID_BITS, FREE_BITS, KINGS, OTHERS = range(8)
# Columns of `Prepared.places`
RANK, BASE, WIDTH, PARTNERS, COVERS, PLACE_BITS, UPPER = range(7)
# Columns of `Prepared.sides`
SIDE_RANK, SIDE_BITS, ORDER = range(3)
# Columns of `Prepared.ranks`
IN_PYRAMID, BESIDE, SUBSETS = range(3)
# Columns of `Prepared.bytes`
COUNTS, BYTE_BITS = range(2)


class Prepared(NamedTuple):
    """Tables of one search, all int64.

    `ids` [1430, 8]: per pyramid id the mask of needed cards left, those free,
    the least number of removals to the goal with endless side cards (DEAD: none),
    the nibbles of wanted side cards (rank q: needed cards left of rank 13 - q),
    the pair bits of its cards, those of its free cards, its kings, its others.
    `places` [28, 7]: rank, first pair bit, number of pair bits, the pyramid
    cards it can ever meet, the cards that cover it, its pair bits, and the cards
    directly above that it may take along (none without `cover`).
    `sides` [24, 3]: rank (0 for none), pair bits, number among its rank.
    `ranks` [14, 18]: needed pyramid cards, side cards, and the side mask of each
    of 16 subsets of these.
    `bytes` [3, 256, 2]: per byte of a side mask its nibbles and its pair bits.
    `cover`, `upper`, `after`, `present`: fixed tables: per place the cards that
    cover it and those it covers, the ids that follow [1430, 28], the cards left.
    """

    ids: Words
    places: Words
    sides: Words
    ranks: Words
    bytes: Words
    cover: Words
    upper: Words
    after: Words
    present: Words


COVER_MASKS = np.array([sum(1 << q for q in covers) for covers in COVERS_OF], dtype=np.int64)
UPPER_MASKS = np.array(
    [sum(1 << q for q in range(PYRAMID_SIZE) if p in COVERS_OF[q]) for p in range(PYRAMID_SIZE)],
    dtype=np.int64,
)
"""Per position the mask of the (at most two) positions that it covers directly."""

NO_MASKS = np.zeros(PYRAMID_SIZE, dtype=np.int64)
RELATED = COVERING | COVERED
RELATED_APART = RELATED & ~COVER_MASKS & ~UPPER_MASKS


def prepared() -> Prepared:
    """Fresh tables; `prepare` fills them for each search."""
    return Prepared(
        np.zeros((PYRAMID_COUNT, 8), dtype=np.int64),
        np.zeros((PYRAMID_SIZE, 7), dtype=np.int64),
        np.zeros((SIDE_SIZE, 3), dtype=np.int64),
        np.zeros((14, 18), dtype=np.int64),
        np.zeros((3, 256, 2), dtype=np.int64),
        COVER_MASKS,
        UPPER_MASKS,
        NEXT,
        PRESENT,
    )


@part
def fill_cards(
    ranks: Words, needed: int, side_ranks: Words, cover: bool, related: Words, tables: Prepared
) -> int:
    """Fill all tables but `ids`; gives the mask of needed cards without pair bits."""
    places, sides, by_rank = tables.places, tables.sides, tables.ranks
    for rank in range(14):
        for column in range(18):
            by_rank[rank, column] = 0
    for place in range(PYRAMID_SIZE):
        if needed >> place & 1:
            by_rank[ranks[place], IN_PYRAMID] |= 1 << place
    for side in range(SIDE_SIZE):
        rank = side_ranks[side]
        sides[side, SIDE_RANK] = rank
        sides[side, SIDE_BITS] = 0
        if rank:
            order = popcount(by_rank[rank, BESIDE])
            sides[side, ORDER] = order
            by_rank[rank, BESIDE] |= 1 << side
            for subset in range(1 << order):
                by_rank[rank, SUBSETS + (1 << order) + subset] = (
                    by_rank[rank, SUBSETS + subset] | 1 << side
                )
    next_bit = 0
    kings = by_rank[13, BESIDE]
    while kings:
        sides[lowest(kings), SIDE_BITS] = 1 << next_bit
        next_bit += 1
        kings &= kings - 1
    untracked = 0
    for place in range(PYRAMID_SIZE - 1, -1, -1):
        rank = ranks[place]
        places[place, RANK] = rank
        places[place, BASE] = 0
        places[place, WIDTH] = 0
        places[place, PARTNERS] = 0
        places[place, COVERS] = tables.cover[place] & needed
        places[place, PLACE_BITS] = 0
        places[place, UPPER] = 0
        if not needed >> place & 1 or rank == 13:
            continue
        places[place, PARTNERS] = by_rank[13 - rank, IN_PYRAMID] & ~related[place]
        if cover:
            places[place, UPPER] = by_rank[13 - rank, IN_PYRAMID] & tables.upper[place]
        partners = by_rank[13 - rank, BESIDE]
        width = popcount(partners)
        if next_bit + width > PAIR_BITS:
            untracked |= 1 << place
            continue
        places[place, BASE] = next_bit
        places[place, WIDTH] = width
        places[place, PLACE_BITS] = ((1 << width) - 1) << next_bit
        while partners:
            sides[lowest(partners), SIDE_BITS] |= 1 << next_bit
            next_bit += 1
            partners &= partners - 1
    for number in range(3):
        tables.bytes[number, 0, COUNTS] = 0
        tables.bytes[number, 0, BYTE_BITS] = 0
        for byte in range(1, 256):
            side = 8 * number + lowest(byte)
            rest = byte & (byte - 1)
            rank = sides[side, SIDE_RANK]
            count = 1 << (4 * (rank - 1)) if 0 < rank < 13 else 0
            tables.bytes[number, byte, COUNTS] = tables.bytes[number, rest, COUNTS] + count
            tables.bytes[number, byte, BYTE_BITS] = (
                tables.bytes[number, rest, BYTE_BITS] | sides[side, SIDE_BITS]
            )
    return untracked


@part
def fill_ids(start: int, goal: int, tables: Prepared) -> None:
    """Fill `ids` for every pyramid between the start's and the goal's cards left."""
    ids, places, by_rank, after = tables.ids, tables.places, tables.ranks, tables.after
    king_bits = 0
    for side in range(SIDE_SIZE):
        if tables.sides[side, SIDE_RANK] == 13:
            king_bits |= tables.sides[side, SIDE_BITS]
    for number in range(PYRAMID_COUNT - 1, -1, -1):
        all_left = tables.present[number]
        ids[number, REMOVALS] = DEAD
        if all_left & ~start or goal & ~all_left:
            continue
        left = all_left & ~goal
        ids[number, LEFT] = left
        free = 0
        pair_bits = king_bits
        cards = left
        while cards:
            place = lowest(cards)
            cards &= cards - 1
            pair_bits |= places[place, PLACE_BITS]
            if not places[place, COVERS] & left:
                free |= 1 << place
        ids[number, FREE_NEEDED] = free
        ids[number, ID_BITS] = pair_bits
        if left == 0:
            ids[number, REMOVALS] = 0
            ids[number, DEMAND] = 0
            ids[number, FREE_BITS] = king_bits
            ids[number, KINGS] = 0
            ids[number, OTHERS] = 0
            continue
        place = lowest(free)
        rest = after[number, place]
        rank = places[place, RANK]
        ids[number, KINGS] = ids[rest, KINGS] + (rank == 13)
        ids[number, OTHERS] = ids[rest, OTHERS] + (rank != 13)
        ids[number, DEMAND] = ids[rest, DEMAND]
        if rank != 13:
            ids[number, DEMAND] += 1 << (4 * (12 - rank))
        best = DEAD
        free_bits = king_bits
        cards = free
        while cards:
            place = lowest(cards)
            cards &= cards - 1
            rank = places[place, RANK]
            free_bits |= places[place, PLACE_BITS]
            rest = after[number, place]
            if rank == 13:
                best = min(best, 1 + ids[rest, REMOVALS])
                continue
            if by_rank[13 - rank, BESIDE]:
                best = min(best, 1 + ids[rest, REMOVALS])
            partners = cards & by_rank[13 - rank, IN_PYRAMID]
            while partners:
                both = after[rest, lowest(partners)]
                partners &= partners - 1
                best = min(best, 1 + ids[both, REMOVALS])
            uppers = places[place, UPPER] & left
            while uppers:
                upper = lowest(uppers)
                uppers &= uppers - 1
                if places[upper, COVERS] & left == 1 << place:
                    best = min(best, 1 + ids[after[rest, upper], REMOVALS])
        ids[number, FREE_BITS] = free_bits
        ids[number, REMOVALS] = min(best, DEAD)


@kernel
def prepare(
    ranks: Words,
    start: int,
    goal: int,
    side_ranks: Words,
    cover: bool,
    related: Words,
    tables: Prepared,
) -> int:
    """Fill the tables for a search; gives the mask of needed cards without pair bits.

    `ranks`: [28] per pyramid position; `start`, `goal`: masks of the cards left
    there; `side_ranks`: [24] per side card in drawing order, 0 past the last;
    `related`: [28] the cards that each can never meet under the rule `cover`.
    """
    untracked = fill_cards(ranks, start & ~goal, side_ranks, cover, related, tables)
    fill_ids(start, goal, tables)
    return untracked


@inlined
def count_sides(side_mask: int, tables: Prepared) -> int:
    """The nibbles of a side mask: how many of each rank."""
    table = tables.bytes
    return (
        table[0, side_mask & 255, COUNTS]
        + table[1, side_mask >> 8 & 255, COUNTS]
        + table[2, side_mask >> 16 & 255, COUNTS]
    )


@inlined
def side_bits(side_mask: int, tables: Prepared) -> int:
    """The pair bits of all cards of a side mask."""
    table = tables.bytes
    return (
        table[0, side_mask & 255, BYTE_BITS]
        | table[1, side_mask >> 8 & 255, BYTE_BITS]
        | table[2, side_mask >> 16 & 255, BYTE_BITS]
    )


@inlined
def least_of(one: int, other: int) -> int:
    """Nibble by nibble the lesser of two counts, each at most 7."""
    tops = 0x888888888888
    not_less = ((one | tops) - other) & tops
    full = (not_less >> 3) * 15
    return (other & full) | (one & ~full)
