"""Files of every edition of our own format say for ever what they said when they were written.

Each folder of ``editions`` holds files the program wrote while that edition was the newest, and
beside each the .m44 file it said. They are never written anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.io.formats import FileFormat
from m44core.io.open import ReadResult, read_bytes, read_file
from m44core.io.write import to_bytes, to_text
from m44core.model.scenario import Scenario

FOLDER = Path(__file__).parent / "editions"
FILES = [
    pytest.param(path, id=f"{path.parent.name}-{path.name}")
    for ending in ("yaml", "json")
    for path in sorted(FOLDER.glob(f"*/*.{ending}"))
]
ODD = {"M023", "M025"}  # what is wrong with odd.yaml, and meant so


def scenario_of(result: ReadResult) -> Scenario:
    assert result.scenario is not None
    return result.scenario


@pytest.mark.parametrize("path", FILES)
def test_a_file_of_any_edition_says_what_it_said(path: Path) -> None:
    result = read_file(path)
    said = path.with_suffix(".m44").read_text("utf-8")
    assert to_text(scenario_of(result), FileFormat.M44) == said
    assert {found.code for found in result.diagnostics} == (ODD if path.stem == "odd" else set())


@pytest.mark.parametrize("path", FILES)
def test_a_file_of_any_edition_says_the_same_when_it_is_written_in_the_newest(path: Path) -> None:
    scenario = scenario_of(read_file(path))
    for file_format in (FileFormat.YAML, FileFormat.JSON):
        data = to_bytes(scenario, file_format)
        again = scenario_of(read_bytes(data, f"again.{file_format.value}"))
        assert again == scenario
        assert to_bytes(again, FileFormat.M44) == to_bytes(scenario, FileFormat.M44)
        assert to_bytes(again, file_format) == data


def test_every_edition_has_files() -> None:
    assert {folder.name for folder in FOLDER.iterdir()} == {"format-1"}
    assert len(FILES) > 20
