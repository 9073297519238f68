"""The functions of tokens on hexes, determined by their kind or their special rule."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from m44core.catalogue.catalogue_types import Element
from m44core.model.scenario_parts import Tag


class TokenFunction(StrEnum):
    """The function of a token."""

    OBJECTIVE = "objective"
    EXIT = "exit"
    MINEFIELD = "minefield"
    CAMOUFLAGE = "camouflage"


class TagRule(StrEnum):
    """The keys of the special rules of tokens that the program understands."""

    EXIT = "exit-marker"
    MINES = "mine-field"
    MINES_WITH_MEDAL = "decoy-medal-mine-field"
    MAJORITY = "hex-majority-medal"
    PERMANENT_ALLIES = "permanent-medal-allies"
    PERMANENT_AXIS = "permanent-medal-axis"
    WITTMANN = "is-wittmann"  # identifies a unit; the effect is a rule of the unit


OLDER_TERMS = frozenset({TagRule.MAJORITY, TagRule.PERMANENT_ALLIES, TagRule.PERMANENT_AXIS})
"""The rules that older files use instead of the terms of a medal."""

_BY_RULE: Mapping[str, TokenFunction] = {
    TagRule.EXIT: TokenFunction.EXIT,
    TagRule.MINES: TokenFunction.MINEFIELD,
    TagRule.MINES_WITH_MEDAL: TokenFunction.MINEFIELD,
}


def has_function(tag: Tag, element: Element | None, function: TokenFunction) -> bool:
    """Return whether a token has a function (V-EXIT-01).

    *element* is its entry in the catalogue; None for an unknown token.
    """
    if tag.behavior is not None and _BY_RULE.get(tag.behavior) is function:
        return True
    if element is None:
        return False
    match function:
        case TokenFunction.OBJECTIVE:
            return element.medal
        case TokenFunction.EXIT:
            return element.exit
        case TokenFunction.MINEFIELD:
            return element.mine
        case TokenFunction.CAMOUFLAGE:
            return element.camouflage
