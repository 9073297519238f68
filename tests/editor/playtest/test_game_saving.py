"""Saving and opening games, and asking before one is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog
from shiboken6 import isValid
from tests.editor.conftest import DialogAnswerer
from tests.editor.file_dialogs import enter_path
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    CTRL,
    TWO_PEOPLE,
    WATCHING,
    OpenPlaytest,
    PlaytestDriver,
    make_script,
    skirmish,
)

from m44core.catalogue.catalogue_types import Side
from m44core.rules.game.phases import Phase
from m44core.rules.play.recorded_game import parse_recorded_game
from m44editor.playtest.game_saving import GameSaver

DUEL = "  g4: {unit: american-infantry}\n  G5: {unit: german-infantry}\n"
QUESTION = "This game is not over."


def start_and_decide_once(player: PlaytestDriver) -> PlaytestDriver:
    """Start a game, make a decision, and return the player."""
    player.start(TWO_PEOPLE)
    player.play_any_card()
    return player


def test_a_saved_game_continues_where_it_stopped(player: PlaytestDriver, tmp_path: Path) -> None:
    start_and_decide_once(player)
    path = tmp_path / "game.txt"
    player.window.save_game(path)
    player.window.show_start_page()
    player.window.open_game(path)
    assert player.state.phase is Phase.ORDER
    assert player.session.can_undo


def test_a_game_from_another_text_editor_is_opened(player: PlaytestDriver, tmp_path: Path) -> None:
    """The file has Windows line ends and a byte order mark."""
    start_and_decide_once(player)
    path = tmp_path / "game.txt"
    player.window.save_game(path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    player.window.show_start_page()
    player.window.open_game(path)
    assert player.state.phase is Phase.ORDER


def test_a_saved_game_continues_with_its_variants(player: PlaytestDriver, tmp_path: Path) -> None:
    player.window.start_page.variants.boxes["takes_ground"].setChecked(False)
    player.start(TWO_PEOPLE)
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.start_page.variants.boxes["takes_ground"].setChecked(True)
    player.window.open_game(tmp_path / "game.txt")
    assert not player.state.field.settings.takes_ground


def test_an_opened_game_continues_with_the_script_of_its_window(
    open_playtest: OpenPlaytest, tmp_path: Path
) -> None:
    hands = "draw recon-left\ndraw recon-right\ndraw probe-centre\ndraw recon-left\n"
    player = open_playtest(skirmish(DUEL), make_script(f"{hands}roll star star star"))
    player.start(TWO_PEOPLE)
    player.play("probe-centre")
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.open_game(tmp_path / "game.txt")
    player.click_hex("g4")
    player.reach(Phase.BATTLE)
    player.click_hex("g4")
    player.click_hex("G5")
    assert "roll star star star" in map(str, player.session.timeline.actions)


def test_a_saved_game_continues_against_the_chosen_computer(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    player.start(AGAINST_AXIS, "9")
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.open_game(tmp_path / "game.txt")
    assert set(player.session.agents) == {Side.AXIS}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("seed: 7\nattack everybody\n", "line 2: 'attack everybody' is not a valid action"),
        ("seed: 7\nroll inf\n", "Line 2, “roll inf”"),
        ("hallo: 7\n", "line 1: unknown header 'hallo'"),
    ],
)
def test_an_invalid_game_file_is_rejected_with_its_line(
    player: PlaytestDriver, tmp_path: Path, answers: DialogAnswerer, text: str, reason: str
) -> None:
    (tmp_path / "game.txt").write_text(text, "utf-8")
    answers.press("OK")
    player.window.open_game(tmp_path / "game.txt")
    player.qtbot.waitUntil(answers.is_done)
    assert reason in answers.asked[0]
    assert player.window.session is None


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfe", "it is not UTF-8 text"),
        (b"#" * 2_000_001, "too large to be a recorded game"),
    ],
)
def test_a_binary_file_is_rejected(
    player: PlaytestDriver, tmp_path: Path, answers: DialogAnswerer, data: bytes, reason: str
) -> None:
    (tmp_path / "game.txt").write_bytes(data)
    answers.press("OK")
    player.window.open_game(tmp_path / "game.txt")
    player.qtbot.waitUntil(answers.is_done)
    assert reason in answers.asked[0]


def test_a_game_that_cannot_be_written_stays_unsaved(
    player: PlaytestDriver, tmp_path: Path, answers: DialogAnswerer
) -> None:
    start_and_decide_once(player)
    answers.press("OK")
    player.window.save_game(tmp_path / "nowhere" / "game.txt")
    player.qtbot.waitUntil(answers.is_done)
    assert "The game was not saved" in answers.asked[0]
    answers.press("Cancel")
    player.window.close()
    assert QUESTION in answers.asked[1]


def test_closing_asks_before_a_game_is_lost(
    player: PlaytestDriver, answers: DialogAnswerer
) -> None:
    start_and_decide_once(player)
    answers.press("Cancel")
    assert not player.window.close()
    assert QUESTION in answers.asked[0]
    assert player.window.isVisible()
    answers.press("Discard")
    assert player.window.close()


def test_closing_saves_on_request(
    player: PlaytestDriver, answers: DialogAnswerer, tmp_path: Path
) -> None:
    start_and_decide_once(player)
    answers.press("Save")
    answers.do(lambda dialog: enter_path(dialog, tmp_path / "kept.txt"))
    assert player.window.close()
    assert len(parse_recorded_game((tmp_path / "kept.txt").read_text("utf-8")).actions) > 1


def test_replacing_a_file_is_confirmed_even_if_its_suffix_was_omitted(
    player: PlaytestDriver, answers: DialogAnswerer, tmp_path: Path
) -> None:
    start_and_decide_once(player)
    (tmp_path / "kept.txt").write_text("mine", "utf-8")
    answers.press("Save")
    answers.do(lambda dialog: enter_path(dialog, tmp_path / "kept"))
    answers.press("No")
    answers.press("Cancel")
    assert not player.window.close()
    assert any("kept.txt already exists" in question for question in answers.asked)
    assert (tmp_path / "kept.txt").read_text("utf-8") == "mine"


@pytest.mark.parametrize("leave", ["new", "open", "replay", "again"])
def test_every_way_of_leaving_a_game_asks_whether_to_save_it(
    player: PlaytestDriver, answers: DialogAnswerer, tmp_path: Path, leave: str
) -> None:
    start_and_decide_once(player)
    window, game = player.window, player.session
    window.save_game(tmp_path / "game.txt")
    player.press("Done ordering")
    answers.press("Cancel")
    commands_by_name = {
        "new": window.show_start_page,
        "open": lambda: window.open_game(tmp_path / "game.txt"),
        "replay": lambda: window.open_replay(tmp_path / "game.txt"),
        "again": window.play_again,
    }
    commands_by_name[leave]()
    assert QUESTION in answers.asked[0]
    assert player.session is game


@pytest.mark.parametrize("players", [TWO_PEOPLE, WATCHING])
def test_leaving_a_game_without_decisions_does_not_ask(
    player: PlaytestDriver, answers: DialogAnswerer, players: dict[Side, str]
) -> None:
    player.start(players)
    assert player.window.close()
    assert not answers.asked


def test_leaving_a_game_with_all_decisions_undone_does_not_ask(
    player: PlaytestDriver, answers: DialogAnswerer
) -> None:
    start_and_decide_once(player)
    player.window.undo()
    assert player.window.close()


def test_leaving_a_saved_game_does_not_ask(
    player: PlaytestDriver, answers: DialogAnswerer, tmp_path: Path
) -> None:
    start_and_decide_once(player)
    player.window.save_game(tmp_path / "game.txt")
    window = player.window
    assert window.close()
    assert not answers.asked
    assert not isValid(window) or not window.isVisible()


def test_saving_again_writes_the_same_file_without_a_question(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    start_and_decide_once(player)
    path = tmp_path / "game.txt"
    player.window.save_game(path)
    before = path.read_text("utf-8")
    player.decide()
    assert player.window.isWindowModified()
    player.press_key(Qt.Key.Key_S, CTRL)
    assert path.read_text("utf-8").startswith(before)
    assert not player.window.isWindowModified()
    assert player.window.windowTitle() == "Playtest: Pegasus Bridge — game.txt[*]"


def test_an_opened_game_is_saved_to_its_file(player: PlaytestDriver, tmp_path: Path) -> None:
    start_and_decide_once(player)
    path = tmp_path / "game.txt"
    player.window.save_game(path)
    player.window.show_start_page()
    player.window.open_game(path)
    player.decide()
    player.press_key(Qt.Key.Key_S, CTRL)
    assert (
        len(parse_recorded_game(path.read_text("utf-8")).actions) == player.session.timeline.length
    )


def test_a_new_game_is_not_saved_to_the_file_of_the_old_one(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    start_and_decide_once(player)
    player.window.save_game(tmp_path / "game.txt")
    player.window.play_again()
    assert "game.txt" not in player.window.windowTitle()


def test_a_game_of_two_people_continues_with_two_people(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    start_and_decide_once(player)
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.start_page.choose_players(AGAINST_AXIS)
    player.window.open_game(tmp_path / "game.txt")
    assert not player.session.agents
    assert not player.window.table.hides_hands, "they played with open hands"


def test_the_proposed_file_of_a_game_is_next_to_its_scenario(
    player: PlaytestDriver, answers: DialogAnswerer, tmp_path: Path
) -> None:
    start_and_decide_once(player)
    proposed_paths: list[str] = []

    def cancel(dialog: QDialog) -> None:
        assert isinstance(dialog, QFileDialog)
        proposed_paths.extend(dialog.selectedFiles())
        dialog.reject()

    answers.do(cancel)
    saving = GameSaver(player.window, "mill.m44", tmp_path)
    assert not saving.save_as(player.session)
    assert proposed_paths == [str(tmp_path / "mill-game.txt")]


def test_the_open_dialog_starts_where_the_last_game_was_saved(
    player: PlaytestDriver, open_playtest: OpenPlaytest, answers: DialogAnswerer, tmp_path: Path
) -> None:
    start_and_decide_once(player).window.save_game(tmp_path / "game.txt")
    folders: list[str] = []

    def cancel(dialog: QDialog) -> None:
        assert isinstance(dialog, QFileDialog)
        folders.append(dialog.directory().path())
        dialog.reject()

    answers.do(cancel)
    open_playtest(skirmish(DUEL)).press_key(Qt.Key.Key_O, CTRL)
    assert folders == [str(tmp_path)]
