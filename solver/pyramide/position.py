"""A position: what lies where at one moment of a game.

It stands on its own: neither the deal nor the moves before it are needed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pyramide.cards import KING, PACK, Card, card_name, partner_rank, rank_of
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.layout import COVERS_OF, PYRAMID_SIZE, SIDE_SIZE
from pyramide.rules import Rules

RANK_WORDS = (
    "", "ace", "two", "three", "four", "five", "six", "seven",
    "eight", "nine", "ten", "jack", "queen", "king",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the game.

    `pyramid` has 28 entries, None where the card is gone.  `waste` runs from
    bottom to top and `stock` from the next card on; None stands for a card
    whose place is unknown, and `unseen` holds the cards that those Nones are.
    `pass_number` counts whole passes from the deal, the first is 1.  `drawn`
    tells whether the card drawn last still tops the waste.

    `Position.checked` refuses what no game can reach.
    """

    pyramid: tuple[Card | None, ...]
    waste: tuple[Card | None, ...]
    stock: tuple[Card | None, ...]
    unseen: frozenset[Card] = frozenset()
    pass_number: int = 1
    drawn: bool = False

    @classmethod
    def start(cls, deal: Deal, rules: Rules) -> Position:
        """The position at the start of a deal under these rules."""
        side = deal.side
        return cls(deal.pyramid, side[: rules.waste_start], side[rules.waste_start :], deal.unseen)

    @classmethod
    def checked(
        cls,
        pyramid: tuple[Card | None, ...],
        waste: tuple[Card | None, ...],
        stock: tuple[Card | None, ...],
        unseen: frozenset[Card] = frozenset(),
        pass_number: int = 1,
        drawn: bool = False,
    ) -> Position:
        """A position from outside, checked, with a lone unseen card put in its place.

        Raises PyramideError, all faults in one message, when a card stands
        twice, a removed card would still be covered, there are more than 24
        side cards, the unseen cards are not as many as the unknown places, or
        the ranks left cannot have come from removing pairs.
        """
        faults: list[str] = []
        if len(pyramid) != PYRAMID_SIZE:
            raise PyramideError(
                f"The pyramid has {len(pyramid)} places; it needs 28, null for a gap."
            )
        if len(waste) + len(stock) > SIDE_SIZE:
            faults.append(f"Stock and waste hold {len(waste) + len(stock)} cards; at most 24 can.")
        shown = [card for card in (*pyramid, *waste, *stock) if card is not None]
        seen = Counter([*shown, *unseen])
        if twice := sorted(card for card, count in seen.items() if count > 1):
            faults.append(f"Twice in the position: {', '.join(map(card_name, twice))}.")
        unknown = (*waste, *stock).count(None)
        if unknown != len(unseen):
            faults.append(f"Unknown places: {unknown}, but unseen cards: {len(unseen)}.")
        for place, covers in enumerate(COVERS_OF):
            card = pyramid[place]
            hanging = [c for q in covers if (c := pyramid[q]) is not None]
            if card is None and hanging:
                faults.append(
                    f"Place {place + 1} of the pyramid is empty though {card_name(hanging[0])} "
                    "still covers it."
                )
        left = Counter(rank_of(card) for card in seen)
        for rank in range(1, (KING + 1) // 2):
            other = partner_rank(rank)
            if left[rank] != left[other] and not twice:
                faults.append(
                    f"{_number_of(rank, left[rank])} left but {_number_of(other, left[other])}: "
                    "cards leave in pairs, so there must be as many of both."
                )
        if pass_number < 1:
            faults.append(f"pass is {pass_number}; the first pass is 1.")
        if drawn and not waste:
            faults.append("The last drawn card cannot top an empty waste.")
        if faults:
            raise PyramideError(" ".join(faults))
        if len(unseen) == 1:
            (only,) = unseen
            waste = tuple(only if card is None else card for card in waste)
            stock = tuple(only if card is None else card for card in stock)
            unseen = frozenset()
        return cls(pyramid, waste, stock, unseen, pass_number, drawn)

    @property
    def side(self) -> tuple[Card | None, ...]:
        """The side cards left in drawing order: the waste, then the stock."""
        return self.waste + self.stock

    @property
    def order_known(self) -> bool:
        """Whether every side card's place is known."""
        return not self.unseen

    def present(self) -> frozenset[Card]:
        """All cards left, the unseen ones included."""
        shown = (*self.pyramid, *self.waste, *self.stock)
        return self.unseen.union(card for card in shown if card is not None)

    def removed(self) -> frozenset[Card]:
        """All cards that have left the game."""
        return frozenset(PACK) - self.present()

    def place_of(self, card: Card) -> int | None:
        """The pyramid position of a card, or None when it is not in the pyramid."""
        return self.pyramid.index(card) if card in self.pyramid else None

    def covers(self, place: int) -> tuple[int, ...]:
        """The pyramid positions that still cover this one."""
        return tuple(q for q in COVERS_OF[place] if self.pyramid[q] is not None)

    def free_places(self) -> tuple[int, ...]:
        """The pyramid positions whose card is there and free."""
        return tuple(
            place
            for place, card in enumerate(self.pyramid)
            if card is not None and not self.covers(place)
        )


def _number_of(rank: int, count: int) -> str:
    """Such as `1 five` or `3 sixes`."""
    word = RANK_WORDS[rank]
    if count != 1:
        word += "es" if word.endswith("x") else "s"
    return f"{count} {word}"
