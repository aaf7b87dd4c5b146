"""Winnable and most cards under unlimited passes, with plans that stand on their own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from pyramide.board import PRESENT
from pyramide.cards import PACK, Card, card_name
from pyramide.clearing import clearing, largest
from pyramide.codes import lookup
from pyramide.deal import Deal
from pyramide.layout import COVERS_OF
from pyramide.plan import Plan
from pyramide.position import Position
from pyramide.random_deals import random_cards, random_deal
from pyramide.rules import APP
from tests.fast_relaxed_oracle import fast_relaxed_oracle
from tests.positions import random_midgame

pytestmark = pytest.mark.kernel

VALUES = {letter: value for value, letter in enumerate("A23456789TJQK", start=1)}


def judge(position: Position, plan: Plan, cover: bool, left_over: int = 0) -> None:
    """Play a plan by hand: counters and sets alone, nothing of the library but the layout."""

    def value(card: Card) -> int:
        return card % 13 + 1

    left = {card: place for place, card in enumerate(position.pyramid) if card is not None}
    beside = Counter(value(c) for c in position.present() - set(left))
    for step in plan:
        hiding = {c: [q for q in COVERS_OF[left[c]] if q in left.values()] for c in step.cards}
        blocked = [c for c in step.cards if hiding[c]]
        total = sum(map(value, step.cards))
        if step.partner_rank is not None:
            total += step.partner_rank
            beside[step.partner_rank] -= 1
            assert beside[step.partner_rank] >= 0
            assert len(step.cards) == 1
        assert total == 13
        if blocked:
            assert cover
            assert len(step.cards) == 2
            (covered,) = blocked
            (other,) = set(step.cards) - {covered}
            assert hiding[covered] == [left[other]]
        for c in step.cards:
            del left[c]
    assert len(left) == left_over


def first_29(number: int) -> Position:
    """A numbered deal as the app shows it: the pyramid and one waste card."""
    return Position.start(Deal.of(random_cards(number)[:29]), APP)


def check(position: Position, cover: bool) -> bool:
    truth = fast_relaxed_oracle(position, replace(APP, cover=cover))
    answer = clearing(position, cover)
    assert answer.winnable is truth.winnable
    most = largest(position, cover)
    assert (most.pyramid_cards, most.cards) == (truth.most_pyramid_cards, truth.most_cards)
    assert (answer.plan is not None) == answer.winnable
    if answer.plan is not None:
        judge(position, answer.plan, cover)
        assert most.pyramid_cards == sum(card is not None for card in position.pyramid)
        assert [int(PRESENT[goal]) for goal in most.goals] == [0]
    return answer.winnable


def test_the_deal_of_the_rules_page() -> None:
    position = Position.start(Deal(lookup("PY1-N-AAAAAAS").cards), APP)
    answer = clearing(position, False)
    assert answer.winnable
    assert answer.plan is not None
    judge(position, answer.plan, False)
    most = largest(position, False)
    assert (most.pyramid_cards, most.goals) == (28, (1429,))
    truth = fast_relaxed_oracle(position, APP)
    assert (most.pyramid_cards, most.cards) == (truth.most_pyramid_cards, truth.most_cards)


@pytest.mark.parametrize("cover", [False, True])
def test_deals_of_29_cards(cover: bool) -> None:
    wins = [check(first_29(number), cover) for number in range(201, 251)]
    assert 10 < sum(wins) < 50


@pytest.mark.slow
def test_a_thousand_deals_of_29_cards() -> None:
    wins = [check(first_29(number), False) for number in range(1001, 2001)]
    assert abs(sum(wins) - 668.7) < 60


@pytest.mark.slow
def test_300_deals_of_29_cards_with_cover_pairs() -> None:
    wins = [check(first_29(number), True) for number in range(2001, 2301)]
    assert abs(sum(wins) - 0.8315 * 300) < 30


@pytest.mark.nocompiler
@pytest.mark.parametrize("cover", [False, True])
def test_a_few_positions_in_mid_game(cover: bool) -> None:
    rng = Random("clearing few")
    for _ in range(6):
        check(random_midgame(rng, APP, rng.randint(1, 12), rng.randint(0, 10)), cover)


@pytest.mark.parametrize("cover", [False, True])
def test_positions_in_mid_game(cover: bool) -> None:
    rng = Random("clearing")
    for _ in range(150):
        check(random_midgame(rng, APP, rng.randint(1, 28), rng.randint(0, 24)), cover)


def test_the_goals_of_a_lost_deal_can_be_cleared_to() -> None:
    for number in (2, 3, 5, 10, 11, 14):
        position = Position.start(random_deal(number), APP)
        most = largest(position, False)
        assert most.goals
        for goal in most.goals:
            left = int(PRESENT[goal]).bit_count()
            assert left == 28 - most.pyramid_cards
            answer = clearing(position, False, goal)
            assert answer.winnable
            assert answer.plan is not None
            judge(position, answer.plan, False, left_over=left)


def test_what_is_not_known_of_the_stock_does_not_matter() -> None:
    for number in range(1, 31):
        whole, shown = Position.start(random_deal(number), APP), first_29(number)
        assert clearing(whole, False).winnable is clearing(shown, False).winnable
        assert largest(whole, False) == largest(shown, False)


def test_the_values_of_the_rules_page() -> None:
    # The judge above counts card % 13 + 1: ace 1, jack 11, queen 12, king 13.
    assert all(VALUES[card_name(card)[0]] == card % 13 + 1 for card in PACK)
