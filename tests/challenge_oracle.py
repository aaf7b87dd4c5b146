"""A plain breadth-first search that judges the challenges: every legal move, no pruning."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pyramide.cards import rank_of
from pyramide.game import apply, is_won, legal_moves
from pyramide.position import Position
from pyramide.rules import Rules
from pyramide.score import microsoft_points


@dataclass(frozen=True, slots=True)
class Met:
    """A position met: the fewest moves to it, and the points on the way.

    The points depend on what has left alone, so they are the same on every way.
    """

    depth: int
    points: int


def reached(position: Position, rules: Rules, cap: int) -> dict[Position, Met] | None:
    """Every position that can be reached; None when more than `cap` are met."""
    start = _key(position, rules)
    met = {start: Met(0, 0)}
    layer = [start]
    while layer:
        following: list[Position] = []
        for place in layer:
            for move in legal_moves(place, rules):
                after = _key(apply(place, move, rules), rules)
                points = met[place].points + microsoft_points(place, move)
                if after not in met:
                    met[after] = Met(met[place].depth + 1, points)
                    following.append(after)
                assert met[after].points == points
        if len(met) > cap:
            return None
        layer = following
    return met


def best_score_of(met: dict[Position, Met]) -> tuple[int, int]:
    """The best score of all positions met, and the fewest moves for it."""
    score = max(m.points for m in met.values())
    return score, min(m.depth for m in met.values() if m.points == score)


def most_of_rank_of(
    position: Position, met: dict[Position, Met], rules: Rules, rank: int, wanted: int, win: bool
) -> tuple[int, int] | None:
    """The most cards of a rank up to `wanted`, and the fewest moves; None without a line."""
    found = [
        (min(wanted, _count(position, rank) - _count(place, rank)), m.depth)
        for place, m in met.items()
        if not win or is_won(place, rules)
    ]
    if not found:
        return None
    most = max(count for count, _ in found)
    return most, min(depth for count, depth in found if count == most)


def _count(position: Position, rank: int) -> int:
    """How many cards of a rank are left."""
    return sum(rank_of(card) == rank for card in position.present())


def _key(position: Position, rules: Rules) -> Position:
    """The position without its pass where passes are not counted."""
    return replace(position, pass_number=1) if rules.passes is None else position
