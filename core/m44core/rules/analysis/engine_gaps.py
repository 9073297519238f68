"""Gaps: rules that a scenario needs but the engine lacks; for published scenarios, from a list.

The data of a published scenario can lack rules that its texts state. A file can come without
its texts, or in a language that is not searched, but its number still identifies the scenario.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.data_files import yaml_file
from m44core.hexes import Hex
from m44core.messages.message import Message, enumerated, message
from m44core.model.rule_declarations import declarations
from m44core.model.scenario import Scenario
from m44core.values import dataclass


@dataclass(frozen=True, slots=True)
class Gap:
    """Something a scenario needs but the engine lacks.

    Attributes:
        name: The subject: the name of an element, option or behavior, or
            ``texts``, ``board``, ``briefing``.
        clause: What is missing, and how the game is played without it: a clause that can follow a
            colon, without a final period.
        hexes: The hexes concerned; empty if it concerns the whole scenario.
        assumed: Whether the most likely intention is played, as *clause* states.
    """

    name: str
    clause: Message
    hexes: tuple[Hex, ...] = ()
    assumed: bool = False

    @property
    def sentence(self) -> Message:
        """The clause as a sentence, with a final period."""
        return message("{clause}.", clause=self.clause)


_DATA = Path(__file__).with_name("published.yaml")


class UnstatedRules(NamedTuple):
    """The rules missing from the data of a published scenario.

    Attributes:
        rules: The keys of the special rules that express them.
        further_keywords: Keywords of further rules, for which there is no special rule.
        title: The title, if files of the scenario without a number exist; else "".
    """

    rules: tuple[str, ...]
    further_keywords: tuple[str, ...]
    title: str = ""


def published_gaps(scenario: Scenario) -> Iterator[Gap]:
    """Yield the gaps for rules missing from the data and the side file of a published scenario."""
    number = published_number(scenario)
    unstated = unstated_rules().get(number)
    if unstated is None:
        return
    missing_rules = [*_unstated_rule_names(scenario, unstated)]
    if missing_rules:
        clause = message(
            "some rules of scenario {number} are only in the scenario text: {rules}; the game is "
            "played without them",
            number=number,
            rules=enumerated(missing_rules),
        )
        yield Gap("texts", clause)
    if unstated.further_keywords:
        clause = message(
            "the text of scenario {number} contains rules that the program cannot play: "
            "{rules}; the game is played without them",
            number=number,
            rules=enumerated([_OTHER_RULES[word] for word in unstated.further_keywords]),
        )
        yield Gap("texts", clause)


def unplayed_rule_names(scenario: Scenario, played_rules: Container[str] = ()) -> Iterator[Message]:
    """Yield the names of rules missing from the data of a published scenario, and so not played.

    Args:
        scenario: The scenario.
        played_rules: The keys of special rules that are played even if they are not stated.
    """
    unstated = unstated_rules().get(published_number(scenario))
    if unstated is not None:
        yield from _unstated_rule_names(scenario, unstated, played_rules)
        yield from (_OTHER_RULES[word] for word in unstated.further_keywords)


def _unstated_rule_names(
    scenario: Scenario, unstated: UnstatedRules, played_rules: Container[str] = ()
) -> Iterator[Message]:
    in_force = scenario.briefing.special_rules.in_force
    keys = (key for key in unstated.rules if key not in in_force and key not in played_rules)
    return (Message(_rule_label(key)) for key in keys)


_OTHER_RULES: Mapping[str, Message] = {
    "air-rules": message("air rules"),
    "winter-weather": message("winter weather"),
}
"""Names of the rules for which there is no special rule, by their keywords in the data."""


@cache
def unstated_rules() -> Mapping[str, UnstatedRules]:
    """Return the rules missing from the data of published scenarios, keyed by number; cached."""
    data = yaml_file(_DATA)
    assert isinstance(data, dict), "published.yaml has an entry for each scenario"
    return {
        str(number): UnstatedRules(
            tuple(entry["rules"]), tuple(entry.get("more", ())), entry.get("title", "")
        )
        for number, entry in data.items()
    }


def published_number(scenario: Scenario) -> str:
    """Return the id of a scenario, else the number that its title is published under, else ""."""
    scenario_id = scenario.meta.get("scenario_id")
    if scenario_id is not None:
        return str(scenario_id)
    numbers = (n for n, each in unstated_rules().items() if each.title == scenario.title != "")
    return next(numbers, "")


def _rule_label(key: str) -> str:
    declaration = declarations().by_key(key)
    assert declaration is not None, f"{key} is a special rule"
    return declaration.label
