"""The facts that the library collects about files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m44core.library.file_facts import FileFacts, facts_and_content
from m44core.library.library_settings import FileSettings, LibrarySettings
from m44core.resources import scenarios_folder, shipped_scenarios


def shipped_file_facts(name: str) -> FileFacts:
    return facts_and_content(scenarios_folder() / name, FileSettings())[0]


def test_the_facts_of_a_published_scenario_are_complete() -> None:
    file_facts = shipped_file_facts("sword-beach.yaml")
    assert (file_facts.title, file_facts.board, file_facts.face) == (
        "Sword Beach",
        "STANDARD",
        "BEACH",
    )
    assert (file_facts.front, file_facts.begins, file_facts.nations) == (
        "western",
        "1944-06-06",
        ("DE", "GB"),
    )
    assert (file_facts.boxes, file_facts.arena, file_facts.whole) == (("base",), "amber", True)
    assert "infus" in file_facts.pieces
    assert (file_facts.errors, file_facts.warnings, file_facts.notes) == (0, 0, 2)


def test_the_nation_of_a_player_without_a_country_is_that_of_the_figures(tmp_path: Path) -> None:
    path = tmp_path / "short.yaml"
    path.write_text(
        "format: 1\nboard: {type: standard, face: country}\n"
        "briefing: {top: {side: axis}, bottom: {side: allies, nation: CA}}\n"
        "hexes: {A1: {unit: german-infantry}, A9: {unit: soviet-infantry}}\n"
    )
    assert facts_and_content(path, FileSettings())[0].nations == ("CA", "DE")


@pytest.mark.bulk
def test_boxes_are_those_of_the_pieces_and_the_board() -> None:
    boxes_by_name = {
        path.name: facts_and_content(path, FileSettings())[0].boxes for path in shipped_scenarios()
    }
    assert boxes_by_name["pegasus-bridge.yaml"] == ("base",)
    assert all(boxes[0] == "base" for boxes in boxes_by_name.values())
    assert any(len(boxes) > 1 for boxes in boxes_by_name.values())


def test_texts_and_labels_are_searched_without_accents() -> None:
    assert "bénouville".replace("é", "e") in shipped_file_facts("pegasus-bridge.yaml").texts


@pytest.mark.parametrize("path", shipped_scenarios(), ids=lambda path: path.stem)
def test_facts_survive_serialization(path: Path) -> None:
    file_facts, reading = facts_and_content(path, FileSettings())
    assert reading is not None
    assert FileFacts.from_data(json.loads(json.dumps(file_facts.to_data()))) == file_facts


@pytest.mark.parametrize("content", ["", "hexes: [", "{", "\0"])
def test_the_facts_of_a_file_without_a_scenario_state_the_reason(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "broken.m44"
    path.write_text(content)
    file_facts, reading = facts_and_content(path, FileSettings())
    assert reading is None or reading.scenario is None
    assert str(file_facts.failure)


def test_a_missing_file_is_reported_and_raises_nothing(tmp_path: Path) -> None:
    file_facts, _ = facts_and_content(tmp_path / "gone.m44", FileSettings())
    assert "There is no file" in str(file_facts.failure)


def test_findings_ignored_by_a_collection_are_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "sword-beach.yaml"
    path.write_bytes((scenarios_folder() / path.name).read_bytes())
    (tmp_path / "m44.toml").write_text('[check]\nignore = ["M2", "M403"]\n')
    file_facts, _ = facts_and_content(path, LibrarySettings().for_file(str(path)))
    assert (file_facts.notes, file_facts.arena) == (1, "amber")


def test_a_damaged_configuration_gives_the_default_settings(tmp_path: Path) -> None:
    (tmp_path / "m44.toml").write_text("[")
    assert LibrarySettings().for_file(str(tmp_path / "a.m44")) == FileSettings()


def test_a_changed_configuration_changes_the_cache_key(tmp_path: Path) -> None:
    path = str(tmp_path / "a.m44")
    before = LibrarySettings().cache_key(path)
    (tmp_path / "m44.toml").write_text("[check]\n")
    assert LibrarySettings().cache_key(path) != before


def test_the_title_is_in_the_requested_language_or_the_closest() -> None:
    facts = FileFacts(titles={"en": "City", "de": "Stadt", "zh-Hans": "城市", "it": ""})
    titles = {code: facts.title_in(code) for code in ("de", "zh-Hant", "it", "ru")}
    assert titles == {"de": "Stadt", "zh-Hant": "城市", "it": "City", "ru": "City"}
