"""Searching scenarios, and replacing words in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.library.scenario_search import (
    Search,
    SearchArea,
    finding_lines,
    problem_lines,
    read_file_lines,
    replace_words,
    search_lines,
    searchable_files,
)
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.resources import scenarios_folder
from m44core.validation.runner import DEFAULT_SETTINGS

ENGLISH = renderer_in("en")


@pytest.fixture
def mill() -> Scenario:
    """A scenario with texts in two languages and a label with a translation."""
    texts = {
        "en": Texts(name="The Mill", historical="Hold the mill.\nThe MILL burns."),
        "fr": Texts(name="Le moulin", labels={"Old | Mill": "Vieux moulin"}),
    }
    return Scenario(labels={Hex(4, 2): ("Old", "Mill")}, texts=texts)


def found_texts(scenario: Scenario, search: Search) -> list[str]:
    return [line.text for line in search_lines(scenario, ENGLISH) if search.find(line)]


def test_titles_texts_and_labels_are_found(mill: Scenario) -> None:
    assert found_texts(mill, Search("mill")) == [
        "The Mill",
        "Hold the mill.",
        "The MILL burns.",
        "Mill",
    ]
    assert found_texts(mill, Search("mill", match_case=True)) == ["Hold the mill."]
    assert found_texts(mill, Search("mou")) == ["Le moulin", "Vieux moulin"]
    assert found_texts(mill, Search("mou", whole_words=True)) == []
    assert found_texts(mill, Search("mill", areas=frozenset({SearchArea.LABEL}))) == ["Mill"]
    assert found_texts(mill, Search("")) == []


def test_the_translation_of_a_label_is_found_on_all_its_hexes(mill: Scenario) -> None:
    labels = {Hex(1, 1): ("Old", "Mill"), **mill.labels}
    lines = search_lines(replace(mill, labels=labels), ENGLISH)
    (translated_label,) = (line for line in lines if line.text == "Vieux moulin")
    assert translated_label.hexes == (Hex(1, 1), Hex(4, 2))


def test_a_kind_of_piece_is_one_line_with_all_its_hexes() -> None:
    scenario = read_file(scenarios_folder() / "pegasus-bridge.m44").scenario
    assert scenario is not None
    search = Search("forest", areas=frozenset({SearchArea.PIECE}))
    (line,) = [each for each in search_lines(scenario, ENGLISH) if search.find(each)]
    assert len(line.hexes) == len(
        [1 for each in scenario.hexes.values() if each.terrain and each.terrain.name == "woods"]
    )


def test_only_the_chosen_lines_are_replaced(mill: Scenario) -> None:
    search, line = Search("mill"), ("/texts/en/historical", 1)
    after, replaced_count = replace_words(mill, search, "farm", {line})
    assert replaced_count == 1
    assert after.texts["en"].historical == "Hold the mill.\nThe farm burns."
    assert after.labels == mill.labels


def test_replacing_words_in_a_label_keeps_its_translations(mill: Scenario) -> None:
    keys = {line.key for line in search_lines(mill, ENGLISH)}
    after, replaced_count = replace_words(mill, Search("mill"), r"\1", keys)
    assert replaced_count == 4
    assert after.labels[Hex(4, 2)] == ("Old", r"\1")
    assert after.texts["fr"].labels == {r"Old | \1": "Vieux moulin"}


def test_replacing_nothing_returns_the_same_scenario(mill: Scenario) -> None:
    assert replace_words(mill, Search("mill"), "farm", set()) == (mill, 0)


def test_an_unreadable_file_has_a_failure_reason(tmp_path: Path) -> None:
    (tmp_path / "broken.m44").write_text("{")
    ((path, stamp),) = searchable_files(str(tmp_path))
    file_lines = read_file_lines(path, stamp, "en")
    assert not file_lines.lines
    assert "incomplete" in ENGLISH.render(file_lines.failure)


def test_problems_are_found_by_their_message(mill: Scenario) -> None:
    broken_scenario = replace(mill, texts={})
    lines = problem_lines(broken_scenario, "en", DEFAULT_SETTINGS)
    assert lines
    assert all(line.finding is not None and line.finding.code in line.text for line in lines)


def test_the_home_folder_is_searched_without_its_subfolders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "me")
    deep_folder = tmp_path / "me" / "scenarios"
    deep_folder.mkdir(parents=True)
    for folder in (tmp_path, tmp_path / "me", deep_folder):
        (folder / "map.m44").write_text("{}")
    (tmp_path / "me" / ".hidden.m44").write_text("{}")

    def found_texts(folder: Path) -> list[Path]:
        return [Path(path) for path, _ in searchable_files(str(folder))]

    assert found_texts(tmp_path) == [tmp_path / "map.m44"]
    assert found_texts(tmp_path / "me") == [tmp_path / "me" / "map.m44"]
    assert found_texts(deep_folder) == [deep_folder / "map.m44"]


def test_a_folder_that_is_gone_is_reported(tmp_path: Path) -> None:
    ((path, stamp),) = searchable_files(str(tmp_path / "gone"))
    assert read_file_lines(path, stamp, "en").failure


def test_thousands_of_problems_are_searched(mill: Scenario) -> None:
    (finding, *_) = [line.finding for line in problem_lines(mill, "en", DEFAULT_SETTINGS)]
    assert finding is not None
    lines = finding_lines([finding] * 5000, ENGLISH)
    assert sum(Search(finding.code).find(line) is not None for line in lines) == 5000
