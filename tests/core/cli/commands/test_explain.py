"""``m44 explain``, and the document it writes."""

from __future__ import annotations

import pytest

from m44core.cli.main import main
from m44core.findings.finding_kinds import FAMILIES, all_kinds, finding_family


def test_without_arguments_every_check_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    output = capsys.readouterr().out
    assert all(f"  {page.code} {page.name} " in output for page in all_kinds().values())
    assert all(finding_family(beginning).name in output for beginning in FAMILIES)


@pytest.mark.parametrize("word", ["M502", "m502", "unclear-bunker-owner"])
def test_a_check_is_found_by_code_and_by_name(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", word]) == 0
    output = capsys.readouterr().out
    assert output.startswith(
        "M502 unclear-bunker-owner (error, info)\n\nA bunker or sea wall has no owner."
    )
    assert output.endswith("Rules: V-54, LINT-M5, B-BUN-03, B-BUN-06, D-24\n")


@pytest.mark.parametrize("arguments", [["M502,M112"], ["M502, M112"], ["M502", "M112,"]])
def test_several_checks_can_be_given_as_for_the_select_option(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", *arguments]) == 0
    output = capsys.readouterr().out
    assert output.startswith("M502 unclear-bunker-owner (")
    assert "\n\nM112 " in output


@pytest.mark.parametrize("word", ["", ",", "rules-not-known-yet"])
def test_an_unknown_check_is_reported(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 2
    assert f"unknown check {word!r}" in capsys.readouterr().err


def test_problems_found_while_reading_are_explained_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "M005", "check-crashed"]) == 0
    output = capsys.readouterr().out
    assert "M005 broken-json" in output
    assert "M099 check-crashed" in output


def test_every_family_of_codes_has_a_heading() -> None:
    assert {code[:2] for code in all_kinds()} == set(FAMILIES)
