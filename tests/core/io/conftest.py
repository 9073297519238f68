"""Fixtures shared by the tests of reading and writing."""

from __future__ import annotations

from pathlib import Path

import pytest

FILES = Path(__file__).parent / "files"
NATIVE = sorted(FILES.glob("*.m44"))


@pytest.fixture(params=NATIVE, ids=lambda path: path.stem)
def native_file(request: pytest.FixtureRequest) -> Path:
    """One of our .m44 files, which together cover the whole format of the official editor."""
    path: Path = request.param
    return path
