"""Moves read and printed."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import PACK, card_from_name, is_pair, rank_of
from pyramide.moves import DRAW, RECYCLE, UNDO, Draw, Remove
from pyramide.text.languages import LANGUAGES
from pyramide.text.moves import BadMoves, line_text, move_text, parse_actions


def names(text, lang=None):
    return [str(action) for action in parse_actions(text, lang)]


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("Kd", ["Kd"]),
        ("Tc 3s", ["Tc 3s"]),
        ("3s Tc", ["Tc 3s"]),
        ("Tc+3s\nTc-3s\nTc & 3s\nTc–3s\nTc and 3s\nTc3s", ["Tc 3s"] * 6),
        ("draw; draw x2, draw ×2\ndraw 2x;draw*1", ["draw"] * 8),
        ("draw 5h; draw10♥; trek harten 5", ["draw 5h", "draw Th", "draw 5h"]),
        ("Trek; trekken x2; hergebruik; ongedaan maken", ["draw"] * 3 + ["recycle", "undo"]),
        ("opnieuw; ongedaan", ["recycle", "undo"]),
        ("ziehen ×2; zurücklegen; RÜCKGÄNGIG", ["draw"] * 2 + ["recycle", "undo"]),
        ("tirer; piocher 5 de cœur; recycler; annuler", ["draw", "draw 5h", "recycle", "undo"]),
        ("R♦; 10♣ + 3♠", ["Kd", "Tc 3s"]),
        ("Karo-Bube - Herz 2; klaveren 6 en harten 7", ["Jd 2h", "6c 7h"]),
        ("1. Kd; draw x2  # two cards\n# nothing\n\n 4) Tc 3s", ["Kd", "draw", "draw", "Tc 3s"]),
        ('["Kd", "draw", "Tc 3s", "draw x2"]', ["Kd", "draw", "Tc 3s", "draw", "draw"]),
        ("\ufeffKd;;\r\n,draw,", ["Kd", "draw"]),
        ("", []),
        ("[]", []),
    ],
)
def test_parse_actions(text, want):
    assert names(text) == want


def test_v_is_settled_by_the_sums():
    assert names("draw V♥; V♥ A♠") == ["draw Qh", "Qh As"]
    assert names("V♥ 2♠") == ["Jh 2s"]
    assert names("V♥ 2♠", "nl") == ["Qh 2s"]
    with pytest.raises(BadMoves, match=r"'V♥' can be the queen of hearts \(Dutch\) or the jack"):
        parse_actions("Kd; V♥ 5♠")


def test_suit_letters_follow_the_language():
    assert names("10k 3s", "nl") == ["Tc 3s"]
    assert names("Tc 3s", "fr") == ["Tc 3s"]
    assert names("10c 3p", "fr") == ["Th 3s"]


def test_every_fault_names_its_move_and_text():
    with pytest.raises(BadMoves) as caught:
        parse_actions("Kd; draw x3; foo; Tc 3s 5h; draw x99; draw 5h 6h; ?; 5k")
    assert str(caught.value) == (
        "Move 5 'foo': 'foo' is no card. "
        "Move 6 'Tc 3s 5h': a move removes one or two cards; separate moves by ';' or new lines. "
        "Move 7 'draw x99': draw 1 to 24 cards at once. "
        "Move 8 'draw 5h 6h': a draw shows one card; write several draws as 'draw x3'. "
        "Move 9 '?': '?' is no card. "
        "Move 10 '5k': '5k' is no card; with --lang nl it is the 5 of clubs."
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+", "Move 1 '\\+': it names no card and no move"),
        ("draw x0", "draw 1 to 24"),
        ('["Kd"', "The list of moves is no JSON"),
        ('["Kd", 5]', "holds strings; 5 is none"),
    ],
)
def test_faults(text, message):
    with pytest.raises(BadMoves, match=message):
        parse_actions(text)


@pytest.mark.parametrize(
    ("style", "lang", "want"),
    [
        ("ascii", "nl", ["draw", "draw 5h", "recycle", "undo", "Kd", "Tc 3s"]),
        ("symbol", "en", ["draw", "draw 5♥", "recycle", "undo", "K♦", "10♣ + 3♠"]),
        ("symbol", "nl", ["trek", "trek 5♥", "hergebruik", "ongedaan", "H♦", "10♣ + 3♠"]),
        ("words", "de", ["ziehen", "ziehen Herz 5", "zurücklegen", "rückgängig", "Karo-König",
                         "Kreuz 10 + Pik 3"]),
        ("symbol", "fr", ["piocher", "piocher 5♥", "recycler", "annuler", "R♦", "10♣ + 3♠"]),
    ],
)  # fmt: skip
def test_move_text(style, lang, want):
    five, king = card_from_name("5h"), card_from_name("Kd")
    pair = Remove(card_from_name("3s"), card_from_name("Tc"))
    actions = [DRAW, Draw(five), RECYCLE, UNDO, Remove(king), pair]
    assert [move_text(action, style, lang) for action in actions] == want


def test_line_text_folds_draws_and_numbers_lines():
    actions = parse_actions("Kd; Tc 3s; draw x3; 7d 6c; draw; draw 5h; draw; draw")
    assert line_text(actions, width=40) == (
        " 1. K♦; 10♣ + 3♠; draw ×3; 6♣ + 7♦;\n 7. draw; draw 5♥; draw ×2"
    )
    assert line_text(actions[:5], "ascii") == "1. Kd; Tc 3s; draw x3"
    assert line_text([]) == ""


_kings_and_pairs = st.sampled_from(
    [Remove(card) for card in PACK if rank_of(card) == 13]
    + [Remove(one, two) for one in PACK for two in PACK if one < two and is_pair(one, two)]
)
_actions = st.lists(
    st.one_of(
        st.sampled_from([DRAW, RECYCLE, UNDO]), st.sampled_from(PACK).map(Draw), _kings_and_pairs
    ),
    max_size=24,
)


@given(_actions, st.sampled_from(LANGUAGES), st.sampled_from(["symbol", "words"]))
def test_lines_round_trip(actions, lang, style):
    text = line_text(actions, style, lang, width=50)
    assert parse_actions(text, lang) == tuple(actions)
    assert all(len(line) <= 50 for line in text.split("\n"))


@given(_actions)
def test_machine_form_round_trips(actions):
    assert parse_actions("\n".join(map(move_text, actions))) == tuple(actions)


@given(st.text(alphabet='drawtekx0123KQ♥V cs;,\n[]"+-#.'))
def test_any_text_gives_actions_or_one_error(text):
    with suppress(BadMoves):
        assert isinstance(parse_actions(text), tuple)
