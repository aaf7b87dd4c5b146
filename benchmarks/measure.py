"""What all benchmarks share: timings and their summary, the machine, the peak of memory."""

from __future__ import annotations

import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar

import click
import numba
import numpy as np

from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP, Rules

Item = TypeVar("Item")


@dataclass
class Timing:
    """Seconds of processor time per deal of one kind of work."""

    name: str
    seconds: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The mean in seconds."""
        return statistics.fmean(self.seconds)

    def line(self, unit: str = "ms") -> str:
        """One row of the table that `heading` starts: count, mean, median, p99, max."""
        scale = {"ms": 1e3, "µs": 1e6}[unit]
        ordered = sorted(self.seconds)
        late = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
        figures = (self.mean, statistics.median(ordered), late, ordered[-1])
        cells = "".join(f"{scale * value:>12,.3f}" for value in figures)
        return f"{self.name:<44}{len(ordered):>6}{cells}  {unit}"


def heading() -> str:
    """The head of a table of timings."""
    columns = "".join(f"{name:>12}" for name in ("mean", "median", "p99", "max"))
    return f"{'processor time per deal':<44}{'deals':>6}{columns}"


def timed(name: str, work: Callable[[Item], object], items: Iterable[Item]) -> Timing:
    """Do the work on each item, one after the other, and time each."""
    timing = Timing(name)
    for item in items:
        start = time.process_time()
        work(item)
        timing.seconds.append(time.process_time() - start)
    return timing


def ratio(reference: Timing, ours: Timing) -> str:
    """How many times faster ours is than the plain reference, on the same deals."""
    assert len(reference.seconds) == len(ours.seconds)
    times = sum(reference.seconds) / sum(ours.seconds)
    return f"{ours.name}: {times:,.0f} times as fast as the plain reference on the same deals"


def numbered(numbers: Iterable[int], rules: Rules = APP) -> list[Position]:
    """The starts of numbered random deals."""
    return [Position.start(random_deal(number), rules) for number in numbers]


def peak_memory() -> str:
    """The most memory that this process has held so far."""
    try:
        import resource
    except ImportError:
        return "not told by this system"
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{most / (1 << 20 if sys.platform == 'darwin' else 1 << 10):,.0f} MB"


def machine() -> str:
    """The machine, the versions and the date of a run."""
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {processor()}, Python {platform.python_version()}, "
        f"numpy {np.__version__}, numba {numba.__version__}"
    )


def processor() -> str:
    """The processor's name as far as the system tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            for line in info:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def say(text: str = "") -> None:
    """Print a line at once."""
    click.echo(text)
    sys.stdout.flush()
