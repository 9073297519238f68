"""Edits of everything that is not on the board: players, dates, packs, texts, allowances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace

from m44core.board import Board
from m44core.errors import NotationError
from m44core.hexes import Hex
from m44core.model.edits.contents import same_if_equal
from m44core.model.required_packs import Packs
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Allowance, Briefing, FirstPlayer, Player, Texts

TEXT_FIELDS = tuple(each.name for each in fields(Texts) if each.name not in ("labels", "extra"))
_SWAPPED_FIRST_PLAYER = {FirstPlayer.TOP: FirstPlayer.BOTTOM, FirstPlayer.BOTTOM: FirstPlayer.TOP}


def set_briefing(scenario: Scenario, briefing: Briefing) -> Scenario:
    """Return the scenario with its briefing replaced."""
    return same_if_equal(scenario, replace(scenario, briefing=briefing))


def set_player(scenario: Scenario, player: Player, *, top: bool) -> Scenario:
    """Return the scenario with the data of the player at the top or bottom edge replaced."""
    briefing = scenario.briefing
    new_briefing = replace(briefing, top=player) if top else replace(briefing, bottom=player)
    return set_briefing(scenario, new_briefing)


def set_packs(scenario: Scenario, packs: Packs) -> Scenario:
    """Return the scenario with its packs replaced."""
    return same_if_equal(scenario, replace(scenario, packs=packs))


def swap_players(scenario: Scenario) -> Scenario:
    """Return the scenario with the players' edges swapped, including sides, cards and medals.

    The same player still moves first. Pieces on the board do not change.
    """
    old = scenario.briefing
    first_player = _SWAPPED_FIRST_PLAYER.get(old.first, old.first) if old.first else old.first
    return set_briefing(scenario, replace(old, top=old.bottom, bottom=old.top, first=first_player))


def set_text(scenario: Scenario, language: str, field: str, text: str | None) -> Scenario:
    """Return the scenario with one text of a language changed; a new language is added.

    None removes the text.

    Raises:
        ValueError: *field* is not one of :data:`TEXT_FIELDS`.
    """
    if field not in TEXT_FIELDS:
        raise ValueError(f"{field!r} is not a text of a scenario")
    texts = scenario.texts.get(language, Texts())
    return set_texts(scenario, language, texts.with_texts({field: text}))


def set_texts(scenario: Scenario, language: str, texts: Texts) -> Scenario:
    """Return the scenario with the texts of a language replaced; a new language is added last."""
    return same_if_equal(scenario, replace(scenario, texts={**scenario.texts, language: texts}))


def remove_language(scenario: Scenario, language: str) -> Scenario:
    """Return the scenario without the texts of a language."""
    if language not in scenario.texts:
        return scenario
    remaining_texts = {code: texts for code, texts in scenario.texts.items() if code != language}
    return replace(scenario, texts=remaining_texts)


def add_allowance(scenario: Scenario, allowance: Allowance) -> Scenario:
    """Return the scenario with an allowance, replacing any for the same check and place."""
    allowances = list(scenario.allowed)
    index = next(
        (n for n, each in enumerate(allowances) if _has_same_check_and_place(each, allowance)),
        len(allowances),
    )
    allowances[index : index + 1] = [allowance]
    return same_if_equal(scenario, replace(scenario, allowed=tuple(allowances)))


def remove_allowance(scenario: Scenario, allowance: Allowance) -> Scenario:
    """Return the scenario without the allowances for the check and place of *allowance*."""
    allowances = tuple(
        each for each in scenario.allowed if not _has_same_check_and_place(each, allowance)
    )
    return same_if_equal(scenario, replace(scenario, allowed=allowances))


def moved_allowances(
    allowances: tuple[Allowance, ...],
    before: Board,
    after: Board,
    mapping: Callable[[Hex], Hex | None],
) -> tuple[Allowance, ...]:
    """Return allowances with their hexes moved; allowances for lost hexes are removed.

    Args:
        allowances: The allowances.
        before: The board before the edit, which their hex names refer to.
        after: The board after the edit.
        mapping: Returns the new hex for an old one, or None if it is lost.
    """
    results = (_moved_allowance(allowance, before, after, mapping) for allowance in allowances)
    return tuple(allowance for allowance in results if allowance)


def _moved_allowance(
    allowance: Allowance, before: Board, after: Board, mapping: Callable[[Hex], Hex | None]
) -> Allowance | None:
    steps = (allowance.at or "").split("/")
    step = 2 if steps[:2] in (["", "hexes"], ["", "labels"]) else 0
    try:
        hex_ = before.hex(steps[step]) if step < len(steps) else None
    except NotationError:
        hex_ = None
    if hex_ is None:
        return allowance
    moved_hex = mapping(hex_)
    if moved_hex is None:
        return None
    steps[step] = after.name(moved_hex)
    return replace(allowance, at="/".join(steps))


def _has_same_check_and_place(allowance: Allowance, other: Allowance) -> bool:
    return (allowance.check, allowance.at) == (other.check, other.at)
