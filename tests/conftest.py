"""What every test may use."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine is no defect: the first example of a property may load data. Continuous
# integration tries the same examples each time, so that a change is blamed for its own faults
# only; whoever runs the tests at home looks for new ones.
settings.register_profile("m44", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("m44")

REPOSITORY = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material beside the repository; tests that need it skip without it."""
    folder = Path(os.environ.get("M44_SHARED", REPOSITORY.parent / "shared"))
    if not (folder / "corpus").is_dir():
        pytest.skip("the reference material is not here")
    return folder


@pytest.fixture
def interrupts_are_heard() -> Iterator[None]:
    """Interrupts are heard here and in processes started meanwhile.

    Tests that were started by ``nohup`` or in the background ignore them, and so would those.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
