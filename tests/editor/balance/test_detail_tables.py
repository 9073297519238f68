"""The tables of details, and the games behind their rows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableWidget
from pytestqt.qtbot import QtBot
from tests.editor.balance.conftest import BalancePanelDriver

from m44core.balance_lab.game_record import GameRecord
from m44core.balance_lab.recorded_facts import destroyed_units, games_with_facts, losses_of
from m44core.catalogue.catalogue_types import Side
from m44editor.balance.detail_rows import TABLE_TITLES, Table, tables_of_details
from m44editor.balance.measurement_job import details_of
from m44editor.interface_text import translated


@pytest.fixture
def opened_panel(
    stored_games: int, panel_driver: BalancePanelDriver, qtbot: QtBot
) -> BalancePanelDriver:
    """The panel with its details open."""
    panel_driver.click(panel_driver.panel.details_button)
    qtbot.waitUntil(lambda: panel_driver.measurements.details is not None)
    return panel_driver


@pytest.fixture
def tables(opened_panel: BalancePanelDriver) -> dict[str, Table]:
    result, details = opened_panel.measurements.result, opened_panel.measurements.details
    assert result
    assert details
    tables = tables_of_details(details, result.plan.start().field)
    return {str(table.title): table for table in tables}


def choose_table(panel_driver: BalancePanelDriver, title: str) -> QTableWidget:
    """Choose a table by its title with the keyboard, and return its widget."""
    details = panel_driver.panel.details
    QTest.keyClicks(details.choice, title.partition(" ")[0])
    assert details.choice.currentText() == title
    return details.table


def test_each_table_has_a_cell_for_every_column(
    tables: dict[str, Table], subtests: pytest.Subtests
) -> None:
    assert len(tables) == len(TABLE_TITLES)
    for title, table in tables.items():
        with subtests.test(title):
            assert {len(row.cells) for row in table.rows} <= {len(table.columns)}


def test_every_unit_that_was_hit_is_listed(
    tables: dict[str, Table], records: list[GameRecord]
) -> None:
    games = games_with_facts(records)
    hit = {loss[1] for game in games for side in Side for loss in losses_of(game, side)}
    rows = tables["Units"].rows
    assert [translated(row.cells[0]) for row in rows if row.is_heading] == ["Axis", "Allies"]  # type: ignore[arg-type]  # one line
    assert len(rows) == len(hit) + len(Side)


def test_medals_are_listed_by_hex_below_their_source(tables: dict[str, Table]) -> None:
    heading, first, *_ = tables["Medals"].rows
    assert heading.is_heading
    assert translated(heading.cells[0]) == "Eliminated units"  # type: ignore[arg-type]  # one line
    assert first.games


def test_a_click_on_a_row_requests_one_of_its_games(
    opened_panel: BalancePanelDriver, qtbot: QtBot
) -> None:
    table = choose_table(opened_panel, "Units")
    point = table.visualRect(table.model().index(1, 1)).center()
    with qtbot.waitSignal(opened_panel.measurements.game_requested) as request:
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=point)
    unit = table.model().index(1, 0).data()
    (game,) = games_with_facts([request.args[1]])
    hexes_of_losses = {hex_ for side in Side for hex_ in destroyed_units(game, side)}
    assert any(unit.endswith(f" from {hex_}") for hex_ in hexes_of_losses)


def test_a_row_is_chosen_with_the_keyboard(opened_panel: BalancePanelDriver, qtbot: QtBot) -> None:
    table = choose_table(opened_panel, "Units")
    table.setFocus()
    table.setCurrentCell(2, 0)
    with qtbot.waitSignal(opened_panel.measurements.game_requested):
        QTest.keyClick(table, Qt.Key.Key_Return)


def test_a_row_without_games_requests_none(opened_panel: BalancePanelDriver, qtbot: QtBot) -> None:
    table = choose_table(opened_panel, "How it plays")
    with qtbot.assertNotEmitted(opened_panel.measurements.game_requested):
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 8))


def cut_off_texts(table: QTableWidget) -> list[str]:
    """Return the texts of the first column that do not fit into their rows."""
    texts = []
    for row in range(table.rowCount()):
        text = table.model().index(row, 0).data()
        available_width = table.columnWidth(0) - 6  # the margins of a cell
        lines = table.fontMetrics().boundingRect(
            0, 0, available_width, 0, Qt.TextFlag.TextWordWrap, text
        )
        if lines.height() > table.rowHeight(row):
            texts.append(text)
    return texts


def test_no_text_of_a_table_is_cut_off(
    opened_panel: BalancePanelDriver, qtbot: QtBot, subtests: pytest.Subtests
) -> None:
    details = opened_panel.panel.details
    for index in range(details.choice.count()):
        details.choice.setCurrentIndex(index)
        with subtests.test(details.choice.currentText()):
            qtbot.waitUntil(lambda: not cut_off_texts(details.table), timeout=5000)


def test_two_games_have_no_decisive_factors(
    stored_games: int, panel_driver: BalancePanelDriver
) -> None:
    result = panel_driver.measurements.result
    assert result
    verdict = result.verdict
    adjusted = replace(verdict.adjusted, values=verdict.adjusted.values[:2])
    few_games = replace(
        result, verdict=replace(verdict, records=verdict.records[:2], adjusted=adjusted)
    )
    tables = tables_of_details(details_of(few_games), few_games.plan.start().field)
    rows = {str(table.title): table.rows for table in tables}
    assert not rows["What decides the game"]
    assert rows["Units"]
