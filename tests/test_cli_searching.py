"""Searches for a person who waits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from pyramide.answers import Find, NeedsStockOrder
from pyramide.deal import Deal
from pyramide.limits import Limits
from pyramide.position import Position
from pyramide.random_deals import random_cards, random_deal
from pyramide.rules import APP, PRESETS
from pyramide.text.deals import deal_text
from pyramide_cli import searching
from pyramide_cli.exits import Exit
from pyramide_cli.searching import Searcher, Ticker, in_background

COMMAND = [sys.executable, "-m", "pyramide_cli.main", "solve"]


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


# --- `pyramide solve` as a process of its own ---


def test_standard_input_is_a_filter() -> None:
    text = "".join(deal_text(random_deal(number)) + "\n" for number in (1, 3))
    done = subprocess.run(
        [*COMMAND, "-", "--json", "--find", "win"],
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert done.returncode == Exit.ANSWERED
    assert [json.loads(line)["winnable"] for line in done.stdout.splitlines()] == [True, False]


def test_an_output_without_symbols_gets_plain_cards() -> None:
    done = subprocess.run(
        [*COMMAND, "random:1", "--find", "win"],
        env={**os.environ, "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"},
        capture_output=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == Exit.ANSWERED
    assert b"8h" in done.stdout
    assert b"?" not in done.stdout
    assert b"\x1b" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and signals")
def test_a_closed_pipe_is_quiet() -> None:
    words = " ".join([*COMMAND, "random:1..100000", "--json", "--find", "win"])
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {words} | head -1"],
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert json.loads(done.stdout)["deal"] == "random:1"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and signals")
def test_an_interrupt_keeps_what_was_printed() -> None:
    process = subprocess.Popen(
        [*COMMAND, "random:1..100000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=100)
    assert process.returncode == Exit.INTERRUPTED
    assert "Traceback" not in errors
    names = [json.loads(line)["deal"] for line in [first, *rest.splitlines()]]
    assert names == [f"random:{number}" for number in range(1, len(names) + 1)]


def test_imports_are_what_the_command_needs() -> None:
    code = (
        "import sys; from pyramide_cli.main import main\n"
        "main(['solve', 'PY1-N-QWERTYU', '--quiet']); main(['solve', '--help'])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stderr.split()) & {"numba", "numpy", "pyramide.answers"}
