"""A game in the window, played by mouse and keyboard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QTextBrowser
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.playtest.conftest import (
    AGAINST_ALLIES,
    AGAINST_AXIS,
    CTRL,
    SHIFT,
    TWO_PEOPLE,
    WATCHING,
    PlaytestDriver,
    marks_on_board,
)

from m44core.catalogue.catalogue_types import Layer, Side
from m44core.drawing.shapes.palettes import DARK
from m44core.hexes import Hex
from m44core.messages.nouns import dice as so_many_dice
from m44core.messages.nouns import hexes, medals
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece, Texts
from m44core.rules.game.phases import Phase
from m44editor.board.board_marks import Arrow
from m44editor.interface_text import translated
from m44editor.playtest.game_marks import OddsPlate, StepDisc
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.theme import Theme, apply_theme


def order_unit(player: PlaytestDriver, unit: Hex) -> None:
    """Order one unit and no other."""
    player.click_hex(unit)
    if player.state.phase is Phase.ORDER:
        player.press("Done ordering")


def play_card_and_order_unit(player: PlaytestDriver) -> Hex:
    """Play a card and order one unit; return its hex."""
    player.start(TWO_PEOPLE)
    player.play_any_card()
    unit = min(player.choices.hexes)
    order_unit(player, unit)
    return unit


def test_only_legal_hexes_can_be_clicked(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.play_any_card()
    before = player.session.timeline.length
    legal = set(player.choices.hexes)
    for hex_ in player.state.field.grid.board.hexes:
        if hex_ not in legal:
            player.click_hex(hex_)
    assert player.session.timeline.length == before
    player.click_hex(min(legal))
    assert player.session.timeline.length > before


def test_a_move_is_undone_and_redone(player: PlaytestDriver) -> None:
    unit = play_card_and_order_unit(player)
    player.click_hex(unit)
    goal = max(player.choices.hexes)
    player.click_hex(goal)
    board = player.window.board
    assert board.scenario.at(goal).unit
    assert not board.scenario.at(unit).unit
    player.press_key(Qt.Key.Key_Z, CTRL)
    assert board.scenario.at(unit).unit
    assert not board.scenario.at(goal).unit
    player.press_key(Qt.Key.Key_Z, CTRL | SHIFT)
    assert board.scenario.at(goal).unit


def test_undo_and_redo_across_turns_of_the_computer_by_mouse(player: PlaytestDriver) -> None:
    player.start(AGAINST_AXIS, "9")
    player.end_turn()
    player.end_turn()
    player.qtbot.waitUntil(lambda: player.session.waits_for_person)
    actions = list(player.session.timeline.actions)
    while player.session.can_undo:
        player.press_key(Qt.Key.Key_Z, CTRL)
    assert player.state.turn == 1
    while player.session.can_redo:
        player.press_key(Qt.Key.Key_Y, CTRL)
    assert player.session.timeline.actions == actions


def test_escape_deselects_the_chosen_unit(player: PlaytestDriver) -> None:
    play_card_and_order_unit(player)
    player.click_hex(min(player.choices.units))
    assert player.choices.hexes
    player.window.board.setFocus()
    player.press_key(Qt.Key.Key_Escape)
    assert not player.choices.hexes


def test_three_turns_against_the_computer(player: PlaytestDriver) -> None:
    player.start(AGAINST_AXIS, "9")
    for _ in range(3):
        player.end_turn()
    assert player.state.turn >= 4
    assert any(line.startswith("The Axis plays ") for line in player.log)


def test_a_game_is_played_by_keyboard_alone(player: PlaytestDriver) -> None:
    window, board = player.window, player.window.board
    window.start_page.seed.setText("9")
    player.press_key(Qt.Key.Key_Return)
    assert player.session.waits_for_person
    player.press_key(Qt.Key.Key_1)
    assert player.state.phase is Phase.ORDER
    assert board.hasFocus()
    player.press_key(Qt.Key.Key_N)
    assert board.cursor_hex in player.choices.hexes
    player.press_key(Qt.Key.Key_Space)
    assert player.state.ordered.bit_count() == 1
    while player.state.turn == 1:
        player.end_step()
    assert player.state.turn > 1


def test_the_dice_on_a_target_match_the_engine(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.reach(Phase.BATTLE)
    player.click_hex(min(player.choices.units))
    target = min(player.choices.hexes)
    player.point_at(target)
    plate = next(mark for mark in marks_on_board(player, OddsPlate) if mark.hex == target)
    status = player.window.status_label.text()
    player.click_hex(target)
    while player.state.phase is Phase.AMBUSH:
        player.press("No ambush")
    last_roll = player.session.log.last_roll(player.session.timeline.length)
    assert last_roll
    dice = translated(so_many_dice(len(last_roll.faces)))
    assert plate.text.startswith(f"{dice}\n")
    assert f"— {dice}: " in status
    assert f"{plate.odds.elimination_chance:.0%} chance to eliminate the unit" in status


def test_every_target_hex_of_a_move_shows_its_cost(player: PlaytestDriver) -> None:
    unit = play_card_and_order_unit(player)
    player.click_hex(unit)
    steps = {mark.hex: mark for mark in marks_on_board(player, StepDisc)}
    assert steps.keys() == player.choices.hexes.keys()
    near_hexes = [hex_ for hex_ in steps if hex_ in unit.neighbours()]
    assert {steps[hex_].steps for hex_ in near_hexes} == {1}
    farthest_hex = max(steps, key=lambda hex_: steps[hex_].steps)
    player.point_at(farthest_hex)
    assert f"— {translated(hexes(steps[farthest_hex].steps))}" in player.window.status_label.text()
    assert steps[farthest_hex].steps == 2
    assert not steps[farthest_hex].battle_follows
    assert player.window.status_label.text().endswith("no battle afterward")


def test_a_moved_unit_gets_a_check_mark_and_a_route(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.reach(Phase.MOVE)
    unit = min(player.choices.units)
    player.click_hex(unit)
    goal = max(player.choices.hexes)
    player.click_hex(goal)
    assert f"done {goal}" in player.window.board._highlights
    assert {(m.start, m.end) for m in marks_on_board(player, Arrow)} == {(unit, goal)}


def test_the_computers_whole_turn_is_shown_until_the_person_decides(player: PlaytestDriver) -> None:
    player.start(AGAINST_ALLIES, "9")
    player.qtbot.waitUntil(lambda: player.session.waits_for_person)
    events = [line for line in player.log if " moves from " in line or " battles " in line]
    assert len(marks_on_board(player, Arrow)) == len(events) > 0
    player.play_any_card()
    assert not marks_on_board(player, Arrow)


def test_the_end_of_a_game_names_the_winner_and_offers_a_new_game(player: PlaytestDriver) -> None:
    player.start(WATCHING, "12")
    player.qtbot.waitUntil(lambda: player.state.result is not None)
    page, result = player.window.game_page, player.state.result
    assert result
    assert result.winner
    assert page.headline.text() == translated(result.reason)
    assert not page.prompt.isVisible(), "the result is shown only once"
    assert not page.card.isVisible()
    assert "ordered" not in player.window.board._highlights
    finished_session = player.session
    player.press("Play Again")
    assert player.session is not finished_session
    assert player.session.seed != finished_session.seed
    assert player.session.players == finished_session.players


def test_the_finished_game_is_replayed_from_its_beginning(player: PlaytestDriver) -> None:
    player.start(WATCHING, "12")
    player.qtbot.waitUntil(lambda: player.state.result is not None)
    player.press("Replay This Game")
    playback = player.window.table.playback
    assert playback.is_playing
    assert player.window.table.playback_bar.isVisible()
    player.qtbot.waitUntil(lambda: playback.moment > 3)


def test_the_medals_of_both_sides_fill_their_slots(player: PlaytestDriver) -> None:
    player.start(WATCHING, "12")
    player.qtbot.waitUntil(lambda: player.state.result is not None)
    for number, track in player.window.game_page.score.tracks.items():
        assert len(track.filled) == player.state.medals(number)
        assert track.needed == player.state.field.medals_needed[number]
        assert track.accessibleName().endswith(f"of {translated(medals(track.needed))}")


def test_the_board_changes_colors_with_the_theme(player: PlaytestDriver) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    before = player.window.board.viewport().grab().toImage()
    try:
        apply_theme(application, Theme.DARK)
        QApplication.processEvents()
        assert player.window.board._art_palette is DARK
        assert player.window.board.viewport().grab().toImage() != before
    finally:
        apply_theme(application, Theme.LIGHT)


def test_the_position_at_any_moment_can_be_edited(player: PlaytestDriver) -> None:
    requested_scenarios: list[Scenario] = []
    player.window.position_requested.connect(requested_scenarios.append)
    unit = play_card_and_order_unit(player)
    player.click_hex(unit)
    goal = max(player.choices.hexes)
    player.click_hex(goal)
    player.press_key(Qt.Key.Key_E, CTRL)
    while player.window.board.scenario.at(goal).unit:
        player.press_key(Qt.Key.Key_Comma)
    player.press_key(Qt.Key.Key_E, CTRL)
    last_position, earlier_position = requested_scenarios
    assert last_position.at(goal).unit
    assert earlier_position.at(unit).unit
    assert not earlier_position.at(goal).unit


def test_the_help_lists_the_keys(player: PlaytestDriver, answers: DialogAnswerer) -> None:
    pages: list[str] = []

    def read(dialog: QDialog) -> None:
        pages.extend(page.toPlainText() for page in dialog.findChildren(QTextBrowser))
        dialog.reject()

    answers.do(read)
    player.press_key(Qt.Key.Key_F1, Qt.KeyboardModifier.ControlModifier)
    player.qtbot.waitUntil(answers.is_done)
    for action in player.window.actions_by_name.values():
        for shortcut in action.shortcuts():
            keys = shortcut.toString()
            assert _is_in_help(keys, pages[0]), keys


def _is_in_help(keys: str, page: str) -> bool:
    """Return whether the help names a key; some entries stand for several keys."""
    help_names = {",": "Comma", ".": "/ period", "Ctrl+W": "", "Ctrl+Y": "", "Ctrl+=": ""}
    help_names |= {"Ctrl+2": "Ctrl+1 to Ctrl+4", "Ctrl+3": "Ctrl+1 to Ctrl+4", "Ctrl+-": "Ctrl++"}
    return help_names.get(keys, keys) in page


# Before the game


@pytest.mark.rule("B-SETUP-10")
def test_gaps_are_listed_before_the_game(qtbot: QtBot, pegasus: Scenario) -> None:
    mined_scenario = replace(pegasus, texts={"en": Texts(rules="There is a minefield on A1.")})
    window = PlaytestWindow(mined_scenario)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    assert window.start_page.banner.isVisible()
    assert "minefields" in window.start_page.banner.item(0).text()


def test_no_gaps_are_listed_if_everything_is_played(player: PlaytestDriver) -> None:
    assert not player.window.start_page.banner.isVisible()


def test_selecting_a_gap_highlights_its_hexes(qtbot: QtBot, pegasus: Scenario) -> None:
    bunker_scenario = edits.paint(pegasus, Layer.STRUCTURE, Piece("bunker"), [Hex(4, 4)])
    window = PlaytestWindow(bunker_scenario)
    qtbot.addWidget(window)
    with qtbot.waitExposed(window):
        window.show()
    banner = window.start_page.banner
    banner.setFocus()
    QTest.keyClick(banner, Qt.Key.Key_End)
    assert window.board._highlights["gap"].hexes == {Hex(4, 4)}


def test_unchecked_variants_are_not_played(player: PlaytestDriver) -> None:
    boxes = player.window.start_page.variants.boxes
    QTest.mouseClick(boxes["tactic_cards"], Qt.MouseButton.LeftButton, pos=QPoint(8, 8))
    player.start(TWO_PEOPLE)
    settings = player.state.field.settings
    assert not settings.tactic_cards
    assert settings.takes_ground


def test_rulings_are_shown_on_request(player: PlaytestDriver) -> None:
    variants = player.window.start_page.variants
    box = variants.boxes["bridge_blocks_sight"]
    assert not box.isVisible()
    variants.rulings_button.setFocus()
    player.press_key(Qt.Key.Key_Space)
    assert box.isVisible()
    box.setFocus()
    player.press_key(Qt.Key.Key_Space)
    assert variants.settings.bridge_blocks_sight


def test_each_computer_player_plays_its_chosen_side(player: PlaytestDriver) -> None:
    player.start({Side.AXIS: "general", Side.ALLIES: "recruit"})
    assert player.session.players == {Side.AXIS: "general", Side.ALLIES: "recruit"}
    player.session.stop()


def test_hiding_hands_is_enabled_for_two_people_only(player: PlaytestDriver) -> None:
    page = player.window.start_page
    page.choose_players(AGAINST_AXIS)
    assert not page.curtain.isEnabled()
    page.choose_players(TWO_PEOPLE)
    assert page.curtain.isEnabled()


# How quickly


def test_a_paused_computer_waits_for_the_person(player: PlaytestDriver) -> None:
    player.press_key(Qt.Key.Key_1, CTRL)
    player.start(AGAINST_ALLIES, "9")
    player.press_key(Qt.Key.Key_P)
    player.press_key(Qt.Key.Key_4, CTRL)
    before = player.session.timeline.length
    QApplication.processEvents()
    assert player.session.timeline.length == before
    player.press_key(Qt.Key.Key_P)
    player.qtbot.waitUntil(lambda: player.session.waits_for_person)


def test_each_key_press_takes_a_single_step(player: PlaytestDriver) -> None:
    player.window.actions_by_name["steps"].trigger()
    player.start(AGAINST_ALLIES, "9")
    timeline_lengths = [player.session.timeline.length]
    for _ in range(3):
        with player.qtbot.waitSignal(player.session.changed):
            player.press_key(Qt.Key.Key_Period)
        timeline_lengths.append(player.session.timeline.length)
        QApplication.processEvents()
        assert player.session.timeline.length == timeline_lengths[-1]
    assert timeline_lengths == sorted(set(timeline_lengths))
    assert player.window.game_page.speed_bar.single_steps_button.isChecked()


def test_the_slider_and_the_menu_show_the_same_speed(player: PlaytestDriver) -> None:
    player.start(AGAINST_AXIS)
    slider = player.window.game_page.speed_bar.slider
    player.press_key(Qt.Key.Key_1, CTRL)
    assert slider.value() == 0
    slider.setFocus()
    player.press_key(Qt.Key.Key_Right)
    assert player.window.actions_by_name["pace-1"].isChecked()
