"""Where a command begins: the entry and the moves played from it."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from pyramide.codes import UnknownCode
from pyramide.errors import PyramideError
from pyramide.moves import DRAW, UNDO
from pyramide.rules import APP
from pyramide_cli.inputs import Entry, Reader
from pyramide_cli.options import Lang
from pyramide_cli.starts import (
    begin,
    read_moves,
    reader,
    refuse_two_readers,
    start_of,
    the_one,
)

EN = Lang(None, "en")


def entry(word: str) -> Entry:
    return the_one(Reader(APP), [word])


def test_a_deal_with_moves() -> None:
    start = start_of(entry("PY1-N-AAAAAAS"), APP, read_moves("Kd; Tc 3s", EN))
    assert start.in_progress
    assert start.position.pyramid.count(None) == 3
    assert start.deal is not None
    assert not start_of(entry("random:1"), APP, ()).in_progress


def test_an_illegal_move_is_told_or_kept() -> None:
    moves = read_moves("Kd; Td 3s", EN)
    with pytest.raises(PyramideError, match=r"--after, move 2 \(Td 3s\) is illegal: Td is not fre"):
        start_of(entry("PY1-N-AAAAAAS"), APP, moves)
    fault = begin(entry("PY1-N-AAAAAAS"), APP, moves).played.fault
    assert fault is not None
    assert fault.index == 1


def test_where_there_are_no_cards() -> None:
    with pytest.raises(UnknownCode):
        begin(entry("PY1-N-AAAAAAJ"), APP, ())
    with pytest.raises(PyramideError, match="Twice"):
        begin(Entry(error=PyramideError("Twice")), APP, ())


def test_moves_are_text_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "moves.txt"
    path.write_text("draw x2\nundo\n", encoding="utf-8")
    assert read_moves(str(path), EN) == read_moves("draw x2; undo", EN) == (DRAW, DRAW, UNDO)
    assert read_moves(None, EN) == read_moves("", EN) == ()
    with pytest.raises(PyramideError, match=r"There is no file 'no/moves\.txt'"):
        read_moves("no/moves.txt", EN)
    with pytest.raises(PyramideError, match="Move 2 'Kx'"):
        read_moves("Kd; Kx", EN)


def test_one_deal_is_one() -> None:
    with pytest.raises(PyramideError, match="more than one deal"):
        the_one(Reader(APP), ["random:1..2"])
    with pytest.raises(PyramideError, match="the numbers run from 1"):
        the_one(Reader(APP), ["random:0"])
    with pytest.raises(click.UsageError):
        the_one(Reader(APP), [])


def test_the_deal_of_a_sentence() -> None:
    assert reader(APP, EN, None).beside is None
    beside = reader(APP, Lang("nl", "nl"), "random:1").beside
    assert beside is not None
    assert beside.name == "random:1"
    with pytest.raises(PyramideError, match="--deal: PY1-N-AAAAAAJ is not a deal"):
        reader(APP, EN, "PY1-N-AAAAAAJ")


def test_standard_input_is_one_of_both() -> None:
    refuse_two_readers(["-"], "Kd")
    with pytest.raises(click.UsageError, match="only once"):
        refuse_two_readers(["-"], "-")
