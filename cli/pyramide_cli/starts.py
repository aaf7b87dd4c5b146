"""Where a command begins: a deal or a position, and the moves played from there."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import click

from pyramide.codes import UnknownCode
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.moves import Action
from pyramide.position import Position
from pyramide.record import Replay, replay
from pyramide.rules import Rules
from pyramide.text.moves import BadMoves, parse_actions
from pyramide_cli.inputs import STDIN, Entry, Reader, read_text
from pyramide_cli.options import Lang

Command: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Start:
    """A deal or position with the moves played from there."""

    entry: Entry
    rules: Rules
    played: Replay

    @property
    def deal(self) -> Deal | None:
        """The deal, where it is known."""
        return self.entry.deal

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self.played.final

    @property
    def in_progress(self) -> bool:
        """Whether it is a game in progress, not a deal as it lies."""
        return self.entry.position is not None or bool(self.played.actions)


def start_options(command: Command) -> Command:
    """`--after` and `--deal`; the command gets `after` and `beside`."""

    @click.option(
        "--after",
        metavar="MOVES",
        help='Play these moves first: "Kd; Tc 3s; draw x3", or a file of them.',
    )
    @click.option(
        "--deal",
        "beside",
        metavar="DEAL",
        help="The deal of a page sentence of a game in progress, which names only the cards left.",
    )
    @functools.wraps(command)
    def wrapped(*args: Any, **others: Any) -> Any:
        return command(*args, **others)

    return wrapped


def reader(rules: Rules, lang: Lang, beside: str | None) -> Reader:
    """What reads the DEAL argument; raises PyramideError for a bad deal in `--deal`."""
    plain = Reader(rules, lang.reading)
    if beside is None:
        return plain
    deal = the_one(plain, (beside,)).deal
    if deal is None:
        raise PyramideError(f"--deal: {beside} is not a deal whose cards are known.")
    return Reader(rules, lang.reading, deal)


def the_one(read: Reader, words: Sequence[str]) -> Entry:
    """The one deal or position of the words.

    Raises PyramideError for a faulty one, or more than one.
    """
    found = read.entries(words)
    entry = next(found, None)
    if entry is None:
        raise click.UsageError("Missing argument 'DEAL'.")
    if next(found, None) is not None:
        raise PyramideError("Here is more than one deal; give one.")
    if entry.error is not None:
        raise PyramideError(entry.fault(entry.error))
    return entry


def read_moves(text: str | None, lang: Lang) -> tuple[Action, ...]:
    """The moves of an option or argument: their text, or else the file of that name, or `-`.

    Raises PyramideError where they cannot be read; None holds no moves.
    """
    if text is None:
        return ()
    if text.strip() == STDIN:
        return parse_actions(read_text(STDIN), lang.reading)
    try:
        return parse_actions(text, lang.reading)
    except BadMoves:
        if os.path.exists(text):
            return parse_actions(read_text(text), lang.reading)
        if not any(mark in text for mark in " ;,\n") and any(mark in text for mark in "./\\"):
            raise PyramideError(f"There is no file '{text}'.") from None
        raise


def refuse_two_readers(words: Sequence[str], moves: str | None) -> None:
    """Raise a usage error where both the deal and the moves would be standard input."""
    if STDIN in words and moves is not None and moves.strip() == STDIN:
        raise click.UsageError("Standard input (-) can be given only once.")


def start_of(entry: Entry, rules: Rules, actions: Sequence[Action]) -> Start:
    """The start of an entry, the moves played.

    Raises the entry's own error, UnknownCode where only a fact is published, and
    PyramideError for an illegal move.
    """
    start = begin(entry, rules, actions)
    if (fault := start.played.fault) is not None:
        raise PyramideError(
            f"--after, move {fault.index + 1} ({fault.action}) is illegal: {fault.error}"
        )
    return start


def begin(entry: Entry, rules: Rules, actions: Sequence[Action]) -> Start:
    """The same, with the first illegal move kept in the replay."""
    if entry.error is not None:
        raise entry.error
    position = entry.position
    if position is None:
        if entry.deal is None:
            raise UnknownCode(entry.title)
        position = Position.start(entry.deal, rules)
    return Start(entry, rules, replay(position, actions, rules))
