"""Translating a scenario unit by unit."""

from __future__ import annotations

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


def states(made: ScenarioTranslation) -> list[UnitState]:
    return [unit.state for unit in made.units]


def test_a_typed_translation_is_a_draft_until_it_is_marked_done() -> None:
    begun = translation_of("One.\nTwo.")
    typed = begun.with_text(begun.units[0], "Un.")
    assert states(typed) == [UnitState.DRAFT, UnitState.NEW]
    assert typed.scenario.texts["fr"].rules == "Un.\nTwo."
    done = typed.with_state(typed.units[0], UnitState.DONE)
    assert states(done) == [UnitState.DONE, UnitState.NEW]
    assert states(done.with_text(done.units[0], "Un !")) == [UnitState.DRAFT, UnitState.NEW]


def test_an_empty_translation_cannot_be_marked_done() -> None:
    begun = translation_of("One.")
    assert begun.with_state(begun.units[0], UnitState.DONE) is begun


def test_an_emptied_text_is_new_again() -> None:
    begun = translation_of("One.")
    typed = begun.with_text(begun.units[0], "Un.")
    emptied = typed.with_text(typed.units[0], " ")
    assert states(emptied) == [UnitState.NEW]
    assert emptied.scenario.texts["fr"].rules is None


def test_a_paragraph_stays_one_line_when_lines_are_pasted() -> None:
    begun = translation_of("One.\nTwo.")
    pasted = begun.with_text(begun.units[1], "Deux,\ndeux.")
    assert [unit.target for unit in pasted.units] == ["", "Deux, deux."]


def test_a_stale_translation_stays_stale_until_it_is_marked_done() -> None:
    record = Record(texts={"fr": {"rules": (TranslationMark("One."),)}})
    scenario = scenario_of(en=Texts(rules="One more."), fr=Texts(rules="Un."))
    begun = ScenarioTranslation(scenario, "en", "fr", record)
    assert begun.units[0].previous == "One."
    typed = begun.with_text(begun.units[0], "Un de plus.")
    assert (typed.units[0].state, typed.units[0].previous) == (UnitState.STALE, "One.")
    done = typed.with_state(typed.units[0], UnitState.DONE)
    assert (done.units[0].state, done.units[0].previous) == (UnitState.DONE, "")


def test_the_next_unfinished_unit_is_found_past_the_end() -> None:
    units = translation_of("One.\nTwo.\nThree.", "Un.\nDeux.\nTrois.")
    begun = units.with_text(units.units[1], "Deux !")
    assert next_unfinished(begun.units, 0) == 1
    assert next_unfinished(begun.units, 1) == 1
    assert next_unfinished(begun.units, 2) == 1
    assert next_unfinished(begun.units, 0, -1) == 1
    assert next_unfinished(units.units, 0) is None
    assert next_unfinished((), -1) is None


@pytest.mark.parametrize("target", ["fr", "zh-Hans"])
def test_a_translation_can_be_redone_and_marked_done(target: str) -> None:
    scenario = read_file(scenarios_folder() / "sword-beach.yaml").scenario
    assert scenario is not None
    texts = {"en": scenario.texts["en"]}
    made = ScenarioTranslation(Scenario(texts=texts), "en", target)
    while (place := next_unfinished(made.units, -1)) is not None:
        unit = made.units[place]
        made = made.with_text(unit, unit.source.upper())
        unit = made.units[place]
        made = made.with_state(unit, UnitState.DONE)
    rules = made.scenario.texts[target].rules or ""
    assert rules == (scenario.texts["en"].rules or "").upper()


def test_translations_into_two_languages_are_both_kept() -> None:
    french = {"rules": (TranslationMark("One."),)}
    ours = Record("en", {"fr": french}, (KeptTranslation("fr", "rules", "a", "b"),))
    theirs = Record("en", {"ru": french, "fr": {}}, (KeptTranslation("ru", "rules", "a", "b"),))
    made = merge_records(ours, theirs, "fr")
    assert made.texts == {"fr": french, "ru": french}
    assert len(made.kept) == 2


def test_a_translation_from_another_language_is_not_stale() -> None:
    texts = {"en": Texts(rules="One."), "de": Texts(rules="Eins."), "fr": Texts(rules="Un.")}
    record = Record(texts={"fr": {"rules": (TranslationMark("One.", UnitState.DRAFT),)}})
    from_german = open_translation(Scenario(texts=texts), "de", "fr", record)
    assert states(from_german) == [UnitState.DRAFT]
    done = from_german.with_state(from_german.units[0], UnitState.DONE)
    assert states(done) == [UnitState.DONE]
    now = record_to_save(done, record)
    assert now.marks_of("fr", "rules") == (TranslationMark("One."),)
    assert states(open_translation(done.scenario, "en", "fr", now)) == [UnitState.DONE]
    assert states(open_translation(done.scenario, "de", "fr", now)) == [UnitState.DONE]


def test_a_stale_translation_is_stale_for_every_source_language() -> None:
    texts = {"en": Texts(rules="Two."), "de": Texts(rules="Zwei."), "fr": Texts(rules="Un.")}
    record = Record(texts={"fr": {"rules": (TranslationMark("One."),)}})
    assert states(open_translation(Scenario(texts=texts), "en", "fr", record)) == [UnitState.STALE]
    assert states(open_translation(Scenario(texts=texts), "de", "fr", record)) == [UnitState.STALE]


def test_replacing_words_everywhere_keeps_the_states() -> None:
    begun = translation_of("One.\nTwo.\nThree.", "Un mot.\nMot et mot.\nTrois.")
    drafted = begun.with_state(begun.units[1], UnitState.DRAFT)
    after, times = TranslationSearch("mot").replace_in(drafted, r"$1\1")
    assert times == 3
    assert after.scenario.texts["fr"].rules == "Un $1\\1.\n$1\\1 et $1\\1.\nTrois."
    assert states(after) == states(drafted)


def test_replacing_can_match_case_and_a_single_text() -> None:
    begun = translation_of("One.\nTwo.", "Un mot.\nMot et mot.")
    assert TranslationSearch("mot", match_case=True).replace_in(begun, "x")[1] == 2
    after, times = TranslationSearch("mot").replace_in(begun, "x", begun.units[0].key)
    assert (times, after.scenario.texts["fr"].rules) == (1, "Un x.\nMot et mot.")


@pytest.mark.parametrize("words", ["", "nothing", "Un."])
def test_nothing_is_replaced_without_words_or_if_nothing_would_be_left(words: str) -> None:
    begun = translation_of("One.", "Un.")
    assert TranslationSearch(words).replace_in(begun, "") == (begun, 0)
