"""Published layouts and random boards, and genuine files if the reference material is present."""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path

import pytest
from tests.reference_data import LAYOUTS, RANDOM_BOARDS

from m44core.diagnostics import Severity
from m44core.io.files.file_reader import read_bytes, read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.io.files.serialization import to_bytes
from m44core.io.m44.m44_format import to_tree
from m44core.io.origin import OpenFile

SHAPED_BY_HAND = "test2.m44"


def file_of(path: Path) -> OpenFile:
    file = read_file(path).file
    assert file is not None, path.name
    return file


def to_file_bytes(file: OpenFile, file_format: FileFormat) -> bytes:
    return to_bytes(file.scenario, file_format, file.origin)


def round_trip_through_yaml(file: OpenFile) -> OpenFile:
    """Return the file after a round trip through YAML."""
    file_read = read_bytes(to_file_bytes(file, FileFormat.YAML), "some.yaml").file
    assert file_read is not None
    return file_read


FILES = [*LAYOUTS, *RANDOM_BOARDS]


@pytest.fixture(scope="module")
def native_files(reference_material: Path) -> list[Path]:
    """Genuine files of the official editor, including their texts."""
    paths = sorted((reference_material / "corpus" / "native").glob("*.m44"))
    assert len(paths) == 12
    return paths


def test_reading_and_writing_a_native_file_preserves_every_byte(native_files: list[Path]) -> None:
    for path in native_files:
        assert to_file_bytes(file_of(path), FileFormat.M44) == path.read_bytes(), path.name


def test_a_native_file_has_no_findings_except_labels_without_text(
    native_files: list[Path],
) -> None:
    codes = {path.name: [d.code for d in read_file(path).diagnostics] for path in native_files}
    assert codes.pop("7.m44") == ["M054"]
    assert not any(codes.values())


def test_a_native_file_has_the_same_bytes_after_a_round_trip_through_yaml(
    native_files: list[Path],
) -> None:
    for path in native_files:
        if path.name != SHAPED_BY_HAND:
            round_trip = round_trip_through_yaml(file_of(path))
            assert to_file_bytes(round_trip, FileFormat.M44) == path.read_bytes(), path.name


def test_a_hand_edited_file_has_the_same_content_after_a_round_trip_through_yaml(
    reference_material: Path,
) -> None:
    path = reference_material / "corpus" / "native" / SHAPED_BY_HAND
    round_trip = round_trip_through_yaml(file_of(path))
    assert to_tree(round_trip.scenario, round_trip.origin) == json.loads(
        path.read_text(encoding="utf-8")
    )


def test_the_corpus_contains_all_layouts_and_random_boards() -> None:
    assert (len(LAYOUTS), len(RANDOM_BOARDS)) == (61, 35)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_opens_without_content_errors(path: Path) -> None:
    errors = [d for d in read_file(path).diagnostics if d.severity is Severity.ERROR]
    turned_too_far = [d for d in errors if d.code == "M030" and path.name.startswith("mixed")]
    assert errors == turned_too_far


@pytest.mark.parametrize("file_format", [FileFormat.YAML, FileFormat.JSON])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_file_is_equal_after_a_round_trip_through_the_workshop_format(
    path: Path, file_format: FileFormat
) -> None:
    assert_round_trip(path, file_format)


@pytest.mark.parametrize("file_format", [FileFormat.YAML, FileFormat.JSON])
def test_every_native_file_is_equal_after_a_workshop_round_trip(
    native_files: list[Path], file_format: FileFormat
) -> None:
    for path in native_files:
        assert_round_trip(path, file_format)


def assert_round_trip(path: Path, file_format: FileFormat) -> None:
    file = file_of(path)
    data = to_file_bytes(file, file_format)
    result = read_bytes(data, f"some.{file_format}")
    codes = {d.code for d in result.diagnostics}
    assert codes <= {"M054"}, path.name  # a label without text stays one
    assert result.file is not None
    assert result.scenario == file.scenario, path.name
    assert to_file_bytes(result.file, file_format) == data, path.name
    tree = to_tree(result.file.scenario, result.origin)
    assert tree == {"packs": {}} | to_tree(file.scenario, file.origin), path.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_normalizing_a_normalized_file_changes_nothing(path: Path) -> None:
    normalized_bytes = to_file_bytes(file_of(path), FileFormat.M44)
    file_read = read_bytes(normalized_bytes, path.name).file
    assert file_read is not None
    assert to_file_bytes(file_read, FileFormat.M44) == normalized_bytes


def test_reading_is_quick() -> None:
    """Check a generous limit to catch accidental slowdowns; the benchmarks measure exactly."""
    files = [(path.read_bytes(), path.name) for path in LAYOUTS]
    durations = []
    for data, name in files:
        start = time.process_time()  # other programs on the machine do not count
        read_bytes(data, name)
        durations.append(time.process_time() - start)
    assert statistics.median(durations) < 0.05
