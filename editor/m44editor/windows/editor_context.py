"""The services used by the commands of one editor window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from PySide6.QtCore import QObject, QPoint, QPointF, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QMainWindow, QWidget

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.drawing.board.scenario_drawing import VisibleLayers
from m44core.model.edits import new_scenario
from m44editor.actions import VISIBILITY_COMMANDS
from m44editor.board.board_view import BoardView
from m44editor.checks.inspection import Inspection
from m44editor.documents.board_layers import Layers
from m44editor.documents.document import Document
from m44editor.documents.document_sheet import Sheet, ViewState
from m44editor.documents.editor_settings import bool_setting
from m44editor.documents.hex_selection import Selection
from m44editor.documents.user_packs import UserPacks
from m44editor.interface_text import sentence, tr
from m44editor.menu_commands import COMMANDS
from m44editor.screen_reader import announce
from m44editor.theme import art_palette
from m44editor.tools.brush import Brush
from m44editor.tools.edit_commands import EditCommands
from m44editor.tools.tool import ToolContext
from m44editor.tools.toolbox import Toolbox
from m44editor.windows.file_controller import FileController
from m44editor.windows.panel_folding import PanelFolding
from m44editor.windows.selection_display import SelectionDisplay
from m44editor.windows.window_chrome import WindowChrome, vertical_stack

if TYPE_CHECKING:
    from m44editor.background_jobs import BackgroundJobs
    from m44editor.balance.measurements import Measurements
    from m44editor.windows.compare_commands import CompareCommands
    from m44editor.windows.playtest_commands import PlaytestCommands
    from m44editor.windows.split_view import SplitView
    from m44editor.windows.tab_strip import RecentTabs

LabelSource: TypeAlias = Literal["window", "panel"]
"""Where texts are shown whose language the labels follow: the translation window or the panel."""

_MESSAGE_TIMEOUT = 6000  # milliseconds a message stays in the status bar
_CASCADE_STEP = 28  # pixels between cascaded windows
_CASCADE_LENGTH = 8  # windows after which the cascade starts over
_BOARD_COMMANDS = (
    *(name for name, command in COMMANDS.items() if command.group == "tool"),
    *("rotate", "rotate-back", "fit"),
)


class EditorContext(QObject):
    """The services of one window. A command takes only the services it needs.

    The context knows its window only as a Qt window, the parent of dialogs. Rarely used services
    are imported and created on first use.

    Attributes:
        window: The window.
        document: The scenario that is shown.
        settings: The stored settings.
        files: The tabs and their files.
        selection: The selected hexes and pieces.
        packs: The packs in use.
        brush: The piece picked up for painting.
        layers: The visibility, opacity and locks of the layers.
        view: The board.
        tool_context: The context of the tools.
        toolbox: The tools, and which of them is current.
        editing: The commands that act on the selection.
        inspection: The checks and their results.
        folding: Folds panels into bars of icons in a small window.
        selection_display: Shows the Properties panel for a piece that is clicked.
        central_widget: The central widget, with the notice bar and the board.
        chrome: Menus, toolbar, panels and status bar; rebuilt when language or packs change.
        commands: The actions by command name.
        menus: The submenus by name.
        panels: The panels.
        docks: The docks of the panels, by name.
        status: The status bar.
        tool_bar: The toolbar.

    Signals:
        closed: The window was closed.
        split_changed: The second board was opened, closed, or shows another scenario.
    """

    closed = Signal()
    split_changed = Signal()

    def __init__(
        self, document: Document, settings: QSettings, window: QMainWindow, open_window: OpenWindow
    ) -> None:
        """Create the services.

        Args:
            document: The open document.
            settings: The stored settings.
            window: An empty window.
            open_window: Opens another window.
        """
        super().__init__(window)
        self.document, self.settings, self.window, self._open_window = (
            document,
            settings,
            window,
            open_window,
        )
        self._label_languages: dict[LabelSource, str | None] = {"window": None, "panel": None}
        self.selection = Selection(window)
        self.packs = UserPacks(settings, document, window)
        self.brush = Brush(base_catalogue().elements["woods"], window)
        self.brush.set_catalogue(self.packs.catalogue)
        self.layers = Layers(settings, window)
        self.view = BoardView(
            document.scenario,
            palette=art_palette(),
            visible_layers=_stored_visible_layers(settings),
        )
        self.view.drags_by_keys = True
        self.tool_context = ToolContext(document, self.selection, self.brush, layers=self.layers)
        self.toolbox = Toolbox(self.tool_context, self.view)
        self.editing = EditCommands(self.tool_context, self.view, self.toolbox)
        self.files = FileController(document, window, settings)
        self.files.game_requested.connect(self._resume_game)
        self.packs.sheets = self.files.sheets
        self.inspection = Inspection(document, settings, window)
        self.central_widget = vertical_stack(self.files.bar, self.view)
        self.folding = PanelFolding(window, self.view.viewport(), settings)
        self.selection_display = SelectionDisplay(
            self.tool_context, self.view, self.toolbox, self.folding.is_folded, window
        )
        self.build_chrome()

    def build_chrome(self) -> None:
        """Create menus, toolbar, panels and status bar in the current language."""
        chrome = WindowChrome(
            self.tool_context,
            self.inspection,
            lambda: self.measurements,
            self.window,
            self.settings,
        )
        self.chrome = chrome
        self.commands, self.menus, self.status = chrome.commands, chrome.menus, chrome.status
        self.panels, self.docks, self.tool_bar = chrome.panels, chrome.panels.docks, chrome.tool_bar
        self.selection_display.set_panels(self.panels)
        self.folding.set_docks(self.docks)

    def restyle(self) -> None:
        """Apply the theme, and the visibility and opacity of the layers, to all boards."""
        self.view.set_style(
            _stored_visible_layers(self.settings), art_palette(), self.layers.dimmed
        )
        for split in self.created_services("split"):
            split.apply_style()

    def show_labels_in(self, source: LabelSource, code: str | None) -> None:
        """Show the labels on the boards in the language of the texts that are shown.

        Args:
            source: Where they are shown; the translation window takes precedence over the panel.
            code: The language; None if they are not shown there.
        """
        if self._label_languages[source] == code:
            return
        self._label_languages[source] = code
        languages = self._label_languages
        self.view.set_label_language(languages["window"] or languages["panel"])
        for split in self.created_services("split"):
            split.apply_style()

    def show_message(self, text: str) -> None:
        """Show a message in the status bar and announce it to screen readers."""
        self.status.showMessage(text, _MESSAGE_TIMEOUT)
        if text:
            announce(self.view, text)

    def front_widget(self) -> QWidget:
        """Return the widget to focus outside the panels: the welcome page or the board."""
        page = self.window.findChild(QWidget, "welcome")
        return page if page is not None and not page.isHidden() else self.view

    def update_board_commands(self) -> None:
        """Enable the tools while the board can be seen, disable them while a page covers it."""
        is_board_in_front = self.front_widget() is self.view
        for name in _BOARD_COMMANDS:
            self.commands[name].setEnabled(is_board_in_front)

    def bring_to_front(self) -> None:
        """Raise and activate the window."""
        self.window.raise_()
        self.window.activateWindow()

    def current_view_state(self) -> ViewState:
        """Return the scroll position, the zoom and the selection of the board."""
        view, selection = self.view, self.selection
        corner = view.corner
        return ViewState(
            selection.hexes, view.requested_scale, (corner.x(), corner.y()), selection.pieces
        )

    def restore_view_state(self) -> None:
        """Restore the view state of the current sheet."""
        board, view_state = self.document.scenario.board, self.document.sheet.view_state
        self.view.restore_view(view_state.scale, QPointF(*view_state.corner))
        if view_state.pieces:
            pieces = {hex_: each for hex_, each in view_state.pieces.items() if hex_ in board}
            self.selection.select_pieces(pieces)
        else:
            self.selection.select(hex_ for hex_ in view_state.hexes if hex_ in board)

    def created_services(self, *names: str) -> list[Any]:
        """Return the named services that have already been created, skipping the others."""
        return [self.__dict__[name] for name in names if name in self.__dict__]

    @cached_property
    def jobs(self) -> BackgroundJobs:
        """The background jobs of the window."""
        from m44editor.background_jobs import BackgroundJobs  # 21 ms

        jobs = BackgroundJobs(self.window)
        self.closed.connect(jobs.close)
        return jobs

    @cached_property
    def measurements(self) -> Measurements:
        """The balance measurements, with their heat map on the board."""
        from m44editor.balance.heat_overlay import HeatOverlay  # 445 ms
        from m44editor.balance.measurements import Measurements  # 394 ms

        measurements = Measurements(self.document, self.window)
        HeatOverlay(self.view, self.document, self.toolbox, measurements)
        measurements.game_requested.connect(
            lambda result, record: self.playtests.watch(result.plan, record, self.jobs)
        )
        measurements.finished.connect(self._report_balance)
        measurements.sweeps.finished.connect(self._report_sweep_finished)
        measurements.comparison_requested.connect(self.commands["balance-compare"].trigger)
        self.files.sheets.removed.connect(measurements.stop_if_for)
        self.closed.connect(measurements.close)
        return measurements

    def _report_balance(self) -> None:
        """Show the result of a finished measurement in the status bar if its panel is hidden."""
        from m44core.balance_lab.verdict_words import verdict_headline  # 30 ms

        result = self.measurements.result
        if result is not None and not result.is_empty and not self.docks["balance"].isVisible():
            self.show_message(sentence(verdict_headline(result.verdict)))

    def _report_sweep_finished(self) -> None:
        """Report that a sweep has finished, if the panel with the changes it tried is hidden."""
        if not self.docks["balance"].isVisible():
            self.show_message(tr("Finished trying changes; see the Balance panel"))

    @cached_property
    def comparisons(self) -> CompareCommands:
        """The commands that open comparisons."""
        from m44editor.windows.compare_commands import CompareCommands  # 1 ms

        return CompareCommands(self.document, self.files, self.window)

    def _resume_game(self, path: Path) -> None:
        """Continue a saved game, once the window that shows its scenario is on the screen."""
        QTimer.singleShot(0, self, lambda: self.playtests.resume(path))

    @cached_property
    def playtests(self) -> PlaytestCommands:
        """The commands that open playtests."""
        from m44editor.windows.playtest_commands import PlaytestCommands  # 1 ms

        playtests = PlaytestCommands(self.document, self.files, self.window)
        playtests.position_requested.connect(self.files.show_position)
        return playtests

    @cached_property
    def window_opener(self) -> WindowOpener:
        """Opens further windows."""
        return WindowOpener(self._open_window, self.settings, self.window)

    @cached_property
    def recent_tabs(self) -> RecentTabs:
        """The tabs, most recently shown first."""
        from m44editor.windows.tab_strip import RecentTabs  # 3 ms

        return RecentTabs(self.files.sheets, self.window)

    @cached_property
    def split(self) -> SplitView:
        """The split view with its second board."""
        from m44editor.windows.split_view import SplitView  # 2 ms

        column = self.central_widget.layout()
        assert isinstance(column, QBoxLayout), "things stand one above the other"
        split_view = SplitView(
            self.tool_context,
            self.view,
            self.files.sheets,
            column,
            lambda: self.recent_tabs.previous,
        )
        split_view.changed.connect(self.split_changed)
        split_view.status_message.connect(self.show_message)
        split_view.menu_requested.connect(self.view.menu_requested)
        split_view.hovered.connect(lambda scenario, hex_: self.status.show_hex(scenario, hex_))
        return split_view


class WindowOpener(QObject):
    """Opens further editor windows.

    Attributes:
        contexts: The contexts of the windows opened from here.

    Signals:
        opened: A window was opened; carries its context.
    """

    opened = Signal(object)

    def __init__(self, open_window: OpenWindow, settings: QSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._open_window, self._settings, self._parent = open_window, settings, parent
        self._cascade_position = 0
        self.contexts: list[EditorContext] = []  # otherwise Python collects the windows

    def open_window(self) -> EditorContext:
        """Open a window with a blank scenario, cascaded from the parent; return its context."""
        context = self._open_window(Document(new_scenario()), self._settings)
        window = context.window
        if not window.isMaximized():
            self._cascade_position = self._cascade_position % _CASCADE_LENGTH + 1
            window.move(
                self._parent.pos() + QPoint(_CASCADE_STEP, _CASCADE_STEP) * self._cascade_position
            )
        context.folding.start()
        window.show()
        self.contexts.append(context)
        window.destroyed.connect(lambda: self.contexts.remove(context))
        self.opened.emit(context)
        return context

    def show_sheet(self, sheet: Sheet) -> EditorContext:
        """Show a sheet that belongs to no window in a new window; return its context."""
        context = self.open_window()
        blank_sheet = context.document.sheet
        context.files.sheets.add(sheet)
        context.files.sheets.drop(blank_sheet)
        return context


def _stored_visible_layers(settings: QSettings) -> VisibleLayers:
    """Return the layers that a board shows according to the settings."""
    is_visible = {
        name: bool_setting(settings, f"show/{name}", getattr(VisibleLayers(), name))
        for name in VISIBILITY_COMMANDS
    }
    return replace(VisibleLayers(), **is_visible)


def open_contexts() -> list[EditorContext]:
    """Return the contexts of all visible editor windows."""
    children = Qt.FindChildOption.FindDirectChildrenOnly
    windows = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
    return [
        context
        for each in windows
        for context in each.findChildren(EditorContext, options=children)
    ]


OpenWindow: TypeAlias = Callable[[Document, QSettings], EditorContext]
"""Opens a window for a document and the stored settings."""
