"""The scenario's data that is not on the board: players, dates, packs, texts."""

from __future__ import annotations

from dataclasses import fields, replace

from m44core.model.edits.contents import unless_equal
from m44core.model.packs import Packs
from m44core.model.parts import Briefing, First, Player, Texts
from m44core.model.scenario import Scenario

TEXT_FIELDS = tuple(each.name for each in fields(Texts) if each.name not in ("labels", "extra"))
_OTHER_FIRST = {First.TOP: First.BOTTOM, First.BOTTOM: First.TOP}


def set_briefing(scenario: Scenario, briefing: Briefing) -> Scenario:
    """Return the scenario with another briefing."""
    return unless_equal(scenario, replace(scenario, briefing=briefing))


def set_player(scenario: Scenario, player: Player, *, top: bool) -> Scenario:
    """Return the scenario with another player at the top or at the bottom edge."""
    briefing = scenario.briefing
    changed = replace(briefing, top=player) if top else replace(briefing, bottom=player)
    return set_briefing(scenario, changed)


def set_packs(scenario: Scenario, packs: Packs) -> Scenario:
    """Return the scenario with other expansions ticked."""
    return unless_equal(scenario, replace(scenario, packs=packs))


def swap_players(scenario: Scenario) -> Scenario:
    """Return the scenario with the players at the other's edge, each with his side and cards.

    Whoever moved first still does. What lies on the board stays where it is.
    """
    old = scenario.briefing
    first = _OTHER_FIRST.get(old.first, old.first) if old.first else old.first
    return set_briefing(scenario, replace(old, top=old.bottom, bottom=old.top, first=first))


def set_text(scenario: Scenario, language: str, name: str, text: str | None) -> Scenario:
    """Return the scenario with one text of a language changed; the language is added if need be.

    Raises:
        ValueError: *name* is not one of :data:`TEXT_FIELDS`.
    """
    if name not in TEXT_FIELDS:
        raise ValueError(f"{name!r} is not a text of a scenario")
    texts = scenario.texts.get(language, Texts())
    return set_texts(scenario, language, texts.saying({name: text}))


def set_texts(scenario: Scenario, language: str, texts: Texts) -> Scenario:
    """Return the scenario with other texts in a language, added after the others if it is new."""
    return unless_equal(scenario, replace(scenario, texts={**scenario.texts, language: texts}))


def remove_language(scenario: Scenario, language: str) -> Scenario:
    """Return the scenario without the texts of a language."""
    if language not in scenario.texts:
        return scenario
    kept = {code: texts for code, texts in scenario.texts.items() if code != language}
    return replace(scenario, texts=kept)
