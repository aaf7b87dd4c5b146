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

from pyramide.board import (
    EMPTY_ID,
    PRESENT,
    SQUARE_OF,
    Words,
    encode,
    free_ranks,
    pyramid_id,
    squares,
)
from pyramide.cards import KING, Card, rank_of
from pyramide.clearing import clearing
from pyramide.errors import PyramideError
from pyramide.game import Ending
from pyramide.kernels import judging, passes
from pyramide.kernels.classes import CLEAR_TABLES, clear_work
from pyramide.kernels.dealing import ORDERED_RANKS
from pyramide.kernels.edges import HIGH, LOW, SQUARES, STAY, graph_tables, new_graph
from pyramide.kernels.judging import Judge
from pyramide.kernels.reach import ENDLESS, reach_work
from pyramide.layout import COVERS_OF
from pyramide.limits import Clock
from pyramide.moves import DRAW, RECYCLE, Move, Remove
from pyramide.plan import line_of_plan
from pyramide.position import Position
from pyramide.random_deals import MAX_NUMBER, random_deal
from pyramide.record import replay
from pyramide.rules import Clear, Play, Rules

FIRST_TABLE = 1 << 13
KEPT_TABLE = 1 << 18
"""A table larger than this (2 MB) is given back after a search."""

SLICE = 2000
"""Nodes between two looks at the clock: some ten milliseconds."""

DEAL_NODES = 1 << 20
"""Nodes after which a deal among many is given up: far more than any has needed."""

DEALS_SLICE = 1000
"""Deals between two chances for Ctrl-C."""

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
        self._judge = Judge(
            graph_tables(),
            new_graph(),
            reach_work(),
            CLEAR_TABLES,
            clear_work(),
            passes.new_search(FIRST_TABLE),
            np.zeros(52, dtype=np.int64),
            np.zeros(24, dtype=np.int64),
        )

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
        for step in range(int(self._judge.search.control[passes.TRAIL_LENGTH])):
            word = int(self._judge.search.trail[step])
            ends = self._judge.graph.edges[word & 255]
            rebuild.pair((int(ends[LOW]), int(ends[HIGH])), word >> 8 & 31, word >> 16)
        return WinResult(WinStatus.WIN, checked(position, rebuild.finished(), rules, goal), nodes)

    def decide(
        self,
        position: Position,
        rules: Rules,
        clock: Clock,
        goal: int | None = None,
        kept: frozenset[int] | None = None,
    ) -> tuple[WinStatus, int]:
        """The same without a line, for many deals: (status, nodes).

        With `kept`, every card of another rank is taken for a king.
        """
        if not position.order_known:
            raise ValueError("the search for a win needs to know the order of the side cards")
        if kept is None and self._is_clearing(position, rules):
            answer = clearing(position, rules.cover, goal)
            return WinStatus.WIN if answer.winnable else WinStatus.NO, answer.nodes
        code = encode(position) if kept is None else free_ranks(encode(position), kept)
        stay = 0 if goal is None else code.present & int(PRESENT[goal])
        judge = self._judge
        judge.graph.facts[STAY] = squares(stay)
        judge.ranks[: len(code.ranks)] = code.ranks
        judge.side_ranks[:] = code.side_ranks
        drawn = int(position.drawn and rules.play is Play.DRAWN_PAIR)
        if not judging.start_search(
            code.present & ~stay, pyramid_id(code.present), code.pointer, code.side, drawn,
            code.counts, _rule_numbers(position, rules), judge,
        ):  # fmt: skip
            return WinStatus.NO, 0
        control = judge.search.control
        while True:
            slice_size = clock.slice_size(SLICE)
            before = int(control[passes.NODES])
            if slice_size == 0:
                return WinStatus(clock.reason()), before
            status = passes.advance(slice_size, judge.tables, judge.graph, judge.work, judge.search)
            nodes = int(control[passes.NODES])
            clock.count(nodes - before)
            if status == passes.WON:
                return WinStatus.WIN, nodes
            if status == passes.LOST:
                return WinStatus.NO, nodes
            if status == passes.TABLE_FULL:
                table = judge.search.table
                if not clock.may_hold(3 * table.nbytes):
                    return WinStatus.MEMORY, nodes
                judge = self._with_table(2 * len(table))
                passes.refill_table(judge.search.table, table, int(control[passes.GENERATION]))
                if len(judge.search.table) <= KEPT_TABLE:
                    self._judge = judge

    def judge_deals(self, first: int, last: int, rules: Rules, nodes: int = DEAL_NODES) -> Words:
        """The fate of the random deals `first` to `last`: 1 won, 0 lost, -1 undecided
        after so many nodes.  Holds under every rule set.
        """
        if not 1 <= first <= last <= MAX_NUMBER:
            raise PyramideError(f"There are no random deals {first} to {last}.")
        fates = np.empty(last + 1 - first, dtype=np.int64)
        numbers = _rule_numbers(Position.start(random_deal(first), rules), rules)
        done = 0
        while done < len(fates):
            part = fates[done : done + DEALS_SLICE]
            judged = judging.judge_deals(
                first + done, nodes, numbers, ORDERED_RANKS, part, self._judge
            )
            done += int(judged)
            if judged < len(part):
                self._judge = self._with_table(2 * len(self._judge.search.table))
        return np.select([fates == passes.WON, fates == passes.LOST], [1, 0], -1)

    def _with_table(self, size: int) -> Judge:
        """The arrays with an empty table of another size."""
        table = np.zeros(size, dtype=np.int64)
        return self._judge._replace(search=self._judge.search._replace(table=table))

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


def _rule_numbers(position: Position, rules: Rules) -> Words:
    """The rules as `pyramide.kernels.judging` takes them."""
    numbers = np.zeros(5, dtype=np.int64)
    numbers[judging.CLEAR_ALL] = rules.clear is Clear.ALL
    numbers[judging.PLAY] = PLAYS[rules.play]
    numbers[judging.COVER] = rules.cover
    numbers[judging.WASTE_START] = rules.waste_start
    numbers[judging.RECYCLES] = recycles_left(position, rules)
    return numbers


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
