"""Answers under `app` against the oracle, live in mid-game and golden for whole deals."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pyramide import lines
from pyramide.answers import Answer, Find, NeedsStockOrder, Solver, Status, solve
from pyramide.cards import RANK_LETTERS, Card, make_card
from pyramide.codes import lookup
from pyramide.deal import Deal
from pyramide.game import apply, is_won, legal_moves
from pyramide.layout import MIRROR
from pyramide.limits import Limits
from pyramide.moves import Move
from pyramide.plan import line_of_plan
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP, PRESETS, Play, Rules
from tests.fast_oracle import fast_oracle
from tests.fast_relaxed_oracle import fast_relaxed_oracle
from tests.oracle import OracleAnswer, oracle, pyramid_count
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
SOLVER = Solver()
GOLDEN = Path(__file__).parents[1] / "data" / "app-golden.tsv"


def answer_of(position: Position, limits: Limits | None = None) -> Answer:
    return SOLVER.solve(position, APP, limits=limits)


def play(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = apply(position, move, APP)
    return position


def shortest_to(position: Position, pyramid_cards_left: int) -> int:
    """The least number of moves to so few pyramid cards, by plain breadth-first search."""
    start = replace(position, pass_number=1)
    seen, layer, depth = {start}, [start], 0
    while all(pyramid_count(place) > pyramid_cards_left for place in layer):
        following = []
        for place in layer:
            for move in legal_moves(place, APP):
                after = replace(apply(place, move, APP), pass_number=1)
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
        depth += 1
    return depth


def compare(position: Position, truth: OracleAnswer) -> Answer:
    """The answer, after a comparison with what the oracle says of the same position."""
    answer = answer_of(position)
    gone = 28 - pyramid_count(position)
    assert answer.winnable is truth.winnable, position
    assert answer.shortest == truth.shortest, position
    assert answer.most_pyramid_cards == gone + truth.most_pyramid_cards, position
    assert answer.most_cards == 52 - len(position.present()) + truth.most_cards, position
    assert answer.score == 10 * answer.most_pyramid_cards
    assert answer.decided
    if truth.winnable:
        assert answer.shortest_status is Status.OPTIMAL
        assert answer.moves is not None
        assert answer.plan is not None
        assert answer.best_line is None
        assert answer.shortest_bounds == (truth.shortest, truth.shortest)
        assert len(answer.moves) == truth.shortest
        assert is_won(play(position, answer.moves), APP)
        assert is_won(play(position, line_of_plan(position, answer.plan)), APP)
    else:
        assert answer.shortest_status is Status.UNWINNABLE
        assert (answer.moves, answer.plan, answer.shortest_bounds) == (None, None, None)
        assert answer.best_line is not None
        left = pyramid_count(position) - truth.most_pyramid_cards
        assert pyramid_count(play(position, answer.best_line)) == left
    return answer


@pytest.mark.slow
def test_600_positions_in_mid_game() -> None:
    rng = Random("answers")
    won = lost_lines = 0
    for _ in range(600):
        position = random_midgame(rng, APP, rng.randint(0, 16), rng.randint(0, 13))
        truth = fast_oracle(position, APP)
        assert truth is not None
        answer = compare(position, truth)
        won += truth.winnable
        if answer.best_line is not None and truth.states < 2000:
            lost_lines += 1
            left = pyramid_count(position) - truth.most_pyramid_cards
            assert len(answer.best_line) == shortest_to(position, left), position
    assert 150 < won < 450
    assert lost_lines > 100


def test_60_positions_by_the_rules_themselves() -> None:
    rng = Random("plain")
    for _ in range(60):
        position = random_midgame(rng, APP, rng.randint(0, 9), rng.randint(0, 8))
        truth = oracle(position, APP)
        assert truth is not None
        answer = compare(position, truth)
        if answer.best_line is not None:
            left = pyramid_count(position) - truth.most_pyramid_cards
            assert len(answer.best_line) == shortest_to(position, left)


@pytest.mark.nocompiler
def test_a_few_small_positions() -> None:
    rng = Random("few")
    for _ in range(25):
        position = random_midgame(rng, APP, rng.randint(0, 7), rng.randint(0, 6))
        truth = oracle(position, APP)
        assert truth is not None
        compare(position, truth)


def golden() -> list[tuple[int, OracleAnswer]]:
    rows = []
    for line in GOLDEN.read_text(encoding="ascii").splitlines() if GOLDEN.exists() else ():
        if line[0].isdigit():
            number, won, *rest = map(int, line.split("\t"))
            rows.append((number, OracleAnswer(bool(won), rest[0] if won else None, *rest[1:])))
    return rows


@pytest.mark.parametrize(("number", "truth"), golden())
def test_the_golden_deals(number: int, truth: OracleAnswer) -> None:
    compare(Position.start(random_deal(number), APP), truth)


def test_the_app_rows_of_the_reference(reference: Path) -> None:
    rows = 0
    for line in (reference / "oracle.tsv").read_text(encoding="ascii").splitlines():
        if not line.startswith("pyramid\tunlimited\twaste\tno\t1\t"):
            continue
        shortest, most_pyramid, most_cards, ranks = line.split("\t")[5:]
        answer = answer_of(Position.start(deal_of_ranks(ranks), APP))
        assert answer.shortest == (None if shortest == "-1" else int(shortest))
        assert answer.winnable == (shortest != "-1")
        assert answer.most_pyramid_cards == int(most_pyramid)
        assert answer.most_cards == int(most_cards)
        rows += 1
    assert rows == 8


def deal_of_ranks(ranks: str) -> Deal:
    """A deal of these ranks, the suits in the order of `suits` as they come."""
    dealt: list[Card] = []
    for letter in ranks.split():
        rank = RANK_LETTERS.index(letter) + 1
        dealt.append(next(c for s in range(4) if (c := make_card(rank, s)) not in dealt))
    return Deal.of(dealt)


def test_the_deal_of_the_rules_page() -> None:
    deal = Deal(lookup("PY1-N-AAAAAAS").cards)
    answer = answer_of(Position.start(deal, APP))
    assert answer.winnable is True
    assert (answer.most_pyramid_cards, answer.score) == (28, 280)
    assert answer.shortest_status is Status.NEEDS_STOCK_ORDER
    assert (answer.shortest, answer.moves, answer.shortest_bounds) == (None, None, None)
    assert answer.plan is not None
    assert answer.decided
    alone = SOLVER.solve(Position.start(deal, APP), APP, {Find.SHORTEST})
    assert not alone.decided


@pytest.mark.parametrize("seed", range(5))
def test_any_order_of_its_23_missing_cards_gives_a_shortest_win(seed: int) -> None:
    deal = Deal(lookup("PY1-N-AAAAAAS").cards)
    shown = answer_of(Position.start(deal, APP))
    missing = sorted(deal.unseen)
    Random(seed).shuffle(missing)
    whole = Position.start(Deal.of([c for c in deal.cards if c is not None] + missing), APP)
    answer = answer_of(whole)
    assert answer.shortest_status is Status.OPTIMAL
    assert answer.moves is not None
    assert is_won(play(whole, answer.moves), APP)
    assert (answer.winnable, answer.most_pyramid_cards, answer.most_cards) == (
        shown.winnable, shown.most_pyramid_cards, shown.most_cards,
    )  # fmt: skip
    assert shown.plan is not None
    assert is_won(play(whole, line_of_plan(whole, shown.plan)), APP)


def test_what_is_said_without_the_order_holds_for_every_order() -> None:
    rng = Random("orders")
    for _ in range(40):
        known = random_midgame(rng, APP, rng.randint(1, 14), rng.randint(2, 8))
        side = list(known.side)
        cut = len(known.waste)
        hidden = replace(known, stock=(None,) * len(known.stock), unseen=frozenset(known.stock))
        if len(known.stock) < 2:
            continue
        said = answer_of(hidden)
        assert said.shortest is None
        assert said.shortest_status in (Status.NEEDS_STOCK_ORDER, Status.UNWINNABLE)
        for _ in range(min(4, math.factorial(len(known.stock)))):
            stock = side[cut:]
            rng.shuffle(stock)
            truth = fast_oracle(replace(known, stock=tuple(stock)), APP)
            assert truth is not None
            gone = 28 - pyramid_count(known)
            assert said.winnable is truth.winnable
            assert said.most_pyramid_cards == gone + truth.most_pyramid_cards
            assert said.most_cards == 52 - len(known.present()) + truth.most_cards


def test_mirrored_pyramids_and_other_suits_give_the_same_answer() -> None:
    for number in (1, 2, 6, 7, 8):
        position = Position.start(random_deal(number), APP)
        turned = {card: (card + 26) % 52 for card in range(52)}
        mirrored = replace(position, pyramid=tuple(position.pyramid[place] for place in MIRROR))
        suited = Position(
            *(tuple(turned[c] for c in part if c is not None) for part in (
                position.pyramid, position.waste, position.stock,
            ))
        )  # fmt: skip
        one = answer_of(position)
        for other in (answer_of(mirrored), answer_of(suited)):
            assert (other.winnable, other.shortest, other.most_pyramid_cards, other.most_cards) == (
                one.winnable, one.shortest, one.most_pyramid_cards, one.most_cards,
            )  # fmt: skip
            assert len(other.best_line or ()) == len(one.best_line or ())


def test_only_what_is_asked_for_is_answered() -> None:
    won, lost = (Position.start(random_deal(number), APP) for number in (1, 2))
    answer = SOLVER.solve(won, APP, {Find.WIN})
    assert answer.winnable is True
    assert answer.plan is not None
    assert (answer.most_pyramid_cards, answer.most_cards, answer.score) == (None, None, None)
    assert (answer.shortest, answer.moves) == (None, None)
    assert answer.shortest_status is Status.NOT_ASKED
    answer = SOLVER.solve(lost, APP, {Find.MOST})
    assert (answer.winnable, answer.most_pyramid_cards, answer.most_cards) == (None, 22, 39)
    assert answer.best_line is None
    answer = SOLVER.solve(lost, APP, {Find.SHORTEST})
    assert (answer.winnable, answer.shortest_status) == (False, Status.UNWINNABLE)
    assert answer.best_line is not None
    assert pyramid_count(play(lost, answer.best_line)) == 6
    assert answer.most_cards is None


def compare_under(position: Position, rules: Rules) -> None:
    """The answer against the oracle under any rules."""
    truth = fast_oracle(position, rules)
    assert truth is not None
    answer = SOLVER.solve(position, rules)
    gone = 28 - pyramid_count(position), 52 - len(position.present())
    assert answer.winnable is truth.winnable, (rules, position)
    assert answer.shortest == truth.shortest, (rules, position)
    assert answer.most_pyramid_cards == gone[0] + truth.most_pyramid_cards, (rules, position)
    assert answer.most_cards == gone[1] + truth.most_cards, (rules, position)
    assert answer.decided


@pytest.mark.slow
@pytest.mark.parametrize("play", Play)
def test_all_rules_against_the_oracle(play: Play) -> None:
    rng = Random(f"answers {play}")
    for rules in ALL_RULES:
        if rules.play is play and rules.waste_start == 0:
            for _ in range(25):
                sizes = rng.randint(0, 12), rng.randint(0, 9)
                compare_under(random_midgame(rng, rules, *sizes), rules)


@pytest.mark.nocompiler
def test_what_needs_the_order_of_the_stock_is_refused_by_name() -> None:
    hidden = Position(
        pyramid_of("Ac Kc"), cards("5h"), (None, None, None), frozenset(cards("Qd 8c Kh"))
    )
    with pytest.raises(NeedsStockOrder, match="order of the stock"):
        solve(hidden, PRESETS["microsoft"])
    with pytest.raises(NeedsStockOrder, match="order of the stock"):
        solve(hidden, PRESETS["app-one-pass"], {Find.WIN})
    assert solve(hidden, APP).winnable is True


@pytest.mark.nocompiler
def test_a_game_that_is_won_already() -> None:
    answer = solve(Position(pyramid_of(""), cards("Kd"), cards("Kh")), APP)
    assert (answer.winnable, answer.shortest, answer.moves) == (True, 0, ())
    # The game is over, so the kings beside it cannot leave any more.
    assert (answer.most_pyramid_cards, answer.most_cards, answer.score) == (28, 50, 280)


@pytest.mark.parametrize("nodes", [0, 1, 20, 400])
def test_at_the_node_limit_there_are_bounds_and_a_line_that_wins(nodes: int) -> None:
    for number in (1, 4, 6, 7, 8, 9):
        position = Position.start(random_deal(number), APP)
        shortest = answer_of(position).shortest
        answer = answer_of(position, Limits(nodes=nodes))
        if answer.shortest is not None:
            assert answer.shortest == shortest
            continue
        check_bounds(position, answer, shortest)


def check_bounds(position: Position, answer: Answer, shortest: int | None) -> None:
    """What an answer says that was cut short of this shortest win."""
    assert shortest is not None
    assert answer.winnable is True
    assert answer.shortest_status is Status.BOUNDS
    assert not answer.decided
    assert answer.shortest_bounds is not None
    low, high = answer.shortest_bounds
    assert high is not None
    assert low <= shortest <= high
    assert answer.moves is not None
    assert len(answer.moves) == high
    assert is_won(play(position, answer.moves), APP)
    assert (answer.most_pyramid_cards, answer.score) == (28, 280)


def test_at_the_time_limit_there_are_bounds_too() -> None:
    position = Position.start(random_deal(4), APP)
    check_bounds(position, answer_of(position, Limits(seconds=0)), 78)


def test_at_the_memory_limit_there_are_bounds_too() -> None:
    position = Position.start(random_deal(4), APP)
    answer = Solver().solve(position, APP, limits=Limits(memory=1_000_000))
    check_bounds(position, answer, 78)
    assert answer.nodes > 1000


def test_a_lost_deal_at_its_limit_is_known_to_be_lost() -> None:
    position = Position.start(random_deal(2), APP)
    answer = answer_of(position, Limits(nodes=0))
    assert (answer.winnable, answer.shortest_status) == (False, Status.UNWINNABLE)
    assert (answer.most_pyramid_cards, answer.most_cards) == (22, 39)
    assert answer.best_line is None
    assert not answer.decided


def test_an_interrupt_comes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "SLICE", 50)
    told: list[str] = []

    def interrupt(text: str) -> None:
        told.append(text)
        if len(told) == 3:
            raise KeyboardInterrupt

    position = Position.start(random_deal(4), APP)
    with pytest.raises(KeyboardInterrupt):
        SOLVER.solve(position, APP, progress=interrupt)
    assert told[0].startswith("at least ")
    assert "nodes" in told[0]
    assert answer_of(position).shortest == 78


def test_nodes_and_seconds_are_told() -> None:
    position = Position.start(random_deal(7), APP)
    answer = answer_of(position)
    assert answer.nodes > 0
    assert answer.seconds > 0
    assert replace(answer, seconds=0.0) == replace(answer_of(position), seconds=0.0)
    assert answer.source == "computed"
    assert answer.published is None


def test_a_plan_needs_no_more_than_the_relaxed_oracle_allows() -> None:
    # The plan uses a side card for each pyramid card that it does not pair.
    for number in (1, 4, 6):
        position = Position.start(random_deal(number), APP)
        answer = answer_of(position)
        assert answer.plan is not None
        truth = fast_relaxed_oracle(position, APP)
        used = sum(len(step.cards) + (step.partner_rank is not None) for step in answer.plan)
        assert used <= truth.most_cards if truth.most_cards is not None else False
