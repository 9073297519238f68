"""What an edit loses, listed so that the author can decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum

from m44core.board import Board
from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.model.edits.rule_hexes import rule_hexes
from m44core.model.parts import HexContent, Piece, Unit
from m44core.model.scenario import Scenario
from m44core.values import dataclass


class LossKind(StrEnum):
    """What kind of thing is lost."""

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
    """One thing that an edit loses.

    Attributes:
        kind: Its kind.
        name: Its name in the .m44 format; the text of a label; the tag or special rule with a
            lost hex; the key of an unknown entry.
        hex: Its hex before the edit.
        place: The name of that hex before the edit.
    """

    kind: LossKind
    name: str
    hex: Hex
    place: str


@dataclass(frozen=True, slots=True)
class Conversion:
    """A scenario after an edit that may lose something.

    Attributes:
        scenario: The scenario after the edit.
        lost: What it has lost, row by row.
    """

    scenario: Scenario
    lost: tuple[Loss, ...] = ()


def lost_contents(board: Board, hex_: Hex, content: HexContent) -> Iterator[Loss]:
    """Yield the losses of everything on a hex of *board*."""
    place = _hex_name(board, hex_)
    for layer in (Layer.TERRAIN, Layer.STRUCTURE, Layer.OBSTACLE, Layer.UNIT):
        thing = content.on(layer)
        if isinstance(thing, Piece | Unit):
            yield Loss(LossKind(layer.value), thing.name, hex_, place)
    for tag in content.tags:
        yield Loss(LossKind.TAG, tag.name, hex_, place)
    for key in content.extra:
        yield Loss(LossKind.UNKNOWN, key, hex_, place)


def lost_label(board: Board, hex_: Hex, lines: tuple[str, ...]) -> Loss:
    """Return the loss of a label."""
    return Loss(
        LossKind.LABEL, " / ".join(line.strip() for line in lines), hex_, _hex_name(board, hex_)
    )


def lost_groups(board: Board, content: HexContent, fits: Callable[[Hex], bool]) -> Iterator[Loss]:
    """Yield the losses of hexes in groups of tags that do not fit."""
    for tag in content.tags:
        for hex_ in tag.group or ():
            if not fits(hex_):
                yield Loss(LossKind.GROUP, tag.name, hex_, _hex_name(board, hex_))


def lost_rule_hexes(scenario: Scenario, place: Callable[[Hex], Hex | None]) -> Iterator[Loss]:
    """Yield the losses of hexes in special rules that *place* maps to None."""
    board = scenario.board
    for rule, hex_ in rule_hexes(scenario.briefing):
        if place(hex_) is None:
            yield Loss(LossKind.GROUP, rule, hex_, _hex_name(board, hex_))


def _hex_name(board: Board, hex_: Hex) -> str:
    return board.name(hex_) if hex_ in board else f"column {hex_.col}, row {hex_.row}"
