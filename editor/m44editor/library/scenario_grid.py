"""The grid of scenarios: its model, the cards it paints, and the view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from html import escape
from time import thread_time

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QIcon,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from m44core.diagnostics import Severity
from m44core.library.file_facts import FileFacts
from m44core.validation.bga.verdict import Verdict
from m44editor.interface_text import language, sentence, tr, tr_in
from m44editor.library.file_descriptions import details, first_day, short_board_label
from m44editor.library.library_files import LibraryFile, LibraryFiles
from m44editor.panels.palette_list import smaller_font
from m44editor.panels.panel_icons import safe_icon, severity_icon

FILE = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class LibraryModel(QAbstractListModel):
    """Lists files; what they look like is the delegate's.

    Attributes:
        shown: The files, in their order.
    """

    def __init__(self, files: LibraryFiles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self.shown: Sequence[LibraryFile] = ()
        self._rows: dict[str, int] = {}
        files.pictures_loaded.connect(self._show_pictures)

    def show(self, files: Sequence[LibraryFile]) -> bool:
        """Show these files; tell whether they are others, or in another order."""
        before = self.shown
        others = len(files) != len(before) or any(
            one.path != other.path for one, other in zip(files, before, strict=True)
        )
        if others:
            self.beginResetModel()
        self.shown = files
        if others:
            self._rows = {file.path: row for row, file in enumerate(files)}
            self.endResetModel()
        else:
            self._tell_known_better(before)
        return others

    def _tell_known_better(self, before: Sequence[LibraryFile]) -> None:
        for row, (file, was) in enumerate(zip(self.shown, before, strict=True)):
            if file is not was:
                self.dataChanged.emit(self.index(row), self.index(row))

    def row_of(self, path: str) -> int | None:
        """Return where a file is shown."""
        return self._rows.get(path)

    def file(self, index: _Index) -> LibraryFile | None:
        """Return the file of an index."""
        return self.shown[index.row()] if index.isValid() else None

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return how many files are shown."""
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is shown and read aloud of a file."""
        file = self.file(index)
        if file is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return file.title
            case Qt.ItemDataRole.ToolTipRole:
                return _tool_tip(file)
            case Qt.ItemDataRole.AccessibleTextRole:
                return accessible_text(file)
            case _:
                return file if role == FILE else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Let files be chosen and dragged away."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def mimeTypes(self) -> list[str]:
        """Return that files are dragged as files are."""
        return ["text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return some files as other windows take them."""
        data = QMimeData()
        files = filter(None, map(self.file, indexes))
        data.setUrls([QUrl.fromLocalFile(file.path) for file in files])
        return data

    def _show_pictures(self, paths: Iterable[str]) -> None:
        rows = [self._rows[path] for path in paths if path in self._rows]
        for row in rows:
            index = self.index(row)
            self.dataChanged.emit(index, index, [Qt.ItemDataRole.DecorationRole])


def accessible_text(file: LibraryFile) -> str:
    """Return all that is shown of a file, for people who listen."""
    if file.known is None:
        return tr("{title}, being looked into", title=file.title)
    said = "; ".join(f"{heading}: {words}" for heading, words in details(file.facts, file.name))
    return f"{file.title}. {said}"


def _tool_tip(file: LibraryFile) -> str:
    if file.known is None:
        return escape(file.path)
    rows = "".join(
        f"<tr><td>{escape(heading)}&nbsp;&nbsp;</td><td>{escape(words)}</td></tr>"
        for heading, words in details(file.facts, file.path)
    )
    return f"<b>{escape(file.title)}</b><table>{rows}</table>"


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


class CardDelegate(QStyledItemDelegate):
    """Paints files; a card that was painted is kept as it is until it shows something else.

    Attributes:
        is_late: Whether some card had to wait for the next frame.
    """

    def __init__(self, files: LibraryFiles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._kept: OrderedDict[str, tuple[tuple[object, ...], QPixmap]] = OrderedDict()
        self._until = 0.0
        self.is_late = False

    def begin_frame(self) -> None:
        """Allow some time for cards that are not there yet."""
        self._until = thread_time() + _FRAME
        self.is_late = False

    def card_size(self, font_metrics: QFontMetrics) -> QSize:
        """Return the size of a card."""
        lines = 3 * font_metrics.lineSpacing()
        height = PICTURE.height() + lines + 2 * _MARGIN + 3 * _GAP
        return QSize(PICTURE.width() + 2 * _MARGIN, height)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of a card, which is that of all."""
        return self.card_size(option.fontMetrics)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint a file."""
        file = index.data(FILE)
        if not isinstance(file, LibraryFile):
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

    def _card(
        self, file: LibraryFile, option: QStyleOptionViewItem, ratio: float
    ) -> QPixmap | None:
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
    file: LibraryFile, board: QPixmap | None, option: QStyleOptionViewItem, ratio: float
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
    painter: QPainter, area: QRect, file: LibraryFile, board: QPixmap | None, palette: QPalette
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


def _paint_words(painter: QPainter, area: QRect, file: LibraryFile) -> None:
    font, metrics = QFont(painter.font()), painter.fontMetrics()
    line = QRect(area.left(), area.top() + PICTURE.height() + _GAP, area.width(), 0)
    line.setHeight(metrics.lineSpacing())
    font.setBold(True)
    painter.setFont(font)
    _write(painter, line, file.title)
    font.setBold(False)
    painter.setFont(smaller_font(font))
    painter.setPen(_fainter(painter.pen().color()))
    line.translate(0, line.height() + _GAP)
    _write(painter, line, subtitle(file))
    line.translate(0, line.height() + _GAP)
    if file.known is not None and not file.facts.failure:
        _paint_marks(painter, line, file.facts)


def subtitle(file: LibraryFile) -> str:
    """Return what stands below the title: when and on which board; or what is the matter."""
    if file.facts.failure:
        return sentence(file.facts.failure)
    if file.known is None:
        return "…"
    day, board = first_day(file.facts), short_board_label(file.facts)
    return tr_in("card", "{day} · {board}", day=day, board=board) if day else board


def _paint_marks(painter: QPainter, line: QRect, facts: FileFacts) -> None:
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


_SOON = 30  # milliseconds after the list stands still that what is in sight is looked into
_AROUND = 1.0  # screens below what is in sight that are looked into next


class ScenarioGrid(QListView):
    """Shows files as cards, as many beside each other as there is room for.

    Signals:
        in_sight: The paths of the files that are in sight are others now.
    """

    visible_changed = Signal(list)

    def __init__(
        self, files: LibraryFiles, model: LibraryModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._cards = CardDelegate(files, self)
        self.setModel(model)
        self.setItemDelegate(self._cards)
        self.setAccessibleName(tr("Scenarios"))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setUniformItemSizes(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.verticalScrollBar().setSingleStep(48)
        self._looked_at: list[str] = []
        self._soon = QTimer(self, interval=_SOON, singleShot=True)
        self._soon.timeout.connect(self._tell_sight)
        self._share_width()

    def show_files(self, files: list[LibraryFile]) -> None:
        """Show files; what is chosen, and what is at the top, stays so as far as it is there."""
        chosen, current = [file.path for file in self.selected_files()], self.current_file()
        top = self.verticalScrollBar().value()
        if self._model.show(files):
            self._choose(chosen, current.path if current else None)
            self.verticalScrollBar().setValue(top)
        self._soon.start()

    def selected_files(self) -> list[LibraryFile]:
        """Return the files that are chosen, in their order."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self._model.shown[row] for row in rows]

    def current_file(self) -> LibraryFile | None:
        """Return the file the keyboard is at."""
        return self._model.file(self.currentIndex())

    def select(self, path: str) -> None:
        """Choose one file and show it."""
        row = self._model.row_of(path)
        if row is not None:
            self.setCurrentIndex(self._model.index(row))
            self.scrollTo(self._model.index(row))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what is in sight, with as many cards as there is time for; have it looked into."""
        self._cards.begin_frame()
        super().paintEvent(event)
        if self._cards.is_late:
            self.viewport().update()
        if not self._soon.isActive():
            self._soon.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width evenly."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        size = self._cards.card_size(self.fontMetrics())
        width = self.viewport().width() - 1
        columns = max(1, width // size.width())
        size.setWidth(max(size.width(), width // columns))
        if size != self.gridSize():
            self.setGridSize(size)

    def _choose(self, paths: Iterable[str], current: str | None) -> None:
        rows = sorted(row for path in paths if (row := self._model.row_of(path)) is not None)
        selection = QItemSelection()
        for first, last in _ranges(rows):
            selection.select(self._model.index(first), self._model.index(last))
        row = self._model.row_of(current) if current else None
        chooser = self.selectionModel()
        if row is not None:
            none = QItemSelectionModel.SelectionFlag.NoUpdate
            chooser.setCurrentIndex(self._model.index(row), none)
        chooser.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _tell_sight(self) -> None:
        """Tell which files are in sight, and after them those just below."""
        paths = [file.path for file in self._files_in_sight()]
        if paths != self._looked_at:
            self._looked_at = paths
            self.visible_changed.emit(paths)

    def _files_in_sight(self) -> list[LibraryFile]:
        if not self._model.shown:
            return []
        grid, viewport = self.gridSize(), self.viewport()
        columns = max(1, (viewport.width()) // grid.width())
        first = max(0, self.verticalOffset() // grid.height()) * columns
        rows = int(viewport.height() * (1 + _AROUND)) // grid.height() + 2
        return list(self._model.shown[first : first + rows * columns])

    def card_centre(self, path: str) -> QPoint:
        """Return the middle of a file's card, in the viewport."""
        row = self._model.row_of(path)
        assert row is not None, f"{path} is shown"
        return self.visualRect(self._model.index(row)).center()


def _ranges(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return rows that follow one another as their first and their last."""
    ranges: list[tuple[int, int]] = []
    for row in rows:
        if ranges and ranges[-1][1] == row - 1:
            ranges[-1] = (ranges[-1][0], row)
        else:
            ranges.append((row, row))
    return ranges
