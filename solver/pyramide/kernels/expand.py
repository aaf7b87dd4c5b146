"""The steps of the best-first search: a node's children, and slices of expansions."""

from __future__ import annotations

from pyramide.kernels.jit import highest, inlined, kernel, lowest
from pyramide.kernels.prepare import FREE_BITS, FREE_NEEDED, ORDER, SIDE_BITS, SIDE_RANK, Prepared
from pyramide.kernels.relaxed import Relaxed
from pyramide.kernels.shortest import (
    BEST_NODE,
    DRAWN,
    ESTIMATE,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    GOAL,
    ID,
    LISTS,
    MAX_CHILDREN,
    MOVES,
    NO_NODE,
    NODE_COUNT,
    NODES_FULL,
    OPEN,
    OPEN_MASK,
    PASS_OF,
    POINTER,
    RECYCLES,
    REFUSED,
    RUNNING,
    SIDE,
    SIDE_MASK,
    STATE_COUNT,
    STOCK_EMPTY,
    TABLE_FULL,
    UNLIMITED,
    UNTRACKED,
    Search,
    cover_pairs,
    find_slot,
    keep,
    list_pyramid_pairs,
    list_side_removals,
    side_pair,
    still_open,
)
from pyramide.kernels.windows import Times, Variant


@inlined
def list_children(node: int, variant: Variant, tables: Prepared, search: Search) -> int:
    """Write the children of a node into `search.children`; gives their number."""
    nodes, children, control = search.nodes, search.children, search.control
    ids, sides = tables.ids, tables.sides
    state = nodes[node, 0]
    number, pointer, side = state & 2047, state >> 11 & 31, state >> 16 & SIDE_MASK
    drawn, made = state >> 40 & 1, state >> 41
    refused = nodes[node, 1]
    open_cards = nodes[node, 2] & OPEN_MASK
    moves = (nodes[node, 3] >> 35 & 8191) + 1
    untracked = control[UNTRACKED]
    stock = side & ~((1 << pointer) - 1)
    waste = side & ~stock
    count = list_pyramid_pairs(number, open_cards, variant, tables, children)
    for child in range(count):
        children[child, SIDE] = side
        children[child, DRAWN] = drawn
    now_refused = refused
    if waste:
        top = highest(waste)
        first = count
        count = list_side_removals(top, number, refused, untracked, first, tables, children)
        for child in range(first, count):
            children[child, SIDE] = side ^ 1 << top
            children[child, DRAWN] = 0
        now_refused |= sides[top, SIDE_BITS] & ids[number, FREE_BITS]
    if variant.stock_top is not None and stock:
        top = lowest(stock)
        first = count
        count = list_side_removals(top, number, refused, untracked, first, tables, children)
        for child in range(first, count):
            children[child, SIDE] = side ^ 1 << top
            children[child, DRAWN] = drawn
        declined = sides[top, SIDE_BITS] & ids[number, FREE_BITS]
        now_refused |= declined
        following = stock & (stock - 1)
        if following:
            twin = lowest(following)
            if sides[twin, SIDE_RANK] == sides[top, SIDE_RANK]:
                now_refused |= (declined & ~refused) << (sides[twin, ORDER] - sides[top, ORDER])
    if variant.side_pairs is not None:
        both = side_pair(waste, stock, drawn, variant, tables)
        if both:
            children[count, ID] = number
            children[count, SIDE] = side ^ both
            children[count, DRAWN] = 0
            count += 1
    for child in range(count):
        children[child, POINTER] = pointer
        children[child, MOVES] = moves
        children[child, REFUSED] = refused
        children[child, OPEN] = open_cards
        children[child, PASS_OF] = made
        if variant.cover is not None:
            children[child, OPEN] = still_open(open_cards, number, children[child, ID], tables)
    # The draw or recycle comes last and so is expanded first of its estimate.
    recycles = control[RECYCLES]
    if stock or (side and made < recycles):
        children[count, ID] = number
        children[count, SIDE] = side
        children[count, REFUSED] = now_refused
        children[count, OPEN] = ids[number, FREE_NEEDED]
        if variant.cover is not None:
            children[count, OPEN] |= cover_pairs(number, tables)
        children[count, MOVES] = moves
        children[count, DRAWN] = 0
        children[count, PASS_OF] = made
        if stock:
            rest = stock & (stock - 1)
            if variant.drawn_pairs is not None:
                children[count, DRAWN] = 1
        else:
            rest = side
            if recycles != UNLIMITED:
                children[count, PASS_OF] = made + 1
        children[count, POINTER] = lowest(rest) if rest else STOCK_EMPTY
        count += 1
    return count


@kernel
def advance(
    expansions: int,
    variant: Variant,
    tables: Prepared,
    relaxed: Relaxed,
    work: Times,
    search: Search,
) -> int:
    """Expand up to so many nodes; gives RUNNING, FOUND (`control[BEST_NODE]` is the
    goal's node), EXHAUSTED (no line to the goal), or NODES_FULL or TABLE_FULL when
    that array has to grow before the search can go on.

    Between slices every line to the goal is at least `control[ESTIMATE]` long.
    At the first call row 0 of `search.children` is the start, `heads` hold
    NO_NODE, `table` and the memo of `relaxed` 0, and `control` the goal, the
    untracked cards, the recycles left (or UNLIMITED) and 0 elsewhere.
    """
    control, heads = search.control, search.heads
    done = 0
    while done < expansions:
        if control[NODE_COUNT] + MAX_CHILDREN > len(search.nodes):
            return NODES_FULL
        if 2 * (control[STATE_COUNT] + MAX_CHILDREN) > len(search.table):
            return TABLE_FULL
        if control[NODE_COUNT] == 0 and control[EXPANDED] == 0:
            node = NO_NODE
            count = 1
        else:
            node = heads[control[ESTIMATE]]
            if node == NO_NODE:
                control[ESTIMATE] += 1
                if control[ESTIMATE] == LISTS - 1:
                    return EXHAUSTED
                continue
            heads[control[ESTIMATE]] = search.nodes[node, 3] & NO_NODE
            state = search.nodes[node, 0]
            slot = find_slot(state, search.nodes, search.table)
            if search.table[slot] != node + 1:
                continue  # a better line to this state has come since
            won = state & 2047 == control[GOAL]
            if variant.everything is not None:
                won = won and state >> 16 & SIDE_MASK == 0
            if won:
                control[BEST_NODE] = node
                return FOUND
            count = list_children(node, variant, tables, search)
        done += 1
        control[EXPANDED] += 1
        for child in range(count):
            keep(child, node, variant, tables, relaxed, work, search)
    return RUNNING
