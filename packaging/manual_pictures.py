"""Draw the pictures of the manual: the real windows, in the states that its pages describe.

    python packaging/manual_pictures.py [NAME...]

Each picture is taken offscreen in a process of its own, in the light theme.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from m44core.hexes import Hex
from m44core.model import edits
from m44core.model.objective_medals import with_objective
from m44core.model.paths import draw, extend_route
from m44core.model.paths.path_families import load_paths
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44core.setup_list.list_placement import place_list
from m44core.setup_list.list_reader import read_list
from screenshots import SHOTS, Shot, sample, settle, show_editor, take_playtest

FOLDER = Path(__file__).parent.parent / "docs" / "manual" / "pictures"
WIDTH = 1000  # pixels, of a picture on a page
STROKES = (("river", "A5 C5 d4 G3 h4 I5 M5"), ("road", "E1 e2 E3 e4 E5 e6 E7 e8 E9"))
BATTLE = """
Forest: B4, C3, j3, K4, K3, b6, C7, H7
Hill: H3, I3, B7
Town: E4, F7
German infantry: D2, F2, G2, H3
German tank: C2, J2
German artillery: E1
American infantry: C8, D8, G8, H8
American tank: B9, I8
American artillery: F9
"""
FAULTS = """
Bunker: D7
American tank: H7
British infantry: e7, f7
German infantry: K4
Exit: K9
"""
LIST = """German infantry: A9, C8, K8
2 tanks (elite): B9, C9
Forest: d4-d6, H9
C7: Town, wire

Allies
infantry (3 figures): A1, B1
Panzers: G1
"""
_QUALITY = 85  # percent
_SECONDS = 6  # until the preview of a sheet is shown
_SECONDS_OF_GAMES = 25


def main(names: list[str]) -> int:
    """Draw the pictures with these names, or all; return 0."""
    if len(names) == 1:
        _store(PICTURES[names[0]](), FOLDER / f"{names[0]}.webp")
        return 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"}
            environment |= dict.fromkeys(
                ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), folder
            )
            subprocess.run([sys.executable, __file__, name], env=environment, check=True)
        print(f"{name}.webp")
    return 0


def _store(picture: QPixmap, path: Path) -> None:
    """Write a picture as WebP, at most as wide as a page."""
    image = picture.toImage()
    if image.width() > WIDTH:
        image = image.scaledToWidth(WIDTH, Qt.TransformationMode.SmoothTransformation)
    image.save(str(path), b"webp", _QUALITY)


def _ground() -> Scenario:
    """Return a new scenario with a river and a road, as the first page draws them."""
    scenario = edits.new_scenario()
    for key, hexes in STROKES:
        family = load_paths()[key]
        route: tuple[Hex, ...] = ()
        for name in hexes.split():
            route = extend_route(scenario.board, family, route, scenario.board.hex(name))
        scenario = draw(scenario, family, route).scenario
    return scenario


def _battle() -> Scenario:
    """Return the scenario of the first page with woods, units and an objective."""
    ground = _ground()
    placed = place_list(ground, read_list(BATTLE, ground, "en"))
    return with_objective(placed, [ground.board.hex("E5")], None)


def _with_faults() -> Scenario:
    """Return a scenario with problems of each kind."""
    return place_list(_battle(), read_list(FAULTS, _battle(), "en"))


def _editor(shot: Shot) -> Callable[[], QPixmap]:
    return lambda: show_editor(shot).grab()


def _problems() -> QPixmap:
    window = show_editor(Shot(_with_faults, hex="k4"))
    window.docks["problems"].reveal()
    settle()
    return window.grab()


def _setup_list() -> QPixmap:
    from m44editor.windows.setup_list_dialog import SetupListDialog

    window = show_editor(Shot(edits.new_scenario))
    dialog = SetupListDialog(window.document, window)
    dialog.text.setPlainText(LIST)
    dialog.show()
    _wait(_SECONDS)
    return dialog.grab()


def _command(name: str, scenario: str) -> Callable[[], QPixmap]:
    """Return a function that takes a picture of the window that a command opens."""

    def grab() -> QPixmap:
        file = scenarios_folder() / f"{scenario}.yaml"
        window = show_editor(Shot(sample(scenario)), file)
        before = {*QApplication.topLevelWidgets()}
        window.commands[name].trigger()
        _wait(_SECONDS)
        opened = [each for each in QApplication.topLevelWidgets() if each not in before]
        (shown,) = (each for each in opened if each.isVisible() and each.isWindow())
        return shown.grab()

    return grab


def _balance() -> QPixmap:
    window = show_editor(Shot(sample("pegasus-bridge")), scenarios_folder() / "pegasus-bridge.yaml")
    window.commands["balance"].trigger()
    _wait(_SECONDS_OF_GAMES)
    return window.grab()


def _playtest() -> QPixmap:
    with tempfile.TemporaryDirectory() as folder:
        take_playtest(Shot(sample("sword-beach")), Path(folder) / "playtest.png")
        return QPixmap(str(Path(folder) / "playtest.png"))


def _wait(seconds: int) -> None:
    """Handle events while something is read, typeset or played in the background."""
    QTest.qWait(seconds * 1000)


PICTURES: Mapping[str, Callable[[], QPixmap]] = {
    "first-empty": _editor(Shot(edits.new_scenario, tool="brush")),
    "first-ground": _editor(Shot(_ground, tool="path", element="road", hex="e6")),
    "first-objective": _editor(Shot(_battle, tool="objective", hex="E5", panel="victory")),
    "victory": _editor(SHOTS["victory"]),
    "playtest": _playtest,
    "problems": _problems,
    "setup-list": _setup_list,
    "sheet-window": _command("sheet", "pegasus-bridge"),
    "translate": _command("translate", "pegasus-bridge"),
    "balance": _balance,
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
