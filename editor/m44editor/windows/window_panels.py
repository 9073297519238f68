"""The panels round the board: where they are, what they are wired to, when they are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from m44editor.checks.inspection import Inspection
from m44editor.interface_text import tr
from m44editor.panels.panel_dock import PanelDock
from m44editor.tools.tool import Bench

if TYPE_CHECKING:
    from m44core.diagnostics import Diagnostic
    from m44editor.documents.stamp_shelf import Shelf
    from m44editor.panels.palette_panel import PalettePanel
    from m44editor.panels.problems_panel import ProblemsPanel

_ASIDE = ("properties", "briefing", "texts", "history")
_BY_POINTER = {"texts": "texts", "hexes": "properties", "labels": "properties"}


class Panels(QObject):
    """Makes each panel when it is first seen, and takes the user to where a problem is.

    Modules of panels are imported with their panel: the window is on the
    screen before that.

    Attributes:
        docks: The docks by name.

    Signals:
        findings: What is wrong with the scenario, whenever it was checked, and whether that is
            all: the checks have answered for the scenario as it stands now.
        hex_chosen: A problem on a hex was chosen.
        said: A panel did something; a sentence for the status bar.
        boxes_wanted: The user wants to say which boxes he owns.
        showing_allowed: What is allowed is among the problems, or no longer.
        piece_carried: A piece of the palette is dragged; the piece and a point of the screen.
        piece_dropped: It was let go there.
        stamp_wanted: A stamp is to be taken in hand, as a clip.
        tool_wanted: A tool is to be taken in hand, by its name.
        sentences_wanted: Standard sentences are to be written into the texts.
    """

    findings = Signal(tuple, bool)
    hex_chosen = Signal(object)
    said = Signal(str)
    boxes_wanted = Signal()
    showing_allowed = Signal(bool)
    piece_carried = Signal(object, object)
    piece_dropped = Signal(object)
    stamp_wanted = Signal(object)
    tool_wanted = Signal(str)
    sentences_wanted = Signal()

    def __init__(
        self, bench: Bench, inspection: Inspection, window: QMainWindow, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self._inspection = inspection
        self._window = window
        self._palette: PalettePanel | None = None
        self._problems: ProblemsPanel | None = None
        panels: Mapping[str, tuple[str, Callable[[], QWidget]]] = {
            "palette": (tr("Pieces"), self._make_palette),
            "stamps": (tr("Stamps"), self._make_stamps),
            "layers": (tr("Layers"), self._make_layers),
            "victory": (tr("Victory"), self._make_victory),
            "properties": (tr("Properties"), self._make_properties),
            "briefing": (tr("Briefing"), self._make_briefing),
            "texts": (tr("Texts"), self._make_texts),
            "history": (tr("History"), self._make_history),
            "problems": (tr("Problems"), self._make_problems),
        }
        self.docks = {
            name: PanelDock(name, title, factory, window)
            for name, (title, factory) in panels.items()
        }

    def arrange(self) -> None:
        """Put the docks where they are until the user moves them."""
        window, docks = self._window, self.docks
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        window.setCorner(Qt.Corner.BottomLeftCorner, left)
        window.setCorner(Qt.Corner.BottomRightCorner, bottom)
        window.setTabPosition(right, window.tabPosition(left).North)
        window.addDockWidget(left, docks["palette"])
        for name in ("stamps", "layers", "victory"):
            window.tabifyDockWidget(docks["palette"], docks[name])
            docks[name].hide()  # until somebody asks for it
        first, *others = (docks[name] for name in _ASIDE)
        window.addDockWidget(right, first)
        for dock in others:
            window.tabifyDockWidget(first, dock)
        for dock in (first, *others):
            dock.setTitleBarWidget(QWidget())  # its tab says it already
        window.addDockWidget(bottom, docks["problems"])
        first.raise_()
        wide = [min(276, window.width() * 2 // 9), min(310, window.width() * 3 // 10)]
        window.resizeDocks([docks["palette"], first], wide, Qt.Orientation.Horizontal)
        high = min(170, window.height() // 5)
        window.resizeDocks([docks["problems"]], [high], Qt.Orientation.Vertical)

    def make_those_of(self, before: Panels) -> None:
        """Make the panels that others had made."""
        for name, dock in before.docks.items():
            if dock.is_made:
                self.docks[name].panel()

    def look_as(self, before: Panels, focused: QWidget | None) -> None:
        """Look in the panels where somebody looked in those before; *focused* had the focus."""
        from m44editor.widget_state import carry_over  # 4 ms

        for name, dock in before.docks.items():
            if dock.is_made:
                carry_over(dock.panel(), self.docks[name].panel(), focused)

    def take_down(self) -> None:
        """Take the panels out of the window; they are there until :meth:`discard`."""
        for dock in self.docks.values():
            self._window.removeDockWidget(dock)
            dock.setParent(None)

    def discard(self) -> None:
        """Let the panels go that were taken down."""
        for dock in self.docks.values():
            dock.deleteLater()

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

    def current_code(self) -> str:
        """Return the code of the problem that is chosen; empty where none is."""
        finding = self._problems.list.finding() if self._problems else None
        return finding.code if finding else ""

    def show_field(self, pointer: str) -> None:
        """Bring the field a JSON Pointer speaks of into view."""
        from m44editor.panels.briefing_panel import BriefingPanel  # 85 ms
        from m44editor.panels.texts_panel import TextsPanel  # 52 ms

        dock = self.docks[_BY_POINTER.get(pointer.strip("/").split("/")[0], "briefing")]
        dock.reveal()
        panel = dock.panel()
        if isinstance(panel, BriefingPanel | TextsPanel):
            panel.show_field(pointer)

    def _make_palette(self) -> QWidget:
        from m44editor.panels.palette_panel import PalettePanel  # 342 ms

        panel = self._palette = PalettePanel(self._bench.scenario.catalogue, self._bench.brush)
        panel.show_stock(self._bench.document, self._inspection.terms)
        panel.drag_moved.connect(self.piece_carried)
        panel.dropped.connect(self.piece_dropped)
        panel.piece_taken.connect(self.docks["palette"].escaped)
        return panel

    @cached_property
    def shelf(self) -> Shelf:
        """The stamps that are kept."""
        from m44editor.documents.stamp_shelf import Shelf  # 16 ms

        return Shelf(parent=self)

    def _make_stamps(self) -> QWidget:
        from m44editor.panels.stamps_panel import StampsPanel  # 44 ms

        panel = StampsPanel(self._bench, self.shelf)
        panel.stamp_chosen.connect(self.stamp_wanted)
        panel.status_message.connect(self.said)
        return panel

    def _make_layers(self) -> QWidget:
        from m44editor.panels.layers_panel import LayersPanel  # 21 ms

        return LayersPanel(self._bench.layers)

    def _make_properties(self) -> QWidget:
        from m44editor.panels.properties.properties_panel import PropertiesPanel  # 80 ms

        return PropertiesPanel(self._bench.document, self._bench.selection)

    def _make_briefing(self) -> QWidget:
        from m44editor.panels.briefing_panel import BriefingPanel  # 83 ms

        return BriefingPanel(self._bench.document, self._bench.selection)

    def _make_texts(self) -> QWidget:
        from m44editor.panels.texts_panel import TextsPanel  # 51 ms

        panel = TextsPanel(self._bench.document)
        panel.sentences_wanted.connect(self.sentences_wanted)
        return panel

    def _make_history(self) -> QWidget:
        from PySide6.QtWidgets import QUndoView  # Qt's classes are made when they are imported

        history = QUndoView(self._bench.document.history)
        history.setEmptyLabel(tr("As opened"))
        history.setAccessibleName(tr("History"))
        return history

    def _make_victory(self) -> QWidget:
        from m44editor.panels.victory_panel import VictoryPanel  # 93 ms

        panel = VictoryPanel(self._bench.document, self._bench.selection)
        panel.tool_wanted.connect(self.tool_wanted)
        return panel

    def _make_problems(self) -> QWidget:
        from m44editor.panels.problems_panel import ProblemsPanel  # 381 ms

        inspection = self._inspection
        panel = self._problems = ProblemsPanel(
            self._bench.document, inspection.live, inspection.terms, inspection.results
        )
        panel.results.published.connect(self._tell_findings)
        panel.hex_chosen.connect(self.hex_chosen)
        panel.field_chosen.connect(self.show_field)
        panel.status_message.connect(self.said)
        panel.boxes_wanted.connect(self.boxes_wanted)
        panel.showing_allowed.connect(self.showing_allowed)
        inspection.terms_changed.emit()
        self._tell_findings(panel.results.findings)
        return panel

    def _tell_findings(self, findings: tuple[Diagnostic, ...]) -> None:
        self.findings.emit(findings, self._inspection.live.is_current)
