"""Numbered random deals: the same 52 cards for ever, on every machine.

The state of SplitMix64 starts at ``mix(number * STEP)``, mixed so that
neighbouring numbers share no stream; each draw adds STEP and mixes.  The pack
is shuffled from its first place on, each place taking any of those left with
exactly equal chances.  Only the first 28 swaps are needed where only the
pyramid counts.

Sources: SplitMix64 by Steele, Lea and Flood (2014); drawing below a bound
without bias by multiply-high and rejection, Lemire (2019).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pyramide.cards import PACK, PACK_SIZE, Card
from pyramide.deal import Deal
from pyramide.errors import PyramideError

STEP = 0x9E3779B97F4A7C15
WORD = 1 << 64
MASK = WORD - 1
MAX_NUMBER = (1 << 63) - 1


def mix(word: int) -> int:
    """SplitMix64's output function: a 64-bit word from a 64-bit word, one to one."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & MASK
    return word ^ (word >> 31)


def stream(number: int) -> Callable[[], int]:
    """The 64-bit words of a deal's number, one at each call."""
    state = mix((number * STEP) & MASK)

    def draw() -> int:
        nonlocal state
        state = (state + STEP) & MASK
        return mix(state)

    return draw


def below(bound: int, draw: Callable[[], int]) -> int:
    """A number from 0 to bound - 1, all equally likely, from 64-bit words.

    A word whose product's low half is less than 2^64 mod bound is passed over:
    without those, every result comes from equally many words.
    """
    product = draw() * bound
    if product & MASK < bound:  # seldom, so the division is seldom paid
        surplus = WORD % bound
        while product & MASK < surplus:
            product = draw() * bound
    return product >> 64


def random_cards(number: int) -> tuple[Card, ...]:
    """The 52 cards of a numbered random deal, in dealing order.

    Raises PyramideError unless the number is from 1 to 2^63 - 1.
    """
    if not 1 <= number <= MAX_NUMBER:
        raise PyramideError(
            f"There is no random deal {number}: the numbers run from 1 to {MAX_NUMBER}."
        )
    draw = stream(number)
    cards = list(PACK)
    for place in range(PACK_SIZE - 1):
        other = place + below(PACK_SIZE - place, draw)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def random_deal(number: int) -> Deal:
    """The numbered random deal, named `random:` and its number.

    Raises PyramideError unless the number is from 1 to 2^63 - 1.
    """
    return Deal.of(random_cards(number), f"random:{number}")


def parse_range(text: str) -> range:
    """The numbers of `7` or of `1..3000`, both ends included.

    Raises PyramideError for anything else, and for an end before the start.

    >>> parse_range("1..3000")
    range(1, 3001)
    """
    found = re.fullmatch(r"\s*([0-9]+)\s*(?:\.\.\s*([0-9]+)\s*)?", text)
    if not found:
        raise PyramideError(f"'{text.strip()}' is no number or range: write 7, or 1..3000.")
    first = _number(found[1])
    last = first if found[2] is None else _number(found[2])
    if last < first:
        raise PyramideError(f"The range {first}..{last} ends before it starts.")
    return range(first, last + 1)


def _number(digits: str) -> int:
    """The number of a deal from its digits, checked before a huge one is read."""
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(MAX_NUMBER)) or not 1 <= int(digits) <= MAX_NUMBER:
        raise PyramideError(
            f"{digits} is no number of a deal: the numbers run from 1 to {MAX_NUMBER}."
        )
    return int(digits)
