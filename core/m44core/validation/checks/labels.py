"""The labels on the hexes (M103); those without text the reader finds (M054)."""

from __future__ import annotations

from collections.abc import Iterator

from m44core.validation.basis.check import Problem, check, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.thresholds import usual


@check("M103")
def long_label(context: Context) -> Iterator[Problem]:
    """Lines of labels that reach far over the neighbouring hexes (LINT-G7)."""
    for hex_, lines in context.scenario.labels.items():
        longest = max((line.strip() for line in lines), key=len, default="")
        if len(longest) > usual().label:
            name = context.name(hex_)
            place = (f"/labels/{name}", hex_)
            yield problem("long", *place, hex=name, number=len(longest), limit=usual().label)


CHECKS = (long_label,)
