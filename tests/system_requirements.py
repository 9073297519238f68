"""What some tests need of the system: without it they are skipped, and say what is missing."""

from __future__ import annotations

import shutil

import pytest

NEEDS_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def terminal() -> tuple[int, int]:
    """Open a terminal and return its two ends; skip the test where the system has none to give."""
    pty = pytest.importorskip("pty", reason="this system has no terminals")
    try:
        ends: tuple[int, int] = pty.openpty()
    except OSError as error:
        pytest.skip(f"this system has no terminals to give: {error}")
    return ends
