"""The panels round the board: where they are, what they are wired to, when they are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from m44core.catalogue.load import load_catalogue
from m44core.diagnostics import Diagnostic
from m44editor.checks.reading import Reading
from m44editor.documents.settings import language_of_findings
from m44editor.panels.docks import PanelDock
from m44editor.tools.tool import Bench

if TYPE_CHECKING:
    from m44core.io.files.formats import FileFormat
    from m44editor.checks.live_validation import LiveValidation
    from m44editor.checks.scope import CheckTerms
    from m44editor.panels.palette.panel import PalettePanel
    from m44editor.panels.problems.panel import ProblemsPanel

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
        said: A panel did something; a sentence for the status bar.
        terms_changed: Something else is asked of the checks.
        boxes_wanted: The user wants to say which boxes he owns.
        showing_allowed: What is allowed is among the problems, or no longer.
    """

    findings = Signal(tuple)
    hex_chosen = Signal(object)
    said = Signal(str)
    terms_changed = Signal()
    boxes_wanted = Signal()
    showing_allowed = Signal(bool)

    def __init__(self, bench: Bench, window: QMainWindow, remembered: QSettings) -> None:
        super().__init__(window)
        self._bench = bench
        self._window = window
        self._remembered = remembered
        self._reading = Reading()
        self._checks: LiveValidation | None = None
        self._palette: PalettePanel | None = None
        self._problems: ProblemsPanel | None = None
        bench.document.replaced.connect(self._forget_reading)
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
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        window.setCorner(Qt.Corner.BottomLeftCorner, left)
        window.setCorner(Qt.Corner.BottomRightCorner, bottom)
        window.setTabPosition(right, window.tabPosition(left).North)
        window.addDockWidget(left, docks["palette"])
        first, *others = (docks[name] for name in _ASIDE)
        window.addDockWidget(right, first)
        for dock in others:
            window.tabifyDockWidget(first, dock)
        for dock in (first, *others):
            dock.setTitleBarWidget(QWidget())  # its tab says it already
        window.addDockWidget(bottom, docks["problems"])
        first.raise_()
        window.resizeDocks([docks["palette"], first], [276, 310], Qt.Orientation.Horizontal)
        window.resizeDocks([docks["problems"]], [170], Qt.Orientation.Vertical)

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

    @cached_property
    def terms(self) -> CheckTerms:
        """What is asked of the checks; made with them."""
        from m44editor.checks.scope import CheckTerms

        terms = CheckTerms(self._bench.document, self._remembered, self)
        terms.changed.connect(self._use_terms)
        return terms

    def current_code(self) -> str:
        """Return the code of the problem that is chosen; empty where none is."""
        finding = self._problems.list.finding() if self._problems else None
        return finding.code if finding else ""

    def show_field(self, pointer: str) -> None:
        """Bring the field a JSON Pointer speaks of into view."""
        from m44editor.panels.briefing.panel import BriefingPanel
        from m44editor.panels.texts.panel import TextsPanel

        dock = self.docks[_BY_POINTER.get(pointer.strip("/").split("/")[0], "briefing")]
        dock.reveal()
        panel = dock.panel()
        if isinstance(panel, BriefingPanel | TextsPanel):
            panel.show_field(pointer)

    def show_reading(self, found: tuple[Diagnostic, ...]) -> None:
        """List what was found when the file was read before all other problems."""
        language = language_of_findings(self._remembered)
        self._reading = Reading.of(found, self._bench.document.file, language)
        self._show_reading()

    def show_saved(self, file_format: FileFormat | None) -> None:
        """List no longer what was found in the file before it was saved in a format."""
        if file_format:
            self._reading = self._reading.of_saved(self._bench.document.file, file_format)
            self._show_reading()

    def _forget_reading(self) -> None:
        self._reading = Reading()

    def _show_reading(self) -> None:
        if self._checks is not None:
            settings = self.terms.settings
            self._reading = self._reading.said_in(settings.language)
            self._checks.show_reading(settings.selection.among(self._reading.found))

    def _use_terms(self) -> None:
        """Ask of the checks what is to be asked now."""
        if self._checks is not None:
            self._checks.use(self.terms.settings)
            self._show_reading()
        self.terms_changed.emit()

    def close(self) -> None:
        """Stop checking."""
        if self._checks is not None:
            self._checks.close()

    def _make_palette(self) -> QWidget:
        from m44editor.panels.palette.panel import PalettePanel

        self._palette = PalettePanel(load_catalogue(), self._bench.brush)
        return self._palette

    def _make_properties(self) -> QWidget:
        from m44editor.panels.properties.panel import PropertiesPanel

        return PropertiesPanel(self._bench.document, self._bench.selection)

    def _make_briefing(self) -> QWidget:
        from m44editor.panels.briefing.panel import BriefingPanel

        return BriefingPanel(self._bench.document, self._bench.selection)

    def _make_texts(self) -> QWidget:
        from m44editor.panels.texts.panel import TextsPanel

        return TextsPanel(self._bench.document)

    def _make_history(self) -> QWidget:
        from PySide6.QtWidgets import QUndoView

        history = QUndoView(self._bench.document.undo_stack)
        history.setEmptyLabel("As opened")
        history.setAccessibleName("History")
        return history

    def _make_problems(self) -> QWidget:
        from m44editor.checks.live_validation import LiveValidation
        from m44editor.panels.problems.panel import ProblemsPanel

        document, terms = self._bench.document, self.terms
        checks = self._checks = LiveValidation(document, self, settings=terms.settings)
        panel = self._problems = ProblemsPanel(document, checks, terms)
        panel.results.published.connect(self.findings)
        panel.hex_chosen.connect(self.hex_chosen)
        panel.field_chosen.connect(self.show_field)
        panel.said.connect(self.said)
        panel.boxes_wanted.connect(self.boxes_wanted)
        panel.showing_allowed.connect(self.showing_allowed)
        self._show_reading()
        self.terms_changed.emit()
        return panel
