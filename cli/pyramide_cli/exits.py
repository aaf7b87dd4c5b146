"""The exit codes of every command."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """How a command ended; with several deals, the greatest of theirs."""

    ANSWERED = 0
    NOT_LEGAL = 1
    """`verify`: the record is no legal game."""
    NOT_WINNABLE = 1
    """With `--quiet`: the deal cannot be won."""
    USAGE = 2
    BAD_INPUT = 3
    """A bad deal, record or file."""
    UNDECIDED = 4
    """Not decided within the limits."""
    INTERRUPTED = 130
