"""The challenges of `solve`: the best score, and the cards of a rank."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pyramide.cards import RANK_LETTERS, Rank
from pyramide.limits import Limits
from pyramide.text.languages import language
from pyramide.text.moves import line_text
from pyramide_cli.options import Lang, Look
from pyramide_cli.searching import Ticker, announce_compiling, in_background
from pyramide_cli.starts import Start

if TYPE_CHECKING:
    from pyramide.challenges import CardChallenge, ChallengeAnswer

SCORE = "score"
CARDS = re.compile(r"cards:([^=]+)=([1-4])", re.I)
CARDS_FORM = "cards:RANK=N"
WIDTH = 72
INDENT = "  "
NEEDS_STOCK_ORDER = "needs-stock-order"

_LETTERS = {letter.lower(): rank for rank, letter in enumerate(RANK_LETTERS, 1)}
_LETTERS |= {"10": 10, "b": 11, "h": 13, "d": 12, "r": 13}


@dataclass(frozen=True, slots=True)
class Asked:
    """Which challenges are asked for: the best score, and a rank with how many cards."""

    score: bool = False
    cards: tuple[Rank, int] | None = None

    def __bool__(self) -> bool:
        """Whether any is."""
        return self.score or self.cards is not None


@dataclass(frozen=True, slots=True)
class Found:
    """What the challenges gave; None where not asked for, or refused with a sentence."""

    asked: Asked
    score: ChallengeAnswer | None = None
    cards: CardChallenge | None = None
    refusal: str | None = None
    nodes: int = 0
    seconds: float = 0.0

    @property
    def decided(self) -> bool:
        """Whether everything that was asked for is answered."""
        answers = [self.score] if self.score is not None else []
        if self.cards is not None:
            answers += [self.cards.winning, self.cards.free]
        return self.refusal is None and all(answer.status != "bounds" for answer in answers)


NOTHING = Found(Asked())


def read_finds(names: Sequence[str], plain: Sequence[str], lang: Lang) -> Asked:
    """The challenges among the values of `--find`; the `plain` ones are no challenges.

    Raises a usage error for a value that is none of them.
    """
    score, cards = False, None
    for name in names:
        if name in plain:
            continue
        if name == SCORE:
            score = True
            continue
        found = CARDS.fullmatch(name.strip())
        if found is None:
            raise click.BadParameter(
                f"'{name}' is none of {', '.join([*plain, SCORE, CARDS_FORM])}; RANK is A, 2 to "
                "10, J, Q or K, and N 1 to 4.",
                param_hint="'--find'",
            )
        if cards is not None:
            raise click.BadParameter(f"{CARDS_FORM} can be given once.", param_hint="'--find'")
        cards = read_rank(found[1], lang), int(found[2])
    return Asked(score, cards)


def read_rank(text: str, lang: Lang) -> Rank:
    """A rank by its letter or its word; a V is what it is in the language.

    Raises a usage error for anything else.
    """
    folded = text.strip().lower()
    known = language(lang.reading or lang.writing)
    if folded == "v" and known.v_rank is not None:
        return known.v_rank
    if folded in _LETTERS:
        return _LETTERS[folded]
    for rank, words in enumerate(known.ranks, 1):
        if folded in [word.lower() for word in words]:
            return rank
    raise click.BadParameter(
        f"'{text}' is no rank: write A, 2 to 10, J, Q or K, or the letters of --lang.",
        param_hint="'--find'",
    )


class Challenger:
    """Answers challenges about one position after another, keeping its work arrays."""

    def __init__(self, limits: Limits) -> None:
        """Nothing is loaded before the first search."""
        self._limits = limits
        self._search: object = None

    def find(self, start: Start, asked: Asked) -> Found:
        """What is asked of a position, each challenge within the limits."""
        if not asked:
            return NOTHING
        ticker = Ticker() if sys.stderr is not None and sys.stderr.isatty() else None
        try:
            return in_background(lambda: self._find(start, asked, ticker))
        finally:
            if ticker is not None:
                ticker.clear()

    def _find(self, start: Start, asked: Asked, ticker: Ticker | None) -> Found:
        announce_compiling()
        from pyramide.answers import NeedsStockOrder
        from pyramide.challenges import ChallengeSearch
        from pyramide.limits import Clock

        search = self._search
        if not isinstance(search, ChallengeSearch):
            search = self._search = ChallengeSearch()
        position, rules = start.position, start.rules
        score, cards = None, None
        nodes, seconds = 0, 0.0
        try:
            if asked.score:
                clock = Clock(self._limits)
                score = search.best_score(position, rules, clock, ticker)
                nodes, seconds = clock.nodes, clock.seconds
            if asked.cards is not None:
                clock = Clock(self._limits)
                cards = search.most_of_rank(position, rules, *asked.cards, clock, ticker)
                nodes, seconds = nodes + clock.nodes, seconds + clock.seconds
        except NeedsStockOrder as error:
            return Found(asked, refusal=str(error))
        return Found(asked, score, cards, None, nodes, seconds)


def challenges_json(found: Found) -> dict[str, object]:
    """`score_challenge` and `card_challenge`; null where not asked for."""
    score: object = None
    if found.asked.score:
        score = _answer_json(found.score, "score")
    cards: object = None
    if found.asked.cards is not None:
        rank, wanted = found.asked.cards
        both = found.cards
        cards = {
            "rank": RANK_LETTERS[rank - 1],
            "wanted": wanted,
            "winning": _answer_json(None if both is None else both.winning, "cards"),
            "free": _answer_json(None if both is None else both.free, "cards"),
        }
    return {"score_challenge": score, "card_challenge": cards}


def _answer_json(answer: ChallengeAnswer | None, value: str) -> dict[str, object]:
    """One challenge; its status alone where it needs the order of the stock."""
    line = None if answer is None or answer.line is None else list(map(str, answer.line))
    return {
        "status": NEEDS_STOCK_ORDER if answer is None else str(answer.status),
        value: None if answer is None else answer.value,
        f"{value}_bounds": None if answer is None else answer.value_bounds,
        "shortest": None if answer is None else answer.moves,
        "shortest_bounds": None if answer is None else answer.moves_bounds,
        "moves": line,
    }


def challenges_text(found: Found, look: Look, lang: str) -> str:
    """The challenges in words, each with its line."""
    if found.refusal is not None:
        return textwrap.fill(found.refusal, WIDTH)
    parts: list[str] = []
    if found.score is not None:
        parts.append(_part("Best Microsoft score", found.score, "point", look, lang))
    if found.cards is not None:
        letters = language(lang).rank_letters if look.symbols else RANK_LETTERS
        rank = letters[found.cards.rank - 1]
        head = f"Cards of rank {rank}, {found.cards.wanted} wanted"
        parts.append(_part(f"{head}, by a win", found.cards.winning, "card", look, lang))
        parts.append(_part(f"{head}, by any line", found.cards.free, "card", look, lang))
    return "\n\n".join(parts)


def _part(head: str, answer: ChallengeAnswer, unit: str, look: Look, lang: str) -> str:
    """One challenge: what is reached, in how many moves, and the line."""
    if answer.status == "impossible":
        return f"{head}: it cannot be won."
    if answer.value is None or answer.moves is None:
        high = 0 if answer.value_bounds is None else answer.value_bounds[1]
        return f"{head}: not decided, at most {_counted(high, unit)}."
    moves = f"{_counted(answer.value, unit)} in {_counted(answer.moves, 'move')}"
    said = f"{head}: {moves}, no line has more and none as many is shorter"
    if answer.status == "bounds":
        high = answer.value if answer.value_bounds is None else answer.value_bounds[1]
        said = f"{head}: not decided; at most {_counted(high, unit)}, and here are {moves}"
    text = textwrap.fill(said + (":" if answer.line else "."), WIDTH)
    if answer.line:
        text += "\n" + textwrap.indent(line_text(answer.line, look.style, lang, WIDTH), INDENT)
    return text


def _counted(count: int, word: str) -> str:
    """Such as `1 move` or `1,290 points`."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def refuse_quiet(more: bool, quiet: bool) -> None:
    """Raise a usage error where `--quiet` meets a challenge or samples."""
    if more and quiet:
        raise click.UsageError("--quiet says only whether a deal can be won; leave out the rest.")
