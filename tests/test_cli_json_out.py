"""The objects that commands print with `--json`."""

from __future__ import annotations

import json

import pytest

from pyramide import __version__
from pyramide.answers import Answer, Status
from pyramide.cards import card_from_name
from pyramide.errors import PyramideError
from pyramide.moves import DRAW, RECYCLE, Remove
from pyramide.plan import PlanStep
from pyramide.random_deals import random_deal
from pyramide.rules import APP
from pyramide_cli.inputs import Entry, Reader
from pyramide_cli.json_out import answer_json, echo_json, entry_json, error_json, start_json
from pyramide_cli.options import Lang
from pyramide_cli.starts import read_moves, start_of

KEYS = [
    "deal", "cards", "rules", "winnable", "most_pyramid_cards", "most_cards", "score", "shortest",
    "shortest_status", "shortest_bounds", "moves", "best_line", "plan", "needs_stock_order",
    "score_challenge", "card_challenge", "samples", "source", "published", "nodes", "seconds",
]  # fmt: skip


def test_an_object_is_a_line_of_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    echo_json({"error": "10♦ …"})
    line = capsys.readouterr().out
    assert line.isascii()
    assert line.endswith("}\n")
    assert json.loads(line) == {"error": "10♦ …", "schema": 1, "version": __version__}


def test_every_answer_has_the_same_keys() -> None:
    king, queen, ace = map(card_from_name, ("Kd", "Qh", "As"))
    answer = Answer(
        APP,
        winnable=True,
        shortest=3,
        shortest_status=Status.OPTIMAL,
        shortest_bounds=(3, 3),
        moves=(DRAW, RECYCLE, Remove(queen, ace)),
        plan=(PlanStep((king,)), PlanStep((ace, queen)), PlanStep((queen,), 1)),
        seconds=0.123456789,
    )
    values = answer_json(entry_json(Entry(random_deal(1))), answer)
    assert list(values) == KEYS
    assert list(answer_json(entry_json(Entry()), Answer(APP))) == KEYS
    assert values["moves"] == ["draw", "recycle", "Qh As"]
    assert values["plan"] == ["Kd", "Qh As", "Qh with any A"]
    assert values["seconds"] == 0.123457
    assert values["rules"] == {
        "clear": "pyramid", "passes": "unlimited", "play": "waste", "cover": False, "waste_start": 1
    }  # fmt: skip


def test_cards_are_always_52() -> None:
    assert entry_json(Entry()) == {"deal": None, "cards": [None] * 52}
    (entry,) = Reader(APP).entries(["PY1-N-AAAAAAS"])
    values = entry_json(entry)
    assert values["deal"] == "PY1-N-AAAAAAS"
    cards = values["cards"]
    assert isinstance(cards, list)
    assert (cards[:2], cards[28], cards[29:]) == (["Jd", "6c"], "7d", [None] * 23)


def test_only_a_game_in_progress_has_a_position() -> None:
    entry = Entry(random_deal(1))
    assert "position" not in start_json(start_of(entry, APP, ()))
    later = start_json(start_of(entry, APP, read_moves("draw", Lang(None, "en"))))["position"]
    assert isinstance(later, dict)
    assert later["waste"] == ["9c", "2d"]


def test_a_faulty_deal() -> None:
    error = PyramideError("Kd stands here again.")
    assert error_json(Entry(error=error, line=5), error) == {
        "deal": None, "error": "Kd stands here again.", "line": 5
    }  # fmt: skip
