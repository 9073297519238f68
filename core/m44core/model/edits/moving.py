"""Moving, duplicating, copying and pasting the contents of hexes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field, replace
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.model.edits.briefing_edits import set_briefing
from m44core.model.edits.contents import (
    FROM_THE_TOP,
    piece_on,
    row_major,
    with_group_hexes_mapped,
    with_groups_moved,
    with_piece,
    without,
)
from m44core.model.edits.losses import (
    Conversion,
    Loss,
    lost_contents,
    lost_groups,
    lost_label,
    lost_rule_hexes,
)
from m44core.model.edits.piece_edits import clear
from m44core.model.edits.rule_hexes import with_rule_hexes
from m44core.model.parts import EMPTY_HEX, HexContent, Tag
from m44core.model.scenario import Scenario
from m44core.values import dataclass

Lines = tuple[str, ...]
Pieces = Mapping[Hex, frozenset[Layer]]
"""The pieces that an edit is about: layers by hex."""

_GROUND, _PIECES = ("terrain", "structure"), ("obstacle", "unit", "tags")


class ClipParts(StrEnum):
    """The parts of a clip that are pasted."""

    ALL = "all"
    GROUND = "ground"  # tiles, structures and labels
    PIECES = "pieces"  # obstacles, units and tags


@dataclass(frozen=True, slots=True)
class Clip:
    """A copied part of a board, independent of its scenario.

    Attributes:
        anchor: The hex that is placed where the clip is pasted.
        area: The copied hexes, including empty ones.
        hexes: Their contents; empty ones are absent.
        labels: Their labels.
        alone: Whether it has single pieces, which when pasted only replace pieces of their layer.
        catalogue: The catalogue of its scenario.
    """

    anchor: Hex
    area: frozenset[Hex] = frozenset()
    hexes: Mapping[Hex, HexContent] = field(default_factory=dict)
    labels: Mapping[Hex, Lines] = field(default_factory=dict)
    alone: bool = False
    catalogue: Catalogue = field(default_factory=base_catalogue, compare=False, repr=False)

    def __bool__(self) -> bool:
        """Return whether there is anything to paste."""
        return bool(self.hexes or self.labels)


def move(scenario: Scenario, start: Hex, end: Hex, layer: Layer | None = None) -> Scenario:
    """Return the scenario with the contents of two hexes swapped, so that nothing is lost.

    Without a layer, all layers, the labels and the hexes in groups are swapped. With one, only
    that layer is; tags are added to those at *end* instead, and groups follow them. Nothing
    changes if either hex is off the board.
    """
    if start == end or start not in scenario.board or end not in scenario.board:
        return scenario
    if layer is Layer.TAG:
        return _with_moved_tags(scenario, start, end)
    if layer is not None:
        return _with_swapped_layer(scenario, start, end, layer)
    exchanged = scenario.with_hexes({start: scenario.at(end), end: scenario.at(start)})
    labels = scenario.labels
    exchanged = exchanged.with_labels({start: labels.get(end, ()), end: labels.get(start, ())})
    return with_groups_moved(exchanged, {start: end, end: start})


def move_tag(scenario: Scenario, start: Hex, tag_index: int, end: Hex) -> Scenario:
    """Return the scenario with one tag moved to another hex; unchanged without such a tag or hex.

    Groups follow the tag if it is the only one of its hex.
    """
    tags = scenario.at(start).tags
    if start == end or end not in scenario.board or not 0 <= tag_index < len(tags):
        return scenario
    if len(tags) == 1:
        return _with_moved_tags(scenario, start, end)
    left, there = (*tags[:tag_index], *tags[tag_index + 1 :]), scenario.at(end)
    joined = there.tags if tags[tag_index] in there.tags else (*there.tags, tags[tag_index])
    return scenario.with_hexes(
        {start: replace(scenario.at(start), tags=left), end: replace(there, tags=joined)}
    )


def duplicate(
    scenario: Scenario, start: Hex, end: Hex, layer: Layer | None = None, number: int = 0
) -> Scenario:
    """Return the scenario with the content of *start* copied to *end*.

    Without a layer everything is copied, including the label; with one, only that layer, of the
    tags the one with that *number*. Other content of *end* stays.
    """
    if start == end or end not in scenario.board:
        return scenario
    if layer is None:
        return duplicate_clip(scenario, copy(scenario, [start]), end).scenario
    here, there = scenario.at(start), scenario.at(end)
    if layer in (Layer.UNIT, Layer.BADGE):
        return scenario.with_hexes({end: replace(there, unit=here.unit or there.unit)})
    if layer is not Layer.TAG:
        piece = piece_on(here, layer) or piece_on(there, layer)
        return scenario.with_hexes({end: with_piece(there, layer, piece)})
    copied = (_without_hex(tag, end) for tag in here.tags[number : number + 1])
    joined = (*there.tags, *(tag for tag in copied if tag not in there.tags))
    return scenario.with_hexes({end: replace(there, tags=joined)})


def _without_hex(tag: Tag, hex_: Hex) -> Tag:
    """Return a tag without a hex in its group, because it is placed there."""
    return replace(tag, group=tag.group and tuple(h for h in tag.group if h != hex_))


def duplicate_all(scenario: Scenario, hexes: Iterable[Hex], start: Hex, end: Hex) -> Conversion:
    """Return the scenario with *hexes* copied by the offset from *start* to *end*.

    Other content below a copy stays, as in :func:`move_all`.
    """
    taken = [hex_ for hex_ in hexes if hex_ in scenario.board]
    if start == end or not taken:
        return Conversion(scenario)
    return duplicate_clip(scenario, copy(scenario, taken, anchor=start), end)


def copy(scenario: Scenario, hexes: Iterable[Hex], anchor: Hex | None = None) -> Clip:
    """Return a clip of *hexes*, anchored at *anchor* or else at its first hex, row by row."""
    taken = sorted(hexes, key=row_major)
    return Clip(
        anchor=anchor or next(iter(taken), Hex(0, 0)),
        area=frozenset(taken),
        hexes={h: scenario.hexes[h] for h in taken if h in scenario.hexes},
        labels={h: scenario.labels[h] for h in taken if h in scenario.labels},
        catalogue=scenario.catalogue,
    )


def paste(scenario: Scenario, clip: Clip, at: Hex, parts: ClipParts = ClipParts.ALL) -> Conversion:
    """Return the scenario with a clip pasted with its anchor at *at*, and what fell off the board.

    A hex of the clip with any content replaces the whole hex below; empty hexes and hexes without
    a label change nothing. Groups within the clip refer to the pasted hexes. If only the ground or
    only the pieces are pasted, or if the clip has single pieces, each layer replaces only itself.
    """
    if clip.alone:
        return duplicate_clip(scenario, _clip_parts(clip, parts), at)
    return _pasted(
        scenario, _clip_parts(clip, parts), at, lambda below, laid: _pasted_over(below, laid, parts)
    )


def duplicate_clip(scenario: Scenario, clip: Clip, at: Hex) -> Conversion:
    """Return the scenario with a clip pasted; its pieces only replace those of their layer."""
    return _pasted(scenario, clip, at, _merged)


def _pasted(
    scenario: Scenario,
    clip: Clip,
    at: Hex,
    combine: Callable[[HexContent, HexContent], HexContent],
) -> Conversion:
    board = scenario.board
    moves = _moves(clip.area, clip.anchor, at)
    lost: list[Loss] = []
    contents = {}
    for hex_, content in clip.hexes.items():
        if moves[hex_] not in board:
            lost += lost_contents(board, hex_, content)
            continue
        lost += lost_groups(board, content, lambda h: moves.get(h, h) in board)
        laid = with_group_hexes_mapped(content, _placement(board, moves))
        contents[moves[hex_]] = combine(scenario.at(moves[hex_]), laid)
    off = {h: lines for h, lines in clip.labels.items() if moves[h] not in board}
    labels = {moves[h]: lines for h, lines in clip.labels.items() if h not in off}
    lost += (lost_label(board, hex_, lines) for hex_, lines in off.items())
    return Conversion(scenario.with_hexes(contents).with_labels(labels), tuple(lost))


def _clip_parts(clip: Clip, parts: ClipParts) -> Clip:
    """Return a clip with only some of its parts."""
    if parts is ClipParts.ALL:
        return clip
    hexes = {h: _pasted_over(EMPTY_HEX, content, parts) for h, content in clip.hexes.items()}
    labels = clip.labels if parts is ClipParts.GROUND else {}
    return replace(
        clip, hexes={h: content for h, content in hexes.items() if content}, labels=labels
    )


def _pasted_over(below: HexContent, pasted: HexContent, parts: ClipParts) -> HexContent:
    """Return a content with some parts of another pasted over it."""
    if parts is ClipParts.ALL:
        return pasted
    return _merged(below, pasted, _GROUND if parts is ClipParts.GROUND else _PIECES)


def _merged(
    below: HexContent, pasted: HexContent, names: tuple[str, ...] = (*_GROUND, *_PIECES, "extra")
) -> HexContent:
    """Return a content with non-empty fields of another pasted over it."""
    return replace(below, **{name: getattr(pasted, name) or getattr(below, name) for name in names})


def move_all(scenario: Scenario, hexes: Iterable[Hex], start: Hex, end: Hex) -> Conversion:
    """Return the scenario with *hexes* moved by the offset from *start* to *end*, and the losses.

    A piece replaces that of its layer at its new hex; other content there stays. Moved hexes in
    groups and special rules are changed.
    """
    taken = [hex_ for hex_ in hexes if hex_ in scenario.board]
    if start == end or not taken:
        return Conversion(scenario)
    left = clear(scenario, taken)
    onto = _placement(scenario.board, _moves(taken, start, end))
    left = left.with_hexes({h: with_group_hexes_mapped(c, onto) for h, c in left.hexes.items()})
    left = set_briefing(left, with_rule_hexes(left.briefing, onto))
    pasted = duplicate_clip(left, copy(scenario, taken, anchor=start), end)
    return Conversion(pasted.scenario, (*pasted.lost, *lost_rule_hexes(scenario, onto)))


def _moves(hexes: Iterable[Hex], start: Hex, end: Hex) -> Mapping[Hex, Hex]:
    """Return the new place of each hex after a move from *start* to *end*."""
    right, down = end.col - start.col, end.row - start.row
    return {hex_: Hex(hex_.col + right, hex_.row + down) for hex_ in hexes}


def _placement(board: Board, moves: Mapping[Hex, Hex]) -> Callable[[Hex], Hex | None]:
    """Return a function that maps a hex after *moves*, to None if that is off the board."""

    def place(hex_: Hex) -> Hex | None:
        end = moves.get(hex_, hex_)
        return end if end in board else None

    return place


def _with_moved_tags(scenario: Scenario, start: Hex, end: Hex) -> Scenario:
    tags = scenario.at(start).tags
    if not tags:
        return scenario
    there = scenario.at(end)
    joined = (*there.tags, *(tag for tag in tags if tag not in there.tags))
    moved = scenario.with_hexes(
        {start: replace(scenario.at(start), tags=()), end: replace(there, tags=joined)}
    )
    return with_groups_moved(moved, {start: end})


def _with_swapped_layer(scenario: Scenario, start: Hex, end: Hex, layer: Layer) -> Scenario:
    """Swap one layer of two hexes; a badge moves with its unit (B-SPEC-08)."""
    here, there = scenario.at(start), scenario.at(end)
    if layer in (Layer.UNIT, Layer.BADGE):
        changes = {start: replace(here, unit=there.unit), end: replace(there, unit=here.unit)}
    else:
        changes = {
            start: with_piece(here, layer, piece_on(there, layer)),
            end: with_piece(there, layer, piece_on(here, layer)),
        }
    return scenario.with_hexes(changes)


def layers_of(content: HexContent) -> frozenset[Layer]:
    """Return the layers of a hex that are not empty."""
    return frozenset(layer for layer in FROM_THE_TOP if content.on(layer))


def count_pieces(scenario: Scenario, pieces: Pieces) -> int:
    """Return the number of pieces on the board; all tags of a hex count as one."""
    here = ((h, layers) for h, layers in pieces.items() if h in scenario.board)
    return sum(bool(scenario.at(h).on(layer)) for h, layers in here for layer in layers)


def only_pieces(scenario: Scenario, pieces: Pieces) -> Scenario:
    """Return the scenario with only some pieces on its board."""
    left = {h: _only_layers(scenario.at(h), layers) for h, layers in pieces.items()}
    return replace(scenario, hexes={h: c for h, c in left.items() if c}, labels={})


def clear_pieces(scenario: Scenario, pieces: Pieces) -> Scenario:
    """Return the scenario without some pieces."""
    here = {h: layers for h, layers in pieces.items() if h in scenario.board}
    return scenario.with_hexes(
        {h: _without_layers(scenario.at(h), each) for h, each in here.items()}
    )


def copy_pieces(scenario: Scenario, pieces: Pieces, anchor: Hex | None = None) -> Clip:
    """Return a clip of some pieces, which only replace pieces of their layer when pasted."""
    return replace(copy(only_pieces(scenario, pieces), pieces, anchor), alone=True)


def move_pieces(scenario: Scenario, pieces: Pieces, start: Hex, end: Hex) -> Conversion:
    """Return the scenario with some pieces moved from *start* to *end*, and the losses.

    A piece replaces that of its layer at its new hex. Hexes in groups and special rules stay.
    """
    if start == end or not pieces:
        return Conversion(scenario)
    left = clear_pieces(scenario, pieces)
    return duplicate_clip(left, copy_pieces(scenario, pieces, start), end)


def duplicate_pieces(scenario: Scenario, pieces: Pieces, start: Hex, end: Hex) -> Conversion:
    """Return the scenario with some pieces copied by the offset from *start* to *end*."""
    if start == end or not pieces:
        return Conversion(scenario)
    return duplicate_clip(scenario, copy_pieces(scenario, pieces, start), end)


def _only_layers(content: HexContent, layers: Collection[Layer]) -> HexContent:
    """Return a content with only some layers."""
    others = frozenset(FROM_THE_TOP) - frozenset(layers)
    return replace(_without_layers(content, others), extra=EMPTY_HEX.extra)


def _without_layers(content: HexContent, layers: Collection[Layer]) -> HexContent:
    for layer in layers:
        content = without(content, layer)
    return content
