"""Fixtures: the shipped scenarios."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder


@cache
def shipped_scenario(name: str) -> Scenario:
    result = read_file(scenarios_folder() / f"{name}.yaml")
    assert result.scenario is not None
    return result.scenario


@pytest.fixture(scope="session")
def read_shipped() -> Callable[[str], Scenario]:
    """Return a function that reads a shipped scenario, given its name."""
    return shipped_scenario
