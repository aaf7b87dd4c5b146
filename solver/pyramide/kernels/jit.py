"""How kernels are compiled, and the bit operations of kernels.

Compiled code is kept beside the source, else in the user's cache folder; where
neither can be written the kernel is compiled anew in each process.

Numba's cache notices changes of a kernel's own file only, although kernels of
other files are compiled into it, and it cannot read an index that names types
which are gone.  So a fingerprint of the whole folder is part of every kernel's
qualified name, from which the names of its cache files are made: a change in any
kernel file compiles all of them again, and nothing stale is ever read.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, types
from numba.core import config
from numba.extending import intrinsic

COMPILER_OFF = bool(vars(config)["DISABLE_JIT"])
"""Whether NUMBA_DISABLE_JIT has the kernels run as plain Python."""

WRAP_PARTS = "PYRAMIDE_WRAP_PARTS" in os.environ
"""Whether Python can call the parts of kernels too, which tests do."""

UNWRAPPED = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

Function = TypeVar("Function", bound=Callable[..., Any])


def _fingerprint() -> str:
    """A digest of the source of all kernels."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:12] + ("-wrapped" if WRAP_PARTS else "")


FINGERPRINT = _fingerprint()


def kernel(function: Function) -> Function:
    """Compile a function that Python calls, at its first call, without the interpreter's lock."""
    return _compiled(function, {"no_cfunc_wrapper": True})


def part(function: Function) -> Function:
    """Compile a function that only kernels call.

    It goes without the wrapper through which Python would call it, which takes
    as long to compile as the function itself; tests have it made (`WRAP_PARTS`).
    """
    return _compiled(function, {} if WRAP_PARTS else UNWRAPPED)


def inlined(function: Function) -> Function:
    """Compile a part right into the kernels that call it.

    A call hands over every array by five words or more, which costs more than
    many a part itself: worth it for parts of the inner loop, of which each place
    that calls them then gets a copy.
    """
    return _compiled(function, {"forceinline": True} | ({} if WRAP_PARTS else UNWRAPPED))


def _compiled(function: Function, more_options: dict[str, Any]) -> Function:
    """The function, compiled when it is first called, kept in the cache where there is one."""
    if COMPILER_OFF:
        return function
    # Kernels own no arrays, so counting references to them (`_nrt`) would only
    # cost time: it more than doubles the time of a small search.
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
    options |= more_options
    function.__qualname__ = f"{function.__qualname__}-{FINGERPRINT}"
    try:
        compiled = njit(cache=True, **options)(function)
    except RuntimeError:  # no folder for the cache can be written
        compiled = njit(**options)(function)
    return cast(Function, compiled)


if COMPILER_OFF:

    def popcount(word: int) -> int:
        """How many bits of a word are set."""
        return int(word).bit_count()

    def lowest(word: int) -> int:
        """The index of the lowest set bit of a word that is not 0."""
        return (int(word) & -int(word)).bit_length() - 1

    def highest(word: int) -> int:
        """The index of the highest set bit of a word that is not 0."""
        return int(word).bit_length() - 1

    def scramble(word: int) -> int:
        """A well-mixed int64 >= 0 of a word >= 0, the same with and without the compiler."""
        product = (int(word) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        return (product ^ (product >> 32)) >> 1

else:

    @intrinsic
    def popcount(typing_context: Any, word: Any) -> Any:  # pragma: no cover
        """How many bits of a word are set."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), build

    @intrinsic
    def lowest(typing_context: Any, word: Any) -> Any:  # pragma: no cover
        """The index of the lowest set bit of a word that is not 0."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), build

    @intrinsic
    def highest(typing_context: Any, word: Any) -> Any:  # pragma: no cover
        """The index of the highest set bit of a word that is not 0."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            zeros = builder.ctlz(arguments[0], context.get_constant(types.boolean, True))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), build

    @njit(cache=False, nogil=True)
    def scramble(word: int) -> int:  # pragma: no cover
        """A well-mixed int64 >= 0 of a word >= 0, the same with and without the compiler."""
        product = np.uint64(word) * np.uint64(0x9E3779B97F4A7C15)
        return np.int64((product ^ (product >> np.uint64(32))) >> np.uint64(1))  # type: ignore[return-value]
