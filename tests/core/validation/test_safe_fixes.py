"""Safe fixes are applied until none are left, whatever their effect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.reference_data import LAYOUTS

from m44core.findings.render_findings import render
from m44core.io.files.file_reader import FileFormat, read_bytes, read_file
from m44core.io.origin import OpenFile
from m44core.io.workshop.encode import encode
from m44core.resources import scenarios_folder
from m44core.validation import runner
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Check, Problem, Repair, problem
from m44core.validation.check_selection import select_checks
from m44core.validation.runner import DEFAULT_SETTINGS, CheckSettings
from m44core.validation.safe_fixes import FixResult, apply_safe_fixes, fix_scenario

HEAD = "format: 1\nboard: {type: standard, face: country}\n"
FILES = sorted((Path(__file__).parents[1] / "io" / "files").glob("*.m44"))
SHIPPED_FILES = sorted(p for p in scenarios_folder().iterdir() if p.suffix in (".m44", ".yaml"))

Changes = Mapping[str, Any]
Finder = Callable[[Mapping[str, Any]], Iterator[Changes]]
UseFinder = Callable[[Finder], None]


@pytest.fixture
def propose_fixes(monkeypatch: pytest.MonkeyPatch) -> UseFinder:
    """Return a function that makes the only check propose the given changes as its safe fixes.

    The function takes a generator of changes, which gets the document of the scenario.
    """

    def use(finder: Finder) -> None:
        def find(context: CheckContext) -> Iterator[Problem]:
            for number, changes in enumerate(finder(encode(context.scenario, short=False))):
                fix = Repair("once", changes, {})
                place = next(iter(changes))
                yield problem("listed", place, None, fix, hex="G5", hexes=str(number))

        monkeypatch.setattr(runner, "CHECKS", {"M606": Check("M606", find)})

    return use


def fix_result_of(folder: Path, text: str = "hexes: {}\n") -> FixResult:
    path = folder / "some.yaml"
    path.write_text(HEAD + text)
    return apply_safe_fixes(path, CheckSettings(select_checks(["M606"])))


def fixed_document(result: FixResult) -> Mapping[str, Any]:
    assert result.data is not None
    scenario = read_bytes(result.data, "some.yaml").scenario
    assert scenario is not None
    return encode(scenario)


def test_fixing_continues_with_problems_that_a_fix_reveals(
    tmp_path: Path, propose_fixes: UseFinder
) -> None:
    def add_card(document: Mapping[str, Any]) -> Iterator[Changes]:
        hand_size = document.get("briefing", {}).get("top", {}).get("cards", 0)
        if hand_size < 5:
            yield {"/briefing/top/cards": hand_size + 1}

    propose_fixes(add_card)
    result = fix_result_of(tmp_path)
    assert fixed_document(result)["briefing"]["top"]["cards"] == 5


def test_fixes_that_undo_each_other_end_and_leave_the_file_unchanged(
    tmp_path: Path,
    propose_fixes: UseFinder,
) -> None:
    def swap_first_player(document: Mapping[str, Any]) -> Iterator[Changes]:
        first_player = document.get("briefing", {}).get("first")
        yield {"/briefing/first": "bottom" if first_player == "top" else "top"}

    propose_fixes(swap_first_player)
    result = fix_result_of(tmp_path)
    assert (result.data, result.fixed) == (None, ())
    assert [failure.code for failure in result.failed] == ["M063"]
    assert "The fixes for M606 undo each other" in render(result.failed[0], "en")


def test_fixes_that_never_end_are_stopped(tmp_path: Path, propose_fixes: UseFinder) -> None:
    def lengthen_name(document: Mapping[str, Any]) -> Iterator[Changes]:
        name = document.get("texts", {}).get("en", {}).get("name", "")
        yield {"/texts/en/name": f"{name}x"}

    propose_fixes(lengthen_name)
    result = fix_result_of(tmp_path)
    assert result.data is None
    assert [failure.code for failure in result.failed] == ["M063"]


def test_a_failed_fix_is_reported_and_the_others_are_applied(
    tmp_path: Path,
    propose_fixes: UseFinder,
) -> None:
    def one_impossible_change(document: Mapping[str, Any]) -> Iterator[Changes]:
        yield {"/format/no/way": 1}
        if "briefing" not in document:
            yield {"/briefing/top/cards": 5}

    propose_fixes(one_impossible_change)
    result = fix_result_of(tmp_path)
    assert fixed_document(result)["briefing"]["top"]["cards"] == 5
    (failure,) = result.failed
    assert failure.code == "M063"
    assert render(failure, "en").startswith("The fix for M606 (List each hex once) failed: ")
    assert len(result.fixed) == 1


def test_list_entries_are_removed_in_one_round_without_shifting_the_others(
    tmp_path: Path,
    propose_fixes: UseFinder,
) -> None:
    def remove_axis_medals(document: Mapping[str, Any]) -> Iterator[Changes]:
        for number, tag in enumerate(document["hexes"]["G5"]["tags"]):
            if tag["is"] == "axis-medal":
                yield {f"/hexes/G5/tags/{number}": None}

    propose_fixes(remove_axis_medals)
    tags_text = ", ".join(["axis-medal", "allied-medal", "axis-medal"] * 4)
    result = fix_result_of(tmp_path, f"hexes: {{G5: {{tags: [{tags_text}]}}}}\n")
    assert fixed_document(result)["hexes"]["G5"]["tags"] == ["allied-medal"] * 4
    assert len(result.fixed) == 8


def test_only_one_of_two_overlapping_fixes_is_applied(
    tmp_path: Path, propose_fixes: UseFinder
) -> None:
    def overlapping_changes(document: Mapping[str, Any]) -> Iterator[Changes]:
        if "briefing" not in document:
            yield {"/briefing/top/cards": 4, "/briefing/first": "top"}
            yield {"/briefing/top/cards": 5, "/briefing/first": "bottom"}

    propose_fixes(overlapping_changes)
    briefing = fixed_document(fix_result_of(tmp_path))["briefing"]
    assert (briefing["top"]["cards"], briefing["first"]) in [(4, "top"), (5, "bottom")]


def test_a_fix_that_changes_nothing_writes_nothing(
    tmp_path: Path, propose_fixes: UseFinder
) -> None:
    def clear_empty_hex(_: Mapping[str, Any]) -> Iterator[Changes]:
        yield {"/hexes/G5": None}

    propose_fixes(clear_empty_hex)
    result = fix_result_of(tmp_path)
    assert (result.data, result.fixed, result.failed) == (None, (), ())


@pytest.mark.parametrize("path", FILES + SHIPPED_FILES, ids=lambda path: path.name)
def test_a_fixed_file_needs_no_further_fix(path: Path, tmp_path: Path) -> None:
    assert is_fixed_in_one_run(path, tmp_path)


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
@pytest.mark.bulk
def test_every_published_layout_is_fixed_in_one_run(path: Path, tmp_path: Path) -> None:
    assert is_fixed_in_one_run(path, tmp_path)


def test_every_genuine_file_is_fixed_in_one_run(reference_material: Path, tmp_path: Path) -> None:
    files = sorted((reference_material / "corpus" / "native").glob("*.m44"))
    assert [path.name for path in files if not is_fixed_in_one_run(path, tmp_path)] == []


def test_fixing_the_format_of_a_file_changes_no_scenario() -> None:
    settings = CheckSettings(select_checks(["M0"], ["M054"]))
    changed_count = 0
    for path in LAYOUTS:
        result = apply_safe_fixes(path, settings)
        if result.data is not None:
            changed_count += 1
            before = read_bytes(path.read_bytes(), path.name).scenario
            assert read_bytes(result.data, path.name).scenario == before
    assert changed_count


def is_fixed_in_one_run(path: Path, tmp_path: Path) -> bool:
    """Return whether all fixes of a file succeed, and the fixed file needs no further fix."""
    result = apply_safe_fixes(path, DEFAULT_SETTINGS)
    if result.failed or result.data is None:
        return not result.failed
    fixed_file = tmp_path / path.name
    fixed_file.write_bytes(result.data)
    return apply_safe_fixes(fixed_file, DEFAULT_SETTINGS).data is None


@pytest.mark.parametrize("path", FILES + SHIPPED_FILES, ids=lambda path: path.name)
def test_an_edited_scenario_gets_the_same_fixes_as_its_file(path: Path) -> None:
    fix_result, result = apply_safe_fixes(path, DEFAULT_SETTINGS), read_file(path)
    if (
        fix_result.unsettled is None
        and fix_result.lost_comment is None
        and result.scenario is not None
    ):
        assert result.file is not None
        fixed_scenario = fix_scenario(result.file, DEFAULT_SETTINGS, result.format)
        expected = result if fix_result.data is None else read_bytes(fix_result.data, path.name)
        assert fixed_scenario.file.scenario == expected.scenario
        assert [each.title for each in fixed_scenario.fixed] == [
            each.title for each in fix_result.fixed
        ]


def test_a_scenario_without_fixes_is_returned_unchanged(propose_fixes: UseFinder) -> None:
    propose_fixes(lambda _: iter(()))
    scenario = read_bytes(f"{HEAD}hexes: {{}}".encode(), "some.yaml").scenario
    assert scenario is not None
    file = OpenFile(scenario)
    assert fix_scenario(file, DEFAULT_SETTINGS, FileFormat.YAML).file is file
