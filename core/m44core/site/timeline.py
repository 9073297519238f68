"""The timeline: the battles by year and month, as data for a chart and a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from m44core.site.site_files import GalleryEntry
from m44core.site.war_map import front_legend

_FRONTS = ("western", "mediterranean", "eastern", "pacific", "")
_HEIGHT, _BASE = 150, 122  # of the chart, and of its bars, in units
_COLUMN = 10  # units: width of a month
_LEFT_MARGIN = 4  # units: margin beside the chart
_MOST_UNITS = 14  # units: the largest height of one battle
_MAX_MONTHS = 150  # a longer time gets no chart


class _Month(NamedTuple):
    year: int
    month: int

    @property
    def ordinal(self) -> int:
        """The index of the month among all months."""
        return self.year * 12 + self.month - 1


def timeline(entries: Sequence[GalleryEntry]) -> dict[str, object]:
    """Return the battles by year, a chart of their months, and the undated battles.

    Args:
        entries: The entries of the site, in the order of their dates.

    Returns:
        ``years``, each with ``year`` and ``rows`` (an ``entry``, and ``anchor``, such as
        ``m1944-06``, for the first of a month); ``chart``, or None; ``others``; and ``fronts``, the
        legend.
    """
    dated_entries = [(month, entry) for entry in entries if (month := _month(entry))]
    years = []
    seen_months: set[_Month] = set()
    for year, year_entries in groupby(dated_entries, key=lambda each: each[0].year):
        rows = []
        for month, entry in year_entries:
            rows.append({"entry": entry, "anchor": "" if month in seen_months else _anchor(month)})
            seen_months.add(month)
        years.append({"year": year, "rows": rows})
    undated_entries = [entry for entry in entries if not _month(entry)]
    return {
        "years": years,
        "chart": _chart(dated_entries),
        "others": undated_entries,
        "fronts": front_legend(entries),
    }


def _month(entry: GalleryEntry) -> _Month | None:
    try:
        day = date.fromisoformat(entry["begins"])
    except ValueError:
        return None
    return _Month(day.year, day.month)


def _anchor(month: _Month) -> str:
    return f"m{month.year}-{month.month:02}"


def _chart(dated_entries: Iterable[tuple[_Month, GalleryEntry]]) -> Mapping[str, object] | None:
    """Return the chart: bars by month and front; None for fewer than two months, or too many."""
    counts: dict[_Month, Counter[str]] = {}
    for month, entry in dated_entries:
        counts.setdefault(month, Counter())[entry["facets"]["front"][0]] += 1
    if not counts:
        return None
    first, last = min(counts).year, max(counts).year
    months = (last - first + 1) * 12
    if months > _MAX_MONTHS or len(counts) < 2:
        return None
    unit = min(_MOST_UNITS, (_BASE - 6) / max(each.total() for each in counts.values()))
    bars = [_bar(month, fronts, first, unit) for month, fronts in sorted(counts.items())]
    ticks = [
        {"x": _LEFT_MARGIN + _COLUMN * 12 * number, "year": first + number}
        for number in range(last - first + 1)
    ]
    width = 2 * _LEFT_MARGIN + _COLUMN * months
    return {"width": width, "height": _HEIGHT, "base": _BASE, "bars": bars, "ticks": ticks}


def _bar(month: _Month, fronts: Counter[str], first: int, unit: float) -> dict[str, object]:
    x, y = _LEFT_MARGIN + _COLUMN * (month.ordinal - first * 12), float(_BASE)
    pieces = []
    for front in _FRONTS:
        if fronts[front]:
            height = fronts[front] * unit
            y -= height
            pieces.append({"front": front or "none", "y": round(y, 1), "h": round(height, 1)})
    number, title = fronts.total(), f"{month.year}-{month.month:02}"
    return {"x": x, "anchor": _anchor(month), "said": f"{title}: {number}", "pieces": pieces}
