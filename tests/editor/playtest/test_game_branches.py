"""A different decision after undo keeps the old branch, to which the player can return."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.conftest import DialogAnswerer
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    CTRL,
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    read_shipped_scenario,
)

from m44core.catalogue.catalogue_types import Side
from m44core.rules.game.actions import Action
from m44core.rules.game.phases import Phase
from m44core.rules.play.recorded_game import common_prefix_length
from m44editor.interface_text import sentence
from m44editor.playtest.game.game_branches import branch_description


@pytest.fixture
def player(open_playtest: OpenPlaytest) -> PlaytestDriver:
    return open_playtest(read_shipped_scenario("pegasus-bridge"))


def play_two_branches(player: PlaytestDriver) -> list[Action]:
    """Play two turns, undo them, play a different card; return the actions of the old branch."""
    player.end_turn()
    player.end_turn()
    old_actions = list(player.session.timeline.actions)
    while player.session.can_undo:
        player.press_key(Qt.Key.Key_Z, CTRL)
    cards = [button.card for button in player.window.hand.cards]
    player.click_card(next(n for n, c in enumerate(cards) if c.playable and c.key != cards[0].key))
    return old_actions


def choose_newest_branch(player: PlaytestDriver) -> None:
    """Open the menu of branches with the keyboard and choose the first."""
    player.press_key(Qt.Key.Key_L, CTRL)
    menu = QApplication.activePopupWidget()
    assert menu
    QTest.keyClick(menu, Qt.Key.Key_Return)


@pytest.mark.parametrize("players", [TWO_PEOPLE, AGAINST_AXIS])
def test_the_old_branch_can_be_restored(player: PlaytestDriver, players: dict[Side, str]) -> None:
    player.start(players)
    old_actions = play_two_branches(player)
    new_actions = list(player.session.timeline.actions)
    choose_newest_branch(player)
    assert player.session.timeline.actions[: len(old_actions)] == old_actions
    assert player.session.can_undo
    choose_newest_branch(player)
    assert player.session.timeline.actions[: len(new_actions)] == new_actions


def test_a_branch_is_described_by_its_start_and_its_length(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    assert not player.window.actions_by_name["lines"].isEnabled()
    play_two_branches(player)
    player.press_key(Qt.Key.Key_L, CTRL)
    menu = QApplication.activePopupWidget()
    assert menu
    (words,) = [action.text() for action in menu.actions()]
    assert words.startswith("Turn 1 to 3: ")
    QTest.keyClick(menu, Qt.Key.Key_Escape)


def test_repeating_the_undone_decision_creates_no_branch(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.click_card(0)
    player.press_key(Qt.Key.Key_Z, CTRL)
    player.click_card(0)
    assert not player.session.abandoned_branches


def test_a_continued_branch_is_stored_once(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    play_two_branches(player)
    choose_newest_branch(player)
    choose_newest_branch(player)
    assert len(player.session.abandoned_branches) == 1


@pytest.mark.parametrize("phase", [Phase.ORDER, Phase.MOVE, Phase.BATTLE])
def test_branches_have_distinct_descriptions(player: PlaytestDriver, phase: Phase) -> None:
    player.start(TWO_PEOPLE)
    player.reach(phase)
    for action in list(player.session.legal_actions())[-2:]:
        player.window.carry_out(action)
        player.press_key(Qt.Key.Key_Z, CTRL)
    player.window.carry_out(player.session.legal_actions()[0])
    branches = player.session.abandoned_branches
    descriptions = [
        sentence(branch_description(player.session.timeline, branch)) for branch in branches
    ]
    assert descriptions
    actions = [
        str(branch[common_prefix_length(player.session.timeline.actions, branch)])
        for branch in branches
    ]
    assert not any(action in words for action, words in zip(actions, descriptions, strict=True))


def test_branches_are_saved_with_the_game(player: PlaytestDriver, tmp_path: Path) -> None:
    player.start(TWO_PEOPLE)
    play_two_branches(player)
    player.press_key(Qt.Key.Key_Z, CTRL)
    branches, undone_branch = (
        list(player.session.abandoned_branches),
        player.session.recording("").others[-1],
    )
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.open_game(tmp_path / "game.txt")
    assert [*player.session.abandoned_branches] == [*branches, undone_branch], (
        "including the undone branch"
    )
    choose_newest_branch(player)
    assert tuple(player.session.timeline.actions) == undone_branch


def test_a_branch_of_another_game_is_rejected(
    player: PlaytestDriver, tmp_path: Path, answers: DialogAnswerer
) -> None:
    player.start(TWO_PEOPLE)
    player.play_any_card()
    path = tmp_path / "game.txt"
    player.window.save_game(path)
    path.write_text(f"{path.read_text()}\nother-line: 3\nplay barrage\n")
    player.window.show_start_page()
    answers.press("OK")
    player.window.open_game(path)
    player.qtbot.waitUntil(answers.is_done)
    assert "error in another line of play: 'play barrage' is not possible" in answers.asked[-1]
