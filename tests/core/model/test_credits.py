"""The author, the license and the number of a scenario."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.model.credits import (
    author_of,
    license_key,
    license_of,
    with_author,
    with_license,
    with_printed_number,
)
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario


def scenario_with_meta(**meta: object) -> Scenario:
    return replace(new_scenario(), meta=meta)


@pytest.mark.parametrize(
    ("author", "name"),
    [(" Ann ", "Ann"), ({"id": 7, "login": "ann"}, "ann"), ({"id": 7}, ""), (7, ""), (None, "")],
)
def test_the_author_is_a_text_or_an_account(author: object, name: str) -> None:
    assert author_of(scenario_with_meta(author=author)) == name


def test_an_account_keeps_its_number_when_it_is_renamed() -> None:
    scenario = with_author(scenario_with_meta(author={"id": 7, "login": "ann"}), "Ann Other")
    assert scenario.meta["author"] == {"id": 7, "login": "Ann Other"}
    assert with_author(scenario, " ").meta == {}


def test_the_license_keeps_the_spelling_of_its_key() -> None:
    british = with_license(scenario_with_meta(licence="CC0"), "MIT")
    assert british.meta == {"licence": "MIT"}
    assert license_of(british) == "MIT"
    assert license_key(scenario_with_meta()) == "license"


def test_an_edit_that_changes_nothing_returns_the_same_scenario() -> None:
    scenario = scenario_with_meta(number="6015")
    assert with_printed_number(scenario, " 6015 ") is scenario
    assert with_license(scenario, None) is scenario
