"""`solve --samples`: what random orders of an unknown stock give."""

from __future__ import annotations

import functools
import sys
import textwrap
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from pyramide.limits import Limits
from pyramide_cli.searching import Ticker, announce_compiling, in_background
from pyramide_cli.starts import Start

if TYPE_CHECKING:
    from pyramide.samples import Lengths, Samples

Command: TypeAlias = Callable[..., Any]

WIDTH = 72
INDENT = "  "
BAR = 40
"""Characters of the longest bar of a histogram."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How many orders are to be tried, 0 for none, and the seed that makes them."""

    count: int
    seed: int


def sample_options(command: Command) -> Command:
    """`--samples` and `--seed`; the command gets `sampling`."""

    @click.option(
        "--samples",
        type=click.IntRange(1, 1_000_000),
        metavar="N",
        help="Where the order of the stock is not known: try N random orders, and give the share "
        "that can be won and how long the shortest wins are, with 95 % intervals.",
    )
    @click.option(
        "--seed",
        type=click.IntRange(1, (1 << 63) - 1),
        metavar="S",
        help="The number that makes the random orders of --samples; default: 1.",
    )
    @functools.wraps(command)
    def wrapped(*args: Any, samples: int | None, seed: int | None, **others: Any) -> Any:
        if seed is not None and samples is None:
            raise click.UsageError("--seed goes with --samples.")
        return command(*args, sampling=Sampling(samples or 0, seed or 1), **others)

    return wrapped


def sampled(
    start: Start, sampling: Sampling, find: Collection[str], limits: Limits
) -> Samples | None:
    """The samples of a position; None where none are asked for or its order is known."""
    if not sampling.count or start.position.order_known:
        return None
    ticker = Ticker() if sys.stderr is not None and sys.stderr.isatty() else None

    def work() -> Samples:
        announce_compiling()
        from pyramide.answers import Find
        from pyramide.limits import Clock
        from pyramide.samples import sample

        asked = frozenset(Find(name) for name in find)
        return sample(
            start.position, start.rules, sampling.count, sampling.seed, Clock(limits), asked, ticker
        )

    try:
        return in_background(work)
    finally:
        if ticker is not None:
            ticker.clear()


def all_decided(samples: Samples) -> bool:
    """Whether no limit came before the end."""
    wanted = samples.tried in (0, samples.asked) if samples.winnable is not None else (
        samples.tried == samples.asked
    )  # fmt: skip
    return wanted and not samples.undecided and not samples.unmeasured


def samples_json(samples: Samples | None) -> dict[str, object] | None:
    """The samples as plain values; null where there are none."""
    if samples is None:
        return None
    return {
        "asked": samples.asked,
        "tried": samples.tried,
        "seed": samples.seed,
        "winnable": samples.winnable,
        "won": samples.won,
        "lost": samples.lost,
        "undecided": samples.undecided,
        "share": _rounded(samples.share),
        "interval": _interval(samples.interval),
        "shortest": _lengths_json(samples.shortest),
        "unmeasured": samples.unmeasured,
    }


def _lengths_json(lengths: Lengths | None) -> dict[str, object] | None:
    if lengths is None:
        return None
    return {
        "count": lengths.count,
        "mean": _rounded(lengths.mean),
        "mean_interval": _interval(lengths.mean_interval),
        "min": lengths.least,
        "quartiles": lengths.quartiles,
        "max": lengths.greatest,
        "histogram": lengths.histogram,
    }


def _rounded(value: float | None) -> float | None:
    """Six places: the same bytes on every machine."""
    return None if value is None else round(value, 6)


def _interval(ends: tuple[float, float] | None) -> tuple[float | None, float | None] | None:
    return None if ends is None else (_rounded(ends[0]), _rounded(ends[1]))


def samples_text(samples: Samples) -> str:
    """The samples in words, with a histogram."""
    parts: list[str] = []
    if samples.winnable is not None:
        can = "can be won" if samples.winnable else "cannot be won"
        parts.append(f"It {can} whatever the order of the stock: that is proven, not sampled.")
    elif samples.interval is None or samples.share is None:
        parts.append("Of the random orders none was decided within the limits.")
    else:
        low, high = samples.interval
        undecided = f", {samples.undecided:,} undecided" if samples.undecided else ""
        parts.append(
            f"Of {samples.tried:,} random orders of the stock {samples.won:,} can be won"
            f"{undecided}: {100 * samples.share:.2f} % (95 % interval {100 * low:.2f} to "
            f"{100 * high:.2f} %)."
        )
    lengths = samples.shortest
    if lengths is not None:
        mean = f"mean {lengths.mean:.2f}"
        if lengths.mean_interval is not None:
            low, high = lengths.mean_interval
            mean += f" (95 % interval {low:.2f} to {high:.2f})"
        first, median, third = lengths.quartiles
        parts.append(
            f"Moves of the shortest win, of {lengths.count:,} orders: {mean}, least "
            f"{lengths.least}, quartiles {first:g}, {median:g}, {third:g}, greatest "
            f"{lengths.greatest}."
        )
    if samples.unmeasured:
        parts.append(f"Of {samples.unmeasured:,} wins the shortest was not found within limits.")
    if samples.winnable is None and samples.tried < samples.asked:
        parts.append(f"A limit ended the sampling; {samples.asked:,} orders were asked for.")
    text = "\n".join(textwrap.fill(part, WIDTH) for part in parts)
    return text if lengths is None else f"{text}\n\n{_histogram(lengths)}"


def _histogram(lengths: Lengths) -> str:
    """A bar for each length from the least to the greatest."""
    counts = dict(lengths.histogram)
    most = max(counts.values())
    digits = len(f"{most:,}")
    rows: list[str] = []
    for length in range(lengths.least, lengths.greatest + 1):
        count = counts.get(length, 0)
        bar = "#" * -(-count * BAR // most)
        rows.append(f"{INDENT}{length:3}  {count:{digits},}  {bar}".rstrip())
    return "\n".join(rows)
