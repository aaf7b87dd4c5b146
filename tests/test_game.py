"""The reference engine: every rule field, every corner case that was settled."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import card_from_name, rank_of
from pyramide.deal import Deal
from pyramide.game import (
    Ending,
    IllegalMove,
    Reason,
    apply,
    ending,
    free_cards,
    is_won,
    legal_moves,
    reveal,
)
from pyramide.moves import DRAW, RECYCLE, Draw, Move, Remove
from pyramide.position import Position
from pyramide.rules import APP, PRESETS, Play, Rules
from tests.positions import ALL_RULES, cards, pyramid_of, random_midgame

STRICT = PRESETS["app-strict"]
ONE_PASS = PRESETS["app-one-pass"]
DRAWN_PAIR = PRESETS["app-drawn-pair"]
COVER = PRESETS["app-cover"]
BOTH_TOPS = replace(APP, play=Play.STOCK_AND_WASTE)


def table(
    pyramid: str, waste: str = "", stock: str = "", *, pass_number: int = 1, drawn: bool = False
) -> Position:
    """A position of typed cards."""
    return Position(
        pyramid_of(pyramid), cards(waste), cards(stock), frozenset(), pass_number, drawn
    )


def removal(text: str) -> Remove:
    return Remove(*cards(text))


def names(moves: tuple[Move, ...]) -> list[str]:
    return [str(move) for move in moves]


def refusal(position: Position, move: Move, rules: Rules) -> IllegalMove:
    with pytest.raises(IllegalMove) as caught:
        apply(position, move, rules)
    assert caught.value.move == move
    return caught.value


# --- The order and the kinds of moves ---


def test_moves_come_as_kings_then_pairs_then_the_draw() -> None:
    position = table("Jd 2c Kc", "5h Kd", "8c Jh")
    assert names(legal_moves(position, APP)) == ["Kc", "Kd", "draw"]
    assert names(legal_moves(position, COVER)) == ["Kc", "Kd", "draw"]
    assert names(legal_moves(table("Jd 2c", "5h", "8c"), COVER)) == ["2c Jd", "draw"]
    assert names(legal_moves(table("-- 2c Jd", "Jh"), APP)) == ["2c Jd", "2c Jh", "recycle"]


def test_both_tops_play_with_the_pyramid_and_with_each_other() -> None:
    position = table("Jd 8s", "Kh 5h", "8c Kd")
    assert names(legal_moves(position, BOTH_TOPS)) == ["5h 8s", "8c 5h", "draw"]
    assert names(legal_moves(position, APP)) == ["5h 8s", "draw"]
    after = apply(position, removal("5h 8c"), BOTH_TOPS)
    assert (after.waste, after.stock) == (cards("Kh"), cards("Kd"))
    assert names(legal_moves(after, BOTH_TOPS)) == ["Kh", "Kd", "draw"]


@given(st.integers(), st.sampled_from(ALL_RULES))
def test_every_legal_move_applies_and_leaves_the_rest_alone(seed: int, rules: Rules) -> None:
    rng = Random(seed)
    position = random_midgame(rng, rules, rng.randint(1, 15), rng.randint(0, 10))
    moves = legal_moves(position, rules)
    assert len(set(moves)) == len(moves)
    for move in moves:
        after = apply(position, move, rules)
        gone = position.present() - after.present()
        assert gone == frozenset(move.cards if isinstance(move, Remove) else ())
        assert [card for card in position.side if card not in gone] == list(after.side)
        assert sum(rank_of(card) for card in gone) in (0, 13)
        assert rules.play is Play.DRAWN_PAIR or not after.drawn
        checked = Position.checked(*(getattr(after, name) for name in Position.__slots__))
        assert checked == after


@given(st.integers(), st.sampled_from(ALL_RULES))
def test_every_other_removal_is_refused(seed: int, rules: Rules) -> None:
    rng = Random(seed)
    position = random_midgame(rng, rules, rng.randint(1, 10), rng.randint(0, 6))
    legal = set(legal_moves(position, rules))
    left = sorted(position.present())
    for move in [Remove(a, b) for a in left for b in left if a < b] + [Remove(a) for a in left]:
        if move not in legal:
            error = refusal(position, move, rules)
            assert error.cards
            assert set(error.cards) <= set(move.cards)
            assert str(error).endswith(".")


# --- Corner cases of the stock ---


def test_a_recycle_with_one_waste_card_is_legal_and_empties_the_waste() -> None:
    after = apply(table("Jd", "5h"), RECYCLE, APP)
    assert (after.waste, after.stock, after.pass_number) == ((), cards("5h"), 2)
    assert names(legal_moves(after, APP)) == ["draw"]


def test_a_recycle_keeps_the_order_and_draws_nothing() -> None:
    after = apply(table("Jd", "5h 8c 9d"), RECYCLE, APP)
    assert (after.waste, after.stock) == ((), cards("5h 8c 9d"))
    assert apply(after, DRAW, APP).waste == cards("5h")


def test_with_an_empty_waste_there_is_no_recycle() -> None:
    error = refusal(table("Jd"), RECYCLE, APP)
    assert error.reason is Reason.WASTE_EMPTY
    assert str(error) == "The waste is empty: there is none to recycle."


def test_a_recycle_waits_until_the_stock_is_empty() -> None:
    error = refusal(table("Jd", "5h", "8c"), RECYCLE, APP)
    assert error.reason is Reason.STOCK_LEFT
    assert "holds 1" in str(error)


def test_a_draw_needs_a_stock() -> None:
    assert refusal(table("Jd", "5h"), DRAW, APP).reason is Reason.STOCK_EMPTY


@pytest.mark.parametrize("passes", [1, 2, 5])
def test_n_passes_allow_n_minus_1_recycles(passes: int) -> None:
    rules = replace(APP, passes=passes)
    position = table("Jd", "5h")
    for _ in range(passes - 1):
        position = apply(apply(position, RECYCLE, rules), DRAW, rules)
    assert position.pass_number == passes
    error = refusal(position, RECYCLE, rules)
    assert error.reason is Reason.NO_PASS_LEFT
    assert f"pass {passes}, the last" in str(error)
    assert ending(position, rules) is Ending.STUCK


def test_the_pass_grows_under_unlimited_passes_too() -> None:
    position = table("Jd", "5h")
    for _ in range(300):
        position = apply(apply(position, RECYCLE, APP), DRAW, APP)
    assert position.pass_number == 301
    assert ending(position, APP) is Ending.GOING_ON


# --- The drawn flag ---


def test_the_drawn_card_may_pair_with_the_card_under_it_while_it_stays() -> None:
    drawn = apply(table("Ad Kc Kd", "5h", "8c 9d"), DRAW, DRAWN_PAIR)
    assert drawn.drawn
    moved = apply(drawn, removal("Kc"), DRAWN_PAIR)
    assert moved.drawn
    assert "8c 5h" in names(legal_moves(moved, DRAWN_PAIR))
    after = apply(moved, removal("5h 8c"), DRAWN_PAIR)
    assert (after.waste, after.drawn) == ((), False)


def test_at_the_deal_and_after_the_card_has_left_the_flag_is_off() -> None:
    assert not Position.start(Deal.of(range(52)), DRAWN_PAIR).drawn
    bare = table("Kd Jd 5c", "8c 5h 2h")
    assert names(legal_moves(bare, DRAWN_PAIR)) == ["Jd 2h", "recycle"]
    drawn = replace(bare, drawn=True)
    after = apply(drawn, removal("Jd 2h"), DRAWN_PAIR)
    assert (after.waste, after.drawn) == (cards("8c 5h"), False)
    assert refusal(after, removal("8c 5h"), DRAWN_PAIR).reason is Reason.BURIED


def test_a_king_that_was_drawn_takes_the_flag_with_it() -> None:
    drawn = apply(table("Jd", "8c 5h", "Kd"), DRAW, DRAWN_PAIR)
    assert not apply(drawn, removal("Kd"), DRAWN_PAIR).drawn


def test_a_recycle_puts_the_flag_off() -> None:
    assert not apply(table("Jd", "8c 5d", drawn=True), RECYCLE, DRAWN_PAIR).drawn


@pytest.mark.parametrize("play", [Play.WASTE, Play.STOCK_AND_WASTE])
def test_the_flag_stays_off_where_it_means_nothing(play: Play) -> None:
    rules = replace(APP, play=play)
    assert not apply(table("Jd", "8c", "5h 9d"), DRAW, rules).drawn
    assert refusal(table("Jd", "8c 5h", drawn=True), removal("8c 5h"), rules).cards == cards("8c")


def test_only_the_card_directly_under_the_drawn_one_plays() -> None:
    position = table("Jd", "8d 8c 5h", drawn=True)
    assert names(legal_moves(position, DRAWN_PAIR)) == ["8c 5h", "recycle"]
    assert refusal(position, removal("8d 5h"), DRAWN_PAIR).cards == cards("8d")


# --- Cover pairs ---


def test_a_cover_pair_is_one_move_of_two_pyramid_cards() -> None:
    position = table("Kd Jd Kc Ks 2c")
    assert "2c Jd" not in names(legal_moves(position, COVER))
    freed = apply(position, removal("Ks"), COVER)
    assert names(legal_moves(freed, COVER)) == ["2c Jd"]
    after = apply(freed, removal("2c Jd"), COVER)
    assert after.pyramid == pyramid_of("Kd -- Kc")


def test_a_cover_pair_is_illegal_while_another_card_covers_the_covered_one() -> None:
    error = refusal(table("Jd 2c 7h"), removal("Jd 2c"), COVER)
    assert error.reason is Reason.COVERED
    assert error.cards == cards("Jd")
    assert str(error) == "Jd is not free: 2c and 7h still cover it."


def test_a_cover_that_is_covered_itself_does_not_pair() -> None:
    position = table("Jd 2c -- Kc")
    assert names(legal_moves(position, COVER)) == ["Kc"]
    refusal(position, removal("2c Jd"), COVER)


def test_without_the_rule_a_cover_pair_is_refused() -> None:
    error = refusal(table("Jd 2c"), removal("Jd 2c"), APP)
    assert str(error) == "Jd is not free: 2c still covers it."


# --- The end ---


def test_the_game_ends_at_the_win() -> None:
    won = table("", "Kd 5h", "8c")
    assert is_won(won, APP)
    assert ending(won, APP) is Ending.WON
    assert legal_moves(won, APP) == ()
    for move in (DRAW, RECYCLE, removal("Kd")):
        assert refusal(won, move, APP).reason is Reason.GAME_WON


def test_under_all_play_goes_on_when_the_pyramid_is_gone() -> None:
    position = table("", "5h Kd", "")
    assert ending(position, STRICT) is Ending.GOING_ON
    assert names(legal_moves(position, STRICT)) == ["Kd", "recycle"]
    assert is_won(table(""), STRICT)
    assert not is_won(table("", "", "Kd"), STRICT)


def test_under_unlimited_passes_stuck_needs_stock_and_waste_empty() -> None:
    assert ending(table("Jd 2c"), APP) is Ending.STUCK
    assert ending(table("Jd 2c", "2d"), APP) is Ending.GOING_ON
    assert ending(table("Jd 2c", "", "2d"), APP) is Ending.GOING_ON
    assert ending(table("Jd 2c"), COVER) is Ending.GOING_ON


def test_under_limited_passes_stuck_needs_no_legal_move() -> None:
    assert ending(table("Jd 2c", "Kd 2d"), ONE_PASS) is Ending.STUCK
    assert ending(table("Jd 2c", "Kd Jh"), ONE_PASS) is Ending.GOING_ON


# --- Refusals, each with its sentence ---


@pytest.mark.parametrize(
    ("cards_text", "reason", "sentence"),
    [
        ("Jd", Reason.COVERED, "Jd is not free: 6c and 7h still cover it."),
        ("6c 6d", Reason.BURIED, "6d is not free: it lies in the waste under 5h."),
        ("6c 7d", Reason.IN_STOCK, "7d is not free: it lies in the stock."),
        ("6c 7s", Reason.GONE, "7s has been removed already."),
        ("6c 5h", Reason.WRONG_SUM, "6c and 5h sum to 11, not to 13."),
        ("6c", Reason.NO_KING, "6c cannot go alone: only a king can."),
        ("5h 5h", Reason.WRONG_SUM, "5h and 5h sum to 10, not to 13."),
    ],
)
def test_refused_removals_name_the_card(cards_text: str, reason: Reason, sentence: str) -> None:
    error = refusal(table("Jd 6c 7h", "6d 5h", "8c 7d"), removal(cards_text), APP)
    assert (error.reason, str(error)) == (reason, sentence)


def test_a_king_in_a_pair_is_a_wrong_sum() -> None:
    assert refusal(table("Jd 6c Kh"), removal("6c Kh"), APP).reason is Reason.WRONG_SUM


# --- Unknown stock order ---

UNKNOWN = Position(pyramid_of("8d"), cards("5h"), (None,) * 3, frozenset(cards("5d 8c Kd")))


def test_an_unknown_card_may_be_drawn_unseen() -> None:
    after = apply(UNKNOWN, DRAW, APP)
    assert (after.waste, after.stock) == ((*cards("5h"), None), (None, None))
    assert after.unseen == UNKNOWN.unseen
    assert free_cards(after, APP) == cards("8d")


def test_a_draw_that_names_the_card_fixes_it() -> None:
    after = apply(UNKNOWN, Draw(card_from_name("5d")), APP)
    assert (after.waste, after.stock) == (cards("5h 5d"), (None, None))
    assert after.unseen == frozenset(cards("8c Kd"))
    last = apply(after, Draw(card_from_name("Kd")), APP)
    assert (last.waste, last.stock) == (cards("5h 5d Kd"), cards("8c"))
    assert last.order_known


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("8d", "it lies in the pyramid"),
        ("5h", "it lies in the waste"),
        ("Ks", "it has been removed"),
    ],
)
def test_a_draw_that_contradicts_is_refused(card: str, why: str) -> None:
    error = refusal(UNKNOWN, Draw(card_from_name(card)), APP)
    assert error.reason is Reason.DRAWN_OTHER
    assert str(error) == f"{card} cannot be drawn: {why}."


def test_a_draw_that_contradicts_a_known_stock_is_refused() -> None:
    position = table("8d", "5h", "8c 5d")
    error = refusal(position, Draw(card_from_name("5d")), APP)
    assert str(error) == "5d cannot be drawn: the next card of the stock is 8c."
    assert apply(position, Draw(card_from_name("8c")), APP) == apply(position, DRAW, APP)
    deeper = replace(UNKNOWN, stock=(None, None, *cards("Kd")), unseen=frozenset(cards("5d 8c")))
    assert "deeper in the stock" in str(refusal(deeper, Draw(card_from_name("Kd")), APP))


def test_a_removal_with_a_card_of_unknown_place_asks_for_its_draw() -> None:
    error = refusal(apply(UNKNOWN, DRAW, APP), removal("5d 8d"), APP)
    assert error.reason is Reason.PLACE_UNKNOWN
    assert error.cards == cards("5d")
    assert str(error) == "It is not known where 5d lies: write 'draw 5d' where it was drawn."


def test_an_unknown_stock_top_does_not_play() -> None:
    assert names(legal_moves(UNKNOWN, BOTH_TOPS)) == ["8d 5h", "draw"]
    error = refusal(UNKNOWN, removal("5d 8d"), BOTH_TOPS)
    assert error.reason is Reason.PLACE_UNKNOWN


def test_a_known_card_under_an_unknown_one_is_buried() -> None:
    error = refusal(apply(UNKNOWN, DRAW, APP), removal("5h 8d"), APP)
    assert str(error) == "5h is not free: it lies in the waste under an unknown card."


def test_knowledge_goes_round_with_the_recycle() -> None:
    position = UNKNOWN
    for move in (DRAW, Draw(card_from_name("8c")), DRAW, RECYCLE):
        position = apply(position, move, APP)
    assert position.stock == (*cards("5h"), None, *cards("8c"), None)


@pytest.mark.parametrize(
    ("unseen", "rules", "drawn", "expected"),
    [
        ("5d 8c", ONE_PASS, False, Ending.GOING_ON),
        ("6d 7c", ONE_PASS, False, Ending.STUCK),
        ("6d Kc", ONE_PASS, False, Ending.GOING_ON),
        ("6d 7c", replace(ONE_PASS, play=Play.DRAWN_PAIR), True, Ending.GOING_ON),
        ("6d 7c", replace(ONE_PASS, play=Play.DRAWN_PAIR), False, Ending.STUCK),
        ("6d 7c", APP, False, Ending.GOING_ON),
    ],
)
def test_with_unknown_cards_stuck_is_said_only_when_it_is_certain(
    unseen: str, rules: Rules, drawn: bool, expected: Ending
) -> None:
    position = Position(pyramid_of("8d"), (None, None), (), frozenset(cards(unseen)), drawn=drawn)
    assert legal_moves(position, rules) == ((RECYCLE,) if rules == APP else ())
    assert ending(position, rules) is expected


def test_reveal_puts_the_card_in_that_unknown_place() -> None:
    mixed = Position(pyramid_of("8d"), (None, *cards("5h")), (None, None), UNKNOWN.unseen)
    after = reveal(mixed, 1, card_from_name("Kd"))
    assert after.waste == (None, *cards("5h"))
    assert after.stock == (*cards("Kd"), None)
    assert reveal(after, 0, card_from_name("8c")).side == cards("8c 5h Kd 5d")


def test_the_strict_win_counts_unknown_cards_too() -> None:
    assert not is_won(Position(pyramid_of(""), (), (None,) * 2, frozenset({0, 1})), STRICT)
