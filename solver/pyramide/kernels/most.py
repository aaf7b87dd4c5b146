"""The most cards in all that any line removes: depth first, branch and bound.

Holds for every rule set, from any position whose side cards are all known; the
search of `pyramide.kernels.passes` turned from "a win or not" to "how many".
A state is its word, with the cards gone since the start above it::

    bit    0 .. 46                                47 .. 52
           state, as in `pyramide.kernels.passes`  cards gone

but side kings stay in its mask until the pointer passes them.  *Endless*
searches, for unlimited passes and a `play` that pairs side cards, know no
pointer (0 throughout): every side card can be brought to the top, and any two
side cards that are neighbours can be paired; the side kings leave at the start.

Why each step is safe:

*The apex.*  With `clear = pyramid` the removal that empties the pyramid ends the
game.  It is the one of the apex, which all other cards of the pyramid lie over, so
that removal is never a step of the search: wherever it is possible it is one more
way to end, noted beside the others, and the search goes on without it.

*Kings* but for such an apex leave as soon as they can: it only exposes cards.  Those
in the stock up to the next other card are as good as gone: drawing them changes
nothing else that counts; those beyond it are not, where the game may end before.

*Take or refuse for ever.*  A line that uses an available pair later (not of the
apex) removes as many cards with the pair moved here.  So once the lines that take
it have been searched, the others need not use it, now or later.

*Bound.*  The cards gone, the kings that can still leave, and per class twice a
maximum matching of the edges that may still be used.  A state whose bound is no
better than the best line so far is left; where one pair less would make it so, an
open edge that every maximum matching uses is taken without an alternative, and edges
that none uses are dropped.  A pair whose cards have no other partner is taken too.

*Memory.*  The best line only gets better, so a state met before with as many cards
gone, or more, has nothing new, whatever had been refused on the way to it: see
`pyramide.kernels.passes`.  *Dead waste*, in the last pass, and *idle passes* as there.

*Look-ahead*: see `pyramide.kernels.reach`; a king that stays is not counted.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pyramide.board import Words
from pyramide.kernels.choices import best_edge, bury, playable_edges
from pyramide.kernels.edges import (
    AROUND,
    BOARD_KINGS,
    COLUMN0,
    COLUMN1,
    DRAWN_PAIR,
    ENDS,
    HIGH,
    LOW,
    PLACE,
    PLAY,
    ROW0,
    ROW1,
    SIDE_KINGS,
    SQUARES,
    START0,
    START1,
    START_NEED,
    STAY,
    WORD_EDGES,
    Graph,
    GraphTables,
    fill_graph,
)
from pyramide.kernels.jit import kernel, lowest, part, popcount, scramble
from pyramide.kernels.most_choices import (
    cards_hoped_for,
    endless_edges,
    forced_edge,
    matched_edges,
    settle_most,
)
from pyramide.kernels.reach import ReachWork, let_in

SIDE_MASK = (1 << 24) - 1
LEFT_MASK = (1 << 40) - 1
GONE_SHIFT = 47
GONE_MASK = 63 << GONE_SHIFT
STATE_BITS = 53
GENERATIONS = 1 << (63 - STATE_BITS)
FRAMES = 32
# Columns of a frame
STATE, EDGES0, EDGES1, NEED, KINGS, OPEN0, OPEN1, RECYCLED, TRAIL, FRESH = range(10)
# Entries of `MostSearch.control`
TOP, NODES, KEPT, GENERATION, TRAIL_LENGTH, BEST, BEST_LENGTH, LAST = range(8)
CEILING, ENDLESS_PLAY, GAME_ENDS = range(8, 11)

RUNNING, DONE, TABLE_FULL = range(3)
"""Status codes of `advance_most`."""

ROOM = 64
"""More states than are kept between two branchings."""

APEX = 1
"""The board of the apex alone."""

# What to do next with the state in hand
ARRIVE, PICK, LOOK, LOOK_AND_DRAW, TAKE, DRAW, FAIL = range(7)


class MostSearch(NamedTuple):
    """The arrays of a search (int64).

    `frames`: [32, 10] as in `pyramide.kernels.passes`, with the squares of the kings
    that can still leave; FRESH is 1 for a start that has not been looked at.
    `trail`, `best`: [32] the pairs of the line in hand and of the best line: edge,
    pointer (bits 8 to 12), recycles so far (16 on).  `table`: [2^k] states met, with
    the generation above them.  `control`: [12] single numbers; BEST is the most cards
    so far and LAST 1 when the best line ends with a pair of the apex.
    """

    frames: Words
    trail: Words
    best: Words
    table: Words
    control: Words


def new_most_search(table_size: int) -> MostSearch:
    """Fresh arrays with a table of that many slots, a power of 2."""
    return MostSearch(
        np.zeros((FRAMES, 10), dtype=np.int64),
        np.zeros(FRAMES, dtype=np.int64),
        np.zeros(FRAMES, dtype=np.int64),
        np.zeros(table_size, dtype=np.int64),
        np.zeros(12, dtype=np.int64),
    )


@part
def meet_most(entry: int, table: Words) -> bool:
    """Whether the table holds the state of an entry with as many cards gone, or more;
    it does from now on.
    """
    mask = len(table) - 1
    bare = entry & ~GONE_MASK
    slot = scramble(bare) & mask
    generation = entry >> STATE_BITS
    while table[slot] >> STATE_BITS == generation:
        if table[slot] & ~GONE_MASK == bare:
            if table[slot] >= entry:
                return True
            break
        slot = (slot + 1) & mask
    table[slot] = entry
    return False


@kernel
def refill_most(table: Words, old: Words, generation: int) -> None:
    """Enter what the old table holds of this generation into a larger, empty one."""
    for slot in range(len(old)):
        if old[slot] >> STATE_BITS == generation:
            meet_most(old[slot], table)


@kernel
def begin_most(
    ranks: Words, present: int, side_ranks: Words, start: Words, rules: Words,
    tables: GraphTables, graph: Graph, search: MostSearch,
) -> None:  # fmt: skip
    """File the start of a search.

    `ranks`: [28]; `present`: mask of the pyramid cards; `side_ranks`: [24]; `start`:
    [5] id, pointer, side mask, drawn flag, recycles left; `rules`: [4] play,
    cover, whether the search is endless, whether the game ends without a pyramid.
    """
    frames, control, facts = search.frames, search.control, graph.facts
    number, pointer, side, drawn, recycles = start[0], start[1], start[2], start[3], start[4]
    endless = rules[2] != 0
    facts[STAY] = 0
    # All cards may leave, whatever wins.
    fill_graph(ranks, present, side_ranks, present >= 0, rules[0], rules[1] != 0, tables, graph)
    gone = 0
    if endless:
        gone = popcount(side & facts[SIDE_KINGS])
        side &= ~facts[SIDE_KINGS]
        pointer, drawn = 0, 0
    for column in range(FRESH):
        frames[0, column] = 0
    state = number | pointer << 11 | side << 16 | drawn << 40 | recycles << 41
    frames[0, STATE] = state | gone << GONE_SHIFT
    frames[0, EDGES0] = facts[START0]
    frames[0, EDGES1] = facts[START1]
    frames[0, NEED] = facts[START_NEED]
    frames[0, KINGS] = facts[BOARD_KINGS]
    frames[0, FRESH] = 1
    control[GENERATION] += 1
    if control[GENERATION] == GENERATIONS:
        control[GENERATION] = 1
        for slot in range(len(search.table)):
            search.table[slot] = 0
    for entry in (TOP, NODES, KEPT, TRAIL_LENGTH, BEST, BEST_LENGTH, LAST):
        control[entry] = 0
    control[CEILING] = 52
    control[ENDLESS_PLAY] = rules[2]
    control[GAME_ENDS] = rules[3]


@part
def note_best(total: int, length: int, last: int, search: MostSearch) -> None:
    """Keep the line in hand as the best; `last`: its last pair, of the apex, or -1."""
    control = search.control
    control[BEST] = total
    for step in range(length):
        search.best[step] = search.trail[step]
    search.best[length] = last
    control[LAST] = 1 if last >= 0 else 0
    control[BEST_LENGTH] = length + control[LAST]


@kernel
def advance_most(
    limit: int, tables: GraphTables, graph: Graph, work: ReachWork, search: MostSearch
) -> int:
    """Search on for up to so many nodes; gives RUNNING, DONE (BEST is the most), or
    TABLE_FULL when the table has to grow before it can go on.
    """
    frames, trail, table, control = search.frames, search.trail, search.table, search.control
    facts, edge_facts = graph.facts, graph.edges
    endless, game_ends, play = control[ENDLESS_PLAY] != 0, control[GAME_ENDS] != 0, facts[PLAY]
    apex0, apex1, staying = 0, 0, 0
    no_pair = -1
    if game_ends:
        apex0 = graph.cards[0, ROW0] | graph.cards[0, COLUMN0]
        apex1 = graph.cards[0, ROW1] | graph.cards[0, COLUMN1]
        staying = facts[BOARD_KINGS] & APEX
    generation = control[GENERATION] << STATE_BITS
    level = control[TOP]
    nodes, kept = control[NODES], control[KEPT]
    end = nodes + limit
    most = 3 * (len(table) // 4) - ROOM
    step = FAIL
    status = DONE
    while True:
        if step == FAIL:
            if level < 0:
                break
            state = frames[level, STATE]
            number, pointer, side = state & 2047, state >> 11 & 31, state >> 16 & SIDE_MASK
            drawn, recycles, gone = state >> 40 & 1, state >> 41 & 63, state >> GONE_SHIFT
            edges0, edges1 = frames[level, EDGES0], frames[level, EDGES1]
            open0, open1 = frames[level, OPEN0], frames[level, OPEN1]
            need, kings = frames[level, NEED], frames[level, KINGS]
            recycled = frames[level, RECYCLED]
            length = frames[level, TRAIL]
            if nodes >= end or kept > most:
                status = RUNNING if kept <= most else TABLE_FULL
                break
            looked, framed = True, True
            step = PICK
            if frames[level, FRESH]:
                level -= 1
                step = ARRIVE
        elif step == ARRIVE:
            number, side, pointer, drawn, left = settle_most(
                number, side, pointer, drawn, staying, tables, graph
            )
            gone += left
            board = tables.board[number]
            if recycles == 0:
                side, edges0, edges1 = bury(side, pointer, edges0, edges1, graph)
            if endless:
                all0, all1 = endless_edges(number, side, pointer, drawn, tables, graph)
            else:
                all0, all1 = playable_edges(number, side, pointer, drawn, tables, graph)
            side_kings = side & facts[SIDE_KINGS]
            if recycles == 0:
                side_kings = side_kings >> pointer << pointer
            total = gone + popcount(side_kings)
            if staying and board == APEX:
                total += 1
            if total > control[BEST]:
                note_best(total, length, no_pair, search)
            if all0 & apex0 | all1 & apex1 and gone + 2 > control[BEST]:
                last = lowest(all0 & apex0) if all0 & apex0 else WORD_EDGES + lowest(all1 & apex1)
                last |= pointer << 8 | recycled >> 40 << 16
                note_best(gone + 2, length, last, search)
            open0 = all0 & edges0 & ~apex0
            open1 = all1 & edges1 & ~apex1
            looked, framed = False, False
            step = PICK if open0 | open1 else DRAW
        elif step == PICK:
            hope = cards_hoped_for(number, side, kings, edges0, edges1, tables, graph)
            hope += gone - control[BEST]
            edge = -1
            if hope > 0:
                edge = forced_edge(open0, open1, edges0, edges1, hope <= 2, tables, graph)
            if hope <= 0 or edge >= 0 or open0 | open1 == 0:
                if framed:
                    level -= 1
                step = FAIL
                if hope > 0:
                    step = TAKE if edge >= 0 else LOOK_AND_DRAW
                continue
            state = number | pointer << 11 | side << 16 | drawn << 40 | recycles << 41
            state |= gone << GONE_SHIFT
            if not looked:
                if meet_most(state | generation, table):
                    step = FAIL
                else:
                    step = LOOK
                    kept += 1
                    nodes += 1
                continue
            if not framed:
                level += 1
                frames[level, STATE] = state
                frames[level, NEED], frames[level, RECYCLED] = need, recycled
                frames[level, KINGS], frames[level, TRAIL] = kings, length
            edge = best_edge(open0, open1, edges0, edges1, graph)
            bit0 = 1 << edge if edge < WORD_EDGES else 0
            bit1 = 0 if bit0 else 1 << (edge - WORD_EDGES)
            frames[level, EDGES0], frames[level, EDGES1] = edges0 & ~bit0, edges1 & ~bit1
            frames[level, OPEN0], frames[level, OPEN1] = open0 & ~bit0, open1 & ~bit1
            frames[level, FRESH] = 0
            step = TAKE
        elif step in (LOOK, LOOK_AND_DRAW):
            stay, edges0, edges1 = let_in(
                number, side, pointer, drawn, recycles, need, edges0, edges1, tables, graph, work
            )
            kings &= ~stay
            hope = cards_hoped_for(number, side, kings, edges0, edges1, tables, graph)
            hope += gone - control[BEST]
            if hope <= 2:
                edges0 = matched_edges(edges0, tables)
                edges1 = matched_edges(edges1, tables)
            if level < 0:
                control[CEILING] = hope + control[BEST]
            if hope <= 0:
                step = FAIL
            elif step == LOOK_AND_DRAW:
                step = DRAW
            else:
                open0 &= edges0
                open1 &= edges1
                looked = True
                step = PICK if open0 | open1 else DRAW
        elif step == TAKE:
            trail[length] = edge | pointer << 8 | recycled >> 40 << 16
            length += 1
            gone += 2
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
            if edge < WORD_EDGES:
                edges0 &= ~edge_facts[edge, AROUND]
            else:
                edges1 &= ~edge_facts[edge, AROUND]
            step = ARRIVE
        else:  # DRAW
            stock = side >> pointer << pointer
            step = FAIL
            if endless:
                continue
            if stock:
                pointer = lowest(stock) + 1
                drawn = 1 if play == DRAWN_PAIR else 0
                step = ARRIVE
            elif side and recycles and number | side << 16 != recycled & LEFT_MASK:
                recycles -= 1
                recycled = number | side << 16 | (recycled >> 40) + 1 << 40
                pointer = 0
                drawn = 0
                step = ARRIVE
    control[TOP], control[NODES], control[KEPT] = level, nodes, kept
    control[TRAIL_LENGTH] = length
    return status
