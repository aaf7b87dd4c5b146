"""How far down the pyramid can be played: the targets of a challenge.

They bound what a search for the most of something can still reach (see
`pyramide.kernels.values`).
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyramide.board import EMPTY_ID, PRESENT, PYRAMID_COUNT, encode, pyramid_id
from pyramide.clearing import clearing
from pyramide.kernels.classes import CLEAR_TABLES, clear_work
from pyramide.kernels.sets import SET_TABLES, largest_sets, most_removable, set_work
from pyramide.limits import Clock
from pyramide.position import Position
from pyramide.rules import Clear, Rules
from pyramide.winning import WinSearch, WinStatus

APEX_ONLY = pyramid_id(1)
"""The id of the pyramid of which the apex alone is left."""


def targets(position: Position, rules: Rules, wins: WinSearch, clock: Clock) -> list[int] | None:
    """Pyramid ids such that whatever any line leaves of the pyramid contains one of them.

    Where the pyramid can be cleared these are the empty one and, for the lines
    that do not clear it, the lone apex; else the smallest that can be reached.
    None where a limit was reached first.
    """
    plain = replace(rules, clear=Clear.PYRAMID)
    cleared = clearing(position, rules.cover)
    clock.count(cleared.nodes)
    if cleared.winnable:
        status = wins.decide(position, plain, clock)[0]
        if status is WinStatus.WIN:
            return [EMPTY_ID, APEX_ONLY]
        if status is not WinStatus.NO:
            return None
    found: list[int] = []
    for number in reachable_pyramids(position, rules.cover):
        left = int(PRESENT[number])
        if number == EMPTY_ID or any(int(PRESENT[target]) & ~left == 0 for target in found):
            continue
        if rules.passes is not None:
            status = wins.decide(position, plain, clock, number)[0]
            if status is WinStatus.NO:
                continue
            if status is not WinStatus.WIN:
                return None
        found.append(number)
    return found


def reachable_pyramids(position: Position, cover: bool) -> list[int]:
    """The ids of all pyramids that can be reached with every side card at hand at any
    time, the smallest first; the order of the side cards may be unknown.
    """
    code = encode(position)
    work, sets = clear_work(), set_work()
    most, _ = most_removable(
        code.ranks, code.present, code.counts, code.kings, cover,
        SET_TABLES, sets, CLEAR_TABLES, work,
    )  # fmt: skip
    ids = np.zeros(PYRAMID_COUNT, dtype=np.int64)
    found: list[int] = []
    for gone in range(most, -1, -1):
        count = largest_sets(
            ids, code.present, gone, code.counts, cover, SET_TABLES, sets, CLEAR_TABLES, work
        )
        found += [int(number) for number in ids[:count]]
    return found
