"""A lower bound on the moves still needed under `app`, for the shortest win.

Everything here holds for `clear = pyramid`, unlimited passes, `play = waste`,
no cover, with any start and any set of needed cards.

Time inside a search node is pass and pointer in one number: ``32 * pass +
pointer``, pass 0 being the one going on; at pointer t the side cards before
index t have been drawn.  For every needed card the *earliest* time it can leave
is found from the bottom up.  From these follow how many recycles are still
needed, how far the last pass has to go and which side cards surely stay where
they are until then; every card that stays has to be drawn again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pyramide.board import Words
from pyramide.kernels.classes import ClearTables, ClearWork, nibble
from pyramide.kernels.clear import can_leave
from pyramide.kernels.jit import highest, kernel, lowest, popcount, scramble
from pyramide.kernels.prepare import (
    BASE,
    BESIDE,
    COVERS,
    DEAD,
    DEMAND,
    ID_BITS,
    KINGS,
    LEFT,
    PARTNERS,
    RANK,
    REMOVALS,
    SIDE_RANK,
    SUBSETS,
    WIDTH,
    Prepared,
    count_sides,
    least_of,
    side_bits,
)
from pyramide.kernels.sets import SetTables, SetWork

PASS = 32
LATE = 96
MEMO_SIZE = 1 << 13
SIDES = 24


class BoundWork(NamedTuple):
    """Work arrays of the bound (int64).

    `memo`: [8192] answers of `can_still`, 0 for none.  `free_at`, `leave_at`:
    [28] per place the earliest times.  `partners`: [28] side masks.  `last0`,
    `last1`, `wanted_at`: [24] per side card the last time it tops the waste in
    this and in the next pass, and the earliest time a partner of it is free.
    """

    memo: Words
    free_at: Words
    leave_at: Words
    partners: Words
    last0: Words
    last1: Words
    wanted_at: Words


def bound_work() -> BoundWork:
    """Fresh work arrays; `memo` has to be cleared for each search."""
    return BoundWork(
        np.zeros(MEMO_SIZE, dtype=np.int64),
        *(np.zeros(28, dtype=np.int64) for _ in range(3)),
        *(np.zeros(SIDES, dtype=np.int64) for _ in range(3)),
    )


class Relaxed(NamedTuple):
    """What `can_still` needs besides the prepared tables (see `pyramide.kernels.sets`).

    `goal`: [1] the id to reach.
    """

    goal: Words
    fixed: SetTables
    sets: SetWork
    clear: ClearTables
    work: ClearWork


@kernel
def can_still(number: int, counts: int, tables: Prepared, relaxed: Relaxed, memo: Words) -> bool:
    """Whether the goal can be reached from this id with these side cards at hand.

    Side cards that no needed card wants are cut off first, so that few different
    questions are asked; the answers are kept in `memo`, which forgets at random.
    """
    wanted = least_of(counts, tables.ids[number, DEMAND])
    if wanted == tables.ids[number, DEMAND]:
        return True
    key = number | wanted << 11
    slot = scramble(key) & (MEMO_SIZE - 1)
    if memo[slot] >> 2 == key and memo[slot] & 2:
        return (memo[slot] & 1) == 1
    goal = relaxed.goal[0]
    fixed = relaxed.fixed
    found = can_leave(
        fixed.board[number] & ~fixed.board[goal],
        relaxed.sets.start[1],
        relaxed.sets.lines[goal] & ~relaxed.sets.lines[number],
        wanted,
        False,
        relaxed.clear,
        relaxed.work,
    )
    memo[slot] = key << 2 | 2 | (1 if found else 0)
    return found


@kernel
def unsaved(demand: int, saved: int) -> int:
    """The least number of removals that save no draw.

    `saved`: nibbles, per rank how many removals with a side card of it save
    one.  What is left of a class leaves in pairs or alone.
    """
    rest = demand - least_of(saved, demand)
    total = 0
    for rank in range(1, 7):
        total += max(nibble(rest, rank), nibble(rest, 13 - rank))
    return total


@kernel
def accessible(side: int, waste: int, live: int, demand: int, tables: Prepared) -> int:
    """The waste cards that can come to the top in this pass.

    Going down from the top, every card above has to leave first, so it must
    have a removal left (`live`), and of each rank no more can leave than needed
    cards want.
    """
    wanted = demand
    cards = waste
    while cards:
        top = highest(cards)
        cards ^= 1 << top
        if not live >> top & 1:
            return waste & ~((2 << top) - 1)
        rank = tables.sides[top, SIDE_RANK]
        if rank != 13:
            if nibble(wanted, rank) == 0:
                return waste & ~((2 << top) - 1)
            wanted -= 1 << (4 * (rank - 1))
    return waste


@kernel
def surely_drawn(prefix: int, stay: int, side: int, leaving: int, tables: Prepared) -> int:
    """How many of the side cards in `prefix` are drawn again, or cost a move before.

    Those that `stay`, every king (removing it costs what drawing it does), and
    of each rank all but as many as needed cards can leave in this pass
    (`leaving`, nibbles).
    """
    by_rank = tables.ranks
    kings = by_rank[13, BESIDE] & side
    total = popcount((stay | kings) & prefix)
    for rank in range(1, 13):
        cards = by_rank[rank, BESIDE] & side & prefix & ~stay
        if cards:
            total += max(0, popcount(cards) - nibble(leaving, rank))
    return total


@kernel
def last_times(side: int, pointer: int, stay0: int, stay1: int, work: BoundWork) -> None:
    """Fill `last0` and `last1`: the last times each side card can top the waste.

    A card is covered for good, in a pass, by the next card that stays in it.
    """
    waste = side & ((1 << pointer) - 1)
    until = 31
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
    until = 31
    cards = side
    while cards:
        card = highest(cards)
        cards ^= 1 << card
        work.last1[card] = PASS + until
        if stay1 >> card & 1:
            until = card


@kernel
def earliest_times(
    left: int, pointer: int, open_cards: int, by_side: bool, tables: Prepared, work: BoundWork
) -> int:
    """Fill `free_at` and `leave_at` from the bottom up; the latest of all, or DEAD.

    `open_cards`: the cards free at the last draw, whose pairs have been refused.
    `by_side`: whether partners above or beside have a `free_at` of an earlier sweep.
    """
    places = tables.places
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
            time = free_at
            if by_side or other > place:
                time = max(time, work.free_at[other])
            best = min(best, time)
        sides = work.partners[place]
        while sides:
            side = lowest(sides)
            sides &= sides - 1
            if free_at <= work.last0[side]:
                time = max(free_at, pointer if side < pointer else side + 1)
            elif free_at <= work.last1[side]:
                time = max(free_at, PASS + side + 1)
            else:
                time = max(free_at, 2 * PASS + side + 1)
            best = min(best, time)
        if best >= DEAD:
            return DEAD
        work.leave_at[place] = best
        latest = max(latest, best)
    return latest


@kernel
def lower_bound(
    number: int,
    pointer: int,
    side: int,
    refused: int,
    open_cards: int,
    untracked: int,
    tables: Prepared,
    relaxed: Relaxed,
    work: BoundWork,
) -> int:
    """The least number of moves to the goal from here, or DEAD when there is no line.

    `number`: pyramid id; `side`: mask of side cards left; `refused`: the pair
    bits of removals that are forbidden; `open_cards`: cards of which no two may
    be paired; `untracked`: cards without pair bits.
    """
    ids, places, by_rank = tables.ids, tables.places, tables.ranks
    left = ids[number, LEFT]
    if left == 0:
        return 0
    removals = ids[number, REMOVALS]
    if removals >= DEAD:
        return DEAD
    demand = ids[number, DEMAND]
    kings = ids[number, KINGS]
    waste = side & ((1 << pointer) - 1)
    stock = side & ~waste

    # The side cards that still have a removal.
    allowed = ~refused & ids[number, ID_BITS] & side_bits(side, tables)
    live = 0
    cards = left & ~by_rank[13, 0]
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
    side_kings = by_rank[13, BESIDE] & side
    while side_kings:
        king = lowest(side_kings)
        side_kings &= side_kings - 1
        if allowed & tables.sides[king, 1]:
            live |= 1 << king
    if not can_still(number, count_sides(live, tables), tables, relaxed, work.memo):
        return DEAD

    now = (accessible(side, waste, live, demand, tables) | stock) & live
    stay0 = side & ~now
    stay1 = side & ~live
    last_times(side, pointer, stay0, stay1, work)
    latest = earliest_times(left, pointer, open_cards, False, tables, work)
    if latest >= DEAD:
        return DEAD
    latest = min(latest, LATE)

    # A side card whose partners are all free too late for it stays.
    cards = live & ~by_rank[13, BESIDE]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        work.wanted_at[card] = DEAD
    cards = left & ~by_rank[13, 0]
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        partners = work.partners[place]
        while partners:
            card = lowest(partners)
            partners &= partners - 1
            work.wanted_at[card] = min(work.wanted_at[card], work.free_at[place])
    cards = live & ~by_rank[13, BESIDE]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if work.wanted_at[card] > work.last0[card]:
            stay0 |= 1 << card
            if work.wanted_at[card] > work.last1[card]:
                stay1 |= 1 << card

    end_pass, end_pointer = latest >> 5, latest & 31
    usable = now & ~stay0
    usable_counts = count_sides(usable, tables)
    if end_pass == 0 and can_still(number, usable_counts, tables, relaxed, work.memo):
        return removals + popcount(
            needed_draws(number, stock, usable, usable_counts, end_pointer, tables, relaxed, work)
        )
    return bound_with_recycle(
        number, side, stock, usable, live, stay0, stay1, end_pass, end_pointer,
        removals, kings, demand, tables, relaxed, work,
    )  # fmt: skip


@kernel
def needed_draws(
    number: int,
    stock: int,
    usable: int,
    counts: int,
    end_pointer: int,
    tables: Prepared,
    relaxed: Relaxed,
    work: BoundWork,
) -> int:
    """The stock cards that have to be drawn if this pass is the last.

    All before `end_pointer`, and all up to the last card without which (and
    without those after it) the goal is out of reach.
    """
    needed = stock & ((1 << end_pointer) - 1)
    rest = stock & ~needed
    while rest:
        card = highest(rest)
        if usable >> card & 1 and tables.sides[card, SIDE_RANK] != 13:
            fewer = counts - (1 << (4 * (tables.sides[card, SIDE_RANK] - 1)))
            if not can_still(number, fewer, tables, relaxed, work.memo):
                return needed | rest
            counts = fewer
        rest ^= 1 << card
    return needed


@kernel
def bound_with_recycle(
    number: int,
    side: int,
    stock: int,
    usable: int,
    live: int,
    stay0: int,
    stay1: int,
    end_pass: int,
    end_pointer: int,
    removals: int,
    kings: int,
    demand: int,
    tables: Prepared,
    relaxed: Relaxed,
    work: BoundWork,
) -> int:
    """The bound when this pass cannot be the last: its draws, a recycle, the next."""
    ids, places = tables.ids, tables.places
    stock_size = popcount(stock)
    leaving = 0
    cards = ids[number, LEFT] & ~tables.ranks[13, 0]
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        if work.free_at[place] < PASS:
            leaving += 1 << (4 * (12 - places[place, RANK]))
    if end_pass <= 1:
        # The next pass can be the last: it goes at least to `prefix`.
        prefix = (1 << end_pointer) - 1 if end_pass == 1 else 0
        later = live & ~stay1 & ~usable
        counts = count_sides(usable | (later & prefix), tables)
        reached = can_still(number, counts, tables, relaxed, work.memo)
        later &= ~prefix
        while not reached and later:
            card = lowest(later)
            later &= later - 1
            rank = tables.sides[card, SIDE_RANK]
            if rank != 13:
                before = nibble(counts, rank)
                counts += 1 << (4 * (rank - 1))
                if before < nibble(demand, rank):
                    reached = can_still(number, counts, tables, relaxed, work.memo)
                    prefix |= (2 << card) - 1
        if reached:
            again = max(1, surely_drawn(prefix, stay0, side, leaving, tables))
            # Either every removal costs one and only cards that surely stay are
            # drawn again, or all of the prefix is and removals out of it save that.
            saving = unsaved(demand, count_sides(usable & prefix, tables))
            by_removals = removals + again
            by_draws = kings + popcount(side & prefix) + saving
            return stock_size + 1 + max(by_removals, by_draws)
    again = max(1, surely_drawn(side, stay0, side, leaving, tables))
    third = 1
    if end_pass == 2:
        third = max(1, popcount(stay1 & ((1 << end_pointer) - 1)))
    saving = unsaved(demand, count_sides(usable, tables))
    by_removals = removals + again
    by_draws = kings + popcount(side) + saving
    return stock_size + 2 + third + max(by_removals, by_draws)
