"""The lines of a sheet about boxes: which are needed, for which pieces, and what runs short."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from m44core.catalogue.box_kinds import BASE, box_with_code, load_boxes
from m44core.catalogue.catalogue_types import Layer, UnitClass
from m44core.messages import nouns
from m44core.messages.message import Message, Value, capitalized, enumerated, message
from m44core.publish.content.line_tiles import line_element
from m44core.publish.content.placed_markers import (
    SMOKE,
    LoosePieces,
    pieces_next_to_the_board,
    profile_of,
)
from m44core.publish.content.unit_titles import badge_noun
from m44core.validation.check_context import CheckContext
from m44core.validation.components.arriving_units import arriving_units
from m44core.validation.components.component_bill import (
    ALL_TILES,
    BUNKERS_AND_BRIDGES,
    ComponentBill,
    ComponentRow,
    component_bill,
    component_rows,
)
from m44core.validation.placed_pieces import PlacedUnit


def needed_box_lines(context: CheckContext) -> Iterator[Message]:
    """Yield the boxes needed, and what runs short in them."""
    bill = component_bill(context.scenario)
    loose_pieces = pieces_next_to_the_board(context)
    pieces_by_box = _pieces_by_box(context, bill, loose_pieces)
    boards = list(_board_boxes(context))
    others = [capitalized(context.catalogue.box_name(code)) for code in pieces_by_box]
    boxes = enumerated(dict.fromkeys([nouns.base_boxes(bill.boxes), *boards, *others]))
    yield message("Boxes needed: {boxes}", boxes=boxes)
    if shortages := [*_base_shortages(bill), *_army_shortages(context)]:
        yield message(
            "These boxes do not hold enough; borrow the rest: {pieces}",
            pieces=enumerated(shortages),
        )


def box_content_lines(context: CheckContext) -> Iterator[Message]:
    """Yield the boxes other than the base game with the pieces each is needed for."""
    loose_pieces = pieces_next_to_the_board(context)
    pieces_by_box = _pieces_by_box(context, component_bill(context.scenario), loose_pieces)
    for code, pieces in pieces_by_box.items():
        box = capitalized(context.catalogue.box_name(code))
        yield message("{box}: {pieces}", box=box, pieces=enumerated(pieces))
    if any(each.name == SMOKE and not each.boxes for each in loose_pieces):
        yield message("Any small counters can serve as smoke markers")


def _base_shortages(bill: ComponentBill) -> Iterator[Message]:
    """Yield the components that the base boxes lack (B-COMP-01..19).

    All tiles, and all bunkers and bridges, are only counted together if no kind of them is short.
    """
    short_rows = [row for row in component_rows(bill, bill.boxes) if row.missing]
    kinds = [row for row in short_rows if row.component not in _TOTALS]
    yield from map(_shortage, kinds or short_rows)


_TOTALS = (ALL_TILES, BUNKERS_AND_BRIDGES)


def _shortage(row: ComponentRow) -> Message:
    return message(
        "{piece} ({needed} needed, {available} available)",
        piece=row.component,
        needed=row.needed or 0,
        available=row.available or 0,
    )


def _army_shortages(context: CheckContext) -> Iterator[Message]:
    """Yield the figures that the army in a box other than the base game lacks."""
    counts: Counter[tuple[str, UnitClass]] = Counter()
    for unit in _all_units(context):
        if unit.element.nation and unit.unit_class and not unit.element.component:
            counts[unit.element.nation.name, unit.unit_class] += unit.figures
    for (nation, unit_class), needed in counts.items():
        usual_unit = context.catalogue.get(_USUAL_UNITS.get(unit_class, "") + nation, Layer.UNIT)
        box = box_with_code(usual_unit.expansion) if usual_unit else None
        available = dict(box.army).get(unit_class) if box else None
        if usual_unit and available is not None and needed > available:
            yield message(
                "{unit} ({needed} figures needed, {available} available)",
                unit=usual_unit.noun,
                needed=needed,
                available=available,
            )


_USUAL_UNITS = {UnitClass.INFANTRY: "inf", UnitClass.ARMOR: "tank", UnitClass.ARTILLERY: "gun"}


def _all_units(context: CheckContext) -> tuple[PlacedUnit, ...]:
    return (*context.units, *arriving_units(context.scenario))


def _pieces_by_box(
    context: CheckContext, bill: ComponentBill, loose_pieces: Iterable[LoosePieces]
) -> dict[str, list[Value]]:
    """Return the kinds of pieces for which boxes are needed, keyed by the code of the box.

    The names are those of the lists of pieces. The base box is left out.
    """
    names = _names_in_lists(context)
    pieces_by_box: dict[str, list[Value]] = {
        code: [names.get(kind, kind) for kind in pieces]
        for code, pieces in bill.other_box_pieces.items()
        if code != BASE
    }
    for piece in loose_pieces:
        for code in sorted(piece.boxes - {BASE}):
            pieces_by_box.setdefault(code, []).append(piece.name)
    for code in pieces_by_box:
        pieces_by_box[code] += _own_figures(context, code)
    by_code = sorted(pieces_by_box.items())
    return {code: list(dict.fromkeys(map(_in_sentence, pieces))) for code, pieces in by_code}


def _in_sentence(name: Value) -> Value:
    return replace(name, capital=False) if isinstance(name, Message) else name


def _own_figures(context: CheckContext, code: str) -> Iterator[Message]:
    """Yield the special units for which a box has figures of their own, such as a Tiger."""
    for unit in _all_units(context):
        for special in profile_of(unit, context.scenario).specials:
            if special.figure_box == code:
                yield message("figures for {unit}", unit=special.noun)


def _names_in_lists(context: CheckContext) -> dict[Message, Value]:
    """Return the names that the lists of pieces use, keyed by the titles of the pieces."""
    catalogue = context.catalogue
    lines = {
        placed.element.title: line_element(placed.element, catalogue).title
        for placed in context.pieces
    }
    badges = {
        unit.badge.title: badge_noun(
            unit.element, unit.badge, profile_of(unit, context.scenario).specials
        )
        for unit in _all_units(context)
        if unit.badge
    }
    exits = {
        placed.element.title: message(
            "{piece} (any counter will do)", piece=_in_sentence(placed.element.title)
        )
        for placed in context.tags
        if placed.element.exit
    }
    return {**lines, **badges, **exits}


def _board_boxes(context: CheckContext) -> Iterator[Message]:
    """Yield the boxes that the board comes in, other than the base game."""
    board, face = context.scenario.board.type, context.scenario.face
    for box in load_boxes().values():
        if board in box.boards or face in box.faces:
            yield box.title
