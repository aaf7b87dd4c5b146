"""`pyramide solve --find score` and `--find cards:RANK=N`."""

from __future__ import annotations

import json
from typing import Any

import click
import pytest

from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.record import replay
from pyramide.rules import PRESETS
from pyramide.text.moves import parse_actions
from pyramide_cli.challenges import NOTHING, Asked, challenges_json, read_finds, read_rank
from pyramide_cli.exits import Exit
from pyramide_cli.main import main
from pyramide_cli.options import Lang

S = "PY1-N-AAAAAAS"
ENGLISH = Lang(None, "en")
PLAIN = ("win", "most", "shortest")


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDE_LANG", "en")


def solved(*words: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The one object that `solve --json` prints."""
    assert main(["solve", *words, "--json"]) == code
    (line,) = capsys.readouterr().out.splitlines()
    values: dict[str, Any] = json.loads(line)
    return values


# --- what is asked ---


def test_what_find_asks() -> None:
    assert read_finds((), PLAIN, ENGLISH) == Asked()
    assert not Asked()
    assert read_finds(("win", "score"), PLAIN, ENGLISH) == Asked(score=True)
    assert read_finds(("cards:10=4",), PLAIN, ENGLISH) == Asked(cards=(10, 4))
    assert read_finds(("score", "cards:q=1"), PLAIN, ENGLISH) == Asked(True, (12, 1))
    assert Asked(cards=(1, 1))


@pytest.mark.parametrize(
    ("names", "part"),
    [
        (("wins",), "none of win, most, shortest, score, cards:RANK=N"),
        (("cards:7",), "none of"),
        (("cards:7=5",), "N 1 to 4"),
        (("cards:7=0",), "N 1 to 4"),
        (("cards:11=2",), "'11' is no rank"),
        (("cards:7=1", "cards:8=1"), "once"),
    ],
)
def test_what_find_refuses(names: tuple[str, ...], part: str) -> None:
    with pytest.raises(click.BadParameter) as error:
        read_finds(names, PLAIN, ENGLISH)
    assert part in error.value.message


@pytest.mark.parametrize(
    ("text", "lang", "rank"),
    [
        ("A", "en", 1), ("2", "en", 2), ("10", "en", 10), ("T", "en", 10), ("J", "en", 11),
        ("Q", "en", 12), ("K", "en", 13), ("queen", "en", 12), ("B", "nl", 11), ("V", "nl", 12),
        ("H", "nl", 13), ("boer", "nl", 11), ("D", "de", 12), ("V", "fr", 11), ("R", "fr", 13),
    ],
)  # fmt: skip
def test_a_rank_is_read_in_every_language(text: str, lang: str, rank: int) -> None:
    assert read_rank(text, Lang(None, lang)) == rank
    assert read_rank(f" {text.lower()} ", Lang(lang, "en")) == rank


def test_a_v_means_nothing_in_english() -> None:
    with pytest.raises(click.BadParameter):
        read_rank("V", ENGLISH)


# --- the answers ---


def test_the_best_score(capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved("random:2", "--rules", "microsoft", "--find", "score", capsys=capsys)
    score = answer["score_challenge"]
    assert (score["status"], score["score"], score["score_bounds"]) == ("optimal", 270, [270, 270])
    assert (score["shortest"], score["shortest_bounds"]) == (38, [38, 38])
    rules = PRESETS["microsoft"]
    moves = parse_actions("; ".join(score["moves"]))
    assert replay(Position.start(random_deal(2), rules), moves, rules).microsoft_score == 270
    assert (answer["card_challenge"], answer["samples"], answer["winnable"]) == (None, None, None)
    assert answer["shortest_status"] == "not-asked"
    assert answer["nodes"] > 1000


def test_the_cards_of_a_rank(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "microsoft", "--find", "cards:K=4", "--find", "win")
    answer = solved("random:2", *words, capsys=capsys)
    cards = answer["card_challenge"]
    assert (cards["rank"], cards["wanted"]) == ("K", 4)
    assert (cards["winning"]["status"], cards["winning"]["cards"]) == ("impossible", None)
    free = cards["free"]
    assert (free["status"], free["cards"], free["shortest"]) == ("optimal", 3, 26)
    assert len(free["moves"]) == 26
    assert (answer["score_challenge"], answer["winnable"]) == (None, False)


def test_both_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "microsoft", "--find", "score", "--find", "cards:queen=2", "--ascii")
    assert main(["solve", "random:1", *words]) == 0
    text = capsys.readouterr().out
    assert "Best Microsoft score: 1,290 points in 39 moves, no line has more" in text
    assert "Cards of rank Q, 2 wanted, by a win: 2 cards in 39 moves" in text
    assert "Cards of rank Q, 2 wanted, by any line: 2 cards in 17 moves" in text
    assert "can be won" not in text
    assert main(["solve", "random:2", "--rules", "microsoft", "--find", "cards:7=1"]) == 0
    assert "by a win: it cannot be won." in capsys.readouterr().out


def test_a_limit_gives_bounds_and_exit_code_4(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("random:2", "--rules", "microsoft", "--max-nodes", "300")
    answer = solved(*words, "--find", "score", code=Exit.UNDECIDED, capsys=capsys)
    score = answer["score_challenge"]
    assert score["status"] == "bounds"
    assert score["score"] == score["score_bounds"][0] <= 270 <= score["score_bounds"][1]
    assert main(["solve", *words, "--find", "cards:7=4"]) == Exit.UNDECIDED
    assert "by any line: not decided; at most" in capsys.readouterr().out


def test_without_the_order_of_the_stock(capsys: pytest.CaptureFixture[str]) -> None:
    words = (S, "--find", "score", "--find", "cards:7=1")
    answer = solved(*words, code=Exit.UNDECIDED, capsys=capsys)
    assert answer["score_challenge"] == {
        "status": "needs-stock-order", "score": None, "score_bounds": None, "shortest": None,
        "shortest_bounds": None, "moves": None,
    }  # fmt: skip
    assert answer["card_challenge"]["free"]["status"] == "needs-stock-order"
    assert main(["solve", S, "--find", "score"]) == Exit.UNDECIDED
    assert "The best score cannot be answered without" in capsys.readouterr().out


def test_what_is_not_asked_is_null() -> None:
    assert challenges_json(NOTHING) == {"score_challenge": None, "card_challenge": None}


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "random:1", "--quiet", "--find", "score"]) == Exit.USAGE
    assert "--quiet says only" in capsys.readouterr().err
    assert main(["solve", "random:1", "--find", "cards:X=1"]) == Exit.USAGE
    assert "'X' is no rank" in capsys.readouterr().err
    assert main(["solve", "--help"]) == 0
    assert "cards:RANK=N" in capsys.readouterr().out
