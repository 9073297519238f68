"""Replacing every piece of a kind by another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.types import Layer
from m44core.hexes import Hex
from m44core.model.edits.contents import edited, piece_on, with_piece
from m44core.model.parts import HexContent, Piece
from m44core.model.scenario import Scenario

Kind = tuple[Layer, str]
"""What pieces of a kind share: their layer and their name."""

_LAYERS = (Layer.UNIT, Layer.OBSTACLE, Layer.STRUCTURE, Layer.TERRAIN)


def kinds(scenario: Scenario, hexes: Iterable[Hex]) -> Mapping[Kind, int]:
    """Return how many pieces of each kind lie on *hexes*, units first, then from the top down."""
    count = Counter(kind for hex_ in hexes for kind in kinds_on(scenario.at(hex_)))
    return dict(sorted(count.items(), key=lambda item: (_LAYERS.index(item[0][0]), item[0][1])))


def kinds_on(content: HexContent) -> tuple[Kind, ...]:
    """Return the kinds of the pieces on a hex, the uppermost first."""
    return tuple((layer, name) for layer in _LAYERS if (name := _name(content, layer)))


def replace_kind(scenario: Scenario, kind: Kind, name: str, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with another piece for each of a kind on *hexes*.

    It keeps how the old one lies, if it can lie so, its owner, figures, badge and special rule.
    """
    catalogue, (layer, old) = scenario.catalogue, kind
    here = [hex_ for hex_ in hexes if _name(scenario.at(hex_), layer) == old]
    return edited(scenario, here, lambda content: _renamed(content, layer, name, catalogue))


def _name(content: HexContent, layer: Layer) -> str:
    if layer is Layer.UNIT:
        return content.unit.name if content.unit else ""
    piece = piece_on(content, layer)
    return piece.name if piece else ""


def _renamed(content: HexContent, layer: Layer, name: str, catalogue: Catalogue) -> HexContent:
    if layer is Layer.UNIT:
        return replace(content, unit=content.unit and replace(content.unit, name=name))
    piece = piece_on(content, layer)
    return with_piece(content, layer, _as(piece, name, catalogue)) if piece else content


def _as(piece: Piece, name: str, catalogue: Catalogue) -> Piece:
    element = catalogue.get(name)
    fits = element is None or piece.orientation <= element.orientations
    return replace(piece, name=name, orientation=piece.orientation if fits else 1)
