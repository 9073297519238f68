"""The menu that asks which of the pieces of a hex is meant."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QWidget

from m44core.catalogue.catalogue import Catalogue
from m44core.drawing.board.pieces import icon
from m44core.model.parts import HexContent
from m44editor.board.describe import label_of
from m44editor.icons import drawing_icon
from m44editor.theme import art_palette
from m44editor.tools.placing import Grip, grips


def piece_menu(
    content: HexContent, chosen: Grip | None, catalogue: Catalogue, parent: QWidget
) -> QMenu:
    """Return a menu of the pieces of a hex from the top down; the data of an entry is its grip."""
    menu = QMenu(parent)
    for grip in grips(content):
        thing = grip.thing(content)
        if thing is not None:
            action = menu.addAction(label_of(thing.name, catalogue, grip.layer).replace("&", "&&"))
            action.setIcon(drawing_icon(icon(thing.name, catalogue), art_palette()))
            action.setData(grip)
            if grip == chosen:
                menu.setActiveAction(action)
    return menu
