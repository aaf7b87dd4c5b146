"""`pyramide codes`: list, add, remove, path."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pyramide.codes import add, book_path, lookup
from pyramide.deal import Deal
from pyramide.random_deals import random_cards, random_deal
from pyramide.text.deals import deal_text
from pyramide_cli.exits import Exit
from pyramide_cli.main import main

OTHER = "PY1-N-QWERTYU"
S = "PY1-N-AAAAAAS"
SENTENCE = (
    "Trekstapel: 23 kaarten; aflegstapel: ruiten 7. Rij 1: ruitenboer; rij 2: klaveren 6, "
    "harten 7; rij 3: schoppenaas, ruiten 4, schoppenvrouw; rij 4: harten 5, ruiten 3, harten 6, "
    "schoppen 8; rij 5: hartenheer, klaverenheer, ruitenaas, schoppenheer, klaveren 9; rij 6: "
    "klaverenvrouw, klaveren 2, ruiten 8, ruiten 10, schoppen 10, schoppenboer; rij 7: klaveren 7, "
    "klaveren 10, harten 3, harten 4, schoppen 3, ruitenheer, schoppen 7."
)


@pytest.fixture(autouse=True)
def empty_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYRAMIDE_DATA_DIR", str(tmp_path / "data"))
    return book_path()


@pytest.fixture
def deal_file(tmp_path: Path) -> str:
    path = tmp_path / "deal.txt"
    path.write_text(deal_text(random_deal(7)) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("words", [["codes"], ["codes", "list"]])
def test_the_list(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    add(OTHER, Deal.of(random_cards(7)[:30]), "from a friend")
    assert main(words) == Exit.ANSWERED
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("PY1-N-AAAAAAJ   0 cards  library  ")
    assert "never more than 14 cards can be removed" in lines[0]
    assert lines[1].startswith("PY1-N-AAAAAAS  29 cards  library  ")
    assert lines[2] == "PY1-N-QWERTYU  30 cards  yours    from a friend"
    assert len(lines) == 3


def test_the_list_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["codes", "list", "--json"]) == Exit.ANSWERED
    lost, shown = json.loads(capsys.readouterr().out)["codes"]
    assert (lost["code"], lost["published"]) == ("PY1-N-AAAAAAJ", {"most": 14})
    assert lost["cards"] == [None] * 52
    assert shown["cards"][:3] == ["Jd", "6c", "7h"]
    assert (shown["known"], shown["own"], shown["published"]) == (29, False, None)


def test_a_deal_is_added_and_removed(
    deal_file: str, empty_book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["codes", "add", "py1 n qwertyu", deal_file]) == Exit.ANSWERED
    assert capsys.readouterr().out == f"{OTHER} is kept with 52 cards in {empty_book}.\n"
    assert lookup(OTHER).known == random_cards(7)
    assert main(["codes", "remove", OTHER.lower()]) == Exit.ANSWERED
    assert capsys.readouterr().out == f"{OTHER} is removed from {empty_book}.\n"
    assert main(["codes", "remove", OTHER]) == Exit.BAD_INPUT
    assert capsys.readouterr().err == f"{OTHER} is not in your book, {empty_book}.\n"


def test_answers_in_json(deal_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["codes", "add", OTHER, deal_file, "--note", "mine", "--json"]) == Exit.ANSWERED
    answer = json.loads(capsys.readouterr().out)
    assert (answer["code"], answer["known"], answer["own"]) == (OTHER, 52, True)
    assert (answer["note"], answer["schema"]) == ("mine", 1)
    assert main(["codes", "path", "--json"]) == Exit.ANSWERED
    answer = json.loads(capsys.readouterr().out)
    assert (answer["path"], answer["exists"]) == (str(book_path()), True)
    assert main(["codes", "remove", OTHER, "--json"]) == Exit.ANSWERED
    answer = json.loads(capsys.readouterr().out)
    assert (answer["code"], answer["removed"]) == (OTHER, True)


def test_the_path(empty_book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["codes", "path"]) == Exit.ANSWERED
    assert capsys.readouterr().out == f"{empty_book}\n"
    assert not empty_book.exists()


def test_a_page_sentence_from_standard_input_in_a_process_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pyramide_cli.main", "codes", "add", OTHER, "-"],
        input=("\ufeff" + SENTENCE).encode(),
        capture_output=True,
        env=os.environ,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert lookup(OTHER).known == lookup(S).known


def test_what_is_known_already_is_nothing_new(
    tmp_path: Path, empty_book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.txt"
    path.write_text(SENTENCE, encoding="utf-8")
    assert main(["codes", "add", S, str(path), "--lang", "nl"]) == Exit.ANSWERED
    assert capsys.readouterr().out == f"Nothing new: {S} is known with 29 cards already.\n"
    assert not empty_book.exists()


@pytest.mark.parametrize(
    ("code", "content", "message"),
    [
        ("PY2-N-QWERTYU", b"", "'PY2-N-QWERTYU' is no deal code: it is of version 2"),
        (OTHER, None, "There is no file '"),
        (OTHER, b"Jd \xff", "line 1: not UTF-8 text. Save it as UTF-8."),
        (OTHER, b"Jd 6c 7h", "28"),
        (S, deal_text(random_deal(7)).encode(), f"{S} is known as another deal: its card 1 is Jd"),
    ],
)
def test_bad_input_is_one_sentence_and_code_3(
    code: str,
    content: bytes | None,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "deal.txt"
    if content is not None:
        path.write_bytes(content)
    assert main(["codes", "add", code, str(path)]) == Exit.BAD_INPUT
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert not book_path().exists()


def test_a_damaged_book_is_told_by_every_command(
    deal_file: str, empty_book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty_book.parent.mkdir()
    empty_book.write_text("{")
    for words in (["list"], ["add", OTHER, deal_file], ["remove", OTHER]):
        assert main(["codes", *words]) == Exit.BAD_INPUT
        assert f"Your code book {empty_book} is damaged" in capsys.readouterr().err
    assert empty_book.read_text() == "{"
