"""Keyboard focus: never in a covered widget, and moved between panes with F6."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget
from shiboken6 import isValid

from m44editor.panels.panel_dock import NO_ENTRANCE, PanelDock


class FocusGuard(QObject):
    """Moves the focus to the board as soon as the focused widget is no longer visible.

    That happens when a panel is covered by another tab, closed or floated, a notice is answered, or
    a form row is hidden or deleted. Qt leaves the focus in a covered widget, but moves it
    from a hidden widget to the next one in the tab order, which may be a field.
    """

    def __init__(self, window: QMainWindow, home: Callable[[], QWidget]) -> None:
        """Guard a window.

        Args:
            window: The top-level window.
            home: Returns the widget to focus: the board, or the page over it.
        """
        super().__init__(window)
        self._window, self._home = window, home
        application = QApplication.instance()
        assert isinstance(application, QApplication), "there are windows"
        application.focusChanged.connect(self._on_focus_changed)

    def watch(self, dock: PanelDock) -> None:
        """Check the focus when a dock is covered, closed or floated; focus the board on Esc."""
        dock.visibilityChanged.connect(self.check_focus)
        dock.escaped.connect(self.return_to_board)

    def check_focus(self, shown: bool = False) -> None:
        """Move the focus to the board if the focused widget is covered or its panel now floats.

        Args:
            shown: Whether a panel became visible; if so, the focus stays where it is.
        """
        if shown or not self._is_visible():
            return
        closed_dock = self.sender()
        floated = isinstance(closed_dock, PanelDock) and closed_dock.isFloating()
        if is_covered(self._window.focusWidget()) or (floated and not QApplication.activeWindow()):
            self.focus_board()

    def focus_board(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        """Move the focus to the board, even from another window of the program."""
        if not self._window.isActiveWindow():
            self._window.activateWindow()  # the focus was in a floating panel
        self._home().setFocus(reason)

    def return_to_board(self) -> None:
        """Move the focus to the board after a key press, so that the focus frame is shown."""
        self.focus_board(Qt.FocusReason.ShortcutFocusReason)

    def _on_focus_changed(self, before: QWidget | None, focused_widget: QWidget | None) -> None:
        window = self._window
        if not self._is_visible() or (
            focused_widget is not None and focused_widget.window() is not window
        ):
            return
        if focused_widget is None:
            if window.isActiveWindow() and not QApplication.activePopupWidget():
                self.check_focus()
        elif is_covered(focused_widget) or (
            _was_hidden(before, window) and not _contains(self._home(), focused_widget)
        ):
            self.focus_board()

    def _is_visible(self) -> bool:
        """Return whether the window is visible; False if it is being deleted."""
        return isValid(self._window) and self._window.isVisible()


def is_covered(widget: QWidget | None) -> bool:
    """Return whether a widget is None, hidden, or in a panel behind another panel.

    A field scrolled out of view is not covered: it can be scrolled back.
    """
    if widget is None or not widget.isVisible():
        return True
    dock = _dock_of(widget)
    return dock is not None and dock.visibleRegion().isEmpty()


def _was_hidden(widget: QWidget | None, window: QWidget) -> bool:
    """Return whether a widget lost the focus because it was hidden."""
    if widget is None or not isValid(widget) or widget.isVisible():
        return False
    return widget is not window and widget.window() is window


def _dock_of(widget: QWidget) -> PanelDock | None:
    ancestor: QWidget | None = widget
    while ancestor is not None and not isinstance(ancestor, PanelDock):
        ancestor = ancestor.parentWidget()
    return ancestor


def focus_next_pane(panes: list[QWidget], offset: int) -> None:
    """Move the focus to the next or previous visible pane that accepts it, wrapping around.

    Args:
        panes: The panes in order, the board first.
        offset: 1 for the next pane, -1 for the previous one.
    """
    visible_panes = [pane for pane in panes if pane is panes[0] or _focus_target(pane) is not None]
    focused_widget = QApplication.focusWidget()
    index = next(
        (
            n
            for n, pane in enumerate(visible_panes)
            if focused_widget and _contains(pane, focused_widget)
        ),
        0,
    )
    pane = visible_panes[(index + offset) % len(visible_panes)]
    target = pane if pane is panes[0] else _focus_target(pane)
    assert target is not None, "only panes with an entrance are gone round"
    if target.window() is not QApplication.activeWindow():
        target.window().activateWindow()
    _focus_as_tab_does(target)


def focus_pane(pane: QWidget) -> None:
    """Focus a pane: the widget that had the focus last, else its first field.

    Do nothing if the pane is covered or nothing in it accepts the focus.
    """
    target = _focus_target(pane)
    if target is not None:
        _focus_as_tab_does(target)


def _focus_as_tab_does(target: QWidget) -> None:
    """Focus a widget as the Tab key does; select the text of a line, so that typing replaces it."""
    target.setFocus(Qt.FocusReason.TabFocusReason)
    if isinstance(target, QLineEdit):
        target.selectAll()  # its text may have been set since


def _focus_target(pane: QWidget) -> QWidget | None:
    """Return the widget of a pane to focus: the widget that had the focus last, else the first.

    None if the pane is covered or nothing in it accepts the focus.
    """
    if is_covered(pane):
        return None
    last_widget = pane.focusWidget()
    if last_widget is not None and last_widget is not pane and _accepts_focus(last_widget):
        return last_widget
    targets = [each for each in pane.findChildren(QWidget) if _accepts_focus(each)]
    targets.sort(
        key=lambda each: (not _may_receive_first_focus(each), *_reading_position(pane, each))
    )
    return next(iter(targets), None)


def _may_receive_first_focus(widget: QWidget) -> bool:
    parent = widget.parentWidget()  # of the scroll buttons of a tab bar
    return not widget.property(NO_ENTRANCE) and not (parent and parent.property(NO_ENTRANCE))


def _reading_position(pane: QWidget, widget: QWidget) -> tuple[int, int]:
    """Return the row and the column of a widget in a pane.

    ``nextInFocusChain`` is not used: PySide6 would treat each widget that it returns as a child of
    the previous one, and as deleted together with it.
    """
    center = widget.mapTo(pane, widget.rect().center())
    return center.y() // _ROW_HEIGHT, center.x()


_ROW_HEIGHT = 12  # logical pixels


def _accepts_focus(widget: QWidget) -> bool:
    accepts_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return accepts_tab and widget.isEnabled() and widget.isVisible()


def _contains(pane: QWidget, widget: QWidget) -> bool:
    return pane is widget or pane.isAncestorOf(widget)
