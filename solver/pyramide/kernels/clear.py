"""Can these pyramid cards be cleared, every side card being at hand at any time?

This is the exact question of winning with `clear = pyramid` and unlimited
passes (every side card can be brought to the top of the waste, whatever the
order of the stock and whichever side cards play), and the relaxed question
that every other search prunes with.

A *class* is a pair of ranks that sum to 13: class c holds the low rank c + 1
and the high rank 12 - c.  Of a class with a low and b high cards in the
pyramid, and s and t of them beside it, exactly ``max(0, a - t, b - s)`` pairs
have to be made inside the pyramid (its *need*); every further pair can be
split into two removals with side cards, every further card leaves alone with a
side card.  So the search only decides which cards meet in those pairs.

Per class the possible pairs are the edges of a 4 x 4 bipartite graph in 16
bits: edge 4 i + j joins low card i and high card j.  A class word holds::

    bit   0 .. 15   16 .. 31      32 .. 34
          edges     pairs taken   need

A frame of the search's stack is 9 words: the board left, the *loose* cards (they
leave alone, no decision needed), the *bound* cards (they must leave in a pair),
and the six class words.
"""

from __future__ import annotations

from pyramide.board import Words
from pyramide.kernels.classes import (
    FRAME_WORDS,
    ClearTables,
    ClearWork,
    cover_edges,
    free_edges,
    line_edges,
    nibble,
    place_cards,
    possible_pairs,
)
from pyramide.kernels.jit import kernel, lowest, part, popcount


@part
def bound_cards_can_meet(
    board: int, bound: int, cover: bool, frame: Words, tables: ClearTables, work: ClearWork
) -> bool:
    """Whether every bound card can still get a partner before what it blocks.

    A bound card and all that lies over it stay until it is paired; it can be
    paired with a card outside that, after which what it blocked is open too.
    Repeat until all are paired or none can be.
    """
    waiting = bound & board
    while waiting:
        blocked = 0
        cards = waiting
        while cards:
            blocked |= tables.over[lowest(cards)]
            cards &= cards - 1
        paired = 0
        cards = waiting
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            c = work.card_class[card]
            line = work.line[card]
            side = 1 if line < 4 else 0
            partners = work.ranks_in[c, side] & board
            reachable = partners & ~blocked
            if cover:
                reachable |= partners & tables.beside[card]
            edges = frame[3 + c] & 0xFFFF
            while reachable:
                other = work.line[lowest(reachable)]
                edge = 4 * line + other - 4 if line < 4 else 4 * other + line - 4
                if edges >> edge & 1:
                    paired |= 1 << card
                    break
                reachable &= reachable - 1
        if not paired:
            return False
        waiting &= ~paired
    return True


@part
def settle_counts(
    board: int,
    loose: int,
    bound: int,
    free: int,
    frame: Words,
    tables: ClearTables,
    work: ClearWork,
) -> tuple[bool, bool, int, int]:
    """Decide cards that counting alone decides.

    When a rank's bound cards fill its need, its other cards are loose; a free
    card without a possible partner is loose; a free card without which the
    matching falls below the need is bound.  Gives (possible, changed, loose,
    bound); edges in `frame` are dropped in place.
    """
    changed = False
    matching = tables.matching
    for c in range(6):
        word = frame[3 + c]
        need = word >> 32
        if need == 0:
            continue
        for side in range(2):
            cards = work.ranks_in[c, side] & board
            bound_here = popcount(bound & cards)
            if bound_here > need:
                return False, False, loose, bound
            if bound_here == need:
                rest = cards & ~bound & ~loose
                if rest:
                    changed = True
                    loose |= rest
                    while rest:
                        word &= ~line_edges(work.line[lowest(rest)])
                        rest &= rest - 1
                    if matching[word & 0xFFFF] < need:
                        return False, False, loose, bound
        cards = (work.ranks_in[c, 0] | work.ranks_in[c, 1]) & free & ~loose
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            own = line_edges(work.line[card])
            edges = word & 0xFFFF
            if not edges & own:
                if bound >> card & 1:
                    return False, False, loose, bound
                loose |= 1 << card
                changed = True
            elif not bound >> card & 1 and matching[edges & ~own] < need:
                bound |= 1 << card
                changed = True
        frame[3 + c] = word
    return True, changed, loose, bound


@part
def search_clear(cover: bool, tables: ClearTables, work: ClearWork) -> tuple[bool, int]:
    """Search from frame 0 of `work`: (whether the board can be cleared, nodes).

    When it can, the first entry tells, and `work.frames[depth]` of the winning
    frame is copied to frame 0, whose class words hold the pairs taken.
    """
    frames = work.frames
    matching = tables.matching
    top = 0
    nodes = 1
    while True:
        frame = frames[top]
        board = frame[0]
        loose = frame[1]
        bound = frame[2]
        free = board & ~(board >> 7) & ~(board >> 8)
        going = free & loose
        while going:
            board ^= going
            free = board & ~(board >> 7) & ~(board >> 8)
            going = free & loose
        if board == 0:
            for word_number in range(3, FRAME_WORDS):
                frames[0, word_number] = frame[word_number]
            return True, nodes
        failed = False
        taken = False
        pair_class = -1
        pair_edge = 0
        for c in range(6):
            word = frame[3 + c]
            need = word >> 32
            if need == 0:
                continue
            edges = word & 0xFFFF
            if matching[edges] < need:
                failed = True
                break
            ready = edges & free_edges(c, free, work)
            if cover:
                ready |= edges & cover_edges(c, board, free, work)
            if not ready:
                continue
            edge = lowest(ready)
            if need == 1:
                # The one pair that the class needs is there: taking it now opens
                # the most, and no other card of the class needs a partner any more.
                board &= ~(1 << work.who[c, edge >> 2] | 1 << work.who[c, 4 + (edge & 3)])
                loose |= work.ranks_in[c, 0] | work.ranks_in[c, 1]
                bound &= ~loose
                frame[3 + c] = (word & 0xFFFF0000) | 1 << (16 + edge)
                taken = True
                break
            pair_class = c
            pair_edge = edge
        if not failed and not taken:
            if pair_class >= 0:
                # Two or more pairs are needed: take this one, or else both cards
                # have to be paired with others (left alone they could as well be
                # paired with each other).
                c = pair_class
                low = work.who[c, pair_edge >> 2]
                high = work.who[c, 4 + (pair_edge & 3)]
                both = 1 << low | 1 << high
                word = frame[3 + c]
                after = frames[top + 1]
                for word_number in range(3, FRAME_WORDS):
                    after[word_number] = frame[word_number]
                after[0] = board & ~both
                after[1] = loose
                after[2] = bound & ~both
                used = line_edges(pair_edge >> 2) | line_edges(4 + (pair_edge & 3))
                after[3 + c] = ((word & ~used) | 1 << (16 + pair_edge)) - (1 << 32)
                frame[0] = board
                frame[1] = loose
                frame[2] = bound | both
                frame[3 + c] = word & ~(1 << pair_edge)
                top += 1
                nodes += 1
                continue
            possible, changed, loose, bound = settle_counts(
                board, loose, bound, free, frame, tables, work
            )
            taken = changed
            failed = not possible
            if possible and not changed and bound:
                failed = not bound_cards_can_meet(board, bound, cover, frame, tables, work)
        if not failed:
            frame[0] = board
            frame[1] = loose
            frame[2] = bound
            if taken:
                continue
            choices = free & ~bound & ~loose
            failed = choices == 0
            if choices:
                # The card with the fewest possible partners leaves alone, or is bound.
                fewest = 99
                card = 0
                while choices:
                    square = lowest(choices)
                    choices &= choices - 1
                    edges = frame[3 + work.card_class[square]] & line_edges(work.line[square])
                    if popcount(edges) < fewest:
                        fewest = popcount(edges)
                        card = square
                c = work.card_class[card]
                after = frames[top + 1]
                for word_number in range(3, FRAME_WORDS):
                    after[word_number] = frame[word_number]
                after[0] = board & ~(1 << card)
                after[1] = loose
                after[2] = bound
                after[3 + c] &= ~line_edges(work.line[card])
                frame[2] = bound | 1 << card
                top += 1
                nodes += 1
                continue
        top -= 1
        if top < 0:
            return False, nodes


@part
def can_leave(
    board: int,
    kings: int,
    lines: int,
    counts: int,
    cover: bool,
    tables: ClearTables,
    work: ClearWork,
) -> bool:
    """Whether exactly these cards can all leave, after `place_cards` and `find_pairs`.

    `board`: the cards; `kings`: at least the kings among them; `lines`: per class
    8 bits with the lines among them; `counts`: nibbles of the side cards at hand.
    The cards outside `board` must not cover any of it.
    """
    frame = work.frames[0]
    loose = kings & board
    undecided = False
    for c in range(6):
        own = lines >> (8 * c) & 255
        low, high = popcount(own & 15), popcount(own >> 4)
        need = max(0, low - nibble(counts, 12 - c), high - nibble(counts, c + 1))
        if need == 0:
            loose |= work.ranks_in[c, 0] | work.ranks_in[c, 1]
            frame[3 + c] = 0
            continue
        edges = work.pairs[c] & tables.lines_edges[own]
        if tables.matching[edges] < need:
            return False
        frame[3 + c] = need << 32 | edges
        undecided = True
    if not undecided:
        return True
    frame[0] = board
    frame[1] = loose
    frame[2] = 0
    found, _ = search_clear(cover, tables, work)
    return found


@kernel
def can_clear(
    ranks: Words, present: int, counts: int, cover: bool, tables: ClearTables, work: ClearWork
) -> tuple[bool, int]:
    """Whether the cards of `present` can all be cleared; and the nodes searched.

    Arguments as for `place_cards`; `counts`: nibbles of the side cards left.
    0 nodes: settled by counting alone.  After a yes the class words of frame 0
    hold the pairs taken inside the pyramid.
    """
    place_cards(ranks, present, tables, work)
    frame = work.frames[0]
    loose = frame[1]
    for c in range(6):
        low, high = work.in_pyramid[c + 1], work.in_pyramid[12 - c]
        need = max(0, low - nibble(counts, 12 - c), high - nibble(counts, c + 1))
        frame[3 + c] = 0
        if need == 0:
            loose |= work.ranks_in[c, 0] | work.ranks_in[c, 1]
            continue
        edges = possible_pairs(c, cover, tables, work)
        if tables.matching[edges] < need:
            return False, 0
        frame[3 + c] = need << 32 | edges
    frame[1] = loose
    return search_clear(cover, tables, work)
