"""The main window: it wires the board, the tools, the panels and the menus together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMainWindow

from m44core.board import BoardType, Face
from m44core.catalogue.load import load_catalogue
from m44core.drawing.board.board import Show
from m44core.hexes import Hex
from m44core.messages.message import message_in
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor import actions as commands
from m44editor.board.view import BoardView
from m44editor.checks.inspection import Inspection
from m44editor.documents.document import Document
from m44editor.documents.layers import Layer, Layers
from m44editor.documents.packs import Packs
from m44editor.documents.selection import Selection
from m44editor.documents.settings import flag, layout
from m44editor.icons import art_palette
from m44editor.screen import resize_to_screen
from m44editor.screen_reader import announce
from m44editor.speaking import choice, choose
from m44editor.theme import Theme, apply_theme
from m44editor.tools.brush import Brush
from m44editor.tools.carrying import Carrying
from m44editor.tools.commands import EditCommands
from m44editor.tools.tool import Bench
from m44editor.tools.toolbox import Toolbox
from m44editor.windows.compare_commands import CompareCommands
from m44editor.windows.files import FileController
from m44editor.windows.playtest_commands import PlaytestCommands
from m44editor.windows.surroundings import Surroundings, stacked
from m44editor.windows.window_commands import (
    connect_commands,
    fill_menus,
    overlays_drawn,
    tick_layers,
    tick_looks,
    tick_overlays,
)
from m44editor.words import language

if TYPE_CHECKING:
    from PySide6.QtCore import QUrl

    from m44editor.windows.beside.other_scenarios import OtherScenarios
    from m44editor.work.jobs import Jobs

_LAYOUT = 2  # raised when saved window layouts no longer fit
_MESSAGE = 6000  # milliseconds a message stays in the status bar


class MainWindow(QMainWindow):
    """Edits one scenario.

    Signals:
        closed: It is; nobody looks at its scenario any more.
    """

    closed = Signal()

    def __init__(self, document: Document, settings: QSettings) -> None:
        super().__init__()
        self.document = document
        self.settings = settings
        self.selection = Selection(self)
        self.packs = Packs(settings, self)
        self.brush = Brush(load_catalogue().elements["woods"], self)
        self.layers = Layers(settings, self)
        self.view = BoardView(document.scenario, palette=art_palette(), show=self._saved_show())
        self.bench = Bench(document, self.selection, self.brush, layers=self.layers)
        self.toolbox = Toolbox(self.bench, self.view)
        self._carrying = Carrying(self.bench, self.view, self.toolbox)
        self.editing = EditCommands(self.bench, self.view, self.toolbox)
        self.files = FileController(document, self, settings)
        self.comparing = CompareCommands(document, self.files, self)
        self.inspection = Inspection(document, settings, self)
        self.playing = PlaytestCommands(document, self.files, self)
        self._language = language()
        self._surroundings = self._surround()
        self._connect_values()
        self._lay_out()
        self._show_state()

    @cached_property
    def jobs(self) -> Jobs:
        """The work that is done beside this window."""
        from m44editor.work.jobs import Jobs

        made = Jobs(self)
        self.closed.connect(made.close)
        return made

    @cached_property
    def others(self) -> OtherScenarios:
        """The windows of other scenarios that this one opened."""
        from m44editor.windows.beside.other_scenarios import OtherScenarios

        return OtherScenarios(self.settings, self)

    # Building

    def _surround(self) -> Surroundings:
        """Make what stands round the board, in the language spoken now."""
        made = Surroundings(self.bench, self.inspection, self, self.settings)
        self.commands, self.status, self.checking = made.commands, made.status, made.checking
        self.panels, self.docks, self.tool_bar = made.panels, made.panels.docks, made.tool_bar
        self.menus = made.menus
        connect_commands(self)
        made.panels.said.connect(self._say)
        made.panels.hex_chosen.connect(self._show_hex)
        made.panels.piece_carried.connect(self._carrying.carry)
        made.panels.stamp_wanted.connect(self.editing.take_stamp)
        made.panels.tool_wanted.connect(self.toolbox.use)
        made.panels.piece_dropped.connect(self._carrying.drop)
        fill_menus(self)
        return made

    def _lay_out(self) -> None:
        self.setCentralWidget(stacked(self.files.bar, self.view))
        self.setAcceptDrops(True)
        resize_to_screen(self, 1400, 880)
        self._surroundings.put_up()
        self.restoreGeometry(layout(self.settings, "window/geometry"))
        self.restoreState(layout(self.settings, "window/state"), _LAYOUT)
        self.view.setFocus()

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
        self.document.say_anew()
        self.view.say_anew()
        self.files.say_anew()
        before, self._surroundings = self._surroundings, self._surround()
        self._surroundings.take_over(before, focused)
        self._show_state()
        self.comparing.say_anew()
        self.playing.say_anew()

    # Wiring

    def _connect_values(self) -> None:
        document, view = self.document, self.view
        document.changed.connect(self._scenario_changed)
        document.replaced.connect(self._scenario_replaced)
        document.path_changed.connect(self._show_title)
        document.replaced.connect(self.packs.look)
        self.packs.changed.connect(self._follow_packs)
        document.undo_stack.cleanChanged.connect(self._show_title)
        view.hovered.connect(self._show_pointed)
        view.zoom_changed.connect(self._show_zoom)
        self.toolbox.tool_changed.connect(self._show_tool)
        self.toolbox.mirrored.connect(self._show_painting)
        self.brush.taken.connect(self._hold_brush)
        self.layers.changed.connect(self._follow_layers)
        self.editing.said.connect(self._say)
        self.toolbox.said.connect(self._say)
        self.playing.position_wanted.connect(lambda position: self.others.show_position(position))
        self.files.opened.connect(self.inspection.show_reading)
        self.files.saved.connect(lambda: self.inspection.show_saved(self.files.format))

    # What commands do

    def change_board(self, kind: BoardType) -> None:
        """Put the scenario on another board, after asking where something does not fit."""
        from m44editor.windows.dialogs import convert_board

        convert_board(self.document, kind, self)
        self._show_board()

    def change_face(self, face: Face) -> None:
        """Print another face on the board."""
        self.document.edit(
            message_in("step", "Change Face"), edits.change_face(self.document.scenario, face)
        )

    def set_theme(self, theme: Theme) -> None:
        """Make all windows light or dark."""
        self.settings.setValue("theme", theme.value)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_theme(application, theme)

    def choose_language(self, code: str) -> None:
        """Let all windows speak a language from now on, and in later sessions."""
        choose(self.settings, code)

    def export_picture(self) -> None:
        """Ask for a file and draw the board into it."""
        from m44editor.windows.export import export_beside

        show, over = self.view.show_settings, overlays_drawn(self)
        place = self.files.picture_place
        export_beside(self.jobs, self, self.document.scenario, show, place, over)

    def open_path(self, path: Path) -> None:
        """Open a file."""
        self.files.open_path(path)

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
        tick_layers(self)

    def _saved_show(self) -> Show:
        saved = {
            name: flag(self.settings, f"show/{name}", getattr(Show(), name))
            for name in commands.SHOWN
        }
        return replace(Show(), **saved)

    def _follow_packs(self) -> None:
        """Show the pieces there are now, and judge by them."""
        self.view.set_style(self.view.show_settings, art_palette())
        self.inspection.check_anew()
        if self.isVisible():
            self._make_anew()

    # What changes show

    def _scenario_changed(self, _before: Scenario, after: Scenario) -> None:
        self.view.set_scenario(after)
        self._show_pointed(self.view.cursor_hex or self.view.hover)
        self._show_board()
        self._show_title()  # a scenario without a file goes by its own

    def _scenario_replaced(self) -> None:
        self.view.setFocus()  # what is typed next is not for a field of the last scenario
        self.selection.select(())
        self.toolbox.cancel()
        self.view.set_scenario(self.document.scenario)
        self.view.fit()
        self._show_state()

    def _show_state(self) -> None:
        self._follow_layers()
        self.commands[f"language-{choice(self.settings)}"].setChecked(True)
        tick_looks(self)
        self.commands[f"parts-{self.editing.parts}"].setChecked(True)
        tick_overlays(self)
        self._show_painting()
        self._show_tool(self.toolbox.tool.name)
        self._show_zoom()
        self._show_board()
        self._show_title()

    def _show_board(self) -> None:
        scenario = self.document.scenario
        self.commands[f"board-{scenario.board.type.value}"].setChecked(True)
        self.commands[f"face-{scenario.face.value}"].setChecked(True)

    def _show_title(self) -> None:
        path = self.document.path
        self.setWindowTitle(f"{self.files.name}[*] — M44 Workshop")
        self.setWindowModified(not self.document.undo_stack.isClean())
        self.setWindowFilePath(str(path) if path else "")

    def _show_painting(self) -> None:
        symmetry, eraser = self.bench.symmetry, self.toolbox.eraser
        self.commands[f"symmetry-{symmetry.how or 'off'}"].setChecked(True)
        self.commands["symmetry-swap"].setChecked(symmetry.swaps)
        self.commands[f"reach-{eraser.reach}"].setChecked(True)
        self.commands["mend"].setChecked(eraser.mends)

    def _show_tool(self, name: str) -> None:
        if name in self.commands:
            self.commands[name].setChecked(True)

    def _hold_brush(self) -> None:
        self.toolbox.take_brush()

    def _show_pointed(self, hex_: Hex | None) -> None:
        scenario = self.document.scenario
        self.status.show_hex(scenario, hex_)
        self.view.speech.tell(hex_)

    def _show_hex(self, hex_: Hex) -> None:
        self.selection.select({hex_})
        self.view.show_hex(hex_)

    def _show_zoom(self) -> None:
        self.status.show_zoom(self.view.zoom.scale)

    def _say(self, words: str) -> None:
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
        self.comparing.close_all()
        self.settings.setValue("window/geometry", self.saveGeometry())
        self.settings.setValue("window/state", self.saveState(_LAYOUT))
        super().closeEvent(event)
        self.closed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Draw in the colours of a new theme, speak a new language."""
        super().changeEvent(event)
        if not hasattr(self, "_surroundings"):
            return  # Qt sends some before there is anything
        if event.type() == QEvent.Type.LanguageChange:
            self._follow_language()
        elif event.type() == QEvent.Type.PaletteChange:
            self.view.set_style(self.view.show_settings, art_palette())
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
