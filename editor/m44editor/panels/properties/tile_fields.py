"""The fields of tiles, structures and obstacles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.messages.message import message
from m44core.model.scenario_parts import HexContent, Piece
from m44editor.panels.display_names import LAYER_NAMES, SIDE_OPTIONS, orientation_name
from m44editor.panels.forms.fields import (
    AnyField,
    Choice,
    Option,
    ScenarioEdit,
    Section,
    unknown_key_fields,
)
from m44editor.panels.properties.selected_pieces import (
    PieceGroup,
    SelectedHexes,
    group_heading,
    kind_options,
    piece_behavior_field,
)

PIECE_LAYERS = (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE)
_OWNED_BEHAVIOURS = {"headquarter", "seawall"}  # behaviours that belong to a side


def piece_sections(selected_hexes: SelectedHexes) -> Iterator[Section]:
    """Yield a section for each of the three lower layers on which there are pieces."""
    for layer in PIECE_LAYERS:
        hexes_with_pieces = selected_hexes.on_layer(layer).where(partial(_piece_on, layer=layer))
        if hexes_with_pieces.hexes:
            yield _layer_section(hexes_with_pieces, selected_hexes, layer)


def _layer_section(
    selected_hexes: SelectedHexes, all_selected: SelectedHexes, layer: Layer
) -> Section:
    pieces = [
        piece for content in selected_hexes.contents() if (piece := _piece_on(content, layer))
    ]
    group = PieceGroup(
        f"{selected_hexes.pointer}/{layer}",
        pieces,
        partial(_edit_of_each_piece, selected_hexes, layer),
        all_selected.scenario.catalogue,
    )
    title, icon = group_heading(
        (piece.name for piece in pieces), LAYER_NAMES[layer], group.catalogue
    )
    return Section(
        key=layer.value,
        title=title,
        note=selected_hexes.share_message(all_selected, LAYER_NAMES[layer]),
        icon=icon,
        fields=tuple(_piece_fields(group, layer)),
        remove=selected_hexes.each(lambda content: _with_piece(content, layer, None)),
    )


def _edit_of_each_piece(
    selected_hexes: SelectedHexes, layer: Layer, change: Callable[[Piece], Piece]
) -> ScenarioEdit:
    def change_content(content: HexContent) -> HexContent:
        piece = _piece_on(content, layer)
        return _with_piece(content, layer, change(piece)) if piece else content

    return selected_hexes.each(change_content)


def _piece_on(content: HexContent, layer: Layer) -> Piece | None:
    piece = content.on(layer)
    return piece if isinstance(piece, Piece) else None


def _with_piece(content: HexContent, layer: Layer, piece: Piece | None) -> HexContent:
    match layer:
        case Layer.TERRAIN:
            return replace(content, terrain=piece)
        case Layer.STRUCTURE:
            return replace(content, structure=piece)
        case _:
            return replace(content, obstacle=piece)


def _piece_fields(group: PieceGroup[Piece], layer: Layer) -> Iterator[AnyField]:
    yield group.field(
        "",
        message("Piece"),
        Choice(kind_options(layer, (piece.name for piece in group.pieces), group.catalogue)),
        lambda piece: piece.name,
        partial(_with_kind, group.catalogue),
    )
    if facings := _common_facings(group):
        yield group.field(
            "orientation",
            message("Orientation"),
            Choice(
                tuple(
                    Option(
                        n,
                        message(
                            "{number}: {facing}", number=n, facing=orientation_name(facing_code)
                        ),
                    )
                    for n, facing_code in enumerate(facings, start=1)
                )
            ),
            lambda piece: piece.orientation,
            lambda piece, number: replace(piece, orientation=number),
            tip=message("R rotates the piece on the board"),
        )
    if any(_can_be_owned(piece, layer, group.catalogue) for piece in group.pieces):
        yield group.field(
            "owner",
            message("Owner"),
            Choice(SIDE_OPTIONS),
            lambda piece: piece.owner,
            lambda piece, side: replace(piece, owner=side),
            tip=message("Only the owner's units are protected"),
        )
    yield piece_behavior_field(group, layer)
    if len(group.pieces) == 1:
        yield from unknown_key_fields(group.pointer, group.pieces[0].extra)


def _with_kind(catalogue: Catalogue, piece: Piece, name: str) -> Piece:
    element = catalogue.get(name)
    orientation_count = element.orientations if element else piece.orientation
    return replace(piece, name=name, orientation=min(piece.orientation, orientation_count))


def _common_facings(group: PieceGroup[Piece]) -> tuple[str, ...]:
    """Return the facings of the orientations if all pieces share them; otherwise empty."""
    elements = [group.catalogue.get(piece.name) for piece in group.pieces]
    facings = {element.facings if element else () for element in elements}
    return facings.pop() if len(facings) == 1 else ()


def _can_be_owned(piece: Piece, layer: Layer, catalogue: Catalogue) -> bool:
    element = catalogue.get(piece.name)
    rules = element.terrain if element else None
    return (
        piece.owner is not None
        or piece.behavior in _OWNED_BEHAVIOURS
        or (layer is Layer.STRUCTURE and not (rules and rules.crossing))
    )
