"""The panels round the board: where they are, what they are wired to, when they are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from m44core.catalogue.load import load_catalogue
from m44core.diagnostics import Diagnostic
from m44editor.docks import PanelDock
from m44editor.tools.tool import Bench

if TYPE_CHECKING:
    from m44editor.live_validation import LiveValidation
    from m44editor.panels.palette import PalettePanel
    from m44editor.panels.problems import ProblemsPanel

_ASIDE = ("properties", "briefing", "texts", "history")
_BY_POINTER = {"texts": "texts", "hexes": "properties", "labels": "properties"}


class Panels(QObject):
    """Makes each panel when it is first seen, and takes the user to where a problem is.

    Modules of panels are imported with their panel: the window is on the
    screen before that.

    Attributes:
        docks: The docks by name.

    Signals:
        findings: What is wrong with the scenario, whenever it was checked.
        hex_chosen: A problem on a hex was chosen.
    """

    findings = Signal(tuple)
    hex_chosen = Signal(object)

    def __init__(self, bench: Bench, window: QMainWindow) -> None:
        super().__init__(window)
        self._bench = bench
        self._window = window
        self._reading: tuple[Diagnostic, ...] = ()
        self._checks: LiveValidation | None = None
        self._palette: PalettePanel | None = None
        self._problems: ProblemsPanel | None = None
        panels: Mapping[str, tuple[str, Callable[[], QWidget]]] = {
            "palette": ("Pieces", self._make_palette),
            "properties": ("Properties", self._make_properties),
            "briefing": ("Briefing", self._make_briefing),
            "texts": ("Texts", self._make_texts),
            "history": ("History", self._make_history),
            "problems": ("Problems", self._make_problems),
        }
        self.docks = {
            name: PanelDock(name, title, factory, window)
            for name, (title, factory) in panels.items()
        }

    def arrange(self) -> None:
        """Put the docks where they are until the user moves them."""
        window, docks = self._window, self.docks
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        window.setCorner(Qt.Corner.BottomLeftCorner, left)
        window.setCorner(Qt.Corner.BottomRightCorner, right)
        window.setTabPosition(right, window.tabPosition(left).North)
        window.addDockWidget(left, docks["palette"])
        first, *others = (docks[name] for name in _ASIDE)
        window.addDockWidget(right, first)
        for dock in others:
            window.tabifyDockWidget(first, dock)
        for dock in (first, *others):
            dock.setTitleBarWidget(QWidget())  # its tab says it already
        window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, docks["problems"])
        first.raise_()
        window.resizeDocks([docks["palette"], first], [276, 310], Qt.Orientation.Horizontal)
        window.resizeDocks([docks["problems"]], [130], Qt.Orientation.Vertical)

    def palette(self) -> PalettePanel:
        """Show the palette and return it."""
        self.docks["palette"].reveal()
        assert self._palette is not None, "revealing makes it"
        return self._palette

    def problems(self) -> ProblemsPanel:
        """Show the problems and return their panel."""
        self.docks["problems"].reveal()
        assert self._problems is not None, "revealing makes it"
        return self._problems

    def show_field(self, pointer: str) -> None:
        """Bring the field a JSON Pointer speaks of into view."""
        from m44editor.panels.briefing import BriefingPanel
        from m44editor.panels.texts import TextsPanel

        dock = self.docks[_BY_POINTER.get(pointer.strip("/").split("/")[0], "briefing")]
        dock.reveal()
        panel = dock.panel()
        if isinstance(panel, BriefingPanel | TextsPanel):
            panel.show_field(pointer)

    def show_reading(self, found: tuple[Diagnostic, ...]) -> None:
        """List what was found when the file was read before all other problems."""
        self._reading = found
        if self._checks is not None:
            self._checks.show_reading(found)

    def close(self) -> None:
        """Stop checking."""
        if self._checks is not None:
            self._checks.close()

    def _make_palette(self) -> QWidget:
        from m44editor.panels.palette import PalettePanel

        self._palette = PalettePanel(load_catalogue(), self._bench.brush)
        return self._palette

    def _make_properties(self) -> QWidget:
        from m44editor.panels.properties import PropertiesPanel

        return PropertiesPanel(self._bench.document, self._bench.selection)

    def _make_briefing(self) -> QWidget:
        from m44editor.panels.briefing import BriefingPanel

        return BriefingPanel(self._bench.document, self._bench.selection)

    def _make_texts(self) -> QWidget:
        from m44editor.panels.texts import TextsPanel

        return TextsPanel(self._bench.document)

    def _make_history(self) -> QWidget:
        from PySide6.QtWidgets import QUndoView

        history = QUndoView(self._bench.document.undo_stack)
        history.setEmptyLabel("As opened")
        history.setAccessibleName("History")
        return history

    def _make_problems(self) -> QWidget:
        from m44editor.live_validation import LiveValidation
        from m44editor.panels.problems import ProblemsPanel

        checks = self._checks = LiveValidation(self._bench.document, self)
        panel = self._problems = ProblemsPanel(self._bench.document, checks)
        checks.published.connect(self.findings)
        checks.show_reading(self._reading)
        panel.hex_chosen.connect(self.hex_chosen)
        panel.field_chosen.connect(self.show_field)
        return panel
