"""What the tests of reading and writing share."""

from __future__ import annotations

from pathlib import Path

import pytest

FILES = Path(__file__).parent / "files"
NATIVE = sorted(FILES.glob("*.m44"))


@pytest.fixture(params=NATIVE, ids=lambda path: path.stem)
def native(request: pytest.FixtureRequest) -> Path:
    """A file of our own in the form the official editor writes; together they have everything."""
    path: Path = request.param
    return path
