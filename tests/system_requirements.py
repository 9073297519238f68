"""System requirements of some tests, which are skipped without them."""

from __future__ import annotations

import shutil

import pytest

NEEDS_GIT = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def open_pseudo_terminal() -> tuple[int, int]:
    """Open a pseudo-terminal and return its two ends; skip the test if the system has none."""
    pty = pytest.importorskip("pty", reason="this system has no terminals")
    try:
        ends: tuple[int, int] = pty.openpty()
    except OSError as error:
        pytest.skip(f"this system has no terminals to give: {error}")
    return ends
