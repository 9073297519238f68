"""Projections for the map of the war: from degrees to a flat picture of a part of the world."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import field
from typing import NamedTuple

from m44core.values import dataclass

Projection = Callable[[float, float], tuple[float, float]]
"""Returns the position of a latitude and a longitude, with y downwards."""

_NORTH_OF_CYLINDER = 25.0  # degrees: a window with its middle south of this is not a cone
_UNDISTORTED = 1 / 6  # of the height of a window, where the cone cuts the globe


class Window(NamedTuple):
    """A part of the world, in degrees."""

    west: float
    south: float
    east: float
    north: float

    def contains(self, north: float, east: float) -> bool:
        """Return whether a place is in the window."""
        return self.south <= north <= self.north and self.west <= east <= self.east

    @property
    def middle(self) -> tuple[float, float]:
        """The latitude and longitude of the middle."""
        return (self.south + self.north) / 2, (self.west + self.east) / 2


@dataclass(frozen=True, slots=True)
class Sheet:
    """A flat picture of a window, with the origin in the upper left corner.

    Attributes:
        window: The window.
        width: The width of the picture.
        height: Its height, which follows from the width.
    """

    window: Window
    width: float
    height: float = 0
    _project: Projection = field(repr=False, default=lambda north, east: (east, -north))
    _left: float = 0
    _top: float = 0
    _scale: float = 1

    @classmethod
    def of(cls, window: Window, width: float) -> Sheet:
        """Return the picture of a window, with the given width."""
        project = _projection(window)
        north, east = window.middle
        left, right = project(north, window.west)[0], project(north, window.east)[0]
        top, bottom = project(window.north, east)[1], project(window.south, east)[1]
        scale = width / (right - left)
        return cls(window, width, scale * (bottom - top), project, left, top, scale)

    def place(self, north: float, east: float) -> tuple[float, float]:
        """Return the position of a place in the picture."""
        x, y = self._project(north, east)
        return (x - self._left) * self._scale, (y - self._top) * self._scale

    def lines(self, step: float) -> Iterator[list[tuple[float, float]]]:
        """Yield the lines of latitude and longitude at every *step* degrees, as points."""
        west, south, east, north = self.window
        norths = [*_steps(south - 2 * step, north + 2 * step, step)]
        easts = [*_steps(west - 2 * step, east + 2 * step, step / 2)]
        for each in norths:
            yield [self.place(each, east) for east in easts]
        for each in easts[::2]:
            yield [self.place(north, each) for north in norths]


def _steps(low: float, high: float, step: float) -> Iterator[float]:
    first = math.ceil(low / step)
    last = math.floor(high / step)
    yield from (number * step for number in range(first, last + 1))


def _projection(window: Window) -> Projection:
    north, east = window.middle
    return _cone(window) if north > _NORTH_OF_CYLINDER else _cylinder(north, east)


def _cylinder(north: float, middle: float) -> Projection:
    """Return the equirectangular projection that is true to scale at latitude *north*."""
    width_factor = math.cos(math.radians(north))
    return lambda north, east: (math.radians(east - middle) * width_factor, -math.radians(north))


def _cone(window: Window) -> Projection:
    """Return Lambert's conformal conic projection for a window of the northern hemisphere."""
    inset = (window.north - window.south) * _UNDISTORTED
    low, high = math.radians(window.south + inset), math.radians(window.north - inset)
    middle = window.middle[1]
    bend = math.log(math.cos(low) / math.cos(high)) / math.log(_tangent(high) / _tangent(low))
    factor = math.cos(low) * _tangent(low) ** bend / bend

    def project(north: float, east: float) -> tuple[float, float]:
        radius = factor / _tangent(math.radians(north)) ** bend
        angle = bend * math.radians(east - middle)
        return radius * math.sin(angle), radius * math.cos(angle)

    return project


def _tangent(latitude: float) -> float:
    return math.tan(math.pi / 4 + latitude / 2)
