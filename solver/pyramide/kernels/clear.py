"""Can these pyramid cards be cleared, every side card being at hand at any time?

This is the exact question of winning with `clear = pyramid` and unlimited
passes (every side card can be brought to the top of the waste, whatever the
order of the stock and whichever side cards play), and the relaxed question
that every other search prunes with.

A *class* is a pair of ranks that sum to 13: class c holds the low rank c + 1
and the high rank 12 - c.  Of a class with a low and b high cards in the
pyramid, and s and t of them beside it, exactly ``max(0, a - t, b - s)`` pairs
have to be made inside the pyramid (its *need*); every further pair can be
split into two removals with side cards, every further card leaves alone with a
side card.  So the search only decides which cards meet in those pairs.

Per class the possible pairs are the edges of a 4 x 4 bipartite graph in 16
bits: edge 4 i + j joins low card i and high card j.  A class word holds::

    bit   0 .. 15   16 .. 31      32 .. 34
          edges     pairs taken   need

A frame of the search's stack is 9 words: the board left, the *loose* cards (they
leave alone, no decision needed), the *bound* cards (they must leave in a pair),
and the six class words.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pyramide.board import COVERED, COVERING, SQUARE_OF, Words, squares
from pyramide.kernels.jit import kernel, lowest, popcount
from pyramide.layout import COVERS_OF, PYRAMID_SIZE

FRAME_WORDS = 9
MAX_FRAMES = 64
SQUARES = 49


def _matchings() -> npt.NDArray[np.int8]:
    """The size of a maximum matching of each of the 65,536 4 x 4 graphs."""
    graphs = np.arange(1 << 16)
    # reachable[g] bit s: the first rows of g can be matched onto exactly the columns s
    reachable = np.ones(1 << 16, dtype=np.int64)
    without = [sum(1 << s for s in range(16) if not s >> column & 1) for column in range(4)]
    for row in range(4):
        longer = reachable.copy()
        for column in range(4):
            has_edge = graphs >> (4 * row + column) & 1
            longer |= has_edge * ((reachable & without[column]) << (1 << column))
        reachable = longer
    size = np.zeros(1 << 16, dtype=np.int8)
    for columns in range(16):
        hit = (reachable >> columns & 1) * columns.bit_count()
        size = np.maximum(size, hit.astype(np.int8))
    return size


class ClearTables(NamedTuple):
    """Fixed tables, indexed by square where they have 49 entries (int64 masks).

    `matching`: int8[65536]; `lines_edges`: int64[256], the edges whose two ends
    are in a set of lines (low ones in bits 0 to 3, high ones in 4 to 7); `under`: what must go before; `over`: what waits for
    it; `beside`: the squares directly above and below; `square_of`: int64[28].
    """

    matching: npt.NDArray[np.int8]
    lines_edges: Words
    under: Words
    over: Words
    beside: Words
    square_of: Words


def _tables() -> ClearTables:
    under = np.zeros(SQUARES, dtype=np.int64)
    over = np.zeros(SQUARES, dtype=np.int64)
    beside = np.zeros(SQUARES, dtype=np.int64)
    for place, square in enumerate(SQUARE_OF):
        under[square] = squares(int(COVERING[place]))
        over[square] = squares(int(COVERED[place]))
        for cover in COVERS_OF[place]:
            beside[square] |= 1 << SQUARE_OF[cover]
            beside[SQUARE_OF[cover]] |= 1 << square
    lines_edges = np.array(
        [
            sum(
                1 << (4 * i + j)
                for i in range(4)
                for j in range(4)
                if lines >> i & 1 and lines >> (4 + j) & 1
            )
            for lines in range(256)
        ],
        dtype=np.int64,
    )
    square_of = np.array(SQUARE_OF, dtype=np.int64)
    return ClearTables(_matchings(), lines_edges, under, over, beside, square_of)


CLEAR_TABLES = _tables()
"""The tables every clearing search reads."""


class ClearWork(NamedTuple):
    """Work arrays of one clearing search (int64), filled by `place_cards`.

    `frames`: [64, 9] the stack.  `card_class`, `line`: [49] per square, the
    class (6 for a king) and the line in its graph (0 to 3 low cards, 4 to 7
    high ones).  `who`: [6, 8] the square of each line.  `ranks_in`: [6, 2] masks
    of the low and the high cards.  `count`: [14] scratch.
    """

    frames: Words
    card_class: Words
    line: Words
    who: Words
    ranks_in: Words
    pairs: Words
    count: Words


def clear_work() -> ClearWork:
    """Fresh work arrays."""
    return ClearWork(
        np.zeros((MAX_FRAMES, FRAME_WORDS), dtype=np.int64),
        np.zeros(SQUARES, dtype=np.int64),
        np.zeros(SQUARES, dtype=np.int64),
        np.zeros((6, 8), dtype=np.int64),
        np.zeros((6, 2), dtype=np.int64),
        np.zeros(6, dtype=np.int64),
        np.zeros(14, dtype=np.int64),
    )


@kernel
def line_edges(line: int) -> int:
    """The 4 edges of a graph that touch a line (0 to 3 a low card, 4 to 7 a high one)."""
    if line < 4:
        return 15 << (4 * line)
    return 0x1111 << (line - 4)


@kernel
def possible_pairs(class_number: int, cover: bool, tables: ClearTables, work: ClearWork) -> int:
    """The edges of a class that the pyramid itself does not rule out.

    Two cards of which one must go before the other never meet; with `cover`,
    the two may when one directly covers the other.
    """
    edges = 0
    for i in range(4):
        low = work.who[class_number, i]
        if low < 0:
            break
        apart = tables.under[low] | tables.over[low]
        if cover:
            apart &= ~tables.beside[low]
        for j in range(4):
            high = work.who[class_number, 4 + j]
            if high < 0:
                break
            edges |= (~(apart >> high) & 1) << (4 * i + j)
    return edges


@kernel
def place_cards(ranks: Words, present: int, tables: ClearTables, work: ClearWork) -> None:
    """Set up `work` for the cards of `present`, as frame 0 without its class words.

    `ranks`: [28] the rank of each pyramid position; `present`: mask of positions.
    """
    count, who, ranks_in = work.count, work.who, work.ranks_in
    for rank in range(14):
        count[rank] = 0
    for c in range(6):
        ranks_in[c, 0] = 0
        ranks_in[c, 1] = 0
        for line in range(8):
            who[c, line] = -1
    board = 0
    kings = 0
    left = present
    while left:
        place = lowest(left)
        left &= left - 1
        rank = ranks[place]
        square = tables.square_of[place]
        bit = 1 << square
        board |= bit
        if rank == 13:
            work.card_class[square] = 6
            kings |= bit
            continue
        high = rank > 6
        c = 12 - rank if high else rank - 1
        line = count[rank] + (4 if high else 0)
        count[rank] += 1
        work.card_class[square] = c
        work.line[square] = line
        who[c, line] = square
        ranks_in[c, 1 if high else 0] |= bit
    frame = work.frames[0]
    frame[0] = board
    frame[1] = kings
    frame[2] = 0


@kernel
def find_pairs(cover: bool, tables: ClearTables, work: ClearWork) -> None:
    """Fill `work.pairs` after `place_cards`."""
    for c in range(6):
        work.pairs[c] = possible_pairs(c, cover, tables, work)


@kernel
def nibble(counts: int, rank: int) -> int:
    """The count of a rank (1 to 12) in nibbles: rank q in bits 4 (q - 1) to 4 q - 1."""
    return counts >> (4 * (rank - 1)) & 15


@kernel
def can_leave(
    board: int,
    kings: int,
    lines: int,
    counts: int,
    cover: bool,
    tables: ClearTables,
    work: ClearWork,
) -> bool:
    """Whether exactly these cards can all leave, after `place_cards` and `find_pairs`.

    `board`: the cards; `kings`: at least the kings among them; `lines`: per class
    8 bits with the lines among them; `counts`: nibbles of the side cards at hand.
    The cards outside `board` must not cover any of it.
    """
    frame = work.frames[0]
    loose = kings & board
    undecided = False
    for c in range(6):
        own = lines >> (8 * c) & 255
        low, high = popcount(own & 15), popcount(own >> 4)
        need = max(0, low - nibble(counts, 12 - c), high - nibble(counts, c + 1))
        if need == 0:
            loose |= work.ranks_in[c, 0] | work.ranks_in[c, 1]
            frame[3 + c] = 0
            continue
        edges = work.pairs[c] & tables.lines_edges[own]
        if tables.matching[edges] < need:
            return False
        frame[3 + c] = need << 32 | edges
        undecided = True
    if not undecided:
        return True
    frame[0] = board
    frame[1] = loose
    frame[2] = 0
    found, _ = search_clear(cover, tables, work)
    return found


@kernel
def cover_edges(class_number: int, board: int, free: int, work: ClearWork) -> int:
    """Edges between a free card and the card that it alone still covers."""
    edges = 0
    both = work.ranks_in[class_number, 0] | work.ranks_in[class_number, 1]
    left_only = board & (free >> 7) & ~(board >> 8) & both
    while left_only:
        upper = lowest(left_only)
        left_only &= left_only - 1
        edges |= edge_between(upper, upper + 7, class_number, work)
    right_only = board & (free >> 8) & ~(board >> 7) & both
    while right_only:
        upper = lowest(right_only)
        right_only &= right_only - 1
        edges |= edge_between(upper, upper + 8, class_number, work)
    return edges


@kernel
def edge_between(one: int, other: int, class_number: int, work: ClearWork) -> int:
    """The edge (one bit) that joins two squares of a class, or 0 if none can."""
    if work.card_class[other] != class_number:
        return 0
    a, b = work.line[one], work.line[other]
    if a < 4 <= b:
        return 1 << (4 * a + b - 4)
    if b < 4 <= a:
        return 1 << (4 * b + a - 4)
    return 0


@kernel
def free_edges(class_number: int, free: int, work: ClearWork) -> int:
    """Edges whose two cards are both free."""
    rows = 0
    low = free & work.ranks_in[class_number, 0]
    while low:
        rows |= 15 << (4 * work.line[lowest(low)])
        low &= low - 1
    columns = 0
    high = free & work.ranks_in[class_number, 1]
    while high:
        columns |= 0x1111 << (work.line[lowest(high)] - 4)
        high &= high - 1
    return rows & columns


@kernel
def bound_cards_can_meet(
    board: int, bound: int, cover: bool, frame: Words, tables: ClearTables, work: ClearWork
) -> bool:
    """Whether every bound card can still get a partner before what it blocks.

    A bound card and all that lies over it stay until it is paired; it can be
    paired with a card outside that, after which what it blocked is open too.
    Repeat until all are paired or none can be.
    """
    waiting = bound & board
    while waiting:
        blocked = 0
        cards = waiting
        while cards:
            blocked |= tables.over[lowest(cards)]
            cards &= cards - 1
        paired = 0
        cards = waiting
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            c = work.card_class[card]
            line = work.line[card]
            side = 1 if line < 4 else 0
            partners = work.ranks_in[c, side] & board
            reachable = partners & ~blocked
            if cover:
                reachable |= partners & tables.beside[card]
            edges = frame[3 + c] & 0xFFFF
            while reachable:
                other = work.line[lowest(reachable)]
                edge = 4 * line + other - 4 if line < 4 else 4 * other + line - 4
                if edges >> edge & 1:
                    paired |= 1 << card
                    break
                reachable &= reachable - 1
        if not paired:
            return False
        waiting &= ~paired
    return True


@kernel
def settle_counts(
    board: int, loose: int, bound: int, free: int, frame: Words, tables: ClearTables, work: ClearWork
) -> tuple[bool, bool, int, int]:
    """Decide cards that counting alone decides.

    When a rank's bound cards fill its need, its other cards are loose; a free
    card without a possible partner is loose; a free card without which the
    matching falls below the need is bound.  Gives (possible, changed, loose,
    bound); edges in `frame` are dropped in place.
    """
    changed = False
    matching = tables.matching
    for c in range(6):
        word = frame[3 + c]
        need = word >> 32
        if need == 0:
            continue
        for side in range(2):
            cards = work.ranks_in[c, side] & board
            bound_here = popcount(bound & cards)
            if bound_here > need:
                return False, False, loose, bound
            if bound_here == need:
                rest = cards & ~bound & ~loose
                if rest:
                    changed = True
                    loose |= rest
                    while rest:
                        word &= ~line_edges(work.line[lowest(rest)])
                        rest &= rest - 1
                    if matching[word & 0xFFFF] < need:
                        return False, False, loose, bound
        cards = (work.ranks_in[c, 0] | work.ranks_in[c, 1]) & free & ~loose
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            own = line_edges(work.line[card])
            edges = word & 0xFFFF
            if not edges & own:
                if bound >> card & 1:
                    return False, False, loose, bound
                loose |= 1 << card
                changed = True
            elif not bound >> card & 1 and matching[edges & ~own] < need:
                bound |= 1 << card
                changed = True
        frame[3 + c] = word
    return True, changed, loose, bound


@kernel
def search_clear(cover: bool, tables: ClearTables, work: ClearWork) -> tuple[bool, int]:
    """Search from frame 0 of `work`: (whether the board can be cleared, nodes).

    When it can, the first entry tells, and `work.frames[depth]` of the winning
    frame is copied to frame 0, whose class words hold the pairs taken.
    """
    frames = work.frames
    matching = tables.matching
    top = 0
    nodes = 1
    while True:
        frame = frames[top]
        board = frame[0]
        loose = frame[1]
        bound = frame[2]
        free = board & ~(board >> 7) & ~(board >> 8)
        going = free & loose
        while going:
            board ^= going
            free = board & ~(board >> 7) & ~(board >> 8)
            going = free & loose
        if board == 0:
            for word_number in range(3, FRAME_WORDS):
                frames[0, word_number] = frame[word_number]
            return True, nodes
        failed = False
        taken = False
        pair_class = -1
        pair_edge = 0
        for c in range(6):
            word = frame[3 + c]
            need = word >> 32
            if need == 0:
                continue
            edges = word & 0xFFFF
            if matching[edges] < need:
                failed = True
                break
            ready = edges & free_edges(c, free, work)
            if cover:
                ready |= edges & cover_edges(c, board, free, work)
            if not ready:
                continue
            edge = lowest(ready)
            if need == 1:
                # The one pair that the class needs is there: taking it now opens
                # the most, and no other card of the class needs a partner any more.
                board &= ~(1 << work.who[c, edge >> 2] | 1 << work.who[c, 4 + (edge & 3)])
                loose |= work.ranks_in[c, 0] | work.ranks_in[c, 1]
                bound &= ~loose
                frame[3 + c] = (word & 0xFFFF0000) | 1 << (16 + edge)
                taken = True
                break
            pair_class = c
            pair_edge = edge
        if not failed and not taken:
            if pair_class >= 0:
                # Two or more pairs are needed: take this one, or else both cards
                # have to be paired with others (left alone they could as well be
                # paired with each other).
                c = pair_class
                low = work.who[c, pair_edge >> 2]
                high = work.who[c, 4 + (pair_edge & 3)]
                both = 1 << low | 1 << high
                word = frame[3 + c]
                after = frames[top + 1]
                for word_number in range(3, FRAME_WORDS):
                    after[word_number] = frame[word_number]
                after[0] = board & ~both
                after[1] = loose
                after[2] = bound & ~both
                used = line_edges(pair_edge >> 2) | line_edges(4 + (pair_edge & 3))
                after[3 + c] = ((word & ~used) | 1 << (16 + pair_edge)) - (1 << 32)
                frame[0] = board
                frame[1] = loose
                frame[2] = bound | both
                frame[3 + c] = word & ~(1 << pair_edge)
                top += 1
                nodes += 1
                continue
            possible, changed, loose, bound = settle_counts(
                board, loose, bound, free, frame, tables, work
            )
            taken = changed
            failed = not possible
            if possible and not changed and bound:
                failed = not bound_cards_can_meet(board, bound, cover, frame, tables, work)
        if not failed:
            frame[0] = board
            frame[1] = loose
            frame[2] = bound
            if taken:
                continue
            choices = free & ~bound & ~loose
            failed = choices == 0
            if choices:
                # The card with the fewest possible partners leaves alone, or is bound.
                fewest = 99
                card = 0
                while choices:
                    square = lowest(choices)
                    choices &= choices - 1
                    edges = frame[3 + work.card_class[square]] & line_edges(work.line[square])
                    if popcount(edges) < fewest:
                        fewest = popcount(edges)
                        card = square
                c = work.card_class[card]
                after = frames[top + 1]
                for word_number in range(3, FRAME_WORDS):
                    after[word_number] = frame[word_number]
                after[0] = board & ~(1 << card)
                after[1] = loose
                after[2] = bound
                after[3 + c] &= ~line_edges(work.line[card])
                frame[2] = bound | 1 << card
                top += 1
                nodes += 1
                continue
        top -= 1
        if top < 0:
            return False, nodes


@kernel
def can_clear(
    ranks: Words, present: int, counts: int, cover: bool, tables: ClearTables, work: ClearWork
) -> tuple[bool, int]:
    """Whether the cards of `present` can all be cleared; and the nodes searched.

    Arguments as for `place_cards`; `counts`: nibbles of the side cards left.
    0 nodes: settled by counting alone.  After a yes the class words of frame 0
    hold the pairs taken inside the pyramid.
    """
    place_cards(ranks, present, tables, work)
    frame = work.frames[0]
    loose = frame[1]
    for c in range(6):
        low, high = work.count[c + 1], work.count[12 - c]
        need = max(0, low - nibble(counts, 12 - c), high - nibble(counts, c + 1))
        frame[3 + c] = 0
        if need == 0:
            loose |= work.ranks_in[c, 0] | work.ranks_in[c, 1]
            continue
        edges = possible_pairs(c, cover, tables, work)
        if tables.matching[edges] < need:
            return False, 0
        frame[3 + c] = need << 32 | edges
    frame[1] = loose
    return search_clear(cover, tables, work)
