"""Pairing classes: which pyramid cards can meet, as graphs of 16 bits.

A *class* is a pair of ranks that sum to 13: class c holds the low rank c + 1
and the high rank 12 - c.  Its cards are *lines*: 0 to 3 the low cards, 4 to 7
the high ones, in dealing order.  Per class the possible pairs are the edges of
a 4 x 4 bipartite graph in 16 bits: edge 4 i + j joins low card i and high card j.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pyramide.board import COVERED, COVERING, SQUARE_OF, Words, squares
from pyramide.kernels.jit import inlined, lowest, part
from pyramide.layout import COVERS_OF

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
    are in a set of lines (low ones in bits 0 to 3, high ones in 4 to 7); `under`:
    what must go before; `over`: what waits for it; `beside`: the squares directly
    above and below; `square_of`: int64[28].
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
    of the low and the high cards.  `pairs`: [6] all possible pairs
    of each class (after `find_pairs`).  `in_pyramid`: [14] cards there per rank.
    """

    frames: Words
    card_class: Words
    line: Words
    who: Words
    ranks_in: Words
    pairs: Words
    in_pyramid: Words


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


@inlined
def line_edges(line: int) -> int:
    """The 4 edges of a graph that touch a line (0 to 3 a low card, 4 to 7 a high one)."""
    if line < 4:
        return 15 << (4 * line)
    return 0x1111 << (line - 4)


@part
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


@part
def place_cards(ranks: Words, present: int, tables: ClearTables, work: ClearWork) -> None:
    """Set up `work` for the cards of `present`, as frame 0 without its class words.

    `ranks`: [28] the rank of each pyramid position; `present`: mask of positions.
    """
    count, who, ranks_in = work.in_pyramid, work.who, work.ranks_in
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


@part
def find_pairs(cover: bool, tables: ClearTables, work: ClearWork) -> None:
    """Fill `work.pairs` after `place_cards`."""
    for c in range(6):
        work.pairs[c] = possible_pairs(c, cover, tables, work)


@inlined
def nibble(counts: int, rank: int) -> int:
    """The count of a rank (1 to 12) in nibbles: rank q in bits 4 (q - 1) to 4 q - 1."""
    return counts >> (4 * (rank - 1)) & 15


@part
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


@part
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


@part
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
