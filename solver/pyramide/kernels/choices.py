"""What a state of the search of `passes` offers: the pairs that can be removed, and
which of them to try first.

The safety of each step is argued in `pyramide.kernels.passes`.
"""

from __future__ import annotations

from pyramide.kernels.edges import (
    AROUND,
    BOARD_KINGS,
    COLUMN0,
    COLUMN1,
    COVER_COUNT,
    EDGE,
    HIGH,
    LOW,
    LOWER,
    OTHER,
    PLACE,
    PLAY,
    ROW0,
    ROW1,
    SIDE_KINGS,
    SQUARES,
    STAY,
    STOCK_AND_WASTE,
    WORD_EDGES,
    Graph,
    GraphTables,
    class_covered,
)
from pyramide.kernels.jit import highest, lowest, part, popcount

STOCK_EMPTY = 24
"""The pointer of a state without stock."""


@part
def needed_edge(
    open0: int, open1: int, need: int, edges0: int, edges1: int, tables: GraphTables
) -> int:
    """An open edge without which no matching covers the needed cards, or -1."""
    while open0:
        edge = lowest(open0)
        open0 &= open0 - 1
        c = edge >> 4
        graph = edges0 >> (16 * c) & 0xFFFF & ~(1 << (edge & 15))
        if not class_covered(graph, need >> (8 * c) & 255, tables):
            return edge
    while open1:
        edge = lowest(open1)
        open1 &= open1 - 1
        c = edge >> 4
        graph = edges1 >> (16 * c) & 0xFFFF & ~(1 << (edge & 15))
        if not class_covered(graph, need >> (8 * c + 24) & 255, tables):
            return edge + WORD_EDGES
    return -1


@part
def best_edge(open0: int, open1: int, edges0: int, edges1: int, graph: Graph) -> int:
    """The open edge to try first: the one whose cards have the fewest edges; -1 for none."""
    best, best_score = -1, -1000
    while open0 | open1:
        if open0:
            edge = lowest(open0)
            open0 &= open0 - 1
            around = edges0 & graph.edges[edge, AROUND]
        else:
            edge = WORD_EDGES + lowest(open1)
            open1 &= open1 - 1
            around = edges1 & graph.edges[edge, AROUND]
        score = -4 * popcount(around)
        if graph.edges[edge, LOW] < SQUARES:
            score += 1
        if graph.edges[edge, HIGH] < SQUARES:
            score += 1
        if score > best_score:
            best, best_score = edge, score
    return best


@part
def playable_edges(
    number: int, side: int, pointer: int, drawn: int, tables: GraphTables, graph: Graph
) -> tuple[int, int]:
    """All edges whose two cards can be removed together now."""
    cards, facts, covers = graph.cards, graph.facts, graph.covers
    row0, row1, column0, column1 = 0, 0, 0, 0
    board = tables.board[number] & ~facts[STAY]
    free = tables.free[number] & board
    left = free
    while left:
        card = lowest(left)
        left &= left - 1
        row0 |= cards[card, ROW0]
        row1 |= cards[card, ROW1]
        column0 |= cards[card, COLUMN0]
        column1 |= cards[card, COLUMN1]
    waste = side & ((1 << pointer) - 1)
    top = -1
    if waste:
        top = SQUARES + highest(waste)
        row0 |= cards[top, ROW0]
        row1 |= cards[top, ROW1]
        column0 |= cards[top, COLUMN0]
        column1 |= cards[top, COLUMN1]
    if pointer < STOCK_EMPTY and facts[PLAY] == STOCK_AND_WASTE:
        card = SQUARES + pointer
        row0 |= cards[card, ROW0]
        row1 |= cards[card, ROW1]
        column0 |= cards[card, COLUMN0]
        column1 |= cards[card, COLUMN1]
    edges0 = row0 & column0
    edges1 = row1 & column1
    for k in range(facts[COVER_COUNT]):
        if free & covers[k, LOWER] and not board & covers[k, OTHER]:
            edge = covers[k, EDGE]
            if edge < WORD_EDGES:
                edges0 |= 1 << edge
            else:
                edges1 |= 1 << (edge - WORD_EDGES)
    if drawn and waste & (waste - 1):
        under = SQUARES + highest(waste ^ 1 << (top - SQUARES))
        edges0 |= cards[top, ROW0] & cards[under, COLUMN0]
        edges0 |= cards[top, COLUMN0] & cards[under, ROW0]
        edges1 |= cards[top, ROW1] & cards[under, COLUMN1]
        edges1 |= cards[top, COLUMN1] & cards[under, ROW1]
    return edges0, edges1


@part
def bury(side: int, pointer: int, edges0: int, edges1: int, graph: Graph) -> tuple[int, int, int]:
    """Delete a waste card without edges and all under it: (side mask, the edges left)."""
    cards, kings = graph.cards, graph.facts[SIDE_KINGS]
    waste = side & ((1 << pointer) - 1)
    while waste:
        index = highest(waste)
        waste ^= 1 << index
        card = SQUARES + index
        if kings >> index & 1 or edges0 & (cards[card, ROW0] | cards[card, COLUMN0]):
            continue
        if edges1 & (cards[card, ROW1] | cards[card, COLUMN1]):
            continue
        side &= ~((2 << index) - 1)
        while waste:
            card = SQUARES + lowest(waste)
            waste &= waste - 1
            edges0 &= ~(cards[card, ROW0] | cards[card, COLUMN0])
            edges1 &= ~(cards[card, ROW1] | cards[card, COLUMN1])
    return side, edges0, edges1


@part
def settle(
    number: int, side: int, pointer: int, drawn: int, tables: GraphTables, graph: Graph
) -> tuple[int, int, int, int]:
    """(id, side mask, pointer, drawn flag) with the kings gone and the pointer on a card."""
    facts = graph.facts
    free_kings = tables.free[number] & facts[BOARD_KINGS]
    while free_kings:
        number = tables.after[number, tables.squares[lowest(free_kings), PLACE]]
        free_kings = tables.free[number] & facts[BOARD_KINGS]
    waste = side & ((1 << pointer) - 1)
    while waste and facts[SIDE_KINGS] >> highest(waste) & 1:
        side ^= 1 << highest(waste)
        waste ^= 1 << highest(waste)
        drawn = 0
    stock = side >> pointer << pointer & ~facts[SIDE_KINGS]
    side = waste | stock
    return number, side, lowest(stock) if stock else STOCK_EMPTY, drawn
