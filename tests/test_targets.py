"""The targets of a challenge: what is left of the pyramid holds all cards of one of them."""

from __future__ import annotations

from random import Random

import pytest

from pyramide.board import EMPTY_ID, PRESENT, encode
from pyramide.limits import Clock, Limits
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import PRESETS
from pyramide.targets import APEX_ONLY, reachable_pyramids, targets
from pyramide.winning import WinSearch
from tests.challenge_oracle import reached
from tests.positions import cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel


@pytest.mark.nocompiler
def test_known_targets() -> None:
    wins = WinSearch()
    rules = PRESETS["app"]
    won = Position(pyramid_of("Kc"), (), cards("5h"))
    assert targets(won, rules, wins, Clock.unlimited()) == [EMPTY_ID, APEX_ONLY]
    stuck = Position(pyramid_of("7c 2c Jc"), (), ())
    assert targets(stuck, rules, wins, Clock.unlimited()) == [APEX_ONLY]
    assert reachable_pyramids(stuck, False)[0] == APEX_ONLY


@pytest.mark.parametrize("name", ["app", "app-one-pass", "traditional", "microsoft"])
def test_every_pyramid_met_holds_a_target(name: str) -> None:
    rules = PRESETS[name]
    rng = Random(f"targets {name}")
    wins = WinSearch()
    for _ in range(40):
        position = random_midgame(rng, rules, rng.randint(1, 12), rng.randint(0, 8))
        met = reached(position, rules, 8000)
        if met is None:
            continue
        found = targets(position, rules, wins, Clock.unlimited())
        assert found is not None
        left = {encode(place).present for place in met}
        for present in left:
            assert any(int(PRESENT[t]) & ~present == 0 for t in found)
        if EMPTY_ID not in found:
            assert {int(PRESENT[t]) for t in found} <= left


def test_a_limit_gives_none() -> None:
    rules = PRESETS["microsoft"]
    position = Position.start(random_deal(1), rules)
    assert targets(position, rules, WinSearch(), Clock(Limits(nodes=0))) is None
