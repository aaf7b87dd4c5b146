"""Shortest lines to a goal pyramid: runs the search in slices and reads its line.

The searching itself is `pyramide.kernels.shortest`; this module allocates its
arrays, lets them grow, watches the limits between slices and turns the nodes of
the goal's line back into moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from pyramide.board import PRESENT, Encoded, encode, pyramid_id
from pyramide.kernels import shortest
from pyramide.kernels.bound import Relaxed, bound_work
from pyramide.kernels.classes import CLEAR_TABLES, clear_work
from pyramide.kernels.prepare import RELATED, prepare, prepared
from pyramide.kernels.sets import SET_TABLES, fill_lines, set_work
from pyramide.limits import Clock
from pyramide.moves import DRAW, RECYCLE, Move, Remove
from pyramide.position import Position

FIRST_NODES = 1 << 13
FIRST_TABLE = 1 << 13
KEPT_NODES = 1 << 18
"""A node array larger than this (8 MB) is given back after a search."""

SLICE = 2000
"""Expansions between two looks at the clock: a few milliseconds."""


class LineStatus(StrEnum):
    """How a search ended."""

    FOUND = "found"
    NO_LINE = "no line"
    TIME = "time limit"
    NODES = "node limit"
    MEMORY = "memory limit"


@dataclass(frozen=True, slots=True)
class LineResult:
    """`moves`: a shortest line where `status` is FOUND.

    `low`: no line to the goal is shorter than this many moves.  `nodes`: nodes
    expanded.
    """

    status: LineStatus
    moves: tuple[Move, ...] | None
    low: int
    nodes: int


class LineSearch:
    """A reusable search: its arrays are kept from one position to the next."""

    def __init__(self) -> None:
        """Allocate the arrays of fixed size and small ones to grow from."""
        self._tables = prepared()
        self._bound = bound_work()
        self._relaxed = Relaxed(
            np.zeros(1, dtype=np.int64), SET_TABLES, set_work(), CLEAR_TABLES, clear_work()
        )
        self._nodes = np.empty((FIRST_NODES, 4), dtype=np.int64)
        self._table = np.zeros(FIRST_TABLE, dtype=np.int32)
        self._heads = np.empty(shortest.LISTS, dtype=np.int64)
        self._children = np.zeros((shortest.MAX_CHILDREN, 6), dtype=np.int64)
        self._control = np.zeros(8, dtype=np.int64)

    def find(
        self,
        position: Position,
        goal: int,
        clock: Clock,
        below: int | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> LineResult:
        """A shortest line from a position with all side cards known to a goal pyramid id.

        With `below`, the search ends with NO_LINE as soon as no line is shorter
        than that.  `progress` is called between slices with the least possible
        length and the nodes so far.
        """
        code = encode(position)
        start = pyramid_id(code.present)
        search = self._begin(code, start, goal)
        control = search.control
        while True:
            slice_size = clock.slice_size(SLICE)
            if slice_size == 0:
                return self._end(LineStatus(clock.reason()), None)
            before = int(control[shortest.EXPANDED])
            status = shortest.advance(slice_size, self._tables, self._relaxed, self._bound, search)
            clock.count(int(control[shortest.EXPANDED]) - before)
            if below is not None and control[shortest.ESTIMATE] >= below:
                return self._end(LineStatus.NO_LINE, None)
            if status == shortest.FOUND:
                break
            if status == shortest.EXHAUSTED:
                return self._end(LineStatus.NO_LINE, None)
            if status != shortest.RUNNING:
                grown = self._grow(search, status, clock)
                if grown is None:
                    return self._end(LineStatus.MEMORY, None)
                search = grown
            if progress is not None:
                progress(int(control[shortest.ESTIMATE]), int(control[shortest.EXPANDED]))
        states = self._states(search)
        return self._end(LineStatus.FOUND, tuple(moves_between(position, states, goal)))

    def _begin(self, code: Encoded, start: int, goal: int) -> shortest.Search:
        """Set every array up for a new search and file its start."""
        relaxed = self._relaxed
        relaxed.goal[0] = goal
        present = code.present
        fill_lines(
            code.ranks, present, False, relaxed.fixed, relaxed.sets, relaxed.clear, relaxed.work
        )
        untracked = prepare(
            code.ranks, present, int(PRESENT[goal]), code.side_ranks, RELATED, self._tables
        )
        self._bound.memo[:] = 0
        self._heads[:] = shortest.NO_NODE
        self._control[:] = 0
        self._control[shortest.GOAL] = goal
        self._control[shortest.UNTRACKED] = untracked
        self._table[:] = 0
        search = shortest.Search(
            self._nodes, self._table, self._heads, self._children, self._control
        )
        shortest.begin(start, code.pointer, code.side, self._tables, relaxed, self._bound, search)
        return search

    def _grow(self, search: shortest.Search, status: int, clock: Clock) -> shortest.Search | None:
        """The search with the full array doubled; None when that passes the memory limit."""
        held = search.nodes.nbytes + search.table.nbytes
        if status == shortest.NODES_FULL:
            if not clock.may_hold(held + 2 * search.nodes.nbytes):
                return None
            nodes = np.empty((2 * len(search.nodes), 4), dtype=np.int64)
            nodes[: len(search.nodes)] = search.nodes
            if len(nodes) <= KEPT_NODES:
                self._nodes = nodes
            return search._replace(nodes=nodes)
        if not clock.may_hold(held + 2 * search.table.nbytes):
            return None
        table = np.zeros(2 * len(search.table), dtype=np.int32)
        shortest.refill_table(search, table, search.table)
        return search._replace(table=table)

    def _end(self, status: LineStatus, moves: tuple[Move, ...] | None) -> LineResult:
        """The result of a search that is over."""
        control = self._control
        low = len(moves) if moves is not None else int(control[shortest.ESTIMATE])
        return LineResult(status, moves, low, int(control[shortest.EXPANDED]))

    def _states(self, search: shortest.Search) -> list[tuple[int, int, int]]:
        """The states on the goal's line: pyramid id, pointer, side mask."""
        states: list[tuple[int, int, int]] = []
        node = int(self._control[shortest.BEST_NODE])
        while node != shortest.NO_NODE:
            state = int(search.nodes[node, 0])
            states.append((state & 2047, state >> 11 & 31, state >> 16))
            node = int(search.nodes[node, 2]) >> 28
        return states[::-1]


def moves_between(position: Position, states: list[tuple[int, int, int]], goal: int) -> list[Move]:
    """The moves of the line through these states, which skip draws and lone kings.

    From one state to the next goes one removal or one draw or recycle; then the
    free kings that leave; then draws and recycles until the pointer fits.
    """
    pyramid = position.pyramid
    side_cards = position.side
    moves: list[Move] = []
    number = pyramid_id(encode(position).present)
    pointer = len(position.waste) if position.stock else 24
    side = (1 << len(side_cards)) - 1
    for step, (next_number, next_pointer, next_side) in enumerate(states):
        gone = int(PRESENT[number]) & ~int(PRESENT[next_number])
        gone_side = side & ~next_side
        kings = [
            place
            for place in range(27, -1, -1)
            if gone >> place & 1 and (card := pyramid[place]) is not None and card % 13 == 12
        ]
        pair = [
            card
            for place in range(28)
            if gone >> place & 1 and place not in kings and (card := pyramid[place]) is not None
        ]
        pair += [
            card
            for index, card in enumerate(side_cards)
            if gone_side >> index & 1 and card is not None
        ]
        if pair:
            moves.append(Remove(*pair))
        moves += [Remove(card) for place in kings if (card := pyramid[place]) is not None]
        side = next_side
        drawn = step > 0 and not pair and not kings
        while drawn or not _same_pointer(side, pointer, next_pointer):
            drawn = False
            stock = side >> pointer << pointer
            if stock:
                pointer = (stock & -stock).bit_length()
                moves.append(DRAW)
            else:
                pointer = 0
                moves.append(RECYCLE)
        number = next_number
    return moves


def _same_pointer(side: int, pointer: int, other: int) -> bool:
    """Whether two pointers part the side cards left alike."""
    return side >> pointer << pointer == side >> other << other
