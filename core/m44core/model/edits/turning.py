"""Turning and mirroring pieces, clips and scenarios, and painting with a mirror."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.catalogue.piece_orientation import (
    has_mirror_image,
    mirrored_piece,
    next_orientation,
    turned_orientation,
)
from m44core.hexes import Hex
from m44core.model.edits.briefing_edits import moved_allowances, swap_players
from m44core.model.edits.contents import (
    GROUND,
    piece_on,
    row_major_key,
    same_if_equal,
    with_edited_hexes,
    with_group_hexes_mapped,
    with_piece,
)
from m44core.model.edits.moving import Clip, Pieces
from m44core.model.edits.rule_hexes import with_rule_hexes
from m44core.model.edits.side_swap import swapped_content
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Tag


class MirrorKind(StrEnum):
    """The ways to mirror a board."""

    LEFT_RIGHT = "left-right"
    TOP_BOTTOM = "top-bottom"
    HALF_TURN = "half-turn"  # both of the others

    @property
    def swaps_columns(self) -> bool:
        """Whether left and right are swapped."""
        return self is not MirrorKind.TOP_BOTTOM

    @property
    def swaps_rows(self) -> bool:
        """Whether top and bottom are swapped."""
        return self is not MirrorKind.LEFT_RIGHT


def rotate(
    scenario: Scenario, hexes: Iterable[Hex], steps: int = 1, layer: Layer | None = None
) -> Scenario:
    """Return the scenario with one piece of each hex turned clockwise by *steps* orientations.

    It is the piece on *layer*, or without a layer the topmost piece that can be turned: the
    obstacle, structure or tile. Negative steps turn it counterclockwise.
    """
    catalogue = scenario.catalogue

    def edit(content: HexContent) -> HexContent:
        turned_layer = _topmost_turnable_layer(content, catalogue) if layer is None else layer
        piece = piece_on(content, turned_layer) if turned_layer else None
        if turned_layer is None or piece is None:
            return content
        return with_piece(content, turned_layer, _rotated_piece(piece, steps, catalogue))

    return with_edited_hexes(scenario, hexes, edit)


def rotate_pieces(scenario: Scenario, pieces: Pieces, steps: int = 1) -> Scenario:
    """Return the scenario with the given pieces turned clockwise by *steps* orientations.

    Units and tags stay.
    """
    for layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE):
        layer_hexes = [hex_ for hex_, layers in pieces.items() if layer in layers]
        scenario = rotate(scenario, layer_hexes, steps, layer) if layer_hexes else scenario
    return scenario


def turned_clip(clip: Clip, steps: int = 1) -> Clip:
    """Return a clip and its pieces turned clockwise about its anchor by *steps* times 60 degrees.

    Pieces that lack the new orientation, such as bunkers, keep their own.
    """

    def place(hex_: Hex) -> Hex:
        return _turned_hex(hex_, clip.anchor, steps % 6)

    def turned_piece(piece: Piece) -> Piece:
        element = clip.catalogue.get(piece.name)
        return (
            replace(piece, orientation=turned_orientation(element, piece.orientation, steps))
            if element
            else piece
        )

    return _moved_clip(clip, place, turned_piece)


def mirrored_clip(clip: Clip, mirror_kind: MirrorKind) -> Clip:
    """Return a clip and its pieces mirrored through its anchor.

    A tile without a mirror image keeps as many of its edges as possible.
    """

    def place(hex_: Hex) -> Hex:
        return Hex(
            2 * clip.anchor.col - hex_.col if mirror_kind.swaps_columns else hex_.col,
            2 * clip.anchor.row - hex_.row if mirror_kind.swaps_rows else hex_.row,
        )

    return _moved_clip(
        clip, place, lambda piece: _mirrored_piece(piece, mirror_kind, clip.catalogue)
    )


def _moved_clip(clip: Clip, place: Callable[[Hex], Hex], change: Callable[[Piece], Piece]) -> Clip:
    """Return a clip with its hexes mapped by *place* and its pieces changed by *change*."""
    return replace(
        clip,
        area=frozenset(place(hex_) for hex_ in clip.area),
        hexes={
            place(h): with_group_hexes_mapped(
                _with_changed_pieces(c, change),
                lambda hex_: place(hex_) if hex_ in clip.area else hex_,
            )
            for h, c in clip.hexes.items()
        },
        labels={place(hex_): lines for hex_, lines in clip.labels.items()},
    )


def mirror_scenario(
    scenario: Scenario, mirror_kind: MirrorKind, *, swap_sides: bool = False
) -> Scenario:
    """Return the scenario mirrored, or turned by 180 degrees.

    Pieces, labels, groups of tags and hexes of special rules move together, and connected tiles
    stay connected, except as described in :func:`hexes_without_mirror_image`. The printed face does
    not change; a beach stays at the bottom.

    Args:
        scenario: The scenario to mirror.
        mirror_kind: The way to mirror it.
        swap_sides: Whether the players are swapped too, with their cards and medals.
    """
    place = mirror_mapping(scenario.board, mirror_kind)
    hexes = {
        place(h): with_group_hexes_mapped(
            mirrored_content(c, mirror_kind, scenario.catalogue), place
        )
        for h, c in scenario.hexes.items()
    }
    labels = {place(hex_): lines for hex_, lines in scenario.labels.items()}
    after = replace(
        scenario,
        hexes={h: hexes[h] for h in sorted(hexes, key=row_major_key)},
        labels={h: labels[h] for h in sorted(labels, key=row_major_key)},
        briefing=with_rule_hexes(scenario.briefing, place),
        allowed=moved_allowances(scenario.allowed, scenario.board, scenario.board, place),
        position=scenario.position and scenario.position.with_moved_hexes(place),
    )
    return same_if_equal(scenario, swap_players(after) if swap_sides else after)


def hexes_without_mirror_image(scenario: Scenario) -> tuple[Hex, ...]:
    """Return the hexes whose tile has no mirror image, such as winter forks.

    A half turn needs no mirror images.
    """
    catalogue = scenario.catalogue
    tiles = ((h, catalogue.get(c.terrain.name)) for h, c in scenario.hexes.items() if c.terrain)
    return tuple(h for h, tile in tiles if tile and not has_mirror_image(catalogue, tile))


def _topmost_turnable_layer(content: HexContent, catalogue: Catalogue) -> Layer | None:
    for layer in reversed(GROUND):
        piece = piece_on(content, layer)
        element = catalogue.get(piece.name, layer) if piece else None
        if element and element.orientations > 1:
            return layer
    return None


def _rotated_piece(piece: Piece, steps: int, catalogue: Catalogue) -> Piece:
    element = catalogue.get(piece.name)
    if element is None:
        return piece
    return replace(piece, orientation=next_orientation(element, piece.orientation, steps))


def _with_changed_pieces(content: HexContent, change: Callable[[Piece], Piece]) -> HexContent:
    """Return the content with *change* applied to each of its pieces."""
    return replace(
        content,
        terrain=content.terrain and change(content.terrain),
        structure=content.structure and change(content.structure),
        obstacle=content.obstacle and change(content.obstacle),
    )


def _mirrored_piece(piece: Piece, mirror_kind: MirrorKind, catalogue: Catalogue) -> Piece:
    """Return a piece mirrored; unknown pieces are unchanged."""
    element = catalogue.get(piece.name)
    if element is None:
        return piece
    orientation = piece.orientation
    if mirror_kind is not MirrorKind.HALF_TURN:
        element, orientation = mirrored_piece(catalogue, element, orientation)
    if mirror_kind.swaps_rows:
        orientation = turned_orientation(element, orientation, 3)
    return replace(piece, name=element.name, orientation=orientation)


def mirrored_content(
    content: HexContent, mirror_kind: MirrorKind, catalogue: Catalogue
) -> HexContent:
    """Return the content of a hex with its pieces mirrored."""
    return _with_changed_pieces(
        content, lambda piece: _mirrored_piece(piece, mirror_kind, catalogue)
    )


def mirror_mapping(board: Board, mirror_kind: MirrorKind) -> Callable[[Hex], Hex]:
    """Return a function that mirrors a hex within a board; it also maps hexes off the board."""

    def place(hex_: Hex) -> Hex:
        return Hex(
            board.last_col - hex_.col if mirror_kind.swaps_columns else hex_.col,
            board.rows - 1 - hex_.row if mirror_kind.swaps_rows else hex_.row,
        )

    return place


def _turned_hex(hex_: Hex, centre: Hex, steps: int) -> Hex:
    """Return a hex turned clockwise about *centre* by *steps* times 60 degrees."""
    col_offset, row_offset = hex_.col - centre.col, hex_.row - centre.row
    for _ in range(steps):
        col_offset, row_offset = (col_offset - 3 * row_offset) // 2, (col_offset + row_offset) // 2
    return Hex(centre.col + col_offset, centre.row + row_offset)


_SINGLE_LAYERS = ("terrain", "structure", "obstacle", "unit")


def with_mirror_image(
    before: Scenario, after: Scenario, mirror_kind: MirrorKind, *, swap_sides: bool = False
) -> Scenario:
    """Return *after* with each change of an edit repeated on the mirrored hex.

    Only changed layers and removals of labels are repeated. Hexes that the edit itself changes,
    including those that are their own image, stay. If the edit changes the board, *after* is
    returned unchanged.

    Args:
        before: The scenario before the edit.
        after: The scenario after it.
        mirror_kind: The way to mirror the changes.
        swap_sides: Whether units, owners and medals change sides in the image.
    """
    if before is after or before.board is not after.board:
        return after
    place = mirror_mapping(after.board, mirror_kind)
    all_hexes = before.hexes.keys() | after.hexes.keys()
    changed_hexes = {h for h in all_hexes if before.at(h) is not after.at(h)}
    images = {}
    for hex_ in changed_hexes:
        image = place(hex_)
        if image in changed_hexes or image not in after.board:
            continue
        old = _mirror_image(before, before.at(hex_), mirror_kind, place, swap_sides)
        new = _mirror_image(after, after.at(hex_), mirror_kind, place, swap_sides)
        images[image] = _with_same_changes(after.at(image), old, new)
    unlabelled = before.labels.keys() - after.labels.keys()
    labels: dict[Hex, tuple[str, ...]] = {place(hex_): () for hex_ in unlabelled}
    return after.with_hexes(images).with_labels(labels)


def _mirror_image(
    scenario: Scenario,
    content: HexContent,
    mirror_kind: MirrorKind,
    place: Callable[[Hex], Hex],
    swap_sides: bool,
) -> HexContent:
    """Return the mirrored content of a hex, with the sides of pieces swapped if *swap_sides*."""
    mirrored = with_group_hexes_mapped(
        mirrored_content(content, mirror_kind, scenario.catalogue), place
    )
    return swapped_content(scenario, mirrored) if swap_sides else mirrored


def _with_same_changes(content: HexContent, old: HexContent, new: HexContent) -> HexContent:
    """Return the content with the differences between *old* and *new* applied to it."""
    for layer in _SINGLE_LAYERS:
        if getattr(old, layer) != getattr(new, layer):
            content = replace(content, **{layer: getattr(new, layer)})
    if old.tags == new.tags:
        return content
    return replace(content, tags=_tags_with_same_changes(content.tags, old.tags, new.tags))


def _tags_with_same_changes(
    tags: tuple[Tag, ...], old: tuple[Tag, ...], new: tuple[Tag, ...]
) -> tuple[Tag, ...]:
    removed_tags = [tag for tag in old if tag not in new]
    remaining_tags = [tag for tag in tags if tag not in removed_tags]
    return (*remaining_tags, *(tag for tag in new if tag not in old and tag not in remaining_tags))
