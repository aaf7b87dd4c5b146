"""Winnability under limited passes and for strict wins, with a winning line.

The searching itself is `pyramide.kernels.passes`; this module encodes a position,
lets the table of states grow, watches the limits between slices and turns the
pairs that a win takes into moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

import numpy as np

from pyramide.board import EMPTY_ID, PRESENT, SQUARE_OF, encode, pyramid_id, squares
from pyramide.cards import KING, Card, rank_of
from pyramide.clearing import clearing
from pyramide.game import Ending
from pyramide.kernels import passes
from pyramide.kernels.classes import CLEAR_TABLES, clear_work
from pyramide.kernels.clear import can_clear
from pyramide.kernels.edges import HIGH, LOW, SQUARES, STAY, fill_graph, graph_tables, new_graph
from pyramide.kernels.reach import ENDLESS, reach_work
from pyramide.layout import COVERS_OF
from pyramide.limits import Clock
from pyramide.moves import DRAW, RECYCLE, Move, Remove
from pyramide.plan import line_of_plan
from pyramide.position import Position
from pyramide.record import replay
from pyramide.rules import Clear, Play, Rules

FIRST_TABLE = 1 << 13
KEPT_TABLE = 1 << 18
"""A table larger than this (2 MB) is given back after a search."""

SLICE = 2000
"""Nodes between two looks at the clock: some ten milliseconds."""

USEFUL_RECYCLES = 53
"""More recycles than this are as good as any number: between two recycles at least
one card leaves, or nothing has changed.
"""

PLAYS = {Play.WASTE: 0, Play.DRAWN_PAIR: 1, Play.STOCK_AND_WASTE: 2}


class WinStatus(StrEnum):
    """How a search ended."""

    WIN = "proven win"
    NO = "proven no"
    TIME = "time limit"
    NODES = "node limit"
    MEMORY = "memory limit"


@dataclass(frozen=True, slots=True)
class WinResult:
    """`line`: a winning line, not the shortest, where `status` is WIN; `nodes` searched."""

    status: WinStatus
    line: tuple[Move, ...] | None
    nodes: int


class WinSearch:
    """A reusable search: its arrays are kept from one position to the next."""

    def __init__(self) -> None:
        """Allocate the arrays of fixed size, and a small table to grow from."""
        self._tables = graph_tables()
        self._graph = new_graph()
        self._work = reach_work()
        self._clear = clear_work()
        self._search = passes.new_search(FIRST_TABLE)

    def find(
        self, position: Position, rules: Rules, clock: Clock, goal: int | None = None
    ) -> WinResult:
        """Whether a position with all side cards known is won, with a line; see `winning`."""
        if position.order_known and self._is_clearing(position, rules):
            answer = clearing(position, rules.cover, goal)
            if answer.plan is None:
                return WinResult(WinStatus.NO, None, answer.nodes)
            plan = line_of_plan(position, answer.plan)
            return WinResult(WinStatus.WIN, checked(position, plan, rules, goal), answer.nodes)
        status, nodes = self.decide(position, rules, clock, goal)
        if status is not WinStatus.WIN:
            return WinResult(status, None, nodes)
        rebuild = _Rebuild(position, rules, EMPTY_ID if goal is None else goal)
        for step in range(int(self._search.control[passes.TRAIL_LENGTH])):
            word = int(self._search.trail[step])
            ends = self._graph.edges[word & 255]
            rebuild.pair((int(ends[LOW]), int(ends[HIGH])), word >> 8 & 31, word >> 16)
        return WinResult(WinStatus.WIN, checked(position, rebuild.finished(), rules, goal), nodes)

    def decide(
        self, position: Position, rules: Rules, clock: Clock, goal: int | None = None
    ) -> tuple[WinStatus, int]:
        """The same without a line, for many deals: (status, nodes)."""
        if not position.order_known:
            raise ValueError("the search for a win needs to know the order of the side cards")
        if self._is_clearing(position, rules):
            answer = clearing(position, rules.cover, goal)
            return WinStatus.WIN if answer.winnable else WinStatus.NO, answer.nodes
        code = encode(position)
        needed = code.present
        stay = 0
        if goal is not None:
            stay = code.present & int(PRESENT[goal])
            needed &= ~stay
        self._graph.facts[STAY] = squares(stay)
        play = PLAYS[rules.play]
        strict = rules.clear is Clear.ALL
        matched = fill_graph(
            code.ranks, needed, code.side_ranks, strict, play, rules.cover,
            self._tables, self._graph,
        )  # fmt: skip
        if not matched:
            return WinStatus.NO, 0
        clears, _ = can_clear(
            code.ranks, needed, code.counts, rules.cover, CLEAR_TABLES, self._clear
        )
        if not clears:
            return WinStatus.NO, 0
        search = self._search
        drawn = int(position.drawn and rules.play is Play.DRAWN_PAIR)
        recycles = recycles_left(position, rules)
        passes.begin(
            pyramid_id(code.present), code.pointer, code.side, drawn, recycles, self._graph, search
        )
        control = search.control
        while True:
            slice_size = clock.slice_size(SLICE)
            before = int(control[passes.NODES])
            if slice_size == 0:
                return WinStatus(clock.reason()), before
            status = passes.advance(slice_size, self._tables, self._graph, self._work, search)
            nodes = int(control[passes.NODES])
            clock.count(nodes - before)
            if status == passes.WON:
                return WinStatus.WIN, nodes
            if status == passes.LOST:
                return WinStatus.NO, nodes
            if status == passes.TABLE_FULL:
                if not clock.may_hold(3 * search.table.nbytes):
                    return WinStatus.MEMORY, nodes
                table = np.zeros(2 * len(search.table), dtype=np.int64)
                passes.refill_table(table, search.table, int(control[passes.GENERATION]))
                search = search._replace(table=table)
                if len(table) <= KEPT_TABLE:
                    self._search = search

    def _is_clearing(self, position: Position, rules: Rules) -> bool:
        """Whether the clearing search, which does not look at draws, is exact here."""
        return rules.clear is Clear.PYRAMID and recycles_left(position, rules) == ENDLESS


def checked(
    position: Position, line: tuple[Move, ...], rules: Rules, goal: int | None = None
) -> tuple[Move, ...]:
    """The same line, replayed by the reference engine.

    Raises AssertionError when it is not legal or does not win (with `goal`: does
    not leave just the pyramid cards of that id).
    """
    record = replay(position, line, rules)
    if record.fault is not None:
        raise AssertionError(f"a win cannot be played: {record.fault.error}")
    if goal is None and record.ending is not Ending.WON:
        raise AssertionError("a winning line does not win")
    kept = 0 if goal is None else encode(position).present & int(PRESENT[goal])
    if goal is not None and encode(record.positions[-1]).present != kept:
        raise AssertionError("a line does not lead to its goal")
    return line


def recycles_left(position: Position, rules: Rules) -> int:
    """The recycles left as the kernels count them, ENDLESS for more than can matter."""
    if rules.passes is None:
        return ENDLESS
    left = max(0, rules.passes - position.pass_number)
    return left if left <= USEFUL_RECYCLES else ENDLESS


class _Rebuild:
    """The moves of a win, from its pairs and when they are taken.

    Between them it draws and recycles; kings leave as soon as they can, but for a
    stock king under `drawn-pair`, whose draw would end the moment of a pair.
    """

    def __init__(self, position: Position, rules: Rules, goal: int) -> None:
        self._rules = rules
        self._kept = int(PRESENT[goal])
        self._side = position.side
        self._pyramid = {
            place: card for place, card in enumerate(position.pyramid) if card is not None
        }
        self._waste = list(range(len(position.waste)))
        self._stock = list(range(len(position.waste), len(self._side)))
        self._recycles = 0
        self._moves: list[Move] = []
        self._free_kings()

    def pair(self, ends: tuple[int, int], pointer: int, recycles: int) -> None:
        """Bring the two cards to the top, where the search met them, and remove them."""
        while self._recycles < recycles:
            while self._stock:
                self._draw()
            self._moves.append(RECYCLE)
            self._waste, self._stock = [], self._waste
            self._recycles += 1
        while any(index < pointer and not self._is_king(index) for index in self._stock):
            self._draw()
        if self._rules.play is Play.STOCK_AND_WASTE:
            while self._stock and self._is_king(self._stock[0]):
                self._moves.append(Remove(self._card(self._stock.pop(0))))
        pair: list[Card] = []
        for end in ends:
            if end < SQUARES:
                pair.append(self._pyramid.pop(SQUARE_OF.index(end)))
            else:
                pile = self._waste if end - SQUARES in self._waste else self._stock
                pile.remove(end - SQUARES)
                pair.append(self._card(end - SQUARES))
        self._moves.append(Remove(*pair))
        self._free_kings()

    def finished(self) -> tuple[Move, ...]:
        """The whole line."""
        if self._rules.clear is Clear.ALL:
            while self._stock:
                self._draw()
        return tuple(self._moves)

    def _card(self, index: int) -> Card:
        card = self._side[index]
        if card is None:
            raise AssertionError("a line needs the order of the stock")
        return card

    def _is_king(self, index: int) -> bool:
        return rank_of(self._card(index)) == KING

    def _draw(self) -> None:
        self._waste.append(self._stock.pop(0))
        self._moves.append(DRAW)
        self._free_kings()

    def _free_kings(self) -> None:
        """Remove the kings that are free: of the pyramid from the bottom up, and the waste's."""
        for place in sorted(self._pyramid, reverse=True):
            card = self._pyramid[place]
            left = {q for q in COVERS_OF[place] if q in self._pyramid}
            if rank_of(card) == KING and not left and not self._kept >> place & 1:
                del self._pyramid[place]
                self._moves.append(Remove(card))
        won = self._rules.clear is Clear.PYRAMID and not self._pyramid
        while self._waste and self._is_king(self._waste[-1]) and not won:
            self._moves.append(Remove(self._card(self._waste.pop())))


@cache
def _search() -> WinSearch:
    return WinSearch()


def winning(position: Position, rules: Rules, clock: Clock, goal: int | None = None) -> WinResult:
    """Whether a position with all side cards known can be won under these rules.

    Raises ValueError where the order of the side cards is not known.
    With `goal`, a pyramid id, and `clear = pyramid`: whether the pyramid cards that
    are gone in it, and no others, can be removed.  A yes comes with a line that the
    reference engine has replayed.
    """
    return _search().find(position, rules, clock, goal)
