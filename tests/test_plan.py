"""Removal plans: refused where they break a rule, played out as lines that win."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pyramide.cards import Card, card_from_name
from pyramide.game import apply, is_won
from pyramide.plan import PlanStep, check_plan, line_of_plan
from pyramide.position import Position
from pyramide.rules import APP, PRESETS
from tests.positions import cards, pyramid_of

pytestmark = pytest.mark.nocompiler


def card(name: str) -> Card:
    return card_from_name(name)


def step(names: str, partner_rank: int | None = None) -> PlanStep:
    return PlanStep(cards(names), partner_rank)


# The jack at the top under a king and a queen.
POSITION = Position(pyramid_of("Jc Kc Qc"), cards("2d"), cards("5h Ad 8c"))
PLAN = (step("Kc"), step("Qc", 1), step("Jc", 2))


def test_a_plan_that_can_be_played_passes() -> None:
    check_plan(POSITION, PLAN, cover=False)
    check_plan(POSITION, (PLAN[1], PLAN[0], PLAN[2]), cover=False)
    check_plan(POSITION, (), cover=False)


def test_the_unseen_cards_are_at_hand_too() -> None:
    hidden = replace(POSITION, stock=(None,) * 3, unseen=frozenset(cards("5h Ad 8c")))
    check_plan(hidden, PLAN, cover=False)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ((step("Jc", 2),), "removes a covered card"),
        ((step("Kc"), step("Jc", 2)), "removes a covered card"),
        ((step("Qc"),), "leaves alone and is no king"),
        ((step("Qc", 2),), "is no pair"),
        ((step("Kc Qc"),), "is no pair"),
        ((step("Kc"), step("Qc", 1), step("Jc", 2), step("Jc", 2)), "not in"),
    ],
)
def test_a_plan_that_breaks_a_rule_is_refused(plan: tuple[PlanStep, ...], words: str) -> None:
    with pytest.raises((AssertionError, ValueError), match=words):
        check_plan(POSITION, plan, cover=False)


def test_a_side_card_is_used_once_only() -> None:
    position = Position(pyramid_of("Kd Qc Qd"), (), cards("Ad"))
    check_plan(position, (step("Qc", 1),), cover=False)
    with pytest.raises(AssertionError, match="needs a side card that is gone"):
        check_plan(position, (step("Qc", 1), step("Qd", 1)), cover=False)


def test_a_cover_pair_needs_its_rule_and_a_lone_cover() -> None:
    pair = (step("Qc Ac"),)
    alone = Position(pyramid_of("Ac Qc"), (), ())
    check_plan(alone, pair, cover=True)
    with pytest.raises(AssertionError, match="covered"):
        check_plan(alone, pair, cover=False)
    twice = Position(pyramid_of("Ac Qc Kd"), (), ())
    with pytest.raises(AssertionError, match="covered"):
        check_plan(twice, pair, cover=True)


def test_a_plan_becomes_a_line_that_wins() -> None:
    line = line_of_plan(POSITION, PLAN)
    # Kc; draw 5h, Ad: Ad Qc; draw 8c; recycle; draw 2d: 2d Jc.
    assert "; ".join(map(str, line)) == (
        "Kc; draw; draw; Ad Qc; draw; recycle; draw; Jc 2d".replace("Ad Qc", "Qc Ad")
    )
    position = POSITION
    for move in line:
        position = apply(position, move, APP)
    assert is_won(position, APP)


@pytest.mark.parametrize("name", ["app", "app-drawn-pair", "app-cover"])
def test_the_line_wins_for_every_order_and_any_play(name: str) -> None:
    rules = PRESETS[name]
    rng = Random(name)
    side = list(cards("2d 5h Ad 8c Kh 6s"))
    for _ in range(50):
        rng.shuffle(side)
        cut = rng.randint(0, len(side))
        start = replace(POSITION, waste=tuple(side[:cut]), stock=tuple(side[cut:]))
        position = start
        for move in line_of_plan(start, PLAN):
            position = apply(position, move, rules)
        assert is_won(position, rules)


def test_an_empty_plan_is_an_empty_line() -> None:
    assert line_of_plan(Position(pyramid_of(""), (), cards("Ad")), ()) == ()
    assert card("Ad") == 13
