"""The answers in words."""

from __future__ import annotations

import pytest

from pyramide.answers import Answer, Find, Status
from pyramide.cards import card_from_name
from pyramide.codes import lookup
from pyramide.moves import DRAW
from pyramide.plan import PlanStep
from pyramide.random_deals import random_deal
from pyramide.rules import APP, PRESETS, Rules
from pyramide_cli.inputs import Entry
from pyramide_cli.options import Look
from pyramide_cli.starts import Start, start_of
from pyramide_cli.verdict import answer_text, published_text, rank_text, rules_text, step_text

PLAIN = Look(False, False)
SYMBOLS = Look(False, True)
ALL = frozenset(Find)


def start(entry: Entry | None = None) -> Start:
    return start_of(entry or Entry(random_deal(1)), APP, ())


def test_rules_by_name_or_field_by_field() -> None:
    assert rules_text(PRESETS["microsoft"]) == "microsoft"
    assert rules_text(Rules(passes=7)) == (
        "clear pyramid, passes 7, play waste, cover no, waste_start 1"
    )


@pytest.mark.parametrize(
    ("look", "lang", "text"),
    [
        (SYMBOLS, "en", "3♦ with any 10"),
        (SYMBOLS, "nl", "3♦ with any 10"),
        (PLAIN, "nl", "3d with any T"),
    ],
)
def test_a_step_of_a_plan(look: Look, lang: str, text: str) -> None:
    assert step_text(PlanStep((card_from_name("3d"),), 10), look, lang) == text


def test_ranks_in_a_language() -> None:
    assert [rank_text(12, SYMBOLS, lang) for lang in ("en", "nl", "fr")] == ["Q", "V", "D"]
    assert rank_text(12, PLAIN, "nl") == "Q"


def test_nothing_decided() -> None:
    answer = Answer(APP, shortest_status=Status.BOUNDS, shortest_bounds=(30, None), decided=False)
    text = answer_text(start(), answer, ALL, PLAIN, "en")
    assert text.startswith("random:1 is not decided within the limits.\n  pyramid cards  not deci")
    assert "\n  shortest win   at least 30 moves\n" in text
    assert text.endswith("Proof: the rest is not decided (0 nodes searched).")


def test_a_position_is_called_by_its_place() -> None:
    entry = Entry(position=start().position, place="game.json", line=4)
    answer = Answer(APP, winnable=True, nodes=1)
    text = answer_text(start(entry), answer, frozenset({Find.WIN}), PLAIN, "en")
    assert text.startswith("game.json, line 4 can be won.\n")
    text = answer_text(start(Entry(position=start().position)), answer, ALL, PLAIN, "en")
    assert text.startswith("The position can be won.\n")
    assert "(1 node searched)" in text


def test_the_verdict_stands_out_in_colours() -> None:
    answer = Answer(APP, winnable=False)
    text = answer_text(start(), answer, frozenset({Find.WIN}), Look(True, True), "en")
    assert text.startswith("\x1b[1mrandom:1 cannot be won.\x1b[0m\n")


def test_a_lost_deal_where_nothing_can_go() -> None:
    answer = Answer(APP, winnable=False, best_line=())
    assert "\nNo pyramid card can be removed at all.\n" in answer_text(
        start(), answer, ALL, PLAIN, "en"
    )
    answer = Answer(APP, winnable=False, best_line=(DRAW,))
    assert "The shortest line to the most pyramid cards, 1 move:\n  1. draw\n" in answer_text(
        start(), answer, ALL, PLAIN, "en"
    )


def test_what_is_published_names_the_rules_that_it_is_of() -> None:
    entry = lookup("PY1-N-AAAAAAJ")
    assert "as published: at most 14 cards" in published_text(entry, APP, PLAIN)
    other = published_text(entry, PRESETS["relaxed"], PLAIN).replace("\n", " ")
    assert "even under the rules app, which win whatever these can, at most 14 cards" in other
