"""Words of special rules that both formats write alike: cards, terrain, choices."""

from __future__ import annotations

from enum import StrEnum

from m44core.catalogue.cards import load_cards
from m44core.catalogue.load import base_catalogue
from m44core.catalogue.types import Layer, pack_of
from m44core.model.declared import OfCard, OfTerrain, OneOf
from m44core.model.rule_parts import CardKey, TerrainKey


def word_said(
    shape: OfCard | OfTerrain | OneOf, raw: object
) -> CardKey | TerrainKey | StrEnum | None:
    """Return what a value names, or None where there is no such thing."""
    match shape:
        case OfCard() if any(card.key == raw for card in load_cards()):
            return CardKey(str(raw))
        case OfTerrain() if isinstance(raw, str) and _is_terrain(raw):
            return TerrainKey(raw)
        case OneOf() if raw in [*shape.made]:
            return shape.made(str(raw))
    return None


def _is_terrain(word: str) -> bool:
    """Tell whether a word is a tile's, as far as one can tell without the packs at hand."""
    return bool(pack_of(word) or base_catalogue().by_key(Layer.TERRAIN, word))
