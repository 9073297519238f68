"""The main window: it wires the board, the tools, the panels and the menus together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from m44core.catalogue.load import load_catalogue
from m44core.drawing.board.board import Show
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44editor import actions as commands
from m44editor.board.view import BoardView
from m44editor.checks.inspection import Inspection
from m44editor.documents.document import Document
from m44editor.documents.layers import Layer, Layers
from m44editor.documents.packs import Packs
from m44editor.documents.selection import Selection
from m44editor.documents.settings import flag, layout
from m44editor.documents.sheet import EVERYTHING
from m44editor.icons import art_palette
from m44editor.screen import resize_to_screen
from m44editor.screen_reader import announce
from m44editor.tools.brush import Brush
from m44editor.tools.carrying import Carrying
from m44editor.tools.commands import EditCommands
from m44editor.tools.tool import Bench
from m44editor.tools.toolbox import Toolbox
from m44editor.windows.beside.opening import OpeningWindow
from m44editor.windows.files import FileController
from m44editor.windows.keyboard_focus import FocusGuard, enter
from m44editor.windows.possible import enable_zoom
from m44editor.windows.surroundings import Surroundings, stacked
from m44editor.windows.ticks import (
    tick,
    tick_all,
    tick_board,
    tick_layers,
    tick_painting,
    tick_split,
)
from m44editor.windows.window_commands import connect_commands, fill_menus
from m44editor.words import language

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl

    from m44editor.windows.tabs.split import Split
    from m44editor.windows.tabs.strip import TabStrip

_LAYOUT = 2  # raised when saved window layouts no longer fit
_MESSAGE = 6000  # milliseconds a message stays in the status bar


class MainWindow(OpeningWindow):
    """Edits scenarios, one at a time: that of the current tab is what all the rest shows."""

    def __init__(self, document: Document, settings: QSettings) -> None:
        super().__init__()
        self.document = document
        self.settings = settings
        self.selection = Selection(self)
        self.packs = Packs(settings, self)
        self.brush = Brush(load_catalogue().elements["woods"], self)
        self.layers = Layers(settings, self)
        self.view = BoardView(document.scenario, palette=art_palette(), show=self._saved_show())
        self.view.drags_by_keys = True
        self.bench = Bench(document, self.selection, self.brush, layers=self.layers)
        self.toolbox = Toolbox(self.bench, self.view)
        self._carrying = Carrying(self.bench, self.view, self.toolbox)
        self.editing = EditCommands(self.bench, self.view, self.toolbox)
        self.files = FileController(document, self, settings)
        self.inspection = Inspection(document, settings, self)
        self._language = language()
        self.focus_guard = FocusGuard(self, self.front)
        self._surroundings = self._surround()
        self._connect_values()
        self._lay_out()
        self._show_state()

    # Building

    def _surround(self) -> Surroundings:
        """Make what stands round the board, in the language spoken now."""
        made = Surroundings(self.bench, self.inspection, self, self.settings)
        self.commands, self.status, self.checking = made.commands, made.status, made.checking
        self.panels, self.docks, self.tool_bar = made.panels, made.panels.docks, made.tool_bar
        self.menus = made.menus
        connect_commands(self)
        made.panels.said.connect(self.say)
        made.panels.hex_chosen.connect(self._show_hex)
        made.panels.piece_carried.connect(self._carrying.carry)
        made.panels.stamp_wanted.connect(self.editing.take_stamp)
        made.panels.tool_wanted.connect(self._use_on_board)
        made.panels.sentences_wanted.connect(self._write_sentences)
        made.panels.piece_dropped.connect(self._carrying.drop)
        for dock in self.docks.values():
            self.focus_guard.watch(dock)
            dock.chosen.connect(partial(enter, dock))
        fill_menus(self)
        return made

    def front(self) -> QWidget:
        """Return what the keyboard is for while no panel has it: the page over the board, or it."""
        page = self.findChild(QWidget, "welcome")
        return page if page is not None and not page.isHidden() else self.view

    def _lay_out(self) -> None:
        self._middle = stacked(self.files.bar, self.view)
        self.setCentralWidget(self._middle)
        self.files.sheets.added.connect(self._show_tabs)
        self.files.sheets.removed.connect(self._show_tabs)
        self.setAcceptDrops(True)
        resize_to_screen(self, 1400, 880)
        self._surroundings.put_up()
        self.restoreGeometry(layout(self.settings, "window/geometry"))
        self.restoreState(layout(self.settings, "window/state"), _LAYOUT)
        self.view.setFocus()

    @cached_property
    def tabs(self) -> TabStrip:
        """The tabs over the board, which are there with the second scenario."""
        from m44editor.windows.tabs.strip import TabStrip

        strip = TabStrip(self)
        column = self._middle.layout()
        assert isinstance(column, QBoxLayout), "things stand one above the other"
        column.insertWidget(0, strip)
        return strip

    @cached_property
    def split(self) -> Split:
        """The second board, which is there when it is wanted."""
        from m44editor.windows.tabs.split import Split

        column = self._middle.layout()
        assert isinstance(column, QBoxLayout), "things stand one above the other"
        return Split(self, column)

    def _show_tabs(self) -> None:
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
        self.view.say_anew()
        for opened in self.made("tabs", "split"):
            opened.say_anew()
        before, self._surroundings = self._surroundings, self._surround()
        self._surroundings.take_over(before, focused)
        self._show_state()
        for opened in self.made("comparing", "playing"):
            opened.say_anew()

    # Wiring

    def _connect_values(self) -> None:
        document, view = self.document, self.view
        document.changed.connect(self._scenario_changed)
        document.leaving.connect(self._leave)
        document.replaced.connect(self._arrive)
        document.path_changed.connect(self._show_title)
        document.replaced.connect(self.packs.look)
        self.packs.changed.connect(self._follow_packs)
        document.history.cleanChanged.connect(self._show_title)
        view.hovered.connect(self._show_pointed)
        view.zoom_changed.connect(self._show_zoom)
        self.toolbox.tool_changed.connect(partial(tick, self))
        self.toolbox.mirrored.connect(partial(tick_painting, self))
        self.brush.taken.connect(self._hold_brush)
        self.layers.changed.connect(self._follow_layers)
        self.editing.said.connect(self.say)
        self.toolbox.said.connect(self.say)
        self.files.wanted.connect(self._come_to_front)
        self.rearranged.connect(partial(tick_split, self))
        self.files.opened.connect(self.inspection.show_reading)
        self.files.saved.connect(lambda: self.inspection.show_saved(self.files.format))

    # What commands do

    def open_path(self, path: Path) -> None:
        """Open a file, in a tab of its own unless nothing is open yet."""
        self.files.open_path(path)

    def _come_to_front(self) -> None:
        self.raise_()
        self.activateWindow()

    def show_layers(self) -> None:
        """Show on the board what the menu ticks, now and in later sessions."""
        for name in commands.SHOWN:
            shown = self.commands[name].isChecked()
            if name in list(Layer):
                self.layers.show(Layer(name), shown)
            else:
                self.settings.setValue(f"show/{name}", shown)
        self._follow_layers()

    def _follow_layers(self) -> None:
        """Show the layers as they are to be shown, and tick it."""
        self.view.set_style(self._saved_show(), art_palette(), self.layers.dimmed)
        self._restyle_split()
        tick_layers(self)

    def _restyle_split(self) -> None:
        for split in self.made("split"):
            split.follow_style()

    def _saved_show(self) -> Show:
        saved = {
            name: flag(self.settings, f"show/{name}", getattr(Show(), name))
            for name in commands.SHOWN
        }
        return replace(Show(), **saved)

    def _follow_packs(self) -> None:
        """Show the pieces there are now, and judge by them."""
        self.view.set_style(self.view.show_settings, art_palette())
        self._restyle_split()
        self.inspection.check_anew()
        if self.isVisible():
            self._make_anew()

    # What changes show

    def _scenario_changed(self, _before: Scenario, after: Scenario) -> None:
        self.view.set_scenario(after)
        self._show_pointed(self.view.cursor_hex or self.view.hover)
        tick_board(self)
        self._show_title()  # a scenario without a file goes by its own

    def _leave(self) -> None:
        if self.isVisible():  # before, there is nothing to leave
            from m44editor.windows.tabs.looking import leave

            leave(self)

    def _arrive(self) -> None:
        self.view.setFocus()  # what is typed next is not for a field of the last scenario
        self.status.clearMessage()  # it was said of another scenario
        self.selection.select(())
        self.toolbox.let_go()
        self.view.set_scenario(self.document.scenario)
        if self.document.sheet.look is EVERYTHING:
            self.view.fit()
        else:
            from m44editor.windows.tabs.looking import look_there

            look_there(self)
        self._show_pointed(self.view.cursor_hex or self.view.hover)
        tick_all(self)
        self._show_zoom()
        self._show_title()

    def _show_state(self) -> None:
        self._follow_layers()
        tick_all(self)
        self._show_zoom()
        self._show_title()

    def _show_title(self) -> None:
        path = self.document.path
        self.setWindowTitle(f"{self.files.name}[*] — M44 Workshop")
        self.setWindowModified(not self.document.undo_stack.isClean())
        self.setWindowFilePath(str(path) if path else "")

    def _hold_brush(self) -> None:
        self.toolbox.take_brush()

    def _show_pointed(self, hex_: Hex | None) -> None:
        scenario = self.document.scenario
        self.status.show_hex(scenario, hex_)
        self.view.speech.tell(hex_)

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
        enable_zoom(self)

    def say(self, words: str) -> None:
        """Say something in the status bar, and to screen readers."""
        self.status.showMessage(words, _MESSAGE)
        if words:
            announce(self.view, words)

    # Qt's events

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes, and remember the layout."""
        if not self.files.may_close():
            event.ignore()
            return
        self.inspection.close()
        for comparing in self.made("comparing"):
            comparing.close_all()
        self.settings.setValue("window/geometry", self.saveGeometry())
        self.settings.setValue("window/state", self.saveState(_LAYOUT))
        super().closeEvent(event)
        self.closed.emit()
        self.document.close()
        self.files.forget()

    def changeEvent(self, event: QEvent) -> None:
        """Draw in the colours of a new theme, speak a new language."""
        super().changeEvent(event)
        if not hasattr(self, "_surroundings"):
            return  # Qt sends some before there is anything
        if event.type() == QEvent.Type.LanguageChange:
            self._follow_language()
        elif event.type() == QEvent.Type.PaletteChange:
            self.view.set_style(self.view.show_settings, art_palette())
            self._restyle_split()
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
        from m44editor.windows.beside.dropping import open_dropped

        open_dropped(self, urls)
