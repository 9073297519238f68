"""The special rules of a scenario as values: added, changed, taken away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from m44core.catalogue.types import Side
from m44core.hexes import Hex
from m44core.io.schema.described import described_options
from m44core.io.workshop.option_words import SUDDEN_DEATH, VICTORY, option_key, option_pointer
from m44core.model.scenario import Scenario
from m44editor.panels.forms import words
from m44editor.panels.forms.fields import Option

DEATH = option_key(SUDDEN_DEATH)
Change = Callable[[Any], Any]


def with_option(scenario: Scenario, key: str, value: object) -> Scenario:
    """Return the scenario with a rule option set."""
    options = {**scenario.briefing.options, key: value}
    return replace(scenario, briefing=replace(scenario.briefing, options=options))


def without_option(scenario: Scenario, key: str) -> Scenario:
    """Return the scenario without a rule option."""
    options = {k: v for k, v in scenario.briefing.options.items() if k != key}
    return replace(scenario, briefing=replace(scenario.briefing, options=options))


def with_new_rule(scenario: Scenario, key: str, selected: tuple[Hex, ...]) -> tuple[Scenario, str]:
    """Return the scenario with one more special rule, and the pointer of that rule.

    Args:
        scenario: The scenario so far.
        key: What the .m44 format calls the rule; one it does not know is a switch.
        selected: The hexes that a rule about hexes begins with.
    """
    names = [scenario.board.name(hex_) for hex_ in selected]
    if key == DEATH:
        deaths = sudden_deaths(scenario) or []
        new = {"side": Side.ALLIES.value, "number": 1, "group": names}
        return _with_deaths(scenario, [*deaths, new]), f"{option_pointer(key)}/{len(deaths)}"
    value: object = names if key == "hill317" else _FIRST.get(key, True)
    if key in words.RULES and words.RULES[key][1] is words.OptionKind.SIDE:
        value = Side.AXIS.value
    return with_option(scenario, key, value), option_pointer(key)


_FIRST: Mapping[str, object] = {
    "airdrop": {"side": "ALLIES", "range": 4, "nbr_units": 4, "unit": {"name": "infus"}},
    "deck_reshuffling": False,
    "deck_out_winner": "AXIS",
    "draw_extra": {"AXIS": [[1, 1]]},
    "air_strikes_rules": "ALLIES",
    "must_have_unit_exit": {"side": "ALLIES", "min_nbr_units": 1},
}


def addable(scenario: Scenario) -> list[Option[str]]:
    """Return the described rules that the scenario may still get; sudden death has many groups."""
    stated = {*scenario.briefing.options} | ({DEATH} if sudden_deaths(scenario) is None else set())
    described = described_options().values()
    return [Option(d.code, d.label, tip=d.sentence) for d in described if d.code not in stated]


def sudden_deaths(scenario: Scenario) -> list[Any] | None:
    """Return the groups of hexes that win at once; None where ``victory`` says anything else."""
    victory = scenario.briefing.extra.get(VICTORY)
    if victory is None:
        return []
    conditions = victory.get("condition") if isinstance(victory, dict) else None
    if not isinstance(conditions, list) or len(victory) > 1:
        return None
    alone = all(isinstance(each, dict) and list(each) == [DEATH] for each in conditions)
    return [each[DEATH] for each in conditions] if alone else None


def _with_deaths(scenario: Scenario, deaths: list[Any]) -> Scenario:
    victory = {"condition": [{DEATH: death} for death in deaths]}
    extra = {k: v for k, v in scenario.briefing.extra.items() if k != VICTORY or deaths}
    after = {**extra, VICTORY: victory} if deaths else extra
    return replace(scenario, briefing=replace(scenario.briefing, extra=after))


def alter_option(scenario: Scenario, change: Change, key: str) -> Scenario:
    """Return the scenario with another value of a rule option."""
    return with_option(scenario, key, change(scenario.briefing.options.get(key)))


def alter_death(scenario: Scenario, change: Change, number: int) -> Scenario:
    """Return the scenario with another group of sudden death in the place of one."""
    deaths = sudden_deaths(scenario) or []
    return _with_deaths(
        scenario, [change(death) if n == number else death for n, death in enumerate(deaths)]
    )


def without_death(scenario: Scenario, number: int) -> Scenario:
    """Return the scenario without one of its groups of sudden death."""
    deaths = sudden_deaths(scenario) or []
    return _with_deaths(scenario, [death for n, death in enumerate(deaths) if n != number])
