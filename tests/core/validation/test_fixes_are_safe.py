"""Fixes that are applied without asking lose nothing, invent nothing, and fix their finding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from tests.core.validation.test_check_cases import ALL_CASES, Case

from m44core.diagnostics import Diagnostic, Severity
from m44core.io.files.fixes import apply_fix_to_file
from m44core.io.origin import OpenFile
from m44core.io.workshop.encode import encode
from m44core.validation.check_registry import CHECKS
from m44core.validation.check_selection import PROFILES

FACTS = ("/meta/", "/briefing/begins", "/briefing/ends", "/briefing/first", "/briefing/kind")
"""Pointers to facts that only the author knows: no safe fix sets them."""

AT_LEAST_AS_SEVERE = {
    severity: list(Severity)[: rank + 1] for rank, severity in enumerate(Severity)
}

SAFE = [
    pytest.param(case, id=f"{case.code}-{case.name}")
    for case in ALL_CASES
    if case.kind == "fail" and any(title.safe for title in CHECKS[case.code].kind.fixes.values())
]


def findings_in(case: Case, file: OpenFile) -> list[Diagnostic]:
    """Return the findings of the case's check, and of all checks outside the profiles."""
    context = case.context_of(file)
    profiles = tuple(PROFILES.values())
    codes = [code for code in CHECKS if code == case.code or not code.startswith(profiles)]
    return [finding for code in codes for finding in CHECKS[code].run(context)]


def _leaf_values(value: Any, pointer: str = "") -> Mapping[str, Any]:  # noqa: ANN401 - a document of any shape
    """Return the values in a document that are not containers, keyed by pointer."""
    if isinstance(value, Mapping):
        parts = {f"{pointer}/{key}": part for key, part in value.items()}
    elif isinstance(value, list | tuple):
        parts = {f"{pointer}/{number}": part for number, part in enumerate(value)}
    else:
        return {pointer: value}
    return {
        leaf_pointer: leaf
        for part_pointer, part in parts.items()
        for leaf_pointer, leaf in _leaf_values(part, part_pointer).items()
    }


def _changed_values(before: OpenFile, after: OpenFile) -> set[str]:
    old_values = _leaf_values(encode(before.scenario, short=False))
    new_values = _leaf_values(encode(after.scenario, short=False))
    missing_value = object()
    return {
        pointer
        for pointer in old_values.keys() | new_values.keys()
        if old_values.get(pointer, missing_value) != new_values.get(pointer, missing_value)
    }


@pytest.mark.parametrize("case", SAFE)
def test_a_safe_fix_fixes_one_finding_and_adds_none(case: Case) -> None:
    file = case.file()
    before = findings_in(case, file)
    for finding in CHECKS[case.code].run(case.context_of(file)):
        for fix in (fix for fix in finding.fixes if fix.safe):
            after = apply_fix_to_file(file, fix)
            remaining_findings = findings_in(case, after)
            assert finding not in remaining_findings
            new = [
                each
                for each in remaining_findings
                if each not in before and each.code != finding.code
            ]
            assert [
                each for each in new if each.severity in AT_LEAST_AS_SEVERE[finding.severity]
            ] == []
            places = tuple(pointer.rpartition("/tags/")[0] or pointer for pointer in fix.changes)
            assert [
                pointer
                for pointer in _changed_values(file, after)
                if not pointer.startswith(places)
            ] == []
            written_pointers = [
                pointer for pointer, value in fix.changes.items() if value is not None
            ]
            assert [pointer for pointer in written_pointers if pointer.startswith(FACTS)] == []


def test_every_check_with_a_safe_fix_has_a_case() -> None:
    codes_with_safe_fix = {
        c.code for c in CHECKS.values() if any(t.safe for t in c.kind.fixes.values())
    }
    assert {
        param.values[0].code for param in SAFE if isinstance(param.values[0], Case)
    } == codes_with_safe_fix
