"""Whether the base box holds enough of everything (M2xx).

Only pieces of the base box are counted, against one box, or two for an Overlord map. Where a
scenario needs another box as well, that box may bring more of the same, so that finding more than
the base box holds is a warning there and not an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from m44core.catalogue.types import Layer, Side, UnitClass
from m44core.diagnostics import Severity
from m44core.hexes import Hex
from m44core.validation.bill import ALLIED_BADGE
from m44core.validation.check import Problem, check, info, warning
from m44core.validation.context import Context
from m44core.validation.two_sided import Shortage, badge_shortage, tile_shortage
from m44core.validation.wording import SIDES, counted, listed

_NOUNS = {
    "forest": ("forest", "forests"),
    "hedgerow": ("hedgerow", "hedgerows"),
    "hill": ("hill", "hills"),
    "town": ("town", "towns"),
    "river": ("river", "rivers"),
    "sandbags": ("set of sandbags", "sets of sandbags"),
    "wire": ("wire", "wires"),
    "hedgehog": ("hedgehog", "hedgehogs"),
    "german-badge": ("German badge", "German badges"),
    "us-badge": ("US Rangers badge", "US Rangers badges"),
    "british-badge": ("British airborne badge", "British airborne badges"),
    "resistance-badge": ("French Resistance badge", "French Resistance badges"),
    ALLIED_BADGE: ("Allied badge", "Allied badges"),
    "infantry": ("infantry figure", "infantry figures"),
    "armor": ("armor figure", "armor figures"),
    "artillery": ("artillery figure", "artillery figures"),
}
_SHAPES = {"river": ("straight river", "straight rivers"), "curve": ("river bend", "river bends")}
_DIG_IN = 6  # sandbags the Dig-In card may bring into play (V-14)
_BOTH_BAGS = 6  # obstacles of a kind in the bag of one side (B-COMP-15)


@check(
    "M201", "too-many-tiles-of-a-kind", Severity.ERROR, Severity.WARNING, source="V-10, B-COMP-10"
)
def too_many_tiles_of_a_kind(context: Context) -> Iterator[Problem]:
    """The map needs more tiles of one kind than the box has faces of it.

    Why it matters:
        The map cannot be built. The base box has 27 forests, 12 hedgerows, 20
        hills, 9 towns and 20 rivers, and of the rivers 14 are straight and 6 bend.

    Example:
        Twelve towns in a village fight: the box has nine.

    Instead:
        Use fewer, or another kind of terrain that does the same job.
    """
    for kind, limit in context.box.faces.items():
        yield from _beyond(context, kind, context.bill.tiles.get(kind, 0), limit)
    for name, limit in context.box.elements.items():
        used, there = context.bill.elements.get(name, 0), limit * context.bill.boxes
        if used > there:
            yield warning(
                f"needs {counted(used, *_SHAPES[name])}, {_boxes(context)} {there}"
                f"{_uncounted(context)}",
                *_first(context, names={name}),
            )


@check("M202", "too-many-tiles", Severity.ERROR, Severity.WARNING, source="V-11, B-COMP-11")
def too_many_tiles(context: Context) -> Iterator[Problem]:
    """The map needs more hex tiles than the box has.

    Why it matters:
        The base box has 44 tiles. They have 88 faces, but each tile shows only
        one of them.

    Example:
        27 forests and 20 hills are 47 tiles.

    Instead:
        Leave out the tiles that matter least.
    """
    used = sum(context.bill.tiles.values())
    limit = context.box.tiles * context.bill.boxes
    if used > limit:
        yield Problem(
            context.over_limit,
            f"uses {used} hex tiles, {_boxes(context)} {limit}{_uncounted(context)}",
            *_first(context, layer=Layer.TERRAIN),
        )


@check("M203", "uncertain-tile-backs", Severity.WARNING, source="V-12, B-COMP-12, B-COMP-13")
def uncertain_tile_backs(context: Context) -> Iterator[Problem]:
    """Whether the map can be built depends on which faces share a tile, and no source tells.

    Why it matters:
        A tile that shows its hill cannot show the river on its back as well. The
        16 scenarios of the base game prove how many tiles show one of several
        kinds at least; this map needs more than that. It may still be possible.

    Example:
        12 hedgerows and 8 towns: that many may be needed from tiles that have a
        hedgerow on one face and a town on the other.

    Instead:
        Build it once from the box, or use fewer tiles of the kinds named.
    """
    used, bill = context.bill.tiles, context.bill
    impossible = sum(used.values()) > context.box.tiles * bill.boxes or any(
        used.get(kind, 0) > faces * bill.boxes for kind, faces in context.box.faces.items()
    )
    shortage = None if impossible else tile_shortage(used, bill.boxes)
    if shortage:
        yield warning(
            f"{_needed(used, shortage)} together are {shortage.needed} tiles; only "
            f"{shortage.guaranteed} are certain to show one of them, for the faces on their backs "
            "are not known",
            *_first(context, components=set(shortage.kinds)),
        )


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
            f"{_boxes(context)} {limit} pieces for both{_uncounted(context)}",
            *_first(context, components={"bunker", "bridge"}),
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
        yield from _beyond(context, kind, context.bill.obstacles.get(kind, 0), limit)


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
        kinds = listed([counted(used[kind], *_NOUNS[kind]) for kind in many])
        yield info(
            f"{kinds} come from the bags of both sides", *_first(context, components=set(many))
        )


@check("M207", "too-few-sandbags-to-dig-in", Severity.WARNING, Severity.INFO, source="V-14")
def too_few_sandbags_to_dig_in(context: Context) -> Iterator[Problem]:
    """The map leaves few sandbags, or none, for the Dig-In card.

    Why it matters:
        Dig-In puts sandbags on up to four units, and two such cards may be played.
        When no sandbags are left, the card does nothing.

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
            f"{counted(used, *_NOUNS['sandbags'])} on the board leave {left or 'none'} for Dig-In",
            *_first(context, components={"sandbags"}),
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
                    f"{SIDES[side]} need {counted(force.figures, *_NOUNS[unit_class.value])} for "
                    f"{counted(force.units, 'unit')}, {_boxes(context)} {limit} of their side"
                    f"{_uncounted(context)}",
                    *_first_unit(context, side, unit_class),
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
        yield from _beyond(context, kind, needed.get(kind, 0), limit)
    total, limit = sum(needed.values()), context.box.badges * boxes
    if total > limit:
        yield Problem(
            context.over_limit,
            f"needs {total} badges, {_boxes(context)} {limit}{_uncounted(context)}",
            *_first_special(context),
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
            f"{_needed(needed, shortage)} together are {shortage.needed} badges; only "
            f"{shortage.guaranteed} are certain to show one of them",
            *_first_special(context),
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
            f"uses {used} medals, {_boxes(context)} {limit}{_uncounted(context)}",
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
        message = f"the hands need {cards} cards, {_boxes(context)} {deck}"
        yield Problem(Severity.ERROR, message, "/briefing")
    elif cards > _MANY_CARDS * context.bill.boxes:
        yield info(f"the hands hold {cards} of the {deck} cards", "/briefing")


_MANY_CARDS = 20

Place = tuple[str, Hex | None]


def _beyond(context: Context, kind: str, used: int, in_a_box: int) -> Iterator[Problem]:
    """Yield a problem where more of a component is used than the boxes hold."""
    limit = in_a_box * context.bill.boxes
    if used > limit:
        place = _first_special(context) if "badge" in kind else _first(context, components={kind})
        yield Problem(
            context.over_limit,
            f"needs {counted(used, *_NOUNS[kind])}, {_boxes(context)} {limit}{_uncounted(context)}",
            *place,
        )


def _boxes(context: Context) -> str:
    return "the base box has" if context.bill.boxes == 1 else "two base boxes have"


def _uncounted(context: Context) -> str:
    return " (those of the other boxes it needs are not counted)" if context.other_boxes else ""


def _needed(used: Mapping[str, int], shortage: Shortage) -> str:
    return listed([counted(used.get(kind, 0), *_NOUNS[kind]) for kind in shortage.kinds])


def _first(
    context: Context,
    *,
    components: set[str] | None = None,
    names: set[str] | None = None,
    layer: Layer | None = None,
) -> Place:
    """Return where the first piece of some components, names or a layer lies."""
    for placed in context.pieces:
        element = placed.element
        if (
            (components is None or element.component in components)
            and (names is None or element.name in names)
            and (layer is None or placed.layer is layer)
        ):
            return context.pointer(placed.hex, placed.layer.value), placed.hex
    return "/hexes", None


def _first_unit(context: Context, side: Side, unit_class: UnitClass) -> Place:
    for unit in context.units:
        if unit.side is side and unit.unit_class is unit_class:
            return context.pointer(unit.hex, "unit"), unit.hex
    return "/hexes", None


def _first_special(context: Context) -> Place:
    for unit in context.units:
        if unit.special:
            return context.pointer(unit.hex, "unit"), unit.hex
    return "/hexes", None


CHECKS = (
    too_many_tiles_of_a_kind,
    too_many_tiles,
    uncertain_tile_backs,
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
