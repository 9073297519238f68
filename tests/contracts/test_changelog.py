"""The format of the changelog: https://keepachangelog.com/en/1.1.0."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from itertools import pairwise
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent
LINES = (REPOSITORY / "CHANGELOG.md").read_text("utf-8").splitlines()
KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
RELEASE = re.compile(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)")
MAX_LINE_LENGTH = 110


def lines_by_heading(level: str, lines: list[str]) -> dict[str, list[str]]:
    """Return the lines under each heading of a level, keyed by heading, in order."""
    sections: dict[str, list[str]] = {}
    for line in lines:
        if line.startswith(f"{level} "):
            assert line not in sections, f"{line} appears twice"
            sections[line] = []
        elif sections:
            sections[next(reversed(sections))].append(line)
    return {
        heading.removeprefix(f"{level} "): section_lines
        for heading, section_lines in sections.items()
    }


VERSIONS = lines_by_heading("##", LINES)


def test_unreleased_changes_come_first_and_releases_newest_first() -> None:
    first, *others = VERSIONS
    assert first == "[Unreleased]"
    release_headings = [RELEASE.fullmatch(heading) for heading in others]
    assert all(release_headings), f"not of the form [1.2.3] - 2026-01-31: {others}"
    versions_and_dates = [
        (tuple(map(int, match[1].split("."))), date.fromisoformat(match[2]))
        for match in release_headings
        if match
    ]
    assert all(
        newer > older and day >= earlier_day
        for (newer, day), (older, earlier_day) in pairwise(versions_and_dates)
    )


def test_the_latest_release_is_the_version_of_the_program() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    releases = list(VERSIONS)[1:]
    assert not releases or releases[0].startswith(f"[{project['version']}]")


def test_every_version_has_entries_under_known_headings_in_order() -> None:
    for version, lines in VERSIONS.items():
        kinds = list(lines_by_heading("###", lines))
        assert kinds or (version == "[Unreleased]" and len(VERSIONS) > 1), version
        assert kinds == [kind for kind in KINDS if kind in kinds], version


def test_every_section_is_a_list_without_gaps() -> None:
    for version, lines in VERSIONS.items():
        for kind, section_lines in lines_by_heading("###", lines).items():
            entries = [line for line in section_lines if line]
            assert entries, f"{version}: {kind} is empty"
            assert section_lines[: len(entries) + 1] == ["", *entries], (
                f"{version}: a gap below {kind}"
            )
            assert all(line.startswith(("- ", "  ")) for line in entries), f"{version}: {kind}"


def test_every_entry_is_a_short_sentence() -> None:
    text = "\n".join(LINES)
    entries = re.findall(r"^- (.*(?:\n  .*)*)", text, re.MULTILINE)
    assert [entry for entry in entries if not entry.endswith((".", ")"))] == []
    assert [entry for entry in entries if entry.count("\n") > 2] == []
    assert [line for line in LINES if len(line) > MAX_LINE_LENGTH] == []


def test_no_changelog_entry_is_listed_twice() -> None:
    for version, lines in VERSIONS.items():
        entries = re.findall(r"^- .*(?:\n  .*)*", "\n".join(lines), re.MULTILINE)
        repeated_entries = {entry for entry in entries if entries.count(entry) > 1}
        assert not repeated_entries, f"{version}: {repeated_entries}"
