"""Counting the winnable ones among numbered random deals, for unlimited passes.

With `clear = pyramid` and unlimited passes only the pyramid decides (see
`pyramide.kernels.clear`), so only its 28 cards are dealt.
"""

from __future__ import annotations

from pyramide.board import FULL_MASK, Words
from pyramide.kernels.classes import ClearTables, ClearWork
from pyramide.kernels.clear import can_clear
from pyramide.kernels.dealing import deal_ranks
from pyramide.kernels.jit import kernel
from pyramide.layout import PYRAMID_SIZE

FOUR_OF_EACH = 0x444444444444
"""The whole pack in nibbles: rank q in bits 4 (q - 1) to 4 q - 1."""


@kernel
def count_winnable(
    first: int,
    deals: int,
    cover: bool,
    ordered: Words,
    ranks: Words,
    tables: ClearTables,
    work: ClearWork,
) -> int:
    """How many of the deals `first` to `first + deals - 1` can be won.

    `ordered`: `ORDERED_RANKS`; `ranks`: [52], modified in place.
    """
    wins = 0
    for offset in range(deals):
        deal_ranks(first + offset, PYRAMID_SIZE, ordered, ranks)
        beside = FOUR_OF_EACH
        for place in range(PYRAMID_SIZE):
            rank = ranks[place]
            if rank < 13:
                beside -= 1 << (4 * (rank - 1))
        won, _ = can_clear(ranks, FULL_MASK, beside, cover, tables, work)
        if won:
            wins += 1
    return wins
