"""Text that a command reads: a file by its name, or standard input for `-`."""

from __future__ import annotations

import sys
from pathlib import Path

from pyramide.errors import PyramideError

STDIN = "-"


def read_text(name: str) -> str:
    """The text of a file, or of standard input for `-`, with or without a byte-order mark.

    Raises PyramideError where it cannot be read or is not UTF-8 text.
    """
    shown = "standard input" if name == STDIN else name
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
