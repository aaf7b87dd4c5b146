"""Deals as text: typed cards, drawn pyramids, page sentences, files of many deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pyramide.cards import PACK, PACK_SIZE, Card, card_name
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.layout import PYRAMID_SIZE
from pyramide.text.cards import (
    BadCards,
    Style,
    Token,
    card_text,
    join_faults,
    not_a_card,
    read_tokens,
)
from pyramide.text.languages import clean
from pyramide.text.sentences import find_sentences, parse_sentence


@dataclass(frozen=True, slots=True)
class ParsedDeal:
    """One deal of a file: the deal, or the error that says what is wrong with it.

    `line` is the number of the line on which it begins, the first is 1.
    """

    deal: Deal | None
    error: PyramideError | None
    line: int


def parse_deals(text: str, lang: str | None = None) -> list[ParsedDeal]:
    """All deals of a text, faulty ones with their error, in the order of the text.

    `#` starts a comment.  When the first line holds 28 cards or more, each line
    is a deal; else each block between blank lines is one.  A page sentence is a
    deal wherever it stands, and the prose around it is passed over.
    """
    bare = _without_comments(clean(text))
    sentences = find_sentences(bare)
    found: list[ParsedDeal] = []
    rest = bare
    for sentence in reversed(sentences):  # from the end, so that earlier places stay right
        line = bare.count("\n", 0, sentence.start) + 1
        found.append(_attempt(sentence.text, lang, line, is_sentence=True))
        blank = "\n" * sentence.text.count("\n")
        rest = rest[: sentence.start] + blank + rest[sentence.end :]
    for line, block in _units(rest.split("\n")):
        if not (sentences and _is_prose(block, lang)):
            found.append(_attempt(block, lang, line))
    found.reverse()
    return sorted(found, key=lambda parsed: parsed.line)


def parse_deal(text: str, lang: str | None = None) -> Deal:
    """The one deal of a text, however its lines are broken.

    52 cards in dealing order, or a known beginning of 28 or more; or a page
    sentence.  Raises PyramideError, all faults in one message.
    """
    bare = _without_comments(clean(text))
    if find_sentences(bare):
        return parse_sentence(bare, lang)
    lead = len(bare) - len(bare.lstrip("\n"))
    return _read_deal(bare.strip("\n"), lang, lead + 1 if "\n" in bare.strip() else None)


def deal_text(deal: Deal, style: Style = "ascii", lang: str = "en") -> str:
    """The known cards of a deal in dealing order, on one line; `parse_deal` reads it."""
    joint = ", " if style == "words" else " "
    return joint.join(card_text(card, style, lang) for card in deal.cards if card is not None)


def _without_comments(text: str) -> str:
    """The text with every comment cut off, line for line."""
    return "\n".join(line.split("#", 1)[0] for line in text.split("\n"))


def _units(lines: Sequence[str]) -> list[tuple[int, str]]:
    """The line number and text of each deal: single lines, or blocks between blank ones."""
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        return []
    if _holds_deal(numbered[0][1]):
        return numbered
    units: list[tuple[int, str]] = []
    last = -1
    for number, line in numbered:
        if number == last + 1:
            units[-1] = (units[-1][0], f"{units[-1][1]}\n{line}")
        else:
            units.append((number, line))
        last = number
    return units


def _holds_deal(line: str) -> bool:
    """Whether a line has 28 cards or more, a few of which may be misspelt."""
    try:
        tokens = read_tokens(line)
    except BadCards:  # two readings: either way they are cards
        return True
    cards = sum(token.card is not None for token in tokens)
    return cards >= PYRAMID_SIZE or (len(tokens) >= PYRAMID_SIZE and 2 * cards > len(tokens))


def _is_prose(block: str, lang: str | None) -> bool:
    """Whether less than half of a block reads as cards."""
    try:
        tokens = read_tokens(block, lang)
    except BadCards:
        return False
    return 2 * sum(token.card is not None for token in tokens) <= len(tokens)


def _attempt(text: str, lang: str | None, line: int, *, is_sentence: bool = False) -> ParsedDeal:
    """One deal read, its error kept instead of raised."""
    try:
        if not is_sentence:
            return ParsedDeal(_read_deal(text, lang, line), None, line)
        try:
            return ParsedDeal(parse_sentence(text, lang), None, line)
        except PyramideError as error:
            raise PyramideError(f"Line {line}: {error}") from None
    except PyramideError as error:
        return ParsedDeal(None, error, line)


def _read_deal(text: str, lang: str | None, line: int | None) -> Deal:
    """The deal of typed cards; faults tell line numbers counted from `line` if given."""
    try:
        tokens = read_tokens(text, lang)
    except BadCards as error:
        raise BadCards(_at(line, str(error))) from None

    def place(token: Token) -> int | None:
        return None if line is None else line + text.count("\n", 0, token.start)

    faults = [
        _at(place(token), not_a_card(token.text, lang)) for token in tokens if token.card is None
    ]
    seen: Counter[Card] = Counter()
    for token in tokens:
        if token.card is not None:
            seen[token.card] += 1
            if seen[token.card] == 2:
                faults.append(_at(place(token), f"{card_name(token.card)} stands here again."))
    faults += [_at(line, fault) for fault in _count_faults(len(tokens), seen)]
    if faults:
        raise PyramideError(join_faults(faults))
    return Deal.of(token.card for token in tokens if token.card is not None)


def _count_faults(count: int, seen: Counter[Card]) -> list[str]:
    """Too few, too many, and what is missing where all 52 cards were meant."""
    faults: list[str] = []
    if count < PYRAMID_SIZE:
        faults.append(
            f"A deal has 28 to {PACK_SIZE} cards (the pyramid, then the side cards); "
            f"here are {count}."
        )
    elif count > PACK_SIZE:
        faults.append(f"A deal has at most {PACK_SIZE} cards; here are {count}.")
    if count >= PACK_SIZE and (missing := [card for card in PACK if card not in seen]):
        faults.append(f"Missing: {', '.join(map(card_name, missing))}.")
    return faults


def _at(line: int | None, fault: str) -> str:
    """A fault with the number of its line, where there is one."""
    return fault if line is None else f"Line {line}: {fault}"
