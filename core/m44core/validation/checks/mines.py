"""Minefields (M510)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.names import SIDES
from m44core.validation.basis.repairs import give_all


@check("M510")
def mine_of_no_side(context: Context) -> Iterator[Problem]:
    """Minefields of which it is not written who laid them (LINT-M5)."""
    mines = [placed for placed in context.tags if placed.is_mine and placed.tag.side is None]
    if not mines:
        return
    pointers = [context.pointer(mine.hex, "tags", mine.number, "side") for mine in mines]
    hexes = [mine.hex for mine in mines]
    owners = context.possible_owners
    repairs = (give_all("give", pointers, side, side=SIDES[side]) for side in owners)
    yield problem("unowned", pointers[0], hexes[0], *repairs, hexes=context.names(hexes))


CHECKS = (mine_of_no_side,)
