"""Bridges, bunkers, obstacles and minefields (M501 to M504, M507, M508, M510, M513)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.board import Zone
from m44core.catalogue.catalogue_types import Layer, Side, UnitClass
from m44core.findings.finding_kinds import PhraseValue
from m44core.hexes import Hex
from m44core.messages.message import Message, name
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    Repair,
    check,
    problem,
    removal_repair,
    side_repair,
    sides_repair,
)
from m44core.validation.placed_pieces import PlacedPiece, PlacedUnit

_RIVER = "river"  # the network of all tiles with running water, frozen or not
_BARRIERS = "barriers"  # the palette group of roadblocks, abatis and dragon's teeth
_BRIDGE_SECTION = "bridge-section"  # one of several pieces of a long bridge, as at Arnhem


@check("M501")
def bridge_without_river(context: CheckContext) -> Iterator[Problem]:
    """Bridges where no unit needs one (V-50, B-RIV-01).

    A bridge next to one over a river is most likely the end of a long bridge, as at Arnhem, so it
    is only a hint. Bridges with the special rule of a bridge section are not reported. Bridges
    misplaced in the same way share a finding.
    """
    bridges = [placed_piece for placed_piece in context.pieces if _is_bridge(placed_piece)]
    over_water = {
        placed_piece.hex
        for placed_piece in bridges
        if not _needs_no_bridge(context, placed_piece.hex)
    }
    connected_bridges = _connected_bridges(
        context, over_water, {placed_piece.hex for placed_piece in bridges}
    )
    groups: dict[tuple[bool, str, str], list[PlacedPiece]] = {}
    for placed_piece in bridges:
        if placed_piece.piece.behavior != _BRIDGE_SECTION and placed_piece.hex not in over_water:
            ground = context.ground_phrase(placed_piece.hex)
            group_key = (
                placed_piece.hex in connected_bridges,
                placed_piece.element.name,
                repr(ground),
            )
            groups.setdefault(group_key, []).append(placed_piece)
    for (is_long_bridge_end, *_), group in groups.items():
        yield _misplaced_bridges_problem(context, group, is_long_bridge_end=is_long_bridge_end)


def _misplaced_bridges_problem(
    context: CheckContext, bridges: list[PlacedPiece], *, is_long_bridge_end: bool
) -> Problem:
    """Return one problem for all bridges of a kind that are misplaced on the same ground."""
    first, hexes = bridges[0], [placed_piece.hex for placed_piece in bridges]
    pointers = [context.pointer(hex_, "structure") for hex_ in hexes]
    suffix = "" if len(bridges) == 1 else "-each"
    section_repair = Repair(
        f"section{suffix}", {f"{p}/behaves": _BRIDGE_SECTION for p in pointers}, {}
    )
    removal = removal_repair(f"remove{suffix}", *pointers)
    repairs = (section_repair, removal) if is_long_bridge_end else (removal, section_repair)
    key = "end-on-land" if is_long_bridge_end else "misplaced"
    values: dict[str, PhraseValue] = {"bridge": first.element.noun}
    values["ground"] = context.ground_phrase(first.hex)
    if suffix:
        values["hexes"] = context.hex_list(hexes)
    return problem(f"{key}{suffix}", pointers[0], first.hex, *repairs, **values)


def _connected_bridges(context: CheckContext, start: set[Hex], bridges: set[Hex]) -> set[Hex]:
    """Return the *start* hexes and the bridges connected to them by adjacent bridges."""
    connected_hexes, new = set(start), set(start)
    while new:
        neighbors = {
            neighbor for hex_ in new for neighbor in context.scenario.board.neighbours[hex_]
        }
        new = neighbors & bridges - connected_hexes
        connected_hexes |= new
    return connected_hexes


def _is_bridge(placed_piece: PlacedPiece) -> bool:
    rules = placed_piece.element.terrain
    return bool(rules and rules.crossing)


def _needs_no_bridge(context: CheckContext, hex_: Hex) -> bool:
    """Return whether a hex needs no bridge; fords and frozen rivers still count as rivers."""
    tile = context.scenario.at(hex_).terrain
    element = context.catalogue.get(tile.name, Layer.TERRAIN) if tile else None
    if element and _RIVER in element.edges:
        return False
    ground = context.ground_rules(hex_)
    if ground is None or ground.impassable:
        return False
    return not (element and element.terrain and element.terrain.impassable)


@check("M502")
def unclear_bunker_owner(context: CheckContext) -> Iterator[Problem]:
    """Bunkers and sea walls that no player owns (V-54, LINT-M5, B-BUN-03, B-BUN-06, D-24).

    This is only a note if a unit is inside, because everybody would assume that its side is the
    owner.
    """
    occupants = {unit.hex: unit for unit in context.units}
    for placed_piece in context.pieces:
        rules = context.terrain_rules(placed_piece.piece, placed_piece.layer)
        if rules and rules.owner_only:
            yield from _owner_problem(context, placed_piece, occupants.get(placed_piece.hex))


_SEA_WALL = name("piece.sea-wall", "sea wall")


def _owner_problem(
    context: CheckContext, placed_piece: PlacedPiece, occupant: PlacedUnit | None
) -> Iterator[Problem]:
    """Yield a problem if a bunker or sea wall has no owner, or one that no player commands."""
    pointer = context.pointer(placed_piece.hex, placed_piece.layer.value, "owner")
    is_wall = placed_piece.layer is Layer.OBSTACLE
    name, owner = _SEA_WALL if is_wall else placed_piece.element.noun, placed_piece.piece.owner
    if owner:
        if len(context.sides) == 2 or owner in context.sides or not context.sides:
            return
        repairs = _owner_repairs(context, name, pointer)
        yield problem(
            "no-player", pointer, placed_piece.hex, *repairs, bunker=name, side=owner.noun
        )
    elif occupant and occupant.side:
        yield problem(
            "occupied",
            pointer,
            placed_piece.hex,
            side_repair("settle", pointer, occupant.side, bunker=name, side=occupant.side.noun),
            bunker=name,
            side=occupant.side.noun,
            unit=occupant.element.noun,
        )
    else:
        repairs = _owner_repairs(context, name, pointer)
        yield problem("empty", pointer, placed_piece.hex, *repairs, bunker=name)


def _owner_repairs(context: CheckContext, name: Message, pointer: str) -> tuple[Repair, ...]:
    return tuple(_owner_repair(name, pointer, side) for side in context.possible_owners)


def _owner_repair(name: Message, pointer: str, side: Side) -> Repair:
    return side_repair("give", pointer, side, bunker=name, side=side.noun)


@check("M503")
def obstacle_out_of_reach(context: CheckContext) -> Iterator[Problem]:
    """Obstacles on hexes that nobody can enter, or in the ocean (V-55, B-RIV-01, B-OCE-03).

    Obstacles impassable to some units, such as hedgehogs, are not reported in the ocean.
    """
    hexes_by_kind: dict[tuple[str, Message, str | None, Layer], list[Hex]] = {}
    for placed_piece in context.pieces:
        is_obstacle = (
            placed_piece.layer is Layer.OBSTACLE or placed_piece.element.group == _BARRIERS
        )
        key = _out_of_reach_key(context, placed_piece) if is_obstacle else None
        rules = placed_piece.element.terrain
        if key == "ocean" and rules and rules.impassable:
            continue  # in the surf hedgehogs keep landing armor and guns away
        if key:
            tile = context.scenario.at(placed_piece.hex).terrain
            group = (
                key,
                placed_piece.element.noun,
                tile.name if tile else None,
                placed_piece.layer,
            )
            hexes_by_kind.setdefault(group, []).append(placed_piece.hex)
    for (key, obstacle, _, layer), hexes in hexes_by_kind.items():
        pointers = [context.pointer(hex_, layer.value) for hex_ in hexes]
        yield problem(
            key,
            pointers[0],
            hexes[0],
            removal_repair("remove", *pointers, obstacle=obstacle),
            obstacle=obstacle,
            hexes=context.hex_list(hexes),
            ground=context.ground_phrase(hexes[0]),
        )


def _out_of_reach_key(context: CheckContext, placed_piece: PlacedPiece) -> str | None:
    """Return the message key for an obstacle that cannot be on its hex; None if it can."""
    hex_ = placed_piece.hex
    ground = context.ground_rules(hex_)
    structure = context.scenario.at(hex_).structure
    if ground is None or (structure and placed_piece.layer is Layer.OBSTACLE):
        return None
    if UnitClass.INFANTRY in ground.impassable:
        return "closed"
    return "ocean" if UnitClass.INFANTRY in ground.no_battle else None


@check("M504")
def idle_obstacle(context: CheckContext) -> Iterator[Problem]:
    """Obstacles with less effect than expected (V-55, B-SAND-02, B-WIRE-01, B-BAT-10)."""
    pieces: dict[str, list[PlacedPiece]] = {}
    for placed_piece in context.pieces:
        if placed_piece.layer is Layer.OBSTACLE:
            key = _idle_key(context, placed_piece)
            if key:
                pieces.setdefault(key, []).append(placed_piece)
    for key, obstacles in pieces.items():
        hexes = [placed_piece.hex for placed_piece in obstacles]
        yield problem(
            key,
            context.pointer(hexes[0], "obstacle"),
            hexes[0],
            obstacle=obstacles[0].element.noun,
            hexes=context.hex_list(hexes),
        )


def _idle_key(context: CheckContext, placed_piece: PlacedPiece) -> str | None:
    """Return the message key for an obstacle with less effect than expected; None for others."""
    rules, content = placed_piece.element.terrain, context.scenario.at(placed_piece.hex)
    if rules is None or placed_piece.piece.behavior:
        return None  # a special rule says what it does
    structure = content.structure and context.catalogue.get(content.structure.name, Layer.STRUCTURE)
    is_sheltered = structure and structure.terrain and structure.terrain.owner_only
    if is_sheltered and rules.flags_ignored:
        return "sheltered"
    if rules.removed_on_leave and not content.unit:
        return "unmanned"
    if rules.removed_by_entry and content.unit:
        return "behind"
    zone = context.scenario.board.zone(context.scenario.face, placed_piece.hex)
    if UnitClass.ARMOR in rules.impassable and zone is Zone.LAND:
        return "inland"
    return None


@check("M507")
def bunker_out_of_place(context: CheckContext) -> Iterator[Problem]:
    """Bunkers made useless by their tile, or making it useless (V-53, B-BUN-01, B-BAT-10)."""
    for placed_piece in context.pieces:
        rules = context.terrain_rules(placed_piece.piece, placed_piece.layer)
        is_bunker = rules and rules.owner_only and placed_piece.layer is Layer.STRUCTURE
        key = _misfit_key(context, placed_piece.hex) if is_bunker else None
        if key:
            name, pointer = (
                placed_piece.element.noun,
                context.pointer(placed_piece.hex, "structure"),
            )
            repairs = () if key == "hill" else (removal_repair("remove", pointer, bunker=name),)
            ground = context.ground_phrase(placed_piece.hex)
            yield problem(key, pointer, placed_piece.hex, *repairs, bunker=name, ground=ground)


def _misfit_key(context: CheckContext, hex_: Hex) -> str | None:
    """Return the message key for a bunker that does not fit its hex; None if it does."""
    ground = context.ground_rules(hex_)
    if ground is None:
        return None
    if UnitClass.INFANTRY in ground.impassable | ground.no_battle:
        return "closed"
    if ground.dice_against:
        return "covered"
    return "hill" if ground.dice_against_uphill else None


@check("M508")
def fortification_facing_away(context: CheckContext) -> Iterator[Problem]:
    """Sandbags, wire and bunkers that face away from the enemy (V-56, B-M44-04).

    If enemies are behind them too, or may come from anywhere, either facing is fine.
    """
    pieces_by_name: dict[str, dict[str, PlacedPiece]] = {}
    facings: dict[str, str] = {}
    for placed_piece in context.pieces:
        orientation = _facing_to_enemy(context, placed_piece)
        if orientation and orientation != placed_piece.piece.orientation:
            pointer = context.pointer(placed_piece.hex, placed_piece.layer.value, "facing")
            pieces_by_name.setdefault(placed_piece.element.name, {})[pointer] = placed_piece
            facings[pointer] = placed_piece.element.facings[orientation - 1]
    for pieces in pieces_by_name.values():
        pointers, hexes = list(pieces), [placed_piece.hex for placed_piece in pieces.values()]
        name = pieces[pointers[0]].element.noun
        turn = Repair("turn", {pointer: facings[pointer] for pointer in pointers}, {"piece": name})
        message_values: dict[str, PhraseValue] = {"piece": name, "hexes": context.hex_list(hexes)}
        yield problem("away", pointers[0], hexes[0], turn, **message_values)


def _facing_to_enemy(context: CheckContext, placed_piece: PlacedPiece) -> int | None:
    """Return the orientation that faces the enemy's edge; None if it is unknown or irrelevant."""
    element, rules = (
        placed_piece.element,
        context.terrain_rules(placed_piece.piece, placed_piece.layer),
    )
    has_owner = placed_piece.layer is Layer.OBSTACLE or (rules and rules.owner_only)
    if set(element.bearings) != {0, 180} or not has_owner:
        return None
    unit = context.scenario.at(placed_piece.hex).unit
    holder = context.catalogue.get(unit.name, Layer.UNIT) if unit else None
    side = placed_piece.piece.owner or (holder.side if holder else None)
    if side is None or side not in context.sides or len(context.sides) < len(Side):
        return None
    faces_south = side is context.scenario.side_at(top=True)
    if not context.shows_all_units or _is_enemy_behind(
        context, placed_piece.hex, side, faces_south=faces_south
    ):
        return None
    return element.bearings.index(180 if faces_south else 0) + 1


def _is_enemy_behind(context: CheckContext, hex_: Hex, side: Side, *, faces_south: bool) -> bool:
    """Return whether an enemy is between a hex and the side's own edge."""
    rows = [unit.hex.row for unit in context.units if unit.side is side.enemy]
    return any(row < hex_.row if faces_south else row > hex_.row for row in rows)


@check("M510")
def minefield_without_side(context: CheckContext) -> Iterator[Problem]:
    """Minefields without the side that laid them (LINT-M5)."""
    mines = [
        placed_tag
        for placed_tag in context.tags
        if placed_tag.is_mine and placed_tag.tag.side is None
    ]
    if not mines:
        return
    pointers = [context.pointer(mine.hex, "tags", mine.tag_index, "side") for mine in mines]
    hexes = [mine.hex for mine in mines]
    owners = context.possible_owners
    repairs = (sides_repair("give", pointers, side, side=side.noun) for side in owners)
    yield problem("unowned", pointers[0], hexes[0], *repairs, hexes=context.hex_list(hexes))


@check("M513")
def mine_out_of_reach(context: CheckContext) -> Iterator[Problem]:
    """Minefields on hexes that nobody can enter, or where an enemy starts (LINT-M6)."""
    units_by_hex = {unit.hex: unit for unit in context.units}
    for mine in context.tags:
        ground = context.ground_rules(mine.hex) if mine.is_mine else None
        structure = context.scenario.at(mine.hex).structure
        if ground and not structure and UnitClass.INFANTRY in ground.impassable:
            pointer = context.pointer(mine.hex, "tags", mine.tag_index)
            message_values: dict[str, PhraseValue] = {"hex": context.hex_name(mine.hex)}
            message_values["ground"] = context.ground_phrase(mine.hex)
            yield problem(
                "closed", pointer, mine.hex, removal_repair("remove", pointer), **message_values
            )
        unit = units_by_hex.get(mine.hex) if mine.is_mine else None
        if unit and unit.side and mine.tag.side is unit.side.enemy:
            pointer = context.pointer(mine.hex, "tags", mine.tag_index)
            values: dict[str, PhraseValue] = {
                "unit": unit.element.noun,
                "side": unit.side.enemy.noun,
            }
            yield problem("under", pointer, mine.hex, **values, hex=context.hex_name(mine.hex))
