"""Objective medals: their sides, their hexes, and how they are won and lost (V-MED, D-10..14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from m44core.catalogue.catalogue import Catalogue
from m44core.catalogue.catalogue_types import Layer, Side
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import HexContent, MedalTerms, Tag
from m44core.model.token_functions import TagRule
from m44core.values import dataclass

_OLDER_TERMS: Mapping[str, MedalTerms] = {  # by the special rules that older files use instead
    TagRule.PERMANENT_AXIS: MedalTerms(permanent=True, side=Side.AXIS),
    TagRule.PERMANENT_ALLIES: MedalTerms(permanent=True, side=Side.ALLIES),
    TagRule.MAJORITY: MedalTerms(majority=True),
}


@dataclass(frozen=True, slots=True)
class HoldingTerms:
    """The known terms on which an objective is taken and lost (D-13, D-14).

    Attributes:
        side: The only side that may hold it; None if its token decides.
        permanent: Whether it cannot be lost once taken.
        turn_start: Whether it only counts at the start of a turn.
        majority: Whether the side that occupies more of its hexes than the enemy holds it.
        sole_control: Whether a side holds it only while no enemy is on any of its hexes.
        last_to_occupy: Whether a side holds it until the enemy occupies it.
        any_hex: Whether *side* holds it while occupying it, and the enemy holds it otherwise.
    """

    side: Side | None = None
    permanent: bool = False
    turn_start: bool = False
    majority: bool = False
    sole_control: bool = False
    last_to_occupy: bool = False
    any_hex: bool = False


def holding_terms_of(tag: Tag, token_side: Side | None) -> HoldingTerms | None:
    """Return the terms of an objective; None if they are unknown or inconsistent.

    *token_side* is the side of its token; None if the token is for either side.
    """
    medal = tag.medal or MedalTerms()
    older_terms = _OLDER_TERMS.get(tag.behavior or "", MedalTerms())
    side = medal.side or older_terms.side or tag.side
    has_unknown_terms = any(value not in (None, False) for value in medal.extra.values())
    if has_unknown_terms or None is not side != token_side is not None:
        return None
    switches = {term: getattr(medal, term) or getattr(older_terms, term) for term in BOOLEAN_TERMS}
    terms = HoldingTerms(side, **switches)
    return terms if _is_consistent(terms, token_side) else None


BOOLEAN_TERMS = (
    "permanent", "turn_start", "majority", "sole_control", "last_to_occupy", "any_hex",
)  # fmt: skip
"""The boolean terms of a medal."""


def active_terms(tag: Tag) -> list[str]:
    """Return the names of the terms set for an objective, except ``permanent``."""
    medal = tag.medal or MedalTerms()
    active_switches = [term for term in BOOLEAN_TERMS[1:] if getattr(medal, term)]
    terms = ["side"] if medal.side else []
    return [*active_switches, *terms, *(name for name, value in medal.extra.items() if value)]


def _is_consistent(terms: HoldingTerms, token_side: Side | None) -> bool:
    """Return whether terms are consistent: ``any_hex`` excludes all others and needs a side.

    *token_side* is the side of the token; None if it is for either side.
    """
    if not terms.any_hex:
        return True
    is_any_hex_only = terms == HoldingTerms(terms.side, any_hex=True)
    return is_any_hex_only and (terms.side or token_side) is not None


_MEDAL_NAMES = {Side.ALLIES: "medal1", Side.AXIS: "medal2", None: "medal0"}


@dataclass(frozen=True, slots=True)
class PlacedTag:
    """A token with its position on the board.

    Attributes:
        hex: The hex it is on.
        number: Its index among the tokens of the hex, from 0.
        tag: The token.
    """

    hex: Hex
    number: int
    tag: Tag

    @property
    def hexes(self) -> frozenset[Hex]:
        """The hex of the token and the hexes of its group."""
        return frozenset((self.hex, *(self.tag.group or ())))


def is_medal(tag: Tag, catalogue: Catalogue) -> bool:
    """Return whether a token is an objective medal."""
    element = catalogue.get(tag.name, Layer.TAG)
    return tag.medal is not None or bool(element and element.medal)


def objectives_on(scenario: Scenario) -> Iterator[PlacedTag]:
    """Yield the objective medals, row by row."""
    for hex_, number, tag in scenario.tags():
        if is_medal(tag, scenario.catalogue):
            yield PlacedTag(hex_, number, tag)


def objective_at(scenario: Scenario, hex_: Hex) -> PlacedTag | None:
    """Return the objective of a hex, preferably one whose medal is there; None if there is none."""
    objectives = [each for each in objectives_on(scenario) if hex_ in each.hexes]
    return min(objectives, key=lambda each: each.hex != hex_, default=None)


def objective_side(tag: Tag, catalogue: Catalogue) -> Side | None:
    """Return the only side that may hold an objective; None if either side may."""
    element = catalogue.get(tag.name, Layer.TAG)
    return (element.side if element else None) or (tag.medal and tag.medal.side) or tag.side


def capturing_side(tag: Tag, token_side: Side | None) -> Side | None:
    """Return the only side that can take an objective; None if both can (V-MED-09).

    With ``any_hex``, the side in the terms holds it first, but the enemy can take it.

    Args:
        tag: The token of the objective.
        token_side: The side of its kind of token; None if the token is for either side.
    """
    terms = holding_terms_of(tag, token_side)
    if terms and terms.any_hex:
        return token_side
    if terms:
        return terms.side or token_side
    return (tag.medal and tag.medal.side) or tag.side or token_side


def default_objective_side(scenario: Scenario, hex_: Hex) -> Side | None:
    """Return the default side of a new objective: the side of the player across the board.

    For a hex in the middle row it is the bottom player's side. None if the briefing does not name
    the side.
    """
    in_lower_half = hex_.row > (scenario.board.rows - 1) / 2
    return scenario.side_at(top=in_lower_half)


def with_objective(scenario: Scenario, hexes: Sequence[Hex], side: Side | None) -> Scenario:
    """Return the scenario with a new objective of *side*; the medal is on the first of *hexes*.

    The medal is of the same kind as the side's existing ones, or of the default kind. If *side* is
    None, either side can hold the objective.
    """
    medal_hex, *other_hexes = hexes
    catalogue, objectives = scenario.catalogue, objectives_on(scenario)
    names_of_side = (
        each.tag.name for each in objectives if objective_side(each.tag, catalogue) is side
    )
    medal_names = (name for name in names_of_side if _is_medal_of(name, side, catalogue))
    tag = Tag(next(medal_names, _MEDAL_NAMES[side]), group=tuple(other_hexes) or None)
    content = scenario.at(medal_hex)
    return scenario.with_hexes({medal_hex: replace(content, tags=(*content.tags, tag))})


def _is_medal_of(name: str, side: Side | None, catalogue: Catalogue) -> bool:
    element = catalogue.get(name, Layer.TAG)
    return element is not None and element.medal and element.side is side


def with_objective_side(scenario: Scenario, token: PlacedTag, side: Side | None) -> Scenario:
    """Return the scenario with the side of an objective changed; None lets either side hold it."""
    medal = token.tag.medal and replace(token.tag.medal, side=None)
    tag = replace(token.tag, name=_MEDAL_NAMES[side], side=None, medal=medal)
    return _with_replaced_tag(scenario, token, tag)


def with_changed_tag(
    scenario: Scenario, token: PlacedTag, change: Callable[[Tag], Tag]
) -> Scenario:
    """Return the scenario with *change* applied to a token."""
    return _with_replaced_tag(scenario, token, change(token.tag))


def with_objective_hexes(scenario: Scenario, token: PlacedTag, hexes: Iterable[Hex]) -> Scenario:
    """Return the scenario with the hexes of an objective changed; with no hexes it is removed.

    The medal stays on its hex if that is one of *hexes*, else it moves to the nearest of them.
    """
    sorted_hexes = sorted(set(hexes), key=lambda h: (h.row, h.col))
    without_objective = _without_tag(scenario, token)
    if not sorted_hexes:
        return without_objective
    medal_hex = min(sorted_hexes, key=token.hex.distance)
    tag = replace(token.tag, group=tuple(h for h in sorted_hexes if h != medal_hex) or None)
    if medal_hex == token.hex:
        return _with_replaced_tag(scenario, token, tag)
    content = without_objective.at(medal_hex)
    return without_objective.with_hexes({medal_hex: replace(content, tags=(*content.tags, tag))})


def _with_replaced_tag(scenario: Scenario, token: PlacedTag, tag: Tag) -> Scenario:
    content = scenario.at(token.hex)
    tags = tuple(tag if n == token.number else each for n, each in enumerate(content.tags))
    return scenario.with_hexes({token.hex: replace(content, tags=tags)})


def _without_tag(scenario: Scenario, token: PlacedTag) -> Scenario:
    content = scenario.at(token.hex)
    return scenario.with_hexes({token.hex: _without_tag_at(content, token.number)})


def _without_tag_at(content: HexContent, index: int) -> HexContent:
    return replace(content, tags=(*content.tags[:index], *content.tags[index + 1 :]))
