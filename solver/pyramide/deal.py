"""A deal: 52 cards in dealing order, as far as they are known.

Dealing order is the 28 pyramid cards from the top row down, left to right,
then the 24 side cards in the order in which they are drawn; the first
`waste_start` side cards lie on the waste at the start.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pyramide.cards import PACK, PACK_SIZE, Card, card_name
from pyramide.errors import PyramideError
from pyramide.layout import PYRAMID_SIZE


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal with a known pyramid and a known beginning of the side cards.

    `cards` has 52 entries in dealing order, None where the card is unknown;
    the unknown ones are the last.  A single missing card is filled in, since
    only one is left for it.  `name` is the deal's canonical name
    (`PY1-N-AAAAAAS`, `random:7`, `pysol:7`) or None for typed cards.

    Build it with `Deal.of`, which takes 28 to 52 cards.
    """

    cards: tuple[Card | None, ...]
    name: str | None = None

    @classmethod
    def of(cls, cards: Iterable[Card], name: str | None = None) -> Deal:
        """The deal whose first 28 to 52 cards are known.

        Raises PyramideError for a wrong number of cards, a value that is no
        card, or a card that stands twice.
        """
        known: list[Card] = list(cards)
        if not PYRAMID_SIZE <= len(known) <= PACK_SIZE:
            raise PyramideError(
                f"A deal has 28 to {PACK_SIZE} cards (the pyramid, then the side cards); "
                f"here are {len(known)}."
            )
        if bad := [card for card in known if card not in range(PACK_SIZE)]:
            raise PyramideError(f"{bad[0]} is no card: a card is an integer from 0 to 51.")
        if len(set(known)) < len(known):
            twice = sorted({card for card in known if known.count(card) > 1})
            raise PyramideError(f"Twice in the deal: {', '.join(map(card_name, twice))}.")
        if len(known) == PACK_SIZE - 1:
            known += set(PACK) - set(known)
        unknown: list[None] = [None] * (PACK_SIZE - len(known))
        return cls((*known, *unknown), name)

    @property
    def pyramid(self) -> tuple[Card, ...]:
        """The 28 pyramid cards in dealing order."""
        return tuple(card for card in self.cards[:PYRAMID_SIZE] if card is not None)

    @property
    def side(self) -> tuple[Card | None, ...]:
        """The 24 side cards in drawing order, None where unknown."""
        return self.cards[PYRAMID_SIZE:]

    @property
    def unseen(self) -> frozenset[Card]:
        """The cards that the deal does not show: what its Nones stand for."""
        return frozenset(PACK) - frozenset(self.cards)

    @property
    def complete(self) -> bool:
        """Whether all 52 cards are known."""
        return None not in self.cards

    def named(self, name: str | None) -> Deal:
        """The same cards under another name."""
        return replace(self, name=name)
