"""Every piece that checklists and sheets print is read back, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Side
from m44core.messages import nouns
from m44core.messages.languages import languages
from m44core.messages.message import Message, Value, listed, message
from m44core.messages.renderers import renderer_in
from m44core.model.edits import new_scenario
from m44core.model.scenario_parts import SIDES, HexContent
from m44core.publish.content.unit_titles import kind_title
from m44core.setup_list.list_placement import place_setup_list
from m44core.setup_list.list_reader import read_setup_list

CATALOGUE = base_catalogue()
EMPTY = new_scenario()
HEX = EMPTY.board.hex("E5")
ARMIES = {Side.AXIS: message("Axis units"), Side.ALLIES: message("Allied units")}
FIGURES = nouns.figures(4)


class Printed(NamedTuple):
    """What is printed of a piece, and what is read back besides its name."""

    what: Value
    element: Element
    heading: Message | None = None
    behavior: str | None = None
    badge: str | None = None
    equipment: str | None = None


def printed_pieces() -> Iterator[Printed]:
    for element in CATALOGUE.elements.values():
        if element.layer is Layer.UNIT:
            yield from printed_units(element)
        elif element.layer is not Layer.BADGE:
            yield Printed(element.title, element)
            for behavior in CATALOGUE.behaviors_on(element.layer, element.name):
                if not behavior.is_usual:
                    remark = behavior.piece_remark
                    what = message("{piece} ({rule})", piece=element.title, rule=remark)
                    yield Printed(what, element, behavior=behavior.name)
            if element.terrain and element.terrain.owner_only:
                for side in Side:
                    what = message("{kind} ({side})", kind=element.title, side=SIDES[side])
                    yield Printed(what, element)


def printed_units(unit: Element) -> Iterator[Printed]:
    heading = ARMIES[unit.side] if unit.side else None
    kind = kind_title(unit)
    if kind and unit.nation and unit.nation.name in ("ger", "us"):
        yield Printed(message("{unit} with {figures}", unit=kind, figures=FIGURES), unit, heading)
    for special in CATALOGUE.specials:
        if special.equipment:
            what = unit_message(unit, special.title)
            yield Printed(what, unit, heading, equipment=special.equipment)
    for badge in CATALOGUE.on_layer(Layer.BADGE):
        is_for_unit = not badge.badge_for or unit.unit_class in badge.badge_for
        is_of_side = badge.nation in (None, unit.nation) and badge.side in (None, unit.side)
        if is_for_unit and is_of_side:
            yield Printed(unit_message(unit, listed([badge.noun])), unit, heading, badge=badge.name)


def unit_message(unit: Element, what: Value) -> Message:
    return message("{unit} with {figures}, {what}", unit=unit.title, figures=FIGURES, what=what)


def expected(printed: Printed) -> tuple[object, ...]:
    return printed.element.name, printed.behavior, printed.badge, printed.equipment


def found(content: HexContent, layer: Layer) -> tuple[object, ...]:
    if layer is Layer.UNIT and content.unit:
        return content.unit.name, None, content.unit.badge, content.unit.equipment
    piece = content.tags[0] if content.tags else content.terrain
    piece = piece or content.structure or content.obstacle
    return (piece.name, piece.behavior, None, None) if piece else ()


@pytest.mark.bulk
@pytest.mark.parametrize("language", languages())
def test_every_printed_name_is_read_back(language: str) -> None:
    renderer = renderer_in(language)
    misread = []
    for printed in printed_pieces():
        line = renderer.sentence(message("{number} × {piece}", number=1, piece=printed.what))
        heading = f"{renderer.render(printed.heading)}\n" if printed.heading else ""
        setup_list = read_setup_list(f"{heading}   [ ] {line}: E5", EMPTY, language)
        content = place_setup_list(EMPTY, setup_list).at(HEX)
        if found(content, printed.element.layer) != expected(printed) or setup_list.remarks:
            misread.append(line)
    assert misread == []
