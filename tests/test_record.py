"""Recorded games, replayed and judged."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pyramide.game import Ending, Reason, apply, ending, legal_moves
from pyramide.moves import DRAW, RECYCLE, UNDO, Action, Remove
from pyramide.position import Position
from pyramide.record import Fault, replay
from pyramide.rules import APP, PRESETS, Rules
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

START = Position(pyramid_of("Kh Qd Ad"), cards("9h"), cards("Kd"))


def removal(text: str) -> Remove:
    return Remove(*cards(text))


def test_a_won_game() -> None:
    actions: list[Action] = [DRAW, removal("Kd"), RECYCLE, removal("Qd Ad"), removal("Kh")]
    result = replay(START, actions, APP)
    assert result.fault is None
    assert result.actions == tuple(actions)
    assert len(result.positions) == 6
    assert result.positions[0] == START
    assert result.final == Position(pyramid_of(""), (), cards("9h"), pass_number=2)
    assert (result.moves, result.score, result.ending) == (5, 30, Ending.WON)
    assert result.microsoft_score == 3 * 5 + 250 + 500


def test_an_empty_record_is_the_start() -> None:
    result = replay(START, [], APP)
    assert (result.positions, result.moves, result.score) == ((START,), 0, 0)
    assert result.ending is Ending.GOING_ON


def test_the_first_illegal_action_is_told_and_ends_the_replay() -> None:
    actions: list[Action] = [DRAW, removal("Kh"), DRAW]
    result = replay(START, actions, APP)
    assert isinstance(result.fault, Fault)
    assert (result.fault.index, result.fault.action) == (1, removal("Kh"))
    assert result.fault.error.reason is Reason.COVERED
    assert str(result.fault.error) == "Kh is not free: Qd and Ad still cover it."
    assert (len(result.positions), result.moves) == (2, 1)
    assert result.actions == tuple(actions)


def test_nothing_follows_a_win() -> None:
    result = replay(START, [removal("Qd Ad"), removal("Kh"), DRAW], APP)
    assert result.fault is not None
    assert result.fault.error.reason is Reason.GAME_WON
    assert result.ending is Ending.WON


def test_undo_takes_points_back_and_leaves_the_count() -> None:
    result = replay(START, [removal("Qd Ad"), UNDO, DRAW], APP)
    assert (result.moves, result.score, result.microsoft_score) == (2, 0, 0)
    assert result.positions[2] == START


def test_an_undo_too_many_is_a_fault() -> None:
    result = replay(START, [DRAW, UNDO, UNDO], APP)
    assert result.fault is not None
    assert (result.fault.index, result.fault.error.reason) == (2, Reason.NOTHING_TO_UNDO)


def test_100_undos_are_legal_in_a_record_and_101_are_not() -> None:
    game: list[Action] = [DRAW, RECYCLE]
    for _ in range(40):
        game += DRAW, DRAW, RECYCLE
    assert replay(START, [*game, *[UNDO] * 100], APP).fault is None
    too_many = replay(START, [*game, *[UNDO] * 101], APP)
    assert too_many.fault is not None
    assert too_many.fault.index == len(game) + 100
    assert too_many.moves == len(game)


def test_a_stuck_game() -> None:
    result = replay(START, [DRAW], PRESETS["app-one-pass"])
    assert result.ending is Ending.GOING_ON
    start = Position(pyramid_of("Kh Qd"), cards("Kd"), ())
    assert replay(start, [removal("Kd")], APP).ending is Ending.STUCK


@given(st.integers(), st.sampled_from(ALL_RULES))
def test_a_legal_line_replays_to_where_the_engine_leads(seed: int, rules: Rules) -> None:
    rng = Random(seed)
    position = start = random_midgame(rng, rules, rng.randint(1, 10), rng.randint(0, 8))
    line: list[Action] = []
    while (moves := legal_moves(position, rules)) and len(line) < 30:
        move = rng.choice(moves)
        line.append(move)
        position = apply(position, move, rules)
    result = replay(start, line, rules)
    assert result.fault is None
    assert result.final == position
    assert result.moves == len(line)
    assert result.ending is ending(position, rules)
