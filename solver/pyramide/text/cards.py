"""Cards as people write them, read leniently and printed three ways.

Three forms are read, whatever the language: letters (`Td`, `10D`, `V♥`: rank
first, suit second), words in each language's own order (`ruitenboer`,
`Karo-Bube`, `7 of hearts`, `valet de carreau`), and mixtures (`Herz D`).  The
letters B, H, K, D, R are jack, king, king, queen, king everywhere, as the
app's pages mix them.  What remains open is settled by the language, else by the
one reading of the whole text in which no card stands twice:

- V is a queen in Dutch and a jack in French;
- the suit letters are c d h s, or the language's own where one is given.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

from pyramide.cards import CARD_FROM_NAME, Card, Rank, Suit, card_name, make_card, rank_of, suit_of
from pyramide.errors import PyramideError
from pyramide.text.languages import (
    ALL_LANGUAGES,
    DEFAULT_SUIT_LETTERS,
    LANGUAGES,
    Language,
    any_of,
    clean,
    fold,
    language,
)

Style: TypeAlias = Literal["ascii", "symbol", "words"]

SUIT_SYMBOLS = "♣♦♥♠"
_WHITE_SUIT_SYMBOLS = "♧♢♡♤"

_RANK_OF_LETTER: dict[str, Rank] = {
    "a": 1, **{str(n): n for n in range(2, 11)}, "t": 10, "j": 11, "b": 11,
    "q": 12, "d": 12, "k": 13, "h": 13, "r": 13,
}  # fmt: skip

_SEPARATORS = r"\s,;.:|/\\+&()\[\]{}<>\"'*_=\u2022\u00b7\u2500-\u257f"
_SEPARATOR = re.compile(f"[{_SEPARATORS}]+")
_CHUNK = re.compile(f"[^{_SEPARATORS}]+")
_MARK = re.compile(r"-+|\?+")
_LISTED_AT_MOST = 12


class BadCards(PyramideError):
    """Text that is not the cards it should be: all faults in one message."""


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of text where a card was looked for; `card` is None if there is none.

    `start` counts characters in the cleaned text.
    """

    text: str
    start: int
    card: Card | None

    @property
    def end(self) -> int:
        """The place just after it."""
        return self.start + len(self.text)

    @property
    def is_gap(self) -> bool:
        """Whether it is dashes, which stand for a card that is gone."""
        return not self.text.strip("-")

    @property
    def is_unknown(self) -> bool:
        """Whether it is question marks, which stand for a card not seen."""
        return not self.text.strip("?")

    @property
    def is_malformed(self) -> bool:
        """Whether it is neither a card nor one of these marks."""
        return self.card is None and not self.is_gap and not self.is_unknown


@dataclass(frozen=True, slots=True)
class Letters:
    """One way to read what is open: the suit letters, and the rank that V means."""

    suits: tuple[tuple[str, Suit], ...]
    v_rank: Rank


def letter_readings(lang: str | None) -> tuple[tuple[Letters, ...], ...]:
    """The ways to read letters, best first; those inside a group are equally good.

    A language's own suit letters come before c d h s, which stay readable so
    that machine output can be read under any language.
    """
    if lang is None:
        schemes: tuple[tuple[tuple[str, Suit], ...], ...] = (DEFAULT_SUIT_LETTERS,)
        ranks: tuple[Rank, ...] = (12, 11)
    else:
        chosen = language(lang)
        schemes = tuple(dict.fromkeys((chosen.suit_letters, DEFAULT_SUIT_LETTERS)))
        ranks = (12, 11) if chosen.v_rank is None else (chosen.v_rank,)
    return tuple(tuple(Letters(suits, rank) for rank in ranks) for suits in schemes)


def scan(text: str, letters: Letters) -> tuple[Token, ...]:
    """The cards and other marks of a clean text, from left to right, read one way.

    Between them any white space and punctuation may stand, or nothing.  A
    stretch that holds anything unreadable becomes one malformed token.
    """
    folded = fold(text)
    tokens: list[Token] = []
    at = 0
    while at < len(folded):
        if separator := _SEPARATOR.match(folded, at):
            at = separator.end()
            continue
        card = None
        if mark := _MARK.match(folded, at):
            start, end = at, mark.end()
        elif found := _card_at(folded, at, letters):
            start, (card, end) = at, found
        else:
            start, end = at, _chunk_end(folded, at)
            while start and _CHUNK.match(folded, start - 1):
                start -= 1
            while tokens and tokens[-1].end > start:
                start = min(start, tokens.pop().start)
        tokens.append(Token(text[start:end], start, card))
        at = end
    return tuple(tokens)


def read_tokens(text: str, lang: str | None = None) -> tuple[Token, ...]:
    """The tokens of a text in its best reading; faults stay in it as tokens.

    Raises BadCards when two readings are equally good: the message shows both.
    """
    text = clean(text)
    if lang != "fr" and (quick := _machine_tokens(text)) is not None:
        return quick
    has_v = "v" in fold(text)
    readings: list[tuple[Token, ...]] = []
    for group in letter_readings(lang):
        found = dict.fromkeys(scan(text, letters) for letters in group[: 2 if has_v else 1])
        flawless = [reading for reading in found if not _fault_count(reading)]
        if len(flawless) == 1:
            return flawless[0]
        if flawless:
            raise BadCards(both_readings(*flawless))
        readings += found
    return min(readings, key=_fault_count)


def both_readings(first: tuple[Token, ...], second: tuple[Token, ...]) -> str:
    """The sentence that shows where two readings of one text differ."""
    one, other = next((a, b) for a, b in zip(first, second, strict=True) if a.card != b.card)
    return (
        f"'{one.text}' can be the {_shown(one.card)} (Dutch) or the {_shown(other.card)} (French): "
        "say which with --lang nl or --lang fr."
    )


def parse_card(text: str, lang: str | None = None) -> Card:
    """The one card that the text names.

    Raises BadCards if it names none, more than one, or can be read two ways.

    >>> card_name(parse_card("10♦")), card_name(parse_card("Karo-Bube"))
    ('Td', 'Jd')
    """
    tokens = read_tokens(text, lang)
    if len(tokens) != 1 or tokens[0].card is None:
        raise BadCards(not_a_card(text.strip(), lang))
    return tokens[0].card


def parse_cards(text: str, lang: str | None = None) -> tuple[Card, ...]:
    """The cards that the text names, in order.

    Raises BadCards, all faults in one message, for what is no card and for
    cards that stand twice.
    """
    tokens = read_tokens(text, lang)
    faults = [not_a_card(token.text, lang) for token in tokens if token.card is None]
    cards = [token.card for token in tokens if token.card is not None]
    if twice := [card_name(card) for card, count in Counter(cards).items() if count > 1]:
        faults.append(f"Twice here: {', '.join(twice)}.")
    if faults:
        raise BadCards(join_faults(faults))
    return tuple(cards)


def join_faults(faults: list[str]) -> str:
    """The faults as one message, those after the twelfth only counted."""
    rest = len(faults) - _LISTED_AT_MOST
    tail = [f"And {rest} more faults."] if rest > 1 else faults[_LISTED_AT_MOST:]
    return " ".join(faults[:_LISTED_AT_MOST] + tail)


def not_a_card(text: str, lang: str | None = None) -> str:
    """The sentence for a text that is no card; it names the language that would read it."""
    text = text if len(text) <= 40 else text[:39] + "…"
    if not text:
        return "There is no card here: write one such as Td or 10♦."
    if lang == "de" and re.fullmatch(r"(?:10|\w)k", fold(clean(text))):
        return f"'{text}' is no card: write kr for Kreuz, ka for Karo."
    for code in LANGUAGES:
        (own, *_), *_ = letter_readings(code)
        tokens = scan(clean(text), own)
        if code != lang and len(tokens) == 1 and tokens[0].card is not None:
            return f"'{text}' is no card; with --lang {code} it is the {_shown(tokens[0].card)}."
    return f"'{text}' is no card."


def card_text(card: Card, style: Style = "ascii", lang: str = "en") -> str:
    """A card as text: `Td` (the same in every language), `10♦`, or in words.

    >>> card_text(23, "symbol", "nl"), card_text(23, "words", "nl")
    ('B♦', 'ruitenboer')
    """
    if style == "ascii":
        return card_name(card)
    chosen, rank, suit = language(lang), rank_of(card), suit_of(card)
    if style == "symbol":
        return chosen.rank_letters[rank - 1] + SUIT_SYMBOLS[suit]
    is_number = 2 <= rank <= 10
    rank_word = str(rank) if is_number else chosen.ranks[rank - 1][0]
    suit_word = chosen.suits[suit][0]
    if not chosen.suit_first:
        return f"{rank_word} {chosen.between} {suit_word}"
    # The Dutch page joins aces and court cards to one word; German takes a hyphen.
    joint = " " if is_number else "-" if chosen.code == "de" else ""
    return suit_word + joint + rank_word


def _shown(card: Card | None) -> str:
    """A card in English words for a message."""
    return "gap" if card is None else card_text(card, "words")


def _fault_count(tokens: tuple[Token, ...]) -> int:
    """How many tokens are malformed or repeat a card."""
    cards = [token.card for token in tokens if token.card is not None]
    return sum(token.is_malformed for token in tokens) + len(cards) - len(set(cards))


def _machine_tokens(text: str) -> tuple[Token, ...] | None:
    """The tokens of a text of machine names alone, else None: many deals read fast."""
    at = 0
    tokens = []
    for word in text.split():
        if (card := CARD_FROM_NAME.get(word)) is None:
            return None
        at = text.index(word, at)
        tokens.append(Token(word, at, card))
        at += 2
    return tuple(tokens)


def _chunk_end(folded: str, at: int) -> int:
    """The end of the stretch without separators that holds this place."""
    chunk = _CHUNK.match(folded, at)
    return at + 1 if chunk is None else chunk.end()


def _card_at(folded: str, at: int, letters: Letters) -> tuple[Card, int] | None:
    """The card that begins exactly here, with the place after it."""
    for known, pattern in _WORD_PATTERNS:
        if found := pattern.match(folded, at):
            rank = _rank_in_words(known, found["rank"], letters)
            return make_card(rank, _SUIT_OF_WORD[found["suit"]]), found.end()
    if found := _letter_pattern(letters.suits).match(folded, at):
        rank = letters.v_rank if found["rank"] == "v" else _RANK_OF_LETTER[found["rank"]]
        if symbol := found["symbol"]:
            suit = (SUIT_SYMBOLS + _WHITE_SUIT_SYMBOLS).index(symbol) % 4
        else:
            suit = dict(letters.suits)[found["suit"]]
        return make_card(rank, suit), found.end()
    return None


def _rank_in_words(known: Language, text: str, letters: Letters) -> Rank:
    """The rank of a folded word, number or letter beside a suit in words."""
    if text == "v":
        return known.v_rank or letters.v_rank
    if text in _RANK_OF_LETTER:
        return _RANK_OF_LETTER[text]
    return next(rank for rank, words in enumerate(known.ranks, 1) if text in map(fold, words))


@cache
def _letter_pattern(suits: tuple[tuple[str, Suit], ...]) -> re.Pattern[str]:
    """Rank and suit in letters or symbols; white space only before a symbol."""
    symbols = SUIT_SYMBOLS + _WHITE_SUIT_SYMBOLS
    names = "|".join(name for name, _ in suits)
    rank = "(?P<rank>10|[a2-9tjqkbhdrv])"
    return re.compile(rf"{rank}(?:\s*(?P<symbol>[{symbols}])|(?P<suit>{names}))")


def _word_pattern(known: Language) -> re.Pattern[str]:
    """A card with its suit in words, in the language's order."""
    suit = f"(?P<suit>{any_of(tuple(word for words in known.suits for word in words))})"
    words = any_of(tuple(word for words in known.ranks for word in words))
    if known.suit_first:
        short = r"(?:10|[2-9])(?!\d)|[atjqkbhdrv](?![a-z])"
        return re.compile(rf"{suit}[\s-]*(?P<rank>{words}|{short})")
    short = "10|[2-9]|[atjqkbhdrv]"
    return re.compile(rf"(?P<rank>{words}|{short})[\s-]*(?:{known.between}[\s-]*)?{suit}")


_WORD_PATTERNS = tuple((known, _word_pattern(known)) for known in ALL_LANGUAGES)
_SUIT_OF_WORD: dict[str, Suit] = {
    fold(word): suit
    for known in ALL_LANGUAGES
    for suit, words in enumerate(known.suits)
    for word in words
}
