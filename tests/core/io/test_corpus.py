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
from m44core.io.files.write import to_bytes
from m44core.io.m44.content import to_tree
from m44core.model.scenario import Scenario

SHAPED_BY_HAND = "test2.m44"


def scenario_of(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario is not None
    return scenario


def natives(shared: Path) -> list[Path]:
    paths = sorted((shared / "corpus" / "native").glob("*.m44"))
    assert len(paths) == 12
    return paths


def every_file(shared: Path) -> list[Path]:
    boards = sorted((shared / "corpus" / "boards").glob("*.m44"))
    made = sorted((shared / "oracle" / "random").glob("*.m44"))
    assert (len(boards), len(made)) == (43, 35)
    return [*natives(shared), *boards, *made]


def test_reading_and_writing_a_native_file_changes_no_byte(shared: Path) -> None:
    for path in natives(shared):
        assert to_bytes(scenario_of(path), FileFormat.M44) == path.read_bytes(), path.name


def test_a_native_file_has_nothing_to_report_but_a_label_without_text(shared: Path) -> None:
    found = {path.name: [d.code for d in read_file(path).diagnostics] for path in natives(shared)}
    assert found.pop("7.m44") == ["M054"]
    assert not any(found.values())


def test_a_native_file_is_the_same_bytes_after_a_way_through_yaml(shared: Path) -> None:
    for path in natives(shared):
        if path.name != SHAPED_BY_HAND:
            yaml = to_bytes(scenario_of(path), FileFormat.YAML)
            through = read_bytes(yaml, "some.yaml").scenario
            assert through is not None
            assert to_bytes(through, FileFormat.M44) == path.read_bytes(), path.name


def test_a_file_shaped_by_hand_has_the_same_content_after_a_way_through_yaml(shared: Path) -> None:
    path = shared / "corpus" / "native" / SHAPED_BY_HAND
    through = read_bytes(to_bytes(scenario_of(path), FileFormat.YAML), "some.yaml").scenario
    assert through is not None
    assert to_tree(through) == json.loads(path.read_text(encoding="utf-8"))


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
        scenario = scenario_of(path)
        data = to_bytes(scenario, file_format)
        result = read_bytes(data, f"some.{file_format}")
        told = {d.code for d in result.diagnostics}
        assert told <= {"M054"}, path.name  # a label without text stays one
        assert result.scenario == scenario, path.name
        assert to_bytes(result.scenario, file_format) == data, path.name
        assert to_tree(result.scenario) == to_tree(scenario), path.name


def test_what_was_normalised_once_is_normal(shared: Path) -> None:
    for path in every_file(shared):
        once = to_bytes(scenario_of(path), FileFormat.M44)
        again = read_bytes(once, path.name).scenario
        assert again is not None
        assert to_bytes(again, FileFormat.M44) == once, path.name


def test_reading_is_quick(shared: Path) -> None:
    """A loose bound against accidents; the benchmarks measure."""
    files = [(p.read_bytes(), p.name) for p in sorted((shared / "corpus/boards").glob("*.m44"))]
    took = []
    for data, name in files:
        start = time.perf_counter()
        read_bytes(data, name)
        took.append(time.perf_counter() - start)
    assert statistics.median(took) < 0.05
