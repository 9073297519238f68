"""Whether the base box holds enough of everything else (M204 to M212)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.messages import nouns
from m44core.messages.message import listed
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.thresholds import usual
from m44core.validation.box.two_sided import badge_shortage
from m44core.validation.supply.supply import (
    COMPONENTS,
    beyond,
    boxes_of,
    components_of,
    first_piece,
    first_special,
    first_unit,
    too_many,
)

_DIG_IN = 6  # sandbags the Dig-In card may bring into play (V-14)
_BOTH_BAGS = 6  # obstacles of a kind in the bag of one side (B-COMP-15)


@check("M204")
def too_many_bunkers_and_bridges(context: Context) -> Iterator[Problem]:
    """More bunkers and bridges together than the box has (V-13, B-COMP-14)."""
    bunkers = context.bill.structures.get("bunker", 0)
    bridges = context.bill.structures.get("bridge", 0)
    limit = context.box.bunkers_and_bridges * context.base_boxes
    if bunkers + bridges > limit:
        yield too_many(
            context,
            first_piece(context, components={"bunker", "bridge"}),
            bunkers=nouns.bunkers(bunkers),
            bridges=nouns.bridges(bridges),
            limit=limit,
        )


@check("M205")
def too_many_obstacles(context: Context) -> Iterator[Problem]:
    """More sandbags, wire or hedgehogs than the box has (V-14, B-COMP-15)."""
    for kind, limit in context.box.obstacles.items():
        used = context.bill.obstacles.get(kind, 0)
        yield from beyond(context, kind, used, limit)


@check("M206")
def obstacles_from_both_bags(context: Context) -> Iterator[Problem]:
    """More obstacles of a kind than one side's bag holds (V-14, B-COMP-15, R-21)."""
    used, boxes = context.bill.obstacles, context.base_boxes
    many = [
        kind
        for kind, limit in context.box.obstacles.items()
        if _BOTH_BAGS * boxes < used.get(kind, 0) <= limit * boxes
    ]
    if many:
        kinds = listed([COMPONENTS[kind](used[kind]) for kind in many])
        place = first_piece(context, components=set(many))
        yield problem("both-bags", *place, obstacles=kinds)


@check("M207")
def too_few_sandbags_to_dig_in(context: Context) -> Iterator[Problem]:
    """Few or no sandbags left for the Dig-In card (V-14, B-CARD-DIG)."""
    used = context.bill.obstacles.get("sandbags", 0)
    left = context.box.obstacles["sandbags"] * context.base_boxes - used
    place = first_piece(context, components={"sandbags"})
    sandbags = COMPONENTS["sandbags"](used)
    if left == 0:
        yield problem("none-left", *place, sandbags=sandbags)
    elif 0 < left < _DIG_IN * context.base_boxes:
        yield problem("few-left", *place, sandbags=sandbags, left=left)


@check("M208")
def too_many_figures(context: Context) -> Iterator[Problem]:
    """More figures than a side's half of the box has (V-15, LINT-U1, B-COMP-16)."""
    for side, forces in context.bill.forces.items():
        for unit_class, force in forces.items():
            limit = context.box.figures.get(unit_class, 0) * context.base_boxes
            if force.figures > limit:
                yield too_many(
                    context,
                    first_unit(context, side, unit_class),
                    side=side.called,
                    figures=COMPONENTS[unit_class.value](force.figures),
                    units=nouns.units(force.units),
                    limit=limit,
                )


@check("M209")
def too_many_badges(context: Context) -> Iterator[Problem]:
    """More badges for special units than the box has (V-16, B-COMP-17)."""
    needed, boxes = context.bill.badges, context.base_boxes
    for kind, limit in context.box.badge_faces.items():
        yield from beyond(context, kind, needed.get(kind, 0), limit)
    total, limit = sum(needed.values()), context.box.badges * boxes
    if total > limit:
        place = first_special(context)
        yield too_many(context, place, components=nouns.badges(total), limit=limit)


@check("M210")
def uncertain_badge_backs(context: Context) -> Iterator[Problem]:
    """Badges whose unknown backs decide whether they are enough (V-16, B-COMP-18)."""
    needed, boxes = context.bill.badges, context.base_boxes
    faces = context.box.badge_faces
    impossible = sum(needed.values()) > context.box.badges * boxes or any(
        needed.get(kind, 0) > number * boxes for kind, number in faces.items()
    )
    shortage = None if impossible else badge_shortage(needed, faces, boxes)
    if shortage:
        yield problem(
            "uncertain",
            *first_special(context),
            badges=components_of(shortage, needed),
            needed=shortage.needed,
            guaranteed=shortage.guaranteed,
        )


@check("M211")
def too_many_medals(context: Context) -> Iterator[Problem]:
    """More objective medals than the box has (V-17, B-COMP-19)."""
    used = sum(context.bill.medals.values())
    limit = context.box.medals * context.base_boxes
    if used > limit:
        first = next(tag for tag in context.tags if tag.element.component == "medal")
        place = context.pointer(first.hex, "tags", first.number), first.hex
        yield too_many(context, place, medals=used, limit=limit)


@check("M212")
def too_many_cards(context: Context) -> Iterator[Problem]:
    """Starting hands of many cards, or of more than the deck has (V-18, B-COMP-20)."""
    cards = sum(number or 0 for number in context.bill.cards.values())
    deck = context.box.cards * context.base_boxes
    if cards > deck:
        have = boxes_of(context)
        yield problem("too-many", "/briefing", cards=cards, boxes=have, limit=deck)
    elif cards > usual().many_cards * context.base_boxes:
        yield problem("many", "/briefing", cards=cards, limit=deck)
