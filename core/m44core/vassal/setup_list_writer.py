"""Counters on hexes written as a set-up list: what is called the same on one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from m44core.board import Board
from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.values import dataclass
from m44core.vassal.counter_names import CounterName

_ORDER = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT, Layer.BADGE, Layer.TAG)
_A_LINE = 30  # hexes
_FIGURES_USUAL = 0.5  # of the hexes with units: how many have several counters of one
_MOST_FIGURES = 99

CounterCounts = Mapping[tuple[CounterName, Hex], int]
"""How many counters of a name lie on a hex."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A name on a hex, and what stands in brackets behind it."""

    named: CounterName
    hex: Hex
    note: str = ""


def write_setup_list(lying: Iterable[tuple[CounterName, Hex]], board: Board) -> tuple[str, bool]:
    """Return a set-up list of what lies on the hexes of a board: terrain first, badges last.

    Several counters of one unit on a hex are its figures. Whether each counter is a figure, not a
    whole unit, is returned too.
    """
    counted = _together(lying)
    units = _units(counted)
    one_each = _are_figures([*units.values()])
    entries = [
        _Entry(*key, _figures(units[key]) if key in units and (one_each or units[key] > 1) else "")
        for key in counted
    ]
    entries.sort(key=lambda each: (_layer(each.named), each.named.text.casefold()))
    groups = groupby(entries, key=lambda each: _layer(each.named))
    return "\n\n".join("\n".join(_lines(group, board)) for _, group in groups), one_each


def _together(lying: Iterable[tuple[CounterName, Hex]]) -> CounterCounts:
    """Count what lies on each hex; counters that mean the same unit go by the first one's name."""
    first: dict[tuple[object, Hex], CounterName] = {}
    counted: Counter[tuple[CounterName, Hex]] = Counter()
    for named, hex_ in lying:
        meant = named.meaning.pieces if named.meaning and _is_unit(named) else named.text
        counted[first.setdefault((meant, hex_), named), hex_] += 1
    return counted


def _units(counted: CounterCounts) -> CounterCounts:
    """Return the units among what lies there: of a badge beside a unit, the unit alone."""
    plain = {hex_ for named, hex_ in counted if _is_unit(named) and not _has_badge(named)}
    return {
        (named, hex_): number
        for (named, hex_), number in counted.items()
        if _is_unit(named) and (hex_ not in plain or not _has_badge(named))
    }


def _are_figures(numbers: Sequence[int]) -> bool:
    several = sum(number > 1 for number in numbers)
    return bool(several) and several >= _FIGURES_USUAL * len(numbers)


def _figures(number: int) -> str:
    return " (1 figure)" if number == 1 else f" ({min(number, _MOST_FIGURES)} figures)"


def _is_unit(named: CounterName) -> bool:
    """Tell whether a name means a unit, and does not say itself how many figures it has."""
    means = named.meaning
    return means is not None and means.figures is None and Layer.UNIT in named.layers


def _has_badge(named: CounterName) -> bool:
    return Layer.BADGE in named.layers


def _layer(named: CounterName) -> int:
    """Return where in the list a name stands; what is not understood comes last."""
    if _has_badge(named):
        return _ORDER.index(Layer.BADGE)
    return min(map(_ORDER.index, named.layers), default=len(_ORDER))


def _lines(entries: Iterable[_Entry], board: Board) -> Iterator[str]:
    for text, alike in groupby(entries, key=lambda each: each.named.text):
        said = [f"{board.name(hex_)}{note}" for hex_, note in _sorted(alike)]
        for at in range(0, len(said), _A_LINE):
            yield f"{text}: {', '.join(said[at : at + _A_LINE])}"


def _sorted(entries: Iterable[_Entry]) -> list[tuple[Hex, str]]:
    """Return hexes from top left on, each once."""
    notes = {each.hex: each.note for each in entries}
    return sorted(notes.items(), key=lambda pair: (pair[0].row, pair[0].col))
