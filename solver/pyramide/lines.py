"""Shortest lines to a goal pyramid: runs the search in slices and reads its line.

The searching itself is `pyramide.kernels.shortest`; this module allocates its
arrays, lets them grow, watches the limits between slices and turns the nodes of
the goal's line back into moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from pyramide.board import PRESENT, Encoded, encode, pyramid_id
from pyramide.cards import KING, rank_of
from pyramide.kernels import shortest
from pyramide.kernels.expand import advance
from pyramide.kernels.prepare import (
    RELATED,
    RELATED_APART,
    prepare,
    prepared,
)
from pyramide.kernels.relaxed import relaxed_work
from pyramide.kernels.sets import fill_lines
from pyramide.kernels.windows import Variant, times
from pyramide.layout import SIDE_SIZE
from pyramide.limits import Clock
from pyramide.moves import DRAW, RECYCLE, Move, Remove
from pyramide.position import Position
from pyramide.rules import Clear, Play, Rules

FIRST_NODES = 1 << 13
FIRST_TABLE = 1 << 13
KEPT_NODES = 1 << 18
"""A node array larger than this (8 MB) is given back after a search."""

MANY_RECYCLES = 60
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


class State(NamedTuple):
    """A state on a line: pyramid id, pointer, mask of side cards left, drawn flag."""

    number: int
    pointer: int
    side: int
    drawn: int


def variant_of(rules: Rules) -> Variant:
    """The rules as the kernels take them; passes and start are no part of it."""
    return Variant(
        stock_top=True if rules.play is Play.STOCK_AND_WASTE else None,
        side_pairs=None if rules.play is Play.WASTE else True,
        drawn_pairs=True if rules.play is Play.DRAWN_PAIR else None,
        cover=True if rules.cover else None,
        everything=True if rules.clear is Clear.ALL else None,
    )


class LineSearch:
    """A reusable search: its arrays are kept from one position to the next."""

    def __init__(self) -> None:
        """Allocate the arrays of fixed size and small ones to grow from."""
        self._tables = prepared()
        self._times = times()
        self._relaxed = relaxed_work()
        self._nodes = np.empty((FIRST_NODES, 4), dtype=np.int64)
        self._table = np.zeros(FIRST_TABLE, dtype=np.int32)
        self._heads = np.empty(shortest.LISTS, dtype=np.int64)
        self._children = np.zeros((shortest.MAX_CHILDREN, 8), dtype=np.int64)
        self._control = np.zeros(8, dtype=np.int64)

    def find(
        self,
        position: Position,
        rules: Rules,
        goal: int,
        clock: Clock,
        below: int | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> LineResult:
        """A shortest line from a position with all side cards known to a goal pyramid id
        (under `clear = all` with all side cards gone too).

        With `below`, the search ends with NO_LINE as soon as no line is shorter
        than that.  `progress` is called between slices with the least possible
        length and the nodes so far.
        """
        code = encode(position)
        search = self._begin(code, position, rules, goal)
        variant = variant_of(rules)
        control = search.control
        while True:
            slice_size = clock.slice_size(SLICE)
            if slice_size == 0:
                return self._end(LineStatus(clock.reason()), None)
            before = int(control[shortest.EXPANDED])
            status = advance(slice_size, variant, self._tables, self._relaxed, self._times, search)
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
        return self._end(LineStatus.FOUND, tuple(moves_between(position, states)))

    def _begin(self, code: Encoded, position: Position, rules: Rules, goal: int) -> shortest.Search:
        """Set every array up for a new search, with its start as the first child."""
        relaxed, control, children = self._relaxed, self._control, self._children
        relaxed.goal[0] = goal
        relaxed.cover[0] = rules.cover
        relaxed.memo[:] = 0
        fill_lines(
            code.ranks, code.present, rules.cover,
            relaxed.fixed, relaxed.sets, relaxed.clear, relaxed.work,
        )  # fmt: skip
        control[:] = 0
        control[shortest.GOAL] = goal
        control[shortest.UNTRACKED] = prepare(
            code.ranks, code.present, int(PRESENT[goal]), code.side_ranks, rules.cover,
            RELATED_APART if rules.cover else RELATED, self._tables,
        )  # fmt: skip
        control[shortest.RECYCLES] = recycles_left(position, rules)
        children[0, :] = 0
        children[0, shortest.ID] = pyramid_id(code.present)
        children[0, shortest.POINTER] = code.pointer
        children[0, shortest.SIDE] = code.side
        children[0, shortest.DRAWN] = position.drawn and rules.play is Play.DRAWN_PAIR
        self._heads[:] = shortest.NO_NODE
        self._table[:] = 0
        return shortest.Search(self._nodes, self._table, self._heads, children, control)

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

    def _states(self, search: shortest.Search) -> list[State]:
        """The states on the goal's line."""
        states: list[State] = []
        node = int(self._control[shortest.BEST_NODE])
        while node != shortest.NO_NODE:
            word = int(search.nodes[node, 0])
            side = word >> 16 & shortest.SIDE_MASK
            states.append(State(word & 2047, word >> 11 & 31, side, word >> 40 & 1))
            node = int(search.nodes[node, 2]) >> 28
        return states[::-1]


def recycles_left(position: Position, rules: Rules) -> int:
    """How many recycles are still allowed, or the kernels' word for any number.

    More than there are cards can matter to no line: each pass but the last
    removes a card.
    """
    if rules.passes is None or rules.passes - position.pass_number >= MANY_RECYCLES:
        return shortest.UNLIMITED
    return max(0, rules.passes - position.pass_number)


def moves_between(position: Position, states: list[State]) -> list[Move]:
    """The moves of the line through these states, which skip draws and lone kings.

    From one state to the next goes one removal or one draw or recycle; then the
    free kings that leave; then draws and recycles until pointer and flag fit.
    """
    moves: list[Move] = []
    now = State(
        pyramid_id(encode(position).present),
        len(position.waste) if position.stock else SIDE_SIZE,
        (1 << len(position.side)) - 1,
        int(position.drawn),
    )
    for step, following in enumerate(states):
        gone = int(PRESENT[now.number]) & ~int(PRESENT[following.number])
        gone_side = now.side & ~following.side
        gone_cards = [
            card
            for place in range(27, -1, -1)
            if gone >> place & 1 and (card := position.pyramid[place]) is not None
        ]
        kings = [card for card in gone_cards if rank_of(card) == KING]
        pair = [card for card in gone_cards if rank_of(card) != KING]
        pair += [
            card
            for index, card in enumerate(position.side)
            if gone_side >> index & 1 and card is not None
        ]
        if pair:
            moves.append(Remove(*pair))
        moves += [Remove(card) for card in kings]
        drawn = 0 if gone_side else now.drawn
        must_draw = (step > 0 and not pair and not kings) or following.drawn > drawn
        pointer = now.pointer
        while must_draw or not _same_pointer(following, pointer):
            must_draw = False
            stock = following.side >> pointer << pointer
            if stock:
                pointer = (stock & -stock).bit_length()
                moves.append(DRAW)
            else:
                pointer = 0
                moves.append(RECYCLE)
        now = following
    return moves


def _same_pointer(state: State, pointer: int) -> bool:
    """Whether a pointer parts the side cards left as that of a state does."""
    return state.side >> pointer << pointer == state.side >> state.pointer << state.pointer
