"""The one base class of every error that this library raises on bad input."""

from __future__ import annotations


class PyramideError(ValueError):
    """Bad input: the message is one or more whole sentences for a person.

    It names the card, line or option at fault and says how to mend it.  A
    command prints it as it is, without a traceback.
    """
