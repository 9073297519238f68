"""Words for what an upload holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from m44core.catalogue.types import Layer
from m44core.findings.kinds import Value
from m44core.findings.wording import quoted
from m44core.validation.basis.check import Problem, Repair, problem
from m44core.validation.basis.context import Context
from m44core.validation.basis.names import name_of
from m44core.validation.upload.upload import LAYERS, Found

T = TypeVar("T")


def called(context: Context, found: Found) -> str:
    """Return what a sentence calls something on a hex: our name for it, or its own."""
    layer = Layer.TAG if found.key == "tags" else Layer(LAYERS.get(found.key, found.key))
    element = context.catalogue.get(found.name, layer)
    return name_of(element) if element else quoted(found.name)


def hexes(context: Context, places: Iterable[Found]) -> str:
    """Return the hexes of things as a list in a message, each once."""
    return context.names(list(dict.fromkeys(found.hex for found in places)))


def of_all(
    context: Context, key: str, things: Sequence[Found], *repairs: Repair, **values: Value
) -> Problem:
    """Return the problem that says a message of things, all of whose hexes it names."""
    first = things[0]
    said = {"hexes": hexes(context, things), **values}
    return problem(key, first.pointer, first.hex, *repairs, **said)


def grouped(things: Iterable[Found], by: Callable[[Found], T]) -> dict[T, list[Found]]:
    """Return things by what tells them apart, each group in the order of the file."""
    groups: dict[T, list[Found]] = {}
    for found in things:
        groups.setdefault(by(found), []).append(found)
    return groups
