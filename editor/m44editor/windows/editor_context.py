"""What the commands of one editor window work with, made before anything that uses it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QObject, QPoint, QPointF, QSettings, Qt, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QMainWindow, QWidget

from m44core.catalogue.load import base_catalogue
from m44core.drawing.board.scenario_drawing import Show
from m44core.model.edits import new_scenario
from m44editor.actions import SHOWN
from m44editor.board.board_view import BoardView
from m44editor.checks.inspection import Inspection
from m44editor.documents.board_layers import Layers
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Look, Sheet
from m44editor.documents.editor_settings import flag
from m44editor.documents.hex_selection import Selection
from m44editor.documents.user_packs import Packs
from m44editor.screen_reader import announce
from m44editor.theme import art_palette
from m44editor.tools.brush import Brush
from m44editor.tools.edit_commands import EditCommands
from m44editor.tools.tool import Bench
from m44editor.tools.toolbox import Toolbox
from m44editor.windows.file_controller import FileController
from m44editor.windows.window_chrome import Surroundings, stacked

if TYPE_CHECKING:
    from m44editor.windows.compare_commands import CompareCommands
    from m44editor.windows.playtest_commands import PlaytestCommands
    from m44editor.windows.split_view import Split
    from m44editor.windows.tab_strip import Recency
    from m44editor.work.jobs import Jobs

_MESSAGE = 6000  # milliseconds a message stays in the status bar
_STEP = 28  # pixels from one window to the next, so that each can be seen
_STEPS = 8  # after which they begin anew


class EditorContext(QObject):
    """The services of one window; whatever does something there takes those that it needs.

    It knows its window only as Qt's, as the parent of dialogs. What is rarely used is made, and
    imported, when it is first asked for.

    Attributes:
        window: The window.
        document: The scenario that is shown.
        settings: What is remembered from one session to the next.
        files: The tabs and their files.
        selection: The selected hexes and pieces.
        packs: The packs in use.
        brush: The piece in hand.
        layers: Which layers are shown and locked.
        view: The board.
        bench: What tools work on.
        toolbox: The tool in hand.
        editing: The commands that act on the selection.
        inspection: The checks.
        middle: What stands in the middle of the window: notices over the board.
        surroundings: What stands round the board; others in another language.
        commands: The actions by name.
        menus: The submenus by name.
        panels: The panels.
        docks: Their docks, by name.
        status: The status bar.
        tool_bar: The tool bar.

    Signals:
        closed: The window is; nobody looks at its scenarios any more.
        rearranged: Another scenario stands on the second board, or none any more.
    """

    closed = Signal()
    rearranged = Signal()

    def __init__(
        self, document: Document, settings: QSettings, window: QMainWindow, opens: Opens
    ) -> None:
        """Make the services.

        Args:
            document: What is open.
            settings: What is remembered.
            window: A window with nothing in it yet.
            opens: Opens another window.
        """
        super().__init__(window)
        self.document, self.settings, self.window, self._opens = document, settings, window, opens
        self.selection = Selection(window)
        self.packs = Packs(settings, document, window)
        self.brush = Brush(base_catalogue().elements["woods"], window)
        self.brush.set_catalogue(self.packs.catalogue)
        self.layers = Layers(settings, window)
        self.view = BoardView(document.scenario, palette=art_palette(), show=_shown(settings))
        self.view.drags_by_keys = True
        self.bench = Bench(document, self.selection, self.brush, layers=self.layers)
        self.toolbox = Toolbox(self.bench, self.view)
        self.editing = EditCommands(self.bench, self.view, self.toolbox)
        self.files = FileController(document, window, settings)
        self.packs.sheets = self.files.sheets
        self.inspection = Inspection(document, settings, window)
        self.middle = stacked(self.files.bar, self.view)
        self.surround()

    def surround(self) -> None:
        """Make what stands round the board, in the language spoken now."""
        made = Surroundings(self.bench, self.inspection, self.window, self.settings)
        self.surroundings = made
        self.commands, self.menus, self.status = made.commands, made.menus, made.status
        self.panels, self.docks, self.tool_bar = made.panels, made.panels.docks, made.tool_bar

    def restyle(self) -> None:
        """Draw the boards with what is to be shown of them, in the colours of the theme."""
        self.view.set_style(_shown(self.settings), art_palette(), self.layers.dimmed)
        for split in self.made("split"):
            split.follow_style()

    def say(self, words: str) -> None:
        """Say something in the status bar, and to screen readers."""
        self.status.showMessage(words, _MESSAGE)
        if words:
            announce(self.view, words)

    def front(self) -> QWidget:
        """Return what the keyboard is for while no panel has it: the page over the board, or it."""
        page = self.window.findChild(QWidget, "welcome")
        return page if page is not None and not page.isHidden() else self.view

    def bring_up(self) -> None:
        """Bring the window before all others."""
        self.window.raise_()
        self.window.activateWindow()

    def look(self) -> Look:
        """Return where one looks on the board now, and what is selected there."""
        view, selection = self.view, self.selection
        corner = view.corner
        return Look(selection.hexes, view.shown_scale, (corner.x(), corner.y()), selection.pieces)

    def look_there(self) -> None:
        """Look where one looked on the board of the sheet that is shown now."""
        board, look = self.document.scenario.board, self.document.sheet.look
        self.view.restore_view(look.scale, QPointF(*look.corner))
        if look.pieces:
            pieces = {hex_: each for hex_, each in look.pieces.items() if hex_ in board}
            self.selection.select_pieces(pieces)
        else:
            self.selection.select(hex_ for hex_ in look.hexes if hex_ in board)

    def made(self, *names: str) -> list[Any]:
        """Return those of the things that are made when they are wanted that were."""
        return [self.__dict__[name] for name in names if name in self.__dict__]

    @cached_property
    def jobs(self) -> Jobs:
        """The work that is done beside the window."""
        from m44editor.work.jobs import Jobs  # 21 ms

        made = Jobs(self.window)
        self.closed.connect(made.close)
        return made

    @cached_property
    def comparing(self) -> CompareCommands:
        """The comparisons that were opened here."""
        from m44editor.windows.compare_commands import CompareCommands  # 1 ms

        return CompareCommands(self.document, self.files, self.window)

    @cached_property
    def playing(self) -> PlaytestCommands:
        """The playtests that were opened here."""
        from m44editor.windows.playtest_commands import PlaytestCommands  # 1 ms

        made = PlaytestCommands(self.document, self.files, self.window)
        made.position_wanted.connect(self.files.show_position)
        return made

    @cached_property
    def others(self) -> OtherWindows:
        """The windows of other scenarios that this one opened."""
        return OtherWindows(self._opens, self.settings, self.window)

    @cached_property
    def recency(self) -> Recency:
        """The tabs in the order in which they were shown."""
        from m44editor.windows.tab_strip import Recency  # 3 ms

        return Recency(self.files.sheets, self.window)

    @cached_property
    def split(self) -> Split:
        """The second board, which is there when it is wanted."""
        from m44editor.windows.split_view import Split  # 2 ms

        column = self.middle.layout()
        assert isinstance(column, QBoxLayout), "things stand one above the other"
        made = Split(self.bench, self.view, self.files.sheets, column, lambda: self.recency.before)
        made.rearranged.connect(self.rearranged)
        made.said.connect(self.say)
        made.pointed.connect(lambda scenario, hex_: self.status.show_hex(scenario, hex_))
        return made


class OtherWindows(QObject):
    """Opens windows beside one.

    Attributes:
        contexts: What they work with, as long as they are open.

    Signals:
        opened: The context of a window, whose work is to be guarded as that of others is.
    """

    opened = Signal(object)

    def __init__(self, opens: Opens, settings: QSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._opens, self._settings, self._parent = opens, settings, parent
        self._shown = 0
        self.contexts: list[EditorContext] = []  # lest Python forgets their windows

    def open_window(self) -> EditorContext:
        """Open a window with nothing in it."""
        context = self._opens(Document(new_scenario()), self._settings)
        window = context.window
        if not window.isMaximized():
            self._shown = self._shown % _STEPS + 1
            window.move(self._parent.pos() + QPoint(_STEP, _STEP) * self._shown)
        window.show()
        self.contexts.append(context)
        window.destroyed.connect(lambda: self.contexts.remove(context))
        self.opened.emit(context)
        return context

    def show_sheet(self, sheet: Sheet) -> EditorContext:
        """Show a sheet, which is in no window any more, in one of its own."""
        context = self.open_window()
        blank = context.document.sheet
        context.files.sheets.add(sheet)
        context.files.sheets.drop(blank)
        return context


def _shown(settings: QSettings) -> Show:
    """Return what of a board is to be shown."""
    saved = {name: flag(settings, f"show/{name}", getattr(Show(), name)) for name in SHOWN}
    return replace(Show(), **saved)


def contexts() -> list[EditorContext]:
    """Return the contexts of the windows that can be seen."""
    there = Qt.FindChildOption.FindDirectChildrenOnly
    windows = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
    return [found for each in windows for found in each.findChildren(EditorContext, options=there)]


Opens: TypeAlias = Callable[[Document, QSettings], EditorContext]
"""Opens a window of a document and of what is remembered."""
