"""Folds panels into bars of icons while the window is small, to leave room for the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSettings, QSize, Qt
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

from m44editor.documents.editor_settings import bool_setting
from m44editor.drawing_icons import line_icon
from m44editor.first_frame import after_first_frame
from m44editor.interface_text import tr
from m44editor.panels.panel_dock import PanelDock
from m44editor.theme_tokens import IconSize

FOLDING_KEY = "window/fold-panels"
"""The settings key for whether panels fold in small windows."""

_RIGHT, _LEFT, _BOTTOM = (
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
_FOLD_WIDTHS = {
    _RIGHT: 1200,
    _LEFT: 720,
    _BOTTOM: 760,
}  # pixels of the window; below, an area folds
_BAR_AREAS = {_RIGHT: Qt.ToolBarArea.RightToolBarArea, _LEFT: Qt.ToolBarArea.LeftToolBarArea}
_ICON_SIZE = QSize(IconSize.TOOL, IconSize.TOOL)


class PanelFolding(QObject):
    """Folds the panels on the right, the left and the bottom as the window becomes smaller.

    A bar of icons replaces the panels at a side; the problem count in the status bar replaces the
    Problems panel. A click opens a folded panel, which closes when another one is opened. When the
    window is large enough again, the panels are restored.

    Attributes:
        bars: The bars of icons by area, each created when its area is first folded.
    """

    def __init__(self, window: QMainWindow, board: QWidget, settings: QSettings) -> None:
        """Prepare to fold the panels of a window.

        Args:
            window: The window.
            board: The widget that shows the board; panels are created after it has been painted.
            settings: The stored settings.
        """
        super().__init__(window)
        self._window, self._board, self._settings = window, board, settings
        self._docks: Mapping[str, PanelDock] = {}
        self._folded_names: dict[Qt.DockWidgetArea, list[str]] = {area: [] for area in _FOLD_WIDTHS}
        self._front_names: dict[Qt.DockWidgetArea, str] = {}
        self._has_started = self._is_changing = False
        self.bars: dict[Qt.DockWidgetArea, QToolBar] = {}

    def set_docks(self, docks: Mapping[str, PanelDock]) -> None:
        """Set the panels to fold; call this again when the panels have been recreated."""
        self._docks = docks
        for name, dock in docks.items():
            dock.visibilityChanged.connect(partial(self._on_visibility_changed, name))
        for area in self.bars:
            self._fill_bar(area)

    def start(self) -> None:
        """Begin to fold and unfold panels whenever the size of the window changes."""
        if not self._has_started:
            self._has_started = True
            self._window.installEventFilter(self)
        self.update()

    def update(self) -> None:
        """Fold the areas for which the window is too small, and unfold the others."""
        if not self._has_started or self._is_changing or self._is_everything_hidden:
            return
        is_wanted = bool_setting(self._settings, FOLDING_KEY, True)
        for area, limit in _FOLD_WIDTHS.items():
            length = self._window.height() if area is _BOTTOM else self._window.width()
            if is_wanted and length < limit:
                self._fold(area)
            else:
                self._unfold(area)

    @property
    def _is_everything_hidden(self) -> bool:
        """Whether the user has hidden all panels and bars, to see only the board."""
        parts = (*self._docks.values(), *self.bars.values())
        return any(self._folded_names.values()) and all(each.isHidden() for each in parts)

    @contextmanager
    def unfolded(self) -> Iterator[None]:
        """Unfold all panels within the block, to save or restore a layout as in a large window."""
        for area in _FOLD_WIDTHS:
            self._unfold(area)
        yield
        self.update()

    def is_folded(self, name: str) -> bool:
        """Return whether a panel was folded, even if it is open at the moment."""
        return any(name in names for names in self._folded_names.values())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Adapt the panels to a new window size, and their icons to a new theme."""
        if watched is self._window and event.type() == QEvent.Type.Resize:
            self.update()
        elif watched is self._window and event.type() == QEvent.Type.PaletteChange:
            for area in self.bars:
                self._fill_bar(area)
        return False

    def _fold(self, area: Qt.DockWidgetArea) -> None:
        if self._folded_names[area]:
            return
        docked_names = [name for name, dock in self._docks.items() if self._is_docked(dock, area)]
        if not docked_names:
            return
        with self._changing_panels():
            self._folded_names[area] = docked_names
            self._front_names[area] = self._front_panel_name(docked_names)
            for name in docked_names:
                self._docks[name].hide()
            if area in _BAR_AREAS:
                if area not in self.bars:
                    self.bars[area] = self._create_bar(area)
                self._fill_bar(area)
                self.bars[area].show()
        # ready for the click that opens it; the status bar shows what the Problems panel finds
        after_first_frame(self._board, self._docks[self._front_names[area]].panel)

    def _unfold(self, area: Qt.DockWidgetArea) -> None:
        folded_names, self._folded_names[area] = self._folded_names[area], []
        if not folded_names:
            return
        with self._changing_panels():
            for name in folded_names:
                self._docks[name].show()
            self._docks[self._front_names[area]].raise_()
            if area in self.bars:
                self.bars[area].hide()

    def _is_docked(self, dock: PanelDock, area: Qt.DockWidgetArea) -> bool:
        is_there = self._window.dockWidgetArea(dock) == area
        return is_there and not dock.isHidden() and not dock.isFloating()

    def _front_panel_name(self, names: list[str]) -> str:
        """Return the name of the panel in front of the others; the first if none is visible."""
        visible_names = (name for name in names if not self._docks[name].visibleRegion().isEmpty())
        return next(visible_names, names[0])

    @contextmanager
    def _changing_panels(self) -> Iterator[None]:
        """Change panels in one go, without painting intermediate states."""
        self._is_changing, updates = True, self._window.updatesEnabled()
        self._window.setUpdatesEnabled(False)
        try:
            yield
        finally:
            self._window.setUpdatesEnabled(updates)
            self._is_changing = False

    # Bars

    def _create_bar(self, area: Qt.DockWidgetArea) -> QToolBar:
        bar = QToolBar(self._window)
        bar.setObjectName("right-panels" if area is _RIGHT else "left-panels")
        bar.setMovable(False)
        bar.setIconSize(_ICON_SIZE)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.toggleViewAction().setVisible(False)
        self._window.addToolBar(_BAR_AREAS[area], bar)
        bar.hide()
        return bar

    def _fill_bar(self, area: Qt.DockWidgetArea) -> None:
        from m44core.drawing.shapes.panel_symbols import PANEL_SYMBOLS  # 2 ms

        bar = self.bars[area]
        bar.clear()
        bar.setWindowTitle(tr("Panels"))
        for name in self._folded_names[area]:
            dock = self._docks[name]
            action = bar.addAction(line_icon(PANEL_SYMBOLS[name]), dock.windowTitle())
            action.setObjectName(name)
            action.setCheckable(True)
            action.setChecked(not dock.isHidden())
            action.triggered.connect(partial(self._toggle_panel, name))
            bar.widgetForAction(action).setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def _toggle_panel(self, name: str) -> None:
        dock = self._docks[name]
        if dock.isHidden():
            dock.reveal()
        else:
            dock.hide()

    def _on_visibility_changed(self, name: str, visible: bool) -> None:
        """Mark the icon of an open panel; close any other folded panel open at the same side."""
        if self._is_changing:
            return
        for area, folded_names in self._folded_names.items():
            if name not in folded_names:
                continue
            for other_name in folded_names:
                if visible and other_name != name:
                    self._docks[other_name].hide()
            for action in self.bars[area].actions() if area in self.bars else ():
                action.setChecked(not self._docks[action.objectName()].isHidden())
