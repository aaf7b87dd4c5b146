"""What a challenge wants: the value of a state, and bounds of what can still come.

A *value* is Microsoft's points in units of five, or how many cards of a rank
have left.  It only grows, and only with what has been removed.

The upper bound of the value counts per class how many pairs the side cards that
still have a partner make at most with the pyramid cards that can still leave.
Which pyramid cards those are says a list of *targets*: whatever a line leaves of
the pyramid, it leaves all cards of at least one target.

The lower bound of the moves is, for lines that must clear the pyramid (or
everything), that of `pyramide.kernels.bound`; for all lines, the fewest removals
that the missing value takes with endless side cards (`need`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pyramide.board import EMPTY_ID, PYRAMID_COUNT, Words
from pyramide.kernels.bound import lower_bound
from pyramide.kernels.classes import nibble
from pyramide.kernels.jit import kernel, lowest, part, popcount
from pyramide.kernels.prepare import (
    BESIDE,
    COVERS,
    DEAD,
    DEMAND,
    FREE_NEEDED,
    IN_PYRAMID,
    KINGS,
    LEFT,
    RANK,
    UPPER,
    Prepared,
    count_sides,
)
from pyramide.kernels.relaxed import Relaxed
from pyramide.kernels.windows import (
    Times,
    Variant,
    accessible,
    fill_partners,
    with_side_partner,
)

LEVELS = 320
"""More than the greatest value: Microsoft's best score is 258 units of five."""

LISTS = 1024
"""Lists by estimate in each level."""

# Entries of `Hunt.control`: how far the search is,
LEVEL, ESTIMATE, NODE_COUNT, STATE_COUNT, EXPANDED = range(5)
# and what is asked: the cards whose removal is never refused; recycles left;
# the rank whose cards count, 0 for points; the greatest value thinkable; 1 where
# lines must win; 1 where a win takes every card; the number of targets; the
# start's pyramid id; what its units left are (points) or its cards of the rank
UNTRACKED, RECYCLES, CHALLENGE_RANK, BEST, MUST_WIN, STRICT, TARGETS, START, START_LEFT = range(
    5, 14
)
# Columns of `Hunt.ends`
END_MOVES, END_NODE = range(2)


class Hunt(NamedTuple):
    """The arrays of a search (int64 but for `table`).

    `nodes`, `table`, `children`: as in `pyramide.kernels.shortest`; `heads`:
    [320, 1024] first node per level and estimate; `ends`: [320, 2] per level the
    shortest line met that ends with its value, moves and node; `control`: [16];
    `targets`: [1430] ids; `rows`: [1430] per id the units of the rows it has
    cleared, and `top_rows` of the rows that can be cleared from it on; `need`:
    [1430, 5, 5] per id, missing cards of the rank and side cards of that rank
    the least removals.
    """

    nodes: Words
    table: npt.NDArray[np.int32]
    heads: Words
    ends: Words
    children: Words
    control: Words
    targets: Words
    rows: Words
    top_rows: Words
    need: Words


@part
def left_of_rank(number: int, side: int, rank: int, tables: Prepared) -> int:
    """How many cards of a rank are left."""
    beside = popcount(tables.ranks[rank, BESIDE] & side)
    if rank == 13:
        return beside + tables.ids[number, KINGS]
    return beside + nibble(tables.ids[number, DEMAND], 13 - rank)


@part
def removals_left(number: int, side: int, tables: Prepared) -> int:
    """How many removals take every card that is left."""
    kings = left_of_rank(number, side, 13, tables)
    return kings + (popcount(tables.ids[number, LEFT]) + popcount(side) - kings) // 2


@part
def value_of(number: int, side: int, tables: Prepared, hunt: Hunt) -> int:
    """The value that the state has reached."""
    control = hunt.control
    rank = control[CHALLENGE_RANK]
    if rank:
        gone = control[START_LEFT] - left_of_rank(number, side, rank, tables)
        return min(gone, control[BEST])
    rows = hunt.rows[number] - hunt.rows[control[START]]
    return control[START_LEFT] - removals_left(number, side, tables) + rows


@part
def more_to_target(
    number: int, target: int, removable: int, variant: Variant, tables: Prepared, hunt: Hunt
) -> int:
    """How much the value can grow at the most if the pyramid ends as the target or above."""
    rank = hunt.control[CHALLENGE_RANK]
    ids = tables.ids
    kings = ids[number, KINGS] - ids[target, KINGS]
    kings += popcount(tables.ranks[13, BESIDE] & removable)
    if rank == 13:
        return kings
    in_pyramid = ids[number, DEMAND] - ids[target, DEMAND]
    beside = count_sides(removable, tables)
    first, last = 1, 6
    if rank:
        first = last = min(rank, 13 - rank)
    pairs = 0
    for low in range(first, last + 1):
        lows, highs = nibble(in_pyramid, 13 - low), nibble(in_pyramid, low)
        most = min(lows + nibble(beside, low), highs + nibble(beside, 13 - low))
        if variant.side_pairs is None:
            most = min(most, lows + highs)
        pairs += most
    if rank:
        return pairs
    return pairs + kings + hunt.rows[target] - hunt.rows[number]


@part
def most_more(
    number: int,
    removable: int,
    variant: Variant,
    tables: Prepared,
    hunt: Hunt,
) -> tuple[int, int]:
    """How much the value can grow at the most with the pyramid cleared, and without; -1
    where that cannot be.
    """
    with_win = -1
    without = -1
    for index in range(hunt.control[TARGETS]):
        target = hunt.targets[index]
        if tables.present[target] & ~tables.present[number]:
            continue
        more = more_to_target(number, target, removable, variant, tables, hunt)
        if target == EMPTY_ID:
            with_win = more
        else:
            without = max(without, more)
    return with_win, without


@part
def can_leave_beside(
    number: int, pointer: int, side: int, refused: int, recycles: int,
    variant: Variant, tables: Prepared, work: Times, hunt: Hunt,
) -> int:  # fmt: skip
    """The side cards that may still leave."""
    untracked = hunt.control[UNTRACKED]
    removable = fill_partners(number, side, refused, untracked, tables, work)
    if variant.side_pairs is not None:
        removable |= with_side_partner(side, tables)
    if recycles == 0:
        waste = side & ((1 << pointer) - 1)
        demand = tables.ids[number, DEMAND]
        reach = accessible(side, waste, removable, demand, variant, tables)
        removable &= reach | (side & ~waste)
    return removable


@part
def missing_removals(
    number: int, missing: int, removable: int, tables: Prepared, hunt: Hunt
) -> int:
    """The fewest removals that make the value grow by what is missing."""
    rank = hunt.control[CHALLENGE_RANK]
    if rank:
        beside = popcount(tables.ranks[rank, BESIDE] & removable)
        return hunt.need[number, missing, beside]
    return max(0, missing - (hunt.top_rows[number] - hunt.rows[number]))


@part
def settle(
    number: int, pointer: int, side: int, refused: int, open_cards: int, made: int,
    variant: Variant, strict: Variant, tables: Prepared, relaxed: Relaxed, work: Times,
    hunt: Hunt,
) -> tuple[int, int]:  # fmt: skip
    """The level of a state and the least number of moves from it to that level's value;
    level LEVELS for a state from which nothing wanted can be reached.
    """
    control = hunt.control
    recycles = control[RECYCLES] - made
    removable = can_leave_beside(
        number, pointer, side, refused, recycles, variant, tables, work, hunt
    )
    value = value_of(number, side, tables, hunt)
    best = control[BEST]
    with_win, without = most_more(number, removable, variant, tables, hunt)
    if control[MUST_WIN]:
        without = -1
    most = value + max(with_win, without)
    if with_win < 0 and without < 0:
        return LEVELS, 0
    level = max(best - most, control[LEVEL])
    while level <= best:
        missing = max(0, best - level - value)
        least = missing_removals(number, missing, removable, tables, hunt)
        if least >= DEAD:
            level += 1
            continue
        if without >= 0 and missing <= without:
            return level, least
        if missing > with_win:
            return LEVELS, 0
        # From here on the line has to clear the pyramid.
        every_card = control[STRICT] == 1 and control[MUST_WIN] == 1
        if control[CHALLENGE_RANK] == 0:
            rows = hunt.rows[EMPTY_ID] - hunt.rows[number]
            every_card = missing == removals_left(number, side, tables) + rows
        if every_card:
            bound = lower_bound(
                number, pointer, side, refused, open_cards, control[UNTRACKED], recycles,
                strict, tables, relaxed, work,
            )  # fmt: skip
        else:
            bound = lower_bound(
                number, pointer, side, refused, open_cards, control[UNTRACKED], recycles,
                variant, tables, relaxed, work,
            )  # fmt: skip
        if bound < DEAD:
            return level, max(bound, least)
        if every_card and control[CHALLENGE_RANK] == 0:
            level += 1
        elif without < 0:
            return LEVELS, 0
        else:
            level = max(level, best - value - without)
            with_win = -1
    return LEVELS, 0


@kernel
def fill_need(
    rank: int, must_win: bool, ends_game: bool, variant: Variant, tables: Prepared, hunt: Hunt
) -> None:
    """Fill `need` for a challenge of a rank: the least removals with endless side cards,
    but no more of that rank than there are.

    `ends_game`: nothing can be removed once the pyramid is gone.
    """
    ids, places, by_rank, after = tables.ids, tables.places, tables.ranks, tables.after
    need = hunt.need
    start = ids[hunt.control[START], LEFT]
    for number in range(PYRAMID_COUNT - 1, -1, -1):
        if tables.present[number] & ~start:
            continue
        left = ids[number, LEFT]
        over = number == EMPTY_ID
        for missing in range(5):
            for beside in range(5):
                best = DEAD
                if missing == 0 and (over or not must_win):
                    best = 0
                elif over and ends_game:
                    best = DEAD
                else:
                    if missing and beside:
                        pairs = variant.side_pairs is not None and by_rank[13 - rank, BESIDE] != 0
                        if rank == 13 or pairs:
                            best = 1 + need[number, missing - 1, beside - 1]
                    cards = ids[number, FREE_NEEDED]
                    while cards:
                        place = lowest(cards)
                        cards &= cards - 1
                        other = 13 - places[place, RANK]
                        rest = after[number, place]
                        gain = 1 if rank == 13 - other or rank == other else 0
                        then = max(0, missing - gain)
                        if other == 0:
                            best = min(best, 1 + need[rest, then, beside])
                            continue
                        if other == rank:
                            if beside:
                                best = min(best, 1 + need[rest, then, beside - 1])
                        elif by_rank[other, BESIDE]:
                            best = min(best, 1 + need[rest, then, beside])
                        partners = cards & by_rank[other, IN_PYRAMID]
                        while partners:
                            both = after[rest, lowest(partners)]
                            partners &= partners - 1
                            best = min(best, 1 + need[both, then, beside])
                        uppers = places[place, UPPER] & left
                        while uppers:
                            upper = lowest(uppers)
                            uppers &= uppers - 1
                            if places[upper, COVERS] & left == 1 << place:
                                best = min(best, 1 + need[after[rest, upper], then, beside])
                need[number, missing, beside] = min(best, DEAD)
