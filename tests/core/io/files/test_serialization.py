"""No file is written that could not be read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.hostile_files import m44_file

from m44core.errors import WriteError
from m44core.io.files.file_reader import read_bytes, read_file
from m44core.io.files.save import save
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts


def nested_lists(levels: int) -> object:
    """Return lists nested to a given depth."""
    inner: object = "x"
    for _ in range(levels):
        inner = [inner]
    return inner


@pytest.mark.parametrize("file_format", FileFormat)
def test_a_scenario_too_large_to_be_read_again_is_not_saved(
    file_format: FileFormat, tmp_path: Path
) -> None:
    path = tmp_path / f"a.{file_format.value}"
    save(new_scenario(), path)
    with pytest.raises(WriteError, match=r"was not saved and is unchanged: .* 1\.2 MB"):
        save(Scenario(texts={"en": Texts(name="W" * 1_200_000)}), path)
    assert read_file(path).scenario == new_scenario()


@pytest.mark.parametrize("file_format", FileFormat)
def test_unknown_data_near_the_nesting_limit_is_converted_or_refused(
    file_format: FileFormat, tmp_path: Path
) -> None:
    path, seen = tmp_path / f"a.{file_format.value}", set()
    for levels in range(50, 64):
        data = m44_file(
            hexagons=[{"row": 0, "col": 0, "unit": {"name": "infus", "x": nested_lists(levels)}}]
        )
        file = read_bytes(data.encode(), "a.m44").file
        if file is None:
            continue
        try:
            save(file.scenario, path, origin=file.origin)
        except WriteError:
            seen.add("refused")
        else:
            seen.add("written")
            assert read_file(path).scenario == file.scenario
    assert "written" in seen


@pytest.mark.parametrize("file_format", FileFormat)
def test_a_lone_surrogate_is_saved_as_a_replacement_character(
    file_format: FileFormat, tmp_path: Path
) -> None:
    path = tmp_path / f"a.{file_format.value}"
    save(Scenario(texts={"en": Texts(name="a\ud800b")}), path)
    scenario_read = read_file(path).scenario
    assert scenario_read
    assert scenario_read.title == "a\ufffdb"


@pytest.mark.parametrize("value", [False, "st:andard", ["standard"], {"a": 1}, 3])
def test_an_unknown_board_is_kept_in_workshop_formats(value: object) -> None:
    file = read_bytes(json.dumps({"format": 1, "board": {"type": value}}).encode(), "a.json").file
    assert file
    for file_format in (FileFormat.YAML, FileFormat.JSON, FileFormat.YAML):
        written_bytes = to_bytes(file.scenario, file_format, file.origin)
        file_read = read_bytes(written_bytes, f"a.{file_format.value}").file
        assert file_read
        assert file_read.scenario == file.scenario
        file = file_read
    assert file.scenario.board_extra["type"] == value


@pytest.mark.parametrize("text", [" beach", "a: b", "# x", "aòllies", "!!x"])
def test_an_unknown_lower_case_value_is_unchanged(text: str) -> None:
    data = m44_file(board={"face": text}, game_info={"side_player1": text})
    result = read_bytes(data.encode(), "a.m44")
    assert "M041" not in {finding.code for finding in result.diagnostics}
    assert result.scenario
    assert result.scenario.board_extra["face"] == text
