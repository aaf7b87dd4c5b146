"""`pyramide deals`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyramide.answers import Find, solve
from pyramide.deal import Deal
from pyramide.position import Position
from pyramide.random_deals import random_cards, random_deal
from pyramide.rules import APP, PRESETS
from pyramide.text.deals import deal_text, parse_deals
from pyramide.text.sentences import position_sentence
from pyramide_cli.exits import Exit
from pyramide_cli.main import main

S = "PY1-N-AAAAAAS"


def made(*words: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["deals", *words]) == code
    return capsys.readouterr().out


def test_a_line_of_cards_for_each_deal(capsys: pytest.CaptureFixture[str]) -> None:
    lines = made("random:1..3", "random:7", capsys=capsys).splitlines()
    assert lines == [deal_text(random_deal(number)) for number in (1, 2, 3, 7)]


@pytest.mark.parametrize("form", ["cards", "names", "rows", "json"])
def test_every_form_is_read_again(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deals"
    path.write_text(made("random:1..3", S, "--format", form, capsys=capsys), encoding="utf-8")
    wanted = made("random:1..3", S, capsys=capsys)
    assert made(str(path), capsys=capsys) == wanted


def test_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    text = made("random:1..2", "--format", "sentence", "--lang", "fr", capsys=capsys)
    starts = [Position.start(random_deal(number), APP) for number in (1, 2)]
    assert text.splitlines() == [position_sentence(start, "fr") for start in starts]
    assert [parsed.deal for parsed in parse_deals(text)] == [
        Deal.of(random_cards(number)[:29]) for number in (1, 2)
    ]


def test_names_where_there_are_some(capsys: pytest.CaptureFixture[str]) -> None:
    cards = deal_text(random_deal(9))
    text = made("random:3", cards, S, "--format", "names", capsys=capsys)
    assert text == f"random:3\n{cards}\n{S}\n"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    values = json.loads(made(S, "--format", "json", capsys=capsys))
    assert (values["deal"], len(values["cards"]), values["schema"]) == (S, 52, 1)


@pytest.mark.parametrize("rules", ["app", "app-one-pass", "app-strict"])
def test_deals_that_can_be_won(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = made("random:1..60", "--winnable", "--format", "names", "--rules", rules, capsys=capsys)
    won = [
        f"random:{number}"
        for number in range(1, 61)
        if solve(
            Position.start(random_deal(number), PRESETS[rules]), PRESETS[rules], {Find.WIN}
        ).winnable
    ]
    assert text.split() == won
    assert len(won) < 60


def test_the_count_stops_a_long_range(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["random:1..9000000000000", "--format", "names", "--count", "3"]
    assert made(*words, capsys=capsys) == "random:1\nrandom:2\nrandom:3\n"
    assert len(made(*words, "--winnable", capsys=capsys).split()) == 3


def test_what_is_not_decided(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["deals", S, "random:1", "--winnable", "--rules", "app-one-pass"]
    assert main(words) == Exit.UNDECIDED
    printed = capsys.readouterr()
    assert printed.err.startswith(f"{S}: winnable cannot be answered")


def test_faults_do_not_stop_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals"
    path.write_text("random:1\nKd\nPY1-N-AAAAAAJ\nrandom:2\n", encoding="utf-8")
    assert main(["deals", str(path), "--format", "names"]) == Exit.BAD_INPUT
    printed = capsys.readouterr()
    assert printed.out == "random:1\nrandom:2\n"
    first, second = printed.err.splitlines()
    assert first.startswith(f"{path}: Line 2: A deal has 28 to 52 cards")
    assert second.startswith(f"{path}, line 3: The cards of PY1-N-AAAAAAJ are not published")
    assert main(["deals", str(path), "--format", "json"]) == Exit.BAD_INPUT
    values = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [value.get("line") for value in values] == [None, 2, 3, None]


def test_a_position_is_no_deal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "position"
    path.write_text("Ac Qc Kd " + "-- " * 25, encoding="utf-8")
    assert main(["deals", str(path)]) == Exit.BAD_INPUT
    assert "a game in progress: `pyramide show` draws it" in capsys.readouterr().err
