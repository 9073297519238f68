"""The overlays of a board: activation, computation and legend."""

from __future__ import annotations

from time import monotonic

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from m44core.drawing.board.overlay import area_swatch, draw_overlays
from m44core.drawing.shapes.shapes import Drawing
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.rules.overlays.find_overlay import MAX_OVERLAYS, drawable_overlays, find_overlay
from m44core.rules.overlays.overlay_types import Overlay, OverlayTarget
from m44editor.board.board_view import BoardView
from m44editor.board.geometry import hex_bounding_rect
from m44editor.board.painter import paint
from m44editor.documents.document import Document
from m44editor.documents.hex_selection import Selection
from m44editor.interface_text import current_renderer, sentence, translated, without_mnemonic
from m44editor.menu_commands import OVERLAYS
from m44editor.overlays.overlay_mark import (
    OverlayMark,
    clear_hex_pictures,
    clear_text_cache,
    make_hex_pictures,
)
from m44editor.theme_tokens import MarkColour

NAME = "overlays"
_RELEASE_AFTER_MS = 30_000  # milliseconds after which the pictures of unused overlays are released
_PREPARE_SECONDS = 0.004  # seconds, of the 16 milliseconds of a frame

_SAMPLE_SIZE = 34, 20  # logical pixels of a sample in the legend
_MARGIN = 10
_GAP = 8


class Overlays(QObject):
    """Shows overlays on a board; computes nothing while none is on.

    The object is a child of the board and has the object name :data:`NAME`.

    Signals:
        changed: The overlays that are on, or their results, have changed.
    """

    changed = Signal()

    def __init__(self, view: BoardView, document: Document, selection: Selection) -> None:
        super().__init__(view)
        self.setObjectName(NAME)
        self._view, self._document, self._selection = view, document, selection
        self._active: list[str] = []
        self._results: dict[str, Overlay] = {}
        self._shown_appearances: list[object] = [None] * MAX_OVERLAYS
        self._marks: list[OverlayMark | None] = [None] * MAX_OVERLAYS
        self._hex: Hex | None = None
        self._preview_scenario: Scenario | None = None
        self.legend = Legend(view.viewport())
        self.legend.hide()
        self._compute_timer = QTimer(self, singleShot=True, interval=0)
        self._compute_timer.timeout.connect(self.compute)
        self._idle_timer = QTimer(self, singleShot=True, interval=0)
        self._idle_timer.timeout.connect(self._prepare_hex_pictures)
        self._release_timer = QTimer(self, interval=_RELEASE_AFTER_MS, singleShot=True)
        self._release_timer.timeout.connect(self._clear_caches)
        view.hovered.connect(self._on_hover)
        view.zoom_changed.connect(self._idle_timer.start)
        document.changed.connect(self._schedule_computation)
        document.replaced.connect(self._schedule_computation)
        selection.changed.connect(self._schedule_computation)

    @property
    def active_names(self) -> tuple[str, ...]:
        """The names of the overlays that are on, in the order they were turned on."""
        return tuple(self._active)

    @property
    def results(self) -> dict[str, Overlay]:
        """The latest results of the active overlays."""
        return dict(self._results)

    @property
    def text(self) -> str:
        """The results in sentences; empty if no overlay is on."""
        return " ".join(f"{sentence(self._results[name].summary)}." for name in self._active)

    def drawing(self) -> Drawing:
        """Return the overlays as a drawing, to export them with the board."""
        scenario, target = self._scenario, self._target()
        return draw_overlays(
            drawable_overlays(scenario, self._active, target, current_renderer()), self._units
        )

    def toggle(self, name: str) -> None:
        """Turn an overlay on or off; turning on a third overlay turns off the oldest."""
        if name in self._active:
            self._active.remove(name)
        else:
            self._active = [*self._active[-MAX_OVERLAYS + 1 :], name]
        self.compute()
        self.legend.setVisible(bool(self._active))
        self._idle_timer.start()
        if not self._active:
            self._release_timer.start()

    def _clear_caches(self) -> None:
        if not self._active:
            clear_hex_pictures()
            clear_text_cache()

    def _prepare_hex_pictures(self) -> None:
        """Render some of the pictures that overlays may need, in idle time."""
        deadline = monotonic() + _PREPARE_SECONDS
        if not all(
            make_hex_pictures(index, *self._view.zoom.device_scales, deadline)
            for index in range(len(self._active))
        ):
            self._idle_timer.start()

    def compute(self) -> None:
        """Compute all overlays again and show them."""
        self._compute_timer.stop()
        target, scenario = self._target(), self._scenario
        self._results = {name: find_overlay(name, scenario, target) for name in self._active}
        self._show_marks()
        titles = [
            (without_mnemonic(translated(OVERLAYS[name].text)), self._results[name])
            for name in self._active
        ]
        self.legend.show_overlays(titles)
        self._announce()
        self.changed.emit()

    def show_preview(self, scenario: Scenario | None) -> None:
        """Compute the overlays for a preview, such as of a dragged unit; None ends the preview."""
        self._preview_scenario = scenario
        self._schedule_computation()

    def compute_if_due(self) -> None:
        """Compute all overlays now if a computation is scheduled."""
        if self._compute_timer.isActive():
            self.compute()

    def _show_marks(self) -> None:
        """Replace the marks of the overlays whose look has changed."""
        units = self._units
        appearances = [
            (name, self._results[name].areas, self._results[name].marks, units)
            for name in self._active
        ]
        for index in range(MAX_OVERLAYS):
            appearance = appearances[index] if index < len(appearances) else None
            if appearance != self._shown_appearances[index]:
                self._shown_appearances[index] = appearance
                mark = self._mark(index)
                self._marks[index] = mark if mark and mark.hexes else None
                self._view.set_mark(f"overlay-{index}", mark)

    def _mark(self, index: int) -> OverlayMark | None:
        if index >= len(self._active):
            return None
        overlay = self._results[self._active[index]]
        areas = [(area.role.value, area.hexes) for area in overlay.areas]
        texts = {hex_: translated(mark) for hex_, mark in overlay.marks.items()}
        before, units = self._marks[index], self._units
        return OverlayMark(areas, texts, index, units, before)

    @property
    def _units(self) -> frozenset[Hex]:
        return frozenset(hex_ for hex_, _ in self._scenario.units())

    @property
    def _scenario(self) -> Scenario:
        return self._preview_scenario or self._document.scenario

    def _target(self) -> OverlayTarget:
        hexes = self._selection.hexes if self._preview_scenario is None else ()
        return OverlayTarget(self._hex, next(iter(hexes)) if len(hexes) == 1 else None)

    def _on_hover(self, hex_: Hex | None) -> None:
        self._hex = hex_
        if hex_ is not None and self._active:
            area = self._view.area_from_units(hex_bounding_rect(hex_))
            self.legend.avoid(area.toAlignedRect())
        if QGuiApplication.mouseButtons():
            self._schedule_computation()  # the edit of this move is still to come
        elif self._active:
            self.compute()

    def _schedule_computation(self) -> None:
        """Schedule a computation after the pending events."""
        if self._active:
            self._compute_timer.start()

    def _announce(self) -> None:
        """Announce the results to screen readers."""
        self._view.speech.show_overlay_text(self.text)


def overlay_drawing(view: BoardView) -> Drawing:
    """Return the overlays of a board as a drawing, to export them; empty if none is on."""
    overlays = view.findChild(Overlays)
    return overlays.drawing() if overlays is not None else ()


class Legend(QWidget):
    """Explains the areas of the overlays, in a corner of the board."""

    def __init__(self, board: QWidget) -> None:
        super().__init__(board)
        self._board = board
        self._entries: list[tuple[str, int, str]] = []
        self._is_above = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        board.installEventFilter(self)

    @property
    def entries(self) -> tuple[str, ...]:
        """The texts of the entries, from top to bottom."""
        return tuple(text for _, _, text in self._entries)

    def show_overlays(self, overlays: list[tuple[str, Overlay]]) -> None:
        """Show the title of each overlay, then its areas; if it has none, its summary."""
        before, self._entries = self._entries, []
        for index, (title, overlay) in enumerate(overlays):
            self._entries.append(("", index, title))
            areas = overlay.areas
            self._entries += [(a.role.value, index, translated(a.legend)) for a in areas]
            if not areas:
                self._entries.append(("", index, sentence(overlay.summary)))
        if self._entries != before:
            self.setAccessibleName("; ".join(self.entries))
            self._move_to_corner()
            self.update()

    def avoid(self, area: QRect) -> None:
        """Move to the other corner if the legend covers a rectangle."""
        if self.isVisible() and self.geometry().intersects(area):
            self._is_above = not self._is_above
            self._move_to_corner()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the board is resized."""
        if event.type() == QEvent.Type.Resize:
            self._move_to_corner()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the background, the samples and the texts."""
        del event
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(self.palette().mid().color())
            painter.setBrush(self.palette().window())
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
            for row, entry in enumerate(self._entries):
                self._paint_entry(painter, _MARGIN + row * self._line_pitch(), *entry)

    def _paint_entry(self, painter: QPainter, y: int, role: str, index: int, text: str) -> None:
        width, height = _SAMPLE_SIZE
        font = self.font()
        font.setBold(not role)
        painter.setFont(font)
        if role:
            painter.save()
            painter.translate(_MARGIN, y)
            painter.fillRect(QRectF(0, 0, width, height), QColor(MarkColour.LEGEND_GROUND))
            paint(painter, area_swatch(role, index, width, height), {})
            painter.restore()
        x = _MARGIN + (width + _GAP if role else 0)
        area = QRectF(x, y, self.width() - x - 2, height)
        painter.setPen(self.palette().windowText().color())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

    def _line_pitch(self) -> int:
        return max(_SAMPLE_SIZE[1], self.fontMetrics().height()) + 4

    def _move_to_corner(self) -> None:
        """Resize to fit the texts, and move to the lower or upper left corner."""
        font = self.font()
        font.setBold(True)
        self.ensurePolished()
        width = max((self._entry_width(*entry) for entry in self._entries), default=0)
        height = len(self._entries) * self._line_pitch() + 2 * _MARGIN - 4
        self.resize(width + 2 * _MARGIN, height)
        lower_y = max(_MARGIN, self._board.height() - height - _MARGIN)
        self.move(_MARGIN, _MARGIN if self._is_above else lower_y)

    def _entry_width(self, role: str, index: int, text: str) -> int:
        del index
        advance = self.fontMetrics().horizontalAdvance(text)
        return advance + _SAMPLE_SIZE[0] + _GAP if role else int(advance * 1.15)
