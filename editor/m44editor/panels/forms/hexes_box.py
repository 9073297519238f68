"""A box for names of hexes: it completes them, and can take over what is selected on the board."""

from __future__ import annotations

import re

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    QStringListModel,
    Qt,
)
from PySide6.QtWidgets import QCompleter, QToolButton, QWidget

from m44core.board import Board
from m44core.drawing.shapes.tool_icons import ICONS
from m44editor.drawing_icons import line_icon
from m44editor.interface_text import told
from m44editor.panels.forms.boxes import LineBox
from m44editor.panels.forms.hexes import HexNames

_ICON_SIZE = 16
_ROWS = 9  # a column of the board
_NO_NAME = "-"  # nothing completes it
_SEPARATOR = re.compile(r"[\s,;]")


class HexesBox(LineBox):
    """A line of names of hexes.

    Attributes:
        button: Takes over the hexes that are selected on the board; the row puts
            it beside the line.
    """

    def __init__(self, names: HexNames, parent: QWidget | None = None) -> None:
        super().__init__(names.hint, parent)
        self._completer = NameCompleter(names.board, self)
        self._completer.activated.connect(self._complete)
        self.setCompleter(self._completer)
        self.button = QToolButton(self)
        self.button.setIconSize(QSize(_ICON_SIZE, _ICON_SIZE))
        self.button.clicked.connect(self._take)
        self._draw_button()
        self.offer(names)

    def offer(self, names: HexNames) -> None:
        """Complete the names on the board of *names*, and let its selected hexes be taken."""
        self.choice = names
        self._completer.complete_on(names.board)
        self.button.setHidden(names.selected is None)
        self.button.setEnabled(bool(names.selected))
        self.button.setToolTip(told(names.take))
        self.button.setAccessibleName(told(names.take))

    def changeEvent(self, event: QEvent) -> None:
        """Draw the button in the colours of another theme."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange and hasattr(self, "button"):
            self._draw_button()

    def _draw_button(self) -> None:
        self.button.setIcon(line_icon(ICONS["select"]))

    def _complete(self, text: str) -> None:
        self.entered.emit(text)

    def _take(self) -> None:
        text = self.choice.show(self.choice.selected)
        self.setText(text)
        self.entered.emit(text)
        self.finished.emit()


class NameCompleter(QCompleter):
    """Completes the name of a hex behind others."""

    def __init__(self, board: Board, line: LineBox) -> None:
        super().__init__(line)
        self._line = line
        self._board: Board | None = None
        self._names = QStringListModel(self)
        self.setModel(self._names)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setMaxVisibleItems(_ROWS)
        self.complete_on(board)

    def complete_on(self, board: Board) -> None:
        """Offer the names of the hexes of *board*, column by column."""
        if board is not self._board:
            self._board = board
            columns = sorted(board.hexes, key=lambda hex_: (hex_.col, hex_.row))
            self._names.setStringList([board.name(hex_) for hex_ in columns])

    def splitPath(self, path: str) -> list[str]:
        """Complete only what stands behind the last blank or comma, unless it is complete.

        Where nothing stands at all, nothing is offered: some Qts would list every hex of the board
        over a line that was emptied, and the line is not left as long as a list is shown.
        """
        if not path:
            return [_NO_NAME]
        begun = _SEPARATOR.split(path)[-1]
        fitting = [n for n in self._names.stringList() if n.casefold().startswith(begun.casefold())]
        is_whole = len(fitting) == 1 and len(fitting[0]) == len(begun)
        return [_NO_NAME if is_whole else begun]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return the line with its last name completed."""
        text = self._line.text()
        begun = len(_SEPARATOR.split(text)[-1])
        return text[: len(text) - begun] + str(index.data())
