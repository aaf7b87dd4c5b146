"""Printed objects that are read again: contradictions are named, not answered."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pyramide_cli.main import main


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    words = ["show", "random:7", "--rules", "microsoft", "--after", "Ks; draw", "--format", "json"]
    assert main(words) == 0
    value: dict[str, object] = json.loads(capsys.readouterr().out)
    return value


def shown(
    value: object, folder: Path, capsys: pytest.CaptureFixture[str], *options: str
) -> tuple[int, str]:
    path = folder / "position.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    code = main(["show", str(path), *options])
    return code, capsys.readouterr().err


def test_what_was_printed_is_read_under_its_own_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value = printed(capsys)
    assert shown(value, tmp_path, capsys, "--rules", "microsoft") == (0, "")


@pytest.mark.parametrize(
    ("key", "wrong", "word"),
    [
        ("schema", 99, "schema 99"),
        ("deal", "random:8", "not the cards of random:8"),
        ("rules", {"clear": "pyramid"}, "other rules"),
    ],
)
def test_a_contradiction_is_named(
    key: str, wrong: object, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value = {**printed(capsys), key: wrong}
    code, said = shown(value, tmp_path, capsys, "--rules", "microsoft")
    assert code == 3
    assert word in said


def test_cards_that_lie_elsewhere_in_the_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value = printed(capsys)
    cards = value["cards"]
    assert isinstance(cards, list)
    value = {**value, "cards": cards[::-1], "deal": None}
    code, said = shown(value, tmp_path, capsys, "--rules", "microsoft")
    assert (code, "contradict each other" in said) == (3, True)


def test_a_pass_that_the_rules_do_not_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    value = printed(capsys)
    position = value["position"]
    assert isinstance(position, dict)
    value = {**value, "position": {**position, "pass": 9}}
    code, said = shown(value, tmp_path, capsys, "--rules", "microsoft")
    assert (code, "pass 9" in said) == (3, True)


def test_a_number_of_thousands_of_digits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "long.json"
    path.write_text('{"position": {"pass": ' + "9" * 5000 + "}}", encoding="utf-8")
    assert main(["show", str(path)]) == 3
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.kernel
def test_winnable_cards_are_not_kept_under_a_code_published_as_lost(tmp_path: Path) -> None:
    from pyramide_cli.codes import command

    path = tmp_path / "deal.txt"
    assert main(["deals", "random:1", "--format", "cards"]) == 0
    from pyramide.random_deals import random_deal
    from pyramide.text.deals import deal_text

    path.write_text(deal_text(random_deal(1)) + "\n", encoding="utf-8")
    done = CliRunner().invoke(command, ["add", "PY1-N-AAAAAAJ", str(path)])
    assert done.exception is not None
    assert "at most 14" in str(done.exception)
