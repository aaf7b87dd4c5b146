"""Write `data/win-rates.tsv`: how many of the numbered random deals can be won.

Run from the repository root: ``python -m benchmarks.measure_rates``.  From the
deal `waste_start` does not change winnability, and `drawn-pair` and
`stock-and-waste` win the same deals, so 28 rule sets stand for the 96 (and under
unlimited passes with `clear = pyramid` the play does not matter either).  A run
that was stopped goes on from the rule sets already done.

With ``--replay N`` instead, wins under the four one-pass rule sets that are
published are searched with their lines, N for each, and every line is replayed
by the reference engine; the counts go to `data/replayed-wins.tsv`.
"""

from __future__ import annotations

import platform
import time
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path

import click
import numba
import numpy as np
from tqdm import tqdm

import pyramide
from pyramide.files import write_whole
from pyramide.limits import Clock
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import UNLIMITED, Clear, Play, Rules
from pyramide.winning import WinSearch, WinStatus

RULES = tuple(
    Rules(clear, passes, play, cover, 1 if play is Play.WASTE else 0)
    for clear in Clear
    for cover in (False, True)
    for passes in (1, 2, 3, None)
    for play in (Play.WASTE, Play.STOCK_AND_WASTE)
    if not (clear is Clear.PYRAMID and passes is None and play is Play.STOCK_AND_WASTE)
)
TRIAL = 2_000
CHEAP = 50e-6
"""Seconds of a deal below which the larger number of deals is judged."""

COLUMNS = ("clear", "passes", "play", "cover", "deals", "won", "undecided", "percent", "error95")


def head(command: str, what: str, columns: tuple[str, ...]) -> str:
    """The comment that says where a table comes from."""
    return (
        f"# {what}\n# command: python -m benchmarks.measure_rates {command}\n"
        f"# date: {datetime.now(UTC):%Y-%m-%d}; pyramide {pyramide.__version__}, "
        f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}\n"
        + "\t".join(columns)
        + "\n"
    )


def name_of(rules: Rules) -> str:
    """The first columns of a rule set."""
    passes = UNLIMITED if rules.passes is None else rules.passes
    cover = "yes" if rules.cover else "no"
    return f"{rules.clear}\t{passes}\t{rules.play}\t{cover}"


def row_of(rules: Rules, many: int, few: int) -> str:
    """Judge the deals of one rule set; its line of the table."""
    search = WinSearch()
    search.judge_deals(1, 10, rules)  # compiles
    start = time.process_time()
    search.judge_deals(1, TRIAL, rules)
    cheap = (time.process_time() - start) / TRIAL < CHEAP
    deals = many if cheap else few
    won = undecided = 0
    step = 10_000
    for first in tqdm(range(1, deals + 1, step), disable=None, leave=False, desc=str(rules.play)):
        fates = search.judge_deals(first, min(deals, first + step - 1), rules)
        won += int((fates == 1).sum())
        undecided += int((fates < 0).sum())
    share = won / deals
    error = 1.96 * sqrt(share * (1 - share) / deals)
    return f"{name_of(rules)}\t{deals}\t{won}\t{undecided}\t{100 * share:.4f}\t{100 * error:.4f}\n"


def replayed(rules: Rules, wins: int) -> str:
    """Find so many wins among the numbered deals, each line replayed; a line of the table."""
    search = WinSearch()
    found = number = 0
    while found < wins:
        number += 1
        position = Position.start(random_deal(number), rules)
        # `find` replays the line with the reference engine and fails if it does not win.
        found += search.find(position, rules, Clock.unlimited()).status is WinStatus.WIN
    return f"{name_of(rules)}\t{number}\t{found}\n"


@click.command()
@click.option("--many", default=1_000_000, show_default=True, help="Deals where one is cheap.")
@click.option("--few", default=100_000, show_default=True, help="Deals elsewhere.")
@click.option("--replay", default=0, help="Replay the lines of so many wins instead.")
@click.option("--folder", type=click.Path(path_type=Path), default=Path("data"))
def main(many: int, few: int, replay: int, folder: Path) -> None:
    """Measure the win rates, or replay wins."""
    if replay:
        rows = [
            replayed(Rules(clear, 1, Play.STOCK_AND_WASTE, cover, 0), replay)
            for clear in Clear
            for cover in (False, True)
        ]
        text = head(
            f"--replay {replay}",
            "Wins with one pass whose lines the reference engine replayed, in random:1 onwards",
            ("clear", "passes", "play", "cover", "deals", "replayed"),
        )
        write_whole(folder / "replayed-wins.tsv", text + "".join(rows))
        return
    path = folder / "win-rates.tsv"
    part = path.with_suffix(".part")
    done = part.read_text(encoding="utf-8").splitlines(True) if part.exists() else []
    for rules in RULES[len(done) :]:
        row = row_of(rules, many, few)
        print(row, end="", flush=True)
        with part.open("a", encoding="utf-8") as file:
            file.write(row)
        done.append(row)
    text = head(
        f"--many {many} --few {few}",
        "Numbered random deals (random:1 to random:N) that can be won, each decided exactly;\n"
        "# percent with its 95 % error; play stands for every wider play that wins the same deals",
        COLUMNS,
    )
    write_whole(path, text + "".join(done))
    part.unlink()


if __name__ == "__main__":
    main()
