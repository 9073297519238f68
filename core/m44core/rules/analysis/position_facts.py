"""Everything the engine computes about a position, as plain data: ``schema/facts.schema.json``.

Made for other programs to compare themselves with. A hex is its number in ``hexes`` throughout:
the number it has in the engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import BoardType, Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Element, Layer, UnitClass
from m44core.hexes import Hex
from m44core.messages.languages import ENGLISH
from m44core.messages.words import words
from m44core.model.parts import Piece
from m44core.model.scenario import Scenario
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.board.hex_grid import BOTTOM, SIGHT_RANGE, TOP, indexes
from m44core.rules.board.hex_ground import CLASS_NUMBERS
from m44core.rules.game.battlefield import Battlefield, Combatant
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.battle import field_of_fire, may_battle, rules_in_place, targets
from m44core.rules.units.movement import reach
from m44core.rules.units.orders import limit_battle_after_move
from m44core.rules.units.rails import wagons_of
from m44core.rules.units.retreat import flags_ignored, flags_withstood, forced_retreats
from m44core.rules.units.unit_changes import advance_to, relocate

_Pair = list[int]


def lines_of_sight(state: GameState) -> dict[str, object]:
    """Return all lines of sight between hexes in sight range (B-LOS-02)."""
    looking = state.field.sights(state.ground).looking
    infantry, armor = (looking[CLASS_NUMBERS[c]] for c in (UnitClass.INFANTRY, UnitClass.ARMOR))
    lines: list[list[object]] = []
    behind_units: list[_Pair] = []
    differing: list[_Pair] = []
    for start in range(len(state.field.grid.names)):
        near = state.field.grid.within(start, SIGHT_RANGE) & ~(1 << start)
        seen, other = (
            sight.visible_hexes(start, state.all_occupied) for sight in (infantry, armor)
        )
        lines.append([start, [*indexes(seen)], [*indexes(near & ~seen)]])
        behind_units += _hex_pairs(start, infantry.visible_hexes(start, 0) & ~seen)
        differing += [[*pair, other >> pair[1] & 1] for pair in _hex_pairs(start, seen ^ other)]
    facts_of_sight: dict[str, object] = {"los": lines, "los_unit_blocked": behind_units}
    return facts_of_sight | ({"los_armor_differs": differing} if differing else {})


def _hex_pairs(start: HexNo, ends: HexSet) -> list[_Pair]:
    return [[start, end] for end in indexes(ends)]


_MAX_FLAGS = 3


def moves(state: GameState, unit: Combatant) -> list[list[object]]:
    """Return where a unit can move by a section card, and what it can battle from there."""
    moves_of_unit = []
    for steps, ends in enumerate(reach(state, unit.number), start=1):
        for end in indexes(ends):
            after = _targets_after_move(state, unit, end, steps)
            moves_of_unit.append(
                [end, steps, _move_flags(state, unit, end, steps), *([after] if after else ())]
            )
    return sorted(moves_of_unit, key=lambda move: move[:1])


def attacks(state: GameState, unit: Combatant) -> dict[str, object]:
    """Return the enemies in range of a unit where it stands, with the dice it would roll."""
    return {"targets": _enemies_in_range(ordered_copy(state, unit.number), unit)}


def retreats(state: GameState, unit: Combatant) -> dict[str, object]:
    """Return where one to three flags drive a unit if it ignores none of them."""
    facts_of_unit: dict[str, object] = {"dir": 1 if unit.player else -1}
    if ignored := _ignored_flags(state, unit):
        facts_of_unit["flags"] = ignored
    if unit.rules.retreat_per_flag > 1:
        facts_of_unit["hexes_per_flag"] = unit.rules.retreat_per_flag
    return facts_of_unit | {
        str(n): _retreat_facts(state, unit, n) for n in range(1, _MAX_FLAGS + 1)
    }


def _ignored_flags(state: GameState, unit: Combatant) -> list[str]:
    """Return whether a unit may or must ignore one or all flags (TH-JAP-01)."""
    may, must = (
        flags_ignored(state, unit.number),
        flags_withstood(state, unit.number, _MAX_FLAGS),
    )
    words_for_flags = ["can_ignore_1" if may == 1 else "can_ignore_all"] if may else []
    return [
        *words_for_flags,
        *(["must_ignore_1"] if must == 1 else ["must_ignore_all"] if must else []),
    ]


def ordered_copy(state: GameState, unit: UnitNo) -> GameState:
    """Return a copy of the position in which the unit is ordered by its player."""
    copy = state.clone()
    copy.ordered, copy.active = 1 << unit, state.field.units[unit].player
    return copy


def moved_copy(state: GameState, unit: UnitNo, end: HexNo, steps: int) -> GameState:
    """Return a copy of the position in which the unit was ordered and has moved to *end*."""
    copy = ordered_copy(state, unit)
    advance_to(copy, unit, end, [], steps=steps)
    limit_battle_after_move(copy, unit, steps)
    return copy


def _move_flags(state: GameState, unit: Combatant, end: HexNo, steps: int) -> str:
    """Return the effects of entering a hex, as letters.

    S if the unit must stop, N if having entered bars it from battling, L if having entered from
    farther than an adjacent hex does.
    """
    ground, number = state.ground, unit.class_number
    stops = not unit.rules.sails and (ground.stop[number] | ground.one_hex_moves) >> end & 1
    enters = not unit.rules.battles_on_entry
    barred = enters and ground.no_battle_on_entry[number] >> end & 1
    late = enters and steps > 1 and ground.no_battle_if_late[number] >> end & 1
    leaves = ground.no_battle_on_leave[number] >> state.place[unit.number] & 1
    return "S" * stops + "N" * (barred or leaves) + "L" * late


def _targets_after_move(
    state: GameState, unit: Combatant, end: HexNo, steps: int
) -> list[list[int]]:
    """Return the targets of a unit after a move: hex, distance and dice."""
    moved = moved_copy(state, unit.number, end, steps)
    return [
        [target, away, dice] for target, away, _, dice in _enemies_in_range(moved, unit) if dice
    ]


def _enemies_in_range(state: GameState, unit: Combatant) -> list[list[int]]:
    """Return every enemy in range of a unit: hex, distance, whether it is seen, dice."""
    start = state.place[unit.number]
    allowed = dict(targets(state, unit.number)) if may_battle(state, unit.number) else {}
    rings = state.field.grid.rings(start)[: len(rules_in_place(state, unit.number).dice) + 1]
    enemies = state.occupied[1 - unit.player] | wagons_of(state, 1 - unit.player)
    seen = field_of_fire(state, unit.number, start)
    return sorted(
        [target, distance, seen >> target & 1, allowed.get(target, 0)]
        for distance, ring in enumerate(rings)
        for target in indexes(ring & enemies)
    )


def _retreat_facts(state: GameState, unit: Combatant, hexes: HexSet) -> dict[str, object]:
    """Return the figures a retreat of *hexes* hexes costs, and the hexes on its paths.

    Only the longest paths count (B-RET-07); dead ends are left out.
    """
    rings = state.field.grid.rings(state.place[unit.number])
    hits = forced_retreats(state, unit.number, hexes).losses
    cells: list[list[int]] = []
    next_ends = 0
    for depth in range(hexes - hits, 0, -1):
        ends = list(indexes(forced_retreats(state, unit.number, depth).ends & rings[depth]))
        if next_ends:
            ends = [end for end in ends if _next_retreats(state, unit, end) & next_ends]
        next_ends = sum(1 << end for end in ends)
        cells = [[end, depth] for end in ends] + cells
    return {"hits": hits, "cells": cells}


def _next_retreats(state: GameState, unit: Combatant, cell: HexNo) -> int:
    """Return the hexes a unit can retreat to next from *cell*."""
    copy = state.clone()
    relocate(copy, unit.number, cell, [])
    return forced_retreats(copy, unit.number, 1).ends & state.field.grid.near[cell]


Facts = dict[str, object]

_TYPES = {UnitClass.INFANTRY: "inf", UnitClass.ARMOR: "armor", UnitClass.ARTILLERY: "art"}


def facts(state: GameState) -> Facts:
    """Return everything the engine computes about a position, ready to be written as JSON."""
    field = state.field
    standing = [unit for unit in field.units if state.place[unit.number] != NOWHERE]
    units = sorted(standing, key=lambda unit: state.place[unit.number])
    names = {unit.number: str(state.place[unit.number]) for unit in units}
    return {
        **_board_facts(field),
        "terrains": dict(_terrain_facts(field.scenario)),
        "units": {names[unit.number]: _unit_facts(state, unit) for unit in units},
        "bystanders": [*indexes(field.bystanders)],
        **lines_of_sight(state),
        "moves": {names[unit.number]: moves(state, unit) for unit in units},
        "attacks": {names[unit.number]: attacks(state, unit) for unit in units},
        "retreats": {names[unit.number]: retreats(state, unit) for unit in units},
        "gaps": _gap_facts(field.scenario),
    }


def _board_facts(field: Battlefield) -> Facts:
    """Return the facts of the board without its pieces (B-SECT-02, B-OVL-03)."""
    board = field.grid.board
    facts_of_board: Facts = {
        "scenario": field.scenario.title,
        "board_type": board.type.value,
        "face": field.scenario.face.value,
        "top_side": field.sides[TOP].value,
        "los_max": SIGHT_RANGE,
        "hexes": [[hex_.row, hex_.col] for hex_ in board.hexes],
        "sections": [[*indexes(sections)] for sections in field.grid.sections[BOTTOM]],
    }
    if board.type is BoardType.OVERLORD:
        facts_of_board["subsections"] = [[*board.subsections(hex_)] for hex_ in board.hexes]
    return facts_of_board


def _terrain_facts(scenario: Scenario) -> Iterator[tuple[str, list[Facts]]]:
    """Yield the hexes with terrain, each with its pieces."""
    for index, hex_ in enumerate(scenario.board.hexes):
        if pieces := [*_pieces(scenario, hex_)]:
            yield str(index), pieces


def _pieces(scenario: Scenario, hex_: Hex) -> Iterator[Facts]:
    """Yield the pieces on a hex, bottom first; a tile hides the printed terrain (B-FACE-04)."""
    catalogue = scenario.catalogue
    content, zone = scenario.at(hex_), scenario.board.zone(scenario.face, hex_)
    if content.terrain is None and zone is not Zone.LAND:
        yield {"class": zone.value, "tile": "", "orientation": 1, "height": 0}
    for layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE):
        piece = content.on(layer)
        element = catalogue.get(piece.name, layer) if isinstance(piece, Piece) else None
        if isinstance(piece, Piece) and element:
            yield _piece_facts(piece, element, catalogue)


def _piece_facts(piece: Piece, element: Element, catalogue: Catalogue) -> Facts:
    rules = catalogue.terrain_rules(element.layer, piece.name, piece.behavior)
    facts_of_piece: Facts = {
        "class": element.key,
        "tile": piece.name,
        "orientation": piece.orientation,
        "height": rules.height if rules else 0,
    }
    if piece.owner:
        facts_of_piece["owner"] = piece.owner.value
    return facts_of_piece | ({"behavior": piece.behavior} if piece.behavior else {})


def _unit_facts(state: GameState, unit: Combatant) -> Facts:
    rules = unit.rules
    element = state.field.scenario.catalogue.elements[unit.placed.name]
    return {
        "type": element.key if unit.structure else _TYPES.get(rules.unit_class, rules.unit_class),
        "class": element.key,
        "nation": element.nation.name if element.nation else "",
        "side": unit.side.value,
        "figures": state.figures[unit.number],
        "badge": _badge_number(unit),
        "move": rules.move,
        "move_and_battle": rules.move_and_battle,
        "power": [*rules_in_place(state, unit.number).dice],
        "sections": [*indexes(state.field.grid.sections[BOTTOM][state.place[unit.number]])],
    }


def _badge_number(unit: Combatant) -> int:
    """Return the number of a unit's badge, or the first its special kind has; 0 for none."""
    special = unit.unit_profile.special
    default = min(special.badges, default="") if special else ""
    number = (unit.placed.badge or default).removeprefix("badge")
    return int(number) if number.isdecimal() else 0


def _gap_facts(scenario: Scenario) -> list[Facts]:
    index = scenario.board.index
    return [
        {
            "name": gap.name,
            "sentence": words(ENGLISH).sentence(gap.sentence),
            "hexes": [index[hex_] for hex_ in gap.hexes],
        }
        for gap in gaps(scenario)
    ]
