"""What can still be reached, every side card being at hand: the pruning of searches.

The question is that of `pyramide.kernels.clear`; it is a relaxation under every
rule set (limited passes and strict wins only make winning harder) and exact
under unlimited passes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pyramide.board import Words
from pyramide.kernels.classes import CLEAR_TABLES, ClearTables, ClearWork, clear_work, nibble
from pyramide.kernels.clear import can_leave
from pyramide.kernels.jit import inlined, part, scramble
from pyramide.kernels.prepare import DEMAND, Prepared, least_of
from pyramide.kernels.sets import SET_TABLES, SetTables, SetWork, set_work

MEMO_SIZE = 1 << 13


class Relaxed(NamedTuple):
    """What `can_still` needs besides the prepared tables (see `pyramide.kernels.sets`).

    `goal`: [1] the id to reach; `cover`: [1] 1 where that rule is on; `memo`:
    [8192] answers of `can_still`, 0 for none, to be cleared for each search.
    """

    goal: Words
    cover: Words
    memo: Words
    fixed: SetTables
    sets: SetWork
    clear: ClearTables
    work: ClearWork


def relaxed_work() -> Relaxed:
    """Fresh arrays; `fill_lines` of `pyramide.kernels.sets` sets them up for a start."""
    return Relaxed(
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(MEMO_SIZE, dtype=np.int64),
        SET_TABLES,
        set_work(),
        CLEAR_TABLES,
        clear_work(),
    )


@part
def ask(number: int, key: int, slot: int, wanted: int, relaxed: Relaxed) -> bool:
    """Search the answer of `can_still` that the memo does not hold, and put it there."""
    goal = relaxed.goal[0]
    fixed = relaxed.fixed
    found = can_leave(
        fixed.board[number] & ~fixed.board[goal],
        relaxed.sets.start[1],
        relaxed.sets.lines[goal] & ~relaxed.sets.lines[number],
        wanted,
        relaxed.cover[0] == 1,
        relaxed.clear,
        relaxed.work,
    )
    relaxed.memo[slot] = key << 2 | 2 | (1 if found else 0)
    return found


@inlined
def can_still(number: int, counts: int, tables: Prepared, relaxed: Relaxed) -> bool:
    """Whether the goal can be reached from this id with these side cards at hand.

    Side cards that no needed card wants are cut off first, so that few different
    questions are asked; the answers are kept in a memo, which forgets at random.
    """
    wanted = least_of(counts, tables.ids[number, DEMAND])
    if wanted == tables.ids[number, DEMAND]:
        return True
    memo = relaxed.memo
    key = number | wanted << 11
    slot = scramble(key) & (MEMO_SIZE - 1)
    if memo[slot] >> 2 == key and memo[slot] & 2:
        return (memo[slot] & 1) == 1
    return ask(number, key, slot, wanted, relaxed)


@inlined
def unsaved(demand: int, saved: int) -> int:
    """The least number of removals that save no draw.

    `saved`: nibbles, per rank how many removals with a side card of it save
    one.  What is left of a class leaves in pairs or alone.
    """
    rest = demand - least_of(saved, demand)
    total = 0
    for rank in range(1, 7):
        total += max(nibble(rest, rank), nibble(rest, 13 - rank))
    return total
