"""Where the keyboard is: never in something covered, and from pane to pane by F6."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from shiboken6 import isValid

from m44editor.panels.panel_dock import PanelDock


class FocusGuard(QObject):
    """Gives the keyboard to the board as soon as nobody can see the widget that has it.

    A panel may be covered by the tab of another one, closed or floated, a notice answered, a row
    of a form hidden or deleted. Qt leaves the keyboard in a covered widget, and takes it from a
    hidden one to whatever comes next in the order of Tab, which may be a field.
    """

    def __init__(self, window: QMainWindow, home: Callable[[], QWidget]) -> None:
        """Guard a window.

        Args:
            window: Its top level.
            home: Returns what gets the keyboard: the board, or the page over it.
        """
        super().__init__(window)
        self._window, self._home = window, home
        application = QApplication.instance()
        assert isinstance(application, QApplication), "there are windows"
        application.focusChanged.connect(self._follow)

    def watch(self, dock: PanelDock) -> None:
        """Look after the keyboard whenever a dock is covered, closed or floated."""
        dock.visibilityChanged.connect(self.look)
        dock.escaped.connect(self.go_home)

    def look(self, shown: bool = False) -> None:
        """Send the keyboard home if the widget that has it cannot be seen."""
        if shown or not self._is_seen():
            return
        closed = self.sender()
        floated = isinstance(closed, PanelDock) and closed.isFloating()
        if is_covered(self._window.focusWidget()) or (floated and not QApplication.activeWindow()):
            self.go_home()

    def go_home(self) -> None:
        """Give the keyboard to the board, whichever window of the program had it."""
        if not self._window.isActiveWindow():
            self._window.activateWindow()  # it was in a panel that floats
        self._home().setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        window = self._window
        if not self._is_seen() or (now is not None and now.window() is not window):
            return
        if now is None:
            if window.isActiveWindow() and not QApplication.activePopupWidget():
                self.look()
        elif is_covered(now) or (_was_hidden(before, window) and not _holds(self._home(), now)):
            self.go_home()

    def _is_seen(self) -> bool:
        """Return whether there is a window to look after: one being deleted hides its panels."""
        return isValid(self._window) and self._window.isVisible()


def is_covered(widget: QWidget | None) -> bool:
    """Return whether a widget is hidden, or in a panel that is behind another one; also for None.

    A field that is scrolled out of its panel is not covered: it is a turn of the wheel away.
    """
    if widget is None or not widget.isVisible():
        return True
    dock = _dock_of(widget)
    return dock is not None and dock.visibleRegion().isEmpty()


def _was_hidden(widget: QWidget | None, window: QWidget) -> bool:
    """Return whether a widget of a window lost the keyboard because it was hidden."""
    if widget is None or not isValid(widget) or widget.isVisible():
        return False
    return widget is not window and widget.window() is window


def _dock_of(widget: QWidget) -> PanelDock | None:
    at: QWidget | None = widget
    while at is not None and not isinstance(at, PanelDock):
        at = at.parentWidget()
    return at


def step_pane(panes: list[QWidget], by: int) -> None:
    """Give the keyboard to the next pane that can be seen and takes it, round the end.

    Args:
        panes: What it goes round in, the board first.
        by: 1 for the next one, -1 for the one before.
    """
    seen = [pane for pane in panes if pane is panes[0] or _entrance(pane) is not None]
    focused = QApplication.focusWidget()
    at = next((n for n, pane in enumerate(seen) if focused and _holds(pane, focused)), 0)
    pane = seen[(at + by) % len(seen)]
    target = pane if pane is panes[0] else _entrance(pane)
    assert target is not None, "only panes with an entrance are gone round"
    if target.window() is not QApplication.activeWindow():
        target.window().activateWindow()
    target.setFocus(Qt.FocusReason.TabFocusReason)


def enter(pane: QWidget) -> None:
    """Give the keyboard to a pane, where it was last or at its first field."""
    target = _entrance(pane)
    if target is not None:
        target.setFocus(Qt.FocusReason.TabFocusReason)


def _entrance(pane: QWidget) -> QWidget | None:
    """Return what of a pane takes the keyboard: what had it last, else what Tab comes to first."""
    if is_covered(pane):
        return None
    last = pane.focusWidget()
    if last is not None and last is not pane and _takes_keys(last):
        return last
    return next((each for each in _in_order(pane) if _takes_keys(each)), None)


def _in_order(pane: QWidget) -> Iterator[QWidget]:
    at = pane.nextInFocusChain()
    while at is not None and at is not pane:
        if pane.isAncestorOf(at):
            yield at
        at = at.nextInFocusChain()


def _takes_keys(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes and widget.isEnabled() and widget.isVisible()


def _holds(pane: QWidget, widget: QWidget) -> bool:
    return pane is widget or pane.isAncestorOf(widget)
