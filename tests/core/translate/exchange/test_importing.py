"""Translations returned by translators are merged, kept or refused; none is lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import process_time

from tests.core.translate.conftest import make_scenario

from m44core.model.scenario import Scenario
from m44core.translate.exchange.importing import MergeResult, MergeStatus, merge_catalogue
from m44core.translate.exchange.translation_catalogue import (
    CatalogueEntry,
    TranslationCatalogue,
    catalogue_of,
    update_catalogue,
)
from m44core.translate.text_record import (
    CONFLICT,
    EMPTY_RECORD,
    UNPLACED,
    TextRecord,
    TranslationState,
)
from m44core.translate.translation_units import translation_units_of


def export_catalogue(
    scenario: Scenario, changes: Mapping[str, str] | None = None, record: TextRecord = EMPTY_RECORD
) -> TranslationCatalogue:
    """Return an exported catalogue in which the translations of some sources were changed."""
    out = catalogue_of(scenario, record, "mill.yaml", "en", "fr")
    entries = (
        replace(entry, target=changes[entry.source], state=TranslationState.DONE)
        if changes and entry.source in changes
        else entry
        for entry in out.entries
    )
    return replace(out, entries=tuple(entries))


def import_catalogue(
    scenario: Scenario,
    catalogue: TranslationCatalogue,
    record: TextRecord = EMPTY_RECORD,
    **options: bool,
) -> MergeResult:
    return merge_catalogue(scenario, record, catalogue, "en", "fr", **options)


def merge_statuses(merge_result: MergeResult) -> list[MergeStatus]:
    return [outcome.status for outcome in merge_result.outcomes]


def test_unchanged_entries_change_nothing() -> None:
    before = make_scenario()
    merge_result = import_catalogue(before, export_catalogue(before))
    assert merge_result.scenario is before
    assert merge_result.record is EMPTY_RECORD
    assert merge_result.outcomes == ()


def test_only_changed_translations_are_imported() -> None:
    before = make_scenario("A\n\nB", "a\n\nb")
    merge_result = import_catalogue(before, export_catalogue(before, {"B": "bb"}))
    assert merge_statuses(merge_result) == [MergeStatus.TAKEN]
    assert merge_result.scenario.texts["fr"].rules == "a\n\nbb"


def test_conflicting_changes_of_a_text_are_both_kept() -> None:
    exported_scenario, current_scenario = make_scenario("A", "a"), make_scenario("A", "mine")
    merge_result = import_catalogue(
        current_scenario, export_catalogue(exported_scenario, {"A": "theirs"})
    )
    assert [(o.status, o.ours, o.entry.target) for o in merge_result.outcomes] == [
        (MergeStatus.CONFLICT, "mine", "theirs")
    ]
    assert merge_result.scenario.texts["fr"].rules == "mine"
    assert [(k.target, k.why) for k in merge_result.record.kept] == [("theirs", CONFLICT)]


def test_preferring_the_import_keeps_the_replaced_translation() -> None:
    exported_scenario, current_scenario = make_scenario("A", "a"), make_scenario("A", "mine")
    merge_result = import_catalogue(
        current_scenario, export_catalogue(exported_scenario, {"A": "theirs"}), theirs=True
    )
    assert merge_result.scenario.texts["fr"].rules == "theirs"
    assert [k.target for k in merge_result.record.kept] == ["mine"]


def test_two_translations_of_one_text_in_a_file_are_a_conflict() -> None:
    before = make_scenario("A", "a")
    returned_catalogue = export_catalogue(before, {"A": "one"})
    catalogue_with_two = replace(
        returned_catalogue,
        entries=(
            *returned_catalogue.entries,
            replace(returned_catalogue.entries[-1], target="two"),
        ),
    )
    merge_result = import_catalogue(before, catalogue_with_two)
    assert merge_statuses(merge_result) == [MergeStatus.TAKEN, MergeStatus.CONFLICT]
    assert merge_result.scenario.texts["fr"].rules == "one"
    assert [k.target for k in merge_result.record.kept] == ["two"]


def test_changes_made_only_in_the_scenario_are_kept() -> None:
    exported_scenario, current_scenario = make_scenario("A", "a"), make_scenario("A", "better")
    merge_result = import_catalogue(current_scenario, export_catalogue(exported_scenario))
    assert merge_result.scenario is current_scenario
    assert merge_result.outcomes == ()


def test_a_changed_source_makes_an_import_stale_and_is_recorded() -> None:
    old = make_scenario("The bunker on E4 is empty.", "a")
    changed_scenario = make_scenario("The bunker on E4 is not empty.", "a")
    merge_result = import_catalogue(
        changed_scenario, export_catalogue(old, {"The bunker on E4 is empty.": "Vide."})
    )
    assert merge_statuses(merge_result) == [MergeStatus.STALE]
    unit = translation_units_of(merge_result.scenario, "en", "fr", merge_result.record)[-1]
    assert (unit.target, unit.state) == ("Vide.", TranslationState.STALE)
    assert unit.previous == "The bunker on E4 is empty."


def test_unplaced_translations_are_kept_and_exported_as_obsolete() -> None:
    exported_scenario, current_scenario = (
        make_scenario("All about the old mill", None),
        make_scenario("Quite another thing", None),
    )
    merge_result = import_catalogue(
        current_scenario,
        export_catalogue(exported_scenario, {"All about the old mill": "Le moulin"}),
    )
    assert merge_statuses(merge_result) == [MergeStatus.UNPLACED]
    assert [(k.target, k.why) for k in merge_result.record.kept] == [("Le moulin", UNPLACED)]
    out = catalogue_of(merge_result.scenario, merge_result.record, "mill.yaml", "en", "fr")
    assert [entry.target for entry in out.kept] == ["Le moulin"]


def test_taking_a_kept_translation_keeps_the_replaced_one() -> None:
    exported_scenario, current_scenario = make_scenario("A", "a"), make_scenario("A", "mine")
    returned_catalogue = export_catalogue(exported_scenario, {"A": "theirs"})
    record = import_catalogue(current_scenario, returned_catalogue).record
    assert (
        import_catalogue(current_scenario, returned_catalogue, record, theirs=True)
        .record.kept[0]
        .target
        == "mine"
    )


def test_a_translation_with_lost_or_added_placeholders_is_refused() -> None:
    before = make_scenario("Take {cards}<br>now", None)
    merge_result = import_catalogue(
        before, export_catalogue(before, {"Take {cards}<br>now": "Prenez {carte} {carte}"})
    )
    (outcome,) = merge_result.outcomes
    assert outcome.status is MergeStatus.REFUSED
    assert outcome.mismatch.lost == ("{cards}", "<br>")
    assert outcome.mismatch.added == ("{carte}", "{carte}")
    assert merge_result.scenario is before


def test_a_translation_with_a_line_break_in_a_paragraph_is_refused() -> None:
    before = make_scenario("A\nB", None)
    assert merge_statuses(import_catalogue(before, export_catalogue(before, {"A": "a\na"}))) == [
        MergeStatus.REFUSED
    ]


def test_a_confirmed_draft_is_done() -> None:
    before = make_scenario("A", None)
    draft = export_catalogue(before)
    entries = tuple(
        replace(e, target="a", state=TranslationState.DRAFT) if e.source == "A" else e
        for e in draft.entries
    )
    merge_result = import_catalogue(before, replace(draft, entries=entries))
    out = catalogue_of(merge_result.scenario, merge_result.record, "mill.yaml", "en", "fr")
    assert out.entries[-1].state is TranslationState.DRAFT
    second_result = import_catalogue(
        merge_result.scenario,
        export_catalogue(merge_result.scenario, {"A": "a"}, merge_result.record),
        merge_result.record,
    )
    assert merge_statuses(second_result) == [MergeStatus.TAKEN]
    assert (
        translation_units_of(second_result.scenario, "en", "fr", second_result.record)[-1].state
        is TranslationState.DONE
    )


def test_exporting_over_a_file_keeps_its_translations() -> None:
    before = make_scenario("A\nB", "a\nb")
    theirs = export_catalogue(before, {"A": "not imported yet"})
    new = catalogue_of(make_scenario("A\nC", "a\nb"), EMPTY_RECORD, "mill.yaml", "en", "fr")
    file = update_catalogue(new, theirs)
    assert [e.target for e in file.entries if e.source == "A"] == ["not imported yet"]
    assert import_catalogue(before, file).scenario.texts["fr"].rules == "not imported yet\nb"


def test_exporting_over_an_imported_file_lists_no_text_twice() -> None:
    """What the scenario or its record has by now is not exported a second time as obsolete."""
    returned = export_catalogue(
        make_scenario("The bunker on E4 is empty.\nGone.", None),
        {"The bunker on E4 is empty.": "Vide.", "Gone.": "Parti."},
    )
    entries = tuple(
        replace(e, comment="Why?" if e.target == "Vide." else "") for e in returned.entries
    )
    returned = replace(returned, entries=entries)
    merged = import_catalogue(make_scenario("The bunker on E5 is empty.", None), returned)
    new = catalogue_of(merged.scenario, merged.record, "mill.yaml", "en", "fr")
    file = update_catalogue(new, returned)
    assert [e.target for e in file.kept] == ["Parti."]
    assert [e.comment for e in file.entries if e.target == "Vide."] == ["Why?"]


def without_contexts(catalogue: TranslationCatalogue) -> TranslationCatalogue:
    """Return a catalogue whose entries have lost their contexts, as in some PO tools."""
    return replace(catalogue, entries=tuple(replace(e, field="") for e in catalogue.entries))


def test_an_entry_that_lost_its_context_is_imported_by_its_source() -> None:
    before = make_scenario("A\nB", None)
    file = without_contexts(export_catalogue(before, {"A": "a"}))
    merge_result = import_catalogue(before, file)
    assert merge_statuses(merge_result) == [MergeStatus.TAKEN]
    assert merge_result.scenario.texts["fr"].rules == "a\nB"


def test_an_entry_that_lost_its_context_is_kept_if_two_texts_have_its_source() -> None:
    before = make_scenario("The mill", None)  # the title is the same
    file = without_contexts(export_catalogue(before, {"The mill": "Le moulin"}))
    assert {*merge_statuses(import_catalogue(before, file))} == {MergeStatus.UNPLACED}


def test_many_entries_of_another_scenario_are_imported_quickly() -> None:
    entries = tuple(CatalogueEntry("", f"Other text {n}", target="x") for n in range(2000))
    file = TranslationCatalogue("mill.yaml", "", "en", "fr", entries)
    start = process_time()
    outcome = import_catalogue(make_scenario("A\nB", None), file)
    assert {*merge_statuses(outcome)} == {MergeStatus.UNPLACED}
    assert process_time() - start < 3


def test_an_entry_for_an_unknown_field_is_kept() -> None:
    returned_catalogue = TranslationCatalogue(
        "mill.yaml", "", "en", "fr", (CatalogueEntry("poem", "A", target="a"),)
    )
    assert merge_statuses(import_catalogue(make_scenario(), returned_catalogue)) == [
        MergeStatus.UNPLACED
    ]
