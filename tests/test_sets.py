"""The largest sets of cards that can leave, against the relaxed oracle's reachable ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from pyramide.board import FULL_MASK, PRESENT, PYRAMID_COUNT, encode
from pyramide.kernels.classes import CLEAR_TABLES, clear_work
from pyramide.kernels.sets import SET_TABLES, can_reach, largest_sets, most_removable, set_work
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP
from tests.fast_oracle import fast_oracle
from tests.fast_relaxed_oracle import fast_relaxed_oracle, reachable
from tests.positions import cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
WORK = clear_work()
SETS = set_work()


def most(position: Position, cover: bool) -> tuple[int, int]:
    code = encode(position)
    in_pyramid, in_all = most_removable(
        code.ranks, code.present, code.counts, code.kings, cover,
        SET_TABLES, SETS, CLEAR_TABLES, WORK,
    )  # fmt: skip
    return int(in_pyramid), int(in_all)


def largest(position: Position, cover: bool) -> set[int]:
    """The masks of pyramid cards left where the most have gone, after `most`."""
    code = encode(position)
    goals = np.zeros(PYRAMID_COUNT, dtype=np.int64)
    found = largest_sets(
        goals, code.present, most(position, cover)[0], code.counts, cover,
        SET_TABLES, SETS, CLEAR_TABLES, WORK,
    )  # fmt: skip
    return {int(PRESENT[number]) for number in goals[:found]}


def check(position: Position, cover: bool) -> None:
    truth = fast_relaxed_oracle(position, replace(APP, cover=cover))
    assert most(position, cover) == (truth.most_pyramid_cards, truth.most_cards), position


@pytest.mark.nocompiler
@pytest.mark.parametrize(
    ("pyramid", "side", "counts"),
    [
        ("Ac", "", (0, 0)),
        ("Ac", "Qd", (1, 2)),
        ("Ac Kc Qc", "Kd Kh", (1, 3)),  # the kings; the queen, whose partner is under it, stays
        ("2c Jd 3h", "2s Kh 9c 9d", (1, 3)),
        ("Ac Qc", "Qd", (0, 0)),
    ],
)
def test_small_pyramids(pyramid: str, side: str, counts: tuple[int, int]) -> None:
    position = Position(pyramid_of(pyramid), (), cards(side))
    truth = fast_oracle(position, APP)
    assert truth is not None
    assert (truth.most_pyramid_cards, truth.most_cards) == counts
    assert most(position, False) == counts


@pytest.mark.nocompiler
@pytest.mark.parametrize("cover", [False, True])
def test_a_few_small_positions(cover: bool) -> None:
    rng = Random("sets few")
    for _ in range(8):
        check(random_midgame(rng, APP, rng.randint(1, 10), rng.randint(0, 8)), cover)


@pytest.mark.parametrize("cover", [False, True])
def test_positions_in_mid_game(cover: bool) -> None:
    rng = Random("sets")
    for _ in range(400):
        check(random_midgame(rng, APP, rng.randint(1, 28), rng.randint(0, 24)), cover)


@pytest.mark.parametrize("cover", [False, True])
def test_whole_deals(cover: bool) -> None:
    for number in range(101, 201):
        check(Position.start(random_deal(number), APP), cover)


def test_the_full_oracle_agrees() -> None:
    rng = Random("sets full")
    for _ in range(150):
        position = random_midgame(rng, APP, rng.randint(1, 14), rng.randint(0, 10))
        truth = fast_oracle(position, APP)
        assert truth is not None
        assert most(position, False) == (truth.most_pyramid_cards, truth.most_cards), position


@pytest.mark.parametrize("cover", [False, True])
def test_the_largest_sets_are_all_that_can_be_reached(cover: bool) -> None:
    rng = Random("largest")
    positions = [random_midgame(rng, APP, rng.randint(1, 28), 18) for _ in range(60)]
    positions += [Position.start(random_deal(number), APP) for number in (2, 3, 5, 10, 11, 14)]
    for position in positions:
        reached, _, _ = reachable(position, cover)
        most_gone = max(map(int.bit_count, reached))
        present = encode(position).present
        expected = {present & ~gone for gone in reached if gone.bit_count() == most_gone}
        assert largest(position, cover) == expected, position


@pytest.mark.parametrize("cover", [False, True])
def test_every_set_can_be_reached_or_not_as_the_oracle_says(cover: bool) -> None:
    for number in (2, 3, 14):
        position = Position.start(random_deal(number), APP)
        code = encode(position)
        most(position, cover)
        reached, _, _ = reachable(position, cover)
        for pyramid in range(PYRAMID_COUNT):
            gone = FULL_MASK & ~int(PRESENT[pyramid])
            found = can_reach(pyramid, code.counts, cover, SET_TABLES, SETS, CLEAR_TABLES, WORK)
            assert found == (gone in reached), (number, gone)
