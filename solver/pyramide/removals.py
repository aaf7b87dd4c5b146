"""The moves of a line, from the pairs that it takes and when it takes them.

Cards are numbered as in `pyramide.kernels.edges`.

Between two pairs it draws and recycles.  Kings leave as soon as they can, but for a
stock king under `drawn-pair`, whose draw would end the moment of a pair, and, with
`clear = pyramid`, for the apex, whose leaving ends the game.
"""

from __future__ import annotations

from pyramide.board import SQUARE_OF
from pyramide.cards import KING, Card, rank_of
from pyramide.kernels.edges import SQUARES
from pyramide.layout import COVERS_OF
from pyramide.moves import DRAW, RECYCLE, Move, Remove
from pyramide.position import Position
from pyramide.rules import Clear, Play, Rules


class Removals:
    """A line in the making."""

    def __init__(self, position: Position, rules: Rules) -> None:
        """Begin with the kings that are free."""
        self._rules = rules
        self._side = position.side
        self._pyramid = {
            place: card for place, card in enumerate(position.pyramid) if card is not None
        }
        self._waste = list(range(len(position.waste)))
        self._stock = list(range(len(position.waste), len(self._side)))
        self._recycles = 0
        self._pass_number = position.pass_number
        self._moves: list[Move] = []
        self._free_kings()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    def pair(self, ends: tuple[int, int], pointer: int, recycles: int, last: bool) -> None:
        """Remove two cards after so many recycles, when the stock begins at `pointer`.

        `last`: the game ends with them.
        """
        while self._recycles < recycles:
            while self._stock:
                self._draw()
            self._recycle()
        while any(index < pointer and not self._is_king(index) for index in self._stock):
            self._draw()
        if last or self._rules.play is Play.STOCK_AND_WASTE:
            while self._stock and self._is_king(self._stock[0]):
                self._draw()
        self._remove(ends)

    def endless_pair(self, ends: tuple[int, int]) -> None:
        """Remove two cards under unlimited passes; two side cards must be neighbours."""
        self.side_kings()
        beside = sorted(end - SQUARES for end in ends if end >= SQUARES)
        if len(beside) == 1:
            while self._waste[-1:] != beside:
                self._turn()
        elif beside and self._rules.play is Play.STOCK_AND_WASTE:
            while self._waste[-1:] != beside[:1] or self._stock[:1] != beside[1:]:
                self._turn()
        elif beside:
            self._turn()
            while self._waste[-1:] != beside[1:]:
                self._turn()
        self._remove(ends)

    def side_kings(self) -> None:
        """Draw and recycle until all side kings that can be reached so are gone."""
        while any(map(self._is_king, self._stock)) or (
            any(map(self._is_king, self._waste)) and self._may_recycle()
        ):
            self._turn()

    def finished(self) -> tuple[Move, ...]:
        """The whole line, with the kings that are left."""
        if self._pyramid or self._rules.clear is Clear.ALL:
            self.side_kings()
        if list(self._pyramid) == [0] and rank_of(self._pyramid[0]) == KING:
            self._moves.append(Remove(self._pyramid[0]))
        return self.moves

    def _remove(self, ends: tuple[int, int]) -> None:
        pair: list[Card] = []
        for end in ends:
            if end < SQUARES:
                pair.append(self._pyramid.pop(SQUARE_OF.index(end)))
            else:
                pile = self._waste if end - SQUARES in self._waste else self._stock
                pile.remove(end - SQUARES)
                pair.append(self._card(end - SQUARES))
        self._moves.append(Remove(*pair))
        self._free_kings()

    def _card(self, index: int) -> Card:
        card = self._side[index]
        if card is None:
            raise AssertionError("a line needs the order of the stock")
        return card

    def _is_king(self, index: int) -> bool:
        return rank_of(self._card(index)) == KING

    def _may_recycle(self) -> bool:
        passes = self._rules.passes
        return passes is None or self._pass_number + self._recycles < passes

    def _turn(self) -> None:
        if self._stock:
            self._draw()
        else:
            self._recycle()

    def _draw(self) -> None:
        self._waste.append(self._stock.pop(0))
        self._moves.append(DRAW)
        self._free_kings()

    def _recycle(self) -> None:
        self._moves.append(RECYCLE)
        self._waste, self._stock = [], self._waste
        self._recycles += 1

    def _free_kings(self) -> None:
        """Remove the kings that are free: of the pyramid from the bottom up, and the waste's."""
        ends = self._rules.clear is Clear.PYRAMID
        for place in sorted(self._pyramid, reverse=True):
            card = self._pyramid[place]
            covered = any(q in self._pyramid for q in COVERS_OF[place])
            if rank_of(card) == KING and not covered and not (ends and place == 0):
                del self._pyramid[place]
                self._moves.append(Remove(card))
        over = ends and not self._pyramid
        while self._waste and self._is_king(self._waste[-1]) and not over:
            self._moves.append(Remove(self._card(self._waste.pop())))
