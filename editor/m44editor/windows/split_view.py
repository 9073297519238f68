"""A second board in a window: two scenarios side by side, or two parts of the same.

One of the two boards is active: menus and panels refer to it. A click on the other board or Ctrl+F6
activates that board; both boards stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QSizePolicy, QSplitter, QToolButton

from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44editor.board.board_view import BoardEvent, BoardView
from m44editor.documents.document import Sheets
from m44editor.documents.document_sheet import Sheet, ViewState
from m44editor.interface_text import tr
from m44editor.theme import art_palette, theme_colour
from m44editor.theme_tokens import Space
from m44editor.tools.tool import ToolContext
from m44editor.windows.status_bar import ElidedLabel
from m44editor.windows.window_chrome import vertical_stack

ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
_MODIFIED_MARK = "*"


class PaneTitle(QFrame):
    """The title above a board: the name of its scenario, marked like a tab if the board is active.

    Attributes:
        is_active: Whether the board is active.

    Signals:
        chosen: The title was clicked.
        closed: The close button was clicked.
    """

    chosen = Signal()
    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.is_active = False
        self.name = ElidedLabel(self)
        self.name.setTextFormat(Qt.TextFormat.PlainText)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.close_button = QToolButton(self)
        self.close_button.setText("✕")
        self.close_button.setAutoRaise(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the command has a shortcut
        self.close_button.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(Space.MEDIUM, Space.HAIR, Space.HAIR, Space.TIGHT)
        row.addWidget(self.name, 1)
        row.addWidget(self.close_button)

    def show_sheet(self, sheet: Sheet, name: str, *, active: bool) -> None:
        """Show a sheet by the given name; the name of an inactive board is dimmed."""
        self.name.setText((_MODIFIED_MARK if sheet.is_modified else "") + name)
        self.name.setToolTip(sheet.name)
        self.close_button.setAccessibleName(tr("Close this board"))
        self.close_button.setToolTip(tr("Close this board"))
        roles = QPalette.ColorRole
        self.name.setForegroundRole(roles.NoRole if active else roles.PlaceholderText)
        self.is_active = active
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Underline the title of the active board."""
        super().paintEvent(event)
        if self.is_active:
            with QPainter(self) as painter:
                line = QRect(0, self.height() - Space.HAIR, self.width(), Space.HAIR)
                painter.fillRect(line, theme_colour("focus"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Report a click with the left button, so that the board below is activated."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit()


class SplitView(QObject):
    """The second board of a window, shown while the window is split.

    Attributes:
        view: The second board; it never takes the keyboard focus.
        sheet: The sheet that it shows; None if the window is not split.
        splitter: The two halves; None if the window is not split.
        titles: The titles of the active and of the second board; None if the window is not split.

    Signals:
        changed: The window was split, unsplit or rearranged, or the board shows another sheet.
        hovered: The pointer moved on the second board; carries its scenario, and the hex under the
            pointer or None.
        menu_requested: The context menu was requested on this board, which is now the active one;
            carries a :class:`BoardEvent` and the screen position of the menu.
        status_message: A command did nothing; carries the reason for the status bar.
    """

    changed = Signal()
    hovered = Signal(object, object)
    menu_requested = Signal(object, object)
    status_message = Signal(str)

    def __init__(
        self,
        tool_context: ToolContext,
        main: BoardView,
        sheets: Sheets,
        column: QBoxLayout,
        get_previous_sheet: Callable[[], Sheet],
    ) -> None:
        """Create the second board without showing it.

        Args:
            tool_context: The context of the tools.
            main: The active board.
            sheets: The sheets of the window.
            column: The layout that holds the boards.
            get_previous_sheet: Returns the sheet that was shown before the current one.
        """
        super().__init__(column.parentWidget())
        self._tool_context, self._main, self._column = tool_context, main, column
        self._sheets, self._get_previous_sheet = sheets, get_previous_sheet
        self.view = BoardView(tool_context.scenario, palette=art_palette())
        self.view.setParent(column.parentWidget())
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.pressed.connect(self.swap)
        self.view.hovered.connect(self._on_hovered)
        self.view.menu_requested.connect(self._request_menu)
        self.view.hide()
        self.sheet: Sheet | None = None
        self.splitter: QSplitter | None = None
        self._active = self._sheets.current
        self.titles: tuple[PaneTitle, PaneTitle] | None = None
        for signal in (
            tool_context.document.history.cleanChanged,
            tool_context.document.path_changed,
        ):
            signal.connect(self._update_titles)
        tool_context.document.changed.connect(self._on_changed)
        self._sheets.shown.connect(self._on_shown)
        self._sheets.removed.connect(self._on_removed)

    @property
    def orientation(self) -> Qt.Orientation | None:
        """The orientation of the splitter; None if the window is not split."""
        return self.splitter.orientation() if self.splitter else None

    # Commands

    def toggle(self, orientation: Qt.Orientation) -> None:
        """Split the window or turn the split; undo a split that has this orientation already."""
        if self.splitter is None:
            self.show(self._sheet_for_second_board(), orientation)
        elif self.splitter.orientation() is orientation:
            self.unsplit()
        else:
            self.splitter.setOrientation(orientation)
            self.changed.emit()

    def show(self, sheet: Sheet, orientation: Qt.Orientation | None = None) -> None:
        """Show a sheet on the second board, splitting the window if necessary.

        Args:
            sheet: The sheet; nothing is shown if it cannot be loaded.
            orientation: The orientation of the split; None to keep it, or to split left and right.
        """
        if not self._sheets.load(sheet):
            self.changed.emit()  # unchecks the command
            return
        self._active = self._sheets.current
        if self.splitter is None:
            self._split(orientation or ACROSS)
        elif orientation is not None:
            self.splitter.setOrientation(orientation)
        view_state = sheet.view_state
        if sheet is self._active:
            view_state = _view_state(self._main)
        self._show_sheet(sheet, view_state)
        self.changed.emit()

    def swap(self) -> None:
        """Make the other board the active one, or report that the window is not split."""
        if self.sheet is None:
            self.status_message.emit(tr("The window is not split"))
            return
        if self.sheet is self._active:
            second_state = _view_state(self.view)
            self._tool_context.document.leaving.emit()
            first_state = self._active.view_state
            self._show_sheet(self.sheet, first_state)
            self._exchange_halves(second_state)
            self._tool_context.selection.select(())
        else:
            self._sheets.show(self.sheet)  # the signals do the rest
        self._main.setFocus()

    def unsplit(self) -> None:
        """Undo the split; the active board stays."""
        if self.splitter is None:
            return
        self.store_view_state()
        self._disconnect_sheet()
        splitter, self.splitter, self.sheet, self.titles = self.splitter, None, None, None
        self._column.addWidget(self._main, 1)
        self.view.setParent(self._column.parentWidget())
        self.view.hide()
        splitter.hide()
        splitter.deleteLater()
        self._main.show()
        self._main.setFocus()
        self.changed.emit()

    # Called by the window

    def store_view_state(self) -> None:
        """Store the view state of the second board in its sheet, unless the sheet is current."""
        if self.sheet is not None and self.sheet is not self._sheets.current:
            view_state = _view_state(self.view)
            before = self.sheet.view_state
            self.sheet.view_state = ViewState(
                before.hexes, view_state.scale, view_state.corner, before.pieces
            )

    def apply_style(self) -> None:
        """Apply the active board's visible layers, and the current theme, to the second board."""
        dimmed = self._tool_context.layers.dimmed
        self.view.set_style(self._main.visible_layers, art_palette(), dimmed)
        self.view.set_label_language(self._main.label_language)
        self._update_titles()

    def retranslate(self) -> None:
        """Show everything in the current language."""
        self.view.retranslate()
        self._update_titles()

    # Internals

    def _split(self, orientation: Qt.Orientation) -> None:
        main = self._main
        view_state = _view_state(main)
        self.splitter = splitter = QSplitter(orientation)
        splitter.setChildrenCollapsible(False)
        self._column.addWidget(splitter, 1)  # what is above keeps its height
        self.titles = PaneTitle(), PaneTitle()
        for title, view in zip(self.titles, (main, self.view), strict=True):
            view.show()
            half = vertical_stack(title, view)
            half.setMinimumSize(160, 120)
            splitter.addWidget(half)
        self.titles[0].closed.connect(self._close_active_board)
        self.titles[1].closed.connect(self.unsplit)
        self.titles[1].chosen.connect(self.swap)
        splitter.setSizes([1000, 1000])
        self.apply_style()
        main.restore_view(view_state.scale, QPointF(*view_state.corner))
        main.setFocus()

    def _close_active_board(self) -> None:
        self.swap()
        self.unsplit()

    def _sheet_for_second_board(self) -> Sheet:
        """Return the sheet shown before the current sheet, or the current sheet if it is alone."""
        if len(self._sheets) == 1:
            return self._sheets.current
        return self._get_previous_sheet()

    def _show_sheet(self, sheet: Sheet, view_state: ViewState) -> None:
        self._disconnect_sheet()
        self.sheet = sheet
        sheet.changed.connect(self._update_board)
        sheet.replaced.connect(self._update_board)
        sheet.title_changed.connect(self._update_titles)
        self._update_board()
        self.view.restore_view(view_state.scale, QPointF(*view_state.corner))
        self._update_titles()

    def _disconnect_sheet(self) -> None:
        if self.sheet is not None:
            self.sheet.changed.disconnect(self._update_board)
            self.sheet.replaced.disconnect(self._update_board)
            self.sheet.title_changed.disconnect(self._update_titles)

    def _update_board(self) -> None:
        if self.sheet is not None:
            self.view.set_scenario(self.sheet.scenario)

    def _on_shown(self, sheet: Sheet) -> None:
        """Exchange the boards if the sheet now shown was on the second board."""
        before, self._active = self._active, sheet
        if sheet is self.sheet and before is not sheet:
            second_state = _view_state(self.view)
            self._show_sheet(before, before.view_state)
            self._exchange_halves(second_state)
        self._update_titles()

    def _on_changed(self, before: Scenario, after: Scenario) -> None:
        if before.texts is not after.texts:
            self._update_titles()

    def _on_removed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self.unsplit()

    def _exchange_halves(self, view_state: ViewState) -> None:
        """Exchange the halves; set zoom and scroll position of the active board."""
        second_widget = self.splitter.widget(1) if self.splitter else None
        if self.splitter is not None and second_widget is not None:
            sizes = self.splitter.sizes()
            self.splitter.insertWidget(0, second_widget)
            self.splitter.setSizes(sizes)
            self._main.restore_view(view_state.scale, QPointF(*view_state.corner))

    def _request_menu(self, event: BoardEvent, position: QPoint) -> None:
        """Request the menu of the hex below the pointer.

        A press of the mouse button has already activated this board; otherwise it is activated
        here.
        """
        if not self._is_on_active_board(position):
            self.swap()
        point = QPointF(self._main.viewport().mapFromGlobal(position))
        hex_ = self._main.hex_under(point)
        units = self._main.to_units(point)
        self.menu_requested.emit(BoardEvent(hex_, units, event.button, event.modifiers), position)

    def _is_on_active_board(self, position: QPoint) -> bool:
        viewport = self._main.viewport()
        return viewport.rect().contains(viewport.mapFromGlobal(position))

    def _on_hovered(self, hex_: Hex | None) -> None:
        if self.sheet is not None:
            self.hovered.emit(self.sheet.scenario, hex_)

    def _update_titles(self) -> None:
        if self.titles and self.sheet is not None:
            active_title, second_title = self.titles
            sheets = self._sheets.current, self.sheet
            active_name, second_name = _pane_names(sheets, has_tabs=len(self._sheets) > 1)
            active_title.show_sheet(sheets[0], active_name, active=True)
            second_title.show_sheet(sheets[1], second_name, active=False)
            self.view.setAccessibleName(tr("Second board: {name}", name=self.sheet.name))


def _pane_names(sheets: tuple[Sheet, Sheet], *, has_tabs: bool) -> tuple[str, str]:
    """Return the names of the sheets of both boards.

    While the tabs above show the names of the files, these are the titles of the scenarios, unless
    two scenarios have the same title.
    """
    file_names = sheets[0].name, sheets[1].name
    titles = sheets[0].scenario.title, sheets[1].scenario.title
    is_ambiguous = titles[0] == titles[1] and sheets[0] is not sheets[1]
    if not has_tabs or is_ambiguous:
        return file_names
    return titles[0] or file_names[0], titles[1] or file_names[1]


def _view_state(view: BoardView) -> ViewState:
    """Return the zoom and the scroll position of a board."""
    return ViewState(scale=view.requested_scale, corner=(view.corner.x(), view.corner.y()))
