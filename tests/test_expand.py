"""Slices of the best-first search: its status codes, and a node's children."""

from __future__ import annotations

import numpy as np
import pytest

from pyramide.board import EMPTY_ID, NEXT, PRESENT, encode, pyramid_id
from pyramide.kernels import shortest
from pyramide.kernels.expand import advance, list_children
from pyramide.kernels.prepare import RELATED, Prepared, prepare, prepared
from pyramide.kernels.relaxed import Relaxed, relaxed_work
from pyramide.kernels.sets import fill_lines
from pyramide.kernels.shortest import Search
from pyramide.kernels.windows import times
from pyramide.lines import variant_of
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP
from tests.positions import cards, pyramid_of

pytestmark = [pytest.mark.kernel, pytest.mark.nocompiler]

VARIANT = variant_of(APP)
SMALL = Position(pyramid_of("Jc Kc Qc"), cards("2d"), cards("5h Ad 8c"))


def begun(
    position: Position, nodes: int = 1 << 12, table: int = 1 << 12
) -> tuple[Prepared, Relaxed, Search]:
    """A search under `app` for the empty pyramid, before its first slice."""
    code = encode(position)
    tables, relaxed = prepared(), relaxed_work()
    relaxed.goal[0] = EMPTY_ID
    fill_lines(
        code.ranks, code.present, False,
        relaxed.fixed, relaxed.sets, relaxed.clear, relaxed.work,
    )  # fmt: skip
    control = np.zeros(8, dtype=np.int64)
    control[shortest.GOAL] = EMPTY_ID
    control[shortest.RECYCLES] = shortest.UNLIMITED
    control[shortest.UNTRACKED] = prepare(
        code.ranks, code.present, int(PRESENT[EMPTY_ID]), code.side_ranks, False, RELATED, tables
    )
    children = np.zeros((shortest.MAX_CHILDREN, 8), dtype=np.int64)
    children[0, shortest.ID] = pyramid_id(code.present)
    children[0, shortest.POINTER] = code.pointer
    children[0, shortest.SIDE] = code.side
    search = Search(
        np.zeros((nodes, 4), dtype=np.int64),
        np.zeros(table, dtype=np.int32),
        np.full(shortest.LISTS, shortest.NO_NODE, dtype=np.int64),
        children,
        control,
    )
    return tables, relaxed, search


def run(position: Position, expansions: int, nodes: int, table: int) -> tuple[int, Search]:
    tables, relaxed, search = begun(position, nodes, table)
    return int(advance(expansions, VARIANT, tables, relaxed, times(), search)), search


def test_a_win_is_found_at_its_length() -> None:
    status, search = run(SMALL, 1000, 1 << 12, 1 << 12)
    assert status == shortest.FOUND
    assert search.control[shortest.ESTIMATE] == 8
    best = int(search.nodes[search.control[shortest.BEST_NODE], 0])
    assert best & 2047 == EMPTY_ID


def test_a_lost_position_is_exhausted() -> None:
    lost = Position(pyramid_of("7c 2c Jc"), cards("2d"), cards("5h Ad 8c"))
    assert run(lost, 1000, 1 << 12, 1 << 12)[0] == shortest.EXHAUSTED


def test_a_slice_ends_when_it_has_expanded_so_many() -> None:
    tables, relaxed, search = begun(SMALL)
    work = times()
    lows = []
    for slice_number in range(1, 100):
        status = advance(1, VARIANT, tables, relaxed, work, search)
        lows.append(int(search.control[shortest.ESTIMATE]))
        if status != shortest.RUNNING:
            break
        assert search.control[shortest.EXPANDED] == slice_number
    assert status == shortest.FOUND
    assert lows == sorted(lows)
    assert lows[-1] == 8
    assert (
        search.control[shortest.EXPANDED]
        == run(SMALL, 1000, 4096, 4096)[1].control[shortest.EXPANDED]
    )


def test_a_full_array_stops_the_search_before_it_writes_past_its_end() -> None:
    deal = Position.start(random_deal(4), APP)
    status, search = run(deal, 10**6, 128, 1 << 12)
    assert status == shortest.NODES_FULL
    assert search.control[shortest.NODE_COUNT] <= 128
    status, search = run(deal, 10**6, 1 << 12, 256)
    assert status == shortest.TABLE_FULL
    assert 2 * search.control[shortest.STATE_COUNT] <= 256
    assert np.count_nonzero(search.table) == search.control[shortest.STATE_COUNT]


def test_the_children_of_the_start() -> None:
    position = Position(pyramid_of("Kc 6c 7d"), cards("Kd 7h"), cards("6h"))
    tables, relaxed, search = begun(position)
    assert advance(1, VARIANT, tables, relaxed, times(), search) == shortest.RUNNING
    count = list_children(0, VARIANT, tables, search)
    columns = [shortest.ID, shortest.POINTER, shortest.SIDE, shortest.MOVES]
    rows = search.children[:count, columns].tolist()
    start = pyramid_id(0b111)
    both = int(NEXT[int(NEXT[start, 1]), 2])
    assert [both, 2, 0b111, 1] in rows  # the six and the seven of the pyramid
    assert [int(NEXT[start, 1]), 2, 0b101, 1] in rows  # the six with the seven of the waste
    # The draw comes last and refuses what could have been done: the pair with the waste.
    assert rows[-1] == [start, shortest.STOCK_EMPTY, 0b111, 1]
    assert len(rows) == 3
    assert search.children[count - 1, shortest.REFUSED] != 0
    assert search.children[count - 1, shortest.OPEN] == 0b110
