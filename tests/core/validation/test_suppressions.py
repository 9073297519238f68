"""Suppressed findings do not count; suppressions without effect are reported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.core.validation.small_scenario import SMALL_SCENARIO

from m44core.diagnostics import Diagnostic
from m44core.findings.finding_kinds import kind
from m44core.findings.render_findings import render
from m44core.io.files.file_reader import read_bytes
from m44core.io.files.fixes import apply_fix
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Allowance
from m44core.validation import runner
from m44core.validation.check_context import CheckContext
from m44core.validation.check_definition import Check, Problem
from m44core.validation.check_registry import CHECKS
from m44core.validation.check_selection import select_checks
from m44core.validation.runner import CheckSettings, check_file, check_scenario, examine_scenario
from m44core.validation.suppressions import AllowanceRule

TEXT = SMALL_SCENARIO.replace("cards: 4, medals: 4}\nhexes", "cards: 14, medals: 4}\nhexes")
FOUND_CODES = ["M303", "M502"]
"""The findings in TEXT: a hand of 14 cards, a bunker without an owner."""

SELECTED = CheckSettings(select_checks(["M061", "M062", "M303", "M502"]))


def scenario(*allowances: Allowance) -> Scenario:
    scenario_read = read_bytes(TEXT.encode(), "some.yaml").scenario
    assert scenario_read is not None
    return replace(scenario_read, allowed=allowances)


def reported_codes(*allowances: Allowance) -> list[str]:
    return [finding.code for finding in check_scenario(scenario(*allowances), SELECTED)]


@pytest.mark.parametrize("check", ["M303", "m303", "M3", "unusual-hand"])
def test_a_check_is_suppressed_by_code_prefix_or_name(check: str) -> None:
    assert reported_codes() == FOUND_CODES
    result = examine_scenario(scenario(Allowance(check, "As printed.")), SELECTED)
    assert [finding.code for finding in result.diagnostics] == ["M502"]
    (suppressed_finding,) = result.suppressed
    assert (suppressed_finding.diagnostic.code, suppressed_finding.reason) == (
        "M303",
        "As printed.",
    )


@pytest.mark.parametrize(
    ("at", "is_suppressed"),
    [
        ("G5", True),
        ("/hexes/G5", True),
        ("/hexes/G5/structure", True),
        ("/hexes", True),
        ("", True),
        ("/", True),
        ("H5", False),
        ("/hexes/G", False),
        ("/hexes/G5/unit", False),
        ("/briefing", False),
    ],
)
def test_an_allowance_applies_at_a_hex_or_below_a_pointer(at: str, is_suppressed: bool) -> None:
    remaining_codes = reported_codes(Allowance("M502", "Either side may use it.", at))
    assert remaining_codes == (["M303"] if is_suppressed else [*FOUND_CODES, "M061"])


def allowance_findings(*allowances: Allowance) -> list[Diagnostic]:
    findings = check_scenario(scenario(*allowances), SELECTED)
    return [each for each in findings if each.code not in FOUND_CODES]


@pytest.mark.parametrize(
    ("allowance", "key", "pointer"),
    [
        (Allowance("M304", "So."), "", ""),
        (Allowance("rules-not-known-yet", "So."), "", ""),  # a retired check
        (Allowance("M502", "So.", "A9"), "unused", "/allow/0"),
        (Allowance("unusual-hands", "So."), "no-check-resembling", "/allow/0/check"),
        (Allowance("---", "So."), "no-check", "/allow/0/check"),
        (Allowance("M099", "So."), "never", "/allow/0/check"),
        (Allowance("unused-allowance", "So."), "never", "/allow/0/check"),
        (Allowance("M502", " "), "no-reason", "/allow/0"),
        (Allowance("M502", "So.", "Z99"), "no-place", "/allow/0/at"),
        (Allowance("M502", "So.", "\u04109"), "no-place-resembling", "/allow/0/at"),
    ],
)
def test_an_allowance_without_effect_is_a_finding(
    allowance: Allowance, key: str, pointer: str
) -> None:
    reported_findings = allowance_findings(allowance)
    assert [(each.key, each.pointer) for each in reported_findings] == (
        [(key, pointer)] if key else []
    )
    for each in reported_findings:
        template = kind(each.code).messages[key].template
        assert render(each, "en").startswith(template.partition("{")[0])


def test_the_finding_about_an_unknown_check_suggests_the_intended_one() -> None:
    scenario_with_typo = scenario(Allowance("unusual-hands", "As printed."))
    (finding,) = (f for f in check_scenario(scenario_with_typo, SELECTED) if f.code == "M062")
    fixed_scenario = apply_fix(scenario_with_typo, finding.fixes[0])
    assert fixed_scenario.allowed == (Allowance("unusual-hand", "As printed."),)


def test_an_unused_allowance_can_be_removed() -> None:
    scenario_with_stale_allowance = scenario(
        Allowance("M303", "As printed."), Allowance("M502", "So.", "A9")
    )
    (finding,) = (
        f for f in check_scenario(scenario_with_stale_allowance, SELECTED) if f.code == "M061"
    )
    assert (
        apply_fix(scenario_with_stale_allowance, finding.fixes[0]).allowed
        == scenario_with_stale_allowance.allowed[:1]
    )


def test_findings_about_allowances_are_translated() -> None:
    scenario_with_wrong_allowances = scenario(
        Allowance("---", "So."), Allowance("M502", "So.", "A9")
    )
    findings = [
        f
        for f in check_scenario(scenario_with_wrong_allowances, SELECTED)
        if f.code in ("M061", "M062")
    ]
    assert len(findings) == 2
    assert all(render(each, "fr") != render(each, "en") for each in findings)


def test_an_allowance_for_an_unselected_check_is_not_unused(tmp_path: Path) -> None:
    scenario_with_allowances = scenario(
        Allowance("M304", "So."), Allowance("M9", "So."), Allowance("M048", "So.")
    )
    assert [
        finding.code
        for finding in check_scenario(scenario_with_allowances)
        if finding.code == "M061"
    ] == ["M061"]
    path = tmp_path / "some.yaml"
    path.write_text(TEXT + "allow: [{check: M048, reason: So.}, {check: M9, reason: So.}]\n")
    unused_findings = [
        finding for finding in check_file(path).diagnostics if finding.code == "M061"
    ]
    assert [(finding.pointer, finding.line) for finding in unused_findings] == [("/allow/0", 17)]


def crash(_: CheckContext) -> Iterator[Problem]:
    """Fail like a faulty check."""
    raise ZeroDivisionError("a fault")
    yield


def test_no_allowance_is_unused_if_its_check_crashed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHECKS", {**CHECKS, "M303": Check("M303", crash)})
    assert reported_codes(Allowance("M303", "As printed.")) == ["M099", "M502"]


def test_a_finding_of_the_reader_can_be_suppressed(tmp_path: Path) -> None:
    path = tmp_path / "some.m44"
    path.write_text(
        '{"board":{"type":"standard","hexagons":[]},"meta_data":{"workshop_allow":'
        '[{"check":"lower-case-value","reason":"Another program writes it."}]}}'
    )
    report = check_file(path)
    assert "M041" not in [finding.code for finding in report.diagnostics]
    (suppressed_finding,) = report.suppressed
    assert (suppressed_finding.diagnostic.code, suppressed_finding.diagnostic.line) == ("M041", 1)


def test_the_rules_of_a_configuration_come_after_those_of_the_scenario() -> None:
    rule = AllowanceRule(Allowance("M3", "House rules."), 4, "m44.toml")
    settings = replace(SELECTED, rules=(rule,))
    scenario_with_rule = scenario(Allowance("M303", "As printed.", "/briefing/bottom"))
    assert examine_scenario(scenario_with_rule, settings).used == {("", 0)}
    result = examine_scenario(scenario(), settings)
    assert result.used == {("m44.toml", 4)}
    assert [(each.reason, each.source) for each in result.suppressed] == [
        ("House rules.", "m44.toml")
    ]


def test_an_unused_rule_of_a_configuration_is_not_a_finding_of_the_scenario() -> None:
    rule = AllowanceRule(Allowance("M304", "So."), 0, "m44.toml")
    findings = check_scenario(scenario(), replace(SELECTED, rules=(rule,)))
    assert [each.code for each in findings] == FOUND_CODES
