"""The main window: it wires the board, the tools, the panels and the menus together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QBoxLayout, QMainWindow

from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import EVERYTHING
from m44editor.documents.editor_settings import layout
from m44editor.interface_text import language
from m44editor.screen import resize_to_screen
from m44editor.tools.palette_drag import PaletteDrag
from m44editor.windows.editor_context import EditorContext
from m44editor.windows.handlers import connect_commands
from m44editor.windows.keyboard_focus import FocusGuard, enter
from m44editor.windows.menu_state import (
    enable_zoom,
    tick,
    tick_all,
    tick_board,
    tick_layers,
    tick_painting,
    tick_split,
)

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl

    from m44editor.windows.tab_strip import TabStrip

_LAYOUT = 2  # raised when saved window layouts no longer fit


class MainWindow(QMainWindow):
    """Edits scenarios, one at a time: that of the current tab is what all the rest shows.

    Attributes:
        context: What its commands work with. What is used often is at hand here as well.
    """

    def __init__(self, document: Document, settings: QSettings) -> None:
        super().__init__()
        self.context = context = EditorContext(document, settings, self, _open_another)
        self.document, self.settings, self.files = document, settings, context.files
        self.selection, self.brush, self.layers = context.selection, context.brush, context.layers
        self.view, self.bench, self.toolbox = context.view, context.bench, context.toolbox
        self.editing, self.inspection = context.editing, context.inspection
        self._carrying = PaletteDrag(self.bench, self.view, self.toolbox)
        self._language = language()
        self.focus_guard = FocusGuard(self, context.front)
        self._connect_surroundings()
        self._connect_values()
        self._lay_out()
        self._show_state()

    # Building

    def _connect_surroundings(self) -> None:
        """Let what stands round the board do what it is there for."""
        context = self.context
        self.commands, self.menus, self.status = context.commands, context.menus, context.status
        self.panels, self.docks, self.tool_bar = context.panels, context.docks, context.tool_bar
        connect_commands(context)
        panels = self.panels
        panels.said.connect(context.say)
        panels.hex_chosen.connect(self._show_hex)
        panels.piece_carried.connect(self._carrying.drag)
        panels.stamp_wanted.connect(self.editing.use_stamp)
        panels.tool_wanted.connect(self._use_on_board)
        panels.sentences_wanted.connect(self._write_sentences)
        panels.piece_dropped.connect(self._carrying.drop)
        for dock in self.docks.values():
            self.focus_guard.watch(dock)
            dock.activated.connect(partial(enter, dock))

    def _lay_out(self) -> None:
        self.setCentralWidget(self.context.middle)
        self.files.sheets.added.connect(self._show_tabs)
        self.files.sheets.removed.connect(self._show_tabs)
        self.setAcceptDrops(True)
        resize_to_screen(self, 1400, 880)
        self.context.surroundings.put_up()
        self.restoreGeometry(layout(self.settings, "window/geometry"))
        self.restoreState(layout(self.settings, "window/state"), _LAYOUT)
        self.view.setFocus()

    @cached_property
    def tabs(self) -> TabStrip:
        """The tabs over the board, which are there with the second scenario."""
        from m44editor.windows.tab_commands import drop, show_menu  # 16 ms
        from m44editor.windows.tab_strip import TabStrip  # 3 ms

        strip = TabStrip(self.files, self)
        strip.menu_wanted.connect(partial(show_menu, self.context))
        strip.torn.connect(partial(drop, self.context))
        column = self.context.middle.layout()
        assert isinstance(column, QBoxLayout), "things stand one above the other"
        column.insertWidget(0, strip)
        return strip

    def _show_tabs(self) -> None:
        assert self.context.recency is not None, "it follows from the second tab on"
        self.tabs.setVisible(len(self.files.sheets) > 1)

    def _follow_language(self) -> None:
        """Say everything in the language spoken now; what is open and done stays as it is."""
        if self._language == language() or not self.isVisible():
            return  # Qt tells more than once, and also windows that are closed
        self._language = language()
        self._make_anew()

    def _make_anew(self) -> None:
        """Make anew what shows pieces or speaks: the pieces or the words are others now."""
        focused = self.focusWidget()
        self.view.setFocus()  # what is being typed is taken
        self.files.say_anew()
        self.view.retranslate()
        if "tabs" in self.__dict__:  # else they are not made yet
            self.tabs.say_anew()
        for opened in self.context.made("split"):
            opened.say_anew()
        before = self.context.surroundings
        self.context.surround()
        self._connect_surroundings()
        self.context.surroundings.take_over(before, focused)
        self._show_state()
        for opened in self.context.made("comparing", "playing"):
            opened.say_anew()

    # Wiring

    def _connect_values(self) -> None:
        document, view = self.document, self.view
        document.changed.connect(self._scenario_changed)
        document.leaving.connect(self._leave)
        document.replaced.connect(self._arrive)
        document.path_changed.connect(self._show_title)
        document.replaced.connect(self.context.packs.look)
        self.context.packs.changed.connect(self._follow_packs)
        self.files.sheets.added.connect(self.context.packs.use)
        document.history.cleanChanged.connect(self._show_title)
        view.hovered.connect(self._show_pointed)
        view.zoom_changed.connect(self._show_zoom)
        self.toolbox.tool_changed.connect(partial(tick, self.context))
        self.toolbox.mirrored.connect(partial(tick_painting, self.context))
        self.brush.picked_up.connect(self._hold_brush)
        self.layers.changed.connect(self._follow_layers)
        self.editing.status_message.connect(self.context.say)
        self.toolbox.status_message.connect(self.context.say)
        self.files.wanted.connect(self.context.bring_up)
        self.context.rearranged.connect(partial(tick_split, self.context))
        self.files.opened.connect(self.inspection.show_reading)
        self.files.saved.connect(lambda: self.inspection.show_saved(self.files.format))

    # What commands do

    def open_path(self, path: Path) -> None:
        """Open a file, in a tab of its own unless nothing is open yet."""
        self.files.open_path(path)

    def _follow_layers(self) -> None:
        """Show the layers as they are to be shown, and tick it."""
        self.context.restyle()
        tick_layers(self.context)

    def _follow_packs(self) -> None:
        """Show the pieces there are now, and judge by them."""
        self.brush.set_catalogue(self.context.packs.catalogue)
        self.context.restyle()
        self.inspection.check_anew()
        if self.isVisible():
            self._make_anew()

    # What changes show

    def _scenario_changed(self, _before: Scenario, after: Scenario) -> None:
        self.view.set_scenario(after)
        self._show_pointed(self.view.cursor_hex or self.view.hover)
        tick_board(self.context)
        self._show_title()  # a scenario without a file goes by its own

    def _leave(self) -> None:
        if self.isVisible():  # before, there is nothing to leave
            self.view.setFocus()  # what is being typed is taken
            self.toolbox.cancel_drag()
            self.document.sheet.look = self.context.look()

    def _arrive(self) -> None:
        self.view.setFocus()  # what is typed next is not for a field of the last scenario
        self.status.clearMessage()  # it was said of another scenario
        self.selection.select(())
        self.toolbox.cancel_drag()
        self.view.set_scenario(self.document.scenario)
        if self.document.sheet.look is EVERYTHING:
            self.view.fit()
        else:
            self.context.look_there()
        self._show_pointed(self.view.cursor_hex or self.view.hover)
        tick_all(self.context)
        self._show_zoom()
        self._show_title()

    def _show_state(self) -> None:
        self._follow_layers()
        tick_all(self.context)
        self._show_zoom()
        self._show_title()

    def _show_title(self) -> None:
        path = self.document.path
        self.setWindowTitle(f"{self.files.name}[*] — M44 Workshop")
        self.setWindowModified(not self.document.undo_stack.isClean())
        self.setWindowFilePath(str(path) if path else "")

    def _hold_brush(self) -> None:
        self.toolbox.use_brush()

    def _show_pointed(self, hex_: Hex | None) -> None:
        scenario = self.document.scenario
        self.status.show_hex(scenario, hex_)
        self.view.speech.describe_hex(hex_)

    def _show_hex(self, hex_: Hex) -> None:
        self.selection.select({hex_})
        self.view.show_hex(hex_)

    def _write_sentences(self) -> None:
        self.commands["sentences"].trigger()

    def _use_on_board(self, tool: str) -> None:
        self.toolbox.use(tool)
        self.view.setFocus()

    def _show_zoom(self) -> None:
        self.status.show_zoom(self.view.zoom.scale)
        enable_zoom(self.context)

    # Qt's events

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes, and remember the layout."""
        if not self.files.may_close():
            event.ignore()
            return
        self.inspection.close()
        for comparing in self.context.made("comparing"):
            comparing.close_all()
        self.settings.setValue("window/geometry", self.saveGeometry())
        self.settings.setValue("window/state", self.saveState(_LAYOUT))
        super().closeEvent(event)
        self.context.closed.emit()
        self.document.close()
        self.files.forget()

    def changeEvent(self, event: QEvent) -> None:
        """Draw in the colours of a new theme, speak a new language."""
        super().changeEvent(event)
        if not hasattr(self, "focus_guard"):
            return  # Qt sends some before there is anything
        if event.type() == QEvent.Type.LanguageChange:
            self._follow_language()
        elif event.type() == QEvent.Type.PaletteChange:
            self.context.restyle()
            self.tool_bar.redraw()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files only."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what is dropped, once the program it comes from is let go."""
        urls = event.mimeData().urls()
        event.acceptProposedAction()
        QTimer.singleShot(0, self, lambda: self._open_dropped(urls))

    def _open_dropped(self, urls: Sequence[QUrl]) -> None:
        from m44editor.windows.open_files import open_dropped  # 12 ms

        open_dropped(self.files, urls)


def _open_another(document: Document, settings: QSettings) -> EditorContext:
    """Make a window that goes when it is closed."""
    window = MainWindow(document, settings)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return window.context


def window_of_position(position: Scenario, settings: QSettings) -> MainWindow:
    """Show the position of a playtest in a window of its own, as work that no file holds yet."""
    window = MainWindow(Document(position), settings)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.files.show_unsaved(position)
    window.show()
    return window
