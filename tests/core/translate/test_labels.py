"""Translating the labels on the board."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.translate.conftest import make_scenario

from m44core.drawing.board.scenario_drawing import draw_scenario
from m44core.drawing.shapes.shapes import text_lines
from m44core.errors import WriteError
from m44core.hexes import Hex
from m44core.messages.renderers import renderer_in
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts, joined_label, split_label
from m44core.translate.exchange.importing import merge_catalogue
from m44core.translate.exchange.translation_catalogue import catalogue_of
from m44core.translate.scenario_translation import (
    ScenarioTranslation,
    open_translation,
    record_to_save,
)
from m44core.translate.text_languages import with_labels_in
from m44core.translate.text_record import EMPTY_RECORD, TextRecord, TranslationState
from m44core.translate.text_record_file import read_record, record_path, write_record
from m44core.translate.translation_progress import progress_of
from m44core.translate.translation_units import (
    TranslationUnit,
    orphaned_translations,
    translation_units_of,
)

CANAL, MILL, SECOND_MILL = Hex(2, 0), Hex(4, 2), Hex(8, 2)
LABELS = {CANAL: ("Caen", "Canal"), MILL: ("  Mill",), SECOND_MILL: ("Mill",)}


def scenario_with_labels(
    french: dict[str, str] | None = None, english: str = "The mill"
) -> Scenario:
    """Return a scenario with two different labels, one of them on two hexes."""
    plain_scenario = replace(make_scenario("Night has fallen.", "Il fait nuit."), labels=LABELS)
    french_texts = replace(plain_scenario.texts["fr"], labels=french or {})
    return replace(plain_scenario, texts={"en": Texts(name=english), "fr": french_texts})


def label_units(
    scenario: Scenario, source: str = "en", record: TextRecord = EMPTY_RECORD
) -> list[TranslationUnit]:
    return [
        unit
        for unit in translation_units_of(scenario, source, "fr", record)
        if unit.field == "labels"
    ]


def test_a_label_is_one_unit_for_all_its_hexes() -> None:
    units = label_units(scenario_with_labels({"Mill": "Moulin"}))
    assert [(unit.source, unit.target, unit.state) for unit in units] == [
        ("Caen | Canal", "", TranslationState.NEW),
        ("Mill", "Moulin", TranslationState.DONE),
    ]


def test_a_map_shows_its_labels_in_the_language_of_the_reader() -> None:
    scenario = scenario_with_labels({"Mill": "Moulin", "Caen | Canal": "Canal | de Caen"})
    french = [*text_lines(draw_scenario(scenario, renderer=renderer_in("fr")))]
    assert french.count("Moulin") == 2
    assert {"Canal", "de Caen"} <= {*french}
    assert "Mill" in {
        line.strip() for line in text_lines(draw_scenario(scenario, renderer=renderer_in("de")))
    }


def test_labels_fall_back_only_to_related_languages() -> None:
    scenario = scenario_with_labels()
    chinese = replace(scenario, texts={**scenario.texts, "zh-Hant": Texts(labels={"Mill": "磨坊"})})
    assert chinese.with_labels_in("zh-Hans").labels[SECOND_MILL] == ("磨坊",)
    assert chinese.with_labels_in("it") is chinese


def test_a_label_is_translated_and_marked_done() -> None:
    work = ScenarioTranslation(scenario_with_labels(), "en", "fr")
    canal = next(unit for unit in work.units if unit.source == "Caen | Canal")
    work = work.with_text(canal, "Canal | de Caen")
    assert work.scenario.texts["fr"].labels == {"Caen | Canal": "Canal | de Caen"}
    assert [unit.state for unit in label_units(work.scenario, record=work.record)] == [
        TranslationState.DRAFT,
        TranslationState.NEW,
    ]
    work = work.with_state(label_units(work.scenario, record=work.record)[0], TranslationState.DONE)
    assert label_units(work.scenario, record=work.record)[0].state is TranslationState.DONE


def test_a_label_can_be_translated_from_a_language_other_than_the_boards() -> None:
    before = scenario_with_labels({"Mill": "Moulin"})
    work = open_translation(before, "fr", "it", EMPTY_RECORD)
    unit = next(each for each in work.units if each.source == "Moulin")
    work = work.with_text(unit, "Mulino")
    assert work.scenario.texts["it"].labels == {"Mill": "Mulino"}
    record = record_to_save(work, EMPTY_RECORD)
    assert [mark.source for mark in record.marks_of("it", "labels")] == ["Mill"]


def test_translations_of_a_removed_label_are_kept() -> None:
    before = scenario_with_labels({"Mill": "Moulin", "Windmill": "Moulin à vent"})
    assert [each.source for each in orphaned_translations(before, "en", "fr")] == ["Windmill"]
    work = ScenarioTranslation(before, "en", "fr")
    work = work.with_text(label_units(before)[1], "Le moulin")
    assert work.scenario.texts["fr"].labels == {"Mill": "Le moulin"}
    assert [(translation.source, translation.target) for translation in work.record.kept] == [
        ("Windmill", "Moulin à vent")
    ]


def test_a_label_without_words_is_not_counted_as_missing() -> None:
    scenario = scenario_with_labels({"Mill": "Moulin"})
    french = progress_of(scenario, "en", "fr")
    assert (french.new, french.done) == (0, 3 - 1)


def test_the_hexes_of_a_label_are_shown_to_the_translator() -> None:
    entries = catalogue_of(scenario_with_labels(), EMPTY_RECORD, "a.yaml", "en", "fr").entries
    (notes,) = (each.notes for each in entries if each.source == "Mill")
    assert [*notes] == ["labels; 4 characters, one line", "hexes: C7, E7"]


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_a_file_with_one_set_of_labels_has_them_in_the_chosen_language(
    language: str,
) -> None:
    before = scenario_with_labels({"Mill": "Moulin"})
    after = with_labels_in(before, language)
    for code in ("en", "fr"):
        labels_after, labels_before = after.with_labels_in(code), before.with_labels_in(code)
        assert [*map(joined_label, labels_after.labels.values())] == [
            *map(joined_label, labels_before.labels.values())
        ]
    expected = "Moulin" if language == "fr" else "Mill"
    assert joined_label(after.labels[SECOND_MILL]) == expected


def test_a_translation_imported_for_a_renamed_label_can_be_read_again(tmp_path: Path) -> None:
    before = scenario_with_labels()
    exported = catalogue_of(before, EMPTY_RECORD, "a.yaml", "en", "fr")
    translated = replace(
        exported,
        entries=tuple(
            replace(entry, target="Canal de Caen", state=TranslationState.DONE)
            for entry in exported.entries
            if entry.source == "Caen | Canal"
        ),
    )
    renamed = replace(before, labels={**LABELS, CANAL: ("Caens", "Canal")})
    merged = merge_catalogue(renamed, EMPTY_RECORD, translated, "en", "fr")
    write_record(merged.record, tmp_path / "a.yaml")
    assert read_record(tmp_path / "a.yaml") == merged.record
    (unit, _) = label_units(merged.scenario, record=merged.record)
    assert (unit.target, unit.state) == ("Canal de Caen", TranslationState.DRAFT)


def test_label_states_recorded_by_version_1_0_0_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.texts.yaml").write_text(
        "format: 1\ntexts:\n  fr:\n    labels: [s1 stale]\nsaid:\n  s1: Mill\n", encoding="utf-8"
    )
    (mark,) = read_record(tmp_path / "a.yaml").marks_of("fr", "labels")
    assert (mark.source, mark.state) == ("Mill", TranslationState.DRAFT)


@given(st.lists(st.text(st.characters(codec="utf-8")), max_size=3))
def test_a_label_keeps_its_lines(lines: list[str]) -> None:
    kept_lines = [line.strip() for line in lines if line.strip()]
    if not any("|" in line for line in lines):
        assert list(split_label(joined_label(lines))) == kept_lines
        assert joined_label(kept_lines) == joined_label(lines)


def test_a_record_that_cannot_be_removed_raises_an_error(
    without_root_rights: Callable[[], AbstractContextManager[None]],
) -> None:
    with tempfile.TemporaryDirectory() as name:  # the folders above those of tests are closed
        folder = Path(name)
        path = folder / "a.yaml"
        record_path(path).write_text("format: 1\n", encoding="utf-8")
        folder.chmod(0o555)
        try:
            with (
                without_root_rights(),
                pytest.raises(WriteError, match="you do not have permission to write there"),
            ):
                write_record(EMPTY_RECORD, path)
        finally:
            folder.chmod(0o755)
