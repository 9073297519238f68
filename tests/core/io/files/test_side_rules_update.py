"""Turning a board updates the hexes in its rules file; everything else in the file stays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from m44core.errors import WriteError
from m44core.io.files.file_reader import read_file
from m44core.io.files.side_files import rules_path, side_rules
from m44core.io.files.side_rules_update import update_side_rules
from m44core.model import edits
from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder

RULES = """\
# Found in the printed campaign book.
note: Hold the bridges E5 and F5.
options:
  air-strikes: allies   # as printed
  sudden-death:
    - side: allies
      needed: 2
      hexes:
        - E5
        - f4  # the other bridge
  # not in the box
  hill-317: [G7]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A scenario file with a rules file."""
    path = tmp_path / "bridge.yaml"
    path.write_bytes((scenarios_folder() / "pegasus-bridge.yaml").read_bytes())
    rules_path(path).write_text(RULES)
    assert side_rules(read_scenario(path), path).keys() == {
        "air-strikes",
        "sudden-death",
        "hill-317",
    }
    return path


def read_scenario(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario
    return scenario


def side_file_rules(scenario: Scenario) -> Mapping[str, SpecialRule]:
    return scenario.briefing.special_rules.from_side_file


@pytest.mark.parametrize("mirror", edits.MirrorKind)
def test_turning_the_board_updates_the_hexes_in_the_rules_file(
    mirror: edits.MirrorKind, path: Path
) -> None:
    before = read_scenario(path)
    after = edits.mirror_scenario(before, mirror)
    assert side_file_rules(after) != side_file_rules(before)
    update_side_rules(path, after, side_file_rules(before))
    assert side_file_rules(read_scenario(path)) == side_file_rules(after)
    text = rules_path(path).read_text()
    for unchanged_part in (
        "# Found in",
        "note: Hold",
        "air-strikes: allies   # as printed",
        "  # not in",
    ):
        assert unchanged_part in text


def test_turning_back_restores_the_hexes(path: Path) -> None:
    before = read_scenario(path)
    after = edits.mirror_scenario(before, edits.MirrorKind.HALF_TURN)
    update_side_rules(path, after, side_file_rules(before))
    update_side_rules(path, before, side_file_rules(after))
    assert side_file_rules(read_scenario(path)) == side_file_rules(before)


def test_a_rules_file_changed_meanwhile_is_not_overwritten(path: Path) -> None:
    before = read_scenario(path)
    changed_rules = RULES.replace("needed: 2", "needed: 1")
    rules_path(path).write_text(changed_rules)
    after = edits.mirror_scenario(before, edits.MirrorKind.HALF_TURN)
    with pytest.raises(WriteError, match=r"bridge\.rules\.yaml no longer has the same rules"):
        update_side_rules(path, after, side_file_rules(before))
    assert rules_path(path).read_text() == changed_rules
