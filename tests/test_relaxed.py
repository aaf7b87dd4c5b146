"""The relaxed question of the searches: the memo answers as the clearing search does."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from pyramide.board import EMPTY_ID, FREE, NEXT, PRESENT, encode, pyramid_id
from pyramide.kernels.classes import CLEAR_TABLES, clear_work
from pyramide.kernels.clear import can_clear
from pyramide.kernels.prepare import RELATED, RELATED_APART, Prepared, prepare, prepared
from pyramide.kernels.relaxed import Relaxed, can_still, relaxed_work, unsaved
from pyramide.kernels.sets import fill_lines
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP

pytestmark = [pytest.mark.kernel, pytest.mark.nocompiler]
WORK = clear_work()


def set_up(position: Position, goal: int, cover: bool) -> tuple[Prepared, Relaxed]:
    code = encode(position)
    tables, relaxed = prepared(), relaxed_work()
    relaxed.goal[0] = goal
    relaxed.cover[0] = cover
    fill_lines(
        code.ranks, code.present, cover,
        relaxed.fixed, relaxed.sets, relaxed.clear, relaxed.work,
    )  # fmt: skip
    prepare(
        code.ranks, code.present, int(PRESENT[goal]), code.side_ranks, cover,
        RELATED_APART if cover else RELATED, tables,
    )  # fmt: skip
    return tables, relaxed


def fewer(rng: Random, counts: int) -> int:
    """Most of these side cards, as nibbles."""
    left = [counts >> 4 * n & 15 for n in range(12)]
    return sum(max(0, count - (rng.random() < 0.1)) << 4 * n for n, count in enumerate(left))


@pytest.mark.parametrize("cover", [False, True])
def test_it_is_the_clearing_search_asked_twice(cover: bool) -> None:
    rng = Random("can still")
    yes = 0
    for number in range(1, 7):
        code = encode(Position.start(random_deal(number), APP))
        tables, relaxed = set_up(Position.start(random_deal(number), APP), EMPTY_ID, cover)
        for _ in range(25):
            pyramid = 0
            for _ in range(rng.randint(0, 26)):
                free = [place for place in range(28) if int(FREE[pyramid]) >> place & 1]
                pyramid = int(NEXT[pyramid, rng.choice(free)])
            counts = fewer(rng, code.counts)
            left = int(PRESENT[pyramid])
            expected, _ = can_clear(code.ranks, left, counts, cover, CLEAR_TABLES, WORK)
            for _ in range(2):  # the second answer comes from the memo
                assert can_still(pyramid, counts, tables, relaxed) == expected
            yes += bool(expected)
    assert 30 < yes < 130


def test_towards_another_goal_only_the_cards_between_have_to_go() -> None:
    rng = Random("goals")
    code = encode(Position.start(random_deal(2), APP))
    for _ in range(20):
        goal = 0
        path = [goal]
        for _ in range(12):
            free = [place for place in range(28) if int(FREE[goal]) >> place & 1]
            goal = int(NEXT[goal, rng.choice(free)])
            path.append(goal)
        tables, relaxed = set_up(Position.start(random_deal(2), APP), goal, False)
        pyramid = rng.choice(path)
        counts = fewer(rng, code.counts)
        between = int(PRESENT[pyramid]) & ~int(PRESENT[goal])
        expected, _ = can_clear(code.ranks, between, counts, False, CLEAR_TABLES, WORK)
        assert can_still(pyramid, counts, tables, relaxed) == expected


def test_the_goal_itself_needs_nothing() -> None:
    tables, relaxed = set_up(Position.start(random_deal(2), APP), EMPTY_ID, False)
    assert can_still(EMPTY_ID, 0, tables, relaxed)
    assert pyramid_id(0) == EMPTY_ID
    assert not can_still(0, 0, tables, relaxed)
    assert np.count_nonzero(relaxed.memo) == 1


def nibbles(**counts: int) -> int:
    """Counts by rank letter, such as q=2."""
    order = "a23456789tjq"
    return sum(count << 4 * order.index(rank.strip("_")) for rank, count in counts.items())


@pytest.mark.parametrize(
    ("demand", "saved", "least"),
    [
        (nibbles(), nibbles(), 0),
        (nibbles(a=3), nibbles(), 3),
        (nibbles(a=3, q=2), nibbles(), 3),  # two pairs among themselves, one alone
        (nibbles(a=3, q=2), nibbles(a=1), 2),
        (nibbles(a=3, q=2), nibbles(a=3, q=2), 0),
        (nibbles(a=1), nibbles(a=4), 0),
        (nibbles(a=1, j=2, _2=1), nibbles(q=4), 3),
        (nibbles(_6=4, _7=4, t=1, _3=3), nibbles(_3=1), 6),
    ],
)
def test_removals_that_save_no_draw(demand: int, saved: int, least: int) -> None:
    assert unsaved(demand, saved) == least
