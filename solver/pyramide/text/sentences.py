"""The app's page sentence: a position in one sentence, printed and read.

The Dutch form is that of the app's pages (`Trekstapel: 23 kaarten;
aflegstapel: ruiten 7. Rij 1: ruitenboer; rij 2: …`); the German, French and
English forms are ours.  A sentence names the pyramid cards left, the waste top
and the number of stock cards, so at the start it is a whole deal as far as it
can be seen, and in mid-game it needs its deal beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pyramide.cards import Card, card_name
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.layout import PYRAMID_SIZE, ROW_COUNT, ROW_OF, SIDE_SIZE, row_positions
from pyramide.position import Position
from pyramide.rules import Rules
from pyramide.text.cards import card_text, join_faults, not_a_card, read_tokens
from pyramide.text.languages import ALL_LANGUAGES, any_of, clean, fold, language
from pyramide.text.sides import MISSING_FACT, removed_side_cards

_STOCK = any_of(tuple(word for known in ALL_LANGUAGES for word in known.stock))
_WASTE = any_of(tuple(word for known in ALL_LANGUAGES for word in known.waste))
_ROW = any_of(tuple(known.row for known in ALL_LANGUAGES))
_EMPTY = re.compile(any_of(tuple(known.empty for known in ALL_LANGUAGES)))
_UNKNOWN = re.compile(any_of(tuple(known.unknown for known in ALL_LANGUAGES)))
_LABEL = re.compile(
    rf"\b(?:(?P<stock>{_STOCK})\s*:|(?P<waste>{_WASTE})\s*:|{_ROW}\s*(?P<row>\d{{1,2}})\s*:?)"
)
_START = re.compile(rf"\b(?P<stock>{_STOCK})\s*:")
_END = re.compile(r"\.|\n[ \t]*\n")
_CARDS = any_of(tuple(word for known in ALL_LANGUAGES for word in known.card_count))
_COUNT = re.compile(rf"(\d{{1,4}})(?:\s*{_CARDS})?")
_EDGES = re.compile(r"^[\s.;,]+|[\s.;,]+$")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A page sentence found in a text: its words, and where they begin in the cleaned text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The place just after it."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What a sentence says.  `waste_empty` and an unknown top both leave `top` None."""

    stock_count: int
    top: Card | None
    waste_empty: bool
    rows: tuple[tuple[Card, ...], ...]

    @property
    def pyramid_count(self) -> int:
        return sum(map(len, self.rows))

    @property
    def is_start(self) -> bool:
        """Whether nothing has moved: a whole pyramid and all side cards."""
        return self.pyramid_count == PYRAMID_SIZE and self.stock_count == SIDE_SIZE - (
            not self.waste_empty
        )


def position_sentence(position: Position, lang: str = "en") -> str:
    """The page sentence of a position; a row without cards is left out.

    For a deal, give the position at its start.
    """
    known = language(lang)

    def listed(cards: list[Card]) -> str:
        return ", ".join(card_text(card, "words", lang) for card in cards)

    if not position.waste:
        top = known.empty
    elif (card := position.waste[-1]) is None:
        top = known.unknown
    else:
        top = card_text(card, "words", lang)
    head = (
        f"{known.stock[0]}{known.colon} {known.count_text(len(position.stock))}{known.semicolon} "
        f"{known.waste[0]}{known.colon} {top}."
    )
    rows: list[str] = []
    for row in range(1, ROW_COUNT + 1):
        places = (position.pyramid[place] for place in row_positions(row))
        if left := [card for card in places if card is not None]:
            word = known.row if rows else known.row.capitalize()
            rows.append(f"{word} {row}{known.colon} {listed(left)}")
    return f"{head} {f'{known.semicolon} '.join(rows)}." if rows else head


def find_sentences(text: str) -> tuple[Sentence, ...]:
    """The page sentences in a text, whatever stands around them.

    One begins at the word for the stock with its colon and ends at the full
    stop or blank line that no further row follows, or at the next sentence.
    """
    text = clean(text)
    folded = fold(text)
    starts = [found.start() for found in _START.finditer(folded)]
    sentences: list[Sentence] = []
    for start, limit in zip(starts, [*starts[1:], len(text)], strict=False):
        labels = list(_LABEL.finditer(folded, start, limit))
        if not any(label["waste"] for label in labels):
            continue
        stop = limit
        following = [label.start() for label in labels[1:]] + [limit]
        for label, after in zip(labels, following, strict=True):
            end = _END.search(folded, label.end(), after)
            # A full stop inside the sentence has the next label straight after it.
            if end and (after == limit or folded[end.end() : after].strip()):
                stop = end.start() + (folded[end.start()] == ".")
                break
        sentences.append(Sentence(text[start:stop].rstrip(), start))
    return tuple(sentences)


def parse_sentence(text: str, lang: str | None = None) -> Deal:
    """The deal of a page sentence: the pyramid, and the waste card if there is one.

    Prose around it is passed over.  Raises PyramideError, all faults in one
    message, also for a mid-game sentence and for two different deals.
    """
    sentences = find_sentences(text)
    if not sentences:
        raise PyramideError(
            "There is no page sentence here; it begins such as 'Trekstapel: 23 kaarten; "
            "aflegstapel: …' or 'Stock: 23 cards; discard: …'."
        )
    deals = dict.fromkeys(_deal_of(sentence, lang) for sentence in sentences)
    if len(deals) > 1:
        raise PyramideError(f"Here are {len(deals)} different deals; give one.")
    return next(iter(deals))


def parse_position_sentence(
    text: str, deal: Deal, rules: Rules, lang: str | None = None
) -> Position:
    """The position of a mid-game sentence, read beside its deal.

    The sentence does not name the waste cards under the top, nor which side
    cards are gone; where the counts and ranks leave exactly one possibility it
    is found, in pass 1 with the drawn flag off.  Raises PyramideError for a
    malformed sentence, one that cannot come from this deal, and one that
    leaves the side cards open.
    """
    sentences = find_sentences(text)
    if len(sentences) != 1:
        raise PyramideError(f"Here are {len(sentences)} page sentences; give one.")
    facts = _facts_of(sentences[0], lang)
    faults: list[str] = []
    for row, cards in enumerate(facts.rows, 1):
        for card in cards:
            place = deal.pyramid.index(card) if card in deal.pyramid else None
            if place is None:
                faults.append(f"{card_name(card)} is not in the pyramid of the deal.")
            elif ROW_OF[place] != row:
                faults.append(f"{card_name(card)} lies in row {ROW_OF[place]} of the deal.")
    if facts.top is not None and facts.top in deal.pyramid:
        faults.append(f"{card_name(facts.top)} on the waste lies in the pyramid of the deal.")
    if faults:
        raise PyramideError(join_faults(faults))
    left = {card for cards in facts.rows for card in cards}
    pyramid = tuple(card if card in left else None for card in deal.pyramid)
    if facts.top is None and not facts.waste_empty:
        if not facts.is_start:
            raise PyramideError(f"The waste top is unknown. {MISSING_FACT}")
        return Position(deal.pyramid, deal.side[:1], deal.side[1:], deal.unseen)
    if facts.top is not None and facts.is_start and deal.side[0] is None:
        deal = Deal.of((*deal.pyramid, facts.top), deal.name)
    gone = removed_side_cards(deal, pyramid, facts.top, facts.stock_count, rules)
    side = [card for index, card in enumerate(deal.side) if index not in gone]
    pointer = len(side) - facts.stock_count
    return Position.checked(pyramid, tuple(side[:pointer]), tuple(side[pointer:]), deal.unseen)


def _deal_of(sentence: Sentence, lang: str | None) -> Deal:
    """The deal of one sentence; raises PyramideError for one in mid-game."""
    facts = _facts_of(sentence, lang)
    if not facts.is_start:
        raise PyramideError(
            f"This sentence is of a game in progress ({facts.pyramid_count} pyramid cards, "
            f"{facts.stock_count} in the stock): it names only the cards left, so give its deal "
            "beside it (--deal)."
        )
    cards = [card for row in facts.rows for card in row]
    return Deal.of(cards if facts.top is None else [*cards, facts.top])


def _facts_of(sentence: Sentence, lang: str | None) -> _Facts:
    """What the sentence says; raises PyramideError with all its faults."""
    text = sentence.text
    folded = fold(text)
    lang = lang or _language_of(folded)
    labels = list(_LABEL.finditer(folded))
    ends = [label.start() for label in labels[1:]] + [len(text)]
    faults: list[str] = []
    parts: dict[int, tuple[Card, ...]] = {}  # 0 is the waste
    stock_count = 0
    waste_empty = False
    spans = [
        (label, _EDGES.sub("", text[label.end() : end]))
        for label, end in zip(labels, ends, strict=True)
    ]
    # V and the suit letters have one reading in the whole sentence, so the cards
    # are read together and dealt out to their parts afterwards.
    carded: list[tuple[int, str]] = []
    for label, words in spans:
        row = int(label["row"]) if label["row"] else 0
        if label["stock"]:
            count = _COUNT.fullmatch(fold(words))
            if count is None and not _EMPTY.fullmatch(fold(words)):
                faults.append(f"'{words}' is no number of stock cards.")
            stock_count = int(count[1]) if count else 0
        elif row > ROW_COUNT or row in parts or (label["row"] and row == 0):
            faults.append(f"Row {row} stands twice." if row in parts else f"There is no row {row}.")
        else:
            parts[row] = ()
            if row == 0 and _EMPTY.fullmatch(fold(words)):
                waste_empty = True
            elif row or not _UNKNOWN.fullmatch(fold(words)):
                carded.append((row, words))
    tokens = read_tokens("\n".join(words for _, words in carded), lang)
    limit = 0
    for row, words in carded:
        first, limit = limit, limit + len(words) + 1
        here = [token for token in tokens if first <= token.start < limit]
        faults += [not_a_card(token.text, lang) for token in here if token.card is None]
        parts[row] = tuple(token.card for token in here if token.card is not None)
        if len(here) > max(row, 1):
            name = f"Row {row} holds" if row else "The waste shows"
            faults.append(f"{name} at most {max(row, 1)}; here are {len(here)}.")
        elif not here and not row:
            faults.append("The waste card is missing.")
    named = [card for cards in parts.values() for card in cards]
    for card in dict.fromkeys(card for card in named if named.count(card) > 1):
        faults.append(f"{card_name(card)} stands twice.")
    if stock_count > SIDE_SIZE:
        faults.append(f"The stock holds at most {SIDE_SIZE} cards; here are {stock_count}.")
    if faults:
        raise PyramideError(join_faults(faults))
    top = next(iter(parts.get(0, ())), None)
    rows = tuple(parts.get(row, ()) for row in range(1, ROW_COUNT + 1))
    return _Facts(stock_count, top, waste_empty, rows)


def _language_of(folded: str) -> str | None:
    """The language of a sentence, told by its word for the stock."""
    first = _START.search(folded)
    return next(
        (
            known.code
            for known in ALL_LANGUAGES
            if first is not None and first["stock"] in map(fold, known.stock)
        ),
        None,
    )
