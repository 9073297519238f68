"""Finding changes to the balance and making them, by mouse and keyboard, with real games."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.editor.balance.conftest import COARSE, Bench, on_bench

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.record_games import record_games
from m44core.balance_lab.results_database import ResultsDatabase, default_database, setup_of
from m44core.balance_lab.sweep import SweepRun
from m44core.balance_lab.sweep_candidates import ChangeFamily, Round, SweepConfig
from m44core.balance_lab.sweep_words import change_text
from m44core.catalogue.types import Layer
from m44core.io.files.open import read_file
from m44core.model.edits import erase, new_scenario
from m44core.model.parts import Texts
from m44core.model.scenario import Scenario
from m44core.playtest.games.simulation import Plan
from m44core.playtest.players.levels import SERGEANTS
from m44core.resources import scenarios_folder
from m44editor.balance.sweeping import FoundChanges, SweepRequest, found_changes
from m44editor.balance.sweeps import SheetChanges
from m44editor.interface_text import sentence

if TYPE_CHECKING:
    from m44core.balance_lab.sweep import TestedChange  # pytest would take it for a test

SHORT = SweepConfig(
    families=(
        ChangeFamily("medals-to-win", 1, 4, by=(1, -1), least=1),
        ChangeFamily("hand-size", 1, 4, by=(1, -1)),
    ),
    most=3,
    base_games=8,
    rounds=(Round(4, 2),),
    most_pairs=1,
    pair_round=Round(4, 1),
    confirmed=2,
    fresh_games=8,
)


@pytest.fixture(scope="module")
def lopsided() -> Scenario:
    """Mont Mouchet, for which the Axis needs one medal and the Allies three."""
    scenario = read_file(scenarios_folder() / "mont-mouchet.yaml").scenario
    assert scenario
    top, bottom = scenario.briefing.top, scenario.briefing.bottom
    top, bottom = replace(top, medals=1), replace(bottom, medals=3)
    return replace(scenario, briefing=replace(scenario.briefing, top=top, bottom=bottom))


@pytest.fixture(scope="module")
def found(lopsided: Scenario) -> FoundChanges:
    """Changes that were found for it."""
    with ResultsDatabase() as database:
        run = SweepRun(Plan(lopsided, range(0), SERGEANTS, 7), database, 0.5, SHORT)
        for _ in run.play():
            pass
    return found_changes(SweepRequest(lopsided), run.result)


@pytest.fixture(scope="module")
def verdict_games(lopsided: Scenario) -> list[GameRecord]:
    """Enough games of the lopsided scenario to show which side wins more often."""
    plan = Plan(lopsided, range(1, 31), SERGEANTS, 7)
    return [game for game in record_games(plan) if isinstance(game, GameRecord)]


@pytest.fixture
def unmeasured(qtbot: QtBot, own_folders: None, lopsided: Scenario) -> Iterator[Bench]:
    """The panel of the scenario, without a result."""
    with on_bench(lopsided, qtbot) as bench:
        prepare(bench)
        yield bench


@pytest.fixture
def measured(
    qtbot: QtBot, own_folders: None, lopsided: Scenario, verdict_games: list[GameRecord]
) -> Iterator[Bench]:
    """The panel with a precise verdict."""
    with ResultsDatabase(default_database()) as database:
        database.add(setup_of(Plan(lopsided, range(0), SERGEANTS)), verdict_games)
    with on_bench(lopsided, qtbot) as bench:
        prepare(bench)
        qtbot.waitUntil(lambda: bench.games == len(verdict_games))
        yield bench


def prepare(bench: Bench) -> None:
    bench.panel.resize(340, 1400)
    bench.measurements.choose(SERGEANTS, COARSE)
    bench.measurements.sweeps.declared = SHORT


@pytest.fixture
def listed(found: FoundChanges, measured: Bench) -> Bench:
    """The panel with changes that were found."""
    measured.document.sheet.attach(SheetChanges(found))
    measured.document.replaced.emit()  # as if the tab were shown
    assert section_rows(measured) == [*found.result.suggestions]
    return measured


def section_rows(bench: Bench) -> list[TestedChange]:
    return [row.tried for row in bench.panel.changes.rows]


def apply(bench: Bench, number: int = 0) -> TestedChange:
    """Click Apply for a suggestion, and return the suggestion."""
    row = bench.panel.changes.rows[number]
    bench.click(row.button)
    return row.tried


def test_changes_are_offered_once_the_verdict_is_lopsided(measured: Bench) -> None:
    assert measured.headline.startswith("The Axis wins ")
    assert measured.panel.changes.isVisible()
    assert measured.panel.changes.find_button.text() == "Find Changes"


def test_without_a_verdict_a_menu_offers_them(bench: Bench) -> None:
    section = bench.panel.changes
    assert section.isHidden()
    bench.panel.more_button.menu().actions()[0].trigger()
    assert section.isVisible()
    assert QApplication.focusWidget() is section.aim


def test_changes_are_found_made_and_undone(measured: Bench, qtbot: QtBot) -> None:
    others = {*multiprocessing.active_children()}
    section, before = measured.panel.changes, measured.document.scenario
    with qtbot.waitSignal(measured.measurements.sweeps.finished, timeout=20_000):
        measured.click(section.find_button)
        assert section.find_button.text() == "Cancel"
        assert not section.aim.isEnabled()
        qtbot.waitUntil(lambda: " of about " in section.status.text())
    assert len(section.rows) == SHORT.confirmed
    tried = apply(measured)
    assert measured.document.scenario == tried.scenario
    fresh = tried.share.games  # were stored
    qtbot.waitUntil(lambda: measured.games == fresh)
    assert measured.panel.start_button.text() == "Continue"
    measured.document.undo_stack.undo()
    assert measured.document.scenario == before
    qtbot.waitUntil(lambda: measured.games >= 30)
    qtbot.waitUntil(lambda: others >= {*multiprocessing.active_children()})


def test_a_search_is_cancelled_with_the_keyboard(unmeasured: Bench, qtbot: QtBot) -> None:
    others = {*multiprocessing.active_children()}
    unmeasured.panel.more_button.menu().actions()[0].trigger()
    button = unmeasured.panel.changes.find_button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert button.text() == "Cancel"
    assert unmeasured.panel.changes.progress.isVisible()
    QTest.keyClick(button, Qt.Key.Key_Return)
    assert button.text() == "Find Changes"
    assert unmeasured.panel.changes.progress.isHidden()
    qtbot.waitUntil(lambda: others >= {*multiprocessing.active_children()})
    assert not unmeasured.panel.changes.rows


def test_a_change_is_one_edit_named_by_its_sentence(listed: Bench) -> None:
    button = listed.panel.changes.rows[1].button
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Return)
    stack, tried = listed.document.undo_stack, listed.panel.changes.rows[1].tried
    assert listed.document.scenario == tried.scenario
    assert stack.count() == 1
    assert stack.undoText() == sentence(change_text(tried))


def test_only_one_of_the_changes_can_be_made(listed: Bench, qtbot: QtBot) -> None:
    tried = apply(listed)
    section = listed.panel.changes
    assert [row.button.text() for row in section.rows] == ["Applied", "Apply"]
    assert not any(row.button.isEnabled() for row in section.rows)
    assert section.age.text().startswith("One of these changes has been applied.")
    listed.document.undo_stack.undo()
    qtbot.waitUntil(section.rows[1].button.isEnabled)
    assert apply(listed, 1) is not tried


def test_the_verdict_is_that_of_the_older_map(listed: Bench, qtbot: QtBot) -> None:
    apply(listed)
    qtbot.waitUntil(listed.panel.notices.isVisible)
    assert listed.panel.start_button.text() == "Measure Again"


def test_changes_are_marked_as_of_an_older_map(listed: Bench, qtbot: QtBot) -> None:
    section, scenario = listed.panel.changes, listed.document.scenario
    unit = next(hex_ for hex_, _ in scenario.units())
    listed.document.edit("Erase", erase(scenario, [unit], Layer.UNIT))
    after = listed.document.scenario
    apply(listed)  # at once
    assert listed.document.scenario is after
    assert section.age.text() == "These changes are for an earlier version of the map."
    assert not section.rows[0].button.isEnabled()
    listed.document.undo_stack.undo()
    qtbot.waitUntil(section.rows[0].button.isEnabled)
    assert section.age.isHidden()


def test_texts_edited_meanwhile_are_kept(listed: Bench) -> None:
    texts = {"en": Texts(historical="A quiet night.")}
    listed.document.edit("Text", replace(listed.document.scenario, texts=texts))
    tried = apply(listed)
    assert listed.document.scenario == replace(tried.scenario, texts=texts)


def test_a_board_that_cannot_be_played_says_why(unmeasured: Bench, qtbot: QtBot) -> None:
    unmeasured.document.edit("Clear", new_scenario())
    unmeasured.panel.more_button.menu().actions()[0].trigger()
    section = unmeasured.panel.changes
    unmeasured.click(section.find_button)
    qtbot.waitUntil(lambda: section.status.text().startswith("No changes can be found: "))
    unmeasured.document.undo_stack.undo()
    qtbot.waitUntil(section.status.isHidden)


def test_buttons_name_their_change_to_a_screen_reader(listed: Bench) -> None:
    row = listed.panel.changes.rows[0]
    assert row.button.accessibleName() == f"Apply: {row.text}"
    assert "The Allies then win " in row.text
