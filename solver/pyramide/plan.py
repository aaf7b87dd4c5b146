"""A removal plan: the removals of a win in order, without draws.

Under unlimited passes every side card can be brought to the top, so a plan that
names only the rank of each side partner proves a win whatever the order of the
stock; with the order known it becomes a line.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

from pyramide.cards import KING, PAIR_SUM, Card, is_pair, rank_of
from pyramide.moves import DRAW, RECYCLE, Move, Remove
from pyramide.position import Position


@dataclass(frozen=True, slots=True)
class PlanStep:
    """One removal: a king, a pair of pyramid cards, or a pyramid card with any side
    card of `partner_rank`.
    """

    cards: tuple[Card, ...]
    partner_rank: int | None = None


Plan: TypeAlias = tuple[PlanStep, ...]


def check_plan(position: Position, plan: Plan, cover: bool) -> None:
    """Play a plan by the rules of the pyramid; raises AssertionError where it fails.

    Checks that every card is free at its turn (or, with `cover`, covered by its
    partner alone), that the sums are right and that the side cards suffice.
    """
    pyramid = list(position.pyramid)
    side = Counter(rank_of(card) for card in position.side if card is not None)
    side.update(rank_of(card) for card in position.unseen)
    for step in plan:
        now = Position(tuple(pyramid), (), ())
        places = [pyramid.index(card) for card in step.cards]
        for place in places:
            covers = set(now.covers(place))
            if covers and not (cover and len(places) == 2 and covers <= set(places)):
                raise AssertionError(f"{step} removes a covered card")
        if len(places) == 2:
            if not is_pair(*step.cards) or step.partner_rank is not None:
                raise AssertionError(f"{step} is no pair")
        elif step.partner_rank is None:
            if rank_of(step.cards[0]) != KING:
                raise AssertionError(f"{step} leaves alone and is no king")
        else:
            if rank_of(step.cards[0]) + step.partner_rank != PAIR_SUM:
                raise AssertionError(f"{step} is no pair")
            side[step.partner_rank] -= 1
            if side[step.partner_rank] < 0:
                raise AssertionError(f"{step} needs a side card that is gone")
        for place in places:
            pyramid[place] = None


def line_of_plan(position: Position, plan: Plan) -> tuple[Move, ...]:
    """A line of moves that follows a plan, from a position with its stock order known.

    It holds for unlimited passes and any `play`: only the waste top is used.
    Removals whose turn has come are made as soon as their partner tops the
    waste; in between it draws and recycles.  It is a line, not a short one.
    """
    moves: list[Move] = []
    waste: list[Card] = [card for card in position.waste if card is not None]
    stock: list[Card] = [card for card in position.stock if card is not None]
    for step in plan:
        if step.partner_rank is None:
            moves.append(Remove(*step.cards))
            continue
        while not waste or rank_of(waste[-1]) != step.partner_rank:
            if stock:
                waste.append(stock.pop(0))
                moves.append(DRAW)
            else:
                stock, waste = waste, []
                moves.append(RECYCLE)
        moves.append(Remove(step.cards[0], waste.pop()))
    return tuple(moves)
