"""How fast limited passes and strict wins are decided, under every rule set.

Run from the repository root: ``python -m benchmarks.bench_winning``.
"""

from __future__ import annotations

import time
from random import Random

import click
import numpy as np

from benchmarks.measure import heading, machine, numbered, peak_memory, ratio, say, timed
from pyramide.limits import Clock, Limits
from pyramide.position import Position
from pyramide.rules import Clear, Rules
from pyramide.winning import WinSearch, WinStatus
from tests.fast_oracle import fast_oracle
from tests.positions import ALL_RULES, random_midgame

MIDGAME = (12, 10)
"""Pyramid and side cards left where the plain reference is asked too."""


def by_kernel(search: WinSearch, rules: Rules, deals: int) -> str:
    """One row: the share of deals won, and the time a deal takes, dealing included."""
    search.judge_deals(1, 2, rules)
    start = time.process_time()
    fates = search.judge_deals(1, deals, rules)
    seconds = time.process_time() - start
    won, open_deals = np.count_nonzero(fates == 1), np.count_nonzero(fates == -1)
    name = " ".join(f"{key}={value}" for key, value in rules.as_json().items())
    return (
        f"{name:<76}{deals:>8}{100 * won / deals:>9.3f}{open_deals:>10}"
        f"{1e6 * seconds / deals:>10.1f} µs"
    )


@click.command()
@click.option("--deals", type=click.IntRange(min=1), default=2000, show_default=True)
@click.option("--plain", type=click.IntRange(min=1), default=5, show_default=True)
def main(deals: int, plain: int) -> None:
    """Decide random:1 to random:DEALS under every rule set without and with cover;
    PLAIN positions in mid-game per rule set also by the plain reference.
    """
    say(f"Wins under limited passes and strict wins ({machine()})")
    say(f"{'in bulk, on one core':<76}{'deals':>8}{'% won':>9}{'undecided':>10}{'mean':>10}")
    search = WinSearch()
    asked = [
        rules
        for rules in ALL_RULES
        if rules.waste_start == 0 and (rules.passes is not None or rules.clear is Clear.ALL)
    ]
    for rules in asked:
        say(by_kernel(search, rules, deals))
    say(heading())
    rules = Rules(passes=1)

    def with_line(position: Position) -> object:
        return search.find(position, rules, Clock(Limits()))

    deals_asked = numbered(range(1, 201), rules)
    with_line(deals_asked[0])  # compiles
    fast_oracle(deals_asked[0], rules, cap=1)
    say(timed("from the deal, with its line replayed", with_line, deals_asked).line())
    rng = Random(1)
    positions = [
        (random_midgame(rng, rules, *MIDGAME), rules) for rules in asked for _ in range(plain)
    ]

    def one(asked: tuple[Position, Rules]) -> bool:
        return search.decide(*asked, Clock(Limits()))[0] is WinStatus.WIN

    def reference(asked: tuple[Position, Rules]) -> bool:
        answer = fast_oracle(*asked)
        assert answer is not None
        return answer.winnable

    ours = timed("mid-game, all rule sets: pyramide.winning", one, positions)
    slow = timed("mid-game, all rule sets: plain reference", reference, positions)
    say(ours.line())
    say(slow.line())
    say(ratio(slow, ours))
    assert [one(item) for item in positions] == [reference(item) for item in positions]
    say(f"both agree on {len(positions)} positions; peak memory {peak_memory()}")


if __name__ == "__main__":
    main()
