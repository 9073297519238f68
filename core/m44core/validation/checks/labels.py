"""The labels on the hexes (M103, M105); those without text the reader finds (M054)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.repairs import remove
from m44core.validation.basis.thresholds import usual
from m44core.validation.prose.language import unwritten


@check("M103")
def long_label(context: Context) -> Iterator[Problem]:
    """Lines of labels that reach far over the neighbouring hexes (LINT-G7)."""
    for hex_, lines in context.scenario.labels.items():
        longest = max((line.strip() for line in lines), key=len, default="")
        if len(longest) > usual().label:
            name = context.name(hex_)
            place = (f"/labels/{name}", hex_)
            yield problem("long", *place, hex=name, number=len(longest), limit=usual().label)


@check("M105")
def unwritten_label(context: Context) -> Iterator[Problem]:
    """Labels that still say what the program wrote that put them there (LINT-T6)."""
    for hex_, lines in context.scenario.labels.items():
        said = " ".join(lines).strip()
        if said.lower().rstrip(".!…: ") in unwritten():
            name = context.name(hex_)
            place = (f"/labels/{name}", hex_)
            yield problem(
                "unwritten", *place, remove("remove", place[0], hex=name), hex=name, said=said
            )


CHECKS = (long_label, unwritten_label)
