"""The list of the palette: a grid of pictures with wrapped labels, under headings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from time import perf_counter

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from m44core.catalogue.catalogue_types import Element
from m44core.diagnostics import Severity
from m44editor.drawing_icons import element_pixmaps
from m44editor.first_frame import find_viewport
from m44editor.interface_text import tr
from m44editor.list_widgets import fill_behind_scroll_bars
from m44editor.panels.palette_model import Entry, Heading, PaletteModel
from m44editor.panels.panel_icons import severity_colour
from m44editor.theme_tokens import Radius, Space

_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_CONTROL = Qt.KeyboardModifier.ControlModifier
_PICTURE_SIZE = 46
_CELL_SIZE = QSize(78, 86)
_MARGIN = 4  # pixels on either side of a label
_HEADING_HEIGHT = 28
_RENDER_SECONDS = 0.008  # seconds per frame for rendering pictures
_SPARE_WIDTH = 2  # pixels of a row that stay free, so that rounding never wraps it
_KEPT_LABELS = 2048  # wrapped labels: all pieces in a few widths
_KEPT_WIDTHS = 32

MIN_LABEL_LINES, MAX_LABEL_LINES = 2, 3
"""The numbers of lines that labels can have; nearly all labels fit into the lower one."""


class PaletteList(QListView):
    """A list of headings, which fold and unfold their groups, and the pieces below them.

    Signals:
        picked: A piece was clicked or chosen with the keyboard.
        enter_pressed: Enter was pressed on a piece, after it was picked.
        mix_toggled: A piece was clicked with Ctrl, or Ctrl+Space was pressed on it.
        drag_moved: A piece that is being dragged, and the pointer's position on the screen.
        dropped: The position on the screen where a piece was dropped.
        menu_requested: A piece, and the position on the screen for its context menu.
    """

    picked = Signal(object)
    enter_pressed = Signal()
    mix_toggled = Signal(object)
    drag_moved = Signal(object, object)
    dropped = Signal(object)
    menu_requested = Signal(object, object)

    def __init__(self, model: PaletteModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        fill_behind_scroll_bars(self)
        self._viewport = find_viewport(self)
        self._elements = model
        self.label_font = label_font(self.font())
        self._pressed: tuple[Element, QPoint] | None = None
        self._is_dragging = False
        self._toggles_mix = False
        self.hovered_row = -1  # the row under the pointer
        self._cells = _PaletteDelegate(self)
        self.setItemDelegate(self._cells)
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setMovement(QListView.Movement.Static)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Pieces"))
        self.verticalScrollBar().setSingleStep(_CELL_SIZE.height() // 2)
        self.setModel(model)  # last: the settings above would lay out its cells, for another width
        self.entered.connect(lambda index: self._set_hovered_row(index.row()))
        self.viewportEntered.connect(lambda: self._set_hovered_row(-1))
        self.clicked.connect(self._pick)
        self.activated.connect(self._pick)

    def select_element(self, element: Element) -> None:
        """Select a piece without picking it; clear the selection if it is not listed."""
        row = self._elements.row_of(element)
        if row is None:
            self.selectionModel().clear()
            return
        index = self._elements.index(row)
        if index != self.currentIndex():
            self.setCurrentIndex(index)
            if self.isVisible():  # otherwise it scrolls when it is shown
                self._scroll_to_current()

    @contextmanager
    def keeping_position(self) -> Iterator[None]:
        """Keep the visible pieces in place while the block adds or removes rows above them."""
        bar, last_index = (
            self.verticalScrollBar(),
            self._elements.index(self._elements.rowCount() - 1),
        )
        offset = bar.value() - self._content_top(last_index)
        yield
        self.doItemsLayout()
        bar.setValue(
            offset + self._content_top(self._elements.index(self._elements.rowCount() - 1))
        )

    def _content_top(self, index: QModelIndex) -> int:
        """Return the top of an entry in pixels from the top of the unscrolled list."""
        return self.visualRect(index).top() + self.verticalScrollBar().value()

    def cell_size(self, entry: Entry) -> QSize:
        """Return the size of an entry's cell: a heading fills a row, pieces share it evenly.

        A cell is as high as its label needs, and a row as high as its highest cell.
        """
        width = self._viewport.width() - _SPARE_WIDTH
        if isinstance(entry, Heading):
            return QSize(width, _HEADING_HEIGHT)
        columns = max(1, width // _CELL_SIZE.width())
        label = self._elements.label(entry)
        return QSize(width // columns, self._cell_height(label, width // columns))

    def line_count(self, width: int) -> int:
        """Return the number of lines reserved for each label in cells *width* pixels wide."""
        return self.label_font.line_count(self._elements.labels, width - 2 * _MARGIN)

    def _cell_height(self, label: str, width: int) -> int:
        text = self.label_font.wrap(label, width - 2 * _MARGIN, self.line_count(width))
        extra_lines = text.count("\n") + 1 - MIN_LABEL_LINES
        return _CELL_SIZE.height() + extra_lines * self.label_font.line_spacing

    def changeEvent(self, event: QEvent) -> None:
        """Wrap the labels for a new font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.label_font = label_font(self.font())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the visible cells, with as many new pictures as there is time for."""
        self._cells.begin_frame()
        super().paintEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Scroll to the top, or to the selected piece if there is one."""
        super().showEvent(event)
        self.scrollToTop()
        self._scroll_to_current()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the cells again for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Prepare to drag a piece."""
        position = event.position().toPoint()
        index = self.indexAt(position)
        entry = self._elements.entry(index) if index.isValid() else None
        is_held = isinstance(entry, Element) and event.button() == Qt.MouseButton.LeftButton
        self._pressed = (entry, position) if is_held and isinstance(entry, Element) else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Report the drag of a piece; if none is pressed, behave like any list."""
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        element, start = self._pressed
        distance = (event.position().toPoint() - start).manhattanLength()
        if not self._is_dragging and distance >= QApplication.startDragDistance():
            self._is_dragging = True
            self.setCursor(Qt.CursorShape.DragCopyCursor)
        if self._is_dragging:
            self.drag_moved.emit(element, event.globalPosition().toPoint())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the menu of the piece below the pointer or, by key, of the current one."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        entry = self._elements.entry(index) if index.isValid() else None
        if isinstance(entry, Element):
            position = event.pos() if by_mouse else self.visualRect(index).center()
            self.menu_requested.emit(entry, self._viewport.mapToGlobal(position))

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the highlight of the row under the pointer."""
        super().leaveEvent(event)
        self._set_hovered_row(-1)

    def _set_hovered_row(self, row: int) -> None:
        previous_row, self.hovered_row = self.hovered_row, row
        for changed_row in {previous_row, row} - {-1}:
            self._viewport.update(self.visualRect(self._elements.index(changed_row)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop a dragged piece, or fold or unfold the group of a clicked heading."""
        was_dragging, self._is_dragging, self._pressed = self._is_dragging, False, None
        if was_dragging:
            self.unsetCursor()
            self.setState(QAbstractItemView.State.NoState)  # the list misses the release event
            self.dropped.emit(event.globalPosition().toPoint())
            return
        index = self.indexAt(event.position().toPoint())
        entry = self._elements.entry(index) if index.isValid() else None
        self._toggles_mix = bool(event.modifiers() & _CONTROL)
        if isinstance(entry, Heading) and event.button() == Qt.MouseButton.LeftButton:
            self._elements.toggle_fold(entry.key)
        else:
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Add the piece to the mix, or remove it, with Ctrl+Space; pick it with Space or Enter."""
        entry = self._elements.entry(self.currentIndex()) if self.currentIndex().isValid() else None
        if event.key() == Qt.Key.Key_Space and event.modifiers() == _CONTROL:
            self._toggles_mix = True
            self._pick(self.currentIndex())
        elif event.key() == Qt.Key.Key_Space and isinstance(entry, Element):
            self.picked.emit(entry)
        else:
            super().keyPressEvent(event)
            if event.key() in _ENTER_KEYS and isinstance(entry, Element):
                self.enter_pressed.emit()

    def show_weights(self, weights: Mapping[str, int]) -> None:
        """Show the weights of the pieces in the mix, keyed by the name of the piece."""
        self._cells.weights = weights
        self._viewport.update()

    def show_stock(self, remaining: Callable[[Element], int | None]) -> None:
        """Show how many of each piece are left.

        *remaining* returns the number for a piece; None to show no number on it.
        """
        self._cells.remaining = remaining
        self._elements.remaining = remaining
        self._viewport.update()

    def _scroll_to_current(self) -> None:
        """Scroll to the selected piece, and to the entry above it, which may be its heading."""
        index = self.currentIndex()
        if index.isValid():
            self.scrollTo(self._elements.index(max(0, index.row() - 1)))
            self.scrollTo(index)

    def _pick(self, index: QModelIndex) -> None:
        entry = self._elements.entry(index)
        if isinstance(entry, Element):
            (self.mix_toggled if self._toggles_mix else self.picked).emit(entry)
        self._toggles_mix = False


class _PaletteDelegate(QStyledItemDelegate):
    """Paints headings and pieces."""

    def __init__(self, view: PaletteList) -> None:
        super().__init__(view)
        self._view = view
        self._pixmaps = element_pixmaps(_PICTURE_SIZE, view._elements.catalogue)
        self._deadline = 0.0
        self.weights: Mapping[str, int] = {}
        self.remaining: Callable[[Element], int | None] = lambda _element: None

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the size of the cell."""
        return self._view.cell_size(self._view._elements.entry(index))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint a cell."""
        entry = self._view._elements.entry(index)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(entry, Heading):
            _paint_heading(painter, option, entry)
        else:
            label = self._wrapped_label(entry, option.rect.width())
            is_chosen = self._view.selectionModel().isSelected(index)
            area = self._content_area(option, label)
            is_hovered = index.row() == self._view.hovered_row
            _paint_cell_background(painter, option, area, is_chosen, is_hovered)
            _paint_element(painter, option, self._pixmap(entry), label, self._view.label_font)
            _paint_stock(painter, option, self.remaining(entry))
            if entry.name in self.weights:
                _paint_weight(painter, option, self.weights[entry.name])
        painter.restore()

    def _wrapped_label(self, element: Element, width: int) -> str:
        """Return the label of a piece, wrapped for a cell *width* pixels wide."""
        label, lines = self._view._elements.label(element), self._view.line_count(width)
        return self._view.label_font.wrap(label, width - 2 * _MARGIN, lines)

    def _content_area(self, option: QStyleOptionViewItem, label: str) -> QRect:
        """Return the part of a cell that its picture and wrapped label use."""
        area: QRect = option.rect
        label_height = (label.count("\n") + 1) * self._view.label_font.line_spacing
        free_height = area.height() - _PICTURE_SIZE - 16 - label_height
        return area.adjusted(0, 0, 0, -max(0, free_height))

    def begin_frame(self) -> None:
        """Start a new time limit for rendering pictures; at least one is rendered per frame."""
        self._deadline = inf

    def _pixmap(self, element: Element) -> QPixmap | None:
        """Return the picture of an element; if time is up, schedule a repaint and return None."""
        ratio = self._view.devicePixelRatioF()
        if self._pixmaps.is_cached(element.name, ratio):
            return self._pixmaps.get(element.name, ratio)
        now = perf_counter()
        if now > self._deadline:
            self._view.viewport().update()
            return None
        self._deadline = min(self._deadline, now + _RENDER_SECONDS)
        return self._pixmaps.get(element.name, ratio)


def _paint_heading(painter: QPainter, option: QStyleOptionViewItem, heading: Heading) -> None:
    area: QRect = option.rect
    palette: QPalette = option.palette
    font = QFont(option.font)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.WindowText))
    arrow = "▸" if heading.folded else "▾"
    text_area = area.adjusted(8, 4, -8, 0)
    painter.drawText(text_area, Qt.AlignmentFlag.AlignVCenter, f"{arrow}  {heading.label}")


def _paint_cell_background(
    painter: QPainter, option: QStyleOptionViewItem, area: QRect, is_chosen: bool, is_hovered: bool
) -> None:
    """Paint the background of a cell that is selected or under the pointer.

    The option has Qt flags for both, but creating the names of ``QStyle`` takes 6 ms at startup.
    """
    if is_chosen or is_hovered:
        palette: QPalette = option.palette
        colour = palette.color(QPalette.ColorRole.Highlight)
        painter.setPen(QPen(colour, 1.5) if is_chosen else Qt.PenStyle.NoPen)
        colour.setAlpha(70 if is_chosen else 40)
        painter.setBrush(colour)
        painter.drawRoundedRect(area.adjusted(2, 2, -2, -2), Radius.CONTROL, Radius.CONTROL)


def _paint_element(
    painter: QPainter,
    option: QStyleOptionViewItem,
    pixmap: QPixmap | None,
    label: str,
    label_font: LabelFont,
) -> None:
    area: QRect = option.rect.adjusted(2, 2, -2, -2)
    if pixmap is not None:
        painter.drawPixmap(area.center().x() - _PICTURE_SIZE // 2 + 1, area.top() + 4, pixmap)
    label_area = area.adjusted(2, _PICTURE_SIZE + 6, -2, 0)
    palette: QPalette = option.palette
    painter.setFont(label_font.font)
    painter.setPen(palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.Text))
    painter.drawText(label_area, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, label)


def _paint_weight(painter: QPainter, option: QStyleOptionViewItem, weight: int) -> None:
    area: QRect = option.rect.adjusted(6, 6, -6, -6)
    palette: QPalette = option.palette
    text = str(weight)
    painter.setFont(smaller_font(option.font))
    mark_width = painter.fontMetrics().horizontalAdvance(text) + 8
    mark = QRect(
        area.right() - mark_width, area.top(), mark_width, painter.fontMetrics().height() + 2
    )
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
    painter.drawRoundedRect(mark, 5, 5)
    painter.setPen(palette.color(QPalette.ColorRole.HighlightedText))
    painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, text)


def _paint_stock(painter: QPainter, option: QStyleOptionViewItem, remaining: int | None) -> None:
    if remaining is None:
        return
    corner: QPoint = option.rect.topLeft() + QPoint(Space.SMALL, Space.SMALL)
    palette: QPalette = option.palette
    font = smaller_font(option.font)
    font.setBold(remaining < 1)
    painter.setFont(font)
    metrics = painter.fontMetrics()
    plate = QRect(corner, metrics.size(0, str(remaining)) + QSize(Space.SMALL, 0))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(palette.color(QPalette.ColorRole.Button))
    painter.drawRoundedRect(plate, Radius.CONTROL, Radius.CONTROL)
    colour = palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.Text)
    painter.setPen(severity_colour(Severity.ERROR) if remaining < 0 else colour)
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, str(remaining))


def smaller_font(font: QFont) -> QFont:
    """Return a font like *font*, 16% smaller but at least 7 pt."""
    result = QFont(font)
    result.setPointSizeF(max(7.0, font.pointSizeF() * 0.84))
    return result


class LabelFont:
    """The font of labels in the palette; it remembers how it has wrapped them.

    Attributes:
        font: The font.
        metrics: Its metrics.
        line_spacing: The height of a line in pixels.
    """

    def __init__(self, font: QFont) -> None:
        self.font, self.metrics = font, QFontMetrics(font)
        self.line_spacing = self.metrics.lineSpacing()
        self.wrap = lru_cache(_KEPT_LABELS)(self._wrap)
        self.line_count = lru_cache(_KEPT_WIDTHS)(self._line_count)

    def _wrap(self, label: str, width: int, max_lines: int) -> str:
        return wrap_label(label, self.metrics, width, max_lines)

    def _line_count(self, labels: tuple[str, ...], width: int) -> int:
        return label_line_count(labels, self.metrics, width)


def label_font(font: QFont) -> LabelFont:
    """Return the font of labels for a list with *font*; all windows share it."""
    return _label_font(smaller_font(font).toString())


@lru_cache(maxsize=2)
def _label_font(description: str) -> LabelFont:
    font = QFont()
    font.fromString(description)
    return LabelFont(font)


def label_line_count(labels: Iterable[str], metrics: QFontMetrics, width: int) -> int:
    """Return the number of lines that labels need: `MIN_LABEL_LINES` or `MAX_LABEL_LINES`.

    The larger number is returned if any label needs it.
    """
    fits = all(
        len(_wrapped_lines(label, metrics, width, MAX_LABEL_LINES)) <= MIN_LABEL_LINES
        for label in labels
    )
    return MIN_LABEL_LINES if fits else MAX_LABEL_LINES


def wrap_label(label: str, metrics: QFontMetrics, width: int, max_lines: int) -> str:
    """Return a label wrapped into at most *max_lines* lines.

    Lines wider than *width* are elided.
    """
    lines = _wrapped_lines(label, metrics, width, max_lines)
    return "\n".join(metrics.elidedText(x, Qt.TextElideMode.ElideRight, width) for x in lines)


def _wrapped_lines(label: str, metrics: QFontMetrics, width: int, max_lines: int) -> list[str]:
    lines: list[str] = []
    words = label.split(" ")
    while words and len(lines) < max_lines - 1:
        line = words.pop(0)
        while words and metrics.horizontalAdvance(f"{line} {words[0]}") < width - 1:
            line = f"{line} {words.pop(0)}"
        lines.append(line)
    return [*lines, " ".join(words)] if words else lines
