"""Fixtures of the command line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m44core.cli.quiet import set_quiet


@pytest.fixture(autouse=True)
def shared_process(request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep the effects of a command on its process from the tests after it.

    ``m44 render`` creates an application of its own if there is none, which is unsuitable for
    windows of the editor; ``--quiet`` silences all later output.
    """
    if request.config.pluginmanager.hasplugin("pytest-qt"):
        request.getfixturevalue("qapp")
    yield
    set_quiet(is_quiet=False)
