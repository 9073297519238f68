"""The translation memory offers equal and similar texts that were translated before."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.core.translate.conftest import make_scenario

from m44core.io.files.save import save
from m44core.translate.translation_memory import (
    MemoryEntry,
    TranslationMemory,
    build_memory,
    memory_entries,
)

HOLD = MemoryEntry("Hold the bridge at all costs.", "Tenez le pont à tout prix.", "a.yaml")
TAKE = MemoryEntry("Take the bridge at all costs.", "Prenez le pont à tout prix.", "b.yaml")
NIGHT = MemoryEntry("Night has fallen.", "Il fait nuit.", "c.yaml")


def test_the_same_text_comes_first_and_is_the_only_one_with_100_percent() -> None:
    matches = TranslationMemory([TAKE, HOLD, NIGHT]).matches(HOLD.source)
    assert [(match.entry, match.percent == 100) for match in matches] == [
        (HOLD, True),
        (TAKE, False),
    ]


def test_a_text_with_different_end_punctuation_is_nearly_the_same() -> None:
    (match,) = TranslationMemory([HOLD]).matches("Hold the bridge at all costs!")
    assert 90 <= match.percent <= 99


@pytest.mark.parametrize(
    ("before", "new_text"),
    [
        ("You move first.", "YOU MOVE FIRST"),
        ("Take five command cards.", "Take 5  Command Cards"),
        (
            "Night rules are in effect.",
            "Night rules are in effect (Actions 19 \u2013 Night Attack).",
        ),
        ('The "Red" Army\'s tanks', "The \u201cRed\u201d Army\u2019s tanks"),
        ("Minefields [Terrain 29]", "minefields"),
    ],
)
def test_texts_that_differ_only_in_spelling_are_near_matches(before: str, new_text: str) -> None:
    for one, other in ((before, new_text), (new_text, before)):
        (match,) = TranslationMemory([MemoryEntry(one, "x", "a.yaml")], "en").matches(
            other, min_percent=99
        )
        assert (match.entry.target, match.percent) == ("x", 99)


@pytest.mark.parametrize(
    ("before", "new_text"),
    [("Take 5 command cards.", "Take 6 command cards."), ("5 medals", "5 medals (Axis only)")],
)
def test_different_texts_are_not_near_matches(before: str, new_text: str) -> None:
    matches = TranslationMemory([MemoryEntry(before, "x", "a.yaml")], "en").matches(new_text)
    assert [match.percent for match in matches if match.percent >= 99] == []


def test_sentences_of_a_paragraph_are_stored_with_their_translations() -> None:
    scenario = make_scenario("It is night. The mill burns!", "Il fait nuit. Le moulin br\u00fble !")
    sentences = {each.source: each.target for each in memory_entries(scenario, "en", "fr", "x")}
    assert sentences["It is night."] == "Il fait nuit."
    assert sentences["The mill burns!"] == "Le moulin br\u00fble !"
    joined_scenario = make_scenario("It is night. The mill burns!", "Le moulin br\u00fble la nuit.")
    assert "It is night." not in {
        each.source for each in memory_entries(joined_scenario, "en", "fr", "x")
    }


def test_two_translations_of_one_text_are_both_offered() -> None:
    other = MemoryEntry(HOLD.source, "Gardez le pont.", "d.yaml")
    matches = TranslationMemory([HOLD, other, HOLD]).matches(HOLD.source)
    assert [match.entry.target for match in matches] == [HOLD.target, other.target]


def test_a_corrected_translation_replaces_the_one_of_its_file() -> None:
    memory = TranslationMemory([HOLD, MemoryEntry(HOLD.source, "Tenez bon.", "z.yaml")])
    memory.correct(MemoryEntry(HOLD.source, "Tenez le pont.", HOLD.file_name))
    targets = [match.entry.target for match in memory.matches(HOLD.source)]
    assert targets == ["Tenez bon.", "Tenez le pont."]


def test_dissimilar_texts_are_not_offered() -> None:
    assert TranslationMemory([NIGHT]).matches("The tanks are low on fuel.") == ()


def test_the_memory_only_has_finished_translations() -> None:
    half_translated = make_scenario("A\nB", "a\nb")
    assert [each.source for each in memory_entries(half_translated, "en", "fr", "x")] == [
        "The mill",
        "A",
        "B",
    ]
    assert list(memory_entries(make_scenario("A", None), "en", "fr", "x")) == []


def test_a_paragraph_that_cannot_be_the_translation_is_not_offered() -> None:
    scenario = make_scenario(f"{HOLD.source}\n{HOLD.source} {NIGHT.source}", "Pont.\nNote")
    assert [entry.target for entry in memory_entries(scenario, "en", "fr", "a.yaml")] == [
        "Le moulin",
        "Pont.",
    ]


def test_the_files_of_a_folder_are_stored_and_broken_ones_skipped(
    tmp_path: Path,
) -> None:
    save(make_scenario("A", "a"), tmp_path / "good.yaml")
    (tmp_path / "bad.m44").write_text("{", encoding="utf-8")
    memory = build_memory(sorted(tmp_path.iterdir()), "en", "fr", shipped=False)
    (match,) = memory.matches("A")
    assert (match.entry.target, match.entry.file_name) == ("a", "good.yaml")
