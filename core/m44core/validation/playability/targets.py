"""What the side that begins can battle at once (M709)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from m44core.findings.kinds import Sayable
from m44core.messages import nouns
from m44core.rules.board.hex_grid import indexes
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import GameState
from m44core.rules.units.battle import field_of_fire
from m44core.rules.units.movement import reach
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.thresholds import usual


@check("M709")
def unusual_first_targets(context: Context) -> Iterator[Problem]:
    """Starts from which the first side has targets hardly anywhere, or everywhere (V-71).

    Looked at are the hexes its units can battle from in their first move.
    """
    ways = context.ways
    if ways is None or not ways.complete or ways.unsure:
        return
    state = ways.state
    units = [unit for unit in ways.units if unit.player == state.field.first]
    hexes, seeing = 0, 0
    for unit in units:
        starts = indexes(_battling_from(state, unit))
        hexes += len(starts)
        seeing += sum(map(_target_seen(state, unit), starts))
    share, range_ = seeing / max(1, hexes), usual().first_targets
    side = state.field.sides[state.field.first].called
    if units and not hexes:
        yield problem("none", "/hexes", side=side)
    elif hexes and share not in range_:
        key = "few" if share < range_.least else "many"
        said: dict[str, Sayable] = {
            "hexes": nouns.hexes(hexes),
            "side": side,
            "seeing": str(seeing),
        }
        yield problem(key, "/hexes", **said)


def _battling_from(state: GameState, unit: Combatant) -> int:
    """Return the hexes from which a unit may battle in its first move."""
    hexes = 1 << unit.start
    for further in reach(state, unit.number)[: unit.rules.move_and_battle]:
        hexes |= further
    return hexes & ~state.ground.no_battle[unit.number_of_class]


def _target_seen(state: GameState, unit: Combatant) -> Callable[[int], bool]:
    """Return what tells whether a unit that goes to a hex has a target from there."""
    enemies, within = state.occupied[1 - unit.player], state.field.grid.within
    gone = state.clone()
    gone.occupied[unit.player] &= ~(1 << unit.start)

    def is_seen(hex_: int) -> bool:
        near = enemies & within(hex_, len(unit.rules.dice))
        return bool(near and near & field_of_fire(gone, unit.number, hex_))

    return is_seen
