"""Renamed options: the old names work for one version, with a note."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.cli.renamed_options import RENAMED_OPTIONS, replace_renamed_options
from m44core.resources import scenarios_folder

PEGASUS = str(scenarios_folder() / "pegasus-bridge.m44")


@pytest.mark.parametrize(
    ("command", "old", "new"),
    [
        ("convert", ["--to", "yaml", "a", "-"], ["--format", "yaml", "a", "-"]),
        ("convert", ["--to=yaml", "--", "--to"], ["--format=yaml", "--", "--to"]),
        ("play", ["--json", "a"], ["--format", "json", "a"]),
        ("sheet", ["--language", "en+fr"], ["--texts", "en+fr"]),
        ("sheet", ["--language=en+fr"], ["--texts=en+fr"]),
        ("sheet", ["--language", "fr"], ["--language", "fr"]),
        ("translate", ["--to", "fr"], ["--to", "fr"]),
        (None, ["--json"], ["--json"]),
    ],
)
def test_old_option_names_are_replaced_by_new_ones(
    command: str | None, old: list[str], new: list[str]
) -> None:
    words, notes = replace_renamed_options(command, old)
    assert words == new
    assert len(notes) == (old != new)


def test_an_old_option_name_works_with_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--to", "yaml", PEGASUS, "-"]) == 0
    old = capsys.readouterr()
    assert main(["convert", "--format", "yaml", PEGASUS, "-"]) == 0
    assert capsys.readouterr().out == old.out
    assert old.err.startswith("m44: --to is now --format; the old name works until the next")


def test_quiet_leaves_the_note_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "--quiet", "--to", "yaml", PEGASUS, "-"]) == 0
    assert capsys.readouterr().err == ""


def test_the_documentation_lists_every_old_name() -> None:
    document = (Path(__file__).parents[3] / "docs" / "command-line.md").read_text("utf-8")
    listed_names = re.findall(
        r"^\| `m44 (\w+) (--\w+)[^|]*\| `([^`]+)` \|$", document, re.MULTILINE
    )
    rows = [(row.command, row.old, " ".join(row.new)) for row in RENAMED_OPTIONS]
    assert [
        (command, old, new.removesuffix(" en+fr")) for command, old, new in listed_names
    ] == rows
