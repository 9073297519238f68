"""How many units of a kind a text counts, and how many stand on the board (M828)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.types import Side
from m44core.findings.kinds import Sayable, say
from m44core.messages import nouns
from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.placed import PlacedUnit
from m44core.validation.prose.names import in_language
from m44core.validation.prose.prose import Told
from m44core.validation.stated_rules.held_rules import units_of_rule

_FIELDS = ("rules", "description")

KINDS = (
    "engineers", "snipers", "ski-troops", "cavalry", "tigers", "big-guns", "mobile-artillery",
    "flame-throwers",
)  # fmt: skip
"""Kinds of units that texts count, as ``held_rules.yaml`` has them."""


@check("M828")
def unit_count_unlike_the_text(context: Context) -> Iterator[Problem]:
    """Kinds of special units of which a text counts more or fewer than the board has (LINT-T9).

    Only where the text counts them once, or always the same, and all units stand on the board.
    """
    if not context.shows_all_units:
        return
    for kind in KINDS:
        units = units_of_rule(context, kind)
        for told in context.prose.read if units else ():
            counted = _counted(told, kind)
            if len(counted) != 1:
                continue
            ((side, number),) = counted
            there = [unit for unit in units if side in (None, unit.side)]
            if number != len(there):
                yield _unlike(context, told, kind, number, there or units)
                break


def _unlike(
    context: Context, told: Told, kind: str, number: int, units: list[PlacedUnit]
) -> Problem:
    said: dict[str, Sayable] = {"language": in_language(told), "kind": say(kind)}
    said |= {"number": number, "units": nouns.units(len(units))}
    first = units[0].hex
    places = context.names(unit.hex for unit in units)
    return problem("unlike", context.pointer(first, "unit"), first, hexes=places, **said)


def _counted(told: Told, kind: str) -> set[tuple[Side | None, int]]:
    """Return how many units of a kind a text counts, each with the side it names."""
    assert told.language
    found = set()
    for _, text in told.fields(_FIELDS):
        for sentence, number in told.language.counted_units(kind, text):
            sides = tuple(told.language.sides(sentence))
            found.add((sides[0] if len(sides) == 1 else None, number))
    return found
