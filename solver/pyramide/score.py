"""What a move scores, by the app's count and by Microsoft's."""

from __future__ import annotations

from pyramide.layout import ROW_COUNT, row_positions
from pyramide.moves import Move, Remove
from pyramide.position import Position

POINTS_PER_CARD = 10
"""The app's points for each card removed from the pyramid; nothing else scores."""

WIN_POINTS = 280
"""The app's score of every game won from the deal: 28 cards."""

MICROSOFT_POINTS_PER_REMOVAL = 5
MICROSOFT_ROW_POINTS: tuple[int, ...] = (500, 250, 150, 100, 75, 50, 25)
"""Microsoft's points for clearing a row, from row 1 at the top to row 7."""

MICROSOFT_BEST = 1290
"""Microsoft's greatest score: seven rows, and 28 removals that take all 52 cards."""


def app_points(before: Position, move: Move) -> int:
    """The app's points for a legal move in the position before it.

    Source: the app's rules page (10 for each pyramid card, 0 for a side card,
    a draw and a recycle cost nothing).
    """
    if not isinstance(move, Remove):
        return 0
    return POINTS_PER_CARD * sum(card in before.pyramid for card in move.cards)


def microsoft_points(before: Position, move: Move) -> int:
    """Microsoft's points for a legal move in the position before it.

    Each removal scores, whatever it takes, and so does each row whose last
    card leaves by it.
    """
    if not isinstance(move, Remove):
        return 0
    points = MICROSOFT_POINTS_PER_REMOVAL
    for row in range(1, ROW_COUNT + 1):
        left = [card for p in row_positions(row) if (card := before.pyramid[p]) is not None]
        if left and all(card in move.cards for card in left):
            points += MICROSOFT_ROW_POINTS[row - 1]
    return points
