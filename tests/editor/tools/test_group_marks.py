"""The hexes that share a medal, on the board of the editor."""

from __future__ import annotations

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from tests.editor.tools.conftest import Table

from m44core.model.parts import HexContent, MedalTerms, Tag
from m44editor.board.board_marks import Highlight
from m44editor.board.geometry import hex_area


def share_a_medal(table: Table, *names: str, **terms: bool) -> None:
    first, *others = map(table.hex, names)
    tag = Tag("medal1", group=tuple(others), medal=MedalTerms(**terms))  # type: ignore[arg-type]  # each term has its type
    after = table.document.scenario.with_hexes({first: HexContent(tags=(tag,))})
    table.document.edit("Share", after)


def seen(table: Table, name: str) -> QImage:
    """Return the picture of a hex once everything is rendered."""
    view = table.view
    while not view.grab().isNull() and not view.complete:
        QApplication.processEvents()
    area = view.area_from_units(hex_area(table.hex(name))).toAlignedRect()
    return view.viewport().grab(area).toImage()


def marked(table: Table) -> set[str]:
    mark = table.view._highlights.get("group")
    hexes = mark.hexes if isinstance(mark, Highlight) else ()
    return {table.view.board.name(hex_) for hex_ in hexes}


def test_a_click_on_one_hex_of_a_group_shows_the_others(table: Table) -> None:
    share_a_medal(table, "e6", "f6", "g6")
    table.hand.click("f6")
    assert marked(table) == {"e6", "f6", "g6"}
    table.hand.click("K3")
    assert marked(table) == set()


def test_the_marks_follow_the_group_while_its_hex_is_selected(table: Table) -> None:
    table.hand.click("f6")
    share_a_medal(table, "e6", "f6")
    assert marked(table) == {"e6", "f6"}
    table.document.undo_stack.undo()
    assert marked(table) == set()


def test_a_hex_that_joins_a_group_gets_its_outline_and_loses_it_again(table: Table) -> None:
    plain = seen(table, "f6")
    share_a_medal(table, "e6", "f6")
    held = seen(table, "f6")
    assert held != plain
    share_a_medal(table, "e6", "f6", permanent=True)
    assert seen(table, "f6") != held
    table.document.undo_stack.undo()
    table.document.undo_stack.undo()
    assert seen(table, "f6") == plain
