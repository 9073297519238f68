"""The map of the war: the places of the battles on outlines of the land, as data for drawing.

The world is shown in parts, from the most detailed to the largest. A battle is on the first part
that contains its place. An overview of Europe shows each place only as a dot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypedDict

from m44core.data_files import read_yaml_mapping
from m44core.messages.message import Message, Renderer, message, message_in
from m44core.site.map_projection import BoundingBox, ProjectedMap
from m44core.site.site_files import GalleryEntry

_COASTLINES = Path(__file__).parent / "data/coastlines.yaml"
_WIDTH = 720.0  # of a part, in units
_RADIUS = 13.0  # of a marker, in units
_GAP = 1.0  # between markers
_MAX_ROUNDS = 80  # of moving markers apart
_MAX_MARKERS = 60  # of a part; nearby places are joined if there are more
_COARSER = 1.5  # how much larger the cells of joined places become
_MARGIN = 4.0  # between a marker and the edge


class _MapPart(NamedTuple):
    """A part of the world: its key, name, window, outlines, and grid spacing in degrees."""

    key: str
    name: Message
    window: BoundingBox
    outlines: str
    step: float


_EUROPE = _MapPart(
    "europe", message("Europe and North Africa"), BoundingBox(-11, 29, 48, 69.5), "europe", 10
)
_PARTS = (
    _MapPart(
        "normandy", message("Normandy"), BoundingBox(-2.05, 48.5, 0.75, 49.8), "normandy", 0.5
    ),
    _MapPart(
        "west",
        message("France, the Low Countries and Germany"),
        BoundingBox(-5.2, 42.8, 12.3, 53.6),
        "west",
        5,
    ),
    _MapPart(
        "east",
        message("Eastern Front and Northern Europe"),
        BoundingBox(3, 43, 54, 70),
        "europe",
        10,
    ),
    _MapPart(
        "mediterranean",
        message_in("front", "Mediterranean"),
        BoundingBox(-8, 29.5, 34, 46.5),
        "europe",
        5,
    ),
    _MapPart(
        "pacific", message_in("front", "Pacific"), BoundingBox(91, -13, 178, 54), "pacific", 10
    ),
)


class Marker(TypedDict):
    """A numbered marker, which may be next to its place to keep clear of others.

    Attributes:
        number: Its number on the page.
        x: Its horizontal position.
        y: Its vertical position, downwards.
        at: The position of the place itself.
        name: The name of the place; "" if it has none.
        front: The front of its first battle.
        entries: Its battles, in order.
    """

    number: int
    x: float
    y: float
    at: tuple[float, float]
    name: str
    front: str
    entries: Sequence[GalleryEntry]


class _Spot(NamedTuple):
    x: float
    y: float
    name: str
    entries: list[GalleryEntry]


def war_map(entries: Sequence[GalleryEntry], renderer: Renderer) -> dict[str, object]:
    """Return the parts of the map with battles, and the battles that are not on it.

    Args:
        entries: The entries of the site, in the order of their dates.
        renderer: Renders the names of the parts.

    Returns:
        ``overview``, the map of Europe with dots, or None if only one part of it has battles;
        ``parts``, each with ``key``, ``name``, ``width``, ``height``, the paths ``land`` and
        ``lines``, and ``markers``; ``others``; and ``fronts``, the legend.
    """
    entries_by_part: dict[str, list[GalleryEntry]] = {part.key: [] for part in _PARTS}
    entries_off_map: list[GalleryEntry] = []
    for entry in entries:
        part = _part_of(entry)
        (entries_by_part[part.key] if part else entries_off_map).append(entry)
    parts: list[dict[str, object]] = []
    number = 1
    for part in _PARTS:
        if entries_by_part[part.key]:
            markers = _markers(part, entries_by_part[part.key], number)
            number += len(markers)
            sheet = ProjectedMap.of(part.window, _WIDTH)
            parts.append({**_part_data(part, sheet, renderer), "markers": markers})
    overview_entries = [
        each
        for key, part_entries in entries_by_part.items()
        if key != "pacific"
        for each in part_entries
    ]
    used_keys = [
        key for key, part_entries in entries_by_part.items() if part_entries and key != "pacific"
    ]
    overview = _overview_map(overview_entries, renderer) if len(used_keys) > 1 else None
    return {
        "overview": overview,
        "parts": parts,
        "others": entries_off_map,
        "fronts": front_legend(entries),
    }


def front_legend(entries: Iterable[GalleryEntry]) -> list[dict[str, str]]:
    """Return the legend of the front colors: ``key`` and ``name`` of each front with a battle."""
    fronts = {_front_key(entry): entry["front"] for entry in entries}
    return [{"key": key, "name": name} for key, name in sorted(fronts.items()) if name]


def _part_of(entry: GalleryEntry) -> _MapPart | None:
    place = entry["place"]
    if place is None:
        return None
    matching_parts = (
        each for each in _PARTS if each.window.contains(place["north"], place["east"])
    )
    return next(matching_parts, None)


def _markers(part: _MapPart, entries: Iterable[GalleryEntry], number: int) -> list[Marker]:
    """Return the markers of a part, numbered from *number*."""
    sheet = ProjectedMap.of(part.window, _WIDTH)
    spots = _spots(sheet, entries)
    return [
        _marker(number + count, spot, position)
        for count, (spot, position) in enumerate(
            zip(spots, _spread_positions(spots, sheet), strict=True)
        )
    ]


def _marker(number: int, spot: _Spot, position: tuple[float, float]) -> Marker:
    return {
        "number": number,
        "x": round(position[0], 1),
        "y": round(position[1], 1),
        "at": (round(spot.x, 1), round(spot.y, 1)),
        "name": spot.name,
        "front": _front_key(spot.entries[0]),
        "entries": spot.entries,
    }


def _overview_map(entries: Iterable[GalleryEntry], renderer: Renderer) -> dict[str, object]:
    """Return the map of Europe with a dot for each place."""
    sheet = ProjectedMap.of(_EUROPE.window, _WIDTH)
    dots = [
        {"x": round(spot.x, 1), "y": round(spot.y, 1), "front": _front_key(spot.entries[0])}
        for spot in _spots(sheet, entries)
    ]
    return {**_part_data(_EUROPE, sheet, renderer), "dots": dots}


def _part_data(part: _MapPart, sheet: ProjectedMap, renderer: Renderer) -> dict[str, object]:
    return {
        "key": part.key,
        "name": renderer.render(part.name),
        "width": round(sheet.width),
        "height": round(sheet.height),
        "land": _land_path(part.outlines, part.window),
        "lines": "".join(_path_data(line) for line in sheet.lines(part.step)),
    }


@cache
def _land_path(outlines: str, window: BoundingBox) -> str:
    """Return the outlines of the land in a window as path data."""
    sheet = ProjectedMap.of(window, _WIDTH)
    rings = ([sheet.place(north, east) for east, north in ring] for ring in _rings(outlines))
    return "".join(f"{_path_data(ring)}z" for ring in rings if _is_visible(ring, sheet))


def _is_visible(points: Sequence[tuple[float, float]], sheet: ProjectedMap) -> bool:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) < sheet.width and max(xs) > 0 and min(ys) < sheet.height and max(ys) > 0


def _rings(outlines: str) -> Iterator[list[tuple[float, float]]]:
    """Yield the rings of outlines as longitudes and latitudes."""
    data = read_yaml_mapping(_COASTLINES)[outlines]
    step = data["step"]
    for text in data["rings"]:
        x = y = 0
        ring = []
        numbers = [int(number) for number in text.split()]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x * step, y * step))
        yield ring


def _path_data(points: Iterable[tuple[float, float]]) -> str:
    return "M" + " ".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _front_key(entry: GalleryEntry) -> str:
    return entry["facets"]["front"][0] or "none"


def _spots(sheet: ProjectedMap, entries: Iterable[GalleryEntry]) -> list[_Spot]:
    """Return the distinct places of battles; nearby places are joined if there are too many."""
    entry_list, cell_size = [*entries], 1.0
    spots = _join_places(sheet, entry_list, cell_size)
    while len(spots) > _MAX_MARKERS:
        cell_size = max(2 * _RADIUS, _COARSER * cell_size)
        spots = _join_places(sheet, entry_list, cell_size)
    return spots


def _join_places(
    sheet: ProjectedMap, entries: Iterable[GalleryEntry], cell_size: float
) -> list[_Spot]:
    spots: dict[tuple[int, int], _Spot] = {}
    for entry in entries:
        place = entry["place"]
        if place is None:
            continue
        x, y = sheet.place(place["north"], place["east"])
        key = round(x / cell_size), round(y / cell_size)
        spots.setdefault(key, _Spot(x, y, place["name"], [])).entries.append(entry)
    return [*spots.values()]


def _spread_positions(spots: Sequence[_Spot], sheet: ProjectedMap) -> list[tuple[float, float]]:
    """Return positions near the spots whose markers do not overlap, if there is room."""
    positions = [(spot.x, spot.y) for spot in spots]
    for _ in range(_MAX_ROUNDS):
        pushes = _marker_offsets(positions)
        if not pushes:
            break
        offsets = [pushes.get(number, (0, 0)) for number in range(len(positions))]
        positions = [
            _clamped_position(x + right, y + down, sheet)
            for (x, y), (right, down) in zip(positions, offsets, strict=True)
        ]
    return positions


def _marker_offsets(positions: Sequence[tuple[float, float]]) -> Mapping[int, tuple[float, float]]:
    """Return how far each marker that overlaps others is pushed away from them."""
    pushes: dict[int, tuple[float, float]] = {}
    min_distance = 2 * _RADIUS + _GAP
    for a, (ax, ay) in enumerate(positions):
        for b in range(a):
            dx, dy = ax - positions[b][0], ay - positions[b][1]
            distance = (dx * dx + dy * dy) ** 0.5
            if distance >= min_distance:
                continue
            if distance < 0.1:  # the same place: any direction will do
                dx, dy, distance = 0.6, -0.8, 1.0
            push = (min_distance - min(distance, min_distance)) / 2 + 0.1
            for index, sign in ((a, 1), (b, -1)):
                x, y = pushes.get(index, (0.0, 0.0))
                pushes[index] = x + sign * push * dx / distance, y + sign * push * dy / distance
    return pushes


def _clamped_position(x: float, y: float, sheet: ProjectedMap) -> tuple[float, float]:
    margin = _RADIUS + _MARGIN
    return (
        min(max(x, margin), max(margin, sheet.width - margin)),
        min(max(y, margin), max(margin, sheet.height - margin)),
    )
