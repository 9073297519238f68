"""The computer's reasons for its past decisions."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from tests.editor.playtest.conftest import (
    AGAINST_AXIS,
    CTRL,
    OpenPlaytest,
    PlaytestDriver,
    read_shipped_scenario,
)

from m44core.catalogue.catalogue_types import Side
from m44core.rules.game.actions import Play
from m44editor.playtest.game.players import PERSON

AGAINST_A_GENERAL = {Side.ALLIES: PERSON, Side.AXIS: "general"}


@pytest.fixture
def player(open_playtest: OpenPlaytest) -> PlaytestDriver:
    return open_playtest(read_shipped_scenario("pegasus-bridge"))


def play_until_axis_card(player: PlaytestDriver) -> int:
    """Play until the Axis has played a card, and return the moment right after."""
    player.end_turn()
    player.end_turn()
    timeline = player.session.timeline
    numbers = [n for n, action in enumerate(timeline.actions) if isinstance(action, Play)]
    return next(n for n in numbers if timeline.state_at(n).side is Side.AXIS) + 1


def shown_reason(player: PlaytestDriver) -> str:
    label = player.window.game_page.reason
    return label.text() if label.isVisible() else ""


def test_a_past_moment_shows_why_the_computer_played_a_card(player: PlaytestDriver) -> None:
    player.start({Side.ALLIES: PERSON, Side.AXIS: "sergeant"})
    player.window.table.playback.go_to(play_until_axis_card(player))
    player.qtbot.waitUntil(lambda: shown_reason(player).startswith("Why?"))
    assert "Rejected options (most trial runs first):" not in shown_reason(player)


def test_a_replay_shows_the_rejected_plans_of_a_general_with_their_chances(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    player.start(AGAINST_A_GENERAL)
    moment = play_until_axis_card(player)
    player.window.table.playback.go_to(moment)
    player.qtbot.waitUntil(lambda: shown_reason(player).startswith("Why?"))
    assert "Rejected options (most trial runs first):" not in shown_reason(player), (
        "the cards it still holds are secret in a game"
    )
    player.window.save_game(tmp_path / "game.txt")
    player.window.open_replay(tmp_path / "game.txt")
    player.window.table.playback.go_to(moment)
    player.qtbot.waitUntil(
        lambda: "Rejected options (most trial runs first):" in shown_reason(player)
    )
    assert (
        "Chance of winning:"
        in shown_reason(player).partition("Rejected options (most trial runs first):")[0]
    ), "the chosen plan states its chance"
    rejected_plans = (
        shown_reason(player)
        .partition("Rejected options (most trial runs first):")[2]
        .splitlines()[1:]
    )
    assert 1 <= len(rejected_plans) <= 5
    assert all("chance of winning" in plan for plan in rejected_plans)


@pytest.mark.rule("B-SETUP-07")
def test_a_general_hides_its_chance_of_winning_while_it_hides_its_hand(
    player: PlaytestDriver,
) -> None:
    player.start(AGAINST_A_GENERAL)
    reasons = []
    player.session.changed.connect(lambda: reasons.append(shown_reason(player)))
    moment = play_until_axis_card(player)
    assert any("order" in words for words in reasons)
    player.window.table.playback.go_to(moment)
    player.qtbot.waitUntil(lambda: shown_reason(player).startswith("Why?"))
    assert not any("of winning" in words for words in (*reasons, shown_reason(player)))


def test_a_replay_shows_reasons_of_the_computer_but_not_of_people(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    player.start(AGAINST_AXIS)
    moment = play_until_axis_card(player)
    player.window.save_game(tmp_path / "game.txt")
    player.window.open_replay(tmp_path / "game.txt")
    playback = player.window.table.playback
    playback.go_to(moment)
    player.qtbot.waitUntil(lambda: shown_reason(player) == "Why? A recruit acts on impulse.")
    timeline = playback.timeline
    assert timeline is not None
    human_moment = next(n for n, a in enumerate(timeline.actions) if isinstance(a, Play)) + 1
    playback.go_to(human_moment)
    player.qtbot.wait(400)
    assert shown_reason(player) == ""


def test_the_headline_of_a_past_moment_does_not_announce_your_turn(player: PlaytestDriver) -> None:
    player.start(AGAINST_AXIS)
    player.end_turn()
    assert "your turn" in player.window.game_page.headline.text()
    player.press_key(Qt.Key.Key_Comma)
    player.press_key(Qt.Key.Key_BracketLeft)
    assert "your turn" not in player.window.game_page.headline.text()
    player.press_key(Qt.Key.Key_Home, CTRL)
    assert "your turn" not in player.window.game_page.headline.text()
