"""Searching, filtering and sorting the files of a library."""

from __future__ import annotations

import pytest

from m44core.library.file_facts import FileFacts, facts_and_content
from m44core.library.library_search import (
    FACETS,
    ORDERS,
    Query,
    facet_values,
    matches_filter,
    searchable_file,
)
from m44core.library.library_settings import FileSettings
from m44core.messages.renderers import renderer_in
from m44core.resources import scenarios_folder


@pytest.fixture(scope="module")
def known_facts() -> dict[str, FileFacts]:
    """The facts about some shipped scenarios, keyed by name."""
    names = ("pegasus-bridge", "sword-beach", "toulon", "arnhem-bridge")
    return {
        n: facts_and_content(scenarios_folder() / f"{n}.yaml", FileSettings())[0] for n in names
    }


def matching_names(
    known_facts: dict[str, FileFacts], query_text: str, language: str = "en"
) -> set[str]:
    query = Query(query_text, renderer_in(language))
    return {
        name for name, facts in known_facts.items() if query.matches(searchable_file(name, facts))
    }


@pytest.mark.parametrize(
    ("query", "language", "expected"),
    [
        ("", "en", {"pegasus-bridge", "sword-beach", "toulon", "arnhem-bridge"}),
        ("BRIDGE pegasus", "en", {"pegasus-bridge"}),
        ("benouville", "en", {"pegasus-bridge"}),
        ("Bénouville", "en", {"pegasus-bridge"}),
        ('"easternmost beach"', "en", {"sword-beach"}),
        ('"beach easternmost"', "en", set()),
        ("barbelés plage", "fr", {"sword-beach"}),
        ("barbelés désert", "fr", set()),
        ("barbeles sword", "fr", {"sword-beach"}),
        ("hedgehog", "en", {"sword-beach"}),
        ('"', "en", {"pegasus-bridge", "sword-beach", "toulon", "arnhem-bridge"}),
    ],
)
def test_all_words_must_occur_in_titles_texts_or_pieces(
    known_facts: dict[str, FileFacts], query: str, language: str, expected: set[str]
) -> None:
    assert matching_names(known_facts, query, language) == expected


def test_one_value_of_each_facet_suffices(known_facts: dict[str, FileFacts]) -> None:
    filters = {"face": {"BEACH", "WINTER"}, "nation": {"GB"}, "year": set[str]()}
    assert {name for name, facts in known_facts.items() if matches_filter(facts, filters)} == {
        "sword-beach"
    }


def test_a_file_without_a_scenario_is_in_no_facet() -> None:
    facts = FileFacts(failure="why")
    assert all(facet_values(facts, facet) == () for facet in FACETS)
    assert not matches_filter(facts, {"board": {""}})
    assert matches_filter(facts, {})


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_sorts_any_files(known_facts: dict[str, FileFacts], order: str) -> None:
    files = {**known_facts, "broken": FileFacts(failure="why"), "bare": FileFacts()}
    assert len(
        sorted(files, key=lambda name: ORDERS[order](name, files[name], files[name].title))
    ) == len(files)


def test_files_with_the_most_severe_problems_come_first() -> None:
    files = {
        "good": FileFacts(),
        "noted": FileFacts(notes=9),
        "wrong": FileFacts(errors=1),
        "broken": FileFacts(failure="why"),
    }
    row = sorted(files, key=lambda name: ORDERS["findings"](name, files[name], files[name].title))
    assert row == ["broken", "wrong", "noted", "good"]
