"""The set-up of a scenario, in the order of the rulebook."""

from __future__ import annotations

from m44core.messages.message import Words
from m44core.model.scenario import Scenario
from m44core.validation.supply.checklist import checklist


def setup(scenario: Scenario, told: Words) -> list[dict[str, object]]:
    """Return the steps, each with its ``title`` and ``items``: ``what``, and ``where`` (hexes)."""
    return [
        {
            "title": told.sentence(step.title),
            "items": [
                {"what": told.sentence(item.what), "where": list(item.where)} for item in step.items
            ],
        }
        for step in checklist(scenario)
    ]
