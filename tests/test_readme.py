"""What the README shows is what the commands print, and its Python runs."""

from __future__ import annotations

import doctest

import pytest

from tests.readme import README, examples, output_of

TEXT = README.read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "shown"), examples(TEXT))
def test_the_output_shown_is_what_is_printed(command: str, shown: str) -> None:
    assert output_of(command) == shown


def test_the_tour_is_there() -> None:
    commands = {command.split()[1] for command, _ in examples(TEXT)}
    assert commands >= {"solve", "explain", "hint", "show", "verify", "deals"}


@pytest.mark.kernel
def test_the_python_examples() -> None:
    failures, tried = doctest.testfile(str(README), module_relative=False)
    assert (failures, tried > 0) == (0, True)
