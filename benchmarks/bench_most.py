"""The time for both maxima of a lost deal: most pyramid cards and most cards.

Run from the repository root: ``python -m benchmarks.bench_most``.
"""

from __future__ import annotations

import time

import click

from benchmarks.measure import Timing, heading, machine, numbered, peak_memory, ratio, say, timed
from pyramide.board import Words, encode
from pyramide.clearing import clearing, largest
from pyramide.kernels.classes import CLEAR_TABLES, ClearTables, ClearWork, clear_work
from pyramide.kernels.jit import kernel
from pyramide.kernels.sets import SET_TABLES, SetTables, SetWork, most_removable, set_work
from pyramide.position import Position
from pyramide.rules import APP
from tests.fast_relaxed_oracle import fast_relaxed_oracle

REPEATS = 20
"""Runs of the kernel per call, so that the call itself does not count."""


@kernel
def repeated(
    repeats: int,
    ranks: Words,
    present: int,
    counts: int,
    kings: int,
    fixed: SetTables,
    sets: SetWork,
    clear: ClearTables,
    work: ClearWork,
) -> int:
    """Find both maxima so many times; gives a sum of them."""
    total = 0
    for _ in range(repeats):
        pyramid_cards, cards = most_removable(
            ranks, present, counts, kings, False, fixed, sets, clear, work
        )
        total += pyramid_cards + cards
    return total


def of_kernel(positions: list[Position]) -> Timing:
    """Processor time of the kernel alone."""
    timing = Timing("kernel alone")
    sets, work = set_work(), clear_work()
    for position in positions:
        code = encode(position)
        case = (code.ranks, code.present, code.counts, code.kings)
        repeated(1, *case, SET_TABLES, sets, CLEAR_TABLES, work)
        start = time.process_time()
        repeated(REPEATS, *case, SET_TABLES, sets, CLEAR_TABLES, work)
        timing.seconds.append((time.process_time() - start) / REPEATS)
    return timing


@click.command()
@click.option("--deals", type=click.IntRange(min=1), default=3000, show_default=True)
@click.option("--plain", type=click.IntRange(min=1), default=60, show_default=True)
def main(deals: int, plain: int) -> None:
    """Both maxima of the lost ones of random:1 to random:DEALS; PLAIN by the reference."""
    say(f"Most pyramid cards and most cards of lost deals, app ({machine()})")
    say(heading())
    lost = [p for p in numbered(range(1, deals + 1)) if not clearing(p, False).winnable]
    largest(lost[0], False)
    say(of_kernel(lost).line("µs"))
    say(timed("pyramide.clearing.largest, with its goals", one, lost).line("µs"))
    few = lost[:plain]
    ours = timed("the same on fewer deals", one, few)
    slow = timed("plain reference (relaxed oracle)", reference, few)
    say(ours.line("µs"))
    say(slow.line("µs"))
    say(ratio(slow, ours))
    assert [one(position) for position in few] == [reference(position) for position in few]
    say(f"both give the same numbers; peak memory {peak_memory()}")


def one(position: Position) -> tuple[int, int]:
    """The library's two maxima."""
    most = largest(position, False)
    return most.pyramid_cards, most.cards


def reference(position: Position) -> tuple[int, int | None]:
    """The plain reference's two maxima."""
    answer = fast_relaxed_oracle(position, APP)
    return answer.most_pyramid_cards, answer.most_cards


if __name__ == "__main__":
    main()
