"""The setup on a sheet: which pieces to place where, by side and kind, in order of placement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from m44core.catalogue.box_kinds import BASE
from m44core.catalogue.types import Layer, Side
from m44core.drawing.shapes.art import Art, Plane, pack_catalogue
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Message, Value, listed, message, titled
from m44core.model.parts import SIDES
from m44core.model.scenario import Scenario
from m44core.publish.content.line_tiles import line_element
from m44core.validation.check_context import Context
from m44core.validation.placed_pieces import PlacedPiece, PlacedTag, PlacedUnit
from m44core.validation.setup_checklist import board_items, in_reading_order

_PLANES = {
    Layer.TERRAIN: Plane.GROUND,
    Layer.STRUCTURE: Plane.STRUCTURE,
    Layer.OBSTACLE: Plane.OBSTACLE,
}


class SetupItem(NamedTuple):
    """Pieces of one kind to place, or something to do.

    Attributes:
        what: The number of pieces and their kind, or what to do.
        where: The names of the hexes in reading order; empty if it is not on the board.
        art: The picture of the piece; None if there is none.
    """

    what: Value
    where: tuple[str, ...] = ()
    art: Art | None = None


class SetupGroup(NamedTuple):
    """Pieces that are placed together, under a title."""

    title: Message
    items: tuple[SetupItem, ...]


def setup_groups(scenario: Scenario) -> tuple[SetupGroup, ...]:
    """Return the groups of the setup in the order of placing them, without empty ones."""
    context = Context.of(scenario)
    structures = message("Bunkers, bridges and other structures")
    groups = (
        SetupGroup(message("Boxes and board"), tuple(_board_items(context))),
        SetupGroup(message("Terrain tiles"), tuple(_piece_items(context, Layer.TERRAIN))),
        SetupGroup(structures, tuple(_piece_items(context, Layer.STRUCTURE))),
        SetupGroup(message("Obstacles"), tuple(_piece_items(context, Layer.OBSTACLE))),
        SetupGroup(message("Axis units"), tuple(_unit_items(context, Side.AXIS))),
        SetupGroup(message("Allied units"), tuple(_unit_items(context, Side.ALLIES))),
        SetupGroup(message("Other units"), tuple(_unit_items(context, None))),
        SetupGroup(message("Medals and other markers"), tuple(_tag_items(context))),
        SetupGroup(message("Not in the catalog"), tuple(_unknown_items(context))),
    )
    return tuple(group for group in groups if group.items)


def _board_items(context: Context) -> Iterator[SetupItem]:
    """Yield the boxes whose pieces the scenario uses, the board, and who sits where."""
    bill, catalogue = context.bill, context.catalogue
    others = (titled(catalogue.box_name(code)) for code in bill.others if code != BASE)
    boxes = listed([nouns.base_boxes(bill.boxes), *others])
    yield SetupItem(message("Boxes needed: {boxes}", boxes=boxes))
    yield from map(SetupItem, board_items(context.scenario))


def _piece_items(context: Context, layer: Layer) -> Iterator[SetupItem]:
    """Yield an item for each kind of tile, structure or obstacle.

    Tiles that join into the same lines, such as a river and its bends, are one kind.
    """
    pieces = [placed for placed in context.pieces if placed.layer is layer]
    return _grouped(context, ((*_piece_kind(placed, context), placed.hex) for placed in pieces))


def _piece_kind(placed: PlacedPiece, context: Context) -> tuple[Value, Art]:
    element = line_element(placed.element, context.catalogue)
    owner = placed.piece.owner
    detail = (owner.value,) if owner and placed.layer is not Layer.TERRAIN else ()
    known = pack_catalogue(context.catalogue, element.name)
    art = Art(_PLANES[placed.layer], element.name, 1, detail=detail, catalogue=known)
    behavior = context.catalogue.behavior(placed.layer, element.name, placed.piece.behavior)
    title: Value = element.title
    if behavior:
        title = message("{piece} ({rule})", piece=title, rule=behavior.noun)
    if owner:
        title = _with_side(title, owner)
    return title, art


def _with_side(kind: Value, side: Side) -> Message:
    return message("{kind} ({side})", kind=kind, side=SIDES[side])


def _unit_items(context: Context, side: Side | None) -> Iterator[SetupItem]:
    units = [unit for unit in context.units if unit.side is side]
    return _grouped(
        context, ((_unit_message(unit), _unit_art(unit, context), unit.hex) for unit in units)
    )


def _unit_message(unit: PlacedUnit) -> Message:
    figures = nouns.figures(unit.figures)
    extras = [each.title for each in (unit.load, unit.badge) if each]
    if not extras:
        return message("{unit} with {figures}", unit=unit.element.title, figures=figures)
    text = listed(extras)
    return message(
        "{unit} with {figures}, {what}", unit=unit.element.title, figures=figures, what=text
    )


def _unit_art(unit: PlacedUnit, context: Context) -> Art:
    placed, badge = unit.unit, unit.unit.badge or ""
    detail = (unit.figures, badge, *((placed.equipment,) if placed.equipment else ()))
    known = pack_catalogue(context.catalogue, placed.name, badge)
    return Art(Plane.UNIT, placed.name, detail=detail, catalogue=known)


def _tag_items(context: Context) -> Iterator[SetupItem]:
    return _grouped(
        context, ((_tag_title(tag), _tag_art(tag, context), tag.hex) for tag in context.tags)
    )


def _tag_title(placed: PlacedTag) -> Value:
    side, title = placed.tag.side, placed.element.title
    if side is None or placed.element.side is not None:
        return title
    return _with_side(title, side)


def _tag_art(placed: PlacedTag, context: Context) -> Art:
    side, name = placed.tag.side, placed.element.name
    known = pack_catalogue(context.catalogue, name)
    return Art(Plane.TAG, name, detail=(0, 1, side.value if side else ""), catalogue=known)


def _unknown_items(context: Context) -> Iterator[SetupItem]:
    return _grouped(context, ((each.name, None, each.hex) for each in context.unknown_pieces))


def _grouped(
    context: Context, placed: Iterable[tuple[Value, Art | None, Hex]]
) -> Iterator[SetupItem]:
    """Yield an item for each kind of piece, in the reading order of their first hexes."""
    pictures: dict[Value, Art | None] = {}
    places: dict[Value, list[Hex]] = {}
    for item, art, hex_ in placed:
        pictures.setdefault(item, art)
        places.setdefault(item, []).append(hex_)
    for item, hexes in places.items():
        names = tuple(map(context.hex_name, in_reading_order(hexes)))
        label = message("{number} × {piece}", number=len(names), piece=item)
        yield SetupItem(label, names, pictures[item])


def picture_name(art: Art) -> str:
    """Return the name of a piece's picture in the data of a template."""
    parts = (art.plane.value, art.name, *map(str, art.detail))
    return f"piece-{sha256(chr(0).join(parts).encode()).hexdigest()[:10]}"
