"""The picture of an underlay: reading it, and its placement on the board by four pins."""

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
_MAX_COORDINATE = 1e6  # units

_MAX_SIDE = 4096  # pixels; a larger picture is scaled down
_MAX_PIXELS = 400_000_000  # pixels; a larger picture is not read


@dataclass(frozen=True, slots=True)
class Placement:
    """A picture and its placement on the board.

    Attributes:
        picture: The file of the picture.
        pins: The positions of the four pins in the picture, as fractions of its width and height.
        points: The positions of the pins on the board, in units. Both are empty until the
            picture has been read and fitted.
        opacity: The opacity, from 0.05 to 1.
        shown: Whether the picture is shown.
        locked: Whether the placement is locked.
    """

    picture: Path
    pins: FourPoints
    points: FourPoints
    opacity: float = 0.7
    shown: bool = True
    locked: bool = False

    def transform(self, width: int, height: int) -> QTransform | None:
        """Return the transform from picture pixels to units; None if it cannot be inverted."""
        pixels = [QPointF(x * width, y * height) for x, y in self.pins]
        points = [QPointF(*point) for point in self.points]
        transform = QTransform()
        if not QTransform.quadToQuad(QPolygonF(pixels), QPolygonF(points), transform):
            return None
        return transform if transform.isInvertible() else None

    def with_moved_pin(self, pin: int, target: QPointF) -> Placement:
        """Return the placement with a pin moved on the board, which stretches the picture."""
        points = [*self.points]
        points[pin] = target.x(), target.y()
        return replace(self, points=tuple(points))

    def with_pin_moved_in_picture(
        self, pin: int, point: QPointF, pixels: QTransform, width: int, height: int
    ) -> Placement:
        """Return the placement with a pin moved to another point, while the picture stays in place.

        Args:
            pin: The index of the pin.
            point: The new point of the pin on the board.
            pixels: The transform from units to pixels of the picture.
            width: The width of the picture in pixels.
            height: The height of the picture in pixels.
        """
        pixel = pixels.map(point)
        pins = [*self.pins]
        pins[pin] = pixel.x() / width, pixel.y() / height
        return replace(self.with_moved_pin(pin, point), pins=tuple(pins))

    def shifted(self, offset: QPointF) -> Placement:
        """Return the placement moved as a whole."""
        points = tuple((x + offset.x(), y + offset.y()) for x, y in self.points)
        return replace(self, points=points)

    def scaled(self, factor: float) -> Placement:
        """Return the placement scaled around its center."""
        middle = QPolygonF([QPointF(*point) for point in self.points]).boundingRect().center()
        x0, y0 = middle.x(), middle.y()
        points = tuple((x0 + (x - x0) * factor, y0 + (y - y0) * factor) for x, y in self.points)
        return replace(self, points=points)

    def rotated(self) -> Placement:
        """Return the placement rotated clockwise by 90 degrees around its center."""
        middle = QPolygonF([QPointF(*point) for point in self.points]).boundingRect().center()
        x0, y0 = middle.x(), middle.y()
        return replace(self, points=tuple((x0 - (y - y0), y0 + (x - x0)) for x, y in self.points))


def fitted_placement(picture: Path, width: int, height: int, board: QRectF) -> Placement:
    """Return the placement of a picture centered on the board, as large as fits."""
    factor = min(board.width() / max(width, 1), board.height() / max(height, 1))
    area = QRectF(0, 0, width * factor, height * factor)
    area.moveCenter(board.center())
    corners = area.topLeft(), area.topRight(), area.bottomRight(), area.bottomLeft()
    return Placement(picture, CORNERS, tuple((corner.x(), corner.y()) for corner in corners))


def placement_to_text(placement: Placement, folder: Path | None = None) -> str:
    """Return a placement as JSON, with the bare name of a picture that is in *folder*."""
    is_in_folder = folder is not None and placement.picture.parent == folder
    return json.dumps(
        {
            "picture": placement.picture.name if is_in_folder else str(placement.picture),
            "pins": placement.pins,
            "points": placement.points,
            "opacity": placement.opacity,
            "shown": placement.shown,
            "locked": placement.locked,
        }
    )


def placement_from_text(text: str, folder: Path) -> Placement | None:
    """Return the placement in a JSON text, its path relative to *folder*; None if invalid."""
    try:
        data = parse_json(text)
        if not isinstance(data, dict):
            return None
        picture = str(data["picture"])
        pins, points = (_parse_four_points(data[name]) for name in ("pins", "points"))
        opacity = min(max(float(data["opacity"]), 0.05), 1.0)
    except (ValueError, KeyError, TypeError, OverflowError):
        return None
    if "\0" in picture or not picture:
        return None
    path = folder / picture
    return Placement(
        path, pins, points, opacity, data.get("shown") is not False, data.get("locked") is True
    )


def _parse_four_points(values: object) -> FourPoints:
    """Return four points from parsed JSON.

    Raises:
        ValueError: the points are incomplete or out of range.
        TypeError: the value is not a list.
    """
    if not isinstance(values, list):
        raise TypeError
    points = tuple((float(x), float(y)) for x, y in values)
    if len(points) != len(CORNERS) or not all(
        abs(number) < _MAX_COORDINATE for point in points for number in point
    ):
        raise ValueError
    return points


def read_picture(path: Path) -> QImage:
    """Return the picture in a file, its longer side scaled down to 4096 pixels if larger.

    Raises:
        ReadError: the picture is missing, damaged or too large.
    """
    if not path.is_file():  # checked first, as reading a pipe would never end
        raise ReadError(message("The picture {file} no longer exists", file=str(path)))
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
        reason = reader.errorString()
        raise ReadError(message("Cannot show {file}: {why}", file=path.name, why=reason))
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def picture_patterns() -> str:
    """Return the file name patterns of readable pictures, for file dialogs."""
    formats = (bytes(each.data()).decode() for each in QImageReader.supportedImageFormats())
    return " ".join(f"*.{each}" for each in formats)
