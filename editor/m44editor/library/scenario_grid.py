"""The grid of scenarios: its model, the cards that are painted, and the view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
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
from m44editor.library.file_descriptions import (
    file_details,
    first_day_label,
    other_titles,
    short_board_label,
)
from m44editor.library.library_files import LibraryFile, LibraryFiles
from m44editor.list_widgets import fill_behind_scroll_bars
from m44editor.panels.palette_list import smaller_font
from m44editor.panels.panel_icons import safe_icon, severity_icon
from m44editor.theme_tokens import IconSize

FILE_ROLE = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX = QModelIndex()


class LibraryModel(QAbstractListModel):
    """The list model of the files shown; a delegate paints them.

    Attributes:
        shown: The files, in order.
    """

    def __init__(self, files: LibraryFiles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self.shown: Sequence[LibraryFile] = ()
        self._rows: dict[str, int] = {}
        files.pictures_loaded.connect(self._show_pictures)

    def show(self, files: Sequence[LibraryFile]) -> bool:
        """Show files; return whether the files or their order have changed."""
        before = self.shown
        has_changed = len(files) != len(before) or any(
            new_file.path != old_file.path for new_file, old_file in zip(files, before, strict=True)
        )
        if has_changed:
            self.beginResetModel()
        self.shown = files
        if has_changed:
            self._rows = {file.path: row for row, file in enumerate(files)}
            self.endResetModel()
        else:
            self._update_rows(before)
        return has_changed

    def _update_rows(self, before: Sequence[LibraryFile]) -> None:
        for row, (file, old_file) in enumerate(zip(self.shown, before, strict=True)):
            if file is not old_file:
                self.dataChanged.emit(self.index(row), self.index(row))

    def row_of(self, path: str) -> int | None:
        """Return the row of a file; None if it is not shown."""
        return self._rows.get(path)

    def file(self, index: _Index) -> LibraryFile | None:
        """Return the file at an index; None if the index is invalid."""
        return self.shown[index.row()] if index.isValid() else None

    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        """Return the number of files shown."""
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the title, tooltip, accessible text or file, by role; None for other roles."""
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
                return file if role == FILE_ROLE else None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Return the flags of an item: files can be selected and dragged."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def mimeTypes(self) -> list[str]:
        """Return the MIME type of dragged files."""
        return ["text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return files as URLs, to be dragged into other programs."""
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
    """Return the description of a file for screen readers."""
    if file.cache_entry is None:
        return tr("{title}, loading", title=file.title)
    text = "; ".join(
        f"{heading}: {words}" for heading, words in file_details(file.facts, file.name)
    )
    return f"{file.title}. {text}"


def _tool_tip(file: LibraryFile) -> str:
    if file.cache_entry is None:
        return escape(file.path)
    rows = "".join(
        f"<tr><td>{escape(heading)}&nbsp;&nbsp;</td><td>{escape(words)}</td></tr>"
        for heading, words in (
            *file_details(file.facts, file.path),
            (tr_in("column", "Other titles"), other_titles(file.facts)),
        )
        if words
    )
    return f"<b>{escape(file.title)}</b><table>{rows}</table>"


PICTURE_SIZE = QSize(208, 140)
"""The space for a board on a card, in logical pixels."""

_MARGIN = 8  # logical pixels around the content of a card
_ICON_SIZE = IconSize.SMALL
_GAP = 4  # logical pixels between parts of a card
_FAINT_OPACITY = 165  # opacity of secondary text, of 255
_CACHE_SIZE = 300  # cards
_FRAME_SECONDS = 0.004  # seconds of painting per frame
_MIDDLE_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class CardDelegate(QStyledItemDelegate):
    """Paints files as cards; a painted card is cached until its content changes.

    Attributes:
        is_late: Whether a card has to wait for the next frame.
    """

    def __init__(self, files: LibraryFiles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._cache: OrderedDict[str, tuple[tuple[object, ...], QPixmap]] = OrderedDict()
        self._deadline = 0.0
        self.is_late = False

    def begin_frame(self) -> None:
        """Start the time limit for painting new cards in this frame."""
        self._deadline = thread_time() + _FRAME_SECONDS
        self.is_late = False

    def card_size(self, font_metrics: QFontMetrics) -> QSize:
        """Return the size of a card whose text has the given font metrics."""
        lines = 3 * font_metrics.lineSpacing()
        height = PICTURE_SIZE.height() + lines + 2 * _MARGIN + 3 * _GAP
        return QSize(PICTURE_SIZE.width() + 2 * _MARGIN, height)

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of a card, which is the same for all cards."""
        return self.card_size(option.fontMetrics)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint the card of a file."""
        file = index.data(FILE_ROLE)
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
        """Return the card of a file.

        If this frame has no time left for painting, return an outdated card, or None.
        """
        board, ink = self._files.picture(file.path), _text_colour(option)
        content_key = id(file.cache_entry), board.cacheKey() if board else 0, ink.rgba(), language()
        key = (*content_key, option.rect.width(), ratio, option.font.key())
        cached = self._cache.get(file.path)
        if cached is not None and cached[0] == key:
            return cached[1]
        if thread_time() > self._deadline:
            self.is_late = True
            return cached[1] if cached else None
        pixmap = _paint_card(file, board, option, ratio)
        self._cache[file.path] = key, pixmap
        self._cache.move_to_end(file.path)
        while len(self._cache) > _CACHE_SIZE:
            self._cache.popitem(last=False)
        return pixmap


def _paint_card(
    file: LibraryFile, board: QPixmap | None, option: QStyleOptionViewItem, ratio: float
) -> QPixmap:
    """Paint the card of a file, and return it."""
    pixmap = QPixmap(option.rect.size() * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setPen(_text_colour(option))
        painter.setFont(option.font)
        area = QRect(QPoint(), option.rect.size()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        _paint_board(painter, area, file, board, option.palette)
        _paint_texts(painter, area, file)
    return pixmap.copy()


def _paint_board(
    painter: QPainter, area: QRect, file: LibraryFile, board: QPixmap | None, palette: QPalette
) -> None:
    picture_area = QRect(area.topLeft(), PICTURE_SIZE)
    picture_area.moveLeft(area.left() + (area.width() - PICTURE_SIZE.width()) // 2)
    if board is not None:
        device = painter.device()
        size = board.size() / (device.devicePixelRatio() if device else 1.0)
        target = QRect(picture_area.topLeft(), size.boundedTo(PICTURE_SIZE))
        target.moveCenter(picture_area.center())
        painter.drawPixmap(target, board)
        return
    painter.fillRect(picture_area, palette.color(QPalette.ColorRole.AlternateBase))
    if file.facts.failure:
        painter.drawText(picture_area, Qt.AlignmentFlag.AlignCenter, tr("No scenario"))


def _paint_texts(painter: QPainter, area: QRect, file: LibraryFile) -> None:
    font, metrics = QFont(painter.font()), painter.fontMetrics()
    line = QRect(area.left(), area.top() + PICTURE_SIZE.height() + _GAP, area.width(), 0)
    line.setHeight(metrics.lineSpacing())
    font.setBold(True)
    painter.setFont(font)
    _draw_elided_text(painter, line, card_title(file))
    font.setBold(False)
    painter.setFont(smaller_font(font))
    painter.setPen(_fainter_colour(painter.pen().color()))
    line.translate(0, line.height() + _GAP)
    _draw_elided_text(painter, line, subtitle(file))
    line.translate(0, line.height() + _GAP)
    if file.cache_entry is not None and not file.facts.failure:
        _paint_marks(painter, line, file.facts)


def card_title(file: LibraryFile) -> str:
    """Return the title of a file; its name without the suffix until it has been read."""
    return file.title if file.cache_entry is not None else Path(file.name).stem


def subtitle(file: LibraryFile) -> str:
    """Return the line below the title: date and board, or why the file cannot be read.

    It is empty until the file has been read.
    """
    if file.facts.failure:
        return sentence(file.facts.failure)
    if file.cache_entry is None:
        return ""
    day, board = first_day_label(file.facts), short_board_label(file.facts)
    return tr_in("card", "{day} · {board}", day=day, board=board) if day else board


def _paint_marks(painter: QPainter, line: QRect, facts: FileFacts) -> None:
    """Paint the numbers of findings on the left; on the right, how playable the scenario is.

    Whether it can be played on Board Game Arena is shown only if it plays exactly or not at all.
    """
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
    if facts.arena and facts.arena != Verdict.AMBER:  # most scenarios; the tooltip tells
        is_red = facts.arena == Verdict.RED
        icon = severity_icon(Severity.ERROR) if is_red else safe_icon()
        text = tr_in("card", "BGA")  # Board Game Arena
        right -= _ICON_SIZE + _GAP + metrics.horizontalAdvance(text)
        _paint_mark(painter, right, line, icon, text)
    if not facts.whole:
        text, space = tr_in("card", "partly playable"), right - left - _GAP
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, space)
        right -= metrics.horizontalAdvance(text) + _GAP
        painter.drawText(QRect(right, line.top(), line.width(), line.height()), _MIDDLE_LEFT, text)


def _paint_mark(painter: QPainter, left: int, line: QRect, icon: QIcon, text: str) -> int:
    """Paint an icon followed by text; return the x coordinate where the text ends."""
    middle = line.top() + (line.height() - _ICON_SIZE) // 2
    icon.paint(painter, QRect(left, middle, _ICON_SIZE, _ICON_SIZE))
    text_area = QRect(left + _ICON_SIZE + _GAP, line.top(), line.width(), line.height())
    painter.drawText(text_area, _MIDDLE_LEFT, text)
    return text_area.left() + painter.fontMetrics().horizontalAdvance(text)


def _draw_elided_text(painter: QPainter, line: QRect, text: str) -> None:
    one_line = " ".join(text.split())
    elided_text = painter.fontMetrics().elidedText(
        one_line, Qt.TextElideMode.ElideRight, line.width()
    )
    painter.drawText(line, _MIDDLE_LEFT, elided_text)


def _text_colour(card: QStyleOptionViewItem) -> QColor:
    is_selected = card.state & QStyle.StateFlag.State_Selected
    role = QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
    return card.palette.color(role)


def _fainter_colour(colour: QColor) -> QColor:
    result = QColor(colour)
    result.setAlpha(_FAINT_OPACITY)
    return result


def _paint_focus(painter: QPainter, card: QStyleOptionViewItem) -> None:
    painter.save()
    painter.setPen(card.palette.color(QPalette.ColorRole.Text))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(card.rect.adjusted(1, 1, -2, -2))
    painter.restore()


_VISIBLE_DELAY = 30  # milliseconds after scrolling
_SCREENS_AHEAD = 1.0  # screens below the visible one to load ahead


class ScenarioGrid(QListView):
    """Shows files as a grid of cards that fills the width.

    Signals:
        visible_changed: The files in view or close below it have changed; carries their paths.
    """

    visible_changed = Signal(list)

    def __init__(
        self, files: LibraryFiles, model: LibraryModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        fill_behind_scroll_bars(self)
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
        self._last_visible: list[str] = []
        self._visible_timer = QTimer(self, interval=_VISIBLE_DELAY, singleShot=True)
        self._visible_timer.timeout.connect(self._emit_visible)
        self._distribute_width()

    def show_files(self, files: list[LibraryFile]) -> None:
        """Show files, keeping selection, current file and scroll position where possible."""
        selected_paths, current = [file.path for file in self.selected_files()], self.current_file()
        top = self.verticalScrollBar().value()
        if self._model.show(files):
            self._restore_selection(selected_paths, current.path if current else None)
            self.verticalScrollBar().setValue(top)
        self._visible_timer.start()

    def selected_files(self) -> list[LibraryFile]:
        """Return the selected files, in order."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self._model.shown[row] for row in rows]

    def current_file(self) -> LibraryFile | None:
        """Return the file with the keyboard focus; None if there is none."""
        return self._model.file(self.currentIndex())

    def select(self, path: str) -> None:
        """Select a file and scroll to it; do nothing if it is not shown."""
        row = self._model.row_of(path)
        if row is not None:
            self.setCurrentIndex(self._model.index(row))
            self.scrollTo(self._model.index(row))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as many visible cards as time allows, and the rest in the next frame."""
        self._cards.begin_frame()
        super().paintEvent(event)
        if self._cards.is_late:
            self.viewport().update()
        if not self._visible_timer.isActive():
            self._visible_timer.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the new width evenly among the columns."""
        super().resizeEvent(event)
        self._distribute_width()

    def _distribute_width(self) -> None:
        size = self._cards.card_size(self.fontMetrics())
        width = self.viewport().width() - 1
        columns = max(1, width // size.width())
        size.setWidth(max(size.width(), width // columns))
        if size != self.gridSize():
            self.setGridSize(size)

    def _restore_selection(self, paths: Iterable[str], current_path: str | None) -> None:
        rows = sorted(row for path in paths if (row := self._model.row_of(path)) is not None)
        selection = QItemSelection()
        for first, last in _consecutive_ranges(rows):
            selection.select(self._model.index(first), self._model.index(last))
        row = self._model.row_of(current_path) if current_path else None
        selection_model = self.selectionModel()
        if row is not None:
            no_update = QItemSelectionModel.SelectionFlag.NoUpdate
            selection_model.setCurrentIndex(self._model.index(row), no_update)
        selection_model.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _emit_visible(self) -> None:
        """Emit the paths of the files in view or close below it, if they have changed."""
        paths = [file.path for file in self._visible_files()]
        if paths != self._last_visible:
            self._last_visible = paths
            self.visible_changed.emit(paths)

    def _visible_files(self) -> list[LibraryFile]:
        if not self._model.shown:
            return []
        grid, viewport = self.gridSize(), self.viewport()
        columns = max(1, (viewport.width()) // grid.width())
        first_index = max(0, self.verticalOffset() // grid.height()) * columns
        rows = int(viewport.height() * (1 + _SCREENS_AHEAD)) // grid.height() + 2
        return list(self._model.shown[first_index : first_index + rows * columns])

    def card_centre(self, path: str) -> QPoint:
        """Return the center of a file's card, in viewport coordinates."""
        row = self._model.row_of(path)
        assert row is not None, f"{path} is shown"
        return self.visualRect(self._model.index(row)).center()


def _consecutive_ranges(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return sorted rows as ranges of consecutive rows: pairs of first and last row."""
    ranges: list[tuple[int, int]] = []
    for row in rows:
        if ranges and ranges[-1][1] == row - 1:
            ranges[-1] = (ranges[-1][0], row)
        else:
            ranges.append((row, row))
    return ranges
