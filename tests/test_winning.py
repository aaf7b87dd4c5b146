"""Winning under every rule set, against the plain oracle and by replay."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest

from pyramide.board import PRESENT, PYRAMID_COUNT, encode
from pyramide.clearing import clearing
from pyramide.game import Ending
from pyramide.kernels.reach import ENDLESS
from pyramide.layout import MIRROR, PYRAMID_SIZE
from pyramide.limits import Clock, Limits
from pyramide.moves import DRAW, Move, Recycle, Remove
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.record import replay
from pyramide.rules import PRESETS, Clear, Play, Rules
from pyramide.winning import USEFUL_RECYCLES, WinSearch, WinStatus, recycles_left, winning
from tests.fast_oracle import fast_oracle
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
EMPTY = (None,) * PYRAMID_SIZE
NO_LIMITS = Limits(memory=1 << 30)


def line_of(position: Position, rules: Rules, goal: int | None = None) -> tuple[Move, ...] | None:
    """The winning line, or None when it is proven that there is none."""
    result = winning(position, rules, Clock(Limits()), goal)
    assert result.status in (WinStatus.WIN, WinStatus.NO)
    assert (result.line is None) == (result.status is WinStatus.NO)
    return result.line


def agrees(rng: Random, rules: Rules, pyramid_cards: int, side_cards: int) -> bool:
    """Compare with the oracle on one random position; whether it was small enough."""
    position = random_midgame(rng, rules, pyramid_cards, side_cards)
    judged = fast_oracle(position, rules, cap=60_000)
    if judged is None:
        return False
    line = line_of(position, rules)
    assert (line is not None) == judged.winnable, (rules, position)
    if line is not None:
        assert replay(position, line, rules).ending is Ending.WON
    return True


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_small_positions_are_judged_as_by_the_oracle(rules: Rules) -> None:
    rng = Random(f"small {rules}")
    for _ in range(6):
        assert agrees(rng, rules, rng.randint(1, 8), rng.randint(0, 8))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_positions_are_judged_as_by_the_oracle(rules: Rules) -> None:
    rng = Random(f"large {rules}")
    compared = sum(agrees(rng, rules, rng.randint(1, 14), rng.randint(0, 12)) for _ in range(40))
    assert compared >= 30


@pytest.mark.parametrize("passes", [1, 4, 7, 40, 54, 55, 1000])
def test_many_passes_are_counted_from_the_deal(passes: int) -> None:
    rng = Random(passes)
    for clear in Clear:
        for play in Play:
            rules = Rules(clear, passes, play, cover=rng.random() < 0.5)
            position = replace(
                random_midgame(rng, replace(rules, passes=3), 6, 7),
                pass_number=max(1, passes - rng.randint(0, 2)),
            )
            oracle_rules = replace(rules, passes=passes - position.pass_number + 1)
            judged = fast_oracle(replace(position, pass_number=1), oracle_rules)
            assert judged is not None
            assert (line_of(position, rules) is not None) == judged.winnable


def test_recycles_that_cannot_matter_are_as_good_as_endless() -> None:
    position = Position.start(random_deal(1), Rules())
    assert recycles_left(position, Rules(passes=None)) == ENDLESS
    assert recycles_left(position, Rules(passes=1 + USEFUL_RECYCLES)) == USEFUL_RECYCLES
    assert recycles_left(position, Rules(passes=2 + USEFUL_RECYCLES)) == ENDLESS
    assert recycles_left(replace(position, pass_number=3), Rules(passes=3)) == 0


def test_a_king_between_two_waste_cards_keeps_them_apart() -> None:
    waste, rules = cards("5c Kd 8h"), Rules(Clear.ALL, 1, Play.DRAWN_PAIR)
    assert line_of(Position(EMPTY, waste, (), drawn=True), rules) is None
    assert line_of(Position(EMPTY, cards("5c 8h"), (), drawn=True), rules) is not None
    assert line_of(Position(EMPTY, cards("5c 8h"), (), drawn=False), rules) is None


def test_a_king_drawn_between_ends_no_moment() -> None:
    rules = Rules(Clear.ALL, 1, Play.DRAWN_PAIR)
    position = Position(EMPTY, cards("5c 8h"), cards("Kd"), drawn=True)
    line = line_of(position, rules)
    assert line == (Remove(*cards("5c 8h")), DRAW, Remove(*cards("Kd")))


def test_drawn_pair_wins_what_stock_and_waste_cannot() -> None:
    position = Position(EMPTY, cards("5c 8h"), (), drawn=True)
    assert line_of(position, Rules(Clear.ALL, 1, Play.DRAWN_PAIR)) is not None
    assert (
        line_of(replace(position, drawn=False), Rules(Clear.ALL, 1, Play.STOCK_AND_WASTE)) is None
    )


def test_a_stock_king_before_the_partner_leaves_from_the_stock() -> None:
    position = Position(pyramid_of("5c"), cards("Kc 9c"), cards("Kd 8h 4d"))
    line = line_of(position, Rules(Clear.ALL, 1, Play.STOCK_AND_WASTE))
    assert line is not None
    assert Remove(*cards("Kd")) in line


def test_a_pyramid_that_is_gone_is_won_by_no_move() -> None:
    position = Position(EMPTY, cards("5c"), cards("8h"))
    assert line_of(position, Rules(passes=1)) == ()
    assert line_of(Position(EMPTY, (), ()), Rules(Clear.ALL, 1)) == ()


def test_a_cover_pair_leaves_in_one_move() -> None:
    position = Position(pyramid_of("8c 5c Kd"), (), ())
    rules = Rules(passes=1, cover=True)
    assert line_of(position, rules) == (Remove(*cards("Kd")), Remove(*cards("8c 5c")))
    assert line_of(position, replace(rules, cover=False)) is None


def test_unlimited_passes_go_by_the_clearing_search() -> None:
    rng = Random(9)
    for _ in range(20):
        position = random_midgame(rng, Rules(), rng.randint(1, 28), rng.randint(0, 24))
        line = line_of(position, Rules(passes=None))
        assert (line is not None) == clearing(position, False).winnable


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_deals_are_won_by_lines_that_replay(name: str) -> None:
    rules = PRESETS[name]
    wins = 0
    for number in range(1, 41):
        position = Position.start(random_deal(number), rules)
        line = line_of(position, rules)
        if line is not None:
            wins += 1
            record = replay(position, line, rules)
            assert record.fault is None
            assert record.ending is Ending.WON
            recycles = sum(isinstance(move, Recycle) for move in line)
            assert rules.passes is None or recycles < rules.passes
    assert wins > 0


def test_more_freedom_never_loses_a_win() -> None:
    search = WinSearch()
    fates = {rules: search.judge_deals(1, 300, rules) for rules in ALL_RULES}
    for rules, won in fates.items():
        more = [replace(rules, cover=True), replace(rules, clear=Clear.PYRAMID)]
        if rules.passes is not None:
            more.append(replace(rules, passes=None if rules.passes == 3 else rules.passes + 1))
        if rules.play is Play.WASTE:
            more.append(replace(rules, play=Play.STOCK_AND_WASTE))
        assert all((won <= fates[wider]).all() for wider in more)
        # Two fields that the answer from the deal does not depend on.
        same = [replace(rules, waste_start=0)]
        if rules.play is Play.STOCK_AND_WASTE:
            same.append(replace(rules, play=Play.DRAWN_PAIR))
        assert all((won == fates[other]).all() for other in same)


def test_mirroring_the_pyramid_changes_nothing() -> None:
    search = WinSearch()
    for number in range(1, 101):
        rules = ALL_RULES[number % len(ALL_RULES)]
        position = Position.start(random_deal(number), rules)
        mirrored = replace(position, pyramid=tuple(position.pyramid[place] for place in MIRROR))
        clock = Clock(NO_LIMITS)
        assert search.decide(mirrored, rules, clock)[0] is search.decide(position, rules, clock)[0]


@pytest.mark.parametrize(
    "rules", [PRESETS["relaxed"], Rules(passes=2), Rules(passes=1, cover=True)]
)
def test_goals_leave_the_cards_that_stay(rules: Rules) -> None:
    rng = Random(f"goals {rules}")
    for _ in range(8):
        position = random_midgame(rng, rules, rng.randint(3, 8), rng.randint(0, 7))
        present = encode(position).present
        judged = fast_oracle(position, rules)
        assert judged is not None
        most = 0
        for goal in range(PYRAMID_COUNT):
            kept = int(PRESENT[goal])
            if kept & ~present:
                continue
            line = line_of(position, rules, goal)
            if line is not None:
                record = replay(position, line, rules)
                assert record.fault is None
                assert encode(record.positions[-1]).present == kept
                most = max(most, present.bit_count() - kept.bit_count())
        assert most == judged.most_pyramid_cards


def test_limits_are_kept_and_the_search_can_be_used_again() -> None:
    rules = PRESETS["relaxed"]
    search = WinSearch()
    hard = max(
        range(1, 60),
        key=lambda n: winning(Position.start(random_deal(n), rules), rules, Clock(Limits())).nodes,
    )
    position = Position.start(random_deal(hard), rules)
    whole = search.find(position, rules, Clock(Limits()))
    assert whole.nodes > 100
    cut = search.find(position, rules, Clock(Limits(nodes=50)))
    assert cut.status is WinStatus.NODES
    assert cut.line is None
    assert 50 <= cut.nodes < whole.nodes
    assert search.find(position, rules, Clock(Limits(seconds=0.0))).status is WinStatus.TIME
    assert search.find(position, rules, Clock(Limits())) == whole


RATES = {
    (Clear.PYRAMID, False): ((3.880, 49.14, 65.68), (9.459, 59.44, 66.58)),
    (Clear.PYRAMID, True): ((12.74, 72.14, 82.57), (23.60, 79.56, 82.96)),
    (Clear.ALL, False): ((0.0880, 3.344, 4.693, 4.744), (7.107, 57.60, 66.17, 66.57)),
    (Clear.ALL, True): ((0.146, 4.022, 5.167, 5.195), (16.52, 77.21, 82.41, 82.76)),
}
"""Measured win rates in percent of one, two, three and unlimited passes, by an
earlier program: with the waste top alone, and with either wider play.
"""


@pytest.mark.slow
@pytest.mark.parametrize("play", Play)
@pytest.mark.parametrize(("clear", "cover"), RATES)
def test_win_rates_are_the_measured_ones(clear: Clear, cover: bool, play: Play) -> None:
    search, deals = WinSearch(), 4000
    for number, rate in enumerate(RATES[clear, cover][play is not Play.WASTE], 1):
        rules = Rules(clear, None if number == 4 else number, play, cover, 0)
        fates = search.judge_deals(1, deals, rules)
        assert not (fates == -1).any()
        error = math.sqrt(rate / 100 * (1 - rate / 100) / deals)
        assert abs(fates.mean() - rate / 100) < 4 * error


@pytest.mark.parametrize("passes", [1, None])
def test_an_unknown_stock_is_refused(passes: int | None) -> None:
    position = Position(pyramid_of("5c"), (), (None, None), frozenset(cards("8d 8h")))
    with pytest.raises(ValueError, match="order of the side cards"):
        winning(position, Rules(passes=passes), Clock(NO_LIMITS))
