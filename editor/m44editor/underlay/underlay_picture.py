"""The picture of an underlay: reading it, and how it lies on the board by four pins."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPolygonF, QTransform

from m44core.errors import ReadError
from m44core.messages.message import message
from m44core.untrusted_files import parse_json
from m44core.values import dataclass

Point = tuple[float, float]
FourPoints = tuple[Point, ...]

CORNERS: FourPoints = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_MAX_COORDINATE = 1e6  # units; nothing is laid beyond


@dataclass(frozen=True, slots=True)
class Placement:
    """A picture, and how it lies.

    Attributes:
        picture: Its file.
        pins: Four points of the picture, as shares of its width and height.
        points: The points of the board they are on, in units.
        opacity: How much of the printed board it hides: 1 for all.
        shown: Whether it is shown.
        locked: Whether it is left where it is.
    """

    picture: Path
    pins: FourPoints
    points: FourPoints
    opacity: float = 0.7
    shown: bool = True
    locked: bool = False

    def transform(self, width: int, height: int) -> QTransform | None:
        """Return what leads from pixels of the picture to units; None where pins are in a line."""
        pixels = [QPointF(x * width, y * height) for x, y in self.pins]
        points = [QPointF(*point) for point in self.points]
        made = QTransform()
        if not QTransform.quadToQuad(QPolygonF(pixels), QPolygonF(points), made):
            return None
        return made if made.isInvertible() else None

    def with_moved_pin(self, pin: int, to: QPointF) -> Placement:
        """Return it with one pin, and what it holds, on another point of the board."""
        points = [*self.points]
        points[pin] = to.x(), to.y()
        return replace(self, points=tuple(points))

    def with_pin_through(
        self, pin: int, at: QPointF, pixels: QTransform, width: int, height: int
    ) -> Placement:
        """Return it lying as it lies, with one pin through another point of the picture.

        Args:
            pin: Which.
            at: Where on the board it goes through the picture.
            pixels: From units to pixels of the picture.
            width: Pixels of the picture across.
            height: Pixels of the picture down.
        """
        inside = pixels.map(at)
        pins = [*self.pins]
        pins[pin] = inside.x() / width, inside.y() / height
        return replace(self.with_moved_pin(pin, at), pins=tuple(pins))

    def shifted(self, by: QPointF) -> Placement:
        """Return it moved as a whole."""
        points = tuple((x + by.x(), y + by.y()) for x, y in self.points)
        return replace(self, points=points)

    def scaled(self, factor: float) -> Placement:
        """Return it larger or smaller about its middle."""
        middle = QPolygonF([QPointF(*point) for point in self.points]).boundingRect().center()
        x0, y0 = middle.x(), middle.y()
        points = tuple((x0 + (x - x0) * factor, y0 + (y - y0) * factor) for x, y in self.points)
        return replace(self, points=points)


def fit_to_board(picture: Path, width: int, height: int, board: QRectF) -> Placement:
    """Return a picture as large as it goes onto the board, in its middle."""
    factor = min(board.width() / max(width, 1), board.height() / max(height, 1))
    area = QRectF(0, 0, width * factor, height * factor)
    area.moveCenter(board.center())
    corners = area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()
    return Placement(picture, CORNERS, tuple((corner.x(), corner.y()) for corner in corners))


def placement_to_text(placing: Placement, folder: Path | None = None) -> str:
    """Return a placing as text; the picture by its name alone where it lies in *beside*."""
    near = folder is not None and placing.picture.parent == folder
    return json.dumps(
        {
            "picture": placing.picture.name if near else str(placing.picture),
            "pins": placing.pins,
            "points": placing.points,
            "opacity": placing.opacity,
            "shown": placing.shown,
            "locked": placing.locked,
        }
    )


def placement_from_text(text: str, folder: Path) -> Placement | None:
    """Return the placing a text says; None where it says none."""
    try:
        data = parse_json(text)
        if not isinstance(data, dict):
            return None
        picture = str(data["picture"])
        pins, points = (_four_points(data[name]) for name in ("pins", "points"))
        opacity = min(max(float(data["opacity"]), 0.05), 1.0)
    except (ValueError, KeyError, TypeError, OverflowError):
        return None
    if "\0" in picture or not picture:
        return None
    path = folder / picture
    return Placement(
        path, pins, points, opacity, data.get("shown") is not False, data.get("locked") is True
    )


def _four_points(values: object) -> FourPoints:
    """Return four points.

    Raises:
        ValueError: they are none, or lie where no board is.
        TypeError: they are none.
    """
    if not isinstance(values, list):
        raise TypeError
    four = tuple((float(x), float(y)) for x, y in values)
    if len(four) != len(CORNERS) or not all(
        abs(number) < _MAX_COORDINATE for point in four for number in point
    ):
        raise ValueError
    return four


_MAX_SIDE = 4096  # pixels of the longer side that are kept
_MAX_PIXELS = 400_000_000  # pixels of a picture that is read at all


def read_picture(path: Path) -> QImage:
    """Return a picture; a large one as small as it has to be for a board.

    Raises:
        ReadError: it is gone, damaged or too large.
    """
    if not path.is_file():  # asked first, for a pipe would never let go of the reader
        raise ReadError(message("The picture {file} is no longer there", file=str(path)))
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    size = reader.size()
    if size.isValid() and size.width() * size.height() > _MAX_PIXELS:
        raise ReadError(message("The picture {file} is too large", file=path.name))
    if max(size.width(), size.height()) > _MAX_SIDE:
        reader.setScaledSize(
            size.scaled(QSize(_MAX_SIDE, _MAX_SIDE), Qt.AspectRatioMode.KeepAspectRatio)
        )
    image = reader.read()
    if image.isNull():
        why = reader.errorString()
        raise ReadError(message("{file} cannot be shown: {why}", file=path.name, why=why))
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def picture_patterns() -> str:
    """Return the names of pictures that can be read, as file dialogs want them."""
    formats = (bytes(each.data()).decode() for each in QImageReader.supportedImageFormats())
    return " ".join(f"*.{each}" for each in formats)
