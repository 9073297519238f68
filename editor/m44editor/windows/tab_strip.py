"""The tab bar above the board, and the order in which tabs were used."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QCursor, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import (
    QApplication,
    QStyleOptionTab,
    QTabBar,
    QToolButton,
    QWidget,
)

from m44editor.actions import without_arguments
from m44editor.documents.document import Sheets
from m44editor.documents.document_sheet import Sheet
from m44editor.interface_text import tr
from m44editor.windows.file_controller import FileController
from m44editor.windows.tab_button import TabCloseButton
from m44editor.windows.tab_titles import fitted_title, tab_titles

_MIN_TITLE, _MAX_TITLE = 12, 32  # length of a title in characters of average width
_SCROLL_LEFT, _SCROLL_RIGHT = "ScrollLeftButton", "ScrollRightButton"  # named by Qt
_DETACH_DISTANCE = 48  # pixels from the tab bar at which a dragged tab is detached


class TabStrip(QTabBar):
    """Shows the sheets of a window as tabs; handles the mouse and the keyboard on them.

    Tabs shrink until their titles have twelve characters, and then scroll. A shortened title keeps
    the part that differs from the others.

    Signals:
        menu_requested: The menu of a tab was requested; carries its sheet and the screen position.
        dragged_out: A tab was dropped outside the tab bar; carries its sheet and the screen
            position.
    """

    menu_requested = Signal(object, object)
    dragged_out = Signal(object, object)

    def __init__(self, files: FileController, parent: QWidget) -> None:
        super().__init__(parent)
        self._files = files
        self._sheets = files.sheets
        self._pressed_index = -1
        self._dragged_sheet: Sheet | None = None
        self._short_titles: dict[tuple[str, int], str] = {}
        self.setDocumentMode(True)
        self.setDrawBase(False)
        self.setAutoFillBackground(True)  # tab bars of docks may lie below
        self.setExpanding(False)
        self.setMovable(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        for index, sheet in enumerate(self._sheets):
            self._add(sheet, index)
        self._show(self._sheets.current)
        self._connect()
        self.retranslate()

    def retranslate(self) -> None:
        """Show everything in the current language."""
        self.setAccessibleName(tr("Open scenarios"))
        for index in range(self.count()):
            self._button(index).retranslate()
        self._update_titles()

    def _connect(self) -> None:
        sheets = self._sheets
        sheets.added.connect(self._add)
        sheets.removed.connect(self._remove)
        sheets.moved.connect(self._move)
        sheets.shown.connect(self._show)
        self.currentChanged.connect(self._choose)
        self.tabMoved.connect(self._move_sheet)

    # Sheets

    def _add(self, sheet: Sheet, index: int) -> None:
        with QSignalBlocker(self):  # the user did not choose it
            self.insertTab(index, "")
            button = TabCloseButton(self)
            button.clicked.connect(without_arguments(partial(self._files.close_sheet, sheet)))
            self.setTabButton(index, QTabBar.ButtonPosition.RightSide, button)
        sheet.title_changed.connect(self._update_titles)
        self._update_titles()

    def _remove(self, sheet: Sheet) -> None:
        sheet.title_changed.disconnect(self._update_titles)
        index = next(n for n in range(self.count()) if self.tabData(n) is sheet)
        with QSignalBlocker(self):
            self.removeTab(index)
            self.setCurrentIndex(self._sheets.index(self._sheets.current))
        self._update_titles()

    def _move(self, origin: int, target: int) -> None:
        if self.tabData(target) is not self._sheets[target]:
            with QSignalBlocker(self):
                self.moveTab(origin, target)

    def _show(self, sheet: Sheet) -> None:
        with QSignalBlocker(self):
            self.setCurrentIndex(self._sheets.index(sheet))
        self._show_crosses()

    def _update_titles(self) -> None:
        """Update the title, mark and tooltip of each tab."""
        self._short_titles.clear()
        sheets = [*self._sheets]
        if self.count() != len(sheets):
            return  # not all tabs were added yet
        titles = tab_titles([each.name for each in sheets], [each.path for each in sheets])
        for index, (sheet, title) in enumerate(zip(sheets, titles, strict=True)):
            is_saved = not sheet.is_modified
            self.setTabData(index, sheet)
            self.setTabText(index, title.replace("&", "&&"))
            self.setAccessibleTabName(
                index, title if is_saved else tr("{file} (modified)", file=title)
            )
            self.setTabToolTip(index, _tooltip(sheet, is_saved))
            self._button(index).set_modified(not is_saved)
        self._show_crosses()

    def _button(self, index: int) -> TabCloseButton:
        button = self.tabButton(index, QTabBar.ButtonPosition.RightSide)
        assert isinstance(button, TabCloseButton), "every tab gets one"
        return button

    def _show_crosses(self) -> None:
        """Show the cross on the current tab and on the tab below the pointer."""
        tab_below = self.tabAt(self.mapFromGlobal(QCursor.pos())) if self.underMouse() else -1
        for index in range(self.count()):
            self._button(index).set_prominent(index in (tab_below, self.currentIndex()))

    # Size and titles

    def tabSizeHint(self, index: int) -> QSize:
        """Return the size of a tab with its whole title, limited to a maximum width."""
        full_size = super().tabSizeHint(index)
        letter = self.fontMetrics().averageCharWidth()
        max_width = self._frame_width(index) + _MAX_TITLE * letter
        return QSize(min(full_size.width(), max_width), full_size.height())

    def minimumTabSizeHint(self, index: int) -> QSize:
        """Return the size below which the tabs scroll instead of shrinking."""
        full_size = self.tabSizeHint(index)
        letter = self.fontMetrics().averageCharWidth()
        min_width = self._frame_width(index) + _MIN_TITLE * letter
        return QSize(min(full_size.width(), min_width), full_size.height())

    def _frame_width(self, index: int) -> int:
        """Return the width of a tab without its title, including what the style sheet adds."""
        title = self.tabText(index).replace("&&", "&")
        return super().tabSizeHint(index).width() - self.fontMetrics().horizontalAdvance(title)

    def initStyleOption(self, option: QStyleOptionTab, index: int) -> None:
        """Shorten a title that does not fit so that it still differs from the others."""
        super().initStyleOption(option, index)
        option.text = self._fit(index, self.tabText(index))

    def _fit(self, index: int, title: str) -> str:
        """Return a title shortened to fit its tab; the result is cached until a title changes."""
        key = title, self.tabRect(index).width()
        if key not in self._short_titles:
            other_titles = [self.tabText(each) for each in range(self.count()) if each != index]
            metrics, max_width = self.fontMetrics(), key[1] - self._frame_width(index)
            self._short_titles[key] = fitted_title(
                title, other_titles, metrics.horizontalAdvance, max_width
            )
        return self._short_titles[key]

    # Mouse and keyboard

    def _choose(self, index: int) -> None:
        self._show_crosses()
        if 0 <= index < len(self._sheets):
            self._sheets.show(self._sheets[index])

    def _move_sheet(self, origin: int, target: int) -> None:
        self._sheets.move(origin, target)

    def _close(self, index: int) -> None:
        self._files.close_sheet(self._sheets[index])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the tab that was pressed with the middle button."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pressed_index = self.tabAt(event.position().toPoint())
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move a tab within the tab bar, or drag it out."""
        super().mouseMoveEvent(event)
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._update_cursor(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close a tab with the middle button, as newer Qt versions do; drop a dragged tab."""
        if event.button() != Qt.MouseButton.MiddleButton:
            super().mouseReleaseEvent(event)
            self._drop_tab(event.globalPosition().toPoint())
            return
        index, self._pressed_index = self._pressed_index, -1
        if index >= 0 and index == self.tabAt(event.position().toPoint()):
            self._close(index)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the tabs if they do not fit; the current tab stays the same."""
        delta = event.angleDelta().y() or event.angleDelta().x()
        button = self.findChild(QToolButton, _SCROLL_LEFT if delta > 0 else _SCROLL_RIGHT)
        if delta and button is not None and button.isVisible() and button.isEnabled():
            button.click()
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Show the cross on the tab below the pointer."""
        if event.type() in _HOVER_EVENTS and self.count():
            QTimer.singleShot(0, self, self._show_crosses)
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the tab under the mouse, or of the current tab from the keyboard."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.tabAt(event.pos()) if by_mouse else self.currentIndex()
        if index >= 0:
            point = event.pos() if by_mouse else self.tabRect(index).center()
            self.menu_requested.emit(self._sheets[index], self.mapToGlobal(point))

    def _update_cursor(self, position: QPoint) -> None:
        """Let the cursor show whether dropping the tab here would detach it."""
        is_outside = (
            not self.rect()
            .adjusted(-_DETACH_DISTANCE, -_DETACH_DISTANCE, _DETACH_DISTANCE, _DETACH_DISTANCE)
            .contains(position)
        )
        if is_outside is (self._dragged_sheet is None) and len(self._sheets) > 1:
            self._dragged_sheet = self._sheets.current if is_outside else None
            if is_outside:
                self.setCursor(Qt.CursorShape.DragMoveCursor)
            else:
                self.unsetCursor()

    def _drop_tab(self, position: QPoint) -> None:
        sheet, self._dragged_sheet = self._dragged_sheet, None
        if sheet is not None:
            self.unsetCursor()
            QTimer.singleShot(0, self, partial(self.dragged_out.emit, sheet, position))


def _tooltip(sheet: Sheet, saved: bool) -> str:
    location = str(sheet.path) if sheet.path else tr("not saved yet")
    return location if saved or sheet.path is None else tr("{file} (modified)", file=location)


_HOVER_EVENTS = (
    QEvent.Type.HoverMove,
    QEvent.Type.HoverEnter,
    QEvent.Type.HoverLeave,
)
_DEACTIVATION_EVENTS = (QEvent.Type.ApplicationDeactivate, QEvent.Type.WindowDeactivate)


class RecentTabs(QObject):
    """Steps through the tabs in the order they were last used, while Ctrl is held."""

    def __init__(self, sheets: Sheets, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sheets = sheets
        self._order = [sheets.current, *(each for each in sheets if each is not sheets.current)]
        self._is_stepping = False
        sheets.added.connect(self._add)
        sheets.removed.connect(self._remove)
        sheets.shown.connect(self._show)

    @property
    def previous(self) -> Sheet:
        """The sheet shown before the current sheet, or the current sheet if it is alone."""
        return self._order[min(1, len(self._order) - 1)]

    def step(self, offset: int) -> None:
        """Show the tab that was used before or after the current tab.

        Args:
            offset: 1 for the tab used before, -1 for the tab used after; both wrap around.
        """
        if len(self._order) == 1:
            return
        index = self._order.index(self._sheets.current)
        if not self._is_stepping:
            self._is_stepping = True
            QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]  # there is an application by now
        self._sheets.show(self._order[(index + offset) % len(self._order)])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stop stepping when Ctrl is released or the window is deactivated."""
        if event.type() in _DEACTIVATION_EVENTS or _is_ctrl_release(event):
            self._end_stepping()
        return super().eventFilter(watched, event)

    def _end_stepping(self) -> None:
        self._is_stepping = False
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]  # there is an application by now
        self._show(self._sheets.current)

    def _add(self, sheet: Sheet, _index: int) -> None:
        self._order.insert(1, sheet)

    def _remove(self, sheet: Sheet) -> None:
        self._order.remove(sheet)

    def _show(self, sheet: Sheet) -> None:
        if not self._is_stepping:
            self._order.remove(sheet)
            self._order.insert(0, sheet)


def _is_ctrl_release(event: QEvent) -> bool:
    """Return whether an event is the release of Ctrl."""
    if event.type() != QEvent.Type.KeyRelease or not isinstance(event, QKeyEvent):
        return False
    return event.key() == Qt.Key.Key_Control
