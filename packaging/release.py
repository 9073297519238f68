"""Prepare a release: ``python3 packaging/release.py 1.0.0 [--dry-run | --commit]``.

It sets the version, including in the pre-commit examples in ``docs/`` and in the translations,
gives the unreleased changes in CHANGELOG.md a heading, writes the notes of the release, and prints
the commands that test, commit, tag and push it. With ``--commit``, it commits and tags the release
itself; it never pushes. With ``--dry-run``, it only prints.
The repository's workflow builds the packages for a tag. ``--check`` and ``--notes`` are for that
workflow.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTES = Path("build", "release-notes.md")
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_UNRELEASED = "## [Unreleased]\n"
_VERSION_LINES = {
    "pyproject.toml": r'(?m)^version = "(.+)"$',
    "core/m44core/version.py": r'(?m)^__version__ = "(.+)"$',
    "docs/ci.md": r"(?m)^    rev: v(.+)$",
    "docs/translating-scenarios.md": r"(?m)^    rev: v(.+)$",
}
"""The line with the version in each file that states it."""
_TRANSLATIONS = Path("core", "m44core", "messages", "locale")
_TRANSLATION_LINE = r'(?m)^"Project-Id-Version: M44 Workshop (.+)\\n"$'


class ReleaseError(Exception):
    """The release cannot be prepared; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Prepare a release and return the exit status: 0, or 2 if it cannot be prepared."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version", metavar="VERSION", help="the new version, such as 1.0.0")
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--dry-run", action="store_true", help="only print what would change")
    about = "commit the release and tag it; nothing else may have changed in the checkout"
    modes.add_argument("--commit", action="store_true", help=about)
    about = "only check that VERSION is that of the program, and released in CHANGELOG.md"
    modes.add_argument("--check", action="store_true", help=about)
    modes.add_argument("--notes", action="store_true", help="print the notes of a release")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to release")
    options = parser.parse_args(arguments)
    try:
        if options.check or options.notes:
            print(release_notes(options.root, options.version))
        elif options.commit:
            _commit(options.root, options.version)
        else:
            _prepare(options.root, options.version, is_dry=options.dry_run)
    except ReleaseError as error:
        print(f"release.py: {error}", file=sys.stderr)
        return 2
    return 0


def _prepare(root: Path, version: str, *, is_dry: bool) -> None:
    """Write the files that a release changes, or only print the changes."""
    changes = changed_file_texts(root, version, datetime.now(UTC).date())
    _write_files(root, changes, is_dry=is_dry)
    print(f"\n{changes[NOTES]}\nTo publish it:\n\n{publish_commands(version)}")


def _commit(root: Path, version: str) -> None:
    """Write the files that a release changes, commit them, and tag the commit.

    Raises:
        ReleaseError: the checkout has other changes, or the tag exists.
    """
    changes = changed_file_texts(root, version, datetime.now(UTC).date())
    if _git_output(root, "status", "--porcelain", "--untracked-files=no"):
        raise ReleaseError("commit or undo your changes first: git status lists them")
    if _git_output(root, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"there is a tag v{version} already")
    _write_files(root, changes, is_dry=False)
    _git_output(root, "commit", "--all", "--message", f"Release {version}")
    _git_output(root, "tag", "--annotate", f"v{version}", "--message", f"M44 Workshop {version}")
    print(f"\nTo publish it:\n\n    git push origin HEAD v{version}\n")


def _write_files(root: Path, changes: dict[Path, str], *, is_dry: bool) -> None:
    """Write files and print their names, or only print them."""
    for name, text in changes.items():
        print(f"{'would write' if is_dry else 'wrote'} {name.as_posix()}")
        if not is_dry:
            _write(root / name, text)


def _git_output(root: Path, *words: str) -> str:
    """Return the output of a command of git; raise ReleaseError if it fails."""
    run = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    if run.returncode:
        raise ReleaseError(f"git {words[0]} failed: {(run.stderr or run.stdout).strip()}")
    return run.stdout.strip()


def release_notes(root: Path, version: str) -> str:
    """Return the section of CHANGELOG.md about a version.

    Raises:
        ReleaseError: there is no such section, or the program has a different version.
    """
    if version != (current := current_version(root)):
        raise ReleaseError(f"the version of the program is {current}, not {version}")
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    heading = rf"(?m)^## \[{re.escape(version)}\] - .*\n"
    _, *parts = re.split(heading, changelog, maxsplit=1)
    if not parts:
        raise ReleaseError(f"CHANGELOG.md has no heading for {version}")
    return re.split(r"(?m)^## ", parts[0])[0].strip()


def changed_file_texts(root: Path, version: str, today: date) -> dict[Path, str]:
    """Return the new text of each file that a release changes, keyed by its path in the checkout.

    Raises:
        ReleaseError: the version is not newer than the current one, or there are no changes to
            release.
    """
    if not _VERSION.fullmatch(version):
        raise ReleaseError(f"{version} is not a version such as 1.0.0")
    current = current_version(root)
    changelog = (root / "CHANGELOG.md").read_text("utf-8")
    is_first = f"[{current}]" not in changelog and version == current
    if not is_first and _version_numbers(version) <= _version_numbers(current):
        raise ReleaseError(f"{version} is not newer than {current}, the version of the program")
    notes = unreleased_changes(changelog)
    if not notes:
        raise ReleaseError("CHANGELOG.md has no unreleased changes")
    changes = {
        name: _with_version((root / name).read_text("utf-8"), pattern, version)
        for name, pattern in _version_lines(root)
    }
    changes[Path("CHANGELOG.md")] = released_changelog(changelog, version, today)
    changes[NOTES] = f"# M44 Workshop {version}\n\n{notes}\n"
    return changes


def _version_lines(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield each file that states the version, and the pattern of its line with the version."""
    for name, pattern in _VERSION_LINES.items():
        yield Path(name), pattern
    for path in sorted((root / _TRANSLATIONS).rglob("*.po*")):
        yield path.relative_to(root), _TRANSLATION_LINE


def current_version(root: Path) -> str:
    """Return the version in pyproject.toml."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def unreleased_changes(changelog: str) -> str:
    """Return the text below the heading of unreleased changes; empty if there is none."""
    _, heading, below = changelog.partition(_UNRELEASED)
    return re.split(r"(?m)^## ", below)[0].strip() if heading else ""


def released_changelog(changelog: str, version: str, today: date) -> str:
    """Return the changelog with the unreleased changes below a heading of the version."""
    heading = f"{_UNRELEASED}\n## [{version}] - {today.isoformat()}\n"
    return changelog.replace(_UNRELEASED, heading, 1)


def publish_commands(version: str) -> str:
    """Return the commands that commit, tag and push a prepared release."""
    return (
        "    python3 workshop.py test\n"
        f"    git commit --all --message 'Release {version}'\n"
        f"    git tag --annotate v{version} --message 'M44 Workshop {version}'\n"
        f"    git push origin HEAD v{version}\n"
    )


def _version_numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _with_version(text: str, pattern: str, version: str) -> str:
    """Return a text with the version replaced in the line that matches the pattern."""
    match = re.search(pattern, text)
    if match is None:
        raise ReleaseError(f"no line matches {pattern}")
    return text[: match.start(1)] + version + text[match.end(1) :]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    sys.exit(main())
