"""Checks whether the boxes contain enough of each component (M201 to M212).

Only pieces of the base box are counted: against the boxes a player owns or, if those are unknown,
against one box, or two for an Overlord map. Other boxes might contain more of the same, but no
source says how many; in that case, a shortage in the base boxes is a note, not an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from m44core.catalogue.catalogue_types import Layer, Side, UnitClass
from m44core.findings.finding_kinds import PhraseValue
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Listing, Message, counted, listed
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, check, problem
from m44core.validation.components.component_bill import ALLIED_BADGE
from m44core.validation.components.two_sided_tokens import (
    Shortage,
    badge_shortage,
    shortage,
    tile_shortage,
)
from m44core.validation.thresholds import thresholds

COMPONENTS: Mapping[str, Callable[[int], Message]] = {
    "forest": lambda n: counted("{number} forest", "{number} forests", n),
    "hedgerow": lambda n: counted("{number} hedgerow", "{number} hedgerows", n),
    "hill": lambda n: counted("{number} hill", "{number} hills", n),
    "town": lambda n: counted("{number} town", "{number} towns", n),
    "river": lambda n: counted("{number} river", "{number} rivers", n),
    "sandbags": lambda n: counted("{number} set of sandbags", "{number} sets of sandbags", n),
    "wire": lambda n: counted("{number} wire piece", "{number} wire pieces", n),
    "hedgehog": lambda n: counted("{number} hedgehog", "{number} hedgehogs", n),
    "german-badge": lambda n: counted("{number} German badge", "{number} German badges", n),
    "us-badge": lambda n: counted("{number} US Rangers badge", "{number} US Rangers badges", n),
    "british-badge": lambda n: counted(
        "{number} British airborne badge", "{number} British airborne badges", n
    ),
    "resistance-badge": lambda n: counted(
        "{number} French Resistance badge", "{number} French Resistance badges", n
    ),
    ALLIED_BADGE: lambda n: counted("{number} Allied badge", "{number} Allied badges", n),
    "infantry": lambda n: counted("{number} infantry figure", "{number} infantry figures", n),
    "armor": lambda n: counted("{number} armor figure", "{number} armor figures", n),
    "artillery": lambda n: counted("{number} artillery figure", "{number} artillery figures", n),
}
"""The message for a number of each component, keyed by its key in the box."""

FindingPlace = tuple[str, Hex | None]
"""The pointer and hex of a finding."""


def too_many_problem(
    context: CheckContext, place: FindingPlace, /, **values: PhraseValue
) -> Problem:
    """Return the problem that a scenario uses more of a component than the boxes contain.

    The message says *perhaps* if other boxes may contain more.
    """
    key = "perhaps-too-many" if context.other_boxes_may_help else "too-many"
    return problem(key, *place, boxes=base_boxes_message(context), **values)


def limit_problem(context: CheckContext, kind: str, number: int, per_box: int) -> Iterator[Problem]:
    """Yield a problem if the boxes have fewer than *number* components of a kind."""
    limit = per_box * context.base_boxes
    if number > limit:
        place = (
            first_special_unit_place(context)
            if "badge" in kind
            else first_piece_place(context, components={kind})
        )
        components = COMPONENTS[kind](number)
        yield too_many_problem(context, place, components=components, limit=limit)


def base_boxes_message(context: CheckContext) -> Message:
    """Return the message for the number of base boxes."""
    return nouns.base_boxes(context.base_boxes)


def shortage_component_list(shortage: Shortage, counts: Mapping[str, int]) -> Listing:
    """Return the numbers used of the components in a shortage, as a list for a message."""
    return listed([COMPONENTS[kind](counts.get(kind, 0)) for kind in shortage.kinds])


def first_piece_place(
    context: CheckContext,
    *,
    components: set[str] | None = None,
    names: set[str] | None = None,
    layer: Layer | None = None,
) -> FindingPlace:
    """Return the place of the first piece with one of *components*, one of *names*, and *layer*.

    Conditions that are None are ignored. If there is no such piece, the place is the pointer to the
    list of hexes, without a hex.
    """
    for placed_piece in context.pieces:
        element = placed_piece.element
        if (
            (components is None or element.component in components)
            and (names is None or element.name in names)
            and (layer is None or placed_piece.layer is layer)
        ):
            return context.pointer(placed_piece.hex, placed_piece.layer.value), placed_piece.hex
    return "/hexes", None


def first_unit_place(context: CheckContext, side: Side, unit_class: UnitClass) -> FindingPlace:
    """Return the place of a side's first unit of a class; the list of hexes if there is none."""
    for unit in context.units:
        if unit.side is side and unit.unit_class is unit_class:
            return context.pointer(unit.hex, "unit"), unit.hex
    return "/hexes", None


def first_special_unit_place(context: CheckContext) -> FindingPlace:
    """Return the place of the first special unit; the list of hexes if there is none."""
    for unit in context.units:
        if unit.is_special:
            return context.pointer(unit.hex, "unit"), unit.hex
    return "/hexes", None


_SHAPES: Mapping[str, Callable[[int], Message]] = {
    "river": lambda n: counted("{number} straight river", "{number} straight rivers", n),
    "curve": lambda n: counted("{number} river bend", "{number} river bends", n),
}


@check("M201")
def too_many_tiles_of_a_kind(context: CheckContext) -> Iterator[Problem]:
    """More tiles of one kind than the box has faces of it (V-10, B-COMP-10)."""
    for kind, limit in context.box.faces.items():
        yield from limit_problem(context, kind, context.bill.tiles.get(kind, 0), limit)
    for name, limit in context.box.elements.items():
        number, available_count = context.bill.elements.get(name, 0), limit * context.base_boxes
        if number > available_count:
            yield problem(
                "perhaps-too-many" if context.other_boxes_may_help else "too-many-of-a-shape",
                *first_piece_place(context, names={name}),
                components=_SHAPES[name](number),
                boxes=base_boxes_message(context),
                limit=available_count,
            )


@check("M202")
def too_many_tiles(context: CheckContext) -> Iterator[Problem]:
    """More hex tiles than the box has (V-11, B-COMP-11)."""
    number = sum(context.bill.tiles.values())
    limit = context.box.tiles * context.base_boxes
    if number > limit:
        place = first_piece_place(context, layer=Layer.TERRAIN)
        yield too_many_problem(context, place, tiles=number, limit=limit)


@check("M203")
def uncertain_tile_backs(context: CheckContext) -> Iterator[Problem]:
    """Tiles whose unknown backs decide whether there are enough (V-12, B-COMP-12, B-COMP-13).

    If the player entered the backs of the tiles, the result is certain. If not, the problem is only
    a note, because the author can do nothing about it.
    """
    tile_counts, boxes = context.bill.tiles, context.base_boxes
    if sum(tile_counts.values()) > context.box.tiles * boxes or any(
        tile_counts.get(kind, 0) > faces * boxes for kind, faces in context.box.faces.items()
    ):
        return  # impossible; M201 or M202 reports it
    pairs = context.owned.tile_pairs if context.owned else {}
    lacking_tiles = shortage(tile_counts, pairs) if pairs else tile_shortage(tile_counts, boxes)
    if lacking_tiles:
        key = "perhaps-impossible" if context.other_boxes_may_help else "impossible"
        yield problem(
            key if pairs else "uncertain",
            *first_piece_place(context, components=set(lacking_tiles.kinds)),
            tiles=shortage_component_list(lacking_tiles, tile_counts),
            needed=lacking_tiles.needed,
            guaranteed=lacking_tiles.guaranteed,
        )


_DIG_IN_SANDBAGS = 6  # sandbags the Dig-In card can bring into play (V-14)
_OBSTACLES_PER_BAG = 6  # obstacles of a kind in the bag of one side (B-COMP-15)


@check("M204")
def too_many_bunkers_and_bridges(context: CheckContext) -> Iterator[Problem]:
    """More bunkers and bridges together than the box has (V-13, B-COMP-14)."""
    bunkers = context.bill.structures.get("bunker", 0)
    bridges = context.bill.structures.get("bridge", 0)
    limit = context.box.bunkers_and_bridges * context.base_boxes
    if bunkers + bridges > limit:
        yield too_many_problem(
            context,
            first_piece_place(context, components={"bunker", "bridge"}),
            bunkers=nouns.bunkers(bunkers),
            bridges=nouns.bridges(bridges),
            limit=limit,
        )


@check("M205")
def too_many_obstacles(context: CheckContext) -> Iterator[Problem]:
    """More sandbags, wire or hedgehogs than the box has (V-14, B-COMP-15)."""
    for kind, limit in context.box.obstacles.items():
        number = context.bill.obstacles.get(kind, 0)
        yield from limit_problem(context, kind, number, limit)


@check("M206")
def obstacles_from_both_bags(context: CheckContext) -> Iterator[Problem]:
    """More obstacles of a kind than one side's bag contains (V-14, B-COMP-15, R-21)."""
    obstacle_counts, boxes = context.bill.obstacles, context.base_boxes
    exceeded_kinds = [
        kind
        for kind, limit in context.box.obstacles.items()
        if _OBSTACLES_PER_BAG * boxes < obstacle_counts.get(kind, 0) <= limit * boxes
    ]
    if exceeded_kinds:
        kinds = listed([COMPONENTS[kind](obstacle_counts[kind]) for kind in exceeded_kinds])
        place = first_piece_place(context, components=set(exceeded_kinds))
        yield problem("both-bags", *place, obstacles=kinds)


@check("M207")
def too_few_sandbags_to_dig_in(context: CheckContext) -> Iterator[Problem]:
    """Few or no sandbags left for the Dig-In card (V-14, B-CARD-DIG)."""
    number = context.bill.obstacles.get("sandbags", 0)
    sandbags_left = context.box.obstacles["sandbags"] * context.base_boxes - number
    place = first_piece_place(context, components={"sandbags"})
    sandbags = COMPONENTS["sandbags"](number)
    if sandbags_left == 0:
        yield problem("none-left", *place, sandbags=sandbags)
    elif 0 < sandbags_left < _DIG_IN_SANDBAGS * context.base_boxes:
        yield problem("few-left", *place, sandbags=sandbags, left=sandbags_left)


@check("M208")
def too_many_figures(context: CheckContext) -> Iterator[Problem]:
    """More figures than a side's half of the box has (V-15, LINT-U1, B-COMP-16)."""
    for side, forces in context.bill.forces.items():
        for unit_class, force in forces.items():
            limit = context.box.figures.get(unit_class, 0) * context.base_boxes
            if force.figures > limit:
                yield too_many_problem(
                    context,
                    first_unit_place(context, side, unit_class),
                    side=side.noun,
                    figures=COMPONENTS[unit_class.value](force.figures),
                    units=nouns.units(force.units),
                    limit=limit,
                )


@check("M209")
def too_many_badges(context: CheckContext) -> Iterator[Problem]:
    """More badges for special units than the box has (V-16, B-COMP-17)."""
    badge_counts, boxes = context.bill.badges, context.base_boxes
    for kind, limit in context.box.badge_faces.items():
        yield from limit_problem(context, kind, badge_counts.get(kind, 0), limit)
    total, limit = sum(badge_counts.values()), context.box.badges * boxes
    if total > limit:
        place = first_special_unit_place(context)
        yield too_many_problem(context, place, components=nouns.badges(total), limit=limit)


@check("M210")
def uncertain_badge_backs(context: CheckContext) -> Iterator[Problem]:
    """Badges whose unknown backs decide whether there are enough (V-16, B-COMP-18)."""
    badge_counts, boxes = context.bill.badges, context.base_boxes
    faces = context.box.badge_faces
    is_impossible = sum(badge_counts.values()) > context.box.badges * boxes or any(
        badge_counts.get(kind, 0) > number * boxes for kind, number in faces.items()
    )
    shortage = None if is_impossible else badge_shortage(badge_counts, faces, boxes)
    if shortage:
        yield problem(
            "uncertain",
            *first_special_unit_place(context),
            badges=shortage_component_list(shortage, badge_counts),
            needed=shortage.needed,
            guaranteed=shortage.guaranteed,
        )


@check("M211")
def too_many_medals(context: CheckContext) -> Iterator[Problem]:
    """More objective medals than the box has (V-17, B-COMP-19)."""
    number = sum(context.bill.medals.values())
    limit = context.box.medals * context.base_boxes
    if number > limit:
        first_medal = next(tag for tag in context.tags if tag.element.component == "medal")
        place = context.pointer(first_medal.hex, "tags", first_medal.tag_index), first_medal.hex
        yield too_many_problem(context, place, medals=number, limit=limit)


@check("M212")
def too_many_cards(context: CheckContext) -> Iterator[Problem]:
    """Starting hands with many cards together, or more than the deck has (V-18, B-COMP-20)."""
    cards = sum(number or 0 for number in context.bill.cards.values())
    deck = context.box.cards * context.base_boxes
    if cards > deck:
        boxes = base_boxes_message(context)
        yield problem("too-many", "/briefing", cards=cards, boxes=boxes, limit=deck)
    elif cards > thresholds().many_cards * context.base_boxes:
        yield problem("many", "/briefing", cards=cards, limit=deck)
