"""The four languages of cards and sentences, and how their words are compared.

English names and the page sentences' Dutch words are the app's own (its Dutch
and German pages); the German, French and English sentence words are ours, in
the same form.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from pyramide.cards import Rank, Suit
from pyramide.errors import PyramideError

LANGUAGES = ("en", "nl", "de", "fr")
"""The codes of the languages, the default first."""

DEFAULT_SUIT_LETTERS: tuple[tuple[str, Suit], ...] = (("c", 0), ("d", 1), ("h", 2), ("s", 3))
"""The suit letters that hold where no language is given."""


@dataclass(frozen=True, slots=True)
class Language:
    """What one language calls ranks, suits and the things of the game.

    `ranks` (ace to king) and `suits` (clubs, diamonds, hearts, spades) hold
    the words that are read, the first of each being the one that is printed;
    so do `stock`, `waste`, `draw`, `recycle` and `undo`.  `suit_first` is the
    order of a card in words and `between` the word between its two parts.
    `v_rank` is the rank that the letter V means, None where it means none.
    """

    code: str
    name: str
    ranks: tuple[tuple[str, ...], ...]
    suits: tuple[tuple[str, ...], ...]
    rank_letters: tuple[str, ...]
    suit_letters: tuple[tuple[str, Suit], ...]
    v_rank: Rank | None
    suit_first: bool
    between: str
    stock: tuple[str, ...]
    waste: tuple[str, ...]
    row: str
    card_count: tuple[str, str]
    empty: str
    unknown: str
    below: str
    pass_word: str
    colon: str
    semicolon: str
    draw: tuple[str, ...]
    recycle: tuple[str, ...]
    undo: tuple[str, ...]

    def count_text(self, count: int) -> str:
        """Such as `23 cards`, `1 card`, or `empty`."""
        if count == 0:
            return self.empty
        return f"{count} {self.card_count[count != 1]}"


def _number_letters(*court: str) -> tuple[str, ...]:
    """A, 2 to 10, and the letters of jack, queen and king."""
    return ("A", *map(str, range(2, 11)), *court)


_ENGLISH = Language(
    code="en",
    name="English",
    ranks=(
        ("ace",), ("two",), ("three",), ("four",), ("five",), ("six",), ("seven",), ("eight",),
        ("nine",), ("ten",), ("jack", "knave"), ("queen",), ("king",),
    ),
    suits=(("clubs", "club"), ("diamonds", "diamond"), ("hearts", "heart"), ("spades", "spade")),
    rank_letters=_number_letters("J", "Q", "K"),
    suit_letters=DEFAULT_SUIT_LETTERS,
    v_rank=None,
    suit_first=False,
    between="of",
    stock=("Stock",),
    waste=("discard", "discard pile", "waste", "waste pile"),
    row="row",
    card_count=("card", "cards"),
    empty="empty",
    unknown="unknown",
    below="below",
    pass_word="pass",
    colon=":",
    semicolon=";",
    draw=("draw",),
    recycle=("recycle", "redeal"),
    undo=("undo",),
)  # fmt: skip

_DUTCH = Language(
    code="nl",
    name="Dutch",
    ranks=(
        ("aas",), ("twee",), ("drie",), ("vier",), ("vijf",), ("zes",), ("zeven",), ("acht",),
        ("negen",), ("tien",), ("boer",), ("vrouw", "dame"), ("heer", "koning"),
    ),
    suits=(
        ("klaveren", "klaver"), ("ruiten", "ruit"), ("harten", "hart"), ("schoppen", "schop"),
    ),
    rank_letters=_number_letters("B", "V", "H"),
    suit_letters=(("k", 0), ("r", 1), ("h", 2), ("s", 3)),
    v_rank=12,
    suit_first=True,
    between="",
    stock=("Trekstapel",),
    waste=("aflegstapel",),
    row="rij",
    card_count=("kaart", "kaarten"),
    empty="leeg",
    unknown="onbekend",
    below="eronder",
    pass_word="ronde",
    colon=":",
    semicolon=";",
    draw=("trek", "trekken", "getrokken"),
    recycle=("hergebruik", "hergebruiken", "opnieuw", "opnieuw gebruiken"),
    undo=("ongedaan", "ongedaan maken"),
)  # fmt: skip

_GERMAN = Language(
    code="de",
    name="German",
    ranks=(
        ("Ass", "as"), ("zwei",), ("drei",), ("vier",), ("fünf", "fuenf"), ("sechs",), ("sieben",),
        ("acht",), ("neun",), ("zehn",), ("Bube",), ("Dame",), ("König", "koenig"),
    ),
    suits=(("Kreuz", "treff"), ("Karo",), ("Herz",), ("Pik",)),
    rank_letters=_number_letters("B", "D", "K"),
    suit_letters=(("kr", 0), ("ka", 1), ("h", 2), ("p", 3)),
    v_rank=None,
    suit_first=True,
    between="",
    stock=("Nachziehstapel",),
    waste=("Ablagestapel",),
    row="Reihe",
    card_count=("Karte", "Karten"),
    empty="leer",
    unknown="unbekannt",
    below="darunter",
    pass_word="Durchgang",
    colon=":",
    semicolon=";",
    draw=("ziehen", "ziehe", "zieh", "gezogen"),
    recycle=("zurücklegen", "zuruecklegen"),
    undo=("rückgängig", "rueckgaengig", "rückgängig machen"),
)  # fmt: skip

_FRENCH = Language(
    code="fr",
    name="French",
    ranks=(
        ("as",), ("deux",), ("trois",), ("quatre",), ("cinq",), ("six",), ("sept",), ("huit",),
        ("neuf",), ("dix",), ("valet",), ("dame",), ("roi",),
    ),
    suits=(
        ("trèfle", "trèfles"), ("carreau", "carreaux"), ("cœur", "cœurs", "coeur", "coeurs"),
        ("pique", "piques"),
    ),
    rank_letters=_number_letters("V", "D", "R"),
    suit_letters=(("t", 0), ("k", 1), ("c", 2), ("p", 3)),
    v_rank=11,
    suit_first=False,
    between="de",
    stock=("Talon",),
    waste=("défausse",),
    row="rangée",
    card_count=("carte", "cartes"),
    empty="vide",
    unknown="inconnue",
    below="dessous",
    pass_word="tour",
    colon=" :",
    semicolon=" ;",
    draw=("piocher", "pioche", "tirer", "tire"),
    recycle=("recycler", "recyclage"),
    undo=("annuler", "annule"),
)  # fmt: skip

_BY_CODE = {known.code: known for known in (_ENGLISH, _DUTCH, _GERMAN, _FRENCH)}

ALL_LANGUAGES: tuple[Language, ...] = tuple(_BY_CODE[code] for code in LANGUAGES)


def language(code: str) -> Language:
    """The language of a code.

    Raises PyramideError that lists the codes if there is none of that code.
    """
    try:
        return _BY_CODE[code]
    except KeyError:
        codes = ", ".join(LANGUAGES)
        raise PyramideError(f"'{code}' is no language; the languages are {codes}.") from None


# Soft hyphen, zero-width characters, text direction marks, BOM, variation selectors.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufe00-\ufe0f\ufeff]")
_LINE_ENDS = re.compile("\r\n|[\r\u0085\u2028\u2029]")
_BROKEN_WORD = re.compile(r"([^\W\d_])-[ \t]*\n[ \t]*([^\W\d_]+)")
_ALIKE = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d", "-")
    | dict.fromkeys("\u2018\u2019\u201a\u201b\u2039\u203a`\u00b4", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb", '"')
)


def clean(text: str) -> str:
    """The text without what the eye does not see, to be read on.

    Invisible characters go; every dash becomes `-`, every quotation mark the
    straight one, every line end `\\n`, and a word broken at a line's end is
    joined, its line end after it.  Cleaning twice changes nothing.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFC", _INVISIBLE.sub("", text)).translate(_ALIKE)
    return _BROKEN_WORD.sub(r"\1\2\n", _LINE_ENDS.sub("\n", text))


def fold(text: str) -> str:
    """A clean text in lower case without accents, character for character.

    It has the text's length, so that a place found in it is a place in the text.
    """
    if text.isascii():
        return text.lower()
    return "".join(map(_fold_character, text))


def _fold_character(character: str) -> str:
    """One character folded; compatibility forms (full-width letters) become plain."""
    return unicodedata.normalize("NFKD", character)[0].lower()[0]


def any_of(words: tuple[str, ...]) -> str:
    """A pattern for any of these words in folded text, spaces and longest first."""
    folded = sorted({fold(word) for word in words}, key=lambda word: (-len(word), word))
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in folded) + ")"
