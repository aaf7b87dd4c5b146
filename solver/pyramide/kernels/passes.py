"""Winning under limited passes, and strict wins: depth first, take or refuse for ever.

Holds for every rule set, from any position whose side cards are all known.

A state is one word: pyramid id, index of the first stock card left (24 without
one), mask of the side cards left, drawn flag, recycles left::

    bit    0 .. 10   11 .. 15   16 .. 39     40      41 .. 46
           id        pointer    side mask    drawn   recycles (63: unlimited)

Beside it go the edges that may still be in a win (`pyramide.kernels.edges`).

Why each step is safe (without a condition named: under all rules):

*Kings.*  A free pyramid king and a king on the waste's top leave at once, side
kings of the stock are as good as gone: a king needs no partner and its leaving
only exposes cards.  Kings buried in the waste stay until they top it or are
recycled, since what lies under them has to wait.

*Matching.*  A win is a matching that covers all cards that have to leave, so an
available pair without which there is none is in every win; and it may as well
leave now, as that only exposes other cards.

*Take or refuse for ever.*  Any line that uses an available pair later still works
with the pair moved here: so once taking it has failed, no win from here uses it,
now or later.

*Memory.*  Since the take branch comes first, a state that was left without a win
has none at all, whatever had been refused on the way to it: a win of it that uses
a refused pair could be moved to where the pair was refused, where taking it has
failed.  So the table holds states alone.

*Dead waste* (`clear = pyramid`, last pass): a waste card that can leave no more
buries what lies under it for good; all of these are deleted.

*Idle pass.*  When nothing has left since the last recycle, another one leads to
the same state with less allowed.

*Look-ahead*: see `pyramide.kernels.reach`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pyramide.board import Words
from pyramide.kernels.choices import (
    best_edge,
    bury,
    needed_edge,
    playable_edges,
    settle,
)
from pyramide.kernels.edges import (
    AROUND,
    CLEAR_ALL,
    DRAWN_PAIR,
    ENDS,
    HIGH,
    LOW,
    PLACE,
    PLAY,
    SIDE_KINGS,
    SQUARES,
    START0,
    START1,
    START_NEED,
    STAY,
    WORD_EDGES,
    Graph,
    GraphTables,
    all_covered,
    class_covered,
    class_graph,
)
from pyramide.kernels.jit import kernel, lowest, part, scramble
from pyramide.kernels.reach import ENDLESS, ReachWork, look_ahead

SIDE_MASK = (1 << 24) - 1
LEFT_MASK = (1 << 40) - 1
STATE_BITS = 47
GENERATIONS = 1 << (63 - STATE_BITS)
"""Searches until the table has to be cleared: the rest of a word tells them apart."""

FRAMES = 32
# Columns of a frame
STATE, EDGES0, EDGES1, NEED, OPEN0, OPEN1, RECYCLED, TRAIL, TRIED = range(9)
# Values of TRIED: a start that has not been looked at, nothing, some edge
NEW, NOTHING, SOME = -1, 0, 1
# Entries of `Search.control`
TOP, NODES, KEPT, GENERATION, TRAIL_LENGTH = range(5)

RUNNING, WON, LOST, TABLE_FULL = range(4)
"""Status codes of `advance`."""

ROOM = 64
"""More states than are kept between two branchings."""

# What to do next with the state in hand
ARRIVE, PICK, LOOK, LOOK_AND_DRAW, TAKE, CHOOSE, DRAW, FAIL = range(8)


class Search(NamedTuple):
    """The arrays of a search (int64).

    `frames`: [32, 9] the states with branches left, with the two words of edges,
    the lines that have to leave, the edges still to be tried, the id and side
    mask at the last recycle with the number of recycles so far above (bit 40 on), the
    trail's length, whether anything has been tried.  `trail`: [32] the pairs taken:
    edge, pointer (bits 8 to 12), recycles so far (16 on).  `table`: [2^k] states met,
    with the generation above them.  `control`: [8] single numbers.
    """

    frames: Words
    trail: Words
    table: Words
    control: Words


def new_search(table_size: int) -> Search:
    """Fresh arrays with a table of that many slots, a power of 2."""
    return Search(
        np.zeros((FRAMES, 9), dtype=np.int64),
        np.zeros(FRAMES, dtype=np.int64),
        np.zeros(table_size, dtype=np.int64),
        np.zeros(8, dtype=np.int64),
    )


@part
def meet(entry: int, table: Words) -> bool:
    """Whether the table holds an entry; it does from now on."""
    mask = len(table) - 1
    slot = scramble(entry) & mask
    generation = entry >> STATE_BITS
    while table[slot] >> STATE_BITS == generation:
        if table[slot] == entry:
            return True
        slot = (slot + 1) & mask
    table[slot] = entry
    return False


@kernel
def refill_table(table: Words, old: Words, generation: int) -> None:
    """Enter what the old table holds of this generation into a larger, empty one."""
    for slot in range(len(old)):
        if old[slot] >> STATE_BITS == generation:
            meet(old[slot], table)


@part
def begin(
    number: int, pointer: int, side: int, drawn: int, recycles: int, graph: Graph, search: Search
) -> None:
    """File the start of a search, after `fill_graph`."""
    frames, control = search.frames, search.control
    for column in range(TRIED):
        frames[0, column] = 0
    frames[0, STATE] = number | pointer << 11 | side << 16 | drawn << 40 | recycles << 41
    frames[0, EDGES0] = graph.facts[START0]
    frames[0, EDGES1] = graph.facts[START1]
    frames[0, NEED] = graph.facts[START_NEED]
    frames[0, TRIED] = NEW
    control[GENERATION] += 1
    if control[GENERATION] == GENERATIONS:
        control[GENERATION] = 1
        for slot in range(len(search.table)):
            search.table[slot] = 0
    control[TOP] = 0
    control[NODES] = 0
    control[KEPT] = 0
    control[TRAIL_LENGTH] = 0


@kernel
def advance(limit: int, tables: GraphTables, graph: Graph, work: ReachWork, search: Search) -> int:
    """Search on for up to so many nodes; gives RUNNING, WON (`trail` holds the pairs of
    a win), LOST, or TABLE_FULL when the table has to grow before it can go on.
    """
    frames, trail, table, control = search.frames, search.trail, search.table, search.control
    facts, edge_facts = graph.facts, graph.edges
    clear_all, play = facts[CLEAR_ALL] != 0, facts[PLAY]
    generation = control[GENERATION] << STATE_BITS
    level = control[TOP]
    nodes, kept = control[NODES], control[KEPT]
    end = nodes + limit
    most = 3 * (len(table) // 4) - ROOM
    step = FAIL
    status = LOST
    while True:
        if step == FAIL:
            if level < 0:
                break
            state = frames[level, STATE]
            number, pointer, side = state & 2047, state >> 11 & 31, state >> 16 & SIDE_MASK
            drawn, recycles = state >> 40 & 1, state >> 41
            edges0, edges1 = frames[level, EDGES0], frames[level, EDGES1]
            open0, open1 = frames[level, OPEN0], frames[level, OPEN1]
            need, recycled = frames[level, NEED], frames[level, RECYCLED]
            length, tried = frames[level, TRAIL], frames[level, TRIED]
            if nodes >= end or kept > most:
                status = RUNNING if kept <= most else TABLE_FULL
                break
            step = CHOOSE
            if tried == NEW:
                level -= 1
                step = ARRIVE
        elif step == ARRIVE:
            number, side, pointer, drawn = settle(number, side, pointer, drawn, tables, graph)
            if tables.board[number] & ~facts[STAY] == 0 and not (clear_all and side):
                status = WON
                break
            step = PICK
            looked = False
            if recycles == 0 and not clear_all:
                left, kept0, kept1 = bury(side, pointer, edges0, edges1, graph)
                side = left
                if kept0 != edges0 or kept1 != edges1:
                    edges0, edges1 = kept0, kept1
                    if not all_covered(need, edges0, edges1, tables):
                        step = FAIL
                        continue
            open0, open1 = playable_edges(number, side, pointer, drawn, tables, graph)
            open0 &= edges0
            open1 &= edges1
            if open0 | open1 == 0:
                step = DRAW
        elif step == PICK:
            edge = needed_edge(open0, open1, need, edges0, edges1, tables)
            if edge >= 0:
                step = TAKE
            elif not looked:
                state = number | pointer << 11 | side << 16 | drawn << 40 | recycles << 41
                if meet(state | generation, table):
                    step = FAIL
                else:
                    step = LOOK
                    kept += 1
                    nodes += 1
            else:
                # Something is to be tried: this state gets a frame.
                tried = NOTHING
                level += 1
                frames[level, STATE] = (
                    number | pointer << 11 | side << 16 | drawn << 40 | recycles << 41
                )
                frames[level, NEED], frames[level, RECYCLED] = need, recycled
                frames[level, TRAIL], frames[level, TRIED] = length, NOTHING
                step = CHOOSE
        elif step in (LOOK, LOOK_AND_DRAW):
            fine, edges0, edges1 = look_ahead(
                number, side, pointer, drawn, recycles, need, edges0, edges1, tables, graph, work
            )
            if not fine:
                step = FAIL
            elif step == LOOK_AND_DRAW:
                step = DRAW
            else:
                open0 &= edges0
                open1 &= edges1
                looked = True
                step = PICK
        elif step == CHOOSE:
            edge = best_edge(open0, open1, edges0, edges1, graph)
            if edge < 0:
                level -= 1
                step = LOOK_AND_DRAW if tried == SOME else DRAW
                continue
            step = TAKE
            if needed_edge(
                open0 & 1 << edge if edge < WORD_EDGES else 0,
                open1 & 1 << (edge - WORD_EDGES) if edge >= WORD_EDGES else 0,
                need, edges0, edges1, tables,
            ) >= 0:  # fmt: skip
                level -= 1
                continue
            bit0 = 1 << edge if edge < WORD_EDGES else 0
            bit1 = 0 if bit0 else 1 << (edge - WORD_EDGES)
            frames[level, EDGES0], frames[level, EDGES1] = edges0 & ~bit0, edges1 & ~bit1
            frames[level, OPEN0], frames[level, OPEN1] = open0 & ~bit0, open1 & ~bit1
            frames[level, TRIED] = SOME
        elif step == TAKE:
            trail[length] = edge | pointer << 8 | recycled >> 40 << 16
            length += 1
            high_card = max(edge_facts[edge, LOW], edge_facts[edge, HIGH])
            low_card = min(edge_facts[edge, LOW], edge_facts[edge, HIGH])
            # The higher number leaves first: it may cover the other.
            for card in (high_card, low_card):
                if card < SQUARES:
                    number = tables.after[number, tables.squares[card, PLACE]]
                else:
                    side &= ~(1 << (card - SQUARES))
                    if card - SQUARES < pointer:
                        drawn = 0
            need &= ~edge_facts[edge, ENDS]
            around = edge_facts[edge, AROUND]
            c = edge >> 4
            if edge < WORD_EDGES:
                edges0 &= ~around
            else:
                edges1 &= ~around
            lines = need >> (8 * c) & 255
            covered = class_covered(class_graph(c, edges0, edges1), lines, tables)
            step = ARRIVE if covered else FAIL
        else:  # DRAW
            stock = side >> pointer << pointer
            step = ARRIVE
            if stock:
                pointer = lowest(stock) + 1
                drawn = 1 if play == DRAWN_PAIR else 0
            elif side and recycles:
                if number | side << 16 == recycled & LEFT_MASK:
                    step = FAIL
                    continue
                if recycles != ENDLESS:
                    recycles -= 1
                side &= ~facts[SIDE_KINGS]
                turns = (recycled >> 40) + 1
                recycled = number | side << 16 | turns << 40
                pointer = 0
                drawn = 0
            else:
                step = FAIL
    control[TOP], control[NODES], control[KEPT] = level, nodes, kept
    control[TRAIL_LENGTH] = length
    return status
