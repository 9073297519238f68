"""Landing craft and trains, and those they carry (M410)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from m44core.catalogue.types import Layer, UnitClass
from m44core.catalogue.unit_traits import Special
from m44core.findings.kinds import Sayable
from m44core.io.workshop.workshop_rules import rule_pointer
from m44core.model.unit_rules import SupplyTrain
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.passage import is_carried_over
from m44core.validation.basis.repairs import remove
from m44core.validation.placed import PlacedPiece, PlacedUnit


@check("M410")
def craft_or_train_out_of_place(context: Context) -> Iterator[Problem]:
    """Craft, ships and trains out of place (E-LCT-01, TH-DD-02, TH-TRAIN-01)."""
    specials = context.catalogue.specials
    craft = {each.told_by_structure: each for each in specials if each.told_by_structure}
    for placed in context.pieces:
        key = _useless(context, placed, craft)
        if key:
            pointer = context.pointer(placed.hex, "structure")
            piece = placed.element.called
            removal = remove("remove", pointer, piece=piece)
            said: dict[str, Sayable] = {"piece": piece, "hex": context.name(placed.hex)}
            if key == "overload":
                said["unit"] = next(u.element.called for u in context.units if u.hex == placed.hex)
            yield problem(key, pointer, placed.hex, removal, **said)
    yield from _swimmers(context, craft)
    yield from _passengers(context)


def _useless(context: Context, placed: PlacedPiece, craft: Mapping[str, Special]) -> str | None:
    """Return what is wrong with a craft, a ship, a locomotive or a wagon; None if nothing is."""
    ground = context.ground(placed.hex)
    if special := craft.get(placed.element.name):
        unit = context.scenario.at(placed.hex).unit
        if unit is None:
            return "empty"
        if unit.name not in special.of and context.catalogue.get(unit.name, Layer.UNIT):
            return "overload"
        return "ashore" if ground is not None and not ground.sea else None
    if placed.element.couples:
        return "off-rails" if ground is not None and not ground.rail else None
    if placed.element.abilities and placed.element.abilities.get("sails"):
        return "aground" if ground is not None and not ground.sea else None
    return "alone" if _is_alone(context, placed) else None


def _is_alone(context: Context, placed: PlacedPiece) -> bool:
    """Tell whether a piece is a wagon without a locomotive beside it."""
    wagons = {each.couples: each.name for each in context.catalogue.on_layer(Layer.STRUCTURE)}
    locomotive = wagons.get(placed.element.name)
    if locomotive is None:
        return False
    beside = (context.scenario.at(hex_).structure for hex_ in placed.hex.neighbours())
    return all(piece is None or piece.name != locomotive for piece in beside)


def _swimmers(context: Context, craft: Mapping[str, Special]) -> Iterator[Problem]:
    """Yield the units that start in the sea without a craft, where others of theirs have one."""
    with_craft = {
        unit.side
        for unit in context.units
        if (carrier := context.scenario.at(unit.hex).structure) and carrier.name in craft
    }
    without = [u for u in context.units if u.side in with_craft and is_afloat(context, u)]
    if without:
        hexes = [unit.hex for unit in without]
        pointer = context.pointer(hexes[0], "unit")
        yield problem("swimming", pointer, hexes[0], hexes=context.names(hexes))


def _passengers(context: Context) -> Iterator[Problem]:
    """Yield the rule about units aboard a train where there is no train."""
    rules = context.scenario.briefing.special_rules
    aboard = rules.of(SupplyTrain)
    if aboard and not any(placed.element.couples for placed in context.pieces):
        pointer = rule_pointer(SupplyTrain)
        yield problem("no-train", pointer, None, remove("leave-out", pointer))


def is_afloat(context: Context, unit: PlacedUnit) -> bool:
    """Tell whether a unit stands in the ocean, and in no craft."""
    ground = context.ground(unit.hex)
    if (
        not ground
        or UnitClass.INFANTRY not in ground.no_battle
        or unit.unit_class is UnitClass.PLANE
    ):
        return False
    content = context.scenario.at(unit.hex)
    carried = is_carried_over(context.catalogue, unit.unit, content.terrain)
    return not carried and not content.structure
