"""Moves and actions as values."""

from __future__ import annotations

import pytest

from pyramide.cards import card_from_name
from pyramide.moves import DRAW, RECYCLE, UNDO, Action, Draw, Recycle, Remove, Undo
from tests.positions import cards


def test_a_pair_is_the_same_in_either_order() -> None:
    ten, three = cards("Tc 3s")
    assert Remove(ten, three) == Remove(three, ten)
    assert hash(Remove(ten, three)) == hash(Remove(three, ten))
    assert Remove(three, ten).cards == (ten, three)


def test_a_king_goes_alone() -> None:
    king = card_from_name("Kd")
    assert Remove(king).cards == (king,)
    assert Remove(king) != Remove(king, 0)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (DRAW, "draw"),
        (Draw(card_from_name("5h")), "draw 5h"),
        (RECYCLE, "recycle"),
        (UNDO, "undo"),
        (Remove(card_from_name("Kd")), "Kd"),
        (Remove(*cards("3s Tc")), "Tc 3s"),
    ],
)
def test_actions_print_as_they_are_typed(action: Action, text: str) -> None:
    assert str(action) == text


def test_equal_actions_are_equal() -> None:
    assert (Draw(), Recycle(), Undo()) == (DRAW, RECYCLE, UNDO)
    assert Draw(3) != DRAW
    assert len({Draw(), DRAW, Draw(3), Recycle(), RECYCLE, Undo(), UNDO}) == 4
