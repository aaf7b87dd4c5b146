"""Pictures of positions."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import card_name
from pyramide.errors import PyramideError
from pyramide.position import Position
from pyramide.rules import APP
from pyramide.text.cards import card_text
from pyramide.text.languages import LANGUAGES
from pyramide.text.picture import picture
from tests.positions import cards, pyramid_of, random_midgame

MIDGAME = Position(
    pyramid_of(
        "Jd 6c 7h As 4d Qs 5h 3d 6h 8s Kh Kc Ad Ks 9c Qc 2c 8d Td -- Js 7c -- -- 4h -- -- 7s"
    ),
    cards("7d 5c"),
    (None,) * 9,
    pass_number=2,
)
WITH_SYMBOLS = """\
┌─────┐ ┌─────┐         ┌─────┐
│░ 9 ░│ │ 5♣  │         │ B♦  │
└─────┘ └─────┘     ┌─────┐─┌─────┐
                    │ 6♣  │ │ 7♥  │
                ┌─────┐─┌─────┐─┌─────┐
                │ A♠  │ │ 4♦  │ │ V♠  │
            ┌─────┐─┌─────┐─┌─────┐─┌─────┐
            │ 5♥  │ │ 3♦  │ │ 6♥  │ │ 8♠  │
        ┌─────┐─┌─────┐─┌─────┐─┌─────┐─┌─────┐
        │ H♥  │ │ H♣  │ │ A♦  │ │ H♠  │ │ 9♣  │
    ┌─────┐─┌─────┐─┌─────┐─┌─────┐───┘ └───┌─────┐
    │ V♣  │ │ 2♣  │ │ 8♦  │ │ 10♦ │         │ B♠  │
┌─────┐───┘ └─────┘ └───┌─────┐───┘         └───┌─────┐
│ 7♣  │                 │ 4♥  │                 │ 7♠  │
└─────┘                 └─────┘                 └─────┘

Trekstapel: 9 kaarten · aflegstapel: 5♣ (1 eronder) · ronde 2"""
ESCAPE = re.compile(r"\x1b\[\d+m")


def test_the_picture():
    assert picture(MIDGAME, lang="nl") == WITH_SYMBOLS


def test_ascii():
    position = Position(pyramid_of("Jd 6c 7h"), cards("Td"), (), pass_number=3)
    lines = picture(position, lang="fr", symbols=False).split("\n")
    assert lines[:5] == [
        "        .-----.         .-----.",
        "        | Td  |         | Jd  |",
        "        '-----'     .-----.-.-----.",
        "                    | 6c  | | 7h  |",
        "                    '-----' '-----'",
    ]
    assert lines[-1] == "Talon : vide - defausse : Td - tour 3"


def test_unknown_and_empty():
    shown = picture(Position((None,) * 28, (None,), ()), symbols=False)
    assert "|  ?  |" in shown
    assert shown.endswith("\n\nStock: empty - discard: ?")
    assert picture(Position((None,) * 28, (), ())).strip() == "Stock: empty · discard: empty"


def test_colours():
    lines = picture(MIDGAME, color=True).split("\n")
    assert "\x1b[1m\x1b[31m 4♥  \x1b[0m" in lines[13]  # free and red
    assert "\x1b[1m│ 7♣  │\x1b[0m" in lines[13]  # free and black
    assert "\x1b[2m│\x1b[0m\x1b[31m 10♦ \x1b[0m\x1b[2m│\x1b[0m" in lines[11]  # covered and red
    assert ESCAPE.sub("", "\n".join(lines)) == picture(MIDGAME)


def test_an_unknown_language_is_refused():
    with pytest.raises(PyramideError, match="'it' is no language"):
        picture(MIDGAME, lang="it")


@given(st.integers(0, 10**6), st.integers(0, 28), st.integers(0, 24), st.sampled_from(LANGUAGES))
def test_every_position_fits_and_shows_its_cards(seed, size, side, lang):
    position = random_midgame(random.Random(seed), APP, size, side)
    shown = [card for card in position.pyramid if card is not None]
    for symbols in (True, False):
        text = picture(position, lang=lang, symbols=symbols)
        *lines, last = text.split("\n")
        assert len(lines) == 16
        assert max(map(len, lines)) <= 60
        assert all(line == line.rstrip() for line in lines)
        assert symbols or text.isascii()
        names = [card_text(c, "symbol", lang) if symbols else card_name(c) for c in shown]
        assert all(name in text for name in names)
        assert str(len(position.stock)) in last or not position.stock
