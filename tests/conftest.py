"""What every test may use."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no defect: the first example of a property may load data. Continuous
# integration tries the same examples each time, so that a change is blamed for its own faults
# only; whoever runs the tests at home looks for new ones.
settings.register_profile("m44", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("m44")

REPOSITORY = Path(__file__).parent.parent


def pytest_configure() -> None:
    """Compile the translations of a checkout where they are newer than their catalogues."""
    script = REPOSITORY / "packaging" / "compile_messages.py"
    if script.exists() and importlib.util.find_spec("babel"):
        subprocess.run([sys.executable, str(script), "--stale"], check=True)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material beside the repository; tests that need it skip without it."""
    folder = Path(os.environ.get("M44_SHARED", REPOSITORY.parent / "shared"))
    if not (folder / "corpus").is_dir():
        pytest.skip("the reference material is not here")
    return folder
