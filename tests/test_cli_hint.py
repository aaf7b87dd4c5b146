"""`pyramide hint`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from pyramide.answers import Find, solve
from pyramide.deal import Deal
from pyramide.game import legal_moves
from pyramide.moves import DRAW, RECYCLE, Draw, Move, Remove, Undo
from pyramide.position import Position
from pyramide.random_deals import random_cards, random_deal
from pyramide.record import replay
from pyramide.rules import APP, PRESETS, Rules
from pyramide.text.deals import deal_text
from pyramide.text.moves import parse_actions
from pyramide_cli.exits import Exit
from pyramide_cli.hint import with_what_was_seen
from pyramide_cli.main import main

S = "PY1-N-AAAAAAS"


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDE_LANG", "en")


def hinted(*words: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["hint", *words, "--json"]) == code
    values: dict[str, Any] = json.loads(capsys.readouterr().out)
    return values


def told(*words: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["hint", *words]) == code
    return capsys.readouterr().out


def text_of(moves: Sequence[object]) -> str:
    return "; ".join(map(str, moves))


def lost_game(number: int, rules: Rules) -> list[Move]:
    """Moves at random from a winnable deal until it is lost for some time."""
    chance = Random(number)
    position = Position.start(random_deal(number), rules)
    moves: list[Move] = []
    lost_for = 0
    while lost_for < 5:
        legal = legal_moves(position, rules)
        removals = [move for move in legal if isinstance(move, Remove)]
        if not legal:
            break
        moves.append(chance.choice(removals or legal))
        position = replay(position, moves[-1:], rules).final
        lost_for += not solve(position, rules, {Find.WIN}).winnable
    return moves


def test_the_next_move_of_a_shortest_win(capsys: pytest.CaptureFixture[str]) -> None:
    assert told("random:1", capsys=capsys) == (
        "Next: K♥\nFrom here 57 moves win, the fewest possible.\n"
    )
    words = ["random:1", "--after", "Kh; Jd 2s"]
    assert told(*words, capsys=capsys) == (
        "Next: draw ×3; K♣\nFrom here 55 moves win, the fewest possible.\n"
    )
    hint = hinted(*words, capsys=capsys)
    assert (hint["move"], hint["shortest"], hint["winnable"]) == ("draw", 55, True)
    assert (hint["shortest_status"], hint["lost_at"], hint["deal"]) == ("optimal", None, "random:1")
    assert hint["moves"][:4] == ["draw", "draw", "draw", "Kc"]
    assert told("random:1", "--lang", "nl", capsys=capsys).startswith("Next: H♥\n")


def test_following_hints_wins_in_as_many_moves(capsys: pytest.CaptureFixture[str]) -> None:
    moves: list[str] = []
    for left in range(57, 50, -1):
        hint = hinted("random:1", "--after", "; ".join(moves), capsys=capsys)
        assert hint["shortest"] == left
        moves.append(hint["move"])


def test_a_won_game(capsys: pytest.CaptureFixture[str]) -> None:
    line = hinted("random:1", capsys=capsys)["moves"]
    words = ["random:1", "--after", json.dumps(line)]
    assert told(*words, capsys=capsys) == "The game is won.\n"
    assert hinted(*words, capsys=capsys)["move"] is None
    last = told("random:1", "--after", json.dumps(line[:-1]), capsys=capsys)
    assert last.endswith("\nFrom here 1 move wins, the fewest possible.\n")


# --- lost games ---


def test_a_deal_that_is_lost_from_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert told("random:3", capsys=capsys) == "This cannot be won.\n"
    words = ["random:3", "--after", "draw x2"]
    assert told(*words, capsys=capsys) == "This cannot be won. It could not from the start.\n"
    hint = hinted(*words, capsys=capsys)
    assert (hint["winnable"], hint["lost_at"], hint["lost_by"]) == (False, 0, None)


@pytest.mark.parametrize(
    ("number", "rules"), [(4, "app"), (54, "app-strict"), (45, "app-one-pass"), (1, "microsoft")]
)
def test_where_a_game_was_lost(number: int, rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    moves = lost_game(number, PRESETS[rules])
    played = replay(Position.start(random_deal(number), PRESETS[rules]), moves, PRESETS[rules])
    winnable = [
        solve(position, PRESETS[rules], {Find.WIN}).winnable for position in played.positions
    ]
    assert winnable[-1] is False
    words = [f"random:{number}", "--after", text_of(moves), "--rules", rules]
    hint = hinted(*words, capsys=capsys)
    assert hint["lost_at"] == winnable.index(False) > 0
    assert hint["lost_by"] == str(moves[hint["lost_at"] - 1])
    assert f"It was lost by move {hint['lost_at']}, " in told(*words, capsys=capsys)


def test_a_move_that_was_taken_back_did_not_lose_it(capsys: pytest.CaptureFixture[str]) -> None:
    moves = lost_game(4, APP)
    first = hinted("random:4", "--after", text_of(moves), capsys=capsys)["lost_at"]
    assert first > 0
    mended = [*moves[:first], Undo()]
    assert hinted("random:4", "--after", text_of(mended), capsys=capsys)["winnable"] is True
    again = [*mended, *moves[first - 1 :]]
    assert hinted("random:4", "--after", text_of(again), capsys=capsys)["lost_at"] == first + 2


def test_draws_of_an_unknown_stock_are_known_backwards() -> None:
    rules = PRESETS["app-one-pass"]
    start = Position.start(Deal.of(random_cards(1)[:29]), rules)
    seen = [Draw(card) for card in random_cards(1)[29:]]
    played = replay(start, [seen[0], Undo(), *seen], rules)
    known = with_what_was_seen(played)
    assert known.start == Position.start(random_deal(1), rules)
    assert known.final == played.final
    assert known.fault is None


def test_where_a_game_of_an_unknown_stock_was_lost(capsys: pytest.CaptureFixture[str]) -> None:
    rules = PRESETS["app-one-pass"]
    number = next(
        n for n in range(1, 200)
        if solve(Position.start(random_deal(n), rules), rules, {Find.WIN}).winnable
    )  # fmt: skip
    draws = [Draw(card) for card in random_cards(number)[29:]]
    words = [deal_text(Deal.of(random_cards(number)[:29])), "--rules", "app-one-pass"]
    hint = hinted(*words, "--after", text_of(draws), capsys=capsys)
    known = replay(Position.start(random_deal(number), rules), draws, rules)
    winnable = [solve(position, rules, {Find.WIN}).winnable for position in known.positions]
    assert hint["lost_at"] == winnable.index(False) > 0


# --- the order of the stock not known ---


def test_a_plan_leads_to_the_win_whatever_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    start = Position.start(Deal.of(random_cards(1)[:29]), APP)
    stock = list(random_cards(1)[29:])
    moves: list[str] = []
    for _ in range(400):
        hint = hinted(deal_text(Deal.of(random_cards(1)[:29])), "--after", text_of(moves),
                      capsys=capsys)  # fmt: skip
        if hint["moves"] is not None:  # the whole stock has been seen
            break
        assert hint["shortest_status"] == "needs-stock-order"
        move = hint["move"]
        if move == "draw":
            assert hint["waiting_for"]
            assert all(" with any " in step for step in hint["waiting_for"])
            move = str(Draw(stock.pop(0)))
        moves.append(move)
    played = replay(start, parse_actions("; ".join(moves)), APP)
    assert played.fault is None
    assert solve(played.final, APP, {Find.WIN}).winnable
    assert len(stock) == 1


def test_what_to_wait_for_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(S, "--after", "Kd; Tc 3h", capsys=capsys)
    assert text.startswith("Next: draw, until you can remove 7♠ with any 6 or 3♠ with any 10")
    assert "This wins whatever the order of the stock" in text
    assert told(S, "--after", "Kd; Tc 3h; draw 6d", capsys=capsys).startswith("Next: 6♦ + 7♠.\n")
    moves = "Kd; Tc 3h; " + text_of([DRAW] * 23)
    assert told(S, "--after", moves, capsys=capsys).startswith(f"Next: {RECYCLE}, until")


def test_where_nothing_can_be_said(capsys: pytest.CaptureFixture[str]) -> None:
    words = [S, "--rules", "app-one-pass"]
    assert "without the order of the stock" in told(*words, code=Exit.UNDECIDED, capsys=capsys)
    hint = hinted(*words, code=Exit.UNDECIDED, capsys=capsys)
    assert (hint["winnable"], hint["shortest_status"]) == (None, "needs-stock-order")


def test_a_limit(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["random:1", "--max-nodes", "500"]
    assert "moves win, not proven the fewest." in told(*words, code=Exit.UNDECIDED, capsys=capsys)
    hint = hinted(*words, code=Exit.UNDECIDED, capsys=capsys)
    assert hint["shortest_status"] == "bounds"
    assert hint["move"] is not None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random:1..2"], "more than one deal"),
        (["PY1-N-AAAAAAJ"], "are not published"),
        ([S, "--after", "Td 3s"], "is illegal"),
    ],
)
def test_bad_input(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", *words]) == Exit.BAD_INPUT
    assert message in capsys.readouterr().err
