"""Units that are gone here and stand there: they were moved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from m44core.comparing.differences import HexChange, Kind
from m44core.hexes import Hex

_REACH = 2  # hexes: a unit that is gone and one that came farther away are two

Changes = Mapping[Hex, tuple[HexChange, ...]]


def with_moves(hexes: Changes) -> Changes:
    """Return the changes with equal units that went and came nearby paired, the nearest first."""
    partners = dict(_paired(hexes))
    return {
        hex_: tuple(_with_partner(change, partners.get(hex_)) for change in changes)
        for hex_, changes in hexes.items()
    }


def _with_partner(change: HexChange, partner: Hex | None) -> HexChange:
    return replace(change, moved=partner) if change.layer == "unit" and partner else change


def _paired(hexes: Changes) -> Iterator[tuple[Hex, Hex]]:
    """Yield each hex whose unit has a partner with the hex of that one."""
    gone, came = (list(_units(hexes, kind)) for kind in (Kind.REMOVED, Kind.ADDED))
    pairs = sorted(
        (old.hex.distance(new.hex), old.hex, new.hex)
        for old in gone
        for new in came
        if old.before == new.after and old.hex.distance(new.hex) <= _REACH
    )
    taken: set[Hex] = set()
    for _, start, end in pairs:
        if not {start, end} & taken:
            taken |= {start, end}
            yield start, end
            yield end, start


def _units(hexes: Changes, kind: Kind) -> Iterator[HexChange]:
    for changes in hexes.values():
        yield from (c for c in changes if c.layer == "unit" and c.kind is kind)
