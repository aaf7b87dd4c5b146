"""Many numbered random deals, each searched from its start: dealt and judged in one kernel."""

from __future__ import annotations

from typing import NamedTuple

from pyramide.board import FULL_ID, FULL_MASK, Words
from pyramide.kernels.classes import ClearTables, ClearWork
from pyramide.kernels.clear import can_clear
from pyramide.kernels.dealing import deal_ranks
from pyramide.kernels.edges import STAY, Graph, GraphTables, fill_graph
from pyramide.kernels.jit import kernel
from pyramide.kernels.passes import LOST, TABLE_FULL, Search, advance, begin
from pyramide.kernels.reach import ReachWork

SIDE_MASK = (1 << 24) - 1

# Entries of the rules as numbers
CLEAR_ALL, PLAY, COVER, WASTE_START, RECYCLES = range(5)


class Judge(NamedTuple):
    """Tables and work arrays of one search after another; `ranks`: int64[52] and
    `side_ranks`: int64[24] hold the deal.
    """

    tables: GraphTables
    graph: Graph
    work: ReachWork
    clear_tables: ClearTables
    clear_work: ClearWork
    search: Search
    ranks: Words
    side_ranks: Words


@kernel
def start_search(
    needed: int, number: int, pointer: int, side: int, drawn: int, counts: int,
    rules: Words, judge: Judge,
) -> bool:  # fmt: skip
    """Set a search up from the cards in `judge`; False when counting alone, or the
    clearing search, proves that there is no win.

    `needed`: mask of the pyramid cards that have to leave; `counts`: nibbles of
    the side cards.
    """
    clear_all, play, cover = rules[CLEAR_ALL] != 0, rules[PLAY], rules[COVER] != 0
    if not fill_graph(
        judge.ranks, needed, judge.side_ranks, clear_all, play, cover, judge.tables, judge.graph
    ):
        return False
    clears, _ = can_clear(judge.ranks, needed, counts, cover, judge.clear_tables, judge.clear_work)
    if clears:
        begin(number, pointer, side, drawn, rules[RECYCLES], judge.graph, judge.search)
    return clears


@kernel
def judge_deals(
    first: int, limit: int, rules: Words, ordered: Words, outcomes: Words, judge: Judge
) -> int:
    """Write the last status of each deal's search into `outcomes`, from deal `first` on.

    `limit`: nodes per deal; a deal that needs more gets RUNNING.  `ordered`:
    `pyramide.kernels.dealing.ORDERED_RANKS`.  Gives the number of deals judged; it
    is less than asked for when the table has to grow before the next one.
    """
    judge.graph.facts[STAY] = 0
    for k in range(len(outcomes)):
        deal_ranks(first + k, 51, ordered, judge.ranks)
        counts = 0
        for index in range(24):
            rank = judge.ranks[28 + index]
            judge.side_ranks[index] = rank
            if rank < 13:
                counts += 1 << (4 * (rank - 1))
        status = LOST
        if start_search(FULL_MASK, FULL_ID, rules[WASTE_START], SIDE_MASK, 0, counts, rules, judge):
            status = advance(limit, judge.tables, judge.graph, judge.work, judge.search)
            if status == TABLE_FULL:
                return k
        outcomes[k] = status
    return len(outcomes)
