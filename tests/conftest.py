"""What all tests share: hypothesis's profile and the folder of reference figures."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Before any kernel is loaded; commands that tests start inherit it.
os.environ["PYRAMIDE_WRAP_PARTS"] = "1"

settings.register_profile(
    "ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("wild", settings.get_profile("ci"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def reference() -> Path:
    """The folder that PYRAMIDE_REFERENCE names; the test is skipped where none is."""
    folder = os.environ.get("PYRAMIDE_REFERENCE")
    if not folder:
        pytest.skip("PYRAMIDE_REFERENCE names no folder of reference figures")
    if not Path(folder).is_dir():
        pytest.fail(f"PYRAMIDE_REFERENCE is {folder}, which is no folder")
    return Path(folder)


@pytest.fixture(scope="session", autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep every test, and what it starts, away from the user's own code book."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYRAMIDE_DATA_DIR", str(tmp_path_factory.mktemp("data")))
        yield
