"""The tabs over the board: which scenarios are open, which is shown, which were shown before."""

from __future__ import annotations

from collections import Counter
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QTabBar, QWidget

from m44editor.documents.document import Sheets
from m44editor.documents.document_sheet import Sheet
from m44editor.interface_text import tr
from m44editor.windows.file_controller import FileController

_MODIFIED = "*"
_TORN = 48  # pixels beside the tabs at which one is no longer moved among them


class TabStrip(QTabBar):
    """Shows the sheets of a window and takes what the mouse and the keyboard do with them.

    Signals:
        menu_wanted: What can be done with a sheet, at a point of the screen.
        torn: A sheet was let go beside the tabs, at a point of the screen.
    """

    menu_wanted = Signal(object, object)
    torn = Signal(object, object)

    def __init__(self, files: FileController, parent: QWidget) -> None:
        super().__init__(parent)
        self._files = files
        self._sheets = files.sheets
        self._pressed = -1
        self._torn: Sheet | None = None
        self.setDocumentMode(True)
        self.setDrawBase(False)
        self.setAutoFillBackground(True)  # bars of panels that Qt keeps may lie below
        self.setExpanding(False)
        self.setMovable(True)
        self.setTabsClosable(True)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        for place, sheet in enumerate(self._sheets):
            self._add(sheet, place)
        self._show(self._sheets.current)
        self._connect()
        self.say_anew()

    def say_anew(self) -> None:
        """Say everything in the language spoken now."""
        self.setAccessibleName(tr("Open scenarios"))
        self._tell_titles()

    def _connect(self) -> None:
        sheets = self._sheets
        sheets.added.connect(self._add)
        sheets.removed.connect(self._remove)
        sheets.moved.connect(self._move)
        sheets.shown.connect(self._show)
        self.currentChanged.connect(self._choose)
        self.tabMoved.connect(self._follow_hand)
        self.tabCloseRequested.connect(self._close)

    # What the sheets do

    def _add(self, sheet: Sheet, place: int) -> None:
        with QSignalBlocker(self):  # nobody chose it here
            self.insertTab(place, "")
        sheet.titled.connect(self._tell_titles)
        self._tell_titles()

    def _remove(self, sheet: Sheet) -> None:
        sheet.titled.disconnect(self._tell_titles)
        place = next(n for n in range(self.count()) if self.tabData(n) is sheet)
        with QSignalBlocker(self):
            self.removeTab(place)
            self.setCurrentIndex(self._sheets.place(self._sheets.current))
        self._tell_titles()

    def _move(self, origin: int, target: int) -> None:
        if self.tabData(target) is not self._sheets[target]:
            with QSignalBlocker(self):
                self.moveTab(origin, target)

    def _show(self, sheet: Sheet) -> None:
        with QSignalBlocker(self):
            self.setCurrentIndex(self._sheets.place(sheet))

    def _tell_titles(self) -> None:
        """Write on each tab what its sheet is called, and whether it is modified."""
        names = Counter(sheet.name for sheet in self._sheets)
        for place, sheet in enumerate(self._sheets):
            saved = not sheet.modified
            name = _title(sheet, alone=names[sheet.name] == 1).replace("&", "&&")
            self.setTabData(place, sheet)
            self.setTabText(place, name if saved else _MODIFIED + name)
            self.setTabToolTip(place, _tip(sheet, saved))

    # What the user does

    def _choose(self, place: int) -> None:
        if 0 <= place < len(self._sheets):
            self._sheets.show(self._sheets[place])

    def _follow_hand(self, origin: int, target: int) -> None:
        self._sheets.move(origin, target)

    def _close(self, place: int) -> None:
        self._files.close_sheet(self._sheets[place])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember which tab the middle button was pressed on."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pressed = self.tabAt(event.position().toPoint())
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move a tab among the others, or take it away from them."""
        super().mouseMoveEvent(event)
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._tear(event.position().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Close a tab with the middle button, as later versions of Qt do; let one go elsewhere."""
        if event.button() != Qt.MouseButton.MiddleButton:
            super().mouseReleaseEvent(event)
            self._drop(event.globalPosition().toPoint())
            return
        place, self._pressed = self._pressed, -1
        if place >= 0 and place == self.tabAt(event.position().toPoint()):
            self._close(place)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask what is to be done with a tab: by the mouse the one below, else the current one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        place = self.tabAt(event.pos()) if by_mouse else self.currentIndex()
        if place >= 0:
            at = event.pos() if by_mouse else self.tabRect(place).center()
            self.menu_wanted.emit(self._sheets[place], self.mapToGlobal(at))

    def _tear(self, at: QPoint) -> None:
        """Show by the pointer whether the tab under the hand would leave the window."""
        away = not self.rect().adjusted(-_TORN, -_TORN, _TORN, _TORN).contains(at)
        if away is (self._torn is None) and len(self._sheets) > 1:
            self._torn = self._sheets.current if away else None
            if away:
                self.setCursor(Qt.CursorShape.DragMoveCursor)
            else:
                self.unsetCursor()

    def _drop(self, at: QPoint) -> None:
        torn, self._torn = self._torn, None
        if torn is not None:
            self.unsetCursor()
            QTimer.singleShot(0, self, partial(self.torn.emit, torn, at))


def _title(sheet: Sheet, *, alone: bool) -> str:
    """Return what is written on a tab: with the folder where another is called the same."""
    if alone or sheet.path is None:
        return sheet.name
    return f"{sheet.name} — {sheet.path.parent.name or sheet.path.parent}"


def _tip(sheet: Sheet, saved: bool) -> str:
    where = str(sheet.path) if sheet.path else tr("not saved yet")
    return where if saved or sheet.path is None else tr("{file} (modified)", file=where)


_ENDS = (QEvent.Type.ApplicationDeactivate, QEvent.Type.WindowDeactivate)


class Recency(QObject):
    """Goes through the tabs while Ctrl is held; the one it is let go at is then the latest."""

    def __init__(self, sheets: Sheets, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sheets = sheets
        self._order = [sheets.current, *(each for each in sheets if each is not sheets.current)]
        self._walks = False
        sheets.added.connect(self._add)
        sheets.removed.connect(self._remove)
        sheets.shown.connect(self._show)

    @property
    def before(self) -> Sheet:
        """The sheet that was shown before the one that is shown now; that one where it is alone."""
        return self._order[min(1, len(self._order) - 1)]

    def step(self, by: int) -> None:
        """Show the tab that was shown before (1), or after (-1), the one that is shown now."""
        if len(self._order) == 1:
            return
        place = self._order.index(self._sheets.current)
        if not self._walks:
            self._walks = True
            QApplication.instance().installEventFilter(self)  # type: ignore[union-attr]  # there is an application by now
        self._sheets.show(self._order[(place + by) % len(self._order)])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice that Ctrl is let go, or that somebody goes elsewhere."""
        if event.type() in _ENDS or _lets_go(event):
            self._end()
        return super().eventFilter(watched, event)

    def _end(self) -> None:
        self._walks = False
        QApplication.instance().removeEventFilter(self)  # type: ignore[union-attr]  # there is an application by now
        self._show(self._sheets.current)

    def _add(self, sheet: Sheet, _place: int) -> None:
        self._order.insert(1, sheet)

    def _remove(self, sheet: Sheet) -> None:
        self._order.remove(sheet)

    def _show(self, sheet: Sheet) -> None:
        if not self._walks:
            self._order.remove(sheet)
            self._order.insert(0, sheet)


def _lets_go(event: QEvent) -> bool:
    """Tell whether Ctrl is let go."""
    if event.type() != QEvent.Type.KeyRelease or not isinstance(event, QKeyEvent):
        return False
    return event.key() == Qt.Key.Key_Control
