"""A file written by ``--fix`` differs from the original only in the fixed parts."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

import pytest
from tests.reference_data import LAYOUTS

from m44core.io.files.file_reader import read_bytes, read_file
from m44core.validation.check_selection import select_checks
from m44core.validation.runner import CheckSettings
from m44core.validation.safe_fixes import apply_safe_fixes

HAND_FORMATTED = """\
# mine
format: 1
board:
    type: standard
    face: country      # green
briefing:
    first: top
    top:    {side: axis,   cards: 4, medals: 4}
    bottom: {side: allies, cards: 5, medals: 4}
hexes:
    C5:
        terrain: town      # the mill
        structure: bunker
        unit: german-infantry
    A1:   {unit: american-infantry}
"""
OUT_OF_ORDER = {
    "board": {
        "labels": [],
        "hexagons": [
            {"unit": {"name": "infus"}, "rect_terrain": {"name": "bunker"}, "col": 4, "row": 4},
            {"row": 0, "col": 0, "unit": {"nbr_units": 4, "name": "infger"}},
        ],
        "type": "STANDARD",
    },
    "mine": ["kept", {"as": "it is"}],
}
BUNKERS = CheckSettings(select_checks(["M502"]))


def changed_lines(path: Path, settings: CheckSettings = BUNKERS) -> list[str]:
    """Return the lines that differ between a file and its fixed version, as a diff."""
    result = apply_safe_fixes(path, settings)
    lines = difflib.ndiff(result.before.splitlines(), result.after.splitlines())
    return [line for line in lines if line[0] in "+-"]


def test_a_hand_formatted_yaml_keeps_its_lines_blanks_and_comments(tmp_path: Path) -> None:
    path = tmp_path / "hand.yaml"
    path.write_text(HAND_FORMATTED)
    before, after = changed_lines(path)
    assert before == "-         structure: bunker"
    assert after.startswith("+         structure: {is: bunker")
    assert "owner: axis" in after


@pytest.mark.parametrize("indent", [None, 1, "\t"])
def test_a_fixed_m44_file_keeps_the_order_of_its_keys(
    indent: int | str | None, tmp_path: Path
) -> None:
    path = tmp_path / "own.m44"
    path.write_text(json.dumps(OUT_OF_ORDER, indent=indent))
    result = apply_safe_fixes(path, BUNKERS)
    tree = json.loads(result.after)
    owner = tree["board"]["hexagons"][0]["rect_terrain"].pop("original_owner")
    assert (owner, json.dumps(tree)) == ("ALLIES", json.dumps(OUT_OF_ORDER))
    assert len(changed_lines(path)) <= (2 if indent is None else 3)


def test_crlf_stays_crlf(tmp_path: Path) -> None:
    path = tmp_path / "hand.yaml"
    path.write_bytes(HAND_FORMATTED.replace("\n", "\r\n").encode())
    data = apply_safe_fixes(path, BUNKERS).data
    assert data
    assert data.count(b"\n") == data.count(b"\r\n") == HAND_FORMATTED.count("\n")


SLIPS = CheckSettings(select_checks(["M502", "M606", "M809"]))


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
@pytest.mark.bulk
def test_published_files_change_in_few_lines_without_changing_meaning(path: Path) -> None:
    result = apply_safe_fixes(path, SLIPS)
    if result.data is None:
        return
    scenario_read = read_bytes(result.data, path.name).scenario
    assert scenario_read
    assert scenario_read != read_file(path).scenario
    assert len(changed_lines(path, SLIPS)) <= 4 * len(result.fixed)
