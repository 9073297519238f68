"""Painting pieces on hexes and erasing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from m44core.catalogue.types import Layer, Side
from m44core.hexes import Hex
from m44core.model.edits.contents import FROM_THE_TOP, edited, piece_on, with_piece, without
from m44core.model.parts import EMPTY_HEX, HexContent, Piece
from m44core.model.scenario import Scenario


def paint(scenario: Scenario, layer: Layer, piece: Piece, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with a tile, structure or obstacle on *hexes*.

    It takes the place of what was there; other layers stay as they are.

    Raises:
        ValueError: the layer holds no pieces (units, badges, tags).
    """
    return edited(scenario, hexes, lambda content: with_piece(content, layer, piece))


def erase(scenario: Scenario, hexes: Iterable[Hex], layer: Layer | None = None) -> Scenario:
    """Return the scenario with one layer of *hexes* empty.

    Without a layer, the topmost thing of each hex goes: its label, else its
    last tag, its unit, its obstacle, its structure, its tile.
    """
    if layer is not None:
        return edited(scenario, hexes, lambda content: without(content, layer))
    wanted = set(hexes)
    labelled = wanted & scenario.labels.keys()
    erased = edited(scenario, wanted - labelled, _without_top)
    return erased.with_labels(dict.fromkeys(labelled, ()))


def clear(scenario: Scenario, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with nothing at all on *hexes*, labels and unknown keys included."""
    gone = list(hexes)
    emptied = edited(scenario, gone, lambda _content: EMPTY_HEX)
    return emptied.with_labels({hex_: () for hex_ in gone if hex_ in scenario.labels})


def set_piece_owner(
    scenario: Scenario, layer: Layer, owner: Side | None, hexes: Iterable[Hex]
) -> Scenario:
    """Return the scenario with another owner of the bunkers or sea walls on *hexes*."""
    return _repieced(scenario, layer, hexes, lambda piece: replace(piece, owner=owner))


def set_piece_behavior(
    scenario: Scenario, layer: Layer, behavior: str | None, hexes: Iterable[Hex]
) -> Scenario:
    """Return the scenario with another special rule, or none, for the pieces on *hexes*."""
    return _repieced(scenario, layer, hexes, lambda piece: replace(piece, behavior=behavior))


def set_orientation(
    scenario: Scenario, layer: Layer, orientation: int, hexes: Iterable[Hex]
) -> Scenario:
    """Return the scenario with the pieces on *hexes* turned to an orientation."""
    return _repieced(scenario, layer, hexes, lambda piece: replace(piece, orientation=orientation))


def _without_top(content: HexContent) -> HexContent:
    top = next((layer for layer in FROM_THE_TOP if content.on(layer)), None)
    if top is Layer.TAG:
        return replace(content, tags=content.tags[:-1])
    return without(content, top) if top else content


def _repieced(
    scenario: Scenario, layer: Layer, hexes: Iterable[Hex], change: Callable[[Piece], Piece]
) -> Scenario:
    """Change the pieces of a layer where there are any."""

    def edit(content: HexContent) -> HexContent:
        piece = piece_on(content, layer)
        return with_piece(content, layer, change(piece)) if piece else content

    return edited(scenario, hexes, edit)
