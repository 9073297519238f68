"""Text on hexes: the labels of a scenario, and the names of the hexes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import chain, islice
from typing import NamedTuple
from unicodedata import east_asian_width

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.extents import Extent
from m44core.drawing.shapes.shapes import Drawing, Text
from m44core.values import dataclass

_MAX_LINE_WIDTH = 92.0  # units: longest line on a hex, which is 100 wide
_MAX_LETTER_SIZE, _MAX_SIZE_OF_SEVERAL, _MIN_LETTER_SIZE = 12.5, 11.0, 7.5
_LEADING = 1.06
_LOWEST = 43.0  # middle of a single line; several lines sit lower, clear of the figure count
_LOWEST_OF_SEVERAL = 47.5
_MIDDLE_OF_SMALL, _LOWEST_ABOVE_UNIT = 4.0, -21.0  # middle and lower edge of small labels higher up
_MAX_LINES = 5
_MAX_LETTERS = 400  # letters read of a line: more than all lines of the smallest type hold
_TIGHT_LEADING = 0.94  # line pitch below a unit, in ems
_BOX_HEIGHT, _BOX_WIDTH = 0.84, 1.06  # ems, and share of the estimated width: of a printed line
_BREAKABLE = re.compile(r"[^\s-]*-(?=\S)|\S+\s*")  # lines are broken after a space or a hyphen
_NAME_SIZE, _LONG_NAME_LENGTH, _MAX_NAME_SIZE = 16.0, 3, 38.0
_TOP_OF_NAME = -51.0  # units from the center of the hex


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """The place of a label in large type on its hex, and the room it has there.

    Attributes:
        y: The middle of its last line, or of its first if *hangs*, in units below the center.
        width: The length of its longest line, in units; a label wider than a hex covers others.
        max_lines: The number of lines that it may have.
        shift: How far it is to the right of the center, in units.
        hangs: Whether further lines are below the first, not above the last.
    """

    y: float = 30.0  # the lowest place where the hex is still wide
    width: float = 136.0
    max_lines: int = 2
    shift: float = 0.0
    hangs: bool = False


class Level(StrEnum):
    """The height of a label in small type on its hex."""

    LOW = "low"  # below a unit
    MIDDLE = "middle"
    TOP = "top"  # above a unit


class SmallPlace(NamedTuple):
    """The place of a label in small type: its height, and how far right it is, in units."""

    level: Level
    shift: float


SMALL_PLACES = (
    SmallPlace(Level.LOW, 0),
    SmallPlace(Level.MIDDLE, 0),
    *(SmallPlace(Level.TOP, shift) for shift in (0, 8, -8, 16, -16, 26, -26)),
)
"""The places of a label in small type, the best first."""


class LabelBoxes(NamedTuple):
    """The lines of a label as rectangles, and whether the label is cut."""

    boxes: tuple[Extent, ...]
    is_cut: bool


_USUAL_PLACE = LabelPlace()


def draw_label(
    lines: Sequence[str], min_size: float = 0.0, place: LabelPlace = _USUAL_PLACE
) -> Drawing:
    """Return a label at the bottom of its hex, wrapped to the hex's width in at most five lines.

    Args:
        lines: The lines of the label.
        min_size: The smallest legible type size, in units. If it is larger than the usual minimum,
            what does not fit on the lines of its place is cut with an ellipsis.
        place: The position of such a label in large type.
    """
    if min_size > _MIN_LETTER_SIZE:
        return _draw_large_label(lines, max(min_size, _MAX_LETTER_SIZE), place)
    wrapped_lines = _wrapped_lines(lines)
    lowest = _LOWEST_OF_SEVERAL if len(wrapped_lines) > 1 else _LOWEST
    size = _size_of_lines(wrapped_lines)
    return tuple(
        label_line_text(line, lowest - (len(wrapped_lines) - 1 - i) * size * _LEADING, size)
        for i, line in enumerate(wrapped_lines)
    )


def usual_label_size(lines: Sequence[str]) -> float:
    """Return the type size of a label at the bottom of its hex, in units."""
    return _size_of_lines(_wrapped_lines(lines))


def _wrapped_lines(lines: Sequence[str]) -> list[str]:
    return list(islice(chain.from_iterable(map(_wrapped_line, lines)), _MAX_LINES))


def _size_of_lines(lines: Sequence[str]) -> float:
    max_size = _MAX_SIZE_OF_SEVERAL if len(lines) > 1 else _MAX_LETTER_SIZE
    longest = max(map(text_width, lines), default=1.0)
    return min(max_size, max(_MIN_LETTER_SIZE, _MAX_LINE_WIDTH / longest))


def draw_small_label(lines: Sequence[str], place: SmallPlace) -> Drawing:
    """Return a label in small type at a place of its hex."""
    texts = [node for node in draw_label(lines) if isinstance(node, Text)]
    if not texts:
        return ()
    top, bottom = _box_of_line(texts[0]).top, _box_of_line(texts[-1]).bottom
    rise = {
        Level.LOW: 0.0,
        Level.MIDDLE: (top + bottom) / 2 - _MIDDLE_OF_SMALL,
        Level.TOP: bottom - _LOWEST_ABOVE_UNIT,
    }[place.level]
    return tuple(replace(text, x=text.x + place.shift, y=text.y - rise) for text in texts)


def small_label_boxes(lines: Sequence[str], place: SmallPlace) -> tuple[Extent, ...]:
    """Return the rectangles that the lines of a label in small type cover."""
    nodes = draw_small_label(lines, place)
    return tuple(_box_of_line(node) for node in nodes if isinstance(node, Text))


def label_line_text(line: str, y: float, size: float, x: float = 0.0) -> Text:
    """Return a line of a label with its middle at a point, in type of *size* units."""
    return Text(line, x, y, size, "piece-label", bold=True, halo="piece-label-halo")


def _draw_large_label(lines: Sequence[str], size: float, place: LabelPlace) -> Drawing:
    label_lines = large_label_lines(lines, size, place)
    pitch = size * (_TIGHT_LEADING if place.hangs else 1.0)
    first = place.y - (0 if place.hangs else len(label_lines) - 1) * pitch
    return tuple(
        label_line_text(line, first + number * pitch, size, place.shift)
        for number, line in enumerate(label_lines)
    )


def label_boxes(lines: Sequence[str], min_size: float, place: LabelPlace) -> LabelBoxes:
    """Return the rectangles that a label covers in type of at least *min_size* units."""
    texts = [node for node in draw_label(lines, min_size, place) if isinstance(node, Text)]
    boxes = tuple(map(_box_of_line, texts))
    return LabelBoxes(boxes, is_label_cut(lines, min_size, place))


def _box_of_line(line: Text) -> Extent:
    half_width = text_width(line.text) * line.size * _BOX_WIDTH / 2
    half_height = line.size * _BOX_HEIGHT / 2
    return Extent(
        line.x - half_width, line.y - half_height, line.x + half_width, line.y + half_height
    )


def large_label_lines(
    lines: Sequence[str], size: float, place: LabelPlace = _USUAL_PLACE
) -> list[str]:
    """Return the lines of a label in type of *size* units; a cut label ends in an ellipsis."""
    max_width = place.width / size
    words = " ".join(" ".join(line[:_MAX_LETTERS] for line in lines).split())
    wrapped_lines = [""]
    for part in _BREAKABLE.findall(words):
        if not wrapped_lines[-1] or text_width(f"{wrapped_lines[-1]}{part}".strip()) <= max_width:
            wrapped_lines[-1] += part
        else:
            wrapped_lines.append(part)
    kept_lines = [line.strip() for line in wrapped_lines[: place.max_lines]]
    if len(wrapped_lines) > len(kept_lines):
        kept_lines[-1] += "…"
    return [_truncated_line(line, max_width) for line in kept_lines if line]


def is_label_cut(lines: Sequence[str], min_size: float, place: LabelPlace = _USUAL_PLACE) -> bool:
    """Return whether a label loses letters when its type is at least *min_size* units."""
    shown_text = "".join(large_label_lines(lines, max(min_size, _MAX_LETTER_SIZE), place))
    return "".join(shown_text.split()) != "".join("".join(lines).split())


def _truncated_line(line: str, max_width: float) -> str:
    if text_width(line) <= max_width:
        return line
    while line and text_width(line) + 1 > max_width:
        line = line[:-1]
    return f"{line.rstrip()}…"


def draw_hex_name(name: str, min_size: float = 0.0) -> Drawing:
    """Return the name of a hex at its upper corner, clear of labels and pieces.

    Args:
        name: The name, such as ``A9``.
        min_size: Smallest legible type size, in units; limited so that a unit still fits below.
    """
    default_size = _NAME_SIZE if len(name) < _LONG_NAME_LENGTH else _NAME_SIZE * 0.84
    size = max(default_size, min(min_size, _MAX_NAME_SIZE))
    middle = _TOP_OF_NAME + size / 2
    return (Text(name, 0, middle, size, "piece-hex-name", bold=True, halo="piece-hex-name-halo"),)


def _wrapped_line(line: str) -> list[str]:
    """Break a line at its spaces into parts that fit on a hex in the smallest type, if possible."""
    parts: list[str] = []
    for word in line.strip()[:_MAX_LETTERS].split():
        longer_part = f"{parts[-1]} {word}" if parts else word
        if parts and text_width(longer_part) * _MIN_LETTER_SIZE <= _MAX_LINE_WIDTH:
            parts[-1] = longer_part
        else:
            parts.append(word)
    return parts


def text_width(line: str) -> float:
    """Estimate the width of a line in ems, for a bold sans serif."""
    return sum(_character_width(c) for c in line) or 1.0


def _character_width(character: str) -> float:
    if east_asian_width(character) in "WF":
        return 1.0
    if character in "iljtfrI.,:;'!|()[] -":
        return 0.38
    return 0.78 if character.isupper() or character in "mw" else 0.64


def _label_lines(art: Art) -> list[str]:
    return [str(part) for part in art.detail]


PAINTERS: Mapping[str, Callable[[Art], Drawing]] = {
    "label": lambda art: draw_small_label(_label_lines(art), SMALL_PLACES[art.variant]),
    "hex-name": lambda art: draw_hex_name("".join(_label_lines(art))),
}
