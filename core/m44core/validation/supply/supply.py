"""What a scenario needs beside what its boxes hold: shared by the checks of components.

Only pieces of the base box are counted: against the boxes a person owns, or where nobody said what
he owns, against one box, or two for an Overlord map. Another box may bring more of the same, and no
source says how many: finding more than the base boxes hold is a warning there and not an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from m44core.catalogue.types import Layer, Side, UnitClass
from m44core.findings.kinds import Value
from m44core.findings.wording import counted, listed
from m44core.hexes import Hex
from m44core.validation.basis.check import Problem, problem
from m44core.validation.basis.context import Context
from m44core.validation.box.bill import ALLIED_BADGE
from m44core.validation.box.two_sided import Shortage

NOUNS = {
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
"""What one and what several of a component are called."""

Place = tuple[str, Hex | None]
"""Pointer and hex of a finding."""


def too_many(context: Context, place: Place, /, **values: Value) -> Problem:
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
        components = counted(used, *NOUNS[kind])
        yield too_many(context, place, components=components, limit=limit)


def boxes_of(context: Context) -> str:
    """Return how many base boxes there are, in words."""
    return counted(context.base_boxes, "base box", "base boxes")


def components_of(shortage: Shortage, used: Mapping[str, int]) -> str:
    """Return what is needed of each kind of a shortage."""
    return listed([counted(used.get(kind, 0), *NOUNS[kind]) for kind in shortage.kinds])


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
