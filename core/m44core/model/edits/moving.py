"""Moving, duplicating, copying and pasting the contents of hexes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field, replace
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.model.edits.briefing_edits import set_briefing
from m44core.model.edits.contents import (
    LAYERS_FROM_TOP,
    piece_on,
    row_major_key,
    with_group_hexes_mapped,
    with_groups_moved,
    with_piece,
    without_layer,
)
from m44core.model.edits.losses import (
    Conversion,
    Loss,
    lost_contents,
    lost_groups,
    lost_label,
    lost_rule_hexes,
)
from m44core.model.edits.piece_edits import clear_hexes
from m44core.model.edits.rule_hexes import with_rule_hexes
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import EMPTY_HEX, HexContent, Tag
from m44core.values import dataclass

Lines = tuple[str, ...]
Pieces = Mapping[Hex, frozenset[Layer]]
"""The pieces to edit: layers by hex."""

_GROUND, _PIECES = ("terrain", "structure"), ("obstacle", "unit", "tags")


class ClipParts(StrEnum):
    """The parts of a clip to paste."""

    ALL = "all"
    GROUND = "ground"  # tiles, structures and labels
    PIECES = "pieces"  # obstacles, units and tags


@dataclass(frozen=True, slots=True)
class Clip:
    """A copied part of a board, independent of its scenario.

    Attributes:
        anchor: The hex that lands on the hex where the clip is pasted.
        area: The copied hexes, including empty ones.
        hexes: The contents of these hexes; empty ones are absent.
        labels: The labels on these hexes.
        has_individual_pieces: Whether it contains individual pieces, which only replace pieces of
            their own layer when pasted.
        catalogue: The catalogue of the scenario it was copied from.
    """

    anchor: Hex
    area: frozenset[Hex] = frozenset()
    hexes: Mapping[Hex, HexContent] = field(default_factory=dict)
    labels: Mapping[Hex, Lines] = field(default_factory=dict)
    has_individual_pieces: bool = False
    catalogue: Catalogue = field(default_factory=base_catalogue, compare=False, repr=False)

    def __bool__(self) -> bool:
        """Return whether there is anything to paste."""
        return bool(self.hexes or self.labels)


def move_or_swap(scenario: Scenario, start: Hex, end: Hex, layer: Layer | None = None) -> Scenario:
    """Return the scenario with the contents of two hexes swapped; nothing is lost.

    Without a layer, everything is swapped: all layers, the labels and the hexes in groups.
    Otherwise only that layer is swapped; on the layer of tags, the tags of *start* are instead
    added to those of *end*, and groups follow them. The scenario is unchanged if either hex is off
    the board.
    """
    if start == end or start not in scenario.board or end not in scenario.board:
        return scenario
    if layer is Layer.TAG:
        return _with_moved_tags(scenario, start, end)
    if layer is not None:
        return _with_swapped_layer(scenario, start, end, layer)
    swapped = scenario.with_hexes({start: scenario.at(end), end: scenario.at(start)})
    labels = scenario.labels
    swapped = swapped.with_labels({start: labels.get(end, ()), end: labels.get(start, ())})
    return with_groups_moved(swapped, {start: end, end: start})


def move_tag(scenario: Scenario, start: Hex, tag_index: int, end: Hex) -> Scenario:
    """Return the scenario with one tag moved to a different hex.

    Groups follow the tag if it is the only one on its hex. The scenario is unchanged if there is
    no such tag or hex.
    """
    tags = scenario.at(start).tags
    if start == end or end not in scenario.board or not 0 <= tag_index < len(tags):
        return scenario
    if len(tags) == 1:
        return _with_moved_tags(scenario, start, end)
    remaining_tags, target_content = (*tags[:tag_index], *tags[tag_index + 1 :]), scenario.at(end)
    target_tags = (
        target_content.tags
        if tags[tag_index] in target_content.tags
        else (*target_content.tags, tags[tag_index])
    )
    return scenario.with_hexes(
        {
            start: replace(scenario.at(start), tags=remaining_tags),
            end: replace(target_content, tags=target_tags),
        }
    )


def duplicate_content(
    scenario: Scenario, start: Hex, end: Hex, layer: Layer | None = None, number: int = 0
) -> Scenario:
    """Return the scenario with the content of *start* copied to *end*.

    Without a layer everything is copied, including the label; otherwise only that layer, and on
    the layer of tags only the tag with the index *number*, and for a badge also its unit. Other
    content of *end* stays.
    """
    if start == end or end not in scenario.board:
        return scenario
    if layer is None:
        return paste_merged(scenario, copy_hexes(scenario, [start]), end).scenario
    source_content, target_content = scenario.at(start), scenario.at(end)
    if layer in (Layer.UNIT, Layer.BADGE):
        return scenario.with_hexes(
            {end: replace(target_content, unit=source_content.unit or target_content.unit)}
        )
    if layer is not Layer.TAG:
        piece = piece_on(source_content, layer) or piece_on(target_content, layer)
        return scenario.with_hexes({end: with_piece(target_content, layer, piece)})
    copied_tags = (_without_hex(tag, end) for tag in source_content.tags[number : number + 1])
    target_tags = (
        *target_content.tags,
        *(tag for tag in copied_tags if tag not in target_content.tags),
    )
    return scenario.with_hexes({end: replace(target_content, tags=target_tags)})


def _without_hex(tag: Tag, hex_: Hex) -> Tag:
    """Return a tag with *hex_* removed from its group."""
    return replace(tag, group=tag.group and tuple(h for h in tag.group if h != hex_))


def duplicate_hexes(scenario: Scenario, hexes: Iterable[Hex], start: Hex, end: Hex) -> Conversion:
    """Return the scenario with *hexes* copied by the offset from *start* to *end*, and the losses.

    Other content under a copy stays, as in :func:`move_hexes`.
    """
    hexes_on_board = [hex_ for hex_ in hexes if hex_ in scenario.board]
    if start == end or not hexes_on_board:
        return Conversion(scenario)
    return paste_merged(scenario, copy_hexes(scenario, hexes_on_board, anchor=start), end)


def copy_hexes(scenario: Scenario, hexes: Iterable[Hex], anchor: Hex | None = None) -> Clip:
    """Return a clip of *hexes*; by default its anchor is the first of them, row by row."""
    sorted_hexes = sorted(hexes, key=row_major_key)
    return Clip(
        anchor=anchor or next(iter(sorted_hexes), Hex(0, 0)),
        area=frozenset(sorted_hexes),
        hexes={h: scenario.hexes[h] for h in sorted_hexes if h in scenario.hexes},
        labels={h: scenario.labels[h] for h in sorted_hexes if h in scenario.labels},
        catalogue=scenario.catalogue,
    )


def paste_clip(
    scenario: Scenario, clip: Clip, at: Hex, parts: ClipParts = ClipParts.ALL
) -> Conversion:
    """Return the scenario with a clip pasted with its anchor at *at*, and the losses.

    Each hex of the clip that has content replaces all content of the hex below; empty hexes and
    missing labels change nothing. Groups within the clip refer to the pasted hexes. If only the
    ground or only the pieces are pasted, or if the clip has individual pieces, each layer replaces
    only the same layer. Whatever would be off the board is lost.
    """
    if clip.has_individual_pieces:
        return paste_merged(scenario, _clip_with_parts(clip, parts), at)
    return _paste_with(
        scenario,
        _clip_with_parts(clip, parts),
        at,
        lambda below, pasted: _pasted_over(below, pasted, parts),
    )


def paste_merged(scenario: Scenario, clip: Clip, at: Hex) -> Conversion:
    """Return the scenario with a clip pasted, and the losses.

    Pieces only replace pieces of the same layer.
    """
    return _paste_with(scenario, clip, at, _merged_content)


def _paste_with(
    scenario: Scenario,
    clip: Clip,
    at: Hex,
    combine: Callable[[HexContent, HexContent], HexContent],
) -> Conversion:
    board = scenario.board
    moves = _new_places(clip.area, clip.anchor, at)
    losses: list[Loss] = []
    contents = {}
    for hex_, content in clip.hexes.items():
        if moves[hex_] not in board:
            losses += lost_contents(board, hex_, content)
            continue
        losses += lost_groups(board, content, lambda h: moves.get(h, h) in board)
        pasted_content = with_group_hexes_mapped(content, _placement(board, moves))
        contents[moves[hex_]] = combine(scenario.at(moves[hex_]), pasted_content)
    lost_labels = {h: lines for h, lines in clip.labels.items() if moves[h] not in board}
    labels = {moves[h]: lines for h, lines in clip.labels.items() if h not in lost_labels}
    losses += (lost_label(board, hex_, lines) for hex_, lines in lost_labels.items())
    return Conversion(scenario.with_hexes(contents).with_labels(labels), tuple(losses))


def _clip_with_parts(clip: Clip, parts: ClipParts) -> Clip:
    """Return a clip with only the given parts."""
    if parts is ClipParts.ALL:
        return clip
    hexes = {h: _pasted_over(EMPTY_HEX, content, parts) for h, content in clip.hexes.items()}
    labels = clip.labels if parts is ClipParts.GROUND else {}
    return replace(
        clip, hexes={h: content for h, content in hexes.items() if content}, labels=labels
    )


def _pasted_over(
    content_below: HexContent, pasted_content: HexContent, parts: ClipParts
) -> HexContent:
    """Return *content_below* overlaid with the given parts of *pasted_content*.

    If all parts are given, *pasted_content* alone is returned.
    """
    if parts is ClipParts.ALL:
        return pasted_content
    return _merged_content(
        content_below, pasted_content, _GROUND if parts is ClipParts.GROUND else _PIECES
    )


def _merged_content(
    content_below: HexContent,
    pasted_content: HexContent,
    names: tuple[str, ...] = (*_GROUND, *_PIECES, "extra"),
) -> HexContent:
    """Return *content_below* overlaid with the non-empty fields *names* of *pasted_content*."""
    return replace(
        content_below,
        **{name: getattr(pasted_content, name) or getattr(content_below, name) for name in names},
    )


def move_hexes(scenario: Scenario, hexes: Iterable[Hex], start: Hex, end: Hex) -> Conversion:
    """Return the scenario with *hexes* moved by the offset from *start* to *end*, and the losses.

    A moved piece replaces the piece of the same layer at its new hex; other content there stays.
    Groups and special rules refer to the new hexes.
    """
    hexes_on_board = [hex_ for hex_ in hexes if hex_ in scenario.board]
    if start == end or not hexes_on_board:
        return Conversion(scenario)
    cleared_scenario = clear_hexes(scenario, hexes_on_board)
    placement = _placement(scenario.board, _new_places(hexes_on_board, start, end))
    cleared_scenario = cleared_scenario.with_hexes(
        {h: with_group_hexes_mapped(c, placement) for h, c in cleared_scenario.hexes.items()}
    )
    cleared_scenario = set_briefing(
        cleared_scenario, with_rule_hexes(cleared_scenario.briefing, placement)
    )
    pasted = paste_merged(cleared_scenario, copy_hexes(scenario, hexes_on_board, anchor=start), end)
    return Conversion(pasted.scenario, (*pasted.lost, *lost_rule_hexes(scenario, placement)))


def _new_places(hexes: Iterable[Hex], start: Hex, end: Hex) -> Mapping[Hex, Hex]:
    """Return the new place of each hex when all are moved by the offset from *start* to *end*."""
    col_offset, row_offset = end.col - start.col, end.row - start.row
    return {hex_: Hex(hex_.col + col_offset, hex_.row + row_offset) for hex_ in hexes}


def _placement(board: Board, moves: Mapping[Hex, Hex]) -> Callable[[Hex], Hex | None]:
    """Return a function that maps a hex by *moves*, or to None if the result is off the board."""

    def place(hex_: Hex) -> Hex | None:
        end = moves.get(hex_, hex_)
        return end if end in board else None

    return place


def _with_moved_tags(scenario: Scenario, start: Hex, end: Hex) -> Scenario:
    tags = scenario.at(start).tags
    if not tags:
        return scenario
    target_content = scenario.at(end)
    target_tags = (*target_content.tags, *(tag for tag in tags if tag not in target_content.tags))
    with_tags = scenario.with_hexes(
        {
            start: replace(scenario.at(start), tags=()),
            end: replace(target_content, tags=target_tags),
        }
    )
    return with_groups_moved(with_tags, {start: end})


def _with_swapped_layer(scenario: Scenario, start: Hex, end: Hex, layer: Layer) -> Scenario:
    """Return the scenario with one layer of two hexes swapped.

    A badge moves with its unit (B-SPEC-08).
    """
    source_content, target_content = scenario.at(start), scenario.at(end)
    if layer in (Layer.UNIT, Layer.BADGE):
        changes = {
            start: replace(source_content, unit=target_content.unit),
            end: replace(target_content, unit=source_content.unit),
        }
    else:
        changes = {
            start: with_piece(source_content, layer, piece_on(target_content, layer)),
            end: with_piece(target_content, layer, piece_on(source_content, layer)),
        }
    return scenario.with_hexes(changes)


def layers_of(content: HexContent) -> frozenset[Layer]:
    """Return the non-empty layers of a hex."""
    return frozenset(layer for layer in LAYERS_FROM_TOP if content.on(layer))


def count_pieces(scenario: Scenario, pieces: Pieces) -> int:
    """Return the number of *pieces* that exist on the board; all tags of a hex count as one."""
    pieces_on_board = ((h, layers) for h, layers in pieces.items() if h in scenario.board)
    return sum(bool(scenario.at(h).on(layer)) for h, layers in pieces_on_board for layer in layers)


def with_only_pieces(scenario: Scenario, pieces: Pieces) -> Scenario:
    """Return the scenario with only the given pieces on its board, without labels."""
    contents = {h: _with_only_layers(scenario.at(h), layers) for h, layers in pieces.items()}
    return replace(scenario, hexes={h: c for h, c in contents.items() if c}, labels={})


def clear_pieces(scenario: Scenario, pieces: Pieces) -> Scenario:
    """Return the scenario without the given pieces."""
    pieces_on_board = {h: layers for h, layers in pieces.items() if h in scenario.board}
    return scenario.with_hexes(
        {h: _without_layers(scenario.at(h), each) for h, each in pieces_on_board.items()}
    )


def copy_pieces(scenario: Scenario, pieces: Pieces, anchor: Hex | None = None) -> Clip:
    """Return a clip of the given pieces, which only replace their own layer when pasted.

    The default anchor is chosen as in :func:`copy_hexes`.
    """
    return replace(
        copy_hexes(with_only_pieces(scenario, pieces), pieces, anchor), has_individual_pieces=True
    )


def move_pieces(scenario: Scenario, pieces: Pieces, start: Hex, end: Hex) -> Conversion:
    """Return the scenario with pieces moved by the offset from *start* to *end*, and the losses.

    A moved piece replaces the piece of the same layer at its new hex. Hexes in groups and special
    rules do not change.
    """
    if start == end or not pieces:
        return Conversion(scenario)
    cleared_scenario = clear_pieces(scenario, pieces)
    return paste_merged(cleared_scenario, copy_pieces(scenario, pieces, start), end)


def duplicate_pieces(scenario: Scenario, pieces: Pieces, start: Hex, end: Hex) -> Conversion:
    """Return the scenario with pieces copied by the offset from *start* to *end*, and the losses.

    A copied piece replaces the piece of the same layer at its new hex.
    """
    if start == end or not pieces:
        return Conversion(scenario)
    return paste_merged(scenario, copy_pieces(scenario, pieces, start), end)


def _with_only_layers(content: HexContent, layers: Collection[Layer]) -> HexContent:
    """Return the content with only the given layers."""
    other_layers = frozenset(LAYERS_FROM_TOP) - frozenset(layers)
    return replace(_without_layers(content, other_layers), extra=EMPTY_HEX.extra)


def _without_layers(content: HexContent, layers: Collection[Layer]) -> HexContent:
    for layer in layers:
        content = without_layer(content, layer)
    return content
