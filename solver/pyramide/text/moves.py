"""Moves as text: recorded games read in four languages, lines of play printed."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pyramide.cards import Card, is_pair
from pyramide.errors import PyramideError
from pyramide.layout import SIDE_SIZE
from pyramide.moves import DRAW, RECYCLE, UNDO, Action, Draw, Recycle, Remove, Undo
from pyramide.text.cards import (
    Letters,
    Style,
    Token,
    both_readings,
    card_text,
    join_faults,
    letter_readings,
    not_a_card,
    scan,
)
from pyramide.text.languages import ALL_LANGUAGES, any_of, clean, fold, language

_DRAW = any_of(tuple(word for known in ALL_LANGUAGES for word in known.draw))
_RECYCLE = re.compile(any_of(tuple(word for known in ALL_LANGUAGES for word in known.recycle)))
_UNDO = re.compile(any_of(tuple(word for known in ALL_LANGUAGES for word in known.undo)))
_DRAWS = re.compile(rf"{_DRAW}\s*(?:[x×*]\s*(\d{{1,4}})|(\d{{1,4}})\s*[x×])")
_DRAW_SEEN = re.compile(_DRAW)
_NUMBER = re.compile(r"\s*\d+\s*[.)](?=\s|$)")
_LINK = re.compile(r"[+&]|\b(?:and|en|und|et)\b")
_SPLIT = re.compile(r"[\n;,]")


class BadMoves(PyramideError):
    """Text that is not a list of moves: all faults, each with its move's number and text."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """The actions of a text under one way to read its letters.

    `tokens` are its cards, `odd` the removed pairs that do not sum to 13.
    """

    actions: tuple[Action, ...]
    faults: tuple[str, ...]
    tokens: tuple[Token, ...]
    odd: int


def parse_actions(text: str, lang: str | None = None) -> tuple[Action, ...]:
    """The moves and undos of a recorded game.

    They are separated by `;`, `,` or line ends, or are a JSON list of strings;
    `#` starts a comment, numbers such as `12.` before a move are passed over.
    The letters V and those of suits are settled as `pyramide.text.cards` says,
    and, for V, by the pairs that have to sum to 13.  Raises BadMoves.

    >>> [str(action) for action in parse_actions("Kd; trek x2; 10♣ + 3♠")]
    ['Kd', 'draw', 'draw', 'Tc 3s']
    """
    segments = _segments(text)
    readings: list[_Reading] = []
    for group in letter_readings(lang):
        found = [_read(segments, letters, lang) for letters in group]
        flawless = [reading for reading in found if not reading.faults]
        least = min((reading.odd for reading in flawless), default=0)
        best = [reading for reading in flawless if reading.odd == least]
        if len({reading.actions for reading in best}) > 1:
            raise BadMoves(both_readings(best[0].tokens, best[1].tokens))
        if best:
            return best[0].actions
        readings += found
    raise BadMoves(join_faults(list(min(readings, key=lambda read: len(read.faults)).faults)))


def move_text(action: Action, style: Style = "ascii", lang: str = "en") -> str:
    """One move or undo: `Tc 3s`, `draw` (machine form), `10♣ + 3♠`, `trek` (for people)."""
    if style == "ascii":
        return str(action)
    known = language(lang)
    match action:
        case Draw(card=card):
            return known.draw[0] + ("" if card is None else f" {card_text(card, style, lang)}")
        case Remove(cards=cards):
            return " + ".join(card_text(card, style, lang) for card in cards)
        case Recycle():
            return known.recycle[0]
        case Undo():
            return known.undo[0]


def line_text(
    actions: Sequence[Action], style: Style = "symbol", lang: str = "en", width: int = 72
) -> str:
    """A line of play for people: draws folded, lines begun with their first move's number.

    `parse_actions` reads it again.

    >>> print(line_text(parse_actions("Kd; draw; draw; draw; Tc 3s"), "ascii"))
    1. Kd; draw x3; Tc 3s
    """
    items: list[tuple[int, str]] = []
    number = 1
    for action, run in groupby(actions):
        count = len(list(run))
        word = move_text(action, style, lang)
        if action == DRAW and count > 1:
            items.append((number, f"{word} {'x' if style == 'ascii' else '×'}{count}"))
        else:
            items += [(number + n, word) for n in range(count)]
        number += count
    digits = len(str(number - 1))
    lines: list[str] = []
    for at, word in items:
        if lines and len(lines[-1]) + len(word) + 3 <= width:
            lines[-1] += f"; {word}"
        else:
            lines.append(f"{at:>{digits}}. {word}")
    return ";\n".join(lines)


def _segments(text: str) -> list[str]:
    """The text of each move, numbers and comments taken off."""
    text = clean(text)
    if text.lstrip().startswith("["):
        try:
            listed = json.loads(text)
        except json.JSONDecodeError as error:
            raise BadMoves(f"The list of moves is no JSON: {error}.") from None
        if wrong := [item for item in listed if not isinstance(item, str)]:
            raise BadMoves(f"A list of moves holds strings; {json.dumps(wrong[0])} is none.")
        return [part for item in listed for part in _SPLIT.split(item) if part.strip()]
    lines = (_NUMBER.sub("", line.split("#", 1)[0]) for line in text.split("\n"))
    parts = (_NUMBER.sub("", part).strip() for line in lines for part in _SPLIT.split(line))
    return [part for part in parts if part]


def _read(segments: list[str], letters: Letters, lang: str | None) -> _Reading:
    """All moves, read one way."""
    actions: list[Action] = []
    faults: list[str] = []
    tokens: list[Token] = []
    number = 1
    for segment in segments:
        try:
            here, cards = _read_one(segment, letters, lang)
        except BadMoves as error:
            faults.append(f"Move {number} '{textwrap.shorten(segment, 40)}': {error}")
            number += 1
        else:
            actions += here
            tokens += cards
            number += len(here)
    odd = sum(
        isinstance(action, Remove)
        and action.second is not None
        and not is_pair(action.first, action.second)
        for action in actions
    )
    return _Reading(tuple(actions), tuple(faults), tuple(tokens), odd)


def _read_one(
    segment: str, letters: Letters, lang: str | None
) -> tuple[list[Action], tuple[Token, ...]]:
    """The actions of one move's text with its cards; raises BadMoves."""
    folded = fold(segment).strip()
    if _RECYCLE.fullmatch(folded):
        return [RECYCLE], ()
    if _UNDO.fullmatch(folded):
        return [UNDO], ()
    if many := _DRAWS.fullmatch(folded):
        count = int(many[1] or many[2])
        if not 1 <= count <= SIDE_SIZE:
            raise BadMoves(f"draw 1 to {SIDE_SIZE} cards at once.")
        return [DRAW] * count, ()
    if draw := _DRAW_SEEN.match(folded):
        if draw.end() == len(folded):
            return [DRAW], ()
        tokens, cards = _cards(segment.strip()[draw.end() :], letters, lang)
        if len(cards) != 1:
            raise BadMoves("a draw shows one card; write several draws as 'draw x3'.")
        return [Draw(cards[0])], tokens
    tokens, cards = _cards(_LINK.sub(lambda link: " " * len(link[0]), segment), letters, lang)
    if len(cards) > 2:
        raise BadMoves("a move removes one or two cards; separate moves by ';' or new lines.")
    return [Remove(*cards)], tokens


def _cards(
    text: str, letters: Letters, lang: str | None
) -> tuple[tuple[Token, ...], tuple[Card, ...]]:
    """The cards of a move; a dash between two may link them.  Raises BadMoves."""
    tokens = tuple(token for token in scan(text, letters) if not token.is_gap)
    if wrong := [token for token in tokens if token.card is None]:
        raise BadMoves(" ".join(not_a_card(token.text, lang) for token in wrong))
    if not tokens:
        raise BadMoves("it names no card and no move (draw, recycle, undo).")
    return tokens, tuple(token.card for token in tokens if token.card is not None)
