"""Take the screenshots of the editor and of sheets for the documentation.

    python packaging/screenshots.py [FOLDER]

Each screenshot is taken offscreen in a process of its own, so that it looks the same on every
machine with the same fonts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from m44core.board import BoardType, Face
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.model import edits
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QWidget

    from m44editor.playtest.playtest_window import PlaytestWindow
    from m44editor.windows.main_window import MainWindow

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
_WIDTH, _HEIGHT = 1360, 850
_SIDES, _BOTTOM = [276, 310], 170  # pixels of the panels on the left and right, and below
_MAX_FRAMES = 400
_PAUSE_MILLISECONDS, _MAX_PICTURES = (
    800,
    60,
)  # milliseconds between pictures of a window, and their number
_SAME_PICTURES = 2  # in a row, until a window counts as complete


@dataclass(frozen=True)
class Shot:
    """One screenshot.

    Attributes:
        scenario: Returns the open scenario.
        theme: The theme.
        scale: Device pixels per logical pixel.
        hex: The selected hex, under the pointer.
        tool: The current tool.
        element: The element in the brush.
        panel: The panel in front on the right.
    """

    scenario: Callable[[], Scenario]
    theme: str = "light"
    scale: int = 1
    hex: str = "G5"
    tool: str = "select"
    element: str = "woods"
    panel: str = "properties"


def scenario_reader(name: str) -> Callable[[], Scenario]:
    """Return a function that reads a shipped scenario."""

    def read_shipped_scenario() -> Scenario:
        scenario = read_file(scenarios_folder() / f"{name}.yaml").scenario
        assert scenario is not None, name
        return scenario

    return read_shipped_scenario


def overlord_scenario() -> Scenario:
    """Return two beaches side by side on an Overlord board."""
    left, right = scenario_reader("sword-beach")(), scenario_reader("first-assault-wave")()
    wide = edits.change_board(left, BoardType.OVERLORD, Face.BEACH).scenario
    clip = edits.copy_hexes(right, right.board.hexes, Hex(0, 0))
    return edits.paste_clip(wide, clip, Hex(26, 0)).scenario


SHOTS: Mapping[str, Shot] = {
    "editor-light": Shot(
        scenario_reader("first-assault-wave"),
        tool="brush",
        element="infger",
        hex="G7",
        panel="briefing",
    ),
    "editor-dark": Shot(scenario_reader("arnhem-bridge"), theme="dark", hex="H5"),
    "editor-light-2x": Shot(scenario_reader("sainte-mere-eglise"), scale=2, hex="G5"),
    "editor-dark-2x": Shot(scenario_reader("operation-cobra"), theme="dark", scale=2),
    "editor-contrast-dark": Shot(
        scenario_reader("pegasus-bridge"), theme="contrast-dark", hex="H5", panel="briefing"
    ),
    "victory": Shot(scenario_reader("pegasus-bridge"), tool="objective", hex="D7", panel="victory"),
    "editor-overlord": Shot(overlord_scenario, tool="brush", element="tankger", hex="M7"),
}


PLAYTESTS: Mapping[str, Shot] = {
    "playtest-light": Shot(scenario_reader("sword-beach")),
    "playtest-dark-2x": Shot(scenario_reader("operation-cobra"), theme="dark", scale=2),
}
SHEETS: Mapping[str, list[str]] = {
    "pegasus-bridge": ["--texts", "en+fr"],
    "sword-beach": ["--language", "ru", "--ink", "mono"],
}
_MIN_TURN = 7  # the turn a playtest is shown in, or a later one


def main(arguments: list[str]) -> int:
    """Take all screenshots, or only the one named by the second argument; return 0."""
    if len(arguments) == 2:
        shots, photograph = (
            (SHOTS, take_screenshot)
            if arguments[1] in SHOTS
            else (PLAYTESTS, take_playtest_screenshot)
        )
        photograph(shots[arguments[1]], Path(arguments[0]) / f"{arguments[1]}.png")
        return 0
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in {**SHOTS, **PLAYTESTS}.items():
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        environment["QT_SCALE_FACTOR"] = str(shot.scale)
        with tempfile.TemporaryDirectory() as settings:
            environment |= {"XDG_CONFIG_HOME": settings, "XDG_STATE_HOME": settings}
            command = [sys.executable, __file__, str(folder), name]
            subprocess.run(command, env=environment, check=True)
        print(folder / f"{name}.png")
    take_sheets_picture(folder / "sheet.png")
    return 0


def take_sheets_picture(path: Path) -> None:
    """Draw two sheets side by side: in two languages, and in black and white."""
    import pypdfium2
    from PySide6.QtGui import QColor, QImage, QPainter

    from m44core.cli.main import main as m44

    whole = QImage(1360, 962, QImage.Format.Format_RGB32)
    whole.fill(QColor("#9a9a9a"))
    painter = QPainter(whole)
    with tempfile.TemporaryDirectory() as folder:
        for place, (name, options) in enumerate(SHEETS.items()):
            pdf = Path(folder) / f"{name}.pdf"
            assert m44(["sheet", str(scenarios_folder() / f"{name}.yaml"), str(pdf), *options]) == 0
            page = pypdfium2.PdfDocument(pdf)[0].render(scale=1.12)
            size = page.width, page.height, page.stride
            picture = QImage(page.buffer, *size, QImage.Format.Format_BGR888)
            painter.drawImage(9 + place * 676, 10, picture)
    painter.end()
    whole.save(str(path))
    print(path)


def take_screenshot(shot: Shot, path: Path) -> None:
    """Open the editor as *shot* specifies, and save a screenshot."""
    steady_picture(show_editor(shot)).save(str(path))


def show_editor(shot: Shot, path: Path | None = None) -> MainWindow:
    """Return an editor window that shows what *shot* specifies; *path* is the scenario's file."""
    from PySide6.QtCore import Qt

    from m44editor import app
    from m44editor.documents.document import Document
    from m44editor.theme import Theme, apply_theme
    from m44editor.windows.main_window import MainWindow

    apply_theme(app.make_application(), Theme(shot.theme))
    window = MainWindow(Document(shot.scenario(), path), app.settings())
    window.resize(_WIDTH, _HEIGHT)
    window.show()
    sides = [window.docks["palette"], window.docks["properties"]]
    window.resizeDocks(sides, _SIDES, Qt.Orientation.Horizontal)  # the screen offscreen is small
    window.resizeDocks([window.docks["problems"]], [_BOTTOM], Qt.Orientation.Vertical)
    process_events_until_settled()
    _set_up_window(window, shot)
    process_events_until_settled()
    return window


def process_events_until_settled() -> None:
    """Process events until pictures and checks are shown."""
    from PySide6.QtWidgets import QApplication

    for _ in range(_MAX_FRAMES):
        QApplication.processEvents()


def steady_picture(window: QWidget) -> QPixmap:
    """Return a picture of a window once it no longer changes: boards are painted in many frames."""
    from PySide6.QtTest import QTest

    before, same = window.grab().toImage(), 0
    for _ in range(_MAX_PICTURES):
        QTest.qWait(_PAUSE_MILLISECONDS)
        now = window.grab().toImage()
        same = same + 1 if now == before else 0
        if same == _SAME_PICTURES:
            break
        before = now
    return window.grab()


def take_playtest_screenshot(shot: Shot, path: Path) -> None:
    """Show a battle in the middle of a game and save a screenshot."""
    from m44core.catalogue.catalogue_types import Side
    from m44editor import app
    from m44editor.playtest.game.players import PERSON
    from m44editor.playtest.playtest_window import PlaytestWindow
    from m44editor.theme import Theme, apply_theme

    application = app.make_application()
    apply_theme(application, Theme(shot.theme))
    window = PlaytestWindow(shot.scenario())
    window.resize(_WIDTH, _HEIGHT)
    window.show()
    window.start_page.choose_players(dict.fromkeys(Side, PERSON))
    game = _save_battle(shot.scenario(), Path(tempfile.mkdtemp()) / "game.txt")
    window.open_game(game)
    for _ in range(_MAX_FRAMES):
        application.processEvents()
    window.board.fit()
    window.table.board_controller.choose_unit(
        max(window.choices.units, key=_target_counter(window))
    )
    for _ in range(_MAX_FRAMES):
        application.processEvents()
    steady_picture(window).save(str(path))


def _target_counter(window: PlaytestWindow) -> Callable[[Hex], int]:
    def count_targets(unit: Hex) -> int:
        window.table.board_controller.choose_unit(unit)
        return len(window.choices.hexes)

    return count_targets


def _save_battle(scenario: Scenario, path: Path) -> Path:
    """Play until a unit has a choice of targets, in turn 7 at the earliest.

    Save the game to *path*, and return it.
    """
    from random import Random

    from m44core.playtest.players.levels import make_agent
    from m44core.rules.board.hex_grid import CHANCE
    from m44core.rules.game.actions import Battle
    from m44core.rules.game.player_view import PlayerView
    from m44core.rules.play.chance import RandomChance
    from m44core.rules.play.legal_actions import legal_actions
    from m44core.rules.play.recorded_game import Game, format_recorded_game

    game, chance, rng, player = Game(scenario), RandomChance(3), Random(3), make_agent("sergeant")
    while game.state.result is None:
        battles = [action for action in legal_actions(game.state) if isinstance(action, Battle)]
        if game.state.turn >= _MIN_TURN and len(battles) > len({b.attacker for b in battles}) > 1:
            break
        if game.state.player == CHANCE:
            game.do(chance.choose(game.state))
        else:
            view = PlayerView(game.state, game.state.player)
            game.do(player.choose(view, legal_actions(game.state), rng))
    path.write_text(format_recorded_game(game.recording(), scenario), "utf-8")
    return path


def _set_up_window(window: MainWindow, shot: Shot) -> None:
    """Select a hex and a tool, and bring a panel to the front."""
    from PySide6.QtWidgets import QWidget

    from m44core.catalogue.catalogue_loader import base_catalogue

    hex_ = window.view.board.hex(shot.hex)
    window.brush.pick_up(base_catalogue().elements[shot.element])
    window.toolbox.use(shot.tool)
    window.docks[shot.panel].reveal()
    if shot.tool in ("select", "objective"):
        window.selection.select({hex_})
    window.view.hover_over(hex_)
    bubble = window.findChild(QWidget, "tool-bubble")
    if bubble is not None:
        bubble.hide()  # it would cover a part of the board


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
