"""The class graphs of a whole position: which two cards may still leave together.

A *class* is a pair of ranks that sum to 13: class c holds the low rank c + 1 and
the high rank 12 - c.  The low cards of a class are its lines 0 to 3, the high
ones its lines 4 to 7, in dealing order, pyramid and side cards together.  *Edge*
4 i + j of a class joins low card i and high card j; the 96 edges of the six
classes lie in two words, classes 0 to 2 in the first::

    bit    0 .. 15   16 .. 31   32 .. 47
           class 0   class 1    class 2     (first word; second: 3, 4, 5)

so edge number 48 w + b is bit b of word w.  A set of cards is one word of line
bits, 8 for each class; a king has no line, all kings share bit 48::

    bit    0 .. 7    8 .. 15   ...   40 .. 47   48
           class 0   class 1         class 5    kings

Cards are numbered by their square (`pyramide.board`) in the pyramid, 0 to 48,
and 49 + index beside it, so that a card that covers another has the higher
number.

Every win is a matching in these graphs that covers all cards that have to leave
(under `clear = all` every card, else the pyramid's).  A matching that covers
these low cards and one that covers those high cards can always be joined to one
that covers both, so the two sides are looked up apart.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pyramide.board import NEXT, PRESENT, SQUARE_OF, Words, squares
from pyramide.kernels.classes import CLEAR_TABLES
from pyramide.kernels.jit import lowest, part, popcount
from pyramide.layout import COVERS_OF, SIDE_SIZE

SQUARES = 49
CARDS = SQUARES + SIDE_SIZE
EDGES = 96
WORD_EDGES = 48
KING_BIT = 1 << 48
WASTE, DRAWN_PAIR, STOCK_AND_WASTE = range(3)
"""The values of `play` as the kernels take them."""

# Columns of `GraphTables.squares`
PLACE, UNDER, OVER, BESIDE, SQUARE = range(5)
# Columns of `Graph.cards`
BIT, ROW0, ROW1, COLUMN0, COLUMN1, BLOCKERS = range(6)
# Columns of `Graph.edges`
LOW, HIGH, ENDS, AROUND, BEFORE, ON_BOARD = range(6)
# Columns of `Graph.covers`
UPPER, LOWER, OTHER, EDGE = range(4)
# Entries of `Graph.facts`
PLAY, CLEAR_ALL, STAY, BESIDE0, BESIDE1, SIDE_KINGS, BOARD_KINGS, PYRAMID_LINES = range(8)
COVER_COUNT, START_NEED, START0, START1 = range(8, 12)


class GraphTables(NamedTuple):
    """Fixed tables.

    `matching`: int8[65536], the size of a maximum matching of a class graph.
    `maximal`: int32[65536], bits 0 to 15 the edges that are in some maximum
    matching; bits 16 to 19 the columns, 20 to 23 the rows that some maximum
    matching leaves out.  `rows`, `columns`: int64[16], all edges of a set of rows
    or columns.  `board`: int64[1430], the squares left per pyramid id; `free`:
    those of them that nothing covers; `after`: int64[1430, 28], the id without a
    place.  `squares`: int64[49, 5], per square its place, what must go before it,
    what waits for it, and the squares directly above and below; in the last column
    the square of a place.  `covers`: int64[42, 3], a covered square, one that
    covers it, and the other one.
    """

    matching: npt.NDArray[np.int8]
    maximal: npt.NDArray[np.int32]
    rows: Words
    columns: Words
    board: Words
    free: Words
    after: Words
    squares: Words
    covers: Words


def _maximal(matching: npt.NDArray[np.int8], rows: Words, columns: Words) -> npt.NDArray[np.int32]:
    graphs = np.arange(1 << 16)
    facts = np.zeros(1 << 16, dtype=np.int32)
    for row in range(4):
        without_row = graphs & ~rows[1 << row]
        facts |= (matching[without_row] == matching).astype(np.int32) << (20 + row)
        for column in range(4):
            apart = without_row & ~columns[1 << column]
            edge = 4 * row + column
            used = (graphs >> edge & 1 == 1) & (matching[apart] == matching - 1)
            facts |= used.astype(np.int32) << edge
    for column in range(4):
        left_out = matching[graphs & ~columns[1 << column]] == matching
        facts |= left_out.astype(np.int32) << (16 + column)
    return facts


@cache
def graph_tables() -> GraphTables:
    """The fixed tables, made at the first call."""
    clear = CLEAR_TABLES
    rows = np.array([int(clear.lines_edges[0xF0 | s]) for s in range(16)], dtype=np.int64)
    columns = np.array([int(clear.lines_edges[15 | s << 4]) for s in range(16)], dtype=np.int64)
    board = np.array([squares(int(mask)) for mask in PRESENT], dtype=np.int64)
    per_square = np.full((SQUARES, 5), -1, dtype=np.int64)
    per_square[:, UNDER] = clear.under
    per_square[:, OVER] = clear.over
    per_square[:, BESIDE] = clear.beside
    for place, square in enumerate(SQUARE_OF):
        per_square[square, PLACE] = place
        per_square[place, SQUARE] = square
    covers = [
        (SQUARE_OF[place], SQUARE_OF[cover], SQUARE_OF[pair[1 - k]])
        for place, pair in enumerate(COVERS_OF)
        for k, cover in enumerate(pair)
    ]
    return GraphTables(
        clear.matching,
        _maximal(clear.matching, rows, columns),
        rows,
        columns,
        board,
        board & ~(board >> 7) & ~(board >> 8),
        NEXT,
        per_square,
        np.array(covers, dtype=np.int64),
    )


class Graph(NamedTuple):
    """The graphs of one position, filled by `fill_graph` (int64).

    `cards`: [73, 6] per card its line bit, its edges in either word as a low card
    and as a high card, and the lines of all cards that can lie over it (in the
    pyramid those that cover it, beside it those drawn after it).
    `edges`: [96, 6] per edge its low and high card, their two lines, all edges of
    its word that touch them, the lines of all that can lie over either, and the
    squares of its ends.  `covers`: [42, 4] the pairs that can leave as a cover
    pair: the board bits of the covered card, of the covering one and of the
    other one that covers, and the edge.  `who`: [6, 8] the card of each line, -1
    for none.  `facts`: [12] single numbers; STAY is the board of the pyramid
    cards that do not have to leave.
    """

    cards: Words
    edges: Words
    covers: Words
    who: Words
    facts: Words


def new_graph() -> Graph:
    """Fresh arrays."""
    return Graph(
        np.zeros((CARDS, 6), dtype=np.int64),
        np.zeros((EDGES, 6), dtype=np.int64),
        np.zeros((42, 4), dtype=np.int64),
        np.zeros((6, 8), dtype=np.int64),
        np.zeros(12, dtype=np.int64),
    )


@part
def class_graph(class_number: int, edges0: int, edges1: int) -> int:
    """The 16 edges of a class out of the two words."""
    if class_number < 3:
        return edges0 >> (16 * class_number) & 0xFFFF
    return edges1 >> (16 * class_number - WORD_EDGES) & 0xFFFF


@part
def class_covered(graph: int, lines: int, tables: GraphTables) -> bool:
    """Whether matchings of a class graph cover these (8) lines."""
    low, high = lines & 15, lines >> 4
    if tables.matching[graph & tables.rows[low]] != popcount(low):
        return False
    covered: bool = tables.matching[graph & tables.columns[high]] == popcount(high)
    return covered


@part
def all_covered(lines: int, edges0: int, edges1: int, tables: GraphTables) -> bool:
    """Whether matchings of all classes cover these (48) lines."""
    while lines:
        c = lowest(lines) >> 3
        own = lines >> (8 * c) & 255
        if not class_covered(class_graph(c, edges0, edges1), own, tables):
            return False
        lines &= ~(255 << (8 * c))
    return True


@part
def useful_edges(graph: int, lines: int, tables: GraphTables) -> int:
    """The edges of a class that are in some matching which covers these lines.

    There must be such a matching.  An edge of a line that has to be covered must
    be in a maximum matching of those lines; any other edge must end at a card
    that such a matching can do without.
    """
    low, high = lines & 15, lines >> 4
    by_rows = tables.maximal[graph & tables.rows[low]]
    by_columns = tables.maximal[graph & tables.columns[high]]
    spare_columns = tables.columns[by_rows >> 16 & 15] & ~tables.rows[low]
    spare_rows = tables.rows[by_columns >> 20 & 15] & ~tables.columns[high]
    useful: int = graph & (by_rows | spare_columns) & (by_columns | spare_rows)
    return useful


@part
def number_cards(
    ranks: Words, needed: int, side_ranks: Words, tables: GraphTables, graph: Graph
) -> None:
    """Fill `graph.cards` and `graph.who`, and the facts about kings and lines."""
    cards, who, facts = graph.cards, graph.who, graph.facts
    for c in range(6):
        for line in range(8):
            who[c, line] = -1
    side_kings = 0
    board_kings = 0
    pyramid_lines = 0
    later = 0
    # From the last card up, so that the lines of a class come in dealing order.
    for position in range(51, -1, -1):
        if position < 28:
            rank = ranks[position] if needed >> position & 1 else 0
            card = tables.squares[position, SQUARE]
        else:
            rank = side_ranks[position - 28]
            card = SQUARES + position - 28
        for column in range(BLOCKERS):
            cards[card, column] = 0
        cards[card, BLOCKERS] = later if position >= 28 else 0
        if rank == 13:
            cards[card, BIT] = KING_BIT
            if position < 28:
                board_kings |= 1 << card
            else:
                side_kings |= 1 << (position - 28)
        elif rank > 0:
            c = min(rank - 1, 12 - rank)
            line = 3 if rank < 7 else 7
            while who[c, line] >= 0:
                line -= 1
            who[c, line] = card
            bit = 1 << (8 * c + line)
            cards[card, BIT] = bit
            if position < 28:
                pyramid_lines |= bit
            else:
                later |= bit
            shift = 16 * (c % 3)
            if line < 4:
                cards[card, ROW0 + c // 3] = 15 << (shift + 4 * line)
            else:
                cards[card, COLUMN0 + c // 3] = 0x1111 << (shift + line - 4)
    left = needed
    while left:
        square = tables.squares[lowest(left), SQUARE]
        left &= left - 1
        over = tables.squares[square, UNDER]
        blockers = 0
        while over:
            blockers |= cards[lowest(over), BIT]
            over &= over - 1
        cards[square, BLOCKERS] = blockers
    facts[SIDE_KINGS] = side_kings
    facts[BOARD_KINGS] = board_kings
    facts[PYRAMID_LINES] = pyramid_lines
    facts[START_NEED] = pyramid_lines | later if facts[CLEAR_ALL] else pyramid_lines


@part
def edge_allowed(low: int, high: int, play: int, cover: bool, tables: GraphTables) -> bool:
    """Whether the layout and the rules allow two cards to meet at all."""
    if low >= SQUARES and high >= SQUARES:
        return play != WASTE
    if low >= SQUARES or high >= SQUARES:
        return True
    apart = tables.squares[low, UNDER] | tables.squares[low, OVER]
    if cover:
        apart &= ~tables.squares[low, BESIDE]
    allowed: bool = apart >> high & 1 == 0
    return allowed


@part
def fill_graph(
    ranks: Words,
    needed: int,
    side_ranks: Words,
    clear_all: bool,
    play: int,
    cover: bool,
    tables: GraphTables,
    graph: Graph,
) -> bool:
    """Set the graphs of a position up; whether matchings cover all that has to leave.

    `ranks`: [28] per place; `needed`: mask of the pyramid cards that have to
    leave (the others are as good as not there); `side_ranks`: [24].
    """
    cards, edges, who, facts = graph.cards, graph.edges, graph.who, graph.facts
    facts[PLAY] = play
    facts[CLEAR_ALL] = 1 if clear_all else 0
    number_cards(ranks, needed, side_ranks, tables, graph)
    for word in range(2):
        facts[START0 + word] = 0
        facts[BESIDE0 + word] = 0
    for c in range(6):
        word = c // 3
        for k in range(16):
            low, high = who[c, k >> 2], who[c, 4 + (k & 3)]
            if low < 0 or high < 0 or not edge_allowed(low, high, play, cover, tables):
                continue
            bit = 16 * (c % 3) + k
            number = WORD_EDGES * word + bit
            facts[START0 + word] |= 1 << bit
            on_board = 0
            if low < SQUARES:
                on_board |= 1 << low
            if high < SQUARES:
                on_board |= 1 << high
            if on_board == 0:
                facts[BESIDE0 + word] |= 1 << bit
            edges[number, LOW] = low
            edges[number, HIGH] = high
            edges[number, ENDS] = cards[low, BIT] | cards[high, BIT]
            edges[number, AROUND] = cards[low, ROW0 + word] | cards[high, COLUMN0 + word]
            edges[number, BEFORE] = cards[low, BLOCKERS] | cards[high, BLOCKERS]
            edges[number, ON_BOARD] = on_board
    facts[COVER_COUNT] = 0
    if cover:
        find_cover_pairs(tables, graph)
    return all_covered(facts[START_NEED], facts[START0], facts[START1], tables)


@part
def find_cover_pairs(tables: GraphTables, graph: Graph) -> None:
    """Fill `graph.covers`."""
    cards, facts, covers = graph.cards, graph.facts, graph.covers
    count = 0
    for k in range(len(tables.covers)):
        upper, lower = tables.covers[k, 0], tables.covers[k, 1]
        one = cards[upper, ROW0] & cards[lower, COLUMN0]
        one |= cards[upper, COLUMN0] & cards[lower, ROW0]
        two = cards[upper, ROW1] & cards[lower, COLUMN1]
        two |= cards[upper, COLUMN1] & cards[lower, ROW1]
        if one | two:
            covers[count, UPPER] = 1 << upper
            covers[count, LOWER] = 1 << lower
            covers[count, OTHER] = 1 << tables.covers[k, 2]
            covers[count, EDGE] = lowest(one) if one else WORD_EDGES + lowest(two)
            count += 1
    facts[COVER_COUNT] = count
