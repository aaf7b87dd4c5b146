"""Deal codes: the grammar, the library's book, the user's book."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyramide.cards import PACK, card_name
from pyramide.codes import (
    BadCode,
    DamagedBook,
    UnknownCode,
    add,
    book_path,
    entries,
    looks_like_code,
    lookup,
    parse_code,
    remove,
)
from pyramide.deal import Deal
from pyramide.errors import PyramideError
from pyramide.random_deals import random_cards, random_deal

S, J = "PY1-N-AAAAAAS", "PY1-N-AAAAAAJ"
OTHER = "PY1-N-QWERTYU"


@pytest.fixture(autouse=True)
def empty_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYRAMIDE_DATA_DIR", str(tmp_path / "data"))
    assert book_path() == tmp_path / "data" / "codes.json"
    return book_path()


# --- the grammar ---


@pytest.mark.parametrize(
    "text",
    [
        "PY1-N-AAAAAAS",
        "py1-n-aaaaaas",
        "  PY1-N-AAAAAAS\n",
        "PY1–N–AAAAAAS",
        "PY1\u2011N\u2011AAAAAAS",
        "PY1_N_AAAAAAS",
        "Py1 N AaAaAaS",
        "PY1 - N - AAAAAAS",
        "PY1\u00a0N\u00a0AAAAAAS",
        "\uff30\uff39\uff11-N-AAAAAAS",
    ],
)
def test_a_code_is_read_however_it_is_written(text: str) -> None:
    assert parse_code(text) == S
    assert looks_like_code(text)


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=7, max_size=7), st.sampled_from("-_ –"))
def test_every_seven_letters_make_a_code(letters: str, dash: str) -> None:
    assert parse_code(f"py1{dash}n{dash}{letters.lower()}") == f"PY1-N-{letters}"


@given(st.text())
def test_any_text_is_a_code_or_bad(text: str) -> None:
    try:
        code = parse_code(text)
    except BadCode:
        return
    assert parse_code(code) == code


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "nothing is there"),
        ("FC1-N-AAAAAAS", "begins with 'FC', and this game's codes begin with PY1"),
        ("PYI-N-AAAAAAS", "begins with 'PYI', and this game's codes begin with PY1"),
        ("1-N-AAAAAAS", "does not begin with letters"),
        ("PY-N-AAAAAAS", "the digit 1 must follow PY, where '-' stands"),
        ("PY", "the digit 1 must follow PY, where nothing stands"),
        ("PY2-N-AAAAAAS", "version 2, and only version 1 is known"),
        ("PY12-N-AAAAAAS", "version 12, and only"),
        ("PY1N-AAAAAAS", "the hyphen after PY1 is missing, where 'N' stands"),
        ("PY1", "the hyphen after PY1 is missing, where nothing stands"),
        ("PY1-NAAAAAAS", "the hyphen after N is missing"),
        ("PY1-AAAAAAS", "the mode letter N and its hyphen are missing"),
        ("PY1-X-AAAAAAS", "its mode is 'X', and only mode N is known"),
        ("PY1-N", "it ends in 0 letters instead of seven"),
        ("PY1-N-AAAAAS", "it ends in 6 letters instead of seven"),
        ("PY1-N-A", "it ends in 1 letter instead of seven"),
        ("PY1-N-AAAAAAAS", "it ends in 8 letters instead of seven"),
        ("PY1-N-AAAAA0S", "letter 6 of its seven letters is the digit 0 (a letter O?)"),
        ("PY1-N-1AAAAAS", "letter 1 of its seven letters is the digit 1 (a letter I or L?)"),
        ("PY1-N-AAAAAA5", "letter 7 of its seven letters is the digit 5."),
        ("PY1-N-AAA AAAS", "inside its seven letters, after AAA"),
        ("PY1-N-AAAAAAS-", "a hyphen stands at its end"),
        ("PY1-N-AAAAAAÉ", "'É' cannot be part of a code"),
        ("PY1-N-AAAAAAS.", "'.' cannot be part of a code"),
    ],
)
def test_a_slip_is_named(text: str, fault: str) -> None:
    with pytest.raises(BadCode) as caught:
        parse_code(text)
    message = str(caught.value)
    assert fault in message
    assert message.startswith(f"'{text}' is no deal code: ")
    assert message.endswith(" A code looks like PY1-N-AAAAAAS.")


@pytest.mark.parametrize("text", ["PY2-N-AAAAAAS", "FC1-N-ABC", "py1n-aaaaaas", "PY-N-AAAAAAS"])
def test_a_mistyped_code_still_looks_like_one(text: str) -> None:
    assert looks_like_code(text)


@pytest.mark.parametrize(
    "text",
    ["Jd 6c 7h", "random:7", "deals.txt", "py1.txt", "./py1-n", "-", "", "10D 6c", "pyramid"],
)
def test_other_words_do_not_look_like_a_code(text: str) -> None:
    assert not looks_like_code(text)


# --- the library's book ---


def test_the_deal_of_the_rules_pages() -> None:
    entry = lookup("py1-n-aaaaaas")
    rows = [
        "Jd", "6c 7h", "As 4d Qs", "5h 3d 6h 8s", "Kh Kc Ad Ks 9c",
        "Qc 2c 8d Td Ts Js", "7c Tc 3h 4h 3s Kd 7s", "7d",
    ]  # fmt: skip
    assert " ".join(map(card_name, entry.known)) == " ".join(rows)
    assert entry.cards[29:] == (None,) * 23
    assert entry.deal == Deal.of(entry.known, S)
    assert not entry.own
    assert entry.published is None


def test_the_deal_that_cannot_be_won_has_no_cards_but_a_published_fact() -> None:
    entry = lookup(J)
    assert entry.published == {"most": 14}
    assert entry.cards == (None,) * 52
    assert entry.known == ()
    assert entry.deal is None


def test_an_unknown_code_says_what_to_do() -> None:
    with pytest.raises(UnknownCode) as caught:
        lookup("py1-n-qwertyu")
    assert caught.value.code == OTHER
    assert str(caught.value) == (
        "The cards of PY1-N-QWERTYU are not published: type its 28, 29 or 52 cards in their "
        'place (pyramide solve "Jd 6c 7h …"), and keep them under this code with '
        "`pyramide codes add PY1-N-QWERTYU FILE`."
    )


# --- the user's book ---


def test_a_deal_is_kept_listed_and_removed(empty_book: Path) -> None:
    assert [entry.code for entry in entries()] == [J, S]
    assert not empty_book.exists()
    entry = add("py1 n qwertyu", random_deal(1), "mine")
    assert entry == lookup(OTHER)
    assert (entry.known, entry.own, entry.note) == (random_cards(1), True, "mine")
    assert [entry.code for entry in entries()] == [J, S, OTHER]
    remove(OTHER)
    with pytest.raises(UnknownCode):
        lookup(OTHER)
    with pytest.raises(PyramideError, match="PY1-N-QWERTYU is not in your book"):
        remove(OTHER)


@given(number=st.integers(1, 10**9), size=st.integers(28, 52))
def test_a_kept_deal_comes_back(number: int, size: int) -> None:
    deal = Deal.of(random_cards(number)[:size])
    add(OTHER, deal)
    assert lookup(OTHER).deal == deal.named(OTHER)
    remove(OTHER)


def test_more_cards_of_the_same_deal_can_be_added() -> None:
    cards = random_cards(5)
    for size in (28, 29, 40, 52):
        add(OTHER, Deal.of(cards[:size]))
        assert lookup(OTHER).known == cards[:size]
    assert add(OTHER, Deal.of(cards[:30])).known == cards


def test_another_deal_under_a_kept_code_is_refused(empty_book: Path) -> None:
    cards = list(random_cards(5))
    add(OTHER, Deal.of(cards))
    before = empty_book.read_bytes()
    cards[3], cards[40] = cards[40], cards[3]
    with pytest.raises(PyramideError) as caught:
        add(OTHER, Deal.of(cards))
    assert str(caught.value) == (
        f"{OTHER} is known as another deal: its card 4 is {card_name(cards[40])}, here it is "
        f"{card_name(cards[3])}. Remove it first: `pyramide codes remove {OTHER}`."
    )
    assert empty_book.read_bytes() == before


def test_the_librarys_deal_can_be_extended_but_not_changed(empty_book: Path) -> None:
    known = lookup(S).known
    rest = [card for card in PACK if card not in known]
    assert not add(S, Deal.of(known)).own
    assert not empty_book.exists()
    with pytest.raises(PyramideError, match="its card 2 is 6c, here it is 7h"):
        add(S, Deal.of([known[0], known[2], known[1], *known[3:], *rest]))
    entry = add(S, Deal.of([*known, *rest]))
    assert entry.known == (*known, *rest)
    assert entry.own
    remove(S)
    assert lookup(S).known == known
    with pytest.raises(PyramideError, match="library's own book"):
        remove(S)


def test_cards_of_the_deal_that_cannot_be_won_keep_the_published_fact() -> None:
    entry = add(J, random_deal(3))
    assert entry.published == {"most": 14}
    assert entry.known == random_cards(3)


def test_a_book_that_contradicts_the_library_can_be_mended(empty_book: Path) -> None:
    names = " ".join(map(card_name, random_cards(1)))
    empty_book.parent.mkdir()
    empty_book.write_text(json.dumps({"format": 1, "codes": {S: {"cards": names}}}))
    with pytest.raises(DamagedBook, match=f"contradicts.*codes remove {S}"):
        lookup(S)
    remove(S)
    assert not lookup(S).own


DAMAGED = {
    "": "is not JSON",
    "{": "is not JSON",
    "[" * 100_000: "is not JSON",
    "[]": "has no format number",
    '{"format": "1"}': "has no format number",
    '{"format": 1}': "has no table of codes",
    '{"format": 1, "codes": {"PY1-N-A": {"cards": ""}}}': "at 'PY1-N-A', that is no code",
    '{"format": 1, "codes": {"PY1-N-QWERTYU": 7}}': "the cards are missing",
    '{"format": 1, "codes": {"PY1-N-QWERTYU": {"cards": "Kd"}}}': "28 to 52 cards",
    '{"format": 1, "codes": {"PY1-N-QWERTYU": {"cards": "Kx"}}}': "'Kx' is no card",
    '{"format": 2, "codes": {}}': "format 2, and this version of pyramide reads format 1",
}


@pytest.mark.parametrize("text", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_or_newer_book_is_never_written_over(empty_book: Path, text: str) -> None:
    empty_book.parent.mkdir()
    empty_book.write_text(text)
    attempts = [lambda: lookup(S), entries, lambda: add(OTHER, random_deal(1))]
    for attempt in (*attempts, lambda: remove(OTHER)):
        with pytest.raises(DamagedBook) as caught:
            attempt()
        assert DAMAGED[text] in str(caught.value)
        assert str(empty_book) in str(caught.value)
        assert "othing was changed in it" in str(caught.value)
    assert empty_book.read_text() == text


def test_a_book_that_is_no_text_or_no_file_gives_a_sentence(empty_book: Path) -> None:
    empty_book.parent.mkdir()
    empty_book.write_bytes(b"\xff\xfe")
    with pytest.raises(DamagedBook, match="is not UTF-8 text"):
        lookup(S)
    empty_book.unlink()
    empty_book.mkdir()
    with pytest.raises(DamagedBook, match="cannot be read: "):
        lookup(S)


ADD_FIFTY = """
import sys
from pyramide.codes import add
from pyramide.random_deals import random_deal
for n in range(50):
    add("PY1-N-" + sys.argv[1] * 5 + chr(65 + n // 26) + chr(65 + n % 26), random_deal(n + 1))
"""


def test_two_processes_adding_at_once_lose_nothing() -> None:
    writers = [subprocess.Popen([sys.executable, "-c", ADD_FIFTY, x]) for x in "XY"]
    assert [writer.wait(60) for writer in writers] == [0, 0]
    assert sum(entry.own for entry in entries()) == 100
    assert lookup("PY1-N-XXXXXBX").known == lookup("PY1-N-YYYYYBX").known == random_cards(50)


ADD_AND_DIE = """
import os, signal
from pyramide.codes import add
from pyramide.random_deals import random_deal
os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
add("PY1-N-QWERTYU", random_deal(2))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_process_killed_halfway_leaves_the_book_whole(empty_book: Path) -> None:
    add("PY1-N-XXXXXXX", random_deal(1))
    before = empty_book.read_bytes()
    writer = subprocess.run([sys.executable, "-c", ADD_AND_DIE], check=False, timeout=60)
    assert writer.returncode == -signal.SIGKILL
    assert empty_book.read_bytes() == before
    assert lookup("PY1-N-XXXXXXX").known == random_cards(1)
    assert add(OTHER, random_deal(2)).known == random_cards(2)
