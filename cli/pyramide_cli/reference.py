"""Write docs/commands.md from the help of every command, or check that it is fresh.

python -m pyramide_cli.reference docs/commands.md [--check]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from pyramide_cli.main import pyramide

HEAD = """\
# Commands

Made from the commands' own help by `make docs`; change it there, not here.
"""
WIDTH = 88


def reference() -> str:
    """The whole page."""
    parts = [HEAD]
    settings = {**pyramide.context_settings, "max_content_width": WIDTH}
    root = click.Context(pyramide, info_name="pyramide", **settings)
    for ctx in _contexts(root):
        ctx.terminal_width = WIDTH
        ctx.color = False
        text = ctx.command.get_help(ctx)
        lines = "\n".join(line.rstrip() for line in text.splitlines())
        parts.append(f"## {ctx.command_path}\n\n```text\n{lines}\n```\n")
    return "\n".join(parts)


def _contexts(ctx: click.Context) -> Iterator[click.Context]:
    """A command's context, then those of its subcommands, in the order of the help."""
    yield ctx
    command = ctx.command
    if isinstance(command, click.Group):
        for name in command.list_commands(ctx):
            child = command.get_command(ctx, name)
            if child is not None and not child.hidden:
                yield from _contexts(
                    click.Context(child, parent=ctx, info_name=name, **child.context_settings)
                )


def main(arguments: list[str]) -> int:
    """Write the page to a file, or with --check tell whether the file is fresh (0) or not (1)."""
    check = "--check" in arguments
    (name,) = [word for word in arguments if word != "--check"]
    path = Path(name)
    text = reference()
    if not check:
        path.write_text(text, encoding="utf-8", newline="\n")
        return 0
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{path} is not fresh: run `make docs`.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
