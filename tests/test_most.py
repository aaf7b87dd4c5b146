"""The most cards under every rule set, against the plain oracle and by replay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pyramide.board import EMPTY_ID, PRESENT, encode
from pyramide.cards import RANK_LETTERS, Card, make_card
from pyramide.deal import Deal
from pyramide.kernels import most
from pyramide.layout import MIRROR
from pyramide.limits import Clock, Limits
from pyramide.most import MostPyramidResult, MostSearch, checked, most_cards, most_pyramid
from pyramide.moves import DRAW, Remove
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.record import replay
from pyramide.rules import PRESETS, Clear, Play, Rules
from pyramide.winning import WinSearch
from tests.fast_oracle import fast_oracle
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
WINS = WinSearch()
HARD = 36
"""Takes more than ten thousand nodes."""


def most_of(position: Position, rules: Rules) -> int:
    """The most cards, proven and replayed."""
    result = most_cards(position, rules, Clock.unlimited())
    assert result.low == result.high
    gone = replay(position, result.line, rules).final
    assert len(position.present()) - len(gone.present()) == result.low
    return result.low


def most_pyramid_of(position: Position, rules: Rules) -> MostPyramidResult:
    """The most pyramid cards, proven, with goals of that size that a line leads to."""
    result = most_pyramid(position, rules, Clock.unlimited(), WINS)
    assert result.proven
    assert result.low == result.high
    assert result.goals
    assert result.nodes >= 0
    present = encode(position).present
    for goal in result.goals:
        gone = present & ~int(PRESENT[goal])
        assert gone.bit_count() == result.low
    return result


def agrees(rng: Random, rules: Rules, pyramid_cards: int, side_cards: int) -> bool:
    """Compare with the oracle on one random position; whether it was small enough."""
    position = random_midgame(rng, rules, pyramid_cards, side_cards)
    judged = fast_oracle(position, rules, cap=60_000)
    if judged is None:
        return False
    assert most_of(position, rules) == judged.most_cards, (rules, position)
    assert most_pyramid_of(position, rules).low == judged.most_pyramid_cards, (rules, position)
    return True


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_small_positions_are_counted_as_by_the_oracle(rules: Rules) -> None:
    rng = Random(f"few {rules}")
    for _ in range(4):
        assert agrees(rng, rules, rng.randint(0, 8), rng.randint(0, 8))


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_positions_are_counted_as_by_the_oracle(rules: Rules) -> None:
    rng = Random(f"many {rules}")
    compared = sum(agrees(rng, rules, rng.randint(0, 14), rng.randint(0, 12)) for _ in range(40))
    assert compared >= 30


def deal_of_ranks(ranks: str) -> Deal:
    """A deal of these ranks in any suits."""
    dealt: list[Card] = []
    for letter in ranks.split():
        rank = RANK_LETTERS.index(letter) + 1
        dealt.append(next(c for s in range(4) if (c := make_card(rank, s)) not in dealt))
    return Deal.of(dealt)


@pytest.mark.slow
def test_all_deals_of_the_reference_are_counted_as_there(reference: Path) -> None:
    rows = 0
    for line in (reference / "oracle.tsv").read_text(encoding="ascii").splitlines():
        if line.startswith("#"):
            continue
        clear, passes, play, cover, start, _, in_pyramid, in_all, ranks = line.split("\t")
        if clear == "clear":
            continue
        rules = Rules(
            Clear(clear),
            None if passes == "unlimited" else int(passes),
            Play(play),
            cover == "yes",
            int(start),
        )
        position = Position.start(deal_of_ranks(ranks), rules)
        assert most_of(position, rules) == int(in_all)
        assert most_pyramid_of(position, rules).low == int(in_pyramid)
        rows += 1
    assert rows == 80


def test_the_goals_are_all_the_largest_sets_that_can_leave() -> None:
    # The five keeps one ten in the waste; the other takes either three.
    position = Position.checked(pyramid_of("Kd 3c 3d"), cards("Th 5h"), cards("Ts 8s"))
    result = most_pyramid(position, Rules(Clear.PYRAMID, 1, Play.WASTE), Clock.unlimited(), WINS)
    assert result.low == result.high == 1
    assert {int(PRESENT[goal]) & 0b111 for goal in result.goals} == {0b101, 0b011}


def test_the_game_ends_with_the_apex() -> None:
    # The queen lies between the eight and the five; only the ace takes her away.
    position = Position.checked(pyramid_of("Ac"), cards("8s"), cards("Qd 5h"))
    line = (DRAW, Remove(*cards("Ac Qd")))
    ends = Rules(Clear.PYRAMID, 1, Play.STOCK_AND_WASTE)
    assert most_of(position, ends) == 2
    assert checked(position, line, ends, 2) == line
    assert most_of(position, replace(ends, clear=Clear.ALL)) == 4
    assert most_of(position, replace(ends, passes=3)) == 2


def test_a_king_on_the_apex_goes_last() -> None:
    position = Position.checked(pyramid_of("Kc"), cards("8s"), cards("5h Kd"))
    assert most_of(position, Rules(Clear.PYRAMID, 1, Play.STOCK_AND_WASTE)) == 4
    assert most_of(position, Rules(Clear.PYRAMID, 1, Play.WASTE)) == 2


def test_a_won_game_goes_no_further() -> None:
    position = Position.checked(pyramid_of(""), (), cards("Kc 5h 8s"))
    for passes in (1, None):
        for play in Play:
            ends = Rules(Clear.PYRAMID, passes, play)
            assert most_of(position, ends) == 0
            assert most_pyramid_of(position, ends).goals == (EMPTY_ID,)
            strict = Rules(Clear.ALL, passes, play)
            assert most_of(position, strict) == (1 if play is Play.WASTE else 3)


@pytest.mark.parametrize("passes", [54, 55, 1000])
def test_many_passes_are_as_good_as_any_number(passes: int) -> None:
    rng = Random(passes)
    for play in Play:
        for clear in Clear:
            rules = Rules(clear, None, play, cover=rng.random() < 0.5)
            position = replace(random_midgame(rng, rules, 7, 8), pass_number=1)
            assert most_of(position, replace(rules, passes=passes)) == most_of(position, rules)


@pytest.mark.parametrize("number", range(1, 5))
def test_wider_rules_and_mirrored_pyramids_on_full_deals(number: int) -> None:
    rules = Rules(Clear.PYRAMID, 1, Play.WASTE)
    deal = random_deal(number)
    counts = []
    wider = [
        rules,
        replace(rules, passes=2),
        replace(rules, passes=2, cover=True),
        replace(rules, passes=2, cover=True, play=Play.DRAWN_PAIR),
        replace(rules, passes=3, cover=True, play=Play.DRAWN_PAIR),
        replace(rules, passes=None, cover=True, play=Play.DRAWN_PAIR),
    ]
    for one in wider:
        position = Position.start(deal, one)
        mirrored = replace(position, pyramid=tuple(position.pyramid[p] for p in MIRROR))
        counts.append(most_of(position, one))
        assert most_of(mirrored, one) == counts[-1]
        in_pyramid = most_pyramid_of(position, one)
        assert len(most_pyramid_of(mirrored, one).goals) == len(in_pyramid.goals)
        assert in_pyramid.low <= counts[-1]
    assert counts == sorted(counts)


def test_slices_and_growing_tables_change_nothing() -> None:
    rules = PRESETS["microsoft"]
    position = Position.start(random_deal(HARD), rules)
    small = MostSearch(first_table=128)
    large = MostSearch()
    for _ in range(3):
        found, plain = (s.find(position, rules, Clock.unlimited()) for s in (small, large))
        assert found == plain
        assert found.nodes > 10_000


@pytest.mark.parametrize(
    "limits", [Limits(nodes=200), Limits(nodes=0), Limits(seconds=0.0), Limits(memory=1000)]
)
def test_a_limit_leaves_bounds_that_hold(limits: Limits) -> None:
    rules = PRESETS["microsoft"]
    position = Position.start(random_deal(HARD), rules)
    truth = most_of(position, rules)
    clock = Clock(limits)
    result = MostSearch(first_table=256).find(position, rules, clock)
    assert result.low <= truth <= result.high
    assert result.low < result.high
    assert result.nodes == clock.nodes
    # A search stops where it branches.
    assert limits.nodes is None or result.nodes <= limits.nodes + most.ROOM


def test_limits_of_the_pyramid_count() -> None:
    rules = Rules(Clear.ALL, 1, Play.WASTE)
    position = Position.start(random_deal(2), rules)
    truth = most_pyramid_of(position, rules)
    stopped = most_pyramid(position, rules, Clock(Limits(nodes=1)), WINS)
    assert not stopped.proven
    assert stopped.low <= truth.low <= stopped.high


def test_the_order_of_the_stock_has_to_be_known() -> None:
    deal = Deal((*random_deal(1).cards[:30], *[None] * 22))
    with pytest.raises(ValueError, match="order of the stock"):
        most_cards(Position.start(deal, PRESETS["app"]), PRESETS["app"], Clock.unlimited())


def test_a_line_that_falls_short_is_a_fault() -> None:
    rules = PRESETS["app"]
    position = Position.start(random_deal(1), rules)
    with pytest.raises(AssertionError, match="as many cards"):
        checked(position, (DRAW,), rules, 2)
    with pytest.raises(AssertionError, match="cannot be played"):
        checked(position, (Remove(*cards("Ac Qd")),), Rules(Clear.ALL, 1, Play.WASTE), 2)


def test_the_table_keeps_the_most_cards_gone() -> None:
    table = np.zeros(256, dtype=np.int64)
    rng = Random(5)
    kept: dict[int, int] = {}
    generation = 3 << most.STATE_BITS
    for _ in range(300):
        state, gone = rng.randrange(1, 90), rng.randrange(53)
        known = kept.get(state, -1) >= gone
        assert most.meet_most(generation | gone << most.GONE_SHIFT | state, table) == known
        kept[state] = max(kept.get(state, -1), gone)
    larger = np.zeros(512, dtype=np.int64)
    most.refill_most(larger, table, 3)
    most.refill_most(larger, table, 2)
    assert np.count_nonzero(larger) == np.count_nonzero(table) == len(kept)
    for state, gone in kept.items():
        assert most.meet_most(generation | gone << most.GONE_SHIFT | state, larger)
