"""The bound is admissible: never above the oracle's shortest, never DEAD for what can be won."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pyramide.board import EMPTY_ID, PRESENT, encode, pyramid_id
from pyramide.game import apply
from pyramide.kernels.bound import lower_bound
from pyramide.kernels.prepare import DEAD, RELATED, RELATED_APART, prepare, prepared
from pyramide.kernels.relaxed import relaxed_work
from pyramide.kernels.sets import fill_lines
from pyramide.kernels.windows import times
from pyramide.limits import Clock, Limits
from pyramide.lines import LineSearch, recycles_left, variant_of
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP, PRESETS, Clear, Play, Rules
from tests.fast_oracle import fast_oracle
from tests.oracle import oracle
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
TABLES, RELAXED, TIMES = prepared(), relaxed_work(), times()
SEARCH = LineSearch()


def bound_of(position: Position, rules: Rules = APP, goal: int = EMPTY_ID) -> int:
    """The bound at a position, nothing having been refused yet."""
    code = encode(position)
    RELAXED.goal[0] = goal
    RELAXED.cover[0] = rules.cover
    RELAXED.memo[:] = 0
    fill_lines(
        code.ranks, code.present, rules.cover,
        RELAXED.fixed, RELAXED.sets, RELAXED.clear, RELAXED.work,
    )  # fmt: skip
    untracked = prepare(
        code.ranks, code.present, int(PRESENT[goal]), code.side_ranks, rules.cover,
        RELATED_APART if rules.cover else RELATED, TABLES,
    )  # fmt: skip
    return int(
        lower_bound(
            pyramid_id(code.present), code.pointer, code.side, 0, 0, untracked,
            recycles_left(position, rules), variant_of(rules), TABLES, RELAXED, TIMES,
        )
    )  # fmt: skip


def check(position: Position, rules: Rules, shortest: int | None) -> int | None:
    """How far the bound is below the shortest win, after checking that it is not above."""
    bound = bound_of(position, rules)
    if shortest is None:
        return None
    assert bound <= shortest, (rules, position)
    return shortest - bound


@pytest.mark.nocompiler
@pytest.mark.parametrize(
    ("pyramid", "waste", "stock", "bound"),
    [
        ("", "", "5h", 0),
        ("Kc", "", "", 1),
        ("Ac", "Qd", "", 1),
        ("Ac", "", "Qd", 2),
        ("Ac", "", "5h Qd", 3),
        ("Ac", "Qd 5h", "", 3),  # recycle, draw, remove
        ("Ac", "Qd 5h", "8c", 4),
        ("Ac", "Qd", "5h", 1),
        ("Ac Kc", "Qd", "", 2),
        ("Ac", "5h", "8c", DEAD),
        ("Ac", "", "", DEAD),
        ("7c 2c Jc", "", "", DEAD),
    ],
)
def test_small_positions(pyramid: str, waste: str, stock: str, bound: int) -> None:
    assert bound_of(Position(pyramid_of(pyramid), cards(waste), cards(stock))) == bound


@pytest.mark.nocompiler
def test_it_is_never_above_a_small_positions_shortest_win() -> None:
    rng = Random("bound few")
    for _ in range(120):
        position = random_midgame(rng, APP, rng.randint(1, 7), rng.randint(0, 6))
        truth = oracle(position, APP)
        assert truth is not None
        check(position, APP, truth.shortest)


@pytest.mark.slow
def test_it_is_never_above_the_shortest_win_of_2000_positions() -> None:
    rng = Random("bound")
    gaps = []
    for _ in range(2000):
        position = random_midgame(rng, APP, rng.randint(1, 12), rng.randint(0, 9))
        truth = fast_oracle(position, APP)
        assert truth is not None
        gap = check(position, APP, truth.shortest)
        if gap is not None:
            gaps.append(gap)
    assert len(gaps) > 500
    assert sum(gaps) / len(gaps) < 2


def test_what_it_calls_dead_cannot_be_won() -> None:
    rng = Random("dead")
    dead = lost = 0
    for _ in range(200):
        position = random_midgame(rng, APP, rng.randint(1, 13), rng.randint(0, 10))
        truth = fast_oracle(position, APP)
        assert truth is not None
        lost += not truth.winnable
        if bound_of(position) >= DEAD:
            dead += 1
            assert not truth.winnable, position
    # Under unlimited passes the test is exact: it knows every lost position.
    assert dead == lost > 50


def test_it_holds_all_along_a_shortest_line() -> None:
    for number in (1, 4, 6, 7, 8, 9, 12, 13, 15):
        position = Position.start(random_deal(number), APP)
        result = SEARCH.find(position, APP, EMPTY_ID, Clock(Limits()))
        assert result.moves is not None
        for done, move in enumerate(result.moves):
            left = len(result.moves) - done
            assert 0 < bound_of(position) <= left, (number, done)
            position = apply(position, move, APP)
        assert bound_of(position) == 0


def test_towards_any_goal_it_is_at_most_the_least_number_of_moves() -> None:
    rng = Random("goals")
    checked = 0
    for number in (2, 3, 5):
        position = Position.start(random_deal(number), APP)
        for _ in range(25):
            goal = rng.randrange(1, 900)
            result = SEARCH.find(position, APP, goal, Clock(Limits(nodes=20_000)))
            if result.moves is not None:
                checked += 1
                assert bound_of(position, APP, goal) <= len(result.moves)
    assert checked > 10


@pytest.mark.slow
@pytest.mark.parametrize("clear", Clear)
@pytest.mark.parametrize("play", Play)
@pytest.mark.parametrize("cover", [False, True])
def test_it_is_admissible_under_all_rules(clear: Clear, play: Play, cover: bool) -> None:
    rng = Random(f"{clear} {play} {cover}")
    for rules in ALL_RULES:
        if (rules.clear, rules.play, rules.cover, rules.waste_start) == (clear, play, cover, 0):
            for _ in range(40):
                position = random_midgame(rng, rules, rng.randint(1, 11), rng.randint(0, 9))
                truth = fast_oracle(position, rules)
                assert truth is not None
                check(replace(position), rules, truth.shortest)


def test_a_stock_top_that_plays_saves_its_draw() -> None:
    position = Position(pyramid_of("Ac"), (), cards("Qd"))
    assert bound_of(position, APP) == 2
    assert bound_of(position, PRESETS["relaxed"]) == 1
