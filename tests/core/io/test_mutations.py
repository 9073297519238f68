"""Randomly mutated files are read as far as possible, without exceptions or losses.

The mutations are pseudo-random with fixed seeds. To look for more failures, raise
``FILE_COUNT``, or run ``python -m tests.core.io.fuzzing``.
"""

from __future__ import annotations

import json
import random

import pytest
from tests.core.io.fuzzing import numbered_failures
from tests.core.io.mutations import mutate_value

from m44core.api import render as drawn
from m44core.findings.render_findings import check_name_of, render
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.validation.runner import check_scenario

FILE_COUNT = 40  # of each format; each is checked, drawn, and written and read in three formats
KINDS = [f"{kind}-{number}" for kind in ("m44", "yaml", "json") for number in range(FILE_COUNT)]


def mutated_file(kind: str) -> tuple[bytes, str]:
    """Return a mutated file and its name; YAML files contain JSON, which is also YAML."""
    rng = random.Random(kind)
    kind = kind.partition("-")[0]
    file = scenarios_folder() / "pegasus-bridge.m44"
    data = file.read_bytes()
    if kind != "m44":
        scenario = read_bytes(data, file.name).scenario
        assert scenario
        data = to_bytes(scenario, FileFormat.JSON)
    tree = json.loads(data)
    for _ in range(rng.choice([1, 1, 2, 5])):
        mutate_value(tree, rng)
    return json.dumps(tree, ensure_ascii=kind == "m44").encode("utf-8", "replace"), f"a.{kind}"


@pytest.mark.parametrize("kind", KINDS)
def test_a_mutated_file_is_read_without_a_crash(kind: str) -> None:
    data, name = mutated_file(kind)
    result = read_bytes(data, name)
    assert result.scenario or result.diagnostics
    if result.scenario:
        findings = check_scenario(result.scenario)
        assert [render(d, "en") for d in findings if check_name_of(d) == "check-crashed"] == []
        assert all(result.with_location(d).line for d in findings)
        assert drawn(result.scenario).endswith("</svg>\n")
        assert_survives_every_format(result.scenario)


def assert_survives_every_format(scenario: Scenario) -> None:
    """Write a scenario as .m44, and assert that no format loses any of the result."""
    data = to_bytes(scenario, FileFormat.M44)
    normal_scenario = read_bytes(data, "a.m44").scenario
    assert normal_scenario
    for file_format in FileFormat:
        scenario_read = read_bytes(
            to_bytes(normal_scenario, file_format), f"a.{file_format}"
        ).scenario
        assert scenario_read == normal_scenario
        assert json.loads(to_bytes(scenario_read, FileFormat.M44)) == json.loads(
            to_bytes(normal_scenario, FileFormat.M44)
        )


def test_a_short_fuzzing_run_finds_no_failure() -> None:
    assert numbered_failures(range(40), 44) == []


def test_medal_numbers_written_as_text_are_unchanged_in_our_own_formats() -> None:
    medal = {"is": "allied-medal", "permanent": "no", "counts-for": "2", "hexes-needed": "3"}
    content = {"format": 1, "board": {}, "hexes": {"E5": {"tags": [medal]}}}
    file = read_bytes(json.dumps(content).encode(), "a.json").file
    assert file
    for file_format in (FileFormat.YAML, FileFormat.JSON):
        reread = read_bytes(
            to_bytes(file.scenario, file_format, file.origin), f"a.{file_format.value}"
        )
        assert reread.scenario == file.scenario
