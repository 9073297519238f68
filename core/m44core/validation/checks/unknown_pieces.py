"""Names of pieces that are not in the catalogue, or not on their layer (M101, M102, M106).

The reader reports hexes off the board and orientations that a piece does not have (M028 to M031).
"""

from __future__ import annotations

from collections.abc import Iterator

from m44core.catalogue.catalogue_types import SEPARATOR, Element, Layer
from m44core.findings.finding_kinds import PhraseValue, phrase
from m44core.io.vocabulary.codes import word_for
from m44core.messages.message import enumerated
from m44core.model.scenario_parts import Piece
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import (
    Problem,
    Repair,
    check,
    problem,
    removal_repair,
    value_repair,
)
from m44core.validation.placed_pieces import UnknownPiece

_PIECES = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)


@check("M101")
def unknown_piece(context: CheckContext) -> Iterator[Problem]:
    """Pieces whose names are not in the catalogue (V-04)."""
    for piece in context.unknown_pieces:
        catalogue, name = context.catalogue, piece.name
        if not catalogue.get(name) and not catalogue.lacks_pack(name):
            workshop_element = context.catalogue.by_key(piece.layer, piece.name)
            similar_name = None if workshop_element else _similar_name(context, piece)
            message_values: dict[str, PhraseValue] = {
                "piece": phrase(piece.layer.value),
                "name": piece.name,
            }
            message_values |= (
                {"similar": similar_name}
                if similar_name
                else {"right": workshop_element.name}
                if workshop_element
                else {}
            )
            yield problem(
                "ours" if workshop_element else "resembling" if similar_name else "unknown",
                _name_pointer(context, piece),
                piece.hex,
                *_rename_repairs(context, piece, similar_name or piece.name),
                _removal_repair(context, piece),
                **message_values,
            )


def _similar_name(context: CheckContext, unknown_piece: UnknownPiece) -> str | None:
    """Return the name of the piece most similar to an unknown one; None if there is none.

    The name is spelled as in the format from which the scenario was read.
    """
    catalogue = context.catalogue
    similar_name = catalogue.similar(unknown_piece.name, unknown_piece.layer)
    if similar_name is None:
        return None
    element = catalogue.get(similar_name, unknown_piece.layer) or catalogue.by_key(
        unknown_piece.layer, similar_name
    )
    if element is None or context.origin.tree is None:
        return similar_name
    return element.name


@check("M106")
def missing_pack(context: CheckContext) -> Iterator[Problem]:
    """Pieces of user packs that are not loaded, reported once for each pack (V-04)."""
    pieces_by_pack: dict[str, list[UnknownPiece]] = {}
    for unknown_piece in context.unknown_pieces:
        if context.catalogue.lacks_pack(unknown_piece.name):
            pieces_by_pack.setdefault(unknown_piece.name.partition(SEPARATOR)[0], []).append(
                unknown_piece
            )
    for pack, pieces in pieces_by_pack.items():
        names = list(dict.fromkeys(piece.name for piece in pieces))
        are_all_named = len(names) <= _MAX_NAMED_PIECES
        yield problem(
            "missing" if are_all_named else "more",
            _name_pointer(context, pieces[0]),
            pieces[0].hex,
            pack=pack,
            names=enumerated(names[:_MAX_NAMED_PIECES]),
            **({} if are_all_named else {"count": len(pieces)}),
        )


_MAX_NAMED_PIECES = 4  # names of pieces that one finding lists


@check("M102")
def piece_on_wrong_layer(context: CheckContext) -> Iterator[Problem]:
    """Pieces on the wrong layer (V-04)."""
    for unknown_piece in context.unknown_pieces:
        element = context.catalogue.get(unknown_piece.name)
        if element:
            yield problem(
                "misplaced",
                _name_pointer(context, unknown_piece),
                unknown_piece.hex,
                *_layer_move_repairs(context, unknown_piece, element),
                _removal_repair(context, unknown_piece),
                name=unknown_piece.name,
                right=phrase(element.layer.value),
                wrong=phrase(unknown_piece.layer.value),
            )


def _rename_repairs(
    context: CheckContext, unknown_piece: UnknownPiece, similar_name: str | None
) -> tuple[Repair, ...]:
    """Return the repair that replaces an unknown name; empty if *similar_name* is unknown."""
    catalogue = context.catalogue
    element = similar_name and (
        catalogue.get(similar_name, unknown_piece.layer)
        or catalogue.by_key(unknown_piece.layer, similar_name)
    )
    if not element:
        return ()
    pointer = _name_pointer(context, unknown_piece)
    return (value_repair("rename", pointer, element.key, piece=element.noun),)


def _layer_move_repairs(
    context: CheckContext, unknown_piece: UnknownPiece, element: Element
) -> tuple[Repair, ...]:
    """Return the repair that moves a tile, structure or obstacle to its layer.

    The result is empty if that layer is occupied, and for a piece of any other layer.
    """
    content = context.scenario.at(unknown_piece.hex)
    piece = content.on(unknown_piece.layer)
    if not isinstance(piece, Piece) or element.layer not in _PIECES or content.on(element.layer):
        return ()
    changes = {
        context.pointer(unknown_piece.hex, unknown_piece.path): None,
        context.pointer(unknown_piece.hex, element.layer.value): _piece_data(piece, element),
    }
    values: dict[str, PhraseValue] = {
        "name": unknown_piece.name,
        "right": phrase(element.layer.value),
    }
    return (Repair("move", changes, values),)


def _piece_data(piece: Piece, element: Element) -> dict[str, str]:
    """Return a piece as workshop data; its orientation is limited to those the element has."""
    data = {"is": element.key}
    if element.facings:
        data["facing"] = element.facings[min(piece.orientation, element.orientations) - 1]
    if piece.owner:
        data["owner"] = word_for(piece.owner.value)
    return data


def _removal_repair(context: CheckContext, unknown_piece: UnknownPiece) -> Repair:
    return removal_repair(
        "remove", context.pointer(unknown_piece.hex, unknown_piece.path), name=unknown_piece.name
    )


def _name_pointer(context: CheckContext, unknown_piece: UnknownPiece) -> str:
    """Return the pointer to an unknown name; for a badge, the pointer to the badge itself."""
    place = context.pointer(unknown_piece.hex, unknown_piece.path)
    return place if unknown_piece.layer is Layer.BADGE else f"{place}/is"
