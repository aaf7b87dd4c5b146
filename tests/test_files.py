"""The data folder of each platform, locks between processes, whole writes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pyramide.errors import PyramideError
from pyramide.files import data_folder, locked, write_whole

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX folders and signals")


def run_python(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True
    )


def test_the_variable_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYRAMIDE_DATA_DIR", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    assert not (tmp_path / "mine").exists()


@posix
@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"HOME": "/home/ann"}, "/home/ann/.local/share/pyramide"),
        ("linux", {"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, "/data/pyramide"),
        ("linux", {"HOME": "/h", "XDG_DATA_HOME": "here"}, "/h/.local/share/pyramide"),
        ("darwin", {"HOME": "/Users/ann"}, "/Users/ann/Library/Application Support/pyramide"),
        ("win32", {"LOCALAPPDATA": "/local", "APPDATA": "/roaming"}, "/local/pyramide"),
        ("win32", {"APPDATA": "/roaming"}, "/roaming/pyramide"),
        ("win32", {"HOME": "/ann"}, "/ann/AppData/Local/pyramide"),
    ],
)
def test_each_platform_has_its_folder(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], folder: str
) -> None:
    for name in ("PYRAMIDE_DATA_DIR", "XDG_DATA_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == Path(folder)


def test_without_a_home_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    for name in ("PYRAMIDE_DATA_DIR", "XDG_DATA_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(PyramideError, match=r"no home folder.*set PYRAMIDE_DATA_DIR"):
        data_folder()


COUNT_UP = """
import sys
from pathlib import Path
from pyramide.files import locked, write_whole
path = Path(sys.argv[1])
for _ in range(50):
    with locked(path):
        number = int(path.read_text()) if path.exists() else 0
        write_whole(path, str(number + 1))
"""


def test_three_processes_count_together(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "count"
    writers = [run_python(COUNT_UP, str(path)) for _ in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    for writer in writers:
        writer.communicate()
    assert path.read_text() == "150"


HOLD = """
import sys
from pathlib import Path
from pyramide.files import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@posix
def test_the_lock_of_a_killed_process_is_free(tmp_path: Path) -> None:
    path = tmp_path / "book"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    waiter = run_python(COUNT_UP, str(path))
    assert waiter.poll() is None
    holder.kill()
    holder.communicate()
    assert waiter.wait(60) == 0
    waiter.communicate()
    assert path.read_text() == "50"


DIE_WRITING = """
import os, signal, sys
from pathlib import Path
from pyramide.files import locked, write_whole
setattr(os, sys.argv[2], lambda *_: os.kill(os.getpid(), signal.SIGKILL))
with locked(Path(sys.argv[1])):
    write_whole(Path(sys.argv[1]), "new and longer")
"""


@posix
@pytest.mark.parametrize("moment", ["fsync", "replace"])
def test_a_writer_killed_halfway_leaves_the_old_file(tmp_path: Path, moment: str) -> None:
    path = tmp_path / "book"
    write_whole(path, "old")
    writer = run_python(DIE_WRITING, str(path), moment)
    assert writer.wait(60) == -signal.SIGKILL
    writer.communicate()
    assert path.read_text() == "old"
    with locked(path):
        write_whole(path, "x")
    assert path.read_text() == "x"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["book", "book.lock"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    path = tmp_path / "book"
    path.symlink_to(tmp_path / "kept" / "real")
    write_whole(path, "text\n")
    assert path.is_symlink()
    assert (tmp_path / "kept" / "real").read_bytes() == b"text\n"


def test_a_folder_that_cannot_be_made_gives_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "book"
    with pytest.raises(PyramideError, match=r"book\.lock cannot be written: "), locked(path):
        pass
    with pytest.raises(PyramideError, match="book cannot be written: "):
        write_whole(path, "")


def test_an_error_inside_lets_the_lock_go(tmp_path: Path) -> None:
    path = tmp_path / "book"
    with pytest.raises(ZeroDivisionError), locked(path):
        raise ZeroDivisionError
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
    with locked(path):
        pass
    if before is not None:
        assert len(os.listdir("/proc/self/fd")) == before
