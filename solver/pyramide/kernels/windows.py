"""When cards can leave at the earliest: the time windows of the bounds.

Time inside a search node is pass and pointer in one number: ``32 * pass +
pointer``, pass 0 being the one going on; at pointer t the side cards before
index t have left the stock.  For every needed card the earliest time it can
leave is found from the bottom up; from these follow how many recycles are still
needed, how far the last pass has to go and which side cards surely stay.

The rules come as a `Variant`: its fields are None where a rule is off, so that
its branches vanish when a kernel is compiled for it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pyramide.board import Words
from pyramide.kernels.classes import nibble
from pyramide.kernels.jit import highest, inlined, lowest, popcount
from pyramide.kernels.prepare import (
    BASE,
    BESIDE,
    COVERS,
    DEAD,
    ID_BITS,
    LEFT,
    PARTNERS,
    RANK,
    SIDE_BITS,
    SIDE_RANK,
    SUBSETS,
    WIDTH,
    Prepared,
    side_bits,
)
from pyramide.layout import PYRAMID_SIZE, SIDE_SIZE

PASS = 32
LATE = 3 * PASS

On = bool | None
"""A rule of a variant: True, or None where it is off."""


class Variant(NamedTuple):
    """The rules that shape a search: True where on, None where off.

    `stock_top`: the stock top plays.  `side_pairs`: two side cards may be
    removed together (the waste top with the stock top, or with the card under
    it while it is the last drawn).  `drawn_pairs`: these are of the second kind.
    `cover`: cover pairs.  `everything`: all 52 cards have to go.
    """

    stock_top: On
    side_pairs: On
    drawn_pairs: On
    cover: On
    everything: On


class Times(NamedTuple):
    """Work arrays (int64).

    `free_at`, `leave_at`: [28] per place the earliest times.  `partners`: [28]
    per place the side cards that may still leave with it.  `last0`, `last1`,
    `wanted_at`: [24] per side card the last time it is on top in this and in
    the next pass, and the earliest time a partner of it is free.
    """

    free_at: Words
    leave_at: Words
    partners: Words
    last0: Words
    last1: Words
    wanted_at: Words


def times() -> Times:
    """Fresh work arrays."""
    return Times(
        *(np.zeros(PYRAMID_SIZE, dtype=np.int64) for _ in range(3)),
        *(np.zeros(SIDE_SIZE, dtype=np.int64) for _ in range(3)),
    )


@inlined
def fill_partners(
    number: int,
    side: int,
    refused: int,
    untracked: int,
    tables: Prepared,
    work: Times,
) -> int:
    """Fill `work.partners`; gives the side cards that may leave with a pyramid card or as kings."""
    ids, places, by_rank = tables.ids, tables.places, tables.ranks
    allowed = ~refused & ids[number, ID_BITS] & side_bits(side, tables)
    live = 0
    cards = ids[number, LEFT] & ~by_rank[13, 0]
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        rank = 13 - places[place, RANK]
        if untracked >> place & 1:
            partners = by_rank[rank, BESIDE] & side
        else:
            subset = allowed >> places[place, BASE] & ((1 << places[place, WIDTH]) - 1)
            partners = by_rank[rank, SUBSETS + subset]
        work.partners[place] = partners
        live |= partners
    kings = by_rank[13, BESIDE] & side
    while kings:
        king = lowest(kings)
        kings &= kings - 1
        if allowed & tables.sides[king, SIDE_BITS]:
            live |= 1 << king
    return live


@inlined
def with_side_partner(side: int, tables: Prepared) -> int:
    """The side cards of which a side card of the partner rank is left."""
    found = 0
    for rank in range(1, 7):
        low = tables.ranks[rank, BESIDE] & side
        high = tables.ranks[13 - rank, BESIDE] & side
        if low and high:
            found |= low | high
    return found


@inlined
def accessible(
    side: int, waste: int, removable: int, demand: int, variant: Variant, tables: Prepared
) -> int:
    """The waste cards that can come to the top in this pass.

    Going down from the top, every card above has to leave first, so it must
    have a removal left (`removable`), and of each rank no more can leave than
    there are cards to leave with.
    """
    wanted = demand
    if variant.side_pairs is not None:
        for rank in range(1, 13):
            wanted += popcount(tables.ranks[13 - rank, BESIDE] & side) << (4 * (rank - 1))
    cards = waste
    while cards:
        top = highest(cards)
        cards ^= 1 << top
        if not removable >> top & 1:
            return waste & ~((2 << top) - 1)
        rank = tables.sides[top, SIDE_RANK]
        if rank != 13:
            if nibble(wanted, rank) == 0:
                return waste & ~((2 << top) - 1)
            wanted -= 1 << (4 * (rank - 1))
    return waste


@inlined
def last_times(side: int, pointer: int, stay0: int, stay1: int, work: Times) -> None:
    """Fill `last0` and `last1`: the last times each side card can be on top.

    A card is covered for good, in a pass, by the next card that stays in it.
    """
    waste = side & ((1 << pointer) - 1)
    until = PASS - 1
    cards = side & ~waste
    while cards:
        card = highest(cards)
        cards ^= 1 << card
        work.last0[card] = until
        if stay0 >> card & 1:
            until = card
    cards = waste
    while cards:
        card = highest(cards)
        cards ^= 1 << card
        if stay0 >> card & 1:
            until = -1
        work.last0[card] = until
    until = PASS - 1
    cards = side
    while cards:
        card = highest(cards)
        cards ^= 1 << card
        work.last1[card] = PASS + until
        if stay1 >> card & 1:
            until = card


@inlined
def earliest_times(
    left: int, pointer: int, open_cards: int, variant: Variant, tables: Prepared, work: Times
) -> int:
    """Fill `free_at` and `leave_at` from the bottom up; the latest of all, or DEAD.

    `open_cards`: the cards free at the last draw, whose pairs have been refused.
    A partner that lies higher or further left is taken to be free at any time.
    """
    places = tables.places
    drawn = 1
    if variant.stock_top is not None:
        drawn = 0
    latest = pointer
    cards = left
    while cards:
        place = highest(cards)
        cards ^= 1 << place
        free_at = pointer
        covers = places[place, COVERS] & left
        while covers:
            free_at = max(free_at, work.leave_at[lowest(covers)])
            covers &= covers - 1
        work.free_at[place] = free_at
        if places[place, RANK] == 13:
            work.leave_at[place] = free_at
            continue
        best = DEAD
        meets = places[place, PARTNERS] & left
        if open_cards >> place & 1:
            meets &= ~open_cards
        while meets:
            other = lowest(meets)
            meets &= meets - 1
            best = min(best, max(free_at, work.free_at[other]) if other > place else free_at)
        sides = work.partners[place]
        while sides and best > free_at:
            side = lowest(sides)
            sides &= sides - 1
            if free_at <= work.last0[side]:
                time = max(free_at, pointer if side < pointer else side + drawn)
            elif free_at <= work.last1[side]:
                time = max(free_at, PASS + side + drawn)
            else:
                time = max(free_at, 2 * PASS + side + drawn)
            best = min(best, time)
        if best >= DEAD:
            return DEAD
        work.leave_at[place] = best
        latest = max(latest, best)
    return min(latest, LATE)


@inlined
def latest_by_sides(
    left: int, pointer: int, open_cards: int, now: int, tables: Prepared, work: Times
) -> int:
    """The latest time that any card has to wait for its first side partner, or DEAD.

    The quick form of `earliest_times`, which looks at each needed card alone: one
    that can still meet a pyramid card waits for nothing.  Fills `free_at` with
    the present.  For the rules where the stock top plays: there windows bite
    less than they cost.
    """
    places = tables.places
    latest = pointer
    waste = (1 << pointer) - 1
    cards = left & ~tables.ranks[13, 0]
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        work.free_at[place] = pointer
        meets = places[place, PARTNERS] & left
        if open_cards >> place & 1:
            meets &= ~open_cards
        if meets:
            continue
        partners = work.partners[place]
        if not partners:
            return DEAD
        partners_now = partners & now
        if partners_now & waste:
            continue
        first = lowest(partners_now) if partners_now else PASS + lowest(partners)
        latest = max(latest, first)
    return latest


@inlined
def fill_wanted(left: int, live: int, tables: Prepared, work: Times) -> None:
    """Fill `wanted_at` of the side cards in `live` that are no kings."""
    cards = live
    while cards:
        work.wanted_at[lowest(cards)] = DEAD
        cards &= cards - 1
    cards = left & ~tables.ranks[13, 0]
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        free_at = work.free_at[place]
        partners = work.partners[place]
        while partners:
            card = lowest(partners)
            partners &= partners - 1
            work.wanted_at[card] = min(work.wanted_at[card], free_at)
