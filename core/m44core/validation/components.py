"""Whether the base box holds enough of everything else (M204 to M212)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.diagnostics import Severity
from m44core.validation.check import Problem, check, info, warning
from m44core.validation.context import Context
from m44core.validation.supply import (
    NOUNS,
    beyond,
    boxes_have,
    components_of,
    first_piece,
    first_special,
    first_unit,
    uncounted,
)
from m44core.validation.two_sided import badge_shortage
from m44core.validation.wording import SIDES, counted, listed

_DIG_IN = 6  # sandbags the Dig-In card may bring into play (V-14)
_BOTH_BAGS = 6  # obstacles of a kind in the bag of one side (B-COMP-15)
_MANY_CARDS = 20


@check(
    "M204",
    "too-many-bunkers-and-bridges",
    Severity.ERROR,
    Severity.WARNING,
    source="V-13, B-COMP-14",
)
def too_many_bunkers_and_bridges(context: Context) -> Iterator[Problem]:
    """The map needs more bunkers and bridges together than the box has.

    Why it matters:
        The base box has four rectangles with a bunker on one face and a bridge on
        the other: every bridge is a bunker less.

    Example:
        Three bunkers and two bridges.

    Instead:
        Use four of them in all.
    """
    bunkers = context.bill.structures.get("bunker", 0)
    bridges = context.bill.structures.get("bridge", 0)
    limit = context.box.bunkers_and_bridges * context.bill.boxes
    if bunkers + bridges > limit:
        yield Problem(
            context.over_limit,
            f"uses {counted(bunkers, 'bunker')} and {counted(bridges, 'bridge')}, "
            f"{boxes_have(context)} {limit} pieces for both{uncounted(context)}",
            *first_piece(context, components={"bunker", "bridge"}),
        )


@check("M205", "too-many-obstacles", Severity.ERROR, Severity.WARNING, source="V-14, B-COMP-15")
def too_many_obstacles(context: Context) -> Iterator[Problem]:
    """The map needs more sandbags, wire or hedgehogs than the box has.

    Why it matters:
        The base box has twelve of each kind, six in the bag of either side.

    Example:
        Thirteen wires along a beach.

    Instead:
        Leave gaps, or use another obstacle.
    """
    for kind, limit in context.box.obstacles.items():
        yield from beyond(context, kind, context.bill.obstacles.get(kind, 0), limit)


@check("M206", "obstacles-from-both-bags", Severity.INFO, source="V-14, B-COMP-15, R-21")
def obstacles_from_both_bags(context: Context) -> Iterator[Problem]:
    """The map needs more obstacles of a kind than one side's bag holds.

    Why it matters:
        Each side's bag has six of a kind. Official scenarios take them from both,
        so nothing is wrong; it helps whoever sets the map up to know.

    Example:
        Ten wires on Sword Beach.

    Instead:
        Nothing.
    """
    used, boxes = context.bill.obstacles, context.bill.boxes
    many = [
        kind
        for kind, limit in context.box.obstacles.items()
        if _BOTH_BAGS * boxes < used.get(kind, 0) <= limit * boxes
    ]
    if many:
        kinds = listed([counted(used[kind], *NOUNS[kind]) for kind in many])
        yield info(
            f"{kinds} come from the bags of both sides", *first_piece(context, components=set(many))
        )


@check(
    "M207", "too-few-sandbags-to-dig-in", Severity.WARNING, Severity.INFO, source="V-14, B-CARD-DIG"
)
def too_few_sandbags_to_dig_in(context: Context) -> Iterator[Problem]:
    """The map leaves few sandbags, or none, for the Dig-In card.

    Why it matters:
        Dig-In gives sandbags to up to four infantry units, and comes again when the
        cards are shuffled anew. When none are left, the card does nothing.

    Example:
        All twelve sandbags lie on the board from the start.

    Instead:
        Use fewer, or tell the players that Dig-In has no effect.
    """
    used = context.bill.obstacles.get("sandbags", 0)
    left = context.box.obstacles["sandbags"] * context.bill.boxes - used
    if 0 <= left < _DIG_IN * context.bill.boxes:
        say = info if left else warning
        yield say(
            f"{counted(used, *NOUNS['sandbags'])} on the board leave {left or 'none'} for Dig-In",
            *first_piece(context, components={"sandbags"}),
        )


@check("M208", "too-many-figures", Severity.ERROR, Severity.WARNING, source="V-15, B-COMP-16")
def too_many_figures(context: Context) -> Iterator[Problem]:
    """A side needs more figures than its half of the box has.

    Why it matters:
        The base box has 42 infantry, 24 armor and 6 artillery figures for the
        German and as many for the American side. What is left over is shown by
        ``m44 bill``.

    Example:
        Four artillery units: they need eight figures.

    Instead:
        Use fewer units, or units of fewer figures.
    """
    for side, forces in context.bill.forces.items():
        for unit_class, force in forces.items():
            limit = context.box.figures.get(unit_class, 0) * context.bill.boxes
            if force.figures > limit:
                yield Problem(
                    context.over_limit,
                    f"{SIDES[side]} need {counted(force.figures, *NOUNS[unit_class.value])} for "
                    f"{counted(force.units, 'unit')}, {boxes_have(context)} {limit} of their side"
                    f"{uncounted(context)}",
                    *first_unit(context, side, unit_class),
                )


@check("M209", "too-many-badges", Severity.ERROR, Severity.WARNING, source="V-16, B-COMP-17")
def too_many_badges(context: Context) -> Iterator[Problem]:
    """The special units need more badges than the box has.

    Why it matters:
        The base box has 14 badges, with 8 German, 8 US Rangers, 7 British airborne
        and 5 French Resistance faces. A special unit needs one only where its side
        fields regular units of the same figures too; where all are special, no
        badge is needed, and none is counted.

    Example:
        Nine Rangers units beside one regular infantry unit.

    Instead:
        Make all of them special and say so in the special rules, or use fewer.
    """
    needed, boxes = context.bill.badges, context.bill.boxes
    for kind, limit in context.box.badge_faces.items():
        yield from beyond(context, kind, needed.get(kind, 0), limit)
    total, limit = sum(needed.values()), context.box.badges * boxes
    if total > limit:
        yield Problem(
            context.over_limit,
            f"needs {total} badges, {boxes_have(context)} {limit}{uncounted(context)}",
            *first_special(context),
        )


@check("M210", "uncertain-badge-backs", Severity.WARNING, source="V-16, B-COMP-18")
def uncertain_badge_backs(context: Context) -> Iterator[Problem]:
    """Whether there are badges enough depends on which nations share a badge.

    Why it matters:
        Each badge has two nations, one a face, and no source tells which. The
        badges of several nations together may be fewer than their faces.

    Example:
        Six German and five US Rangers badges: eight badges are certain to show
        one or the other, the rest depends on their backs.

    Instead:
        Use fewer special units, or count the badges of your box.
    """
    needed, boxes = context.bill.badges, context.bill.boxes
    faces = context.box.badge_faces
    impossible = sum(needed.values()) > context.box.badges * boxes or any(
        needed.get(kind, 0) > number * boxes for kind, number in faces.items()
    )
    shortage = None if impossible else badge_shortage(needed, faces, boxes)
    if shortage:
        yield warning(
            f"{components_of(shortage, needed)} together are {shortage.needed} badges; only "
            f"{shortage.guaranteed} are certain to show one of them",
            *first_special(context),
        )


@check("M211", "too-many-medals", Severity.ERROR, Severity.WARNING, source="V-17, B-COMP-19")
def too_many_medals(context: Context) -> Iterator[Problem]:
    """The map needs more objective medals than the box has.

    Why it matters:
        The base box has ten medals, Allied on one face and Axis on the other. The
        players need them for what they win, too.

    Example:
        Six Allied and five Axis medals on the board.

    Instead:
        Mark fewer objectives, or let several hexes share one medal.
    """
    used = sum(context.bill.medals.values())
    limit = context.box.medals * context.bill.boxes
    if used > limit:
        first = next(tag for tag in context.tags if tag.element.component == "medal")
        yield Problem(
            context.over_limit,
            f"uses {used} medals, {boxes_have(context)} {limit}{uncounted(context)}",
            context.pointer(first.hex, "tags", first.number),
            first.hex,
        )


@check("M212", "too-many-cards", Severity.ERROR, Severity.INFO, source="V-18, B-COMP-20")
def too_many_cards(context: Context) -> Iterator[Problem]:
    """The starting hands need many cards of the deck, or more than it has.

    Why it matters:
        The deck has 60 command cards. Large hands empty it early, and it is
        shuffled again more often than the players expect.

    Example:
        Twelve cards for each side: 24 of 60 are never in the pile.

    Instead:
        Hands of four to six cards.
    """
    cards = sum(number or 0 for number in context.bill.cards.values())
    deck = context.box.cards * context.bill.boxes
    if cards > deck:
        message = f"the hands need {cards} cards, {boxes_have(context)} {deck}"
        yield Problem(Severity.ERROR, message, "/briefing")
    elif cards > _MANY_CARDS * context.bill.boxes:
        yield info(f"the hands hold {cards} of the {deck} cards", "/briefing")


CHECKS = (
    too_many_bunkers_and_bridges,
    too_many_obstacles,
    obstacles_from_both_bags,
    too_few_sandbags_to_dig_in,
    too_many_figures,
    too_many_badges,
    uncertain_badge_backs,
    too_many_medals,
    too_many_cards,
)
