"""The least number of moves to a goal pyramid under `app`: best-first search (A*).

Holds for `clear = pyramid`, unlimited passes, `play = waste`, no cover, from any
position whose side cards are all known.

A state is one word: pyramid id, pointer (the first stock card still there, 24
when the stock is empty), mask of the side cards left (see `pyramide.board`).
Only states in which a removal is allowed are kept: the draws and recycles
between two such states are one edge, and a free pyramid king leaves at once,
since nothing is lost by it.

Pruning rules, each safe because an optimal line can be changed to obey all of
them (each change moves a removal to an earlier draw, so it comes to an end):

*Commit.*  A removal that could be made and was not before the next draw or
recycle is refused for good.  An optimal line that makes it later can make it
here: what it exposes is only exposed earlier, and the draws of the side card
that is gone are saved.  Refused removals with side cards are pair bits; those
of two pyramid cards are the pairs inside `open`, the cards free at the last
draw.

*Twins.*  Of two side cards of one rank with none left between them, what the
lower was refused the upper is refused too: exchange the two from there on.

*Meeting.*  When two lines of the same length reach one state, only what both
refused stays refused; a shorter line replaces a longer one.  States that look
lost are kept, since such a meeting may revive them.

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
from pyramide.kernels.bound import BoundWork, Relaxed, lower_bound
from pyramide.kernels.jit import highest, kernel, lowest, scramble
from pyramide.kernels.prepare import (
    BASE,
    DEAD,
    FREE_BITS,
    FREE_NEEDED,
    ID_BITS,
    LEFT,
    ORDER,
    RANK,
    SIDE_BITS,
    SIDE_RANK,
    Prepared,
    side_bits,
)

NO_NODE = (1 << 35) - 1
OPEN_MASK = (1 << 28) - 1
STOCK_EMPTY = 24
LISTS = 512
"""Lists by estimate; the last one holds the states that look lost."""

MAX_CHILDREN = 64
# Columns of a child that waits to be kept
ID, POINTER, SIDE, MOVES, REFUSED, OPEN = range(6)

RUNNING, FOUND, EXHAUSTED, NODES_FULL, TABLE_FULL = range(5)
"""Status codes of `advance`."""

# Entries of `Search.control`
ESTIMATE, NODE_COUNT, STATE_COUNT, EXPANDED, BEST_NODE, UNTRACKED, GOAL = range(7)


class Search(NamedTuple):
    """The growing arrays of a search.

    `nodes`: int64[n, 4]; `table`: int32[2^k], node number + 1 by state, 0 for
    none; `heads`: int64[512] first node per estimate; `children`: int64[64, 6];
    `control`: int64[8], the numbers that go on between slices.
    """

    nodes: Words
    table: npt.NDArray[np.int32]
    heads: Words
    children: Words
    control: Words


@kernel
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


@kernel
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


@kernel
def pair_is_open(free: int, open_cards: int, tables: Prepared) -> bool:
    """Whether two free pyramid cards may be removed together."""
    cards = free & ~open_cards
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        if free & tables.ranks[13 - tables.places[place, RANK], 0]:
            return True
    return False


@kernel
def waste_plays(
    top: int, number: int, free: int, refused: int, untracked: int, tables: Prepared
) -> bool:
    """Whether the side card `top` has a removal that is not refused."""
    if tables.sides[top, SIDE_BITS] & tables.ids[number, FREE_BITS] & ~refused:
        return True
    rank = tables.sides[top, SIDE_RANK]
    return rank < 13 and free & untracked & tables.ranks[13 - rank, 0] != 0


@kernel
def keep(
    child: int, parent: int, tables: Prepared, relaxed: Relaxed, work: BoundWork, search: Search
) -> None:
    """Bring a child to the next state in which something can be removed, and file it."""
    children, control, nodes = search.children, search.control, search.nodes
    number = children[child, ID]
    pointer = children[child, POINTER]
    side = children[child, SIDE]
    moves = children[child, MOVES]
    refused = children[child, REFUSED]
    open_cards = children[child, OPEN]
    untracked = control[UNTRACKED]
    ids, kings = tables.ids, tables.ranks[13, 0]
    while ids[number, FREE_NEEDED] & kings:
        number = tables.after[number, lowest(ids[number, FREE_NEEDED] & kings)]
        moves += 1
    stock = side & ~((1 << pointer) - 1)
    open_cards &= ids[number, LEFT]
    refused = refuse_twins(refused & ids[number, ID_BITS] & side_bits(side, tables), side, tables)
    free = ids[number, FREE_NEEDED]
    if number != control[GOAL] and not pair_is_open(free, open_cards, tables):
        recycled = False
        while True:
            waste = side & ~stock
            if waste and waste_plays(highest(waste), number, free, refused, untracked, tables):
                break
            moves += 1
            open_cards = free
            if stock:
                stock &= stock - 1
            elif recycled or side == 0:
                return
            else:
                recycled = True
                stock = side
    pointer = lowest(stock) if stock else STOCK_EMPTY
    state = number | pointer << 11 | side << 16
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
        number, pointer, side, refused, open_cards, untracked, tables, relaxed, work
    )
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


@kernel
def list_children(node: int, tables: Prepared, search: Search) -> int:
    """Write the children of a node into `search.children`; gives their number."""
    nodes, children = search.nodes, search.children
    ids, sides, ranks, after = tables.ids, tables.sides, tables.ranks, tables.after
    state = nodes[node, 0]
    number, pointer, side = state & 2047, state >> 11 & 31, state >> 16
    refused = nodes[node, 1]
    open_cards = nodes[node, 2] & OPEN_MASK
    moves = (nodes[node, 3] >> 35 & 8191) + 1
    untracked = search.control[UNTRACKED]
    free = ids[number, FREE_NEEDED]
    stock = side & ~((1 << pointer) - 1)
    waste = side & ~stock
    count = 0
    cards = free
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        partners = cards & ranks[13 - tables.places[place, RANK], 0]
        if open_cards >> place & 1:
            partners &= ~open_cards
        while partners:
            other = lowest(partners)
            partners &= partners - 1
            children[count, ID] = after[after[number, place], other]
            children[count, SIDE] = side
            children[count, REFUSED] = refused
            children[count, OPEN] = open_cards
            count += 1
    now_refused = refused
    if waste:
        top = highest(waste)
        rank = sides[top, SIDE_RANK]
        without = side & ~(1 << top)
        if rank == 13:
            if not refused & sides[top, SIDE_BITS]:
                children[count, ID] = number
                children[count, SIDE] = without
                children[count, REFUSED] = refused
                children[count, OPEN] = open_cards
                count += 1
        else:
            partners = free & ranks[13 - rank, 0]
            while partners:
                place = lowest(partners)
                partners &= partners - 1
                bit = 1 << (tables.places[place, BASE] + sides[top, ORDER])
                if untracked >> place & 1 or not refused & bit:
                    children[count, ID] = after[number, place]
                    children[count, SIDE] = without
                    children[count, REFUSED] = refused
                    children[count, OPEN] = open_cards
                    count += 1
        now_refused |= sides[top, SIDE_BITS] & ids[number, FREE_BITS]
    for child in range(count):
        children[child, POINTER] = pointer
        children[child, MOVES] = moves
    # The draw or recycle comes last, so that it is looked at last of its estimate's
    # newest nodes only when nothing else is better.
    if side:
        children[count, ID] = number
        children[count, SIDE] = side
        children[count, REFUSED] = now_refused
        children[count, OPEN] = free
        children[count, MOVES] = moves
        rest = stock & (stock - 1) if stock else side
        children[count, POINTER] = lowest(rest) if rest else STOCK_EMPTY
        count += 1
    return count


@kernel
def advance(
    expansions: int, tables: Prepared, relaxed: Relaxed, work: BoundWork, search: Search
) -> int:
    """Expand up to so many nodes; gives RUNNING, FOUND (`control[BEST_NODE]` is the
    goal's node), EXHAUSTED (no line to the goal), or NODES_FULL or TABLE_FULL when
    that array has to grow before the search can go on.

    Between slices every line to the goal is at least `control[ESTIMATE]` long.
    """
    control, heads = search.control, search.heads
    done = 0
    while done < expansions:
        if control[NODE_COUNT] + MAX_CHILDREN > len(search.nodes):
            return NODES_FULL
        if 2 * (control[STATE_COUNT] + MAX_CHILDREN) > len(search.table):
            return TABLE_FULL
        node = heads[control[ESTIMATE]]
        if node == NO_NODE:
            control[ESTIMATE] += 1
            if control[ESTIMATE] == LISTS - 1:
                return EXHAUSTED
            continue
        heads[control[ESTIMATE]] = search.nodes[node, 3] & NO_NODE
        slot = find_slot(search.nodes[node, 0], search.nodes, search.table)
        if search.table[slot] != node + 1:
            continue  # a better line to this state has come since
        if search.nodes[node, 0] & 2047 == control[GOAL]:
            control[BEST_NODE] = node
            return FOUND
        done += 1
        control[EXPANDED] += 1
        count = list_children(node, tables, search)
        for child in range(count):
            keep(child, node, tables, relaxed, work, search)
    return RUNNING


@kernel
def begin(
    number: int,
    pointer: int,
    side: int,
    tables: Prepared,
    relaxed: Relaxed,
    work: BoundWork,
    search: Search,
) -> None:
    """File the start: pyramid id, pointer (index of the first stock card), side mask.

    `heads` must hold NO_NODE, `table` and `work.memo` 0, and `control` the goal,
    the untracked cards and 0 elsewhere.
    """
    children = search.children
    children[0, ID] = number
    children[0, POINTER] = pointer
    children[0, SIDE] = side
    children[0, MOVES] = 0
    children[0, REFUSED] = 0
    children[0, OPEN] = 0
    keep(0, NO_NODE, tables, relaxed, work, search)
