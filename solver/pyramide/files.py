"""Files that outlast a command: the data folder, one writer at a time, whole writes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyramide.errors import PyramideError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

FOLDER_VARIABLE = "PYRAMIDE_DATA_DIR"


def data_folder() -> Path:
    """The folder of the user's own files, whether it is there yet or not.

    PYRAMIDE_DATA_DIR names it; else it is the platform's: %LOCALAPPDATA% on
    Windows, Library/Application Support on macOS, XDG_DATA_HOME or
    ~/.local/share elsewhere, with `pyramide` in it.  Raises PyramideError where
    there is no home to put it in.
    """
    try:
        if named := os.environ.get(FOLDER_VARIABLE):
            return Path(named).expanduser()
        return _platform_folder() / "pyramide"
    except RuntimeError:  # no such home
        raise PyramideError(
            f"There is no home folder to keep files in: set {FOLDER_VARIABLE} to a folder."
        ) from None


def _platform_folder() -> Path:
    """Where this platform keeps the data of programs, for this user."""
    if sys.platform == "win32":
        named = os.environ.get("LOCALAPPDATA") or os.environ.get("APPDATA")
        return Path(named) if named else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    named = os.environ.get("XDG_DATA_HOME", "")
    # The XDG specification has relative paths ignored.
    return Path(named) if Path(named).is_absolute() else Path.home() / ".local" / "share"


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file, waiting for other processes that hold it.

    The lock lies on `<name>.lock` beside the file, since the file itself is
    replaced while the lock is held.  The system lets it go when the process
    ends, however it ends, so no lock is ever stale.  Makes the folder.  Raises
    PyramideError where the folder cannot be written.
    """
    lock = path.with_name(path.name + ".lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise PyramideError(f"{lock} cannot be written: {error.strerror}.") from None
    try:
        _wait_for(handle, lock)
        yield
    finally:
        os.close(handle)  # lets go of the lock too


def _wait_for(handle: int, lock: Path) -> None:
    """Take the lock on an open file, however long another process holds it."""
    if sys.platform == "win32":
        while True:
            try:
                msvcrt.locking(handle, msvcrt.LK_LOCK, 1)  # gives up after ten seconds
            except OSError:
                continue
            return
    else:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
        except OSError as error:
            raise PyramideError(f"{lock} cannot be locked: {error.strerror}.") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that at every moment it is either the old or the new one.

    For a writer that holds the file's lock.  The new text goes to `<name>.new`
    in the same folder, is forced to the disk, and takes the file's place in one
    step; what a killed writer left in `.new` is written over.  Raises
    PyramideError where that cannot be done; the file is then the old one.
    """
    target = path.resolve()  # a link stays a link
    fresh = target.with_name(target.name + ".new")
    try:
        with fresh.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, target)
        if sys.platform != "win32":
            folder = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    except OSError as error:
        raise PyramideError(f"{path} cannot be written: {error.strerror}.") from None
