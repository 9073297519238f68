"""Moving, duplicating, copying and pasting what lies on hexes."""

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
    with_groups_moved,
    with_groups_placed,
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
"""On which layers of each hex the pieces lie that an edit is about."""

_GROUND, _PIECES = ("terrain", "structure"), ("obstacle", "unit", "tags")


class ClipParts(StrEnum):
    """What of a clip is laid down."""

    ALL = "all"
    GROUND = "ground"  # tiles, structures and labels
    PIECES = "pieces"  # obstacles, units and tags


@dataclass(frozen=True, slots=True)
class Clip:
    """A part of a board to paste elsewhere; it does not change when the scenario does.

    Attributes:
        anchor: The hex that will lie where the clip is pasted.
        area: The copied hexes, the empty ones too.
        hexes: What lies on them; empty ones are absent.
        labels: Their labels.
        alone: Whether it is of single pieces: pasted, they replace their like and nothing else.
        catalogue: What is known of its pieces: that of the scenario it is of.
    """

    anchor: Hex
    area: frozenset[Hex] = frozenset()
    hexes: Mapping[Hex, HexContent] = field(default_factory=dict)
    labels: Mapping[Hex, Lines] = field(default_factory=dict)
    alone: bool = False
    catalogue: Catalogue = field(default_factory=base_catalogue, compare=False, repr=False)

    def __bool__(self) -> bool:
        """Tell whether there is anything to paste."""
        return bool(self.hexes or self.labels)


def move(scenario: Scenario, start: Hex, end: Hex, layer: Layer | None = None) -> Scenario:
    """Return the scenario with two hexes' contents exchanged, so that nothing is lost.

    Without a layer all layers, the labels and the groups that speak of either
    hex are exchanged. With one, only the things of that layer are; tags join
    those at *end* instead, and groups follow them. Nothing happens where
    either hex is off the board.
    """
    if start == end or start not in scenario.board or end not in scenario.board:
        return scenario
    if layer is Layer.TAG:
        return _tags_moved(scenario, start, end)
    if layer is not None:
        return _layer_exchanged(scenario, start, end, layer)
    exchanged = scenario.with_hexes({start: scenario.at(end), end: scenario.at(start)})
    labels = scenario.labels
    exchanged = exchanged.with_labels({start: labels.get(end, ()), end: labels.get(start, ())})
    return with_groups_moved(exchanged, {start: end, end: start})


def move_tag(scenario: Scenario, start: Hex, number: int, end: Hex) -> Scenario:
    """Return the scenario with one tag of a hex on another; no such tag or hex, no change.

    Groups follow the last tag of a hex; those of its other tags stay where they are.
    """
    tags = scenario.at(start).tags
    if start == end or end not in scenario.board or not 0 <= number < len(tags):
        return scenario
    if len(tags) == 1:
        return _tags_moved(scenario, start, end)
    left, there = (*tags[:number], *tags[number + 1 :]), scenario.at(end)
    joined = there.tags if tags[number] in there.tags else (*there.tags, tags[number])
    return scenario.with_hexes(
        {start: replace(scenario.at(start), tags=left), end: replace(there, tags=joined)}
    )


def duplicate(
    scenario: Scenario, start: Hex, end: Hex, layer: Layer | None = None, number: int = 0
) -> Scenario:
    """Return the scenario with what lies on *start* on *end* as well.

    Without a layer that is all of it, its label included; with one, its piece alone, of
    several tags the one with that *number*. What else lies on *end* stays.
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
    """Return a tag whose group does not name a hex, which is to be its own."""
    return replace(tag, group=tag.group and tuple(h for h in tag.group if h != hex_))


def duplicate_all(scenario: Scenario, hexes: Iterable[Hex], start: Hex, end: Hex) -> Conversion:
    """Return the scenario with *hexes* once more, the way from *start* to *end* away.

    What lies beneath a copy stays, as by :func:`move_all`.
    """
    taken = [hex_ for hex_ in hexes if hex_ in scenario.board]
    if start == end or not taken:
        return Conversion(scenario)
    return duplicate_clip(scenario, copy(scenario, taken, anchor=start), end)


def copy(scenario: Scenario, hexes: Iterable[Hex], anchor: Hex | None = None) -> Clip:
    """Return a clip of *hexes*, held by *anchor* or else by its first hex, row by row."""
    taken = sorted(hexes, key=row_major)
    return Clip(
        anchor=anchor or next(iter(taken), Hex(0, 0)),
        area=frozenset(taken),
        hexes={h: scenario.hexes[h] for h in taken if h in scenario.hexes},
        labels={h: scenario.labels[h] for h in taken if h in scenario.labels},
        catalogue=scenario.catalogue,
    )


def paste(scenario: Scenario, clip: Clip, at: Hex, parts: ClipParts = ClipParts.ALL) -> Conversion:
    """Return the scenario with a clip laid down so that its anchor is *at*, and what fell off.

    A hex of the clip with anything on it replaces all of the hex below; empty
    hexes of a clip and hexes without a label leave what is there. Groups
    within the clip speak of the pasted hexes, other groups stay. Where only
    the ground or only the pieces are laid down, each replaces its like, and all else stays; so do
    the pieces of a clip of single pieces.
    """
    if clip.alone:
        return duplicate_clip(scenario, _clip_parts(clip, parts), at)
    return _pasted(
        scenario, _clip_parts(clip, parts), at, lambda below, laid: _over(below, laid, parts)
    )


def duplicate_clip(scenario: Scenario, clip: Clip, at: Hex) -> Conversion:
    """Return the scenario with a clip laid down; its pieces replace their like, all else stays."""
    return _pasted(scenario, clip, at, _merged)


def _pasted(
    scenario: Scenario,
    clip: Clip,
    at: Hex,
    over: Callable[[HexContent, HexContent], HexContent],
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
        laid = with_groups_placed(content, _placement(board, moves))
        contents[moves[hex_]] = over(scenario.at(moves[hex_]), laid)
    off = {h: lines for h, lines in clip.labels.items() if moves[h] not in board}
    labels = {moves[h]: lines for h, lines in clip.labels.items() if h not in off}
    lost += (lost_label(board, hex_, lines) for hex_, lines in off.items())
    return Conversion(scenario.with_hexes(contents).with_labels(labels), tuple(lost))


def _clip_parts(clip: Clip, parts: ClipParts) -> Clip:
    """Return a clip with nothing but what is to be laid down."""
    if parts is ClipParts.ALL:
        return clip
    hexes = {h: _over(EMPTY_HEX, content, parts) for h, content in clip.hexes.items()}
    labels = clip.labels if parts is ClipParts.GROUND else {}
    return replace(
        clip, hexes={h: content for h, content in hexes.items() if content}, labels=labels
    )


def _over(below: HexContent, laid: HexContent, parts: ClipParts) -> HexContent:
    """Return what lies on a hex where parts of a content are laid over another."""
    if parts is ClipParts.ALL:
        return laid
    return _merged(below, laid, _GROUND if parts is ClipParts.GROUND else _PIECES)


def _merged(
    below: HexContent, laid: HexContent, names: tuple[str, ...] = (*_GROUND, *_PIECES, "extra")
) -> HexContent:
    """Return a content over another one, which keeps what the first has none of."""
    return replace(below, **{name: getattr(laid, name) or getattr(below, name) for name in names})


def move_all(scenario: Scenario, hexes: Iterable[Hex], start: Hex, end: Hex) -> Conversion:
    """Return the scenario with *hexes* moved by the way from *start* to *end*, and what fell off.

    A piece takes the place of its like where it goes, and what else lies there stays; groups and
    options that speak of moved hexes follow them.
    """
    taken = [hex_ for hex_ in hexes if hex_ in scenario.board]
    if start == end or not taken:
        return Conversion(scenario)
    left = clear(scenario, taken)
    onto = _placement(scenario.board, _moves(taken, start, end))
    left = left.with_hexes({h: with_groups_placed(c, onto) for h, c in left.hexes.items()})
    left = set_briefing(left, with_rule_hexes(left.briefing, onto))
    pasted = duplicate_clip(left, copy(scenario, taken, anchor=start), end)
    return Conversion(pasted.scenario, (*pasted.lost, *lost_rule_hexes(scenario, onto)))


def _moves(hexes: Iterable[Hex], start: Hex, end: Hex) -> Mapping[Hex, Hex]:
    """Return where each hex goes; the way between two hexes leads every hex to a hex."""
    right, down = end.col - start.col, end.row - start.row
    return {hex_: Hex(hex_.col + right, hex_.row + down) for hex_ in hexes}


def _placement(board: Board, moves: Mapping[Hex, Hex]) -> Callable[[Hex], Hex | None]:
    """Return where groups find a hex after *moves*: None if that is off the board."""

    def place(hex_: Hex) -> Hex | None:
        end = moves.get(hex_, hex_)
        return end if end in board else None

    return place


def _tags_moved(scenario: Scenario, start: Hex, end: Hex) -> Scenario:
    tags = scenario.at(start).tags
    if not tags:
        return scenario
    there = scenario.at(end)
    joined = (*there.tags, *(tag for tag in tags if tag not in there.tags))
    moved = scenario.with_hexes(
        {start: replace(scenario.at(start), tags=()), end: replace(there, tags=joined)}
    )
    return with_groups_moved(moved, {start: end})


def _layer_exchanged(scenario: Scenario, start: Hex, end: Hex, layer: Layer) -> Scenario:
    """Exchange the things of one layer; a badge goes with its unit (B-SPEC-08)."""
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
    """Return the layers on which anything lies on a hex."""
    return frozenset(layer for layer in FROM_THE_TOP if content.on(layer))


def count_pieces(scenario: Scenario, pieces: Pieces) -> int:
    """Return how many of some pieces are on the board; those of one layer of a hex count as one."""
    here = ((h, layers) for h, layers in pieces.items() if h in scenario.board)
    return sum(bool(scenario.at(h).on(layer)) for h, layers in here for layer in layers)


def only_pieces(scenario: Scenario, pieces: Pieces) -> Scenario:
    """Return the scenario with nothing on its board but some pieces."""
    left = {h: _only(scenario.at(h), layers) for h, layers in pieces.items()}
    return replace(scenario, hexes={h: c for h, c in left.items() if c}, labels={})


def clear_pieces(scenario: Scenario, pieces: Pieces) -> Scenario:
    """Return the scenario without some pieces."""
    here = {h: layers for h, layers in pieces.items() if h in scenario.board}
    return scenario.with_hexes(
        {h: _without_layers(scenario.at(h), each) for h, each in here.items()}
    )


def copy_pieces(scenario: Scenario, pieces: Pieces, anchor: Hex | None = None) -> Clip:
    """Return a clip of some pieces, laid over what lies below."""
    return replace(copy(only_pieces(scenario, pieces), pieces, anchor), alone=True)


def move_pieces(scenario: Scenario, pieces: Pieces, start: Hex, end: Hex) -> Conversion:
    """Return the scenario with some pieces moved by the way from *start* to *end*.

    A piece takes the place of its like where it goes. What falls off the board is among the
    losses. Groups of objectives and special rules, which speak of hexes, stay.
    """
    if start == end or not pieces:
        return Conversion(scenario)
    left = clear_pieces(scenario, pieces)
    return duplicate_clip(left, copy_pieces(scenario, pieces, start), end)


def duplicate_pieces(scenario: Scenario, pieces: Pieces, start: Hex, end: Hex) -> Conversion:
    """Return the scenario with some pieces once more, the way from *start* to *end* away."""
    if start == end or not pieces:
        return Conversion(scenario)
    return duplicate_clip(scenario, copy_pieces(scenario, pieces, start), end)


def _only(content: HexContent, layers: Collection[Layer]) -> HexContent:
    """Return a content with the pieces of some layers alone."""
    others = frozenset(FROM_THE_TOP) - frozenset(layers)
    return replace(_without_layers(content, others), extra=EMPTY_HEX.extra)


def _without_layers(content: HexContent, layers: Collection[Layer]) -> HexContent:
    for layer in layers:
        content = without(content, layer)
    return content
