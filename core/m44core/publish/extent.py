"""How far drawings reach, from the points their lines are drawn by."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from m44core.drawing.shapes.shapes import Drawing, Group, Node, Shape, Text

_TOKEN = re.compile(r"[MLHVCQZ]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_WIDTH_OF_LETTERS = 0.6  # of an em square, on average

Point = tuple[float, float]


class Extent(NamedTuple):
    """A rectangle, in units."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


def extent(drawing: Drawing) -> Extent:
    """Return the smallest rectangle around a drawing and the width of its lines."""
    points = [point for node in drawing for point in _points(node)]
    across, down = [x for x, _ in points], [y for _, y in points]
    return Extent(min(across), min(down), max(across), max(down))


def _points(node: Node) -> Iterator[Point]:
    match node:
        case Shape():
            reach = node.width / 2 if node.stroke is not None else 0.0
            for x, y in _of_path(node.path):
                yield from ((x - reach, y - reach), (x + reach, y + reach))
        case Text():
            half, up = len(node.text) * node.size * _WIDTH_OF_LETTERS / 2, node.size / 2
            yield from ((node.x - half, node.y - up), (node.x + half, node.y + up))
        case Group():
            inside = _of_path(node.clip) if node.clip else _of_all(node.children)
            yield from (_placed(node, point) for point in inside)


def _of_all(nodes: Drawing) -> Iterator[Point]:
    for node in nodes:
        yield from _points(node)


def _placed(group: Group, point: Point) -> Point:
    x, y = (-point[0] if group.flip else point[0]) * group.scale, point[1] * group.scale
    cosine, sine = math.cos(math.radians(group.turn)), math.sin(math.radians(group.turn))
    return cosine * x - sine * y + group.dx, sine * x + cosine * y + group.dy


def _of_path(path: str) -> Iterator[Point]:
    """Yield the points of path data, those that curves only lean to included."""
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
        yield x, y
