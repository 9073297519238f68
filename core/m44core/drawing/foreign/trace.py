"""The path of an outline that svgelements knows, in the commands our shapes have."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, dist, isfinite, tau
from typing import Protocol

from m44core.drawing.foreign.svg_limits import SvgRefusedError
from m44core.drawing.shapes.paths import number
from m44core.messages.message import message

_ARC = tau / 10  # the longest part of an arc that is drawn as one curve
_Point = tuple[float, float]


class _At(Protocol):
    """A point of svgelements, which has no types."""

    x: float
    y: float


class Trace:
    """A path, written part by part.

    Attributes:
        length: How long it is at most.
    """

    def __init__(self, farthest: float) -> None:
        self.length = 0.0
        self._farthest = farthest
        self._written: list[str] = []
        self._at: _Point = (0.0, 0.0)

    @property
    def path(self) -> str:
        """The path, with absolute commands only."""
        return "".join(self._written)

    def of(self, outline: Iterable[object]) -> Trace:
        """Write a whole outline.

        Raises:
            SvgRefusedError: a point lies too far outside.
        """
        from svgelements import Arc  # 6 ms

        for part in outline:
            if isinstance(part, Arc):
                for curve in part.as_cubic_curves(ceil(abs(part.sweep) / _ARC)):
                    self._part(curve)
            else:
                self._part(part)
        return self

    def _part(self, part: object) -> None:
        from svgelements import Close, CubicBezier, Line, Move, QuadraticBezier  # 6 ms

        match part:
            case Move():
                self._write("M", part.end)
            case Close():
                self._written.append("Z")
            case Line():
                self._write("L", part.end)
            case QuadraticBezier():
                self._write("Q", part.control, part.end)
            case CubicBezier():
                self._write("C", part.control1, part.control2, part.end)

    def _write(self, command: str, *points: _At) -> None:
        numbers: list[float] = []
        for point in points:
            x, y = float(point.x), float(point.y)
            if not (isfinite(x) and isfinite(y) and max(abs(x), abs(y)) < self._farthest):
                raise SvgRefusedError(message("a point lies far outside"))
            self.length += dist(self._at, (x, y))
            self._at = x, y
            numbers += (x, y)
        self._written.append(command + " ".join(map(number, numbers)))
