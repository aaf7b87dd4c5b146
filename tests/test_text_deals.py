"""Deals as text: typed, drawn, in files, as page sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import PACK, card_name
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.text.cards import BadCards
from pyramide.text.deals import deal_text, parse_deal, parse_deals
from pyramide.text.languages import LANGUAGES

# The deal PY1-N-AAAAAAS as far as the app's pages show it.
SEEN = "Jd 6c7h As4dQs 5h3d6h8s KhKcAdKs9c Qc2c8dTdTsJs 7cTc3h4h3sKd7s 7d"
DRAWN = """
                 J♦
               6♣  7♥       # a comment
             A♠  4♦  Q♠
           5♥  3♦  6♥  8♠
         K♥  K♣  A♦  K♠  9♣
       Q♣  2♣  8♦ 10♦ 10♠  J♠
     7♣ 10♣  3♥  4♥  3♠  K♦  7♠

7♦
"""
SENTENCE = (
    "Trekstapel: 23 kaarten; aflegstapel: ruiten 7. Rij 1: ruitenboer; rij 2: klaveren 6, "
    "harten 7; rij 3: schoppenaas, ruiten 4, schoppenvrouw; rij 4: harten 5, ruiten 3, harten 6, "
    "schoppen 8; rij 5: hartenheer, klaverenheer, ruitenaas, schoppenheer, klaveren 9; rij 6: "
    "klaverenvrouw, klaveren 2, ruiten 8, ruiten 10, schoppen 10, schoppenboer; rij 7: klaveren 7, "
    "klaveren 10, harten 3, harten 4, schoppen 3, ruitenheer, schoppen 7."
)
PACK_TEXT = " ".join(map(card_name, PACK))

packs = st.permutations(PACK)


def error_of(text, lang=None):
    with pytest.raises(PyramideError) as caught:
        parse_deal(text, lang)
    return str(caught.value)


@pytest.mark.parametrize("text", [SEEN, DRAWN, SENTENCE, f"\ufeff{SENTENCE}".replace(" ", "\n")])
def test_one_deal_in_many_forms(text):
    deal = parse_deal(text)
    assert deal_text(deal) == (
        "Jd 6c 7h As 4d Qs 5h 3d 6h 8s Kh Kc Ad Ks 9c Qc 2c 8d Td Ts Js 7c Tc 3h 4h 3s Kd 7s 7d"
    )
    assert len(deal.unseen) == 23
    assert deal.name is None


def test_deal_text_for_people():
    deal = parse_deal(SEEN)
    assert deal_text(deal, "symbol", "nl").startswith("B♦ 6♣ 7♥ A♠ 4♦ V♠ ")
    assert deal_text(deal, "words", "fr").startswith("valet de carreau, 6 de trèfle, 7 de cœur, ")


def test_a_lone_missing_card_is_filled_in():
    assert parse_deal(PACK_TEXT[:-3]) == Deal.of(PACK)


def test_v_is_settled_by_the_whole_deal():
    dutch = deal_text(Deal.of(PACK), "symbol", "nl")
    french = deal_text(Deal.of(PACK), "symbol", "fr")
    assert parse_deal(dutch) == parse_deal(french) == Deal.of(PACK)
    assert parse_deal(french.replace("♦", "k"), "fr") == Deal.of(PACK)


def test_v_that_stays_open_is_refused_with_both_readings():
    text = SEEN.replace("Jd", "Vd")
    assert error_of(text) == (
        "'Vd' can be the queen of diamonds (Dutch) or the jack of diamonds (French): "
        "say which with --lang nl or --lang fr."
    )
    assert parse_deal(text, "nl").cards[0] == PACK[24]
    assert parse_deal(text, "fr").cards[0] == PACK[23]
    (parsed,) = parse_deals(f"# one\n{text}")
    assert parsed.line == 2
    assert isinstance(parsed.error, BadCards)
    assert str(parsed.error).startswith("Line 2: 'Vd' can be ")


def test_all_faults_at_once():
    text = PACK_TEXT.replace("Kd", "Xd").replace("5c", "5h").replace("As", "Ks As 9z")
    assert error_of(text) == (
        "'Xd' is no card. '9z' is no card. 5h stands here again. Ks stands here again. "
        "A deal has at most 52 cards; here are 54. Missing: 5c, Kd."
    )


def test_faults_tell_their_lines():
    text = DRAWN.replace("Q♠", "Qx").replace("3♠", "3♥").replace("7♦", "")
    assert error_of(text) == "Line 4: 'Qx' is no card. Line 8: 3h stands here again."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "A deal has 28 to 52 cards (the pyramid, then the side cards); here are 0."),
        ("Kd Qh", "A deal has 28 to 52 cards (the pyramid, then the side cards); here are 2."),
        (PACK_TEXT + " Kd", "Kd stands here again. A deal has at most 52 cards; here are 53."),
        (SEEN.replace("7cTc", "--Tc"), "'--' is no card."),
    ],
)
def test_counts(text, message):
    assert error_of(text).startswith(message)


def test_one_deal_per_line_when_the_first_is_whole():
    text = f"# deals\n\n{PACK_TEXT}\n{SEEN} # seen\nKd Qh\n\n{PACK_TEXT.replace('Kd', 'Zz')}\n"
    parsed = parse_deals(text)
    assert [one.line for one in parsed] == [3, 4, 5, 7]
    assert parsed[0].deal == Deal.of(PACK)
    assert parsed[1].deal == parse_deal(SEEN)
    assert str(parsed[2].error).startswith("Line 5: A deal has 28 to 52 cards")
    assert str(parsed[3].error) == "Line 7: 'Zz' is no card. Line 7: Missing: Kd."
    assert parsed[2].deal is parsed[3].deal is parsed[0].error is None


def test_a_misspelt_first_line_still_is_a_line():
    text = f"{SEEN[:2]} {SEEN[3:-2]} 7x\n{PACK_TEXT}"
    assert [one.line for one in parse_deals(text)] == [1, 2]


def test_blocks_between_blank_lines():
    drawn = DRAWN.replace("\n\n7♦", "\n7♦")
    parsed = parse_deals(drawn + "\n\n" + drawn.replace("J♦", "J♣").replace("A♠", "Jc"))
    assert [one.line for one in parsed] == [2, 13]
    assert parsed[0].deal == parse_deal(SEEN)
    assert str(parsed[1].error) == "Line 15: Jc stands here again."


def test_sentences_in_a_page_are_deals_and_its_prose_is_not():
    page = (
        "De regels van Pyramide\nTik op D♣ in rij 6, zoals 7♣ en 7♠.\n"
        f"{SENTENCE}\nDe vrije kaarten\nEen kaart is vrij, R♦ bijvoorbeeld.\n\n"
        f"{SENTENCE.replace('klaveren 10, ', '')} In de rij 7 ligt niets."
    )
    parsed = parse_deals(page)
    assert [one.line for one in parsed] == [3, 7]
    assert parsed[0].deal == parse_deal(SEEN)
    assert str(parsed[1].error).startswith("Line 7: This sentence is of a game in progress")


def test_sentences_and_typed_deals_in_one_file():
    parsed = parse_deals(f"{SENTENCE} {SENTENCE}\n{PACK_TEXT}\n")
    assert [(one.line, one.error) for one in parsed] == [(1, None), (1, None), (2, None)]


def test_nothing_is_no_deal():
    assert parse_deals("\ufeff# only a comment\n\n") == []


@given(packs, st.integers(28, 52), st.sampled_from(LANGUAGES))
def test_deals_round_trip(pack, count, lang):
    deal = Deal.of(pack[:count])
    assert parse_deal(deal_text(deal)) == deal
    assert parse_deal(deal_text(deal, "symbol", lang), lang) == deal
    assert parse_deal(deal_text(deal, "words", lang), lang) == deal


@given(st.lists(packs, max_size=4))
def test_files_round_trip(decks):
    deals = [Deal.of(pack) for pack in decks]
    parsed = parse_deals("\n".join(map(deal_text, deals)))
    assert [one.deal for one in parsed] == deals
    assert [one.line for one in parsed] == list(range(1, len(deals) + 1))


@given(st.text(alphabet="KQ5hd♦V #\n.:;stock 23discardrow1"))
def test_any_text_gives_deals_or_errors(text):
    assert all((one.deal is None) != (one.error is None) for one in parse_deals(text))
