"""An order given by mistake can be canceled: by a click, and by a button once moving has begun."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.editor.playtest.conftest import (
    CTRL,
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    deal_script,
    skirmish,
)

from m44core.rules.game.phases import Phase
from m44core.rules.play.recorded_game import parse_recorded_game, replay_game

LINE = "".join(
    f"  {hex_}: {{unit: {unit}}}\n"
    for hex_, unit in {
        "G3": "american-infantry",
        "H3": "american-infantry",
        "F3": "american-infantry",
        "g8": "german-infantry",
    }.items()
)


@pytest.fixture
def ordering_player(open_playtest: OpenPlaytest) -> PlaytestDriver:
    """A player who can order two of three units, and has ordered one."""
    player = open_playtest(
        skirmish(LINE), deal_script(["recon-left", "recon-left"], ["probe-centre", "recon-left"])
    )
    player.start(TWO_PEOPLE)
    player.play("probe-centre")
    player.click_hex("G3")
    return player


def order_texts(player: PlaytestDriver) -> list[str]:
    return [str(a) for a in player.session.timeline.actions if str(a).startswith("order")]


def test_a_second_click_cancels_the_order(ordering_player: PlaytestDriver) -> None:
    ordering_player.click_hex("G3")
    assert order_texts(ordering_player) == []
    assert ordering_player.state.phase is Phase.ORDER
    assert ordering_player.hex("G3") in ordering_player.choices.hexes


def test_an_order_can_be_canceled_by_keyboard(ordering_player: PlaytestDriver) -> None:
    ordering_player.window.board.setFocus()
    ordering_player.window.board.show_hex(ordering_player.hex("G3"))
    ordering_player.press_key(Qt.Key.Key_Space)
    assert order_texts(ordering_player) == []


def test_the_status_bar_explains_a_second_click(ordering_player: PlaytestDriver) -> None:
    ordering_player.point_at("F3")
    ordering_player.point_at("G3")
    assert "ordered; click to cancel the order" in ordering_player.window.status_label.text()


def test_a_game_with_a_canceled_order_can_be_replayed(
    ordering_player: PlaytestDriver, tmp_path: Path
) -> None:
    ordering_player.click_hex("G3")
    ordering_player.click_hex("F3")
    assert order_texts(ordering_player) == ["order F3"]
    ordering_player.window.save_game(tmp_path / "game.txt")
    recording = parse_recorded_game((tmp_path / "game.txt").read_text("utf-8"))
    state = replay_game(recording, ordering_player.session.scenario)
    assert state.ordered == ordering_player.state.ordered


def test_undo_cancels_the_remaining_orders(ordering_player: PlaytestDriver) -> None:
    ordering_player.click_hex("G3")
    ordering_player.press_key(Qt.Key.Key_Z, CTRL)
    assert ordering_player.state.phase is Phase.PLAY


def test_a_unit_that_may_move_keeps_its_order(ordering_player: PlaytestDriver) -> None:
    ordering_player.end_step()
    ordering_player.click_hex("G3")
    assert order_texts(ordering_player) == ["order G3"]


def click_again(player: PlaytestDriver, hex_: str) -> None:
    """Click a hex after the double-click interval."""
    click_timer = player.window.table.board_controller._click_timer
    player.qtbot.waitUntil(lambda: not click_timer.isActive())
    player.click_hex(hex_)


def cancel_order(player: PlaytestDriver) -> None:
    """Click the button that cancels the order of the chosen unit."""
    QTest.mouseClick(player.window.game_page.cancel_order, Qt.MouseButton.LeftButton)


def test_a_second_click_on_a_unit_deselects_it_and_keeps_its_order(
    ordering_player: PlaytestDriver,
) -> None:
    ordering_player.click_hex("F3")
    ordering_player.click_hex("F3")
    assert ordering_player.window.game_page.cancel_order.isVisible()
    click_again(ordering_player, "F3")
    assert ordering_player.window.chosen is None
    assert order_texts(ordering_player) == ["order G3", "order F3"]
    assert not ordering_player.window.game_page.cancel_order.isVisible()


def test_a_button_cancels_an_order_that_ended_the_step(ordering_player: PlaytestDriver) -> None:
    ordering_player.click_hex("F3")
    assert ordering_player.state.phase is Phase.MOVE
    ordering_player.click_hex("F3")
    cancel_order(ordering_player)
    assert order_texts(ordering_player) == ["order G3"]
    assert ordering_player.hex("F3") in ordering_player.choices.hexes
    assert ordering_player.window.chosen is None


def test_an_earlier_order_can_be_canceled_after_the_step(ordering_player: PlaytestDriver) -> None:
    ordering_player.click_hex("F3")
    ordering_player.click_hex("G3")
    cancel_order(ordering_player)
    assert order_texts(ordering_player) == ["order F3"]
    assert ordering_player.state.phase is Phase.ORDER


def test_a_double_click_cancels_no_order(ordering_player: PlaytestDriver) -> None:
    ordering_player.click_hex("F3")
    ordering_player.click_hex("F3")
    ordering_player.click_hex("F3")
    assert order_texts(ordering_player) == ["order G3", "order F3"]
    assert ordering_player.window.chosen == ordering_player.hex("F3"), "a double click selects"


def test_the_status_bar_explains_the_click_on_the_chosen_unit(
    ordering_player: PlaytestDriver,
) -> None:
    ordering_player.click_hex("F3")
    ordering_player.point_at("G3")
    assert "cancel the order" not in ordering_player.window.status_label.text()
    ordering_player.click_hex("G3")
    ordering_player.point_at("F3")
    ordering_player.point_at("G3")
    assert "click a marked hex, or the unit again" in ordering_player.window.status_label.text()


def test_no_order_can_be_canceled_after_a_unit_moved(ordering_player: PlaytestDriver) -> None:
    ordering_player.click_hex("F3")
    ordering_player.click_hex("F3")
    ordering_player.click_hex("f4")
    ordering_player.click_hex("G3")
    assert not ordering_player.window.game_page.cancel_order.isVisible()
    click_again(ordering_player, "G3")
    assert order_texts(ordering_player) == ["order G3", "order F3"]
    assert ordering_player.window.chosen is None


def test_a_unit_that_cannot_act_loses_its_order_by_one_click(open_playtest: OpenPlaytest) -> None:
    ring = "".join(
        f"  {hex_}: {{unit: american-infantry}}\n" for hex_ in ("A1", "B1", "a2", "C1", "b2")
    )
    player = open_playtest(
        skirmish(ring + LINE), deal_script(["barrage", "recon-left"], ["probe-left", "recon-left"])
    )
    player.start(TWO_PEOPLE)
    player.play("probe-left")
    player.click_hex("C1")
    player.click_hex("A1")
    assert player.state.phase is Phase.MOVE
    player.click_hex("A1")
    assert order_texts(player) == ["order C1"]
