"""Matching translations to source paragraphs, and recognizing stale ones."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from tests.core.translate.conftest import REGLES, RULES, make_scenario, plain_texts

from m44core.translate.record import EMPTY_RECORD, UnitState
from m44core.translate.translation_units import (
    TranslationUnit,
    orphaned_translations,
    units_of,
    with_units,
)


def rules(english: str, french: str | None, *translated_source: str) -> list[TranslationUnit]:
    """Return the units of the rules after the source has changed from *translated_source*."""
    before = make_scenario("\n".join(translated_source) or english, french)
    units = [u for u in units_of(before, "en", "fr") if u.field == "rules"]
    record = (
        with_units(before, EMPTY_RECORD, "en", "fr", units)[1]
        if translated_source
        else EMPTY_RECORD
    )
    after = make_scenario(english, french)
    return [u for u in units_of(after, "en", "fr", record) if u.field == "rules"]


def test_each_paragraph_is_a_unit_with_its_translation() -> None:
    assert [(u.source, u.target, u.state) for u in rules(RULES, REGLES)] == [
        ("Axis player: take 4 command cards.", "Axe : 4 cartes de commandement.", UnitState.DONE),
        ("The bunker on E5 is empty.", "Le bunker en E5 est vide.", UnitState.DONE),
        ("Night has fallen.", "Il fait nuit.", UnitState.DONE),
    ]


def test_a_translation_with_other_paragraphs_is_one_unit() -> None:
    (unit,) = rules("A\nB", "a b")
    assert (unit.number, unit.source, unit.target) == (0, "A\nB", "a b")


def test_a_changed_source_makes_units_stale_and_is_shown() -> None:
    units = [(u.target, u.state, u.previous) for u in rules("A\nX\nC", "a\nb\nc", "A", "B", "C")]
    assert units == [
        ("a", UnitState.DONE, ""),
        ("b", UnitState.STALE, "B"),
        ("c", UnitState.DONE, ""),
    ]


def test_an_inserted_paragraph_leaves_the_others_done() -> None:
    states = [u.state for u in rules("A\nNEW\nB", "a\nb", "A", "B")]
    assert states == [UnitState.DONE, UnitState.NEW, UnitState.DONE]


def test_the_translation_of_a_removed_paragraph_is_left_over_and_then_kept() -> None:
    before = make_scenario("A\nB\nC", "a\nb\nc")
    units = units_of(before, "en", "fr")
    record = with_units(before, EMPTY_RECORD, "en", "fr", units)[1]
    after = make_scenario("A\nC", "a\nb\nc")
    assert [each.target for each in orphaned_translations(after, "en", "fr", record)] == ["b"]
    draft = replace(units_of(after, "en", "fr", record)[1], state=UnitState.DRAFT)
    rewritten_scenario, record = with_units(after, record, "en", "fr", [draft])
    assert rewritten_scenario.texts["fr"].rules == "a\nc"
    assert [(translation.source, translation.target) for translation in record.kept] == [("B", "b")]


def test_untranslated_text_is_in_the_source_language_and_counts_as_new() -> None:
    before = make_scenario("A\nB", None)
    first = next(u for u in units_of(before, "en", "fr") if u.source == "A")
    done_unit = replace(first, target="a", state=UnitState.DONE)
    after, record = with_units(before, EMPTY_RECORD, "en", "fr", [done_unit])
    assert after.texts["fr"].rules == "a\nB"
    assert [u.state for u in units_of(after, "en", "fr", record)] == [
        UnitState.NEW,
        UnitState.DONE,
        UnitState.NEW,
    ]


def test_equal_paragraphs_are_distinguished() -> None:
    keys = [unit.key for unit in rules("A\nB\nA", None)]
    assert len(set(keys)) == 3
    assert keys[2] == f"{keys[0]}.2"


@given(plain_texts, plain_texts, plain_texts)
def test_joining_unchanged_units_changes_nothing(before: str, english: str, french: str) -> None:
    first = make_scenario(before, french)
    record = with_units(first, EMPTY_RECORD, "en", "fr", units_of(first, "en", "fr"))[1]
    scenario = make_scenario(english, french)
    units = units_of(scenario, "en", "fr", record)
    rewritten_scenario, after = with_units(scenario, record, "en", "fr", units)
    assert units_of(rewritten_scenario, "en", "fr", after) == units
    if not orphaned_translations(scenario, "en", "fr", record) and all(u.target for u in units):
        assert rewritten_scenario == scenario
