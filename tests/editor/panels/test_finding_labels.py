"""Locations of problems are named as the panels name them, without the keys of the file format."""

from __future__ import annotations

import pytest

from m44core.board import BOARDS, BoardType
from m44core.diagnostics import Diagnostic, Severity
from m44core.hexes import Hex
from m44editor.panels.finding_labels import location_text

LOCATIONS = {
    "/briefing/top/cards": "top player: command cards",
    "/briefing/bottom/medals": "bottom player: medals to win",
    "/briefing/begins": "start date",
    "/briefing": "briefing",
    "/meta/author": "author",
    "/texts/en/bibliography": "bibliography (English)",
    "/texts/en/labels/Caen": "labels Caen (English)",
    "/texts/xx": "scenario text (xx)",
    "/hexes": "the board",
}


def test_locations_are_named_as_in_the_panels(subtests: pytest.Subtests) -> None:
    for pointer, text in LOCATIONS.items():
        finding = Diagnostic("M001", "none", Severity.INFO, pointer=pointer)
        with subtests.test(pointer):
            assert location_text(finding, BOARDS[BoardType.STANDARD]) == text


def test_the_location_of_a_problem_on_a_hex_is_the_name_of_the_hex() -> None:
    finding = Diagnostic("M001", "none", Severity.INFO, hex=Hex(0, 0), pointer="/hexes/A9/unit")
    assert location_text(finding, BOARDS[BoardType.STANDARD]) == "A9"
