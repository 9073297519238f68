"""Whether the base box holds enough hex tiles (M201 to M203)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from m44core.catalogue.types import Layer
from m44core.messages.message import Message, counted
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.box.two_sided import shortage, tile_shortage
from m44core.validation.supply.supply import beyond, boxes_of, components_of, first_piece, too_many

_SHAPES: Mapping[str, Callable[[int], Message]] = {
    "river": lambda n: counted("{number} straight river", "{number} straight rivers", n),
    "curve": lambda n: counted("{number} river bend", "{number} river bends", n),
}


@check("M201")
def too_many_tiles_of_a_kind(context: Context) -> Iterator[Problem]:
    """More tiles of one kind than the box has faces of it (V-10, B-COMP-10)."""
    for kind, limit in context.box.faces.items():
        yield from beyond(context, kind, context.bill.tiles.get(kind, 0), limit)
    for name, limit in context.box.elements.items():
        used, there = context.bill.elements.get(name, 0), limit * context.base_boxes
        if used > there:
            yield problem(
                "perhaps-too-many" if context.others_may_help else "too-many-of-a-shape",
                *first_piece(context, names={name}),
                components=_SHAPES[name](used),
                boxes=boxes_of(context),
                limit=there,
            )


@check("M202")
def too_many_tiles(context: Context) -> Iterator[Problem]:
    """More hex tiles than the box has (V-11, B-COMP-11)."""
    used = sum(context.bill.tiles.values())
    limit = context.box.tiles * context.base_boxes
    if used > limit:
        place = first_piece(context, layer=Layer.TERRAIN)
        yield too_many(context, place, tiles=used, limit=limit)


@check("M203")
def uncertain_tile_backs(context: Context) -> Iterator[Problem]:
    """Tiles whose backs decide whether they are enough (V-12, B-COMP-12, B-COMP-13).

    Whoever turned his tiles over and told us gets a certain answer; without that the backs are
    unknown, and the answer is one of three: a note, for nobody can do anything about it.
    """
    used, boxes = context.bill.tiles, context.base_boxes
    if sum(used.values()) > context.box.tiles * boxes or any(
        used.get(kind, 0) > faces * boxes for kind, faces in context.box.faces.items()
    ):
        return  # impossible, which M201 and M202 say
    pairs = context.owned.tile_pairs if context.owned else {}
    lack = shortage(used, pairs) if pairs else tile_shortage(used, boxes)
    if lack:
        key = "perhaps-impossible" if context.others_may_help else "impossible"
        yield problem(
            key if pairs else "uncertain",
            *first_piece(context, components=set(lack.kinds)),
            tiles=components_of(lack, used),
            needed=lack.needed,
            guaranteed=lack.guaranteed,
        )
