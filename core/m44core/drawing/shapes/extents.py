"""Bounding boxes of drawings, estimated from the points of their paths."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import east_asian_width

from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape, Text

_TOKEN = re.compile(r"[MLHVCQZ]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_LETTER_WIDTH = 0.6  # average letter width in ems; wide scripts take 1

_TEXT_MARGIN = 20.0  # units: margin for text that is wider than estimated
_MAX_CACHED_PATHS = 5000  # pieces of a kind share their paths
_MAX_CACHED_DRAWINGS = 2000

Point = tuple[float, float]


class Extent(NamedTuple):
    """A rectangle, in units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """The width, in units."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height, in units."""
        return self.bottom - self.top


def drawing_extent(drawing: Drawing) -> Extent:
    """Return the bounding box of a drawing that is not empty, including the width of its lines."""
    return _bounding_extent([point for node in drawing for point in _node_points(node)])


def _bounding_extent(points: Sequence[Point]) -> Extent:
    xs, ys = zip(*points, strict=True)
    return Extent(min(xs), min(ys), max(xs), max(ys))


def visible_nodes(drawing: Drawing, windows: Sequence[Extent]) -> list[Drawing]:
    """Return, for each rectangle, the nodes of a drawing that might be visible in it."""
    extents = [(node, _padded_extent(node)) for node in drawing]
    return [
        tuple(node for node, extent in extents if extent and _is_intersecting(extent, window))
        for window in windows
    ]


def _padded_extent(node: Node) -> Extent | None:
    """Return the extent of a node with a margin for wide letters; None if it is empty."""
    if not isinstance(node, Group) or node.turn or node.flip or node.scale != 1 or node.clip:
        points = [*_node_points(node, _TEXT_MARGIN)]
        return _bounding_extent(points) if points else None
    extent = _padded_extent_of_all(node.children)
    if extent is None:
        return None
    x, y = node.dx, node.dy
    return Extent(extent.left + x, extent.top + y, extent.right + x, extent.bottom + y)


_extents_by_id: dict[int, tuple[Drawing, Extent | None]] = {}


def _padded_extent_of_all(nodes: Drawing) -> Extent | None:
    """Return the extent of some nodes, cached by identity; None if they are all empty.

    Pieces of a kind share their nodes on all maps, and comparing nodes by value would be slower.
    """
    cached_extent = _extents_by_id.get(id(nodes))
    if cached_extent is None:
        if len(_extents_by_id) >= _MAX_CACHED_DRAWINGS:
            _extents_by_id.clear()
        extents = [extent for node in nodes if (extent := _padded_extent(node)) is not None]
        union = None
        if extents:
            lefts, tops, rights, bottoms = zip(*extents, strict=True)
            union = Extent(min(lefts), min(tops), max(rights), max(bottoms))
        cached_extent = _extents_by_id[id(nodes)] = (
            nodes,
            union,
        )  # a reference keeps the id from being reused
    return cached_extent[1]


def _is_intersecting(first: Extent, second: Extent) -> bool:
    overlaps_across = first.left <= second.right and second.left <= first.right
    return overlaps_across and first.top <= second.bottom and second.top <= first.bottom


def _node_points(node: Node, margin: float = 0.0) -> Iterator[Point]:
    match node:
        case Shape():
            half_stroke = node.width / 2 if node.stroke is not None else 0.0
            for x, y in _path_points(node.path):
                yield from ((x - half_stroke, y - half_stroke), (x + half_stroke, y + half_stroke))
        case Text():
            half_width, half_height = (
                _text_width(node.text) * node.size / 2 + margin,
                node.size / 2 + margin,
            )
            yield from (
                (node.x - half_width, node.y - half_height),
                (node.x + half_width, node.y + half_height),
            )
        case Group():
            points = (
                _path_points(node.clip) if node.clip else _drawing_points(node.children, margin)
            )
            yield from (_transformed_point(node, point) for point in points)


def _text_width(text: str) -> float:
    return sum(1.0 if east_asian_width(character) in "WF" else _LETTER_WIDTH for character in text)


def _drawing_points(nodes: Drawing, margin: float) -> Iterator[Point]:
    for node in nodes:
        yield from _node_points(node, margin)


def _transformed_point(group: Group, point: Point) -> Point:
    x, y = (-point[0] if group.flip else point[0]) * group.scale, point[1] * group.scale
    cosine, sine = math.cos(math.radians(group.turn)), math.sin(math.radians(group.turn))
    return cosine * x - sine * y + group.dx, sine * x + cosine * y + group.dy


@lru_cache(_MAX_CACHED_PATHS)
def _path_points(path: str) -> tuple[Point, ...]:
    """Return the points of path data, including the control points of curves."""
    points = []
    command, x, y = "M", 0.0, 0.0
    tokens = iter(_TOKEN.findall(path))
    for token in tokens:
        if token.isalpha():
            command = token
            continue
        match command:
            case "H":
                x = float(token)
            case "V":
                y = float(token)
            case _:
                x, y = float(token), float(next(tokens))
        points.append((x, y))
    return tuple(points)
