"""The hexes that share a medal, on the board of the editor."""

from __future__ import annotations

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from tests.editor.tools.conftest import BoardDriver

from m44core.model.scenario_parts import HexContent, MedalTerms, Tag
from m44editor.board.board_marks import Highlight
from m44editor.board.geometry import hex_bounding_rect


def place_shared_medal(board_driver: BoardDriver, *names: str, **terms: bool) -> None:
    first, *others = map(board_driver.hex, names)
    tag = Tag("medal1", group=tuple(others), medal=MedalTerms(**terms))  # type: ignore[arg-type]  # each term has its type
    after = board_driver.document.scenario.with_hexes({first: HexContent(tags=(tag,))})
    board_driver.document.edit("Share", after)


def picture_of_hex(board_driver: BoardDriver, name: str) -> QImage:
    """Return the picture of a hex once everything is rendered."""
    view = board_driver.view
    while not view.grab().isNull() and not view.complete:
        QApplication.processEvents()
    area = view.area_from_units(hex_bounding_rect(board_driver.hex(name))).toAlignedRect()
    return view.viewport().grab(area).toImage()


def marked_hexes(board_driver: BoardDriver) -> set[str]:
    mark = board_driver.view._highlights.get("group")
    hexes = mark.hexes if isinstance(mark, Highlight) else ()
    return {board_driver.view.board.name(hex_) for hex_ in hexes}


def test_a_click_on_one_hex_of_a_group_shows_the_others(board_driver: BoardDriver) -> None:
    place_shared_medal(board_driver, "e6", "f6", "g6")
    board_driver.user.click("f6")
    assert marked_hexes(board_driver) == {"e6", "f6", "g6"}
    board_driver.user.click("K3")
    assert marked_hexes(board_driver) == set()


def test_the_marks_follow_the_group_while_its_hex_is_selected(board_driver: BoardDriver) -> None:
    board_driver.user.click("f6")
    place_shared_medal(board_driver, "e6", "f6")
    assert marked_hexes(board_driver) == {"e6", "f6"}
    board_driver.document.undo_stack.undo()
    assert marked_hexes(board_driver) == set()


def test_a_hex_that_joins_a_group_gets_its_outline_and_loses_it_again(
    board_driver: BoardDriver,
) -> None:
    plain_picture = picture_of_hex(board_driver, "f6")
    place_shared_medal(board_driver, "e6", "f6")
    outlined_picture = picture_of_hex(board_driver, "f6")
    assert outlined_picture != plain_picture
    place_shared_medal(board_driver, "e6", "f6", permanent=True)
    assert picture_of_hex(board_driver, "f6") != outlined_picture
    board_driver.document.undo_stack.undo()
    board_driver.document.undo_stack.undo()
    assert picture_of_hex(board_driver, "f6") == plain_picture
