"""The board as an accessible table of hexes, for screen readers and similar programs.

To Qt a board is one widget without parts. Its rows and hexes are created when a program asks for
them, so they cost nothing otherwise. Qt refers to them by number at any time, so they are kept
until they are deleted explicitly.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleInterface,
    QAccessibleTableCellInterface,
    QWindow,
)
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import Shiboken

from m44core.hexes import Hex
from m44editor.board.board_view import BoardView
from m44editor.board.geometry import hex_bounding_rect
from m44editor.interface_text import tr

_Text, _Role, _Kind = QAccessible.Text, QAccessible.Role, QAccessible.InterfaceType
_NULL_POINTER = Shiboken.VoidPtr(0)  # None would be taken for an address
_SELECTION_MARKS = ("selection", "chosen")  # the marks of selected hexes and of a selected unit
_tables: dict[BoardView, BoardTable] = {}


def table_for(view: BoardView) -> BoardTable:
    """Return the accessible table of a board, which is created once per board."""
    if view not in _tables:
        _tables[view] = BoardTable(view)
        view.destroyed.connect(lambda: _tables.pop(view).release())
    return _tables[view]


class BoardTable(QAccessibleWidget):
    """The accessible interface of a board, with one child per row, from the top."""

    def __init__(self, view: BoardView) -> None:
        super().__init__(view, _Role.Table)
        self.view = view
        self._board = view.board
        self._rows: tuple[HexRow, ...] = ()

    @property
    def rows(self) -> tuple[HexRow, ...]:
        """The rows of the current board."""
        if self._board is not self.view.board:
            self.release()
            self._board = self.view.board
        if not self._rows:
            self._rows = tuple(HexRow(self, number) for number in range(self._board.rows))
        return self._rows

    def cell(self, hex_: Hex) -> HexCell:
        """Return the cell of a hex."""
        return self.rows[hex_.row].cell(hex_)

    def cell_at(self, x: int, y: int) -> HexCell | None:
        """Return the cell at a point on the screen; None if no hex is there."""
        viewport = self.view.viewport()
        point = viewport.mapFromGlobal(QPoint(x, y))
        hex_ = self.view.hex_under(point.toPointF()) if viewport.rect().contains(point) else None
        return self.cell(hex_) if hex_ is not None else None

    def release(self) -> None:
        """Delete the interfaces of all rows and hexes."""
        rows, self._rows = self._rows, ()
        for row in rows:
            row.release()

    def childCount(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def child(self, index: int) -> HexRow | None:  # type: ignore[override]  # Qt takes None, its stubs do not say so
        """Return a row by its index; None if the index is out of range."""
        return self.rows[index] if 0 <= index < len(self.rows) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the index of a row; -1 for anything else."""
        return child.number if isinstance(child, HexRow) else -1

    def childAt(self, x: int, y: int) -> HexRow | None:  # type: ignore[override]  # Qt takes None, its stubs do not say so
        """Return the row at a point on the screen; None if no hex is there."""
        cell = self.cell_at(x, y)
        return cell.row if cell else None

    def focusChild(self) -> HexCell | None:  # type: ignore[override]  # Qt takes None, its stubs do not say so
        """Return the cell with the keyboard focus; None if the board is not focused."""
        hex_ = self.view.cursor_hex if self.view.hasFocus() else None
        return None if hex_ is None else self.cell(hex_)


class _BoardPart(QAccessibleInterface):
    """An accessible part of a board that is not a widget itself."""

    view: BoardView

    def isValid(self) -> bool:
        """Return whether the board still exists."""
        return Shiboken.isValid(self.view)

    def object(self) -> None:  # type: ignore[override]  # Qt takes None, its stubs do not say so
        """Return None, because a part is not a QObject."""
        return

    def window(self) -> QWindow:
        """Return the window of the board."""
        return self.view.window().windowHandle()

    def setText(self, _kind: QAccessible.Text, _text: str) -> None:
        """Do nothing, because the texts are read-only."""

    def release(self) -> None:
        """Delete the interface."""
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(self))


class HexRow(_BoardPart):
    """A row of the board.

    Attributes:
        number: Its index from the top.
        hexes: Its hexes from left to right.
    """

    def __init__(self, table: BoardTable, row_number: int) -> None:
        super().__init__()
        self.view, self.number, self._table = table.view, row_number, table
        self.hexes = [hex_ for hex_ in table.view.board.hexes if hex_.row == row_number]
        self._cells: dict[Hex, HexCell] = {}

    def cell(self, hex_: Hex) -> HexCell:
        """Return the cell of a hex in this row."""
        if hex_ not in self._cells:
            self._cells[hex_] = HexCell(self, hex_)
        return self._cells[hex_]

    def release(self) -> None:
        """Delete the interfaces of the row and its hexes."""
        for cell in self._cells.values():
            cell.release()
        super().release()

    def role(self) -> QAccessible.Role:
        """Return the role of a table row."""
        return _Role.Row

    def state(self) -> QAccessible.State:
        """Return an empty state, because only hexes have a state."""
        return QAccessible.State()

    def rect(self) -> QRect:
        """Return the area of the row on the screen."""
        end_cells = self.cell(self.hexes[0]), self.cell(self.hexes[-1])
        return end_cells[0].rect().united(end_cells[1].rect())

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name of the row, such as ``Row 9``, which matches the names of its hexes.

        Other kinds of text are empty.
        """
        row_name = tr("Row {number}", number=self.view.board.rows - self.number)
        return row_name if kind == _Text.Name else ""

    def parent(self) -> BoardTable:
        """Return the board."""
        return self._table

    def childCount(self) -> int:
        """Return the number of hexes in the row."""
        return len(self.hexes)

    def child(self, index: int) -> HexCell | None:  # type: ignore[override]  # Qt takes None, its stubs do not say so
        """Return a cell by its index; None if the index is out of range."""
        return self.cell(self.hexes[index]) if 0 <= index < len(self.hexes) else None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the index of a cell in the row; -1 for anything else."""
        return self.hexes.index(child.hex) if isinstance(child, HexCell) else -1

    def childAt(self, x: int, y: int) -> HexCell | None:  # type: ignore[override]  # Qt takes None, its stubs do not say so
        """Return the cell at a point on the screen; None if no hex is there."""
        return self._table.cell_at(x, y)


class HexCell(_BoardPart):
    """A hex of the board as a table cell.

    Attributes:
        hex: The hex.
        row: Its row.
    """

    def __init__(self, row: HexRow, hex_: Hex) -> None:
        super().__init__()
        self.view, self.row, self.hex = row.view, row, hex_
        self._table_cell, self._actions = _TableCell(self), _HexActions(self)

    def role(self) -> QAccessible.Role:
        """Return the role of a table cell."""
        return _Role.Cell

    def state(self) -> QAccessible.State:
        """Return the state: whether the hex is focused, selected and offscreen."""
        state, view = QAccessible.State(), self.view
        state.focusable = state.selectable = True
        state.focused = view.hasFocus() and view.cursor_hex == self.hex
        state.selected = any(self.hex in view.hexes_of_mark(name) for name in _SELECTION_MARKS)
        state.offscreen = not self._area().intersects(view.viewport().rect())
        return state

    def rect(self) -> QRect:
        """Return the area of the hex on the screen."""
        area = self._area()
        return QRect(self.view.viewport().mapToGlobal(area.topLeft()), area.size())

    def text(self, kind: QAccessible.Text) -> str:
        """Return what is on the hex as its name, and the text of overlays as its description.

        Only the hex of the keyboard cursor has a description; other kinds of text are empty.
        """
        if kind == _Text.Name:
            return self.view.speech.text_of(self.hex)
        is_cursor_hex = self.hex == self.view.cursor_hex
        return self.view.speech.overlay_text if kind == _Text.Description and is_cursor_hex else ""

    def parent(self) -> HexRow:
        """Return the row."""
        return self.row

    def childCount(self) -> int:
        """Return 0, because the pieces on a hex are part of its name."""
        return 0

    def child(self, _index: int) -> None:  # type: ignore[override]  # Qt takes None, its stubs do not say so
        """Return None, because a cell has no children."""
        return

    def indexOfChild(self, _child: QAccessibleInterface) -> int:
        """Return -1, because a cell has no children."""
        return -1

    def childAt(self, _x: int, _y: int) -> None:  # type: ignore[override]  # Qt takes None, its stubs do not say so
        """Return None, because a cell has no children."""
        return

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:  # type: ignore[override]  # Qt takes None, its stubs do not say so
        """Return the interface for the table position or the actions, else a null pointer."""
        match kind:
            case _Kind.TableCellInterface:
                return self._table_cell
            case _Kind.ActionInterface:
                return self._actions
        return _NULL_POINTER

    def _area(self) -> QRect:
        return self.view.area_from_units(hex_bounding_rect(self.hex)).toAlignedRect()


class _TableCell(QAccessibleTableCellInterface):
    """The position of a hex in the table."""

    def __init__(self, cell: HexCell) -> None:
        super().__init__()
        self._cell = cell

    def isSelected(self) -> bool:
        return bool(self._cell.state().selected)

    def columnHeaderCells(self) -> list[QAccessibleInterface]:
        return []

    def rowHeaderCells(self) -> list[QAccessibleInterface]:
        return []

    def columnIndex(self) -> int:
        return self._cell.row.hexes.index(self._cell.hex)

    def rowIndex(self) -> int:
        return self._cell.row.number

    def columnExtent(self) -> int:
        return 1

    def rowExtent(self) -> int:
        return 1

    def table(self) -> BoardTable:
        return self._cell.row.parent()


class _HexActions(QAccessibleActionInterface):
    """The actions of a hex: focusing it, and pressing it as Space does."""

    def __init__(self, cell: HexCell) -> None:
        super().__init__()
        self._cell = cell

    def actionNames(self) -> list[str]:
        return [self.setFocusAction(), self.pressAction()]

    def doAction(self, name: str) -> None:
        view = self._cell.view
        view.setFocus()
        view.show_hex(self._cell.hex)
        if name == self.pressAction():
            view.click_cursor_hex()

    def keyBindingsForAction(self, _name: str) -> list[str]:
        return []
