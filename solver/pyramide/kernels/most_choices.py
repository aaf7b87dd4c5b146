"""What a state of the search of `most` offers, and what it can still hope for.

The safety of each step is argued in `pyramide.kernels.most`.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pyramide.kernels.choices import STOCK_EMPTY, playable_edges
from pyramide.kernels.edges import (
    AROUND,
    BOARD_KINGS,
    COLUMN0,
    COLUMN1,
    PLACE,
    ROW0,
    ROW1,
    SIDE_KINGS,
    SQUARES,
    WORD_EDGES,
    Graph,
    GraphTables,
)
from pyramide.kernels.jit import highest, lowest, part, popcount


@part
def matched_cards(edges0: int, edges1: int, matching: npt.NDArray[np.int8]) -> int:
    """The cards of maximum matchings of all classes."""
    pairs = 0
    for shift in range(0, WORD_EDGES, 16):
        pairs += matching[edges0 >> shift & 0xFFFF] + matching[edges1 >> shift & 0xFFFF]
    return 2 * pairs


@part
def cards_hoped_for(
    number: int, side: int, kings: int, edges0: int, edges1: int,
    tables: GraphTables, graph: Graph,
) -> int:  # fmt: skip
    """A bound on the cards that can still leave; `kings`: the squares of those that can."""
    left = popcount(kings & tables.board[number]) + popcount(side & graph.facts[SIDE_KINGS])
    return left + matched_cards(edges0, edges1, tables.matching)


@part
def matched_edges(edges: int, tables: GraphTables) -> int:
    """The edges of a word that are in some maximum matching of their class."""
    found = 0
    for shift in range(0, WORD_EDGES, 16):
        found |= (tables.maximal[edges >> shift & 0xFFFF] & 0xFFFF) << shift
    return found


@part
def forced_edge(
    open0: int, open1: int, edges0: int, edges1: int, tight: bool, tables: GraphTables, graph: Graph
) -> int:
    """An open edge that is taken without an alternative, or -1.

    Such are edges whose cards have no other; and if `tight` those that every
    maximum matching uses.
    """
    while open0 | open1:
        edge = lowest(open0) if open0 else WORD_EDGES + lowest(open1)
        edges = edges0 if open0 else edges1
        bit = 1 << (edge if open0 else edge - WORD_EDGES)
        if open0:
            open0 ^= bit
        else:
            open1 ^= bit
        if edges & graph.edges[edge, AROUND] == bit:
            return edge
        if tight:
            own = edges >> (16 * (edge >> 4 if edge < WORD_EDGES else (edge >> 4) - 3)) & 0xFFFF
            if tables.matching[own & ~(1 << (edge & 15))] < tables.matching[own]:
                return edge
    return -1


@part
def settle_most(
    number: int, side: int, pointer: int, drawn: int, staying: int,
    tables: GraphTables, graph: Graph,
) -> tuple[int, int, int, int, int]:  # fmt: skip
    """(id, side mask, pointer, drawn flag, kings that left) with the pointer on a card.

    `staying`: the board of kings that stay.
    """
    facts = graph.facts
    gone = 0
    kings = facts[BOARD_KINGS] & ~staying
    free_kings = tables.free[number] & kings
    while free_kings:
        number = tables.after[number, tables.squares[lowest(free_kings), PLACE]]
        gone += 1
        free_kings = tables.free[number] & kings
    stock = side >> pointer << pointer
    waste = side & ~stock
    cards = stock & ~facts[SIDE_KINGS]
    pointer = lowest(cards) if cards else STOCK_EMPTY
    going = stock & facts[SIDE_KINGS] & ((1 << pointer) - 1)
    gone += popcount(going)
    side &= ~going
    while waste and facts[SIDE_KINGS] >> highest(waste) & 1:
        side ^= 1 << highest(waste)
        waste ^= 1 << highest(waste)
        gone += 1
        drawn = 0
    return number, side, pointer, drawn, gone


@part
def endless_edges(
    number: int, side: int, pointer: int, drawn: int, tables: GraphTables, graph: Graph
) -> tuple[int, int]:
    """All edges whose cards can be removed together when draws do not matter."""
    cards = graph.cards
    edges0, edges1 = playable_edges(number, side & 0, pointer, drawn, tables, graph)
    row0, row1, column0, column1 = 0, 0, 0, 0
    left = tables.free[number]
    while left:
        card = lowest(left)
        left &= left - 1
        row0 |= cards[card, ROW0]
        row1 |= cards[card, ROW1]
        column0 |= cards[card, COLUMN0]
        column1 |= cards[card, COLUMN1]
    before_row0, before_row1, before_column0, before_column1 = 0, 0, 0, 0
    while side:
        card = SQUARES + lowest(side)
        side &= side - 1
        edges0 |= cards[card, ROW0] & (column0 | before_column0)
        edges0 |= cards[card, COLUMN0] & (row0 | before_row0)
        edges1 |= cards[card, ROW1] & (column1 | before_column1)
        edges1 |= cards[card, COLUMN1] & (row1 | before_row1)
        before_row0, before_row1 = cards[card, ROW0], cards[card, ROW1]
        before_column0, before_column1 = cards[card, COLUMN0], cards[card, COLUMN1]
    return edges0, edges1
