"""Bridges, bunkers and obstacles (M5xx)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Zone
from m44core.catalogue.types import Layer, Side, UnitClass
from m44core.hexes import Hex
from m44core.io.wording import word
from m44core.validation.check import Problem, Repair, check, problem
from m44core.validation.context import Context
from m44core.validation.placed import PlacedPiece, PlacedUnit
from m44core.validation.repairs import give, put, remove
from m44core.validation.wording import SIDES, inside, name_of

_SECTION = "BRIDGE_SECTION"  # one of several pieces of a long bridge, as at Arnhem


@check("M501")
def bridge_without_river(context: Context) -> Iterator[Problem]:
    """Bridges where no unit needs one (V-50, B-RIV-01)."""
    for placed in context.pieces:
        rules = placed.element.terrain
        if rules and rules.crossing and placed.piece.behavior != _SECTION:
            ground = context.ground(placed.hex)
            if ground and not ground.impassable:
                pointer = context.pointer(placed.hex, "structure")
                yield problem(
                    "misplaced",
                    pointer,
                    placed.hex,
                    remove("remove", pointer),
                    put("section", f"{pointer}/behaves", word(_SECTION)),
                    bridge=name_of(placed.element),
                    ground=context.ground_name(placed.hex),
                )


@check("M502")
def unclear_bunker_owner(context: Context) -> Iterator[Problem]:
    """Bunkers of which it is not written whose they are (V-54, B-BUN-03, B-BUN-06, D-24)."""
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
        ownings = _ownings(context, name, pointer)
        yield problem("no-player", pointer, placed.hex, *ownings, bunker=name, side=SIDES[owner])
    elif occupant and occupant.side:
        yield problem(
            "occupied",
            pointer,
            placed.hex,
            _owning(name, pointer, occupant.side),
            bunker=name,
            side=SIDES[occupant.side],
            unit=inside(occupant.element.label),
        )
    else:
        ownings = _ownings(context, name, pointer)
        yield problem("empty", pointer, placed.hex, *ownings, bunker=name)


def _ownings(context: Context, name: str, pointer: str) -> tuple[Repair, ...]:
    sides = [side for side in Side if side in context.sides] or list(Side)
    return tuple(_owning(name, pointer, side) for side in sides)


def _owning(name: str, pointer: str, side: Side) -> Repair:
    return give("give", pointer, side, bunker=name, side=SIDES[side])


@check("M503")
def obstacle_out_of_reach(context: Context) -> Iterator[Problem]:
    """Obstacles on hexes that nobody can enter, or in the ocean (V-55, B-RIV-01, B-OCE-03)."""
    found: dict[tuple[str, tuple[str, str]], list[Hex]] = {}
    for placed in context.pieces:
        where = placed.layer is Layer.OBSTACLE and _out_of_reach(context, placed.hex)
        if where:
            found.setdefault((name_of(placed.element), where), []).append(placed.hex)
    for (name, (key, ground)), hexes in found.items():
        pointers = [context.pointer(hex_, "obstacle") for hex_ in hexes]
        said = {"obstacle": name, "hexes": context.names(hexes)}
        yield problem(
            key,
            pointers[0],
            hexes[0],
            remove("remove", *pointers, obstacle=name),
            **said | ({"ground": ground} if ground else {}),
        )


def _out_of_reach(context: Context, hex_: Hex) -> tuple[str, str] | None:
    """Return the message and the ground that make a hex no place for an obstacle, or None."""
    content = context.scenario.at(hex_)
    ground = context.ground(hex_)
    if ground is None or (content.terrain and content.terrain.behavior) or content.structure:
        return None
    if UnitClass.INFANTRY in ground.impassable:
        return "closed", context.ground_name(hex_)
    return ("ocean", "") if ground.no_battle else None


@check("M504")
def idle_obstacle(context: Context) -> Iterator[Problem]:
    """Obstacles that have less effect than it seems (V-55, B-SAND-02, B-WIRE-01, B-BAT-10)."""
    found: dict[str, list[PlacedPiece]] = {}
    for placed in context.pieces:
        if placed.layer is Layer.OBSTACLE:
            why = _idle(context, placed)
            if why:
                found.setdefault(why, []).append(placed)
    for why, obstacles in found.items():
        hexes = [placed.hex for placed in obstacles]
        yield problem(
            why,
            context.pointer(hexes[0], "obstacle"),
            hexes[0],
            obstacle=name_of(obstacles[0].element),
            hexes=context.names(hexes),
        )


def _idle(context: Context, placed: PlacedPiece) -> str | None:
    """Return the message why an obstacle does less than it seems, or None."""
    rules, content = placed.element.terrain, context.scenario.at(placed.hex)
    if rules is None or placed.piece.behavior:
        return None  # a special rule says what it does
    structure = content.structure and context.catalogue.get(content.structure.name, Layer.STRUCTURE)
    sheltered = structure and structure.terrain and structure.terrain.owner_only
    if sheltered and rules.flags_ignored:
        return "sheltered"
    if rules.removed_on_leave and not content.unit:
        return "unmanned"
    if rules.removed_by_entry and content.unit:
        return "behind"
    zone = context.scenario.board.zone(context.scenario.face, placed.hex)
    if UnitClass.ARMOR in rules.impassable and zone is Zone.LAND:
        return "inland"
    return None


CHECKS = (bridge_without_river, unclear_bunker_owner, obstacle_out_of_reach, idle_obstacle)
