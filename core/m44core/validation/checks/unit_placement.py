"""Starting hexes, strengths and transport of units (M401 to M406, M410)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from m44core.catalogue.catalogue_types import Layer, UnitClass
from m44core.catalogue.unit_traits import SpecialUnitType
from m44core.findings.finding_kinds import PhraseValue
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.messages import nouns
from m44core.messages.message import name
from m44core.model.scenario_parts import Piece
from m44core.model.unit_rules import SupplyTrain
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    Repair,
    check,
    problem,
    removal_repair,
    side_repair,
    value_repair,
)
from m44core.validation.passability import (
    ImpassableReason,
    impassable_reason,
    is_carried_over,
    is_impassable,
)
from m44core.validation.placed_pieces import PlacedPiece, PlacedUnit
from m44core.validation.text_analysis.starts_and_exits import is_start_stated


@check("M401")
def unit_on_impassable_terrain(context: CheckContext) -> Iterator[Problem]:
    """Units on tiles their class can never enter (V-31, LINT-G4, LINT-G5, B-RIV-01, D-33).

    This is a warning if the unit's unknown equipment may carry it across, and a note if only the
    scenario's own rule makes the tile impassable or if a text says that units start there.
    """
    for unit in context.units:
        tile = context.scenario.at(unit.hex).terrain
        reason = _impassable_reason(context, unit, tile) if tile else None
        if tile and reason:
            yield problem(
                _message_key(context, unit, tile, reason),
                context.pointer(unit.hex, "unit"),
                unit.hex,
                *_way_out_repairs(context, unit, tile),
                unit=unit.element.noun,
                ground=context.ground_phrase(unit.hex),
            )


@check("M402")
def unit_barred_by_fortification(context: CheckContext) -> Iterator[Problem]:
    """Armor or guns on a hedgehog, and armor in a bunker (V-32, LINT-G5, B-BUN-01, B-HH-01, D-33).

    This is only a note in a bunker: published battles have tanks that are dug in.
    """
    for unit in context.units:
        content = context.scenario.at(unit.hex)
        for layer, piece in (
            (Layer.OBSTACLE, content.obstacle),
            (Layer.STRUCTURE, content.structure),
        ):
            rules = context.terrain_rules(piece, layer)
            if piece and rules and is_impassable(rules, unit.unit_class):
                name = context.catalogue.elements[piece.name].noun
                piece_pointer = context.pointer(unit.hex, layer.value)
                yield problem(
                    "dug-in" if layer is Layer.STRUCTURE else "barred",
                    context.pointer(unit.hex, "unit"),
                    unit.hex,
                    removal_repair("remove", piece_pointer, fortification=name),
                    unit=unit.element.noun,
                    fortification=name,
                )


@check("M403")
def immobile_artillery(context: CheckContext) -> Iterator[Problem]:
    """Artillery in a bunker it can never leave (V-33, B-BUN-02)."""
    for unit in context.units:
        structure = context.scenario.at(unit.hex).structure
        rules = context.terrain_rules(structure, Layer.STRUCTURE)
        if structure and rules and unit.unit_class in rules.fixed:
            yield problem(
                "immobile",
                context.pointer(unit.hex, "unit"),
                unit.hex,
                unit=unit.element.noun,
                bunker=context.catalogue.elements[structure.name].noun,
            )


@check("M404")
def unusual_strength(context: CheckContext) -> Iterator[Problem]:
    """Units without figures, or with more or fewer than usual (V-36, B-COMP-16)."""
    weak_units: dict[tuple[str, int], list[PlacedUnit]] = {}
    for unit in context.units:
        if unit.figures < 1:
            yield _impossible_strength_problem(context, unit, "none")
        elif unit.usual_figures is not None and unit.figures > unit.usual_figures:
            yield _impossible_strength_problem(context, unit, "above", usual=unit.usual_figures)
        elif unit.usual_figures is not None and unit.figures < unit.usual_figures:
            weak_units.setdefault((unit.element.name, unit.figures), []).append(unit)
    for units in weak_units.values():
        yield _below_strength_problem(context, units, units[0].usual_figures or 0)


def _impossible_strength_problem(
    context: CheckContext, unit: PlacedUnit, key: str, **values: PhraseValue
) -> Problem:
    """Return the problem that a unit has no figures or more than usual."""
    pointer = context.pointer(unit.hex, "unit", "figures")
    figures = nouns.figures(unit.figures)
    repairs = (
        _strength_repairs(pointer, unit.usual_figures) if unit.usual_figures is not None else ()
    )
    fields = {"unit": unit.element.noun, "figures": figures}
    return problem(key, pointer, unit.hex, *repairs, **fields, **values)


def _strength_repairs(pointer: str, usual_figures: int) -> tuple[Repair, ...]:
    return (
        value_repair("strengthen", pointer, usual_figures, figures=nouns.figures(usual_figures)),
        removal_repair("usual", pointer),
    )


_ONE_SIDE = name("side.one", "one side")


def _below_strength_problem(
    context: CheckContext, units: list[PlacedUnit], usual_figures: int
) -> Problem:
    """Return the problem that the units of a kind are below full strength."""
    first = units[0]
    return problem(
        "below",
        context.pointer(first.hex, "unit", "figures"),
        first.hex,
        side=first.side.noun if first.side else _ONE_SIDE,
        unit=first.element.noun,
        figures=nouns.figures(first.figures),
        usual=usual_figures,
        hexes=context.hex_list([unit.hex for unit in units]),
    )


@check("M405")
def unit_in_enemy_bunker(context: CheckContext) -> Iterator[Problem]:
    """Units in a bunker of the enemy (V-34, B-BUN-02, B-BUN-03)."""
    for unit in context.units:
        structure = context.scenario.at(unit.hex).structure
        rules = context.terrain_rules(structure, Layer.STRUCTURE)
        if structure and rules and rules.owner_only and unit.side and structure.owner:
            is_fixed = unit.unit_class in rules.fixed
            if structure.owner is not unit.side and (
                is_fixed or not is_impassable(rules, unit.unit_class)
            ):
                bunker = context.catalogue.elements[structure.name].noun
                owner_pointer = context.pointer(unit.hex, "structure", "owner")
                side = unit.side.noun
                yield problem(
                    "fixed" if is_fixed else "unprotected",
                    context.pointer(unit.hex, "unit"),
                    unit.hex,
                    side_repair("give", owner_pointer, unit.side, bunker=bunker, side=side),
                    unit=unit.element.noun,
                    bunker=bunker,
                    owner=structure.owner.noun,
                )


@check("M406")
def unit_in_the_ocean(context: CheckContext) -> Iterator[Problem]:
    """Units of either side in the ocean without a craft (V-35, B-OCE-01, B-OCE-03, B-OCE-04).

    Landing artillery is only a note, because published landings include artillery.
    """
    units_by_key: dict[str, list[PlacedUnit]] = {}
    inland_side = context.scenario.side_at(top=True)
    for unit in context.units:
        if not is_in_ocean_without_craft(context, unit):
            continue
        if unit.side and unit.side is inland_side:
            pointer = context.pointer(unit.hex, "unit")
            message_values = {"unit": unit.element.noun, "side": unit.side.noun}
            yield problem(
                "inland", pointer, unit.hex, removal_repair("remove", pointer), **message_values
            )
        else:
            key = "artillery" if unit.unit_class is UnitClass.ARTILLERY else "landing"
            units_by_key.setdefault(key, []).append(unit)
    for key, units in units_by_key.items():
        hexes = [unit.hex for unit in units]
        place = context.pointer(hexes[0], "unit")
        message_values = {"units": nouns.units(len(units))} if key == "landing" else {}
        yield problem(key, place, hexes[0], hexes=context.hex_list(hexes), **message_values)


def _impassable_reason(
    context: CheckContext, unit: PlacedUnit, tile: Piece
) -> ImpassableReason | None:
    """Return why a unit cannot be on a tile; None if it can.

    The reason is ``CLASS`` if the unit has unknown equipment, which might carry it across.
    """
    reason = impassable_reason(context.catalogue, context.scenario.at(unit.hex), unit.unit_class)
    if reason is None or is_carried_over(context.catalogue, unit.unit, tile):
        return None
    has_unknown_equipment = (
        unit.unit.equipment and unit.unit.equipment not in context.catalogue.equipment
    )
    return ImpassableReason.CLASS if has_unknown_equipment else reason


def _message_key(
    context: CheckContext, unit: PlacedUnit, tile: Piece, reason: ImpassableReason
) -> str:
    """Return the message key for a unit on impassable terrain; ``told`` if a text allows it."""
    element = context.catalogue.get(tile.name, Layer.TERRAIN)
    ground = element.key if element else tile.name
    is_allowed = is_start_stated(context.texts, ground, context.hex_name(unit.hex))
    return "told" if is_allowed else reason.value


def _way_out_repairs(context: CheckContext, unit: PlacedUnit, tile: Piece) -> tuple[Repair, ...]:
    """Return the repairs that add a bridge, if one fits, or remove the unit."""
    structure_pointer = context.pointer(unit.hex, "structure")
    removal = removal_repair("remove", context.pointer(unit.hex, "unit"))
    element = context.catalogue.get(tile.name, Layer.TERRAIN)
    if not (element and element.edges) or context.scenario.at(unit.hex).structure:
        return (removal,)
    return value_repair("bridge", structure_pointer, "bridge"), removal


@check("M410")
def craft_or_train_out_of_place(context: CheckContext) -> Iterator[Problem]:
    """Craft, ships and trains out of place (E-LCT-01, TH-DD-02, TH-TRAIN-01)."""
    specials = context.catalogue.specials
    craft = {each.told_by_structure: each for each in specials if each.told_by_structure}
    for placed_piece in context.pieces:
        key = _misplacement_key(context, placed_piece, craft)
        if key:
            pointer = context.pointer(placed_piece.hex, "structure")
            piece = placed_piece.element.noun
            removal = removal_repair("remove", pointer, piece=piece)
            message_values: dict[str, PhraseValue] = {
                "piece": piece,
                "hex": context.hex_name(placed_piece.hex),
            }
            if key == "overload":
                message_values["unit"] = next(
                    u.element.noun for u in context.units if u.hex == placed_piece.hex
                )
            yield problem(key, pointer, placed_piece.hex, removal, **message_values)
    yield from _units_without_craft_problem(context, craft)
    yield from _rule_without_train_problem(context)


def _misplacement_key(
    context: CheckContext, placed_piece: PlacedPiece, craft: Mapping[str, SpecialUnitType]
) -> str | None:
    """Return the message key for a misplaced craft, ship, locomotive or wagon; None otherwise."""
    ground = context.ground_rules(placed_piece.hex)
    if special := craft.get(placed_piece.element.name):
        unit = context.scenario.at(placed_piece.hex).unit
        if unit is None:
            return "empty"
        if unit.name not in special.of and context.catalogue.get(unit.name, Layer.UNIT):
            return "overload"
        return "ashore" if ground is not None and not ground.sea else None
    if placed_piece.element.couples:
        return "off-rails" if ground is not None and not ground.rail else None
    if placed_piece.element.abilities and placed_piece.element.abilities.get("sails"):
        return "aground" if ground is not None and not ground.sea else None
    return "alone" if _is_uncoupled_wagon(context, placed_piece) else None


def _is_uncoupled_wagon(context: CheckContext, placed_piece: PlacedPiece) -> bool:
    """Return whether a piece is a wagon without an adjacent locomotive."""
    locomotives_by_wagon = {
        each.couples: each.name for each in context.catalogue.on_layer(Layer.STRUCTURE)
    }
    locomotive = locomotives_by_wagon.get(placed_piece.element.name)
    if locomotive is None:
        return False
    adjacent_structures = (
        context.scenario.at(hex_).structure for hex_ in placed_piece.hex.neighbours()
    )
    return all(piece is None or piece.name != locomotive for piece in adjacent_structures)


def _units_without_craft_problem(
    context: CheckContext, craft: Mapping[str, SpecialUnitType]
) -> Iterator[Problem]:
    """Yield a problem if units are at sea without a craft while others of their side have one."""
    sides_with_craft = {
        unit.side
        for unit in context.units
        if (carrier := context.scenario.at(unit.hex).structure) and carrier.name in craft
    }
    units_without_craft = [
        u
        for u in context.units
        if u.side in sides_with_craft and is_in_ocean_without_craft(context, u)
    ]
    if units_without_craft:
        hexes = [unit.hex for unit in units_without_craft]
        pointer = context.pointer(hexes[0], "unit")
        yield problem("swimming", pointer, hexes[0], hexes=context.hex_list(hexes))


def _rule_without_train_problem(context: CheckContext) -> Iterator[Problem]:
    """Yield a problem if a rule puts units aboard a train but there is none."""
    rules = context.scenario.briefing.special_rules
    supply_train = rules.of(SupplyTrain)
    if supply_train and not any(placed_piece.element.couples for placed_piece in context.pieces):
        pointer = rule_pointer(SupplyTrain)
        yield problem("no-train", pointer, None, removal_repair("leave-out", pointer))


def is_in_ocean_without_craft(context: CheckContext, unit: PlacedUnit) -> bool:
    """Return whether a unit is in the ocean without a craft."""
    ground = context.ground_rules(unit.hex)
    if (
        not ground
        or UnitClass.INFANTRY not in ground.no_battle
        or unit.unit_class is UnitClass.PLANE
    ):
        return False
    content = context.scenario.at(unit.hex)
    is_carried = is_carried_over(context.catalogue, unit.unit, content.terrain)
    return not is_carried and not content.structure
