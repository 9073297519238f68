"""The reference material: published scenarios and boards made at random."""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path

import pytest

from m44core.diagnostics import Severity
from m44core.io.files.formats import FileFormat
from m44core.io.files.open import read_bytes, read_file
from m44core.io.files.origin import OpenFile
from m44core.io.files.write import to_bytes
from m44core.io.m44.content import to_tree

SHAPED_BY_HAND = "test2.m44"


def natives(shared: Path) -> list[Path]:
    paths = sorted((shared / "corpus" / "native").glob("*.m44"))
    assert len(paths) == 12
    return paths


def every_file(shared: Path) -> list[Path]:
    boards = sorted((shared / "corpus" / "boards").glob("*.m44"))
    made = sorted((shared / "oracle" / "random").glob("*.m44"))
    assert (len(boards), len(made)) == (43, 35)
    return [*natives(shared), *boards, *made]


def file_of(path: Path) -> OpenFile:
    file = read_file(path).file
    assert file is not None, path.name
    return file


def written(file: OpenFile, file_format: FileFormat) -> bytes:
    return to_bytes(file.scenario, file_format, file.origin)


def through(file: OpenFile, file_format: FileFormat = FileFormat.YAML) -> OpenFile:
    """Return what is read again from a file of our own format."""
    again = read_bytes(written(file, file_format), f"some.{file_format}").file
    assert again is not None
    return again


def test_reading_and_writing_a_native_file_changes_no_byte(shared: Path) -> None:
    for path in natives(shared):
        assert written(file_of(path), FileFormat.M44) == path.read_bytes(), path.name


def test_a_native_file_has_nothing_to_report_but_a_label_without_text(shared: Path) -> None:
    found = {path.name: [d.code for d in read_file(path).diagnostics] for path in natives(shared)}
    assert found.pop("7.m44") == ["M054"]
    assert not any(found.values())


def test_a_native_file_is_the_same_bytes_after_a_way_through_yaml(shared: Path) -> None:
    for path in natives(shared):
        if path.name != SHAPED_BY_HAND:
            again = through(file_of(path))
            assert written(again, FileFormat.M44) == path.read_bytes(), path.name


def test_a_file_shaped_by_hand_has_the_same_content_after_a_way_through_yaml(shared: Path) -> None:
    path = shared / "corpus" / "native" / SHAPED_BY_HAND
    again = through(file_of(path))
    assert to_tree(again.scenario, again.origin) == json.loads(path.read_text(encoding="utf-8"))


def test_every_file_opens_without_an_error_of_its_content(shared: Path) -> None:
    for path in every_file(shared):
        errors = [d for d in read_file(path).diagnostics if d.severity is Severity.ERROR]
        turned_too_far = [d for d in errors if d.code == "M030" and path.name.startswith("mixed")]
        assert errors == turned_too_far, path.name


@pytest.mark.parametrize("file_format", [FileFormat.YAML, FileFormat.JSON])
def test_every_file_comes_back_from_our_own_format_equal(
    shared: Path, file_format: FileFormat
) -> None:
    for path in every_file(shared):
        file = file_of(path)
        data = written(file, file_format)
        result = read_bytes(data, f"some.{file_format}")
        told = {d.code for d in result.diagnostics}
        assert told <= {"M054"}, path.name  # a label without text stays one
        assert result.file is not None
        assert result.scenario == file.scenario, path.name
        assert written(result.file, file_format) == data, path.name
        tree = to_tree(result.file.scenario, result.origin)
        assert tree == to_tree(file.scenario, file.origin), path.name


def test_what_was_normalised_once_is_normal(shared: Path) -> None:
    for path in every_file(shared):
        once = written(file_of(path), FileFormat.M44)
        again = read_bytes(once, path.name).file
        assert again is not None
        assert written(again, FileFormat.M44) == once, path.name


def test_reading_is_quick(shared: Path) -> None:
    """A loose bound against accidents; the benchmarks measure."""
    files = [(p.read_bytes(), p.name) for p in sorted((shared / "corpus/boards").glob("*.m44"))]
    took = []
    for data, name in files:
        start = time.perf_counter()
        read_bytes(data, name)
        took.append(time.perf_counter() - start)
    assert statistics.median(took) < 0.05
