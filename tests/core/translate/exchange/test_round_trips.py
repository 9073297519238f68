"""Both exchange formats: a round trip loses nothing of a catalogue."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.core.translate.conftest import make_scenario, odd_texts

from m44core.translate.exchange.importing import merge_catalogue
from m44core.translate.exchange.po import read_po_file, to_po
from m44core.translate.exchange.translation_catalogue import (
    CatalogueEntry,
    TranslationCatalogue,
    catalogue_of,
)
from m44core.translate.exchange.xliff import read_xliff_file, to_xliff
from m44core.translate.text_record import EMPTY_RECORD, TranslationState

RoundTrip = Callable[[TranslationCatalogue, Path], TranslationCatalogue]

entries = st.builds(
    CatalogueEntry,
    st.sampled_from(["name", "rules", "labels"]),
    odd_texts.filter(str.strip),
    st.integers(1, 3),
    odd_texts.filter(str.strip),
    st.sampled_from([TranslationState.DRAFT, TranslationState.DONE]),
)


def po_round_trip(catalogue: TranslationCatalogue, folder: Path) -> TranslationCatalogue:
    path = folder / "fr.po"
    path.write_bytes(to_po(catalogue).encode())
    return read_po_file(path)


def xliff_round_trip(catalogue: TranslationCatalogue, folder: Path) -> TranslationCatalogue:
    path = folder / "fr.xlf"
    path.write_bytes(to_xliff(catalogue).encode("utf-8", "surrogatepass"))
    return read_xliff_file(path)


BOTH_FORMATS = pytest.mark.parametrize("round_trip", [po_round_trip, xliff_round_trip])


@BOTH_FORMATS
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries_given=st.lists(entries, max_size=3))
def test_any_text_survives_a_round_trip(
    round_trip: RoundTrip, tmp_path: Path, entries_given: list[CatalogueEntry]
) -> None:
    reread_catalogue = round_trip(
        TranslationCatalogue("a.yaml", "A", "en", "fr", tuple(entries_given)), tmp_path
    )
    entries = [(e.field, e.source, e.repeat, e.target, e.state) for e in reread_catalogue.entries]
    assert entries == [(e.field, e.source, e.repeat, e.target, e.state) for e in entries_given]


@BOTH_FORMATS
def test_a_text_of_100_kilobytes_survives_a_round_trip(
    round_trip: RoundTrip, tmp_path: Path
) -> None:
    long_entry = CatalogueEntry(
        "rules", "word " * 20_000 + ".", target="\u05d0\u0301 " * 30_000 + "."
    )
    (entry,) = round_trip(
        TranslationCatalogue("a.yaml", "A", "en", "fr", (long_entry,)), tmp_path
    ).entries
    assert (entry.source, entry.target) == (long_entry.source, long_entry.target)


@BOTH_FORMATS
def test_states_previous_sources_comments_and_languages_are_preserved(
    round_trip: RoundTrip, tmp_path: Path
) -> None:
    open_entries = (
        CatalogueEntry("rules", "New", state=TranslationState.NEW, comment="two\nlines"),
        CatalogueEntry(
            "rules",
            "Now",
            target="a",
            state=TranslationState.STALE,
            previous="Then",
            base="12 done",
        ),
    )
    kept_entries = (CatalogueEntry("rules", "Gone", target="parti", state=TranslationState.DRAFT),)
    reread_catalogue = round_trip(
        TranslationCatalogue('a "b".yaml', "<A>", "en", "zh-Hans", open_entries, kept_entries),
        tmp_path,
    )
    assert (reread_catalogue.scenario, reread_catalogue.source, reread_catalogue.target) == (
        'a "b".yaml',
        "en",
        "zh-Hans",
    )
    assert [(e.state, e.previous, e.base) for e in reread_catalogue.entries] == [
        (TranslationState.NEW, "", ""),
        (TranslationState.STALE, "Then", "12 done"),
    ]
    assert reread_catalogue.entries[0].comment == "two\nlines"
    assert [(e.source, e.target) for e in reread_catalogue.kept] == [("Gone", "parti")]
    assert reread_catalogue.title == "<A>"


@BOTH_FORMATS
def test_a_file_returned_unchanged_changes_nothing(round_trip: RoundTrip, tmp_path: Path) -> None:
    before = make_scenario()
    returned_catalogue = round_trip(
        catalogue_of(before, EMPTY_RECORD, "mill.yaml", "en", "fr"), tmp_path
    )
    assert merge_catalogue(before, EMPTY_RECORD, returned_catalogue, "en", "fr").outcomes == ()
