"""Pictures of user packs: an SVG as shapes of ours.

svgelements reads it: the units, transforms, style sheets and arcs of SVG are more than a page of
our own could get right. What our shapes have no word for (gradients, pictures, text, filters) is
refused by name, not left out in silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from m44core.catalogue.packs.pack import PackError
from m44core.drawing.shapes.paths import number
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.messages.message import Message, message

if TYPE_CHECKING:
    from svgelements import SVG

SIZE_LIMIT = 200_000
"""Bytes an SVG may have."""
_SHAPES_LIMIT = 500
_DRAWN = ("circle", "ellipse", "line", "path", "polygon", "polyline", "rect")
_PASSED_OVER = (*_DRAWN, "svg", "g", "defs", "style", "title", "desc", "metadata", "use", "symbol")


def drawing_of_svg(file: Path, width: float, height: float) -> Drawing:
    """Return what an SVG shows, as large as it goes into a rectangle around the origin.

    Raises:
        PackError: it cannot be read, or shows what our shapes cannot; the message says what.
    """
    from svgelements import SVG  # only who has pictures of a pack waits for it

    source = _source(file)
    _refuse_what_cannot_be_drawn(file, source)
    try:
        picture = SVG.parse(StringIO(source), reify=False)
        shapes = tuple(_shapes(picture))
        wide, high = _canvas(picture)
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise PackError(
            _cannot(file, message("it is damaged ({reason})", reason=str(error)))
        ) from error
    if not shapes or len(shapes) > _SHAPES_LIMIT:
        raise PackError(
            _cannot(
                file,
                message(
                    "it has {count} shapes; 1 to {most} are drawn",
                    count=len(shapes),
                    most=_SHAPES_LIMIT,
                ),
            )
        )
    scale = min(width / wide, height / high)
    return (Group(shapes, dx=-scale * wide / 2, dy=-scale * high / 2, scale=scale),)


def _source(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(SIZE_LIMIT + 1)
        if len(data) > SIZE_LIMIT:
            raise PackError(
                _cannot(file, message("it has more than {most} bytes", most=SIZE_LIMIT))
            )
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise PackError(_cannot(file, str(getattr(error, "strerror", None) or error))) from error


def _refuse_what_cannot_be_drawn(file: Path, source: str) -> None:
    from xml.etree import ElementTree

    if "<!" in source.replace("<!--", ""):  # no entities: they could be a billion times as long
        raise PackError(_cannot(file, message("it declares a document type; remove the line")))
    try:
        root = ElementTree.fromstring(source)
    except ElementTree.ParseError as error:
        raise PackError(
            _cannot(file, message("it is no XML ({reason})", reason=str(error)))
        ) from error
    for node in root.iter():
        name = str(node.tag).rpartition("}")[2]
        foreign = "}" in str(node.tag) and "w3.org/2000/svg" not in str(node.tag)
        if not foreign and name not in _PASSED_OVER:
            raise PackError(_cannot(file, message("it has <{name}>; make paths of it", name=name)))


def _canvas(picture: SVG) -> tuple[float, float]:
    """Return width and height of a picture, whose viewBox svgelements has moved to the origin."""
    if picture.viewbox is None or not picture.width or not picture.height:
        raise ValueError("no viewBox")
    return float(picture.width), float(picture.height)


def _shapes(picture: SVG) -> Iterator[Shape]:
    from svgelements import Path as Outline
    from svgelements import Shape as Any_

    for element in picture.elements():
        if isinstance(element, Any_) and element.values.get("visibility") != "hidden":
            outline = abs(Outline(element))  # with its transforms
            outline.approximate_arcs_with_cubics()
            yield from _shape(element, _path(outline))


def _shape(element: Any, path: str) -> Iterator[Shape]:  # noqa: ANN401 - svgelements has no types
    said = element.values
    for key in ("fill", "stroke"):
        if str(said.get(key, "")).startswith("url("):
            raise ValueError(f"{key} is a gradient or a pattern")
    fill, stroke = _colour(element.fill), _colour(element.stroke)
    if path and (fill or stroke):
        opacity = float(said.get("opacity", 1)) * _see_through(
            element.fill if fill else element.stroke
        )
        yield Shape(
            path,
            fill=fill,
            stroke=stroke,
            width=float(element.implicit_stroke_width or 1),
            dash=_dash(said.get("stroke-dasharray")),
            round=said.get("stroke-linecap", "round") == "round",
            opacity=min(1.0, max(0.0, opacity)),
        )


def _colour(colour: Any) -> str | None:  # noqa: ANN401 - svgelements has no types
    return None if colour is None or colour.value is None else str(colour.hexrgb)


def _see_through(colour: Any) -> float:  # noqa: ANN401 - svgelements has no types
    return float(colour.opacity)


def _dash(said: object) -> tuple[float, ...]:
    if not isinstance(said, str) or said.strip() in ("", "none"):
        return ()
    return tuple(float(length) for length in said.replace(",", " ").split())[:8]


def _path(outline: Any) -> str:  # noqa: ANN401 - svgelements has no types
    """Return the path with absolute commands only."""
    from svgelements import Close, CubicBezier, Line, Move, QuadraticBezier

    written = []
    for part in outline:
        match part:
            case Move():
                written.append("M" + _points(part.end))
            case Close():
                written.append("Z")
            case Line():
                written.append("L" + _points(part.end))
            case QuadraticBezier():
                written.append("Q" + _points(part.control, part.end))
            case CubicBezier():
                written.append("C" + _points(part.control1, part.control2, part.end))
    return "".join(written)


def _points(*points: Any) -> str:  # noqa: ANN401 - svgelements has no types
    numbers = [float(each) for point in points for each in (point.x, point.y)]
    if not all(abs(each) < _FARTHEST for each in numbers):
        raise ValueError("a point lies far outside")
    return " ".join(map(number, numbers))


_FARTHEST = 1e6


def _cannot(file: Path, reason: Message | str) -> Message:
    return message("{file} cannot be drawn: {reason}", file=str(file), reason=reason)
