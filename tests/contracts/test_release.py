"""The release command, in a copy of the files it changes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent.parent
RECIPES = ("docs/ci.md", "docs/translating-scenarios.md")
TRANSLATIONS = tuple(
    f"core/m44core/messages/locale/{name}" for name in ("pages.pot", "fr/pages.po")
)
FILES = ("pyproject.toml", "core/m44core/version.py", "CHANGELOG.md", *RECIPES, *TRANSLATIONS)
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Rivers.\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the files changed by a release, at version 0.9.0 with an unreleased change."""
    for name in FILES:
        text = (REPOSITORY / name).read_text("utf-8")
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(
            re.sub(r'(?m)^((?:__)?version(?:__)? =) ".+"', r'\1 "0.9.0"', text), "utf-8"
        )
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, "utf-8")
    return tmp_path


def run_release_script(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = str(REPOSITORY / "packaging" / "release.py")
    command = [sys.executable, script, *arguments, "--root", str(checkout)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def texts_by_path(folder: Path) -> dict[str, str]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}


def test_a_dry_run_shows_the_release_and_writes_nothing(checkout: Path) -> None:
    before = texts_by_path(checkout)
    run = run_release_script(checkout, "1.0.0", "--dry-run")
    assert (run.returncode, run.stderr) == (0, "")
    assert "would write CHANGELOG.md" in run.stdout
    assert "git tag --annotate v1.0.0" in run.stdout
    assert texts_by_path(checkout) == before


def test_a_release_sets_the_version_and_names_the_changes(checkout: Path) -> None:
    assert run_release_script(checkout, "1.0.0").returncode == 0
    written_files = texts_by_path(checkout)
    assert '\nversion = "1.0.0"\n' in written_files["pyproject.toml"]
    assert '__version__ = "1.0.0"' in written_files["core/m44core/version.py"]
    assert all("\n    rev: v1.0.0\n" in written_files[name] for name in RECIPES)
    header = '\n"Project-Id-Version: M44 Workshop 1.0.0\\n"\n'
    assert all(header in written_files[name] for name in TRANSLATIONS)
    assert (
        written_files["build/release-notes.md"]
        == "# M44 Workshop 1.0.0\n\n### Added\n\n- Rivers.\n"
    )
    heading = r"\n## \[1\.0\.0\] - \d{4}-\d\d-\d\d\n"
    assert re.sub(heading, "", written_files["CHANGELOG.md"]) == CHANGELOG
    assert len(re.findall(heading, written_files["CHANGELOG.md"])) == 1


@pytest.fixture
def repository(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same copy as a git repository with one commit."""
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Anna")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "anna@example.org")
    (checkout / ".gitignore").write_text("build\n", "utf-8")
    git(checkout, "init", "--quiet")
    git(checkout, "add", ".")
    git(checkout, "commit", "--quiet", "--message", "Begin")
    return checkout


def git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "commit.gpgsign=false", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_one_command_commits_and_tags_a_release(repository: Path) -> None:
    run = run_release_script(repository, "1.0.0", "--commit")
    assert (run.returncode, run.stderr) == (0, "")
    assert git(repository, "status", "--porcelain") == ""
    assert git(repository, "log", "-1", "--format=%s %D").startswith("Release 1.0.0 HEAD -> ")
    assert git(repository, "tag", "--points-at", "HEAD").strip() == "v1.0.0"
    assert '__version__ = "1.0.0"' in git(repository, "show", "v1.0.0:core/m44core/version.py")


def test_a_release_is_not_committed_with_other_changes(repository: Path) -> None:
    (repository / "docs" / "ci.md").write_text("    rev: v0.9.0\nA change.\n", "utf-8")
    before = texts_by_path(repository / "docs")
    run = run_release_script(repository, "1.0.0", "--commit")
    assert run.returncode == 2
    assert "commit or undo your changes first" in run.stderr
    assert texts_by_path(repository / "docs") == before
    assert git(repository, "tag") == ""


def test_the_next_major_release_of_this_checkout_can_be_prepared() -> None:
    run = run_release_script(REPOSITORY, "99.0.0", "--dry-run")
    changelog = (REPOSITORY / "CHANGELOG.md").read_text("utf-8")
    has_changes = "## [Unreleased]\n\n###" in changelog
    assert (run.returncode, run.stderr == "") == ((0, True) if has_changes else (2, False))


def test_the_notes_of_a_release_are_its_changes(checkout: Path) -> None:
    run_release_script(checkout, "1.0.0")
    assert run_release_script(checkout, "1.0.0", "--notes").stdout == "### Added\n\n- Rivers.\n"
    assert run_release_script(checkout, "1.0.1", "--check").returncode == 2


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("1.0", "1.0 is not a version such as 1.0.0"),
        ("v1.0.0", "v1.0.0 is not a version such as 1.0.0"),
        ("0.8.9", "0.8.9 is not newer than 0.9.0"),
    ],
)
def test_a_wrong_version_is_refused_and_writes_nothing(
    checkout: Path, version: str, reason: str
) -> None:
    before = texts_by_path(checkout)
    run = run_release_script(checkout, version)
    assert run.returncode == 2
    assert reason in run.stderr
    assert texts_by_path(checkout) == before


def test_without_changes_there_is_no_release(checkout: Path) -> None:
    assert run_release_script(checkout, "1.0.0").returncode == 0
    run = run_release_script(checkout, "1.0.1")
    assert (run.returncode, run.stderr) == (
        2,
        "release.py: CHANGELOG.md has no unreleased changes\n",
    )
