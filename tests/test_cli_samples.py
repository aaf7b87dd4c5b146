"""`pyramide solve --samples`."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from pyramide.samples import Samples, lengths_of
from pyramide.wilson import wilson
from pyramide_cli.exits import Exit
from pyramide_cli.main import main
from pyramide_cli.samples import all_decided, samples_json, samples_text

S = "PY1-N-AAAAAAS"


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDE_LANG", "en")


SOME = Samples(
    asked=10, tried=10, seed=1, winnable=None, won=6, lost=3, undecided=1, share=6 / 9,
    interval=wilson(6, 10, 1), shortest=lengths_of([40, 42, 42, 45, 45]), unmeasured=1,
)  # fmt: skip


def solved(*words: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The one object that `solve --json` prints."""
    assert main(["solve", *words, "--json"]) == code
    (line,) = capsys.readouterr().out.splitlines()
    values: dict[str, Any] = json.loads(line)
    return values


def test_what_is_proven_is_given_once(capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved(S, "--samples", "20", "--seed", "3", "--find", "shortest", capsys=capsys)
    samples = answer["samples"]
    assert (samples["asked"], samples["tried"], samples["seed"]) == (20, 20, 3)
    assert (samples["winnable"], samples["share"], samples["interval"]) == (True, None, None)
    assert samples["shortest"]["count"] == samples["won"] == 20
    assert sum(count for _, count in samples["shortest"]["histogram"]) == 20
    again = solved(S, "--samples", "20", "--seed", "3", "--find", "shortest", capsys=capsys)
    assert again["samples"] == samples
    other = solved(S, "--samples", "20", "--find", "shortest", capsys=capsys)
    assert other["samples"]["seed"] == 1
    assert other["samples"]["shortest"] != samples["shortest"]


def test_the_share_where_the_order_decides(capsys: pytest.CaptureFixture[str]) -> None:
    words = (S, "--rules", "relaxed", "--find", "win", "--samples", "60")
    answer = solved(*words, capsys=capsys)
    samples = answer["samples"]
    assert answer["winnable"] is None
    assert samples["won"] + samples["lost"] == samples["tried"] == 60
    low, high = wilson(samples["won"], 60)
    assert samples["interval"] == [round(low, 6), round(high, 6)]
    assert samples["shortest"] is None
    assert main(["solve", *words]) == 0
    text = capsys.readouterr().out
    assert f"Of 60 random orders of the stock {samples['won']} can be won" in text


def test_a_known_order_is_not_sampled(capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved("random:1", "--find", "win", "--samples", "5", capsys=capsys)
    assert (answer["winnable"], answer["samples"]) == (True, None)


def test_a_limit_is_exit_code_4(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "microsoft", "--find", "shortest", "--samples", "50", "--max-nodes", "900")
    answer = solved(S, *words, code=Exit.UNDECIDED, capsys=capsys)
    assert answer["samples"]["tried"] < 50


def test_usage(capsys: pytest.CaptureFixture[str]) -> None:
    for words, part in (
        (("--seed", "4"), "--seed goes with --samples"),
        (("--samples", "0"), "--samples"),
        (("--samples", "5", "--find", "most"), "samples win and shortest"),
        (("--samples", "5", "--quiet"), "--quiet says only"),
    ):
        assert main(["solve", S, *words]) == Exit.USAGE
        assert part in capsys.readouterr().err


def test_in_words() -> None:
    text = samples_text(SOME)
    unbroken = " ".join(text.split())
    assert (
        "Of 10 random orders of the stock 6 can be won, 1 undecided: 66.67 % "
        "(95 % interval 31.27 to 89.22 %). Moves of the shortest win, of 5 orders: mean 42.80"
    ) in unbroken
    assert "least 40, quartiles 42, 42, 45, greatest 45." in unbroken
    assert "Of 1 wins the shortest was not found within limits." in unbroken
    assert text.endswith("   45  2  ########################################")
    assert "   41  0\n" in text
    assert not all_decided(SOME)


def test_in_words_where_it_is_proven_or_nothing_was_tried() -> None:
    lost = replace(SOME, winnable=False, tried=0, undecided=0, unmeasured=0, shortest=None)
    assert samples_text(lost).startswith("It cannot be won whatever the order of the stock")
    assert all_decided(lost)
    nothing = replace(lost, winnable=None, won=0, lost=0, share=None, interval=None)
    assert "none was decided" in samples_text(nothing)
    assert "A limit ended the sampling; 10 orders were asked for." in samples_text(nothing)
    assert not all_decided(nothing)
    assert all_decided(replace(SOME, undecided=0, unmeasured=0))


def test_in_json() -> None:
    assert samples_json(None) is None
    values = samples_json(SOME)
    assert values is not None
    assert values["share"] == 0.666667
    shortest = values["shortest"]
    assert isinstance(shortest, dict)
    assert shortest["quartiles"] == (42, 42, 45)
    assert shortest["histogram"] == ((40, 1), (42, 2), (45, 2))
