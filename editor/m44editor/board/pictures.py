"""Pictures of pieces, rendered once for each zoom and kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from m44core.drawing.board.piece_drawing import draw
from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.shapes import Drawing
from m44core.values import dataclass
from m44editor.board.geometry import Zoom
from m44editor.board.painter import Palette, bounds, paint

ROOM = 24 * 1024 * 1024  # bytes of pixels to keep, on a screen of one device pixel a pixel


@dataclass(frozen=True, slots=True)
class Picture:
    """One art as pixels.

    Attributes:
        pixmap: The pixels; its device pixel ratio is left at 1.
        left: Device pixels from the hex centre to the pixmap's left edge.
        top: Device pixels from the hex centre to its top edge.
        pitch: The zoom it was rendered for.
    """

    pixmap: QPixmap
    left: int
    top: int
    pitch: int

    def place(self, x: int, y: int, pitch: int) -> QRectF:
        """Return where it goes, scaled to *pitch*, for a hex centre at ``(x, y)``."""
        factor = pitch / self.pitch
        width, height = self.pixmap.width() * factor, self.pixmap.height() * factor
        return QRectF(x + self.left * factor, y + self.top * factor, width, height)


@lru_cache(maxsize=4096)
def art_bounds(art: Art) -> QRectF:
    """Return the rectangle an art covers, in units about the hex centre; do not change it."""
    return bounds(draw(art))


class Pictures:
    """The pictures of one palette, up to a number of bytes; the longest unused goes first."""

    def __init__(
        self, palette: Palette, draw: Callable[[Art, Zoom], Drawing], room: int = ROOM
    ) -> None:
        self._palette = palette
        self._room = room
        self._draw = draw
        self._kept: OrderedDict[tuple[Art, int], Picture] = OrderedDict()
        self._latest: dict[Art, int] = {}
        self.bytes = 0

    def get(self, art: Art, zoom: Zoom) -> Picture:
        """Return the picture of *art* at *zoom*, rendered now if need be."""
        return self.ready(art, zoom) or self._keep(art, zoom, self._render(art, zoom))

    def ready(self, art: Art, zoom: Zoom) -> Picture | None:
        """Return the picture of *art* at *zoom* if it is there already."""
        key = (art, zoom.pitch)
        picture = self._kept.get(key)
        if picture is not None:
            self._kept.move_to_end(key)
        return picture

    def any_size(self, art: Art) -> Picture | None:
        """Return the picture of *art* rendered last, for whatever zoom, if it is there."""
        return self._kept.get((art, self._latest.get(art, 0)))

    def keep_only(self, zoom: Zoom | None) -> None:
        """Forget the pictures of every other zoom; None forgets all."""
        pitch = zoom.pitch if zoom else None
        kept = ((key, picture) for key, picture in self._kept.items() if key[1] == pitch)
        self._kept = OrderedDict(kept)
        self._latest = dict(self._kept.keys())  # they are pairs
        self.bytes = sum(map(_size, self._kept.values()))

    def _render(self, art: Art, zoom: Zoom) -> Picture:
        drawing = self._draw(art, zoom)
        area = zoom.device_transform.mapRect(bounds(drawing)).toAlignedRect()
        rect = area.adjusted(-1, -1, 1, 1)
        pixmap = QPixmap(rect.size())
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-rect.topLeft())
            painter.setTransform(zoom.device_transform, True)
            paint(painter, drawing, self._palette)
        return Picture(unpainted(pixmap), rect.left(), rect.top(), zoom.pitch)

    def _keep(self, art: Art, zoom: Zoom, picture: Picture) -> Picture:
        room = self._room * zoom.ratio**2
        self._kept[art, picture.pitch] = picture
        self._latest[art] = picture.pitch
        self.bytes += _size(picture)
        while self.bytes > room and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self.bytes -= _size(dropped)
        return picture


def unpainted(pixmap: QPixmap) -> QPixmap:
    """Return a copy to keep: what was painted on holds on to 30 kB of Qt's for painting it."""
    return pixmap.copy()


def _size(picture: Picture) -> int:
    return picture.pixmap.width() * picture.pixmap.height() * 4
