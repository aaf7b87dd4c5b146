"""Lines from pairs and when they are taken, replayed by the reference engine."""

from __future__ import annotations

import pytest

from pyramide.moves import DRAW, RECYCLE, Move, Remove
from pyramide.position import Position
from pyramide.record import replay
from pyramide.removals import Removals
from pyramide.rules import Clear, Play, Rules
from tests.positions import cards, pyramid_of

WASTE = Rules(Clear.PYRAMID, 2, Play.WASTE)
SIDE = 49


def king(name: str) -> Move:
    """The removal of a king."""
    return Remove(*cards(name))


def pair(names: str) -> Move:
    """The removal of two cards."""
    return Remove(*cards(names))


def replayed(position: Position, removals: Removals, rules: Rules) -> tuple[Move, ...]:
    """The finished line, which is legal."""
    line = removals.finished()
    assert replay(position, line, rules).fault is None
    return line


def test_kings_leave_on_the_way_and_those_in_the_stock_at_the_end() -> None:
    position = Position.checked(pyramid_of("3c 4c Kc"), cards("Kd"), cards("Tc 9h Kh"))
    removals = Removals(position, WASTE)
    assert removals.moves == (king("Kc"), king("Kd"))
    removals.pair((7, SIDE + 2), 3, 0, last=False)
    line = replayed(position, removals, WASTE)
    assert line[2:] == (DRAW, DRAW, pair("4c 9h"), DRAW, king("Kh"))


def test_the_last_pair_takes_the_kings_before_it_and_ends_the_game() -> None:
    position = Position.checked(pyramid_of("3c"), (), cards("Tc Kd 5h 8h Kh"))
    removals = Removals(position, WASTE)
    removals.pair((0, SIDE), 2, 0, last=True)
    line = replayed(position, removals, WASTE)
    assert line == (DRAW, DRAW, king("Kd"), pair("3c Tc"))


def test_it_recycles_as_often_as_the_search_did() -> None:
    position = Position.checked(pyramid_of("3c"), cards("Kd Tc"), cards("5h 8h"))
    removals = Removals(position, WASTE)
    removals.pair((0, SIDE + 1), 2, 1, last=True)
    line = replayed(position, removals, WASTE)
    assert line == (DRAW, DRAW, RECYCLE, DRAW, king("Kd"), DRAW, pair("3c Tc"))


@pytest.mark.parametrize(("pass_number", "kings"), [(1, 1), (2, 0)])
def test_kings_in_the_waste_need_a_pass(pass_number: int, kings: int) -> None:
    position = Position.checked(
        pyramid_of("3c"), cards("Kd Tc"), cards("5h 8h"), pass_number=pass_number
    )
    line = replayed(position, Removals(position, WASTE), WASTE)
    assert line == (DRAW, DRAW, RECYCLE, DRAW, king("Kd"))[: 5 * kings]


def test_a_king_on_the_apex_waits_for_all_others() -> None:
    position = Position.checked(pyramid_of("Kc"), (), cards("Kd Kh"))
    line = replayed(position, Removals(position, WASTE), WASTE)
    assert line == (DRAW, king("Kd"), DRAW, king("Kh"), king("Kc"))


@pytest.mark.parametrize("play", [Play.DRAWN_PAIR, Play.STOCK_AND_WASTE])
def test_neighbours_meet_under_unlimited_passes(play: Play) -> None:
    rules = Rules(Clear.ALL, None, play)
    position = Position.checked(pyramid_of("3c 4c"), cards("Tc 5h"), cards("Kd 8h 9h"))
    removals = Removals(position, rules)
    removals.endless_pair((SIDE + 1, SIDE + 3))
    removals.endless_pair((7, SIDE + 4))
    removals.endless_pair((0, SIDE))
    line = replayed(position, removals, rules)
    assert [move for move in line if isinstance(move, Remove)] == [
        king("Kd"), pair("5h 8h"), pair("4c 9h"), pair("3c Tc"),
    ]  # fmt: skip
    assert not replay(position, line, rules).final.present()


def test_a_stock_king_under_drawn_pair_waits_for_the_pair_of_the_moment() -> None:
    rules = Rules(Clear.ALL, 1, Play.DRAWN_PAIR)
    position = Position.checked(pyramid_of(""), cards("5h"), cards("8h Kd"))
    removals = Removals(position, rules)
    removals.pair((SIDE, SIDE + 1), 3, 0, last=False)
    line = replayed(position, removals, rules)
    assert line == (DRAW, pair("5h 8h"), DRAW, king("Kd"))


def test_an_unknown_order_makes_no_line() -> None:
    position = Position(pyramid_of("3c"), (), (None,), unseen=frozenset(cards("Tc")))
    with pytest.raises(AssertionError, match="order of the stock"):
        Removals(position, WASTE).side_kings()
