"""The pieces of a scenario that are missing from the owned boxes, counted as in ``m44 bill``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Element, Layer, Side
from m44core.drawing.shapes.art import Art, PaintingPlane, catalogue_if_from_pack
from m44core.drawing.units.unit_art import LONE_FIGURE
from m44core.messages.message import Message
from m44core.model.scenario import Scenario
from m44core.validation.components.arriving_units import arriving_units
from m44core.validation.components.component_bill import (
    ALL_TILES,
    ALLIED_BADGE,
    BUNKERS_AND_BRIDGES,
    ComponentBill,
    boxes_not_owned,
    component_bill,
    component_name,
    component_rows,
    figures_component,
    medals_component,
)
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.placed_pieces import PlacedPiece, PlacedUnit, pieces_of, tags_of, units_of
from m44core.values import dataclass


class CutShape(StrEnum):
    """The shape a paper piece is cut to."""

    HEX = "hex"
    RECTANGLE = "rectangle"
    UNIT = "unit"
    TOKEN = "token"


@dataclass(frozen=True, slots=True)
class PaperPiece:
    """A piece to print and cut out.

    Attributes:
        art: Its picture.
        name: Its name in a list.
        cut: Its shape.
        kind: The name of the row of the bill that counts it; "" for a piece of another box.
        box: The code of the box it comes in.
        does: Its effect in the game; None if it is unknown.
        side: The side it belongs to; None for either.
        begins_unit: Whether it is the first figure of a unit.
    """

    art: Art
    name: Message
    cut: CutShape
    kind: str
    box: str
    does: Message | None = None
    side: Side | None = None
    begins_unit: bool = False


_MAX_FIGURES = 12  # of a unit; more are a mistake in the file
_BUNKER_AND_BRIDGE = frozenset(str(component_name(kind)) for kind in ("bunker", "bridge"))
_PLANES = {
    Layer.TERRAIN: PaintingPlane.GROUND,
    Layer.STRUCTURE: PaintingPlane.STRUCTURE,
    Layer.OBSTACLE: PaintingPlane.OBSTACLE,
}


def pieces_needed(scenario: Scenario) -> tuple[PaperPiece, ...]:
    """Return every piece a scenario needs: tiles, figures, badges, markers, medals."""
    catalogue = scenario.catalogue
    units = (*units_of(scenario), *arriving_units(scenario))
    return (
        *(_placed_piece(placed, catalogue) for placed in pieces_of(scenario)),
        *(piece for unit in units for piece in _figure_pieces(unit, catalogue)),
        *_badge_pieces(component_bill(scenario), units, catalogue),
        *_tag_pieces(scenario),
    )


def missing_pieces(scenario: Scenario, owned: OwnedBoxes | None) -> tuple[PaperPiece, ...]:
    """Return the pieces of a scenario that are missing from the owned boxes.

    Args:
        scenario: The scenario.
        owned: The owned boxes; None to assume as many base boxes as the board needs.
    """
    bill = component_bill(scenario)
    missing_counts = {
        str(row.component): row.missing for row in component_rows(bill, bill.base_boxes(owned))
    }
    pieces_by_box = bill.other_box_pieces if owned is None else boxes_not_owned(bill, owned)
    names_elsewhere = {name for pieces in pieces_by_box.values() for name in pieces}
    return tuple(_select_missing(pieces_needed(scenario), missing_counts, names_elsewhere))


def _select_missing(
    pieces: Iterable[PaperPiece], missing_counts: Mapping[str, int], not_owned: set[Message]
) -> Iterator[PaperPiece]:
    """Yield the missing pieces of each kind, the last pieces first, and pieces of unowned boxes.

    If hex tiles, or bunkers and bridges, are also short in total, further pieces of these follow.
    """
    counts_left = Counter(missing_counts)
    spare_pieces: list[PaperPiece] = []
    chosen_counts: Counter[str] = Counter()
    for piece in reversed(list(pieces)):
        if not piece.kind:
            if piece.name in not_owned:
                yield piece
        elif counts_left[piece.kind] > 0:
            counts_left[piece.kind] -= 1
            chosen_counts[_bill_total_name(piece)] += 1
            yield piece
        else:
            spare_pieces.append(piece)
    for piece in spare_pieces:
        total = _bill_total_name(piece)
        if total and chosen_counts[total] < missing_counts.get(total, 0):
            chosen_counts[total] += 1
            yield piece


def _bill_total_name(piece: PaperPiece) -> str:
    """Return the total row of the bill that includes a piece; "" if there is none."""
    if piece.cut is CutShape.HEX:
        return str(ALL_TILES)
    return str(BUNKERS_AND_BRIDGES) if piece.kind in _BUNKER_AND_BRIDGE else ""


def _placed_piece(placed_piece: PlacedPiece, catalogue: Catalogue) -> PaperPiece:
    owner = placed_piece.piece.owner.value if placed_piece.piece.owner else ""
    element, cut = (
        placed_piece.element,
        CutShape.HEX if placed_piece.layer is Layer.TERRAIN else CutShape.RECTANGLE,
    )
    detail = () if cut is CutShape.HEX else (owner,)
    art_catalogue = catalogue_if_from_pack(catalogue, element.name)
    art = Art(_PLANES[placed_piece.layer], element.name, 1, detail=detail, catalogue=art_catalogue)
    kind = str(component_name(element.component)) if element.component else ""
    side = placed_piece.piece.owner
    return PaperPiece(art, element.title, cut, kind, element.expansion, _effect_text(element), side)


def _effect_text(element: Element) -> Message | None:
    return Message(element.summary) if element.summary else None


def _figure_pieces(unit: PlacedUnit, catalogue: Catalogue) -> Iterator[PaperPiece]:
    """Yield a counter per figure, so that losses can be shown by removing counters."""
    element, equipment = unit.element, unit.unit.equipment
    kind = ""
    if element.component and unit.side and unit.unit_class:
        kind = str(figures_component(unit.side, unit.unit_class))
    detail = (LONE_FIGURE, "", *([equipment] if equipment else []))
    art_catalogue = catalogue_if_from_pack(catalogue, element.name)
    art = Art(PaintingPlane.UNIT, element.name, detail=detail, catalogue=art_catalogue)
    for number in range(min(max(1, unit.figures), _MAX_FIGURES)):
        yield PaperPiece(
            art,
            element.title,
            CutShape.UNIT,
            kind,
            element.expansion,
            _effect_text(element),
            unit.side,
            begins_unit=number == 0,
        )


def _badge_pieces(
    bill: ComponentBill, units: Iterable[PlacedUnit], catalogue: Catalogue
) -> Iterator[PaperPiece]:
    """Yield a badge for each unit with its own badge, and for each further badge in the bill."""
    badge_counts = Counter(bill.badges)
    for badge in (unit.badge for unit in units if unit.badge):
        kind = badge.component or ""
        if not kind or badge_counts[kind] > 0:
            badge_counts[kind] -= 1
            yield _badge_piece(badge, kind, catalogue)
    for kind in badge_counts.elements():
        yield _badge_piece(_badge_element(kind, catalogue), kind, catalogue)


def _badge_piece(badge: Element, kind: str, catalogue: Catalogue) -> PaperPiece:
    art = Art(
        PaintingPlane.UNIT, badge.name, catalogue=catalogue_if_from_pack(catalogue, badge.name)
    )
    row = str(component_name(kind)) if kind else ""
    box, does = badge.expansion, _effect_text(badge)
    return PaperPiece(art, badge.title, CutShape.TOKEN, row, box, does, badge.side)


def _badge_element(kind: str, catalogue: Catalogue) -> Element:
    """Return a badge of a kind; for Allied special forces, the American one."""
    component = "us-badge" if kind == ALLIED_BADGE else kind
    badges = catalogue.elements.values()
    return next(e for e in badges if e.layer is Layer.BADGE and e.component == component)


def _tag_pieces(scenario: Scenario) -> Iterator[PaperPiece]:
    for placed_tag in tags_of(scenario):
        element = placed_tag.element
        side: Side | None = placed_tag.tag.side
        detail = (0, 1, side.value if side else "")
        art_catalogue = catalogue_if_from_pack(scenario.catalogue, element.name)
        art = Art(PaintingPlane.TAG, element.name, detail=detail, catalogue=art_catalogue)
        kind = str(medals_component(element.side)) if element.component == "medal" else ""
        box, does = element.expansion, _effect_text(element)
        yield PaperPiece(art, element.title, CutShape.TOKEN, kind, box, does, side or element.side)
