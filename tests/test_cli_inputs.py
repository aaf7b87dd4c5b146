"""Words, files and standard input as deals and positions."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import click
import pytest

from pyramide.cards import card_name
from pyramide.codes import BadCode, UnknownCode
from pyramide.errors import PyramideError
from pyramide.position import Position
from pyramide.random_deals import random_cards, random_deal
from pyramide.record import replay
from pyramide.rules import APP
from pyramide.text.deals import deal_text
from pyramide.text.moves import parse_actions
from pyramide.text.positions import position_json, position_text
from pyramide.text.sentences import position_sentence
from pyramide_cli.inputs import Entry, Reader, read_text

READER = Reader(APP)
CARDS = deal_text(random_deal(7))
OTHER = deal_text(random_deal(8))
LATER = replay(Position.start(random_deal(1), APP), parse_actions("Kh; Jd 2s; draw x2"), APP).final


def read(*words: str, reader: Reader = READER) -> list[Entry]:
    return list(reader.entries(words))


def deals(*words: str) -> list[str]:
    """What the words name, each deal by its cards; no fault among them."""
    entries = read(*words)
    assert [entry.error for entry in entries] == [None] * len(entries)
    return [deal_text(entry.deal) for entry in entries if entry.deal is not None]


def faults(*words: str) -> list[str]:
    return [str(entry.error) for entry in read(*words) if entry.error is not None]


def a_file(folder: Path, text: str, name: str = "deals.txt") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


# --- words ---


def test_a_code() -> None:
    (entry,) = read("py1-n-aaaaaas")
    assert entry.name == entry.title == "PY1-N-AAAAAAS"
    assert entry.deal is not None
    assert [card_name(card) for card in entry.deal.pyramid[:3]] == ["Jd", "6c", "7h"]


def test_a_code_with_a_published_fact_only() -> None:
    (entry,) = read("PY1-N-AAAAAAJ")
    assert (entry.deal, entry.name) == (None, "PY1-N-AAAAAAJ")
    assert entry.code is not None
    assert entry.code.published == {"most": 14}


def test_numbered_deals_and_ranges() -> None:
    assert [entry.name for entry in read("random:7", "Random: 9..11")] == [
        "random:7",
        "random:9",
        "random:10",
        "random:11",
    ]


def test_a_long_range_is_read_as_it_is_asked_for() -> None:
    entries = READER.entries(["random:1..9000000000000000000"])
    assert [next(entries).name for _ in range(2)] == ["random:1", "random:2"]


def test_words_that_are_all_cards_are_one_deal() -> None:
    assert deals(CARDS) == deals(*CARDS.split()) == [CARDS]
    words = CARDS.split()
    rows = [" ".join(words[:1]), " ".join(words[1:3]), " ".join(words[3:28]), *words[28:]]
    assert deals(*rows) == [CARDS]
    assert deals(" ".join(words[:28]), " ".join(words[28:])) == [CARDS]


def test_several_deals_of_cards() -> None:
    assert deals(CARDS, OTHER) == [CARDS, OTHER]
    assert deals(*CARDS.split(), "random:1", OTHER) == [CARDS, deal_text(random_deal(1)), OTHER]


def test_cards_in_words_of_a_language() -> None:
    (entry,) = read(*deal_text(random_deal(7), "words", "nl").replace(",", "").split())
    assert entry.deal is not None
    assert entry.deal.cards == random_cards(7)


def test_a_page_sentence_as_a_word() -> None:
    sentence = position_sentence(Position.start(random_deal(7), APP), "de")
    (entry,) = read(sentence)
    assert entry.deal is not None
    assert entry.deal.pyramid == random_deal(7).pyramid


@pytest.mark.parametrize(
    ("word", "error", "message"),
    [
        ("PY1-N-AAAAAJ7", BadCode, "letter 7 of its seven letters is the digit 7"),
        ("PY1-N-QWERTYU", UnknownCode, "The cards of PY1-N-QWERTYU are not published"),
        ("random:0", PyramideError, "the numbers run from 1"),
        ("random:x", PyramideError, "'x' is no number or range"),
        ("random:5..3", PyramideError, "ends before it starts"),
        ("pysol:7", PyramideError, "pysol:7: PySolFC's deal numbers are not dealt in this version"),
        ("Kd", PyramideError, "28 to 52 cards"),
        ("there-is-none", PyramideError, "There is no file 'there-is-none', and it is no deal cod"),
        ("none.txt", PyramideError, "There is no file 'none.txt'."),
        (".", PyramideError, "cannot be read"),
        ("", PyramideError, "There is no file ''"),
    ],
)
def test_a_word_that_is_at_fault(word: str, error: type[PyramideError], message: str) -> None:
    (entry,) = read(word)
    assert isinstance(entry.error, error)
    assert message in str(entry.error)
    assert entry.deal is None


def test_faults_among_cards_are_named_together() -> None:
    assert faults(CARDS.replace("Kd", "Kx")) == ["'Kx' is no card. Missing: Kd."]
    assert faults(*CARDS.replace("Kd", "Kx").split()) == ["'Kx' is no card. Missing: Kd."]
    assert faults("Kd", "foo")[0].startswith("A deal has 28 to 52 cards")
    assert faults("Kd", "foo")[1].startswith("There is no file 'foo'")


def test_a_file_wins_only_where_the_word_is_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("Kd", "PY1-N-AAAAAAS", "random:3", "7c8d.txt", "deal"):
        a_file(tmp_path, CARDS, name)
    assert deals("deal") == deals("7c8d.txt") == [CARDS]
    assert deals("random:3") == [deal_text(random_deal(3))]
    assert read("PY1-N-AAAAAAS")[0].code is not None
    assert faults("Kd")[0].startswith("A deal has 28 to 52 cards")


# --- files and standard input ---


def test_a_file_of_many_kinds(tmp_path: Path) -> None:
    name = a_file(
        tmp_path, f"random:1\n# mine\nPY1-N-AAAAAAS\n{CARDS}\n\nKd Kd\nrandom:4..5 # two\npysol:4\n"
    )
    entries = read(name)
    assert [(entry.name, entry.line) for entry in entries] == [
        ("random:1", 1),
        ("PY1-N-AAAAAAS", 3),
        (None, 4),
        (None, 6),
        ("random:4", 7),
        ("random:5", 7),
        (None, 8),
    ]
    assert entries[2].title == f"{name}, line 4"
    told = [entry.fault(entry.error) for entry in entries if entry.error is not None]
    assert told[0].startswith(f"{name}: Line 6: Kd stands here again.")
    assert told[1].startswith(f"{name}, line 8: pysol:4: PySolFC's deal numbers")


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(f"\ufeff{CARDS}\n{OTHER}\n".encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert deals("-") == [CARDS, OTHER]
    with pytest.raises(click.UsageError, match="only once"):
        read("-", "-")


def test_an_empty_file(tmp_path: Path) -> None:
    (told,) = faults(a_file(tmp_path, "# nothing\n"))
    assert told.startswith("There is no deal here")


def test_a_page_without_a_deal_is_told_once(tmp_path: Path) -> None:
    page = "Die Regeln\n\nGespielt wird mit 52 Karten.\n\nEin Paar ist 10♣ + 3♠.\n"
    (told,) = faults(a_file(tmp_path, page))
    assert told.startswith("There is no deal here")
    name = a_file(tmp_path, f"{page}\nrandom:3\n", "named")
    assert [entry.name for entry in read(name)] == ["random:3"]


@pytest.mark.parametrize("text", [position_text(LATER), json.dumps(position_json(LATER), indent=1)])
def test_a_position(text: str, tmp_path: Path) -> None:
    for word in (a_file(tmp_path, text), text):
        (entry,) = read(word)
        assert (entry.position, entry.deal, entry.error) == (LATER, None, None)


def test_a_labelled_stock_is_a_position_and_not_a_page_sentence(tmp_path: Path) -> None:
    text = "Ac Qd " + "-- " * 26 + "\nstock: ??\nunseen: Kd\n"
    (entry,) = read(a_file(tmp_path, text))
    assert entry.position is not None
    assert [card_name(card) for card in entry.position.stock if card is not None] == ["Kd"]


def test_what_the_commands_print_as_json(tmp_path: Path) -> None:
    deal = random_deal(7)
    names = [card_name(card) for card in random_cards(7)]
    lines = [
        json.dumps({"deal": "random:7", "cards": names, "winnable": True}),
        "{no json",
        json.dumps({"deal": None, "cards": [*names[:29], *[None] * 23]}),
        json.dumps({"deal": "random:1", "cards": [None] * 52, "position": position_json(LATER)}),
        json.dumps({"deal": "PY1-N-AAAAAAJ", "cards": [None] * 52}),
        json.dumps({"deal": None, "error": "Line 3: …"}),
    ]
    entries = read(a_file(tmp_path, "\n".join(lines)))
    assert [entry.line for entry in entries] == [1, 2, 3, 4, 5, 6]
    assert entries[0].deal == deal
    assert str(entries[1].error).startswith("Line 2: no JSON")
    assert entries[2].deal is not None
    assert (entries[2].deal.cards[:30], entries[2].name) == ((*random_cards(7)[:29], None), None)
    assert (entries[3].position, entries[3].deal) == (LATER, None)
    assert str(entries[4].error) == "This JSON names no card."
    assert "holds neither the cards of a deal nor a position" in str(entries[5].error)


def test_a_sentence_of_a_game_in_progress_beside_its_deal(tmp_path: Path) -> None:
    start = Position.start(random_deal(1), APP)
    later = replay(start, parse_actions("Kh; Jd 2s"), APP).final
    name = a_file(tmp_path, position_sentence(later, "nl"))
    assert "give its deal beside it (--deal)" in faults(name)[0]
    (entry,) = read(name, reader=Reader(APP, None, random_deal(1)))
    assert (entry.name, entry.position, entry.error) == ("random:1", later, None)
    (entry,) = read(a_file(tmp_path, CARDS), reader=Reader(APP, None, random_deal(1)))
    assert "There is no page sentence here" in str(entry.error)


def test_text_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "latin.txt"
    path.write_bytes(b"Kd\n\xe9")
    with pytest.raises(PyramideError, match="line 2: not UTF-8 text"):
        read_text(str(path))
