"""What a file looks like in the library: its board, its title, and what there is to know."""

from __future__ import annotations

from collections import OrderedDict
from time import thread_time

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from m44core.diagnostics import Severity
from m44core.library.facts import Facts
from m44core.validation.arena.verdict import Verdict
from m44editor.interface_text import language, sentence, tr, tr_in
from m44editor.library.files import File, Files
from m44editor.library.model import FILE
from m44editor.library.words import board_in_short, first_day_in_words
from m44editor.panels.icons import safe_icon, severity_icon
from m44editor.panels.palette.labels import small

PICTURE = QSize(208, 140)
"""The room for a board, in logical pixels."""

_MARGIN = 8
_ICON = 14
_GAP = 4
_FAINT = 165  # of 255: words that matter less, readable still
_KEPT = 300  # cards, as they were painted last
_FRAME = 0.004  # seconds of painting before the rest waits for the next frame
_VERDICTS = {Verdict.RED: Severity.ERROR, Verdict.AMBER: Severity.WARNING}
_MIDDLE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class Cards(QStyledItemDelegate):
    """Paints files; a card that was painted is kept as it is until it shows something else.

    Attributes:
        is_late: Whether some card had to wait for the next frame.
    """

    def __init__(self, files: Files, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._kept: OrderedDict[str, tuple[tuple[object, ...], QPixmap]] = OrderedDict()
        self._until = 0.0
        self.is_late = False

    def begin_frame(self) -> None:
        """Allow some time for cards that are not there yet."""
        self._until = thread_time() + _FRAME
        self.is_late = False

    def size(self, font_metrics: QFontMetrics) -> QSize:
        """Return the size of a card."""
        lines = 3 * font_metrics.lineSpacing()
        height = PICTURE.height() + lines + 2 * _MARGIN + 3 * _GAP
        return QSize(PICTURE.width() + 2 * _MARGIN, height)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of a card, which is that of all."""
        return self.size(option.fontMetrics)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint a file."""
        file = index.data(FILE)
        if not isinstance(file, File):
            return
        style = option.widget.style() if option.widget else QApplication.style()
        panel = QStyle.PrimitiveElement.PE_PanelItemViewItem
        style.drawPrimitive(panel, option, painter, option.widget)
        device = painter.device()
        pixmap = self._card(file, option, device.devicePixelRatio() if device else 1.0)
        if pixmap is not None:
            painter.drawPixmap(option.rect.topLeft(), pixmap)
        if option.state & QStyle.StateFlag.State_HasFocus:
            _paint_focus(painter, option)

    def _card(self, file: File, option: QStyleOptionViewItem, ratio: float) -> QPixmap | None:
        """Return a card; None where there is no time left for it in this frame."""
        board, ink = self._files.picture(file.path), _ink(option)
        shown = id(file.known), board.cacheKey() if board else 0, ink.rgba(), language()
        key = (*shown, option.rect.width(), ratio, option.font.key())
        kept = self._kept.get(file.path)
        if kept is not None and kept[0] == key:
            return kept[1]
        if thread_time() > self._until:
            self.is_late = True
            return kept[1] if kept else None
        pixmap = _painted(file, board, option, ratio)
        self._kept[file.path] = key, pixmap
        self._kept.move_to_end(file.path)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return pixmap


def _painted(
    file: File, board: QPixmap | None, option: QStyleOptionViewItem, ratio: float
) -> QPixmap:
    """Return what stands on a card."""
    pixmap = QPixmap(option.rect.size() * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setPen(_ink(option))
        painter.setFont(option.font)
        area = QRect(QPoint(), option.rect.size()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        _paint_board(painter, area, file, board, option.palette)
        _paint_words(painter, area, file)
    return pixmap.copy()


def _paint_board(
    painter: QPainter, area: QRect, file: File, board: QPixmap | None, palette: QPalette
) -> None:
    room = QRect(area.topLeft(), PICTURE)
    room.moveLeft(area.left() + (area.width() - PICTURE.width()) // 2)
    if board is not None:
        device = painter.device()
        size = board.size() / (device.devicePixelRatio() if device else 1.0)
        place = QRect(room.topLeft(), size.boundedTo(PICTURE))
        place.moveCenter(room.center())
        painter.drawPixmap(place, board)
        return
    painter.fillRect(room, palette.color(QPalette.ColorRole.AlternateBase))
    said = tr("No scenario") if file.facts.failure else "…"
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, said)


def _paint_words(painter: QPainter, area: QRect, file: File) -> None:
    font, metrics = QFont(painter.font()), painter.fontMetrics()
    line = QRect(area.left(), area.top() + PICTURE.height() + _GAP, area.width(), 0)
    line.setHeight(metrics.lineSpacing())
    font.setBold(True)
    painter.setFont(font)
    _write(painter, line, file.title)
    font.setBold(False)
    painter.setFont(small(font))
    painter.setPen(_fainter(painter.pen().color()))
    line.translate(0, line.height() + _GAP)
    _write(painter, line, second_line(file))
    line.translate(0, line.height() + _GAP)
    if file.known is not None and not file.facts.failure:
        _paint_marks(painter, line, file.facts)


def second_line(file: File) -> str:
    """Return what stands below the title: when and on which board; or what is the matter."""
    if file.facts.failure:
        return sentence(file.facts.failure)
    if file.known is None:
        return "…"
    day, board = first_day_in_words(file.facts), board_in_short(file.facts)
    return tr_in("card", "{day} · {board}", day=day, board=board) if day else board


def _paint_marks(painter: QPainter, line: QRect, facts: Facts) -> None:
    """Paint how much is found at the left, and whether it can be played at the right."""
    left, metrics = line.left(), painter.fontMetrics()
    numbers = (
        (Severity.ERROR, facts.errors),
        (Severity.WARNING, facts.warnings),
        (Severity.INFO, facts.notes),
    )
    for severity, number in numbers:
        if number:
            left = _paint_mark(painter, left, line, severity_icon(severity), str(number)) + 2 * _GAP
    if not any(number for _, number in numbers):
        _paint_mark(painter, left, line, safe_icon(), "")
    right = line.right()
    if facts.arena:
        severity_of = _VERDICTS.get(Verdict(facts.arena))
        sign = severity_icon(severity_of) if severity_of else safe_icon()
        words = tr_in("card", "BGA")  # Board Game Arena
        right -= _ICON + _GAP + metrics.horizontalAdvance(words)
        _paint_mark(painter, right, line, sign, words)
    if not facts.whole:
        words = tr_in("card", "plays in part")
        right -= metrics.horizontalAdvance(words) + 3 * _GAP
        painter.drawText(QRect(right, line.top(), line.width(), line.height()), _MIDDLE, words)


def _paint_mark(painter: QPainter, left: int, line: QRect, icon: QIcon, words: str) -> int:
    """Paint an icon with words behind it; return where they end."""
    middle = line.top() + (line.height() - _ICON) // 2
    icon.paint(painter, QRect(left, middle, _ICON, _ICON))
    place = QRect(left + _ICON + _GAP, line.top(), line.width(), line.height())
    painter.drawText(place, _MIDDLE, words)
    return place.left() + painter.fontMetrics().horizontalAdvance(words)


def _write(painter: QPainter, line: QRect, words: str) -> None:
    one_line = " ".join(words.split())
    shown = painter.fontMetrics().elidedText(one_line, Qt.TextElideMode.ElideRight, line.width())
    painter.drawText(line, _MIDDLE, shown)


def _ink(card: QStyleOptionViewItem) -> QColor:
    selected = card.state & QStyle.StateFlag.State_Selected
    role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text
    return card.palette.color(role)


def _fainter(colour: QColor) -> QColor:
    result = QColor(colour)
    result.setAlpha(_FAINT)
    return result


def _paint_focus(painter: QPainter, card: QStyleOptionViewItem) -> None:
    painter.save()
    painter.setPen(card.palette.color(QPalette.ColorRole.Text))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(card.rect.adjusted(1, 1, -2, -2))
    painter.restore()
