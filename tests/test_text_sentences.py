"""The app's page sentence, printed and read."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import PACK
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.game import apply, legal_moves
from pyramide.moves import DRAW
from pyramide.position import Position
from pyramide.rules import APP, PRESETS
from pyramide.text.deals import parse_deal
from pyramide.text.languages import LANGUAGES
from pyramide.text.moves import parse_actions
from pyramide.text.sentences import (
    find_sentences,
    parse_position_sentence,
    parse_sentence,
    position_sentence,
)
from tests.positions import random_midgame

# Both sentences stand on the app's Dutch rules page, for deal PY1-N-AAAAAAS.
START = (
    "Trekstapel: 23 kaarten; aflegstapel: ruiten 7. Rij 1: ruitenboer; rij 2: klaveren 6, "
    "harten 7; rij 3: schoppenaas, ruiten 4, schoppenvrouw; rij 4: harten 5, ruiten 3, harten 6, "
    "schoppen 8; rij 5: hartenheer, klaverenheer, ruitenaas, schoppenheer, klaveren 9; rij 6: "
    "klaverenvrouw, klaveren 2, ruiten 8, ruiten 10, schoppen 10, schoppenboer; rij 7: klaveren 7, "
    "klaveren 10, harten 3, harten 4, schoppen 3, ruitenheer, schoppen 7."
)
AFTER_TWO = START.replace("klaveren 10, ", "").replace("schoppen 3, ruitenheer, ", "")
DEAL = parse_deal(
    "Jd 6c 7h As 4d Qs 5h 3d 6h 8s Kh Kc Ad Ks 9c Qc 2c 8d Td Ts Js 7c Tc 3h 4h 3s Kd 7s 7d"
)


def played(moves, deal=DEAL, rules=APP):
    position = Position.start(deal, rules)
    for move in parse_actions(moves):
        position = apply(position, move, rules)
    return position


def test_the_pages_own_sentences_both_ways():
    assert parse_sentence(START) == DEAL
    assert position_sentence(Position.start(DEAL, APP), "nl") == START
    assert position_sentence(played("Kd; Tc 3s"), "nl") == AFTER_TWO
    assert parse_position_sentence(AFTER_TWO, DEAL, APP) == played("Kd; Tc 3s")
    assert parse_position_sentence(START, DEAL, APP) == Position.start(DEAL, APP)


@pytest.mark.parametrize(
    ("lang", "start"),
    [
        ("de", "Nachziehstapel: 23 Karten; Ablagestapel: Karo 7. Reihe 1: Karo-Bube; "
               "Reihe 2: Kreuz 6, Herz 7; Reihe 3: Pik-Ass, "),
        ("fr", "Talon : 23 cartes ; défausse : 7 de carreau. Rangée 1 : valet de carreau ; "
               "rangée 2 : 6 de trèfle, 7 de cœur ; rangée 3 : as de pique, "),
        ("en", "Stock: 23 cards; discard: 7 of diamonds. Row 1: jack of diamonds; "
               "row 2: 6 of clubs, 7 of hearts; row 3: ace of spades, "),
    ],
)  # fmt: skip
def test_the_other_languages(lang, start):
    sentence = position_sentence(Position.start(DEAL, APP), lang)
    assert sentence.startswith(start)
    assert parse_sentence(sentence) == DEAL


def test_small_counts_and_empty_rows():
    pyramid = (PACK[0], PACK[11 + 13], *[None] * 26)
    assert position_sentence(Position(pyramid, (), (PACK[12],)), "nl") == (
        "Trekstapel: 1 kaart; aflegstapel: leeg. Rij 1: klaverenaas; rij 2: ruitenvrouw."
    )
    assert position_sentence(Position((None,) * 28, (PACK[12],), ()), "fr") == (
        "Talon : vide ; défausse : roi de trèfle."
    )
    assert position_sentence(Position((None,) * 28, (None,), ()), "de") == (
        "Nachziehstapel: leer; Ablagestapel: unbekannt."
    )
    assert position_sentence(Position((None,) * 28, (), ())) == "Stock: empty; discard: empty."


@pytest.mark.parametrize(
    "messy",
    [
        START.replace(" ", "\n"),
        START.replace(" ", "\u00a0"),
        START.upper(),
        START.replace("; ", ";").replace(", ", ",").replace(": ", ":").replace(". ", "."),
        START.replace("schoppenvrouw", "scho\u00adppen\u00ad-\n vrouw"),
        START.replace("schoppenvrouw", "schop-\npenvrouw").replace("aflegstapel", "afleg-\nstapel"),
        START.replace("ruiten 7", "7♦").replace("hartenheer", "R♥").replace("schoppenvrouw", "V♠"),
        START.replace(";", "."),
        START[:-1],
        f"\ufeffVoorbeeld (‘deling’): {START} In rij 6 ligt D♣. Trekstapel en aflegstapel.",
    ],
)
def test_messy_text(messy):
    assert parse_sentence(messy) == DEAL


def test_a_sentence_without_a_waste_card():
    text = START.replace("23 kaarten", "24 kaarten").replace("ruiten 7.", "leeg.")
    assert parse_sentence(text) == Deal.of(DEAL.pyramid)
    assert parse_sentence(START.replace("ruiten 7.", "onbekend.")) == Deal.of(DEAL.pyramid)


def test_sentences_are_found_between_prose():
    text = f"Een. {START} Twee, rij 6 dus.\n\n{AFTER_TWO}\nDrie"
    first, second = find_sentences(text)
    assert (first.text, second.text) == (START, AFTER_TWO)
    assert text[first.start : first.end] == START
    assert find_sentences("De trekstapel: leeg") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (AFTER_TWO, "This sentence is of a game in progress (25 pyramid cards, 23 in the stock): "
                    "it names only the cards left, so give its deal beside it (--deal)."),
        (START.replace("23", "22"), "This sentence is of a game in progress (28 pyramid cards, 22"),
        ("Kd", "There is no page sentence here"),
        (f"{START} {START.replace('ruiten 7', 'ruiten 6')}", "Here are 2 different deals; "),
        (START.replace("klaveren 6", "klaver 66").replace("harten 4", "harten 3")
              .replace("23 kaarten", "veel").replace("rij 5", "rij 4").replace("rij 7", "rij 8"),
         "'veel' is no number of stock cards. Row 4 stands twice. There is no row 8. "
         "'klaver' is no card. '66' is no card."),
        (START.replace("ruitenboer", "ruitenboer, harten 2").replace("ruiten 7", "ruitenboer"),
         "Row 1 holds at most 1; here are 2. Jd stands twice."),
        (START.replace("ruiten 7.", "."), "The waste card is missing."),
        (START.replace("ruiten 7.", "ruiten 7, ruiten 6."), "The waste shows at most 1;"),
        (START.replace("23", "25"), "The stock holds at most 24 cards; here are 25."),
    ],
)  # fmt: skip
def test_faults(text, message):
    with pytest.raises(PyramideError) as caught:
        parse_sentence(text)
    assert str(caught.value).startswith(message)


def test_faults_beside_a_deal():
    wrong = AFTER_TWO.replace("harten 3", "harten 7").replace("klaveren 6, harten 7", "klaveren 6")
    wrong = wrong.replace("ruiten 7", "klaveren 10").replace("klaveren 7", "harten 2")
    with pytest.raises(PyramideError) as caught:
        parse_position_sentence(wrong, DEAL, APP)
    assert str(caught.value) == (
        "2h is not in the pyramid of the deal. 7h lies in row 2 of the deal. "
        "Tc on the waste lies in the pyramid of the deal."
    )
    with pytest.raises(PyramideError, match="Here are 2 page sentences; give one"):
        parse_position_sentence(f"{START} {START}", DEAL, APP)
    with pytest.raises(PyramideError, match="The waste top is unknown"):
        parse_position_sentence(AFTER_TWO.replace("ruiten 7", "onbekend"), DEAL, APP)


def test_a_start_beside_less_of_the_deal():
    pyramid_only = Deal.of(DEAL.pyramid)
    assert parse_position_sentence(START, pyramid_only, APP) == Position.start(DEAL, APP)
    unknown = START.replace("ruiten 7", "onbekend")
    assert parse_position_sentence(unknown, pyramid_only, APP) == (
        Position.start(pyramid_only, APP)
    )


def walk(seed, rules, length):
    """A random deal and a position of a random game of it, removals preferred."""
    rng = random.Random(seed)
    deal = Deal.of(rng.sample(PACK, 52))
    position = Position.start(deal, rules)
    for _ in range(length):
        if not (moves := legal_moves(position, rules)):
            break
        position = apply(position, rng.choice(moves), rules)
    return deal, position


@given(st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)), st.integers(0, 40),
       st.sampled_from(LANGUAGES))  # fmt: skip
def test_a_mid_game_sentence_gives_the_position_or_is_refused(seed, name, length, lang):
    rules = PRESETS[name]
    deal, position = walk(seed, rules, length)
    if rules.passes is not None and position.pass_number > 1:
        return  # a sentence cannot say so; it is read as of the first pass
    sentence = position_sentence(position, lang)
    plain = Position(position.pyramid, position.waste, position.stock)
    try:
        assert parse_position_sentence(sentence, deal, rules) == plain
    except PyramideError as error:
        if "does not tell which side cards are gone" not in str(error):
            raise


@given(st.integers(0, 10**6), st.integers(0, 23), st.sampled_from(LANGUAGES))
def test_a_game_of_few_draws_is_read(seed, draws, lang):
    rng = random.Random(seed)
    kings_last = sorted(rng.sample(PACK, 52), key=lambda card: card % 13 == 12)
    deal = Deal.of(kings_last[24:] + kings_last[:24])
    position = Position.start(deal, APP)
    for _ in range(draws):
        position = apply(position, DRAW, APP)
    assert parse_position_sentence(position_sentence(position, lang), deal, APP) == position


@given(st.integers(0, 10**6), st.integers(0, 28), st.integers(0, 24), st.sampled_from(LANGUAGES))
def test_every_position_has_a_sentence_that_is_found_whole(seed, size, side, lang):
    position = random_midgame(random.Random(seed), APP, size, side)
    sentence = position_sentence(position, lang)
    (found,) = find_sentences(f"Een. {sentence} Twee.")
    assert found.text == sentence
