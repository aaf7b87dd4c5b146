"""Bundles of options that several commands share.

Each decorator adds its options and hands the command one value for all of
them: `rules`, `limits`, `as_json`, `lang`, `look`.
"""

from __future__ import annotations

import functools
import math
import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import click

from pyramide.errors import PyramideError
from pyramide.limits import Limits
from pyramide.rules import PRESETS, UNLIMITED, Clear, Play, parse_passes

Command: TypeAlias = Callable[..., Any]

LANGUAGES = ("en", "nl", "de", "fr")
MEMORY_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def _passes(text: str) -> int | str:
    """How often the stock may be gone through: an integer, or "unlimited" as it is."""
    try:
        return parse_passes(text) or UNLIMITED
    except PyramideError as error:
        raise click.BadParameter(str(error)) from None


def _memory(text: str) -> int:
    """Bytes from an amount of memory; the units are powers of 1,024."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?\s*", text, re.I | re.A)
    size = int(float(found[1]) * MEMORY_UNITS[found[2].upper()]) if found else 0
    if size < 1:
        raise click.BadParameter(f"'{text}' is no amount of memory: write 500M, or 2G.")
    return size


def _seconds(text: str) -> float:
    """A time in seconds, more than none."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise click.BadParameter(f"'{text}' is no time: write seconds, as in 2.5.")
    return seconds


def rule_options(command: Command) -> Command:
    """`--rules` and an option for each single field; the command gets `rules`."""

    @click.option(
        "--rules",
        "preset_name",
        type=click.Choice(list(PRESETS)),
        default="app",
        show_default=True,
        help="The rule set; `pyramide rules` lists them.",
    )
    @click.option(
        "--clear",
        type=click.Choice([str(clear) for clear in Clear]),
        help="What has to be removed to win: the pyramid alone, or all 52 cards.",
    )
    @click.option(
        "--passes",
        type=_passes,
        metavar="N|unlimited",
        help="How often the stock may be gone through.",
    )
    @click.option(
        "--play",
        type=click.Choice([str(play) for play in Play]),
        help="Which side cards can be removed.",
    )
    @click.option(
        "--cover/--no-cover",
        default=None,
        help="Whether a free card may pair with the card that it alone covers.",
    )
    @click.option(
        "--waste-start",
        type=click.Choice(["0", "1"]),
        help="How many cards lie on the waste at the start.",
    )
    @functools.wraps(command)
    def wrapped(
        *args: Any,
        preset_name: str,
        clear: str | None,
        passes: int | str | None,
        play: str | None,
        cover: bool | None,
        waste_start: str | None,
        **others: Any,
    ) -> Any:
        rules = PRESETS[preset_name]
        if clear is not None:
            rules = replace(rules, clear=Clear(clear))
        if passes is not None:
            rules = replace(rules, passes=passes if isinstance(passes, int) else None)
        if play is not None:
            rules = replace(rules, play=Play(play))
        if cover is not None:
            rules = replace(rules, cover=cover)
        if waste_start is not None:
            rules = replace(rules, waste_start=int(waste_start))
        return command(*args, rules=rules, **others)

    return wrapped


def limit_options(command: Command) -> Command:
    """`--max-seconds`, `--max-nodes`, `--max-memory`; the command gets `limits`."""

    @click.option(
        "--max-seconds", type=_seconds, metavar="SECONDS", help="Stop a deal after so many seconds."
    )
    @click.option(
        "--max-nodes",
        type=click.IntRange(min=1),
        metavar="N",
        help="Stop a deal after so many search nodes.",
    )
    @click.option(
        "--max-memory",
        type=_memory,
        metavar="SIZE",
        help="Memory for a deal's search: bytes, or 500M, 2G. Default: half of what is available.",
    )
    @functools.wraps(command)
    def wrapped(
        *args: Any,
        max_seconds: float | None,
        max_nodes: int | None,
        max_memory: int | None,
        **others: Any,
    ) -> Any:
        limits = Limits(max_seconds, max_nodes, max_memory)
        return command(*args, limits=limits, **others)

    return wrapped


def json_option(command: Command) -> Command:
    """`--json`; the command gets `as_json`."""
    option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
    return option(command)


@dataclass(frozen=True, slots=True)
class Lang:
    """The language of a command.

    `reading` is the one given with `--lang`, None where it is to be found out
    from the text; `writing` is the one to answer in.
    """

    reading: str | None
    writing: str


def lang_option(command: Command) -> Command:
    """`--lang`; the command gets `lang`.

    Without it answers are in the language of PYRAMIDE_LANG, else of the locale,
    else English; what is read does not depend on those two.
    """

    @click.option(
        "--lang",
        "reading",
        type=click.Choice(LANGUAGES),
        help="Language of cards and sentences. Default: PYRAMIDE_LANG or the locale.",
    )
    @functools.wraps(command)
    def wrapped(*args: Any, reading: str | None, **others: Any) -> Any:
        return command(*args, lang=Lang(reading, reading or users_language()), **others)

    return wrapped


def users_language() -> str:
    """The user's language: the first that the environment names and that is one of ours."""
    for name in ("PYRAMIDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            code = re.split(r"[-_.@]", value.lower())[0]
            return code if code in LANGUAGES else "en"
    return "en"


@dataclass(frozen=True, slots=True)
class Look:
    """How answers for people look: in colours or not, with suit symbols or plain ASCII."""

    color: bool
    symbols: bool

    @property
    def style(self) -> Literal["ascii", "symbol"]:
        """The style of a card's text: `10♦`, or `Td`."""
        return "symbol" if self.symbols else "ascii"


def look_options(command: Command) -> Command:
    """`--color` and `--ascii`; the command gets `look`.

    Colours are for a terminal, unless NO_COLOR is set; symbols for an encoding
    that has them, unless PYRAMIDE_ASCII is set.
    """

    @click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        default="auto",
        show_default=True,
        help="Colours; auto: on a terminal, unless NO_COLOR is set.",
    )
    @click.option(
        "--ascii", "plain", is_flag=True, help="Td for 10♦. Also where PYRAMIDE_ASCII is set."
    )
    @click.pass_context
    @functools.wraps(command)
    def wrapped(ctx: click.Context, /, *args: Any, color: str, plain: bool, **others: Any) -> Any:
        look = look_now(color, plain=plain)
        ctx.color = look.color  # else click takes colours out of what is piped
        return command(*args, look=look, **others)

    return wrapped


def look_now(color: str, *, plain: bool) -> Look:
    """The look for stdout as it is now; `color` is auto, always or never."""
    return Look(
        color == "always" or (color == "auto" and _terminal_likes_colors()),
        not (plain or os.environ.get("PYRAMIDE_ASCII")) and _encoding_has_symbols(),
    )


def _terminal_likes_colors() -> bool:
    """Whether stdout is a terminal that shows colours and nobody said no."""
    unwanted = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not unwanted and sys.stdout is not None and sys.stdout.isatty()


def _encoding_has_symbols() -> bool:
    """Whether stdout's encoding has the suit symbols."""
    try:
        "♣♦♥♠×".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
