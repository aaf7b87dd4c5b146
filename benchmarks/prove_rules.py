"""Write `data/proof-rules.tsv`: every rule set's answers against the plain oracle.

Run from the repository root: ``python -m benchmarks.prove_rules``.  For each of
the 96 rule sets of `tests.positions` random positions in mid-game, small enough
for the plain breadth-first search, are answered by both; each line given out is
replayed by the reference engine on the way.  A disagreement is printed with its
position and ends the run with code 1.
"""

from __future__ import annotations

import platform
import random
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click
import numba
import numpy as np
from tqdm import tqdm

import pyramide
from pyramide.answers import Solver
from pyramide.files import write_whole
from pyramide.rules import UNLIMITED, Rules
from tests.fast_oracle import fast_oracle
from tests.oracle import OracleAnswer
from tests.positions import ALL_RULES, random_midgame

COLUMNS = (
    "clear", "passes", "play", "cover", "waste_start",
    "positions", "won", "shortest_compared", "most_compared", "disagreements",
)  # fmt: skip


@dataclass
class Tally:
    """What was compared under one rule set."""

    positions: int = 0
    won: int = 0
    shortest: int = 0
    most: int = 0
    wrong: int = 0


def compare(solver: Solver, rng: random.Random, rules: Rules, tally: Tally, cap: int) -> None:
    """Answer one random position both ways and count how that went."""
    truth: OracleAnswer | None = None
    while truth is None:
        position = random_midgame(rng, rules, rng.randrange(1, 15), rng.randrange(0, 15))
        truth = fast_oracle(position, rules, cap=cap)
    answer = solver.solve(position, rules)
    pyramid_gone = position.pyramid.count(None)
    gone = 52 - len(position.present())
    tally.positions += 1
    tally.won += truth.winnable
    right = answer.winnable == truth.winnable and answer.shortest == truth.shortest
    tally.shortest += 1
    if answer.most_pyramid_cards is not None:
        right = right and answer.most_pyramid_cards == pyramid_gone + truth.most_pyramid_cards
    if answer.most_cards is not None:
        tally.most += 1
        right = right and answer.most_cards == gone + truth.most_cards
    if not right:
        tally.wrong += 1
        print(f"{rules}\n{position}\n{answer}\n{truth}", file=sys.stderr)


@click.command()
@click.option("--positions", default=300, show_default=True, help="Positions per rule set.")
@click.option("--seed", default=1, show_default=True, help="Of the random positions.")
@click.option("--cap", default=60_000, show_default=True, help="Most states of the oracle.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("data/proof-rules.tsv"),
    show_default=True,
)  # fmt: skip
def main(positions: int, seed: int, cap: int, out: Path) -> None:
    """Compare and write the table."""
    rng = random.Random(seed)
    solver = Solver()
    lines = []
    wrong = 0
    for rules in tqdm(ALL_RULES, disable=None):
        tally = Tally()
        for _ in range(positions):
            compare(solver, rng, rules, tally, cap)
        wrong += tally.wrong
        passes = UNLIMITED if rules.passes is None else rules.passes
        row = (
            rules.clear, passes, rules.play, "yes" if rules.cover else "no", rules.waste_start,
            tally.positions, tally.won, tally.shortest, tally.most, tally.wrong,
        )  # fmt: skip
        lines.append("\t".join(map(str, row)) + "\n")
    head = (
        "# Answers of the library against tests/fast_oracle.py (plain breadth-first search) on\n"
        "# random positions in mid-game; winnable and shortest are compared for each.\n"
        f"# command: python -m benchmarks.prove_rules --positions {positions} --seed {seed}"
        f" --cap {cap}\n"
        f"# date: {datetime.now(UTC):%Y-%m-%d}; pyramide {pyramide.__version__}, "
        f"Python {platform.python_version()}, numba {numba.__version__}, numpy {np.__version__}\n"
    )
    write_whole(out, head + "\t".join(COLUMNS) + "\n" + "".join(lines))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
