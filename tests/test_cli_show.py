"""`pyramide show`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pyramide.position import Position
from pyramide.random_deals import random_deal
from pyramide.record import replay
from pyramide.rules import APP
from pyramide.text.deals import deal_text
from pyramide.text.moves import parse_actions
from pyramide.text.picture import picture
from pyramide.text.positions import parse_position, position_json
from pyramide_cli.exits import Exit
from pyramide_cli.main import main
from pyramide_cli.show import FORMATS

S = "PY1-N-AAAAAAS"
SECOND_LAYOUT = (
    "Trekstapel: 23 kaarten; aflegstapel: ruiten 7. Rij 1: ruitenboer; rij 2: klaveren 6, harten 7;"
    " rij 3: schoppenaas, ruiten 4, schoppenvrouw; rij 4: harten 5, ruiten 3, harten 6, schoppen 8;"
    " rij 5: hartenheer, klaverenheer, ruitenaas, schoppenheer, klaveren 9; rij 6: klaverenvrouw,"
    " klaveren 2, ruiten 8, ruiten 10, schoppen 10, schoppenboer; rij 7: klaveren 7, harten 3,"
    " harten 4, schoppen 7.\n"
)


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDE_LANG", "en")


def test_the_second_layout_of_the_dutch_rules_page(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["show", S, "--after", "Kd; Tc 3s", "--format", "sentence", "--lang", "nl"]
    assert main(words) == Exit.ANSWERED
    assert capsys.readouterr() == (SECOND_LAYOUT, "")


def test_a_picture(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "random:1"]) == Exit.ANSWERED
    plain = capsys.readouterr().out
    assert plain == picture(Position.start(random_deal(1), APP)) + "\n"
    assert main(["show", "random:1", "--color", "always"]) == Exit.ANSWERED
    assert "\x1b[" in capsys.readouterr().out
    assert main(["show", "random:1", "--ascii"]) == Exit.ANSWERED
    assert capsys.readouterr().out.isascii()


def test_the_cards_in_dealing_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "random:1", "--format", "cards"]) == Exit.ANSWERED
    assert capsys.readouterr().out == deal_text(random_deal(1)) + "\n"
    assert main(["show", S, "--format", "cards"]) == Exit.ANSWERED
    assert len(capsys.readouterr().out.split()) == 29


@pytest.mark.parametrize("form", ["cards", "json", "sentence"])
def test_a_game_in_progress_is_read_again(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = replay(
        Position.start(random_deal(1), APP), parse_actions("Kh; Jd 2s; draw"), APP
    ).final
    assert main(["show", "random:1", "--after", "Kh; Jd 2s; draw", "--format", form]) == 0
    text = capsys.readouterr().out
    if form == "cards":
        assert parse_position(text) == position
    path = tmp_path / "later"
    path.write_text(text, encoding="utf-8")
    beside = ["--deal", "random:1"] if form == "sentence" else []
    assert main(["show", str(path), "--format", "json", *beside]) == Exit.ANSWERED
    assert json.loads(capsys.readouterr().out)["position"] == position_json(position)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", S, "random:0", "--format", "json", "--rules", "microsoft"]) == 3
    printed = capsys.readouterr()
    shown, fault = map(json.loads, printed.out.splitlines())
    assert (shown["deal"], shown["rules"]["passes"], shown["schema"]) == (S, 3, 1)
    assert (shown["position"]["waste"], shown["position"]["stock"][0]) == ([], "7d")
    assert fault["error"] + "\n" == printed.err


def test_several_pictures_are_apart(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "random:1..2"]) == Exit.ANSWERED
    pictures = [picture(Position.start(random_deal(n), APP)) for n in (1, 2)]
    assert capsys.readouterr().out == "\n\n".join(pictures) + "\n"


def test_a_stuck_game_says_so_in_the_apps_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Ac\n" + "-- Ad\n" + " ".join(["--"] * 25) + "\n"  # a gap above a card: refused
    path = tmp_path / "stuck"
    path.write_text(text, encoding="utf-8")
    assert main(["show", str(path)]) == Exit.BAD_INPUT
    path.write_text("Ac Qc " + "-- " * 26 + "\n", encoding="utf-8")
    capsys.readouterr()
    assert main(["show", str(path), "--lang", "nl"]) == Exit.ANSWERED
    assert capsys.readouterr().out.endswith("\nGeen zetten meer mogelijk\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["PY1-N-AAAAAAJ"], "The cards of PY1-N-AAAAAAJ are not published"),
        ([S, "--after", "Td 3s"], "--after, move 1 (Td 3s) is illegal: Td is not free"),
        ([S, "--after", "Kd; Kx"], "Move 2 'Kx'"),
        (["nothing.txt"], "There is no file 'nothing.txt'."),
    ],
)
def test_bad_input(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", *words]) == Exit.BAD_INPUT
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err


def test_the_formats() -> None:
    assert FORMATS == ("text", "sentence", "cards", "json")
