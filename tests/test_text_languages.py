"""The languages' words, and how text is cleaned and folded."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.errors import PyramideError
from pyramide.text.languages import ALL_LANGUAGES, LANGUAGES, any_of, clean, fold, language


def test_codes_and_their_languages():
    assert LANGUAGES == ("en", "nl", "de", "fr")
    assert [known.code for known in ALL_LANGUAGES] == list(LANGUAGES)
    assert language("fr").ranks[11][0] == "dame"


def test_an_unknown_language_is_named():
    with pytest.raises(
        PyramideError, match="'es' is no language; the languages are en, nl, de, fr"
    ):
        language("es")


@pytest.mark.parametrize("known", ALL_LANGUAGES, ids=LANGUAGES)
def test_every_language_has_all_ranks_and_suits(known):
    assert len(known.ranks) == len(known.rank_letters) == 13
    assert len(known.suits) == 4
    assert sorted(suit for _, suit in known.suit_letters) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("lang", "one", "none"),
    [
        ("en", "1 card", "empty"),
        ("nl", "1 kaart", "leeg"),
        ("de", "1 Karte", "leer"),
        ("fr", "1 carte", "vide"),
    ],
)
def test_count_text(lang, one, none):
    assert language(lang).count_text(1) == one
    assert language(lang).count_text(0) == none
    assert language(lang).count_text(23).startswith("23 ")


def test_clean_takes_what_the_eye_does_not_see():
    assert clean("\ufeffscho\u00adppen\u200baas") == "schoppenaas"
    assert clean("♦\ufe0f\r\n–—\u2011\u2212") == "♦\n----"
    assert clean("„x“ ’y‘") == "\"x\" 'y'"


def test_clean_joins_a_broken_word_and_keeps_the_number_of_lines():
    assert clean("afleg-\nstapel: 5\n-\n--\nx") == "aflegstapel\n: 5\n-\n--\nx"


def test_fold_keeps_the_length():
    assert fold("Défausse CŒUR Fünf") == "defausse cœur funf"


@given(st.text())
def test_clean_is_idempotent_and_fold_keeps_every_place(text):
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    assert len(fold(cleaned)) == len(cleaned)


def test_any_of_takes_the_longest_word():
    found = re.match(any_of(("as", "Ass", "zurück legen")), fold("ASS"))
    assert found is not None
    assert found[0] == "ass"
    assert re.fullmatch(any_of(("zurück legen",)), fold("Zurück\nlegen"))
