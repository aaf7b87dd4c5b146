"""Relations between the answers of different rule sets, positions and images of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from pyramide.answers import Answer, Solver
from pyramide.cards import make_card, rank_of, suit_of
from pyramide.game import apply
from pyramide.layout import MIRROR
from pyramide.position import Position
from pyramide.rules import Clear, Play, Rules
from tests.positions import ALL_RULES, random_midgame

pytestmark = [pytest.mark.kernel, pytest.mark.slow]
SOLVER = Solver()
RULES = [rules for rules in ALL_RULES if rules.waste_start == 0]


def answer_of(position: Position, rules: Rules) -> Answer:
    return SOLVER.solve(position, rules)


def easier(rules: Rules) -> Iterator[Rules]:
    """The rule sets that only add moves to these."""
    if not rules.cover:
        yield replace(rules, cover=True)
    if rules.passes is not None:
        yield replace(rules, passes=rules.passes + 1 if rules.passes < 3 else None)
    if rules.play is Play.WASTE:
        yield replace(rules, play=Play.DRAWN_PAIR)
        yield replace(rules, play=Play.STOCK_AND_WASTE)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_more_moves_never_make_less_possible(rules: Rules) -> None:
    rng = Random(f"easier {rules}")
    for _ in range(4):
        position = random_midgame(rng, rules, rng.randint(1, 12), rng.randint(0, 10))
        hard = answer_of(position, rules)
        for wider in easier(rules):
            easy = answer_of(position, wider)
            assert easy.winnable or not hard.winnable
            assert (easy.most_pyramid_cards or 0) >= (hard.most_pyramid_cards or 0)
            assert (easy.most_cards or 0) >= (hard.most_cards or 0)
        if rules.clear is Clear.ALL and hard.winnable:
            assert answer_of(position, replace(rules, clear=Clear.PYRAMID)).winnable


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_mirrored_and_with_other_suits_it_is_the_same(rules: Rules) -> None:
    rng = Random(f"mirror {rules}")
    for _ in range(3):
        position = random_midgame(rng, rules, rng.randint(1, 14), rng.randint(0, 10))
        suits = rng.sample(range(4), 4)

        def other(card: int | None, suits: list[int] = suits) -> int | None:
            return None if card is None else make_card(rank_of(card), suits[suit_of(card)])

        image = replace(
            position,
            pyramid=tuple(other(position.pyramid[MIRROR[place]]) for place in range(28)),
            waste=tuple(map(other, position.waste)),
            stock=tuple(map(other, position.stock)),
        )
        one, two = answer_of(position, rules), answer_of(image, rules)
        assert (one.winnable, one.shortest) == (two.winnable, two.shortest)
        assert one.most_pyramid_cards == two.most_pyramid_cards
        assert one.most_cards == two.most_cards


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_after_any_prefix_the_shortest_is_what_is_left(rules: Rules) -> None:
    rng = Random(f"prefix {rules}")
    found = 0
    while found < 2:
        position = random_midgame(rng, rules, rng.randint(1, 10), rng.randint(0, 10))
        answer = answer_of(position, rules)
        if not answer.moves:
            continue
        found += 1
        for done, move in enumerate(answer.moves, start=1):
            position = apply(position, move, rules)
            assert answer_of(position, rules).shortest == len(answer.moves) - done
