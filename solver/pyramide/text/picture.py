"""A picture of a position, as it lies on the table.

The rows overlap as the cards do: a covered card shows its upper half, a free
card its whole face.  In the corner lie the stock, with its number of cards on
its back, and the waste with its top.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import groupby

from pyramide.cards import Card, suit_of
from pyramide.layout import PYRAMID_SIZE, ROW_COUNT, ROW_OF, ROW_START
from pyramide.position import Position
from pyramide.text.cards import card_text
from pyramide.text.languages import Language, language

_CARD_WIDTH = 7
_PITCH = _CARD_WIDTH + 1
_WIDTH = ROW_COUNT * _PITCH - 1
_HEIGHT = 2 * ROW_COUNT + 1
_RED_SUITS = (1, 2)
_RED, _BOLD, _DIM, _RESET = "\x1b[31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class _Pen:
    """How cards are drawn: their edges, the stock's back and how their faces read."""

    horizontal: str
    vertical: str
    corners: tuple[str, str, str, str]
    back: str
    dot: str
    known: Language
    symbols: bool

    def face(self, card: Card | None) -> str:
        """What a card shows."""
        if card is None:
            return "?"
        return card_text(card, "symbol" if self.symbols else "ascii", self.known.code)

    def plain(self, text: str) -> str:
        """Words as they can be shown: without accents where only ASCII can."""
        if self.symbols:
            return text
        return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


class _Canvas:
    """A grid of characters, each with its colour codes."""

    def __init__(self, pen: _Pen) -> None:
        self.pen = pen
        self.cells = [[("", " ")] * _WIDTH for _ in range(_HEIGHT)]

    def write(self, row: int, column: int, text: str, codes: str) -> None:
        """Put text over what is there."""
        for offset, character in enumerate(text):
            self.cells[row][column + offset] = (codes, character)

    def card(self, row: int, column: int, face: str, edge_codes: str, face_codes: str) -> None:
        """Put a card with its upper left corner here."""
        pen, inner = self.pen, _CARD_WIDTH - 2
        first, second, third, fourth = pen.corners
        self.write(row, column, first + pen.horizontal * inner + second, edge_codes)
        self.write(row + 1, column, pen.vertical + " " * inner + pen.vertical, edge_codes)
        self.write(row + 2, column, third + pen.horizontal * inner + fourth, edge_codes)
        self.write(row + 1, column + 1, f"{face:^{inner}}", face_codes)

    def lines(self, *, color: bool) -> list[str]:
        """The grid as text, each run of one colour in its codes if wanted."""
        lines: list[str] = []
        for cells in self.cells:
            line = ""
            for codes, run in groupby(cells, key=lambda cell: cell[0]):
                text = "".join(character for _, character in run)
                line += f"{codes}{text}{_RESET}" if codes and color else text
            lines.append(line)
        return lines


def picture(
    position: Position, *, lang: str = "en", color: bool = False, symbols: bool = True
) -> str:
    """The position drawn, 55 columns wide, with a line about stock and waste below.

    With `color`, red suits are red, free cards bold and the edges of covered ones
    dim (ANSI codes).  Without `symbols` all of it is ASCII, cards as `Td`.

    Raises PyramideError for an unknown language.
    """
    known = language(lang)
    if symbols:
        pen = _Pen("─", "│", ("┌", "┐", "└", "┘"), "░", "·", known, True)
    else:
        pen = _Pen("-", "|", (".", ".", "'", "'"), ":", "-", known, False)
    canvas = _Canvas(pen)
    for place in range(PYRAMID_SIZE):
        if (card := position.pyramid[place]) is not None:
            row = ROW_OF[place] - 1
            column = (ROW_COUNT - 1 - row) * _PITCH // 2 + (place - ROW_START[row]) * _PITCH
            # A covered card keeps a readable face: it is what a player plans with.
            edge, face = (_DIM, "") if position.covers(place) else (_BOLD, _BOLD)
            canvas.card(2 * row, column, pen.face(card), edge, face + _suit_codes(card))
    if position.stock:
        back = f"{len(position.stock):^3}".center(_CARD_WIDTH - 2, pen.back)
        canvas.card(0, 0, back, _DIM, _DIM)
    if position.waste:
        top = position.waste[-1]
        canvas.card(0, _PITCH, pen.face(top), _BOLD, _BOLD + _suit_codes(top))
    lines = [line.rstrip() for line in canvas.lines(color=color)]
    return "\n".join([*lines, "", _side_line(position, pen)])


def _suit_codes(card: Card | None) -> str:
    """Red for diamonds and hearts."""
    return _RED if card is not None and suit_of(card) in _RED_SUITS else ""


def _side_line(position: Position, pen: _Pen) -> str:
    """Stock and waste in words, and the pass after the first."""
    known, waste = pen.known, position.waste
    parts = [f"{known.stock[0]}{known.colon} {known.count_text(len(position.stock))}"]
    top = pen.face(waste[-1]) if waste else known.empty
    below = f" ({len(waste) - 1} {known.below})" if len(waste) > 1 else ""
    parts.append(f"{known.waste[0]}{known.colon} {top}{below}")
    if position.pass_number > 1:
        parts.append(f"{known.pass_word} {position.pass_number}")
    return pen.plain(f" {pen.dot} ".join(parts))
