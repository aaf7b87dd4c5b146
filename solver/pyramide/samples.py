"""What depends on the unknown order of the stock, measured on random orders.

The unseen cards are put into the unknown places in random orders, all equally
likely, and each order is answered as a deal of its own.  The orders are the same
for the same seed on every machine, and more of them begin with the same ones.
What does not depend on the order is proven once instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, quantiles, stdev

from pyramide.answers import EVERYTHING, Answer, Find, NeedsStockOrder, Solver
from pyramide.cards import Card
from pyramide.clearing import clearing
from pyramide.errors import PyramideError
from pyramide.limits import Clock, Limits
from pyramide.position import Position
from pyramide.random_deals import MAX_NUMBER, below, stream
from pyramide.rules import Rules
from pyramide.wilson import NORMAL_95, wilson

MOST_SAMPLES = 1_000_000


@dataclass(frozen=True, slots=True)
class Lengths:
    """The lengths of the shortest wins of `count` orders.

    `mean_interval`: its normal 95 % interval, None for a single order.
    `histogram`: each length that was met, with how many orders have it.
    """

    count: int
    mean: float
    mean_interval: tuple[float, float] | None
    least: int
    quartiles: tuple[float, float, float]
    greatest: int
    histogram: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Samples:
    """What random orders of the unseen cards gave.

    `asked`: how many orders were wanted; `tried`: how many were answered before
    a limit was reached, 0 where nothing that was asked depends on the order.
    `winnable`: the proven answer where the order cannot change it, else None.
    `won`, `lost`, `undecided`: of the orders tried.  `share` of those decided
    that can be won, `interval` with the undecided counted both ways; None where
    `winnable` is proven or nothing was tried.  `shortest`: of the wins whose
    shortest line is known; `unmeasured` are the wins where a limit came first.
    """

    asked: int
    tried: int
    seed: int
    winnable: bool | None
    won: int
    lost: int
    undecided: int
    share: float | None
    interval: tuple[float, float] | None
    shortest: Lengths | None
    unmeasured: int


def sample(
    position: Position,
    rules: Rules,
    count: int,
    seed: int,
    clock: Clock,
    find: Collection[Find] = EVERYTHING,
    progress: Callable[[str], None] | None = None,
) -> Samples:
    """Answer so many random orders of the unseen cards, as long as the limits allow.

    `find`: WIN for the share that can be won, SHORTEST for that and the shortest
    wins; the most cards are not sampled.  Raises PyramideError for a number of
    orders or a seed that cannot be, and where the order is known.
    """
    if not 1 <= count <= MOST_SAMPLES:
        raise PyramideError(f"{count} orders cannot be sampled: give 1 to {MOST_SAMPLES:,}.")
    if not 1 <= seed <= MAX_NUMBER:
        raise PyramideError(f"{seed} is no seed: the seeds run from 1 to {MAX_NUMBER}.")
    if position.order_known:
        raise PyramideError("The order of the stock is known: there is nothing to sample.")
    solver = Solver()
    winnable = proven(position, rules, solver, clock)
    lengths: list[int] = []
    won = lost = undecided = unmeasured = 0
    wanted = Find.SHORTEST in find and winnable is not False
    wanted = wanted or (Find.WIN in find and winnable is None)
    for number, order in enumerate(orders(position, count if wanted else 0, seed), 1):
        if clock.slice_size(1) == 0:
            break
        if progress is not None:
            progress(f"order {number:,} of {count:,}, {won:,} won")
        if winnable is None:
            answer = _solved(order, rules, Find.WIN, solver, clock)
            lost += answer.winnable is False
            undecided += answer.winnable is None
            if not answer.winnable:
                continue
        won += 1
        if Find.SHORTEST in find:
            answer = _solved(order, rules, Find.SHORTEST, solver, clock)
            if answer.shortest is None:
                unmeasured += 1
            else:
                lengths.append(answer.shortest)
    tried = won + lost + undecided
    sampled = winnable is None and tried > 0
    return Samples(
        asked=count,
        tried=tried,
        seed=seed,
        winnable=winnable,
        won=won,
        lost=lost,
        undecided=undecided,
        share=won / (won + lost) if sampled and won + lost else None,
        interval=wilson(won, tried, undecided) if sampled else None,
        shortest=lengths_of(lengths),
        unmeasured=unmeasured,
    )


def proven(position: Position, rules: Rules, solver: Solver, clock: Clock) -> bool | None:
    """Whether a position can be won where that is the same for every order, else None."""
    cleared = clearing(position, rules.cover)
    clock.count(cleared.nodes)
    if not cleared.winnable:
        return False
    try:
        return _solved(position, rules, Find.WIN, solver, clock).winnable
    except NeedsStockOrder:
        return None


def orders(position: Position, count: int, seed: int) -> Iterator[Position]:
    """The position with its unseen cards in random orders, all of them equally likely."""
    draw = stream(seed)
    for _ in range(count):
        unseen = sorted(position.unseen)
        for place in range(len(unseen) - 1):
            other = place + below(len(unseen) - place, draw)
            unseen[place], unseen[other] = unseen[other], unseen[place]
        yield completed(position, unseen)


def completed(position: Position, unseen: list[Card]) -> Position:
    """The position with these cards in its unknown places, in drawing order."""
    following = iter(unseen)
    side = tuple(next(following) if card is None else card for card in position.side)
    bound = len(position.waste)
    return replace(position, waste=side[:bound], stock=side[bound:], unseen=frozenset())


def lengths_of(lengths: list[int]) -> Lengths | None:
    """The distribution of these lengths; None without any."""
    if not lengths:
        return None
    mean = fmean(lengths)
    several = len(lengths) > 1
    spread = NORMAL_95 * stdev(lengths) / sqrt(len(lengths)) if several else 0.0
    first, median, third = (
        quantiles(lengths, method="inclusive") if several else [float(lengths[0])] * 3
    )
    return Lengths(
        count=len(lengths),
        mean=mean,
        mean_interval=(mean - spread, mean + spread) if several else None,
        least=min(lengths),
        quartiles=(first, median, third),
        greatest=max(lengths),
        histogram=tuple(sorted(Counter(lengths).items())),
    )


def _solved(position: Position, rules: Rules, find: Find, solver: Solver, clock: Clock) -> Answer:
    """One answer within what is left of the limits."""
    limits = clock.limits
    seconds, nodes = limits.seconds, limits.nodes
    left = Limits(
        None if seconds is None else max(0.0, seconds - clock.seconds),
        None if nodes is None else max(0, nodes - clock.nodes),
        clock.memory,
    )
    answer = solver.solve(position, rules, {find}, left)
    clock.count(answer.nodes)
    return answer
