"""Which sets of pyramid cards can leave, every side card being at hand at any time.

A set of pyramid cards that can leave at all is one of the 1,430 (its complement
is a pyramid); it can be reached exactly when the clearing search of
`pyramide.kernels.clear` succeeds on it alone.  So the sets are tried from the
largest down and the first that succeeds is the most.  With `play = waste` a
side card leaves only with a pyramid card or as a king, so the most cards in all
that go with a set are its own, one side card for each of them that is not in a
needed pair, and the side kings.

Exact for unlimited passes: both counts with `play = waste` (either `clear`), the
pyramid's with any `play`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pyramide.board import NEXT, PRESENT, PYRAMID_COUNT, Words, squares
from pyramide.kernels.classes import ClearTables, ClearWork, find_pairs, nibble, place_cards
from pyramide.kernels.clear import can_leave
from pyramide.kernels.jit import kernel, part, popcount
from pyramide.layout import PYRAMID_SIZE

UNSETTLED, CAN_LEAVE, CANNOT_LEAVE = range(3)


class SetTables(NamedTuple):
    """Per pyramid id (int64[1430]): the cards left as a mask and as a board, an id
    with one card more and the position of that card (-1 and 0 for the whole pyramid).
    """

    present: Words
    board: Words
    parent: Words
    parent_place: Words


def _tables() -> SetTables:
    parent = np.full(PYRAMID_COUNT, -1, dtype=np.int64)
    place_of = np.zeros(PYRAMID_COUNT, dtype=np.int64)
    for number in range(PYRAMID_COUNT):
        for place in range(PYRAMID_SIZE):
            if NEXT[number, place] >= 0:
                parent[NEXT[number, place]] = number
                place_of[NEXT[number, place]] = place
    board = np.array([squares(int(mask)) for mask in PRESENT], dtype=np.int64)
    return SetTables(PRESENT, board, parent, place_of)


SET_TABLES = _tables()
"""The fixed tables of this module."""


class SetWork(NamedTuple):
    """Work arrays (int64).

    Per id: `lines`, 8 bits a class, the lines of the cards gone since the start;
    `total`, the most cards in all that go with it; `state`, UNSETTLED, CAN_LEAVE
    or CANNOT_LEAVE; `link`, the next id with its total.  `head`: [64] the first
    id of each total.  `gain`: [6, 256] per class and set of lines how many of
    these leave with a side card at the most (-99: the set cannot leave).
    `start`: [2] the board and the kings at the start.
    """

    lines: Words
    total: Words
    state: Words
    link: Words
    head: Words
    gain: Words
    start: Words


def set_work() -> SetWork:
    """Fresh work arrays."""
    return SetWork(
        np.zeros(PYRAMID_COUNT, dtype=np.int64),
        np.zeros(PYRAMID_COUNT, dtype=np.int64),
        np.zeros(PYRAMID_COUNT, dtype=np.int64),
        np.zeros(PYRAMID_COUNT, dtype=np.int64),
        np.zeros(64, dtype=np.int64),
        np.zeros((6, 256), dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )


@kernel
def fill_lines(
    ranks: Words,
    present: int,
    cover: bool,
    fixed: SetTables,
    sets: SetWork,
    clear: ClearTables,
    work: ClearWork,
) -> None:
    """Place the cards of `present` and fill `sets.lines` and `sets.start`."""
    place_cards(ranks, present, clear, work)
    find_pairs(cover, clear, work)
    sets.start[0] = work.frames[0, 0]
    sets.start[1] = work.frames[0, 1]
    sets.lines[0] = 0
    for number in range(1, PYRAMID_COUNT):
        place = fixed.parent_place[number]
        lines = sets.lines[fixed.parent[number]]
        if present >> place & 1 and ranks[place] != 13:
            square = clear.square_of[place]
            lines |= 1 << (8 * work.card_class[square] + work.line[square])
        sets.lines[number] = lines


@part
def fill_gains(counts: int, clear: ClearTables, work: ClearWork, sets: SetWork) -> None:
    """Fill `sets.gain` for these nibbles of side cards."""
    for c in range(6):
        edges = work.pairs[c]
        low_beside, high_beside = nibble(counts, c + 1), nibble(counts, 12 - c)
        low_sets, high_sets = 1 << work.in_pyramid[c + 1], 1 << work.in_pyramid[12 - c]
        for high_set in range(high_sets):
            high = popcount(high_set)
            for low_set in range(low_sets):
                low = popcount(low_set)
                lines = low_set | high_set << 4
                need = max(0, low - high_beside, high - low_beside)
                if clear.matching[edges & clear.lines_edges[lines]] >= need:
                    sets.gain[c, lines] = low + high - 2 * need
                else:
                    sets.gain[c, lines] = -99


@part
def fill_totals(present: int, kings: int, fixed: SetTables, sets: SetWork) -> None:
    """Per id: whether counting rules it out, and its place in the chain of its total."""
    for total in range(64):
        sets.head[total] = -1
    whole = popcount(present)
    for number in range(PYRAMID_COUNT):
        left = fixed.present[number]
        sets.state[number] = CANNOT_LEAVE
        if left & ~present:
            continue
        lines = sets.lines[number]
        gain = 0
        for c in range(6):
            gain += sets.gain[c, lines >> (8 * c) & 255]
        if gain < 0:
            continue
        sets.state[number] = UNSETTLED
        total = whole - popcount(left) + gain + kings
        sets.total[number] = total
        sets.link[number] = sets.head[total]
        sets.head[total] = number


@part
def can_reach(
    number: int,
    counts: int,
    cover: bool,
    fixed: SetTables,
    sets: SetWork,
    clear: ClearTables,
    work: ClearWork,
) -> bool:
    """Whether play can lead from the start to exactly the pyramid of this id."""
    if sets.state[number] == UNSETTLED:
        board = sets.start[0] & ~fixed.board[number]
        found = can_leave(board, sets.start[1], sets.lines[number], counts, cover, clear, work)
        sets.state[number] = CAN_LEAVE if found else CANNOT_LEAVE
    return sets.state[number] == CAN_LEAVE


@kernel
def most_removable(
    ranks: Words,
    present: int,
    counts: int,
    kings: int,
    cover: bool,
    fixed: SetTables,
    sets: SetWork,
    clear: ClearTables,
    work: ClearWork,
) -> tuple[int, int]:
    """The most pyramid cards, and the most cards in all, that can leave from here.

    `ranks`: [28] per pyramid position; `present`: mask of the positions left;
    `counts`: nibbles of the side cards left; `kings`: side kings left.
    """
    fill_lines(ranks, present, cover, fixed, sets, clear, work)
    fill_gains(counts, clear, work, sets)
    fill_totals(present, kings, fixed, sets)
    most_pyramid = 0
    for number in range(PYRAMID_COUNT - 1, -1, -1):
        if can_reach(number, counts, cover, fixed, sets, clear, work):
            most_pyramid = popcount(present) - popcount(fixed.present[number])
            break
    for total in range(52, -1, -1):
        number = sets.head[total]
        while number >= 0:
            if can_reach(number, counts, cover, fixed, sets, clear, work):
                return most_pyramid, total
            number = sets.link[number]
    return most_pyramid, 0


@kernel
def largest_sets(
    goals: Words,
    present: int,
    most_pyramid: int,
    counts: int,
    cover: bool,
    fixed: SetTables,
    sets: SetWork,
    clear: ClearTables,
    work: ClearWork,
) -> int:
    """Write into `goals` [1430] the ids that can be reached with `most_pyramid`
    cards gone, after `most_removable`; gives how many there are.
    """
    found = 0
    for number in range(PYRAMID_COUNT):
        if sets.state[number] == CANNOT_LEAVE:
            continue
        if popcount(present) - popcount(fixed.present[number]) != most_pyramid:
            continue
        if can_reach(number, counts, cover, fixed, sets, clear, work):
            goals[found] = number
            found += 1
    return found
