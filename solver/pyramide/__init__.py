"""Exact answers about deals of Pyramid patience.

The names below load their module, and with it numba, only when they are used:
`import pyramide` alone costs next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramide.answers import Answer, Find, solve
    from pyramide.deal import Deal
    from pyramide.errors import PyramideError
    from pyramide.limits import Limits
    from pyramide.position import Position
    from pyramide.random_deals import random_deal
    from pyramide.rules import Rules, preset
    from pyramide.text.deals import parse_deal

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Deal",
    "Find",
    "Limits",
    "Position",
    "PyramideError",
    "Rules",
    "__version__",
    "parse_deal",
    "preset",
    "random_deal",
    "solve",
]

_HOME = {
    "Answer": "pyramide.answers",
    "Deal": "pyramide.deal",
    "Find": "pyramide.answers",
    "Limits": "pyramide.limits",
    "Position": "pyramide.position",
    "PyramideError": "pyramide.errors",
    "Rules": "pyramide.rules",
    "parse_deal": "pyramide.text.deals",
    "preset": "pyramide.rules",
    "random_deal": "pyramide.random_deals",
    "solve": "pyramide.answers",
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that holds it."""
    if name not in _HOME:
        raise AttributeError(f"module 'pyramide' has no attribute '{name}'")
    from importlib import import_module

    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted({*globals(), *__all__})
