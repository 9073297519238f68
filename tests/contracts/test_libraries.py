"""The libraries the program uses: their licenses and known vulnerabilities."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from m44core.licences import installed_libraries

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

from check import print_advisories  # noqa: E402 - the tools of the repository are no package
from licences_page import PAGE, page_text  # noqa: E402 - as the line above


def test_the_license_page_matches_the_packages() -> None:
    assert PAGE.read_text("utf-8") == page_text()


def test_every_library_declares_a_license() -> None:
    assert [each.name for each in installed_libraries() if not each.licence] == []


def test_every_library_the_launcher_installs_is_listed() -> None:
    lock = (REPOSITORY / "packaging" / "editor.lock").read_text("utf-8")
    locked_names = set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))
    listed_names = {re.sub(r"[-_.]+", "-", each.name).lower() for each in installed_libraries()}
    build_packages = {"babel", "editables", "hatchling", "packaging", "pathspec", "pluggy"}
    assert locked_names - listed_names <= build_packages | {"trove-classifiers", "tomlkit"}


def test_an_advisory_fails_the_step_and_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    vulnerability = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
    report = {"dependencies": [{"name": "a", "version": "1.0", "vulns": [vulnerability]}]}
    assert print_advisories(json.dumps(report), "") == 1
    assert "a 1.0: PYSEC-1, fixed in ['2.0']" in capsys.readouterr().out


@pytest.mark.parametrize("answer", ["", "[]", "{}", "no JSON"])
def test_the_step_passes_with_a_note_if_the_advisories_cannot_be_reached(
    answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert print_advisories(answer, "Traceback\nConnectionError: unreachable") == 0
    assert "cannot be reached: ConnectionError: unreachable" in capsys.readouterr().out


def test_unknown_libraries_do_not_count_as_checked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    skipped_library = {"name": "b", "skip_reason": "not found"}
    sound_library = {"name": "a", "version": "1.0", "vulns": []}
    assert print_advisories(json.dumps({"dependencies": [sound_library, skipped_library]}), "") == 0
    assert capsys.readouterr().out == "1 libraries looked up, 0 advisories\nnot looked up: b\n"
    assert print_advisories(json.dumps({"dependencies": [skipped_library]}), "") == 0
    assert "knows none of the libraries" in capsys.readouterr().out
