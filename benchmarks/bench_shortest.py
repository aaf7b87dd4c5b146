"""The time for a shortest win under `app`, and for the best line of a lost deal.

Run from the repository root: ``python -m benchmarks.bench_shortest``.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import click

from benchmarks.measure import Timing, heading, machine, numbered, peak_memory, ratio, say, timed
from pyramide.answers import Answer, Find, Solver
from pyramide.clearing import clearing
from pyramide.position import Position
from pyramide.rules import APP, PRESETS
from pyramide.text.deals import parse_deal
from tests.fast_oracle import fast_oracle

PLAIN = (10, 15, 6)
"""Deals that the plain reference finishes in seconds: one lost, two won."""


@click.command()
@click.option("--deals", type=click.IntRange(min=1), default=300, show_default=True)
def main(deals: int) -> None:
    """Solve random:1 to random:DEALS for the least moves; three of them by the reference."""
    say(f"Shortest wins, app ({machine()})")
    say(heading())
    solver = Solver()
    answers: list[Answer] = []

    def solve(position: Position) -> None:
        answers.append(solver.solve(position, APP, {Find.SHORTEST}))

    positions = numbered(range(1, deals + 1))
    solve(positions[0])
    answers.clear()
    won = [position for position in positions if clearing(position, False).winnable]
    lost = [position for position in positions if not clearing(position, False).winnable]
    wins = timed("shortest win of a won deal", solve, won)
    say(wins.line())
    lengths = [answer.shortest for answer in answers if answer.shortest is not None]
    nodes = sum(answer.nodes for answer in answers)
    answers.clear()
    if lost:
        say(timed("no win, proven", lambda p: clearing(p, False), lost).line())
        say(timed("best line of a lost deal", solve, lost).line())
    say(f"mean shortest win {sum(lengths) / len(lengths):.2f} moves")
    say(f"nodes expanded: {nodes:,} for the wins, {sum(a.nodes for a in answers):,} for the rest")
    microsoft_deals(solver)
    say(f"peak memory of the process so far {peak_memory()}")
    say(beside_the_reference(solver))


def microsoft_deals(solver: Solver) -> None:
    """Time the reference deals under `microsoft`, lost ones included, and check their lengths.

    Without a folder of reference figures there is nothing to time.
    """
    folder = os.environ.get("PYRAMIDE_REFERENCE")
    if folder is None:
        say("PYRAMIDE_REFERENCE names no folder with the reference deals of microsoft")
        return
    rules = PRESETS["microsoft"]
    text = (Path(folder) / "microsoft-300.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    starts = [Position.start(parse_deal(cards), rules) for _, cards in rows]
    found: list[int] = []

    def solve(position: Position) -> None:
        answer = solver.solve(position, rules, {Find.WIN})
        if answer.winnable:
            answer = solver.solve(position, rules, {Find.SHORTEST})
        found.append(answer.shortest or 0)

    for position in starts:  # compiles at the first that can be won
        if solver.solve(position, rules, {Find.WIN}).winnable:
            solve(position)
            break
    found.clear()
    say(timed("microsoft, the reference deals", solve, starts).line())
    assert found == [int(length) for length, _ in rows]
    say(f"all {len(rows)} lengths are those published")


def beside_the_reference(solver: Solver) -> str:
    """Both on a few deals: the times, the ratio, and whether they agree."""
    found: list[tuple[int | None, int | None]] = []
    positions = numbered(PLAIN)
    ours = timed("shortest win or best line", lambda p: solver.solve(p, APP), positions)
    slow = Timing("plain breadth-first search")
    for position in positions:
        start = time.process_time()
        truth = fast_oracle(position, APP)
        slow.seconds.append(time.process_time() - start)
        assert truth is not None
        found.append((truth.shortest, solver.solve(position, APP).shortest))
    assert all(plain == clever for plain, clever in found)
    return "\n".join([ours.line(), slow.line(), ratio(slow, ours), "both give the same lengths"])


if __name__ == "__main__":
    main()
