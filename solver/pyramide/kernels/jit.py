"""The one decorator that compiles a kernel, and the bit operations of kernels.

Compiled code is kept beside the source, else in the user's cache folder; where
neither can be written the kernel is compiled anew in each process.

Numba's cache notices changes of a kernel's own file only, although kernels of
other files are compiled into it.  So every kernel gets a closure cell with a
fingerprint of the whole folder, which is part of its cache key: a change in any
kernel file compiles all of them again, and nothing stale can be run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from types import CellType, FunctionType
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit, types
from numba.core import config
from numba.extending import intrinsic

COMPILER_OFF = bool(vars(config)["DISABLE_JIT"])
"""Whether NUMBA_DISABLE_JIT has the kernels run as plain Python."""

Function = TypeVar("Function", bound=Callable[..., Any])


def _fingerprint() -> str:
    """A digest of the source of all kernels."""
    digest = hashlib.sha256()
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()


FINGERPRINT = _fingerprint()


def _marked(function: FunctionType) -> FunctionType:
    """The same function with the fingerprint as one more, unused, closure cell."""
    code = function.__code__
    code = code.replace(co_freevars=(*code.co_freevars, "kernel_fingerprint"))
    cells = (*(function.__closure__ or ()), CellType(FINGERPRINT))
    marked = FunctionType(code, function.__globals__, function.__name__, None, cells)
    marked.__doc__ = function.__doc__
    marked.__annotations__ = function.__annotations__
    marked.__module__ = function.__module__
    marked.__qualname__ = function.__qualname__
    return marked


def kernel(function: Function) -> Function:
    """Compile a function at its first call, without the interpreter's lock."""
    if COMPILER_OFF:
        return function
    # Kernels own no arrays, so counting references to them (`_nrt`) would only
    # cost time: it more than doubles the time of a small search.
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
    try:
        compiled = njit(cache=True, **options)(_marked(cast(FunctionType, function)))
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
        return cast(int, np.int64((product ^ (product >> np.uint64(32))) >> np.uint64(1)))
