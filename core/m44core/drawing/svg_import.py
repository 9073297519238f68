"""Importing the SVG pictures of user packs as shapes.

svgelements parses the units, transforms, style sheets and arcs of SVG. Features that shapes cannot
express (gradients, pictures, text, filters) are refused by name instead of being dropped silently.
Packs are untrusted, so files that would expand without bounds (entities, nested uses) or take too
long to read (nesting, huge numbers, endless paths) are refused before conversion.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from math import ceil, dist, isfinite, tau
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from xml.etree import ElementTree

from m44core.catalogue.packs.pack import PackError
from m44core.drawing.shapes.paths import format_number
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.errors import M44Error
from m44core.messages.message import Message, message
from m44core.messages.os_errors import os_error_reason
from m44core.untrusted_files import read_truncated

if TYPE_CHECKING:
    from svgelements import SVG

SIZE_LIMIT = 200_000
"""The largest SVG file, in bytes."""
_CANVAS_RANGE = 0.01, 1e5  # smallest and largest width and height
_MAX_COORDINATE = 1_000.0  # largest coordinate, in widths or heights of the canvas
_MAX_DASHES = 10_000  # most dashes and gaps of a line


class _Colour(Protocol):
    """A color of svgelements, which has no types; *value* is None for no color."""

    value: int | None
    hexrgb: str
    opacity: float


class _Element(Protocol):
    """A shape of svgelements: its attributes and its paint."""

    values: Mapping[str, str]
    fill: _Colour | None
    stroke: _Colour | None
    implicit_stroke_width: float | None


def import_svg(file: Path, width: float, height: float) -> Drawing:
    """Return the picture of an SVG file, scaled to fit a rectangle around the origin.

    Raises:
        PackError: the file cannot be read, or uses an unsupported feature; the message names it.
    """
    try:
        source = _read_source(file)
        check_svg_limits(source)
        shapes, canvas_width, canvas_height = _parse_shapes(source)
    except SvgRefusedError as error:
        (reason,) = error.args
        raise PackError(
            message("{file} cannot be drawn: {reason}", file=str(file), reason=reason)
        ) from error
    scale = min(width / canvas_width, height / canvas_height)
    return (
        Group(shapes, dx=-scale * canvas_width / 2, dy=-scale * canvas_height / 2, scale=scale),
    )


def _parse_shapes(source: str) -> tuple[tuple[Shape, ...], float, float]:
    """Return the shapes of a picture, its width and its height.

    Raises:
        SvgRefusedError: it is damaged, empty, or uses an unsupported feature.
    """
    from svgelements import SVG  # slow, and only needed for the pictures of packs

    try:
        picture = SVG.parse(StringIO(source), reify=False)
        canvas_width, canvas_height = _canvas_size(picture)
        shapes = tuple(_picture_shapes(picture, _MAX_COORDINATE * max(canvas_width, canvas_height)))
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise SvgRefusedError(message("it is damaged ({reason})", reason=str(error))) from error
    if not shapes:
        raise SvgRefusedError(shape_count_message(0))
    return shapes, canvas_width, canvas_height


def _read_source(file: Path) -> str:
    try:
        data = read_truncated(file, SIZE_LIMIT)
        source = data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise SvgRefusedError(os_error_reason(error)) from error
    if len(data) > SIZE_LIMIT:
        raise SvgRefusedError(message("it is larger than {most} bytes", most=SIZE_LIMIT))
    return source


def _canvas_size(picture: SVG) -> tuple[float, float]:
    """Return the width and height of a picture; svgelements moves its viewBox to the origin.

    Raises:
        SvgRefusedError: it has no viewBox, or its size is out of range.
    """
    box = picture.viewbox
    if box is None or not picture.width or not picture.height:
        raise SvgRefusedError(message("it has no viewBox"))
    canvas_width, canvas_height = float(picture.width), float(picture.height)
    smallest, largest = _CANVAS_RANGE
    if not all(
        smallest <= size <= largest for size in (canvas_width, canvas_height, box.width, box.height)
    ):
        raise SvgRefusedError(message("its viewBox is too large or too small"))
    return canvas_width, canvas_height


def _picture_shapes(picture: SVG, max_coordinate: float) -> Iterator[Shape]:
    from svgelements import Path as Outline  # 6 ms
    from svgelements import Shape as Any_  # 6 ms

    for element in picture.elements():
        if isinstance(element, Any_) and element.values.get("visibility") != "hidden":
            outline = abs(Outline(element))  # with its transforms
            yield from _element_shapes(
                element, PathTracer(max_coordinate).trace(outline), max_coordinate
            )


def _element_shapes(
    element: _Element, tracer: PathTracer, max_coordinate: float
) -> Iterator[Shape]:
    values = element.values
    fill, stroke = _hex_colour(element.fill), _hex_colour(element.stroke)
    if tracer.path and (fill or stroke):
        opacity = float(values.get("opacity", 1)) * _colour_opacity(
            element.fill if fill else element.stroke
        )
        width = float(element.implicit_stroke_width or 1)
        if not 0 <= width <= max_coordinate:
            raise SvgRefusedError(message("a line is too thick"))
        yield Shape(
            tracer.path,
            fill=fill,
            stroke=stroke,
            width=width,
            dash=_dash_pattern(values.get("stroke-dasharray"), tracer.length),
            round=values.get("stroke-linecap", "round") == "round",
            opacity=min(1.0, max(0.0, opacity)),
        )


def _hex_colour(colour: _Colour | None) -> str | None:
    return None if colour is None or colour.value is None else str(colour.hexrgb)


def _colour_opacity(colour: _Colour | None) -> float:
    return 1.0 if colour is None else float(colour.opacity)


def _dash_pattern(text: object, length: float) -> tuple[float, ...]:
    """Return the dash lengths of a line of about *length*; empty if they are too fine to see.

    Raises:
        SvgRefusedError: a length is negative or infinite.
    """
    if not isinstance(text, str) or text.strip() in ("", "none"):
        return ()
    dashes = tuple(float(each) for each in text.replace(",", " ").split())[:8]
    if not all(0 <= each < math.inf for each in dashes):
        raise SvgRefusedError(message("stroke-dasharray must be a list of lengths"))
    return dashes if sum(dashes) * _MAX_DASHES > length * len(dashes) else ()


_MAX_ARC = tau / 10  # radians: longest part of an arc drawn as one curve
_Point = tuple[float, float]


class _SvgPoint(Protocol):
    """A point of svgelements, which has no types."""

    x: float
    y: float


class PathTracer:
    """Converts an outline of svgelements into path data.

    Args:
        max_coordinate: The limit of coordinates; points beyond it are refused.

    Attributes:
        length: Upper bound of the length of the path.
    """

    def __init__(self, max_coordinate: float) -> None:
        self.length = 0.0
        self._max_coordinate = max_coordinate
        self._commands: list[str] = []
        self._position: _Point = (0.0, 0.0)

    @property
    def path(self) -> str:
        """The path data, with absolute commands only."""
        return "".join(self._commands)

    def trace(self, outline: Iterable[object]) -> PathTracer:
        """Append an outline to the path, and return the tracer.

        Raises:
            SvgRefusedError: a point lies too far outside the canvas.
        """
        from svgelements import Arc  # 6 ms

        for part in outline:
            if isinstance(part, Arc):
                for curve in part.as_cubic_curves(ceil(abs(part.sweep) / _MAX_ARC)):
                    self._trace_segment(curve)
            else:
                self._trace_segment(part)
        return self

    def _trace_segment(self, segment: object) -> None:
        from svgelements import Close, CubicBezier, Line, Move, QuadraticBezier  # 6 ms

        match segment:
            case Move():
                self._write("M", segment.end)
            case Close():
                self._commands.append("Z")
            case Line():
                self._write("L", segment.end)
            case QuadraticBezier():
                self._write("Q", segment.control, segment.end)
            case CubicBezier():
                self._write("C", segment.control1, segment.control2, segment.end)

    def _write(self, command: str, *points: _SvgPoint) -> None:
        numbers: list[float] = []
        for point in points:
            x, y = float(point.x), float(point.y)
            if not (isfinite(x) and isfinite(y) and max(abs(x), abs(y)) < self._max_coordinate):
                raise SvgRefusedError(message("a point is far outside the picture"))
            self.length += dist(self._position, (x, y))
            self._position = x, y
            numbers += (x, y)
        self._commands.append(command + " ".join(map(format_number, numbers)))


SHAPES_LIMIT = 500
_MAX_NODES = 4_000
_MAX_DEPTH = 32
_MAX_OUTLINE_LENGTH = 40_000  # characters of all paths and polygons
_MAX_TRANSFORM_LENGTH = 1_000  # characters
_MAX_STYLE_SHEET_LENGTH = 20_000  # characters
_MAX_REOPENED = 100  # subpaths that continue from where another was closed
_MAX_DIGITS = 32

_DRAWN_ELEMENTS = ("circle", "ellipse", "line", "path", "polygon", "polyline", "rect")
_ALLOWED_ELEMENTS = (*_DRAWN_ELEMENTS, "svg", "g", "defs", "style", "title", "desc", "metadata")
_OUTLINE_ATTRIBUTES = ("d", "points")
_FREE_ATTRIBUTES = ("id", "class")  # attributes that are never numbers
_NOT_A_NUMBER = re.compile(r"(?<![\w#.])[-+]?(?:nan|inf|infinity)(?![\w-])", re.IGNORECASE)
_LONG_NUMBER = re.compile(rf"\d{{{_MAX_DIGITS + 1}}}")
_REOPENED_PATH = re.compile(r"[zZ](?=[\s,]*[^\smM,])")
_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)


class SvgRefusedError(M44Error):
    """A picture cannot be drawn; the message says why."""


def check_svg_limits(source: str) -> None:
    """Check that a picture can be drawn in a reasonable time.

    Raises:
        SvgRefusedError: it cannot; the message says why.
    """
    if "<!" in source.replace("<!--", "").replace("<![CDATA[", ""):
        # entities could expand to a billion times their size
        raise SvgRefusedError(message("it has a document type declaration; remove that line"))
    if "<?xml-stylesheet" in source:
        raise SvgRefusedError(message("its style sheet is a separate file; put it inside the SVG"))
    try:
        root = ElementTree.fromstring(source)
    except (ElementTree.ParseError, ValueError) as error:
        raise SvgRefusedError(
            message("it is not valid XML ({reason})", reason=str(error))
        ) from error
    _check_size(root)
    for node in root.iter():
        if not _is_foreign(node):
            _check_node(node)


def _check_size(root: ElementTree.Element) -> None:
    """Refuse a document with too many elements, levels, shapes or path characters."""
    outlines = 0
    for node_count, (depth, node) in enumerate(_nodes_with_depth(root), 1):
        outlines += sum(len(node.get(name, "")) for name in _OUTLINE_ATTRIBUTES)
        if depth > _MAX_DEPTH:
            raise SvgRefusedError(
                message("groups are nested more than {most} levels deep", most=_MAX_DEPTH)
            )
        if node_count > _MAX_NODES:
            raise SvgRefusedError(message("it has more than {most} elements", most=_MAX_NODES))
    if outlines > _MAX_OUTLINE_LENGTH:
        raise SvgRefusedError(
            message(
                "its paths have more than {most} characters; simplify them",
                most=_MAX_OUTLINE_LENGTH,
            )
        )
    shapes = sum(_local_name(node) in _DRAWN_ELEMENTS for node in root.iter())
    if shapes > SHAPES_LIMIT:
        raise SvgRefusedError(shape_count_message(shapes))


def shape_count_message(shapes: int) -> Message:
    """Return the message for a picture with too many or no shapes."""
    return message(
        "it has {count} shapes; 1 to {most} can be drawn", count=shapes, most=SHAPES_LIMIT
    )


def _nodes_with_depth(root: ElementTree.Element) -> Iterator[tuple[int, ElementTree.Element]]:
    stack = [(1, root)]
    while stack:
        depth, node = stack.pop()
        yield depth, node
        stack += [(depth + 1, child) for child in node]


def _check_node(node: ElementTree.Element) -> None:
    name = _local_name(node)
    if name not in _ALLOWED_ELEMENTS:
        raise SvgRefusedError(message("it contains <{name}>; convert it to paths", name=name[:40]))
    if name == "style":
        _check_style_sheet("".join(node.itertext()))
    for attribute, value in node.attrib.items():
        if "}" not in attribute and attribute not in _FREE_ATTRIBUTES:
            _check_value(attribute, value)
    if len(_REOPENED_PATH.findall(node.get("d", ""))) > _MAX_REOPENED:
        raise SvgRefusedError(message("a path continues after a close command (Z) too many times"))


def _check_style_sheet(sheet: str) -> None:
    if len(sheet) > _MAX_STYLE_SHEET_LENGTH:
        raise SvgRefusedError(
            message("its style sheet has more than {most} characters", most=_MAX_STYLE_SHEET_LENGTH)
        )
    if "@" in _COMMENT.sub("", sheet):
        raise SvgRefusedError(message("its style sheet has at-rules (@); remove them"))
    _check_reference("style", sheet)


def _check_value(attribute: str, value: str) -> None:
    _check_reference(attribute, value)
    if attribute == "transform" and len(value) > _MAX_TRANSFORM_LENGTH:
        raise SvgRefusedError(
            message("a transform has more than {most} characters", most=_MAX_TRANSFORM_LENGTH)
        )
    wrong_number = _NOT_A_NUMBER.search(value) or _LONG_NUMBER.search(value)
    if wrong_number:
        raise SvgRefusedError(
            message(
                "{attribute} must be a number, not {value}",
                attribute=attribute[:40],
                value=wrong_number[0].strip(),
            )
        )


def _check_reference(attribute: str, value: str) -> None:
    """Refuse references to gradients, patterns, clips, filters and other files."""
    if "url(" in value.lower():
        raise SvgRefusedError(
            message(
                "{attribute} refers to a gradient, clip, filter or file; convert it to paths",
                attribute=attribute[:40],
            )
        )


def _local_name(node: ElementTree.Element) -> str:
    return str(node.tag).rpartition("}")[2]


def _is_foreign(node: ElementTree.Element) -> bool:
    """Return whether an element is not SVG; such elements are not drawn."""
    return "}" in str(node.tag) and "w3.org/2000/svg" not in str(node.tag)
