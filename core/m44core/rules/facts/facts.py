"""What the engine finds out about a position, as plain data: ``schema/facts.schema.json``.

Made for other programs to compare themselves with. A hex is its number in ``hexes``
throughout: the number it has in the engine.
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
from m44core.rules.board.grid import BOTTOM, FAR, TOP, indexes
from m44core.rules.facts.coverage import gaps
from m44core.rules.facts.sight import lines_of_sight
from m44core.rules.facts.units import attacks, moves, retreats
from m44core.rules.game.battlefield import Battlefield, Combatant
from m44core.rules.game.state import NOWHERE, GameState
from m44core.rules.units.hits import at_arms

Facts = dict[str, object]

_TYPES = {UnitClass.INFANTRY: "inf", UnitClass.ARMOR: "armor", UnitClass.ARTILLERY: "art"}


def facts(state: GameState) -> Facts:
    """Return everything the engine computes about a position, ready to be written as JSON."""
    field = state.field
    standing = [unit for unit in field.units if state.place[unit.number] != NOWHERE]
    units = sorted(standing, key=lambda unit: state.place[unit.number])
    names = {unit.number: str(state.place[unit.number]) for unit in units}
    return {
        **_board(field),
        "terrains": dict(_terrains(field.scenario)),
        "units": {names[unit.number]: _unit(state, unit) for unit in units},
        "bystanders": [*indexes(field.bystanders)],
        **lines_of_sight(state),
        "moves": {names[unit.number]: moves(state, unit) for unit in units},
        "attacks": {names[unit.number]: attacks(state, unit) for unit in units},
        "retreats": {names[unit.number]: retreats(state, unit) for unit in units},
        "gaps": _gaps(field.scenario),
    }


def _board(field: Battlefield) -> Facts:
    """Return what is known before any piece is laid (B-SECT-02, B-OVL-03)."""
    board = field.grid.board
    known: Facts = {
        "scenario": field.scenario.title,
        "board_type": board.type.value,
        "face": field.scenario.face.value,
        "top_side": field.sides[TOP].value,
        "los_max": FAR,
        "hexes": [[hex_.row, hex_.col] for hex_ in board.hexes],
        "sections": [[*indexes(sections)] for sections in field.grid.sections[BOTTOM]],
    }
    if board.type is BoardType.OVERLORD:
        known["subsections"] = [[*board.subsections(hex_)] for hex_ in board.hexes]
    return known


def _terrains(scenario: Scenario) -> Iterator[tuple[str, list[Facts]]]:
    """Yield the hexes with anything on them, and what lies there."""
    for index, hex_ in enumerate(scenario.board.hexes):
        if pieces := [*_pieces(scenario, hex_)]:
            yield str(index), pieces


def _pieces(scenario: Scenario, hex_: Hex) -> Iterator[Facts]:
    """Yield what lies on a hex from the bottom up; a tile hides what is printed (B-FACE-04)."""
    catalogue = scenario.catalogue
    content, zone = scenario.at(hex_), scenario.board.zone(scenario.face, hex_)
    if content.terrain is None and zone is not Zone.LAND:
        yield {"class": zone.value, "tile": "", "orientation": 1, "height": 0}
    for layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE):
        piece = content.on(layer)
        element = catalogue.get(piece.name, layer) if isinstance(piece, Piece) else None
        if isinstance(piece, Piece) and element:
            yield _piece(piece, element, catalogue)


def _piece(piece: Piece, element: Element, catalogue: Catalogue) -> Facts:
    rules = catalogue.ground(element.layer, piece.name, piece.behavior)
    known: Facts = {
        "class": element.key,
        "tile": piece.name,
        "orientation": piece.orientation,
        "height": rules.height if rules else 0,
    }
    if piece.owner:
        known["owner"] = piece.owner.value
    return known | ({"behavior": piece.behavior} if piece.behavior else {})


def _unit(state: GameState, unit: Combatant) -> Facts:
    rules = unit.rules
    element = state.field.scenario.catalogue.elements[unit.placed.name]
    return {
        "type": element.key if unit.structure else _TYPES.get(rules.unit_class, rules.unit_class),
        "class": element.key,
        "nation": element.nation.name if element.nation else "",
        "side": unit.side.value,
        "figures": state.figures[unit.number],
        "badge": _badge(unit),
        "move": rules.move,
        "move_and_battle": rules.move_and_battle,
        "power": [*at_arms(state, unit.number).dice],
        "sections": [*indexes(state.field.grid.sections[BOTTOM][state.place[unit.number]])],
    }


def _badge(unit: Combatant) -> int:
    """Return the number of a unit's badge; of the one it does not need to be what it is, too."""
    special = unit.troop.special
    meant = min(special.badges, default="") if special else ""
    number = (unit.placed.badge or meant).removeprefix("badge")
    return int(number) if number.isdecimal() else 0


def _gaps(scenario: Scenario) -> list[Facts]:
    index = scenario.board.index
    return [
        {
            "name": gap.name,
            "sentence": words(ENGLISH).sentence(gap.sentence),
            "hexes": [index[hex_] for hex_ in gap.hexes],
        }
        for gap in gaps(scenario)
    ]
