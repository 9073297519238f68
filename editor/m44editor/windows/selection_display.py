"""Shows the Properties panel when a piece is clicked, and later the panel that it covered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from m44core.hexes import Hex
from m44editor.board.board_view import BoardEvent, BoardView
from m44editor.panels.panel_dock import PanelDock
from m44editor.tools.tool import ToolContext
from m44editor.tools.toolbox import Toolbox
from m44editor.windows.keyboard_focus import is_covered

if TYPE_CHECKING:
    from m44editor.windows.window_panels import Panels

_LEFT = Qt.MouseButton.LeftButton


class SelectionDisplay(QObject):
    """Brings the Properties panel to the front for a piece that is clicked on the board.

    A click with the select tool shows the panel unless the user has closed it; a panel that is
    folded into a bar of icons is opened. A double click with any tool also selects the hex and
    opens the panel. When nothing is selected any more, the panel that was covered comes back,
    unless the user has chosen another panel in the meantime.
    """

    def __init__(
        self,
        tool_context: ToolContext,
        view: BoardView,
        toolbox: Toolbox,
        is_folded: Callable[[str], bool],
        parent: QObject,
    ) -> None:
        """Watch the clicks on a board.

        Args:
            tool_context: The context of the tools.
            view: The board.
            toolbox: The tools.
            is_folded: Returns whether the panel of a given name is folded into a bar of icons.
            parent: The parent object.
        """
        super().__init__(parent)
        self._is_folded = is_folded
        self._tool_context, self._toolbox = tool_context, toolbox
        self._panels: Panels | None = None
        self._pressed_hex: Hex | None = None
        self._clicked_hex: Hex | None = None  # the hex of the last click
        self._covered_dock: PanelDock | None = None
        self._was_hidden = False
        view.pressed.connect(self._on_pressed)
        view.released.connect(self._on_released)
        view.double_clicked.connect(self._on_double_clicked)
        tool_context.selection.changed.connect(self._on_selection_changed)

    def set_panels(self, panels: Panels) -> None:
        """Use the panels of the window; call this again when the panels have been recreated."""
        self._panels, self._covered_dock = panels, None

    def show_properties(self) -> None:
        """Bring the Properties panel to the front, opening it if necessary."""
        assert self._panels is not None, "a window has panels"
        properties = self._panels.docks["properties"]
        front = self._panels.front_panel_of(properties) or self._find_open_folded_panel()
        if front is not properties:
            self._covered_dock, self._was_hidden = front, properties.isHidden()
        properties.reveal()

    def _find_open_folded_panel(self) -> PanelDock | None:
        """Return the panel that is open although it is folded; None if there is none."""
        assert self._panels is not None, "a window has panels"
        docks = self._panels.docks.items()
        return next((d for name, d in docks if self._is_folded(name) and not d.isHidden()), None)

    def _on_pressed(self, event: BoardEvent) -> None:
        self._pressed_hex = (
            event.clicked_hex if event.button == _LEFT and not event.modifiers else None
        )

    def _on_released(self, event: BoardEvent) -> None:
        clicked_hex, self._pressed_hex = self._pressed_hex, None
        self._clicked_hex = clicked_hex
        if (
            clicked_hex is None
            or event.clicked_hex != clicked_hex
            or self._toolbox.tool.name != "select"
        ):
            return
        if self._has_content(clicked_hex) and self._may_bring_to_front():
            self.show_properties()

    def _on_double_clicked(self, event: BoardEvent) -> None:
        hex_ = self._clicked_hex or event.clicked_hex  # the first click may have moved the board
        if event.button != _LEFT or event.modifiers or hex_ is None:
            return
        if self._has_content(hex_):
            self._pressed_hex = None
            self._toolbox.skip_piece_menu()
            self._tool_context.selection.select({hex_})
            self.show_properties()

    def _on_selection_changed(self) -> None:
        if self._tool_context.selection.hexes or self._panels is None:
            return
        properties, covered, was_hidden = (
            self._panels.docks["properties"],
            *self._pop_covered_panel(),
        )
        if is_covered(properties):
            return  # the user has chosen another panel meanwhile
        if covered is not None:
            covered.reveal()
        elif was_hidden:
            properties.hide()

    def _pop_covered_panel(self) -> tuple[PanelDock | None, bool]:
        """Return and forget the covered panel and whether Properties was hidden before."""
        before = self._covered_dock, self._was_hidden
        self._covered_dock, self._was_hidden = None, False
        return before

    def _has_content(self, hex_: Hex) -> bool:
        scenario = self._tool_context.scenario
        return bool(scenario.at(hex_)) or hex_ in scenario.labels

    def _may_bring_to_front(self) -> bool:
        """Return whether a click may bring the panel to the front.

        It may not if the user has closed the panel, or if the panel in front has a field that
        takes the selected hexes.
        """
        assert self._panels is not None, "a window has panels"
        properties = self._panels.docks["properties"]
        if properties.isHidden() and not self._is_folded("properties"):
            return False
        front = self._panels.front_panel_of(properties)
        return front is None or front is properties or not _takes_selected_hexes(front)


def _takes_selected_hexes(dock: PanelDock) -> bool:
    """Return whether a field in view can be filled with the hexes selected on the board."""
    from m44editor.panels.forms.inputs import HexesBox  # 60 ms

    return dock.is_created and any(
        box.isVisible() and not box.button.isHidden() for box in dock.findChildren(HexesBox)
    )
