"""The setup on a sheet: which pieces to place where, by side and kind, in order of placement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from m44core.catalogue.catalogue_types import OPEN_GROUND, Layer, Side, TerrainRules, UnitClass
from m44core.catalogue.unit_traits import SpecialUnitType
from m44core.drawing.board.hex_groups import active_medal_terms
from m44core.drawing.shapes.art import Art, PaintingPlane, catalogue_if_from_pack
from m44core.drawing.tokens.loose_tokens import loose_token_name
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Message, Value, capitalized, enumerated, message
from m44core.model.exit_markers import with_exit_sides, without_repeated_exits
from m44core.model.figure_nations import ELITE_BADGES, stand_in_note
from m44core.model.header_phrases import seat_sentence
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import SIDES
from m44core.model.unmarked_traits import is_unmarked
from m44core.publish.content.box_lines import box_content_lines, needed_box_lines
from m44core.publish.content.line_tiles import line_element
from m44core.publish.content.piece_titles import is_beach_slope, piece_title
from m44core.publish.content.placed_markers import pieces_next_to_the_board, profile_of
from m44core.publish.content.unit_titles import badge_noun, stand_ins, unit_title, whole_name
from m44core.rules.board.scenario_ground import owner_of
from m44core.validation.check_context import CheckContext
from m44core.validation.components.arriving_units import arriving_units
from m44core.validation.placed_pieces import PlacedPiece, PlacedTag, PlacedUnit, tags_of
from m44core.validation.setup_checklist import board_sentence, in_reading_order

_PLANES = {
    Layer.TERRAIN: PaintingPlane.GROUND,
    Layer.STRUCTURE: PaintingPlane.STRUCTURE,
    Layer.OBSTACLE: PaintingPlane.OBSTACLE,
}


BEACH_SLOPE = "beach-slope"
"""The detail of the picture of a tile whose edges to a beach are drawn as steep on the map."""


class SetupItem(NamedTuple):
    """Pieces of one kind to place, or something to do.

    Attributes:
        what: The number of pieces and their kind, or what to do.
        hexes: The names of the hexes in reading order; empty if the item is not on the board.
        art: The picture of the piece; None if there is none.
        tiles: The pictures of the tiles and the hexes of each, if they differ: for a river, its
            straight tiles, bends and forks.
        names_boxes: Whether it names the boxes needed, or what they lack.
    """

    what: Value
    hexes: tuple[str, ...] = ()
    art: Art | None = None
    tiles: tuple[tuple[Art, tuple[str, ...]], ...] = ()
    names_boxes: bool = False


class SetupGroup(NamedTuple):
    """Pieces that are placed together, under a title."""

    title: Message
    items: tuple[SetupItem, ...]


def setup_groups(scenario: Scenario) -> tuple[SetupGroup, ...]:
    """Return the groups of the setup in the order of placing them, without empty ones.

    The units of the player at the top edge come first.
    """
    context = CheckContext.of(scenario)
    structures = message("Bunkers, bridges and other structures")
    groups = (
        SetupGroup(message("Boxes and board"), tuple(_board_items(context))),
        SetupGroup(message("Terrain tiles"), tuple(_piece_items(context, Layer.TERRAIN))),
        SetupGroup(structures, tuple(_piece_items(context, Layer.STRUCTURE))),
        SetupGroup(message("Obstacles"), tuple(_piece_items(context, Layer.OBSTACLE))),
        *(
            SetupGroup(_ARMIES[side], tuple(_army_items(context, side)))
            for side in _sides_from_top(scenario)
        ),
        SetupGroup(message("Other units"), tuple(_unit_items(context, None))),
        SetupGroup(message("Medals and other markers"), tuple(_marker_items(context))),
        SetupGroup(message("Not in the catalog"), tuple(_unknown_items(context))),
    )
    return tuple(group for group in groups if group.items)


_ARMIES = {Side.AXIS: message("Axis units"), Side.ALLIES: message("Allied units")}


def _sides_from_top(scenario: Scenario) -> list[Side]:
    """Return both sides, the side at the top edge first."""
    top, bottom = scenario.briefing.top.side, scenario.briefing.bottom.side
    is_reversed = top is Side.ALLIES or (top is None and bottom is Side.AXIS)
    return [Side.ALLIES, Side.AXIS] if is_reversed else [Side.AXIS, Side.ALLIES]


def _board_items(context: CheckContext) -> Iterator[SetupItem]:
    """Yield the boxes needed, where each player sits, and notes on hex names and orientation."""
    for line in needed_box_lines(context):
        yield SetupItem(line, names_boxes=True)
    yield from map(SetupItem, box_content_lines(context))
    scenario = context.scenario
    yield SetupItem(board_sentence(scenario.board.type, scenario.face))
    yield from map(SetupItem, _seats(scenario))
    yield SetupItem(_HOW_HEXES_ARE_NAMED)
    if free_pieces := _freely_turned_pieces(context):
        yield SetupItem(message("These can face any way: {pieces}.", pieces=free_pieces))


def _seats(scenario: Scenario) -> Iterator[Message]:
    """Yield which player sits at which edge, on one line if both are known."""
    top, bottom = scenario.briefing.top.side, scenario.briefing.bottom.side
    if top and bottom:
        yield seat_sentence(top, bottom)
    elif top:
        yield message("Seat {side} at the top edge", side=top.noun)
    elif bottom:
        yield message("Seat {side} at the bottom edge", side=bottom.noun)


_HOW_HEXES_ARE_NAMED = message(
    "Hex names combine the letters and numbers along the edges; lowercase letters are for the "
    "indented rows. Pieces are listed row by row from the top; units are listed as infantry, "
    "armor, then artillery."
)


def _freely_turned_pieces(context: CheckContext) -> Value:
    """Return the kinds of bunkers, bridges and obstacles that can face any way; "" if none can.

    Direction matters to trains, and to pieces that units or trains enter along their axis
    (B-RIV-01, B-BUN-01).
    """
    kinds = [
        placed.element.noun
        for placed in context.pieces
        if placed.layer is not Layer.TERRAIN
        and placed.element.orientations > 1
        and (rules := _terrain_rules_of(placed, context))
        and rules != OPEN_GROUND
        and not (rules.axis_only or rules.rail)
    ]
    return enumerated(dict.fromkeys(kinds)) if kinds else ""


def _terrain_rules_of(placed: PlacedPiece, context: CheckContext) -> TerrainRules | None:
    piece = placed.piece
    return context.catalogue.terrain_rules(placed.layer, piece.name, piece.behavior)


def _piece_items(context: CheckContext, layer: Layer) -> Iterator[SetupItem]:
    """Yield an item for each kind of tile, structure or obstacle.

    Tiles that join into the same lines, such as a river and its bends, are one kind, with the
    picture of each of them.
    """
    pieces = [placed_piece for placed_piece in context.pieces if placed_piece.layer is layer]
    return _grouped_items(
        context,
        ((*_piece_kind(placed_piece, context), placed_piece.hex) for placed_piece in pieces),
    )


def _piece_kind(placed_piece: PlacedPiece, context: CheckContext) -> tuple[Value, Art]:
    element = line_element(placed_piece.element, context.catalogue)
    owner = placed_piece.piece.owner
    detail: tuple[str, ...] = ()
    if placed_piece.layer is not Layer.TERRAIN:
        detail = (owner.value,) if owner else ()
    elif is_beach_slope(_terrain_rules_of(placed_piece, context)):
        detail = (BEACH_SLOPE,)
    art_catalogue = catalogue_if_from_pack(context.catalogue, placed_piece.element.name)
    art = Art(
        _PLANES[placed_piece.layer],
        placed_piece.element.name,
        1,
        detail=detail,
        catalogue=art_catalogue,
    )
    behavior = context.catalogue.behavior(
        placed_piece.layer, element.name, placed_piece.piece.behavior
    )
    title = piece_title(element.title, behavior)
    owner = owner or _owner_by_rule(placed_piece, context)
    if owner:
        title = _with_side(title, owner)
    return title, art


def _owner_by_rule(placed: PlacedPiece, context: CheckContext) -> Side | None:
    """Return the side of a structure whose owner is not stated.

    It is the side of the unit in a bunker (B-BUN-06), and the bottom player's for a ship or train;
    None for others.
    """
    if placed.layer is not Layer.STRUCTURE:
        return None
    if placed.element.abilities is not None:
        return context.scenario.briefing.bottom.side
    terrain = placed.element.terrain
    if not terrain or not terrain.owner_only:
        return None
    return owner_of(context.scenario, placed.hex, placed.piece)


def _with_side(kind: Value, side: Side) -> Message:
    return message("{kind} ({side})", kind=kind, side=SIDES[side])


def _army_items(context: CheckContext, side: Side) -> Iterator[SetupItem]:
    """Yield whose figures to use, the units on the board, and those that arrive later."""
    units = [*_unit_items(context, side), *_arriving_items(context, side)]
    if units:
        for stand_in in stand_ins(context.scenario, side):
            yield SetupItem(stand_in_note(stand_in.figures, stand_in.country))
        yield from units


def _arriving_items(context: CheckContext, side: Side) -> Iterator[SetupItem]:
    """Yield an item for each kind of unit that special rules bring onto the board later."""
    kinds = Counter(
        (
            _unit_kind(unit, _badge_nouns(unit, context), context),
            _unit_art(unit, context),
        )
        for unit in arriving_units(context.scenario)
        if unit.side is side
    )
    for (unit_kind, art), number in kinds.items():
        what = message(
            "{number} × {piece}, next to the board until arrival",
            number=number,
            piece=unit_kind,
        )
        yield SetupItem(what, art=art)


def _unit_items(context: CheckContext, side: Side | None) -> Iterator[SetupItem]:
    """Yield an item for each kind of unit: infantry, armor, artillery, then all others."""
    units = sorted((unit for unit in context.units if unit.side is side), key=_class_rank)
    return _grouped_items(
        context,
        ((_unit_message(unit, context), _unit_art(unit, context), unit.hex) for unit in units),
    )


_CLASSES = (UnitClass.INFANTRY, UnitClass.ARMOR, UnitClass.ARTILLERY)


def _class_rank(unit: PlacedUnit) -> tuple[int, int, int]:
    kind = unit.unit_class
    rank = _CLASSES.index(kind) if kind in _CLASSES else len(_CLASSES)
    return rank, unit.hex.row, unit.hex.col


def _unit_message(unit: PlacedUnit, context: CheckContext) -> Message:
    specials = profile_of(unit, context.scenario).specials
    named_specials = [
        each for each in specials if is_unmarked(each) or _is_identified_by_figures(each, unit)
    ]
    names = [
        *([unit.equipment_type.noun] if unit.equipment_type else []),
        *_badge_nouns(unit, context),
        *(
            special.noun
            for special in named_specials
            if special.renames and special != whole_name(specials)
        ),
    ]
    kind = _unit_kind(unit, names, context)
    traits = [special.noun for special in named_specials if not special.renames]
    return message("{unit}; {traits}", unit=kind, traits=enumerated(traits)) if traits else kind


def _badge_nouns(unit: PlacedUnit, context: CheckContext) -> list[Message]:
    """Return the name of a unit's badge; only "with badge" if the unit's name says the same."""
    badge, element = unit.badge, unit.element
    if badge is None:
        return []
    specials = profile_of(unit, context.scenario).specials
    own_name = whole_name(specials)
    is_named = own_name is not None and badge.name in own_name.badges
    is_elite = element.elite and badge.nation == element.nation and badge.name in ELITE_BADGES
    return [nouns.with_badge() if is_named or is_elite else badge_noun(element, badge, specials)]


def _unit_kind(unit: PlacedUnit, names: Sequence[Message], context: CheckContext) -> Message:
    own_name = whole_name(profile_of(unit, context.scenario).specials)
    title = own_name.title if own_name else unit_title(context.scenario, unit)
    figures = nouns.figures(unit.figures)
    if not names:
        return message("{unit} with {figures}", unit=title, figures=figures)
    text = enumerated(names)
    return message("{unit} with {figures}, {what}", unit=title, figures=figures, what=text)


def _is_identified_by_figures(special: SpecialUnitType, unit: PlacedUnit) -> bool:
    """Return whether a unit is of a type, such as a Tiger, only by its number of figures."""
    return special.told_by_figures == unit.figures and unit.badge is None


def _unit_art(placed: PlacedUnit, context: CheckContext) -> Art:
    unit, badge = placed.unit, placed.unit.badge or ""
    detail = (placed.figures, badge, *((unit.equipment,) if unit.equipment else ()))
    art_catalogue = catalogue_if_from_pack(context.catalogue, unit.name, badge)
    return Art(PaintingPlane.UNIT, unit.name, detail=detail, catalogue=art_catalogue)


def _marker_items(context: CheckContext) -> Iterator[SetupItem]:
    """Yield the markers on hexes, then those next to the board: of special rules and of units."""
    tags = tags_of(without_repeated_exits(with_exit_sides(context.scenario)))
    yield from _grouped_items(
        context, ((_tag_title(tag), _tag_art(tag, context), tag.hex) for tag in tags)
    )
    for piece in pieces_next_to_the_board(context):
        what = message(
            "{number} × {piece}, next to the board",
            number=piece.number,
            piece=capitalized(piece.name),
        )
        yield SetupItem(what, art=Art(PaintingPlane.TAG, loose_token_name(piece.token)))


def _tag_title(placed_tag: PlacedTag) -> Value:
    side = placed_tag.tag.side
    title: Value = placed_tag.element.title
    worth = placed_tag.tag.medal.counts_for if placed_tag.tag.medal else 1
    if worth > 1:
        title = message("{piece}, worth {medals}", piece=title, medals=nouns.medals(worth))
    if side is None or placed_tag.element.side is not None:
        return title
    return _with_side(title, side)


def _tag_art(placed_tag: PlacedTag, context: CheckContext) -> Art:
    """Return the picture of a marker, with the symbols of a medal's terms, as on the map."""
    side, name = placed_tag.tag.side, placed_tag.element.name
    catalogue = context.catalogue
    terms = active_medal_terms(placed_tag.tag, catalogue)
    return Art(
        PaintingPlane.TAG,
        name,
        detail=(0, 1, side.value if side else "", *terms),
        catalogue=catalogue_if_from_pack(catalogue, name),
    )


def _unknown_items(context: CheckContext) -> Iterator[SetupItem]:
    return _grouped_items(context, ((each.name, None, each.hex) for each in context.unknown_pieces))


def _grouped_items(
    context: CheckContext, placed_pieces: Iterable[tuple[Value, Art | None, Hex]]
) -> Iterator[SetupItem]:
    """Yield an item for each kind of piece, in the reading order of their first hexes."""
    kinds: dict[Value, dict[Art | None, list[Hex]]] = {}
    for what, art, hex_ in placed_pieces:
        kinds.setdefault(what, {}).setdefault(art, []).append(hex_)
    for what, by_art in kinds.items():
        names = _hex_names(context, [hex_ for hexes in by_art.values() for hex_ in hexes])
        label = message("{number} × {piece}", number=len(names), piece=what)
        arts = sorted(by_art, key=lambda art: -len(by_art[art]))
        tiles = tuple((art, _hex_names(context, by_art[art])) for art in arts if art)
        yield SetupItem(label, names, arts[0], tiles if len(arts) > 1 else ())


def _hex_names(context: CheckContext, hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(map(context.hex_name, in_reading_order(hexes)))


def badge_art(unit: Art | None) -> Art | None:
    """Return a picture of only the badge that a unit's picture shows; None if it shows none."""
    if unit is None or unit.plane is not PaintingPlane.UNIT or len(unit.detail) < 2:
        return None
    badge = str(unit.detail[1])
    return Art(PaintingPlane.UNIT, badge, catalogue=unit.catalogue) if badge else None


def picture_name(art: Art) -> str:
    """Return the name of a piece's picture in the data of a template."""
    parts = (art.plane.value, art.name, *map(str, art.detail))
    return f"piece-{sha256(chr(0).join(parts).encode()).hexdigest()[:10]}"
