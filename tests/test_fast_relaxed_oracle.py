"""The fast relaxed oracle says what the plain one says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP, PRESETS
from tests.fast_relaxed_oracle import fast_relaxed_oracle
from tests.oracle import RelaxedAnswer, relaxed_oracle
from tests.positions import cards, pyramid_of, random_midgame


@pytest.mark.parametrize("cover", [False, True])
def test_it_agrees_with_the_plain_one_in_mid_game(cover: bool) -> None:
    rng = Random("fast relaxed")
    rules = replace(APP, cover=cover)
    for _ in range(150):
        position = random_midgame(rng, rules, rng.randint(0, 16), rng.randint(0, 24))
        assert fast_relaxed_oracle(position, rules) == relaxed_oracle(position, rules), position


@pytest.mark.parametrize("number", [1, 2, 3])
def test_it_agrees_with_the_plain_one_on_whole_deals(number: int) -> None:
    position = Position.start(random_deal(number), APP)
    assert fast_relaxed_oracle(position, APP) == relaxed_oracle(position, APP)


def test_known_answers() -> None:
    position = Position(pyramid_of("2c Jd 3h"), cards("Kd"), cards("Kh 2s 9c 9d"))
    # The jack goes with the two beside, and both kings; the three, without a ten, stays.
    assert fast_relaxed_oracle(position, APP) == RelaxedAnswer(False, 1, 4)
    won = Position(pyramid_of(""), cards("Kd"), ())
    assert fast_relaxed_oracle(won, APP) == RelaxedAnswer(True, 0, 0)
    covered = Position(pyramid_of("2c Jd"), (), ())
    assert fast_relaxed_oracle(covered, APP) == RelaxedAnswer(False, 0, 0)
    assert fast_relaxed_oracle(covered, PRESETS["app-cover"]) == RelaxedAnswer(True, 2, 2)


def test_other_rules_are_refused() -> None:
    position = Position(pyramid_of("Kc"), (), ())
    for name in ("app-strict", "app-one-pass", "app-drawn-pair", "microsoft"):
        with pytest.raises(ValueError, match="for app"):
            fast_relaxed_oracle(position, PRESETS[name])
