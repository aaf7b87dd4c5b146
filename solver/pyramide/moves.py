"""Moves and actions of a game, as values.

The four moves of the game each count one: a king removed alone, a pair
removed, a draw, a recycle.  `Undo` is an action of the app, not a move; the
app counts it by its own rule (see `pyramide.session`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pyramide.cards import Card, card_name


@dataclass(frozen=True, slots=True)
class Draw:
    """Turn the stock's top card onto the waste.

    `card` is the card that the player saw, where it is given; it then fixes a
    card of an unknown stock, and has to agree with a known one.
    """

    card: Card | None = None

    def __str__(self) -> str:
        """`draw`, or `draw 5h` when the card is given."""
        return "draw" if self.card is None else f"draw {card_name(self.card)}"


@dataclass(frozen=True, slots=True)
class Recycle:
    """Turn the waste over to be the stock again, its order kept."""

    def __str__(self) -> str:
        """Always `recycle`."""
        return "recycle"


@dataclass(frozen=True, slots=True)
class Remove:
    """Remove a king, or two cards that sum to 13; equal whatever their order."""

    first: Card
    second: Card | None = None

    def __post_init__(self) -> None:
        """Keep the two cards in ascending order, so that equal pairs are equal."""
        if self.second is not None and self.second < self.first:
            first = self.first
            object.__setattr__(self, "first", self.second)
            object.__setattr__(self, "second", first)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The one or two cards removed."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def __str__(self) -> str:
        """`Kd` or `Tc 3s`."""
        return " ".join(card_name(card) for card in self.cards)


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last action."""

    def __str__(self) -> str:
        """Always `undo`."""
        return "undo"


Move: TypeAlias = Draw | Recycle | Remove
Action: TypeAlias = Draw | Recycle | Remove | Undo

DRAW = Draw()
RECYCLE = Recycle()
UNDO = Undo()
