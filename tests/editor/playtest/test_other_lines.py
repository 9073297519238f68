"""Another decision after undo keeps the old line, and the player can return to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.editor.conftest import Answers
from tests.editor.playtest.conftest import AGAINST_AXIS, CTRL, TWO_PEOPLE, Player, Sit, shipped

from m44core.catalogue.types import Side
from m44core.rules.game.actions import Action
from m44core.rules.game.phases import Phase
from m44core.rules.play.recorded_game import common_length
from m44editor.interface_text import sentence
from m44editor.playtest.game.other_lines import line_description


@pytest.fixture
def player(sit: Sit) -> Player:
    return sit(shipped("pegasus-bridge"))


def decided_otherwise(player: Player) -> list[Action]:
    """Play two turns, undo them, play another card; return the actions of the old line."""
    player.end_turn()
    player.end_turn()
    old = list(player.session.timeline.actions)
    while player.session.can_undo:
        player.key(Qt.Key.Key_Z, CTRL)
    cards = [button.card for button in player.window.hand.cards]
    player.click_card(next(n for n, c in enumerate(cards) if c.playable and c.key != cards[0].key))
    return old


def take_line(player: Player) -> None:
    """Open the menu of other lines by the keyboard and choose the first."""
    player.key(Qt.Key.Key_L, CTRL)
    menu = QApplication.activePopupWidget()
    assert menu
    QTest.keyClick(menu, Qt.Key.Key_Return)


@pytest.mark.parametrize("players", [TWO_PEOPLE, AGAINST_AXIS])
def test_the_old_line_can_be_restored(player: Player, players: dict[Side, str]) -> None:
    player.start(players)
    old = decided_otherwise(player)
    new = list(player.session.timeline.actions)
    take_line(player)
    assert player.session.timeline.actions[: len(old)] == old
    assert player.session.can_undo
    take_line(player)
    assert player.session.timeline.actions[: len(new)] == new


def test_a_line_says_where_it_branches_and_how_far_it_goes(player: Player) -> None:
    player.start(TWO_PEOPLE)
    assert not player.window.actions_by_name["lines"].isEnabled()
    decided_otherwise(player)
    player.key(Qt.Key.Key_L, CTRL)
    menu = QApplication.activePopupWidget()
    assert menu
    (words,) = [action.text() for action in menu.actions()]
    assert words.startswith("Turn 1 to 3: ")
    QTest.keyClick(menu, Qt.Key.Key_Escape)


def test_the_same_decision_again_makes_no_other_line(player: Player) -> None:
    player.start(TWO_PEOPLE)
    player.click_card(0)
    player.key(Qt.Key.Key_Z, CTRL)
    player.click_card(0)
    assert not player.session.other_lines


def test_a_line_that_goes_on_is_kept_once(player: Player) -> None:
    player.start(TWO_PEOPLE)
    decided_otherwise(player)
    take_line(player)
    take_line(player)
    assert len(player.session.other_lines) == 1


@pytest.mark.parametrize("phase", [Phase.ORDER, Phase.MOVE, Phase.BATTLE])
def test_lines_have_distinct_descriptions(player: Player, phase: Phase) -> None:
    player.start(TWO_PEOPLE)
    player.reach(phase)
    for action in list(player.session.legal_actions())[-2:]:
        player.window.carry_out(action)
        player.key(Qt.Key.Key_Z, CTRL)
    player.window.carry_out(player.session.legal_actions()[0])
    lines = player.session.other_lines
    told = [sentence(line_description(player.session.timeline, line)) for line in lines]
    assert told
    actions = [str(line[common_length(player.session.timeline.actions, line)]) for line in lines]
    assert not any(action in words for action, words in zip(actions, told, strict=True))


def test_other_lines_are_saved_with_the_game(player: Player, tmp_path: Path) -> None:
    player.start(TWO_PEOPLE)
    decided_otherwise(player)
    player.key(Qt.Key.Key_Z, CTRL)
    lines, undone = list(player.session.other_lines), player.session.recording("").others[-1]
    player.window.save_game(tmp_path / "game.txt")
    player.window.show_start_page()
    player.window.open_game(tmp_path / "game.txt")
    assert [*player.session.other_lines] == [*lines, undone], "what was taken back, too"
    take_line(player)
    assert tuple(player.session.timeline.actions) == undone


def test_a_line_of_another_game_is_rejected(
    player: Player, tmp_path: Path, answers: Answers
) -> None:
    player.start(TWO_PEOPLE)
    player.play_any()
    path = tmp_path / "game.txt"
    player.window.save_game(path)
    path.write_text(f"{path.read_text()}\nother-line: 3\nplay barrage\n")
    player.window.show_start_page()
    answers.press("OK")
    player.window.open_game(path)
    player.qtbot.waitUntil(answers.done)
    assert "another line: 'play barrage' is not possible" in answers.asked[-1]
