"""The house rules that no linter knows, as tests."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("solver", "cli", "tests", "benchmarks")
FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
LIBRARY = [path for path in FILES if path.is_relative_to(ROOT / "solver")]
PLAIN = (
    "cards", "codes", "deal", "errors", "files", "game", "layout", "limits", "moves",
    "position", "random_deals", "record", "rules", "score", "session",
    *(f"text.{path.stem}" for path in LIBRARY if path.parent.name == "text"),
)  # fmt: skip
LONGEST = 400


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each module that a file imports, with the names taken from it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, ()) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ".", tuple(alias.name for alias in node.names)


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


@pytest.mark.parametrize("path", FILES, ids=named)
def test_no_file_is_too_long(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST


@pytest.mark.parametrize("path", FILES, ids=named)
def test_no_file_uses_anothers_private_names(path: Path) -> None:
    ours = {"pyramide", "pyramide_cli", "tests", "benchmarks"}
    modules = set()
    for module, names in imports(path):
        if module.split(".")[0] in ours:
            assert not [part for part in (*module.split("."), *names) if is_private(part)]
            modules.update(names or [module])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            assert not (isinstance(node.value, ast.Name) and node.value.id in modules), node.attr


@pytest.mark.parametrize("path", LIBRARY, ids=named)
def test_the_library_knows_nothing_of_the_commands(path: Path) -> None:
    roots = {module.split(".")[0] for module, _ in imports(path)}
    assert not roots & {"pyramide_cli", "click", "tests", "benchmarks", "."}


def test_nothing_is_left_to_be_done_later() -> None:
    words = ("TO" + "DO", "FIX" + "ME")
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        assert not [word for word in words if word in text], path


def test_plain_modules_load_neither_numba_nor_numpy() -> None:
    lines = [f"import pyramide.{name}" for name in PLAIN]
    code = "; ".join([*lines, "import sys", "print(*sys.modules)"])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & {"numba", "numpy", "click", "tqdm", "pyramide.kernels"}
