"""``m44 supports``."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from m44core.cli.main import main
from m44core.resources import scenarios_folder, schema_folder

PEGASUS = scenarios_folder() / "pegasus-bridge.yaml"
SHIPPED_FILES = sorted(map(str, scenarios_folder().glob("*.yaml")))
Output = pytest.CaptureFixture[str]
NO_RESHUFFLE = "The deck is not reshuffled"
BARE_SCENARIO = """\
format: 1
board: {type: standard, face: country}
briefing:
  first: top
  top: {side: axis, cards: 4, medals: 4}
  bottom: {side: allies, cards: 4, medals: 4}
"""


@pytest.fixture
def strange_file(tmp_path: Path) -> str:
    """The file of Pegasus Bridge with an unknown terrain."""
    path = tmp_path / "strange.yaml"
    text = PEGASUS.read_text("utf-8").replace("  M7: ", "  M5: {terrain: quicksand}\n  M7: ")
    path.write_text(text, "utf-8")
    return str(path)


def test_supported_features_are_reported_with_their_rules(capsys: Output) -> None:
    assert main(["supports", str(PEGASUS)]) == 0
    out = capsys.readouterr().out
    assert "Pegasus Bridge: 14 of the 14 features it uses are supported\n" in out
    assert "  yes  structure     Bridge" in out
    assert "  yes  deck          Standard deck, 60 cards" in out
    assert " B-RIV-01, R-01 " in out
    assert out.endswith("1 of 1 scenario fully supported\n")


def write_numbered_file(tmp_path: Path, number: int) -> str:
    """Write Pegasus Bridge with *number* as the id of a published scenario, and return its file."""
    path = tmp_path / "numbered.yaml"
    text = PEGASUS.read_text("utf-8") + f"\nmeta: {{scenario_id: {number}}}\n"
    path.write_text(text, "utf-8")
    return str(path)


def test_rules_stated_only_in_texts_are_counted_with_the_played_ones(
    tmp_path: Path, capsys: Output
) -> None:
    assert main(["supports", write_numbered_file(tmp_path, 5142)]) == 1
    out = capsys.readouterr().out
    assert (
        "the 14 features it uses are supported, but 1 rule found only in the scenario text" in out
    )
    assert out.endswith("0 of 1 scenario fully supported\n")


@pytest.mark.rule("V-EXIT-03")
def test_an_exit_marker_with_a_side_inferred_from_the_board_is_reported(
    tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "exit.yaml"
    text = PEGASUS.read_text("utf-8")
    path.write_text(text.replace("hexes:\n", "hexes:\n  C1: {tags: [exit]}\n"), "utf-8")
    assert main(["supports", str(path)]) == 0
    out = capsys.readouterr().out
    assert "  yes  tag           Exit marker " in out
    assert "The exit marker on C1 does not say which side may exit; the Axis may" in out


def test_the_shipped_scenarios_are_fully_supported(capsys: Output) -> None:
    assert main(["supports", "--lacking", *SHIPPED_FILES]) == 0
    assert "  NO " not in capsys.readouterr().out


def test_an_unsupported_terrain_is_listed_and_gives_status_1(
    strange_file: str, capsys: Output
) -> None:
    assert main(["supports", "--lacking", strange_file, str(PEGASUS)]) == 1
    out = capsys.readouterr().out
    assert "  NO   terrain       quicksand" in out
    assert "Unknown terrain 'quicksand': it is played as open ground." in out
    assert "  yes " not in out
    assert out.endswith("1 of 2 scenarios fully supported\n")


def test_the_json_document_follows_its_schema(strange_file: str, capsys: Output) -> None:
    schema = json.loads((schema_folder() / "supports.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert main(["supports", "--format", "json", strange_file, *SHIPPED_FILES]) == 1
    document = json.loads(capsys.readouterr().out)
    Draft202012Validator(schema).validate(document)
    assert document["summary"]["scenarios"] == len(SHIPPED_FILES) + 1
    unmet_needs = [need for need in document["scenarios"][0]["needs"] if not need["played"]]
    assert [(need["name"], need["hexes"]) for need in unmet_needs] == [("quicksand", ["M5"])]


@pytest.mark.rule("B-SETUP-10")
def test_rules_stated_only_in_a_text_are_named_with_their_scenario(
    tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "told.yaml"
    path.write_text(f"{BARE_SCENARIO}texts:\n  en: {{rules: {NO_RESHUFFLE}}}\n", "utf-8")
    assert main(["supports", str(path), str(PEGASUS)]) == 1
    out = capsys.readouterr().out
    assert out.count("note: ") == 1
    assert out.endswith("1 of 2 scenarios fully supported\n")
    assert f"({NO_RESHUFFLE!r}), but the data do not; the game is played without it.\n" in out


def test_a_file_that_is_not_a_scenario_is_refused(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "a.yaml"
    shutil.copy(Path(__file__), path)
    assert main(["supports", str(path)]) == 2
    assert "a.yaml" in capsys.readouterr().err


def test_the_table_counts_scenarios_by_unsupported_feature(
    strange_file: str, tmp_path: Path, capsys: Output
) -> None:
    board = tmp_path / "chaumont.m44"
    board.write_text(
        '{"meta_data": {"scenario_id": "23806"}, "board": {"hexagons": []}, "game_info": {}}',
        "utf-8",
    )
    assert main(["supports", "--format", "table", strange_file, str(board), str(PEGASUS)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "   1  terrain       quicksand" + " " * 36 + "1 only because of this" in lines
    assert any(line.startswith("   1  scenario text winter weather") for line in lines)
    assert lines[-1] == "1 of 3 scenarios fully supported"
