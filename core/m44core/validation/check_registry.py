"""Every check of a scenario, by its code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType

from m44core.validation.bga import upload_file, upload_pieces, upload_texts
from m44core.validation.check_definition import Check
from m44core.validation.checks import (
    balance,
    board_faces,
    board_labels,
    component_limits,
    exit_markers,
    fortifications,
    historical_accuracy,
    objective_medals,
    publication,
    required_boxes,
    rivers_and_roads,
    sides,
    special_rule_conflicts,
    special_rule_pieces,
    special_rule_values,
    special_units,
    unit_placement,
    unknown_pieces,
)
from m44core.validation.playability import deployment, medals_available, reachable_goals
from m44core.validation.text_checks import (
    counts_in_texts,
    dates_in_texts,
    facts_across_languages,
    garbled_letters,
    missing_texts,
    misspelled_words,
    numbers_across_languages,
    objective_places,
    objectives_in_texts,
    place_names,
    rules_in_texts,
    typos,
)

_MODULES = (
    balance,
    board_faces,
    board_labels,
    component_limits,
    exit_markers,
    fortifications,
    historical_accuracy,
    objective_medals,
    publication,
    required_boxes,
    rivers_and_roads,
    sides,
    special_rule_conflicts,
    special_rule_pieces,
    special_rule_values,
    special_units,
    unit_placement,
    unknown_pieces,
    deployment,
    medals_available,
    reachable_goals,
    counts_in_texts,
    dates_in_texts,
    facts_across_languages,
    garbled_letters,
    missing_texts,
    misspelled_words,
    numbers_across_languages,
    objective_places,
    objectives_in_texts,
    place_names,
    rules_in_texts,
    typos,
    upload_file,
    upload_pieces,
    upload_texts,
)


def _checks_of(module: ModuleType) -> Iterator[Check]:
    """Yield the checks that a module defines with the decorator ``check``."""
    return (value for value in vars(module).values() if isinstance(value, Check))


CHECKS: Mapping[str, Check] = {
    check.code: check
    for check in sorted(
        (check for module in _MODULES for check in _checks_of(module)),
        key=lambda check: check.code,
    )
}
"""Every check of a scenario by its code, in the order of the codes."""
