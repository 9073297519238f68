"""Published scenarios whose data lack rules that their texts state, known by their numbers.

A file may come without its texts, or with texts that are not read; its number still tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from m44core.data_files import yaml_file
from m44core.messages.message import Message, enumerated, message
from m44core.model.declared import declarations
from m44core.model.scenario import Scenario
from m44core.rules.facts.gap import Gap

_DATA = Path(__file__).with_name("published.yaml")


class Untold(NamedTuple):
    """What the data of a published scenario lack.

    Attributes:
        rules: The keys of the special rules that would say it.
        more: Whether there is what no special rule says.
    """

    rules: tuple[str, ...]
    more: bool


def gaps_of_published(scenario: Scenario) -> Iterator[Gap]:
    """Name the rules of a published scenario that neither its data nor a file beside has."""
    number = str(scenario.meta.get("scenario_id"))
    untold = untold_rules().get(number)
    if untold is None:
        return
    in_force = scenario.briefing.special_rules.in_force
    missing = [Message(_label(key)) for key in untold.rules if key not in in_force]
    if missing:
        clause = message(
            "scenario {number} has rules that only its texts state: {rules}; the game is played "
            "without what is not stated beside it",
            number=number,
            rules=enumerated(missing),
        )
        yield Gap("texts", clause)
    if untold.more:
        clause = message(
            "the texts of scenario {number} state more rules than can be stated here; the game is "
            "played without them",
            number=number,
        )
        yield Gap("texts", clause)


@cache
def untold_rules() -> Mapping[str, Untold]:
    """Return what the data of published scenarios lack, by their numbers; read once."""
    said = yaml_file(_DATA)
    assert isinstance(said, dict), "published.yaml has an entry for each scenario"
    return {
        str(number): Untold(tuple(entry["rules"]), entry.get("more", False))
        for number, entry in said.items()
    }


def _label(key: str) -> str:
    declared = declarations().by_key(key)
    assert declared is not None, f"{key} is a special rule"
    return declared.label
