"""Updating the hexes in a scenario's rules file when the scenario is saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from m44core.model.rule_parts import SpecialRule
from m44core.model.scenario import Scenario
from m44editor.documents.document_sheet import Sheet


@dataclass(frozen=True)
class _RulesInFile:
    """The rules of a sheet's rules file, as they are in the file."""

    rules: Mapping[str, SpecialRule]


def remember_side_rules(sheet: Sheet, before: Scenario, after: Scenario) -> None:
    """Keep a copy of the rules in the rules file when an edit first moves their hexes."""
    if before.briefing is after.briefing or sheet.attached(_RulesInFile) is not None:
        return
    if _side_rules(before) != _side_rules(after):
        sheet.attach(_RulesInFile(_side_rules(before)))


def write_side_rules(sheet: Sheet) -> None:
    """Update the hexes in the rules file if edits have moved them since it was read.

    Raises:
        WriteError: the rules in the file have changed since, or cannot be written.
    """
    stored_rules, current_rules = sheet.attached(_RulesInFile), _side_rules(sheet.scenario)
    if stored_rules is None or stored_rules.rules == current_rules or sheet.path is None:
        return
    from m44core.io.files.side_rules_update import update_side_rules  # rarely needed

    update_side_rules(sheet.path, sheet.scenario, stored_rules.rules)
    sheet.attach(_RulesInFile(current_rules))


def _side_rules(scenario: Scenario) -> Mapping[str, SpecialRule]:
    return scenario.briefing.special_rules.from_side_file
