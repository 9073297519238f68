"""What bridges that can be laid are worth: the way they spare the units beside the river."""

from __future__ import annotations

from m44core.playtest.players.judgement import Judgement
from m44core.rules.board.hex_grid import indexes
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.special.bridge_rules import rivers_beside
from m44core.rules.units.movement import travel_of

_NEAR = 3  # hexes from the river within which a bridge serves a unit
_LEAST = 1.5  # hexes it has to spare one to be of use
_MOST = 4.0  # hexes it spares one; a longer way round is as bad as none


def bridgeheads(judgement: Judgement, unit: UnitNo, ends: HexSet) -> dict[HexNo, float]:
    """Return what the bridge of a unit is worth by the hexes it may lay it from (E-HOB-02)."""
    position = judgement.position
    start, longest = position.place[unit], travel_of(position, unit).longest
    early = ends & position.field.grid.within(start, max(0, longest - 1)) | 1 << start
    found = {}
    for end in indexes(early):
        rivers = indexes(rivers_beside(position, end))
        worth = max((worth_of_bridge(judgement, river) for river in rivers), default=0.0)
        if worth:
            found[end] = worth
    return found


def worth_of_bridge(judgement: Judgement, river: HexNo) -> float:
    """Return what a bridge on a river hex is worth to all units near to it."""
    position = judgement.position
    near = position.field.grid.within(river, _NEAR)
    own = indexes(near & position.occupied[judgement.player])
    return sum(_spared(judgement, position.unit_at[place], river) for place in own)


def _spared(judgement: Judgement, unit: UnitNo, river: HexNo) -> float:
    """Return what it is worth to a unit that it may cross a river there."""
    position = judgement.position
    grid, combatant = position.field.grid, position.field.units[unit]
    if not combatant.rules.dice:
        return 0.0
    number, place = combatant.number_of_class, position.place[unit]
    banks = grid.near[river] & position.ground.passable[number]
    pull, step = judgement.pull(number), judgement.temper.step
    most = max((pull[bank] for bank in indexes(banks)), default=pull[place])
    across = most - step * (grid.distance(place, river) + 1)
    spared = across - pull[place]
    return min(spared, _MOST * step) if spared > _LEAST * step else 0.0
