"""The row above the board: the tab bar, and a button that lists all tabs."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from m44editor.interface_text import tr
from m44editor.windows.file_controller import FileController
from m44editor.windows.tab_strip import TabStrip

_NO_SECOND_ARROW = "QToolButton::menu-indicator { image: none; background: none; width: 0; }"


class TabRow(QWidget):
    """Shows the tabs of a window, and lists them in a menu, including those scrolled out of view.

    Attributes:
        strip: The tab bar.
        list_button: Opens the menu of all tabs.
    """

    def __init__(self, files: FileController, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheets = files.sheets
        self.strip = TabStrip(files, self)
        self.list_button = QToolButton(self)
        self.list_button.setAutoRaise(True)
        self.list_button.setArrowType(Qt.ArrowType.DownArrow)
        self.list_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.list_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.list_button)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.list_button.setMenu(self._menu)
        self.list_button.setStyleSheet(_NO_SECOND_ARROW)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.strip, 1)
        row.addWidget(self.list_button)
        self.setAutoFillBackground(True)
        self.retranslate()

    def retranslate(self) -> None:
        """Show everything in the current language."""
        self.strip.retranslate()
        self.list_button.setToolTip(tr("List all tabs"))
        self.list_button.setAccessibleName(tr("List all tabs"))

    def _fill_menu(self) -> None:
        """Fill the menu with all tabs; the current tab is checked, modified tabs are marked."""
        self._menu.clear()
        for index, sheet in enumerate(self._sheets):
            label = self.strip.accessibleTabName(index).replace("&", "&&")
            action = self._menu.addAction(label, partial(self._sheets.show, sheet))
            action.setCheckable(True)
            action.setChecked(sheet is self._sheets.current)
            action.setToolTip(self.strip.tabToolTip(index))
