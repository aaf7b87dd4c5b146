"""Why a position cannot be won: the fewest rank pairs that already make it so.

A set of rank pairs is enough when the position is lost even with all other
cards made free, that is, turned into kings, which leave alone as soon as nothing
covers them.  Freeing cards only makes winning easier, so what is lost then is
lost all the more.  The sets are tried from the smallest up; the empty one cannot
do, so the answer is one of 63.
"""

from __future__ import annotations

from itertools import combinations

from pyramide.answers import NeedsStockOrder
from pyramide.board import COVERED, COVERING, encode, free_ranks
from pyramide.cards import Card, partner_rank, rank_of
from pyramide.errors import PyramideError
from pyramide.explanation import Blocked, Explanation, PairNeed
from pyramide.kernels.classes import CLEAR_TABLES, clear_work
from pyramide.kernels.clear import can_clear
from pyramide.limits import Clock
from pyramide.position import Position
from pyramide.rules import Clear, Rules
from pyramide.winning import WinSearch, WinStatus

CLASSES = tuple((rank, partner_rank(rank)) for rank in range(1, 7))


class NotLost(PyramideError):
    """There is nothing to explain: the position can be won."""


def explain(position: Position, rules: Rules, clock: Clock | None = None) -> Explanation | None:
    """Why a position cannot be won; None when a limit is reached first.

    Raises NotLost when it can be won, and NeedsStockOrder when the order of the
    stock, which is not known, may decide.
    """
    clock = clock or Clock.unlimited()
    search = WinSearch()
    work = clear_work()
    nodes = 0

    def lost_relaxed(kept: frozenset[int]) -> bool:
        nonlocal nodes
        code = free_ranks(encode(position), kept)
        won, searched = can_clear(
            code.ranks, code.present, code.counts, rules.cover, CLEAR_TABLES, work
        )
        nodes += searched
        return not won

    def lost(kept: frozenset[int]) -> bool | None:
        nonlocal nodes
        status, searched = search.decide(position, rules, clock, kept=kept)
        nodes += searched
        if status in (WinStatus.WIN, WinStatus.NO):
            return status is WinStatus.NO
        return None

    for test, whatever_order in ((lost_relaxed, True), (lost, False)):
        if not whatever_order and not position.order_known:
            if rules.passes is None and rules.clear is Clear.PYRAMID:
                break  # the first test was exact
            raise NeedsStockOrder(
                "Whether this can be won depends on the order of the stock: give its cards too, "
                "in the order in which they are drawn."
            )
        everything = test(frozenset(range(1, 13)))
        if everything is None:
            return None
        if not everything:
            continue
        for size in range(1, 7):
            for chosen in combinations(CLASSES, size):
                verdict = test(frozenset(rank for pair in chosen for rank in pair))
                if verdict is None:
                    return None
                if verdict:
                    needs = tuple(pair_need(position, ranks, rules.cover) for ranks in chosen)
                    counting = size == 1 and whatever_order and needs[0].most < needs[0].needed
                    return Explanation(needs, counting, whatever_order, nodes)
    raise NotLost("There is nothing to explain: this can be won.")


def pair_need(position: Position, ranks: tuple[int, int], cover: bool) -> PairNeed:
    """What one rank pair asks of the pyramid."""
    low_rank, high_rank = ranks
    place_of = {card: place for place, card in enumerate(position.pyramid) if card is not None}
    low = tuple(card for card in place_of if rank_of(card) == low_rank)
    high = tuple(card for card in place_of if rank_of(card) == high_rank)
    left = sum(rank_of(card) == low_rank for card in position.present())
    possible: list[tuple[Card, Card]] = []
    blocked: list[Blocked] = []
    for one in low:
        for other in high:
            place, mate = place_of[one], place_of[other]
            over_mate = int(COVERED[place]) >> mate & 1
            under_mate = int(COVERING[place]) >> mate & 1
            beside = cover and (mate in position.covers(place) or place in position.covers(mate))
            if beside or not (over_mate or under_mate):
                possible.append((one, other))
            elif over_mate:
                blocked.append(Blocked(one, other))
            else:
                blocked.append(Blocked(other, one))
    hubs = vertex_cover(low, high, possible)
    needed = max(0, len(low) + len(high) - left)
    return PairNeed(ranks, low, high, needed, tuple(possible), len(hubs), tuple(blocked), hubs)


def vertex_cover(
    low: tuple[Card, ...], high: tuple[Card, ...], pairs: list[tuple[Card, Card]]
) -> tuple[Card, ...]:
    """The fewest cards such that each pair has one of them; as many as pairs fit at
    once (König's theorem).
    """
    cards = low + high
    for size in range(len(cards) + 1):
        for chosen in combinations(cards, size):
            if all(one in chosen or other in chosen for one, other in pairs):
                return chosen
    raise AssertionError("all cards together cover every pair")
