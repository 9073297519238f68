"""Both exchange formats: a round trip loses nothing of a catalogue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.core.translate.conftest import make_scenario, odd

from m44core.translate.exchange.importing import merge_catalogue
from m44core.translate.exchange.po import from_po, to_po
from m44core.translate.exchange.translation_catalogue import (
    CatalogueEntry,
    TranslationCatalogue,
    catalogue_of,
)
from m44core.translate.exchange.xliff import from_xliff, to_xliff
from m44core.translate.record import EMPTY_RECORD, UnitState

Trip = Callable[[TranslationCatalogue, Path], TranslationCatalogue]

entries = st.builds(
    CatalogueEntry,
    st.sampled_from(["name", "rules", "labels"]),
    odd.filter(str.strip),
    st.integers(1, 3),
    odd.filter(str.strip),
    st.sampled_from([UnitState.DRAFT, UnitState.DONE]),
)


def through_po(catalogue: TranslationCatalogue, folder: Path) -> TranslationCatalogue:
    path = folder / "fr.po"
    path.write_bytes(to_po(catalogue).encode())
    return from_po(path)


def through_xliff(catalogue: TranslationCatalogue, folder: Path) -> TranslationCatalogue:
    path = folder / "fr.xlf"
    path.write_bytes(to_xliff(catalogue).encode("utf-8", "surrogatepass"))
    return from_xliff(path)


BOTH = pytest.mark.parametrize("there_and_back", [through_po, through_xliff])


@BOTH
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(given_=st.lists(entries, max_size=3))
def test_any_text_survives_a_round_trip(
    there_and_back: Trip, tmp_path: Path, given_: list[CatalogueEntry]
) -> None:
    back = there_and_back(TranslationCatalogue("a.yaml", "A", "en", "fr", tuple(given_)), tmp_path)
    entries = [(e.field, e.source, e.repeat, e.target, e.state) for e in back.entries]
    assert entries == [(e.field, e.source, e.repeat, e.target, e.state) for e in given_]


@BOTH
def test_a_text_of_100_kilobytes_survives_a_round_trip(
    there_and_back: Trip, tmp_path: Path
) -> None:
    long = CatalogueEntry("rules", "word " * 20_000 + ".", target="\u05d0\u0301 " * 30_000 + ".")
    (entry,) = there_and_back(
        TranslationCatalogue("a.yaml", "A", "en", "fr", (long,)), tmp_path
    ).entries
    assert (entry.source, entry.target) == (long.source, long.target)


@BOTH
def test_states_previous_sources_comments_and_languages_are_preserved(
    there_and_back: Trip, tmp_path: Path
) -> None:
    given_ = (
        CatalogueEntry("rules", "New", state=UnitState.NEW, comment="two\nlines"),
        CatalogueEntry(
            "rules", "Now", target="a", state=UnitState.STALE, previous="Then", base="12 done"
        ),
    )
    kept = (CatalogueEntry("rules", "Gone", target="parti", state=UnitState.DRAFT),)
    back = there_and_back(
        TranslationCatalogue('a "b".yaml', "<A>", "en", "zh-Hans", given_, kept), tmp_path
    )
    assert (back.scenario, back.source, back.target) == ('a "b".yaml', "en", "zh-Hans")
    assert [(e.state, e.previous, e.base) for e in back.entries] == [
        (UnitState.NEW, "", ""),
        (UnitState.STALE, "Then", "12 done"),
    ]
    assert back.entries[0].comment == "two\nlines"
    assert [(e.source, e.target) for e in back.kept] == [("Gone", "parti")]
    assert back.title == "<A>"


@BOTH
def test_a_file_returned_unchanged_changes_nothing(there_and_back: Trip, tmp_path: Path) -> None:
    before = make_scenario()
    back = there_and_back(catalogue_of(before, EMPTY_RECORD, "mill.yaml", "en", "fr"), tmp_path)
    assert merge_catalogue(before, EMPTY_RECORD, back, "en", "fr").outcomes == ()
