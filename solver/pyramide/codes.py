"""Deal codes of the app: their grammar, and the cards that are known under them.

A code such as ``PY1-N-AAAAAAS`` names the game (PY), its version (1), the mode
(N) and, in seven letters, a deal.  How the app turns the letters into cards is
not published, so the cards come from two books: the library's own, made from
the app's rules pages, and the user's, a file in the platform's data folder.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pyramide.cards import CARD_FROM_NAME, PACK_SIZE, Card, card_name
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.files import data_folder, locked, write_whole

EXAMPLE = "PY1-N-AAAAAAS"
LETTERS = 7
BOOK_FORMAT = 1
BOOK_NAME = "codes.json"

_SEPARATOR = re.compile(r"[\s_\u2010-\u2015\u2212-]+")
_CODE_LIKE = re.compile(r"PY-?\d[^./\\]*|PY[A-Z]?-[A-Z]-[^./\\]*|[A-Z]{2,3}\d{1,2}-[A-Z]-[A-Z\d-]+")


class BadCode(PyramideError):
    """What was typed is no code; the message says where it goes wrong."""


class UnknownCode(PyramideError):
    """A well-formed code whose cards are in neither book; `code` holds it."""

    def __init__(self, code: str) -> None:
        """Say that the cards are not published, and what can be done."""
        self.code = code
        super().__init__(
            f"The cards of {code} are not published: type its 28, 29 or 52 cards in their place "
            f'(pyramide solve "Jd 6c 7h …"), and keep them under this code with '
            f"`pyramide codes add {code} FILE`."
        )


class DamagedBook(PyramideError):
    """The user's book cannot be read; it is left as it is."""


@dataclass(frozen=True, slots=True)
class CodeEntry:
    """What is known of a code.

    `cards` has 52 entries in dealing order, None where unknown; all are None
    where only a fact is published.  `published` holds such facts (`most`: the
    most cards that can be removed), `note` says where the entry comes from,
    and `own` tells that its cards come from the user's book.
    """

    code: str
    cards: tuple[Card | None, ...]
    published: dict[str, int] | None = None
    note: str = ""
    own: bool = False

    @property
    def known(self) -> tuple[Card, ...]:
        """The known cards, in dealing order."""
        return tuple(card for card in self.cards if card is not None)

    @property
    def deal(self) -> Deal | None:
        """The deal, named by its code; None where no card is known."""
        return Deal.of(self.known, self.code) if self.known else None


# --- the grammar ---


def parse_code(text: str) -> str:
    """The canonical form of a code: capitals and hyphens, without space around it.

    Small letters, and spaces, underscores or dashes for hyphens, are accepted.
    Raises BadCode, naming the place, for anything else.

    >>> parse_code(" py1 n aaaaaas")
    'PY1-N-AAAAAAS'
    """
    code = _normal(text)
    if fault := _fault(code):
        shown = " ".join(text.split())
        raise BadCode(f"'{shown}' is no deal code: {fault}. A code looks like {EXAMPLE}.")
    return code


def looks_like_code(text: str) -> bool:
    """Whether a word is meant as a code, be it right or mistyped; no file is looked at."""
    return _CODE_LIKE.fullmatch(_normal(text)) is not None


def _normal(text: str) -> str:
    """Capitals and single hyphens; full-width forms and hard spaces as plain ones."""
    plain = unicodedata.normalize("NFKC", text).strip()
    return _SEPARATOR.sub("-", plain).upper()


def _fault(code: str) -> str | None:
    """What is wrong with a code whose hyphens and capitals are normal, or None."""
    if not code:
        return "nothing is there"
    if strange := re.search(r"[^A-Z0-9-]", code):
        return f"'{strange[0]}' cannot be part of a code"
    game, rest = _split(code, r"[A-Z]*")
    if game != "PY":
        begins = f"begins with '{game}'" if game else "does not begin with letters"
        return f"it {begins}, and this game's codes begin with PY1"
    version, rest = _split(rest, r"[0-9]*")
    if not version:
        return f"the digit 1 must follow PY, where {_seen(rest)} stands"
    if version != "1":
        return f"it is of version {version}, and only version 1 is known"
    if not rest.startswith("-"):
        return f"the hyphen after PY1 is missing, where {_seen(rest)} stands"
    mode, hyphen, letters = rest[1:].partition("-")
    if not hyphen and len(mode) > 1:
        if len(mode) == LETTERS:
            return "the mode letter N and its hyphen are missing after PY1-"
        return f"the hyphen after {mode[0]} is missing"
    if mode != "N":
        return f"its mode is '{mode}', and only mode N is known"
    return _fault_in_letters(letters)


def _fault_in_letters(letters: str) -> str | None:
    """What is wrong with the seven letters at the end, or None."""
    if "-" in letters.rstrip("-"):
        return f"a hyphen or space stands inside its seven letters, after {letters.split('-')[0]}"
    if letters.endswith("-"):
        return "a hyphen stands at its end"
    if digit := re.search(r"[0-9]", letters):
        meant = {"0": " (a letter O?)", "1": " (a letter I or L?)"}.get(digit[0], "")
        place = digit.start() + 1
        return f"letter {place} of its seven letters is the digit {digit[0]}{meant}"
    if len(letters) != LETTERS:
        count = f"{len(letters)} letter{'' if len(letters) == 1 else 's'}"
        return f"it ends in {count} instead of seven"
    return None


def _split(text: str, pattern: str) -> tuple[str, str]:
    """The part at the beginning that fits a pattern, and the rest."""
    found = re.match(pattern, text)
    end = found.end() if found else 0
    return text[:end], text[end:]


def _seen(rest: str) -> str:
    """How to name what stands somewhere."""
    return f"'{rest[0]}'" if rest else "nothing"


# --- the two books ---


def lookup(text: str) -> CodeEntry:
    """What is known of a code, as typed.

    Cards that the user keeps add to what the library knows.  Raises BadCode,
    UnknownCode, or DamagedBook where the user's book cannot be read.
    """
    code = parse_code(text)
    entry = _all_entries().get(code)
    if entry is None:
        raise UnknownCode(code)
    return entry


def entries() -> tuple[CodeEntry, ...]:
    """Everything in both books, by code.  Raises DamagedBook."""
    return tuple(entry for _, entry in sorted(_all_entries().items()))


def book_path() -> Path:
    """The user's book, whether it is there yet or not."""
    return data_folder() / BOOK_NAME


def add(text: str, deal: Deal, note: str | None = None) -> CodeEntry:
    """Keep a deal under a code in the user's book; what is known then.

    Under a code whose cards are known already, only more cards of the same
    deal can be added; the same or fewer of them change nothing.  Raises
    BadCode, DamagedBook, or PyramideError where the cards contradict or the
    book cannot be written.
    """
    code = parse_code(text)
    cards = tuple(card for card in deal.cards if card is not None)
    path = book_path()
    with locked(path):
        book = _read_user_book(path)
        entry = _all_entries().get(code)
        if entry is not None:
            _refuse_contradiction(entry, cards)
            if len(cards) <= len(entry.known):
                return entry
        kept: dict[str, str] = {"cards": " ".join(map(card_name, cards))}
        if note:
            kept["note"] = note
        book["codes"] = dict(sorted({**book["codes"], code: kept}.items()))
        write_whole(path, _text(book))
    return lookup(code)


def remove(text: str) -> None:
    """Take a code out of the user's book.

    Raises BadCode, DamagedBook, or PyramideError where it is not in there.
    """
    code = parse_code(text)
    path = book_path()
    with locked(path):
        book = _read_user_book(path)
        if code not in book["codes"]:
            if code in _library_book():
                raise PyramideError(f"{code} is in the library's own book, which stays as it is.")
            raise PyramideError(f"{code} is not in your book, {path}.")
        del book["codes"][code]
        write_whole(path, _text(book))


def _refuse_contradiction(entry: CodeEntry, cards: tuple[Card, ...]) -> None:
    """Raise PyramideError where cards differ from those known under a code."""
    for place, (known, new) in enumerate(zip(entry.known, cards, strict=False), 1):
        if known != new:
            cure = f" Remove it first: `pyramide codes remove {entry.code}`." if entry.own else ""
            raise PyramideError(
                f"{entry.code} is known as another deal: its card {place} is {card_name(known)}, "
                f"here it is {card_name(new)}.{cure}"
            )


def _all_entries() -> dict[str, CodeEntry]:
    """Both books as one: the longer of two deals under a code holds."""
    merged = dict(_library_book())
    path = book_path()
    for code, raw in _read_user_book(path)["codes"].items():
        entry = _entry(code, raw, own=True)
        known = merged.get(code)
        if known is not None:
            if any(a != b for a, b in zip(known.known, entry.known, strict=False)):
                raise DamagedBook(
                    f"Your code book {path} contradicts the library's cards of {code}: "
                    f"`pyramide codes remove {code}` takes your cards out."
                )
            if len(entry.known) <= len(known.known):
                continue
            entry = CodeEntry(code, entry.cards, known.published, entry.note, own=True)
        merged[code] = entry
    return merged


@cache
def _library_book() -> dict[str, CodeEntry]:
    """The book that comes with the library."""
    book = json.loads(files("pyramide").joinpath("codebook.json").read_text(encoding="utf-8"))
    return {code: _entry(code, raw, own=False) for code, raw in book["codes"].items()}


def _read_user_book(path: Path) -> dict[str, Any]:
    """The user's book, checked from end to end; an empty one where there is no file."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {"format": BOOK_FORMAT, "codes": {}}
    except OSError as error:
        raise DamagedBook(f"Your code book {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise _damaged(path, "it is not UTF-8 text") from None
    try:
        book = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _damaged(path, f"it is not JSON ({error})") from None
    if not isinstance(book, dict) or not isinstance(book.get("format"), int):
        raise _damaged(path, "it has no format number")
    if book["format"] != BOOK_FORMAT:
        raise DamagedBook(
            f"Your code book {path} is of format {book['format']}, and this version of pyramide "
            f"reads format {BOOK_FORMAT}: use a newer version. Nothing was changed in it."
        )
    if not isinstance(book.get("codes"), dict):
        raise _damaged(path, "it has no table of codes")
    for code, raw in book["codes"].items():
        try:
            if _fault(code):
                raise PyramideError("that is no code")
            _entry(code, raw, own=True)
        except PyramideError as error:
            raise _damaged(path, f"at '{code}', {error}") from None
    return book


def _entry(code: str, raw: object, *, own: bool) -> CodeEntry:
    """The entry of a code from a book.  Raises PyramideError for a faulty one."""
    if not isinstance(raw, dict) or not isinstance(raw.get("cards", ""), str):
        raise PyramideError("the cards are missing.")
    names = raw.get("cards", "").split()
    if strange := [name for name in names if name not in CARD_FROM_NAME]:
        raise PyramideError(f"'{strange[0]}' is no card.")
    cards: tuple[Card | None, ...] = (None,) * PACK_SIZE
    if names or own:
        cards = Deal.of(map(CARD_FROM_NAME.__getitem__, names)).cards
    published = None if own else raw.get("published")
    return CodeEntry(code, cards, published, str(raw.get("note", "")), own)


def _damaged(path: Path, what: str) -> DamagedBook:
    """The error for a book that cannot be understood."""
    return DamagedBook(
        f"Your code book {path} is damaged: {what.rstrip('.')}. "
        "Mend it or move it away; nothing was changed in it."
    )


def _text(book: dict[str, Any]) -> str:
    """A book as the text of its file."""
    return json.dumps(book, ensure_ascii=False, indent=2) + "\n"
