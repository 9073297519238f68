"""A user pack in the editor: added by mouse, painted, checked, played, removed."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from pytestqt.qtbot import QtBot
from tests.core.catalogue.packs import contradicting_packs
from tests.editor.conftest import MouseAndKeyboard
from tests.editor.playtest.conftest import TWO_PEOPLE, PlaytestDriver, skirmish
from tests.editor.windows.test_main_window import open_window

from m44core.drawing.board.scenario_drawing import hex_centre
from m44core.model.scenario_parts import Piece
from m44core.model.unit_profiles import default_figures
from m44core.resources import scenarios_folder
from m44core.rules.game.phases import Phase
from m44editor.documents.document import Document
from m44editor.panels.packs_dialog import PacksDialog
from m44editor.panels.palette_panel import PalettePanel
from m44editor.windows.main_window import MainWindow

ALPINE = scenarios_folder() / "packs" / "alpine"
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def window(qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    return open_window(qtbot, document, tmp_path)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ALPINE, tmp_path / "alpine"))


def click_in_dialog(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, folder: Path, *clicks: str
) -> PacksDialog:
    """Open File > Packs, click the buttons *clicks*, press Escape, and return the dialog."""
    dialogs: list[PacksDialog] = []
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_, **__: str(folder))

    def drive() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, PacksDialog)
        dialogs.append(dialog)
        for name in clicks:
            if dialog.list.topLevelItemCount():
                point = dialog.list.visualItemRect(first_pack_row(dialog)).center()
                QTest.mouseClick(dialog.list.viewport(), LEFT, pos=point)
            QTest.mouseClick(getattr(dialog, name), LEFT)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    QTimer.singleShot(0, drive)
    window.commands["packs"].trigger()
    assert dialogs[0].result() == QDialog.DialogCode.Rejected
    return dialogs[0]


def first_pack_row(dialog: PacksDialog) -> Any:  # noqa: ANN401 - Qt's items may be None
    """Return the row of the first pack; None if there is none."""
    return dialog.list.topLevelItem(0)


def search_palette(window: MainWindow, query: str) -> list[str]:
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    palette.focus_search()
    palette.search.clear()
    QTest.keyClicks(palette.search, query)
    QApplication.processEvents()
    model = palette.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def problem_codes(window: MainWindow) -> set[str]:
    window.inspection.live.check_now()
    return {finding.code for finding in window.inspection.live.findings}


def test_a_pack_is_added_painted_checked_played_and_removed(
    window: MainWindow, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert search_palette(window, "glacier") == []
    dialog = click_in_dialog(window, monkeypatch, pack, "add_button")
    assert first_pack_row(dialog).childCount() == 9
    assert search_palette(window, "glacier") == ["Alpine Pack", "Glacier"]

    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    point = palette.list.visualRect(palette.list.model().index(1, 0)).center()
    QTest.mouseClick(palette.list.viewport(), LEFT, pos=point)
    user = MouseAndKeyboard(window.view)
    user.click("G5")
    board = window.view.board
    assert window.document.scenario.at(board.hex("G5")).terrain == Piece("alpine:glacier")
    assert problem_codes(window).isdisjoint({"M101", "M106"})

    window.commands["playtest"].trigger()
    (playtest,) = window.context.playtests.windows
    assert playtest.board.scenario.at(board.hex("G5")).terrain == Piece("alpine:glacier")
    playtest.close()

    click_in_dialog(window, monkeypatch, pack, "remove_button")
    assert search_palette(window, "glacier") == []
    assert "M106" in problem_codes(window)
    assert window.document.scenario.at(board.hex("G5")).terrain == Piece("alpine:glacier")


def test_units_and_terrain_of_a_pack_are_painted_checked_and_played_by_mouse(
    qtbot: QtBot, tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    enemies = "".join(f"  {name}: {{unit: german-infantry}}\n" for name in ("C9", "G9", "K9"))
    window = open_window(qtbot, Document(skirmish(enemies)), tmp_path)
    click_in_dialog(window, monkeypatch, pack, "add_button")
    for label, hexes in (("American mule team", "C3 G3 K3"), ("Glacier", "c4 g4 k4")):
        pick_up(window, label)
        for name in hexes.split():
            MouseAndKeyboard(window.view).click(name)
    assert problem_codes(window).isdisjoint({"M101", "M106"})
    assert "M404" not in problem_codes(window)

    window.commands["playtest"].trigger()
    (playtest,) = window.context.playtests.windows
    player = PlaytestDriver(qtbot, playtest)
    player.start(TWO_PEOPLE)
    player.reach(Phase.MOVE)
    (start, glacier) = next(
        (player.hex(f"{column}3"), player.hex(f"{column.lower()}4"))
        for column in "CGK"
        if player.hex(f"{column}3") in player.choices.units
    )
    player.click_hex(start)
    target_hexes = player.choices.hexes.keys()
    assert glacier in start.neighbours()
    assert glacier not in target_hexes  # closed to artillery
    end = min(target_hexes)
    player.click_hex(end)
    board = player.state.field.grid.board
    assert player.state.unit_on(board.name(end))
    assert "mule team" in " ".join(player.log)
    playtest._saving.mark_saved(player.session)  # nobody answers any more
    playtest.close()


def pick_up(window: MainWindow, label: str) -> None:
    """Find a piece in the palette by its label, and click on it."""
    rows = search_palette(window, label)
    palette = window.docks["palette"].panel()
    assert isinstance(palette, PalettePanel)
    model = palette.list.model()
    point = palette.list.visualRect(model.index(rows.index(label), 0)).center()
    QTest.mouseClick(palette.list.viewport(), LEFT, pos=point)


def test_a_folder_without_a_pack_is_refused_with_the_reason(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = click_in_dialog(window, monkeypatch, tmp_path, "add_button")
    assert "pack.yaml" in dialog.status.text()
    assert window.context.packs.folders == []


def test_the_list_reports_that_no_packs_are_installed(window: MainWindow, tmp_path: Path) -> None:
    dialog = PacksDialog(window.context.packs, window)
    (row,) = (dialog.list.topLevelItem(n) for n in range(dialog.list.topLevelItemCount()))
    assert row is not None
    assert row.text(0) == "No packs yet."
    dialog.show()
    QTest.mouseClick(dialog.list.viewport(), LEFT, pos=dialog.list.visualItemRect(row).center())
    assert not dialog.remove_button.isEnabled()
    dialog.add_folder(tmp_path)
    assert dialog.status.text() == f"There is no pack in {tmp_path}: pack.yaml is missing"


def test_a_pack_is_still_installed_in_the_next_session(
    window: MainWindow, pack: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    click_in_dialog(window, monkeypatch, pack, "add_button")
    next_window = open_window(qtbot, Document(window.document.scenario), tmp_path)
    assert search_palette(next_window, "glacier") == ["Alpine Pack", "Glacier"]


def test_a_missing_pack_does_not_prevent_the_start(
    window: MainWindow, pack: Path, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    click_in_dialog(window, monkeypatch, pack, "add_button")
    shutil.rmtree(pack)
    next_window = open_window(qtbot, Document(window.document.scenario), tmp_path)
    dialog = click_in_dialog(next_window, monkeypatch, pack)
    assert "pack.yaml" in first_pack_row(dialog).child(0).text(0)


def test_a_file_loads_the_pack_of_its_folder(
    window: MainWindow, tmp_path: Path, pack: Path
) -> None:
    (tmp_path / "m44.toml").write_text('packs = ["alpine"]\n', encoding="utf-8")
    (tmp_path / "x.yaml").write_text(
        "format: 1\nhexes: {G5: {terrain: alpine:glacier}}\n", encoding="utf-8"
    )
    window.open_path(tmp_path / "x.yaml")
    QApplication.processEvents()
    assert search_palette(window, "glacier") == ["Alpine Pack", "Glacier"]
    assert problem_codes(window).isdisjoint({"M101", "M106", "M021"})


def test_two_tabs_use_their_own_contradicting_packs(window: MainWindow, tmp_path: Path) -> None:
    for file in contradicting_packs.write_packs(tmp_path):
        window.open_path(file)
    tabs = dict(zip(contradicting_packs.NAMES, [*window.files.sheets][-2:], strict=True))
    for name in ("west", "east", "west", "east"):
        window.files.sheets.show(tabs[name])
        QApplication.processEvents()
        assert search_palette(window, "moor") == [f"Pack of the {name}", f"{name.title()}ern moor"]
        reported_codes = problem_codes(window)
        assert ("M404" in reported_codes, "M512" in reported_codes, "M506" in reported_codes) == (
            name == "east",
            name == "east",
            name == "west",
        )
        assert drawn_pack_name(window, "g4") == name
        window.commands["playtest"].trigger()
        (playtest,) = window.context.playtests.windows
        field = playtest.board.scenario
        assert default_figures(field, field.board.hex("G5")) == contradicting_packs.GUARDS[name]
        playtest.close()
        QApplication.processEvents()


def test_an_edit_is_undone_with_the_current_packs(
    window: MainWindow, tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.open_path(contradicting_packs.write_packs(tmp_path)[0])
    before, catalogue = window.document.scenario, window.document.scenario.catalogue
    window.brush.pick_up(catalogue.elements["own:moor"])
    MouseAndKeyboard(window.view).click("K3")
    click_in_dialog(window, monkeypatch, pack, "add_button")
    assert window.document.scenario.at(window.view.board.hex("K3")).terrain == Piece("own:moor")
    window.commands["undo"].trigger()
    edited_scenario = window.document.scenario
    assert edited_scenario == before
    assert {each.name for each in edited_scenario.catalogue.packs} == {"own", "alpine"}


def test_a_copied_piece_is_pasted_by_name(window: MainWindow, tmp_path: Path) -> None:
    east, west = contradicting_packs.write_packs(tmp_path)
    window.open_path(east)
    window.selection.select([window.view.board.hex("g4")])
    window.commands["copy"].trigger()
    window.open_path(west)
    QApplication.processEvents()
    window.commands["paste"].trigger()
    MouseAndKeyboard(window.view).click("K5")
    assert window.document.scenario.at(window.view.board.hex("K5")).terrain == Piece("own:moor")
    assert drawn_pack_name(window, "K5") == "west"


def test_a_changed_pack_is_used_after_reloading_its_file(
    window: MainWindow, tmp_path: Path
) -> None:
    east, _ = contradicting_packs.write_packs(tmp_path)
    window.open_path(east)
    pack_text = contradicting_packs.pack_text("west")
    (east.parent / "pack" / "pack.yaml").write_text(pack_text, encoding="utf-8")
    assert window.files.reload_now()
    QApplication.processEvents()
    assert search_palette(window, "moor") == ["Pack of the west", "Western moor"]
    assert "M404" not in problem_codes(window)


def drawn_pack_name(window: MainWindow, name: str) -> str:
    """Return the pack (``east`` or ``west``) whose picture is drawn on a hex, by its color."""
    view = window.view
    view.fit()
    QApplication.processEvents()
    x, y = hex_centre(view.board.hex(name))
    point = view.area_from_units(QRectF(x + 12, y + 12, 1, 1)).center().toPoint()
    color = view.viewport().grab().toImage().pixelColor(point)
    return (
        "east" if color.red() > 2 * color.blue() else "west" if color.blue() > color.red() else ""
    )
