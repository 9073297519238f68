"""The main window: connects the board, the tools, the panels and the menus."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QMainWindow

from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44editor.documents.document import Document
from m44editor.documents.editor_settings import layout_setting
from m44editor.interface_text import language
from m44editor.screen import resize_to_screen, restore_geometry, restore_panels
from m44editor.tools.palette_drag import PaletteDrag
from m44editor.windows.editor_context import EditorContext
from m44editor.windows.handlers import connect_commands
from m44editor.windows.keyboard_focus import FocusGuard, focus_pane
from m44editor.windows.menu_state import (
    tick_all,
    tick_board,
    tick_command,
    tick_layers,
    tick_painting,
    tick_split,
    update_zoom_commands,
)
from m44editor.windows.tool_hints import tool_status_text

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint, QUrl

    from m44core.catalogue.catalogue_types import Element
    from m44editor.board.board_view import BoardEvent
    from m44editor.windows.tab_row import TabRow
    from m44editor.windows.tab_strip import TabStrip
    from m44editor.windows.tool_bubble import ToolBubble

_LAYOUT_VERSION = 2  # increase when saved window layouts no longer fit


class MainWindow(QMainWindow):
    """Edits scenarios in tabs; everything in the window shows the scenario of the current tab.

    Attributes:
        context: The services for the commands; the common ones are also attributes of the window.
        focus_guard: Keeps the keyboard focus visible.
    """

    def __init__(self, document: Document, settings: QSettings) -> None:
        super().__init__()
        self.context = context = EditorContext(document, settings, self, _open_window)
        self.document, self.settings, self.files = document, settings, context.files
        self.selection, self.brush, self.layers = context.selection, context.brush, context.layers
        self.view, self.tool_context, self.toolbox = (
            context.view,
            context.tool_context,
            context.toolbox,
        )
        self.editing, self.inspection = context.editing, context.inspection
        self._palette_drag = PaletteDrag(self.tool_context, self.view, self.toolbox)
        self._language = language()
        self._bubble: ToolBubble | None = None
        self.focus_guard = FocusGuard(self, context.front_widget)
        self._connect_chrome()
        self._connect_signals()
        self._lay_out()
        self._show_state()

    # Building

    def _connect_chrome(self) -> None:
        """Connect menus, toolbar, panels and status bar."""
        context = self.context
        self.commands, self.menus, self.status = context.commands, context.menus, context.status
        self.panels, self.docks, self.tool_bar = context.panels, context.docks, context.tool_bar
        connect_commands(context)
        panels = self.panels
        panels.status_message.connect(context.show_message)
        panels.hex_chosen.connect(self._show_hex)
        panels.piece_dragged.connect(self._palette_drag.drag)
        panels.stamp_requested.connect(self.editing.use_stamp)
        panels.tool_requested.connect(self._use_tool)
        panels.sentences_requested.connect(self._open_standard_sentences)
        panels.language_shown.connect(partial(context.show_labels_in, "panel"))
        panels.piece_dropped.connect(self._palette_drag.drop)
        panels.piece_menu_requested.connect(self._open_palette_menu)
        for dock in self.docks.values():
            self.focus_guard.watch(dock)
            dock.activated.connect(partial(focus_pane, dock))

    def _lay_out(self) -> None:
        self.setCentralWidget(self.context.central_widget)
        self.files.sheets.added.connect(self._show_tabs)
        self.files.sheets.removed.connect(self._show_tabs)
        self.setAcceptDrops(True)
        resize_to_screen(self, 1400, 880)
        self.context.chrome.install()
        restore_geometry(self, layout_setting(self.settings, "window/geometry"))
        restore_panels(self, layout_setting(self.settings, "window/state"), _LAYOUT_VERSION)
        self.view.setFocus()

    @cached_property
    def tab_row(self) -> TabRow:
        """The row of tabs above the board, created with the second scenario."""
        from m44editor.windows.tab_commands import drop_tab, show_tab_menu  # 16 ms
        from m44editor.windows.tab_row import TabRow  # 4 ms

        row = TabRow(self.files, self)
        row.setObjectName("tab-row")
        row.strip.menu_requested.connect(partial(show_tab_menu, self.context))
        row.strip.dragged_out.connect(partial(drop_tab, self.context))
        column = self.context.central_widget.layout()
        assert isinstance(column, QBoxLayout), "things stand one above the other"
        column.insertWidget(0, row)
        return row

    @property
    def tabs(self) -> TabStrip:
        """The tab bar above the board."""
        return self.tab_row.strip

    def _show_tabs(self) -> None:
        assert self.context.recent_tabs is not None, "it follows from the second tab on"
        self.tab_row.setVisible(len(self.files.sheets) > 1)

    def _apply_language(self) -> None:
        """Rebuild the window in the current language; open documents keep their undo history."""
        if self._language == language() or not self.isVisible():
            return  # Qt sends it more than once, and to closed windows
        self._language = language()
        self._rebuild_chrome()

    def _rebuild_chrome(self) -> None:
        """Recreate everything that shows pieces or text, after packs or language have changed."""
        focused_widget = self.focusWidget()
        self.view.setFocus()  # commits what is being typed
        self.files.retranslate()
        self.view.retranslate()
        if "tab_row" in self.__dict__:  # otherwise it does not exist yet
            self.tab_row.retranslate()
        for service in self.context.created_services("split"):
            service.retranslate()
        before = self.context.chrome
        self.context.build_chrome()
        self._connect_chrome()
        self.context.chrome.take_over(before, focused_widget)
        self._show_state()
        for service in self.context.created_services("comparisons", "playtests", "measurements"):
            service.retranslate()

    # Wiring

    def _connect_signals(self) -> None:
        document, view = self.document, self.view
        document.changed.connect(self._on_scenario_changed)
        document.leaving.connect(self._leave_sheet)
        document.replaced.connect(self._show_sheet)
        document.path_changed.connect(self._show_title)
        document.replaced.connect(self.context.packs.refresh)
        self.context.packs.changed.connect(self._apply_packs)
        self.files.sheets.added.connect(self.context.packs.apply_to)
        document.history.cleanChanged.connect(self._show_title)
        view.hovered.connect(self._show_hovered_hex)
        view.zoom_changed.connect(self._show_zoom)
        view.menu_requested.connect(self._open_board_menu)
        self.toolbox.tool_changed.connect(partial(tick_command, self.context))
        self.toolbox.tool_changed.connect(self._show_tool)
        self.toolbox.tool_changed.connect(self._show_tool_bubble)
        self.brush.changed.connect(self._show_tool)
        self.toolbox.mirrored.connect(partial(tick_painting, self.context))
        self.brush.picked_up.connect(self._use_brush)
        self.layers.changed.connect(self._update_layers)
        self.editing.status_message.connect(self.context.show_message)
        self.toolbox.status_message.connect(self.context.show_message)
        self.files.activated.connect(self.context.bring_to_front)
        self.context.split_changed.connect(partial(tick_split, self.context))
        self.files.opened.connect(self.inspection.show_file_findings)
        self.files.saved.connect(lambda: self.inspection.update_after_saving(self.files.format))

    # Commands

    def open_path(self, path: Path) -> None:
        """Open a file in the current tab if that is blank, else in a tab of its own."""
        self.files.open_path(path)

    def _update_layers(self) -> None:
        """Show the visible layers on the boards, and tick them in the menu."""
        self.context.restyle()
        tick_layers(self.context)

    def _apply_packs(self) -> None:
        """Redraw and recheck the scenario with the pieces of the current packs."""
        self.brush.set_catalogue(self.context.packs.catalogue)
        self.context.restyle()
        self.inspection.recheck()
        if self.isVisible():
            self._rebuild_chrome()

    # Updating

    def _on_scenario_changed(self, _before: Scenario, after: Scenario) -> None:
        self.view.set_scenario(after)
        self._show_hovered_hex(self.view.cursor_hex or self.view.hovered_hex)
        tick_board(self.context)
        self._show_title()  # the title of a new scenario may have changed

    def _leave_sheet(self) -> None:
        if self.isVisible():  # nothing to leave before the window is shown
            self.view.setFocus()  # commits what is being typed
            self.toolbox.cancel_drag()
            self.document.sheet.view_state = self.context.current_view_state()

    def _show_sheet(self) -> None:
        self.view.setFocus()  # typing must not go into a field of the previous scenario
        self.status.clearMessage()  # the message was about another scenario
        self.selection.select(())
        self.toolbox.cancel_drag()
        self.view.set_scenario(self.document.scenario)
        self.context.restore_view_state()
        self._show_hovered_hex(self.view.cursor_hex or self.view.hovered_hex)
        tick_all(self.context)
        self._show_zoom()
        self._show_title()

    def _show_state(self) -> None:
        self._update_layers()
        tick_all(self.context)
        self._show_tool()
        self._show_zoom()
        self._show_title()

    def _show_tool(self) -> None:
        self.status.show_tool(tool_status_text(self.toolbox.tool.name, self.brush.element))

    def _show_tool_bubble(self, tool: str) -> None:
        """Explain a tool the first few times it is chosen, until it is used."""
        if self._bubble is None:
            from m44editor.windows.tool_bubble import ToolBubble  # not needed at start

            self._bubble = ToolBubble(self.view, self.context.settings)
            self.view.pressed.connect(self._bubble.hide)
        self._bubble.show_tool(tool)

    def _show_title(self) -> None:
        path = self.document.path
        self.setWindowTitle(f"{self.files.current_name}[*] — M44 Workshop")
        self.setWindowModified(not self.document.undo_stack.isClean())
        self.setWindowFilePath(str(path) if path else "")

    def _use_brush(self) -> None:
        self.toolbox.use_brush()

    def _show_hovered_hex(self, hex_: Hex | None) -> None:
        scenario = self.document.scenario
        self.status.show_hex(scenario, hex_)
        self.view.speech.describe_hex(hex_)

    def _show_hex(self, hex_: Hex) -> None:
        self.selection.select({hex_})
        self.view.show_hex(hex_)

    def _open_board_menu(self, event: BoardEvent, position: QPoint) -> None:
        from m44editor.windows.board_menu import show_board_menu  # 6 ms

        show_board_menu(self.context, event, position)

    def _open_palette_menu(self, element: Element, position: QPoint) -> None:
        from m44editor.windows.palette_menu import show_palette_menu  # 1 ms

        show_palette_menu(self.context, element, position)

    def _open_standard_sentences(self) -> None:
        self.commands["sentences"].trigger()

    def _use_tool(self, tool: str) -> None:
        self.toolbox.use(tool)
        self.view.setFocus()

    def _show_zoom(self) -> None:
        self.status.show_zoom(self.view.zoom.scale)
        update_zoom_commands(self.context)

    # Qt's events

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about unsaved changes; unless the user cancels, store the window layout and close."""
        if not self.files.confirm_close():
            event.ignore()
            return
        self.inspection.close()
        for comparisons in self.context.created_services("comparisons"):
            comparisons.close_all()
        self.settings.setValue("window/geometry", self.saveGeometry())
        with self.context.folding.unfolded():
            self.settings.setValue("window/state", self.saveState(_LAYOUT_VERSION))
        super().closeEvent(event)
        self.context.closed.emit()
        self.document.close()
        self.files.release_sheets()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return to the board with Esc from the tabs, bars and buttons around it."""
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.focus_guard.return_to_board()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Apply a new theme or language."""
        super().changeEvent(event)
        if not hasattr(self, "focus_guard"):
            return  # Qt sends some before the widgets exist
        if event.type() == QEvent.Type.LanguageChange:
            self._apply_language()
        elif event.type() == QEvent.Type.PaletteChange:
            self.context.restyle()
            self.tool_bar.redraw()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept only drags of files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the dropped files after the drag has ended there."""
        urls = event.mimeData().urls()
        event.acceptProposedAction()
        QTimer.singleShot(0, self, lambda: self._open_dropped_files(urls))

    def _open_dropped_files(self, urls: Sequence[QUrl]) -> None:
        from m44editor.windows.open_files import open_dropped_files  # 12 ms

        open_dropped_files(self.files, urls)


def _open_window(document: Document, settings: QSettings) -> EditorContext:
    """Create a window that is deleted when it is closed; return its context."""
    window = MainWindow(document, settings)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return window.context


def open_position_window(position: Scenario, settings: QSettings) -> MainWindow:
    """Open a position of a playtest in its own window, as unsaved work; return the window."""
    window = MainWindow(Document(position), settings)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.files.show_as_unsaved_work(position)
    window.context.folding.start()
    window.show()
    return window
