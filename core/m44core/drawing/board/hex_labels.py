"""Words on hexes: a scenario's labels, and the names of the hexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice
from unicodedata import east_asian_width

from m44core.drawing.shapes.art import Art
from m44core.drawing.shapes.shapes import Drawing, Text

_WIDTH = 92.0  # what a line may take of the hex's 100
_LARGEST, _LARGEST_OF_SEVERAL, _SMALLEST = 12.5, 11.0, 7.5
_LEADING = 1.06
_LOWEST = 43.0  # middle of a single line; several begin lower, to spare the count of figures
_LOWEST_OF_SEVERAL = 47.5
_MOST_LINES = 5
_MOST_LETTERS = 400  # of a line; more than there is room for in most lines of the smallest letters
_NAME, _LONG_NAME, _LARGEST_NAME = 16.0, 3, 38.0
_TOP_OF_NAME = -51.0  # units from the middle of the hex


def draw_label(lines: Sequence[str]) -> Drawing:
    """Return the lines of a label from the lower part of the hex upwards, sized to its width."""
    shown = list(islice(chain.from_iterable(map(_wrapped, lines)), _MOST_LINES))
    if not shown:
        return ()
    several = len(shown) > 1
    largest = _LARGEST_OF_SEVERAL if several else _LARGEST
    lowest = _LOWEST_OF_SEVERAL if several else _LOWEST
    size = min(largest, max(_SMALLEST, _WIDTH / max(_width(line) for line in shown)))
    return tuple(
        Text(
            line,
            0,
            lowest - (len(shown) - 1 - i) * size * _LEADING,
            size,
            "piece-label",
            bold=True,
            halo="piece-label-halo",
        )
        for i, line in enumerate(shown)
    )


def draw_hex_name(name: str, min_size: float = 0.0) -> Drawing:
    """Return the name of a hex at its upper corner, clear of labels and pieces.

    Args:
        name: The name.
        min_size: The size its letters need to be read, as far as they leave room for a unit.
    """
    usual = _NAME if len(name) < _LONG_NAME else _NAME * 0.84
    size = max(usual, min(min_size, _LARGEST_NAME))
    middle = _TOP_OF_NAME + size / 2
    return (Text(name, 0, middle, size, "piece-hex-name", bold=True, halo="piece-hex-name-halo"),)


def _wrapped(line: str) -> list[str]:
    """Break a line that would not be legible on one hex, at its spaces."""
    parts: list[str] = []
    for word in line.strip()[:_MOST_LETTERS].split():
        joined = f"{parts[-1]} {word}" if parts else word
        if parts and _width(joined) * _SMALLEST <= _WIDTH:
            parts[-1] = joined
        else:
            parts.append(word)
    return parts


def _width(line: str) -> float:
    """Estimate a line's width in ems: fonts differ, a bold sans serif is meant."""
    return sum(_character_width(c) for c in line) or 1.0


def _character_width(character: str) -> float:
    if east_asian_width(character) in "WF":
        return 1.0
    if character in "iljtfrI.,:;'!|()[] -":
        return 0.38
    return 0.78 if character.isupper() or character in "mw" else 0.64


def _words(art: Art) -> list[str]:
    return [str(part) for part in art.detail]


PAINTERS: Mapping[str, Callable[[Art], Drawing]] = {
    "label": lambda art: draw_label(_words(art)),
    "hex-name": lambda art: draw_hex_name("".join(_words(art))),
}
