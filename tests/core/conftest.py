"""Fixtures of the tests of the core."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest

NOBODY = 65534


@contextmanager
def _as_nobody() -> Iterator[None]:
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.fixture
def as_nobody() -> Callable[[], AbstractContextManager[None]]:
    """What does without the superuser's rights, for whom nothing is unreadable."""
    return _as_nobody
