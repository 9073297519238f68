"""Finding and applying changes to a scenario, by mouse and keyboard, with real games."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.balance.conftest import COARSE_PRECISION, BalancePanelDriver, open_balance_panel
from tests.editor.conftest import DialogAnswerer
from tests.editor.file_dialogs import enter_path

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.record_games import record_games
from m44core.balance_lab.results_database import ResultsDatabase, default_database_path, setup_of
from m44core.balance_lab.sweep import SweepRun
from m44core.balance_lab.sweep_candidates import ChangeFamily, RaceRound, SweepConfig
from m44core.balance_lab.sweep_words import change_text
from m44core.catalogue.catalogue_types import Layer
from m44core.io.files.file_reader import read_file
from m44core.model.edits import erase, new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Texts
from m44core.playtest.games.simulation import SimulationPlan
from m44core.playtest.players.levels import SERGEANTS
from m44core.resources import scenarios_folder
from m44editor.balance.sweep_job import FoundChanges, SweepRequest, found_changes
from m44editor.balance.sweeps import SheetChanges
from m44editor.interface_text import sentence

if TYPE_CHECKING:
    from m44core.balance_lab.sweep import TestedChange  # pytest would take it for a test

SHORT_SWEEP = SweepConfig(
    families=(
        ChangeFamily("medals-to-win", 1, 4, by=(1, -1), least=1),
        ChangeFamily("hand-size", 1, 4, by=(1, -1)),
    ),
    most=3,
    base_games=8,
    rounds=(RaceRound(4, 2),),
    most_pairs=1,
    pair_round=RaceRound(4, 1),
    confirmed=2,
    fresh_games=8,
)


@pytest.fixture(scope="module")
def lopsided_scenario() -> Scenario:
    """Mont Mouchet, for which the Axis needs one medal and the Allies three."""
    scenario = read_file(scenarios_folder() / "mont-mouchet.yaml").scenario
    assert scenario
    top, bottom = scenario.briefing.top, scenario.briefing.bottom
    top, bottom = replace(top, medals=1), replace(bottom, medals=3)
    return replace(scenario, briefing=replace(scenario.briefing, top=top, bottom=bottom))


@pytest.fixture(scope="module")
def sweep_changes(lopsided_scenario: Scenario) -> FoundChanges:
    """Changes found for the lopsided scenario."""
    with ResultsDatabase() as database:
        run = SweepRun(
            SimulationPlan(lopsided_scenario, range(0), SERGEANTS, 7), database, 0.5, SHORT_SWEEP
        )
        for _ in run.play():
            pass
    return found_changes(SweepRequest(lopsided_scenario), run.result)


@pytest.fixture(scope="module")
def verdict_games(lopsided_scenario: Scenario) -> list[GameRecord]:
    """Enough games of the lopsided scenario to show which side wins more often."""
    plan = SimulationPlan(lopsided_scenario, range(1, 31), SERGEANTS, 7)
    return [game for game in record_games(plan) if isinstance(game, GameRecord)]


@pytest.fixture
def unmeasured_panel(
    qtbot: QtBot, own_folders: None, lopsided_scenario: Scenario
) -> Iterator[BalancePanelDriver]:
    """The panel of the scenario, without a result."""
    with open_balance_panel(lopsided_scenario, qtbot) as panel_driver:
        prepare_panel(panel_driver)
        yield panel_driver


@pytest.fixture
def measured_panel(
    qtbot: QtBot, own_folders: None, lopsided_scenario: Scenario, verdict_games: list[GameRecord]
) -> Iterator[BalancePanelDriver]:
    """The panel with a precise verdict."""
    with ResultsDatabase(default_database_path()) as database:
        database.add(
            setup_of(SimulationPlan(lopsided_scenario, range(0), SERGEANTS)), verdict_games
        )
    with open_balance_panel(lopsided_scenario, qtbot) as panel_driver:
        prepare_panel(panel_driver)
        qtbot.waitUntil(lambda: panel_driver.games == len(verdict_games))
        yield panel_driver


def prepare_panel(panel_driver: BalancePanelDriver) -> None:
    panel_driver.panel.resize(340, 1400)
    panel_driver.measurements.choose(SERGEANTS, COARSE_PRECISION)
    panel_driver.measurements.sweeps.declared = SHORT_SWEEP


@pytest.fixture
def panel_with_changes(
    sweep_changes: FoundChanges, measured_panel: BalancePanelDriver
) -> BalancePanelDriver:
    """The panel with changes that were found."""
    measured_panel.document.sheet.attach(SheetChanges(sweep_changes))
    measured_panel.document.replaced.emit()  # as if the tab were shown
    assert section_rows(measured_panel) == [*sweep_changes.result.suggestions]
    return measured_panel


def section_rows(panel_driver: BalancePanelDriver) -> list[TestedChange]:
    return [row.tested_change for row in panel_driver.panel.changes.rows]


def click_apply(panel_driver: BalancePanelDriver, number: int = 0) -> TestedChange:
    """Click Apply for a suggestion, and return the suggestion."""
    row = panel_driver.panel.changes.rows[number]
    panel_driver.click(row.button)
    return row.tested_change


def test_changes_are_offered_once_the_verdict_is_lopsided(
    measured_panel: BalancePanelDriver,
) -> None:
    assert measured_panel.headline.startswith("The Axis wins ")
    assert measured_panel.panel.changes.isVisible()
    assert measured_panel.panel.changes.find_button.text() == "Find Changes"


def test_without_a_verdict_a_menu_offers_changes(panel_driver: BalancePanelDriver) -> None:
    section = panel_driver.panel.changes
    assert section.isHidden()
    panel_driver.panel.more_button.menu().actions()[0].trigger()
    assert section.isVisible()
    assert QApplication.focusWidget() is section.aim


def test_changes_are_found_applied_and_undone(
    measured_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    other_processes = {*multiprocessing.active_children()}
    section, before = measured_panel.panel.changes, measured_panel.document.scenario
    with qtbot.waitSignal(measured_panel.measurements.sweeps.finished, timeout=20_000):
        measured_panel.click(section.find_button)
        assert section.find_button.text() == "Cancel"
        assert not section.aim.isEnabled()
        qtbot.waitUntil(lambda: " of about " in section.status.text())
    assert len(section.rows) == SHORT_SWEEP.confirmed
    suggestion = click_apply(measured_panel)
    assert measured_panel.document.scenario == suggestion.scenario
    game_count = suggestion.share.games  # were stored
    qtbot.waitUntil(lambda: measured_panel.games == game_count)
    assert measured_panel.panel.start_button.text() == "Continue"
    measured_panel.document.undo_stack.undo()
    assert measured_panel.document.scenario == before
    qtbot.waitUntil(lambda: measured_panel.games >= 30)
    qtbot.waitUntil(lambda: other_processes >= {*multiprocessing.active_children()})


def try_own_list(
    panel_driver: BalancePanelDriver, answers: DialogAnswerer, path: Path, text: str
) -> None:
    """Write a list of changes, and choose it in the dialog."""
    path.write_text(text, "utf-8")
    answers.do(lambda dialog: enter_path(dialog, path))
    panel_driver.panel.more_button.menu().actions()[0].trigger()
    panel_driver.click(panel_driver.panel.changes.own_list_button)


def test_an_author_tries_a_list_of_changes(
    unmeasured_panel: BalancePanelDriver, answers: DialogAnswerer, tmp_path: Path, qtbot: QtBot
) -> None:
    changes = "changes:\n- medals-to-win: {side: axis, medals: 3}\n- moves-first: axis\n"
    section = unmeasured_panel.panel.changes
    with qtbot.waitSignal(unmeasured_panel.measurements.sweeps.finished, timeout=20_000):
        try_own_list(unmeasured_panel, answers, tmp_path / "my-changes.yaml", changes)
        assert not section.own_list_button.isEnabled()
    assert not section.status.text()
    sentences = {str(each) for row in section.rows for each in row.tested_change.sentences}
    assert sentences == {
        "Medals that the Axis must win: 3 instead of 1.",
        "Let the Axis move first.",
    }
    assert click_apply(unmeasured_panel).scenario == unmeasured_panel.document.scenario


def test_mistakes_in_a_list_of_changes_are_shown(
    unmeasured_panel: BalancePanelDriver, answers: DialogAnswerer, tmp_path: Path, qtbot: QtBot
) -> None:
    changes = "changes:\n- remove-unit: A1\n- remove-unit: Z1\n"
    section = unmeasured_panel.panel.changes
    with qtbot.waitSignal(unmeasured_panel.measurements.sweeps.finished, timeout=20_000):
        try_own_list(unmeasured_panel, answers, tmp_path / "my-changes.yaml", changes)
    text = section.status.text().replace("\u2060", "")
    assert "my-changes.yaml:2: there is no unit on A1; my-changes.yaml:3: " in text
    assert section.own_list_button.isEnabled()


def test_a_search_is_canceled_with_the_keyboard(
    unmeasured_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    other_processes = {*multiprocessing.active_children()}
    unmeasured_panel.panel.more_button.menu().actions()[0].trigger()
    button = unmeasured_panel.panel.changes.find_button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert button.text() == "Cancel"
    assert unmeasured_panel.panel.changes.progress.isVisible()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert button.text() == "Find Changes"
    assert unmeasured_panel.panel.changes.progress.isHidden()
    qtbot.waitUntil(lambda: other_processes >= {*multiprocessing.active_children()})
    assert not unmeasured_panel.panel.changes.rows


def test_a_change_is_one_edit_named_by_its_sentence(panel_with_changes: BalancePanelDriver) -> None:
    button = panel_with_changes.panel.changes.rows[1].button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    stack, tried = (
        panel_with_changes.document.undo_stack,
        panel_with_changes.panel.changes.rows[1].tested_change,
    )
    assert panel_with_changes.document.scenario == tried.scenario
    assert stack.count() == 1
    assert stack.undoText() == sentence(change_text(tried))


def test_only_one_of_the_changes_can_be_applied(
    panel_with_changes: BalancePanelDriver, qtbot: QtBot
) -> None:
    suggestion = click_apply(panel_with_changes)
    section = panel_with_changes.panel.changes
    assert [row.button.text() for row in section.rows] == ["Applied", "Apply"]
    assert not any(row.button.isEnabled() for row in section.rows)
    assert section.age.text().startswith("One of these changes has been applied.")
    panel_with_changes.document.undo_stack.undo()
    qtbot.waitUntil(section.rows[1].button.isEnabled)
    assert click_apply(panel_with_changes, 1) is not suggestion


def test_the_verdict_of_an_older_map_is_marked(
    panel_with_changes: BalancePanelDriver, qtbot: QtBot
) -> None:
    click_apply(panel_with_changes)
    qtbot.waitUntil(panel_with_changes.panel.notices.isVisible)
    assert panel_with_changes.panel.start_button.text() == "Measure Again"


def test_changes_found_for_an_older_map_are_marked(
    panel_with_changes: BalancePanelDriver, qtbot: QtBot
) -> None:
    section, scenario = panel_with_changes.panel.changes, panel_with_changes.document.scenario
    unit = next(hex_ for hex_, _ in scenario.units())
    panel_with_changes.document.edit("Erase", erase(scenario, [unit], Layer.UNIT))
    after = panel_with_changes.document.scenario
    click_apply(panel_with_changes)  # at once
    assert panel_with_changes.document.scenario is after
    assert section.age.text() == "These changes are for an earlier version of the map."
    assert not section.rows[0].button.isEnabled()
    panel_with_changes.document.undo_stack.undo()
    qtbot.waitUntil(section.rows[0].button.isEnabled)
    assert section.age.isHidden()


def test_texts_edited_meanwhile_are_kept(panel_with_changes: BalancePanelDriver) -> None:
    texts = {"en": Texts(historical="A quiet night.")}
    panel_with_changes.document.edit(
        "Text", replace(panel_with_changes.document.scenario, texts=texts)
    )
    suggestion = click_apply(panel_with_changes)
    assert panel_with_changes.document.scenario == replace(suggestion.scenario, texts=texts)


def test_the_section_explains_why_an_unplayable_board_gets_no_changes(
    unmeasured_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    unmeasured_panel.document.edit("Clear", new_scenario())
    unmeasured_panel.panel.more_button.menu().actions()[0].trigger()
    section = unmeasured_panel.panel.changes
    unmeasured_panel.click(section.find_button)
    qtbot.waitUntil(lambda: section.status.text().startswith("No changes can be found: "))
    unmeasured_panel.document.undo_stack.undo()
    qtbot.waitUntil(section.status.isHidden)


def test_buttons_name_their_change_to_a_screen_reader(
    panel_with_changes: BalancePanelDriver,
) -> None:
    row = panel_with_changes.panel.changes.rows[0]
    assert row.button.accessibleName() == f"Apply: {row.text}"
    assert "The Allies then win " in row.text
