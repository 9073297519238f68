"""A translation at work, unit by unit."""

from __future__ import annotations

import pytest

from m44core.io.files.open import read_file
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.translate.desk import (
    Search,
    Work,
    merged_records,
    next_unfinished,
    recorded,
    work_of,
)
from m44core.translate.record import Kept, Record, Translated
from m44core.translate.states import State


def scenario_of(**texts: Texts) -> Scenario:
    return Scenario(texts=texts)


def work(english: str, french: str = "") -> Work:
    texts = {"en": Texts(rules=english)} | ({"fr": Texts(rules=french)} if french else {})
    return Work(scenario_of(**texts), "en", "fr")


def states(made: Work) -> list[State]:
    return [unit.state for unit in made.units]


def test_what_is_typed_is_a_draft_until_it_is_done() -> None:
    begun = work("One.\nTwo.")
    typed = begun.typed(begun.units[0], "Un.")
    assert states(typed) == [State.DRAFT, State.NEW]
    assert typed.scenario.texts["fr"].rules == "Un.\nTwo."
    done = typed.marked(typed.units[0], State.DONE)
    assert states(done) == [State.DONE, State.NEW]
    assert states(done.typed(done.units[0], "Un !")) == [State.DRAFT, State.NEW]


def test_what_has_no_translation_cannot_be_done() -> None:
    begun = work("One.")
    assert begun.marked(begun.units[0], State.DONE) is begun


def test_an_emptied_text_is_new_again_and_leaves_nothing_behind() -> None:
    begun = work("One.")
    typed = begun.typed(begun.units[0], "Un.")
    emptied = typed.typed(typed.units[0], " ")
    assert states(emptied) == [State.NEW]
    assert emptied.scenario.texts["fr"].rules is None


def test_a_paragraph_stays_one_whatever_is_pasted() -> None:
    begun = work("One.\nTwo.")
    pasted = begun.typed(begun.units[1], "Deux,\ndeux.")
    assert [unit.target for unit in pasted.units] == ["", "Deux, deux."]


def test_what_is_stale_stays_so_until_it_is_done() -> None:
    record = Record(texts={"fr": {"rules": (Translated("One."),)}})
    scenario = scenario_of(en=Texts(rules="One more."), fr=Texts(rules="Un."))
    begun = Work(scenario, "en", "fr", record)
    assert begun.units[0].previous == "One."
    typed = begun.typed(begun.units[0], "Un de plus.")
    assert (typed.units[0].state, typed.units[0].previous) == (State.STALE, "One.")
    done = typed.marked(typed.units[0], State.DONE)
    assert (done.units[0].state, done.units[0].previous) == (State.DONE, "")


def test_the_next_unfinished_is_found_round_the_end() -> None:
    units = work("One.\nTwo.\nThree.", "Un.\nDeux.\nTrois.")
    begun = units.typed(units.units[1], "Deux !")
    assert next_unfinished(begun.units, 0) == 1
    assert next_unfinished(begun.units, 1) == 1
    assert next_unfinished(begun.units, 2) == 1
    assert next_unfinished(begun.units, 0, -1) == 1
    assert next_unfinished(units.units, 0) is None
    assert next_unfinished((), -1) is None


@pytest.mark.parametrize("target", ["fr", "zh-Hans"])
def test_translating_all_of_a_scenario_again_and_calling_it_done(target: str) -> None:
    scenario = read_file(scenarios_folder() / "sword-beach.yaml").scenario
    assert scenario is not None
    texts = {"en": scenario.texts["en"]}
    made = Work(Scenario(texts=texts), "en", target)
    while (place := next_unfinished(made.units, -1)) is not None:
        unit = made.units[place]
        made = made.typed(unit, unit.source.upper())
        unit = made.units[place]
        made = made.marked(unit, State.DONE)
    said = made.scenario.texts[target].rules or ""
    assert said == (scenario.texts["en"].rules or "").upper()


def test_two_languages_translated_meanwhile_are_both_kept() -> None:
    french = {"rules": (Translated("One."),)}
    ours = Record("en", {"fr": french}, (Kept("fr", "rules", "a", "b"),))
    theirs = Record("en", {"ru": french, "fr": {}}, (Kept("ru", "rules", "a", "b"),))
    made = merged_records(ours, theirs, "fr")
    assert made.texts == {"fr": french, "ru": french}
    assert len(made.kept) == 2


def test_what_was_translated_from_another_language_is_not_stale_for_that() -> None:
    texts = {"en": Texts(rules="One."), "de": Texts(rules="Eins."), "fr": Texts(rules="Un.")}
    record = Record(texts={"fr": {"rules": (Translated("One.", State.DRAFT),)}})
    from_german = work_of(Scenario(texts=texts), "de", "fr", record)
    assert states(from_german) == [State.DRAFT]
    done = from_german.marked(from_german.units[0], State.DONE)
    assert states(done) == [State.DONE]
    now = recorded(done, record)
    assert now.of("fr", "rules") == (Translated("One."),)
    assert states(work_of(done.scenario, "en", "fr", now)) == [State.DONE]
    assert states(work_of(done.scenario, "de", "fr", now)) == [State.DONE]


def test_what_is_stale_in_its_own_language_stays_so() -> None:
    texts = {"en": Texts(rules="Two."), "de": Texts(rules="Zwei."), "fr": Texts(rules="Un.")}
    record = Record(texts={"fr": {"rules": (Translated("One."),)}})
    assert states(work_of(Scenario(texts=texts), "en", "fr", record)) == [State.STALE]
    assert states(work_of(Scenario(texts=texts), "de", "fr", record)) == [State.STALE]


def test_words_are_replaced_wherever_they_stand_and_states_stay() -> None:
    begun = work("One.\nTwo.\nThree.", "Un mot.\nMot et mot.\nTrois.")
    drafted = begun.marked(begun.units[1], State.DRAFT)
    after, times = Search("mot").replaced_in(drafted, r"$1\1")
    assert times == 3
    assert after.scenario.texts["fr"].rules == "Un $1\\1.\n$1\\1 et $1\\1.\nTrois."
    assert states(after) == states(drafted)


def test_capitals_count_where_they_are_to_and_one_text_can_be_meant() -> None:
    begun = work("One.\nTwo.", "Un mot.\nMot et mot.")
    assert Search("mot", capitals=True).replaced_in(begun, "x")[1] == 2
    after, times = Search("mot").replaced_in(begun, "x", begun.units[0].key)
    assert (times, after.scenario.texts["fr"].rules) == (1, "Un x.\nMot et mot.")


@pytest.mark.parametrize("words", ["", "nothing", "Un."])
def test_nothing_is_replaced_where_no_words_are_or_none_would_be_left(words: str) -> None:
    begun = work("One.", "Un.")
    assert Search(words).replaced_in(begun, "") == (begun, 0)
