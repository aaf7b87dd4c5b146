"""The one decorator: bit operations, the cache that notices every change, no cache at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import pyramide
from pyramide.kernels.jit import highest, kernel, lowest, popcount, scramble

PACKAGE = Path(pyramide.__file__).parent

# A small package with the real decorator: `callee` is compiled into `caller`.
CALLEE = '''\
from pyramide.kernels.jit import kernel

@kernel
def callee(word: int) -> int:
    """Adds a number."""
    return word + {number}
'''
CALLER = '''\
from pyramide.kernels.callee import callee
from pyramide.kernels.jit import kernel

@kernel
def caller(word: int) -> int:
    """Calls a kernel of another file."""
    return 10 * callee(word)
'''
RUN = """\
from pyramide.kernels.caller import caller
print(caller(1), sum(caller.stats.cache_hits.values()), caller.__doc__, caller.__name__)
"""


@kernel
def _popcount(word: int) -> int:
    return popcount(word)


@kernel
def _lowest(word: int) -> int:
    return lowest(word)


@kernel
def _highest(word: int) -> int:
    return highest(word)


@kernel
def _scramble(word: int) -> int:
    return scramble(word)


words = st.integers(0, 2**63 - 1)


@pytest.mark.kernel
@pytest.mark.nocompiler
@given(words)
@example(0)
@example(2**63 - 1)
def test_popcount_is_that_of_python(word: int) -> None:
    assert _popcount(word) == word.bit_count()


@pytest.mark.kernel
@pytest.mark.nocompiler
@given(words.filter(bool))
@example(1)
@example(2**62)
@example(2**63 - 1)
def test_lowest_and_highest_are_those_of_python(word: int) -> None:
    assert _lowest(word) == (word & -word).bit_length() - 1
    assert _highest(word) == word.bit_length() - 1


@pytest.mark.kernel
@pytest.mark.nocompiler
@given(words)
@example(0)
@example(2**63 - 1)
def test_scramble_is_fibonacci_hashing_with_and_without_the_compiler(word: int) -> None:
    product = word * 0x9E3779B97F4A7C15 % 2**64
    assert _scramble(word) == (product ^ product >> 32) >> 1


@pytest.mark.nocompiler
def test_scramble_spreads_neighbours() -> None:
    slots = {_scramble(word) & 1023 for word in range(1024)}
    assert len(slots) > 500


@pytest.fixture
def small_package(tmp_path: Path) -> Path:
    """A package `pyramide` in a scratch folder with the decorator and two kernels."""
    kernels = tmp_path / "root" / "pyramide" / "kernels"
    kernels.mkdir(parents=True)
    for folder in (kernels.parent, kernels):
        (folder / "__init__.py").write_text("")
    shutil.copy(PACKAGE / "kernels" / "jit.py", kernels)
    (kernels / "callee.py").write_text(CALLEE.format(number=1))
    (kernels / "caller.py").write_text(CALLER)
    return kernels


def run(kernels: Path, **environment: str) -> list[str]:
    """What a new process prints about `caller`: its answer, cache hits, docstring, name."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUN],
        env={
            **{name: value for name, value in os.environ.items() if "NUMBA" not in name},
            "PYTHONPATH": str(kernels.parents[1]),
            "PYTHONDONTWRITEBYTECODE": "1",
            **environment,
        },
        cwd=kernels.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split(maxsplit=2)


@pytest.mark.kernel
def test_a_change_in_another_kernel_file_is_noticed(small_package: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    rest = "Calls a kernel of another file. caller\n"
    assert run(small_package, NUMBA_CACHE_DIR=cache) == ["20", "0", rest]
    assert run(small_package, NUMBA_CACHE_DIR=cache) == ["20", "1", rest]
    (small_package / "callee.py").write_text(CALLEE.format(number=2))
    assert run(small_package, NUMBA_CACHE_DIR=cache) == ["30", "0", rest]
    assert run(small_package, NUMBA_CACHE_DIR=cache) == ["30", "1", rest]


@pytest.mark.kernel
def test_the_cache_lies_beside_the_source(small_package: Path) -> None:
    assert run(small_package)[:2] == ["20", "0"]
    assert list((small_package / "__pycache__").glob("caller.caller-*.nbi"))
    assert run(small_package)[:2] == ["20", "1"]


@pytest.mark.kernel
def test_without_a_folder_to_write_it_compiles_every_time(
    small_package: Path, tmp_path: Path
) -> None:
    # A file where the cache folders would be keeps even an administrator out.
    (small_package / "__pycache__").write_text("")
    home = tmp_path / "home"
    home.write_text("")
    homes = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "LOCALAPPDATA": str(home)}
    for _ in range(2):
        assert run(small_package, **homes)[:2] == ["20", "0"]


def test_without_the_compiler_a_kernel_is_a_plain_function(small_package: Path) -> None:
    script = "from pyramide.kernels.caller import caller; print(caller(1), type(caller).__name__)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, "PYTHONPATH": str(small_package.parents[1]), "NUMBA_DISABLE_JIT": "1"},
        cwd=small_package.parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["20", "function"]
