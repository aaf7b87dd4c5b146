"""What can still be reached: the look-ahead that prunes the search of `passes`.

From a state it plays out the draws that are left with nothing used up, and
*lets in* every edge (see `pyramide.kernels.edges`) whose two cards can then both
be played.  A card that an edge let in touches is taken to be able to leave, so it
opens what it covers, in the pyramid or in the waste; no edge is ever given back.
An edge is let in only if all cards that may lie over its ends at that moment
(pyramid cards that cover them, waste cards drawn after them) can at once be
matched by edges let in before, without these two ends.

Safe, whatever the rules: take any win from here.  By induction along its
removals each of them is let in at the latest when the look-ahead stands at the
same draw of the same pass, since the cards that lay over its ends have left
before, in pairs that are a matching of edges let in; kings lie over nothing for
long, as they leave alone.  So an edge that is not let in is in no win, and there
is no win when a needed card stays or the edges let in have no matching that
covers the needed cards.  What the rule fields change:

*play* `waste`: no edge joins two side cards.  `stock-and-waste`: the stock top
plays as a waste card does, and with the waste top.  `drawn-pair`: a card pairs
with what tops the waste when it is drawn; the pair of the moment, while the
drawn flag is on, is let in at the start.

*cover*: a free card and the one it alone still covers: what must be matched is
all that lies over either, but for the covering card itself.

*passes*: after the last draw the pass begins anew with all side cards, as long as
recycles are left and the last whole pass let something in.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pyramide.board import Words
from pyramide.kernels.edges import (
    AROUND,
    BEFORE,
    BESIDE0,
    BESIDE1,
    BIT,
    BLOCKERS,
    BOARD_KINGS,
    COLUMN0,
    COLUMN1,
    COVER_COUNT,
    EDGE,
    ENDS,
    KING_BIT,
    LOWER,
    ON_BOARD,
    OTHER,
    PLAY,
    PYRAMID_LINES,
    ROW0,
    ROW1,
    SIDE_KINGS,
    SQUARES,
    STAY,
    STOCK_AND_WASTE,
    UPPER,
    WASTE,
    WORD_EDGES,
    Graph,
    GraphTables,
    all_covered,
    class_covered,
    class_graph,
    useful_edges,
)
from pyramide.kernels.jit import lowest, part

ENDLESS = 63
"""Recycles left when they are not limited."""


class ReachWork(NamedTuple):
    """Work arrays (int64): `pile`: [25, 5] the waste cards that seem to stay, each with
    the edges of what could be played above the one below it.
    """

    pile: Words


def reach_work() -> ReachWork:
    """Fresh work arrays."""
    return ReachWork(np.zeros((25, 5), dtype=np.int64))


@part
def let_in(
    number: int,
    side: int,
    pointer: int,
    drawn: int,
    recycles: int,
    need: int,
    edges0: int,
    edges1: int,
    tables: GraphTables,
    graph: Graph,
    work: ReachWork,
) -> tuple[int, int, int]:
    """The board of the cards that surely stay, and the edges let in.

    Arguments as for `look_ahead`.
    """
    cards, edges, covers, facts = graph.cards, graph.edges, graph.covers, graph.facts
    pile = work.pile
    play = facts[PLAY]
    cover_count = facts[COVER_COUNT]
    beside0, beside1 = facts[BESIDE0], facts[BESIDE1]
    start = tables.board[number] & ~facts[STAY]
    board = start
    # `free`: all that have been free; `in0`, `in1`: edges let in, `touched` and
    # `touched_board` the lines and squares of their cards.
    free = tables.free[number] & start
    in0, in1 = 0, 0
    touched, touched_board = KING_BIT, facts[BOARD_KINGS]
    visible = need & facts[PYRAMID_LINES]
    # Edges of the cards that can be played: low and high ones of the pyramid
    # (`free_`), of the waste (`waste_`), and of the stock top (`top_`).
    free_row0, free_row1, free_column0, free_column1 = 0, 0, 0, 0
    new_free = free
    waste_row0, waste_row1, waste_column0, waste_column1 = 0, 0, 0, 0
    rest = side >> pointer << pointer
    height = 0
    top = -1
    waste = side & ~rest
    while waste:
        card = SQUARES + lowest(waste)
        waste &= waste - 1
        pile[height, 0] = top
        pile[height, 1] = waste_row0
        pile[height, 2] = waste_row1
        pile[height, 3] = waste_column0
        pile[height, 4] = waste_column1
        height += 1
        waste_row0, waste_row1 = cards[card, ROW0], cards[card, ROW1]
        waste_column0, waste_column1 = cards[card, COLUMN0], cards[card, COLUMN1]
        visible |= cards[card, BIT] & ~KING_BIT
        top = card
    if drawn and height > 1:
        under = pile[height - 1, 0]
        in0 = edges0 & (
            cards[top, ROW0] & cards[under, COLUMN0] | cards[top, COLUMN0] & cards[under, ROW0]
        )
        in1 = edges1 & (
            cards[top, ROW1] & cards[under, COLUMN1] | cards[top, COLUMN1] & cards[under, ROW1]
        )
        if in0 | in1:
            touched |= cards[top, BIT] | cards[under, BIT]
    last0, last1 = -1, -1
    failed0, failed1, failed_board = 0, 0, 0
    while True:
        following = SQUARES + lowest(rest) if rest else -1
        top_row0, top_row1, top_column0, top_column1 = 0, 0, 0, 0
        if rest:
            top_row0, top_row1 = cards[following, ROW0], cards[following, ROW1]
            top_column0, top_column1 = cards[following, COLUMN0], cards[following, COLUMN1]
        while True:
            changed = False
            while new_free:
                card = lowest(new_free)
                new_free &= new_free - 1
                free_row0 |= cards[card, ROW0]
                free_row1 |= cards[card, ROW1]
                free_column0 |= cards[card, COLUMN0]
                free_column1 |= cards[card, COLUMN1]
            row0, row1 = free_row0 | waste_row0, free_row1 | waste_row1
            column0, column1 = free_column0 | waste_column0, free_column1 | waste_column1
            if play == STOCK_AND_WASTE:
                row0 |= top_row0
                row1 |= top_row1
                column0 |= top_column0
                column1 |= top_column1
            new0 = row0 & column0 & ~beside0
            new1 = row1 & column1 & ~beside1
            if play != WASTE:
                new0 |= beside0 & (top_row0 & waste_column0 | top_column0 & waste_row0)
                new1 |= beside1 & (top_row1 & waste_column1 | top_column1 & waste_row1)
            new0 &= edges0 & ~in0 & ~failed0
            new1 &= edges1 & ~in1 & ~failed1
            before0, before1 = in0, in1
            while new0 | new1:
                edge = lowest(new0) if new0 else WORD_EDGES + lowest(new1)
                wanted = edges[edge, BEFORE] & visible
                bit0, bit1 = new0 & -new0, 0
                if new0 == 0:
                    bit1 = new1 & -new1
                new0 ^= bit0
                new1 ^= bit1
                fits = wanted == 0
                if not fits and wanted & ~touched == 0 and wanted & edges[edge, ENDS] == 0:
                    around = edges[edge, AROUND]
                    if bit0:
                        fits = all_covered(wanted, in0 & ~around, in1, tables)
                    else:
                        fits = all_covered(wanted, in0, in1 & ~around, tables)
                if fits:
                    in0 |= bit0
                    in1 |= bit1
                    touched |= edges[edge, ENDS]
                    touched_board |= edges[edge, ON_BOARD]
                else:
                    failed0 |= bit0
                    failed1 |= bit1
            going = free & board & touched_board
            for k in range(cover_count):
                upper, lower = covers[k, UPPER], covers[k, LOWER]
                if not free & lower or board & covers[k, OTHER] or not start & upper:
                    continue
                edge = covers[k, EDGE]
                bit0 = 1 << edge if edge < WORD_EDGES else 0
                bit1 = 0 if bit0 else 1 << (edge - WORD_EDGES)
                if not (edges0 & ~in0 & bit0 | edges1 & ~in1 & bit1):
                    continue
                wanted = edges[edge, BEFORE] & ~edges[edge, ENDS] & visible
                if wanted & ~touched:
                    continue
                around = edges[edge, AROUND]
                if wanted:
                    if bit0:
                        fits = all_covered(wanted, in0 & ~around, in1, tables)
                    else:
                        fits = all_covered(wanted, in0, in1 & ~around, tables)
                    if not fits:
                        continue
                in0 |= bit0
                in1 |= bit1
                touched |= edges[edge, ENDS]
                touched_board |= upper | lower
                going |= board & (upper | lower)
            if in0 != before0 or in1 != before1:
                changed = True
                failed0, failed1, failed_board = 0, 0, 0
            if going:
                changed = True
                board &= ~going
            opened = start & ~free & ~(board >> 7) & ~(board >> 8) & ~failed_board
            while opened:
                card = lowest(opened)
                bit = opened & -opened
                opened ^= bit
                wanted = cards[card, BLOCKERS] & visible
                if wanted & ~touched == 0 and all_covered(wanted, in0, in1, tables):
                    free |= bit
                    new_free |= bit
                    changed = True
                else:
                    failed_board |= bit
            while height and touched & cards[top, BIT]:
                changed = True
                height -= 1
                top = pile[height, 0]
                waste_row0 |= pile[height, 1]
                waste_row1 |= pile[height, 2]
                waste_column0 |= pile[height, 3]
                waste_column1 |= pile[height, 4]
            if not changed:
                break
        if rest:
            rest &= rest - 1
            bit = cards[following, BIT]
            visible |= bit & ~KING_BIT
            if touched & bit:
                waste_row0 |= top_row0
                waste_row1 |= top_row1
                waste_column0 |= top_column0
                waste_column1 |= top_column1
            else:
                pile[height, 0] = top
                pile[height, 1] = waste_row0
                pile[height, 2] = waste_row1
                pile[height, 3] = waste_column0
                pile[height, 4] = waste_column1
                height += 1
                waste_row0, waste_row1 = top_row0, top_row1
                waste_column0, waste_column1 = top_column0, top_column1
                top = following
            continue
        if board == 0 and in0 == edges0 and in1 == edges1:
            break
        if recycles == 0 or (in0 == last0 and in1 == last1):
            break
        if recycles != ENDLESS:
            recycles -= 1
        last0, last1 = in0, in1
        rest = side & ~facts[SIDE_KINGS]
        height = 0
        top = -1
        waste_row0, waste_row1, waste_column0, waste_column1 = 0, 0, 0, 0
        visible = need & facts[PYRAMID_LINES]
        failed0, failed1 = 0, 0
    return board, in0, in1


@part
def look_ahead(
    number: int,
    side: int,
    pointer: int,
    drawn: int,
    recycles: int,
    need: int,
    edges0: int,
    edges1: int,
    tables: GraphTables,
    graph: Graph,
    work: ReachWork,
) -> tuple[bool, int, int]:
    """Whether a win may be left, and the edges that may be in one.

    `number`: pyramid id; `side`: mask; `pointer`; `drawn`: the flag; `recycles`
    left; `need`: lines of the cards that have to leave; the two words of edges.
    """
    board, in0, in1 = let_in(
        number, side, pointer, drawn, recycles, need, edges0, edges1, tables, graph, work
    )
    if board:
        return False, 0, 0
    useful0, useful1 = 0, 0
    for c in range(6):
        lines = need >> (8 * c) & 255
        found = class_graph(c, in0, in1)
        if not class_covered(found, lines, tables):
            return False, 0, 0
        found = useful_edges(found, lines, tables)
        if c < 3:
            useful0 |= found << (16 * c)
        else:
            useful1 |= found << (16 * c - WORD_EDGES)
    return True, useful0, useful1
