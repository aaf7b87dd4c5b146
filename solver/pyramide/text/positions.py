"""Positions as JSON and as text, both lossless.

The text form is the pyramid in rows, `--` for a gap, and a line for each of
the other things::

                 --
               6c  7h
              …
    waste: 7d 5c
    stock: 9h ?? ??
    unseen: 2s Kc
    pass: 2
    drawn: yes

Waste and stock run in drawing order: the waste from its bottom up, the stock
from the next card on; `??` stands for a card whose place is unknown, and the
unseen cards are those that these places hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from pyramide.cards import Card, card_name
from pyramide.errors import PyramideError
from pyramide.layout import PYRAMID_SIZE, ROW_COUNT, row_positions
from pyramide.position import Position
from pyramide.text.cards import Token, join_faults, not_a_card, parse_card, read_tokens
from pyramide.text.languages import ALL_LANGUAGES, any_of, clean, fold

GAP = "--"
UNKNOWN = "??"

_KEYS = ("pyramid", "waste", "stock", "unseen", "pass", "drawn")
_YES = ("yes", "true", "on", "1", "ja", "oui")
_NO = ("no", "false", "off", "0", "nee", "nein", "non")
_LABELS = {
    "waste": any_of(("waste", *(word for known in ALL_LANGUAGES for word in known.waste))),
    "stock": any_of(tuple(word for known in ALL_LANGUAGES for word in known.stock)),
    "unseen": "unseen",
    "pass": any_of(("pass", *(known.pass_word for known in ALL_LANGUAGES))),
    "drawn": "drawn",
}
_LABEL = re.compile(
    r"^[ \t]*(?:" + "|".join(f"(?P<{key}>{words})" for key, words in _LABELS.items()) + r")\s*:",
    re.M,
)


def position_json(position: Position) -> dict[str, object]:
    """A position as plain values: `position_from_json` gives it back."""
    return {
        "pyramid": _names(position.pyramid),
        "waste": _names(position.waste),
        "stock": _names(position.stock),
        "unseen": _names(sorted(position.unseen)),
        "pass": position.pass_number,
        "drawn": position.drawn,
    }


def position_from_json(value: object, lang: str | None = None) -> Position:
    """The position of such plain values, checked.

    Only `pyramid` must be there.  Without `pass` and `drawn` it is in pass 1
    with the flag off; without `stock` the unseen cards lie in the stock in
    unknown order.  Raises PyramideError with all faults.
    """
    if not isinstance(value, dict):
        raise PyramideError("A position in JSON is an object with the keys " + _listed(_KEYS) + ".")
    faults = [f"'{key}' is no key of a position." for key in value if key not in _KEYS]
    if "pyramid" not in value:
        faults.append("The key 'pyramid' is missing.")
    cards = {
        key: _cards_from_json(key, value.get(key, []), lang, faults)
        for key in ("pyramid", "waste", "stock", "unseen")
    }
    pass_number, drawn = value.get("pass", 1), value.get("drawn", False)
    if type(pass_number) is not int:
        faults.append("'pass' must be an integer from 1.")
    if not isinstance(drawn, bool):
        faults.append("'drawn' must be true or false.")
    if None in cards["unseen"]:
        faults.append("'unseen' must name its cards, without null.")
    if faults:
        raise PyramideError(join_faults(faults))
    stock = cards["stock"] if "stock" in value else None
    return _checked(cards, stock, int(pass_number), bool(drawn))


def position_text(position: Position) -> str:
    """A position in the text form: `parse_position` gives it back."""
    lines: list[str] = []
    for row in range(1, ROW_COUNT + 1):
        cards = [position.pyramid[place] for place in row_positions(row)]
        lines.append(" " * (2 * (ROW_COUNT - row)) + "  ".join(_mark(card, GAP) for card in cards))
    for key, side in (("waste", position.waste), ("stock", position.stock)):
        lines.append(f"{key}: {' '.join(_mark(card, UNKNOWN) for card in side) or GAP}")
    if position.unseen:
        lines.append(f"unseen: {' '.join(map(card_name, sorted(position.unseen)))}")
    lines.append(f"pass: {position.pass_number}")
    lines.append(f"drawn: {'yes' if position.drawn else 'no'}")
    return "\n".join(lines)


def parse_position(text: str, lang: str | None = None) -> Position:
    """The position of a text in the text form, or of JSON (it begins with `{`).

    `#` starts a comment; where a line is left out the same holds as in JSON.
    Raises PyramideError with all faults.
    """
    text = clean(text)
    if text.lstrip().startswith("{"):
        try:
            return position_from_json(json.loads(text), lang)
        except ValueError as error:
            raise PyramideError(f"The position is no JSON: {error}.") from None
    text = "\n".join(line.split("#", 1)[0] for line in text.split("\n"))
    faults: list[str] = []
    values = _sections(text, faults)
    pass_words, drawn_words = values.pop("pass", "1"), fold(values.pop("drawn", "no"))
    # The open letters have one reading in the whole text, so the cards are read together.
    keys = list(values)
    tokens = read_tokens("\n".join(values.values()), lang)
    cards: dict[str, tuple[Card | None, ...]] = {"pyramid": (), "waste": (), "unseen": ()}
    limit = 0
    for key in keys:
        first, limit = limit, limit + len(values[key]) + 1
        here = [token for token in tokens if first <= token.start < limit]
        cards[key] = _cards_from_tokens(key, here, lang, faults)
    if not re.fullmatch(r"\d{1,9}", pass_words):
        faults.append(f"'{pass_words}' is no pass: give a number from 1.")
    if drawn_words not in (*_YES, *_NO):
        faults.append(f"'{drawn_words}' is neither yes nor no (drawn).")
    if faults:
        raise PyramideError(join_faults(faults))
    return _checked(cards, cards.get("stock"), int(pass_words), drawn_words in _YES)


def _checked(
    cards: dict[str, tuple[Card | None, ...]],
    stock: tuple[Card | None, ...] | None,
    pass_number: int,
    drawn: bool,
) -> Position:
    """The position of its parts; a stock left out holds the unseen cards."""
    unseen = [card for card in cards["unseen"] if card is not None]
    if twice := sorted({card for card in unseen if unseen.count(card) > 1}):
        raise PyramideError(f"Twice among the unseen cards: {_listed(map(card_name, twice))}.")
    if stock is None:
        stock = (None,) * (len(unseen) - cards["waste"].count(None))
    return Position.checked(
        cards["pyramid"], cards["waste"], stock, frozenset(unseen), pass_number, drawn
    )


def _cards_from_json(
    key: str, value: object, lang: str | None, faults: list[str]
) -> tuple[Card | None, ...]:
    """The cards of one key; what is wrong goes to `faults`."""
    if not isinstance(value, list):
        faults.append(f"'{key}' must be a list of card names.")
        return ()
    cards: list[Card | None] = []
    for item in value:
        try:
            if item is not None and not isinstance(item, str):
                raise PyramideError(not_a_card(json.dumps(item), lang))
            cards.append(None if item is None else parse_card(item, lang))
        except PyramideError as error:
            faults.append(f"In '{key}': {error}")
    return tuple(cards)


def _sections(text: str, faults: list[str]) -> dict[str, str]:
    """The text of the pyramid and of each labelled line, by key."""
    labels = list(_LABEL.finditer(fold(text)))
    ends = [label.start() for label in labels] + [len(text)]
    values = {"pyramid": text[: ends[0]]}
    for label, end in zip(labels, ends[1:], strict=True):
        key = str(label.lastgroup)
        if key in values:
            faults.append(f"The line '{key}:' stands twice.")
        values[key] = text[label.end() : end].strip()
    return values


def _cards_from_tokens(
    key: str, tokens: list[Token], lang: str | None, faults: list[str]
) -> tuple[Card | None, ...]:
    """The cards of one section: gaps in the pyramid, unknown cards beside it."""
    cards: list[Card | None] = []
    for token in tokens:
        if token.card is not None or (token.is_gap and key == "pyramid"):
            cards.append(token.card)
        elif token.is_unknown and key in ("waste", "stock"):
            cards.append(None)
        elif not token.is_gap:
            faults.append(f"{key.capitalize()}: {not_a_card(token.text, lang)}")
    if key == "pyramid" and len(cards) != PYRAMID_SIZE:
        faults.append(
            f"The pyramid has {len(cards)} places; it needs {PYRAMID_SIZE}, {GAP} for a gap."
        )
    return tuple(cards)


def _mark(card: Card | None, otherwise: str) -> str:
    """The machine name of a card, or what stands for none."""
    return otherwise if card is None else card_name(card)


def _names(cards: Iterable[Card | None]) -> list[str | None]:
    """The machine names of cards, None where there is none."""
    return [None if card is None else card_name(card) for card in cards]


def _listed(words: Iterable[str]) -> str:
    """Words with commas between them."""
    return ", ".join(words)
