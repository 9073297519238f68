"""The context menu of a piece in the palette."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from m44core.catalogue.catalogue_types import Element, Layer
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent
from m44editor.actions import (
    first_shortcut_text,
    label_with_keys,
    native_shortcut_text,
    plain_label,
)
from m44editor.interface_text import tr, translated
from m44editor.panels.display_names import message_from_data
from m44editor.panels.palette_model import piece_title

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext


def show_palette_menu(context: EditorContext, element: Element, position: QPoint) -> None:
    """Show the context menu of a piece in the palette at a screen position."""
    menu = palette_menu(context, element)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(position)


def palette_menu(context: EditorContext, element: Element) -> QMenu:
    """Return the context menu of a piece in the palette."""
    brush, menu = context.brush, QMenu(context.window)
    menu.setToolTipsVisible(True)
    menu.addSection(plain_label(piece_title(element)))
    paint_label = label_with_keys(tr("&Paint With This Piece"), native_shortcut_text("Return"))
    action = menu.addAction(paint_label, partial(brush.pick_up, element))
    action.setToolTip(translated(message_from_data(element.summary)))
    mix_label = label_with_keys(
        tr("Paint at &Random With Other Pieces"), native_shortcut_text("Ctrl+Space")
    )
    mix_action = menu.addAction(mix_label, partial(brush.toggle_in_mix, element))
    mix_action.setCheckable(True)
    mix_action.setChecked(element.name in brush.mix)
    menu.addSeparator()
    pieces = pieces_matching_element(context.tool_context.editable_scenario, element)
    select = menu.addAction(
        tr("&Select All on the Board"), partial(_select_pieces, context, pieces)
    )
    select.setEnabled(bool(pieces))
    replace_all = context.commands["replace-all"]
    label = label_with_keys(replace_all.text(), first_shortcut_text(replace_all))
    menu.addAction(label, replace_all.trigger)
    return menu


def pieces_matching_element(scenario: Scenario, element: Element) -> edits.Pieces:
    """Return the pieces on the board that are of the same kind as a palette piece."""
    layer = element.layer
    return {
        hex_: frozenset({Layer.TAG if layer is Layer.BADGE else layer})
        for hex_, content in scenario.hexes.items()
        if element.name in _names(content, layer)
    }


def _names(content: HexContent, layer: Layer) -> tuple[str, ...]:
    """Return the names of the pieces of a layer on a hex."""
    pieces = content.on(layer)
    if isinstance(pieces, tuple):
        return tuple(each.name for each in pieces)
    return (pieces.name,) if pieces is not None else ()


def _select_pieces(context: EditorContext, pieces: edits.Pieces) -> None:
    context.toolbox.use("select")
    context.selection.select_pieces(pieces)
    context.view.setFocus()
