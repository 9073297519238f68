from __future__ import annotations

import pytest

from m44core.io.open import read_file
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder


@pytest.fixture(scope="session")
def pegasus() -> Scenario:
    scenario = read_file(scenarios_folder() / "pegasus-bridge.m44").scenario
    assert scenario is not None
    return scenario
