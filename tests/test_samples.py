"""Sampling the unknown order of the stock."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from pyramide.answers import Find, solve
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.limits import Clock, Limits
from pyramide.position import Position
from pyramide.random_deals import random_cards
from pyramide.rules import APP, PRESETS, Rules
from pyramide.samples import Samples, completed, lengths_of, orders, sample
from pyramide.wilson import wilson
from tests.positions import cards, pyramid_of

pytestmark = pytest.mark.kernel
MICROSOFT = PRESETS["microsoft"]


def unseen_stock(number: int, rules: Rules, seen: int = 28) -> Position:
    """A random deal of which the first cards alone are known."""
    return Position.start(Deal.of(random_cards(number)[:seen]), rules)


SMALL = Position(pyramid_of("Ac 2c"), (None,), (None, None, None), frozenset(cards("Jd Qd 3h Th")))
"""The ace needs the queen and the two the jack, wherever these lie in four places."""


def drawn(position: Position, rules: Rules, count: int, *find: Find, seed: int = 1) -> Samples:
    return sample(position, rules, count, seed, Clock.unlimited(), find)


@pytest.mark.nocompiler
def test_the_orders_are_the_same_for_a_seed_and_begin_alike() -> None:
    start = unseen_stock(1, MICROSOFT)
    few, more = list(orders(start, 3, 7)), list(orders(start, 5, 7))
    assert more[:3] == few
    assert len(set(more)) == 5
    assert list(orders(start, 3, 8)) != few
    for order in more:
        assert order.order_known
        assert order.present() == start.present()
        assert (len(order.waste), order.pyramid) == (len(start.waste), start.pyramid)
    golden = [card for card in few[0].stock[:4] if card is not None]
    assert golden == [card for card in next(orders(start, 1, 7)).stock[:4] if card is not None]


@pytest.mark.nocompiler
def test_known_places_stay_and_every_order_is_as_likely() -> None:
    start = Position(
        pyramid_of("Ac"), (None,), (*cards("5h"), None, None), frozenset(cards("Jd Qd 3h"))
    )
    met = Counter(order.side for order in orders(start, 1200, 1))
    assert {side[1] for side in met} == set(cards("5h"))
    assert len(met) == 6
    # Each is met 200 times in the mean; five standard deviations are 65.
    assert all(135 < times < 265 for times in met.values())


def test_the_share_of_a_small_position_is_met() -> None:
    rules = replace(PRESETS["relaxed"], play=APP.play)
    truth = [
        solve(completed(SMALL, list(order)), rules, {Find.WIN}).winnable
        for order in permutations(sorted(SMALL.unseen))
    ]
    share = sum(map(bool, truth)) / len(truth)
    assert 0 < share < 1
    samples = drawn(SMALL, rules, 400, Find.WIN)
    assert (samples.asked, samples.tried, samples.undecided) == (400, 400, 0)
    assert samples.won + samples.lost == 400
    assert samples.share == samples.won / 400
    assert samples.interval == wilson(samples.won, 400)
    assert samples.interval[0] < share < samples.interval[1]
    assert samples.winnable is None
    assert samples.shortest is None


def test_what_does_not_depend_on_the_order_is_given_once() -> None:
    only_win = drawn(SMALL, APP, 50, Find.WIN)
    assert (only_win.winnable, only_win.tried, only_win.share) == (True, 0, None)
    with_lengths = drawn(SMALL, APP, 50, Find.WIN, Find.SHORTEST)
    assert (with_lengths.winnable, with_lengths.tried, with_lengths.won) == (True, 50, 50)
    assert with_lengths.interval is None
    assert with_lengths.shortest is not None
    assert with_lengths.shortest.count == 50
    lost = Position(pyramid_of("7c 2c Jc"), (None,), (None,), frozenset(cards("5h 8d")))
    for rules in (APP, MICROSOFT):
        samples = drawn(lost, rules, 50, Find.WIN, Find.SHORTEST)
        assert (samples.winnable, samples.tried, samples.shortest) == (False, 0, None)


def test_the_shortest_wins_of_a_whole_deal() -> None:
    start = unseen_stock(1, MICROSOFT)
    samples = drawn(start, MICROSOFT, 12, Find.SHORTEST, seed=3)
    answers = [solve(order, MICROSOFT, {Find.SHORTEST}) for order in orders(start, 12, 3)]
    lengths = [answer.shortest for answer in answers if answer.shortest is not None]
    assert len(lengths) == samples.won > 0
    assert samples.lost == 12 - samples.won
    assert samples.shortest == lengths_of(lengths)


def test_a_limit_ends_the_sampling() -> None:
    start = unseen_stock(1, MICROSOFT)
    clock = Clock(Limits(nodes=2000))
    samples = sample(start, MICROSOFT, 500, 1, clock)
    assert samples.tried < 500
    assert samples.tried == samples.won + samples.lost + samples.undecided
    assert samples.undecided + samples.unmeasured <= 1
    none = sample(start, MICROSOFT, 5, 1, Clock(Limits(seconds=0)))
    assert (none.tried, none.share, none.interval) == (0, None, None)


@pytest.mark.nocompiler
def test_progress_is_told() -> None:
    told: list[str] = []
    sample(SMALL, PRESETS["relaxed"], 2, 1, Clock.unlimited(), {Find.WIN}, told.append)
    assert told[0] == "order 1 of 2, 0 won"
    assert len(told) == 2


@pytest.mark.nocompiler
def test_the_distribution_of_lengths() -> None:
    assert lengths_of([]) is None
    one = lengths_of([40])
    assert one is not None
    assert (one.mean, one.mean_interval, one.quartiles) == (40, None, (40, 40, 40))
    some = lengths_of([40, 42, 42, 50])
    assert some is not None
    assert (some.count, some.mean, some.least, some.greatest) == (4, 43.5, 40, 50)
    assert some.quartiles == (41.5, 42, 44)
    assert some.histogram == ((40, 1), (42, 2), (50, 1))
    assert some.mean_interval == pytest.approx((43.5 - 4.3459, 43.5 + 4.3459), abs=1e-4)


@pytest.mark.nocompiler
def test_what_cannot_be_sampled() -> None:
    known = Position(pyramid_of("Ac"), (), cards("Qd"))
    with pytest.raises(PyramideError, match="order of the stock is known"):
        drawn(known, APP, 5, Find.WIN)
    with pytest.raises(PyramideError, match="0 orders"):
        drawn(SMALL, APP, 0, Find.WIN)
    with pytest.raises(PyramideError, match="0 is no seed"):
        drawn(SMALL, APP, 5, Find.WIN, seed=0)
