"""Writing counters on hexes as a setup list, with one line per name."""

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
_HEXES_PER_LINE = 30
_FIGURES_USUAL = 0.5  # share of units with several counters, above which a counter is a figure
_MAX_FIGURES = 99

CounterCounts = Mapping[tuple[CounterName, Hex], int]
"""The number of counters of each name on each hex."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A name on a hex; the note in brackets follows the hex, "" for none."""

    named: CounterName
    hex: Hex
    note: str = ""


def write_setup_list(
    placed_counters: Iterable[tuple[CounterName, Hex]], board: Board
) -> tuple[str, bool]:
    """Return a setup list of counters, sorted by layer, and whether counters are figures.

    Several counters of a unit on a hex are its figures. If that applies to most units, a single
    counter is one figure too rather than a complete unit; the second value reports this.
    """
    counted = _count_counters(placed_counters)
    units = _unit_counts(counted)
    one_each = _are_figures([*units.values()])
    entries = [
        _Entry(
            *key, _figures_note(units[key]) if key in units and (one_each or units[key] > 1) else ""
        )
        for key in counted
    ]
    entries.sort(key=lambda each: (_list_position(each.named), each.named.text.casefold()))
    groups = groupby(entries, key=lambda each: _list_position(each.named))
    return "\n\n".join("\n".join(_list_lines(group, board)) for _, group in groups), one_each


def _count_counters(placed_counters: Iterable[tuple[CounterName, Hex]]) -> CounterCounts:
    """Count the counters on each hex; counters that mean the same unit share the first's name."""
    first: dict[tuple[object, Hex], CounterName] = {}
    counted: Counter[tuple[CounterName, Hex]] = Counter()
    for named, hex_ in placed_counters:
        meaning = named.meaning.pieces if named.meaning and _is_unit(named) else named.text
        counted[first.setdefault((meaning, hex_), named), hex_] += 1
    return counted


def _unit_counts(counted: CounterCounts) -> CounterCounts:
    """Return the counts of units; units named by a badge are omitted next to the plain unit."""
    plain = {hex_ for named, hex_ in counted if _is_unit(named) and not _has_badge(named)}
    return {
        (named, hex_): number
        for (named, hex_), number in counted.items()
        if _is_unit(named) and (hex_ not in plain or not _has_badge(named))
    }


def _are_figures(counts: Sequence[int]) -> bool:
    several = sum(number > 1 for number in counts)
    return bool(several) and several >= _FIGURES_USUAL * len(counts)


def _figures_note(count: int) -> str:
    return " (1 figure)" if count == 1 else f" ({min(count, _MAX_FIGURES)} figures)"


def _is_unit(named: CounterName) -> bool:
    """Return whether a name means a unit and does not include a number of figures."""
    means = named.meaning
    return means is not None and means.figures is None and Layer.UNIT in named.layers


def _has_badge(named: CounterName) -> bool:
    return Layer.BADGE in named.layers


def _list_position(named: CounterName) -> int:
    """Return the sort key of a name in the list; names that are not understood come last."""
    if _has_badge(named):
        return _ORDER.index(Layer.BADGE)
    return min(map(_ORDER.index, named.layers), default=len(_ORDER))


def _list_lines(entries: Iterable[_Entry], board: Board) -> Iterator[str]:
    for text, alike in groupby(entries, key=lambda each: each.named.text):
        places = [f"{board.name(hex_)}{note}" for hex_, note in _sorted_hexes(alike)]
        for at in range(0, len(places), _HEXES_PER_LINE):
            yield f"{text}: {', '.join(places[at : at + _HEXES_PER_LINE])}"


def _sorted_hexes(entries: Iterable[_Entry]) -> list[tuple[Hex, str]]:
    """Return the distinct hexes, row by row, each with its note."""
    notes = {each.hex: each.note for each in entries}
    return sorted(notes.items(), key=lambda pair: (pair[0].row, pair[0].col))
