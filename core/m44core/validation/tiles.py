"""Whether the base box holds enough hex tiles (M201 to M203)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Layer
from m44core.phrases import counted
from m44core.validation.check import Problem, check, problem
from m44core.validation.context import Context
from m44core.validation.supply import beyond, boxes_have, components_of, first_piece, too_many
from m44core.validation.two_sided import tile_shortage

_SHAPES = {"river": ("straight river", "straight rivers"), "curve": ("river bend", "river bends")}


@check("M201")
def too_many_tiles_of_a_kind(context: Context) -> Iterator[Problem]:
    """More tiles of one kind than the box has faces of it (V-10, B-COMP-10)."""
    for kind, limit in context.box.faces.items():
        yield from beyond(context, kind, context.bill.tiles.get(kind, 0), limit)
    for name, limit in context.box.elements.items():
        used, there = context.bill.elements.get(name, 0), limit * context.bill.boxes
        if used > there:
            yield problem(
                "perhaps-too-many" if context.other_boxes else "too-many-of-a-shape",
                *first_piece(context, names={name}),
                components=counted(used, *_SHAPES[name]),
                boxes=boxes_have(context),
                limit=there,
            )


@check("M202")
def too_many_tiles(context: Context) -> Iterator[Problem]:
    """More hex tiles than the box has (V-11, B-COMP-11)."""
    used = sum(context.bill.tiles.values())
    limit = context.box.tiles * context.bill.boxes
    if used > limit:
        place = first_piece(context, layer=Layer.TERRAIN)
        yield too_many(context, place, tiles=used, limit=limit)


@check("M203")
def uncertain_tile_backs(context: Context) -> Iterator[Problem]:
    """Tiles whose unknown backs decide whether they are enough (V-12, B-COMP-12, B-COMP-13)."""
    used, bill = context.bill.tiles, context.bill
    impossible = sum(used.values()) > context.box.tiles * bill.boxes or any(
        used.get(kind, 0) > faces * bill.boxes for kind, faces in context.box.faces.items()
    )
    shortage = None if impossible else tile_shortage(used, bill.boxes)
    if shortage:
        yield problem(
            "uncertain",
            *first_piece(context, components=set(shortage.kinds)),
            tiles=components_of(shortage, used),
            needed=shortage.needed,
            guaranteed=shortage.guaranteed,
        )


CHECKS = (too_many_tiles_of_a_kind, too_many_tiles, uncertain_tile_backs)
