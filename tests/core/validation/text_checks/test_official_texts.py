"""The facts that the checks read in genuine files, and in the scenarios of the program."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import render
from m44core.io.files.file_reader import read_file
from m44core.io.files.fixes import apply_fix
from m44core.messages.languages import languages
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.validation.check_context import CheckContext
from m44core.validation.check_registry import CHECKS

SHIPPED_FILES = sorted(scenarios_folder().glob("*.yaml"))


def _read_scenario(path: Path) -> Scenario:
    scenario = read_file(path).scenario
    assert scenario
    return scenario


def _findings(scenario: Scenario, *codes: str) -> list[Diagnostic]:
    context = CheckContext.of(scenario)
    return [diagnostic for code in codes for diagnostic in CHECKS[code].run(context)]


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_the_texts_of_shipped_scenarios_agree_with_their_data(path: Path) -> None:
    codes = [code for code in CHECKS if code.startswith("M8")]
    assert [render(finding, "en") for finding in _findings(_read_scenario(path), *codes)] == []


@pytest.mark.parametrize("path", SHIPPED_FILES, ids=lambda path: path.stem)
def test_cards_medals_and_first_player_of_shipped_scenarios_are_read(path: Path) -> None:
    """The checks cannot find an error in a number they cannot read."""
    readable_texts = CheckContext.of(_read_scenario(path)).texts.readable
    assert {language_texts.code for language_texts in readable_texts} == {*languages()}
    for language_texts in readable_texts:
        assert len(language_texts.cards) == len(language_texts.medals) == 2, language_texts.code
        assert len(language_texts.first_movers) == 1, language_texts.code


@pytest.mark.parametrize("number", [3, 4, 5, 7, 11, 15, 18, 19, 23, 25])
def test_cards_medals_and_first_player_of_genuine_files_are_read(
    reference_material: Path, number: int
) -> None:
    for language_texts in CheckContext.of(
        _read_scenario(reference_material / f"corpus/native/{number}.m44")
    ).texts.readable:
        assert len(language_texts.cards) == len(language_texts.medals) == 2
        assert len(language_texts.first_movers) == 1


@pytest.mark.rule("B-SETUP-08")
def test_the_fix_of_pegasus_bridge_lets_the_hand_grow(reference_material: Path) -> None:
    scenario = _read_scenario(reference_material / "corpus/native/2.m44")
    (finding,) = _findings(scenario, "M801")
    fixed_scenario = apply_fix(scenario, finding.fixes[0])
    ours = _read_scenario(scenarios_folder() / "pegasus-bridge.yaml")
    assert fixed_scenario.briefing.top.cards == 2
    assert fixed_scenario.briefing.special_rules == ours.briefing.special_rules
    assert _findings(fixed_scenario, "M801") == []


@pytest.mark.rule("V-72")
@pytest.mark.parametrize(("wires", "wrong_number"), [(4, 0), (5, 1)])
def test_the_bill_of_pegasus_bridge_agrees_with_its_board(wires: int, wrong_number: int) -> None:
    ours = _read_scenario(scenarios_folder() / "pegasus-bridge.yaml")
    bill = f"20 rivers, 4 villages, 9 forests, 2 bridges, {wires} wires, 1 sandbag"
    texts = {"en": replace(ours.texts["en"], rules=f"Lay out {bill}.")}
    assert len(_findings(replace(ours, texts=texts), "M816")) == wrong_number


def test_garbled_letters_of_a_genuine_file_have_a_safe_fix(reference_material: Path) -> None:
    scenario = _read_scenario(reference_material / "corpus/native/11.m44")
    (finding,) = _findings(scenario, "M808")
    assert finding.severity is Severity.WARNING
    assert [fix.safe for fix in finding.fixes] == [True]
    fixed_scenario = apply_fix(scenario, finding.fixes[0])
    text, before = fixed_scenario.texts["fr"].historical, scenario.texts["fr"].historical
    assert text
    assert before
    assert "l'Histoire" in text
    assert text.replace("'", "?") == before.replace("'", "?")
