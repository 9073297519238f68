"""The canvas of a board: paints any part of it from cached pictures of its pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from enum import IntEnum
from time import perf_counter

from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QPainter

from m44core.catalogue.catalogue_types import Side
from m44core.drawing.board.hex_groups import HexGroup, draw_hex_groups, hex_groups
from m44core.drawing.board.hex_labels import draw_hex_name
from m44core.drawing.board.piece_drawing import draw_art
from m44core.drawing.board.scenario_drawing import (
    VisibleLayers,
    arts_of_hex,
    board_size,
    draw_board_lines,
    draw_frame,
)
from m44core.drawing.board.screen_labels import (
    ScreenLabel,
    draw_screen_label,
    is_label_too_small,
    screen_label_extent,
    screen_labels,
)
from m44core.drawing.shapes.art import Art, PaintingPlane
from m44core.drawing.shapes.shapes import Drawing
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Player
from m44core.values import dataclass
from m44editor.board.geometry import Zoom, centre, hexes_in
from m44editor.board.painter import Palette
from m44editor.board.pixmaps import (
    GRID,
    BoardLayer,
    Picture,
    PictureCache,
    art_bounds,
    arts_of_board,
    clear_art_cache,
    draw_grid,
    grid_arts,
)
from m44editor.interface_text import current_renderer, language

Planes = dict[PaintingPlane, dict[Hex, tuple[Art, ...]]]

_RENDER_SECONDS = 0.007  # seconds per frame for rendering new pictures
_MIN_LETTER_HEIGHT = 9.5  # logical pixels: the minimum height of letters in names of hexes
LABEL_SIZE = 10.0
"""The type size, in logical pixels, of labels that would otherwise be too small to read."""
_MIN_LABEL_SIZE = 8.0  # logical pixels: smaller labels are too small to read
_LABEL_REACH = 16.0, 3.0  # ems: how far most labels reach from their hex, across and down
_SCREEN_LABEL = "screen-label"
_MAX_OVERHANG = 100.0  # units that a picture can extend beyond its hex
_GHOST_OPACITY = 0.6  # opacity of pieces that are not placed yet


class RenderStatus(IntEnum):
    """How completely a frame was rendered for its zoom; a higher value is worse."""

    ALL = 0
    SOME_OLD = 1  # pictures of another zoom, scaled
    SOME_MISSING = 2


class Canvas:
    """Paints a scenario hex by hex from cached pictures.

    A full repaint only copies pixels; a change repaints only the hexes that look different. New
    pictures are rendered for a few milliseconds per frame, so that opening and zooming never block;
    until a picture is ready, an older one is scaled.

    Attributes:
        dimmed: The opacity of planes that are not fully opaque.
        underlay: A picture between the printed board and the tiles; None if there is none.
        won_medals: The number of medals of each side in a game; None without a game.
        label_language: The language of the labels and the title, where they are translated; None
            for the labels of the board, and the title in the language of the window.
    """

    def __init__(self, scenario: Scenario, visible_layers: VisibleLayers, palette: Palette) -> None:
        self._scenario = self._labelled = scenario  # the second has the labels that are painted
        self.label_language: str | None = None
        self._small_labels: _SmallLabels | None = None
        self._visible_layers = visible_layers
        self._palette = palette
        self._pictures = PictureCache(palette, _draw_art)
        self._planes: Planes = {}
        self._groups: tuple[HexGroup, ...] = ()
        self._group_outlines: BoardLayer | None = None
        self._is_stale = True  # the board is read when it is first painted
        self.dimmed: Mapping[PaintingPlane, float] = {}
        self.underlay: BoardLayer | None = None
        self.won_medals: Mapping[Side, int] | None = None

    @property
    def scenario(self) -> Scenario:
        """The scenario that is painted."""
        return self._scenario

    @property
    def visible_layers(self) -> VisibleLayers:
        """Which layers of the scenario are painted."""
        return self._visible_layers

    def restyle(self, visible_layers: VisibleLayers, palette: Palette) -> None:
        """Change the visible layers and the colors; the caller has to repaint everything."""
        if palette is not self._palette:
            self._palette, self._pictures = palette, PictureCache(palette, _draw_art)
        self._visible_layers = visible_layers
        self._is_stale = True
        clear_art_cache()

    def trim_caches(self, zoom: Zoom | None) -> None:
        """Drop the pictures for all zooms except *zoom*.

        If *zoom* is None, as for a hidden board, drop all.
        """
        self._pictures.drop_other_zooms(zoom)
        if zoom is None and not self._is_stale:
            for layer in filter(
                None, (self._frame_layer, self._section_lines, self._group_outlines)
            ):
                layer.drop_picture()

    def set_label_language(self, code: str | None) -> bool:
        """Show the labels and the title in a language, if translated; return whether it changed.

        None shows the labels of the board, and the title in the language of the window.
        """
        if code == self.label_language:
            return False
        self.label_language = code
        self._labelled = self._with_labels(self._scenario)
        self._is_stale = True
        return True

    def _with_labels(self, scenario: Scenario) -> Scenario:
        code = self.label_language
        return scenario if code is None else scenario.with_labels_in(code)

    def invalidate(self) -> None:
        """Mark the board as outdated, so that it is read again before it is next painted."""
        self._is_stale = True

    def retranslate(self) -> None:
        """Redraw the frame with its texts in the current language."""
        if not self._is_stale:
            self._draw_frame()

    def show_won_medals(self, won_medals: Mapping[Side, int] | None) -> bool:
        """Show the medals of each side at its edge, and return whether they look different.

        None shows the medals needed to win.
        """
        if won_medals == self.won_medals:
            return False
        self.won_medals = won_medals
        if not self._is_stale:
            self._draw_frame()
        return True

    def set_scenario(self, scenario: Scenario) -> tuple[QRectF, ...] | None:
        """Switch to another scenario.

        Returns:
            The rectangles that now look different, in units; None for the whole board.
        """
        old_scenario, self._scenario = self._scenario, scenario
        old_labelled, self._labelled = self._labelled, self._with_labels(scenario)
        if scenario.board is not old_scenario.board or scenario.face is not old_scenario.face:
            self._is_stale = True
        if self._is_stale:
            return None
        if self._frame_data(scenario) != self._frame_data(old_scenario):
            self._draw_frame()
            self._update_hexes(old_labelled, self._labelled)
            self._update_groups()
            return None
        areas = self._update_hexes(old_labelled, self._labelled)
        return None if self._update_groups() else areas

    def _update_hexes(self, before: Scenario, scenario: Scenario) -> tuple[QRectF, ...] | None:
        """Update the changed hexes and return their areas in units; None for the whole board."""
        affected_hexes = _affected_hexes(before, scenario)
        if len(affected_hexes) * 2 > len(scenario.board.hexes):  # another scenario is shown
            self._rebuild_hex_arts()
            return None
        areas = [self._update_hex(hex_, self._arts(hex_)) for hex_ in affected_hexes]
        changed_areas = tuple(area for area in areas if not area.isNull())
        return (*changed_areas, *self._update_small_labels(changed_areas))

    def _update_small_labels(self, changed_areas: Iterable[QRectF]) -> list[QRectF]:
        """Place small labels again after a change; return the areas of those that have moved."""
        before = self._small_labels
        if before is None or not before.are_near(changed_areas):
            return []
        self._small_labels = after = self._place_small_labels(before.zoom)
        moved = {*before.placed.items()} ^ {*after.placed.items()}
        return [before.area(label) for _, label in moved]

    def paint(
        self, painter: QPainter, area: QRectF, zoom: Zoom, origin: QPoint, *, quick: bool = False
    ) -> RenderStatus:
        """Paint the part of the board inside *area*.

        Args:
            painter: The painter, in device pixels.
            area: The rectangle to paint, in units.
            zoom: The zoom of the board.
            origin: The board's upper left corner, in device pixels.
            quick: Whether to scale older pictures rather than render new ones.

        Returns:
            How much was rendered for this zoom; if not everything, paint again soon.
        """
        if self._is_stale:
            self._rebuild_board()
        extended_area = area.adjusted(-_MAX_OVERHANG, -_MAX_OVERHANG, _MAX_OVERHANG, _MAX_OVERHANG)
        positions = [
            (hex_, _centre_pixel(hex_, zoom, origin)) for hex_ in self._hexes_in(extended_area)
        ]
        frame = _Frame(painter, self._pictures, zoom, quick)
        self._frame_layer.paint(painter, zoom, origin, quick=quick)
        if PaintingPlane.GROUND in self.dimmed or self.underlay is not None:
            for hex_, position in positions:
                frame.paint(self._printed_art(hex_), *position)
        if self.underlay is not None:
            self.underlay.paint(painter, zoom, origin, quick=quick)
        self._paint_planes(frame, positions, zoom, origin)
        painter.setOpacity(1.0)
        if self._groups and self._group_outlines is None:
            self._draw_group_outlines()  # for the next frame: in the first one it takes too long
            return RenderStatus.SOME_MISSING
        return frame.rendered

    def _paint_planes(
        self,
        frame: _Frame,
        positions: list[tuple[Hex, tuple[int, int]]],
        zoom: Zoom,
        origin: QPoint,
    ) -> None:
        painter, is_quick = frame.painter, frame.quick
        for plane, arts in self._planes.items():
            if plane is PaintingPlane.LINES:
                self._section_lines.paint(painter, zoom, origin, quick=is_quick)
                if self._group_outlines is not None:
                    painter.setOpacity(self.dimmed.get(PaintingPlane.TAG, 1.0))
                    self._group_outlines.paint(painter, zoom, origin, quick=is_quick)
            painter.setOpacity(self.dimmed.get(plane, 1.0))
            if plane is PaintingPlane.LABEL:
                self._paint_labels(frame, positions, zoom, origin)
                continue
            hidden_art = "ground" if self.underlay is not None else ""  # it is painted below
            for hex_, position in positions:
                for art in arts.get(hex_, ()):
                    if art.name != hidden_art:
                        frame.paint(art, *position)

    def _paint_labels(
        self,
        frame: _Frame,
        positions: list[tuple[Hex, tuple[int, int]]],
        zoom: Zoom,
        origin: QPoint,
    ) -> None:
        """Paint the labels; those that would be too small to read, in larger type."""
        small = self._small_labels
        if small is None or (small.zoom != zoom and not frame.quick):
            self._small_labels = small = self._place_small_labels(zoom)
        for hex_, position in positions:
            for art in self._planes[PaintingPlane.LABEL].get(hex_, ()):
                if hex_ not in small.hexes:
                    frame.paint(art, *position)
        for label in small.placed.values():
            frame.paint(_label_art(label), *_device_pixel(label.x, label.y, zoom, origin))

    def label_at(self, point: QPointF) -> Hex | None:
        """Return the hex of the label in larger type at a point, in units; None without one."""
        small = self._small_labels
        labels = small.placed.items() if small is not None else ()
        size = LABEL_SIZE / small.zoom.scale if small is not None else 0.0
        for hex_, label in labels:
            box = screen_label_extent(label, size)
            if QRectF(box.left, box.top, box.width, box.height).contains(point):
                return hex_
        return None

    def _place_small_labels(self, zoom: Zoom) -> _SmallLabels:
        """Choose the places of the labels that are too small to read at a zoom."""
        labels = self._labelled.labels if self._visible_layers.labels else {}
        size, min_size = LABEL_SIZE / zoom.scale, _MIN_LABEL_SIZE / zoom.scale
        hexes = {hex_ for hex_, lines in labels.items() if is_label_too_small(lines, min_size)}
        if not hexes:
            return _SmallLabels(zoom, hexes, {})
        arts: dict[Hex, tuple[Art, ...]] = {}
        for pieces in self._planes.values():
            for hex_, hex_arts in pieces.items():
                arts[hex_] = (*arts.get(hex_, ()), *hex_arts)
        return _SmallLabels(zoom, hexes, screen_labels(self._labelled, size, min_size, arts))

    def paint_labels_again(
        self, painter: QPainter, hexes: Set[Hex], zoom: Zoom, origin: QPoint
    ) -> None:
        """Repaint the labels in larger type of some hexes, above marks on the board."""
        placed = self._small_labels.placed if self._small_labels is not None else {}
        for label in (placed[hex_] for hex_ in hexes & placed.keys()):
            picture = self._pictures.get(_label_art(label), zoom)
            x, y = _device_pixel(label.x, label.y, zoom, origin)
            painter.drawPixmap(x + picture.left, y + picture.top, picture.pixmap)

    def paint_ghost(
        self, painter: QPainter, arts: Mapping[Hex, Iterable[Art]], zoom: Zoom, origin: QPoint
    ) -> None:
        """Paint pieces that are not on the board yet, half transparent."""
        painter.setOpacity(_GHOST_OPACITY)
        for hex_, pieces in arts.items():
            for art in pieces:
                picture = self._pictures.get(art, zoom)
                x, y = _centre_pixel(hex_, zoom, origin)
                painter.drawPixmap(x + picture.left, y + picture.top, picture.pixmap)
        painter.setOpacity(1.0)

    def _hexes_in(self, area: QRectF) -> tuple[Hex, ...]:
        return hexes_in(self._scenario.board, area)

    def _rebuild_board(self) -> None:
        """Look up the arts of every hex, and draw the frame and the section lines."""
        board, size = self._scenario.board, board_size(self._scenario.board)
        sections = draw_board_lines(board, replace(self._visible_layers, grid=False))
        self._draw_frame()
        self._section_lines = BoardLayer(sections, size, self._palette)
        self._rebuild_hex_arts()
        self._is_stale = False
        self._groups, self._group_outlines = (), None
        self._update_groups()

    def _rebuild_hex_arts(self) -> None:
        """Look up the arts of every hex, and sort them by plane."""
        self._small_labels = None
        self._planes = {plane: {} for plane in PaintingPlane}
        for hex_, arts in arts_of_board(self._labelled, self._visible_layers).items():
            for art in arts:
                pieces = self._planes[art.plane]
                pieces[hex_] = (*pieces.get(hex_, ()), art)
        if self._visible_layers.grid:
            self._planes[PaintingPlane.LINES] = grid_arts(self._scenario.board)

    def _update_groups(self) -> bool:
        """Update the groups of hexes that share a marker; return whether they changed."""
        old_groups, self._groups = (
            self._groups,
            hex_groups(self._scenario) if self._visible_layers.tags else (),
        )
        if self._groups == old_groups:
            return False
        self._group_outlines = None
        return True

    def _draw_group_outlines(self) -> None:
        size = board_size(self._scenario.board)
        self._group_outlines = BoardLayer(draw_hex_groups(self._groups), size, self._palette)

    def _draw_frame(self) -> None:
        """Draw the frame around the hexes: the sides at the edges, the medals and the title."""
        scenario = self._scenario
        frame = draw_frame(
            scenario.board,
            scenario.face,
            scenario.briefing,
            self._title_of(scenario),
            current_renderer(),
            won_medals=self.won_medals,
        )
        self._frame_layer = BoardLayer(frame, board_size(scenario.board), self._palette)

    def _title_of(self, scenario: Scenario) -> str:
        return scenario.title_in(self.label_language or language())

    def _frame_data(self, scenario: Scenario) -> tuple[Player, Player, str]:
        """Return the data shown on the frame: both players and the title."""
        return scenario.briefing.top, scenario.briefing.bottom, self._title_of(scenario)

    def _arts(self, hex_: Hex) -> tuple[Art, ...]:
        return arts_of_hex(self._labelled, hex_, self._visible_layers)

    def _printed_art(self, hex_: Hex) -> Art:
        """Return the art of the ground printed on a hex, below any tile."""
        return arts_of_hex(self._scenario, hex_, replace(self._visible_layers, terrain=False))[0]

    def _update_hex(self, hex_: Hex, after: tuple[Art, ...]) -> QRectF:
        """Store the arts of one hex and return the changed area in units.

        The area is empty if nothing changed.
        """
        planes = [(p, arts) for p, arts in self._planes.items() if p is not PaintingPlane.LINES]
        before = tuple(art for _, arts in planes for art in arts.get(hex_, ()))
        if before == after:
            return QRectF()
        for plane, arts in planes:
            arts[hex_] = tuple(art for art in after if art.plane is plane)
        return arts_area(hex_, before + after)


@dataclass(frozen=True, slots=True)
class _SmallLabels:
    """The labels that are too small to read at a zoom.

    Attributes:
        zoom: The zoom.
        hexes: The hexes with such a label.
        placed: Those that are shown in larger type, by hex.
    """

    zoom: Zoom
    hexes: Set[Hex]
    placed: Mapping[Hex, ScreenLabel]

    def are_near(self, areas: Iterable[QRectF]) -> bool:
        """Return whether areas, in units, are where a label could be."""
        size = LABEL_SIZE / self.zoom.scale
        across, down = (
            _LABEL_REACH[0] * size + _MAX_OVERHANG,
            _LABEL_REACH[1] * size + _MAX_OVERHANG,
        )
        near = [
            QRectF(point.x() - across, point.y() - down, 2 * across, 2 * down)
            for point in map(centre, self.hexes)
        ]
        return any(area.intersects(other) for area in areas for other in near)

    def area(self, label: ScreenLabel) -> QRectF:
        """Return the rectangle that a label covers, in units."""
        box = screen_label_extent(label, LABEL_SIZE / self.zoom.scale)
        margin = box.height / 2  # for its halo, and as its width is estimated
        area = QRectF(box.left, box.top, box.width, box.height)
        return area.adjusted(-2 * margin, -margin, 2 * margin, margin)


class _Frame:
    """One frame of the board: copies cached pictures, and renders new ones within a time limit.

    Only rendering counts toward the limit, and at least one picture is rendered. So each frame
    brings the board closer to completion, however long the rest takes.
    """

    def __init__(self, painter: QPainter, pictures: PictureCache, zoom: Zoom, quick: bool) -> None:
        self.painter = painter
        self._pictures = pictures
        self._zoom = zoom
        self.quick = quick
        self._render_seconds = 0.0
        self.rendered = RenderStatus.ALL

    def paint(self, art: Art, x: int, y: int) -> None:
        """Paint one picture with the center of its hex at ``(x, y)``, in device pixels."""
        picture = self._pictures.get_cached(art, self._zoom) or self._fallback_picture(art)
        if picture is None and not self._is_out_of_time:
            picture = self._render(art)
        if picture is None:
            self.rendered = RenderStatus.SOME_MISSING
        elif picture.pitch == self._zoom.pitch:
            self.painter.drawPixmap(x + picture.left, y + picture.top, picture.pixmap)
        else:
            self.rendered = max(self.rendered, RenderStatus.SOME_OLD)
            target_rect = picture.target_rect(x, y, self._zoom.pitch)
            self.painter.drawPixmap(target_rect, picture.pixmap, QRectF(picture.pixmap.rect()))

    @property
    def _is_out_of_time(self) -> bool:
        return self._render_seconds > 0 and self._render_seconds >= _RENDER_SECONDS

    def _render(self, art: Art) -> Picture:
        start = perf_counter()
        picture = self._pictures.get(art, self._zoom)
        self._render_seconds += perf_counter() - start
        return picture

    def _fallback_picture(self, art: Art) -> Picture | None:
        """Return a picture for another zoom if there is no time to render one.

        Return None if there is time, or if no such picture is cached.
        """
        return (
            self._pictures.get_cached_at_any_zoom(art)
            if self.quick or self._is_out_of_time
            else None
        )


def _label_art(label: ScreenLabel) -> Art:
    return Art(PaintingPlane.LABEL, _SCREEN_LABEL, detail=label.lines)


def _draw_art(art: Art, zoom: Zoom) -> Drawing:
    if art.plane is PaintingPlane.NAME:
        return draw_hex_name("".join(map(str, art.detail)), _MIN_LETTER_HEIGHT / zoom.scale)
    if art.name == _SCREEN_LABEL:
        return draw_screen_label([str(line) for line in art.detail], LABEL_SIZE / zoom.scale)
    return draw_grid(art) if art.name == GRID else draw_art(art)


def arts_area(hex_: Hex, arts: Iterable[Art]) -> QRectF:
    """Return the rectangle that *arts* cover on a hex, in board units."""
    area = QRectF()
    for art in arts:
        area = area.united(art_bounds(art))
    return area.translated(centre(hex_))


def _affected_hexes(before: Scenario, after: Scenario) -> set[Hex]:
    """Return the hexes that may look different: the changed ones and their neighbors."""
    hexes = before.hexes.keys() | after.hexes.keys()
    changed_hexes = {h for h in hexes if before.hexes.get(h) is not after.hexes.get(h)}
    neighbours = after.board.neighbours
    changed_hexes |= {neighbor for hex_ in changed_hexes for neighbor in neighbours.get(hex_, ())}
    if before.labels is not after.labels:
        changed_hexes |= before.labels.keys() | after.labels.keys()
    return changed_hexes & after.board.index.keys()


def _centre_pixel(hex_: Hex, zoom: Zoom, origin: QPoint) -> tuple[int, int]:
    """Return the device pixel of a hex's center."""
    point = centre(hex_)
    return _device_pixel(point.x(), point.y(), zoom, origin)


def _device_pixel(x: float, y: float, zoom: Zoom, origin: QPoint) -> tuple[int, int]:
    """Return the device pixel of a point in units."""
    scale_x, scale_y = zoom.device_scales
    return origin.x() + round(x * scale_x), origin.y() + round(y * scale_y)
