"""Sentences in texts: inserted, updated with the data, and never over an author's words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.core.standard_sentences.conftest import scenarios

from m44core.catalogue.catalogue_types import Side
from m44core.cli.main import main
from m44core.io.files.file_reader import read_file
from m44core.model.edits.briefing_edits import set_player, set_text
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Briefing, FirstPlayer, Player
from m44core.standard_sentences.sentence_insertion import (
    SentenceOffer,
    SentenceStatus,
    sentence_offers,
    with_sentences,
)
from m44core.translate.text_record import EMPTY_RECORD, TextRecord

BRIEFING = Briefing(
    Player(Side.AXIS, cards=4, medals=5), Player(Side.ALLIES, cards=6, medals=5), FirstPlayer.TOP
)
SCENARIO_BEFORE = Scenario(briefing=BRIEFING)


def write_sentences(
    scenario: Scenario, record: TextRecord = EMPTY_RECORD
) -> tuple[Scenario, TextRecord]:
    return with_sentences(scenario, record, "en", sentence_offers(scenario, record, "en"))


def statuses_by_key(scenario: Scenario, record: TextRecord) -> dict[str, SentenceStatus]:
    return {offer.key: offer.status for offer in sentence_offers(scenario, record, "en")}


def with_cards(scenario: Scenario, cards: int) -> Scenario:
    return set_player(scenario, replace(scenario.briefing.top, cards=cards), top=True)


def test_new_sentences_are_appended_to_the_text() -> None:
    after, _ = write_sentences(set_text(SCENARIO_BEFORE, "en", "description", "Fog.\n"))
    assert after.texts["en"].description == (
        "Fog.\nAxis: 4 command cards.\nAllies: 6 command cards.\nThe Axis player moves first."
    )
    assert after.texts["en"].victory == "5 medals win."


def test_changed_data_are_offered_and_change_only_their_sentence() -> None:
    after, record = write_sentences(SCENARIO_BEFORE)
    text = (after.texts["en"].description or "") + "\nMy own words."
    changed_scenario = with_cards(set_text(after, "en", "description", text), 9)
    assert statuses_by_key(changed_scenario, record)["cards.axis"] is SentenceStatus.CHANGED
    second_scenario, record = write_sentences(changed_scenario, record)
    assert second_scenario.texts["en"].description == text.replace("4", "9")
    assert set(statuses_by_key(second_scenario, record).values()) == {SentenceStatus.SAME}


def test_a_number_is_not_found_inside_a_longer_one() -> None:
    many_medals = replace(BRIEFING, top=Player(Side.AXIS, cards=4, medals=15))
    both_players = replace(many_medals, bottom=Player(Side.ALLIES, cards=6, medals=15))
    after, record = write_sentences(replace(SCENARIO_BEFORE, briefing=both_players))
    updated_scenario, _ = write_sentences(replace(after, briefing=BRIEFING), record)
    assert updated_scenario.texts["en"].victory == "5 medals win."


def test_an_edited_sentence_is_unchanged() -> None:
    after, record = write_sentences(SCENARIO_BEFORE)
    text = (after.texts["en"].description or "").replace("Axis: 4", "The Axis have 4")
    changed_scenario = with_cards(set_text(after, "en", "description", text), 9)
    assert statuses_by_key(changed_scenario, record)["cards.axis"] is SentenceStatus.EDITED
    assert write_sentences(changed_scenario, record)[0] is changed_scenario


def test_an_outdated_sentence_is_removed_with_its_line() -> None:
    after, record = write_sentences(SCENARIO_BEFORE)
    changed_scenario = replace(after, briefing=replace(after.briefing, first=FirstPlayer.SPECIAL))
    assert statuses_by_key(changed_scenario, record)["first.axis"] is SentenceStatus.GONE
    second_scenario, record = write_sentences(changed_scenario, record)
    assert (
        second_scenario.texts["en"].description
        == "Axis: 4 command cards.\nAllies: 6 command cards."
    )
    assert "first.axis" not in record.sentences["en"]


RECORD = TextRecord(sentences={"en": {"medals": "5 medals win."}, "fr": {"medals": "5 gagnent."}})


def accept_offer(
    text: str, status: SentenceStatus, before: str, sentence: str
) -> tuple[str | None, TextRecord]:
    """Return the text (None if empty) and the record after an offered sentence is accepted."""
    result = set_text(SCENARIO_BEFORE, "en", "victory", text or None)
    offer = SentenceOffer("medals", "victory", status, before, sentence)
    scenario, record = with_sentences(result, RECORD, "en", [offer])
    texts = scenario.texts.get("en")
    return texts.victory if texts else None, record


@pytest.mark.parametrize(
    ("text", "remaining_text"),
    [
        ("5 medals win.", None),
        ("Fog.\n5 medals win.", "Fog."),
        ("5 medals win.\nFog.", "Fog."),
        ("Fog.\n5 medals win.\nMud.", "Fog.\nMud."),
        ("Fog.\n\n5 medals win.\n\nMud.", "Fog.\n\n\nMud."),
        ("Fog. 5 medals win. Mud.", "Fog. Mud."),
        ("Fog.\n5 medals win. Mud.", "Fog.\nMud."),
        ("(5 medals win. )", "( )"),
        ("Fog. 5 medals win.", "Fog. "),
        ("15 medals win. 5 medals win.", "15 medals win. "),
        ("15 medals win.", "15 medals win."),
        ("Fog.", "Fog."),
    ],
)
def test_an_outdated_sentence_is_removed_from_any_place_in_a_text(
    text: str, remaining_text: str | None
) -> None:
    sentence, record = accept_offer(text, SentenceStatus.GONE, "5 medals win.", "")
    assert sentence == remaining_text
    assert record.sentences == {"fr": RECORD.sentences["fr"]}


@pytest.mark.parametrize(
    ("text", "new_text"),
    [
        ("5 medals win.", "6 medals win."),
        ("Fog. 5 medals win. Mud.", "Fog. 6 medals win. Mud."),
        ("15 medals win. 5 medals win.", "15 medals win. 6 medals win."),
        ("A5 medals win. Fog.", "A5 medals win. Fog."),
    ],
)
def test_a_changed_sentence_replaces_its_old_words(text: str, new_text: str) -> None:
    sentence, record = accept_offer(text, SentenceStatus.CHANGED, "5 medals win.", "6 medals win.")
    assert sentence == new_text
    assert record.sentences["en"] == {"medals": "6 medals win."}


@pytest.mark.parametrize("status", [SentenceStatus.NEW, SentenceStatus.REWORDED])
@pytest.mark.parametrize(
    ("text", "new_text"),
    [
        ("", "It wins."),
        (" \n", "It wins."),
        ("Fog.", "Fog.\nIt wins."),
        ("Fog. \n\n", "Fog.\nIt wins."),
    ],
)
def test_a_new_sentence_is_on_its_own_line(
    status: SentenceStatus, text: str, new_text: str
) -> None:
    sentence, record = accept_offer(text, status, "", "It wins.")
    assert sentence == new_text
    assert record.sentences["en"] == {"medals": "It wins."}


def test_an_unchanged_sentence_is_recorded_but_an_edited_one_is_not() -> None:
    unchanged_result = accept_offer("Fog. It wins.", SentenceStatus.SAME, "", "It wins.")
    assert (unchanged_result[0], unchanged_result[1].sentences["en"]) == (
        "Fog. It wins.",
        {"medals": "It wins."},
    )
    edited_result = accept_offer("Fog.", SentenceStatus.EDITED, "5 medals win.", "It wins.")
    assert edited_result == ("Fog.", RECORD)


def test_new_changed_and_outdated_sentences_are_open() -> None:
    open_ = {s for s in SentenceStatus if SentenceOffer("a", "rules", s, "", "").is_open}
    assert open_ == {SentenceStatus.NEW, SentenceStatus.CHANGED, SentenceStatus.GONE}


def test_a_sentence_in_other_words_is_offered_as_reworded() -> None:
    scenario = set_text(SCENARIO_BEFORE, "en", "victory", "The first player with 5 medals wins.")
    assert statuses_by_key(scenario, EMPTY_RECORD)["medals"] is SentenceStatus.REWORDED


def test_a_sentence_is_removed_only_if_it_is_in_a_text() -> None:
    record = TextRecord(sentences={"en": {"other": "Night falls."}})
    assert "other" not in statuses_by_key(SCENARIO_BEFORE, record)
    offered_sentences = sentence_offers(
        set_text(SCENARIO_BEFORE, "en", "rules", "Night falls."), record, "en"
    )
    assert offered_sentences[-1] == SentenceOffer(
        "other", "rules", SentenceStatus.GONE, "Night falls.", ""
    )


@settings(max_examples=30)
@given(scenarios())
def test_writing_twice_changes_nothing(scenario: Scenario) -> None:
    after, record = write_sentences(scenario)
    assert write_sentences(after, record) == (after, record)


def test_the_command_inserts_sentences_and_records_them_in_a_side_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mill.yaml"
    text = "format: 1\nboard: {type: standard, face: country}\nbriefing:\n  first: top\n"
    sides = (
        "  top: {side: axis, cards: 4, medals: 5}\n  bottom: {side: allies, cards: 6, medals: 5}\n"
    )
    path.write_text(text + sides + "hexes: {}\n", encoding="utf-8")
    assert main(["sentences", str(path), "--language", "fr", "--insert"]) == 0
    output = capsys.readouterr().out.replace("\xa0", " ")
    assert "description: Axe : 4 cartes de commandement. [nouvelle]" in output
    scenario = read_file(path).scenario
    assert scenario
    assert scenario.texts["fr"].victory == "5 médailles donnent la victoire."
    assert "cards.axis" in (tmp_path / "mill.texts.yaml").read_text("utf-8")
    assert main(["sentences", str(path), "--language", "fr"]) == 0
    assert "[présente]" in capsys.readouterr().out
