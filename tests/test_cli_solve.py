"""`pyramide solve`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pyramide.answers import Find
from pyramide.codes import add
from pyramide.deal import Deal
from pyramide.game import Ending
from pyramide.position import Position
from pyramide.random_deals import random_cards, random_deal
from pyramide.record import replay
from pyramide.rules import APP, PRESETS
from pyramide.text.cards import parse_cards
from pyramide.text.deals import deal_text
from pyramide.text.moves import parse_actions
from pyramide.text.positions import position_json
from pyramide_cli.exits import Exit
from pyramide_cli.main import main
from pyramide_cli.solve import FINDS

S = "PY1-N-AAAAAAS"
J = "PY1-N-AAAAAAJ"


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDE_LANG", "en")


def solved(*words: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """The one object that `solve --json` prints."""
    assert main(["solve", *words, "--json"]) == code
    (line,) = capsys.readouterr().out.splitlines()
    values: dict[str, Any] = json.loads(line)
    return values


def printed(*words: str, code: int = 0, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["solve", *words]) == code
    text = capsys.readouterr()
    assert text.err == ""
    return text.out


# --- the deals of the app's page ---


def test_the_deal_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved(S, capsys=capsys)
    assert (answer["winnable"], answer["most_pyramid_cards"], answer["score"]) == (True, 28, 280)
    assert (answer["shortest"], answer["shortest_status"]) == (None, "needs-stock-order")
    assert answer["needs_stock_order"] == ["shortest"]
    assert (answer["deal"], answer["cards"][:2], answer["cards"][29:]) == (
        S, ["Jd", "6c"], [None] * 23,
    )  # fmt: skip
    assert (answer["source"], answer["published"], answer["moves"]) == ("computed", None, None)
    assert (answer["schema"], answer["rules"]["passes"]) == (1, "unlimited")
    assert len(answer["plan"]) == 25
    assert "Kd" in answer["plan"]


def test_the_deal_of_the_page_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(S, capsys=capsys)
    assert text.startswith(f"{S}, rules app\n\n┌─────┐ ┌─────┐         ┌─────┐\n│░23 ░│ │ 7♦  │")
    assert f"\n{S} can be won.\n  pyramid cards  28 of 28\n" in text
    assert "  best score     280 points\n" in text
    assert "5♥ with any 8" in text
    assert "The shortest win depends on the order of the stock" in text
    assert f"`pyramide codes add {S} FILE`" in text.replace("\n", " ")
    assert "Proof: with unlimited passes every side card can be brought to the top" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("find", ["win", "most"])
def test_only_what_is_asked_for_is_told(find: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved(S, "--find", find, capsys=capsys)
    assert answer["shortest_status"] == "not-asked"
    assert (answer["winnable"] is None, answer["score"] is None) == (find == "most", find == "win")
    text = printed(S, "--find", find, capsys=capsys)
    assert ("can be won." in text, "best score" in text) == (find == "win", find == "most")
    assert "shortest" not in text


def test_the_shortest_win_alone_is_not_decided_without_the_stock(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = solved(S, "--find", "shortest", code=Exit.UNDECIDED, capsys=capsys)
    assert (answer["winnable"], answer["shortest_status"]) == (True, "needs-stock-order")


def test_what_is_published_only(capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved(J, capsys=capsys)
    assert (answer["winnable"], answer["source"]) == (False, "published")
    assert (answer["published"], answer["most_pyramid_cards"]) == ({"most": 14}, None)
    assert (answer["shortest"], answer["shortest_status"]) == (None, "unwinnable")
    assert answer["cards"] == [None] * 52
    text = printed(J, capsys=capsys)
    assert text.startswith(
        f"{J} cannot be won, as published: at most 14 cards can be\nremoved.\nSource: "
    )
    assert printed(J, "--quiet", code=Exit.NOT_WINNABLE, capsys=capsys) == ""


def test_what_is_published_under_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed(J, "--rules", "microsoft", capsys=capsys).replace("\n", " ")
    assert "cannot be won: even under the rules app" in text
    assert main(["solve", J, "--cover"]) == Exit.BAD_INPUT
    assert "are not published" in capsys.readouterr().err
    assert main(["solve", J, "--after", "draw"]) == Exit.BAD_INPUT


def test_a_published_fact_stays_beside_cards_of_ones_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYRAMIDE_DATA_DIR", str(tmp_path))
    add(J, Deal.of(random_cards(3)))
    answer = solved(J, "--find", "win", capsys=capsys)
    assert (answer["winnable"], answer["source"]) == (False, "computed")
    assert answer["published"] == {"most": 14}


# --- complete deals ---


@pytest.mark.parametrize("rules", ["app", "app-strict", "app-cover"])
def test_a_shortest_win_is_legal_and_wins(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 4, 6):
        answer = solved(f"random:{number}", "--rules", rules, capsys=capsys)
        if answer["shortest"] is None:
            assert answer["shortest_status"] == "unwinnable"
            continue
        start = Position.start(random_deal(number), PRESETS[rules])
        played = replay(start, parse_actions(json.dumps(answer["moves"])), PRESETS[rules])
        assert played.fault is None
        assert played.ending is Ending.WON
        assert len(answer["moves"]) == answer["shortest"]
        assert answer["shortest_bounds"] == [answer["shortest"]] * 2
        assert answer["needs_stock_order"] == []


def test_the_page_deal_with_its_stock(capsys: pytest.CaptureFixture[str]) -> None:
    known = parse_cards(
        "Jd 6c 7h As 4d Qs 5h 3d 6h 8s Kh Kc Ad Ks 9c Qc 2c 8d Td Ts Js 7c Tc 3h 4h 3s Kd 7s 7d"
    )
    stock = [card for card in random_cards(5) if card not in known]
    words = deal_text(Deal.of([*known, *stock])).split()
    answer = solved(*words, capsys=capsys)
    assert (answer["deal"], answer["shortest_status"]) == (None, "optimal")
    assert main(["verify", " ".join(words), json.dumps(answer["moves"])]) == Exit.ANSWERED
    assert "won" in capsys.readouterr().out


def test_a_won_deal_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    text = printed("random:1", capsys=capsys)
    assert "\nrandom:1 can be won.\n  pyramid cards  28 of 28\n  all cards      48 of 52\n" in text
    assert (
        "\n  shortest win   57 moves\n\nA shortest win, 57 moves:\n   1. K♥; J♦ + 2♠; draw ×3"
        in text
    )
    assert "the line was replayed by the rules and wins; no line is shorter" in text
    line = text.split("moves:\n")[1].split("\n\n")[0]
    start = Position.start(random_deal(1), APP)
    played = replay(start, parse_actions(line), APP)
    assert (played.ending, played.moves) == (Ending.WON, 57)


def test_a_lost_deal_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved("random:3", capsys=capsys)
    assert (answer["winnable"], answer["shortest"], answer["moves"]) == (False, None, None)
    text = printed("random:3", capsys=capsys)
    assert "\nrandom:3 cannot be won.\n  pyramid cards  at most 19 of 28\n" in text
    assert "  all cards      at most 33 of 52\n  best score     at most 190 points\n" in text
    line = text.split("moves:\n")[1].split("\n\n")[0]
    played = replay(Position.start(random_deal(3), APP), parse_actions(line), APP)
    assert played.score == 190
    assert played.moves == len(answer["best_line"])


def test_dutch_cards_and_plain_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert "   1. H♥; B♦ + 2♠; trek ×3; H♣;" in printed("random:1", "--lang", "nl", capsys=capsys)
    text = printed("random:1", "--ascii", capsys=capsys)
    assert text.isascii()
    assert "   1. Kh; Jd 2s; draw x3; Kc;" in text


def test_output_is_the_same_on_every_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed("random:1..4", capsys=capsys) == printed("random:1..4", capsys=capsys)


# --- limits, and rules that need the order of the stock ---


def test_bounds_where_a_limit_is_reached(capsys: pytest.CaptureFixture[str]) -> None:
    answer = solved("random:1", "--max-nodes", "500", code=Exit.UNDECIDED, capsys=capsys)
    low, high = answer["shortest_bounds"]
    assert (answer["winnable"], answer["shortest"]) == (True, None)
    assert answer["shortest_status"] == "bounds"
    assert 25 <= low <= 57 <= high == len(answer["moves"])
    text = printed("random:1", "--max-nodes", "500", code=Exit.UNDECIDED, capsys=capsys)
    assert f"  shortest win   {low} to {high} moves\n" in text
    assert f"\nA win in {high} moves, not proven to be the shortest:\n" in text
    assert "the rest is not decided" in text.replace("\n", " ")


def test_where_the_stock_decides_everything(capsys: pytest.CaptureFixture[str]) -> None:
    words = [S, "--rules", "app-one-pass"]
    answer = solved(*words, code=Exit.UNDECIDED, capsys=capsys)
    assert (answer["winnable"], answer["shortest_status"]) == (None, "needs-stock-order")
    assert answer["needs_stock_order"][0] == "winnable"
    text = printed(*words, code=Exit.UNDECIDED, capsys=capsys)
    assert "without the order of the stock" in text.replace("\n", " ")
    assert printed(*words, "--quiet", code=Exit.UNDECIDED, capsys=capsys) == ""


# --- games in progress ---


def test_moves_and_positions_begin_in_mid_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    after = solved("random:1", "--after", "Kh; Jd 2s", capsys=capsys)
    assert after["deal"] == "random:1"
    assert after["shortest"] == 55
    start = Position.start(random_deal(1), APP)
    later = replay(start, parse_actions("Kh; Jd 2s"), APP).final
    assert after["position"] == position_json(later)
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position_json(later)), encoding="utf-8")
    read = solved(str(path), capsys=capsys)
    assert (read["deal"], read["cards"], read["moves"]) == (None, [None] * 52, after["moves"])
    assert (read["position"], read["most_pyramid_cards"]) == (after["position"], 28)
    text = printed("random:1", "--after", "Kh", "--find", "win", capsys=capsys)
    assert "random:1, after 1 action, can be won." in text
    text = printed(str(path), "--find", "win", capsys=capsys)
    assert f" {path} can be won. " in text.replace("\n", " ")


def test_a_position_without_a_stock(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "last"
    path.write_text("Kd " + "-- " * 27, encoding="utf-8")
    answer = solved(str(path), capsys=capsys)
    assert (answer["winnable"], answer["moves"], answer["score"]) == (True, ["Kd"], 280)
    answer = solved(str(path), "--after", "Kd", capsys=capsys)
    assert (answer["winnable"], answer["moves"], answer["shortest"]) == (True, [], 0)
    assert "It is won already." in printed(str(path), "--after", "Kd", capsys=capsys)


def test_a_game_in_progress_learns_its_stock_from_the_moves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    known = deal_text(Deal.of(random_cards(1)[:29]))
    unseen = [deal_text(random_deal(1)).split()[n] for n in range(29, 52)]
    moves = "; ".join(f"draw {card}" for card in unseen)
    answer = solved(known, "--after", moves, "--find", "shortest", capsys=capsys)
    assert answer["shortest_status"] == "optimal"
    some = "; ".join(f"draw {card}" for card in unseen[:3])
    text = printed(known, "--after", some, capsys=capsys).replace("\n", " ")
    assert "Write each card that was drawn in the moves" in text


# --- several deals ---


def test_a_faulty_deal_among_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals"
    path.write_text(f"{deal_text(random_deal(1))}\nKd\nrandom:3\n", encoding="utf-8")
    assert main(["solve", str(path), "--json", "--find", "win"]) == Exit.BAD_INPUT
    text = capsys.readouterr()
    values = [json.loads(line) for line in text.out.splitlines()]
    assert [value.get("winnable") for value in values] == [True, None, False]
    assert values[1]["line"] == 2
    assert values[1]["error"].startswith("Line 2: A deal has 28 to 52 cards")
    assert text.err == f"{path}: {values[1]['error']}\n"
    assert main(["solve", str(path), "--find", "win"]) == Exit.BAD_INPUT
    text = capsys.readouterr()
    assert "\n\nrandom:3, rules app\n" in text.out
    assert text.out.startswith(f"{path}, line 1, rules app\n")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["random:1"], Exit.ANSWERED),
        (["random:3"], Exit.NOT_WINNABLE),
        (["random:3", "random:1"], Exit.NOT_WINNABLE),
        (["random:1", "--rules", "app-one-pass"], Exit.NOT_WINNABLE),
        ([S], Exit.ANSWERED),
        ([J, S, "--rules", "app-one-pass"], Exit.UNDECIDED),
    ],
)
def test_quiet(words: list[str], code: Exit, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(*words, "--quiet", code=code, capsys=capsys) == ""


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([], Exit.USAGE, "Missing argument 'DEAL...'"),
        ([S, "--quiet", "--json"], Exit.USAGE, "--quiet prints nothing"),
        (["-", "-"], Exit.USAGE, "only once"),
        (["-", "--after", "-"], Exit.USAGE, "only once"),
        ([S, "--find", "luck"], Exit.USAGE, "luck"),
        (["PY1-N-QWERTYU"], Exit.BAD_INPUT, "The cards of PY1-N-QWERTYU are not published"),
        (["none.txt"], Exit.BAD_INPUT, "There is no file 'none.txt'."),
        ([S, "--after", "Td 3s"], Exit.BAD_INPUT, "--after, move 1 (Td 3s) is illegal"),
        ([S, "--after", "nonsense"], Exit.BAD_INPUT, "'nonsense' is no card"),
    ],
)
def test_bad_input(
    words: list[str], code: Exit, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *words]) == code
    text = capsys.readouterr()
    assert text.out == ""
    assert message in text.err


def test_every_find_is_one_of_the_librarys() -> None:
    assert set(FINDS) == {str(find) for find in Find}
