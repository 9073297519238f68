"""What a scenario needs beside what its boxes hold: shared by the checks of components.

Only pieces of the base box are counted: against the boxes a person owns, or where nobody said what
he owns, against one box, or two for an Overlord map. Another box may bring more of the same, and no
source says how many: finding more than the base boxes hold is a note there and not an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from m44core.catalogue.types import Layer, Side, UnitClass
from m44core.findings.kinds import Sayable
from m44core.hexes import Hex
from m44core.messages import nouns
from m44core.messages.message import Listing, Message, counted, listed
from m44core.validation.basis.check import Problem, problem
from m44core.validation.basis.context import Context
from m44core.validation.box.bill import ALLIED_BADGE
from m44core.validation.box.two_sided import Shortage

COMPONENTS: Mapping[str, Callable[[int], Message]] = {
    "forest": lambda n: counted("{number} forest", "{number} forests", n),
    "hedgerow": lambda n: counted("{number} hedgerow", "{number} hedgerows", n),
    "hill": lambda n: counted("{number} hill", "{number} hills", n),
    "town": lambda n: counted("{number} town", "{number} towns", n),
    "river": lambda n: counted("{number} river", "{number} rivers", n),
    "sandbags": lambda n: counted("{number} set of sandbags", "{number} sets of sandbags", n),
    "wire": lambda n: counted("{number} wire", "{number} wires", n),
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
"""So many of a component, by its key in the box."""

Place = tuple[str, Hex | None]
"""Pointer and hex of a finding."""


def too_many(context: Context, place: Place, /, **values: Sayable) -> Problem:
    """Return the problem that more is used than the boxes hold.

    It is certain only where no other box can help.
    """
    key = "perhaps-too-many" if context.others_may_help else "too-many"
    return problem(key, *place, boxes=boxes_of(context), **values)


def beyond(context: Context, kind: str, used: int, in_a_box: int) -> Iterator[Problem]:
    """Yield a problem where more of a component is used than the boxes hold."""
    limit = in_a_box * context.base_boxes
    if used > limit:
        place = (
            first_special(context) if "badge" in kind else first_piece(context, components={kind})
        )
        components = COMPONENTS[kind](used)
        yield too_many(context, place, components=components, limit=limit)


def boxes_of(context: Context) -> Message:
    """Return how many base boxes there are, in words."""
    return nouns.base_boxes(context.base_boxes)


def components_of(shortage: Shortage, used: Mapping[str, int]) -> Listing:
    """Return what is needed of each kind of a shortage."""
    return listed([COMPONENTS[kind](used.get(kind, 0)) for kind in shortage.kinds])


def first_piece(
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


def first_unit(context: Context, side: Side, unit_class: UnitClass) -> Place:
    """Return where the first unit of a class of a side stands."""
    for unit in context.units:
        if unit.side is side and unit.unit_class is unit_class:
            return context.pointer(unit.hex, "unit"), unit.hex
    return "/hexes", None


def first_special(context: Context) -> Place:
    """Return where the first special unit stands."""
    for unit in context.units:
        if unit.special:
            return context.pointer(unit.hex, "unit"), unit.hex
    return "/hexes", None
