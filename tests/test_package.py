"""The package: its version, its licence, what importing it costs, its examples."""

from __future__ import annotations

import doctest
import pkgutil
import subprocess
import sys
from importlib import import_module
from importlib.metadata import metadata, version
from pathlib import Path

import pytest

import pyramide

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(pyramide.__path__, "pyramide.")
    if not module.name.startswith("pyramide.kernels")
)


def test_the_version_stands_in_one_place() -> None:
    assert version("pyramide") == pyramide.__version__
    assert f"## {pyramide.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_licence_is_mit() -> None:
    assert metadata("pyramide")["License-Expression"] == "MIT"
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.startswith("MIT License\n\nCopyright (c) 2026 The Pyramide authors\n")


def test_importing_loads_nothing_else() -> None:
    code = "import sys, pyramide; dir(pyramide); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"numba", "numpy", "click", "tqdm"}
    assert {name for name in loaded if name.startswith("pyramide.")} == set()


@pytest.mark.parametrize("name", pyramide.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(pyramide, name) is getattr(pyramide, name)
    assert name in dir(pyramide)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    assert not hasattr(pyramide, "nonsense")


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
