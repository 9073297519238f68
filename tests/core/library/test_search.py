"""Finding files of a library."""

from __future__ import annotations

import pytest

from m44core.library.facts import Facts, facts_of
from m44core.library.search import FACETS, ORDERS, Query, fits, searched, values
from m44core.library.terms import Terms
from m44core.messages.words import words
from m44core.resources import scenarios_folder


@pytest.fixture(scope="module")
def known() -> dict[str, Facts]:
    """The scenarios that ship."""
    names = ("pegasus-bridge", "sword-beach", "toulon", "arnhem-bridge")
    return {n: facts_of(scenarios_folder() / f"{n}.yaml", Terms())[0] for n in names}


def found(known: dict[str, Facts], asked: str, language: str = "en") -> set[str]:
    query = Query(asked, words(language))
    return {name for name, facts in known.items() if query.finds(searched(name, facts))}


@pytest.mark.parametrize(
    ("asked", "language", "expected"),
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
def test_all_words_have_to_be_found_in_titles_texts_or_pieces(
    known: dict[str, Facts], asked: str, language: str, expected: set[str]
) -> None:
    assert found(known, asked, language) == expected


def test_of_each_facet_one_value_will_do(known: dict[str, Facts]) -> None:
    chosen = {"face": {"BEACH", "WINTER"}, "nation": {"GB"}, "year": set[str]()}
    assert {name for name, facts in known.items() if fits(facts, chosen)} == {"sword-beach"}


def test_a_file_without_a_scenario_is_in_no_facet() -> None:
    broken = Facts(failure="why")
    assert all(values(broken, facet) == () for facet in FACETS)
    assert not fits(broken, {"board": {""}})
    assert fits(broken, {})


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_puts_any_files_in_a_row(known: dict[str, Facts], order: str) -> None:
    files = {**known, "broken": Facts(failure="why"), "bare": Facts()}
    assert len(sorted(files, key=lambda name: ORDERS[order](name, files[name]))) == len(files)


def test_what_needs_work_comes_first() -> None:
    files = {
        "good": Facts(),
        "noted": Facts(notes=9),
        "wrong": Facts(errors=1),
        "broken": Facts(failure="why"),
    }
    row = sorted(files, key=lambda name: ORDERS["findings"](name, files[name]))
    assert row == ["broken", "wrong", "noted", "good"]
