"""Deployment of the armies: edges, exits, retreats and first targets (M703 to M705, M709)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from m44core.catalogue.catalogue_types import Element, Layer, Side
from m44core.findings.finding_kinds import PhraseValue
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.game.battlefield import Combatant
from m44core.rules.game.state import GameState
from m44core.rules.units.battle import field_of_fire
from m44core.rules.units.movement import reachable_hexes_by_cost
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, Repair, check, problem, removal_repair
from m44core.validation.checks.sides import Seat, seats_of
from m44core.validation.passability import may_cross_impassable
from m44core.validation.reachability import Reachability
from m44core.validation.thresholds import thresholds


@check("M703")
def units_at_the_wrong_edge(context: CheckContext) -> Iterator[Problem]:
    """Armies that start at each other's edge, and single units there (V-38, B-BOARD-08).

    This is only a hint for single units: published battles place some behind enemy lines on
    purpose.
    """
    top, bottom = seats_of(context)
    if not top.player.side or bottom.player.side is not top.player.side.enemy:
        return
    if _is_at_wrong_edge(context, top) and _is_at_wrong_edge(context, bottom):
        yield problem("swapped", "/briefing/top/side", None, _side_swap_repair(top.player.side))
        return
    for seat in (top, bottom):
        enemy_row = _enemy_edge_row(context, seat)
        units = [
            u
            for u in context.units
            if u.side is seat.player.side and abs(u.hex.row - enemy_row) <= 1
        ]
        if units:
            pointer, hex_ = context.pointer(units[0].hex, "unit"), units[0].hex
            hexes = context.hex_list([unit.hex for unit in units])
            yield problem("behind", pointer, hex_, player=seat.title, hexes=hexes)


def _is_at_wrong_edge(context: CheckContext, seat: Seat) -> bool:
    """Return whether most units of a player start nearer to the enemy's edge than to their own."""
    rows = [unit.hex.row for unit in context.units if unit.side is seat.player.side]
    last_row, enemy_row = context.scenario.board.rows - 1, _enemy_edge_row(context, seat)
    rows_nearer_enemy = [
        row for row in rows if abs(row - enemy_row) < abs(row - (last_row - enemy_row))
    ]
    return len(rows_nearer_enemy) > len(rows) / 2


def _enemy_edge_row(context: CheckContext, seat: Seat) -> int:
    return context.scenario.board.rows - 1 if seat.place == "top" else 0


def _side_swap_repair(top: Side) -> Repair:
    changes = {"/briefing/top/side": top.enemy, "/briefing/bottom/side": top}
    return Repair("swap", changes, {})


@check("M704")
def unit_shut_in(context: CheckContext) -> Iterator[Problem]:
    """Units that can never leave their hex because of the surrounding terrain (V-39, D-33).

    Units shut in only by other units are not reported, because those can move. Trains off the rails
    and ships on land are left to M410.
    """
    reachability = context.reachability
    if reachability is None:
        return
    for unit in reachability.units:
        if not _is_immobile(reachability, unit) and not _step_hexes(reachability, unit):
            hex_ = context.scenario.board.hexes[unit.start]
            element = context.catalogue.elements[unit.placed.name]
            if _is_off_track(context, element, hex_):
                continue  # a train in a field or a ship on land: M410 reports it
            pointer = context.pointer(hex_, element.layer.value)
            yield problem(
                "shut-in", pointer, hex_, removal_repair("remove", pointer), unit=element.noun
            )


def _is_off_track(context: CheckContext, element: Element, hex_: Hex) -> bool:
    """Return whether a train is not on a railway, or a ship not in the sea."""
    ground, sails = context.ground_rules(hex_), element.abilities and element.abilities.get("sails")
    if ground is None or element.layer is not Layer.STRUCTURE:
        return False
    return bool((element.couples and not ground.rail) or (sails and not ground.sea))


def _is_immobile(reachability: Reachability, unit: Combatant) -> bool:
    """Return whether a unit is fixed by its hex (a gun in a bunker), or its movement is unknown."""
    immobile_hexes = (
        reachability.state.ground.immobilizing_hexes[unit.class_number]
        | reachability.uncertain_hexes
    )
    catalogue = reachability.state.field.scenario.catalogue
    return bool(immobile_hexes >> unit.start & 1) or may_cross_impassable(catalogue, unit.placed)


def _step_hexes(reachability: Reachability, unit: Combatant) -> int:
    """Return the mask of the hexes a unit can step to from its start, ignoring other units."""
    table = reachability.state.ground.steps[unit.class_number].every
    return table[unit.start] & reachability.open_hexes(unit.class_number)


@check("M705")
def unit_without_retreat(context: CheckContext) -> Iterator[Problem]:
    """Units that cannot retreat at the start, so each flag costs them a figure (V-40, LINT-X2).

    Only impassable terrain behind them counts, not other units. At their own edge, or at sea in a
    landing, this is normal and not reported.
    """
    reachability = context.reachability
    if reachability is None:
        return
    for player, side in enumerate(reachability.state.field.sides):
        units = [unit for unit in reachability.units if unit.player == player]
        blocked_units = [
            u
            for u in units
            if not _can_retreat(reachability, u) and _is_blocked_behind(reachability, u)
        ]
        if len(blocked_units) > len(units) * thresholds().no_retreat_share:
            yield _stuck_problem(context, "trapped", side, blocked_units, len(units))
        elif blocked_units:
            yield _stuck_problem(context, "walled", side, blocked_units, len(units))


def _can_retreat(reachability: Reachability, unit: Combatant) -> bool:
    """Return whether terrain lets a unit retreat at all; True for immobile units."""
    ground, number = reachability.state.ground, unit.class_number
    free_hexes = (ground.retreat[number] | reachability.uncertain_hexes) & reachability.open_hexes(
        number
    )
    return _is_immobile(reachability, unit) or bool(
        ground.retreat_steps[unit.player][unit.start] & free_hexes
    )


def _is_blocked_behind(reachability: Reachability, unit: Combatant) -> bool:
    """Return whether impassable terrain is behind a unit, not only the board edge or the sea."""
    hexes_behind = reachability.state.field.grid.back[unit.player][unit.start]
    return bool(hexes_behind & ~reachability.open_hexes(unit.class_number))


def _stuck_problem(
    context: CheckContext, key: str, side: Side, units: list[Combatant], total: int
) -> Problem:
    hexes = [context.scenario.board.hexes[unit.start] for unit in units]
    place = context.pointer(hexes[0], "unit"), hexes[0]
    if key == "walled":
        return problem(key, *place, side=side.noun, hexes=context.hex_list(hexes))
    return problem(key, *place, side=side.noun, units=len(units), all=nouns.units(total))


@check("M709")
def unusual_first_targets(context: CheckContext) -> Iterator[Problem]:
    """First moves with targets from hardly any hex, or from nearly all of them (V-71).

    The hexes are those from which the first side's units can battle in their first move.
    """
    reachability = context.reachability
    if reachability is None or not reachability.is_complete or reachability.uncertain_hexes:
        return
    state = reachability.state
    units = [unit for unit in reachability.units if unit.player == state.field.first_player]
    hexes, hexes_with_target = 0, 0
    for unit in units:
        battle_hexes = bit_indexes(_battle_hexes(state, unit))
        hexes += len(battle_hexes)
        hexes_with_target += sum(map(_target_test(state, unit), battle_hexes))
    share, range_ = hexes_with_target / max(1, hexes), thresholds().first_targets
    side = state.field.sides[state.field.first_player].noun
    if units and not hexes:
        yield problem("none", "/hexes", side=side)
    elif hexes and share not in range_:
        key = "few" if share < range_.least else "many"
        values: dict[str, PhraseValue] = {
            "hexes": nouns.hexes(hexes),
            "side": side,
            "seeing": str(hexes_with_target),
        }
        yield problem(key, "/hexes", **values)


def _battle_hexes(state: GameState, unit: Combatant) -> int:
    """Return the mask of the hexes from which a unit can battle in its first move."""
    hexes = 1 << unit.start
    for hexes_at_distance in reachable_hexes_by_cost(state, unit.number)[
        : unit.rules.move_and_battle
    ]:
        hexes |= hexes_at_distance
    return hexes & ~state.ground.no_battle[unit.class_number]


def _target_test(state: GameState, unit: Combatant) -> Callable[[int], bool]:
    """Return a function that tests whether a unit has a target from a hex."""
    enemies, within = state.occupied[1 - unit.player], state.field.grid.within
    state_without_unit = state.clone()
    state_without_unit.occupied[unit.player] &= ~(1 << unit.start)

    def has_target(hex_: int) -> bool:
        enemies_in_range = enemies & within(hex_, len(unit.rules.dice))
        return bool(
            enemies_in_range
            and enemies_in_range & field_of_fire(state_without_unit, unit.number, hex_)
        )

    return has_target
