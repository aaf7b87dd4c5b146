"""The command line as a whole: what is loaded, and how commands end."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pyramide import __version__
from pyramide.codes import add
from pyramide.errors import PyramideError
from pyramide.random_deals import random_deal
from pyramide_cli import main as main_module
from pyramide_cli import reference
from pyramide_cli.exits import Exit
from pyramide_cli.main import COMMANDS, main, pyramide

ROOT = Path(__file__).parents[1]
CLI = ROOT / "cli" / "pyramide_cli"


def run(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pyramide_cli.main", *words],
        env={**os.environ, **variables},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def ends_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> int:
    @click.command()
    def command() -> None:
        raise error

    monkeypatch.setattr(main_module.LazyGroup, "get_command", lambda *_: command)
    return main(["rules"])


# --- what is loaded ---


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["--version"], ["rules"], ["slove"]])
def test_little_is_loaded(words: list[str]) -> None:
    code = (
        "import sys; from pyramide_cli.main import main; main(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
    )
    loaded = set(done.stderr.split())
    assert "click" in loaded
    assert not loaded & {"numba", "numpy", "tqdm", "pyramide.game", "pyramide.answers"}
    commands = {f"pyramide_cli.{name}" for name in COMMANDS}
    assert loaded & commands == ({"pyramide_cli.rules"} if words == ["rules"] else set())


def test_the_table_holds_every_command() -> None:
    homes = {
        path.stem
        for path in CLI.glob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name == "command"
    }
    assert homes == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    result = CliRunner().invoke(pyramide, [name, "--help"])
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: pyramide {name}")


def test_the_command_reference_is_fresh(capsys: pytest.CaptureFixture[str]) -> None:
    assert reference.main([str(ROOT / "docs" / "commands.md"), "--check"]) == 0


def test_the_command_reference_tells_when_it_is_not_fresh(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "commands.md"
    assert reference.main([str(page), "--check"]) == 1
    assert reference.main([str(page)]) == 0
    assert reference.main([str(page), "--check"]) == 0
    text = page.read_text(encoding="utf-8")
    for name in (*COMMANDS, "codes add", "codes path"):
        assert f"\n## pyramide {name}\n\n```text\nUsage: pyramide {name} " in text
    page.write_text(text + " ", encoding="utf-8")
    assert reference.main([str(page), "--check"]) == 1
    assert "is not fresh: run `make docs`" in capsys.readouterr().err


# --- how commands end ---


def test_the_exit_codes() -> None:
    assert {name: int(code) for name, code in Exit.__members__.items()} == {
        "ANSWERED": 0,
        "NOT_LEGAL": 1,
        "NOT_WINNABLE": 1,
        "USAGE": 2,
        "BAD_INPUT": 3,
        "UNDECIDED": 4,
        "INTERRUPTED": 130,
    }


def test_the_version() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout) == (0, f"pyramide {__version__}\n")


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_lists_the_commands_and_the_exit_codes(option: str) -> None:
    result = CliRunner().invoke(pyramide, [option])
    assert result.exit_code == 0
    for name, line in COMMANDS.items():
        width = max(map(len, COMMANDS))
        assert f"  {name:{width}}  {line}\n" in result.output
    assert "4 not decided within the limits" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["slove"], "No such command 'slove'. Did you mean 'solve'?"),
        (["xyzzy"], "No such command 'xyzzy'."),
        (["--nonsense"], "No such option"),
        (["rules", "--nonsense"], "No such option"),
        (["codes", "add"], "Missing argument 'CODE'"),
    ],
)
def test_usage_errors(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == Exit.USAGE
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err


def test_no_command_at_all_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == Exit.USAGE
    assert "Commands:\n  solve" in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (PyramideError("Twice in the deal: Kd."), Exit.BAD_INPUT, "Twice in the deal: Kd.\n"),
        (FileNotFoundError(2, "No such file", "x.txt"), Exit.BAD_INPUT, "x.txt: No such file.\n"),
        (OSError(28, "No space left"), Exit.BAD_INPUT, "No space left.\n"),
        (KeyboardInterrupt(), Exit.INTERRUPTED, ""),
        (click.Abort(), Exit.INTERRUPTED, ""),
        (click.exceptions.Exit(4), Exit.UNDECIDED, ""),
    ],
)
def test_errors_become_one_sentence_and_a_code(
    error: BaseException,
    code: Exit,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ends_with(error, monkeypatch) == code
    assert capsys.readouterr() == ("", message)


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        ends_with(ZeroDivisionError(), monkeypatch)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and signals")
@pytest.mark.parametrize("words", ["rules", "--help", "codes"])
def test_a_closed_pipe_is_quiet(words: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "pyramide_cli.main", words],
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes and signals")
def test_an_interrupt_ends_a_command_at_once() -> None:
    code = (
        "import sys, threading; from pyramide_cli import codes, main\n"
        "threading.Thread(target=threading.Event().wait).start()\n"  # a search that goes on
        "old = codes.read_text\n"
        "def wait(name): print('waits', flush=True); return old(name)\n"
        "codes.read_text = wait\n"
        "sys.exit(main.main(['codes', 'add', 'PY1-N-QWERTYU', '-']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "waits\n"
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert process.communicate() == ("", "")


def test_letters_that_the_output_lacks_are_no_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYRAMIDE_DATA_DIR", str(tmp_path))
    add("PY1-N-QWERTYU", random_deal(7), "all but 10♦")
    done = run("codes", "list", PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("PY1-N-QWERTYU  52 cards  yours    all but 10?\n")


def test_closed_streams_end_without_a_traceback() -> None:
    run = f"{sys.executable} -m pyramide_cli.main"
    for line, code in ((f"{run} rules >&-", 0), (f"{run} solve - <&-", 3)):
        done = subprocess.run(line, shell=True, capture_output=True, text=True)
        assert (done.returncode, "Traceback" in done.stderr) == (code, False)
