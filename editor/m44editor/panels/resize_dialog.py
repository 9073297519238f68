"""A dialog that changes the board and the position of the scenario on it, with a preview."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from m44core.board import BOARDS, Board, BoardType
from m44core.catalogue.catalogue import Catalogue
from m44core.drawing.board.resize_preview import draw_resize_preview
from m44core.drawing.shapes.shapes import Drawing
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.model.edits import Conversion, Loss, LossKind, change_board
from m44editor.board.hex_descriptions import piece_label
from m44editor.documents.document import Document
from m44editor.drawing_icons import drawing_pixmap
from m44editor.interface_text import current_renderer, tr, tr_in, tr_n, translated
from m44editor.manual_window import add_help_keys
from m44editor.number_fields import NumberField
from m44editor.panels.display_names import BOARD_TYPE_NAMES
from m44editor.panels.panel_icons import element_icon
from m44editor.screen import resize_to_screen
from m44editor.theme import art_palette
from m44editor.theme_tokens import Space
from m44editor.type_ranks import set_text_rank

ANCHORS: Mapping[tuple[int, int], tuple[str, Message]] = {  # column and row: 0, 1 or 2
    (0, 0): ("↖", message("Top left")),
    (1, 0): ("↑", message("Top")),
    (2, 0): ("↗", message("Top right")),
    (0, 1): ("←", message("Left")),
    (1, 1): ("•", message("Center")),
    (2, 1): ("→", message("Right")),
    (0, 2): ("↙", message("Bottom left")),
    (1, 2): ("↓", message("Bottom")),
    (2, 2): ("↘", message("Bottom right")),
}
_PREVIEW_SIZE = QSize(300, 200)  # minimum size of the preview, in pixels


class ResizeDialog(QDialog):
    """Offers the board formats, nine anchors and an offset, and shows what would be lost.

    Attributes:
        board: The list of board formats.
        anchors: The buttons of the nine anchors, keyed by column and row.
        columns, rows: The fields for the offset from the anchor, in hexes.
        list: The list of what would be lost.
    """

    def __init__(
        self, document: Document, board_type: BoardType, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self._document = document
        self.setWindowTitle(tr("Change Board"))
        self.board = QComboBox(self)
        for format_, label in BOARD_TYPE_NAMES.items():
            self.board.addItem(translated(label), format_.value)
        self.board.setCurrentIndex(self.board.findData(board_type.value))
        self._drawing: Drawing = ()
        self._anchor_group = QButtonGroup(self)
        self.anchors = {anchor: self._anchor_button(anchor) for anchor in ANCHORS}
        self.anchors[0, 0].setChecked(True)
        self.columns = _offset_box(tr("Shift right (columns)"), 26)
        self.rows = _offset_box(tr("Shift down (rows)"), 17)
        self._picture, self._count = QLabel(self), QLabel(self)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("What will be lost"))
        self.list.setIconSize(QSize(24, 24))
        self._lay_out()
        self._connect()
        self._update_preview()

    @property
    def target_hex(self) -> Hex:
        """The hex of the new board on which the top left hex of the old one is placed."""
        column, row = next(anchor for anchor, b in self.anchors.items() if b.isChecked())
        start = anchor_hex(self._document.scenario.board, self._new_board, column, row)
        row_shift = self.rows.value()
        return Hex(start.col + 2 * self.columns.value() + row_shift % 2, start.row + row_shift)

    @property
    def conversion(self) -> Conversion:
        """The new scenario, and what would be lost."""
        return change_board(self._document.scenario, self._new_board.type, at=self.target_hex)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Redraw the preview at the new size."""
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._draw)  # after the layout

    def accept(self) -> None:
        """Change the board as one undo step, and close."""
        board = BOARD_TYPE_NAMES[self._new_board.type]
        step = message_in("step", "Change Board to {board}", board=board)
        if self._new_board is self._document.scenario.board:
            step = message_in("step", "Shift Board")
        self._document.edit(step, self.conversion.scenario)
        super().accept()

    @property
    def _new_board(self) -> Board:
        return BOARDS[BoardType(self.board.currentData())]

    def _anchor_button(self, anchor: tuple[int, int]) -> QToolButton:
        arrow, label = ANCHORS[anchor]
        button = QToolButton(self)
        button.setText(arrow)
        button.setCheckable(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setFixedSize(30, 26)
        button.setToolTip(translated(label))
        button.setAccessibleName(translated(label))
        button.setWhatsThis(tr("Where the scenario is placed on the new board."))
        self._anchor_group.addButton(button)
        return button

    def _lay_out(self) -> None:
        flags = QDialogButtonBox.StandardButton
        self._buttons = QDialogButtonBox(flags.Ok | flags.Cancel, self)
        self._buttons.button(flags.Ok).setText(tr("Change Board"))
        anchor_grid = QGridLayout()
        anchor_grid.setSpacing(2)
        for (column, row), button in self.anchors.items():
            anchor_grid.addWidget(button, row, column)
        form = QFormLayout()
        form.addRow(tr_in("field", "&Board"), self.board)
        form.addRow(tr("Anchor"), anchor_grid)
        form.addRow(self.columns.accessibleName(), self.columns)
        form.addRow(self.rows.accessibleName(), self.rows)
        self._picture.setMinimumSize(_PREVIEW_SIZE)
        self._picture.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._count.setWordWrap(True)
        self._count.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._heading = QLabel(self.list.accessibleName(), self)
        set_text_rank(self._heading, "section")
        choices = QVBoxLayout()
        form.setContentsMargins(0, 0, 0, 0)
        fields = QWidget(self)  # a layout alone would spread its rows
        fields.setLayout(form)
        fields.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        choices.addWidget(fields)
        choices.addSpacing(Space.MEDIUM)
        choices.addWidget(self._heading)
        choices.addWidget(self._count)
        choices.addWidget(self.list, 1000)
        choices.addStretch(1)
        upper_part = QHBoxLayout()
        upper_part.setSpacing(Space.WIDE)
        upper_part.addLayout(choices, 2)
        upper_part.addWidget(self._picture, 3)
        layout = QVBoxLayout(self)
        layout.addLayout(upper_part, 1)
        layout.addWidget(self._buttons)
        resize_to_screen(self, 780, 480)

    def _connect(self) -> None:
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self.board.currentIndexChanged.connect(self._update_preview)
        self._anchor_group.buttonClicked.connect(self._update_preview)
        self.columns.valueChanged.connect(self._update_preview)
        self.rows.valueChanged.connect(self._update_preview)

    def _update_preview(self) -> None:
        """Draw the board after the change, and list what would be lost."""
        before, conversion = self._document.scenario, self.conversion
        self._drawing = draw_resize_preview(before, conversion, self.target_hex, current_renderer())
        self._draw()
        self._count.setText(_loss_text(len(conversion.lost)))
        self._picture.setAccessibleName(self._count.text())
        self.list.clear()
        for loss in conversion.lost:
            self.list.addItem(_lost_item(loss, before.catalogue))
        for widget in (self._heading, self.list):
            widget.setVisible(bool(conversion.lost))
        ok = self._buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(conversion.scenario is not before)

    def _draw(self) -> None:
        size, ratio = self._picture.size(), self.devicePixelRatioF()
        self._picture.setPixmap(drawing_pixmap(self._drawing, size, ratio, art_palette()))


def anchor_hex(old: Board, new: Board, column: int, row: int) -> Hex:
    """Return the hex of the new board on which the top left hex of the old one is placed.

    Args:
        old: The old board.
        new: The new board.
        column: 0 to align the left edges of the boards, 1 their middles, 2 their right edges.
        row: 0 to align the top edges of the boards, 1 their middles, 2 their bottom edges.
    """
    row_shift = (new.rows - old.rows) * row // 2
    col_shift = (new.last_col - old.last_col) * column // 2
    return Hex(col_shift - (col_shift + row_shift) % 2, row_shift)


def _loss_text(count: int) -> str:
    if not count:
        return tr("Nothing will be lost.")
    return tr_n(
        "{number} item does not fit on the new board and will be removed. Undo brings it back.",
        "{number} items do not fit on the new board and will be removed. Undo brings them back.",
        count,
    )


def _offset_box(name: str, maximum: int) -> NumberField:
    box = NumberField()
    box.setRange(-maximum, maximum)
    box.setAccessibleName(name)
    return box


def _lost_item(loss: Loss, catalogue: Catalogue) -> QListWidgetItem:
    if loss.kind is LossKind.LABEL:
        return QListWidgetItem(tr("{hex}: label “{text}”", hex=loss.place, text=loss.name))
    if loss.kind is LossKind.UNKNOWN:
        text = tr("{hex}: unknown entry “{text}”", hex=loss.place, text=loss.name)
        return QListWidgetItem(text)
    piece = piece_label(loss.name, catalogue)
    text = tr("{hex}: {piece}", hex=loss.place, piece=piece)
    if loss.kind is LossKind.GROUP:
        text = tr("{hex}: hex grouped with {piece}", hex=loss.place, piece=piece)
    item = QListWidgetItem(text)
    item.setIcon(element_icon(loss.name, catalogue))
    return item
