"""Draw the pictures of the manual: the real windows, in the states that its pages describe.

    python packaging/manual_pictures.py [NAME...]

Each picture is taken offscreen in a process of its own, in the light theme.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QWidget

from m44core.cli.main import main as main_of_m44
from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.objective_medals import with_objective
from m44core.model.paths import draw_line, extend_route
from m44core.model.paths.path_families import load_path_families
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.setup_list.list_placement import place_setup_list
from m44core.setup_list.list_reader import read_setup_list
from screenshots import (
    SHOTS,
    Shot,
    process_events_until_settled,
    scenario_reader,
    show_editor,
    steady_picture,
    take_playtest_screenshot,
)

if TYPE_CHECKING:
    from m44editor.windows.main_window import MainWindow

FOLDER = Path(__file__).parent.parent / "docs" / "manual" / "pictures"
WIDTH = 1000  # pixels, of a picture on a page
STROKES = (("river", "A5 C5 d4 G3 h4 I5 M5"), ("road", "E1 e2 E3 e4 E5 e6 E7 e8 E9"))
BRIDGE = "e4"
FORK = ("river", "I9 i8 I7 i6 I5")
BATTLE = """
Forest: B7, C7, J7, K6, L3, b2, C3, H7
Hill: J3, K3, B6
Town: F7, f2
German infantry: c8, D7, f8, H7, J8
German tank: B8, K8
German artillery: G9
American infantry: C2, D3, f2, h2, J2
American tank: B3, K2
American artillery: G1
"""
FAULTS = """
Bunker: D2
American tank: C9
British infantry: E1, F1
German infantry: M3
Exit: A1
"""
SETUP_LIST = """German infantry: A9, C7, K9
2 German tanks (elite): B9, C9
Forest: d4-d6, H9
C7: Town, wire

Allies
Infantry (3 figures): A1, B1
Tank: G1
Windmill: E6
"""
SITE = "Battles for a Table"
SCENARIO_RECT = QRect(700, 140, 1260, 1060)
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_QUALITY = 85  # percent
_IN_PROCESS = "--here"  # in this process, with its settings
_MAX_WAIT = 200  # seconds


def main(names: list[str]) -> int:
    """Draw the pictures with these names, or all; return 0."""
    if names[:1] == [_IN_PROCESS]:
        _save_picture(PICTURES[names[1]](), FOLDER / f"{names[1]}.webp")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"}
            environment |= dict.fromkeys(
                ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), folder
            )
            subprocess.run(
                [sys.executable, __file__, _IN_PROCESS, name], env=environment, check=True
            )
        print(f"{name}.webp")
    return 0


def _save_picture(picture: QPixmap, path: Path) -> None:
    """Write a picture as WebP, at most as wide as a page."""
    image = picture.toImage()
    if image.width() > WIDTH:
        image = image.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    image.save(str(path), quality=_QUALITY)


def _scenario_with_lines(strokes: tuple[tuple[str, str], ...] = STROKES) -> Scenario:
    """Return a new scenario with a river and a road, drawn as on the first page."""
    scenario = edits.new_scenario()
    for key, hexes in strokes:
        family = load_path_families()[key]
        route: tuple[Hex, ...] = ()
        for name in hexes.split():
            route = extend_route(scenario.board, family, route, scenario.board.hex(name))
        scenario = draw_line(scenario, family, route).scenario
    return scenario


def _battle_scenario() -> Scenario:
    """Return the scenario of the first page with woods, units and an objective."""
    ground = _scenario_with_lines()
    scenario = place_setup_list(ground, read_setup_list(BATTLE, ground, "en"))
    return with_objective(scenario, [ground.board.hex(BRIDGE)], None)


def _faulty_scenario() -> Scenario:
    """Return a scenario with problems of each kind."""
    return place_setup_list(_battle_scenario(), read_setup_list(FAULTS, _battle_scenario(), "en"))


def _editor_picture_maker(shot: Shot) -> Callable[[], QPixmap]:
    return lambda: steady_picture(_await_checks(show_editor(shot)))


def _problems_picture() -> QPixmap:
    window = show_editor(Shot(_faulty_scenario, hex="M3"))
    window.docks["problems"].reveal()
    return steady_picture(_await_checks(window))


def _lines_picture() -> QPixmap:
    """Return a picture of a board with a river, its fork, a road and a bridge."""
    window = show_editor(
        Shot(partial(_scenario_with_lines, (*STROKES, FORK)), tool="path", hex="M9")
    )
    steady_picture(window)
    return window.view.viewport().grab()


def _setup_list_picture() -> QPixmap:
    from m44editor.windows.setup_list_dialog import SetupListDialog

    window = show_editor(Shot(edits.new_scenario))
    dialog = SetupListDialog(window.document, window)
    dialog.text.setPlainText(SETUP_LIST)
    dialog.show()
    _wait_until(lambda: dialog.remarks.count() > 0)
    process_events_until_settled()
    return steady_picture(dialog)


def _open_window(name: str) -> QWidget:
    """Return the window that a command opens for the scenario Pegasus Bridge."""
    file = scenarios_folder() / "pegasus-bridge.yaml"
    window = show_editor(Shot(scenario_reader("pegasus-bridge")), file)
    before = {*QApplication.topLevelWidgets()}
    window.commands[name].trigger()
    process_events_until_settled()
    opened = [each for each in QApplication.topLevelWidgets() if each not in before]
    (visible_window,) = (each for each in opened if each.isVisible() and each.isWindow())
    return visible_window


def _sheet_picture() -> QPixmap:
    from m44editor.windows.sheet_window import SheetWindow

    window = _open_window("sheet")
    assert isinstance(window, SheetWindow)
    _wait_until(lambda: bool(window.pages.pages))
    process_events_until_settled()
    return steady_picture(window)


def _translation_picture() -> QPixmap:
    from m44editor.translating.translation_window import TranslationWindow

    window = _open_window("translate")
    assert isinstance(window, TranslationWindow)
    window.resize(1100, 700)
    window.unit_list.setCurrentIndex(window.unit_list.model().index(2, 0))
    suggested = window.suggestions.findChildren(QListWidget)
    _wait_until(lambda: all(each.count() for each in suggested))
    process_events_until_settled()
    return steady_picture(window)


def _balance_picture() -> QPixmap:
    from m44editor.balance.balance_panel import BalancePanel

    window = show_editor(
        Shot(scenario_reader("pegasus-bridge")), scenarios_folder() / "pegasus-bridge.yaml"
    )
    window.commands["balance"].trigger()
    panel = window.docks["balance"].findChild(BalancePanel)
    assert panel is not None
    _wait_until(panel.refine_button.isVisible)
    return steady_picture(_await_checks(window))


def _playtest_picture() -> QPixmap:
    with tempfile.TemporaryDirectory() as folder:
        take_playtest_screenshot(
            Shot(scenario_reader("sword-beach")), Path(folder) / "playtest.png"
        )
        return QPixmap(str(Path(folder) / "playtest.png"))


def _site_picture() -> QPixmap:
    """Return a picture of the site of the scenarios that ship: the gallery, and one scenario."""
    application = QApplication.instance() or QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder, "site")
        main_of_m44(["site", str(scenarios_folder()), str(site), "--title", SITE, "--no-pdf", "-q"])
        gallery = _page_picture(site / "index.html")
        scenario = _page_picture(site / "scenarios" / "sword-beach" / "index.html")
    picture = QPixmap(2 * WIDTH, 1240)
    picture.fill(QColor("#e8e5da"))
    with QPainter(picture) as painter:
        for place, page_picture in (
            (QRect(40, 40, 1100, 1040), gallery),
            (SCENARIO_RECT, scenario),
        ):
            painter.fillRect(place.adjusted(-3, -3, 3, 3), QColor("#8d8a7d"))
            painter.drawPixmap(place, page_picture, QRect(QPoint(), place.size()))
    assert application  # pictures need it until here
    return picture


def _page_picture(file: Path) -> QPixmap:
    """Return a screenshot of a page of a site, in the light theme."""
    from playwright.sync_api import sync_playwright

    path = next(filter(None, map(shutil.which, BROWSERS)))
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(
            viewport={"width": SCENARIO_RECT.width(), "height": SCENARIO_RECT.height()},
            color_scheme="light",
        )
        page.goto(file.as_uri())
        page.wait_for_timeout(1000)
        picture = page.screenshot()
        browser.close()
    page_picture = QPixmap()
    page_picture.loadFromData(picture)
    return page_picture


def _await_checks(window: MainWindow) -> MainWindow:
    """Return a window once its list of problems is complete."""
    _wait_until(lambda: window.inspection.live.is_current)
    process_events_until_settled()
    return window


def _wait_until(is_done: Callable[[], bool]) -> None:
    """Process events until a background task is done."""
    for _ in range(_MAX_WAIT * 10):
        if is_done():
            return
        QTest.qWait(100)
    raise TimeoutError(is_done)


PICTURES: Mapping[str, Callable[[], QPixmap]] = {
    "first-empty": _editor_picture_maker(Shot(edits.new_scenario, tool="brush")),
    "first-ground": _editor_picture_maker(
        Shot(_scenario_with_lines, tool="path", element="road", hex="e6")
    ),
    "first-objective": _editor_picture_maker(
        Shot(_battle_scenario, tool="objective", hex=BRIDGE, panel="victory")
    ),
    "victory": _editor_picture_maker(SHOTS["victory"]),
    "playtest": _playtest_picture,
    "problems": _problems_picture,
    "setup-list": _setup_list_picture,
    "lines": _lines_picture,
    "sheet-window": _sheet_picture,
    "site": _site_picture,
    "translate": _translation_picture,
    "balance": _balance_picture,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
