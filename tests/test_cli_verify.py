"""`pyramide verify`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from pyramide_cli.exits import Exit
from pyramide_cli.main import main

S = "PY1-N-AAAAAAS"


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDE_LANG", "en")


def verified(*words: str, code: Exit, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["verify", *words]) == code
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("", "Legal: 0 moves, 0 points, not over.\n"),
        ("Kd", "Legal: 1 move, 10 points, not over.\n"),
        ("Kd; 10♣ + 3♠", "Legal: 2 moves, 30 points, not over.\n"),
        ("Kd; Tc 3s; undo", "Legal: 2 moves, 10 points, not over.\n"),  # the counter stays
        ("Kd; draw 6d; 7s 6d", "Legal: 3 moves, 20 points, not over.\n"),
    ],
)
def test_legal_games(moves: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert verified(S, moves, code=Exit.ANSWERED, capsys=capsys) == told


def test_the_first_illegal_move_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    told = verified(S, "Kd; Td 3s; Kd", code=Exit.NOT_LEGAL, capsys=capsys)
    assert told.splitlines()[0].startswith("Not legal: move 2, 10♦ + 3♠. Td is not free: ")
    assert told.splitlines()[1] == "Up to there: 1 move, 10 points, not over."


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(verified(S, "Kd; 7c 7s", "--json", code=Exit.NOT_LEGAL, capsys=capsys))
    assert (told["deal"], told["legal"], told["moves"], told["score"]) == (S, False, 1, 10)
    assert told["fault"] == {
        "move": 2,
        "action": "7c 7s",
        "reason": "wrong-sum",
        "cards": ["7c", "7s"],
        "message": "7c and 7s sum to 14, not to 13.",
    }
    assert (told["scoring"], told["result"], told["actions"]) == ("app", "going-on", 1)
    assert told["position"]["pyramid"].count(None) == 1


def test_microsofts_score_under_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    told = verified(S, "Kd", "--rules", "microsoft", "--json", code=Exit.ANSWERED, capsys=capsys)
    assert (json.loads(told)["score"], json.loads(told)["scoring"]) == (5, "microsoft")


def test_a_card_whose_place_is_unknown_is_not_called_illegal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = verified(S, "draw; 7s 6d", code=Exit.BAD_INPUT, capsys=capsys)
    assert told.startswith("Not known to be legal: move 2, 6♦ + 7♠.")
    assert "write 'draw 6d'" in told
    told = verified(S, "draw; 7s 6d", "--json", code=Exit.BAD_INPUT, capsys=capsys)
    assert json.loads(told)["legal"] is None


@pytest.mark.parametrize("rules", ["app", "app-strict", "microsoft"])
def test_a_solved_game_is_won(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    deal = "random:4"
    assert main(["solve", deal, "--json", "--find", "shortest", "--rules", rules]) == 0
    answer = json.loads(capsys.readouterr().out)
    if answer["moves"] is None:
        assert answer["winnable"] is False
        return
    line = json.dumps(answer["moves"])
    told = verified(deal, line, "--json", "--rules", rules, code=Exit.ANSWERED, capsys=capsys)
    assert json.loads(told)["result"] == "won"
    assert json.loads(told)["moves"] == answer["shortest"]


def test_moves_from_a_file_and_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("1. Kd\n2. Tc 3s\n", encoding="utf-8")
    told = verified(S, str(path), code=Exit.ANSWERED, capsys=capsys)
    assert told == "Legal: 2 moves, 30 points, not over.\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Kd")))
    assert verified(S, "-", code=Exit.ANSWERED, capsys=capsys).startswith("Legal: 1 move,")


def test_a_game_that_is_stuck_tells_the_apps_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "position"
    path.write_text("Ac Qc Kd " + "-- " * 25, encoding="utf-8")
    told = verified(str(path), "Kd", "--lang", "de", code=Exit.ANSWERED, capsys=capsys)
    assert told == "Legal: 1 move, 10 points, stuck.\nKein Zug mehr möglich\n"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["random:1..2", "Kh"], Exit.BAD_INPUT, "more than one deal"),
        ([S, "no.txt"], Exit.BAD_INPUT, "There is no file 'no.txt'."),
        ([S, "Kd Tc 3s"], Exit.BAD_INPUT, "one or two cards"),
        (["PY1-N-AAAAAAJ", "Kd"], Exit.BAD_INPUT, "are not published"),
        (["-", "-"], Exit.USAGE, "only once"),
        ([S], Exit.USAGE, "Missing argument 'MOVES'"),
    ],
)
def test_bad_input(
    words: list[str], code: Exit, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", *words]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
