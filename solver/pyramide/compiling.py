"""Telling a person that the searches are being compiled, which happens once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def announce(tell: Callable[[], None]) -> None:
    """Call `tell` once, when the first search has to be compiled.

    Nothing is called when all that is used comes from the cache of an earlier run.
    """
    from numba.core import event

    class Announcer(event.Listener):
        """Listens for the first compilation."""

        told = False

        def on_start(self, event: Any) -> None:
            """A function begins to be compiled."""
            if not self.told:
                self.told = True
                tell()

        def on_end(self, event: Any) -> None:
            """A function is compiled: nothing to tell."""

    event.register("numba:compile", Announcer())  # type: ignore[no-untyped-call]
