"""The plain oracle for whole deals: the same search on sorted arrays of words.

Still every legal move and nothing else: no heuristics, no pruning, no
dominance.  It shares no rule code with `pyramide.game`, so that each judges
the other.  Positions are words of 64 bits, cards known by rank alone::

    bit    0 .. 27    28 .. 51     52 .. 56                57      58 .. 63
           pyramid    side cards   side index above the    drawn   recycles
                      left         waste top, 0 if none            so far

A layer of the breadth-first search is one sorted array.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
import numpy.typing as npt

from pyramide.cards import KING, PAIR_SUM, rank_of
from pyramide.layout import COVERS_OF, PYRAMID_SIZE, SIDE_SIZE
from pyramide.position import Position
from pyramide.rules import Clear, Play, Rules
from tests.oracle import OracleAnswer

Words = npt.NDArray[np.uint64]
Small = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

SIDE_SHIFT, ABOVE_SHIFT, DRAWN_SHIFT, RECYCLE_SHIFT = 28, 52, 57, 58
PYRAMID_BITS = (1 << PYRAMID_SIZE) - 1
SIDE_BITS = (1 << SIDE_SIZE) - 1
MOST_RECYCLES = (1 << 64 - RECYCLE_SHIFT) - 1
BELOW = np.array([(1 << n) - 1 for n in range(SIDE_SIZE + 1)], dtype=np.uint64)


def fast_oracle(position: Position, rules: Rules, cap: int | None = None) -> OracleAnswer | None:
    """Search breadth first from a position; None when more than `cap` positions are met.

    Raises ValueError when the order of the side cards is not known, or for
    more than 64 passes.
    """
    search = _Search.of(position, rules)
    layer = np.array([search.word_of(position)], dtype=np.uint64)
    seen = _Seen()
    least_pyramid, least_cards = PYRAMID_SIZE, PYRAMID_SIZE + SIDE_SIZE
    shortest: int | None = None
    depth = 0
    while len(layer):
        seen.add(layer)
        if cap is not None and seen.count > cap:
            return None
        pyramid_left = np.bitwise_count(_part(layer, 0, PYRAMID_BITS))
        side_left = np.bitwise_count(_part(layer, SIDE_SHIFT, SIDE_BITS))
        least_pyramid = min(least_pyramid, int(pyramid_left.min()))
        least_cards = min(least_cards, int((pyramid_left + side_left).min()))
        won = search.won(layer)
        if shortest is None and won.any():
            shortest = depth
        layer = seen.unmet(search.successors(layer[~won]))
        depth += 1
    in_pyramid = sum(rank > 0 for rank in search.pyramid)
    return OracleAnswer(
        winnable=shortest is not None,
        shortest=shortest,
        most_pyramid_cards=in_pyramid - least_pyramid,
        most_cards=in_pyramid + len(position.side) - least_cards,
        states=seen.count,
    )


@dataclass
class _Seen:
    """The words met so far, in sorted runs of which each is at most half the one before."""

    runs: list[Words] = field(default_factory=list)
    count: int = 0

    def add(self, words: Words) -> None:
        """Note sorted words that were not met yet."""
        self.count += len(words)
        self.runs.append(words)
        while len(self.runs) > 1 and 2 * len(self.runs[-1]) > len(self.runs[-2]):
            merged = np.concatenate((self.runs.pop(), self.runs.pop()))
            merged.sort(kind="stable")
            self.runs.append(merged)

    def unmet(self, words: Words) -> Words:
        """Those of the sorted words that were not met yet."""
        for run in self.runs:
            at = np.searchsorted(run, words)
            at[at == len(run)] = 0
            words = words[run[at] != words]
        return words


@dataclass(frozen=True)
class _Search:
    """The ranks of one position's cards (0 for a gap) and the moves among them."""

    rules: Rules
    pyramid: tuple[int, ...]
    side: Small
    recycles: int | None
    """How many recycles are left, None for any number."""

    @classmethod
    def of(cls, position: Position, rules: Rules) -> _Search:
        """The search from a position; the side ranks have a 0 before the first card."""
        if not position.order_known:
            raise ValueError("the fast oracle needs to know the order of the side cards")
        recycles = None if rules.passes is None else rules.passes - position.pass_number
        if recycles is not None and recycles > MOST_RECYCLES:
            raise ValueError("the fast oracle has no room for so many passes")
        side = [rank_of(card) for card in position.side if card is not None]
        return cls(
            rules,
            tuple(0 if card is None else rank_of(card) for card in position.pyramid),
            np.array([0, *side, *[0] * (SIDE_SIZE - len(side))], dtype=np.int64),
            recycles,
        )

    def word_of(self, position: Position) -> int:
        """The word of the position that the search starts from."""
        pyramid = sum(1 << place for place, rank in enumerate(self.pyramid) if rank)
        side = (1 << len(position.side)) - 1 << SIDE_SHIFT
        above = len(position.waste) << ABOVE_SHIFT
        return pyramid | side | above | position.drawn << DRAWN_SHIFT

    def won(self, words: Words) -> Mask:
        """Which words are won."""
        if self.rules.clear is Clear.PYRAMID:
            return _holds(words, PYRAMID_BITS, 0)
        return _holds(words, PYRAMID_BITS | SIDE_BITS << SIDE_SHIFT, 0)

    def successors(self, words: Words) -> Words:
        """All words one move further, sorted, each once."""
        if not len(words):
            return words
        side = _part(words, SIDE_SHIFT, SIDE_BITS)
        below = BELOW[_part(words, ABOVE_SHIFT, 31).astype(np.int64)]
        waste: Words = side & below
        stock: Words = side & ~below
        after = [
            *self._within_pyramid(words),
            *self._with_side(words, waste, stock),
            self._drawn(words, stock),
            self._recycled(words, waste, stock),
        ]
        return np.unique(np.concatenate(after))

    def _free(self, words: Words, place: int, but: int | None = None) -> Mask:
        """Where a place's card is there and nothing covers it, except perhaps `but`."""
        covers = sum(1 << q for q in COVERS_OF[place] if q != but)
        return _holds(words, 1 << place | covers, 1 << place)

    def _within_pyramid(self, words: Words) -> list[Words]:
        """The words after removing a king or a pair of the pyramid."""
        after = []
        places = [place for place, rank in enumerate(self.pyramid) if rank]
        free = {place: self._free(words, place) for place in places}
        for place in places:
            if self.pyramid[place] == KING:
                after.append(words[free[place]] ^ np.uint64(1 << place))
        for one, two in combinations(places, 2):
            if self.pyramid[one] + self.pyramid[two] != PAIR_SUM:
                continue
            pair = np.uint64(1 << one | 1 << two)
            after.append(words[free[one] & free[two]] ^ pair)
            if self.rules.cover and two in COVERS_OF[one]:
                after.append(words[free[two] & self._free(words, one, but=two)] ^ pair)
        return after

    def _with_side(self, words: Words, waste: Words, stock: Words) -> list[Words]:
        """The words after removals that take side cards."""
        tops = [(_highest(waste), True)]
        if self.rules.play is Play.STOCK_AND_WASTE:
            tops.append((_lowest(stock), False))
        after = []
        for number, of_waste in tops:
            ranks = self.side[number]
            at = ranks == KING
            after.append(_without(words[at], number[at], of_waste))
            for place, rank in enumerate(self.pyramid):
                if rank:
                    at = (ranks == PAIR_SUM - rank) & (number > 0) & self._free(words, place)
                    left = words[at] ^ np.uint64(1 << place)
                    after.append(_without(left, number[at], of_waste))
        top = tops[0][0]
        if self.rules.play is Play.STOCK_AND_WASTE:
            after.append(self._side_pair(words, top, tops[1][0], np.ones(len(words), dtype=bool)))
        if self.rules.play is Play.DRAWN_PAIR:
            drawn = 1 << DRAWN_SHIFT
            under = _highest(waste & ~_bit(top))
            after.append(self._side_pair(words, top, under, _holds(words, drawn, drawn)))
        return after

    def _side_pair(self, words: Words, top: Small, other: Small, where: Mask) -> Words:
        """The words after pairing the waste top with another side card."""
        at = where & (top > 0) & (other > 0) & (self.side[top] + self.side[other] == PAIR_SUM)
        return _without(_without(words[at], other[at], False), top[at], True)

    def _drawn(self, words: Words, stock: Words) -> Words:
        """The words after a draw."""
        at = stock != 0
        above = _lowest(stock[at]).astype(np.uint64)
        flag = int(self.rules.play is Play.DRAWN_PAIR)
        above = above << np.uint64(ABOVE_SHIFT) | np.uint64(flag << DRAWN_SHIFT)
        return _cleared(words[at]) | above

    def _recycled(self, words: Words, waste: Words, stock: Words) -> Words:
        """The words after a recycle."""
        at = (stock == 0) & (waste != 0)
        if self.recycles is None:
            return _cleared(words[at])
        at &= _part(words, RECYCLE_SHIFT, MOST_RECYCLES) < self.recycles
        return _cleared(words[at]) + np.uint64(1 << RECYCLE_SHIFT)


def _part(words: Words, shift: int, mask: int) -> Words:
    """The bits of `mask` after a shift to the right."""
    return words >> np.uint64(shift) & np.uint64(mask)


def _holds(words: Words, mask: int, value: int) -> Mask:
    """Where the bits of `mask` are exactly `value`."""
    same: Mask = words & np.uint64(mask) == np.uint64(value)
    return same


def _cleared(words: Words) -> Words:
    """The words without pointer and drawn flag."""
    return words & ~np.uint64(31 << ABOVE_SHIFT | 1 << DRAWN_SHIFT)


def _highest(side: Words) -> Small:
    """The number, from 1, of each mask's highest card; 0 for none."""
    return np.frexp(side.astype(np.float64))[1].astype(np.int64)  # exact: 24 bits


def _lowest(side: Words) -> Small:
    """The number, from 1, of each mask's lowest card; 0 for none."""
    return _highest(side & (~side + np.uint64(1)))


def _bit(number: Small) -> Words:
    """The side mask of a card's number, empty for 0."""
    return (np.uint64(1) << number.astype(np.uint64)) >> np.uint64(1)


def _without(words: Words, number: Small, of_waste: bool) -> Words:
    """The words without a side card; if it topped the waste, what is under it does now."""
    words = words ^ _bit(number) << np.uint64(SIDE_SHIFT)
    if not of_waste:
        return words
    below = BELOW[_part(words, ABOVE_SHIFT, 31).astype(np.int64)]
    waste = _part(words, SIDE_SHIFT, SIDE_BITS) & below
    return _cleared(words) | _highest(waste).astype(np.uint64) << np.uint64(ABOVE_SHIFT)
