"""Fixtures of the command line."""

from __future__ import annotations

import pytest


@pytest.fixture
def qt_application(request: pytest.FixtureRequest) -> None:
    """Create the application of the editor's tests before ``m44 render`` creates one of its own.

    Without Qt it does nothing.
    """
    if request.config.pluginmanager.hasplugin("pytest-qt"):
        request.getfixturevalue("qapp")
