"""The command `pyramide`: finds the command that is meant, and how all of them end.

A command's module is loaded when the command is called, so that help and
version cost no more than Python and click do.  `COMMANDS` therefore holds the
line that the list of commands shows for each.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from importlib import import_module

import click

from pyramide import __version__
from pyramide.errors import PyramideError
from pyramide_cli.exits import Exit

COMMANDS = {
    "solve": "All answers for a deal: can it be won, and how.",
    "show": "Draw a deal, or a position of a game.",
    "verify": "Replay a recorded game: is it legal, and what does it score?",
    "hint": "The next move of a best line.",
    "explain": "Why a deal cannot be won.",
    "deals": "Make random deals, or convert deals.",
    "rules": "List the rule sets.",
    "codes": "List, add and remove the deals kept under codes.",
}


class LazyGroup(click.Group):
    """A group whose commands are loaded when they are called.

    The module `pyramide_cli.<name>` holds its command as `command`.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command; None where there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"pyramide_cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that is called; near names are suggested for a mistyped one."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, 1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            ctx.fail(f"No such command '{name}'.{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="pyramide %(version)s")
def pyramide() -> None:
    """Exact answers about deals of Pyramid patience.

    A DEAL is a code (PY1-N-AAAAAAS), a numbered random deal (random:7), a file,
    - for standard input, or the cards themselves: the pyramid from the top row
    down, then the waste card, then the stock.

    \b
    Exit codes: 0 answered; 1 not a legal game (verify), not winnable (--quiet);
    2 usage; 3 bad deal, record or file; 4 not decided within the limits.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `pyramide` with these arguments (default: the command line's); its exit code.

    Bad input becomes one sentence on stderr, an interrupt the code 130, and a
    reader that has closed the pipe ends the command in silence.
    """
    if "_PYRAMIDE_COMPLETE" in os.environ:  # a shell asks for completions
        pyramide.main(prog_name="pyramide")
    _write_what_the_terminal_can()
    try:
        code = _run(sys.argv[1:] if arguments is None else list(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        _silence()
        return Exit.ANSWERED
    except (KeyboardInterrupt, click.Abort):
        return _end_at_once()
    return code


def _run(words: list[str]) -> int:
    """Run the command; errors that say what the user did become exit codes.

    Not by `click.Command.main`, which takes closed pipes for failures.
    """
    try:
        with pyramide.make_context("pyramide", words) as ctx:
            result = pyramide.invoke(ctx)
        return result if isinstance(result, int) else Exit.ANSWERED
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except PyramideError as error:
        click.echo(str(error), err=True)
        return Exit.BAD_INPUT
    except BrokenPipeError:
        raise
    except OSError as error:
        name = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
        click.echo(f"{name}{error.strerror or error}.", err=True)
        return Exit.BAD_INPUT


def _write_what_the_terminal_can() -> None:
    """Show a question mark for a letter that the output's encoding lacks, and go on.

    A stream that was closed before the start takes what is written, and drops it.
    """
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure") and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def _silence() -> None:
    """Send what is still to be written nowhere, so that the end of Python is quiet."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _end_at_once() -> int:
    """The exit code of an interrupt; without waiting where a search still runs."""
    if sys.stderr is not None and sys.stderr.isatty():
        click.echo(err=True)  # the shell's prompt shall not follow the terminal's ^C
    if threading.active_count() > 1:
        os._exit(Exit.INTERRUPTED)
    return Exit.INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
