"""The most cards in all that any line removes, under every rule set.

Under unlimited passes with `play = waste` counting settles it (see
`pyramide.kernels.sets`); else `pyramide.kernels.most` searches.  This module
encodes a position, lets the table of states grow, watches the limits between
slices and has the best line replayed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from pyramide.board import encode, pyramid_id
from pyramide.clearing import clearing, goals_of_size, largest, largest_goal
from pyramide.game import is_won
from pyramide.kernels import most
from pyramide.kernels.edges import HIGH, LOW, graph_tables, new_graph
from pyramide.kernels.reach import ENDLESS, reach_work
from pyramide.limits import Clock
from pyramide.moves import Move, Remove
from pyramide.plan import line_of_plan
from pyramide.position import Position
from pyramide.record import replay
from pyramide.removals import Removals
from pyramide.rules import Clear, Play, Rules
from pyramide.winning import PLAYS, WinSearch, WinStatus, recycles_left

FIRST_TABLE = 1 << 13
KEPT_TABLE = 1 << 18
"""A table larger than this (2 MB) is given back after a search."""

SLICE = 2000
"""Nodes between two looks at the clock: some ten milliseconds."""


@dataclass(frozen=True, slots=True)
class MostResult:
    """The most cards that leave from a position, not counting those gone before.

    `line` removes `low` cards (it is not the shortest such); no line removes more
    than `high`, the same unless a limit was reached.  `nodes` searched.
    """

    low: int
    high: int
    line: tuple[Move, ...]
    nodes: int


@dataclass(frozen=True, slots=True)
class MostPyramidResult:
    """The most pyramid cards that leave from a position, not counting those gone before.

    `goals`: the pyramid ids (see `pyramide.board`) that a line with `low` cards can
    end at; all of them where `proven`, and then `low` is the most.  No line removes
    more than `high`.
    """

    low: int
    high: int
    goals: tuple[int, ...]
    proven: bool
    nodes: int


class MostSearch:
    """A reusable search: its arrays are kept from one position to the next."""

    def __init__(self, first_table: int = FIRST_TABLE) -> None:
        """Allocate the arrays of fixed size, and a table of so many slots to grow from."""
        self._tables = graph_tables()
        self._graph = new_graph()
        self._work = reach_work()
        self._search = most.new_most_search(first_table)

    def find(self, position: Position, rules: Rules, clock: Clock) -> MostResult:
        """The most cards from a position with all side cards known; see `most_cards`."""
        if not position.order_known:
            raise ValueError("the search for the most cards needs to know the order of the stock")
        if is_won(position, rules):
            return MostResult(0, 0, (), 0)
        endless = recycles_left(position, rules) == ENDLESS
        if endless and rules.play is Play.WASTE:
            return _by_counting(position, rules)
        high, nodes = self._run(position, rules, clock, endless)
        control = self._search.control
        removals = Removals(position, rules)
        for step in range(int(control[most.BEST_LENGTH])):
            word = int(self._search.best[step])
            ends = self._graph.edges[word & 255]
            pair = (int(ends[LOW]), int(ends[HIGH]))
            last = bool(control[most.LAST]) and step + 1 == control[most.BEST_LENGTH]
            if endless:
                removals.endless_pair(pair)
            else:
                removals.pair(pair, word >> 8 & 31, word >> 16, last)
        line = removals.finished()
        best = int(control[most.BEST])
        # A search that was stopped may not have counted kings that the line takes.
        low = best if best == high else max(best, cards_removed(line))
        return MostResult(low, max(low, high), checked(position, line, rules, low), nodes)

    def _run(
        self, position: Position, rules: Rules, clock: Clock, endless: bool
    ) -> tuple[int, int]:
        """Search; gives (a bound that holds, nodes)."""
        code = encode(position)
        start = (
            pyramid_id(code.present), code.pointer, code.side,
            position.drawn and rules.play is Play.DRAWN_PAIR, recycles_left(position, rules),
        )  # fmt: skip
        numbers = (PLAYS[rules.play], rules.cover, endless, rules.clear is Clear.PYRAMID)
        most.begin_most(
            code.ranks, code.present, code.side_ranks,
            np.array(start, dtype=np.int64), np.array(numbers, dtype=np.int64),
            self._tables, self._graph, self._search,
        )  # fmt: skip
        search = self._search
        control = search.control
        while True:
            slice_size = clock.slice_size(SLICE)
            before = int(control[most.NODES])
            if slice_size == 0:
                break
            status = most.advance_most(slice_size, self._tables, self._graph, self._work, search)
            clock.count(int(control[most.NODES]) - before)
            if status == most.DONE:
                control[most.CEILING] = control[most.BEST]
                break
            if status == most.TABLE_FULL:
                table = search.table
                if not clock.may_hold(3 * table.nbytes):
                    break
                search = search._replace(table=np.zeros(2 * len(table), dtype=np.int64))
                most.refill_most(search.table, table, int(control[most.GENERATION]))
                if len(search.table) <= KEPT_TABLE:
                    self._search = search
        cards = len(position.present())
        return min(cards, int(control[most.CEILING])), int(control[most.NODES])


def _by_counting(position: Position, rules: Rules) -> MostResult:
    """The answer for unlimited passes and `play = waste`, side kings first."""
    cards = largest(position, rules.cover).cards
    removals = Removals(position, rules)
    removals.side_kings()
    kings = removals.moves
    after = replay(position, kings, rules).final
    plan = clearing(after, rules.cover, largest_goal(position, rules.cover)).plan
    assert plan is not None
    line = (*kings, *line_of_plan(after, plan))
    return MostResult(cards, cards, checked(position, line, rules, cards), 0)


def cards_removed(line: tuple[Move, ...]) -> int:
    """How many cards the moves of a line remove."""
    return sum(len(move.cards) for move in line if isinstance(move, Remove))


def checked(
    position: Position, line: tuple[Move, ...], rules: Rules, cards: int
) -> tuple[Move, ...]:
    """The same line, replayed by the reference engine.

    Raises AssertionError when it is not legal or does not remove so many cards.
    """
    record = replay(position, line, rules)
    if record.fault is not None:
        raise AssertionError(f"a line of the most cards cannot be played: {record.fault.error}")
    if len(position.present()) - len(record.final.present()) != cards:
        raise AssertionError("a line does not remove as many cards as the search says")
    return line


@cache
def _search() -> MostSearch:
    return MostSearch()


def most_cards(position: Position, rules: Rules, clock: Clock) -> MostResult:
    """The most cards that any line from a position removes, each ending at the win.

    Raises ValueError where the order of the side cards is not known.
    """
    return _search().find(position, rules, clock)


def most_pyramid(
    position: Position, rules: Rules, clock: Clock, wins: WinSearch
) -> MostPyramidResult:
    """The most pyramid cards that any line removes; `clear` does not matter to it.

    Exact by counting under unlimited passes.  Else the sets of cards that counting
    leaves possible are tried from the largest down.
    """
    if recycles_left(position, rules) == ENDLESS:
        top = largest(position, rules.cover)
        return MostPyramidResult(top.pyramid_cards, top.pyramid_cards, top.goals, True, 0)
    towards = replace(rules, clear=Clear.PYRAMID)
    size = largest(position, rules.cover).pyramid_cards
    found: list[int] = []
    nodes = 0
    while True:
        for goal in goals_of_size(position, rules.cover, size):
            status, searched = wins.decide(position, towards, clock, goal)
            nodes += searched
            if status is WinStatus.WIN:
                found.append(goal)
            elif status is not WinStatus.NO:
                low = size if found else 0
                return MostPyramidResult(low, size, tuple(found), False, nodes)
        if found:
            return MostPyramidResult(size, size, tuple(found), True, nodes)
        size -= 1
