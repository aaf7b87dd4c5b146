"""Cards: plain integers, their ranks, suits and machine names.

A card is an integer from 0 to 51: ``card = 13 * suit + rank - 1``, with the
suits clubs, diamonds, hearts, spades as 0 to 3 and the ranks ace to king as 1
to 13.  Its machine name is two ASCII characters, rank then suit: ``Td`` is the
ten of diamonds.  Names in other languages belong to ``pyramide.text``.
"""

from __future__ import annotations

from typing import TypeAlias

Card: TypeAlias = int
Rank: TypeAlias = int
Suit: TypeAlias = int

RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "cdhs"
KING = 13
PAIR_SUM = 13
PACK_SIZE = 52
PACK: tuple[Card, ...] = tuple(range(PACK_SIZE))


def make_card(rank: Rank, suit: Suit) -> Card:
    """The card of a rank (1 to 13) and a suit (0 to 3)."""
    return 13 * suit + rank - 1


def rank_of(card: Card) -> Rank:
    """The rank of a card, 1 (ace) to 13 (king); it is also the card's value."""
    return card % 13 + 1


def suit_of(card: Card) -> Suit:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card // 13


def card_name(card: Card) -> str:
    """The machine name of a card.

    >>> card_name(make_card(10, 1))
    'Td'
    """
    return RANK_LETTERS[card % 13] + SUIT_LETTERS[card // 13]


def card_from_name(name: str) -> Card:
    """The card of a machine name; the inverse of `card_name`.

    Raises KeyError for anything else: `pyramide.text.cards` reads what people
    type.

    >>> card_from_name('Kd')
    25
    """
    return CARD_FROM_NAME[name]


CARD_FROM_NAME: dict[str, Card] = {card_name(card): card for card in PACK}


def partner_rank(rank: Rank) -> Rank:
    """The rank that makes 13 with this one; 0 for a king, which goes alone."""
    return PAIR_SUM - rank


def is_pair(first: Card, second: Card) -> bool:
    """Whether two cards sum to 13 (a king is never part of a pair)."""
    return first % 13 + second % 13 == PAIR_SUM - 2 and first % 13 != KING - 1
