"""The command that opens the search window, which follows the tabs of all windows."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from m44core.library.scenario_search import SearchArea
from m44editor.documents.document_sheet import Sheet
from m44editor.windows.editor_context import EditorContext, open_contexts
from m44editor.windows.searching.search_results import Hit
from m44editor.windows.searching.search_window import SearchWindow

_NAME = "search-everything"
_PAUSE = 300  # milliseconds after a change before the tabs are read again


def open_search_window(context: EditorContext) -> SearchWindow:
    """Show and return the search window of a main window, creating it if necessary."""
    window = context.window.findChild(SearchWindow, _NAME)
    if window is None:
        window = SearchWindow(context.window)
        window.setObjectName(_NAME)
        _SearchFollower(context, window)
    window.show()
    window.raise_()
    window.activateWindow()
    window.search_for("")
    return window


class _SearchFollower(QObject):
    """Keeps a search window up to date with the open tabs, and shows the hits chosen in it."""

    def __init__(self, context: EditorContext, window: SearchWindow) -> None:
        super().__init__(window)
        self._context, self._window = context, window
        self._folder: Path | None = None
        self._read_timer = QTimer(self, interval=_PAUSE, singleShot=True)
        self._read_timer.timeout.connect(self._read_tabs)
        document, sheets = context.document, context.files.sheets
        document.changed.connect(self._read_timer.start)
        document.replaced.connect(self._read_tabs_and_files)
        document.path_changed.connect(self._read_tabs_and_files)
        sheets.added.connect(self._schedule_reading_tabs)
        sheets.removed.connect(self._schedule_reading_tabs)
        context.files.saved.connect(self._read_tabs_and_files)
        context.closed.connect(window.close)
        window.chosen.connect(self._go_to_hit)
        window.replaced.connect(self._read_tabs_and_files)
        self._read_tabs_and_files()

    def _read_tabs_and_files(self) -> None:
        """Read the tabs, and the files of the folder that have changed."""
        if self._window.objectName() != _NAME:
            return
        self._read_tabs()
        path = self._context.document.path
        self._folder = path.parent if path is not None else self._folder
        settings = self._context.inspection.options.settings
        self._window.index.show_folder(self._folder, settings)

    def _schedule_reading_tabs(self, *_: object) -> None:
        """Read the tabs after a pause; unlike a lambda, it is disconnected with the window."""
        self._read_timer.start()

    def _read_tabs(self) -> None:
        if self._window.objectName() == _NAME:
            self._window.index.show_tabs(
                [sheet for context in self._contexts() for sheet in context.files.sheets]
            )

    def _contexts(self) -> list[EditorContext]:
        """Return the contexts of all windows, this window's first."""
        other_contexts = [each for each in open_contexts() if each is not self._context]
        return [self._context, *other_contexts]

    def _go_to_hit(self, hit: Hit) -> None:
        context = self._show_source(hit)
        if context is None:
            return
        line, panels = hit.line, context.panels
        if line.hexes:
            board = context.document.scenario.board
            hexes = {hex_ for hex_ in line.hexes if hex_ in board}
            context.selection.select(hexes)
            if hexes:
                context.view.show_hex(next(hex_ for hex_ in line.hexes if hex_ in board))
        if line.area is SearchArea.TEXT or (
            line.area is SearchArea.PROBLEM and line.pointer and not line.hexes
        ):
            panels.show_field(line.pointer)

    def _show_source(self, hit: Hit) -> EditorContext | None:
        """Show the tab or the file of a hit; return the context that shows it, None on failure."""
        if hit.source.sheet is not None:
            return self._show_sheet(hit.source.sheet)
        if hit.source.path is not None and self._context.files.open_path(hit.source.path):
            contexts = [each for each in self._contexts() if each.document.path == hit.source.path]
            return next(iter(contexts), self._context)
        return None

    def _show_sheet(self, sheet: Sheet) -> EditorContext | None:
        for context in self._contexts():
            if sheet in list(context.files.sheets):
                context.files.sheets.show(sheet)
                if context is not self._context:
                    context.bring_to_front()
                return context
        return None
