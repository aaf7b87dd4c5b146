"""Points of a move, by the app and by Microsoft."""

from __future__ import annotations

import pytest

from pyramide.layout import PYRAMID_SIZE
from pyramide.moves import DRAW, RECYCLE, Move, Remove
from pyramide.position import Position
from pyramide.score import (
    MICROSOFT_BEST,
    MICROSOFT_POINTS_PER_REMOVAL,
    MICROSOFT_ROW_POINTS,
    POINTS_PER_CARD,
    WIN_POINTS,
    app_points,
    microsoft_points,
)
from tests.positions import cards, pyramid_of

# Rows 1 and 2 whole, one card in row 3.
TABLE = Position(pyramid_of("Jd 6c 7h Kc"), cards("7s Kd"), cards("Ah Qh"))


def removal(text: str) -> Remove:
    return Remove(*cards(text))


@pytest.mark.parametrize(
    ("move", "app", "microsoft"),
    [
        (DRAW, 0, 0),
        (RECYCLE, 0, 0),
        (removal("Kd"), 0, 5),
        (removal("Ah Qh"), 0, 5),
        (removal("Kc"), 10, 5 + 150),
        (removal("7s 6c"), 10, 5),
        (removal("6c 7h"), 20, 5 + 250),
    ],
)
def test_points_of_a_move(move: Move, app: int, microsoft: int) -> None:
    assert app_points(TABLE, move) == app
    assert microsoft_points(TABLE, move) == microsoft


def test_a_cover_pair_may_clear_two_rows_at_once() -> None:
    table = Position(pyramid_of("Jd 2c"), (), ())
    assert app_points(table, removal("Jd 2c")) == 20
    assert microsoft_points(table, removal("Jd 2c")) == 5 + 250 + 500


def test_the_rows_score_more_the_higher_they_lie() -> None:
    assert MICROSOFT_ROW_POINTS[::-1] == (25, 50, 75, 100, 150, 250, 500)


def test_the_best_scores() -> None:
    assert POINTS_PER_CARD * PYRAMID_SIZE == WIN_POINTS == 280
    removals = 4 + (52 - 4) // 2
    best = sum(MICROSOFT_ROW_POINTS) + MICROSOFT_POINTS_PER_REMOVAL * removals
    assert best == MICROSOFT_BEST == 1290
