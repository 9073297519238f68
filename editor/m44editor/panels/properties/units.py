"""The fields of units: figures, badge, special rule, equipment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from m44core.catalogue.load import load_catalogue
from m44core.catalogue.types import Element, Layer
from m44core.model.parts import Unit
from m44editor.board.describe import label_of
from m44editor.panels.forms.fields import (
    AnyField,
    Choice,
    Number,
    OpenChoice,
    Option,
    Section,
    Step,
    unknown_keys,
)
from m44editor.panels.forms.place import Found, Place, element, heading, kinds
from m44editor.panels.forms.words import EQUIPMENT, options
from m44editor.panels.properties.behaviors import unit_behavior

MOST_FIGURES = 12


def unit_sections(place: Place) -> Iterator[Section]:
    """Yield the section of the units on the hexes, if there are any."""
    there = place.where(lambda content: content.unit)
    if there.hexes:
        units = [content.unit for content in there.contents() if content.unit]
        found = Found(f"{there.pointer}/unit", units, partial(_each, there))
        title, icon = heading((unit.name for unit in units), "Unit")
        yield Section(
            key="unit",
            title=title,
            note=" ".join(filter(None, ("Unit", there.share_of(place)))),
            icon=icon,
            fields=tuple(_fields(found)),
            remove=there.each(lambda content: replace(content, unit=None)),
        )


def _each(there: Place, change: Callable[[Unit], Unit]) -> Step:
    return there.each(
        lambda content: replace(content, unit=change(content.unit)) if content.unit else content
    )


def _fields(found: Found[Unit]) -> Iterator[AnyField]:
    units = found.pieces
    yield found.field(
        "",
        "Kind",
        Choice(kinds(Layer.UNIT, (unit.name for unit in units))),
        lambda unit: unit.name,
        lambda unit, name: replace(unit, name=name),
    )
    yield found.field(
        "figures",
        "Figures",
        Number(1, MOST_FIGURES, hint=usual_figures(units)),
        lambda unit: unit.figures,
        lambda unit, number: replace(unit, figures=number),
        tip="Leave empty for the usual number",
    )
    yield found.field(
        "badge",
        "Badge",
        Choice(badges_for(units)),
        lambda unit: unit.badge,
        lambda unit, name: replace(unit, badge=name),
    )
    yield unit_behavior(found)
    yield found.field(
        "equipment",
        "Equipment",
        OpenChoice(options(EQUIPMENT), hint="None"),
        lambda unit: unit.equipment,
        lambda unit, word: replace(unit, equipment=word),
    )
    if len(units) == 1:
        yield from unknown_keys(found.pointer, units[0].extra)


def usual_figures(units: Sequence[Unit]) -> str:
    """Return what stands in an empty box for the figures of *units*."""
    figures = {known.figures for unit in units if (known := element(unit.name))}
    return f"usual: {figures.pop()}" if len(figures) == 1 else "usual"


def badges_for(units: Sequence[Unit]) -> tuple[Option[str | None], ...]:
    """Return the badges that may lie beside all *units*, and those that do."""
    fitting = [
        badge
        for badge in load_catalogue().on_layer(Layer.BADGE)
        if all(_fits(badge, unit) for unit in units)
    ]
    names = {badge.name for badge in fitting}
    others = dict.fromkeys(u.badge for u in units if u.badge and u.badge not in names)
    entries: list[Option[str | None]] = [Option(None, "None")]
    entries += [Option(badge.name, badge.label, badge.name) for badge in fitting]
    entries += [Option(name, f"{label_of(name)} (unusual here)", name) for name in others]
    return tuple(entries)


def _fits(badge: Element, unit: Unit) -> bool:
    known = element(unit.name)
    if known is None:
        return True
    side = known.nation.side if known.nation else None
    unit_class = known.unit.unit_class if known.unit else None
    return badge.side in (None, side) and (not badge.badge_for or unit_class in badge.badge_for)
