"""Notes that need no action are listed, and counted as problems, only on request."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.diagnostics import Severity
from m44core.findings.finding_kinds import all_kinds
from m44core.resources import scenarios_folder

BOARD_TYPE_IN_LOWER_CASE = (
    '{"board": {"type": "standard", "face": "COUNTRY", "hexagons": [], "labels": []}}'
)


@pytest.fixture
def two_files(folder: Path) -> None:
    """Replace the file of the folder with two whose board type is in lower case."""
    (folder / "bunker.yaml").unlink()
    for name in ("a.m44", "b.m44"):
        (folder / name).write_text(BOARD_TYPE_IN_LOWER_CASE, "utf-8")


@pytest.mark.usefixtures("two_files")
def test_unlisted_notes_of_all_files_are_counted_on_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", "."])
    output = capsys.readouterr().out
    assert "M041" not in output
    assert re.search(r"^2 files checked: \d+ errors, 2 warnings$", output, re.MULTILINE)
    assert (
        "Not listed: 4 notes that need no action, in 2 files; list them with --show info" in output
    )


@pytest.mark.usefixtures("two_files")
@pytest.mark.parametrize("options", [("--show", "info"), ("--select", "M041")])
def test_notes_are_listed_on_request(
    options: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", ".", *options])
    output = capsys.readouterr().out
    assert output.count("info M041 lower-case-value") == 2
    note_count = output.count(": info M")
    assert re.search(rf"^2 files checked: .*\b{note_count} notes", output, re.MULTILINE)
    assert "Not listed" not in output


@pytest.mark.usefixtures("two_files")
@pytest.mark.parametrize("options", [("--show", "warning"), ("--statistics",)])
def test_notes_that_need_no_action_are_not_counted_as_problems_in_any_total(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["check", ".", *options])
    output = capsys.readouterr().out
    assert re.search(r"^2 files checked: \d+ errors, 2 warnings$", output, re.MULTILINE)
    assert "M041" not in output


def test_a_file_with_only_notes_that_need_no_action_has_no_problems(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shipped_bytes = (scenarios_folder() / "pegasus-bridge.m44").read_bytes()
    (folder / "a.m44").write_bytes(shipped_bytes.replace(b'"STANDARD"', b'"standard"'))
    assert b'"standard"' in (folder / "a.m44").read_bytes()
    main(["check", "a.m44", "--ignore", "M3", "--ignore", "M5"])
    output = capsys.readouterr().out
    assert "1 file checked: no problems found\nNot listed: 1 note that needs no action" in output


@pytest.mark.usefixtures("two_files")
def test_the_library_counts_the_same_problems_as_the_check(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["library", ".", "--format", "json"])
    output = capsys.readouterr().out
    assert output.count('"notes": 0') == 2


@pytest.mark.usefixtures("two_files")
def test_json_reports_list_all_notes(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "a.m44", "--format", "json"])
    assert '"M041"' in capsys.readouterr().out


def test_findings_more_severe_than_a_note_are_always_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert all_kinds()["M502"].quiet
    occupied_bunker = "  D5: {structure: bunker, unit: american-infantry}\n"
    path = folder / "bunker.yaml"
    path.write_text(path.read_text("utf-8") + occupied_bunker, "utf-8")
    main(["check", "bunker.yaml", "--ignore", "M8"])
    output = capsys.readouterr().out
    assert output.count("error M502") == 1
    assert "info M502" not in output


def test_every_quiet_kind_of_finding_can_be_a_note() -> None:
    quiet_kinds = [kind for kind in all_kinds().values() if kind.quiet]
    assert [kind.code for kind in quiet_kinds if Severity.INFO not in kind.severities] == []
