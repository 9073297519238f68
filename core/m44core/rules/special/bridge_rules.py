"""Bridges that are blown up (O-BLOW, TH-BLOW-01..03) and bridges that are laid (E-HOB-02)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from m44core.catalogue.catalogue_types import UnitClass
from m44core.model.scenario_parts import Piece
from m44core.model.unit_rules import BlowBridges
from m44core.rules.board.hex_grid import bit_indexes
from m44core.rules.cards.card_command import Command, command_of_card
from m44core.rules.cards.command_cards import cards
from m44core.rules.game.actions import BlowUpBridge, DieFace
from m44core.rules.game.events import (
    BridgeBlownUp,
    BridgeLaid,
    DemolitionDeclared,
    DemolitionFailed,
    Event,
    MedalGained,
)
from m44core.rules.game.phases import Phase
from m44core.rules.game.state import NOBODY, NOWHERE, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.battle import may_battle
from m44core.rules.units.movement import all_routes
from m44core.rules.units.orders import section_hexes
from m44core.rules.units.unit_changes import lose_figures

_DICE = 2
_CAN_BE_BLOWN, _MEDAL_IF_BLOWN = "can-be-blown", ("behavior2", "ONE_MEDAL_IF_BLOWN")


def possible_demolitions(state: GameState, keys: Sequence[str]) -> Iterator[BlowUpBridge]:
    """Yield every way to blow up a bridge with one of the cards *keys* (TH-BLOW-01)."""
    rule = state.field.options.further_rule(BlowBridges)
    if rule is None or rule.side is not state.field.sides[state.active]:
        return
    bridges = _demolishable_bridges(state, next_to_infantry=rule.adjacent)
    for key in keys if bridges else ():
        if not cards()[key].tactic:
            for index in bit_indexes(bridges & section_hexes(state, command_of_card(key))):
                yield BlowUpBridge(key, state.field.grid.names[index])


def play_demolition_card(state: GameState, blow: BlowUpBridge, log: list[Event]) -> None:
    """Play a card to blow up a bridge: it orders no units, but its player draws as usual."""
    hand = list(state.hands[state.active])
    hand.remove(blow.card)
    state.hands[state.active] = tuple(hand)
    state.bridge_to_blow = state.field.grid.index[blow.hex]
    state.card = blow.card
    command = command_of_card(blow.card)
    state.command = replace(Command(blow.card, total=0), draw=command.draw)
    state.card_dice, state.phase = _DICE, Phase.CARD_ROLL
    log.append(DemolitionDeclared(state.field.sides[state.active], blow.card, blow.hex))


def blow_up_bridge(state: GameState, faces: Sequence[DieFace], log: list[Event]) -> None:
    """Destroy the bridge and any unit on it if a star was rolled (TH-BLOW-03).

    The bridge can be worth a medal.
    """
    index, state.bridge_to_blow = state.bridge_to_blow, NOWHERE
    name = state.field.grid.names[index]
    if DieFace.STAR not in faces:
        log.append(DemolitionFailed(name))
        return
    log.append(BridgeBlownUp(name))
    if (unit := state.unit_at[index]) != NOBODY:
        lose_figures(state, unit, state.figures[unit], log)
    state.ground = state.field.ground_without_structure(state.ground, index)
    if is_worth_a_medal(_bridge_on(state, index)):
        state.special_medals[state.active] += 1
        side, medals = state.field.sides[state.active], state.medals(state.active)
        log.append(MedalGained(side, 1, "", medals))


def demolition_medals_and_chance(state: GameState, index: HexNo) -> tuple[int, float]:
    """Return the medals for blowing up a bridge with its occupant, and the chance of success."""
    unit, has_medal = state.unit_at[index], is_worth_a_medal(_bridge_on(state, index))
    occupant = state.field.units[unit] if unit != NOBODY else None
    is_enemy = occupant is not None and occupant.player != state.active
    return has_medal + (occupant.medals if occupant and is_enemy else 0), 1.0 - float(
        (5 / 6) ** _DICE
    )


def is_worth_a_medal(bridge: Piece | None) -> bool:
    """Return whether blowing up a bridge is worth a medal, as its file states."""
    key, value = _MEDAL_IF_BLOWN
    return bridge is not None and bridge.extra.get(key) == value


def _demolishable_bridges(state: GameState, *, next_to_infantry: bool) -> HexSet:
    """Return the bridges the active player can blow up (TH-BLOW-02).

    With *next_to_infantry*, only bridges adjacent to the player's infantry count.
    """
    bridge_hexes = {
        index for index in bit_indexes(state.ground.bridges) if _is_demolishable(state, index)
    }
    bridges = sum(1 << index for index in bridge_hexes)
    return (
        bridges & state.field.grid.spread(_infantry_hexes(state)) if next_to_infantry else bridges
    )


def _is_demolishable(state: GameState, index: HexNo) -> bool:
    bridge = _bridge_on(state, index)
    return bridge is not None and bridge.behavior == _CAN_BE_BLOWN


def _bridge_on(state: GameState, index: HexNo) -> Piece | None:
    return state.field.scenario.at(state.field.grid.board.hexes[index]).structure


def _infantry_hexes(state: GameState) -> HexSet:
    units = state.field.units
    return sum(
        1 << index
        for index in bit_indexes(state.occupied[state.active])
        if units[state.unit_at[index]].rules.unit_class is UnitClass.INFANTRY
    )


def possible_bridge_layings(state: GameState) -> Iterator[tuple[HexNo, HexNo]]:
    """Yield pairs of a unit's hex and a river hex on which it can lay its bridge.

    A unit can lay its bridge before it moves, or during its move.
    """
    layers = state.ordered & state.field.bridge_layers & ~state.bridged & ~state.barred
    movement_left = dict(state.movement_left)
    for unit in bit_indexes(layers):
        start = state.place[unit]
        can_move = not state.moved >> unit & 1 or movement_left.get(unit, 0)
        if start != NOWHERE and can_move and may_battle(state, unit):
            yield from ((start, end) for end in bit_indexes(bridgeable_rivers(state, start)))


def bridgeable_rivers(state: GameState, start: HexNo) -> HexSet:
    """Return the river hexes adjacent to a hex on which a bridge can be laid."""
    return state.field.grid.near[start] & state.ground.boat_only_hexes & ~state.all_occupied


def lay_bridge(state: GameState, unit: UnitNo, index: HexNo, log: list[Event]) -> None:
    """Lay the bridge of a unit, which can move on but not battle this turn."""
    name, bit = state.field.units[unit].rules.lays_bridge, 1 << unit
    state.ground = state.field.ground_with_bridge(state.ground, index, name)
    state.bridged |= bit
    state.barred |= bit
    if dict(state.movement_left).get(unit, 0):
        state.moved &= ~bit
    log.append(BridgeLaid(state.field.units[unit].name, state.field.grid.names[index]))


def store_movement_left(state: GameState, unit: UnitNo, end: HexNo, steps: int) -> None:
    """Store the movement a bridge layer has left at the end of a move."""
    routes = (route for route in all_routes(state, unit) if route.hexes and route.hexes[-1] == end)
    movement_left = max(
        (route.movement_left for route in routes if route.steps == steps), default=0
    )
    state.movement_left = (*state.movement_left, (unit, movement_left))
