"""Winning and most cards when every side card can be brought to the top.

That is so under unlimited passes, whatever the order of the stock: see
`pyramide.kernels.clear` and `pyramide.kernels.sets` for what holds under which
rules.  A yes comes with a plan, checked here card by card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from pyramide.board import PRESENT, PYRAMID_COUNT, SQUARE_OF, encode
from pyramide.cards import KING, partner_rank, rank_of
from pyramide.kernels.classes import CLEAR_TABLES, ClearWork, clear_work
from pyramide.kernels.clear import can_clear
from pyramide.kernels.sets import (
    CAN_LEAVE,
    SET_TABLES,
    SetWork,
    largest_sets,
    most_removable,
    set_work,
)
from pyramide.layout import PYRAMID_SIZE
from pyramide.plan import Plan, PlanStep, check_plan
from pyramide.position import Position

PLACE_OF = {square: place for place, square in enumerate(SQUARE_OF)}


@dataclass(frozen=True, slots=True)
class Clearing:
    """Whether the pyramid can be cleared, with a plan when it can, and the nodes searched."""

    winnable: bool
    plan: Plan | None
    nodes: int


@dataclass(frozen=True, slots=True)
class Largest:
    """The most cards that can leave from a position, not counting those gone before.

    `goals`: the pyramid ids (see `pyramide.board`) that a line with the most
    pyramid cards can end at.
    """

    pyramid_cards: int
    cards: int
    goals: tuple[int, ...]


@cache
def _work() -> tuple[ClearWork, SetWork]:
    return clear_work(), set_work()


def clearing(position: Position, cover: bool, goal: int | None = None) -> Clearing:
    """Whether the pyramid (or, with `goal`, all of it but the cards of that
    pyramid id) can be cleared under unlimited passes.
    """
    code = encode(position)
    present = code.present
    if goal is not None:
        present &= ~int(PRESENT[goal])
    work, _ = _work()
    won, nodes = can_clear(code.ranks, present, code.counts, cover, CLEAR_TABLES, work)
    if not won:
        return Clearing(False, None, int(nodes))
    pairs: list[tuple[int, int]] = []
    for c in range(6):
        taken = int(work.frames[0, 3 + c]) >> 16 & 0xFFFF
        for edge in range(16):
            if taken >> edge & 1:
                low, high = int(work.who[c, edge >> 2]), int(work.who[c, 4 + (edge & 3)])
                pairs.append((PLACE_OF[low], PLACE_OF[high]))
    plan = _plan(position, present, pairs, cover)
    check_plan(position, plan, cover)
    return Clearing(True, plan, int(nodes))


def _plan(
    position: Position, present: int, pairs: list[tuple[int, int]], cover: bool
) -> tuple[PlanStep, ...]:
    """The removals in an order in which they can be made, given the pairs."""
    mate = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    left = {place for place in range(PYRAMID_SIZE) if present >> place & 1}
    pyramid = list(position.pyramid)
    steps: list[PlanStep] = []

    def covered_by(place: int) -> set[int]:
        now = Position(tuple(pyramid), (), ())
        return set(now.covers(place))

    while left:
        for place in sorted(left, reverse=True):
            card = pyramid[place]
            if card is None or covered_by(place):
                continue
            other = mate.get(place)
            if other is None:
                rank = rank_of(card)
                steps.append(PlanStep((card,), None if rank == KING else partner_rank(rank)))
                going = {place}
            else:
                mate_card = pyramid[other]
                blocked = covered_by(other)
                if mate_card is None or (blocked and not (cover and blocked == {place})):
                    continue
                steps.append(PlanStep((card, mate_card), None))
                going = {place, other}
            for gone in going:
                pyramid[gone] = None
            left -= going
            break
        else:
            raise AssertionError("a plan of the clearing search cannot be played")
    return tuple(steps)


def largest(position: Position, cover: bool) -> Largest:
    """The most pyramid cards and the most cards that can leave under unlimited passes.

    The count of all cards holds with `play = waste` only.
    """
    code = encode(position)
    work, sets = _work()
    pyramid_cards, cards = most_removable(
        code.ranks, code.present, code.counts, code.kings, cover,
        SET_TABLES, sets, CLEAR_TABLES, work,
    )  # fmt: skip
    goals = _goals(position, cover, int(pyramid_cards))
    return Largest(int(pyramid_cards), int(cards), goals)


def _goals(position: Position, cover: bool, pyramid_cards: int) -> tuple[int, ...]:
    """The ids of that size, after `most_removable`."""
    code = encode(position)
    work, sets = _work()
    goals = np.zeros(PYRAMID_COUNT, dtype=np.int64)
    count = largest_sets(
        goals, code.present, pyramid_cards, code.counts, cover,
        SET_TABLES, sets, CLEAR_TABLES, work,
    )  # fmt: skip
    return tuple(int(goal) for goal in goals[:count])


def largest_goal(position: Position, cover: bool) -> int:
    """A pyramid id that a line with the most cards in all ends at: see `largest`."""
    cards = largest(position, cover).cards
    _, sets = _work()
    ids = (sets.state == CAN_LEAVE) & (sets.total == cards)
    return int(np.flatnonzero(ids)[-1])


def goals_of_size(position: Position, cover: bool, pyramid_cards: int) -> tuple[int, ...]:
    """The pyramid ids that so many cards less can lead to under unlimited passes."""
    largest(position, cover)
    return _goals(position, cover, pyramid_cards)
