"""The bundles of options that commands share."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from pyramide.limits import Limits
from pyramide.rules import APP, PRESETS, Clear, Play, Rules
from pyramide.text.languages import LANGUAGES
from pyramide_cli import options
from pyramide_cli.exits import Exit


def test_the_languages_are_the_librarys() -> None:
    assert options.LANGUAGES == LANGUAGES


def options_of(*words: str, decorator: object, **variables: str) -> object:
    seen: list[object] = []

    @click.command()
    @decorator  # type: ignore[operator,untyped-decorator]
    def command(**values: object) -> None:
        seen.extend(values.values())

    result = CliRunner(env=variables).invoke(command, words)
    if result.exit_code == Exit.USAGE:
        return " ".join(result.output.split("Error: ")[1].split())
    assert result.exit_code == 0, result.output
    (value,) = seen
    return value


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_gives_its_rules(name: str) -> None:
    assert options_of("--rules", name, decorator=options.rule_options) == PRESETS[name]


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("", APP),
        ("--clear all", Rules(clear=Clear.ALL)),
        ("--passes 2", Rules(passes=2)),
        ("--passes unlimited --rules microsoft", Rules(play=Play.STOCK_AND_WASTE, waste_start=0)),
        ("--play drawn-pair", Rules(play=Play.DRAWN_PAIR)),
        ("--cover", Rules(cover=True)),
        ("--rules app-cover --no-cover", APP),
        ("--waste-start 0", Rules(waste_start=0)),
    ],
)
def test_single_fields_change_the_preset(words: str, rules: Rules) -> None:
    assert options_of(*words.split(), decorator=options.rule_options) == rules


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("", Limits()),
        ("--max-seconds 2.5 --max-nodes 1000", Limits(2.5, 1000)),
        ("--max-memory 4096", Limits(memory=4096)),
        ("--max-memory 500M", Limits(memory=500 * 2**20)),
        ("--max-memory 2g", Limits(memory=2 * 2**30)),
        ("--max-memory 1.5GiB", Limits(memory=3 * 2**29)),
    ],
)
def test_limits(words: str, limits: Limits) -> None:
    assert options_of(*words.split(), decorator=options.limit_options) == limits


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--max-seconds nan", "'nan' is no time: write seconds, as in 2.5."),
        ("--max-seconds 0", "'0' is no time"),
        ("--max-nodes 0", "0 is not in the range x>=1."),
        ("--max-memory 0.1", "'0.1' is no amount of memory: write 500M, or 2G."),
        ("--max-memory 5X", "'5X' is no amount of memory"),
        ("--passes 0", "'0' is no number of passes: give 1 or more, or 'unlimited'."),
        ("--rules bridge", "'bridge' is not one of 'app',"),
        ("--waste-start 2", "'2' is not one of '0', '1'."),
    ],
)
def test_bad_values_are_usage_errors(words: str, message: str) -> None:
    def both(command: options.Command) -> options.Command:
        return options.rule_options(options.limit_options(command))

    assert message in str(options_of(*words.split(), decorator=both))


NO_LANGUAGE = {"PYRAMIDE_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}


@pytest.mark.parametrize(
    ("words", "variables", "reading", "writing"),
    [
        ("", {}, None, "en"),
        ("--lang nl", {"PYRAMIDE_LANG": "fr"}, "nl", "nl"),
        ("", {"PYRAMIDE_LANG": "fr", "LANG": "de_DE.UTF-8"}, None, "fr"),
        ("", {"LANG": "de_DE.UTF-8"}, None, "de"),
        ("", {"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, None, "en"),
        ("", {"LANG": "it_IT"}, None, "en"),
    ],
)
def test_the_language(
    words: str, variables: dict[str, str], reading: str | None, writing: str
) -> None:
    lang = options_of(*words.split(), decorator=options.lang_option, **(NO_LANGUAGE | variables))
    assert lang == options.Lang(reading, writing)


@pytest.mark.parametrize(
    ("words", "variables", "color", "symbols"),
    [
        ("", {}, False, True),
        ("--color always", {"NO_COLOR": "1"}, True, True),
        ("--color never --ascii", {}, False, False),
        ("", {"PYRAMIDE_ASCII": "1"}, False, False),
    ],
)
def test_the_look(words: str, variables: dict[str, str], color: bool, symbols: bool) -> None:
    look = options_of(*words.split(), decorator=options.look_options, **variables)
    assert look == options.Look(color, symbols)


@pytest.mark.parametrize(
    ("variables", "colored"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_a_terminal_gets_colors_unless_told_not_to(
    variables: dict[str, str], colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in ({"NO_COLOR": "", "TERM": "xterm"} | variables).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert options.look_now("auto", plain=False).color is colored


@pytest.mark.parametrize(("encoding", "style"), [("utf-8", "symbol"), ("cp1252", "ascii")])
def test_symbols_need_an_encoding_that_has_them(encoding: str, style: str) -> None:
    code = "from pyramide_cli.options import look_now; print(look_now('auto', plain=False).style)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYRAMIDE_ASCII": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{style}\n"


def test_colors_survive_a_pipe_when_always_is_asked_for() -> None:
    @click.command()
    @options.json_option
    @options.look_options
    def command(look: options.Look, as_json: bool) -> None:
        click.echo(json.dumps(as_json) + click.style("x", fg="red"))

    assert CliRunner().invoke(command, ["--color", "always"]).output == "false\x1b[31mx\x1b[0m\n"
    assert CliRunner().invoke(command, ["--json"]).output == "truex\n"
