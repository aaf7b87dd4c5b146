"""Shortest lines to a pyramid: lengths by the oracle, lines by the reference engine."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from pyramide import lines
from pyramide.board import EMPTY_ID, FULL_ID, FULL_MASK, pyramid_id
from pyramide.game import apply, is_won, legal_moves
from pyramide.limits import Clock, Limits
from pyramide.lines import LineResult, LineSearch, LineStatus
from pyramide.moves import DRAW, RECYCLE, Move, Remove
from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.rules import APP
from tests.fast_oracle import fast_oracle
from tests.fast_relaxed_oracle import reachable
from tests.positions import cards, pyramid_of, random_midgame

pytestmark = pytest.mark.kernel
SEARCH = LineSearch()


def find(
    position: Position, goal: int = EMPTY_ID, limits: Limits | None = None, **more: int
) -> LineResult:
    return SEARCH.find(position, APP, goal, Clock(limits or Limits()), **more)


def mask_of(position: Position) -> int:
    return sum(1 << place for place, card in enumerate(position.pyramid) if card is not None)


def play(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = apply(position, move, APP)
    return position


def distances(position: Position) -> dict[int, int]:
    """The least number of moves to each pyramid (a mask), by plain breadth-first search."""
    start = replace(position, pass_number=1)
    seen, layer, depth = {start}, [start], 0
    first: dict[int, int] = {}
    while layer:
        following = []
        for place in layer:
            first.setdefault(mask_of(place), depth)
            for move in legal_moves(place, APP):
                after = replace(apply(place, move, APP), pass_number=1)
                if after not in seen:
                    seen.add(after)
                    following.append(after)
        layer = following
        depth += 1
    return first


@pytest.mark.nocompiler
def test_a_known_line() -> None:
    position = Position(pyramid_of("Jc Kc Qc"), cards("2d"), cards("5h Ad 8c"))
    result = find(position)
    # The two has to wait on the waste until the queen and the king are gone, so the
    # ace is drawn first and the two comes round again; the king may go at any time.
    assert result.status is LineStatus.FOUND
    assert result.moves is not None
    assert len(result.moves) == result.low == 8
    assert sorted(map(str, result.moves)) == sorted(
        ["Kc", "draw", "draw", "Qc Ad", "draw", "recycle", "draw", "Jc 2d"]
    )
    assert is_won(play(position, result.moves), APP)


@pytest.mark.nocompiler
def test_nothing_to_do_takes_no_move() -> None:
    won = Position(pyramid_of(""), (), cards("5h"))
    assert find(won) == LineResult(LineStatus.FOUND, (), 0, find(won).nodes)
    start = Position.start(random_deal(1), APP)
    assert find(start, FULL_ID).moves == ()


@pytest.mark.nocompiler
@pytest.mark.parametrize(
    ("pyramid", "waste", "stock", "moves"),
    [
        ("Kc", "", "", "Kc"),
        ("Ac", "Qd", "5h", "Ac Qd"),
        ("Ac", "5h Qd", "", "Ac Qd"),
        ("Ac", "Qd 5h", "", "recycle; draw; Ac Qd"),
        ("Ac", "Qd 5h", "8c", "draw; recycle; draw; Ac Qd"),
        ("Ac", "Qd Kh", "8c", "Kh; Ac Qd"),
        ("Kc 6c 7d", "", "6d 7c", "6c 7d; Kc"),
        ("Kc 6c 6d", "", "7d 7c", "draw; 6c 7d; draw; 6d 7c; Kc"),
        ("7c 2c Jc", "", "", None),
        ("Ac", "", "Jc 2d", None),
    ],
)
def test_short_lines(pyramid: str, waste: str, stock: str, moves: str | None) -> None:
    position = Position(pyramid_of(pyramid), cards(waste), cards(stock))
    result = find(position)
    if moves is None:
        assert result.status is LineStatus.NO_LINE
        assert result.moves is None
    else:
        assert result.moves is not None
        assert is_won(play(position, result.moves), APP)
        expected = moves.split("; ")
        assert len(result.moves) == len(expected)
        if "6d" not in pyramid:  # there either six may go first
            assert [str(move) for move in result.moves] == expected


@pytest.mark.nocompiler
def test_a_few_small_positions_against_the_oracle() -> None:
    rng = Random("lines few")
    for _ in range(25):
        compare(random_midgame(rng, APP, rng.randint(1, 7), rng.randint(0, 6)))


def compare(position: Position) -> bool:
    """Whether it can be won, after a comparison with the oracle."""
    truth = fast_oracle(position, APP)
    assert truth is not None
    result = find(position)
    assert (result.status is LineStatus.FOUND) == truth.winnable, position
    if result.moves is not None:
        assert result.low == len(result.moves) == truth.shortest, position
        assert is_won(play(position, result.moves), APP)
    return truth.winnable


def test_wins_from_mid_game_are_as_short_as_the_oracles() -> None:
    rng = Random("lines")
    won = 0
    for _ in range(350):
        won += compare(random_midgame(rng, APP, rng.randint(1, 16), rng.randint(0, 13)))
    assert 50 < won < 300


def test_lines_to_every_pyramid_are_as_short_as_can_be() -> None:
    rng = Random("goals")
    checked = 0
    for _ in range(40):
        position = random_midgame(rng, APP, rng.randint(2, 10), rng.randint(0, 8))
        reached = distances(position)
        for goal, length in rng.sample(sorted(reached.items()), min(6, len(reached))):
            result = find(position, pyramid_id(goal))
            assert result.moves is not None
            assert len(result.moves) == length, (position, goal)
            assert mask_of(play(position, result.moves)) == goal
            checked += 1
    assert checked > 100


def test_after_any_beginning_of_a_shortest_line_the_rest_is_shortest() -> None:
    for number in (1, 4, 6, 7):
        position = Position.start(random_deal(number), APP)
        result = find(position)
        assert result.moves is not None
        for done, move in enumerate(result.moves, start=1):
            position = apply(position, move, APP)
            rest = find(position)
            assert rest.moves is not None
            assert len(rest.moves) == len(result.moves) - done, (number, done)


def test_no_move_off_the_line_wins_sooner() -> None:
    position = Position.start(random_deal(7), APP)
    result = find(position)
    assert result.moves is not None
    for move in result.moves:
        for other in legal_moves(position, APP):
            after = find(apply(position, other, APP))
            if after.moves is not None:
                assert len(after.moves) + 1 >= len(find(position).moves or ())
        position = apply(position, move, APP)


@pytest.mark.nocompiler
def test_a_search_is_the_same_every_time_and_after_others() -> None:
    first = Position(pyramid_of("Jc Kc Qc"), cards("2d"), cards("5h Ad 8c"))
    second = Position(pyramid_of("Ac"), cards("Qd 5h"), cards("8c"))
    once = find(first)
    assert find(second).low == 4
    assert find(first) == once == LineSearch().find(first, APP, EMPTY_ID, Clock(Limits()))


@pytest.mark.nocompiler
def test_below_gives_up_when_nothing_shorter_is_left() -> None:
    position = Position(pyramid_of("Jc Kc Qc"), cards("2d"), cards("5h Ad 8c"))
    assert find(position, below=8).status is LineStatus.NO_LINE
    assert find(position, below=9).status is LineStatus.FOUND


def test_a_limit_ends_the_search_with_a_true_lower_bound() -> None:
    for number in (1, 4, 6, 7, 8, 9):
        position = Position.start(random_deal(number), APP)
        whole = find(position)
        assert whole.moves is not None
        for nodes in (0, 1, 10, 50, whole.nodes - 1):
            cut = find(position, limits=Limits(nodes=nodes))
            assert cut.status is LineStatus.NODES
            assert cut.moves is None
            assert cut.nodes == nodes
            assert 0 <= cut.low <= len(whole.moves)
        assert find(position, limits=Limits(nodes=whole.nodes + 1)).status is LineStatus.FOUND
    assert find(position, limits=Limits(seconds=0)).status is LineStatus.TIME


def test_the_memory_limit_is_kept() -> None:
    position = Position.start(random_deal(4), APP)
    search = LineSearch()
    cut = search.find(position, APP, EMPTY_ID, Clock(Limits(memory=1_000_000)))
    assert cut.status is LineStatus.MEMORY
    assert 0 < cut.low <= 78
    whole = search.find(position, APP, EMPTY_ID, Clock(Limits(memory=500_000_000)))
    assert whole.low == 78


def test_growing_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [Position.start(random_deal(number), APP) for number in (1, 4, 6)]
    usual = [find(position) for position in positions]
    monkeypatch.setattr(lines, "FIRST_NODES", 128)
    monkeypatch.setattr(lines, "FIRST_TABLE", 256)
    monkeypatch.setattr(lines, "SLICE", 7)
    small = LineSearch()
    for position, result in zip(positions, usual, strict=True):
        assert small.find(position, APP, EMPTY_ID, Clock(Limits())) == result


def test_progress_is_told_between_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "SLICE", 50)
    told: list[tuple[int, int]] = []
    position = Position.start(random_deal(4), APP)
    result = find_with_progress(position, told)
    assert result.low == 78
    lows, nodes = [low for low, _ in told], [n for _, n in told]
    assert len(told) > 3
    assert lows == sorted(lows)
    assert lows[-1] <= 78
    assert nodes == sorted(nodes)
    assert nodes[-1] <= result.nodes


def find_with_progress(position: Position, told: list[tuple[int, int]]) -> LineResult:
    return SEARCH.find(
        position, APP, EMPTY_ID, Clock(Limits()), progress=lambda low, n: told.append((low, n))
    )


def test_an_interrupt_between_slices_comes_through_and_leaves_the_search_usable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lines, "SLICE", 50)

    def interrupt(low: int, nodes: int) -> None:
        if nodes >= 100:
            raise KeyboardInterrupt

    position = Position.start(random_deal(4), APP)
    with pytest.raises(KeyboardInterrupt):
        SEARCH.find(position, APP, EMPTY_ID, Clock(Limits()), progress=interrupt)
    assert find(position).low == 78


def test_only_the_goals_own_cards_have_to_go() -> None:
    # To the pyramid without one of its free cards, also from deals that cannot be won.
    for number in (1, 2, 3):
        position = Position.start(random_deal(number), APP)
        reached, _, _ = reachable(position, False)
        for place in position.free_places():
            result = find(position, pyramid_id(FULL_MASK & ~(1 << place)))
            assert (result.moves is not None) == (1 << place in reached)
            if result.moves is not None:
                *draws, last = result.moves
                assert set(draws) <= {DRAW, RECYCLE}
                assert position.pyramid[place] in last.cards if isinstance(last, Remove) else False
