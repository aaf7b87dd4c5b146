"""How many winnability answers a second, making the deals included.

Run from the repository root: ``python -m benchmarks.bench_winnable``.
"""

from __future__ import annotations

import time

import click

from benchmarks.measure import heading, machine, numbered, peak_memory, ratio, say, timed
from pyramide.clearing import clearing
from pyramide.position import Position
from pyramide.rules import APP
from pyramide.winrate import count_wins
from tests.fast_relaxed_oracle import fast_relaxed_oracle


def reference(position: Position) -> bool | None:
    """The plain reference's answer."""
    return fast_relaxed_oracle(position, APP).winnable


@click.command()
@click.option("--deals", type=click.IntRange(min=1), default=1_000_000, show_default=True)
@click.option("--plain", type=click.IntRange(min=1), default=100, show_default=True)
def main(deals: int, plain: int) -> None:
    """Count the winnable ones of random:1 to random:DEALS; PLAIN of them by the reference."""
    say(f"Winnable, unlimited passes ({machine()})")
    in_bulk = 0.0
    for cover in (True, False):
        count_wins(1, 10, cover)
        start = time.process_time()
        wins = count_wins(1, deals, cover)
        seconds = time.process_time() - start
        in_bulk = seconds / deals
        name = "with cover pairs" if cover else "no cover pairs"
        say(
            f"{name:<18}{deals / seconds:>12,.0f} deals a second{1e6 * seconds / deals:>9.3f} µs a "
            f"deal{wins:>12,} of {deals:,} won ({100 * wins / deals:.3f} %)"
        )
    say(heading())
    positions = numbered(range(1, plain + 1))
    clearing(positions[0], False)
    one_by_one = timed("pyramide.clearing, with its plan", one, positions)
    slow = timed("plain reference (relaxed oracle)", reference, positions)
    say(one_by_one.line("µs"))
    say(slow.line("µs"))
    say(ratio(slow, one_by_one))
    say(f"in bulk: {slow.mean / in_bulk:,.0f} times as fast as the plain reference a deal")
    wins = count_wins(1, plain)
    assert wins == sum(reference(position) is True for position in positions)
    say(f"both call {wins} of the {plain} deals won; peak memory {peak_memory()}")


def one(position: Position) -> bool:
    """The library's answer to one position."""
    return clearing(position, False).winnable


if __name__ == "__main__":
    main()
