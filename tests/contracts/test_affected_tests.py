"""The quick check runs the tests that a change can affect, the nearest first."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.system_requirements import NEEDS_GIT

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

from affected_tests import affected_test_files, changed_files  # noqa: E402 - the tools of the repository are no package


@pytest.mark.parametrize(
    ("file", "nearest_test", "far_test"),
    [
        (
            "core/m44core/history/file_versions.py",
            "core/history/test_file_versions",
            "editor/test_app",
        ),
        ("core/m44core/hexes.py", "core/test_board", ""),
        (
            "core/m44core/catalogue/data/terrain.yaml",
            "core/catalogue/test_data",
            "core/io/test_m44",
        ),
        ("editor/m44editor/shortcuts/key_map.py", "editor/windows/test_shortcuts", ""),
        ("tests/core/io/messages.yaml", "core/io/test_reader_messages", ""),
        ("tests/core/io/conftest.py", "core/io/test_m44", ""),
        ("tests/core/test_board.py", "core/test_board", ""),
        ("core/m44core/drawing/terrain/water.py", "core/drawing/test_golden_art", ""),
        ("core/m44core/drawing/structures/bridges.py", "core/drawing/test_golden_art", ""),
        ("scenarios/toulon.yaml", "core/io/test_shipped_scenarios", ""),
        ("docs/rules.md", "contracts/test_documents", ""),
        ("packaging/check.py", "contracts/test_launcher", ""),
        ("core/m44core/findings/data/gone.yaml", "core/findings/test_finding_data", ""),
    ],
)
def test_a_change_affects_the_tests_of_all_importers(
    file: str, nearest_test: str, far_test: str
) -> None:
    test_files = affected_test_files([file])
    assert f"tests/{nearest_test}.py" in test_files
    if far_test:
        assert test_files.index(f"tests/{nearest_test}.py") < test_files.index(
            f"tests/{far_test}.py"
        )


@pytest.mark.parametrize(
    "file",
    ["core/m44core/publish/layout_cache.py", "editor/m44editor/shortcuts/shortcuts_dialog.py"],
)
def test_a_changed_file_affects_no_rules_test_that_does_not_import_it(file: str) -> None:
    assert not [
        test for test in affected_test_files([file]) if test.startswith("tests/core/rules/")
    ]


@NEEDS_GIT
def test_changed_files_include_edited_committed_and_new_files_since_main(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(
            ["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True
        )

    git("init", "--initial-branch=main")
    (tmp_path / "kept.py").touch()
    git("add", ".")
    git("commit", "--message=First")
    assert changed_files(tmp_path) == []
    git("switch", "--create=other")
    (tmp_path / "committed.py").touch()
    git("add", ".")
    git("commit", "--message=Second")
    (tmp_path / "new.py").touch()
    (tmp_path / "kept.py").write_text("changed = True\n")
    assert changed_files(tmp_path) == ["committed.py", "kept.py", "new.py"]


@NEEDS_GIT
@pytest.mark.parametrize("name", ["other", "main"])
def test_a_clone_of_another_branch_compares_with_the_branch_of_its_origin(
    name: str, tmp_path: Path
) -> None:
    def git(*arguments: str | Path) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *identity, *arguments], check=True, capture_output=True)

    origin, clone = tmp_path / "origin", tmp_path / "clone"
    git("init", f"--initial-branch={name}", origin)
    git("-C", origin, "commit", "--allow-empty", "--message=First")
    git("-C", origin, "switch", "--create=mine")
    (origin / "committed.py").touch()
    git("-C", origin, "add", ".")
    git("-C", origin, "commit", "--message=Second")
    git("clone", "--branch=mine", origin, clone)
    assert changed_files(clone) == (["committed.py"] if name == "main" else [])


@pytest.mark.parametrize(("seconds", "status"), [("0.000001", 5), ("600", 0)])
def test_a_run_that_starts_no_test_in_time_does_not_pass(seconds: str, status: int) -> None:
    tests = "tests/core/test_board.py::test_the_board_has_nine_rows_of_thirteen_and_twelve_hexes"
    command = [sys.executable, "-m", "pytest", "-q", f"--longest={seconds}", tests]
    run = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert run.returncode == status, run.stdout
    assert ("not started in time" in run.stdout) is bool(status)
