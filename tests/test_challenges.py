"""Challenges: the best score, and the cards of a rank, against a plain search."""

from __future__ import annotations

import os
from random import Random

import pytest

from pyramide.answers import NeedsStockOrder
from pyramide.challenges import ChallengeAnswer, ChallengeSearch, ChallengeStatus
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.game import is_won
from pyramide.limits import Clock, Limits
from pyramide.position import Position
from pyramide.random_deals import random_cards, random_deal
from pyramide.record import replay
from pyramide.rules import APP, PRESETS, Rules
from pyramide.score import MICROSOFT_BEST
from tests.challenge_oracle import best_score_of, most_of_rank_of, reached
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
MICROSOFT = PRESETS["microsoft"]
# Every variant takes a while to compile: the presets stand for all rule sets, unless told.
RULE_SETS = ALL_RULES if "PYRAMIDE_EVERY_RULE_SET" in os.environ else tuple(PRESETS.values())
QUICK = (APP, MICROSOFT)
"""The rule sets whose searches the quick tests compile."""


@pytest.fixture(scope="module")
def search() -> ChallengeSearch:
    return ChallengeSearch()


def free() -> Clock:
    return Clock.unlimited()


def result(answer: ChallengeAnswer) -> tuple[int, int] | None:
    """The value and the moves of a settled challenge; None for an impossible one."""
    if answer.status is ChallengeStatus.IMPOSSIBLE:
        assert (answer.value, answer.moves, answer.line) == (None, None, None)
        return None
    assert answer.status is ChallengeStatus.OPTIMAL
    assert answer.value is not None
    assert answer.moves is not None
    assert answer.value_bounds == (answer.value, answer.value)
    assert answer.moves_bounds == (answer.moves, answer.moves)
    assert answer.line is not None
    assert len(answer.line) == answer.moves
    return answer.value, answer.moves


def compare(search: ChallengeSearch, position: Position, rules: Rules, rng: Random) -> bool:
    """Whether the position was small enough for the plain search, after a comparison."""
    met = reached(position, rules, 15_000)
    if met is None:
        return False
    score = search.best_score(position, rules, free())
    assert result(score) == best_score_of(met), (position, rules)
    assert score.line is not None
    assert replay(position, score.line, rules).microsoft_score == score.value
    rank, wanted = rng.randint(1, 13), rng.randint(1, 4)
    cards_of = search.most_of_rank(position, rules, rank, wanted, free())
    for answer, win in ((cards_of.winning, True), (cards_of.free, False)):
        truth = most_of_rank_of(position, met, rules, rank, wanted, win)
        assert result(answer) == truth, (position, rules, rank, wanted, win)
        if win and answer.line is not None:
            assert is_won(replay(position, answer.line, rules).final, rules)
    return True


@pytest.mark.nocompiler
def test_small_positions_against_the_plain_search(search: ChallengeSearch) -> None:
    rng = Random("challenges few")
    for rules in QUICK:
        for _ in range(4):
            assert compare(search, random_midgame(rng, rules, 5, 4), rules, rng)


@pytest.mark.parametrize("rules", QUICK, ids=["app", "microsoft"])
def test_mid_game_positions_against_the_plain_search(search: ChallengeSearch, rules: Rules) -> None:
    rng = Random(f"challenges {rules}")
    compared = 0
    for _ in range(25):
        position = random_midgame(rng, rules, rng.randint(1, 12), rng.randint(0, 9))
        compared += compare(search, position, rules, rng)
    assert compared > 20


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_every_rule_set_against_the_plain_search(search: ChallengeSearch, rules: Rules) -> None:
    rng = Random(f"challenges everywhere {rules}")
    compared = 0
    for _ in range(8):
        position = random_midgame(rng, rules, rng.randint(1, 13), rng.randint(0, 10))
        compared += compare(search, position, rules, rng)
    assert compared > 4


@pytest.mark.nocompiler
def test_a_line_waits_with_the_apex_for_the_points_beside_it(search: ChallengeSearch) -> None:
    # Taking the ace with the queen at once would win and end the game at 505 points.
    position = Position(pyramid_of("Ac"), cards("5h Qd"), cards("Ks 8h"))
    at_once = search.most_of_rank(position, MICROSOFT, 12, 1, free()).winning
    assert at_once.line is not None
    assert list(map(str, at_once.line)) == ["Ac Qd"]
    score = search.best_score(position, MICROSOFT, free())
    # The king leaves from the stock; the five has the queen upon it until the ace goes.
    assert (score.value, score.moves) == (510, 2)
    position = Position(pyramid_of("Ac"), cards("5h"), cards("8h Qd"))
    score = search.best_score(position, MICROSOFT, free())
    assert score.line is not None
    assert list(map(str, score.line)) == ["5h 8h", "Ac Qd"]


@pytest.mark.nocompiler
def test_a_free_king_need_not_leave(search: ChallengeSearch) -> None:
    position = Position(pyramid_of("Kc 2c Jd"), (), cards("9h"))
    answer = search.most_of_rank(position, APP, 2, 4, free())
    assert (answer.free.value, answer.free.moves) == (1, 1)
    assert (answer.winning.value, answer.winning.moves) == (1, 2)
    score = search.best_score(position, APP, free())
    assert (score.value, score.moves) == (5 + 250 + 5 + 500, 2)


@pytest.mark.nocompiler
def test_what_is_too_much_for_one_state_may_be_little_enough_later(
    search: ChallengeSearch,
) -> None:
    # Two sixes are left, but once the first pair is gone only one of them can leave.
    rules = PRESETS["relaxed"]
    position = Position(pyramid_of("9h 6d 7d Ah Qd Ac Qh"), cards("7h Jc 4h 6c"), cards("2c"))
    met = reached(position, rules, 15_000)
    assert met is not None
    truth = most_of_rank_of(position, met, rules, 6, 4, False)
    assert truth == (1, 2)
    assert result(search.most_of_rank(position, rules, 6, 4, free()).free) == truth


@pytest.mark.nocompiler
def test_fewer_than_wanted_and_none_at_all(search: ChallengeSearch) -> None:
    position = Position(pyramid_of("7c 2c Jc"), (), cards("5h"))
    answer = search.most_of_rank(position, APP, 11, 3, free())
    assert result(answer.winning) is None
    assert result(answer.free) == (1, 1)
    assert result(search.most_of_rank(position, APP, 9, 1, free()).free) == (0, 0)


@pytest.mark.nocompiler
def test_a_won_game_scores_no_more(search: ChallengeSearch) -> None:
    position = Position(pyramid_of(""), cards("Kc"), ())
    assert result(search.best_score(position, APP, free())) == (0, 0)
    answer = search.most_of_rank(position, APP, 13, 1, free())
    assert result(answer.winning) == result(answer.free) == (0, 0)


@pytest.mark.parametrize(
    ("number", "score", "moves"), [(1, MICROSOFT_BEST, 39), (2, 270, 38), (10, 55, 26)]
)
def test_whole_deals(search: ChallengeSearch, number: int, score: int, moves: int) -> None:
    position = Position.start(random_deal(number), MICROSOFT)
    assert result(search.best_score(position, MICROSOFT, free())) == (score, moves)


def test_more_of_a_rank_takes_no_fewer_moves(search: ChallengeSearch) -> None:
    position = Position.start(random_deal(1), MICROSOFT)
    lengths: list[int] = []
    for wanted in (1, 2, 3, 4):
        answer = search.most_of_rank(position, MICROSOFT, 7, wanted, free())
        assert answer.free.value == answer.winning.value == wanted
        assert answer.free.moves is not None
        assert answer.winning.moves is not None
        assert answer.free.moves <= answer.winning.moves
        lengths.append(answer.free.moves)
    assert lengths == sorted(lengths)


def test_a_limit_gives_bounds_around_the_truth() -> None:
    search = ChallengeSearch()
    position = Position.start(random_deal(2), MICROSOFT)
    for limits in (Limits(nodes=3000), Limits(nodes=0), Limits(seconds=0), Limits(memory=0)):
        answer = search.best_score(position, MICROSOFT, Clock(limits))
        assert answer.status is ChallengeStatus.BOUNDS
        assert answer.value_bounds is not None
        low, high = answer.value_bounds
        assert low <= 270 <= high
        if answer.line is not None:
            assert replay(position, answer.line, MICROSOFT).microsoft_score == answer.value == low
    both = search.most_of_rank(
        Position.start(random_deal(1), MICROSOFT), MICROSOFT, 1, 4, Clock(Limits(nodes=600))
    )
    for answer in (both.winning, both.free):
        assert answer.status is ChallengeStatus.BOUNDS
        assert answer.value_bounds is not None
        assert answer.value_bounds[1] == 4
        assert answer.moves_bounds is not None
        assert answer.moves_bounds[0] <= 39


def test_progress_is_told(search: ChallengeSearch) -> None:
    told: list[str] = []
    search.best_score(Position.start(random_deal(2), MICROSOFT), MICROSOFT, free(), told.append)
    assert told[-1].startswith("at most 270 points, ")
    search.most_of_rank(
        Position.start(random_deal(2), MICROSOFT), MICROSOFT, 13, 4, free(), told.append
    )
    assert told[-1].startswith("at most 3 cards, ")


@pytest.mark.nocompiler
def test_what_cannot_be_asked(search: ChallengeSearch) -> None:
    position = Position.start(Deal.of(random_cards(1)[:29]), APP)
    with pytest.raises(NeedsStockOrder, match="best score cannot be answered"):
        search.best_score(position, APP, free())
    with pytest.raises(NeedsStockOrder):
        search.most_of_rank(position, APP, 1, 1, free())
    known = Position.start(random_deal(1), APP)
    with pytest.raises(PyramideError, match="14 is no rank"):
        search.most_of_rank(known, APP, 14, 1, free())
    with pytest.raises(PyramideError, match="give 1 to 4"):
        search.most_of_rank(known, APP, 1, 5, free())
