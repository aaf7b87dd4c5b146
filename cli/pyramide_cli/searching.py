"""Running a search for a person who waits: progress, a word on compiling, Ctrl-C at once."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from pyramide.answers import Answer, Find, Solver
    from pyramide.limits import Limits
    from pyramide.position import Position
    from pyramide.rules import Rules

Result = TypeVar("Result")

PATIENCE = 1.0
"""Seconds before a search shows that it goes on."""

PAUSE = 0.1
"""Seconds between two changes of the line that shows it."""

POLL = 0.2
"""Seconds between two looks at the keyboard where waiting cannot be interrupted."""

CLEAR_LINE = "\r\x1b[K"


class Ticker:
    """One line on a terminal's stderr that a long search keeps up to date."""

    def __init__(self) -> None:
        """Start to wait; nothing is shown yet."""
        self._next = time.monotonic() + PATIENCE
        self._shown = False

    def __call__(self, text: str) -> None:
        """Show how the search goes, if it is time to."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + PAUSE
            self._shown = True
            click.echo(CLEAR_LINE + text, nl=False, err=True, color=True)

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            click.echo(CLEAR_LINE, nl=False, err=True, color=True)


class Searcher:
    """Answers about one position after another, as `pyramide.answers.Solver` gives them."""

    def __init__(self, limits: Limits) -> None:
        """Nothing is loaded before the first search."""
        self._limits = limits
        self._solver: Solver | None = None

    def solve(self, position: Position, rules: Rules, find: Collection[Find]) -> Answer:
        """What `find` asks about a position; raises NeedsStockOrder as the solver does."""
        ticker = Ticker() if sys.stderr is not None and sys.stderr.isatty() else None

        def work() -> Answer:
            if self._solver is None:
                announce_compiling()
                from pyramide.answers import Solver

                self._solver = Solver()
            return self._solver.solve(position, rules, find, self._limits, ticker)

        try:
            return in_background(work)
        finally:
            if ticker is not None:
                ticker.clear()


def in_background(work: Callable[[], Result]) -> Result:
    """What some work gives or raises, done in a thread of its own.

    So an interrupt reaches the waiting thread at once, even while compiled code
    runs; `pyramide_cli.main` then ends the process.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # it is raised again where it is waited for
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(POLL)
    if errors:
        raise errors[0]
    return results[0]


@cache
def announce_compiling() -> None:
    """Have the first compilation, if there is one, told on stderr."""
    from pyramide.compiling import announce

    announce(lambda: click.echo("Compiling the searches, once (about 15 s) ...", err=True))
