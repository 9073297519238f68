"""The panels around the board: created on first use, arranged and connected."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from m44editor.checks.inspection import Inspection
from m44editor.interface_text import tr
from m44editor.panels.panel_dock import PanelDock
from m44editor.tools.tool import ToolContext
from m44editor.windows.keyboard_focus import is_covered

if TYPE_CHECKING:
    from m44core.diagnostics import Diagnostic
    from m44editor.balance.measurements import Measurements
    from m44editor.documents.stamp_shelf import StampShelf
    from m44editor.panels.palette_panel import PalettePanel
    from m44editor.panels.problems_panel import ProblemsPanel

_SIDE_PANELS = ("properties", "briefing", "texts", "history")
_PANEL_OF_POINTER = {"texts": "texts", "hexes": "properties", "labels": "properties"}


class Panels(QObject):
    """Creates each panel when it is first seen, and reveals the field of a problem.

    The module of a panel is imported when the panel is created, after the window is on screen.

    Attributes:
        docks: The docks by name.
        shortcut_of: Returns the shortcut of a command, by the name of the command.

    Signals:
        findings: The problems have changed; carries them, and whether the checks have finished for
            the current state of the scenario.
        hex_chosen: A problem on a hex was chosen.
        status_message: A panel has something to report; carries a sentence for the status bar.
        boxes_requested: The user wants to choose the boxes they own.
        suppressed_toggled: Suppressed problems were shown or hidden.
        piece_dragged: A piece was dragged from the palette; carries it and the screen position.
        piece_menu_requested: The menu of a piece in the palette was requested; carries the piece
            and the screen position of the menu.
        piece_dropped: A piece was dropped; carries the screen position.
        stamp_requested: The user picks up a stamp; carries its clip.
        tool_requested: The user wants to use a tool; carries its name.
        sentences_requested: The user wants to add standard sentences to the texts.
        language_shown: The panel with the texts shows another language; carries its code, None if
            the panel is hidden.
    """

    findings = Signal(tuple, bool)
    hex_chosen = Signal(object)
    status_message = Signal(str)
    boxes_requested = Signal()
    suppressed_toggled = Signal(bool)
    piece_dragged = Signal(object, object)
    piece_dropped = Signal(object)
    piece_menu_requested = Signal(object, object)
    stamp_requested = Signal(object)
    tool_requested = Signal(str)
    sentences_requested = Signal()
    language_shown = Signal(object)

    def __init__(
        self,
        tool_context: ToolContext,
        inspection: Inspection,
        measurements: Callable[[], Measurements],
        window: QMainWindow,
        parent: QObject,
    ) -> None:
        """Create the docks.

        Args:
            tool_context: The context of the tools.
            inspection: The checks.
            measurements: Returns the measurements of the window, created on first use.
            window: The window.
            parent: The parent object.
        """
        super().__init__(parent)
        self._tool_context = tool_context
        self._measurements = measurements
        self._inspection = inspection
        self._window = window
        self._palette: PalettePanel | None = None
        self._problems: ProblemsPanel | None = None
        self._problems_heights: tuple[int, int] | None = None  # before and after enlarging
        self.shortcut_of: Callable[[str], str] = lambda _name: ""
        panels: Mapping[str, tuple[str, Callable[[], QWidget]]] = {
            "palette": (tr("Pieces"), self._make_palette_panel),
            "stamps": (tr("Stamps"), self._make_stamps_panel),
            "layers": (tr("Layers"), self._make_layers_panel),
            "victory": (tr("Victory"), self._make_victory_panel),
            "properties": (tr("Properties"), self._make_properties_panel),
            "briefing": (tr("Briefing"), self._make_briefing_panel),
            "texts": (tr("Text"), self._make_texts_panel),
            "history": (tr("History"), self._make_history_panel),
            "balance": (tr("Balance"), self._make_balance_panel),
            "problems": (tr("Problems"), self._make_problems_panel),
        }
        self.docks = {
            name: PanelDock(name, title, factory, window)
            for name, (title, factory) in panels.items()
        }

    def arrange_docks(self) -> None:
        """Put the docks in their default places."""
        window, docks = self._window, self.docks
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        window.setCorner(Qt.Corner.BottomLeftCorner, left)
        window.setCorner(Qt.Corner.BottomRightCorner, bottom)
        window.setTabPosition(right, window.tabPosition(left).North)
        window.addDockWidget(left, docks["palette"])
        for name in ("stamps", "layers", "victory", "balance"):
            window.tabifyDockWidget(docks["palette"], docks[name])
            docks[name].hide()  # until the user opens it
        first_dock, *other_docks = (docks[name] for name in _SIDE_PANELS)
        layout = window.layout()
        assert layout is not None, "a main window has a layout"
        layout.setEnabled(False)  # otherwise Qt leaves a second tab bar behind
        window.addDockWidget(right, first_dock)
        for dock in other_docks:
            window.tabifyDockWidget(first_dock, dock)
        layout.setEnabled(True)
        for dock in (first_dock, *other_docks):
            dock.setTitleBarWidget(QWidget())  # its tab shows the title
        window.addDockWidget(bottom, docks["problems"])
        first_dock.raise_()
        widths = [min(276, window.width() * 2 // 9), min(310, window.width() * 3 // 10)]
        window.resizeDocks([docks["palette"], first_dock], widths, Qt.Orientation.Horizontal)
        height = min(170, window.height() // 4)
        window.resizeDocks([docks["problems"]], [height], Qt.Orientation.Vertical)

    def front_panel_of(self, dock: PanelDock) -> PanelDock | None:
        """Return the front panel among the panels tabbed with *dock*; None if none is visible.

        A floating panel is its own front panel.
        """
        if dock.isFloating():
            return dock
        group = [dock, *self._window.tabifiedDockWidgets(dock)]
        return next(
            (each for each in self.docks.values() if each in group and not is_covered(each)), None
        )

    def make_same_panels(self, before: Panels) -> None:
        """Create the panels that *before* has already created."""
        for name, dock in before.docks.items():
            if dock.is_created:
                self.docks[name].panel()

    def copy_panel_state(self, before: Panels, focused: QWidget | None) -> None:
        """Copy scroll positions and selections from *before*.

        Focus the counterpart of *focused*.
        """
        from m44editor.widget_state import copy_widget_state  # 4 ms

        for name, dock in before.docks.items():
            if dock.is_created:
                copy_widget_state(dock.panel(), self.docks[name].panel(), focused)

    def remove_from_window(self) -> None:
        """Remove the panels from the window; they exist until :meth:`discard` is called."""
        for dock in self.docks.values():
            self._window.removeDockWidget(dock)
            dock.setParent(None)

    def discard(self) -> None:
        """Delete the panels after they were removed from the window."""
        for dock in self.docks.values():
            dock.deleteLater()

    def show_palette(self) -> PalettePanel:
        """Show the palette and return it."""
        self.docks["palette"].reveal()
        assert self._palette is not None, "revealing makes it"
        return self._palette

    def show_problems(self) -> ProblemsPanel:
        """Show the problems panel and return it."""
        self.docks["problems"].reveal()
        assert self._problems is not None, "revealing makes it"
        return self._problems

    def selected_problem_code(self) -> str:
        """Return the check code of the selected problem; empty if none is selected."""
        finding = self._problems.list.current_finding() if self._problems else None
        return finding.code if finding else ""

    def show_field(self, pointer: str) -> None:
        """Reveal the panel for a JSON Pointer; in the Briefing and Text panels, focus its field."""
        from m44editor.panels.briefing_panel import BriefingPanel  # 85 ms
        from m44editor.panels.texts_panel import TextsPanel  # 52 ms

        dock = self.docks[_PANEL_OF_POINTER.get(pointer.strip("/").split("/")[0], "briefing")]
        dock.reveal()
        panel = dock.panel()
        if isinstance(panel, BriefingPanel | TextsPanel):
            panel.show_field(pointer)

    def _make_palette_panel(self) -> QWidget:
        from m44editor.panels.palette_panel import PalettePanel  # 342 ms

        panel = self._palette = PalettePanel(
            self._tool_context.scenario.catalogue, self._tool_context.brush
        )
        panel.show_stock(self._tool_context.document, self._inspection.options)
        panel.drag_moved.connect(self.piece_dragged)
        panel.dropped.connect(self.piece_dropped)
        panel.menu_requested.connect(self.piece_menu_requested)
        panel.piece_picked.connect(self.docks["palette"].escaped)
        return panel

    @cached_property
    def shelf(self) -> StampShelf:
        """The stamp shelf."""
        from m44editor.documents.stamp_shelf import StampShelf  # 16 ms

        return StampShelf(parent=self)

    def _make_stamps_panel(self) -> QWidget:
        from m44editor.panels.stamps_panel import StampsPanel  # 44 ms

        panel = StampsPanel(self._tool_context, self.shelf)
        panel.stamp_chosen.connect(self.stamp_requested)
        panel.status_message.connect(self.status_message)
        return panel

    def _make_layers_panel(self) -> QWidget:
        from m44editor.panels.layers_panel import LayersPanel  # 21 ms

        return LayersPanel(self._tool_context.layers)

    def _make_properties_panel(self) -> QWidget:
        from m44editor.panels.properties.properties_panel import PropertiesPanel  # 80 ms

        return PropertiesPanel(self._tool_context.document, self._tool_context.selection)

    def _make_briefing_panel(self) -> QWidget:
        from m44editor.panels.briefing_panel import BriefingPanel  # 83 ms

        return BriefingPanel(self._tool_context.document, self._tool_context.selection)

    def _make_texts_panel(self) -> QWidget:
        from m44editor.panels.texts_panel import TextsPanel  # 51 ms

        panel = TextsPanel(self._tool_context.document)
        panel.sentences_requested.connect(self.sentences_requested)
        is_shown = self.docks["texts"].shown_action.isChecked
        for signal in (panel.language_shown, self.docks["texts"].visibilityChanged):
            signal.connect(
                lambda _: self.language_shown.emit(panel.language if is_shown() else None)
            )
        return panel

    def _make_history_panel(self) -> QWidget:
        from PySide6.QtWidgets import QUndoView  # Qt's classes are created on import

        history = QUndoView(self._tool_context.document.history)
        history.setEmptyLabel(tr("As opened"))
        history.setAccessibleName(tr("History"))
        return history

    def _make_victory_panel(self) -> QWidget:
        from m44editor.panels.victory_panel import VictoryPanel  # 93 ms

        panel = VictoryPanel(self._tool_context.document, self._tool_context.selection)
        panel.tool_requested.connect(self.tool_requested)
        return panel

    def _make_balance_panel(self) -> QWidget:
        from m44editor.balance.balance_panel import BalancePanel  # 525 ms

        return BalancePanel(
            self._tool_context.document, self._tool_context.selection, self._measurements()
        )

    def _make_problems_panel(self) -> QWidget:
        from m44editor.panels.problems_panel import ProblemsPanel  # 381 ms

        inspection = self._inspection
        panel = self._problems = ProblemsPanel(
            self._tool_context.document, inspection.live, inspection.options, inspection.results
        )
        panel.results.published.connect(self._emit_problems)
        panel.hex_chosen.connect(self.hex_chosen)
        panel.field_chosen.connect(self.show_field)
        panel.status_message.connect(self.status_message)
        panel.boxes_requested.connect(self.boxes_requested)
        panel.suppressed_toggled.connect(self.suppressed_toggled)
        panel.height_wanted.connect(self._enlarge_problems)
        panel.height_released.connect(self._restore_problems_height)
        panel.shortcut_of = self.shortcut_of
        inspection.options_changed.emit()
        self._emit_problems(panel.results.findings)
        return panel

    def _enlarge_problems(self, missing: int) -> None:
        """Make the panel of problems higher, to at most two fifths of the window."""
        dock, most = self.docks["problems"], self._window.height() * 2 // 5
        if dock.height() < most and not dock.isFloating():
            before, height = dock.height(), min(dock.height() + missing, most)
            self._window.resizeDocks([dock], [height], Qt.Orientation.Vertical)
            first = self._problems_heights[0] if self._problems_heights else before
            self._problems_heights = first, height

    def _restore_problems_height(self) -> None:
        """Undo the last enlargement, unless the user has changed the height since."""
        dock, heights = self.docks["problems"], self._problems_heights
        self._problems_heights = None
        if heights and heights[1] == dock.height() and not dock.isFloating():
            self._window.resizeDocks([dock], [heights[0]], Qt.Orientation.Vertical)

    def _emit_problems(self, findings: tuple[Diagnostic, ...]) -> None:
        self.findings.emit(findings, self._inspection.live.is_current)
