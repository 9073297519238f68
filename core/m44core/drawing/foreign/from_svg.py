"""Pictures of user packs: an SVG as shapes of ours.

svgelements reads it: the units, transforms, style sheets and arcs of SVG are more than a page of
our own could get right. What our shapes have no word for (gradients, pictures, text, filters) is
refused by name, not left out in silence.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from m44core.catalogue.packs.pack import PackError
from m44core.drawing.foreign.svg_limits import (
    SvgRefusedError,
    refuse_beyond_limits,
    wrong_count,
)
from m44core.drawing.foreign.trace import Trace
from m44core.drawing.shapes.shapes import Drawing, Group, Shape
from m44core.messages.message import message
from m44core.messages.refused import refused
from m44core.untrusted_files import read_ordinary

if TYPE_CHECKING:
    from svgelements import SVG

SIZE_LIMIT = 200_000
"""Bytes an SVG may have."""
_CANVAS = 0.01, 1e5  # the least and the largest width and height
_FARTHEST = 1_000.0  # points and lines, in widths or heights of the canvas
_DASHES = 10_000  # dashes and gaps of a line


class _Colour(Protocol):
    """A colour of svgelements, which has no types; without a value it is none."""

    value: int | None
    hexrgb: str
    opacity: float


class _Element(Protocol):
    """A shape of svgelements: its attributes, and how it is painted."""

    values: Mapping[str, str]
    fill: _Colour | None
    stroke: _Colour | None
    implicit_stroke_width: float | None


def drawing_of_svg(file: Path, width: float, height: float) -> Drawing:
    """Return what an SVG shows, as large as it goes into a rectangle around the origin.

    Raises:
        PackError: it cannot be read, or shows what our shapes cannot; the message says what.
    """
    try:
        source = _source(file)
        refuse_beyond_limits(source)
        shapes, wide, high = _drawn(source)
    except SvgRefusedError as error:
        (reason,) = error.args
        raise PackError(
            message("{file} cannot be drawn: {reason}", file=str(file), reason=reason)
        ) from error
    scale = min(width / wide, height / high)
    return (Group(shapes, dx=-scale * wide / 2, dy=-scale * high / 2, scale=scale),)


def _drawn(source: str) -> tuple[tuple[Shape, ...], float, float]:
    """Return the shapes of a picture, its width and its height."""
    from svgelements import SVG  # only who has pictures of a pack waits for it

    try:
        picture = SVG.parse(StringIO(source), reify=False)
        wide, high = _canvas(picture)
        shapes = tuple(_shapes(picture, _FARTHEST * max(wide, high)))
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
        raise SvgRefusedError(wrong_count(0))
    return shapes, wide, high


def _source(file: Path) -> str:
    try:
        data = read_ordinary(file, SIZE_LIMIT)
        source = data.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise SvgRefusedError(refused(error)) from error
    if len(data) > SIZE_LIMIT:
        raise SvgRefusedError(message("it has more than {most} bytes", most=SIZE_LIMIT))
    return source


def _canvas(picture: SVG) -> tuple[float, float]:
    """Return width and height of a picture, whose viewBox svgelements has moved to the origin."""
    box = picture.viewbox
    if box is None or not picture.width or not picture.height:
        raise SvgRefusedError(message("it has no viewBox"))
    wide, high = float(picture.width), float(picture.height)
    least, most = _CANVAS
    if not all(least <= size <= most for size in (wide, high, box.width, box.height)):
        raise SvgRefusedError(message("its viewBox is too large or too small"))
    return wide, high


def _shapes(picture: SVG, farthest: float) -> Iterator[Shape]:
    from svgelements import Path as Outline  # 6 ms
    from svgelements import Shape as Any_  # 6 ms

    for element in picture.elements():
        if isinstance(element, Any_) and element.values.get("visibility") != "hidden":
            outline = abs(Outline(element))  # with its transforms
            yield from _shape(element, Trace(farthest).of(outline), farthest)


def _shape(element: _Element, trace: Trace, farthest: float) -> Iterator[Shape]:
    said = element.values
    fill, stroke = _colour(element.fill), _colour(element.stroke)
    if trace.path and (fill or stroke):
        opacity = float(said.get("opacity", 1)) * _see_through(
            element.fill if fill else element.stroke
        )
        width = float(element.implicit_stroke_width or 1)
        if not 0 <= width <= farthest:
            raise SvgRefusedError(message("a line is too thick"))
        yield Shape(
            trace.path,
            fill=fill,
            stroke=stroke,
            width=width,
            dash=_dash(said.get("stroke-dasharray"), trace.length),
            round=said.get("stroke-linecap", "round") == "round",
            opacity=min(1.0, max(0.0, opacity)),
        )


def _colour(colour: _Colour | None) -> str | None:
    return None if colour is None or colour.value is None else str(colour.hexrgb)


def _see_through(colour: _Colour | None) -> float:
    return 1.0 if colour is None else float(colour.opacity)


def _dash(said: object, length: float) -> tuple[float, ...]:
    """Return the dashes of a line of about that length; none where they are too fine to see."""
    if not isinstance(said, str) or said.strip() in ("", "none"):
        return ()
    dashes = tuple(float(each) for each in said.replace(",", " ").split())[:8]
    if not all(0 <= each < math.inf for each in dashes):
        raise SvgRefusedError(message("stroke-dasharray has to be lengths"))
    return dashes if sum(dashes) * _DASHES > length * len(dashes) else ()
