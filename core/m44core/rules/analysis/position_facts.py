"""Everything the engine computes about a position, as plain data: ``schema/facts.schema.json``.

Other implementations compare their results with these facts. A hex is given by its index in
``hexes``, which is its number in the engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import BoardType, Zone
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element, Layer, UnitClass
from m44core.hexes import Hex
from m44core.messages.renderers import in_english
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.board.hex_grid import BOTTOM, SIGHT_RANGE, TOP, bit_indexes
from m44core.rules.board.hex_ground import CLASS_NUMBERS
from m44core.rules.game.battlefield import Battlefield, Combatant
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.index_types import HexNo, HexSet, UnitNo
from m44core.rules.units.battle import field_of_fire, may_battle, rules_in_place, targets_with_dice
from m44core.rules.units.movement import reachable_hexes_by_cost
from m44core.rules.units.orders import limit_battle_after_move
from m44core.rules.units.rails import wagon_hexes_of
from m44core.rules.units.retreat import forced_retreats, mandatory_ignored_flags, max_ignored_flags
from m44core.rules.units.unit_changes import advance_to, relocate

_Pair = list[int]


def sight_facts(state: GameState) -> dict[str, object]:
    """Return the facts about lines of sight between all hexes in sight range (B-LOS-02).

    ``los`` lists, for each hex, the hexes in range that infantry sees from it, and those that it
    does not see; ``los_unit_blocked`` lists the pairs that only units block; ``los_armor_differs``,
    left out if empty, lists the pairs for which armor differs from infantry, each with 1 if armor
    sees the hex, else 0.
    """
    sights = state.field.sights(state.ground).direct
    infantry, armor = (sights[CLASS_NUMBERS[c]] for c in (UnitClass.INFANTRY, UnitClass.ARMOR))
    lines: list[list[object]] = []
    behind_units: list[_Pair] = []
    differing_pairs: list[_Pair] = []
    for start in range(len(state.field.grid.names)):
        near_hexes = state.field.grid.within(start, SIGHT_RANGE) & ~(1 << start)
        seen_by_infantry, seen_by_armor = (
            sight.visible_hexes(start, state.all_occupied) for sight in (infantry, armor)
        )
        lines.append(
            [
                start,
                [*bit_indexes(seen_by_infantry)],
                [*bit_indexes(near_hexes & ~seen_by_infantry)],
            ]
        )
        behind_units += _hex_pairs(start, infantry.visible_hexes(start, 0) & ~seen_by_infantry)
        differing_pairs += [
            [*pair, seen_by_armor >> pair[1] & 1]
            for pair in _hex_pairs(start, seen_by_infantry ^ seen_by_armor)
        ]
    facts_of_sight: dict[str, object] = {"los": lines, "los_unit_blocked": behind_units}
    return facts_of_sight | ({"los_armor_differs": differing_pairs} if differing_pairs else {})


def _hex_pairs(start: HexNo, ends: HexSet) -> list[_Pair]:
    return [[start, end] for end in bit_indexes(ends)]


_MAX_FLAGS = 3


def move_facts(state: GameState, unit: Combatant) -> list[list[object]]:
    """Return the moves a section card allows a unit.

    Each is a list: end hex, number of hexes, flags, and the targets from there if there are any.
    """
    moves_of_unit = []
    for steps, ends in enumerate(reachable_hexes_by_cost(state, unit.number), start=1):
        for end in bit_indexes(ends):
            targets_there = _targets_after_move(state, unit, end, steps)
            moves_of_unit.append(
                [
                    end,
                    steps,
                    _move_effect_letters(state, unit, end, steps),
                    *([targets_there] if targets_there else ()),
                ]
            )
    return sorted(moves_of_unit, key=lambda move: move[:1])


def attack_facts(state: GameState, unit: Combatant) -> dict[str, object]:
    """Return, as ``targets``, the enemies in range of a unit on its hex, and its dice for each."""
    return {"targets": _enemies_in_range(ordered_copy(state, unit.number), unit)}


def retreat_facts(state: GameState, unit: Combatant) -> dict[str, object]:
    """Return the hexes a unit retreats to for one, two or three flags if it ignores none of them.

    The facts for each number of flags count one hex per flag; ``hexes_per_flag`` is the maximum
    for units that can retreat farther. ``dir`` is the change in row per hex of retreat, and
    ``flags`` lists what the unit can or must ignore.
    """
    facts_of_unit: dict[str, object] = {"dir": 1 if unit.player else -1}
    if ignored := _ignored_flag_keywords(state, unit):
        facts_of_unit["flags"] = ignored
    if unit.rules.retreat_per_flag > 1:
        facts_of_unit["hexes_per_flag"] = unit.rules.retreat_per_flag
    return facts_of_unit | {
        str(n): _retreat_facts_for_flags(state, unit, n) for n in range(1, _MAX_FLAGS + 1)
    }


def _ignored_flag_keywords(state: GameState, unit: Combatant) -> list[str]:
    """Return the keywords of the flags a unit can or must ignore (TH-JAP-01)."""
    can_ignore, must_ignore = (
        max_ignored_flags(state, unit.number),
        mandatory_ignored_flags(state, unit.number, _MAX_FLAGS),
    )
    words_for_flags = (
        ["can_ignore_1" if can_ignore == 1 else "can_ignore_all"] if can_ignore else []
    )
    return [
        *words_for_flags,
        *(["must_ignore_1"] if must_ignore == 1 else ["must_ignore_all"] if must_ignore else []),
    ]


def ordered_copy(state: GameState, unit: UnitNo) -> GameState:
    """Return a copy of the position in which the unit is ordered by its player."""
    copy = state.clone()
    copy.ordered, copy.active = 1 << unit, state.field.units[unit].player
    return copy


def moved_copy(state: GameState, unit: UnitNo, end: HexNo, steps: int) -> GameState:
    """Return a copy of the position in which the unit has been ordered and has moved to *end*."""
    copy = ordered_copy(state, unit)
    advance_to(copy, unit, end, [], steps=steps)
    limit_battle_after_move(copy, unit, steps)
    return copy


def _move_effect_letters(state: GameState, unit: Combatant, end: HexNo, steps: int) -> str:
    """Return the effects of a move as letters.

    S: the unit must stop on the hex. N: it cannot battle because of the hex it entered or left.
    L: it cannot battle because it moved more than one hex to enter the hex.
    """
    ground, number = state.ground, unit.class_number
    stops = not unit.rules.sails and (ground.stop[number] | ground.one_hex_moves) >> end & 1
    is_limited_on_entry = not unit.rules.battles_on_entry
    is_barred = is_limited_on_entry and ground.no_battle_on_entry[number] >> end & 1
    is_barred_by_entry = (
        is_limited_on_entry and steps > 1 and ground.no_battle_if_late[number] >> end & 1
    )
    is_barred_by_leaving = ground.no_battle_on_leave[number] >> state.place[unit.number] & 1
    return "S" * stops + "N" * (is_barred or is_barred_by_leaving) + "L" * is_barred_by_entry


def _targets_after_move(
    state: GameState, unit: Combatant, end: HexNo, steps: int
) -> list[list[int]]:
    """Return the targets of a unit after a move: hex, distance and dice of each."""
    moved_state = moved_copy(state, unit.number, end, steps)
    return [
        [target, away, dice]
        for target, away, _, dice in _enemies_in_range(moved_state, unit)
        if dice
    ]


def _enemies_in_range(state: GameState, unit: Combatant) -> list[list[int]]:
    """Return every enemy in range: hex, distance, 1 if seen else 0, dice (0 if not a target)."""
    start = state.place[unit.number]
    dice_by_target = (
        dict(targets_with_dice(state, unit.number)) if may_battle(state, unit.number) else {}
    )
    rings = state.field.grid.rings(start)[: len(rules_in_place(state, unit.number).dice) + 1]
    enemies = state.occupied[1 - unit.player] | wagon_hexes_of(state, 1 - unit.player)
    seen_hexes = field_of_fire(state, unit.number, start)
    return sorted(
        [target, distance, seen_hexes >> target & 1, dice_by_target.get(target, 0)]
        for distance, ring in enumerate(rings)
        for target in bit_indexes(ring & enemies)
    )


def _retreat_facts_for_flags(state: GameState, unit: Combatant, flags: int) -> dict[str, object]:
    """Return the figures that *flags* flags cost (``hits``), and the retreat paths (``cells``).

    Every flag counts as one hex, even for a unit that can retreat several hexes per flag. Each hex
    is paired with its distance from the unit. Only the longest paths count (B-RET-07); dead ends
    are left out.
    """
    rings = state.field.grid.rings(state.place[unit.number])
    hits = forced_retreats(state, unit.number, flags).losses
    cells: list[list[int]] = []
    next_ends = 0
    for depth in range(flags - hits, 0, -1):
        ends = list(bit_indexes(forced_retreats(state, unit.number, depth).ends & rings[depth]))
        if next_ends:
            ends = [end for end in ends if _next_retreat_hexes(state, unit, end) & next_ends]
        next_ends = sum(1 << end for end in ends)
        cells = [[end, depth] for end in ends] + cells
    return {"hits": hits, "cells": cells}


def _next_retreat_hexes(state: GameState, unit: Combatant, start: HexNo) -> int:
    """Return the hexes a unit can retreat to next from *start*."""
    copy = state.clone()
    relocate(copy, unit.number, start, [])
    return forced_retreats(copy, unit.number, 1).ends & state.field.grid.near[start]


Facts = dict[str, object]

_TYPES = {UnitClass.INFANTRY: "inf", UnitClass.ARMOR: "armor", UnitClass.ARTILLERY: "art"}


def facts(state: GameState) -> Facts:
    """Return everything the engine computes about a position, ready to be dumped as JSON."""
    field = state.field
    units_on_board = [unit for unit in field.units if state.place[unit.number] != NOWHERE]
    units = sorted(units_on_board, key=lambda unit: state.place[unit.number])
    names = {unit.number: str(state.place[unit.number]) for unit in units}
    return {
        **_board_facts(field),
        "terrains": dict(_terrain_facts(field.scenario)),
        "units": {names[unit.number]: _unit_facts(state, unit) for unit in units},
        "bystanders": [*bit_indexes(field.bystanders)],
        **sight_facts(state),
        "moves": {names[unit.number]: move_facts(state, unit) for unit in units},
        "attacks": {names[unit.number]: attack_facts(state, unit) for unit in units},
        "retreats": {names[unit.number]: retreat_facts(state, unit) for unit in units},
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
        "sections": [[*bit_indexes(sections)] for sections in field.grid.sections[BOTTOM]],
    }
    if board.type is BoardType.OVERLORD:
        facts_of_board["subsections"] = [[*board.subsections(hex_)] for hex_ in board.hexes]
    return facts_of_board


def _terrain_facts(scenario: Scenario) -> Iterator[tuple[str, list[Facts]]]:
    """Yield the number of each hex with terrain, as text, and the pieces on it."""
    for index, hex_ in enumerate(scenario.board.hexes):
        if pieces := [*_terrain_piece_facts(scenario, hex_)]:
            yield str(index), pieces


def _terrain_piece_facts(scenario: Scenario, hex_: Hex) -> Iterator[Facts]:
    """Yield the terrain pieces on a hex, bottom first; a tile hides printed terrain (B-FACE-04)."""
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
        "sections": [*bit_indexes(state.field.grid.sections[BOTTOM][state.place[unit.number]])],
    }


def _badge_number(unit: Combatant) -> int:
    """Return the number of a unit's badge, else of the first badge of its special kind, else 0."""
    special = unit.unit_profile.special
    default = min(special.badges, default="") if special else ""
    number = (unit.placed.badge or default).removeprefix("badge")
    return int(number) if number.isdecimal() else 0


def _gap_facts(scenario: Scenario) -> list[Facts]:
    index = scenario.board.index
    return [
        {
            "name": gap.name,
            "sentence": in_english(gap.sentence),
            "hexes": [index[hex_] for hex_ in gap.hexes],
        }
        for gap in gaps(scenario)
    ]
