"""The challenges: the most of something that any line reaches, in the fewest moves.

A best-first search as in `pyramide.kernels.shortest`, with these changes:

*Levels.*  Nodes are filed by how much less than the most thinkable they can
still reach (their level) and then by their estimate.  A level is begun when the
ones below it are done, so the first line found is one to the greatest value
(`pyramide.kernels.values`), and among those a shortest.  A line may end in any
state; where it has to end in a win, in won ones only.

*Commit, twins and meeting* hold for every value of this kind, since moving a
removal to an earlier moment changes nothing about what has left at the end.
There is one exception: the removal that takes the last pyramid card may end the
game, and a line may have to do other things before.  That card is always the
apex, which no other removal than the last can take, so removals of the apex are
never refused: it counts as a card without pair bits and is never open.

*Kings.*  Where every pyramid king has to leave in the end, for a win or for the
points, a free one leaves at once, but for the apex.  Elsewhere they leave by
choice, and one that could leave and did not before the next draw or recycle is
refused for good: it is open.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pyramide.board import EMPTY_ID
from pyramide.kernels.jit import highest, kernel, lowest, part
from pyramide.kernels.prepare import (
    DEAD,
    FREE_BITS,
    FREE_NEEDED,
    ID_BITS,
    IN_PYRAMID,
    LEFT,
    ORDER,
    SIDE_BITS,
    SIDE_RANK,
    Prepared,
    side_bits,
)
from pyramide.kernels.relaxed import Relaxed
from pyramide.kernels.shortest import (
    DRAWN,
    ID,
    MOVES,
    NO_NODE,
    OPEN,
    OPEN_MASK,
    PASS_OF,
    POINTER,
    REFUSED,
    SIDE,
    SIDE_MASK,
    STOCK_EMPTY,
    UNLIMITED,
    cover_pairs,
    find_slot,
    list_pyramid_pairs,
    list_side_removals,
    pair_is_open,
    refuse_twins,
    side_pair,
    side_plays,
    still_open,
)
from pyramide.kernels.values import (
    BEST,
    CHALLENGE_RANK,
    END_MOVES,
    END_NODE,
    ESTIMATE,
    EXPANDED,
    LEVEL,
    LISTS,
    MUST_WIN,
    NODE_COUNT,
    RECYCLES,
    STATE_COUNT,
    STRICT,
    UNTRACKED,
    Hunt,
    settle,
    value_of,
)
from pyramide.kernels.windows import Times, Variant

MOST_CHILDREN = 72

RUNNING, FOUND, EXHAUSTED, NODES_FULL, TABLE_FULL = range(5)
"""Status codes of `hunt_on`."""


@part
def new_node(
    state: int, refused: int, open_cards: int, parent: int, moves: int, estimate: int,
    following: int, hunt: Hunt,
) -> int:  # fmt: skip
    """Write a node; gives its number."""
    nodes, control = hunt.nodes, hunt.control
    new = control[NODE_COUNT]
    control[NODE_COUNT] = new + 1
    nodes[new, 0] = state
    nodes[new, 1] = refused
    nodes[new, 2] = open_cards | parent << 28
    nodes[new, 3] = following | moves << 35 | estimate << 48
    return new


@part
def takes_kings(hunt: Hunt) -> bool:
    """Whether free pyramid kings leave at once."""
    return hunt.control[CHALLENGE_RANK] == 0 or hunt.control[MUST_WIN] == 1


@part
def plays(
    number: int, waste: int, stock: int, refused: int, open_cards: int, drawn: int,
    variant: Variant, tables: Prepared, hunt: Hunt,
) -> bool:  # fmt: skip
    """Whether a removal is allowed."""
    untracked = hunt.control[UNTRACKED]
    free = tables.ids[number, FREE_NEEDED]
    if free & tables.ranks[13, IN_PYRAMID] & ~open_cards:
        return True
    if pair_is_open(number, open_cards, variant, tables):
        return True
    if waste and side_plays(highest(waste), number, free, refused, untracked, tables):
        return True
    if (
        variant.stock_top is not None
        and stock
        and side_plays(lowest(stock), number, free, refused, untracked, tables)
    ):
        return True
    if variant.side_pairs is not None:
        return side_pair(waste, stock, drawn, variant, tables) != 0
    return False


@part
def opened(number: int, variant: Variant, tables: Prepared) -> int:
    """The cards that a draw or recycle leaves open."""
    open_cards = tables.ids[number, FREE_NEEDED]
    if variant.cover is not None:
        open_cards |= cover_pairs(number, tables)
    return open_cards & ~1


@part
def keep_child(
    child: int,
    parent: int,
    variant: Variant,
    strict: Variant,
    tables: Prepared,
    relaxed: Relaxed,
    work: Times,
    hunt: Hunt,
) -> None:
    """Note where the line could end, bring it to the next removal, and file it."""
    children, control, nodes = hunt.children, hunt.control, hunt.nodes
    number = children[child, ID]
    pointer = children[child, POINTER]
    side = children[child, SIDE]
    moves = children[child, MOVES]
    refused = children[child, REFUSED]
    open_cards = children[child, OPEN]
    drawn = children[child, DRAWN]
    made = children[child, PASS_OF]
    recycles = control[RECYCLES]
    ids, kings = tables.ids, tables.ranks[13, IN_PYRAMID]
    if takes_kings(hunt):
        while ids[number, FREE_NEEDED] & kings & ~1:
            after = tables.after[number, lowest(ids[number, FREE_NEEDED] & kings & ~1)]
            if variant.cover is not None:
                open_cards = still_open(open_cards, number, after, tables)
            number = after
            moves += 1
    stock = side & ~((1 << pointer) - 1)
    open_cards &= ids[number, LEFT] & ~1
    refused &= ids[number, ID_BITS] & side_bits(side, tables)
    won = number == EMPTY_ID and (control[STRICT] == 0 or side == 0)
    if won or control[MUST_WIN] == 0:
        level = control[BEST] - value_of(number, side, tables, hunt)
        if moves < hunt.ends[level, END_MOVES]:
            place = lowest(stock) if stock else STOCK_EMPTY
            state = number | place << 11 | side << 16 | drawn << 40 | made << 41
            hunt.ends[level, END_MOVES] = moves
            hunt.ends[level, END_NODE] = new_node(
                state, refused, open_cards, parent, moves, 0, NO_NODE, hunt
            )
    if won:
        return
    if variant.stock_top is None:
        refused = refuse_twins(refused, side, tables)
    recycled = False
    while not plays(
        number, side & ~stock, stock, refused, open_cards, drawn, variant, tables, hunt
    ):
        moves += 1
        open_cards = opened(number, variant, tables)
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
    slot = find_slot(state, nodes, hunt.table)
    known = hunt.table[slot] - 1
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
    level, least = settle(
        number, pointer, side, refused, open_cards, made,
        variant, strict, tables, relaxed, work, hunt,
    )  # fmt: skip
    if level > control[BEST] or least >= DEAD:
        new = new_node(state, refused, open_cards, parent, moves, LISTS - 1, NO_NODE, hunt)
    else:
        estimate = min(moves + least, LISTS - 1)
        if level == control[LEVEL]:
            estimate = max(estimate, control[ESTIMATE])
        new = new_node(
            state, refused, open_cards, parent, moves, estimate, hunt.heads[level, estimate], hunt
        )
        hunt.heads[level, estimate] = new
    hunt.table[slot] = new + 1
    if known < 0:
        control[STATE_COUNT] += 1


@part
def list_removals(node: int, variant: Variant, tables: Prepared, hunt: Hunt) -> int:
    """Write the children of a node, its draw or recycle the last; gives their number."""
    nodes, children, control = hunt.nodes, hunt.children, hunt.control
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
    kings = ids[number, FREE_NEEDED] & tables.ranks[13, IN_PYRAMID] & ~open_cards
    while kings:
        children[count, ID] = tables.after[number, lowest(kings)]
        kings &= kings - 1
        count += 1
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
    recycles = control[RECYCLES]
    if stock or (side and made < recycles):
        children[count, ID] = number
        children[count, SIDE] = side
        children[count, REFUSED] = now_refused
        children[count, OPEN] = opened(number, variant, tables)
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
def hunt_on(
    expansions: int,
    variant: Variant,
    strict: Variant,
    tables: Prepared,
    relaxed: Relaxed,
    work: Times,
    hunt: Hunt,
) -> int:
    """Expand up to so many nodes; gives RUNNING, FOUND (`ends` of `control[LEVEL]` has
    the line), EXHAUSTED (no line is as wanted), or NODES_FULL or TABLE_FULL when
    that array has to grow before the search can go on.

    `variant`: the rules without `everything`; `strict`: with it.  Between slices
    no line has a greater value than `control[BEST] - control[LEVEL]`, and none
    with that value is shorter than `control[ESTIMATE]`.
    """
    control, heads = hunt.control, hunt.heads
    done = 0
    while done < expansions:
        if control[NODE_COUNT] + 2 * MOST_CHILDREN > len(hunt.nodes):
            return NODES_FULL
        if 2 * (control[STATE_COUNT] + MOST_CHILDREN) > len(hunt.table):
            return TABLE_FULL
        if control[EXPANDED] == 0:
            node = NO_NODE
            count = 1
        else:
            level = control[LEVEL]
            if level > control[BEST]:
                return EXHAUSTED
            if hunt.ends[level, END_MOVES] <= control[ESTIMATE]:
                return FOUND
            node = heads[level, control[ESTIMATE]]
            if node == NO_NODE:
                control[ESTIMATE] += 1
                if control[ESTIMATE] == LISTS:
                    control[ESTIMATE] = 0
                    control[LEVEL] += 1
                continue
            heads[level, control[ESTIMATE]] = hunt.nodes[node, 3] & NO_NODE
            slot = find_slot(hunt.nodes[node, 0], hunt.nodes, hunt.table)
            if hunt.table[slot] != node + 1:
                continue  # a better line to this state has come since
            count = list_removals(node, variant, tables, hunt)
        done += 1
        control[EXPANDED] += 1
        for child in range(count):
            keep_child(child, node, variant, strict, tables, relaxed, work, hunt)
    return RUNNING


@kernel
def refill(hunt: Hunt, table: npt.NDArray[np.int32]) -> None:
    """Enter everything that the table holds into a larger, empty one."""
    for slot in range(len(hunt.table)):
        if hunt.table[slot] != 0:
            state = hunt.nodes[hunt.table[slot] - 1, 0]
            table[find_slot(state, hunt.nodes, table)] = hunt.table[slot]
