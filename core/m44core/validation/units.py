"""The units: where they start and how strong they are (M4xx)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Layer, TerrainRules, UnitClass
from m44core.diagnostics import Fix, Severity
from m44core.model.parts import Piece
from m44core.validation.check import Problem, check, error, info, warning
from m44core.validation.context import Context
from m44core.validation.placed import PlacedUnit
from m44core.validation.repairs import put, remove
from m44core.validation.wording import SIDES, counted, inside, name_of

_IMPASSABLE = "IMPASSABLE"  # how the behaviours of closed hills and woods begin


@check("M401", "unit-on-impassable-terrain", Severity.ERROR, source="V-31, B-RIV-01, D-33")
def unit_on_impassable_terrain(context: Context) -> Iterator[Problem]:
    """A unit starts on a tile that units of its class can never enter.

    Why it matters:
        The rules do not say what such a unit may do, and no unit can follow it or
        take its place. On a river it is most often a bridge that was forgotten.

    Example:
        Infantry on a river hex without a bridge.

    Instead:
        Put a bridge under it, or move it to the bank. A unit with a boat, and a
        river with a special rule such as a ford, are not reported.
    """
    for unit in context.units:
        tile = context.scenario.at(unit.hex).terrain
        if tile and _closed(context, unit, tile):
            ground = context.ground_name(unit.hex)
            yield error(
                f"{unit.element.label} starts on {ground}, which it cannot enter",
                context.pointer(unit.hex, "unit"),
                unit.hex,
                _ways_out(context, unit, tile),
            )


@check("M402", "unit-barred-by-fortification", Severity.ERROR, source="V-32, B-BUN-01, B-HH-01")
def unit_barred_by_fortification(context: Context) -> Iterator[Problem]:
    """Armor or artillery stands on a hedgehog, or armor in a bunker.

    Why it matters:
        Only infantry may enter them. Artillery may start in a bunker, and stays
        there; nothing else may.

    Example:
        A tank unit on a hex with a hedgehog.

    Instead:
        Move the unit, or take the hedgehog or the bunker away.
    """
    for unit in context.units:
        content = context.scenario.at(unit.hex)
        for layer, piece in (
            (Layer.OBSTACLE, content.obstacle),
            (Layer.STRUCTURE, content.structure),
        ):
            rules = context.rules(piece, layer)
            if piece and rules and _bars(rules, unit.unit_class):
                element = context.catalogue.elements[piece.name]
                yield error(
                    f"{unit.element.label} stands where there is a {name_of(element)}, "
                    "which it cannot enter",
                    context.pointer(unit.hex, "unit"),
                    unit.hex,
                    (
                        remove(
                            f"Remove the {name_of(element)}",
                            context.pointer(unit.hex, layer.value),
                        ),
                    ),
                )


@check("M403", "immobile-artillery", Severity.INFO, source="V-33, B-BUN-02")
def immobile_artillery(context: Context) -> Iterator[Problem]:
    """Artillery starts in a bunker and can never leave it.

    Why it matters:
        It cannot move or retreat for the whole game: one flag against it may be
        ignored, each further one costs a figure.

    Example:
        A coastal battery.

    Instead:
        Nothing, if it is meant.
    """
    for unit in context.units:
        structure = context.scenario.at(unit.hex).structure
        rules = context.rules(structure, Layer.STRUCTURE)
        if structure and rules and unit.unit_class in rules.fixed:
            yield info(
                f"{unit.element.label} in the {name_of(context.catalogue.elements[structure.name])}"
                " can never leave it",
                context.pointer(unit.hex, "unit"),
                unit.hex,
            )


@check(
    "M404",
    "unusual-strength",
    Severity.ERROR,
    Severity.WARNING,
    Severity.INFO,
    source="V-36, B-COMP-16",
)
def unusual_strength(context: Context) -> Iterator[Problem]:
    """A unit has no figures, or more or fewer than such units have.

    Why it matters:
        A unit without figures does not exist. One with more than its full strength
        is hard to tell from a special unit, and some programs cannot show it. One
        with fewer is worth knowing when you judge the balance.

    Example:
        Infantry of 6 figures; armor of 4 figures that is not elite armor.

    Instead:
        Infantry and special forces have 4 figures, French Resistance 3, armor 3,
        elite armor 4, artillery 2.
    """
    below: dict[tuple[str, int], list[PlacedUnit]] = {}
    for unit in context.units:
        pointer = context.pointer(unit.hex, "unit", "figures")
        if unit.figures < 1:
            message = f"{unit.element.label} has {counted(unit.figures, 'figure')}"
            yield error(message, pointer, unit.hex, _strengths(unit, pointer))
        elif unit.usual is not None and unit.figures > unit.usual:
            usual = f"usual {'is' if unit.usual == 1 else 'are'} {unit.usual}"
            message = f"{unit.element.label} has {counted(unit.figures, 'figure')}, {usual}"
            yield warning(message, pointer, unit.hex, _strengths(unit, pointer))
        elif unit.usual is not None and unit.figures < unit.usual:
            below.setdefault((unit.element.name, unit.figures), []).append(unit)
    for units in below.values():
        yield info(
            _below(context, units),
            context.pointer(units[0].hex, "unit", "figures"),
            units[0].hex,
        )


def _strengths(unit: PlacedUnit, pointer: str) -> tuple[Fix, ...]:
    if unit.usual is None:
        return ()
    return (
        put(f"Give it {counted(unit.usual, 'figure')}", pointer, unit.usual),
        remove("Leave it at the usual number", pointer),
    )


def _below(context: Context, units: list[PlacedUnit]) -> str:
    """Say which units of a kind are below full strength."""
    first = units[0]
    what = f"{inside(first.element.label)} of {counted(first.figures, 'figure')}"
    side = SIDES[first.side] if first.side else "one side"
    return (
        f"{side} have {what} instead of {first.usual} on "
        f"{context.names([unit.hex for unit in units])}"
    )


def _closed(context: Context, unit: PlacedUnit, tile: Piece) -> bool:
    """Tell whether nothing but a mistake can have brought a unit onto a tile."""
    if tile.behavior:
        return tile.behavior.startswith(_IMPASSABLE)
    rules = context.rules(tile, Layer.TERRAIN)
    if rules is None or not _bars(rules, unit.unit_class) or unit.unit.equipment:
        return False
    structure = context.scenario.at(unit.hex).structure
    if structure is None:
        return True
    over = context.rules(structure, Layer.STRUCTURE)
    return over is not None and not over.crossing


def _ways_out(context: Context, unit: PlacedUnit, tile: Piece) -> tuple[Fix, ...]:
    """Offer a bridge where one can lie, and to remove the unit."""
    structure = context.pointer(unit.hex, "structure")
    removal = remove("Remove the unit", context.pointer(unit.hex, "unit"))
    if tile.behavior or context.scenario.at(unit.hex).structure:
        return (removal,)
    return put("Put a bridge under it", structure, "bridge"), removal


def _bars(rules: TerrainRules, unit_class: UnitClass | None) -> bool:
    return unit_class in rules.impassable - rules.fixed


CHECKS = (
    unit_on_impassable_terrain,
    unit_barred_by_fortification,
    immobile_artillery,
    unusual_strength,
)
