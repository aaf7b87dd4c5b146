"""Write `data/app-golden.tsv`: numbered random deals judged by the plain oracle.

Run from the repository root: ``python -m benchmarks.make_golden``.  A run that
was stopped goes on from the deals already done.
"""

from __future__ import annotations

import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click
import numpy as np

from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP
from tests.fast_oracle import fast_oracle

COLUMNS = ("number", "winnable", "shortest", "most_pyramid", "most_cards", "states")


def header(deals: int) -> str:
    """The comment that says where the table comes from."""
    try:
        library = version("pyramide")
    except PackageNotFoundError:
        library = "not installed"
    return (
        f"# Numbered random deals (random:1 to random:{deals}) under the rule set app, judged by\n"
        "# tests/fast_oracle.py: plain breadth-first search, every legal move, no pruning.\n"
        "# shortest is 0 where the deal cannot be won; most_pyramid and most_cards are the most\n"
        "# cards that any line removes; states is how many positions can be reached.\n"
        f"# command: python -m benchmarks.make_golden --deals {deals}\n"
        f"# date: {datetime.now(UTC):%Y-%m-%d}; pyramide {library}, "
        f"Python {platform.python_version()}, numpy {np.__version__}\n" + "\t".join(COLUMNS) + "\n"
    )


def row_of(number: int) -> str:
    """The table's line of a numbered deal."""
    answer = fast_oracle(Position.start(random_deal(number), APP), APP)
    assert answer is not None, "without a cap there is always an answer"
    values = (
        number,
        int(answer.winnable),
        answer.shortest or 0,
        answer.most_pyramid_cards,
        answer.most_cards,
        answer.states,
    )
    return "\t".join(map(str, values)) + "\n"


def rows_done(path: Path) -> list[str]:
    """The whole lines of an unfinished run, in the order of their numbers from 1."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="ascii").splitlines(keepends=True)
    return [line for line in lines if line[0].isdigit() and line.endswith("\n")]


@click.command()
@click.option("--deals", type=click.IntRange(min=1), default=20, show_default=True)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("data/app-golden.tsv"),
    show_default=True,
)
def main(deals: int, out: Path) -> None:
    """Judge random:1 to random:DEALS by the plain oracle and write the table."""
    part = out.with_name(out.name + ".part")
    rows = rows_done(part)[:deals]
    with part.open("w", encoding="ascii", newline="\n") as file:
        file.write(header(deals))
        file.writelines(rows)
        for number in range(len(rows) + 1, deals + 1):
            file.write(row_of(number))
            file.flush()
            click.echo(f"random:{number} done", err=True)
    part.replace(out)


if __name__ == "__main__":
    main()
