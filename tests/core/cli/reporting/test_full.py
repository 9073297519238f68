"""Findings with lines, hexes and fixes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.core.cli.commands.test_check import run_in_terminal
from tests.core.cli.reporting.conftest import M44

from m44core.arguments.line_wrapping import cell_width
from m44core.cli.reporting.reporter import ReportStyle

EXPECTED_OUTPUT = """\
error M502 unclear-bunker-owner: The bunker has no owner and no unit in it
  --> bunker.yaml:6:8 [B5]
  │
4 │   a6: {unit: german-infantry}
5 │   b6: {terrain: hill, obstacle: wire, unit: german-armor}
6 │   B5: {structure: bunker}
  │        ^^^^^^^^^
7 │   C5: {terrain: forest, unit: american-infantry}

             ___────‾‾‾‾‾────_____────‾‾‾‾‾────___
             │       a6        │       b6        │
             │ German infantry │  German armor   │
             │                 │      Hill       │
             │                 │      Wire       │
    ___────‾‾‾‾‾────_____────‾‾‾‾‾────_____────‾‾‾‾‾────___
    │       A5        │      [B5]       │       C5        │
    │                 │     Bunker      │American infantry│
    │                 │                 │     Forest      │
    ‾‾‾────_____────‾‾‾‾‾────_____────‾‾‾‾‾────_____────‾‾‾
             │       a4        │       b4        │
             ‾‾‾────_____────‾‾‾‾‾────_____────‾‾‾
  = fix: Give the bunker to the Axis
  = fix: Give the bunker to the Allies

1 file checked: 1 error
run m44 explain M502 to see why it matters; this works for every code
"""


def test_a_finding_shows_its_lines_its_hexes_and_its_fixes(m44_check: M44) -> None:
    assert (
        m44_check("--format", "full", "--select", "M502", "bunker.yaml").stdout == EXPECTED_OUTPUT
    )


def test_the_map_is_drawn_once_for_findings_on_one_hex(m44_check: M44, folder: Path) -> None:
    text = (folder / "bunker.yaml").read_text("utf-8")
    text = text.replace("B5: {structure: bunker", "B5: {structure: bunker, unit: british-artillery")
    (folder / "bunker.yaml").write_text(text, "utf-8")
    output = m44_check("--format", "full", "--select", "M502,M403", "bunker.yaml").stdout
    assert output.count("[B5]") == 3  # two places, one map
    assert output.count("  --> ") == 2


def test_a_file_of_one_long_line_is_shown_around_the_place(m44_check: M44, folder: Path) -> None:
    hexes = {"B5": {"structure": "bunker"}}
    document = {"format": 1, "texts": {"en": {"history": "x" * 100_000}}, "hexes": hexes}
    (folder / "long.json").write_text(json.dumps(document), "utf-8")
    output = m44_check("--format", "full", "--select", "M502", "long.json").stdout
    assert "…" in output
    assert '"B5": {"structure": "bunker"}' in output
    assert max(map(cell_width, output.splitlines())) <= ReportStyle().width


def test_control_characters_of_the_file_do_not_reach_the_terminal(
    m44_check: M44, folder: Path
) -> None:
    (folder / "bad.m44").write_text('{"board": "\x1b[31m\x9b", "\x1b]0;x\x07": }', "utf-8")
    (folder / "na\x1b[5mme.yaml").write_text("hexes: {A1: {unit: 'x\\e[1m'}}", "utf-8")
    for report_format in ("text", "full", "github"):
        result = m44_check("--format", report_format, ".")
        assert not {"\x1b", "\x9b", "\x07"} & set(result.stdout + result.stderr)
        assert "na\\x1b[5mme.yaml" in result.stdout


def test_the_honeycomb_is_drawn_with_ascii_if_necessary(m44_check: M44) -> None:
    output = m44_check("--format", "full", "bunker.yaml", PYTHONIOENCODING="ascii").stdout
    assert output.isascii()
    assert "\\u" not in output
    assert "|     Bunker      |" in output


@pytest.mark.usefixtures("folder")
def test_the_map_is_left_out_in_a_narrow_terminal() -> None:
    arguments = ["check", "--format", "full", "--select", "M502", "bunker.yaml"]
    assert "│      [B5]" in run_in_terminal(arguments, COLUMNS="80", NO_COLOR="1")
    assert "│      [B5]" not in run_in_terminal(arguments, COLUMNS="50", NO_COLOR="1")


def test_a_missing_file_is_reported_on_one_line(m44_check: M44) -> None:
    output = m44_check("--format", "full", "missing.m44").stdout
    assert output.startswith("missing.m44: not checked: There is no file missing.m44")
    assert output.endswith("0 files checked: no problems found; 1 file not checked\n")
