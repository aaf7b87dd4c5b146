"""Limits and the clock that watches them."""

from __future__ import annotations

import builtins
from io import StringIO

import pytest

from pyramide import limits
from pyramide.limits import Clock, Limits, available_memory

pytestmark = pytest.mark.nocompiler


class Hand:
    """A clock that a test turns by hand."""

    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def hand(monkeypatch: pytest.MonkeyPatch) -> Hand:
    turned = Hand()
    monkeypatch.setattr(limits, "time", turned)
    return turned


def test_without_limits_every_slice_is_whole() -> None:
    clock = Clock(Limits())
    clock.count(10**12)
    assert clock.slice_size(2000) == 2000


def test_nodes_are_counted_to_the_limit() -> None:
    clock = Clock(Limits(nodes=5000))
    assert clock.slice_size(2000) == 2000
    clock.count(3000)
    assert clock.slice_size(2000) == 2000
    clock.count(1500)
    assert clock.slice_size(2000) == 500
    clock.count(500)
    assert clock.slice_size(2000) == 0
    assert clock.reason() == "node limit"
    clock.count(7)
    assert clock.slice_size(2000) == 0
    assert clock.nodes == 5007


def test_the_clock_runs_from_when_it_is_made() -> None:
    clock = Clock(Limits())
    once = clock.seconds
    assert 0 <= once <= clock.seconds


@pytest.mark.parametrize("limit", [Limits(nodes=0), Limits(seconds=0), Limits(seconds=-1)])
def test_a_limit_of_nothing_allows_nothing(limit: Limits) -> None:
    assert Clock(limit).slice_size(2000) == 0


def test_the_time_limit(hand: Hand) -> None:
    clock = Clock(Limits(seconds=2.5), started=hand.now)
    assert clock.slice_size(2000) == 2000
    hand.now += 2.25
    assert clock.slice_size(2000) == 2000
    assert clock.seconds == 2.25
    hand.now += 0.25
    assert clock.slice_size(2000) == 0
    assert clock.reason() == "time limit"


def test_the_memory_limit() -> None:
    clock = Clock(Limits(memory=1000))
    assert clock.memory == 1000
    assert clock.may_hold(1000)
    assert not clock.may_hold(1001)
    assert not Clock(Limits(memory=0)).may_hold(1)


def test_the_usual_memory_limit_is_half_of_what_is_available(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "available_memory", lambda: 3_000_000)
    assert Clock(Limits()).memory == 1_500_000


def test_the_machine_tells_its_memory() -> None:
    assert available_memory() > 10_000_000


def test_the_systems_own_figure_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "MemTotal: 9 kB\nMemAvailable:    1234 kB\nMemFree: 7 kB\n"
    monkeypatch.setattr(builtins, "open", lambda *_, **__: StringIO(text))
    assert available_memory() == 1234 * 1024


def test_without_that_figure_there_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> StringIO:
        raise FileNotFoundError

    monkeypatch.setattr(builtins, "open", missing)
    monkeypatch.setattr(limits.os, "sysconf", lambda name: 1000 if "PAGES" in name else 4096)
    assert available_memory() == 2_048_000

    def unknown(name: str) -> int:
        raise ValueError(name)

    monkeypatch.setattr(limits.os, "sysconf", unknown)
    assert available_memory() == 4 * 1024**3
