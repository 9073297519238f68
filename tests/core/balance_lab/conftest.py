"""Scenarios and games for the tests of the balance lab."""

from __future__ import annotations

import pytest

from m44core.io.files.file_reader import read_file
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import SERGEANTS
from m44core.resources import scenarios_folder


@pytest.fixture(scope="session")
def sergeant_plan() -> SimulationPlan:
    """A plan of eight games between sergeants on a shipped scenario."""
    scenario = read_file(scenarios_folder() / "pegasus-bridge.yaml").scenario
    assert scenario
    return SimulationPlan(scenario, range(1, 9), SERGEANTS)
