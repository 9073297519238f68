"""Writing counters on hexes as a setup list, with one line per name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from m44core.board import Board
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.values import dataclass
from m44core.vassal.counter_names import CounterName

_LAYER_ORDER = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT, Layer.BADGE, Layer.TAG)
_HEXES_PER_LINE = 30
_FIGURES_SHARE = 0.5  # share of units with several counters, above which a counter is a figure
_MAX_FIGURES = 99

CounterCounts = Mapping[tuple[CounterName, Hex], int]
"""The number of counters of each name on each hex."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """A name on a hex; the note in brackets follows the hex, "" for none."""

    counter_name: CounterName
    hex: Hex
    note: str = ""


def write_setup_list(
    placed_counters: Iterable[tuple[CounterName, Hex]], board: Board
) -> tuple[str, bool]:
    """Return a setup list of counters, sorted by layer, and whether counters are figures.

    Several counters of a unit on a hex are its figures. If that applies to most units, a single
    counter is one figure too rather than a complete unit; the second value reports this.
    """
    counter_counts = _count_counters(placed_counters)
    units = _unit_counts(counter_counts)
    are_figures = _are_counters_figures([*units.values()])
    entries = [
        _Entry(
            *key,
            _figures_note(units[key]) if key in units and (are_figures or units[key] > 1) else "",
        )
        for key in counter_counts
    ]
    entries.sort(
        key=lambda each: (_list_position(each.counter_name), each.counter_name.text.casefold())
    )
    groups = groupby(entries, key=lambda each: _list_position(each.counter_name))
    return "\n\n".join("\n".join(_list_lines(group, board)) for _, group in groups), are_figures


def _count_counters(placed_counters: Iterable[tuple[CounterName, Hex]]) -> CounterCounts:
    """Count the counters on each hex; counters that mean the same unit get the first one's name."""
    first_names: dict[tuple[object, Hex], CounterName] = {}
    counter_counts: Counter[tuple[CounterName, Hex]] = Counter()
    for counter_name, hex_ in placed_counters:
        meaning = (
            counter_name.meaning.pieces
            if counter_name.meaning and _is_unit(counter_name)
            else counter_name.text
        )
        counter_counts[first_names.setdefault((meaning, hex_), counter_name), hex_] += 1
    return counter_counts


def _unit_counts(counter_counts: CounterCounts) -> CounterCounts:
    """Return the counts of units; units named by a badge are omitted next to the plain unit."""
    hexes_with_plain_unit = {
        hex_
        for counter_name, hex_ in counter_counts
        if _is_unit(counter_name) and not _has_badge(counter_name)
    }
    return {
        (counter_name, hex_): number
        for (counter_name, hex_), number in counter_counts.items()
        if _is_unit(counter_name)
        and (hex_ not in hexes_with_plain_unit or not _has_badge(counter_name))
    }


def _are_counters_figures(counts: Sequence[int]) -> bool:
    several_count = sum(number > 1 for number in counts)
    return bool(several_count) and several_count >= _FIGURES_SHARE * len(counts)


def _figures_note(count: int) -> str:
    return " (1 figure)" if count == 1 else f" ({min(count, _MAX_FIGURES)} figures)"


def _is_unit(counter_name: CounterName) -> bool:
    """Return whether a name means a unit and does not include a number of figures."""
    meaning = counter_name.meaning
    return meaning is not None and meaning.figures is None and Layer.UNIT in counter_name.layers


def _has_badge(counter_name: CounterName) -> bool:
    return Layer.BADGE in counter_name.layers


def _list_position(counter_name: CounterName) -> int:
    """Return the sort key of a name in the list; names that are not understood come last."""
    if _has_badge(counter_name):
        return _LAYER_ORDER.index(Layer.BADGE)
    return min(map(_LAYER_ORDER.index, counter_name.layers), default=len(_LAYER_ORDER))


def _list_lines(entries: Iterable[_Entry], board: Board) -> Iterator[str]:
    for text, entries_with_name in groupby(entries, key=lambda each: each.counter_name.text):
        hexes_and_notes = [
            f"{board.name(hex_)}{note}" for hex_, note in _sorted_hexes(entries_with_name)
        ]
        for start in range(0, len(hexes_and_notes), _HEXES_PER_LINE):
            yield f"{text}: {', '.join(hexes_and_notes[start : start + _HEXES_PER_LINE])}"


def _sorted_hexes(entries: Iterable[_Entry]) -> list[tuple[Hex, str]]:
    """Return the distinct hexes, row by row, each with its note."""
    notes = {each.hex: each.note for each in entries}
    return sorted(notes.items(), key=lambda pair: (pair[0].row, pair[0].col))
