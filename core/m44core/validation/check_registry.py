"""Every check of a scenario, by its code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType

from m44core.validation.bga import upload_file, upload_pieces
from m44core.validation.bga import upload_texts as uploaded_texts
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
    required_boxes,
    rivers_and_roads,
    sides,
    special_rule_conflicts,
    special_rule_pieces,
    special_units,
    unit_placement,
    unknown_pieces,
)
from m44core.validation.checks import publication as publication
from m44core.validation.checks import special_rule_pieces as rule_units
from m44core.validation.checks import special_rule_values as rule_numbers
from m44core.validation.checks import special_units as insignia
from m44core.validation.playability import deployment, medals_available, reachable_goals
from m44core.validation.playability import deployment as targets
from m44core.validation.text_checks import (
    counts_in_texts,
    dates_in_texts,
    garbled_letters,
    missing_texts,
    numbers_across_languages,
    objectives_in_texts,
    place_names,
    rules_in_texts,
    typing_slips,
)
from m44core.validation.text_checks import objectives_in_texts as told_objectives
from m44core.validation.text_checks import typing_slips as endings

_MODULES = (
    balance,
    unit_placement,
    historical_accuracy,
    exit_markers,
    board_faces,
    fortifications,
    insignia,
    board_labels,
    historical_accuracy,
    rivers_and_roads,
    objective_medals,
    unknown_pieces,
    sides,
    special_units,
    unit_placement,
    required_boxes,
    component_limits,
    component_limits,
    special_rule_pieces,
    special_rule_conflicts,
    special_rule_conflicts,
    rule_numbers,
    rule_units,
    deployment,
    reachable_goals,
    medals_available,
    targets,
    medals_available,
    counts_in_texts,
    garbled_letters,
    dates_in_texts,
    endings,
    missing_texts,
    objectives_in_texts,
    missing_texts,
    garbled_letters,
    rules_in_texts,
    numbers_across_languages,
    place_names,
    counts_in_texts,
    told_objectives,
    typing_slips,
    counts_in_texts,
    upload_pieces,
    upload_pieces,
    upload_file,
    upload_file,
    upload_pieces,
    uploaded_texts,
    publication,
)


def _checks_of(module: ModuleType) -> Iterator[Check]:
    """Yield the checks that a module declares with the decorator ``check``."""
    return (value for value in vars(module).values() if isinstance(value, Check))


CHECKS: Mapping[str, Check] = {
    check.code: check
    for check in sorted(
        (check for module in _MODULES for check in _checks_of(module)),
        key=lambda check: check.code,
    )
}
"""Every check of a scenario, in the order of the codes."""
