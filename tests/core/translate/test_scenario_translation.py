"""Translating a scenario unit by unit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.io.files.file_reader import read_file
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.resources import scenarios_folder
from m44core.translate.scenario_translation import (
    ScenarioTranslation,
    TranslationSearch,
    merge_records,
    next_unfinished_index,
    open_translation,
    record_to_save,
)
from m44core.translate.text_record import (
    KeptTranslation,
    TextRecord,
    TranslationMark,
    TranslationState,
)


def scenario_of(**texts: Texts) -> Scenario:
    return Scenario(texts=texts)


def translation_of(english: str, french: str = "") -> ScenarioTranslation:
    texts = {"en": Texts(rules=english)} | ({"fr": Texts(rules=french)} if french else {})
    return ScenarioTranslation(scenario_of(**texts), "en", "fr")


def unit_states(translation: ScenarioTranslation) -> list[TranslationState]:
    return [unit.state for unit in translation.units]


def test_a_typed_translation_is_a_draft_until_it_is_marked_done() -> None:
    translation = translation_of("One.\nTwo.")
    typed_translation = translation.with_text(translation.units[0], "Un.")
    assert unit_states(typed_translation) == [TranslationState.DRAFT, TranslationState.NEW]
    assert typed_translation.scenario.texts["fr"].rules == "Un.\nTwo."
    done_translation = typed_translation.with_state(
        typed_translation.units[0], TranslationState.DONE
    )
    assert unit_states(done_translation) == [TranslationState.DONE, TranslationState.NEW]
    assert unit_states(done_translation.with_text(done_translation.units[0], "Un !")) == [
        TranslationState.DRAFT,
        TranslationState.NEW,
    ]


def test_an_empty_translation_cannot_be_marked_done() -> None:
    translation = translation_of("One.")
    assert translation.with_state(translation.units[0], TranslationState.DONE) is translation


def test_a_unit_with_an_emptied_translation_is_new_again() -> None:
    translation = translation_of("One.")
    typed_translation = translation.with_text(translation.units[0], "Un.")
    emptied_translation = typed_translation.with_text(typed_translation.units[0], " ")
    assert unit_states(emptied_translation) == [TranslationState.NEW]
    assert emptied_translation.scenario.texts["fr"].rules is None


def test_a_paragraph_stays_one_line_when_lines_are_pasted() -> None:
    translation = translation_of("One.\nTwo.")
    pasted_translation = translation.with_text(translation.units[1], "Deux,\ndeux.")
    assert [unit.target for unit in pasted_translation.units] == ["", "Deux, deux."]


def test_a_stale_translation_stays_stale_until_it_is_marked_done() -> None:
    record = TextRecord(texts={"fr": {"rules": (TranslationMark("One."),)}})
    scenario = scenario_of(en=Texts(rules="One more."), fr=Texts(rules="Un."))
    translation = ScenarioTranslation(scenario, "en", "fr", record)
    assert translation.units[0].previous == "One."
    typed_translation = translation.with_text(translation.units[0], "Un de plus.")
    assert (typed_translation.units[0].state, typed_translation.units[0].previous) == (
        TranslationState.STALE,
        "One.",
    )
    done_translation = typed_translation.with_state(
        typed_translation.units[0], TranslationState.DONE
    )
    assert (done_translation.units[0].state, done_translation.units[0].previous) == (
        TranslationState.DONE,
        "",
    )


@pytest.mark.parametrize(
    ("source", "is_offered"),
    [("Hold the old bridge.", True), ("Hold the bridge.", True), ("Night has fallen.", False)],
)
def test_a_version_of_a_nearly_equal_source_is_offered_until_the_unit_is_done(
    source: str, is_offered: bool
) -> None:
    kept = KeptTranslation("fr", "rules", source, "Gardez le pont.", "conflict")
    translation = replace(
        translation_of("Hold the bridge.", "Tenez le pont."), record=TextRecord(kept=(kept,))
    )
    (unit,) = translation.units
    assert translation.kept_versions(unit) == ((kept,) if is_offered else ())
    done = translation.with_state(unit, TranslationState.DONE)
    assert done.record.kept == (() if is_offered else (kept,))


def test_the_search_for_the_next_unfinished_unit_wraps_around() -> None:
    units = translation_of("One.\nTwo.\nThree.", "Un.\nDeux.\nTrois.")
    translation = units.with_text(units.units[1], "Deux !")
    assert next_unfinished_index(translation.units, 0) == 1
    assert next_unfinished_index(translation.units, 1) == 1
    assert next_unfinished_index(translation.units, 2) == 1
    assert next_unfinished_index(translation.units, 0, -1) == 1
    assert next_unfinished_index(units.units, 0) is None
    assert next_unfinished_index((), -1) is None


@pytest.mark.parametrize("target", ["fr", "zh-Hans"])
def test_every_unit_of_a_scenario_can_be_translated_and_marked_done(target: str) -> None:
    scenario = read_file(scenarios_folder() / "sword-beach.yaml").scenario
    assert scenario is not None
    texts = {"en": scenario.texts["en"]}
    translation = ScenarioTranslation(Scenario(texts=texts), "en", target)
    while (place := next_unfinished_index(translation.units, -1)) is not None:
        unit = translation.units[place]
        translation = translation.with_text(unit, unit.source.upper())
        unit = translation.units[place]
        translation = translation.with_state(unit, TranslationState.DONE)
    rules = translation.scenario.texts[target].rules or ""
    assert rules == (scenario.texts["en"].rules or "").upper()


def test_translations_into_two_languages_are_both_kept() -> None:
    french = {"rules": (TranslationMark("One."),)}
    ours = TextRecord("en", {"fr": french}, (KeptTranslation("fr", "rules", "a", "b"),))
    theirs = TextRecord("en", {"ru": french, "fr": {}}, (KeptTranslation("ru", "rules", "a", "b"),))
    merged_record = merge_records(ours, theirs, "fr")
    assert merged_record.texts == {"fr": french, "ru": french}
    assert len(merged_record.kept) == 2


def test_a_translation_from_another_language_is_not_stale() -> None:
    texts = {"en": Texts(rules="One."), "de": Texts(rules="Eins."), "fr": Texts(rules="Un.")}
    record = TextRecord(texts={"fr": {"rules": (TranslationMark("One.", TranslationState.DRAFT),)}})
    from_german = open_translation(Scenario(texts=texts), "de", "fr", record)
    assert unit_states(from_german) == [TranslationState.DRAFT]
    done_translation = from_german.with_state(from_german.units[0], TranslationState.DONE)
    assert unit_states(done_translation) == [TranslationState.DONE]
    new_record = record_to_save(done_translation, record)
    assert new_record.marks_of("fr", "rules") == (TranslationMark("One."),)
    assert unit_states(open_translation(done_translation.scenario, "en", "fr", new_record)) == [
        TranslationState.DONE
    ]
    assert unit_states(open_translation(done_translation.scenario, "de", "fr", new_record)) == [
        TranslationState.DONE
    ]


def test_a_stale_translation_is_stale_for_every_source_language() -> None:
    texts = {"en": Texts(rules="Two."), "de": Texts(rules="Zwei."), "fr": Texts(rules="Un.")}
    record = TextRecord(texts={"fr": {"rules": (TranslationMark("One."),)}})
    assert unit_states(open_translation(Scenario(texts=texts), "en", "fr", record)) == [
        TranslationState.STALE
    ]
    assert unit_states(open_translation(Scenario(texts=texts), "de", "fr", record)) == [
        TranslationState.STALE
    ]


def test_replacing_words_everywhere_keeps_the_states() -> None:
    translation = translation_of("One.\nTwo.\nThree.", "Un mot.\nMot et mot.\nTrois.")
    translation_with_draft = translation.with_state(translation.units[1], TranslationState.DRAFT)
    after, replaced_count = TranslationSearch("mot").replace_in(translation_with_draft, r"$1\1")
    assert replaced_count == 3
    assert after.scenario.texts["fr"].rules == "Un $1\\1.\n$1\\1 et $1\\1.\nTrois."
    assert unit_states(after) == unit_states(translation_with_draft)


def test_replacing_can_match_case_or_be_limited_to_one_text() -> None:
    translation = translation_of("One.\nTwo.", "Un mot.\nMot et mot.")
    assert TranslationSearch("mot", match_case=True).replace_in(translation, "x")[1] == 2
    after, replaced_count = TranslationSearch("mot").replace_in(
        translation, "x", translation.units[0].key
    )
    assert (replaced_count, after.scenario.texts["fr"].rules) == (1, "Un x.\nMot et mot.")


@pytest.mark.parametrize("search_words", ["", "nothing", "Un."])
def test_nothing_is_replaced_without_words_or_if_nothing_would_be_left(search_words: str) -> None:
    translation = translation_of("One.", "Un.")
    assert TranslationSearch(search_words).replace_in(translation, "") == (translation, 0)
