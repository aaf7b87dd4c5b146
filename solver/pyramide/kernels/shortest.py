"""The least number of moves to a goal under any rules: best-first search (A*).

It runs from any position whose side cards are all known.  The goal is a pyramid
(for a win the empty one), under the rule `everything` with no side card left.

A state is one word (see `pyramide.board`).  Only states in which a removal is
allowed are kept: the draws and recycles between two such states are one edge,
and a free pyramid king leaves at once, since nothing is lost by it.

Pruning rules, each safe because an optimal line can be changed to obey all of
them (each change moves a removal to an earlier draw, so it comes to an end):

*Commit* (all rules).  A removal that could be made and was not before the next
draw or recycle is refused for good.  An optimal line that makes it later can
make it here: what it exposes is only exposed earlier, and the draws of the side
cards that are gone are saved.  Refused removals with side cards are pair bits.
Those of two pyramid cards are the pairs inside `open`, the cards free at the
last draw, and the cover pairs whose upper card, not free itself, is marked
there.  Pairs of two side cards have no bits and are never refused.

*Twins.*  Of two side cards of one rank with none left between them, what the
lower was refused the upper is refused too: exchange the two from there on.
Where the stock top plays this needs the lower to have been the stock top when
it was refused (else the upper, taken from the stock, is spared a draw), so it is
applied only at the draw, to the stock top and the card after it.

*Meeting* (all rules).  When two lines of the same length reach one state, only
what both refused stays refused; a shorter line replaces a longer one.  States
that look lost are kept, since such a meeting may revive them.

A node is four words::

    0   the state
    1   the refused pair bits
    2   open cards (bits 0 to 27), parent node (bits 28 to 62)
    3   next node of its list (bits 0 to 34), moves so far (35 to 47),
        estimate of the whole length (48 to 60)

Nodes of one estimate form a list, last in first out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pyramide.board import Words
from pyramide.kernels.bound import lower_bound
from pyramide.kernels.jit import highest, inlined, kernel, lowest, scramble
from pyramide.kernels.prepare import (
    BASE,
    COVERS,
    DEAD,
    FREE_BITS,
    FREE_NEEDED,
    ID_BITS,
    LEFT,
    ORDER,
    RANK,
    SIDE_BITS,
    SIDE_RANK,
    UPPER,
    Prepared,
    side_bits,
)
from pyramide.kernels.relaxed import Relaxed
from pyramide.kernels.windows import Times, Variant

NO_NODE = (1 << 35) - 1
OPEN_MASK = (1 << 28) - 1
STOCK_EMPTY = 24
SIDE_MASK = (1 << 24) - 1
LISTS = 512
"""Lists by estimate; the last one holds the states that look lost."""

MAX_CHILDREN = 64
# Columns of a child that waits to be kept
ID, POINTER, SIDE, MOVES, REFUSED, OPEN, DRAWN, PASS_OF = range(8)

RUNNING, FOUND, EXHAUSTED, NODES_FULL, TABLE_FULL = range(5)
"""Status codes of `advance`."""

# Entries of `Search.control`
ESTIMATE, NODE_COUNT, STATE_COUNT, EXPANDED, BEST_NODE, UNTRACKED, GOAL, RECYCLES = range(8)
UNLIMITED = 99
"""`control[RECYCLES]` where passes are not counted."""


class Search(NamedTuple):
    """The growing arrays of a search.

    `nodes`: int64[n, 4]; `table`: int32[2^k], node number + 1 by state, 0 for
    none; `heads`: int64[512] first node per estimate; `children`: int64[64, 8];
    `control`: int64[8], the numbers that go on between slices.
    """

    nodes: Words
    table: npt.NDArray[np.int32]
    heads: Words
    children: Words
    control: Words


@inlined
def find_slot(state: int, nodes: Words, table: npt.NDArray[np.int32]) -> int:
    """The slot of the table that holds a state, or the empty one where it belongs."""
    mask = len(table) - 1
    slot = scramble(state) & mask
    while table[slot] != 0 and nodes[table[slot] - 1, 0] != state:
        slot = (slot + 1) & mask
    return slot


@kernel
def refill_table(search: Search, table: npt.NDArray[np.int32], old: npt.NDArray[np.int32]) -> None:
    """Enter everything that the old table holds into a larger, empty one."""
    for slot in range(len(old)):
        if old[slot] != 0:
            state = search.nodes[old[slot] - 1, 0]
            table[find_slot(state, search.nodes, table)] = old[slot]


@inlined
def refuse_twins(refused: int, side: int, tables: Prepared) -> int:
    """The refused pair bits with the twin rule applied to all side cards left."""
    sides = tables.sides
    cards = side
    lower = -1
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if lower >= 0 and sides[lower, SIDE_RANK] == sides[card, SIDE_RANK]:
            bits = refused & sides[lower, SIDE_BITS]
            if bits:
                refused |= bits << (sides[card, ORDER] - sides[lower, ORDER])
        lower = card
    return refused


@inlined
def pair_is_open(number: int, open_cards: int, variant: Variant, tables: Prepared) -> bool:
    """Whether two pyramid cards may be removed together."""
    free = tables.ids[number, FREE_NEEDED]
    cards = free & ~open_cards
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        if free & tables.ranks[13 - tables.places[place, RANK], 0]:
            return True
    if variant.cover is not None:
        return cover_pairs(number, tables) & ~open_cards != 0
    return False


@inlined
def cover_pairs(number: int, tables: Prepared) -> int:
    """The upper cards of all cover pairs that can be removed."""
    found = 0
    left = tables.ids[number, LEFT]
    cards = tables.ids[number, FREE_NEEDED]
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        uppers = tables.places[place, UPPER] & left
        while uppers:
            upper = lowest(uppers)
            uppers &= uppers - 1
            if tables.places[upper, COVERS] & left == 1 << place:
                found |= 1 << upper
    return found


@inlined
def still_open(open_cards: int, before: int, after: int, tables: Prepared) -> int:
    """The open cards after a removal: what has only now become free is not open,
    though it may have been marked as the upper card of a cover pair.
    """
    return open_cards & ~(tables.ids[after, FREE_NEEDED] & ~tables.ids[before, FREE_NEEDED])


@inlined
def side_plays(
    card: int, number: int, free: int, refused: int, untracked: int, tables: Prepared
) -> bool:
    """Whether a side card on top has a removal with the pyramid, or alone, not refused."""
    if tables.sides[card, SIDE_BITS] & tables.ids[number, FREE_BITS] & ~refused:
        return True
    rank = tables.sides[card, SIDE_RANK]
    return rank < 13 and free & untracked & tables.ranks[13 - rank, 0] != 0


@inlined
def side_pair(waste: int, stock: int, drawn: int, variant: Variant, tables: Prepared) -> int:
    """The two side cards (a mask) that may be removed together, or 0."""
    if not waste:
        return 0
    top = highest(waste)
    if variant.drawn_pairs is not None:
        rest = waste ^ 1 << top
        if not drawn or not rest:
            return 0
        other = highest(rest)
    else:
        if not stock:
            return 0
        other = lowest(stock)
    if tables.sides[top, SIDE_RANK] + tables.sides[other, SIDE_RANK] == 13:
        return 1 << top | 1 << other
    return 0


@inlined
def keep(
    child: int,
    parent: int,
    variant: Variant,
    tables: Prepared,
    relaxed: Relaxed,
    work: Times,
    search: Search,
) -> None:
    """Bring a child to the next state in which something can be removed, and file it."""
    children, control, nodes = search.children, search.control, search.nodes
    number = children[child, ID]
    pointer = children[child, POINTER]
    side = children[child, SIDE]
    moves = children[child, MOVES]
    refused = children[child, REFUSED]
    open_cards = children[child, OPEN]
    drawn = children[child, DRAWN]
    made = children[child, PASS_OF]
    recycles = control[RECYCLES]
    untracked = control[UNTRACKED]
    ids, kings = tables.ids, tables.ranks[13, 0]
    while ids[number, FREE_NEEDED] & kings:
        after = tables.after[number, lowest(ids[number, FREE_NEEDED] & kings)]
        if variant.cover is not None:
            open_cards = still_open(open_cards, number, after, tables)
        number = after
        moves += 1
    stock = side & ~((1 << pointer) - 1)
    open_cards &= ids[number, LEFT]
    refused &= ids[number, ID_BITS] & side_bits(side, tables)
    if variant.stock_top is None:
        refused = refuse_twins(refused, side, tables)
    free = ids[number, FREE_NEEDED]
    won = number == control[GOAL]
    if variant.everything is not None:
        won = won and side == 0
    if not won and not pair_is_open(number, open_cards, variant, tables):
        recycled = False
        while True:
            waste = side & ~stock
            if waste and side_plays(highest(waste), number, free, refused, untracked, tables):
                break
            if (
                variant.stock_top is not None
                and stock
                and side_plays(lowest(stock), number, free, refused, untracked, tables)
            ):
                break
            if variant.side_pairs is not None and side_pair(waste, stock, drawn, variant, tables):
                break
            moves += 1
            open_cards = free
            if variant.cover is not None:
                open_cards |= cover_pairs(number, tables)
            if stock:
                stock &= stock - 1
                if variant.drawn_pairs is not None:
                    drawn = 1
            elif recycled or side == 0 or made >= recycles:
                return
            else:
                recycled = True
                stock = side
                drawn = 0
                if recycles != UNLIMITED:
                    made += 1
    pointer = lowest(stock) if stock else STOCK_EMPTY
    state = number | pointer << 11 | side << 16 | drawn << 40 | made << 41
    slot = find_slot(state, nodes, search.table)
    known = search.table[slot] - 1
    if known >= 0:
        known_moves = nodes[known, 3] >> 35 & 8191
        if known_moves < moves:
            return
        if known_moves == moves:
            both = nodes[known, 1] & refused
            both_open = nodes[known, 2] & open_cards
            if both == nodes[known, 1] and both_open == nodes[known, 2] & OPEN_MASK:
                return
            refused = both
            open_cards = both_open
    bound = lower_bound(
        number, pointer, side, refused, open_cards, untracked, recycles - made,
        variant, tables, relaxed, work,
    )  # fmt: skip
    estimate = LISTS - 1 if bound >= DEAD else min(moves + bound, LISTS - 1)
    estimate = max(estimate, control[ESTIMATE])
    new = control[NODE_COUNT]
    control[NODE_COUNT] = new + 1
    nodes[new, 0] = state
    nodes[new, 1] = refused
    nodes[new, 2] = open_cards | parent << 28
    nodes[new, 3] = search.heads[estimate] | moves << 35 | estimate << 48
    search.heads[estimate] = new
    search.table[slot] = new + 1
    if known < 0:
        control[STATE_COUNT] += 1


@inlined
def list_pyramid_pairs(
    number: int, open_cards: int, variant: Variant, tables: Prepared, children: Words
) -> int:
    """Write the children that remove two pyramid cards: id and open cards only."""
    ids, places, after = tables.ids, tables.places, tables.after
    left = ids[number, LEFT]
    count = 0
    cards = ids[number, FREE_NEEDED]
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        one_gone = after[number, place]
        partners = cards & tables.ranks[13 - places[place, RANK], 0]
        if open_cards >> place & 1:
            partners &= ~open_cards
        while partners:
            children[count, ID] = after[one_gone, lowest(partners)]
            partners &= partners - 1
            count += 1
        if variant.cover is not None:
            uppers = places[place, UPPER] & left & ~open_cards
            while uppers:
                upper = lowest(uppers)
                uppers &= uppers - 1
                if places[upper, COVERS] & left == 1 << place:
                    children[count, ID] = after[one_gone, upper]
                    count += 1
    return count


@inlined
def list_side_removals(
    card: int,
    number: int,
    refused: int,
    untracked: int,
    first: int,
    tables: Prepared,
    children: Words,
) -> int:
    """Write the children in which a side card on top leaves, not in a pair of side
    cards: their ids; gives the number of children with them.
    """
    count = first
    rank = tables.sides[card, SIDE_RANK]
    if rank == 13:
        if not refused & tables.sides[card, SIDE_BITS]:
            children[count, ID] = number
            count += 1
        return count
    partners = tables.ids[number, FREE_NEEDED] & tables.ranks[13 - rank, 0]
    while partners:
        place = lowest(partners)
        partners &= partners - 1
        bit = 1 << (tables.places[place, BASE] + tables.sides[card, ORDER])
        if untracked >> place & 1 or not refused & bit:
            children[count, ID] = tables.after[number, place]
            count += 1
    return count
