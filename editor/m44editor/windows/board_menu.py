"""The context menu of the board: actions on the piece, the hex or the selection."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from m44core.catalogue.catalogue_types import Layer
from m44core.diagnostics import Diagnostic
from m44core.findings.render_findings import message_of
from m44core.hexes import Hex
from m44core.messages.message import message_in
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor.actions import first_shortcut_text, label_with_keys, plain_label
from m44editor.board.board_view import BoardEvent
from m44editor.board.hex_descriptions import piece_label
from m44editor.interface_text import sentence, tr, tr_n
from m44editor.menu_commands import FIGURES, SEPARATOR
from m44editor.panels.panel_icons import severity_icon
from m44editor.tools.hit_testing import PieceRef, piece_refs, piece_under
from m44editor.tools.selection_tools import pick_up_piece

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

_CLIPBOARD_COMMANDS = ("cut", "copy", "paste", "duplicate", "delete")
_MULTI_HEX_COMMANDS = ("stamp", SEPARATOR, "rotate", "rotate-back", "swap-side")
_SELECT_COMMANDS = ("select-kind", "select-side", "select-none")
_FIGURE_COMMANDS = (*(f"figures-{number}" for number in FIGURES), "figures-usual")
_SHARED_WITH_BRUSH = frozenset({"rotate", "rotate-back", "swap-side", *_FIGURE_COMMANDS})
_MAX_PROBLEMS = 4
_MAX_PROBLEM_LENGTH = 60  # characters


def show_board_menu(context: EditorContext, event: BoardEvent, position: QPoint) -> None:
    """Show the context menu of a hex, except during a drag or if the right button picks up pieces.

    A hex that is not part of the selection is selected first.

    Args:
        context: The context of the window.
        event: The hex and the point below the pointer, or at the keyboard cursor.
        position: The screen position where the menu opens.
    """
    if context.toolbox.picks_up_piece(event) or context.toolbox.is_dragging:
        return
    if QGuiApplication.mouseButtons() & Qt.MouseButton.LeftButton:
        return
    event = replace(event, hex=event.clicked_hex)
    hex_, selection = event.hex, context.selection
    if hex_ is not None and hex_ not in selection.hexes:
        selection.select({hex_})
    menu = board_menu(context, event)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(position)


def board_menu(context: EditorContext, event: BoardEvent) -> QMenu:
    """Return the context menu for the selected hexes."""
    menu = QMenu(context.window)
    hexes = context.selection.hexes
    if not hexes:
        _add_commands(context, menu, ("paste", "select-all", SEPARATOR, "fit"))
    elif len(hexes) == 1:
        (hex_,) = hexes
        _add_piece_actions(context, menu, hex_, replace(event, hex=hex_))
        _add_hex_actions(context, menu, hex_)
    else:
        _add_selection_actions(context, menu, len(hexes))
    return menu


def _add_piece_actions(context: EditorContext, menu: QMenu, hex_: Hex, event: BoardEvent) -> None:
    """Add the actions for the piece below the pointer; add nothing if the hex is empty."""
    scenario = context.tool_context.editable_scenario
    content = scenario.at(hex_)
    ref = piece_under(scenario, hex_, event.point)
    piece = ref.piece(content) if ref is not None else None
    if ref is None or piece is None:
        return
    name = piece_label(piece.name, scenario.catalogue, ref.layer)
    menu.addSection(plain_label(name))
    _add_commands(context, menu, ("panel-properties",))
    paint_label = label_with_keys(tr("Paint &With This Piece"), tr("Alt+Right-click"))
    menu.addAction(paint_label, partial(_pick_up, context, event))
    if len(piece_refs(content)) > 1:
        select_label = tr("Select &Only {piece}", piece=plain_label(name))
        menu.addAction(
            select_label, partial(context.selection.select_pieces, {hex_: frozenset({ref.layer})})
        )
        remove_label = tr("&Remove {piece}", piece=plain_label(name))
        menu.addAction(remove_label, partial(_remove_piece, context, hex_, ref))
    if content.unit is not None:
        _add_figures_menu(context, menu)
        _add_commands(context, menu, ("swap-side",))
    element = scenario.catalogue.get(piece.name, ref.layer)
    if element is not None and element.orientations > 1:
        _add_commands(context, menu, ("rotate", "rotate-back"))
    names = ("select-kind", "select-side") if content.unit is not None else ("select-kind",)
    _add_commands(context, menu, (*names, "replace-all"))


def _add_hex_actions(context: EditorContext, menu: QMenu, hex_: Hex) -> None:
    scenario = context.document.scenario
    menu.addSection(tr("Hex {name}", name=scenario.board.name(hex_)))
    if not scenario.at(hex_):
        _add_commands(context, menu, ("paste",))
    else:
        _add_commands(context, menu, _CLIPBOARD_COMMANDS)
    menu.addSeparator()
    has_label = bool(scenario.labels.get(hex_))
    label = tr("Edit &Label…") if has_label else tr("Add &Label…")
    menu.addAction(label, partial(_edit_label, context, hex_))
    if has_label:
        menu.addAction(tr("Remove La&bel"), partial(_remove_label, context, hex_))
    _add_commands(context, menu, ("copy-hex",))
    _add_problems(context, menu, hex_)


def _add_selection_actions(context: EditorContext, menu: QMenu, number: int) -> None:
    menu.addSection(tr_n("{number} hex selected", "{number} hexes selected", number))
    _add_commands(
        context, menu, ("panel-properties", SEPARATOR, *_CLIPBOARD_COMMANDS, *_MULTI_HEX_COMMANDS)
    )
    _add_figures_menu(context, menu)
    menu.addMenu(context.menus["keep-stamps"])
    _add_commands(context, menu, (SEPARATOR, *_SELECT_COMMANDS, SEPARATOR, "copy-hex"))


def _add_figures_menu(context: EditorContext, menu: QMenu) -> None:
    figures = menu.addMenu(context.menus["figures"].title())
    _add_commands(context, figures, _FIGURE_COMMANDS)


def _add_problems(context: EditorContext, menu: QMenu, hex_: Hex) -> None:
    """Add the first problems on a hex as entries that open the Problems panel."""
    findings = [each for each in context.inspection.results.findings if each.hex == hex_]
    if findings:
        menu.addSection(tr("Problems"))
    for finding in findings[:_MAX_PROBLEMS]:
        text = sentence(message_of(finding))
        label = text if len(text) <= _MAX_PROBLEM_LENGTH else f"{text[:_MAX_PROBLEM_LENGTH]}…"
        action = menu.addAction(plain_label(label), partial(_show_problem, context, finding))
        action.setIcon(severity_icon(finding.severity))


def _add_commands(context: EditorContext, menu: QMenu, names: Iterable[str]) -> None:
    """Add commands with their keys; they act on the selection, whichever tool is active."""
    for name in names:
        if name == SEPARATOR:
            menu.addSeparator()
        else:
            command = context.commands[name]
            run: Callable[[], object] = partial(_run_command, context, name)
            action = menu.addAction(
                label_with_keys(command.text(), first_shortcut_text(command)), run
            )
            action.setIcon(command.icon())
            action.setObjectName(name)
            action.setEnabled(command.isEnabled())


def _run_command(context: EditorContext, name: str) -> None:
    """Run a command; if it would act on the piece in the brush, switch to the select tool first."""
    if name in _SHARED_WITH_BRUSH:
        context.toolbox.use("select")
    context.commands[name].trigger()


def _pick_up(context: EditorContext, event: BoardEvent) -> None:
    if pick_up_piece(context.tool_context, event):
        context.toolbox.use_brush()


def _remove_piece(context: EditorContext, hex_: Hex, ref: PieceRef) -> None:
    scenario = context.document.scenario
    context.tool_context.edit(message_in("step", "Delete"), without_piece(scenario, hex_, ref))


def without_piece(scenario: Scenario, hex_: Hex, ref: PieceRef) -> Scenario:
    """Return a scenario without one piece of a hex; only one of several markers is removed."""
    tags = scenario.at(hex_).tags
    if ref.layer is not Layer.TAG or len(tags) < 2:
        return edits.clear_pieces(scenario, {hex_: frozenset({ref.layer})})
    remaining_tags = tags[: ref.tag_index] + tags[ref.tag_index + 1 :]
    return scenario.with_hexes({hex_: replace(scenario.at(hex_), tags=remaining_tags)})


def _edit_label(context: EditorContext, hex_: Hex) -> None:
    """Show the properties of a hex, and move the focus to its label."""
    from m44editor.panels.properties.properties_panel import PropertiesPanel  # 80 ms

    context.selection.select({hex_})
    context.selection_display.show_properties()
    panel = context.docks["properties"].panel()
    assert isinstance(panel, PropertiesPanel), "that is its panel"
    panel.show_field(f"/labels/{context.document.scenario.board.name(hex_)}")


def _remove_label(context: EditorContext, hex_: Hex) -> None:
    after = context.document.scenario.with_labels({hex_: ()})
    context.tool_context.edit(message_in("step", "Remove Label"), after)


def _show_problem(context: EditorContext, finding: Diagnostic) -> None:
    panel = context.panels.show_problems()
    panel.list.set_current(finding)
    panel.list.setFocus(Qt.FocusReason.OtherFocusReason)
