"""Many deals in one kernel, beside one search after the other."""

from __future__ import annotations

from random import Random

import pytest

from pyramide.errors import PyramideError
from pyramide.limits import Clock, Limits
from pyramide.position import Position
from pyramide.random_deals import MAX_NUMBER, random_deal
from pyramide.rules import PRESETS, Rules
from pyramide.winning import WinSearch, WinStatus
from tests.positions import ALL_RULES

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_deals_are_judged_as_one_by_one(rules: Rules) -> None:
    search = WinSearch()
    first = Random(f"judging {rules}").randrange(1, 10**6)
    fates = search.judge_deals(first, first + 19, rules)
    for number, fate in enumerate(fates, first):
        position = Position.start(random_deal(number), rules)
        status, _ = search.decide(position, rules, Clock(Limits(memory=1 << 30)))
        assert (status is WinStatus.WIN) == (fate == 1)
        assert (status is WinStatus.NO) == (fate == 0)


def test_a_deal_that_needs_too_many_nodes_is_undecided() -> None:
    rules = PRESETS["relaxed"]
    whole = WinSearch().judge_deals(1, 300, rules)
    cut = WinSearch().judge_deals(1, 300, rules, nodes=3)
    assert set(whole) == {0, 1}
    assert set(cut) == {-1, 0, 1}
    assert all(fate in (-1, known) for fate, known in zip(cut, whole, strict=True))


def test_the_last_deals_there_are() -> None:
    search = WinSearch()
    assert len(search.judge_deals(MAX_NUMBER - 1, MAX_NUMBER, PRESETS["traditional"])) == 2
    for first, last in ((0, 3), (5, 4), (1, MAX_NUMBER + 1)):
        with pytest.raises(PyramideError, match="no random deals"):
            search.judge_deals(first, last, PRESETS["traditional"])


def test_slices_and_growing_tables_leave_no_seam() -> None:
    rules = PRESETS["relaxed"]
    search = WinSearch()
    together = search.judge_deals(1, 2500, rules)
    apart = [fate for k in range(1, 2501, 500) for fate in search.judge_deals(k, k + 499, rules)]
    assert list(together) == apart
