"""Translating a scenario unit by unit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from m44core.io.files.open import read_file
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.translate.record import KeptTranslation, Record, TranslationMark, UnitState
from m44core.translate.scenario_translation import (
    ScenarioTranslation,
    TranslationSearch,
    merge_records,
    next_unfinished,
    open_translation,
    record_to_save,
)


def scenario_of(**texts: Texts) -> Scenario:
    return Scenario(texts=texts)


def translation_of(english: str, french: str = "") -> ScenarioTranslation:
    texts = {"en": Texts(rules=english)} | ({"fr": Texts(rules=french)} if french else {})
    return ScenarioTranslation(scenario_of(**texts), "en", "fr")


def states(translation: ScenarioTranslation) -> list[UnitState]:
    return [unit.state for unit in translation.units]


def test_a_typed_translation_is_a_draft_until_it_is_marked_done() -> None:
    translation = translation_of("One.\nTwo.")
    typed_translation = translation.with_text(translation.units[0], "Un.")
    assert states(typed_translation) == [UnitState.DRAFT, UnitState.NEW]
    assert typed_translation.scenario.texts["fr"].rules == "Un.\nTwo."
    done_translation = typed_translation.with_state(typed_translation.units[0], UnitState.DONE)
    assert states(done_translation) == [UnitState.DONE, UnitState.NEW]
    assert states(done_translation.with_text(done_translation.units[0], "Un !")) == [
        UnitState.DRAFT,
        UnitState.NEW,
    ]


def test_an_empty_translation_cannot_be_marked_done() -> None:
    translation = translation_of("One.")
    assert translation.with_state(translation.units[0], UnitState.DONE) is translation


def test_an_emptied_text_is_new_again() -> None:
    translation = translation_of("One.")
    typed_translation = translation.with_text(translation.units[0], "Un.")
    emptied_translation = typed_translation.with_text(typed_translation.units[0], " ")
    assert states(emptied_translation) == [UnitState.NEW]
    assert emptied_translation.scenario.texts["fr"].rules is None


def test_a_paragraph_stays_one_line_when_lines_are_pasted() -> None:
    translation = translation_of("One.\nTwo.")
    pasted_translation = translation.with_text(translation.units[1], "Deux,\ndeux.")
    assert [unit.target for unit in pasted_translation.units] == ["", "Deux, deux."]


def test_a_stale_translation_stays_stale_until_it_is_marked_done() -> None:
    record = Record(texts={"fr": {"rules": (TranslationMark("One."),)}})
    scenario = scenario_of(en=Texts(rules="One more."), fr=Texts(rules="Un."))
    translation = ScenarioTranslation(scenario, "en", "fr", record)
    assert translation.units[0].previous == "One."
    typed_translation = translation.with_text(translation.units[0], "Un de plus.")
    assert (typed_translation.units[0].state, typed_translation.units[0].previous) == (
        UnitState.STALE,
        "One.",
    )
    done_translation = typed_translation.with_state(typed_translation.units[0], UnitState.DONE)
    assert (done_translation.units[0].state, done_translation.units[0].previous) == (
        UnitState.DONE,
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
        translation_of("Hold the bridge.", "Tenez le pont."), record=Record(kept=(kept,))
    )
    (unit,) = translation.units
    assert translation.kept_versions(unit) == ((kept,) if is_offered else ())
    done = translation.with_state(unit, UnitState.DONE)
    assert done.record.kept == (() if is_offered else (kept,))


def test_the_next_unfinished_unit_is_found_past_the_end() -> None:
    units = translation_of("One.\nTwo.\nThree.", "Un.\nDeux.\nTrois.")
    translation = units.with_text(units.units[1], "Deux !")
    assert next_unfinished(translation.units, 0) == 1
    assert next_unfinished(translation.units, 1) == 1
    assert next_unfinished(translation.units, 2) == 1
    assert next_unfinished(translation.units, 0, -1) == 1
    assert next_unfinished(units.units, 0) is None
    assert next_unfinished((), -1) is None


@pytest.mark.parametrize("target", ["fr", "zh-Hans"])
def test_a_translation_can_be_redone_and_marked_done(target: str) -> None:
    scenario = read_file(scenarios_folder() / "sword-beach.yaml").scenario
    assert scenario is not None
    texts = {"en": scenario.texts["en"]}
    translation = ScenarioTranslation(Scenario(texts=texts), "en", target)
    while (place := next_unfinished(translation.units, -1)) is not None:
        unit = translation.units[place]
        translation = translation.with_text(unit, unit.source.upper())
        unit = translation.units[place]
        translation = translation.with_state(unit, UnitState.DONE)
    rules = translation.scenario.texts[target].rules or ""
    assert rules == (scenario.texts["en"].rules or "").upper()


def test_translations_into_two_languages_are_both_kept() -> None:
    french = {"rules": (TranslationMark("One."),)}
    ours = Record("en", {"fr": french}, (KeptTranslation("fr", "rules", "a", "b"),))
    theirs = Record("en", {"ru": french, "fr": {}}, (KeptTranslation("ru", "rules", "a", "b"),))
    merged_record = merge_records(ours, theirs, "fr")
    assert merged_record.texts == {"fr": french, "ru": french}
    assert len(merged_record.kept) == 2


def test_a_translation_from_another_language_is_not_stale() -> None:
    texts = {"en": Texts(rules="One."), "de": Texts(rules="Eins."), "fr": Texts(rules="Un.")}
    record = Record(texts={"fr": {"rules": (TranslationMark("One.", UnitState.DRAFT),)}})
    from_german = open_translation(Scenario(texts=texts), "de", "fr", record)
    assert states(from_german) == [UnitState.DRAFT]
    done_translation = from_german.with_state(from_german.units[0], UnitState.DONE)
    assert states(done_translation) == [UnitState.DONE]
    new_record = record_to_save(done_translation, record)
    assert new_record.marks_of("fr", "rules") == (TranslationMark("One."),)
    assert states(open_translation(done_translation.scenario, "en", "fr", new_record)) == [
        UnitState.DONE
    ]
    assert states(open_translation(done_translation.scenario, "de", "fr", new_record)) == [
        UnitState.DONE
    ]


def test_a_stale_translation_is_stale_for_every_source_language() -> None:
    texts = {"en": Texts(rules="Two."), "de": Texts(rules="Zwei."), "fr": Texts(rules="Un.")}
    record = Record(texts={"fr": {"rules": (TranslationMark("One."),)}})
    assert states(open_translation(Scenario(texts=texts), "en", "fr", record)) == [UnitState.STALE]
    assert states(open_translation(Scenario(texts=texts), "de", "fr", record)) == [UnitState.STALE]


def test_replacing_words_everywhere_keeps_the_states() -> None:
    translation = translation_of("One.\nTwo.\nThree.", "Un mot.\nMot et mot.\nTrois.")
    translation_with_draft = translation.with_state(translation.units[1], UnitState.DRAFT)
    after, replaced_count = TranslationSearch("mot").replace_in(translation_with_draft, r"$1\1")
    assert replaced_count == 3
    assert after.scenario.texts["fr"].rules == "Un $1\\1.\n$1\\1 et $1\\1.\nTrois."
    assert states(after) == states(translation_with_draft)


def test_replacing_can_match_case_and_a_single_text() -> None:
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
