"""An order given by mistake is taken back by a click on the unit."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from tests.editor.playtest.conftest import CTRL, TWO_PEOPLE, Player, Sit, dealt, skirmish

from m44core.rules.game.phases import Phase
from m44core.rules.play.recorded_game import read_game, replay_game

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
def ordering(sit: Sit) -> Player:
    """A player who can order two of three units, and has ordered one."""
    player = sit(
        skirmish(LINE), dealt(["recon-left", "recon-left"], ["probe-centre", "recon-left"])
    )
    player.start(TWO_PEOPLE)
    player.play("probe-centre")
    player.click_hex("G3")
    return player


def orders(player: Player) -> list[str]:
    return [str(a) for a in player.session.timeline.actions if str(a).startswith("order")]


def test_a_second_click_takes_the_order_back(ordering: Player) -> None:
    ordering.click_hex("G3")
    assert orders(ordering) == []
    assert ordering.state.phase is Phase.ORDER
    assert ordering.hex("G3") in ordering.choices.hexes


def test_the_keyboard_takes_an_order_back_too(ordering: Player) -> None:
    ordering.window.board.setFocus()
    ordering.window.board.show_hex(ordering.hex("G3"))
    ordering.key(Qt.Key.Key_Space)
    assert orders(ordering) == []


def test_the_status_bar_says_what_a_second_click_does(ordering: Player) -> None:
    ordering.point_at("F3")
    ordering.point_at("G3")
    assert "ordered; click to cancel the order" in ordering.window.status_label.text()


def test_a_game_with_an_order_taken_back_replays(ordering: Player, tmp_path: Path) -> None:
    ordering.click_hex("G3")
    ordering.click_hex("F3")
    assert orders(ordering) == ["order F3"]
    ordering.window.save_game(tmp_path / "game.txt")
    recording = read_game((tmp_path / "game.txt").read_text("utf-8"))
    state = replay_game(recording, ordering.session.scenario)
    assert state.ordered == ordering.state.ordered


def test_undo_takes_back_the_orders_that_are_left(ordering: Player) -> None:
    ordering.click_hex("G3")
    ordering.key(Qt.Key.Key_Z, CTRL)
    assert ordering.state.phase is Phase.PLAY


def test_a_unit_that_may_move_keeps_its_order(ordering: Player) -> None:
    ordering.end_step()
    ordering.click_hex("G3")
    assert orders(ordering) == ["order G3"]


def click_again(player: Player, hex_: str) -> None:
    """Click a hex after the double-click interval."""
    resting = player.window.table.board_controller._click_timer
    player.qtbot.waitUntil(lambda: not resting.isActive())
    player.click_hex(hex_)


def test_an_order_that_ended_the_step_is_taken_back_by_a_second_click(ordering: Player) -> None:
    ordering.click_hex("F3")
    assert ordering.state.phase is Phase.MOVE
    ordering.click_hex("F3")
    assert ordering.window.chosen == ordering.hex("F3")
    click_again(ordering, "F3")
    assert orders(ordering) == ["order G3"]
    assert ordering.hex("F3") in ordering.choices.hexes
    assert ordering.window.chosen is None


def test_an_earlier_order_can_be_taken_back_after_the_step_too(ordering: Player) -> None:
    ordering.click_hex("F3")
    ordering.click_hex("G3")
    click_again(ordering, "G3")
    assert orders(ordering) == ["order F3"]
    assert ordering.state.phase is Phase.ORDER


def test_a_double_click_takes_no_order_back(ordering: Player) -> None:
    ordering.click_hex("F3")
    ordering.click_hex("F3")
    ordering.click_hex("F3")
    assert orders(ordering) == ["order G3", "order F3"]


def test_the_status_bar_explains_it_only_for_the_chosen_unit(ordering: Player) -> None:
    ordering.click_hex("F3")
    ordering.point_at("G3")
    assert "cancel the order" not in ordering.window.status_label.text()
    ordering.click_hex("G3")
    ordering.point_at("F3")
    ordering.point_at("G3")
    assert "ordered; click to cancel the order" in ordering.window.status_label.text()


def test_no_order_is_taken_back_once_a_unit_moved(ordering: Player) -> None:
    ordering.click_hex("F3")
    ordering.click_hex("F3")
    ordering.click_hex("f4")
    ordering.click_hex("G3")
    click_again(ordering, "G3")
    assert orders(ordering) == ["order G3", "order F3"]
    assert ordering.window.chosen is None


def test_a_unit_that_cannot_act_loses_its_order_by_one_click(sit: Sit) -> None:
    ring = "".join(
        f"  {hex_}: {{unit: american-infantry}}\n" for hex_ in ("A1", "B1", "a2", "C1", "b2")
    )
    player = sit(
        skirmish(ring + LINE), dealt(["barrage", "recon-left"], ["probe-left", "recon-left"])
    )
    player.start(TWO_PEOPLE)
    player.play("probe-left")
    player.click_hex("C1")
    player.click_hex("A1")
    assert player.state.phase is Phase.MOVE
    player.click_hex("A1")
    assert orders(player) == ["order C1"]
