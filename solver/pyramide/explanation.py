"""What an explanation says: the rank pairs that make a position lost, and their cards."""

from __future__ import annotations

from dataclasses import dataclass

from pyramide.cards import Card


@dataclass(frozen=True, slots=True)
class Blocked:
    """Two cards of a rank pair that can never meet: `under` waits until `over` is gone."""

    over: Card
    under: Card


@dataclass(frozen=True, slots=True)
class PairNeed:
    """What a rank pair asks of the pyramid, every side card being at hand.

    `low`, `high`: its cards in the pyramid.  `needed`: how many pairs have to
    be made inside the pyramid, since the cards beside it are too few.
    `possible`: the pairs that can meet at all; `most`: how many of them at
    once.  `blocked`: the pairs that cannot.  `hubs`: as few cards as `most`,
    one of which is in every possible pair.
    """

    ranks: tuple[int, int]
    low: tuple[Card, ...]
    high: tuple[Card, ...]
    needed: int
    possible: tuple[tuple[Card, Card], ...]
    most: int
    blocked: tuple[Blocked, ...]
    hubs: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The rank pairs that make a position lost, and what kind of proof shows it.

    `by_counting`: one rank pair needs more pairs inside the pyramid than can
    meet.  `whatever_order`: it is lost even if every side card were at hand at
    any time; else the order of the side cards or the number of passes decides.
    """

    pairs: tuple[PairNeed, ...]
    by_counting: bool
    whatever_order: bool
    nodes: int
