"""The boxes that a scenario needs in addition to one base box (M111, M112)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from m44core.board import BoardType
from m44core.catalogue.box_kinds import BoxKind, box_with_code, load_boxes
from m44core.catalogue.catalogue_types import Element, Layer
from m44core.findings.finding_kinds import Phrase, PhraseValue, phrase
from m44core.hexes import Hex
from m44core.messages.message import enumerated, listed, message
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Problem, Repair, check, problem
from m44core.validation.components.component_bill import PieceCounts

_MAX_SHOWN = 6


@check("M111")
def board_from_another_box(context: CheckContext) -> Iterator[Problem]:
    """Boards that the owned boxes, or one base box if these are unknown, do not contain (V-01).

    If the boxes are unknown, this is only a note, because a scenario cannot list a board in its
    packs.
    """
    for key, pointer, values, boxes in _special_boards(context):
        if context.owned is None:
            yield problem(key, pointer, **values)
        elif not any(context.owned.has_box(box.name) for box in boxes):
            yield problem(f"{key}-not-owned", pointer, **values)
    if context.scenario.board.type is BoardType.OVERLORD:
        if context.owned is None:
            yield problem("overlord", "/board/type")
        elif context.owned.base_boxes < context.bill.boxes:
            yield problem("overlord-not-owned", "/board/type")


def _special_boards(
    context: CheckContext,
) -> Iterator[tuple[str, str, Mapping[str, PhraseValue], Sequence[BoxKind]]]:
    """Yield each special feature of the board: message key, pointer, values, and boxes with it."""
    board, face = context.scenario.board.type, context.scenario.face
    all_boxes = load_boxes().values()
    breakthrough = [box for box in all_boxes if board in box.boards]
    faces = [box for box in all_boxes if face in box.faces]
    if faces:
        values: Mapping[str, PhraseValue] = {"face": phrase(face.value.lower())}
        yield "face", "/board/face", values, breakthrough or faces
    if breakthrough:
        yield "breakthrough", "/board/type", {}, breakthrough


@check("M112")
def piece_from_another_box(context: CheckContext) -> Iterator[Problem]:
    """Pieces that the base box does not contain (V-04, LINT-P1, B-M44-02).

    If a scenario lists no packs, one note names all boxes; if it does, listed boxes share a note.
    """
    pack_names = {pack.name for pack in context.catalogue.packs}  # M106 reports missing ones
    pieces_by_box = {
        code: piece_counts
        for code, piece_counts in context.bill.other_box_pieces.items()
        if code not in pack_names
    }
    places = _first_places(context) if pieces_by_box else {}
    keys = {code: _message_key(context, code, pieces) for code, pieces in pieces_by_box.items()}
    shared_key = "listed" if context.scenario.packs else "unlisted"
    codes_with_key = [code for code, key in keys.items() if key == shared_key]
    if codes_with_key and (shared_key == "unlisted" or len(codes_with_key) > 1):
        yield _several_boxes_problem(context, codes_with_key, places[codes_with_key[0]])
        keys = {code: key for code, key in keys.items() if code not in codes_with_key}
    for code, key in keys.items():
        values = {"box": _box_name(context, code), "pieces": _piece_list(pieces_by_box[code])}
        repairs = (
            _box_listing_repairs("list", [code], box=values["box"]) if key == "unlisted" else ()
        )
        yield problem(key, *places[code], *repairs, **values)


def _message_key(context: CheckContext, code: str, pieces: PieceCounts) -> str:
    """Return the message key for a box.

    The message is a note if the scenario lists the box, or cannot list it (B-M44-02).
    """
    box = box_with_code(code)
    if context.owned and box and not context.owned.has_box(box.name):
        return "not-owned"
    if box and context.scenario.packs.lists(box):
        return "listed"
    if _are_only_exit_markers(context, pieces):
        return "exits"
    return "listed" if box and not box.pack else "unlisted"


def _several_boxes_problem(
    context: CheckContext, codes: Sequence[str], place: tuple[str, Hex]
) -> Problem:
    """Return one note about several boxes, all listed or all not, and the pieces from each."""
    pieces_by_box = context.bill.other_box_pieces
    names = tuple(_box_name(context, code) for code in codes)
    box_phrases = tuple(
        phrase("box-with", box=name, pieces=_piece_list(pieces_by_box[code]))
        for code, name in zip(codes, names, strict=True)
    )
    if context.scenario.packs:
        return problem("all-listed", *place, boxes=box_phrases)
    repairs = _box_listing_repairs("list-all", codes, boxes=names)
    return problem("none-listed", *place, *repairs, boxes=box_phrases)


def _are_only_exit_markers(context: CheckContext, pieces: PieceCounts) -> bool:
    """Return whether only exit markers are needed from a box; anything can replace them."""
    exits = {e.title for e in context.catalogue.on_layer(Layer.TAG) if e.exit}
    return pieces.keys() <= exits


def _first_places(context: CheckContext) -> Mapping[str, tuple[str, Hex]]:
    """Return the pointer and the hex of the first piece needed from each box, keyed by box code.

    The base box is left out.
    """
    places: dict[str, tuple[str, Hex]] = {}
    codes = {
        piece: code for code, pieces in context.bill.other_box_pieces.items() for piece in pieces
    }
    for element, hex_, path in _all_pieces(context):
        if element.component is None:
            places.setdefault(codes[element.title], (context.pointer(hex_, *path), hex_))
    for unit in context.units:
        if unit.equipment_type and unit.equipment_type.box:
            equipment_pointer = context.pointer(unit.hex, "unit", "equipment")
            places.setdefault(codes[unit.equipment_type.title], (equipment_pointer, unit.hex))
    return places


def _all_pieces(context: CheckContext) -> Iterator[tuple[Element, Hex, tuple[str | int, ...]]]:
    """Yield every known piece with its hex and its path within the entry of the hex."""
    for piece in context.pieces:
        yield piece.element, piece.hex, (piece.layer.value,)
    for unit in context.units:
        yield unit.element, unit.hex, ("unit",)
        if unit.badge:
            yield unit.badge, unit.hex, ("unit", "badge")
    for tag in context.tags:
        yield tag.element, tag.hex, ("tags", tag.tag_index)


def _box_name(context: CheckContext, code: str) -> Phrase:
    return phrase("the-box", box=context.catalogue.box_name(code))


def _piece_list(pieces: PieceCounts) -> PhraseValue:
    """Return the most common pieces as a message: ``5 × road, 2 × church and 3 more kinds``."""
    common_pieces = [
        message("{number} × {piece}", number=number, piece=replace(piece, capital=False))
        for piece, number in Counter(pieces).most_common()
    ]
    if len(common_pieces) > _MAX_SHOWN:
        more_kinds = len(common_pieces) - _MAX_SHOWN + 1
        return phrase(
            "and-more", pieces=enumerated(common_pieces[: _MAX_SHOWN - 1]), number=more_kinds
        )
    return listed(common_pieces)


def _box_listing_repairs(
    key: str, codes: Sequence[str], **values: PhraseValue
) -> tuple[Repair, ...]:
    """Return the repair that lists boxes; empty if a scenario cannot list any of them."""
    boxes = [box for box in map(box_with_code, codes) if box and box.pack]
    changes: dict[str, object] = {f"/packs/{box.name}": 1 for box in boxes}
    return (Repair(key, changes, values),) if changes else ()
