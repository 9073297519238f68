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


class BoundingBox(NamedTuple):
    """A part of the world, in degrees."""

    west: float
    south: float
    east: float
    north: float

    def contains(self, latitude: float, longitude: float) -> bool:
        """Return whether a place is in the window."""
        return self.south <= latitude <= self.north and self.west <= longitude <= self.east

    @property
    def middle(self) -> tuple[float, float]:
        """The latitude and longitude of the middle."""
        return (self.south + self.north) / 2, (self.west + self.east) / 2


@dataclass(frozen=True, slots=True)
class ProjectedMap:
    """A part of the world projected onto a plane, with the origin in the upper left corner.

    Attributes:
        window: The part of the world.
        width: The width of the map.
        height: Its height, which follows from the width.
    """

    window: BoundingBox
    width: float
    height: float = 0
    _project: Projection = field(
        repr=False, default=lambda latitude, longitude: (longitude, -latitude)
    )
    _left: float = 0
    _top: float = 0
    _scale: float = 1

    @classmethod
    def of(cls, window: BoundingBox, width: float) -> ProjectedMap:
        """Return the picture of a window, with the given width."""
        project = _projection(window)
        latitude, longitude = window.middle
        left, right = project(latitude, window.west)[0], project(latitude, window.east)[0]
        top, bottom = project(window.north, longitude)[1], project(window.south, longitude)[1]
        scale = width / (right - left)
        return cls(window, width, scale * (bottom - top), project, left, top, scale)

    def place(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Return the position of a place in the picture."""
        x, y = self._project(latitude, longitude)
        return (x - self._left) * self._scale, (y - self._top) * self._scale

    def lines(self, step: float) -> Iterator[list[tuple[float, float]]]:
        """Yield the lines of latitude and longitude at every *step* degrees, as points."""
        west, south, east, north = self.window
        latitudes = [*_steps(south - 2 * step, north + 2 * step, step)]
        longitudes = [*_steps(west - 2 * step, east + 2 * step, step / 2)]
        for latitude in latitudes:
            yield [self.place(latitude, longitude) for longitude in longitudes]
        for longitude in longitudes[::2]:
            yield [self.place(latitude, longitude) for latitude in latitudes]


def _steps(low: float, high: float, step: float) -> Iterator[float]:
    first = math.ceil(low / step)
    last = math.floor(high / step)
    yield from (number * step for number in range(first, last + 1))


def _projection(window: BoundingBox) -> Projection:
    latitude, longitude = window.middle
    return (
        _conic_projection(window)
        if latitude > _NORTH_OF_CYLINDER
        else _cylindrical_projection(latitude, longitude)
    )


def _cylindrical_projection(true_latitude: float, middle: float) -> Projection:
    """Return the equirectangular projection that is true to scale at *true_latitude*."""
    width_factor = math.cos(math.radians(true_latitude))
    return lambda latitude, longitude: (
        math.radians(longitude - middle) * width_factor,
        -math.radians(latitude),
    )


def _conic_projection(window: BoundingBox) -> Projection:
    """Return Lambert's conformal conic projection for a window of the northern hemisphere."""
    inset = (window.north - window.south) * _UNDISTORTED
    low, high = math.radians(window.south + inset), math.radians(window.north - inset)
    middle = window.middle[1]
    bend = math.log(math.cos(low) / math.cos(high)) / math.log(
        _half_colatitude_cotangent(high) / _half_colatitude_cotangent(low)
    )
    factor = math.cos(low) * _half_colatitude_cotangent(low) ** bend / bend

    def project(latitude: float, longitude: float) -> tuple[float, float]:
        radius = factor / _half_colatitude_cotangent(math.radians(latitude)) ** bend
        angle = bend * math.radians(longitude - middle)
        return radius * math.sin(angle), radius * math.cos(angle)

    return project


def _half_colatitude_cotangent(latitude: float) -> float:
    return math.tan(math.pi / 4 + latitude / 2)
