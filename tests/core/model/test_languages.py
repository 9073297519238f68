"""The language in which a scenario is shown is the best match among its texts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.model.edits import new_scenario
from m44core.model.scenario_parts import Texts


@pytest.mark.parametrize(
    ("requested_language", "order"),
    [
        ("fr", ["fr", "en", "de", "zh-Hans"]),
        ("zh-Hant", ["zh-Hans", "en", "de", "fr"]),
        ("de-AT", ["de", "en", "fr", "zh-Hans"]),
        ("it", ["en", "de", "fr", "zh-Hans"]),
    ],
)
def test_a_reader_gets_the_closest_language(requested_language: str, order: list[str]) -> None:
    texts = {code: Texts(code) for code in ("de", "en", "fr", "zh-Hans")}
    assert list(replace(new_scenario(), texts=texts).languages_for(requested_language)) == order


def test_the_title_is_in_the_language_of_the_reader_if_possible() -> None:
    texts = {"en": Texts("Sword Beach"), "de": Texts(" "), "ru": Texts("Пляж «Сорд» ")}
    scenario = replace(new_scenario(), texts=texts)
    titles = {code: scenario.title_in(code) for code in ("ru", "de", "it")}
    assert titles == {"ru": "Пляж «Сорд»", "de": "Sword Beach", "it": "Sword Beach"}
    assert replace(scenario, texts={}).title_in("ru") == ""
    assert replace(scenario, texts={"pl": Texts("Most")}).title_in("ru") == "Most"
