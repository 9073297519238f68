"""Minefields (M510)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Side
from m44core.io.wording import word
from m44core.validation.check import Problem, Repair, check, problem
from m44core.validation.context import Context
from m44core.validation.wording import SIDES


@check("M510")
def mine_of_no_side(context: Context) -> Iterator[Problem]:
    """Minefields of which it is not written who laid them (LINT-M5)."""
    mines = [placed for placed in context.tags if placed.is_mine and placed.tag.side is None]
    if not mines:
        return
    pointers = [context.pointer(mine.hex, "tags", mine.number, "side") for mine in mines]
    sides = [side for side in Side if side in context.sides] or list(Side)
    hexes = [mine.hex for mine in mines]
    repairs = (_giving(pointers, side) for side in sides)
    yield problem("unowned", pointers[0], hexes[0], *repairs, hexes=context.names(hexes))


def _giving(pointers: list[str], side: Side) -> Repair:
    return Repair("give", dict.fromkeys(pointers, word(side.value)), {"side": SIDES[side]})


CHECKS = (mine_of_no_side,)
