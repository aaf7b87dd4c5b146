"""The shortest win under each of the 96 rule sets, and the table that is kept of it.

``python -m benchmarks.bench_rules`` times winnability and the shortest win of
numbered random deals in this process and writes `data/shortest-times.tsv`:
processor milliseconds per deal, lost deals included, and how many were left
undecided within the time limit.
"""

from __future__ import annotations

import platform
import statistics
import time
from datetime import UTC, datetime
from pathlib import Path

import click
import numba
import numpy as np
from tqdm import tqdm

import pyramide
from benchmarks.measure import peak_memory
from pyramide.answers import Find, Solver, Status
from pyramide.board import EMPTY_ID
from pyramide.files import write_whole
from pyramide.limits import Clock, Limits
from pyramide.lines import LineSearch
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import UNLIMITED, Rules
from tests.positions import ALL_RULES

COLUMNS = (
    "clear", "passes", "play", "cover", "waste_start",
    "deals", "won", "undecided", "mean_ms", "median_ms", "max_ms", "mean_length",
)  # fmt: skip


def row_of(solver: Solver, rules: Rules, deals: int, seconds: float) -> str:
    """The line of one rule set."""
    limits = Limits(seconds=seconds)
    # No line is asked for of a lost deal: the shortest win alone is timed.
    solver.solve(Position.start(random_deal(1), rules), rules, {Find.WIN})
    times: list[float] = []
    lengths: list[int] = []
    undecided = 0
    for number in range(1, deals + 1):
        position = Position.start(random_deal(number), rules)
        start = time.process_time()
        answer = solver.solve(position, rules, {Find.WIN}, limits)
        if answer.winnable:
            answer = solver.solve(position, rules, {Find.SHORTEST}, limits)
        times.append(1e3 * (time.process_time() - start))
        if answer.shortest is not None:
            lengths.append(answer.shortest)
        undecided += answer.winnable is None or answer.shortest_status is Status.BOUNDS
    passes = UNLIMITED if rules.passes is None else rules.passes
    length = f"{statistics.fmean(lengths):.1f}" if lengths else ""
    values = (
        rules.clear, passes, rules.play, "yes" if rules.cover else "no", rules.waste_start,
        deals, len(lengths), undecided, f"{statistics.fmean(times):.2f}",
        f"{statistics.median(times):.2f}", f"{max(times):.1f}", length,
    )  # fmt: skip
    return "\t".join(map(str, values)) + "\n"


@click.command()
@click.option("--deals", default=100, show_default=True, help="Numbered deals, from random:1.")
@click.option("--seconds", default=30.0, show_default=True, help="Limit of a deal.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("data/shortest-times.tsv"),
    show_default=True,
)  # fmt: skip
def main(deals: int, seconds: float, out: Path) -> None:
    """Time every rule set and write the table."""
    solver = Solver()
    # Each variant is compiled before it is timed, whether or not random:1 can be won.
    lines = LineSearch()
    for rules in ALL_RULES:
        start = Position.start(random_deal(1), rules)
        lines.find(start, rules, EMPTY_ID, Clock(Limits(nodes=1)))
    rows = [row_of(solver, rules, deals, seconds) for rules in tqdm(ALL_RULES, disable=None)]
    head = (
        "# Winnability and the shortest win of numbered random deals under every rule set,\n"
        "# processor milliseconds per deal (lost deals included), one core; undecided: not\n"
        f"# proven within {seconds:g} s.  Most memory of the process: {peak_memory()}.\n"
        f"# command: python -m benchmarks.bench_rules --deals {deals} --seconds {seconds:g}\n"
        f"# date: {datetime.now(UTC):%Y-%m-%d}; pyramide {pyramide.__version__}, "
        f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}\n"
    )
    write_whole(out, head + "\t".join(COLUMNS) + "\n" + "".join(rows))


if __name__ == "__main__":
    main()
