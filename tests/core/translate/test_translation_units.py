"""Matching translations to source paragraphs, and recognizing stale ones."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from tests.core.translate.conftest import REGLES, RULES, make_scenario, plain_texts

from m44core.translate.text_record import EMPTY_RECORD, TranslationState
from m44core.translate.translation_units import (
    TranslationUnit,
    orphaned_translations,
    translation_units_of,
    with_translation_units,
)


def rules_units(english: str, french: str | None, *translated_source: str) -> list[TranslationUnit]:
    """Return the units of the rules after the source has changed from *translated_source*."""
    before = make_scenario("\n".join(translated_source) or english, french)
    units = [u for u in translation_units_of(before, "en", "fr") if u.field == "rules"]
    record = (
        with_translation_units(before, EMPTY_RECORD, "en", "fr", units)[1]
        if translated_source
        else EMPTY_RECORD
    )
    after = make_scenario(english, french)
    return [u for u in translation_units_of(after, "en", "fr", record) if u.field == "rules"]


def test_each_paragraph_is_a_unit_with_its_translation() -> None:
    assert [(u.source, u.target, u.state) for u in rules_units(RULES, REGLES)] == [
        (
            "Axis player: take 4 command cards.",
            "Axe : 4 cartes de commandement.",
            TranslationState.DONE,
        ),
        ("The bunker on E5 is empty.", "Le bunker en E5 est vide.", TranslationState.DONE),
        ("Night has fallen.", "Il fait nuit.", TranslationState.DONE),
    ]


def test_a_translation_with_a_different_number_of_paragraphs_is_one_unit() -> None:
    (unit,) = rules_units("A\nB", "a b")
    assert (unit.number, unit.source, unit.target) == (0, "A\nB", "a b")


def test_a_changed_source_makes_its_unit_stale_and_the_old_source_is_shown() -> None:
    units = [
        (u.target, u.state, u.previous) for u in rules_units("A\nX\nC", "a\nb\nc", "A", "B", "C")
    ]
    assert units == [
        ("a", TranslationState.DONE, ""),
        ("b", TranslationState.STALE, "B"),
        ("c", TranslationState.DONE, ""),
    ]


def test_an_inserted_paragraph_leaves_the_others_done() -> None:
    states = [u.state for u in rules_units("A\nNEW\nB", "a\nb", "A", "B")]
    assert states == [TranslationState.DONE, TranslationState.NEW, TranslationState.DONE]


def test_the_translation_of_a_removed_paragraph_is_orphaned_and_then_kept() -> None:
    before = make_scenario("A\nB\nC", "a\nb\nc")
    units = translation_units_of(before, "en", "fr")
    record = with_translation_units(before, EMPTY_RECORD, "en", "fr", units)[1]
    after = make_scenario("A\nC", "a\nb\nc")
    assert [each.target for each in orphaned_translations(after, "en", "fr", record)] == ["b"]
    draft = replace(
        translation_units_of(after, "en", "fr", record)[1], state=TranslationState.DRAFT
    )
    rewritten_scenario, record = with_translation_units(after, record, "en", "fr", [draft])
    assert rewritten_scenario.texts["fr"].rules == "a\nc"
    assert [(translation.source, translation.target) for translation in record.kept] == [("B", "b")]


def test_untranslated_text_is_in_the_source_language_and_counts_as_new() -> None:
    before = make_scenario("A\nB", None)
    first = next(u for u in translation_units_of(before, "en", "fr") if u.source == "A")
    done_unit = replace(first, target="a", state=TranslationState.DONE)
    after, record = with_translation_units(before, EMPTY_RECORD, "en", "fr", [done_unit])
    assert after.texts["fr"].rules == "a\nB"
    assert [u.state for u in translation_units_of(after, "en", "fr", record)] == [
        TranslationState.NEW,
        TranslationState.DONE,
        TranslationState.NEW,
    ]


def test_equal_paragraphs_are_distinguished() -> None:
    keys = [unit.key for unit in rules_units("A\nB\nA", None)]
    assert len(set(keys)) == 3
    assert keys[2] == f"{keys[0]}.2"


@given(plain_texts, plain_texts, plain_texts)
def test_joining_unchanged_units_changes_nothing(before: str, english: str, french: str) -> None:
    first = make_scenario(before, french)
    record = with_translation_units(
        first, EMPTY_RECORD, "en", "fr", translation_units_of(first, "en", "fr")
    )[1]
    scenario = make_scenario(english, french)
    units = translation_units_of(scenario, "en", "fr", record)
    rewritten_scenario, after = with_translation_units(scenario, record, "en", "fr", units)
    assert translation_units_of(rewritten_scenario, "en", "fr", after) == units
    if not orphaned_translations(scenario, "en", "fr", record) and all(u.target for u in units):
        assert rewritten_scenario == scenario
