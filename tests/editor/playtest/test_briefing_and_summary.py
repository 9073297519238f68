"""The briefing during a game, and the summary after it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox
from tests.editor.conftest import DialogAnswerer
from tests.editor.file_dialogs import enter_path
from tests.editor.playtest.conftest import (
    CTRL,
    LEFT,
    TWO_PEOPLE,
    WATCHING,
    OpenPlaytest,
    PlaytestDriver,
    deal_script,
    read_shipped_scenario,
    skirmish,
)

from m44core.rules.game.phases import Phase
from m44core.rules.game.position_scenario import scenario_of_position
from m44editor.interface_language import switch_language
from m44editor.playtest.after_game_dialog import AfterGameDialog

QUIET = ["recon-left", "recon-right"]


@pytest.fixture
def player(open_playtest: OpenPlaytest) -> PlaytestDriver:
    return open_playtest(read_shipped_scenario("pegasus-bridge"))


def visible_summary(player: PlaytestDriver) -> AfterGameDialog:
    (dialog,) = [d for d in player.window.findChildren(AfterGameDialog) if d.isVisible()]
    return dialog


def test_the_briefing_is_toggled_by_its_key(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.press_key(Qt.Key.Key_B, CTRL)
    dock = player.window.briefing
    assert dock.isVisible()
    briefing_text = dock.page.toPlainText()
    texts = next(iter(player.window.table.board.scenario.texts.values()))
    assert (texts.historical or "").strip().splitlines()[0] in briefing_text
    assert "to win" in briefing_text
    player.press_key(Qt.Key.Key_B, CTRL)
    assert not dock.isVisible()
    assert not player.window.actions_by_name["briefing"].isChecked()


def test_the_briefing_escapes_the_texts_of_the_scenario(open_playtest: OpenPlaytest) -> None:
    hexes = "  G3: {unit: {is: american-infantry}}\n  G7: {unit: {is: german-infantry}}\n"
    player = open_playtest(
        skirmish(hexes + "texts:\n  en: {name: '<img src=x>', rules: '<b>Fog</b>'}\n")
    )
    player.press_key(Qt.Key.Key_B, CTRL)
    briefing_text = player.window.briefing.page.toPlainText()
    assert "<img src=x>" in briefing_text
    assert "<b>Fog</b>" in briefing_text


def test_after_a_game_the_summary_is_shown_and_saved(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    player.start(WATCHING)
    player.qtbot.waitUntil(lambda: player.state.result is not None)
    player.press("After the Game…")
    dialog = visible_summary(player)
    assert "Luck (hits minus expected)" in dialog.page.toPlainText()
    dialog.save(tmp_path / "page.html")
    assert "Pegasus" in (tmp_path / "page.html").read_text(encoding="utf-8")
    QTest.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Close), LEFT)
    assert not dialog.isVisible()


def test_the_interim_summary_is_shown_by_its_key(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.end_turn()
    player.press_key(Qt.Key.Key_I, CTRL)
    assert "Final result" in visible_summary(player).page.toPlainText()


def test_two_playtests_of_a_scenario_have_different_titles(open_playtest: OpenPlaytest) -> None:
    one, other = (
        open_playtest(read_shipped_scenario("pegasus-bridge")),
        open_playtest(read_shipped_scenario("pegasus-bridge")),
    )
    assert one.window.windowTitle() != other.window.windowTitle()
    assert other.window.windowTitle().startswith("Playtest 2: ")


def test_orders_are_counted_while_they_are_given(player: PlaytestDriver) -> None:
    player.start(TWO_PEOPLE)
    player.reach(Phase.ORDER)
    max_units = player.state.command.max_units if player.state.command else 0
    details = player.window.game_page.details
    assert details.text() == f"0 of {max_units} ordered."
    player.click_hex(min(player.choices.hexes))
    assert details.text() == f"1 of {max_units} ordered." or player.state.phase is not Phase.ORDER


def test_the_summary_is_saved_to_the_chosen_file(
    player: PlaytestDriver, answers: DialogAnswerer, tmp_path: Path
) -> None:
    player.start(TWO_PEOPLE)
    player.end_turn()
    player.press_key(Qt.Key.Key_I, CTRL)
    summary = visible_summary(player)
    answers.do(lambda dialog: enter_path(dialog, tmp_path / "account"))
    QTest.mouseClick(summary.buttons.button(QDialogButtonBox.StandardButton.Save), LEFT)
    page = (tmp_path / "account.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert summary.isVisible()


def test_a_failed_save_of_the_summary_states_the_reason(
    player: PlaytestDriver, answers: DialogAnswerer, tmp_path: Path
) -> None:
    player.start(TWO_PEOPLE)
    player.press_key(Qt.Key.Key_I, CTRL)
    answers.press("OK")
    visible_summary(player).save(tmp_path / "nowhere" / "page.html")
    player.qtbot.waitUntil(answers.is_done)
    assert "The page was not saved" in answers.asked[0]


def count_below_prompt(open_playtest: OpenPlaytest, hexes: str, card: str) -> str:
    """Return the count shown below the prompt after a card was played."""
    player = open_playtest(skirmish(hexes), deal_script(QUIET, [card, "recon-left"]))
    player.start(TWO_PEOPLE)
    player.play(card)
    return player.window.game_page.details.text()


def test_orders_are_counted_up_to_the_number_possible(open_playtest: OpenPlaytest) -> None:
    two_units = "  g4: {unit: american-infantry}\n  h4: {unit: american-infantry}\n"
    enemy = "  A9: {unit: german-infantry}\n"
    assert (
        count_below_prompt(open_playtest, two_units + enemy, "attack-centre") == "0 of 2 ordered."
    )
    four_units = f"{two_units}  f4: {{unit: american-armor}}\n  F3: {{unit: american-armor}}\n"
    assert (
        count_below_prompt(open_playtest, four_units + enemy, "attack-centre") == "0 of 3 ordered."
    )


def test_orders_are_counted_section_by_section(open_playtest: OpenPlaytest) -> None:
    hexes = (
        "  A1: {unit: american-infantry}\n  B1: {unit: american-infantry}\n"
        "  C1: {unit: american-infantry}\n  M1: {unit: american-armor}\n"
        "  A9: {unit: german-infantry}\n"
    )
    assert count_below_prompt(open_playtest, hexes, "recon-in-force") == "0 of 2 ordered."
    assert count_below_prompt(open_playtest, hexes, "general-advance") == "0 of 3 ordered."


def test_labels_are_in_the_chosen_language_before_and_during_a_game(
    open_playtest: OpenPlaytest,
) -> None:
    switch_language("ru")
    player = open_playtest(read_shipped_scenario("toulon"))
    board = player.window.board
    assert ("Тулон",) in board.scenario.labels.values()
    player.start(TWO_PEOPLE)
    assert player.window.session
    assert ("Тулон",) in board.scenario.labels.values()
    scenario_played = scenario_of_position(player.window.session.state)
    assert ("Toulon",) in scenario_played.labels.values(), "what is played is the file's"
