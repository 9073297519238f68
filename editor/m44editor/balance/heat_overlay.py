"""A heat map over the board, with its legend."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPixmap
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from m44core.balance_lab.heat_map_picture import LEGEND_HEIGHT, draw_heat_map, draw_heat_map_legend
from m44core.balance_lab.heat_maps import HeatKind, HeatMap, heat_map_title
from m44core.board import Board
from m44core.drawing.shapes.shapes import Drawing
from m44core.hexes import Hex
from m44core.messages.message import first_few, label_with_text, message_in, one_decimal, percent
from m44editor.balance.measurements import Measurements
from m44editor.board.board_marks import WideMark
from m44editor.board.board_view import BoardEvent, BoardView
from m44editor.board.painter import bounds, paint
from m44editor.documents.document import Document
from m44editor.interface_text import current_renderer, sentence, tr, translated
from m44editor.theme import art_palette
from m44editor.tools.toolbox import Toolbox

_MARK_NAME = "heat"
_LEGEND_UNITS = 690.0
_LEGEND_WIDTH = 430  # logical pixels
_MARGIN = 10
_MAX_LISTED_HEXES = 8  # hexes named in words
_MAX_CACHED_PIXELS = 4e6  # device pixels of a cached picture; larger ones are painted where visible


class HeatMark(WideMark):
    """The heat map as a mark of the board: painted once for each zoom, then copied.

    Args:
        drawing: The overlay, in units.
        hexes: The hexes it touches.
    """

    def __init__(self, drawing: Drawing, hexes: frozenset[Hex]) -> None:
        self.hexes, self._drawing = hexes, drawing
        self.bounds = bounds(drawing)
        self._picture: QPixmap | None = None
        self._scales = 0.0, 0.0

    def paint(self, painter: QPainter, scale: float) -> None:
        """Paint the mark in units; *scale* is ignored, because the painter knows it."""
        del scale
        transform, ratio = painter.worldTransform(), painter.device().devicePixelRatioF()
        scales = transform.m11() * ratio, transform.m22() * ratio
        if scales != self._scales:
            self._scales, self._picture = scales, None
        if self.bounds.width() * scales[0] * self.bounds.height() * scales[1] > _MAX_CACHED_PIXELS:
            paint(painter, self._drawing, {})
            return
        self._picture = self._picture or self._render()
        painter.drawPixmap(self.bounds, self._picture, QRectF(self._picture.rect()))

    def drop_picture(self) -> None:
        """Release the cached picture."""
        self._picture = None

    def _render(self) -> QPixmap:
        scale_x, scale_y = self._scales
        size = QSize(
            round(self.bounds.width() * scale_x) + 1, round(self.bounds.height() * scale_y) + 1
        )
        picture = QPixmap(size)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(size.width() / self.bounds.width(), size.height() / self.bounds.height())
            painter.translate(-self.bounds.topLeft())
            paint(painter, self._drawing, {})
        return picture


class HeatOverlay(QObject):
    """Shows the heat map of a window's measurements on its board.

    A double click on a hex with the Select tool opens a game that the heat map counts there.

    Attributes:
        legend: The legend.
    """

    def __init__(
        self, view: BoardView, document: Document, toolbox: Toolbox, measurements: Measurements
    ) -> None:
        super().__init__(view)
        self.setObjectName("heat-overlay")
        self._view, self._document, self._measurements = view, document, measurements
        self._toolbox = toolbox
        self.legend = HeatLegend(view.viewport())
        self.legend.close_button.clicked.connect(lambda: measurements.choose_heat(None))
        measurements.heat_changed.connect(self._refresh)
        measurements.changed.connect(self._show_age)
        document.replaced.connect(self._refresh)
        view.double_clicked.connect(self._watch_hex)

    def _refresh(self) -> None:
        heat, board = self._measurements.heat, self._document.scenario.board
        mark = _heat_mark(heat, board) if heat is not None else None
        self._view.set_mark(_MARK_NAME, mark)
        self.legend.show_heat(heat)
        self._show_age()

    def _show_age(self) -> None:
        self.legend.set_outdated(is_outdated=self._measurements.is_outdated)

    def _watch_hex(self, event: BoardEvent) -> None:
        is_for_us = (
            event.button == Qt.MouseButton.LeftButton and self._toolbox.tool.name == "select"
        )
        if event.hex is not None and is_for_us:
            name = self._document.scenario.board.name(event.hex)
            if self._measurements.watch_hex(name):
                self._toolbox.cancel_drag()  # its release would open the menu of the pieces


def heat_text(heat: HeatMap) -> str:
    """Return the title of a heat map, and the hexes with the highest numbers."""
    hottest_hexes = [f"{hex_} {heat_number_text(heat, hex_)}" for hex_ in heat.per_game]
    if not hottest_hexes:
        return sentence(label_with_text(heat_map_title(heat), message_in("heat map", "none")))
    return sentence(
        label_with_text(heat_map_title(heat), first_few(hottest_hexes, _MAX_LISTED_HEXES))
    )


def heat_number_text(heat: HeatMap, hex_: str) -> str:
    """Return the number of a hex of a heat map, as it is written on the board."""
    number = heat.per_game[hex_]
    return translated(
        percent(number) if heat.kind is HeatKind.NEVER_ENTERED else one_decimal(number)
    )


def _heat_mark(heat: HeatMap, board: Board) -> HeatMark | None:
    names = {board.name(hex_): hex_ for hex_ in board.hexes}
    hexes = frozenset(names[name] for name in heat.per_game if name in names)
    drawing = draw_heat_map(heat, board, current_renderer())
    return HeatMark(drawing, hexes) if drawing else None


class HeatLegend(QWidget):
    """Explains the marks of a heat map in a corner of the board.

    Attributes:
        close_button: Hides the heat map.
        age: States that the heat map is for an older map, if so.
    """

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self._drawing: Drawing = ()
        self.close_button = QToolButton(self)
        self.close_button.setText("✕")
        self.close_button.setAutoRaise(True)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.age = QLabel(self)
        self.age.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.age.setAutoFillBackground(True)
        self.age.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.age.setForegroundRole(QPalette.ColorRole.ToolTipText)
        board.installEventFilter(self)
        self.hide()

    def show_heat(self, heat: HeatMap | None) -> None:
        """Show the legend of a heat map; None hides it."""
        self.setVisible(heat is not None)
        if heat is None:
            return
        self.close_button.setAccessibleName(tr("Hide the heat map"))
        self.close_button.setToolTip(tr("Hide the heat map"))
        self._drawing = draw_heat_map_legend(heat, _LEGEND_UNITS, current_renderer())
        self.setAccessibleName(heat_text(heat))
        self._move_to_corner()
        self.update()

    def set_outdated(self, *, is_outdated: bool) -> None:
        """Show or hide the note that the heat map is for an older map."""
        self.age.setText(tr("For an earlier version of the map"))
        self.age.setVisible(is_outdated)
        self._move_to_corner()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the board is resized."""
        if event.type() == QEvent.Type.Resize:
            self._move_to_corner()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the legend in the colors of the board's frame."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            scale = _LEGEND_WIDTH / _LEGEND_UNITS
            painter.scale(scale, scale)
            paint(painter, self._drawing, art_palette())

    def _move_to_corner(self) -> None:
        height = round(LEGEND_HEIGHT * _LEGEND_WIDTH / _LEGEND_UNITS)
        note_height = 0 if self.age.isHidden() else self.age.sizeHint().height() + 4
        self.resize(_LEGEND_WIDTH, height + note_height)
        self.age.setGeometry(QRect(0, height, _LEGEND_WIDTH, note_height))
        x = max(_MARGIN, self._board.width() - self.width() - _MARGIN)
        self.move(x, max(_MARGIN, self._board.height() - self.height() - _MARGIN))
        button = self.close_button.sizeHint()
        self.close_button.setGeometry(self.width() - button.width() - 6, 5, *button.toTuple())
