"""Rule sets: five independent fields, and the presets that name combinations.

Sources: the rules pages of the app *Pyramide Solitaire* for `app` and the four
variants of it that they name; the built-in rules of the programs that the
other presets are called after.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from pyramide.errors import PyramideError


class Clear(StrEnum):
    """What has to be removed to win."""

    PYRAMID = "pyramid"
    ALL = "all"


class Play(StrEnum):
    """Which side cards can be removed.

    `WASTE`: the waste top alone.  `DRAWN_PAIR`: besides, while the card drawn
    last still tops the waste, it may pair with the waste card under it.
    `STOCK_AND_WASTE`: the stock top and the waste top, also with each other.
    """

    WASTE = "waste"
    DRAWN_PAIR = "drawn-pair"
    STOCK_AND_WASTE = "stock-and-waste"


UNLIMITED = "unlimited"


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule set.

    `passes` is how often the stock may be gone through (n passes are n - 1
    recycles), or None for unlimited.  `waste_start` is how many side cards lie
    on the waste at the deal, 0 or 1.

    Raises PyramideError for a value outside its range.
    """

    clear: Clear = Clear.PYRAMID
    passes: int | None = None
    play: Play = Play.WASTE
    cover: bool = False
    waste_start: int = 1

    def __post_init__(self) -> None:
        """Check the two fields that are numbers."""
        if self.passes is not None and self.passes < 1:
            raise PyramideError(f"passes is {self.passes}: give 1 or more, or '{UNLIMITED}'.")
        if self.waste_start not in (0, 1):
            raise PyramideError(f"waste_start is {self.waste_start}: give 0 or 1.")

    def as_json(self) -> dict[str, object]:
        """The five fields as plain values; passes is an integer or "unlimited"."""
        return {
            "clear": str(self.clear),
            "passes": UNLIMITED if self.passes is None else self.passes,
            "play": str(self.play),
            "cover": self.cover,
            "waste_start": self.waste_start,
        }

    def recycles_left(self, pass_number: int) -> bool:
        """Whether the stock may be recycled in this pass (the first is 1)."""
        return self.passes is None or pass_number < self.passes


APP = Rules()

PRESETS: dict[str, Rules] = {
    "app": APP,
    "app-strict": replace(APP, clear=Clear.ALL),
    "app-one-pass": replace(APP, passes=1),
    "app-drawn-pair": replace(APP, play=Play.DRAWN_PAIR),
    "app-cover": replace(APP, cover=True),
    "microsoft": Rules(Clear.PYRAMID, 3, Play.STOCK_AND_WASTE, False, 0),
    "traditional": Rules(Clear.ALL, 1, Play.STOCK_AND_WASTE, False, 0),
    "relaxed": Rules(Clear.PYRAMID, 1, Play.STOCK_AND_WASTE, False, 0),
    "pysol-pyramid": Rules(Clear.ALL, 3, Play.STOCK_AND_WASTE, False, 1),
    "pysol-relaxed": Rules(Clear.PYRAMID, 3, Play.STOCK_AND_WASTE, False, 1),
}

PRESET_NOTES: dict[str, str] = {
    "app": "the app Pyramide Solitaire",
    "app-strict": "app, but stock and waste have to be cleared too",
    "app-one-pass": "app, but without a recycle",
    "app-drawn-pair": "app, but the drawn card may pair with the waste card under it",
    "app-cover": "app, but a free card may pair with the card that it alone covers",
    "microsoft": "Microsoft Solitaire Collection's Pyramid",
    "traditional": "the strict book rule: one pass, all 52 cards",
    "relaxed": "the relaxed book rule: one pass, the pyramid alone",
    "pysol-pyramid": "PySolFC's Pyramid",
    "pysol-relaxed": "PySolFC's Relaxed Pyramid",
}


def preset(name: str) -> Rules:
    """The rule set of a preset's name.

    Raises PyramideError that lists the names if there is none of that name.
    """
    try:
        return PRESETS[name]
    except KeyError:
        names = ", ".join(PRESETS)
        raise PyramideError(f"There is no rule set '{name}'; the presets are {names}.") from None


def preset_name(rules: Rules) -> str | None:
    """The name of the preset with exactly these five fields, or None."""
    return next((name for name, known in PRESETS.items() if known == rules), None)


def parse_passes(text: str) -> int | None:
    """Read a number of passes: an integer from 1, or "unlimited" (None).

    Raises PyramideError for anything else.
    """
    if text.strip().lower() == UNLIMITED:
        return None
    try:
        passes = int(text)
    except ValueError:
        passes = 0
    if passes < 1:
        raise PyramideError(f"'{text}' is no number of passes: give 1 or more, or '{UNLIMITED}'.")
    return passes
