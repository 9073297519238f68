"""Terms in texts: finding them and their translations, and reporting missing ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.core.standard_sentences.conftest import scenarios

from m44core.errors import ReadError
from m44core.io.files.file_reader import read_file
from m44core.messages.languages import languages
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.resources import shipped_scenarios
from m44core.standard_sentences.scenario_sentences import standard_sentences
from m44core.translate.glossary import (
    COLLECTION_GLOSSARY,
    Glossary,
    Term,
    game_glossary,
    glossary_of,
    missing_terms,
    required_terms,
)
from m44core.translate.translation_units import translation_units_of

_WRONG_WORDS = {
    language: next(t for t in game_glossary().terms if t.key == "terrain.oasis").translations_in(
        language
    )[0]
    for language in ("fr", "de", "it", "ru", "zh-Hans", "zh-Hant")
}


def found_term_keys(text: str, language: str = "en") -> list[str]:
    return [term.term.key for term in game_glossary().terms_in(text, language)]


@pytest.mark.parametrize(
    ("text", "language", "key"),
    [
        ("Take 5 Command Cards.", "en", "piece.command_card"),
        ("Возьмите 5 карт Команд.", "ru", "piece.command_card"),
        ("同盟国先行动", "zh-Hans", "side.allies"),
        ("Die Alliierten greifen an", "de", "side.allies"),
    ],
)
def test_inflected_terms_are_found_in_every_language(text: str, language: str, key: str) -> None:
    assert key in found_term_keys(text, language)


@pytest.mark.parametrize(
    ("text", "language", "key"),
    [
        ("It stands at the start", "en", "board.standard"),
        ("It stands at the start", "en", "combat.star"),
        ("over the river", "en", "combat.armor_overrun"),
    ],
)
def test_words_that_share_only_a_prefix_are_not_terms(text: str, language: str, key: str) -> None:
    assert key not in found_term_keys(text, language)


@pytest.mark.parametrize("text", ["battle", "battles", "battled", "battling"])
def test_english_words_are_found_with_any_ending(text: str) -> None:
    terms = Glossary([Term("fight", {"en": ("battle",)}), Term("foe", {"en": ("enemy",)})])
    assert [term.term.key for term in terms.terms_in(f"Enemies {text}", "en")] == ["foe", "fight"]


def test_a_term_has_a_preferred_translation_in_each_language_of_the_game() -> None:
    allies = next(term for term in game_glossary().terms if term.key == "side.allies")
    assert [allies.translations_in(code)[0] for code in ("fr", "de", "zh_hans")] == [
        "Alliés",
        "Alliierte",
        "同盟国",
    ]
    assert all(allies.translations_in(code) for code in languages())


def test_a_found_term_has_its_exact_range_in_the_text() -> None:
    text = "One bunker, two Bunkers."
    terms = game_glossary().terms_in(text, "en")
    assert [text[each.start : each.end] for each in terms] == ["bunker", "Bunkers"]


def test_the_longest_of_overlapping_terms_is_found() -> None:
    terms = Glossary([Term("hill", {"en": ("hill",)}), Term("fort", {"en": ("hill fort",)})])
    assert [term.term.key for term in terms.terms_in("A hill fort on a hill", "en")] == [
        "fort",
        "hill",
    ]


def test_a_differently_translated_term_is_reported_once() -> None:
    terms = Glossary([Term("hedgerow", {"en": ("hedgerow",), "fr": ("bocage", "haie")})])
    found_terms = terms.terms_in("Hedgerows and a hedgerow", "en")
    missing = missing_terms(found_terms, "Des buissons", "fr")
    assert [(each.term.key, each.start) for each in missing] == [("hedgerow", 0)]
    assert missing_terms(found_terms, "Des haies", "fr") == ()
    assert missing_terms(found_terms, "Büsche", "de") == ()


@pytest.mark.parametrize(
    "text", ["la carte de commandement", "Cartes de Commandements", "carte de commandement carte"]
)
def test_a_term_of_several_words_is_searched_as_a_whole(text: str) -> None:
    terms = Glossary([Term("card", {"en": ("command card",), "fr": ("carte de commandement",)})])
    found_terms = terms.terms_in("A Command card", "en")
    assert missing_terms(found_terms, text, "fr") == ()
    assert missing_terms(found_terms, text.replace(" de ", " du "), "fr") == found_terms
    assert (
        missing_terms(found_terms, "carte", "fr")
        == missing_terms(found_terms, "", "fr")
        == found_terms
    )


def test_the_terms_of_a_collection_come_before_those_of_the_game(tmp_path: Path) -> None:
    (tmp_path / COLLECTION_GLOSSARY).write_text(
        "terms: {mine: {en: bunker, fr: [blockhaus]}}", encoding="utf-8"
    )
    (term,) = glossary_of(tmp_path).terms_in("A bunker", "en")
    assert term.term.translations_in("fr") == ("blockhaus",)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("terms: [a]", 1),
        ("terms:\n  a:\n    en: 3\n", 3),
        ("terms:\n  a: b\n", 2),
        ("terms: [\n\n", 3),
    ],
)
def test_an_invalid_glossary_is_reported_with_its_line(
    text: str, line: int, tmp_path: Path
) -> None:
    (tmp_path / COLLECTION_GLOSSARY).write_text(text, encoding="utf-8")
    with pytest.raises(ReadError, match=rf"glossary\.yaml:{line}: "):
        glossary_of(tmp_path)


@pytest.mark.parametrize(
    ("source", "translation", "language"),
    [
        ("Axis: 6 command cards", "轴心国6张指令卡", "zh-Hans"),
        ("the bridge over the Rhine", "die Rheinbrücke", "de"),
        ("across the river", "через реку", "ru"),
        ("German armor", "deutsche Panzer", "de"),
    ],
)
def test_inflected_translations_of_terms_are_recognized(
    source: str, translation: str, language: str
) -> None:
    terms = game_glossary().terms_in(source, "en")
    assert terms
    assert missing_terms(terms, translation, language) == ()


def test_an_everyday_word_is_offered_but_not_required() -> None:
    terms = game_glossary().terms_in("They move first and win.", "en")
    assert [each.term.key for each in terms] == ["turn.move", "victory.win"]
    assert missing_terms(terms, "Ils commencent.", "fr") == ()


def test_the_translation_of_an_everyday_word_of_the_source_language_is_not_required() -> None:
    (found,) = game_glossary().terms_in("Jouez en premier.", "fr")
    assert found.term.key == "briefing.starting_player"
    assert missing_terms([found], "Ziehen Sie zuerst.", "de") == ()
    (found,) = game_glossary().terms_in("the starting player", "en")
    assert missing_terms([found], "der Erste", "de") == (found,)


def test_a_word_of_two_terms_may_be_translated_as_either() -> None:
    (found,) = game_glossary().terms_in("une carte « Barrage »", "fr")
    for translation in ("eine Karte „Sperrfeuer“", "ein Staudamm"):
        assert missing_terms([found], translation, "de") == ()
    assert missing_terms([found], "eine Karte", "de") == (found,)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ils jouent.", "fr"),
        ("Le commandant arrive.", "fr"),
        ("Sie sind bereits da.", "de"),
        ("Die Spielbox ist offen.", "de"),
    ],
)
def test_a_word_with_the_same_beginning_is_not_a_form_of_a_term(text: str, language: str) -> None:
    assert game_glossary().terms_in(text, language) == ()


def test_an_exact_match_is_preferred_to_an_inflected_one() -> None:
    assert found_term_keys("German infantry and Germany")[0] == "side.german"
    assert found_term_keys("German infantry and Germany")[-1] == "side.germany"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("The bridge was destroyed.", "unit.destroyer"),
        ("You are in command.", "unit.commandos"),
        ("They defend the hill.", "combat.defender"),
        ("It starts at dawn.", "combat.star"),
    ],
)
def test_a_verb_is_not_mistaken_for_a_similar_noun(text: str, key: str) -> None:
    assert key not in found_term_keys(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [("battle", "battled"), ("destroyer", "destroyers"), ("carry", "carried"), ("city", "cities")],
)
def test_each_form_of_a_word_finds_the_others(one: str, other: str) -> None:
    for word, form in ((one, other), (other, one)):
        terms = Glossary([Term("it", {"en": (word,)})])
        assert [term.term.key for term in terms.terms_in(f"A {form}.", "en")] == ["it"]


@pytest.mark.parametrize("code", sorted(languages().keys() - {"en"}))
@settings(max_examples=40)
@given(scenario=scenarios())
def test_no_standard_sentence_is_reported_as_differently_translated(
    code: str, scenario: Scenario
) -> None:
    sentences = {each.key: each.text for each in standard_sentences(scenario, code)}
    for each in standard_sentences(scenario, "en"):
        terms = game_glossary().terms_in(each.text, "en")
        assert [f.term.key for f in missing_terms(terms, sentences[each.key], code)] == [], (
            sentences[each.key]
        )


def test_few_terms_in_the_rules_texts_are_missed() -> None:
    required_count = missed_count = 0
    for path in shipped_scenarios():
        scenario = read_file(path).scenario
        assert scenario is not None
        for code in scenario.texts.keys() - {"en"}:
            for unit in translation_units_of(scenario, "en", code):
                if unit.target:
                    terms = required_terms(game_glossary().terms_in(unit.source, "en"), unit.field)
                    required_count += len({t.term.key for t in terms if not t.term.everyday})
                    missed_count += len(missing_terms(terms, unit.target, code))
    assert required_count > 1500
    assert missed_count < required_count / 100, "in texts that were read twice"


def test_wrong_terms_are_reported_and_correct_ones_rarely() -> None:
    required_count, missed, replaced_count, reported_count = map(
        sum, zip(*map(_term_counts, _translated_paragraphs()), strict=True)
    )
    assert required_count > 2500
    assert missed < required_count * 0.06, "in texts that were read twice"
    assert replaced_count > 2500
    assert reported_count > replaced_count * 0.97, (
        "where another term stands in place of the right one"
    )


def _translated_paragraphs() -> Iterator[tuple[str, str, str]]:
    """Yield each paragraph of the shipped scenarios with each translation and its language."""
    for path in shipped_scenarios():
        scenario = read_file(path).scenario
        assert scenario is not None
        for language in scenario.texts.keys() - {"en"}:
            texts = zip(
                _prose_texts(scenario.texts["en"]),
                _prose_texts(scenario.texts[language]),
                strict=True,
            )
            yield from ((source, text, language) for source, text in texts)


def _prose_texts(texts: Texts) -> list[str]:
    return [texts.historical or "", texts.description or "", texts.victory or "", texts.rules or ""]


def _term_counts(paragraph: tuple[str, str, str]) -> tuple[int, int, int, int]:
    """Return the numbers of terms in a translated paragraph.

    These are the numbers of the required terms, of those reported as missing, of the correct ones
    that can be replaced by a wrong word, and of those then reported.
    """
    source, text, language = paragraph
    glossary = game_glossary()
    terms = [t for t in glossary.terms_in(source, "en") if not t.term.everyday]
    required_keys = {t.term.key for t in terms if t.term.translations_in(language)}
    missing_keys = {t.term.key for t in missing_terms(terms, text, language)}
    occurrences = glossary.terms_in(text, language)
    right = (required_keys - missing_keys) & {t.term.key for t in occurrences}
    reported_count = 0
    for key in right:
        wrong_text = text
        for each in reversed([t for t in occurrences if t.term.key == key]):
            wrong_text = wrong_text[: each.start] + _WRONG_WORDS[language] + wrong_text[each.end :]
        reported_count += key in {t.term.key for t in missing_terms(terms, wrong_text, language)}
    return len(required_keys), len(missing_keys), len(right), reported_count
