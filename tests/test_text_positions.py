"""Positions as JSON and as text."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import card_from_name
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.position import Position
from pyramide.rules import APP, PRESETS
from pyramide.text.positions import (
    parse_position,
    position_from_json,
    position_json,
    position_text,
)
from tests.positions import cards, pyramid_of, random_midgame

POSITION = Position(
    pyramid_of("Jd 6c 7h As -- Qs"),
    (*cards("Kd"), None),
    (None, *cards("2s")),
    frozenset(cards("Kc Kh")),
    pass_number=2,
    drawn=True,
)
TEXT = """\
            Jd
          6c  7h
        As  --  Qs
      --  --  --  --
    --  --  --  --  --
  --  --  --  --  --  --
--  --  --  --  --  --  --
waste: Kd ??
stock: ?? 2s
unseen: Kc Kh
pass: 2
drawn: yes"""


def test_the_text_form():
    assert position_text(POSITION) == TEXT
    assert parse_position(TEXT) == POSITION


def test_the_json_form():
    value = position_json(POSITION)
    assert value == {
        "pyramid": ["Jd", "6c", "7h", "As", None, "Qs", *[None] * 22],
        "waste": ["Kd", None],
        "stock": [None, "2s"],
        "unseen": ["Kc", "Kh"],
        "pass": 2,
        "drawn": True,
    }
    assert position_from_json(value) == POSITION
    assert parse_position(f" {json.dumps(value)}\n") == POSITION


def test_an_empty_table():
    nothing = Position((None,) * 28, (), ())
    assert position_text(nothing).endswith("\nwaste: --\nstock: --\npass: 1\ndrawn: no")
    assert parse_position(position_text(nothing)) == nothing


def test_messy_text():
    text = (
        "\ufeff# a position\r\nB♦, 6♣ 7♥\nA♠ – V♠ ———  - \u2012 \u2212\n"
        f"{'-- ' * 5}\n{'- ' * 13}\nAFLEGSTAPEL : H♦ ?\nTrekstapel: ? schoppen 2 # two\n"
        "Unseen: Kc Hh\nronde: 2\nDrawn: JA\n"
    )
    assert parse_position(text, "nl") == POSITION
    with pytest.raises(PyramideError, match="'V♠' can be the queen of spades"):
        parse_position(text)


def test_what_is_left_out():
    lines = TEXT.split("\n")
    without = "\n".join(lines[:7])
    assert parse_position(f"{without}\nwaste: Kd 2s") == Position(
        POSITION.pyramid, cards("Kd 2s"), ()
    )
    hidden = Position(POSITION.pyramid, cards("Kd"), (None, None), frozenset(cards("Kc 2s")))
    assert parse_position(f"{without}\nwaste: Kd\nunseen: Kc 2s") == hidden
    value = {"pyramid": position_json(POSITION)["pyramid"], "waste": ["ruitenheer"],
             "unseen": ["2♠", "Kc"]}  # fmt: skip
    assert position_from_json(value) == hidden


def test_a_lone_unseen_card_is_put_in_its_place():
    value = {"pyramid": [None] * 28, "stock": [None], "unseen": ["Kc"]}
    assert position_from_json(value).stock == (card_from_name("Kc"),)


def test_all_faults_of_a_text():
    text = TEXT.replace("Qs", "Qx").replace("2s", "1s").replace("yes", "maybe")
    text = text.replace("pass: 2", "pass: two\npass: 3").replace("--  --\nwaste", "--\nwaste")
    with pytest.raises(PyramideError) as caught:
        parse_position(text)
    assert str(caught.value) == (
        "The line 'pass:' stands twice. Pyramid: 'Qx' is no card. "
        "The pyramid has 26 places; it needs 28, -- for a gap. Stock: '1s' is no card. "
        "'maybe' is neither yes nor no (drawn)."
    )


def test_all_faults_of_json():
    value = {"pyramid": ["Zz", 5], "waste": "Kd", "unseen": [None], "pass": "1", "drawn": 0,
             "passes": 3}  # fmt: skip
    with pytest.raises(PyramideError) as caught:
        position_from_json(value)
    assert str(caught.value) == (
        "'passes' is no key of a position. In 'pyramid': 'Zz' is no card. "
        "In 'pyramid': '5' is no card. 'waste' must be a list of card names. "
        "'pass' must be an integer from 1. 'drawn' must be true or false. "
        "'unseen' must name its cards, without null."
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "The pyramid has 0 places|is no card"),
        ("{", "The position is no JSON"),
        ("{}", "The key 'pyramid' is missing"),
        ('{"pyramid": [null]}', "The pyramid has 1 places"),
        (TEXT.replace("pass: 2", "pass: 0"), "the first pass is 1"),
        (TEXT.replace("pass: 2", "pass: " + "9" * 5000), "is no pass"),
        (TEXT.replace("As", "--"), "ace"),
        (TEXT.replace("unseen: Kc Kh", "unseen: Kc"), "Unknown places: 2, but unseen cards: 1"),
        (TEXT.replace("unseen: Kc Kh", "unseen: Kc Kc"), "Twice among the unseen cards: Kc"),
        (TEXT.replace("Kd ??", "Kc ??"), "Twice in the position: Kc"),
        (TEXT.replace("Jd", "??"), "Pyramid: '\\?\\?' is no card"),
    ],
)
def test_faults(text, message):
    with pytest.raises(PyramideError, match=message):
        parse_position(text)


def test_only_an_object_is_a_position():
    with pytest.raises(PyramideError, match="is an object with the keys pyramid, waste, stock"):
        position_from_json(["Kd"])


def _hidden(position, rng):
    """The position with the places of two side cards or more unknown."""
    side = list(position.side)
    picked = rng.sample(range(len(side)), rng.randint(2, len(side)))
    unseen = frozenset(side[index] for index in picked)
    side = [None if index in picked else card for index, card in enumerate(side)]
    split = len(position.waste)
    return replace(position, waste=tuple(side[:split]), stock=tuple(side[split:]), unseen=unseen)


@given(st.integers(0, 10**6), st.integers(0, 28), st.integers(0, 24),
       st.sampled_from(sorted(PRESETS)))  # fmt: skip
def test_both_forms_are_lossless(seed, size, side, name):
    rng = random.Random(seed)
    position = random_midgame(rng, PRESETS[name], size, side)
    if side >= 2 and rng.random() < 0.5:
        position = _hidden(position, rng)
    assert parse_position(position_text(position)) == position
    assert parse_position(json.dumps(position_json(position))) == position


def test_the_start_of_a_half_known_deal_is_lossless():
    position = Position.start(Deal.of(range(29)), APP)
    assert parse_position(position_text(position)) == position


@given(st.text(alphabet='{}[]"pyramid:waste?-K 5hs,\n1'))
def test_any_text_gives_a_position_or_one_error(text):
    with pytest.raises(PyramideError):
        parse_position(text)
