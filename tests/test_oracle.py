"""The plain oracles agree with one another, whatever the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pyramide.position import Position
from pyramide.rules import APP, PRESETS, Clear, Rules
from tests.fast_oracle import fast_oracle
from tests.oracle import OracleAnswer, oracle, relaxed_oracle
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame


@pytest.mark.parametrize("passes", [1, 2, 3, None])
def test_the_two_oracles_agree(passes: int | None) -> None:
    rng = Random(f"agree {passes}")
    for rules in ALL_RULES:
        if rules.passes == passes:
            for _ in range(3):
                sizes = rng.randint(1, 10), rng.randint(0, 7)
                position = random_midgame(rng, rules, *sizes)
                assert fast_oracle(position, rules) == oracle(position, rules), (rules, position)


def test_the_relaxed_oracle_agrees_under_unlimited_passes() -> None:
    rng = Random("relaxed")
    for rules in ALL_RULES:
        if rules.passes is None:
            for _ in range(12):
                sizes = rng.randint(1, 10), rng.randint(0, 7)
                position = random_midgame(rng, rules, *sizes)
                full = fast_oracle(position, rules)
                relaxed = relaxed_oracle(position, rules)
                assert full is not None
                assert relaxed.most_pyramid_cards == full.most_pyramid_cards
                assert relaxed.most_cards in (None, full.most_cards)
                assert relaxed.winnable in (None, full.winnable)


def test_a_known_small_game() -> None:
    position = Position(pyramid_of("Ac"), cards("Qd 5h"), cards("8c"))
    assert oracle(position, APP) == OracleAnswer(True, 4, 1, 2, 5)


def test_the_won_start_needs_no_move() -> None:
    won = Position(pyramid_of(""), cards("Kd"), ())
    for solve in (oracle, fast_oracle):
        assert solve(won, APP) == OracleAnswer(True, 0, 0, 0, 1)
        assert solve(won, replace(APP, clear=Clear.ALL)) == OracleAnswer(True, 1, 0, 1, 3)


def test_the_cap_gives_up() -> None:
    position = random_midgame(Random(1), APP, 10, 10)
    for solve in (oracle, fast_oracle):
        assert solve(position, APP, cap=20) is None
        assert solve(position, APP, cap=10**6) is not None


def test_the_relaxed_oracle_leaves_open_what_the_order_decides() -> None:
    position = Position(pyramid_of("Ac"), cards("Qd 5h"), cards("8c"))
    wide = relaxed_oracle(position, Rules(play=PRESETS["microsoft"].play, clear=Clear.ALL))
    assert (wide.winnable, wide.most_pyramid_cards, wide.most_cards) == (None, 1, None)
    with pytest.raises(ValueError, match="unlimited"):
        relaxed_oracle(position, PRESETS["microsoft"])


def test_the_relaxed_oracle_needs_no_order() -> None:
    known = Position(pyramid_of("Ac"), cards("Qd 5h"), cards("8c"))
    unknown = Position(pyramid_of("Ac"), (None, None), (None,), known.present() - set(cards("Ac")))
    assert relaxed_oracle(unknown, APP) == relaxed_oracle(known, APP)
    with pytest.raises(ValueError, match="order"):
        fast_oracle(unknown, APP)


def test_random_positions_are_what_was_asked_for() -> None:
    rng = Random("sizes")
    for rules in ALL_RULES:
        in_pyramid, beside = rng.randint(0, 28), rng.randint(0, 24)
        position = random_midgame(rng, rules, in_pyramid, beside)
        assert sum(card is not None for card in position.pyramid) == in_pyramid
        assert len(position.side) == beside
    assert len(ALL_RULES) == 96
