"""The numbered random deals of `pyramide.random_deals` inside a kernel: the same cards.

Only ranks are dealt, since suits do not matter to a search, and only as many
places of the dealing order as are asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pyramide.board import Words
from pyramide.cards import PACK, PACK_SIZE, rank_of
from pyramide.kernels.jit import COMPILER_OFF, kernel, part
from pyramide.random_deals import MASK, STEP, mix

ORDERED_RANKS: Words = np.array([rank_of(card) for card in PACK], dtype=np.int64)
"""The ranks of the pack in its order before the shuffle."""

# A state of the generator is a word of 64 unsigned bits: np.uint64 in compiled
# code, where it wraps silently, and a plain int without the compiler, where
# NumPy would warn at every wrap.
if COMPILER_OFF:

    def first_state(number: int) -> Any:
        """The state of the generator before a deal's first draw."""
        return mix((int(number) * STEP) & MASK)

    def next_state(state: Any) -> Any:
        """The state one draw on."""
        return (state + STEP) & MASK

    def drawn_word(state: Any) -> Any:
        """The word that a state gives out."""
        return mix(state)

    def product_halves(word: Any, bound: int) -> Any:
        """The high half of `word * bound` and whether the low half is 2^64 mod `bound` or more."""
        product = word * int(bound)
        return product >> 64, product & MASK >= (1 << 64) % int(bound)

else:
    _STEP = np.uint64(STEP)
    _TIMES_1 = np.uint64(0xBF58476D1CE4E5B9)
    _TIMES_2 = np.uint64(0x94D049BB133111EB)
    _LOW_HALF = np.uint64(0xFFFFFFFF)

    @kernel
    def first_state(number: int) -> Any:
        """The state of the generator before a deal's first draw."""
        return drawn_word(np.uint64(number) * _STEP)

    @kernel
    def next_state(state: Any) -> Any:
        """The state one draw on."""
        return state + _STEP

    @kernel
    def drawn_word(state: Any) -> Any:
        """The word that a state gives out."""
        state = (state ^ (state >> np.uint64(30))) * _TIMES_1
        state = (state ^ (state >> np.uint64(27))) * _TIMES_2
        return state ^ (state >> np.uint64(31))

    @kernel
    def product_halves(word: Any, bound: int) -> Any:
        """The high half of `word * bound` and whether the low half is 2^64 mod `bound` or more.

        `bound` is below 2^31, so that the product of one half of the word fits.
        """
        factor = np.uint64(bound)
        low = (word & _LOW_HALF) * factor
        high = (word >> np.uint64(32)) * factor + (low >> np.uint64(32))
        low = high << np.uint64(32) | low & _LOW_HALF
        even = low >= factor
        if not even:  # seldom, so the division is seldom paid
            even = low >= (np.uint64(0) - factor) % factor
        return np.int64(high >> np.uint64(32)), even


@part
def deal_ranks(number: int, places: int, ordered: Words, ranks: Words) -> None:
    """Write the ranks of a numbered random deal into `ranks` [52], modified in place.

    `number`: from 1 to 2^63 - 1.  The first `places` (at most 51) of `ranks` are
    those of the dealing order, the rest are the other cards in some order.
    `ordered`: `ORDERED_RANKS`.
    """
    for place in range(PACK_SIZE):
        ranks[place] = ordered[place]
    state = first_state(number)
    for place in range(places):
        while True:
            state = next_state(state)
            step, even = product_halves(drawn_word(state), PACK_SIZE - place)
            if even:
                break
        other = place + step
        rank = ranks[place]
        ranks[place] = ranks[other]
        ranks[other] = rank
