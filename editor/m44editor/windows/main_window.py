"""The main window: it wires the board, the tools, the panels and the menus together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSettings, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from m44core.board import BoardType, Face
from m44core.catalogue.load import load_catalogue
from m44core.drawing.board.board import Show
from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44editor import actions as commands
from m44editor.board.describe import hex_words
from m44editor.board.view import BoardView
from m44editor.documents.document import Document
from m44editor.documents.selection import Selection
from m44editor.documents.settings import flag, layout, word
from m44editor.icons import art_palette
from m44editor.screen import resize_to_screen
from m44editor.theme import Theme, apply_theme
from m44editor.tools.brush import Brush
from m44editor.tools.commands import EditCommands
from m44editor.tools.tool import Bench
from m44editor.tools.toolbox import Toolbox
from m44editor.windows.check_commands import CheckCommands
from m44editor.windows.compare_commands import CompareCommands
from m44editor.windows.files import FileController
from m44editor.windows.panels import Panels
from m44editor.windows.status import StatusBar
from m44editor.windows.tool_bar import ToolBar

_LAYOUT = 1  # raised when saved window layouts no longer fit
_MESSAGE = 6000  # milliseconds a message stays in the status bar


class MainWindow(QMainWindow):
    """Edits one scenario."""

    def __init__(self, document: Document, settings: QSettings) -> None:
        super().__init__()
        self.document = document
        self.settings = settings
        self.selection = Selection(self)
        self.brush = Brush(load_catalogue().elements["woods"], self)
        self.view = BoardView(document.scenario, palette=art_palette(), show=self._saved_show())
        bench = Bench(document, self.selection, self.brush)
        self.toolbox = Toolbox(bench, self.view)
        self.editing = EditCommands(bench, self.view, self.toolbox)
        self.files = FileController(document, self, settings)
        self.comparing = CompareCommands(document, self.files, self)
        self.status = StatusBar(self)
        self.commands = commands.make_actions(self)
        self.playtests: list[QWidget] = []
        self._add_undo_actions()
        self.panels = Panels(bench, self, settings)
        self.checking = CheckCommands(document, self.panels, settings, self.commands, self)
        self.docks = self.panels.docks
        self._build_menus()
        self.tool_bar = ToolBar(self.commands, self)
        self.addToolBar(self.tool_bar)
        self._connect_commands()
        self._connect_values()
        self._lay_out()
        self._show_state()

    # Building

    def _add_undo_actions(self) -> None:
        stack = self.document.undo_stack
        undo, redo = stack.createUndoAction(self, "&Undo"), stack.createRedoAction(self, "&Redo")
        undo.setShortcut(QKeySequence("Ctrl+Z"))
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        self.commands |= {"undo": undo, "redo": redo}

    def _build_menus(self) -> None:
        submenus = commands.make_menus(self, self.commands)
        self._recent, self._examples = submenus["recent"], submenus["examples"]
        self._compare = submenus["compare"]
        for dock in self.docks.values():
            submenus["docks"].addAction(dock.toggleViewAction())

    def _lay_out(self) -> None:
        self.setCentralWidget(_stacked(self.files.bar, self.view))
        self.setStatusBar(self.status)
        self.setAcceptDrops(True)
        resize_to_screen(self, 1400, 880)
        self.panels.arrange()
        self.restoreGeometry(layout(self.settings, "window/geometry"))
        self.restoreState(layout(self.settings, "window/state"), _LAYOUT)
        self.view.setFocus()

    # Wiring

    def _connect_commands(self) -> None:
        files, editing, view = self.files, self.editing, self.view
        slots: dict[str, Callable[[], object]] = {
            "new": files.new,
            "open": files.open,
            "save": files.save,
            "save-as": files.save_as,
            "reload": files.reload,
            "export": self.export_picture,
            "compare-file": self.comparing.ask,
            "compare-saved": self.comparing.with_saved,
            "close": self.close,
            "quit": self.close,
            "cut": editing.cut,
            "copy": editing.copy,
            "paste": editing.paste,
            "duplicate": editing.duplicate,
            "delete": editing.delete,
            "select-all": editing.select_all,
            "select-none": editing.select_none,
            "rotate": editing.rotate,
            "rotate-back": partial(editing.rotate, False),
            "mirror-east-west": partial(editing.mirror, edits.Mirror.LEFT_RIGHT),
            "mirror-north-south": partial(editing.mirror, edits.Mirror.TOP_BOTTOM),
            "find": self._find_piece,
            "zoom-in": view.zoom_in,
            "zoom-out": view.zoom_out,
            "actual-size": view.actual_size,
            "fit": view.fit,
            "playtest": self.playtest,
            "keys": self._tell_keys,
            "about": self._tell_about,
        }
        slots |= self.checking.slots
        slots |= {f"theme-{theme}": partial(self.set_theme, theme) for theme in Theme}
        slots |= {f"board-{kind.value}": partial(self.change_board, kind) for kind in BoardType}
        slots |= {f"face-{face.value}": partial(self.change_face, face) for face in Face}
        slots |= {name: partial(self.toolbox.use, name) for name in commands.TOOLS}
        slots |= dict.fromkeys(commands.SHOWN, self._show_layers)
        for name, slot in slots.items():
            self.commands[name].triggered.connect(_without_arguments(slot))

    def _connect_values(self) -> None:
        document, view = self.document, self.view
        document.changed.connect(self._scenario_changed)
        document.replaced.connect(self._scenario_replaced)
        document.path_changed.connect(self._show_title)
        document.undo_stack.cleanChanged.connect(self._show_title)
        view.hovered.connect(self._show_pointed)
        view.zoom_changed.connect(self.status.show_zoom)
        self.toolbox.tool_changed.connect(self._show_tool)
        self.brush.taken.connect(self._hold_brush)
        for speaker in (self.editing, self.toolbox, self.panels):
            speaker.said.connect(lambda words: self.status.showMessage(words, _MESSAGE))
        self.files.opened.connect(self.panels.show_reading)
        self.files.saved.connect(lambda: self.panels.show_saved(self.files.format))
        self.panels.findings.connect(self.status.show_findings)
        self.panels.hex_chosen.connect(self._show_hex)
        self.status.problems_wanted.connect(self.docks["problems"].reveal)
        self._recent.aboutToShow.connect(self._list_recent)
        self._examples.aboutToShow.connect(self._list_examples)
        self._compare.aboutToShow.connect(self._list_compared)

    # What commands do

    def change_board(self, kind: BoardType) -> None:
        """Put the scenario on another board, after asking where something does not fit."""
        from m44editor.windows.dialogs import convert_board

        convert_board(self.document, kind, self)
        self._show_board()

    def change_face(self, face: Face) -> None:
        """Print another face on the board."""
        self.document.edit("Change Face", edits.change_face(self.document.scenario, face))

    def set_theme(self, theme: Theme) -> None:
        """Make all windows light or dark."""
        self.settings.setValue("theme", theme.value)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            apply_theme(application, theme)

    def export_picture(self) -> None:
        """Ask for a file and draw the board into it."""
        from m44editor.windows.export import ask_and_export

        written = ask_and_export(self, self.document.scenario, self.view.show_settings)
        if written:
            self.status.showMessage(f"Wrote {written}", _MESSAGE)

    def playtest(self) -> None:
        """Play the scenario as it is on the screen."""
        from m44editor.playtest.window import PlaytestWindow
        from m44editor.windows.dialogs import tell_failure

        try:
            window = PlaytestWindow(self.document.scenario, self.files.name)
        except M44Error as error:
            tell_failure(self, "This cannot be played.", f"{error}.")
            return
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.position_wanted.connect(self._edit_position)
        window.destroyed.connect(lambda: self.playtests.remove(window))
        self.playtests.append(window)
        window.show()

    def _edit_position(self, position: Scenario) -> None:
        """Open the position of a playtest as a new scenario."""
        if self.files.may_close():
            self.files.show_unsaved(position)
            self.raise_()
            self.activateWindow()

    def open_path(self, path: Path) -> None:
        """Open a file."""
        self.files.open_path(path)

    def _find_piece(self) -> None:
        self.panels.palette().focus_search()

    def _show_layers(self) -> None:
        chosen = {name: self.commands[name].isChecked() for name in commands.SHOWN}
        for name, shown in chosen.items():
            self.settings.setValue(f"show/{name}", shown)
        self.view.set_style(replace(Show(), **chosen), art_palette())

    def _saved_show(self) -> Show:
        saved = {
            name: flag(self.settings, f"show/{name}", getattr(Show(), name))
            for name in commands.SHOWN
        }
        return replace(Show(), **saved)

    def _tell_keys(self) -> None:
        from m44editor.windows.help import show_keys

        show_keys(self)

    def _tell_about(self) -> None:
        from m44editor.windows.help import show_about

        show_about(self)

    # What changes show

    def _scenario_changed(self, _before: Scenario, after: Scenario) -> None:
        self.view.set_scenario(after)
        self._show_pointed(self.view.cursor_hex or self.view.hover)
        self._show_board()

    def _scenario_replaced(self) -> None:
        self.selection.select(())
        self.toolbox.cancel()
        self.view.set_scenario(self.document.scenario)
        self.view.fit()
        self._show_state()

    def _show_state(self) -> None:
        for name in commands.SHOWN:
            self.commands[name].setChecked(getattr(self.view.show_settings, name))
        theme = word(self.settings, "theme", Theme.SYSTEM.value)
        self.commands[f"theme-{theme}"].setChecked(True)
        self._show_tool(self.toolbox.tool.name)
        self.status.show_zoom(self.view.zoom.scale)
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

    def _show_tool(self, name: str) -> None:
        if name in self.commands:
            self.commands[name].setChecked(True)

    def _hold_brush(self) -> None:
        if self.toolbox.tool.name not in {"brush", "rectangle", "fill"}:
            self.toolbox.use("brush")

    def _show_pointed(self, hex_: Hex | None) -> None:
        scenario = self.document.scenario
        self.status.show_hex(scenario, hex_)
        words = hex_words(scenario, hex_) if hex_ is not None and hex_ in scenario.board else ""
        self.view.describe(words)

    def _show_hex(self, hex_: Hex) -> None:
        self.selection.select({hex_})
        self.view.show_hex(hex_)

    def _list_recent(self) -> None:
        self.files.recent.fill_menu(self._recent, self.open_path)

    def _list_examples(self) -> None:
        from m44editor.documents.examples import fill_menu

        fill_menu(self._examples, self.files.open_copy)

    def _list_compared(self) -> None:
        self.comparing.fill_menu(self._compare, self.commands["compare-saved"])

    # Qt's events

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes, and remember the layout."""
        if not self.files.may_close():
            event.ignore()
            return
        self.panels.close()
        self.comparing.close_all()
        self.settings.setValue("window/geometry", self.saveGeometry())
        self.settings.setValue("window/state", self.saveState(_LAYOUT))
        super().closeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Draw in the colours of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "tool_bar"):
            self.view.set_style(self.view.show_settings, art_palette())
            self.tool_bar.redraw()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files only."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first file that is dropped."""
        local = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if local:
            event.acceptProposedAction()
            self.open_path(local[0])


def _stacked(*widgets: QWidget) -> QWidget:
    """Return a widget with others one above the other and no space between."""
    stack = QWidget()
    column = QVBoxLayout(stack)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    for widget in widgets:
        column.addWidget(widget)
    return stack


def _without_arguments(slot: Callable[[], object]) -> Callable[..., None]:
    """Drop the state of the button that ``triggered`` sends along."""

    def call(*_: object) -> None:
        slot()

    return call
