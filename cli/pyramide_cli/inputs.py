"""What a command is given to work on: the words of its DEAL argument, read.

A word is a code, a numbered random deal (`random:7`, `random:1..5`), a file, `-`
for standard input, or cards; a file or standard input can hold many deals, one of
these names per line, positions, page sentences, or JSON as the commands print it.
A fault in one of them is kept beside the others, so that those are still answered.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from pyramide.codes import CodeEntry, looks_like_code, lookup
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.layout import PYRAMID_SIZE
from pyramide.position import Position
from pyramide.random_deals import parse_range, random_deal
from pyramide.rules import Rules
from pyramide.text.cards import BadCards, parse_card, read_tokens
from pyramide.text.deals import parse_deal, parse_deals
from pyramide.text.languages import clean, fold
from pyramide.text.positions import parse_position, position_from_json
from pyramide.text.sentences import find_sentences, parse_position_sentence
from pyramide_cli.printed import check_pass, check_printed

STDIN = "-"

_NUMBERED = re.compile(r"\s*(random|pysol)\s*:(.*)", re.I | re.S)
_NO_DEAL = "There is no deal here: no 28 cards, page sentence, code or position."
_NO_SPACE = re.compile(r"\S")
_POSITION = re.compile(r"^\s*(?:waste|stock|unseen|pass|drawn)\s*:|(?<!\S)--(?!\S)", re.M)


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal or position that a command was given, or what is wrong with it.

    `position` is where a game in progress stands, `deal` what is known of its
    deal, `code` the book's entry where it was named by a code.  `place` is the
    file it comes from and `line` the number of its line there.
    """

    deal: Deal | None = None
    position: Position | None = None
    code: CodeEntry | None = None
    error: PyramideError | None = None
    place: str | None = None
    line: int | None = None

    @property
    def name(self) -> str | None:
        """The canonical name of the deal, None for typed cards."""
        if self.code is not None:
            return self.code.code
        return None if self.deal is None else self.deal.name

    @property
    def title(self) -> str:
        """What to call it: its name, else where it stands."""
        if self.name is not None:
            return self.name
        if self.place is None:
            return "the position" if self.position is not None else "the deal"
        return self.place if self.line is None else f"{self.place}, line {self.line}"

    def fault(self, error: PyramideError) -> str:
        """The sentence that tells this entry's error, with the file that it is in."""
        if self.place is None:
            return str(error)
        told = self.line is None or str(error).startswith("Line ")
        return f"{self.place}{'' if told else f', line {self.line}'}: {error}"


@dataclass(frozen=True, slots=True)
class Reader:
    """How words become entries.

    `lang` is the language of what is read, None to find it out.  `beside` is the
    deal of page sentences of a game in progress, read by the `rules`.
    """

    rules: Rules
    lang: str | None = None
    beside: Deal | None = None

    def entries(self, words: Sequence[str]) -> Iterator[Entry]:
        """Everything that the words name, in their order, read as it is asked for.

        Words that are all cards are one deal together; a word of 28 cards or
        more after a deal that has as many begins the next.
        """
        if words.count(STDIN) > 1:
            raise click.UsageError("Standard input (-) can be given only once.")
        loose: list[str] = []
        for word in words:
            if self._is_loose(word):
                loose.append(word)
                continue
            yield from self._of_loose_words(loose)
            loose.clear()
            yield from self._of_word(word)
        yield from self._of_loose_words(loose)

    def _is_loose(self, word: str) -> bool:
        """Whether a word is cards or part of a card (`ruiten` before `tien`)."""
        if word == STDIN or _NUMBERED.fullmatch(word) or looks_like_code(word):
            return False
        if self._cards_in(word) == (True, True):
            return True
        if os.path.exists(word) or _is_text(word):
            return False
        return self._cards_in(word)[1] or not re.search(r"[./\\]", word)

    def _cards_in(self, text: str) -> tuple[bool, bool]:
        """Whether a text is cards: all of it, most of it."""
        try:
            tokens = read_tokens(text, self.lang)
        except BadCards:  # two readings: either way they are cards
            return True, True
        cards = sum(token.card is not None for token in tokens)
        return 0 < cards == len(tokens), 2 * cards > len(tokens)

    def _of_loose_words(self, words: Sequence[str]) -> Iterator[Entry]:
        """The deals of words without a name or file among them."""
        if not self._cards_in(" ".join(words))[1]:
            groups = [[word] for word in words]
        else:
            groups = []
            for word in words:
                if not groups or (_is_deal(groups[-1], self.lang) and _is_deal([word], self.lang)):
                    groups.append([])
                groups[-1].append(word)
        for group in groups:
            text = " ".join(group)
            if self._cards_in(text)[1]:
                yield _attempt(partial(self._of_cards, text))
            else:
                yield Entry(error=_nothing_known(text))

    def _of_cards(self, text: str) -> Entry:
        """The deal of typed cards."""
        return Entry(parse_deal(text, self.lang))

    def _of_word(self, word: str) -> Iterator[Entry]:
        """The entries of one word that is not loose cards."""
        if named := _of_name(word):
            yield from named
        elif word != STDIN and _is_text(word) and not os.path.exists(word):
            yield from self._of_text(word, None)
        else:
            place = "standard input" if word == STDIN else word
            try:
                text = read_text(word)
            except PyramideError as error:
                yield Entry(error=error)
            else:
                yield from self._of_text(text, place)

    def _of_text(self, text: str, place: str | None) -> Iterator[Entry]:
        """The entries of a whole text."""
        found: Iterable[Entry]
        sentences = find_sentences(text)
        if self.beside is not None and sentences:
            found = (self._of_sentence(sentence.text, self.beside) for sentence in sentences)
        elif self.beside is not None:
            found = [
                Entry(error=PyramideError("There is no page sentence here to go with --deal."))
            ]
        elif clean(text).lstrip().startswith("{"):
            found = self._of_json(text)
        elif _is_position(text):
            found = [_attempt(lambda: Entry(position=parse_position(text, self.lang)))]
        else:
            found = self._of_lines(text)
        empty = True
        for entry in found:
            empty = False
            yield replace(entry, place=place)
        if empty:
            yield Entry(error=PyramideError(_NO_DEAL), place=place)

    def _of_sentence(self, sentence: str, deal: Deal) -> Entry:
        """The position of a page sentence beside its deal."""
        return _attempt(
            lambda: Entry(deal, parse_position_sentence(sentence, deal, self.rules, self.lang))
        )

    def _of_lines(self, text: str) -> Iterator[Entry]:
        """The deals of a text in which single lines may be names of deals."""
        lines = clean(text).split("\n")
        found: list[tuple[int, Iterable[Entry]]] = []
        for number, line in enumerate(lines, 1):
            word = line.split("#", 1)[0].strip()
            if _NUMBERED.fullmatch(word) or (len(word.split()) == 1 and looks_like_code(word)):
                found.append((number, _of_name(word)))
                lines[number - 1] = ""
        rest = "\n".join(lines)
        parsed = parse_deals(rest, self.lang)
        # Of a page without a deal not every paragraph is told to be none.
        if any(one.deal for one in parsed) or find_sentences(rest) or self._cards_in(rest)[1]:
            found += [(one.line, [Entry(one.deal, error=one.error)]) for one in parsed]
        for number, entries in sorted(found, key=lambda pair: pair[0]):
            yield from (replace(entry, line=number) for entry in entries)

    def _of_json(self, text: str) -> Iterator[Entry]:
        """The entries of one JSON object after another, over any number of lines."""
        decoder = json.JSONDecoder()
        line, before = 1, 0
        at = first = _past_space(text, 0)
        while at < len(text):
            line += text.count("\n", before, at)
            before = at
            try:
                value, at = decoder.raw_decode(text, at)
            except ValueError as error:  # also a number of more digits than Python reads
                why = error.msg if isinstance(error, json.JSONDecodeError) else "a number too long"
                yield Entry(error=PyramideError(f"Line {line}: no JSON ({why})."), line=line)
                at = text.find("\n", at) + 1 or len(text)
            else:
                is_only_one = before == first and _past_space(text, at) == len(text)
                entry = _attempt(partial(self._of_object, value))
                yield entry if is_only_one else replace(entry, line=line)
            at = _past_space(text, at)

    def _of_object(self, value: object) -> Entry:
        """The entry of a JSON value: a position, or what a command printed of a deal."""
        if isinstance(value, dict) and "pyramid" in value:
            alone = position_from_json(value, self.lang)
            check_pass(alone, self.rules)
            return Entry(position=alone)
        if not isinstance(value, dict) or not {"cards", "position"} & set(value):
            raise PyramideError("This JSON holds neither the cards of a deal nor a position.")
        deal = None
        cards = value.get("cards") or []
        if not isinstance(cards, list):
            raise PyramideError("'cards' must be a list of card names.")
        if any(card is not None for card in cards):
            known = [parse_card(str(card), self.lang) for card in cards if card is not None]
            name = value.get("deal")
            deal = Deal.of(known, name if isinstance(name, str) else None)
        position = value.get("position")
        if position is None and deal is None:
            raise PyramideError("This JSON names no card.")
        found = None if position is None else position_from_json(position, self.lang)
        check_printed(value, deal, found, self.rules)
        if found is not None:
            check_pass(found, self.rules)
        return Entry(deal, found)


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`, with or without a byte-order mark.

    Raises PyramideError where it cannot be read or is not UTF-8 text.
    """
    shown = "standard input" if name == STDIN else name
    if name == STDIN and sys.stdin is None:
        raise PyramideError("Standard input is closed: name a file.")
    try:
        data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PyramideError(f"{shown}, line {line}: not UTF-8 text. Save it as UTF-8.") from None
    except FileNotFoundError:
        raise PyramideError(f"There is no file '{shown}'.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PyramideError(f"{shown} cannot be read: {reason}.") from None


def _past_space(text: str, at: int) -> int:
    """The first place from here on that is no white space."""
    found = _NO_SPACE.search(text, at)
    return len(text) if found is None else found.start()


def _of_name(word: str) -> Iterable[Entry]:
    """The deals of a code or a number; none where the word is neither."""
    if numbered := _NUMBERED.fullmatch(word):
        if numbered[1].lower() == "pysol":
            return [Entry(error=_no_pysol(word))]
        try:
            return (Entry(random_deal(number)) for number in parse_range(numbered[2]))
        except PyramideError as error:
            return [Entry(error=error)]
    if not looks_like_code(word):
        return []

    def of_code() -> Entry:
        known = lookup(word)
        return Entry(known.deal, code=known)

    return [_attempt(of_code)]


def _no_pysol(word: str) -> PyramideError:
    """The error of a PySolFC number."""
    return PyramideError(
        f"{word.strip()}: PySolFC's deal numbers are not dealt in this version; give the cards."
    )


def _nothing_known(word: str) -> PyramideError:
    """The error of a word that names nothing."""
    shown = word if len(word) <= 40 else word[:39] + "…"
    return PyramideError(
        f"There is no file '{shown}', and it is no deal code, no random:NUMBER and no cards."
    )


def _attempt(read: Callable[[], Entry]) -> Entry:
    """An entry, its error kept instead of raised."""
    try:
        return read()
    except PyramideError as error:
        return Entry(error=error)


def _is_text(word: str) -> bool:
    """Whether a word is no name of a file but a whole sentence or position."""
    return word.lstrip().startswith("{") or bool(find_sentences(word)) or "\n" in word.strip()


def _is_position(text: str) -> bool:
    """Whether a text is a position in the text form: gaps, or lines for waste and stock."""
    bare = "\n".join(line.split("#", 1)[0] for line in fold(clean(text)).split("\n"))
    return not find_sentences(text) and _POSITION.search(bare) is not None


def _is_deal(words: Sequence[str], lang: str | None) -> bool:
    """Whether words hold the cards of a pyramid at least."""
    return _count_of_cards(" ".join(words), lang) >= PYRAMID_SIZE


def _count_of_cards(text: str, lang: str | None) -> int:
    """How many cards a text holds."""
    try:
        return sum(token.card is not None for token in read_tokens(text, lang))
    except BadCards:
        return len(text.split())
