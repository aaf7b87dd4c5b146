"""What a challenge's value is, and that the bounds of what can still come hold."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from pyramide.board import EMPTY_ID, FULL_ID, PRESENT, encode, pyramid_id
from pyramide.cards import rank_of
from pyramide.challenges import ROW_UNITS
from pyramide.kernels.challenge import MOST_CHILDREN
from pyramide.kernels.prepare import DEAD, RELATED, RELATED_APART, Prepared, prepare, prepared
from pyramide.kernels.values import (
    BEST,
    CHALLENGE_RANK,
    LEVELS,
    LISTS,
    START,
    START_LEFT,
    TARGETS,
    Hunt,
    fill_need,
    left_of_rank,
    most_more,
    removals_left,
    value_of,
)
from pyramide.lines import variant_of
from pyramide.position import Position
from pyramide.rules import APP, PRESETS, Rules
from pyramide.score import MICROSOFT_BEST
from tests.challenge_oracle import most_of_rank_of, reached
from tests.positions import cards, pyramid_of, random_midgame

pytestmark = [pytest.mark.kernel, pytest.mark.nocompiler]


def arrays(position: Position, rules: Rules, rank: int) -> tuple[Prepared, Hunt, int, int]:
    """Tables and arrays set up for a position: with its pyramid id and side mask."""
    code = encode(position)
    tables = prepared()
    related = RELATED_APART if rules.cover else RELATED
    prepare(code.ranks, code.present, 0, code.side_ranks, rules.cover, related, tables)
    hunt = Hunt(
        np.empty((2, 4), dtype=np.int64),
        np.zeros(2, dtype=np.int32),
        np.empty((LEVELS, LISTS), dtype=np.int64),
        np.empty((LEVELS, 2), dtype=np.int64),
        np.zeros((MOST_CHILDREN, 8), dtype=np.int64),
        np.zeros(16, dtype=np.int64),
        np.array([EMPTY_ID], dtype=np.int64),
        ROW_UNITS,
        ROW_UNITS,
        np.zeros((1430, 5, 5), dtype=np.int64),
    )
    number = pyramid_id(code.present)
    hunt.control[START] = number
    hunt.control[TARGETS] = 1
    hunt.control[BEST] = 4
    hunt.control[CHALLENGE_RANK] = rank
    left = left_of_rank(number, code.side, rank, tables) if rank else 0
    hunt.control[START_LEFT] = left or removals_left(number, code.side, tables)
    return tables, hunt, number, code.side


def test_the_points_of_the_rows() -> None:
    assert ROW_UNITS[FULL_ID] == 0
    assert 5 * (ROW_UNITS[EMPTY_ID] + 28) == MICROSOFT_BEST
    assert ROW_UNITS[pyramid_id((1 << 21) - 1)] == 5
    assert ROW_UNITS[pyramid_id((1 << 15) - 1)] == 15
    assert ROW_UNITS[pyramid_id(1)] == ROW_UNITS[EMPTY_ID] - 100


def test_counting_cards_and_removals() -> None:
    position = Position(pyramid_of("Kc 5c 8d"), cards("8h"), cards("Ks 5h 9h 4s"))
    tables, hunt, number, side = arrays(position, APP, 0)
    assert left_of_rank(number, side, 13, tables) == 2
    assert left_of_rank(number, side, 8, tables) == 2
    assert left_of_rank(number, side, 9, tables) == 1
    assert removals_left(number, side, tables) == 5
    assert value_of(number, side, tables, hunt) == 0
    # The pair 5c 8d clears row 2, the king in the stock scores for itself alone.
    assert value_of(pyramid_id(1), side ^ 0b10, tables, hunt) == 1 + 50 + 1


def test_how_much_more_at_the_most() -> None:
    position = Position(pyramid_of("Kc 5c 8d"), cards("8h"), cards("Ks 5h 9h 4s"))
    rows = 50 + 100
    for rules, pairs in ((APP, 2), (PRESETS["microsoft"], 3)):
        tables, hunt, number, side = arrays(position, rules, 0)
        variant = variant_of(rules)
        # With the waste top alone 9h and 4s have nothing to leave with.
        assert most_more(number, side, variant, tables, hunt) == (2 + pairs + rows, -1)
        # Without 8h and Ks: 5h has no partner but 8d, of which 5c has need.
        some = side & ~0b11
        less = 0 if rules == APP else 1
        assert most_more(number, some, variant, tables, hunt) == (1 + 1 + less + rows, -1)


def test_the_fewest_removals_are_never_too_many() -> None:
    rng = Random("need")
    for rules in (APP, PRESETS["app-cover"], PRESETS["traditional"]):
        for _ in range(6):
            position = random_midgame(rng, rules, rng.randint(1, 6), rng.randint(0, 5))
            ranks = [rank_of(card) for card in position.present()]
            rank = rng.choice(ranks)
            met = reached(position, rules, 4000)
            if met is None:
                continue
            tables, hunt, number, _ = arrays(position, rules, rank)
            beside = sum(card is not None and rank_of(card) == rank for card in position.side)
            for win in (False, True):
                fill_need(rank, win, rules == APP, variant_of(rules), tables, hunt)
                for wanted in range(1, ranks.count(rank) + 1):
                    truth = most_of_rank_of(position, met, rules, rank, wanted, win)
                    if truth is not None and truth[0] == wanted:
                        assert hunt.need[number, wanted, beside] <= truth[1]
                if not win:
                    assert hunt.need[number, 0, beside] == 0


def test_the_fewest_removals_of_known_positions() -> None:
    position = Position(pyramid_of("Kc 5c 8d"), (), cards("8h 5h"))
    tables, hunt, number, _ = arrays(position, APP, 8)
    variant = variant_of(APP)
    fill_need(8, False, True, variant, tables, hunt)
    assert hunt.need[number, :3, 1].tolist() == [0, 1, 2]
    # With no eight beside the pyramid only the one in it is left.
    assert hunt.need[number, :3, 0].tolist() == [0, 1, DEAD]
    fill_need(8, True, True, variant, tables, hunt)
    # To win, the king goes too; one eight or two, by one pair or by two.
    assert hunt.need[number, :3, 1].tolist() == [2, 2, 3]
    assert int(PRESENT[number]) == 0b111
