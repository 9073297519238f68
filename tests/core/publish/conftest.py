from __future__ import annotations

from collections.abc import Iterator

import pytest

from m44core.publish.typesetter import Typesetter, open_typesetter


@pytest.fixture(scope="module")
def typesetter() -> Iterator[Typesetter]:
    """A typesetter with the built-in templates."""
    with open_typesetter() as opened_typesetter:
        yield opened_typesetter
