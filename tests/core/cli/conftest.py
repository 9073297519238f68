"""Fixtures of the command line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m44core.cli.quiet import set_quiet


@pytest.fixture(autouse=True)
def shared_process(request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep what a command does to its process from the tests after it.

    ``m44 render`` creates an application of its own if there is none, which would not do for the
    windows of the editor; ``--quiet`` silences everything that follows.
    """
    if request.config.pluginmanager.hasplugin("pytest-qt"):
        request.getfixturevalue("qapp")
    yield
    set_quiet(is_quiet=False)
