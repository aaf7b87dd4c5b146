"""The search of challenges, step by step: slices, full arrays, and what it returns."""

from __future__ import annotations

import pytest

from pyramide.challenges import ChallengeAnswer, ChallengeSearch, ChallengeStatus
from pyramide.kernels.challenge import EXHAUSTED, FOUND, NODES_FULL, RUNNING, TABLE_FULL
from pyramide.limits import Clock, Limits
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import PRESETS

pytestmark = pytest.mark.kernel
RULES = PRESETS["microsoft"]


def score(number: int, nodes: int | None = None) -> tuple[ChallengeAnswer, int]:
    """The best score of a deal by a search of its own, and the nodes it expanded."""
    clock = Clock(Limits(nodes=nodes))
    position = Position.start(random_deal(number), RULES)
    return ChallengeSearch().best_score(position, RULES, clock), clock.nodes


@pytest.mark.nocompiler
def test_the_status_codes_differ() -> None:
    assert len({RUNNING, FOUND, EXHAUSTED, NODES_FULL, TABLE_FULL}) == 5


def test_growing_arrays_and_slices_change_nothing() -> None:
    # Far more nodes than the arrays hold at first, in many slices.
    first, nodes = score(5)
    assert nodes > 20_000
    assert first.status is ChallengeStatus.OPTIMAL
    search = ChallengeSearch()
    position = Position.start(random_deal(5), RULES)
    for _ in range(2):
        clock = Clock.unlimited()
        assert search.best_score(position, RULES, clock) == first
        assert clock.nodes == nodes


def test_more_nodes_never_widen_the_bounds() -> None:
    truth, nodes = score(3)
    assert truth.value is not None
    low, high = 0, 10_000
    for share in (1, 2, 3, 4):
        answer, used = score(3, nodes * share // 4)
        assert used <= nodes * share // 4
        assert answer.value_bounds is not None
        assert low <= answer.value_bounds[0] <= truth.value <= answer.value_bounds[1] <= high
        low, high = answer.value_bounds


def test_the_lines_of_one_search_do_not_depend_on_those_before() -> None:
    search = ChallengeSearch()
    answers = [
        search.best_score(Position.start(random_deal(number), RULES), RULES, Clock.unlimited())
        for number in (4, 2, 4)
    ]
    assert answers[0] == answers[2]
    assert answers[1] == score(2)[0]
