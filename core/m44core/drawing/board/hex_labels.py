"""Text on hexes: the labels of a scenario, and the names of the hexes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from itertools import chain, islice
from unicodedata import east_asian_width

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.shapes import Drawing, Text

_MAX_LINE_WIDTH = 92.0  # units: longest line on a hex, which is 100 wide
_MAX_LETTER_SIZE, _MAX_SIZE_OF_SEVERAL, _MIN_LETTER_SIZE = 12.5, 11.0, 7.5
_LEADING = 1.06
_LOWEST = 43.0  # middle of a single line; several lines sit lower, clear of the figure count
_LOWEST_OF_SEVERAL = 47.5
_MAX_LINES = 5
_MAX_LETTERS = 400  # letters read of a line: more than all lines of the smallest type hold
_WIDTH_OF_LARGE = 136.0  # units: longest line in large type, which may cover parts of other hexes
_LAST_OF_LARGE = 30.0  # middle of the last line in large type: where the hex is still wide
_LAST_ABOVE_OBSTACLE = 6.0  # the same above wire, which is in the lower part of its hex
_FIRST_BELOW_UNIT = 38.0  # middle of the first line in large type below a unit
_ONLY_BELOW_UNIT = 42.0  # the same for a single line, clear of the number of figures
_TIGHT_LEADING = 0.94  # line pitch below a unit, in ems
_MAX_LARGE_LINES = 2
_BREAKABLE = re.compile(r"[^\s-]*-(?=\S)|\S+\s*")  # lines are broken after a space or a hyphen
_NAME_SIZE, _LONG_NAME_LENGTH, _MAX_NAME_SIZE = 16.0, 3, 38.0
_TOP_OF_NAME = -51.0  # units from the center of the hex


class LabelPlace(IntEnum):
    """The position of a label in large type on its hex, chosen so that it covers no piece.

    The value is the orientation of its picture.
    """

    CLEAR = 1
    BELOW_UNIT = 2
    ABOVE_OBSTACLE = 3


def draw_label(
    lines: Sequence[str], min_size: float = 0.0, place: LabelPlace = LabelPlace.CLEAR
) -> Drawing:
    """Return a label at the bottom of its hex, wrapped to the hex's width in at most five lines.

    Args:
        lines: The lines of the label.
        min_size: The smallest legible type size, in units. If it is larger than the usual minimum,
            the label has at most two lines, and what does not fit is cut with an ellipsis.
        place: The position of such a label in large type.
    """
    if min_size > _MIN_LETTER_SIZE:
        return _draw_large_label(lines, max(min_size, _MAX_LETTER_SIZE), place)
    wrapped_lines = list(islice(chain.from_iterable(map(_wrapped_line, lines)), _MAX_LINES))
    if not wrapped_lines:
        return ()
    has_several_lines = len(wrapped_lines) > 1
    largest = _MAX_SIZE_OF_SEVERAL if has_several_lines else _MAX_LETTER_SIZE
    lowest = _LOWEST_OF_SEVERAL if has_several_lines else _LOWEST
    size = min(
        largest,
        max(_MIN_LETTER_SIZE, _MAX_LINE_WIDTH / max(_text_width(line) for line in wrapped_lines)),
    )
    return tuple(
        _label_line(line, lowest - (len(wrapped_lines) - 1 - i) * size * _LEADING, size)
        for i, line in enumerate(wrapped_lines)
    )


def _label_line(line: str, y: float, size: float) -> Text:
    return Text(line, 0, y, size, "piece-label", bold=True, halo="piece-label-halo")


def _draw_large_label(lines: Sequence[str], size: float, place: LabelPlace) -> Drawing:
    label_lines = large_label_lines(lines, size)
    if place is LabelPlace.BELOW_UNIT:
        first = _ONLY_BELOW_UNIT if len(label_lines) == 1 else _FIRST_BELOW_UNIT
        pitch = size * _TIGHT_LEADING
    else:
        last = _LAST_OF_LARGE if place is LabelPlace.CLEAR else _LAST_ABOVE_OBSTACLE
        first, pitch = last - (len(label_lines) - 1) * size, size
    return tuple(
        _label_line(line, first + number * pitch, size) for number, line in enumerate(label_lines)
    )


def large_label_lines(lines: Sequence[str], size: float) -> list[str]:
    """Return the lines of a label in type of *size* units; a cut label ends in an ellipsis."""
    widest = _WIDTH_OF_LARGE / size
    words = " ".join(" ".join(line[:_MAX_LETTERS] for line in lines).split())
    wrapped_lines = [""]
    for part in _BREAKABLE.findall(words):
        if not wrapped_lines[-1] or _text_width(f"{wrapped_lines[-1]}{part}".strip()) <= widest:
            wrapped_lines[-1] += part
        else:
            wrapped_lines.append(part)
    kept_lines = [line.strip() for line in wrapped_lines[:_MAX_LARGE_LINES]]
    if len(wrapped_lines) > len(kept_lines):
        kept_lines[-1] += "…"
    return [_truncated(line, widest) for line in kept_lines if line]


def is_cut(lines: Sequence[str], min_size: float) -> bool:
    """Return whether a label loses letters when its type is at least *min_size* units."""
    shown_text = "".join(large_label_lines(lines, max(min_size, _MAX_LETTER_SIZE)))
    return "".join(shown_text.split()) != "".join("".join(lines).split())


def _truncated(line: str, widest: float) -> str:
    if _text_width(line) <= widest:
        return line
    while line and _text_width(line) + 1 > widest:
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
        if parts and _text_width(longer_part) * _MIN_LETTER_SIZE <= _MAX_LINE_WIDTH:
            parts[-1] = longer_part
        else:
            parts.append(word)
    return parts


def _text_width(line: str) -> float:
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
    "label": lambda art: draw_label(_label_lines(art), art.variant, LabelPlace(art.orientation)),
    "hex-name": lambda art: draw_hex_name("".join(_label_lines(art))),
}
