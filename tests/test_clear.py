"""The clearing search against the relaxed oracle, with and without cover pairs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pyramide.board import encode
from pyramide.deal import Deal
from pyramide.kernels.classes import CLEAR_TABLES, clear_work
from pyramide.kernels.clear import can_clear
from pyramide.layout import MIRROR
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP
from tests.fast_relaxed_oracle import fast_relaxed_oracle
from tests.oracle import relaxed_oracle
from tests.positions import cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
WORK = clear_work()

# The slowest deal known to another solver (it cannot be won): a hard one for a
# search that looks at draws, none for one that does not.
SLOW_ELSEWHERE = cards(
    "Th 2h 4d 3h Qd 8h 9h 5d Jc Td 7c 4c Ts Ac 9c 8d 5s 2s 7h 6s 7s 2c 9d Qs 3d 5c 5h Ad 8s Js "
    "6c 9s 4h Kh Jd 4s 2d 6d Ks Qc 3s 3c Kc 7d Tc Ah 6h Qh Kd 8c As Jh"
)


def cleared(position: Position, cover: bool) -> tuple[bool, int]:
    code = encode(position)
    won, nodes = can_clear(code.ranks, code.present, code.counts, cover, CLEAR_TABLES, WORK)
    return bool(won), int(nodes)


@pytest.mark.nocompiler
@pytest.mark.parametrize(
    ("pyramid", "side", "plain", "with_cover"),
    [
        ("", "", True, True),
        ("Kc", "", True, True),
        ("Ac", "", False, False),
        ("Ac", "Qd", True, True),
        ("Ac Qc", "", False, True),  # the queen covers the ace, and is its only partner
        ("Ac 6c Qc", "7d", False, True),  # the six goes, then only the queen covers the ace
        ("6c Ac Qc", "7d", True, True),
        ("7c 2c Jc 6c 6d Ks", "7d", False, False),
    ],
)
def test_small_pyramids(pyramid: str, side: str, plain: bool, with_cover: bool) -> None:
    position = Position(pyramid_of(pyramid), (), cards(side))
    for cover, expected in ((False, plain), (True, with_cover)):
        assert relaxed_oracle(position, replace(APP, cover=cover)).winnable is expected
        assert cleared(position, cover)[0] is expected


@pytest.mark.nocompiler
@pytest.mark.parametrize("cover", [False, True])
def test_small_positions_in_mid_game(cover: bool) -> None:
    rng = Random("clear small")
    rules = replace(APP, cover=cover)
    for _ in range(150):
        position = random_midgame(rng, rules, rng.randint(1, 12), rng.randint(0, 10))
        assert cleared(position, cover)[0] is relaxed_oracle(position, rules).winnable, position


@pytest.mark.parametrize("cover", [False, True])
def test_positions_in_mid_game_of_all_sizes(cover: bool) -> None:
    rng = Random("clear")
    rules = replace(APP, cover=cover)
    answers = []
    for _ in range(500):
        position = random_midgame(rng, rules, rng.randint(8, 28), rng.randint(0, 24))
        answers.append(cleared(position, cover)[0])
        assert answers[-1] is fast_relaxed_oracle(position, rules).winnable, position
    assert 50 < sum(answers) < 450


@pytest.mark.parametrize("cover", [False, True])
def test_whole_deals(cover: bool) -> None:
    rules = replace(APP, cover=cover)
    for number in range(1, 101):
        position = Position.start(random_deal(number), rules)
        assert cleared(position, cover)[0] is fast_relaxed_oracle(position, rules).winnable, number


def test_the_order_of_the_side_cards_changes_nothing() -> None:
    rng = Random("order")
    for number in range(1, 101):
        position = Position.start(random_deal(number), APP)
        side = list(position.stock)
        rng.shuffle(side)
        assert cleared(position, False) == cleared(replace(position, stock=tuple(side)), False)


def test_mirrored_pyramids_and_other_suits_give_the_same_answer() -> None:
    for number in range(1, 201):
        position = Position.start(random_deal(number), APP)
        mirrored = replace(position, pyramid=tuple(position.pyramid[place] for place in MIRROR))
        suited = replace(
            position, pyramid=tuple(None if c is None else (c + 13) % 52 for c in position.pyramid)
        )
        assert cleared(mirrored, False)[0] == cleared(position, False)[0]
        assert encode(suited).ranks.tolist() == encode(position).ranks.tolist()


def test_a_deal_that_is_slow_elsewhere_is_settled_at_once() -> None:
    position = Position.start(Deal.of(SLOW_ELSEWHERE), APP)
    won, nodes = cleared(position, False)
    assert not won
    assert nodes < 100
    assert fast_relaxed_oracle(position, APP).winnable is False


def test_few_nodes_are_searched() -> None:
    nodes = [
        cleared(Position.start(random_deal(number), APP), False)[1] for number in range(1, 2001)
    ]
    assert sum(nodes) / len(nodes) < 5
    assert max(nodes) < 1000
