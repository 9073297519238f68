"""A restored version is saved with its original bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.history.file_history import read_version, restored_file
from m44core.history.file_versions import HistoryError
from m44core.io.files.file_reader import read_bytes, read_file
from m44core.io.files.save import save
from m44core.io.files.scenario_files import FileFormat
from m44core.model.edits import new_scenario, set_label
from m44core.resources import shipped_scenarios

FILES = Path(__file__).parents[1] / "io" / "files"
SPACED_TEXT = b"# mine\nformat:   1\nboard: {type: standard,   face: country}\n\nhexes: {}\n"
ODD_TEXT = b'\xef\xbb\xbf{"board": {"type":"STANDARD","face":"COUNTRY","hexagons":[],"labels":[]},'
ODD_TEXT += b'"game_info":{}, "text":{},}'
VERSIONS = [path.read_bytes() for path in FILES.glob("*.m44")]
VERSIONS += [path.read_bytes() for path in shipped_scenarios()[:3]]


def restore_and_save(version: bytes, path: Path) -> bytes:
    """Return the bytes of a file after a version was restored over other content and saved."""
    save(set_label(new_scenario(), new_scenario().board.hex("A1"), ("now",)), path)
    result = read_file(path)
    file = restored_file(read_version(version, path), version)
    save(file.scenario, path, result.fingerprint, read_version(version, path).format, file.origin)
    return path.read_bytes()


@pytest.mark.parametrize("suffix", ["m44", "yaml", "json"])
@pytest.mark.parametrize(
    "version", [*VERSIONS, SPACED_TEXT, ODD_TEXT], ids=range(len(VERSIONS) + 2)
)
def test_a_restored_version_is_saved_byte_for_byte(
    tmp_path: Path, suffix: str, version: bytes
) -> None:
    if read_bytes(version, f"a.{suffix}").scenario is None:
        pytest.skip("written in another format")
    assert restore_and_save(version, tmp_path / f"a.{suffix}") == version


def test_a_restored_version_is_saved_with_its_later_edits(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    file = restored_file(read_version(SPACED_TEXT, path), SPACED_TEXT)
    edited_scenario = set_label(file.scenario, file.scenario.board.hex("A1"), ("mine",))
    save(edited_scenario, path, None, FileFormat.YAML, file.origin)
    assert read_file(path).scenario == edited_scenario


def test_a_restored_version_can_be_saved_in_another_format(tmp_path: Path) -> None:
    file = restored_file(read_version(SPACED_TEXT, tmp_path / "a.yaml"), SPACED_TEXT)
    save(file.scenario, tmp_path / "a.m44", None, None, file.origin)
    assert read_file(tmp_path / "a.m44").format is FileFormat.M44


def test_a_version_without_a_scenario_cannot_be_restored(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match="contains no readable scenario"):
        read_version(b"[1, 2]", tmp_path / "a.m44")
