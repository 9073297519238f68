"""Fixtures of the command line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from m44core.cli.quiet_mode import set_quiet


@pytest.fixture(autouse=True)
def shared_process(request: pytest.FixtureRequest) -> Iterator[None]:
    """Keep the side effects of a command on the process from affecting later tests.

    ``m44 render`` creates its own application if there is none, which is unsuitable for
    editor windows; ``--quiet`` silences all later output.
    """
    if request.config.pluginmanager.hasplugin("pytest-qt"):
        request.getfixturevalue("qapp")
    yield
    set_quiet(is_quiet=False)
