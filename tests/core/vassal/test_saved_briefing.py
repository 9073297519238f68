"""Reading the briefing in the notes of a saved game."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from tests.core.vassal.vassal_writer import (
    Grid,
    Piece,
    VassalGame,
    encode_sequence,
    store_saved_game,
)

from m44core.board import BOARDS, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.cli.main import main
from m44core.io.files.file_reader import read_file
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FirstPlayer, Player, Texts
from m44core.vassal.saved_briefing import (
    SavedBriefing,
    languages_with_lost_texts,
    parse_battle_dates,
    read_briefing,
    with_saved_briefing,
)
from m44core.vassal.saved_game import read_saved_game

GRID = Grid()
BOARD = BOARDS[BoardType.STANDARD]
NOTES = """\
Our Crossing - June 8, 1944
Second day

Historical Background
The engineers | came | late.
They left at dusk.

Briefing
Axis Player [Japan/Germany]: Take 5 Command cards. You move first.
Allied Player [Great Britain]: Take 6 Command cards.
Remove the bridge on a roll of a star.

Conditions of Victory
6 Medals

Special Rules
The river is fordable."""


def read_notes(text: str) -> SavedBriefing:
    briefing = read_briefing(text.splitlines())
    assert briefing is not None
    return briefing


def write_game(tmp_path: Path, notes: str, board: str = "") -> Path:
    pieces = [Piece("Forest", "Main Map", *GRID.middle(*hex_)) for hex_ in BOARD.hexes[::3]]
    commands = ["NOTES\t" + encode_sequence(notes.split("\n"), "|")] if notes else []
    boards = [("Main Map", board)] if board else []
    return store_saved_game(
        VassalGame(pieces, boards=boards, further_commands=commands).text(), tmp_path / "a.vsav"
    )


def test_everything_in_the_notes_is_in_the_scenario() -> None:
    scenario = with_saved_briefing(new_scenario(), read_notes(NOTES))
    briefing, texts = scenario.briefing, scenario.texts["en"]
    assert (briefing.begins, briefing.first) == (date(1944, 6, 8), FirstPlayer.TOP)
    assert briefing.top == Player(Side.AXIS, "JP", cards=5, medals=6)
    assert briefing.bottom == Player(Side.ALLIES, "GB", cards=6, medals=6)
    assert (texts.name, texts.subtitle) == ("Our Crossing", "Second day")
    assert texts.historical == "The engineers | came | late.\nThey left at dusk."
    assert texts.rules == "The river is fordable."


def in_english_and_french(title: str) -> Scenario:
    texts = {
        "en": Texts(title, historical="It rained.", victory="4 Medals"),
        "fr": Texts("Le pont", historical="Il pleuvait.", victory="4 médailles"),
        "de": Texts("Die Brücke"),
    }
    return replace(new_scenario(), texts=texts)


def test_translations_of_replaced_texts_are_removed() -> None:
    before = in_english_and_french("The Bridge")
    after = with_saved_briefing(before, read_notes("The Hill\n\nConditions of Victory\n6 Medals"))
    assert after.texts["en"] == Texts("The Hill", historical="It rained.", victory="6 Medals")
    assert after.texts["fr"] == Texts(historical="Il pleuvait.")
    assert "de" not in after.texts
    assert languages_with_lost_texts(before, after) == ("fr", "de")


def test_translations_stay_if_the_title_stays() -> None:
    before = in_english_and_french("The  bridge")
    after = with_saved_briefing(before, read_notes("The Bridge\n\nConditions of Victory\n6 Medals"))
    assert after.texts["en"].victory == "6 Medals"
    assert {**after.texts, "en": 0} == {**before.texts, "en": 0}


def test_texts_in_a_new_language_replace_no_others() -> None:
    before = in_english_and_french("The Bridge")
    after = with_saved_briefing(
        before, read_notes("Il ponte\n\nCondizioni di vittoria\n6 medaglie")
    )
    assert after.texts.keys() == {"en", "fr", "de", "it"}


def test_a_line_that_is_kept_as_text_is_reported() -> None:
    result = read_notes(NOTES)
    assert [str(remark) for remark in result.remarks] == [
        "Kept as text only (briefing): Remove the bridge on a roll of a star.",
        "Kept as text only (special rules): The river is fordable.",
    ]


@pytest.mark.parametrize("replaced_line", range(len(NOTES.splitlines())))
def test_no_line_vanishes(replaced_line: int) -> None:
    lines = NOTES.splitlines()
    lines[replaced_line] = "Quite another line 7"
    result = read_notes("\n".join(lines))
    texts = [result.texts.name, result.texts.subtitle, result.texts.historical]
    texts += [result.texts.description, result.texts.victory, result.texts.rules]
    assert "Quite another line 7" in "\n".join(filter(None, texts))


def test_missing_parts_of_the_notes_are_reported_as_unchanged() -> None:
    result = read_notes("My Crossing\n\nBriefing\nAxis Player: Take 5 Command cards.")
    assert [str(remark) for remark in result.remarks] == [
        "No date was found in the notes of the saved game, so the date stays unchanged",
        "The notes do not say who moves first, so the first player stays unchanged",
        "The notes do not name a nation for the Axis, so the nation stays unchanged",
        "The notes do not give the number of medals for the Axis, so it stays unchanged",
        "The notes do not name a nation for the Allies, so the nation stays unchanged",
        ("The notes do not give the number of command cards for the Allies, so it stays unchanged"),
        "The notes do not give the number of medals for the Allies, so it stays unchanged",
    ]


def test_notes_without_headings_are_the_briefing() -> None:
    result = read_notes("Saturday evening\nBring the dice")
    assert (result.texts.name, result.texts.description) == ("Saturday evening", "Bring the dice")
    assert any(
        ("The notes have no recognized headings, so all their text goes into the briefing")
        in str(remark)
        for remark in result.remarks
    )


def test_headings_are_read_in_other_languages() -> None:
    result = read_notes(
        "Brücken - 6.-8. Juni 1944\n\nSiegbedingungen\n5 Medaillen\n\nSonderregeln\nKeine"
    )
    assert (result.language, result.texts.victory) == ("de", "5 Medaillen")
    assert (result.begins, result.ends) == (date(1944, 6, 6), date(1944, 6, 8))
    assert {player.medals for player in result.players.values()} == {5}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("June 6, 1944", date(1944, 6, 6)),
        ("6th of June 1944", date(1944, 6, 6)),
        ("1944-06-31", None),
        ("1944-06-06", date(1944, 6, 6)),
        ("1944年6月6日", date(1944, 6, 6)),
        ("6/7/1944", None),
        ("16/7/1944", date(1944, 7, 16)),
        ("7/16/1944", date(1944, 7, 16)),
        ("June 1944", None),
        ("June or July 6, 1944", None),
        ("6 juin 1944", date(1944, 6, 6)),
    ],
)
def test_unambiguous_dates_are_read(text: str, day: date | None) -> None:
    days = parse_battle_dates(text)
    assert (days and days[0]) == day


@pytest.mark.parametrize("notes", ["", "\n\n \n"])
def test_a_game_without_notes_has_no_briefing(notes: str, tmp_path: Path) -> None:
    assert read_saved_game(write_game(tmp_path, notes), new_scenario(), "en").briefing is None


def test_convert_imports_the_briefing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = write_game(tmp_path, NOTES, "BT-Winter 2"), tmp_path / "a.yaml"
    assert main(["convert", str(source), str(target), "--language", "en"]) == 1
    assert "Kept as text only (special rules): The river is fordable." in capsys.readouterr().err
    scenario = read_file(target).scenario
    assert scenario is not None
    assert (scenario.board.type, scenario.face) == (BoardType.BREAKTHROUGH, Face.WINTER)
    assert scenario.briefing.top.cards == 5
    assert list(scenario.texts) == ["en"]


@pytest.mark.parametrize(
    ("name", "face"),
    [("Inland", "COUNTRY"), ("Beach 1", "BEACH"), ("OL-Desert", "DESERT"), ("Any", None)],
)
def test_the_name_of_a_board_determines_its_face(
    name: str, face: str | None, tmp_path: Path
) -> None:
    saved_game = read_saved_game(write_game(tmp_path, "", name), new_scenario(), "en")
    assert saved_game.face == (face and Face(face))
