"""Cards as people write them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import PACK, card_from_name, card_name
from pyramide.text.cards import (
    BadCards,
    card_text,
    join_faults,
    parse_card,
    parse_cards,
    read_tokens,
)
from pyramide.text.languages import LANGUAGES

cards = st.sampled_from(PACK)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Td", "Td"), ("10D", "Td"), ("10♦", "Td"), ("10♦\ufe0f", "Td"), ("10 ♢", "Td"),
        ("ruiten tien", "Td"), ("RUITEN 10", "Td"), ("ruiten\u00a0tien", "Td"), ("ruit10", "Td"),
        ("ruitenboer", "Jd"), ("Karo-Bube", "Jd"), ("karobube", "Jd"), ("Karo\u2011Bube", "Jd"),
        ("valet de carreau", "Jd"), ("valet de\ncarreau", "Jd"), ("jack of diamonds", "Jd"),
        ("Jack Of Diamonds", "Jd"), ("B♦", "Jd"), ("R♦", "Kd"), ("H♦", "Kd"), ("D♣", "Qc"),
        ("Hh", "Kh"), ("Dd", "Qd"), ("HH", "Kh"), ("kd", "Kd"), ("As", "As"), ("aS", "As"),
        ("as de pique", "As"), ("Pik-As", "As"), ("Pik Ass", "As"), ("scho\u00adppenaas", "As"),
        ("schoppen A", "As"), ("A of spades", "As"), ("Herz-König", "Kh"), ("Herz Koenig", "Kh"),
        ("Herz D", "Qh"), ("7 de cœur", "7h"), ("7 de coeur", "7h"), ("sept de cœur", "7h"),
        ("7 of hearts", "7h"), ("7 heart", "7h"), ("dame de trefle", "Qc"), ("Kreuz fünf", "5c"),
        ("harten V", "Qh"), ("V de cœur", "Jh"), ("hartenheer", "Kh"), ("Treff 5", "5c"),
    ],
)  # fmt: skip
def test_a_card_in_any_language(text, name):
    assert card_name(parse_card(text)) == name


@pytest.mark.parametrize(
    ("text", "lang", "name"),
    [
        ("V♥", "nl", "Qh"), ("V♥", "fr", "Jh"),
        ("5k", "nl", "5c"), ("5r", "nl", "5d"), ("Hh", "nl", "Kh"), ("Vs", "nl", "Qs"),
        ("5kr", "de", "5c"), ("5ka", "de", "5d"), ("Dp", "de", "Qs"), ("KKA", "de", "Kd"),
        ("5t", "fr", "5c"), ("5k", "fr", "5d"), ("5c", "fr", "5h"), ("Tt", "fr", "Tc"),
        ("Td", "nl", "Td"), ("5c", "de", "5c"), ("Td", "fr", "Td"), ("Vp", "fr", "Js"),
    ],
)  # fmt: skip
def test_letters_of_a_language(text, lang, name):
    assert card_name(parse_card(text, lang)) == name


@pytest.mark.parametrize("lang", [None, "en", "de"])
def test_v_alone_is_refused_with_both_readings(lang):
    with pytest.raises(BadCards) as caught:
        parse_card("V♥", lang)
    assert str(caught.value) == (
        "'V♥' can be the queen of hearts (Dutch) or the jack of hearts (French): "
        "say which with --lang nl or --lang fr."
    )


def test_v_is_settled_by_the_reading_without_duplicates():
    assert parse_cards("V♥ D♥")[0] == card_from_name("Jh")
    assert parse_cards("V♥ B♥")[0] == card_from_name("Qh")
    assert parse_cards("Vc Vd Jc 5h")[1] == card_from_name("Qd")


def test_french_suit_letters_give_way_to_machine_names():
    assert [card_name(card) for card in parse_cards("Tc 3s", "fr")] == ["Tc", "3s"]
    assert [card_name(card) for card in parse_cards("10c 3p", "fr")] == ["Th", "3s"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Xx", "'Xx' is no card."),
        ("♦10", "'♦10' is no card."),
        ("11d", "'11d' is no card."),
        ("1d", "'1d' is no card."),
        ("ruiten", "'ruiten' is no card."),
        ("Td 5c", "'Td 5c' is no card."),
        ("--", "'--' is no card."),
        ("5k", "'5k' is no card; with --lang nl it is the 5 of clubs."),
        ("", "There is no card here: write one such as Td or 10♦."),
    ],
)
def test_what_is_no_card(text, message):
    with pytest.raises(BadCards) as caught:
        parse_card(text)
    assert str(caught.value) == message


def test_german_k_names_two_suits():
    with pytest.raises(BadCards, match="'5k' is no card: write kr for Kreuz, ka for Karo"):
        parse_card("5k", "de")


def test_cards_need_no_spaces_and_take_any():
    want = tuple(map(card_from_name, ("Td", "Qc", "7h", "As")))
    for text in ("TdQc7hAs", "10DQC7HAS", "10♦Q♣7♥A♠", "[Td, Qc; 7h | As]", "Td\n Qc\t7h,As",
                 "ruiten 10,klaverenvrouw,harten 7,schoppenaas", "ruiten 10klaverenvrouwharten7As",
                 "'Td' \"Qc\" (7h) {As}"):  # fmt: skip
        assert parse_cards(text) == want


def test_all_faults_of_a_sequence_come_in_one_message():
    with pytest.raises(BadCards) as caught:
        parse_cards("Td Xx 5c Kdz 5c 9s9s")
    assert str(caught.value) == "'Xx' is no card. 'Kdz' is no card. Twice here: 5c, 9s."


def test_a_stretch_with_anything_unreadable_is_one_token():
    tokens = read_tokens("Td Karo-Bubx --- 5h??")
    assert [(token.text, token.card is None) for token in tokens] == [
        ("Td", False), ("Karo-Bubx", True), ("---", True), ("5h", False), ("??", True),
    ]  # fmt: skip
    assert [token.is_gap for token in tokens] == [False, False, True, False, False]
    assert [token.is_malformed for token in tokens] == [False, True, False, False, False]


def test_many_faults_are_counted():
    assert join_faults([f"{n}." for n in range(13)]).endswith("11. 12.")
    assert join_faults([f"{n}." for n in range(14)]).endswith("11. And 2 more faults.")


@pytest.mark.parametrize(
    ("style", "lang", "shown"),
    [
        ("ascii", "nl", ["As", "Td", "Jd", "Qh", "Kc"]),
        ("symbol", "en", ["A♠", "10♦", "J♦", "Q♥", "K♣"]),
        ("symbol", "nl", ["A♠", "10♦", "B♦", "V♥", "H♣"]),
        ("symbol", "de", ["A♠", "10♦", "B♦", "D♥", "K♣"]),
        ("symbol", "fr", ["A♠", "10♦", "V♦", "D♥", "R♣"]),
        ("words", "nl", ["schoppenaas", "ruiten 10", "ruitenboer", "hartenvrouw", "klaverenheer"]),
        ("words", "de", ["Pik-Ass", "Karo 10", "Karo-Bube", "Herz-Dame", "Kreuz-König"]),
        ("words", "fr", ["as de pique", "10 de carreau", "valet de carreau", "dame de cœur",
                         "roi de trèfle"]),
        ("words", "en", ["ace of spades", "10 of diamonds", "jack of diamonds", "queen of hearts",
                         "king of clubs"]),
    ],
)  # fmt: skip
def test_card_text(style, lang, shown):
    names = ("As", "Td", "Jd", "Qh", "Kc")
    assert [card_text(card_from_name(name), style, lang) for name in names] == shown


@given(cards, st.sampled_from(["ascii", "symbol", "words"]), st.sampled_from(LANGUAGES))
def test_what_is_printed_is_read(card, style, lang):
    # Machine names belong to no language: in French, c alone would be cœur.
    read_lang = None if style == "ascii" else lang
    assert parse_card(card_text(card, style, lang), read_lang) == card


@given(st.lists(cards, unique=True), st.sampled_from(LANGUAGES), st.sampled_from([" ", "", ", "]))
def test_sequences_round_trip(sequence, lang, joint):
    for style in ("symbol", "words"):
        text = joint.join(card_text(card, style, lang) for card in sequence)
        assert parse_cards(text, lang) == tuple(sequence)


@given(st.text(alphabet="AKQJTVHDBR1023456789cdhspkr♦♣-? \nœé,xruitenboer"))
def test_any_text_gives_tokens_or_one_error(text):
    try:
        tokens = read_tokens(text)
    except BadCards:
        return
    assert all(one.end <= two.start for one, two in pairwise(tokens))
