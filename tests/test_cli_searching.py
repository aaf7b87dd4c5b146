"""Searches for a person who waits."""

from __future__ import annotations

import threading

import pytest

from pyramide.answers import Find, NeedsStockOrder
from pyramide.deal import Deal
from pyramide.limits import Limits
from pyramide.position import Position
from pyramide.random_deals import random_cards, random_deal
from pyramide.rules import APP, PRESETS
from pyramide_cli import searching
from pyramide_cli.searching import Searcher, Ticker, in_background


def test_work_is_done_in_another_thread() -> None:
    assert in_background(threading.current_thread) is not threading.current_thread()


def test_an_error_comes_out_where_it_is_waited_for() -> None:
    with pytest.raises(ZeroDivisionError):
        in_background(lambda: 1 // 0)


def test_a_searcher_answers_and_refuses() -> None:
    searcher = Searcher(Limits())
    assert searcher.solve(Position.start(random_deal(1), APP), APP, {Find.WIN}).winnable
    unknown = Position.start(Deal.of(random_cards(1)[:29]), APP)
    with pytest.raises(NeedsStockOrder):
        searcher.solve(unknown, PRESETS["app-one-pass"], {Find.WIN})


def test_the_line_of_a_long_search_comes_late_and_goes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [100.0]
    monkeypatch.setattr(searching.time, "monotonic", lambda: clock[0])
    ticker = Ticker()
    ticker.clear()
    for now in (100.5, 101.0, 101.05, 101.2):
        clock[0] = now
        ticker(f"at {now}")
    ticker.clear()
    assert capsys.readouterr().err == "\r\x1b[Kat 101.0\r\x1b[Kat 101.2\r\x1b[K"
