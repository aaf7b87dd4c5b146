"""The search itself: its table, its slices, and figures fixed for deals."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from pyramide.board import FULL_MASK, encode
from pyramide.deal import Deal
from pyramide.kernels import passes
from pyramide.kernels.edges import STAY, fill_graph, graph_tables, new_graph
from pyramide.kernels.reach import ENDLESS, reach_work
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import PRESETS, Clear, Play, Rules
from pyramide.winning import PLAYS
from tests.positions import cards

pytestmark = pytest.mark.kernel
TABLES = graph_tables()
WORK = reach_work()

# The slowest deal known to another solver.
SLOW_ELSEWHERE = cards(
    "Th 2h 4d 3h Qd 8h 9h 5d Jc Td 7c 4c Ts Ac 9c 8d 5s 2s 7h 6s 7s 2c 9d Qs 3d 5c 5h Ad 8s Js "
    "6c 9s 4h Kh Jd 4s 2d 6d Ks Qc 3s 3c Kc 7d Tc Ah 6h Qh Kd 8c As Jh"
)


def searched(
    deal: Deal, rules: Rules, search: passes.Search, limit: int = 1 << 40
) -> tuple[int, int, int]:
    """The last status of a deal's search, its nodes and its slices; the table may grow."""
    code = encode(Position.start(deal, rules))
    graph = new_graph()
    graph.facts[STAY] = 0
    if not fill_graph(
        code.ranks, FULL_MASK, code.side_ranks, rules.clear is Clear.ALL,
        PLAYS[rules.play], rules.cover, TABLES, graph,
    ):  # fmt: skip
        return passes.LOST, 0, 0
    recycles = ENDLESS if rules.passes is None else rules.passes - 1
    passes.begin(0, code.pointer, code.side, 0, recycles, graph, search)
    slices = 0
    while True:
        slices += 1
        status = passes.advance(limit, TABLES, graph, WORK, search)
        if status == passes.TABLE_FULL:
            table = np.zeros(2 * len(search.table), dtype=np.int64)
            passes.refill_table(table, search.table, int(search.control[passes.GENERATION]))
            search = search._replace(table=table)
        elif status != passes.RUNNING:
            return status, int(search.control[passes.NODES]), slices


@pytest.mark.nocompiler
def test_the_table_tells_what_it_met_like_a_set() -> None:
    rng = Random(2)
    table = np.zeros(256, dtype=np.int64)
    met: set[int] = set()
    generation = 5 << passes.STATE_BITS
    for _ in range(400):
        state = rng.randrange(150) << 20 | rng.randrange(2)
        assert passes.meet(state | generation, table) == (state in met)
        met.add(state)
        if len(met) > 150:
            break
    larger = np.zeros(512, dtype=np.int64)
    passes.refill_table(larger, table, 5)
    assert all(passes.meet(state | generation, larger) for state in met)
    assert np.count_nonzero(larger) == len(met)


def test_what_an_earlier_search_met_is_forgotten() -> None:
    table = np.zeros(64, dtype=np.int64)
    assert not passes.meet(7 | 1 << passes.STATE_BITS, table)
    assert not passes.meet(7 | 2 << passes.STATE_BITS, table)
    assert passes.meet(7 | 2 << passes.STATE_BITS, table)
    assert np.count_nonzero(table) == 1


def test_generations_begin_again_with_an_empty_table() -> None:
    search = passes.new_search(64)
    search.control[passes.GENERATION] = passes.GENERATIONS - 1
    search.table[3] = 12345
    passes.begin(0, 0, 1, 0, 0, new_graph(), search)
    assert search.control[passes.GENERATION] == 1
    assert not search.table.any()
    greatest = (passes.GENERATIONS - 1) << passes.STATE_BITS | (1 << passes.STATE_BITS) - 1
    assert greatest == (1 << 63) - 1


@pytest.mark.parametrize("name", ["relaxed", "traditional", "microsoft", "pysol-pyramid"])
def test_slices_and_a_growing_table_change_nothing(name: str) -> None:
    rules = PRESETS[name]
    roomy, tight = passes.new_search(1 << 14), passes.new_search(1 << 8)
    several = False
    for number in range(1, 80):
        deal = random_deal(number)
        whole = searched(deal, rules, roomy)
        cut = searched(deal, rules, tight, limit=7)
        assert cut[:2] == whole[:2]
        several = several or cut[2] > 3
    assert several


@pytest.mark.parametrize("play", Play)
@pytest.mark.parametrize("clear", Clear)
def test_the_slow_deal_of_another_solver_is_settled(clear: Clear, play: Play) -> None:
    search = passes.new_search(1 << 14)
    status, nodes, _ = searched(Deal.of(SLOW_ELSEWHERE), Rules(clear, 1, play), search)
    assert status == passes.LOST
    assert nodes < 1000
