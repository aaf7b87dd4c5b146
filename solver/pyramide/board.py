"""The bit layout and the tables of the pyramid that the kernels read.

Pyramid cards are bits 0 to 27 of a *mask*, in dealing order::

    row 1                 0
    row 2               1   2
     ...                ...
    row 7    21  22  23  24  25  26  27

The clearing search of `pyramide.kernels.clear` uses a second layout of the
same cards, the *board*: row r, place k (both from 0) is square 7 r + k, so that
the two cards which cover square s are squares s + 7 and s + 8, and the free
cards of a board b are ``b & ~(b >> 7) & ~(b >> 8)``::

    row 1      0
    row 2      7   8
    row 3     14  15  16
     ...      ...
    row 7     42  43  44  45  46  47  48

Only 1,430 sets of removed pyramid cards can occur (a Catalan number: the
lattice paths that bound them).  They are numbered by how many cards are gone,
then by mask: 0 is the whole pyramid, 1,429 the empty one.  Such an *id* takes
11 bits.

The 24 side cards are the bits 0 to 23 of a side mask in drawing order.  Cards
below the *pointer* p that are left are the waste (its top the highest), those
from p on are the stock (its top the lowest).  A whole search state is one word,
which Python and every kernel read alike::

    bit    0 .. 10   11 .. 15   16 .. 39     40 .. 47
           id        pointer    side mask    pass, where passes count

Words are int64 throughout, with bit 63 never used: mixing unsigned words with
integer literals is where compiled Python loses bits, and 63 bits are enough.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pyramide.cards import KING, rank_of
from pyramide.layout import COVERS_OF, PYRAMID_SIZE, ROW_OF, ROW_START, SIDE_SIZE
from pyramide.position import Position

Words = npt.NDArray[np.int64]

PYRAMID_COUNT = 1430
FULL_ID = 0
EMPTY_ID = PYRAMID_COUNT - 1
FULL_MASK = (1 << PYRAMID_SIZE) - 1

SQUARE_OF: tuple[int, ...] = tuple(
    7 * (ROW_OF[place] - 1) + place - ROW_START[ROW_OF[place] - 1] for place in range(PYRAMID_SIZE)
)
"""The square of each pyramid position."""


def _removed_masks() -> list[int]:
    """All sets of removed cards that can occur, fewest cards first, then by mask."""
    cover_masks = [sum(1 << q for q in covers) for covers in COVERS_OF]
    found: list[int] = []
    layer = {0}
    while layer:
        found += sorted(layer)
        layer = {
            mask | 1 << place
            for mask in layer
            for place, covers in enumerate(cover_masks)
            if not mask >> place & 1 and mask & covers == covers
        }
    return found


def _build() -> tuple[Words, Words, Words, dict[int, int]]:
    """`PRESENT`, `FREE`, `NEXT` and the id of each mask of removed cards."""
    removed = _removed_masks()
    id_of = {mask: number for number, mask in enumerate(removed)}
    present = np.array([FULL_MASK & ~mask for mask in removed], dtype=np.int64)
    free = np.zeros(PYRAMID_COUNT, dtype=np.int64)
    after = np.full((PYRAMID_COUNT, PYRAMID_SIZE), -1, dtype=np.int64)
    for number, mask in enumerate(removed):
        for place in range(PYRAMID_SIZE):
            follower = id_of.get(mask | 1 << place)
            if follower is not None and not mask >> place & 1:
                free[number] |= 1 << place
                after[number, place] = follower
    return present, free, after, id_of


PRESENT, FREE, NEXT, _ID_OF_REMOVED = _build()
for _table in (PRESENT, FREE, NEXT):
    _table.flags.writeable = False


def pyramid_id(present: int) -> int:
    """The id of the pyramid with these cards left (a mask); KeyError if it cannot occur."""
    return _ID_OF_REMOVED[FULL_MASK & ~present]


def _relations() -> tuple[Words, Words]:
    """Per position: the mask of cards that lie under it in play, and of those above."""
    under = [0] * PYRAMID_SIZE
    for place in reversed(range(PYRAMID_SIZE)):
        for cover in COVERS_OF[place]:
            under[place] |= 1 << cover | under[cover]
    above = [
        sum(1 << other for other in range(PYRAMID_SIZE) if under[other] >> place & 1)
        for place in range(PYRAMID_SIZE)
    ]
    return np.array(under, dtype=np.int64), np.array(above, dtype=np.int64)


COVERING, COVERED = _relations()
"""Per position, masks: all cards that must go before it; all that wait for it."""


def squares(mask: int) -> int:
    """The board of a mask: the same pyramid cards in the other layout."""
    return sum(1 << SQUARE_OF[place] for place in range(PYRAMID_SIZE) if mask >> place & 1)


class Encoded(NamedTuple):
    """A position as the kernels take it; suits do not matter to them.

    `ranks`: int64[28] per pyramid position, 0 for a gap; `present`: mask of the
    cards left; `side_ranks`: int64[24] per side card left in drawing order, 0
    past the last and where unknown; `side`: mask of side cards left; `pointer`:
    index of the first stock card, 24 without one; `counts`: side cards left per
    rank, rank q in bits 4 (q - 1) to 4 q - 1; `kings`: side kings left.
    """

    ranks: Words
    present: int
    side_ranks: Words
    side: int
    pointer: int
    counts: int
    kings: int


def encode(position: Position) -> Encoded:
    """The kernels' form of a position."""
    ranks = np.zeros(PYRAMID_SIZE, dtype=np.int64)
    present = 0
    for place, card in enumerate(position.pyramid):
        if card is not None:
            ranks[place] = rank_of(card)
            present |= 1 << place
    side_ranks = np.zeros(SIDE_SIZE, dtype=np.int64)
    counts = kings = 0
    for index, card in enumerate(position.side):
        if card is not None:
            side_ranks[index] = rank_of(card)
    for card in (*position.side, *position.unseen):
        if card is not None:
            rank = rank_of(card)
            if rank == KING:
                kings += 1
            else:
                counts += 1 << (4 * (rank - 1))
    pointer = len(position.waste) if position.stock else SIDE_SIZE
    side = (1 << len(position.side)) - 1
    return Encoded(ranks, present, side_ranks, side, pointer, counts, kings)


def free_ranks(code: Encoded, kept: frozenset[int]) -> Encoded:
    """The same position with every card but those of the `kept` ranks turned into a king."""
    kings = code.kings
    counts = 0
    for rank in range(1, KING):
        count = code.counts >> (4 * (rank - 1)) & 15
        if rank in kept:
            counts |= count << (4 * (rank - 1))
        else:
            kings += count
    ranks = np.where((code.ranks == 0) | np.isin(code.ranks, list(kept)), code.ranks, KING)
    sides = code.side_ranks
    sides = np.where((sides == 0) | np.isin(sides, list(kept)), sides, KING)
    return code._replace(ranks=ranks, side_ranks=sides, counts=counts, kings=kings)
