"""Bridges, bunkers and obstacles (M5xx)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Zone
from m44core.catalogue.types import Layer, Side, UnitClass
from m44core.diagnostics import Fix, Severity
from m44core.hexes import Hex
from m44core.io.wording import word
from m44core.validation.check import Problem, check, error, info, warning
from m44core.validation.context import Context
from m44core.validation.placed import PlacedPiece, PlacedUnit
from m44core.validation.repairs import give, put, remove
from m44core.validation.wording import SIDES, inside, name_of

_SECTION = "BRIDGE_SECTION"  # one of several pieces of a long bridge, as at Arnhem


@check("M501", "bridge-without-river", Severity.WARNING, source="V-50, B-RIV-01")
def bridge_without_river(context: Context) -> Iterator[Problem]:
    """A bridge lies where no unit needs one.

    Why it matters:
        A bridge only opens a hex that is closed without it. On open ground it has
        no effect: most often it is one hex off.

    Example:
        A bridge beside the river.

    Instead:
        Move it onto the river. A long bridge of several pieces, as at Arnhem, may
        have pieces on land: give those the special rule ``bridge-section``.
    """
    for placed in context.pieces:
        rules = placed.element.terrain
        if rules and rules.crossing and placed.piece.behavior != _SECTION:
            ground = context.ground(placed.hex)
            if ground and not ground.impassable:
                pointer = context.pointer(placed.hex, "structure")
                yield warning(
                    f"the {name_of(placed.element)} lies on {context.ground_name(placed.hex)}, "
                    "not on a river",
                    pointer,
                    placed.hex,
                    (
                        remove("Remove the bridge", pointer),
                        put("Make it part of a long bridge", f"{pointer}/behaves", word(_SECTION)),
                    ),
                )


@check(
    "M502",
    "unclear-bunker-owner",
    Severity.ERROR,
    Severity.WARNING,
    source="V-54, B-BUN-03, B-BUN-06, D-24",
)
def unclear_bunker_owner(context: Context) -> Iterator[Problem]:
    """It is not written whose bunker it is.

    Why it matters:
        A bunker protects the units of one side only, and the scenario has to say
        which. Where it does not, the unit that starts in it tells; an empty bunker
        without an owner protects nobody knows whom. Each program guesses otherwise.

    Example:
        A bunker on the beach that no unit stands in and that names no owner.

    Instead:
        Give the bunker to a side.
    """
    occupants = {unit.hex: unit for unit in context.units}
    for placed in context.pieces:
        if placed.element.terrain and placed.element.terrain.owner_only:
            yield from _owner_problem(context, placed, occupants.get(placed.hex))


def _owner_problem(
    context: Context, placed: PlacedPiece, occupant: PlacedUnit | None
) -> Iterator[Problem]:
    """Yield what is wrong with the owner of one bunker."""
    pointer = context.pointer(placed.hex, "structure", "owner")
    name, owner = name_of(placed.element), placed.piece.owner
    if owner:
        if len(context.sides) == 2 or owner in context.sides or not context.sides:
            return
        message = f"the {name} belongs to {SIDES[owner]}, whom no player commands"
        yield error(message, pointer, placed.hex, _ownings(context, name, pointer))
    elif occupant and occupant.side:
        yield warning(
            f"the {name} names no owner; it is taken to be that of {SIDES[occupant.side]}, "
            f"whose {inside(occupant.element.label)} stands in it",
            pointer,
            placed.hex,
            (_owning(name, pointer, occupant.side),),
        )
    else:
        message = f"the {name} names no owner, and nobody stands in it"
        yield error(message, pointer, placed.hex, _ownings(context, name, pointer))


def _ownings(context: Context, name: str, pointer: str) -> tuple[Fix, ...]:
    sides = [side for side in Side if side in context.sides] or list(Side)
    return tuple(_owning(name, pointer, side) for side in sides)


def _owning(name: str, pointer: str, side: Side) -> Fix:
    return give(f"Give the {name} to {SIDES[side]}", pointer, side)


@check("M503", "obstacle-out-of-reach", Severity.WARNING, source="V-55, B-RIV-01, B-OCE-03")
def obstacle_out_of_reach(context: Context) -> Iterator[Problem]:
    """An obstacle lies on a hex that nobody can enter, or in the ocean.

    Why it matters:
        It can never have an effect on a river. In the ocean nobody may battle, and
        sandbags or wire under water were hardly meant; hedgehogs there do close
        the hex to armor.

    Example:
        Wire on a river hex without a bridge.

    Instead:
        Move it to the bank or the beach, or remove it.
    """
    found: dict[tuple[str, str], list[PlacedPiece]] = {}
    for placed in context.pieces:
        where = placed.layer is Layer.OBSTACLE and _out_of_reach(context, placed.hex)
        if where:
            found.setdefault((name_of(placed.element), where), []).append(placed)
    for (name, where), obstacles in found.items():
        hexes = [placed.hex for placed in obstacles]
        pointers = [context.pointer(hex_, "obstacle") for hex_ in hexes]
        yield warning(
            f"{name} on {context.names(hexes)}, {where}",
            pointers[0],
            hexes[0],
            (Fix(f"Remove the {name}", dict.fromkeys(pointers)),),
        )


def _out_of_reach(context: Context, hex_: Hex) -> str | None:
    """Return what makes a hex no place for an obstacle, or None."""
    content = context.scenario.at(hex_)
    ground = context.ground(hex_)
    if ground is None or (content.terrain and content.terrain.behavior) or content.structure:
        return None
    if UnitClass.INFANTRY in ground.impassable:
        return f"{context.ground_name(hex_)} that nobody can enter"
    return "in the ocean" if ground.no_battle else None


@check("M504", "idle-obstacle", Severity.INFO, source="V-55, B-SAND-02, B-WIRE-01, B-BAT-10")
def idle_obstacle(context: Context) -> Iterator[Problem]:
    """An obstacle has less effect than it seems where it lies.

    Why it matters:
        Sandbags without a unit protect whoever comes first. Wire stops units that
        enter it, not the one that starts there, which only battles worse. Inside
        one's own bunker neither sandbags nor a hedgehog add protection. Hedgehogs
        belong on the beach.

    Example:
        Sandbags in a bunker.

    Instead:
        Nothing, if it is meant.
    """
    found: dict[str, list[PlacedPiece]] = {}
    for placed in context.pieces:
        if placed.layer is Layer.OBSTACLE:
            why = _idle(context, placed)
            if why:
                found.setdefault(why, []).append(placed)
    for why, obstacles in found.items():
        hexes = [placed.hex for placed in obstacles]
        yield info(
            f"{name_of(obstacles[0].element)} on {context.names(hexes)}: {why}",
            context.pointer(hexes[0], "obstacle"),
            hexes[0],
        )


def _idle(context: Context, placed: PlacedPiece) -> str | None:
    """Return why an obstacle does less than it seems, or None."""
    rules, content = placed.element.terrain, context.scenario.at(placed.hex)
    if rules is None or placed.piece.behavior:
        return None  # a special rule says what it does
    structure = content.structure and context.catalogue.get(content.structure.name, Layer.STRUCTURE)
    sheltered = structure and structure.terrain and structure.terrain.owner_only
    if sheltered and rules.flags_ignored:
        return "the bunker there protects its owner as well without"
    if rules.removed_on_leave and not content.unit:
        return "no unit stands there at the start"
    if rules.removed_by_entry and content.unit:
        return "the unit that starts there is not stopped"
    zone = context.scenario.board.zone(context.scenario.face, placed.hex)
    if UnitClass.ARMOR in rules.impassable and zone is Zone.LAND:
        return "inland, where the base game has none"
    return None


CHECKS = (bridge_without_river, unclear_bunker_owner, obstacle_out_of_reach, idle_obstacle)
