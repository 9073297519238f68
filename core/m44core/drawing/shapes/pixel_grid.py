"""Fitting icons to the pixels of a small size, so that their straight lines are sharp.

A line is sharp if it is a whole number of pixels wide and its edges lie between pixels. Upright and
level lines are moved by less than a pixel; slanted lines and curves keep their points.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape

_SEGMENT = re.compile(r"([MLCQZ])([^MLCQZ]*)")
_NUMBER = re.compile(r"-?[\d.]+")
_STRAIGHT_COMMANDS = "LZ"
_USUAL_WIDTH = 1.8  # units: translucent fills belong to lines of this width
_FINE_WIDTH = 1.4  # units: lines up to this width are details
_TOLERANCE = 0.01  # units

_Point = list[float]


def fit_to_pixels(drawing: Drawing, scale: float) -> Drawing:
    """Return a drawing whose straight lines are sharp at *scale* pixels per unit."""
    return tuple(_fit_node(node, scale) for node in drawing)


def _fit_node(node: Node, scale: float) -> Node:
    if isinstance(node, Group):
        return replace(node, children=fit_to_pixels(node.children, scale))
    return _fit_shape(node, scale) if isinstance(node, Shape) else node


@lru_cache(maxsize=512)
def _fit_shape(shape: Shape, scale: float) -> Shape:
    """Return a shape with lines of whole pixels; an invisible shape is returned unchanged."""
    if shape.opacity == 0:
        return shape
    if shape.stroke is None and shape.opacity == 1:
        return replace(shape, path=_fit_path(shape.path, scale, 0))
    pixels = _line_width_in_pixels(shape.width if shape.stroke else _USUAL_WIDTH, scale)
    path = _fit_path(shape.path, scale, pixels % 2 / 2)
    return replace(shape, path=path, width=pixels / scale if shape.stroke else shape.width)


def _line_width_in_pixels(width: float, scale: float) -> int:
    """Return the width of a line in pixels; only fine lines can be thinner than the usual width."""
    return max(
        1, *(int(each * scale + 0.5) for each in (width, _USUAL_WIDTH * (width > _FINE_WIDTH)))
    )


def _fit_path(path: str, scale: float, shift: float) -> str:
    """Return path data with its straight lines *shift* pixels from the edge of a pixel."""
    segments = [(command, _parse_points(numbers)) for command, numbers in _SEGMENT.findall(path)]
    position = start = _Point()
    for command, points in segments:
        if command == "M":
            start = points[0]
        if command in _STRAIGHT_COMMANDS:
            for point in points or [start]:
                _align_to_pixels(position, point, scale, shift)
                position = point
        position = points[-1] if points else start
    return "".join(command + _format_points(points) for command, points in segments)


def _align_to_pixels(start: _Point, end: _Point, scale: float, shift: float) -> None:
    """Move the ends of a vertical or horizontal line onto the pixels."""
    for axis in (0, 1):
        if start is not end and abs(start[axis] - end[axis]) < _TOLERANCE:
            aligned = (int(start[axis] * scale - shift + 0.5) + shift) / scale
            start[axis] = end[axis] = aligned


def _parse_points(numbers: str) -> list[_Point]:
    values = [float(number) for number in _NUMBER.findall(numbers)]
    return [values[index : index + 2] for index in range(0, len(values), 2)]


def _format_points(points: list[_Point]) -> str:
    return " ".join(f"{x:.4g} {y:.4g}" for x, y in points)
