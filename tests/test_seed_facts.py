"""Every fact of the app's rules pages, one test each, on the deal that they show.

The deal is PY1-N-AAAAAAS.  The pages show its pyramid and its first waste card
alone; where a test needs a stock, the cards that they do not show lie in it in
pack order.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from pyramide.cards import PACK, card_from_name, card_name, is_pair, rank_of, suit_of
from pyramide.deal import Deal
from pyramide.game import Ending, IllegalMove, Reason, apply, ending, free_cards, legal_moves
from pyramide.layout import COVERS_OF, row_positions
from pyramide.moves import DRAW, RECYCLE, UNDO, Remove
from pyramide.position import Position
from pyramide.rules import APP, PRESETS, Clear, Play, Rules
from pyramide.session import Message, Session
from tests.positions import cards, pyramid_of

SEEN = cards(
    """
    Jd
    6c 7h
    As 4d Qs
    5h 3d 6h 8s
    Kh Kc Ad Ks 9c
    Qc 2c 8d Td Ts Js
    7c Tc 3h 4h 3s Kd 7s
    7d
    """
)
DEAL = Deal.of((*SEEN, *[card for card in PACK if card not in SEEN]), "PY1-N-AAAAAAS")
START = Position.start(DEAL, APP)

WIN = """
    Kd; Tc 3s; 3h Ts; 2c Jc; 7c 6d; Ac Qc; Kh; 9d 4h; 5c 8d; Kc; 8c 5h; 3c Td; Ks; Ad Qd; 6h 7s;
    3d Th; Qh As; 4d 9h; 6c 7d; 2d Js; 4c 9c; 5d 8s; Ah Qs; 7h 6s; Jd 2h
"""
"""Removals that win it; the draws and recycles between them are left out."""


def removal(text: str) -> Remove:
    return Remove(*cards(text))


def after_first_two_moves() -> Session:
    game = Session(START, APP)
    game.tap(card_from_name("Kd"))
    game.tap(card_from_name("Tc"))
    game.tap(card_from_name("3s"))
    return game


def draw_until(game: Session, wanted: Remove) -> None:
    """Tap the stock until the removal is legal."""
    while wanted not in legal_moves(game.position, game.rules):
        game.tap_stock()


# --- The layout ---


def test_52_cards_make_a_pyramid_of_28_a_waste_card_and_a_stock_of_23() -> None:
    assert len(START.pyramid) == 28
    assert START.waste == cards("7d")
    assert len(START.stock) == 23
    assert START.present() == frozenset(PACK)
    assert len(PACK) == 52


def test_the_rows_hold_1_2_3_and_so_on_to_7_cards() -> None:
    rows = [[card_name(SEEN[place]) for place in row_positions(row)] for row in range(1, 8)]
    assert [len(row) for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert rows[0] == ["Jd"]
    assert rows[6] == ["7c", "Tc", "3h", "4h", "3s", "Kd", "7s"]


def test_every_pyramid_card_lies_face_up_and_the_stock_face_down() -> None:
    shown = Position.start(Deal.of(SEEN), APP)
    assert None not in shown.pyramid
    assert shown.waste == cards("7d")
    assert shown.stock == (None,) * 23


def test_each_card_is_covered_by_two_cards_of_the_row_below() -> None:
    assert all(len(COVERS_OF[p]) == 2 for row in range(1, 7) for p in row_positions(row))
    queen_of_clubs = START.place_of(card_from_name("Qc"))
    assert queen_of_clubs == row_positions(6)[0]
    assert [SEEN[place] for place in COVERS_OF[queen_of_clubs]] == list(cards("7c Tc"))


# --- The free cards ---


def test_at_the_start_only_the_7_lowest_cards_are_free_and_the_waste_top() -> None:
    assert free_cards(START, APP) == cards("7c Tc 3h 4h 3s Kd 7s 7d")


def test_a_card_is_free_when_the_two_cards_that_cover_it_are_gone() -> None:
    ten, jack = cards("Ts Js")
    king_gone = apply(START, removal("Kd"), APP)
    assert not {ten, jack} & set(free_cards(king_gone, APP))
    pair_gone = apply(king_gone, removal("Tc 3s"), APP)
    assert {ten, jack} & set(free_cards(pair_gone, APP)) == {ten}


def test_the_other_waste_cards_have_to_wait() -> None:
    drawn = apply(START, DRAW, APP)
    assert drawn.waste == cards("7d Ac")
    assert card_from_name("7d") not in free_cards(drawn, APP)
    assert card_from_name("Ac") in free_cards(drawn, APP)


def test_a_tap_on_the_covered_queen_of_clubs_in_row_6_does_nothing() -> None:
    game = Session(START, APP)
    assert game.tap(card_from_name("Qc")) is None
    assert (game.position, game.selected, game.moves) == (START, None, 0)


def test_with_error_help_the_tap_on_the_covered_card_is_explained() -> None:
    game = Session(START, APP, error_help=True)
    assert game.tap(card_from_name("Qc")) is Message.COVERED
    assert (game.position, game.selected, game.moves) == (START, None, 0)


# --- Pairs ---


def test_ace_is_1_jack_11_queen_12_and_the_other_cards_their_number() -> None:
    names = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    assert [rank_of(card) for card in cards(names)] == list(range(1, 14))


def test_the_pairs_are_ace_queen_2_jack_3_10_4_9_5_8_6_7() -> None:
    ranks = "A23456789TJQK"
    pairs = [
        a + b
        for a, b in combinations_with_replacement(ranks, 2)
        if is_pair(card_from_name(a + "c"), card_from_name(b + "d"))
    ]
    assert pairs == ["AQ", "2J", "3T", "49", "58", "67"]


def test_the_suit_does_not_matter() -> None:
    fives = [card for card in PACK if rank_of(card) == 5]
    eights = [card for card in PACK if rank_of(card) == 8]
    assert {suit_of(card) for card in fives} == {0, 1, 2, 3}
    assert all(is_pair(five, eight) for five in fives for eight in eights)


def test_two_taps_on_free_cards_that_sum_to_13_remove_both() -> None:
    game = Session(START, APP)
    assert game.tap(card_from_name("Tc")) is None
    assert game.tap(card_from_name("3h")) is None
    assert START.present() - game.position.present() == frozenset(cards("Tc 3h"))


def test_7_of_clubs_and_7_of_spades_make_no_pair_and_the_second_stays_selected() -> None:
    game = Session(START, APP)
    game.tap(card_from_name("7c"))
    assert game.tap(card_from_name("7s")) is Message.WRONG_SUM
    assert game.selected == card_from_name("7s")
    assert (game.position, game.moves) == (START, 0)


def test_a_free_king_in_the_pyramid_goes_at_one_tap() -> None:
    game = Session(START, APP)
    assert game.tap(card_from_name("Kd")) is None
    assert START.present() - game.position.present() == {card_from_name("Kd")}


def test_a_king_on_the_waste_goes_at_one_tap_and_scores_nothing() -> None:
    game = Session(Position(pyramid_of("Jd 6c 7h"), cards("7d Ks"), ()), APP)
    assert game.tap(card_from_name("Ks")) is None
    assert game.position.waste == cards("7d")
    assert (game.score, game.moves) == (0, 1)


def test_the_first_two_moves_of_the_page() -> None:
    game = after_first_two_moves()
    assert game.history == [removal("Kd"), removal("Tc 3s")]
    assert game.position.pyramid == pyramid_of(
        """
        Jd 6c 7h As 4d Qs 5h 3d 6h 8s Kh Kc Ad Ks 9c Qc 2c 8d Td Ts Js
        7c -- 3h 4h -- -- 7s
        """
    )
    assert len(game.position.stock) == 23
    assert game.position.waste == cards("7d")


# --- Stock and waste ---


def test_a_tap_on_the_stock_turns_its_top_on_the_waste_at_any_time() -> None:
    game = after_first_two_moves()
    assert game.tap_stock() is None
    assert game.position.waste == (*cards("7d"), DEAL.cards[29])
    assert len(game.position.stock) == 22


def test_the_waste_top_pairs_with_a_free_pyramid_card() -> None:
    game = Session(START, APP)
    draw_until(game, removal("7c 6d"))
    assert game.position.waste[-1] == card_from_name("6d")
    game.do(removal("7c 6d"))
    assert game.position.place_of(card_from_name("7c")) is None


def test_a_recycle_brings_the_waste_back_in_the_same_order() -> None:
    game = Session(START, APP)
    for _ in range(23):
        game.tap_stock()
    assert game.position.stock == ()
    game.tap_stock()
    assert game.position.stock == DEAL.side
    assert game.position.waste == ()


def test_the_passes_are_not_limited() -> None:
    game = Session(START, APP)
    for _ in range(23 + 200 * 25):
        game.tap_stock()
    assert game.position.pass_number == 201
    assert game.position.waste == DEAL.side
    assert RECYCLE in legal_moves(game.position, APP)


def test_the_drawn_card_cannot_pair_with_the_waste_card_under_it() -> None:
    position = apply(Position(START.pyramid, cards("7d"), cards("6d Ac")), DRAW, APP)
    with pytest.raises(IllegalMove) as caught:
        apply(position, removal("7d 6d"), APP)
    assert caught.value.reason is Reason.BURIED
    assert str(caught.value) == "7d is not free: it lies in the waste under 6d."


def test_a_card_cannot_pair_with_a_card_that_still_covers_it() -> None:
    position = Position(pyramid_of("Jd 2c"), cards("7d"), ())
    with pytest.raises(IllegalMove) as caught:
        apply(position, removal("Jd 2c"), APP)
    assert caught.value.reason is Reason.COVERED


# --- The end ---


def test_the_game_is_won_as_soon_as_the_pyramid_is_gone() -> None:
    game = Session(Position(pyramid_of("Jd"), cards("7d 2h"), cards("3c 9d")), APP)
    game.do(removal("Jd 2h"))
    assert game.ending is Ending.WON
    assert game.position.waste == cards("7d")
    assert game.position.stock == cards("3c 9d")


def test_no_more_moves_is_said_when_stock_and_waste_are_empty_and_nothing_can_go() -> None:
    game = Session(Position(pyramid_of("Jd 6c 7h"), cards("6d"), ()), APP)
    assert game.do(removal("7h 6d")) is Message.NO_MORE_MOVES
    assert game.ending is Ending.STUCK
    pair_left = Position(pyramid_of("-- 6c 7h"), (), ())
    assert ending(pair_left, APP) is Ending.GOING_ON
    assert ending(Position(pyramid_of("-- Kc 5h"), (), ()), APP) is Ending.GOING_ON


@pytest.mark.parametrize(("waste", "stock"), [("Qd", ""), ("", "Qd")])
def test_while_a_card_can_be_drawn_or_recycled_the_game_goes_on(waste: str, stock: str) -> None:
    position = Position(pyramid_of("Jd 6c 5h"), cards(waste), cards(stock))
    assert not any(isinstance(move, Remove) for move in legal_moves(position, APP))
    game = Session(position, APP)
    for _ in range(20):
        assert game.tap_stock() is None
        assert game.ending is Ending.GOING_ON


# --- Points and moves ---


def test_the_score_starts_at_0() -> None:
    assert Session(START, APP).score == 0


@pytest.mark.parametrize(
    ("waste", "removed", "points"), [("7d", "Tc 3s", 20), ("6d", "6d 7c", 10), ("7d", "Kd", 10)]
)
def test_each_pyramid_card_scores_10(waste: str, removed: str, points: int) -> None:
    game = Session(Position(START.pyramid, cards(waste), ()), APP)
    game.do(removal(removed))
    assert game.score == points


def test_draws_and_recycles_cost_nothing() -> None:
    game = after_first_two_moves()
    for _ in range(60):
        game.tap_stock()
    assert game.score == 30


def test_a_won_game_scores_280() -> None:
    game = Session(START, APP)
    for text in WIN.split(";"):
        assert game.ending is Ending.GOING_ON
        draw_until(game, removal(text))
        game.do(removal(text))
    assert game.ending is Ending.WON
    assert game.score == 280
    assert game.position.side


def test_the_move_counter_counts_removals_draws_and_recycles() -> None:
    game = after_first_two_moves()
    assert game.moves == 2
    for _ in range(23):
        game.tap_stock()
    assert game.moves == 25
    game.tap_stock()
    assert game.history[-1] == RECYCLE
    assert game.moves == 26


def test_undo_brings_the_cards_back_and_takes_the_points_and_not_the_count() -> None:
    game = after_first_two_moves()
    assert (game.moves, game.score) == (2, 30)
    game.undo()
    assert (game.moves, game.score) == (2, 10)
    game.undo()
    assert (game.moves, game.score, game.position) == (2, 0, START)


def test_undo_takes_back_pairs_kings_draws_and_recycles() -> None:
    game = after_first_two_moves()
    for _ in range(24):
        game.tap_stock()
    kinds = {str(action).split()[0] for action in game.history}
    assert kinds == {"Kd", "Tc", "draw", "recycle"}
    for _ in range(26):
        game.undo()
    assert game.position == START


def test_the_last_100_actions_are_taken_back_and_not_101() -> None:
    game = Session(START, APP)
    for _ in range(101):
        game.tap_stock()
    for _ in range(100):
        game.undo()
    assert game.position == apply(START, DRAW, APP)
    with pytest.raises(IllegalMove) as caught:
        game.do(UNDO)
    assert caught.value.reason is Reason.NOTHING_TO_UNDO
    assert game.moves == 101


# --- The app's choices and the variants of the literature ---


def test_the_rules_of_the_app() -> None:
    assert PRESETS["app"] == Rules(Clear.PYRAMID, None, Play.WASTE, cover=False, waste_start=1)


def test_variant_strict_win_clears_stock_and_waste_too() -> None:
    rules = PRESETS["app-strict"]
    game = Session(Position(pyramid_of("Jd"), cards("Ks 2h"), ()), rules)
    game.do(removal("Jd 2h"))
    assert ending(game.position, rules) is Ending.GOING_ON
    game.do(removal("Ks"))
    assert ending(game.position, rules) is Ending.WON


def test_variant_limited_passes_ends_the_recycling() -> None:
    rules = PRESETS["app-one-pass"]
    game = Session(START, rules)
    for _ in range(23):
        game.tap_stock()
    assert RECYCLE not in legal_moves(game.position, rules)
    with pytest.raises(IllegalMove) as caught:
        game.do(RECYCLE)
    assert caught.value.reason is Reason.NO_PASS_LEFT


def test_variant_stock_against_waste_pairs_the_drawn_card_with_the_one_under_it() -> None:
    rules = PRESETS["app-drawn-pair"]
    drawn = apply(Position(START.pyramid, cards("7d"), cards("6d Ac")), DRAW, rules)
    assert apply(drawn, removal("7d 6d"), rules).waste == ()


def test_variant_card_and_covering_card_pairs_a_card_with_its_only_cover() -> None:
    rules = PRESETS["app-cover"]
    game = Session(Position(pyramid_of("Jd 2c"), cards("7d"), ()), rules)
    game.tap(card_from_name("2c"))
    assert game.tap(card_from_name("Jd")) is None
    assert (game.score, game.ending) == (20, Ending.WON)
    both = Position(pyramid_of("Jd 2c 7h"), cards("7d"), ())
    assert removal("Jd 2c") not in legal_moves(both, rules)
