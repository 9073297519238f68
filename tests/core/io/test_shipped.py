"""The scenarios that ship with the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.io.formats import FileFormat
from m44core.io.open import read_file
from m44core.io.write import to_bytes
from m44core.resources import scenarios_folder

SHIPPED = sorted(path for path in scenarios_folder().iterdir() if path.suffix in (".yaml", ".m44"))


@pytest.fixture(params=SHIPPED, ids=lambda path: path.name)
def shipped(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_eleven_scenarios_ship_and_one_of_them_in_both_formats() -> None:
    assert len(SHIPPED) == 12
    assert [path.name for path in SHIPPED if path.suffix == ".m44"] == ["pegasus-bridge.m44"]


def test_a_shipped_file_is_in_its_normal_form(shipped: Path) -> None:
    result = read_file(shipped)
    assert result.diagnostics == ()
    assert result.scenario
    assert to_bytes(result.scenario, result.format) == shipped.read_bytes()


def test_a_shipped_scenario_says_who_plays_and_how_to_win(shipped: Path) -> None:
    scenario = read_file(shipped).scenario
    assert scenario
    for player in (scenario.briefing.top, scenario.briefing.bottom):
        assert player.side
        assert player.country
        assert player.cards
        assert player.medals
    assert scenario.texts["en"].victory
    assert scenario.meta == {"status": "PUBLIC", "software": "M44 Workshop"}


def test_labels_are_single_words(shipped: Path) -> None:
    scenario = read_file(shipped).scenario
    assert scenario
    assert all(len(" ".join(lines).split()) == 1 for lines in scenario.labels.values())


def test_pegasus_bridge_is_the_same_in_both_formats() -> None:
    folder = scenarios_folder()
    yaml = read_file(folder / "pegasus-bridge.yaml").scenario
    assert yaml == read_file(folder / "pegasus-bridge.m44").scenario
    assert yaml
    assert to_bytes(yaml, FileFormat.M44) == (folder / "pegasus-bridge.m44").read_bytes()
    assert (len(yaml.hexes), sum(1 for _ in yaml.units()), sum(1 for _ in yaml.tags())) == (
        49,
        15,
        2,
    )


def test_no_shipped_file_has_a_key_we_cannot_name(shipped: Path) -> None:
    assert "m44:" not in shipped.read_text(encoding="utf-8")
