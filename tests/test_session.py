"""Sessions: taps, messages, move counter, score and undo."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pyramide.cards import card_from_name
from pyramide.game import Ending, IllegalMove, Reason, apply, legal_moves
from pyramide.moves import DRAW, RECYCLE, UNDO, Draw, Move, Remove, Undo
from pyramide.position import Position
from pyramide.rules import APP, PRESETS, Play, Rules
from pyramide.score import app_points, microsoft_points
from pyramide.session import UNDO_DEPTH, Message, Session
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

TABLE = Position(pyramid_of("Qd Ad Qh 5c 8s Kh"), cards("9h Jd"), cards("8c Kd"))
"""Row 3 is free: 5c, 8s and Kh; the waste top is Jd."""


def card(name: str) -> int:
    return card_from_name(name)


def session(rules: Rules = APP, *, error_help: bool = False) -> Session:
    return Session(TABLE, rules, error_help=error_help)


# --- Taps ---


def test_a_tap_selects_and_a_second_tap_on_the_card_deselects() -> None:
    game = session()
    assert game.tap(card("5c")) is None
    assert game.selected == card("5c")
    assert game.tap(card("5c")) is None
    assert game.selected is None
    assert (game.moves, game.history, game.position) == (0, [], TABLE)


def test_a_second_tap_that_makes_13_removes_the_pair() -> None:
    game = session()
    game.tap(card("5c"))
    assert game.tap(card("8s")) is None
    assert game.position.pyramid == pyramid_of("Qd Ad Qh -- -- Kh")
    assert (game.selected, game.moves, game.score) == (None, 1, 20)
    assert game.history == [Remove(*cards("5c 8s"))]


@pytest.mark.parametrize("error_help", [False, True])
def test_a_wrong_sum_keeps_the_second_card_selected(error_help: bool) -> None:
    game = session(error_help=error_help)
    game.tap(card("5c"))
    assert game.tap(card("Jd")) is Message.WRONG_SUM
    assert game.selected == card("Jd")
    assert game.tap(card("8s")) is Message.WRONG_SUM
    assert game.selected == card("8s")
    assert game.tap(card("5c")) is None
    assert game.moves == 1


def test_a_free_king_goes_at_one_tap_whatever_is_selected() -> None:
    game = session()
    game.tap(card("5c"))
    assert game.tap(card("Kh")) is None
    assert (game.selected, game.score, game.moves) == (None, 10, 1)
    assert game.position.pyramid == pyramid_of("Qd Ad Qh 5c 8s")


@pytest.mark.parametrize(("error_help", "message"), [(False, None), (True, Message.COVERED)])
@pytest.mark.parametrize("name", ["Qd", "Ad", "9h"])
def test_a_tap_on_a_covered_card_does_nothing(
    name: str, error_help: bool, message: Message | None
) -> None:
    game = session(error_help=error_help)
    assert game.tap(card(name)) is message
    assert game.selected is None
    game.tap(card("5c"))
    assert game.tap(card(name)) is message
    assert game.selected == card("5c")
    assert (game.moves, game.position) == (0, TABLE)


def test_a_card_that_does_not_lie_open_cannot_be_tapped() -> None:
    game = session(error_help=True)
    for name in ("8c", "Kd", "2c"):
        assert game.tap(card(name)) is None
        assert (game.selected, game.position) == (None, TABLE)


def test_the_waste_top_counts_as_a_free_card() -> None:
    game = Session(Position(pyramid_of("2h"), cards("5c Jd"), cards("Kd")), APP)
    game.tap(card("Jd"))
    assert game.selected == card("Jd")
    assert game.tap(card("2h")) is None
    assert (game.score, game.position.waste, game.ending) == (10, cards("5c"), Ending.WON)


def test_a_king_on_the_waste_goes_at_one_tap_and_scores_nothing() -> None:
    game = Session(Position(pyramid_of("2h"), cards("5c Kd"), ()), APP)
    assert game.tap(card("Kd")) is None
    assert (game.score, game.moves, game.position.waste) == (0, 1, cards("5c"))


def test_the_stock_top_is_tapped_where_both_tops_play() -> None:
    rules = replace(APP, play=Play.STOCK_AND_WASTE)
    game = session(rules)
    game.tap(card("8c"))
    assert game.selected == card("8c")
    game.tap(card("5c"))
    assert game.position.stock == cards("Kd")
    assert game.tap(card("Kd")) is None
    assert (game.position.stock, game.score, game.moves) == ((), 10, 2)


def test_under_cover_the_covered_card_is_taken_as_the_second_tap() -> None:
    start = Position(pyramid_of("Qd Ad"), (), cards("2c"))
    for rules, taken in ((PRESETS["app-cover"], True), (APP, False)):
        game = Session(start, rules, error_help=True)
        assert game.tap(card("Qd")) is Message.COVERED
        game.tap(card("Ad"))
        assert game.tap(card("Qd")) is (None if taken else Message.COVERED)
        assert (game.score, game.ending is Ending.WON) == ((20, True) if taken else (0, False))


def test_under_drawn_pair_the_card_under_the_drawn_one_is_taken_as_the_second_tap() -> None:
    start = Position(pyramid_of("Qd"), cards("5c"), cards("8d"))
    for rules, taken in ((PRESETS["app-drawn-pair"], True), (APP, False)):
        game = Session(start, rules)
        game.tap_stock()
        game.tap(card("8d"))
        assert game.tap(card("5c")) is (Message.NO_MORE_MOVES if taken else None)
        assert game.position.waste == (() if taken else cards("5c 8d"))


def test_a_tap_on_the_stock_draws_or_recycles() -> None:
    game = session()
    for waste, stock in (("9h Jd 8c", "Kd"), ("9h Jd 8c Kd", ""), ("", "9h Jd 8c Kd")):
        assert game.tap_stock() is None
        assert (game.position.waste, game.position.stock) == (cards(waste), cards(stock))
    assert game.history == [DRAW, DRAW, RECYCLE]
    assert (game.moves, game.score) == (3, 0)


def test_a_tap_on_a_stock_that_cannot_be_recycled_does_nothing() -> None:
    game = Session(Position(pyramid_of("2h"), cards("5c"), ()), PRESETS["app-one-pass"])
    assert game.tap_stock() is None
    assert (game.moves, game.position.waste) == (0, cards("5c"))


def test_after_the_win_taps_do_nothing() -> None:
    game = Session(Position(pyramid_of("Kh"), cards("Kd"), cards("2c")), APP)
    game.tap(card("Kh"))
    assert game.tap(card("Kd")) is None
    assert game.tap_stock() is None
    assert (game.moves, game.ending) == (1, Ending.WON)


def test_an_action_that_moves_cards_ends_the_selection() -> None:
    game = session()
    game.tap(card("Jd"))
    game.tap_stock()
    assert game.selected is None
    game.tap(card("8c"))
    game.undo()
    assert game.selected is None


# --- Messages, undo, counter ---


def test_no_more_moves_is_told_after_the_action_that_ends_the_game() -> None:
    game = Session(Position(pyramid_of("Qd 2c"), cards("Kd"), ()), APP)
    assert game.do(RECYCLE) is None
    assert game.do(DRAW) is None
    assert game.tap(card("Kd")) is Message.NO_MORE_MOVES
    game.undo()
    assert game.ending is Ending.GOING_ON


def test_an_illegal_action_changes_nothing() -> None:
    game = session()
    game.tap(card("5c"))
    with pytest.raises(IllegalMove):
        game.do(Remove(*cards("5c Jd")))
    with pytest.raises(IllegalMove):
        game.do(RECYCLE)
    assert (game.position, game.moves, game.history) == (TABLE, 0, [])
    assert game.selected == card("5c")


def test_undo_brings_back_cards_points_and_the_drawn_flag_but_not_the_count() -> None:
    game = session(PRESETS["app-drawn-pair"])
    game.tap_stock()
    before = game.position
    assert before.drawn
    game.do(Remove(*cards("5c 8c")))
    assert (game.position.drawn, game.score, game.microsoft_score, game.moves) == (False, 10, 5, 2)
    game.undo()
    assert game.position == before
    assert (game.score, game.microsoft_score, game.moves) == (0, 0, 2)
    assert game.history == [DRAW, Remove(*cards("5c 8c")), UNDO]


def test_undo_takes_back_a_recycle() -> None:
    game = Session(Position(pyramid_of("2h"), cards("5c 9d"), (), pass_number=4), APP)
    game.do(RECYCLE)
    assert game.position.pass_number == 5
    game.undo()
    assert (game.position.waste, game.position.pass_number) == (cards("5c 9d"), 4)


def test_100_actions_are_taken_back_and_not_101() -> None:
    game = session()
    positions = [game.position]
    for _ in range(130):
        game.tap_stock()
        positions.append(game.position)
    assert game.undo_depth == UNDO_DEPTH == 100
    for step in range(100):
        game.undo()
        assert game.position == positions[129 - step]
    with pytest.raises(IllegalMove, match="nothing to undo") as caught:
        game.undo()
    assert caught.value.reason is Reason.NOTHING_TO_UNDO
    assert (game.moves, len(game.history), game.position) == (130, 230, positions[30])


def test_a_draw_may_name_the_card_that_is_known_to_come() -> None:
    game = session()
    assert game.do(Draw(card("8c"))) is None
    assert (game.position.waste, game.moves) == (cards("9h Jd 8c"), 1)
    game.undo()
    assert game.position == TABLE


def test_a_card_seen_at_a_draw_is_remembered_after_an_undo() -> None:
    start = Position(pyramid_of("8d"), (), (None,) * 3, frozenset(cards("5d 8c Kd")))
    game = Session(start, APP)
    game.do(DRAW)
    game.do(Draw(card("5d")))
    game.undo()
    assert game.position.stock == (*cards("5d"), None)
    with pytest.raises(IllegalMove, match="the next card of the stock is 5d"):
        game.do(Draw(card("8c")))
    game.undo()
    assert game.position.stock == (None, *cards("5d"), None)
    game.do(Draw(card("Kd")))
    assert game.position.side == cards("Kd 5d 8c")
    game.undo()
    assert game.position == replace(start, stock=cards("Kd 5d 8c"), unseen=frozenset())


class PlayAndUndo(RuleBasedStateMachine):
    """A session against a plain list of what happened: play, undo and count."""

    @initialize(seed=st.integers(), rules=st.sampled_from(ALL_RULES))
    def start(self, seed: int, rules: Rules) -> None:
        """Begin a random game."""
        rng = Random(seed)
        begin = random_midgame(rng, rules, rng.randint(1, 12), rng.randint(0, 8))
        self.game = Session(begin, rules)
        self.path: list[tuple[Position, int, int]] = [(begin, 0, 0)]
        self.lost = 0
        self.counted = 0
        self.done = 0

    def record(self, move: Move) -> None:
        """Note in the model what a legal move does."""
        position, score, microsoft = self.path[-1]
        score += app_points(position, move)
        microsoft += microsoft_points(position, move)
        self.path.append((apply(position, move, self.game.rules), score, microsoft))
        self.lost = max(self.lost, len(self.path) - 1 - UNDO_DEPTH)
        self.counted += 1
        self.done += 1

    @precondition(lambda self: self.game.ending is Ending.GOING_ON)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Do any legal move."""
        move = data.draw(st.sampled_from(legal_moves(self.game.position, self.game.rules)))
        self.record(move)
        message = self.game.do(move)
        assert (message is Message.NO_MORE_MOVES) == (self.game.ending is Ending.STUCK)

    @precondition(lambda self: self.game.position.stock or self.game.position.waste)
    @rule(times=st.integers(1, 60))
    def go_through_the_stock(self, times: int) -> None:
        """Tap the stock many times over."""
        for _ in range(times):
            self.game.tap_stock()
            if len(self.game.history) > self.done:
                move = self.game.history[-1]
                assert move in (DRAW, RECYCLE)
                assert not isinstance(move, Undo)
                self.record(move)

    @rule(times=st.integers(1, 40))
    def undo(self, times: int) -> None:
        """Take back, as far as it goes."""
        for _ in range(times):
            if len(self.path) - 1 > self.lost:
                self.path.pop()
                self.done += 1
                self.game.undo()
            else:
                with pytest.raises(IllegalMove):
                    self.game.undo()

    @rule(seed=st.integers())
    def tap_any_card(self, seed: int) -> None:
        """Tap a card; if something goes, the model follows the history."""
        tapped = Random(seed).choice(range(52))
        before = self.game.selected
        message = self.game.tap(tapped)
        if len(self.game.history) > self.done:
            move = self.game.history[-1]
            assert isinstance(move, Remove)
            assert set(move.cards) <= {tapped, before}
            self.record(move)
        elif message is Message.WRONG_SUM:
            assert self.game.selected == tapped

    @invariant()
    def agrees(self) -> None:
        """Position, points and count are those of the model."""
        if not hasattr(self, "game"):
            return
        assert (self.game.position, self.game.score, self.game.microsoft_score) == self.path[-1]
        assert self.game.moves == self.counted
        assert len(self.game.history) == self.done
        assert self.game.undo_depth == len(self.path) - 1 - self.lost


PlayAndUndo.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestPlayAndUndo = PlayAndUndo.TestCase
