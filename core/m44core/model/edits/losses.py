"""The losses caused by an edit, listed for the author to decide on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.catalogue_types import Layer
from m44core.hexes import Hex
from m44core.model.edits.rule_hexes import rule_hexes
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, Piece, Unit
from m44core.values import dataclass


class LossKind(StrEnum):
    """The kind of a loss."""

    TERRAIN = "terrain"
    STRUCTURE = "structure"
    OBSTACLE = "obstacle"
    UNIT = "unit"
    TAG = "tag"
    LABEL = "label"
    GROUP = "hex of a group"  # a hex in the group of a tag or in a special rule
    UNKNOWN = "unknown entry"  # an unknown key of the file


@dataclass(frozen=True, slots=True)
class Loss:
    """A piece or entry that an edit loses.

    Attributes:
        kind: The kind of loss.
        name: The name of the piece in the .m44 format; for other losses, the text of the label,
            the tag or special rule with the lost hex, or the key of the unknown entry.
        hex: The hex before the edit.
        place: The name of that hex before the edit.
    """

    kind: LossKind
    name: str
    hex: Hex
    place: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """The result of an edit that can lose something.

    Attributes:
        scenario: The scenario after the edit.
        lost: The losses: contents of hexes first, then labels, then hexes of special rules.
    """

    scenario: Scenario
    lost: tuple[Loss, ...] = ()


def lost_contents(board: Board, hex_: Hex, content: HexContent) -> Iterator[Loss]:
    """Yield a loss for each piece, tag and unknown key on a hex of *board*; labels are left out."""
    place = _hex_name(board, hex_)
    for layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT):
        layer_content = content.on(layer)
        if isinstance(layer_content, Piece | Unit):
            yield Loss(LossKind(layer.value), layer_content.name, hex_, place)
    for tag in content.tags:
        yield Loss(LossKind.TAG, tag.name, hex_, place)
    for key in content.extra:
        yield Loss(LossKind.UNKNOWN, key, hex_, place)


def lost_label(board: Board, hex_: Hex, lines: tuple[str, ...]) -> Loss:
    """Return the loss of a label with the given lines; *board* names its hex."""
    return Loss(
        LossKind.LABEL, " / ".join(line.strip() for line in lines), hex_, _hex_name(board, hex_)
    )


def lost_groups(board: Board, content: HexContent, fits: Callable[[Hex], bool]) -> Iterator[Loss]:
    """Yield a loss for each hex in the groups of tags for which *fits* returns False."""
    for tag in content.tags:
        for hex_ in tag.group or ():
            if not fits(hex_):
                yield Loss(LossKind.GROUP, tag.name, hex_, _hex_name(board, hex_))


def lost_rule_hexes(scenario: Scenario, mapping: Callable[[Hex], Hex | None]) -> Iterator[Loss]:
    """Yield a loss for each hex in special rules that *mapping* maps to None."""
    board = scenario.board
    for rule, hex_ in rule_hexes(scenario.briefing):
        if mapping(hex_) is None:
            yield Loss(LossKind.GROUP, rule, hex_, _hex_name(board, hex_))


def _hex_name(board: Board, hex_: Hex) -> str:
    return board.name(hex_) if hex_ in board else f"column {hex_.col}, row {hex_.row}"
