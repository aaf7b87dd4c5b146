"""The console examples of the README: run them, and write or check what they print.

``python -m tests.readme`` writes the real output under every command.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"
BLOCK = re.compile(r"```console\n(\$ [^\n]+)\n(.*?)```\n", re.DOTALL)
SECONDS = re.compile(r'"seconds": [0-9.e-]+')
RUN = f"{sys.executable} -m pyramide_cli.main"


def output_of(command: str) -> str:
    """What a shell line prints on stdout, run with this Python, plain and in English."""
    line = re.sub(r"(^|\| )pyramide ", rf"\1{RUN} ", command)
    environment = os.environ | {"PYRAMIDE_LANG": "en", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        line, shell=True, capture_output=True, text=True, encoding="utf-8", env=environment
    )
    return SECONDS.sub('"seconds": 0.001', done.stdout)


def examples(text: str) -> list[tuple[str, str]]:
    """Each command of the page with what stands under it."""
    return [(match[1].removeprefix("$ "), match[2]) for match in BLOCK.finditer(text)]


def written(text: str) -> str:
    """The page with the real output under every command."""

    def block(match: re.Match[str]) -> str:
        command = match[1].removeprefix("$ ")
        return f"```console\n$ {command}\n{output_of(command)}```\n"

    return BLOCK.sub(block, text)


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
