"""What a unit on one hex sees, and what hides the rest (rules 4.6)."""

from __future__ import annotations

from m44core.catalogue.types import UnitClass
from m44core.hexes import Hex
from m44core.messages.message import Message, message, message_in
from m44core.rules.board.grid import FAR
from m44core.rules.board.hex_ground import NUMBER
from m44core.rules.facts.overlays.asked import Asked
from m44core.rules.facts.overlays.basis import Basis
from m44core.rules.facts.overlays.values import Area, Overlay, Role

_CLASSES = {
    UnitClass.INFANTRY: message_in("eye", "infantry"),
    UnitClass.ARMOR: message_in("eye", "armor"),
    UnitClass.ARTILLERY: message_in("eye", "artillery"),
}


def sight_from(basis: Basis, asked: Asked) -> Overlay:
    """Return what is seen from a hex, by the unit there or by infantry (B-LOS-02, B-LOS-05).

    Units hide what is behind them; what the ground hides anyway counts as hidden by the ground.
    """
    hex_ = asked.hex_on(basis)
    if hex_ is None:
        return Overlay(message("Point at a hex to see what is seen from there"))
    start, eye = basis.grid.board.index[hex_], _eye(basis, hex_)
    looking = basis.sights.looking[NUMBER[eye]]
    near = basis.grid.within(start, FAR) & ~(1 << start)
    seen = looking.seen(start, basis.occupied) & near
    clear = looking.seen(start, 0) & near
    areas = (
        Area(Role.OPEN, basis.hexes(seen), message("seen")),
        Area(Role.HALF, basis.hexes(clear & ~seen), message("hidden by units")),
        Area(Role.CLOSED, basis.hexes(near & ~clear), message("hidden by the ground")),
    )
    return Overlay(_said(basis, hex_, eye, areas), areas)


def _eye(basis: Basis, hex_: Hex) -> UnitClass:
    """Return the class of the unit on a hex; infantry where there is none we know."""
    unit = basis.scenario.at(hex_).unit
    element = basis.scenario.catalogue.get(unit.name) if unit else None
    found = element.unit_class if element else None
    return UnitClass.INFANTRY if found is None or found not in NUMBER else found


def _said(basis: Basis, hex_: Hex, eye: UnitClass, areas: tuple[Area, ...]) -> Message:
    seen, units, ground = (len(area.hexes) for area in areas)
    return message(
        "Sight from {hex} ({eye}): seen {seen}, hidden by units {units}, by the ground {ground}",
        hex=basis.scenario.board.name(hex_),
        eye=_CLASSES.get(eye, _CLASSES[UnitClass.INFANTRY]),
        seen=seen,
        units=units,
        ground=ground,
    )
