"""Explanations of lost positions: enough, smallest, and true of the cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from pyramide.answers import NeedsStockOrder
from pyramide.cards import KING, make_card, rank_of
from pyramide.deal import Deal
from pyramide.explain import CLASSES, NotLost, explain, pair_need, vertex_cover
from pyramide.explanation import Explanation
from pyramide.layout import COVERS_OF
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP, PRESETS, Rules
from tests.positions import cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel


def lies_under(under: int, over: int) -> bool:
    """Whether one place waits for another, found by walking down the covers."""
    covers = COVERS_OF[under]
    return over in covers or any(lies_under(cover, over) for cover in covers)


def relaxed_win(position: Position, kept: frozenset[int], cover: bool) -> bool:
    """A plain search with every side card at hand and all but `kept` ranks as kings."""
    side: dict[int, int] = {}
    for card in (*position.side, *position.unseen):
        if card is not None:
            side[rank_of(card)] = side.get(rank_of(card), 0) + 1
    seen = set()

    def clears(left: frozenset[int], used: tuple[int, ...]) -> bool:
        if not left:
            return True
        key = (left, used)
        if key in seen:
            return False
        seen.add(key)
        free = [place for place in left if not set(COVERS_OF[place]) & left]
        for place in free:
            card = position.pyramid[place]
            assert card is not None
            rank = rank_of(card)
            if rank == KING or rank not in kept:
                return clears(left - {place}, used)
        for place in free:
            card = position.pyramid[place]
            assert card is not None
            mate_rank = 13 - rank_of(card)
            for mate in left - {place}:
                other = position.pyramid[mate]
                assert other is not None
                covers = set(COVERS_OF[mate]) & left
                meets = not covers or (cover and covers == {place})
                if rank_of(other) == mate_rank and meets and clears(left - {place, mate}, used):
                    return True
            if side.get(mate_rank, 0) > used[mate_rank]:
                more = tuple(n + (r == mate_rank) for r, n in enumerate(used))
                if clears(left - {place}, more):
                    return True
        return False

    present = frozenset(p for p, card in enumerate(position.pyramid) if card is not None)
    return clears(present, (0,) * 14)


def kept_ranks(explanation: Explanation) -> frozenset[int]:
    return frozenset(rank for need in explanation.pairs for rank in need.ranks)


@pytest.mark.parametrize("cover", [False, True])
def test_the_pairs_are_enough_and_the_fewest(cover: bool) -> None:
    rules = replace(APP, cover=cover)
    rng = Random(11)
    lost = 0
    while lost < 40:
        position = random_midgame(rng, rules, rng.randrange(6, 16), rng.randrange(0, 10))
        try:
            explanation = explain(position, rules)
        except NotLost:
            assert relaxed_win(position, frozenset(range(1, 13)), cover)
            continue
        assert explanation is not None
        lost += 1
        assert explanation.whatever_order
        assert not relaxed_win(position, kept_ranks(explanation), cover)
        for fewer in combinations(CLASSES, len(explanation.pairs) - 1):
            assert relaxed_win(position, frozenset(r for pair in fewer for r in pair), cover)


def test_a_rank_pair_that_counting_alone_refutes() -> None:
    explanation = explain(Position.start(random_deal(2), APP), APP)
    assert explanation is not None
    (need,) = explanation.pairs
    assert explanation.by_counting
    assert (need.ranks, need.needed, need.most) == ((6, 7), 2, 1)
    assert len(need.low) + len(need.high) == 6
    place_of = {card: place for place, card in enumerate(random_deal(2).pyramid)}
    for block in need.blocked:
        assert lies_under(place_of[block.under], place_of[block.over])


def test_two_rank_pairs_that_wait_for_each_other() -> None:
    # 5c lies on 6h and 7d on 8s; 5c needs 8s, 7d needs 6h, and nothing is beside.
    explanation = explain(Position(pyramid_of("Kh 6h 8s 5c -- 7d"), (), ()), APP)
    assert explanation is not None
    assert [need.ranks for need in explanation.pairs] == [(5, 8), (6, 7)]
    assert not explanation.by_counting
    assert all(need.needed == 1 and need.most == 1 for need in explanation.pairs)


def test_what_only_the_order_of_the_side_cards_makes_lost() -> None:
    # The 8 lies under the king of hearts' neighbour 9 on the waste: one pass, no way to it.
    position = Position(pyramid_of("5c"), cards("8s 4d 9c"), (), pass_number=1)
    one_pass = PRESETS["app-one-pass"]
    explanation = explain(position, one_pass)
    assert explanation is not None
    assert not explanation.whatever_order
    assert {need.ranks for need in explanation.pairs} == {(4, 9), (5, 8)}
    with pytest.raises(NotLost):
        explain(position, APP)


def test_an_unknown_order_that_may_decide_is_asked_for() -> None:
    seen = random_deal(1).cards[:29]
    deal = Deal.of(card for card in seen if card is not None)
    with pytest.raises(NotLost):
        explain(Position.start(deal, APP), APP)
    with pytest.raises(NeedsStockOrder, match="order of the stock"):
        explain(Position.start(deal, PRESETS["app-one-pass"]), PRESETS["app-one-pass"])


def test_a_winnable_deal_has_nothing_to_explain() -> None:
    with pytest.raises(NotLost):
        explain(Position.start(random_deal(1), APP), APP)


def test_a_pair_under_its_own_partner_meets_only_with_cover() -> None:
    position = Position(pyramid_of("6h 7d"), (), ())
    assert pair_need(position, (6, 7), cover=False).most == 0
    assert pair_need(position, (6, 7), cover=True).most == 1
    assert explain(position, APP) is not None
    with pytest.raises(NotLost):
        explain(position, Rules(cover=True))


def test_a_vertex_cover_is_as_large_as_a_matching() -> None:
    low = tuple(make_card(1, suit) for suit in range(4))
    high = tuple(make_card(12, suit) for suit in range(4))
    assert vertex_cover(low, high, []) == ()
    assert len(vertex_cover(low, high, [(a, b) for a in low for b in high])) == 4
    assert vertex_cover(low, high, [(low[0], b) for b in high]) == (low[0],)
