"""Looking back during a game, and watching a recorded one."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.conftest import DialogAnswerer
from tests.editor.playtest.conftest import (
    AGAINST_ALLIES,
    AGAINST_AXIS,
    CTRL,
    SHIFT,
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    read_shipped_scenario,
)

from m44core.model.scenario import Scenario
from m44core.rules.game.position_scenario import scenario_of_position
from m44editor.playtest.game.timeline import Playback


def play_turns(player: PlaytestDriver, turns: int = 3) -> PlaytestDriver:
    """Play some turns as two people, and return the player."""
    player.start(TWO_PEOPLE)
    for _ in range(turns):
        player.end_turn()
    return player


def playback_of(player: PlaytestDriver) -> Playback:
    return player.window.table.playback


def scenario_on_board(player: PlaytestDriver) -> Scenario:
    return player.window.board.scenario


def click_line(player: PlaytestDriver, line_text: str) -> None:
    """Click a line of the log."""
    log = player.window.game_page.log
    (item,) = log.findItems(line_text, Qt.MatchFlag.MatchExactly)
    log.scrollToItem(item)
    point = log.visualItemRect(item).center()
    QTest.mouseClick(log.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_clicking_a_turn_in_the_log_shows_its_position(player: PlaytestDriver) -> None:
    play_turns(player)
    scenario_now = scenario_on_board(player)
    click_line(player, "Turn 1: Allies.")
    timeline = player.session.timeline
    assert scenario_on_board(player) == scenario_of_position(
        timeline.state_at(playback_of(player).moment)
    )
    assert timeline.state_at(playback_of(player).moment).turn == 1
    assert player.window.table.playback_bar.isVisible()
    player.press("Return to Game")
    assert scenario_on_board(player) == scenario_now
    assert not player.window.table.playback_bar.isVisible()


def test_every_line_of_the_log_leads_to_its_moment(player: PlaytestDriver) -> None:
    play_turns(player)
    for line in player.session.log.lines[::4]:
        playback_of(player).go_to(0)
        player.window.game_page.log.moment_requested.emit(line.number + 1)
        assert playback_of(player).moment == line.number + 1


def test_no_decision_can_be_made_in_the_past(player: PlaytestDriver) -> None:
    play_turns(player)
    player.press_key(Qt.Key.Key_Comma)
    before = player.session.timeline.length
    assert not player.choices.units
    assert not player.choices.hexes
    assert not player.choices.cards
    assert not player.choices.buttons
    for number in range(1, 7):
        player.press_key(Qt.Key(Qt.Key.Key_0.value + number))
    assert player.session.timeline.length == before


def test_keys_step_through_past_moments(player: PlaytestDriver) -> None:
    play_turns(player)
    end = player.session.timeline.length
    player.press_key(Qt.Key.Key_Comma)
    player.press_key(Qt.Key.Key_Comma)
    assert playback_of(player).moment == end - 2
    player.press_key(Qt.Key.Key_Period)
    assert playback_of(player).moment == end - 1
    player.press_key(Qt.Key.Key_BracketLeft)
    state = playback_of(player).state
    assert state
    assert state.turn == 3
    player.press_key(Qt.Key.Key_BracketRight)
    assert playback_of(player).is_at_end
    assert player.state.turn == 4
    player.press_key(Qt.Key.Key_Home, CTRL)
    assert playback_of(player).moment == 0
    player.press_key(Qt.Key.Key_End, CTRL)
    assert playback_of(player).is_at_end
    player.press_key(Qt.Key.Key_Comma)
    player.press_key(Qt.Key.Key_Escape)
    assert playback_of(player).is_at_end


def test_the_log_can_be_navigated_by_keyboard(player: PlaytestDriver) -> None:
    play_turns(player)
    player.press_key(Qt.Key.Key_L)
    player.press_key(Qt.Key.Key_Up)
    player.press_key(Qt.Key.Key_Up)
    player.press_key(Qt.Key.Key_Return)
    log = player.window.game_page.log
    line = player.session.log.lines[log.currentRow()]
    assert playback_of(player).moment == line.number + 1
    assert log.hasFocus()


def test_the_latest_line_of_the_log_stays_in_view(player: PlaytestDriver) -> None:
    play_turns(player, 16)
    bar = player.window.game_page.log.verticalScrollBar()
    for height in (620, 560, 600):
        player.window.resize(player.window.width(), height)
        QApplication.processEvents()
        assert bar.value() == bar.maximum() > 0


def test_a_log_that_was_scrolled_back_keeps_its_position(player: PlaytestDriver) -> None:
    play_turns(player, 16)
    bar = player.window.game_page.log.verticalScrollBar()
    bar.setValue(0)
    player.play_any_card()
    QApplication.processEvents()
    assert bar.value() == 0 < bar.maximum()


def test_the_slider_leads_to_any_moment(player: PlaytestDriver) -> None:
    play_turns(player)
    player.press_key(Qt.Key.Key_Comma)
    slider = player.window.table.playback_bar.slider
    slider.setFocus()
    player.press_key(Qt.Key.Key_Home)
    assert playback_of(player).moment == 0
    assert "Before the first turn · 0 of" in player.window.table.playback_bar.label.text()
    player.press_key(Qt.Key.Key_Right)
    assert playback_of(player).moment == 1


def test_undo_while_looking_back_first_returns_to_the_present(player: PlaytestDriver) -> None:
    play_turns(player)
    length = player.session.timeline.length
    player.press_key(Qt.Key.Key_Home, CTRL)
    player.press_key(Qt.Key.Key_Z, CTRL)
    assert playback_of(player).is_at_end
    assert player.session.timeline.length < length
    player.press_key(Qt.Key.Key_Z, CTRL | SHIFT)
    assert player.session.timeline.length == length


def test_the_computer_waits_while_the_person_looks_back(player: PlaytestDriver) -> None:
    player.press_key(Qt.Key.Key_1, CTRL)
    player.start(AGAINST_ALLIES, "9")
    length = player.session.timeline.length
    player.press_key(Qt.Key.Key_Comma)
    player.press_key(Qt.Key.Key_4, CTRL)
    QApplication.processEvents()
    assert player.session.timeline.length == length
    player.press_key(Qt.Key.Key_Escape)
    player.qtbot.waitUntil(lambda: player.session.waits_for_person)


def log_line_colors(player: PlaytestDriver) -> set[int]:
    """Return the colors of the lines of the log."""
    log = player.window.game_page.log
    return {log.item(row).foreground().color().rgba() for row in range(log.count())}


def test_dice_and_log_show_the_chosen_moment(player: PlaytestDriver) -> None:
    play_turns(player, 1)
    page = player.window.game_page
    player.press_key(Qt.Key.Key_Home, CTRL)
    assert page.dice.caption.text() == ""
    (faint_color,) = log_line_colors(player)
    player.press_key(Qt.Key.Key_Escape)
    assert (
        log_line_colors(player) == {player.window.palette().text().color().rgba()} != {faint_color}
    )


# Recorded games


def save_recording(player: PlaytestDriver, path: Path) -> Path:
    play_turns(player)
    player.window.save_game(path)
    player.window.show_start_page()
    return path


def test_a_recorded_game_is_watched_step_by_step(player: PlaytestDriver, tmp_path: Path) -> None:
    path = save_recording(player, tmp_path / "game.txt")
    player.window.open_replay(path)
    assert player.window.session is None
    assert playback_of(player).moment == 0
    timeline = playback_of(player).timeline
    assert timeline
    assert timeline.state.turn == 4
    for _ in range(12):
        player.press_key(Qt.Key.Key_Period)
    assert playback_of(player).moment == 12
    assert (
        f"Turn {timeline.state_at(12).turn} · 12 of "
        in player.window.table.playback_bar.label.text()
    )


def test_a_recorded_game_plays_by_itself_and_stops(player: PlaytestDriver, tmp_path: Path) -> None:
    path = save_recording(player, tmp_path / "game.txt")
    player.window.open_replay(path)
    player.press_key(Qt.Key.Key_P)
    assert playback_of(player).is_playing
    play_button = player.window.table.playback_bar.buttons["play"]
    icon_key = play_button.icon().cacheKey()
    QApplication.sendEvent(player.window.table.playback_bar, QEvent(QEvent.Type.ActivationChange))
    assert play_button.icon().cacheKey() == icon_key, "it still shows that the game plays"
    player.qtbot.waitUntil(lambda: playback_of(player).moment > 3)
    player.press_key(Qt.Key.Key_P)
    assert not playback_of(player).is_playing
    moment_of_stop = playback_of(player).moment
    QApplication.processEvents()
    assert playback_of(player).moment == moment_of_stop
    player.press("Leave Replay")
    assert player.window.start_page.isVisible()


def test_the_hand_of_the_acting_player_is_visible_in_a_recorded_game(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    path = save_recording(player, tmp_path / "game.txt")
    player.window.open_replay(path)
    player.window.table.playback.step_turn(1)
    state = playback_of(player).state
    assert state
    visible_cards = sorted(button.card.key for button in player.window.hand.cards)
    assert visible_cards == sorted(state.hands[state.active])


def test_the_position_of_a_recorded_game_can_be_edited(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    requested_scenarios: list[Scenario] = []
    path = save_recording(player, tmp_path / "game.txt")
    player.window.open_replay(path)
    player.window.position_requested.connect(requested_scenarios.append)
    player.press_key(Qt.Key.Key_E, CTRL)
    assert requested_scenarios == [scenario_on_board(player)]


def replace_line(path: Path, line: int, text: str) -> Path:
    lines = path.read_text("utf-8").splitlines()
    lines[line - 1] = text
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def line_number_of_first_action(path: Path) -> int:
    """Return the number of the line, from 1, with the first card played in a recorded game."""
    lines = path.read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.startswith("play "))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("attack everybody", "'attack everybody' is not a valid action"),
        ("roll inf inf", "“roll inf inf”: 'roll inf inf' is not possible in the play step"),
        ("move G5 G6", "'move G5 G6' is not possible"),
    ],
)
def test_rejecting_a_damaged_recording_names_the_line(
    player: PlaytestDriver, tmp_path: Path, answers: DialogAnswerer, text: str, reason: str
) -> None:
    path = save_recording(player, tmp_path / "game.txt")
    line = line_number_of_first_action(path)
    answers.press("OK")
    player.window.open_replay(replace_line(path, line, text))
    player.qtbot.waitUntil(answers.is_done)
    assert f"ine {line}" in answers.asked[0]
    assert reason in answers.asked[0]
    assert playback_of(player).timeline is None


def test_a_recording_of_another_scenario_is_rejected(
    open_playtest: OpenPlaytest, tmp_path: Path, answers: DialogAnswerer
) -> None:
    path = save_recording(
        open_playtest(read_shipped_scenario("pegasus-bridge")), tmp_path / "game.txt"
    )
    other_player = open_playtest(read_shipped_scenario("sword-beach"))
    answers.press("OK")
    other_player.window.open_replay(path)
    other_player.qtbot.waitUntil(answers.is_done)
    assert "it was recorded with a different scenario (game.m44)" in answers.asked[0]
    assert "Line " in answers.asked[0]


def test_a_recording_of_a_newer_version_is_reported(
    player: PlaytestDriver, tmp_path: Path, answers: DialogAnswerer
) -> None:
    path = save_recording(player, tmp_path / "game.txt")
    text = path.read_text("utf-8")
    old_header = next(line for line in text.splitlines() if line.startswith("rules: "))
    path.write_text(text.replace(old_header, "rules: 99"), "utf-8")
    replace_line(path, line_number_of_first_action(path), "stay")
    answers.press("OK")
    player.window.open_replay(path)
    player.qtbot.waitUntil(answers.is_done)
    assert "newer version of the program" in answers.asked[0]


def test_a_recording_that_fits_a_changed_scenario_is_shown_with_a_warning(
    player: PlaytestDriver, tmp_path: Path, answers: DialogAnswerer
) -> None:
    path = save_recording(player, tmp_path / "game.txt")
    text = path.read_text("utf-8")
    old_header = next(line for line in text.splitlines() if line.startswith("fingerprint: "))
    path.write_text(text.replace(old_header, "fingerprint: 2:0000000000000000"), "utf-8")
    answers.press("OK")
    player.window.open_replay(path)
    player.qtbot.waitUntil(answers.is_done)
    assert "can be shown, but it was recorded with a different scenario" in answers.asked[0]
    assert playback_of(player).timeline is not None


def test_the_players_of_a_recorded_game_are_shown(player: PlaytestDriver, tmp_path: Path) -> None:
    player.start(AGAINST_AXIS, "9")
    player.end_turn()
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.open_replay(tmp_path / "game.txt")
    description = player.window.game_page.score.accessibleDescription()
    assert "Axis (computer, recruit)" in description
    assert "Allies (human)" in description
