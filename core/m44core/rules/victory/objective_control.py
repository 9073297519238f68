"""The holders of objectives and headquarters, and how these change hands (V-MED, TH-HQ-02)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from m44core.model.victory_rules import DamSabotage
from m44core.rules.board.hex_grid import BOTTOM, TOP, bit_indexes
from m44core.rules.game.events import Event, HeadquartersChangedHands, MedalGained, MedalLost
from m44core.rules.game.state import NOBODY, GameState
from m44core.rules.game.victory_terms import Objective
from m44core.rules.index_types import HexNo, HexSet, PlayerNo, UnitNo


class PassingGain(NamedTuple):
    """Something a unit gains or keeps on its way, depending on its route.

    Attributes:
        hexes: The hexes that matter.
        by_staying: True if its route must not leave them, so that the enemy is never alone
            there; False if it must pass one of them.
    """

    hexes: HexSet
    by_staying: bool = False

    def is_won(self, route: HexSet) -> bool:
        """Return whether a unit on a *route*, given as a set of hexes, makes or keeps the gain."""
        return not route & ~self.hexes if self.by_staying else bool(route & self.hexes)


def update_objectives(state: GameState, hexes: HexSet, log: list[Event]) -> None:
    """Update the holders of the objectives after a unit entered or left any of *hexes* (V-GEN-04).

    Objectives that count at the start of a turn are not updated here. Damaged dams
    that a defender entered are repaired (SO-N-15).
    """
    if state.dams:
        _repair_dams(state, hexes)
    if not state.field.objective_hexes & hexes:
        return
    for number, objective in enumerate(state.field.objectives):
        if objective.hexes & hexes and not objective.turn_start:
            _set_holder(state, number, rightful_holder(state, number), log)


def remove_dam_objective(state: GameState, index: HexNo, log: list[Event]) -> None:
    """Take the objective on a destroyed dam from its holder (SO-DAM-SABOTAGE)."""
    for number, objective in enumerate(state.field.objectives):
        if objective.dam and objective.hex == index:
            _set_holder(state, number, NOBODY, log)


def is_dam_destroyed(state: GameState, index: HexNo) -> bool:
    """Return whether the dam on a hex is destroyed."""
    rule = state.field.options.further_rule(DamSabotage)
    return rule is not None and dict(state.dams).get(index, 0) >= rule.hits


def _repair_dams(state: GameState, hexes: HexSet) -> None:
    """Repair the dams on *hexes* that units of the defending side have entered (SO-N-15)."""
    rule = state.field.options.further_rule(DamSabotage)
    assert rule is not None, "dams are damaged"
    defenders = state.occupied[state.field.player(rule.side.enemy)] & hexes
    state.dams = tuple(
        (dam, hits) for dam, hits in state.dams if hits >= rule.hits or not defenders >> dam & 1
    )


def update_turn_start_objectives(state: GameState, log: list[Event]) -> None:
    """Update the objectives that count at the start of the active player's turn.

    Only the active player can gain one then; a holder who no longer meets its terms loses it
    (V-MED-03, V-MED-05).
    """
    for number, objective in enumerate(state.field.objectives):
        if not objective.turn_start:
            continue
        if state.active in objective.players or objective.any_turn:
            holder = rightful_holder(state, number)
            is_enemy_gain = holder not in (state.active, state.holders[number])
            _set_holder(state, number, NOBODY if is_enemy_gain else holder, log)


def update_objectives_in_passing(
    state: GameState, player: PlayerNo, hexes: HexSet, log: list[Event]
) -> None:
    """Update the objectives while a unit of *player* is moving (V-GEN-04).

    *hexes* are those that the unit left and entered. Objectives that can be taken in passing
    change hands; others can be lost in passing, but not gained.
    """
    if not state.field.objective_hexes & hexes:
        return
    for number, objective in enumerate(state.field.objectives):
        if objective.hexes & hexes and not objective.turn_start:
            holder = rightful_holder(state, number)
            if objective.can_be_taken_in_passing:
                _set_holder(state, number, holder, log)
            elif state.holders[number] == player != holder:
                _set_holder(state, number, NOBODY, log)


def objective_gains(state: GameState, unit: UnitNo) -> list[PassingGain]:
    """Return the objectives that a unit gains or keeps depending on its route (V-GEN-04)."""
    player, start_hex = state.field.units[unit].player, 1 << state.place[unit]
    other_units = [state.occupied[TOP] & ~start_hex, state.occupied[BOTTOM] & ~start_hex]
    gains = []
    for number, objective in state.field.passing_objectives:
        holder = state.holders[number]
        if objective.permanent and holder != NOBODY:
            continue
        if not _can_take_objective(state, number, unit):
            continue
        counts = [
            _hexes_of_takers(state, number, occupied_hexes).bit_count()
            for occupied_hexes in other_units
        ]
        if objective.hexes & start_hex and holder_by_counts(objective, counts, holder) != holder:
            gains.append(PassingGain(objective.hexes, by_staying=True))
        counts[player] += 1
        if holder != player and holder_by_counts(objective, counts, holder) != holder:
            gains.append(PassingGain(objective.hexes))
    return gains


def _can_take_objective(state: GameState, number: int, unit: UnitNo) -> bool:
    allowed_units = state.field.units_allowed_by_objective[number]
    return allowed_units is None or bool(allowed_units >> unit & 1)


def rightful_holder(state: GameState, number: int) -> PlayerNo:
    """Return the player who should hold an objective now, or ``NOBODY`` (D-15)."""
    objective, holder = state.field.objectives[number], state.holders[number]
    if objective.dam and is_dam_destroyed(state, objective.hex):
        return NOBODY
    if objective.permanent and holder != NOBODY:
        return holder
    if objective.sections_to_clear:
        player = objective.players[0]
        enemies = state.occupied[1 - player]
        return (
            NOBODY if all(enemies & section for section in objective.sections_to_clear) else player
        )
    if objective.restriction is None:
        counts = [
            (occupied_hexes & objective.hexes).bit_count() for occupied_hexes in state.occupied
        ]
    else:
        counts = [
            _hexes_of_takers(state, number, occupied_hexes).bit_count()
            for occupied_hexes in state.occupied
        ]
    return holder_by_counts(objective, counts, holder)


def _hexes_of_takers(state: GameState, number: int, occupied: HexSet) -> HexSet:
    """Return the hexes of an objective occupied by units that can take it."""
    allowed_units, hexes = (
        state.field.units_allowed_by_objective[number],
        state.field.objectives[number].hexes,
    )
    if allowed_units is None:
        return occupied & hexes
    occupied_hexes = bit_indexes(occupied & hexes)
    return sum(1 << index for index in occupied_hexes if allowed_units >> state.unit_at[index] & 1)


def holder_by_counts(objective: Objective, counts: list[int], holder: PlayerNo) -> PlayerNo:
    """Return the holder of an objective, given how many of its hexes each player occupies.

    Nobody holds it if both meet its terms (D-16). With ``last_to_occupy``, its holder keeps it
    until the enemy alone meets them (V-MED-06).
    """
    if objective.flips_to is not None:
        return _holder_after_flip(objective, objective.flips_to, counts)
    players = [player for player in objective.players if _meets_terms(objective, counts, player)]
    if len(players) == 1:
        return players[0]
    keeps_objective = objective.last_to_occupy and holder != NOBODY
    return (
        holder
        if keeps_objective and (players or not _meets_terms(objective, counts, 1 - holder))
        else NOBODY
    )


def _meets_terms(objective: Objective, counts: list[int], player: PlayerNo) -> bool:
    """Return whether a player's units meet the terms (V-MED-02, V-MED-07, V-GEN-05)."""
    own_count, enemy_count = counts[player], counts[1 - player]
    if objective.majority and own_count <= enemy_count:
        return False
    return own_count >= objective.needed and not (objective.sole_control and enemy_count)


def _holder_after_flip(objective: Objective, flips_to: PlayerNo, counts: list[int]) -> PlayerNo:
    """Return *flips_to* if that player occupies enough hexes, else the enemy (D-13).

    Return ``NOBODY`` if that player cannot hold the objective.
    """
    player = flips_to if counts[flips_to] >= objective.needed else 1 - flips_to
    return player if player in objective.players else NOBODY


def _set_holder(state: GameState, number: int, player: PlayerNo, log: list[Event]) -> None:
    """Change the holder of an objective to *player*; either holder can be ``NOBODY``."""
    objective, holder = state.field.objectives[number], state.holders[number]
    if player == holder:
        return
    name, sides = state.field.objective_name(objective), state.field.sides
    if holder != NOBODY:
        state.holders[number] = NOBODY
        log.append(MedalLost(sides[holder], objective.medals, name, state.medals(holder)))
    if player != NOBODY:
        state.holders[number] = player
        if objective.permanent and objective.turn_start:
            _remove_headquarters(state, objective)
        log.append(MedalGained(sides[player], objective.medals, name, state.medals(player)))


def _remove_headquarters(state: GameState, objective: Objective) -> None:
    """Remove the headquarters tile of an objective won permanently (TH-HQ-07, V-MED-13)."""
    if state.ground.hexes[objective.hex].tile.rules.headquarters:
        state.ground = state.field.ground_with_tile(state.ground, objective.hex, "")


def headquarters_owner(state: GameState, index: HexNo) -> PlayerNo | None:
    """Return the owner of the headquarters on a hex; None if there is none."""
    headquarters = state.ground.headquarters
    return next((player for player in (TOP, BOTTOM) if headquarters[player] >> index & 1), None)


def enter_headquarters(
    state: GameState, unit: UnitNo, hexes: Iterable[HexNo], log: list[Event]
) -> None:
    """Capture or free the headquarters among the *hexes* a unit enters (TH-HQ-02, TH-HQ-04)."""
    player = state.field.units[unit].player
    for index in hexes:
        owner, is_captured = headquarters_owner(state, index), bool(state.captured >> index & 1)
        if owner is not None and is_captured == (owner == player):
            state.captured ^= 1 << index
            state.pending_losses = (*state.pending_losses, (index, owner))
            log.append(
                HeadquartersChangedHands(state.field.grid.names[index], captured=not is_captured)
            )


def headquarters_to_enter(state: GameState, player: PlayerNo) -> HexSet:
    """Return the headquarters a player can still capture or free."""
    own_hexes, enemy_hexes = (
        state.ground.headquarters[player],
        state.ground.headquarters[1 - player],
    )
    return enemy_hexes & ~state.captured | own_hexes & state.captured


def headquarters_gains(state: GameState, unit: UnitNo) -> list[PassingGain]:
    """Return the headquarters a unit can capture or free on its way."""
    hexes = headquarters_to_enter(state, state.field.units[unit].player)
    return [PassingGain(1 << index) for index in bit_indexes(hexes)]
