"""Whether the base box holds enough hex tiles (M201 to M203)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Layer
from m44core.diagnostics import Severity
from m44core.validation.check import Problem, check, warning
from m44core.validation.context import Context
from m44core.validation.supply import beyond, boxes_have, components_of, first_piece, uncounted
from m44core.validation.two_sided import tile_shortage
from m44core.validation.wording import counted

_SHAPES = {"river": ("straight river", "straight rivers"), "curve": ("river bend", "river bends")}


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
        yield from beyond(context, kind, context.bill.tiles.get(kind, 0), limit)
    for name, limit in context.box.elements.items():
        used, there = context.bill.elements.get(name, 0), limit * context.bill.boxes
        if used > there:
            yield warning(
                f"needs {counted(used, *_SHAPES[name])}, {boxes_have(context)} {there}"
                f"{uncounted(context)}",
                *first_piece(context, names={name}),
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
            f"uses {used} hex tiles, {boxes_have(context)} {limit}{uncounted(context)}",
            *first_piece(context, layer=Layer.TERRAIN),
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
            f"{components_of(shortage, used)} together are {shortage.needed} tiles; only "
            f"{shortage.guaranteed} are certain to show one of them, for the faces on their backs "
            "are not known",
            *first_piece(context, components=set(shortage.kinds)),
        )


CHECKS = (too_many_tiles_of_a_kind, too_many_tiles, uncertain_tile_backs)
