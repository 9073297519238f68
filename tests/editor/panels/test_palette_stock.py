"""The stock of boxes, hands and deck in the palette."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.windows.test_main_window import open_window

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.model import edits
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44editor.documents.document import Document
from m44editor.panels.palette_panel import HandsCard, PalettePanel
from m44editor.windows.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> MainWindow:
    window = open_window(qtbot, Document(edits.new_scenario()), tmp_path)
    window.view.setFocus()
    return window


def palette_of(window: MainWindow) -> PalettePanel:
    panel = window.docks["palette"].panel()
    assert isinstance(panel, PalettePanel)
    return panel


def accessible_text(window: MainWindow, name: str) -> str:
    """Return the accessible text of a piece of the palette."""
    model = palette_of(window).list.model()
    rows = range(model.rowCount())
    element = base_catalogue().elements[name]
    entries = {getattr(palette_of(window).list._elements.entry(model.index(r, 0)), "name", ""): r
               for r in rows}  # fmt: skip
    index = model.index(entries[element.name], 0)
    return str(model.data(index, Qt.ItemDataRole.AccessibleTextRole))


def test_the_stock_follows_every_stroke_and_undo(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: accessible_text(window, "woods") == "Forest, 27 left in the boxes")
    user = MouseAndKeyboard(window.view)
    user.press_key(Qt.Key.Key_B)
    user.drag("C5", "D5", "E5")
    qtbot.waitUntil(lambda: accessible_text(window, "woods") == "Forest, 24 left in the boxes")
    window.document.undo_stack.undo()
    qtbot.waitUntil(lambda: accessible_text(window, "woods") == "Forest, 27 left in the boxes")


def test_pieces_beyond_the_stock_are_reported_and_marked(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: accessible_text(window, "woods") == "Forest, 27 left in the boxes")
    cells = palette_of(window).list.viewport()
    before = cells.grab().toImage()
    hexes = window.document.scenario.board.hexes[:30]
    window.document.edit("Paint", window.brush.paint(window.document.scenario, hexes))
    qtbot.waitUntil(
        lambda: accessible_text(window, "woods") == "Forest, 3 more than the boxes contain"
    )
    assert cells.grab().toImage() != before


def test_the_stock_counts_owned_boxes(window: MainWindow, qtbot: QtBot) -> None:
    window.inspection.options.set_owned_boxes(OwnedBoxes({"base": 2}))
    qtbot.waitUntil(lambda: accessible_text(window, "woods") == "Forest, 54 left in the boxes")
    assert accessible_text(window, "pjungle") == "Jungle, 0 left in the boxes"


def test_hand_sizes_are_set_below_the_pieces_and_the_rest_of_the_deck_is_shown(
    window: MainWindow,
) -> None:
    card = palette_of(window).findChild(HandsCard)
    assert card
    assert card.deck.text() == "Standard deck: 60 cards, 52 left after the deal"
    card.hands[True].setFocus()
    QTest.keyClick(card.hands[True], Qt.Key.Key_Up)
    assert window.document.scenario.briefing.top.cards == 5
    assert card.deck.text() == "Standard deck: 60 cards, 51 left after the deal"
    assert window.document.undo_stack.count() == 1
    window.document.undo_stack.undo()
    assert card.hands[True].value() == 4
