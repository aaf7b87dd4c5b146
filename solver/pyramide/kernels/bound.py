"""A lower bound on the moves still needed, for the shortest win.

It counts the least removals, and the draws and recycles that no line can do
without.  From the time windows (`pyramide.kernels.windows`) follow how many
recycles are still needed, how far the last pass has to go, and which side cards
surely stay where they are until then; every card that stays has to leave the
stock again.

What holds under which rules:

- Without `everything` (the pyramid alone has to go) the least removals are
  those of the pyramid with endless side cards.  With it every card leaves, so
  the number of removals is fixed by the cards left.
- Where the stock top plays (`stock_top`) a stock card may leave without being
  drawn.  Such a direct removal costs nothing only if it is one of the least
  removals; beyond these, two more removals replace one pair, so each of them
  costs half a move.  A king in the stock costs one move in all, drawn or removed.
- Where side cards pair with each other (`side_pairs`) a waste card may leave
  without a pyramid card, so a card that has such a partner is never sure to stay.
- Only with `play = waste` does a removal save at most one draw, so only there
  the draws of the next pass are weighed against the removals that save them.
"""

from __future__ import annotations

from pyramide.kernels.classes import nibble
from pyramide.kernels.jit import highest, inlined, lowest, popcount
from pyramide.kernels.prepare import (
    BESIDE,
    DEAD,
    DEMAND,
    KINGS,
    LEFT,
    OTHERS,
    RANK,
    REMOVALS,
    SIDE_RANK,
    Prepared,
    count_sides,
    least_of,
)
from pyramide.kernels.relaxed import Relaxed, can_still, unsaved
from pyramide.kernels.windows import (
    PASS,
    Times,
    Variant,
    accessible,
    earliest_times,
    fill_partners,
    fill_wanted,
    last_times,
    latest_by_sides,
    with_side_partner,
)


@inlined
def surely_again(
    prefix: int,
    stay: int,
    side: int,
    kings: int,
    leaving: int,
    variant: Variant,
    tables: Prepared,
) -> int:
    """How many side cards of `prefix` leave the stock again, or cost a move before.

    Those that `stay`, the `kings` (removing one costs what drawing it does), and
    of each rank all but as many as needed cards can leave in this pass
    (`leaving`, nibbles).
    """
    by_rank = tables.ranks
    total = popcount((stay | kings) & prefix)
    for rank in range(1, 13):
        cards = by_rank[rank, BESIDE] & side & prefix & ~stay
        if cards:
            if variant.side_pairs is not None and by_rank[13 - rank, BESIDE] & side:
                continue
            total += max(0, popcount(cards) - nibble(leaving, rank))
    return total


@inlined
def with_direct(
    number: int, removals: int, draws: int, direct: int, variant: Variant, tables: Prepared
) -> int:
    """Removals and draws together, `draws` stock cards having to leave the stock.

    Where the stock top plays those in `direct` may leave it by a removal.
    """
    if variant.stock_top is None:
        return removals + draws
    ids = tables.ids
    demand = ids[number, DEMAND]
    kings, others = ids[number, KINGS], ids[number, OTHERS]
    counts = least_of(count_sides(direct, tables), demand)
    most_direct = 0
    for rank in range(1, 13):
        most_direct += nibble(counts, rank)
    most_direct = min(most_direct, draws)
    pairs = others - (removals - kings)
    alone = others - 2 * pairs
    if most_direct <= alone:
        by_removals = removals + draws - most_direct
    else:
        by_removals = kings + draws + (others - most_direct + 1) // 2
    return max(by_removals, kings + draws + unsaved(demand, counts))


@inlined
def needed_draws(
    number: int,
    stock: int,
    usable: int,
    counts: int,
    end_pointer: int,
    variant: Variant,
    tables: Prepared,
    relaxed: Relaxed,
) -> int:
    """The stock cards that have to leave the stock if this pass is the last.

    All before `end_pointer`, and all up to the last card without which (and
    without those after it) the goal is out of reach; that card itself only
    where it has to be drawn to be played.
    """
    needed = stock & ((1 << end_pointer) - 1)
    demand = tables.ids[number, DEMAND]
    rest = stock & ~needed
    while rest:
        card = highest(rest)
        rank = tables.sides[card, SIDE_RANK]
        if usable >> card & 1 and rank != 13:
            fewer = counts - (1 << (4 * (rank - 1)))
            if nibble(counts, rank) <= nibble(demand, rank) and not can_still(
                number, fewer, tables, relaxed
            ):
                if variant.stock_top is not None:
                    rest ^= 1 << card
                return needed | rest
            counts = fewer
        rest ^= 1 << card
    return needed


@inlined
def bound_with_recycle(
    number: int,
    side: int,
    stock: int,
    usable: int,
    live: int,
    stay0: int,
    stay1: int,
    end_pass: int,
    end_pointer: int,
    removals: int,
    direct0: int,
    direct1: int,
    recycles: int,
    variant: Variant,
    tables: Prepared,
    relaxed: Relaxed,
    work: Times,
) -> int:
    """The bound when this pass cannot be the last: its draws, a recycle, the next."""
    ids, places = tables.ids, tables.places
    demand = ids[number, DEMAND]
    pyramid_kings = ids[number, KINGS]
    kings = tables.ranks[13, BESIDE] & side
    least_again = 1
    reach = 0
    if variant.stock_top is not None:
        kings &= ~stock
        least_again = 0
        reach = 1
    stock_size = popcount(stock)
    leaving = 0
    cards = ids[number, LEFT] & ~tables.ranks[13, 0]
    while cards:
        place = lowest(cards)
        cards &= cards - 1
        if work.free_at[place] < PASS:
            leaving += 1 << (4 * (12 - places[place, RANK]))
    if end_pass <= 1:
        # The next pass can be the last: `prefix` leaves the stock in it.
        prefix = 0
        at_hand = 0
        if end_pass == 1:
            prefix = (1 << end_pointer) - 1
            at_hand = prefix | reach << end_pointer
        later = live & ~stay1 & ~usable
        counts = count_sides(usable | (later & at_hand), tables)
        reached = can_still(number, counts, tables, relaxed)
        later &= ~at_hand
        while not reached and later:
            card = lowest(later)
            later &= later - 1
            rank = tables.sides[card, SIDE_RANK]
            if rank != 13:
                before = nibble(counts, rank)
                counts += 1 << (4 * (rank - 1))
                if before < nibble(demand, rank):
                    reached = can_still(number, counts, tables, relaxed)
                    prefix |= (2 << card >> reach) - 1
        if reached:
            again = surely_again(prefix, stay0, side, kings, leaving, variant, tables)
            again = max(least_again, again)
            if variant.side_pairs is not None:
                direct = (direct0 & stock) | (direct1 & prefix)
                draws = stock_size + again
                return 1 + with_direct(number, removals, draws, direct, variant, tables)
            # Either every removal costs one and only cards that surely stay are
            # drawn again, or all of the prefix is and removals out of it save that.
            saving = unsaved(demand, count_sides(usable & prefix, tables))
            by_draws = pyramid_kings + popcount(side & prefix) + saving
            return stock_size + 1 + max(removals + again, by_draws)
    if recycles < 2:
        return DEAD
    again = max(least_again, surely_again(side, stay0, side, kings, leaving, variant, tables))
    third = least_again
    if end_pass == 2:
        third = max(third, popcount(stay1 & ((1 << end_pointer) - 1)))
    if variant.side_pairs is not None:
        draws = stock_size + again + third
        return 2 + with_direct(number, removals, draws, live, variant, tables)
    saving = unsaved(demand, count_sides(usable, tables))
    by_draws = pyramid_kings + popcount(side) + saving
    return stock_size + 2 + third + max(removals + again, by_draws)


@inlined
def bound_of_everything(
    stock: int,
    stay0: int,
    stay1: int,
    end_pass: int,
    removals: int,
    direct0: int,
    direct1: int,
    recycles: int,
    variant: Variant,
) -> int:
    """The bound when every card has to leave: fixed removals, draws and recycles."""
    least_again = 1
    if variant.stock_top is not None:
        least_again = 0
    draws = popcount(stock & ~direct0)
    if stay1:
        end_pass = max(end_pass, 2)
    if stay0:
        end_pass = max(end_pass, 1)
    if end_pass == 0:
        return removals + draws
    if recycles < min(end_pass, 2):
        return DEAD
    again = max(least_again, popcount(stay0 & ~direct1))
    if end_pass == 1:
        return removals + draws + 1 + again
    return removals + draws + 2 + again + max(least_again, popcount(stay1 & ~direct1))


@inlined
def lower_bound(
    number: int,
    pointer: int,
    side: int,
    refused: int,
    open_cards: int,
    untracked: int,
    recycles: int,
    variant: Variant,
    tables: Prepared,
    relaxed: Relaxed,
    work: Times,
) -> int:
    """The least number of moves to the goal from here, or DEAD when there is no line.

    `number`: pyramid id; `side`: mask of side cards left; `refused`: the pair
    bits of removals that are forbidden; `open_cards`: cards of which no two may
    be paired; `untracked`: cards without pair bits; `recycles`: how many are left.
    """
    ids, by_rank = tables.ids, tables.ranks
    left = ids[number, LEFT]
    removals = ids[number, REMOVALS]
    if removals >= DEAD:
        return DEAD
    side_kings = by_rank[13, BESIDE] & side
    if variant.everything is None:
        if left == 0:
            return 0
    else:
        kings = ids[number, KINGS] + popcount(side_kings)
        removals = kings + (popcount(left) + popcount(side) - kings) // 2
        if removals == 0:
            return 0
    demand = ids[number, DEMAND]
    waste = side & ((1 << pointer) - 1)
    stock = side & ~waste

    live = fill_partners(number, side, refused, untracked, tables, work)
    removable = live
    if variant.side_pairs is not None:
        removable |= with_side_partner(side, tables)
    if variant.everything is not None:
        if removable != side:
            return DEAD
        if variant.side_pairs is None:
            counts = count_sides(side, tables)
            if least_of(counts, demand) != counts:
                return DEAD
    if not can_still(number, count_sides(live, tables), tables, relaxed):
        return DEAD

    reachable = accessible(side, waste, removable, demand, variant, tables) | stock
    now = reachable & removable
    stay0 = side & ~now
    stay1 = side & ~removable
    direct0 = 0
    direct1 = 0
    if variant.stock_top is not None and variant.everything is None:
        latest = latest_by_sides(left, pointer, open_cards, now, tables, work)
        if latest >= DEAD:
            return DEAD
        direct0 = live & ~side_kings
        direct1 = direct0
    else:
        last_times(side, pointer, stay0, stay1, work)
        latest = earliest_times(left, pointer, open_cards, variant, tables, work)
        if latest >= DEAD:
            return DEAD

        # A side card whose partners are all free too late for it stays.
        fill_wanted(left, live & ~side_kings, tables, work)
        cards = removable & ~side_kings
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            wanted_at = work.wanted_at[card] if live >> card & 1 else DEAD
            side_partners = 0
            if variant.side_pairs is not None:
                side_partners = by_rank[13 - tables.sides[card, SIDE_RANK], BESIDE] & side
            if variant.stock_top is not None:
                before = variant.everything is not None and side_partners & ((1 << card) - 1) != 0
                if card >= pointer and (wanted_at <= card or before):
                    direct0 |= 1 << card
                if wanted_at <= PASS + card or before:
                    direct1 |= 1 << card
            if wanted_at > work.last0[card]:
                if side_partners and (stay0 >> card & 1 or side_partners & reachable):
                    continue
                stay0 |= 1 << card
                if wanted_at > work.last1[card] and not side_partners:
                    stay1 |= 1 << card

    end_pass, end_pointer = latest >> 5, latest & 31
    usable = now & ~stay0 & live
    if variant.everything is not None:
        if variant.stock_top is not None:
            direct0 |= side_kings
            direct1 |= side_kings
        return bound_of_everything(
            stock, stay0, stay1, end_pass, removals, direct0, direct1, recycles, variant
        )
    counts = count_sides(usable, tables)
    if end_pass == 0 and can_still(number, counts, tables, relaxed):
        needed = needed_draws(number, stock, usable, counts, end_pointer, variant, tables, relaxed)
        return with_direct(number, removals, popcount(needed), needed & direct0, variant, tables)
    if side == 0 or recycles < 1:
        return DEAD
    return bound_with_recycle(
        number, side, stock, usable, live, stay0, stay1, end_pass, end_pointer,
        removals, direct0, direct1, recycles, variant, tables, relaxed, work,
    )  # fmt: skip
