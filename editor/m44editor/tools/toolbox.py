"""The toolbox: the tools, the current tool, and the board events that are passed to it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.drawing.board.hex_groups import expand_to_groups
from m44core.drawing.board.piece_drawing import piece_icon
from m44core.hexes import Hex
from m44core.model.edits.piece_edits import EraserReach
from m44core.model.edits.turning import MirrorKind
from m44core.model.exit_markers import board_edges
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent
from m44editor.board.board_marks import HIGHLIGHT_INSET, FrameMark, Highlight, RouteMark
from m44editor.board.board_view import BoardEvent, BoardView
from m44editor.board.geometry import hex_bounding_rect
from m44editor.board.hex_descriptions import piece_label
from m44editor.documents.board_layers import LAYER_NAMES, layer_of
from m44editor.drawing_icons import drawing_icon
from m44editor.interface_text import tr, translated
from m44editor.theme import art_palette
from m44editor.theme_tokens import MarkColour
from m44editor.tools.hit_testing import PieceRef, piece_area, piece_refs
from m44editor.tools.paint_tools import BrushTool, EllipseTool, EraserTool, FillTool, RectangleTool
from m44editor.tools.path_tool import PathTool, is_path_piece
from m44editor.tools.selection_tools import (
    EyedropperTool,
    HandTool,
    LassoTool,
    SelectTool,
    WandTool,
)
from m44editor.tools.tool import MIRROR_TEXTS, PAINTING_TOOLS, Tool, ToolContext

_SELECTED_COLOUR = QColor(MarkColour.SELECTED)
_CHANGING_COLOUR = QColor(MarkColour.CHANGING)
_GROUP_COLOUR = QColor(MarkColour.GROUP)
_FAULT_COLOUR = QColor(MarkColour.FAULT)
_ALT = Qt.KeyboardModifier.AltModifier
_NO_KEYS = Qt.KeyboardModifier.NoModifier

GOAL_TOOLS = frozenset({"objective", "exit"})
"""The names of the tools for objectives and exits, which are created on first use."""


class Toolbox(QObject):
    """Passes the events of the board to the current tool and shows its preview.

    Alt with the right button, or Alt with a painting tool, picks up the piece under the pointer; a
    drag picks up an area as a stamp. If the user has turned this on, the right button alone does
    the same.

    Attributes:
        eraser: The eraser, whose reach can be set.
        right_button_picks: Whether the right button picks up pieces without Alt.

    Signals:
        tool_changed: Another tool is in use; carries its name.
        piece_picked_up: A piece was picked up with the right button or the eyedropper.
        mirrored: The mirror of the painting tools was switched with its command.
        area_picked: The eyedropper picked up an area to use as a stamp; carries its hexes.
        status_message: The status text has changed, or a press did nothing; carries the text or
            the reason.
        preview_changed: The previewed edit has changed; carries the scenario after it if it places
            a unit, else None.
        event_handled: A press, a drag or a release was handled.
    """

    tool_changed = Signal(str)
    piece_picked_up = Signal()
    status_message = Signal(str)
    mirrored = Signal()
    area_picked = Signal(object)
    preview_changed = Signal(object)
    event_handled = Signal()

    def __init__(self, tool_context: ToolContext, view: BoardView) -> None:
        super().__init__(view)
        self._tool_context = tool_context
        self._view = view
        self._select_tool = SelectTool(tool_context, self._open_piece_menu)
        self.eraser = EraserTool(tool_context)
        self._eyedropper = EyedropperTool(tool_context)
        tools = (
            self._select_tool,
            BrushTool(tool_context),
            PathTool(tool_context),
            RectangleTool(tool_context),
            EllipseTool(tool_context),
            FillTool(tool_context),
            self.eraser,
            self._eyedropper,
            LassoTool(tool_context),
            WandTool(tool_context),
            HandTool(tool_context),
        )
        self._tools: dict[str, Tool] = {tool.name: tool for tool in tools}
        self._tool: Tool = self._tools["select"]
        self._previous_tool = self._tool
        self._pressed_button = Qt.MouseButton.NoButton
        self._is_eyedropper_borrowed = False
        self.right_button_picks = False
        self._shown_status = ""
        self._previewed_scenario: Scenario | None = None
        self._shown_marks: dict[str, tuple[frozenset[Hex], bool]] = {}
        self._connect()

    @property
    def tool(self) -> Tool:
        """The current tool."""
        return self._tool

    @property
    def _active_tool(self) -> Tool:
        """The tool that gets the events: the borrowed eyedropper, otherwise the current tool."""
        return self._eyedropper if self._is_eyedropper_borrowed else self._tool

    @property
    def is_dragging(self) -> bool:
        """Whether a button that a tool uses is held."""
        return self._pressed_button != Qt.MouseButton.NoButton

    def picks_up_piece(self, event: BoardEvent) -> bool:
        """Return whether a press with the right button picks up a piece."""
        return self.right_button_picks or bool(event.modifiers & _ALT)

    @property
    def names(self) -> frozenset[str]:
        """The names of the tools that `use` knows, including those created on first use."""
        return frozenset(self._tools) | GOAL_TOOLS

    def use(self, name: str) -> None:
        """Switch to a tool, by its name."""
        if name in GOAL_TOOLS and name not in self._tools:
            self._tools[name] = make_goal_tool(name, self._tool_context)
        self.use_tool(self._tools[name])

    def use_tool(self, tool: Tool) -> None:
        """Switch to a tool, which need not have a command."""
        if tool is self._tool:
            return
        self._tool.cancel()
        self._previous_tool, self._tool, self._pressed_button = (
            self._tool,
            tool,
            Qt.MouseButton.NoButton,
        )
        self._view.set_left_button_pans(tool.name == "hand")
        self._view.set_pointer(tool.cursor)
        tool.activate()
        self.update_preview()
        self.tool_changed.emit(tool.name)

    def use_eraser(self, reach: EraserReach) -> None:
        """Switch to the eraser and set its reach."""
        self.eraser.reach = reach
        self.use("eraser")
        self.update_preview()

    def set_path_repair(self, enabled: bool) -> None:
        """Set whether erasing refits the neighboring tiles of rivers, roads and rails."""
        self.eraser.repairs_paths = enabled
        self.update_preview()

    def set_mirror(self, mirror: MirrorKind | None) -> None:
        """Set the mirror of the painting tools and report it; None turns it off."""
        self._tool_context.symmetry.mirror = mirror
        self.update_preview()
        self.status_message.emit(translated(MIRROR_TEXTS[mirror]))

    def cycle_mirror(self) -> None:
        """Switch to the next mirror: horizontal, vertical, half a turn, none."""
        mirrors = tuple(MIRROR_TEXTS)
        self.set_mirror(
            mirrors[(mirrors.index(self._tool_context.symmetry.mirror) + 1) % len(mirrors)]
        )
        self.mirrored.emit()

    def set_mirror_swaps_sides(self, enabled: bool) -> None:
        """Set whether mirrored units belong to the enemy side."""
        self._tool_context.symmetry.swaps_sides = enabled
        self.update_preview()

    def use_brush(self) -> None:
        """Switch to the brush, unless the current tool can place the piece picked up."""
        name = self._tool.name
        places_path = name == "path" and is_path_piece(self._tool_context.brush.element.name)
        if not places_path and (name == "path" or name not in PAINTING_TOOLS):
            self.use("brush")

    def use_previous_tool(self) -> None:
        """Switch back to the previous tool."""
        self.use_tool(self._previous_tool)

    def cancel(self) -> None:
        """Undo the current drag; if there is none, stop pasting, deselect, or leave the tool.

        Pasting ends before the selection, because copying always leaves a selection behind.
        """
        self._pressed_button = Qt.MouseButton.NoButton
        if not self._active_tool.cancel():
            if self._tool.name not in self._tools:
                self.use_previous_tool()
            elif self._tool_context.selection.hexes:
                self._tool_context.selection.select(())
            else:
                self.use("select")
        self._is_eyedropper_borrowed = False
        self.update_preview()

    def skip_piece_menu(self) -> None:
        """Keep the menu of the pieces from opening after this click, such as a double click."""
        self._select_tool.skip_piece_menu()

    def cancel_drag(self) -> None:
        """Undo the current drag, if there is one, and keep the tool."""
        self._pressed_button = Qt.MouseButton.NoButton
        self._active_tool.cancel()
        self._is_eyedropper_borrowed = False
        self.update_preview()

    def update_preview(self) -> None:
        """Update the preview and the status text of the tool."""
        hex_ = self._view.cursor_hex or self._view.hovered_hex
        preview = self._active_tool.preview(hex_, QGuiApplication.keyboardModifiers())
        self._view.set_ghost(preview.arts)
        self._view.set_rubber_band(preview.band)
        marks_single_hex = self._tool.name == "eraser" or self._tool.name in GOAL_TOOLS
        changing = preview.hexes if marks_single_hex or len(preview.hexes) > 1 else ()
        self._mark("changing", frozenset(changing), _CHANGING_COLOUR, dashed=True)
        self._mark("faults", preview.faults, _FAULT_COLOUR)
        self._view.set_mark("route", RouteMark(preview.route, preview.faults, _FAULT_COLOUR))
        self._show_status(self._tool.status_text())
        if preview.after != self._previewed_scenario:
            self._previewed_scenario = preview.after
            self.preview_changed.emit(preview.after)

    def _show_status(self, text: str) -> None:
        """Report a new status text of the tool; an unchanged text is not repeated."""
        if text != self._shown_status:
            self._shown_status = text
            self.status_message.emit(text)

    def _connect(self) -> None:
        view, tool_context = self._view, self._tool_context
        view.pressed.connect(self._press)
        view.dragged.connect(self._drag)
        view.released.connect(self._release)
        view.cancelled.connect(self.cancel)
        view.hovered.connect(lambda _hex: self.update_preview())
        view.handle_tab = self._choose_next_piece
        tool_context.selection.changed.connect(self._show_selection)
        tool_context.brush.changed.connect(self.update_preview)
        tool_context.document.changed.connect(self._on_scenario_changed)
        tool_context.layers.changed.connect(self.update_preview)

    def _on_scenario_changed(self, before: Scenario, after: Scenario) -> None:
        """Deselect hexes that are not on a new board; update the selection mark and the preview."""
        if after.board is not before.board:
            selection = self._tool_context.selection
            selection.select_same_layers(hex_ for hex_ in selection.hexes if hex_ in after.board)
        self._show_selection()
        self.update_preview()

    def _press(self, event: BoardEvent) -> None:
        if event.button not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return
        if self._pressed_button:
            self._active_tool.cancel()  # it belongs to the other button
        is_right = event.button == Qt.MouseButton.RightButton
        if is_right and not self.picks_up_piece(event):
            self.cancel_drag()
            return
        self._is_eyedropper_borrowed = is_right or self._borrows_eyedropper(event)
        self._pressed_button = event.button
        if reason := refusal_reason(self._tool_context, self._active_tool.name, event.hex):
            self.status_message.emit(reason)
        self._active_tool.press(event)
        self.update_preview()
        self.event_handled.emit()

    def _drag(self, event: BoardEvent) -> None:
        if self._pressed_button:
            self._active_tool.drag(event)
            self.update_preview()
            self.event_handled.emit()

    def _release(self, event: BoardEvent) -> None:
        if not self._pressed_button or event.button != self._pressed_button:
            return
        self._pressed_button = Qt.MouseButton.NoButton
        self._active_tool.release(event)
        if self._active_tool is self._eyedropper:
            self._use_picked_piece_or_area()
        self.update_preview()
        self.event_handled.emit()

    def _choose_next_piece(self, forward: bool) -> bool:
        """Choose the next or previous piece on the only selected hex.

        Return whether a piece is chosen.
        """
        hexes = self._tool_context.selection.hexes
        if self._tool is not self._select_tool or len(hexes) != 1:
            return False
        (hex_,) = hexes
        is_chosen = self._select_tool.choose_next_piece(hex_, forward)
        self._update_chosen_piece_frame(hex_)
        return is_chosen

    def _open_piece_menu(self, hex_: Hex) -> None:
        """Open a menu to choose one of the pieces on a hex."""
        content = self._tool_context.editable_scenario.at(hex_)
        menu = piece_menu(
            content,
            self._select_tool.chosen_piece(hex_),
            self._tool_context.scenario.catalogue,
            self._view,
        )
        menu.triggered.connect(lambda action: self._choose(hex_, action.data()))
        menu.aboutToHide.connect(menu.deleteLater)
        corner = self._view.area_from_units(hex_bounding_rect(hex_)).bottomLeft().toPoint()
        menu.popup(self._view.viewport().mapToGlobal(corner))

    def _choose(self, hex_: Hex, ref: PieceRef) -> None:
        self._select_tool.choose_piece(hex_, ref)
        self._update_chosen_piece_frame(hex_)

    def _update_chosen_piece_frame(self, hex_: Hex) -> None:
        """Frame the chosen piece on a hex and report its name.

        If none is chosen, remove the frame.
        """
        scenario, ref = self._tool_context.scenario, self._select_tool.chosen_piece(hex_)
        if ref is None:
            self._view.set_mark("chosen", None)
            return
        piece_rect = piece_area(scenario, hex_, ref)
        area = hex_bounding_rect(hex_) if piece_rect.isNull() else piece_rect
        self._view.set_mark("chosen", FrameMark(frozenset({hex_}), area, _CHANGING_COLOUR))
        piece = ref.piece(scenario.at(hex_))
        if piece is not None:
            self.status_message.emit(
                tr(
                    "{piece}: drag to move only this piece",
                    piece=piece_label(piece.name, scenario.catalogue),
                )
            )

    def _borrows_eyedropper(self, event: BoardEvent) -> bool:
        return bool(event.modifiers & _ALT) and self._tool.name in PAINTING_TOOLS

    def _use_picked_piece_or_area(self) -> None:
        """Use the piece or the area that the eyedropper picked up: paint with it, or stamp it."""
        area, was_borrowed = self._eyedropper.area, self._is_eyedropper_borrowed
        has_picked = not area and self._eyedropper.pick_up()
        self._eyedropper.cancel()
        self._is_eyedropper_borrowed = False
        if area:
            self.area_picked.emit(area)
        elif has_picked or not was_borrowed:
            self._switch_to_placing_tool()

    def _switch_to_placing_tool(self) -> None:
        places_path = self._tool.name == "path" and is_path_piece(
            self._tool_context.brush.element.name
        )
        self.use("path" if places_path else "brush")
        self.piece_picked_up.emit()

    def _show_selection(self) -> None:
        selected_hexes = self._tool_context.selection.hexes
        self._view.set_mark("chosen", None)
        grouped_hexes = (
            expand_to_groups(self._tool_context.scenario, selected_hexes)
            if selected_hexes
            else frozenset()
        )
        self._view.set_mark(
            "group", Highlight(grouped_hexes, fill=_GROUP_COLOUR, inset=HIGHLIGHT_INSET)
        )
        self._mark(
            "selection",
            selected_hexes,
            _SELECTED_COLOUR,
            dashed=bool(self._tool_context.selection.pieces),
        )

    def _mark(
        self, name: str, hexes: frozenset[Hex], colour: QColor, *, dashed: bool = False
    ) -> None:
        if self._shown_marks.get(name) != (hexes, dashed):  # unchanged marks are not repainted
            self._shown_marks[name] = hexes, dashed
            self._view.set_mark(name, Highlight(hexes, line=colour, dashed=dashed))


def refusal_reason(tool_context: ToolContext, tool: str, hex_: Hex | None) -> str:
    """Return the reason why a tool changes nothing on a hex.

    Empty if it changes something, or if no reason is needed.
    """
    if tool in PAINTING_TOOLS:
        piece_layer = tool_context.brush.element.layer
        return _layer_reason(tool_context, piece_layer) or (
            _badge_reason(tool_context, hex_) if tool == "brush" else ""
        )
    if tool in GOAL_TOOLS:
        return _layer_reason(tool_context, Layer.TAG) or (
            _edge_reason(tool_context, hex_) if tool == "exit" else ""
        )
    return _eraser_reason(tool_context, hex_) if tool == "eraser" else ""


def _layer_reason(tool_context: ToolContext, piece_layer: Layer) -> str:
    layers, layer = tool_context.layers, layer_of(piece_layer)
    if layers.is_locked(layer):
        return tr("This layer is locked: {layer}", layer=LAYER_NAMES[layer])
    return (
        ""
        if layers.is_shown(layer)
        else tr("This layer is hidden: {layer}", layer=LAYER_NAMES[layer])
    )


def _edge_reason(tool_context: ToolContext, hex_: Hex | None) -> str:
    board = tool_context.scenario.board
    is_inner = hex_ is not None and all(hex_ not in edge for edge in board_edges(board))
    return tr("Exits must be on an edge of the board") if is_inner else ""


def _badge_reason(tool_context: ToolContext, hex_: Hex | None) -> str:
    is_badge = tool_context.brush.element.layer is Layer.BADGE
    has_no_unit = hex_ is not None and tool_context.scenario.at(hex_).unit is None
    return tr("A badge belongs to a unit: place the unit first") if is_badge and has_no_unit else ""


def _eraser_reason(tool_context: ToolContext, hex_: Hex | None) -> str:
    has_content = hex_ is not None and bool(tool_context.scenario.at(hex_))
    within_reach = hex_ is not None and bool(tool_context.editable_scenario.at(hex_))
    return tr("Everything here is locked or hidden") if has_content and not within_reach else ""


def piece_menu(
    content: HexContent, chosen: PieceRef | None, catalogue: Catalogue, parent: QWidget
) -> QMenu:
    """Return a menu of the pieces on a hex, from the top down, with *chosen* active.

    The data of each action is a `PieceRef`.
    """
    menu = QMenu(parent)
    for ref in piece_refs(content):
        piece = ref.piece(content)
        if piece is not None:
            action = menu.addAction(
                piece_label(piece.name, catalogue, ref.layer).replace("&", "&&")
            )
            action.setIcon(drawing_icon(piece_icon(piece.name, catalogue), art_palette()))
            action.setData(ref)
            if ref == chosen:
                menu.setActiveAction(action)
    return menu


def make_goal_tool(name: str, tool_context: ToolContext) -> Tool:
    """Return a new tool for objectives or exits, by its name: ``objective`` or ``exit``."""
    if name == "exit":
        from m44editor.tools.goal_tools import ExitTool  # 205 ms

        return ExitTool(tool_context)
    from m44editor.tools.goal_tools import ObjectiveTool  # 204 ms

    return ObjectiveTool(tool_context)
