"""The first page of the manual, carried out step by step with a mouse and a keyboard."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QTabBar, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.conftest import (
    LEFT,
    NO_MODIFIER,
    DialogAnswerer,
    MouseAndKeyboard,
    choose_language,
)
from tests.editor.file_dialogs import enter_path
from tests.editor.windows.test_main_window import open_window

from m44core.catalogue.catalogue_types import Side
from m44core.diagnostics import Severity
from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.manual import manual_page
from m44core.messages.languages import ENGLISH
from m44core.model.edits import new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import Piece
from m44editor.documents.document import Document
from m44editor.interface_text import language, tr, tr_in
from m44editor.playtest.cards.card_widgets import CardButton
from m44editor.playtest.playtest_window import PlaytestWindow
from m44editor.windows.main_window import MainWindow

EXACTLY = Qt.MatchFlag.MatchExactly
CTRL = Qt.KeyboardModifier.ControlModifier
FRENCH = "fr"
FRENCH_NAMES = {
    "river": "rivière",
    "road": "route",
    "forest": "forêt",
    "hill": "colline",
    "town": "village",
    "infantry": "infanterie",
    "armor": "blindés",
    "artillery": "artillerie",
}
RIVER = ("A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5", "I5", "J5", "K5", "L5", "M5")
ROAD = ("E9", "e8", "E7", "e6", "E5", "e4", "E3", "e2", "E1")
BRIDGE = "E5"
GROUND = {
    "forest": ("woods", ("B3", "C3", "K7")),
    "hill": ("hills", ("H9", "I3")),
    "town": ("buildings", ("F3", "F7")),
}
UNITS = {
    "infantry": (("c8", "D7", "f8", "H7", "J7"), ("c2", "D3", "f2", "H3", "J3")),
    "armor": (("B7", "L7"), ("B3", "L3")),
    "artillery": (("G9",), ("G1",)),
}


class ManualReader:
    """Follows the page; every label it clicks must be on the page.

    Attributes:
        window: The window of the editor.
    """

    def __init__(
        self, window: MainWindow, folder: Path, qtbot: QtBot, answers: DialogAnswerer
    ) -> None:
        self.window = window
        self._folder, self._qtbot, self._answers = folder, qtbot, answers
        self._user = MouseAndKeyboard(window.view)

    @property
    def scenario(self) -> Scenario:
        """The scenario in the window."""
        return self.window.document.scenario

    def start(self) -> None:
        """Step 1: create a scenario and save it."""
        self._answers.press(label_on_page(tr("Create")))
        self.press(Qt.Key.Key_N, CTRL)
        self._answers.do(lambda dialog: enter_path(dialog, self._folder / "bridge.m44"))
        self.press(Qt.Key.Key_S, CTRL)
        self._qtbot.waitUntil((self._folder / "bridge.m44").exists)

    def draw_terrain(self) -> None:
        """Step 2: draw a river with the path tool, a road across it, and paint the rest."""
        edge, outside = QPoint(30, 0), QPoint(60, 0)
        self.search("river")
        self.press(Qt.Key.Key_C)
        last_point = self._user.point(RIVER[-1])
        centres = [self._user.point(name) for name in RIVER]
        self._user.drag_points(
            LEFT, centres[0] - edge, *centres, last_point + edge, last_point + outside
        )
        self.search("road")
        self._user.drag(*ROAD)
        self.press(Qt.Key.Key_B)
        for piece, (_, hexes) in GROUND.items():
            self.search(piece)
            for name in hexes:
                self._user.click(name)

    def place_units(self) -> None:
        """Step 3: place units of the first side, and of the other one after pressing S."""
        for kind, sides in UNITS.items():
            self.search(kind)
            for name in sides[0]:
                self._user.click(name)
            self.press(Qt.Key.Key_S)
            for name in sides[1]:
                self._user.click(name)

    def set_goals(self) -> None:
        """Step 4: make the bridge an objective, and write the sides and texts."""
        self.press(Qt.Key.Key_O)
        self._user.click(BRIDGE)
        self.click(label_on_page(tr_in("side", "Either")), self.window.docks["victory"])
        self.open_tab(label_on_page(tr("Briefing")))
        self.wait_for_labels(self.window.docks["briefing"], tr("Medals to win"), tr("First player"))
        self.open_tab(label_on_page(tr("Text")))
        self.type_title("The Bridge")
        self._answers.press(plain_text(tr("&Update Scenario Text")))
        self.click(label_on_page(tr("Standard Sentences…")), self.window.docks["texts"])

    def play(self) -> PlaytestWindow:
        """Step 6: start a game; return its window."""
        self.press(Qt.Key.Key_F5)
        (playtest,) = self.window.context.playtests.windows
        self.click(label_on_page(tr("Start Game")), playtest)
        return playtest

    def search(self, query: str) -> None:
        """Search for a piece and pick the best match."""
        if language() == FRENCH:
            query = FRENCH_NAMES[query]
        assert f'"{query}"' in page_text() or f"« {query} »" in page_text()
        self.press(Qt.Key.Key_F, CTRL)
        field = QApplication.focusWidget() or self.window
        for letter in query:  # QTest.keyClicks aborts on letters with accents
            QTest.sendKeyEvent(
                QTest.KeyAction.Click, field, Qt.Key.Key_unknown, letter, NO_MODIFIER
            )
        self.press(Qt.Key.Key_Return)

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NO_MODIFIER) -> None:
        """Press a key in the window."""
        self.window.activateWindow()
        self._user.press_key(key, modifiers)

    def click(self, label: str, container: QWidget) -> None:
        """Click a button by its label."""
        buttons = container.findChildren(QAbstractButton)
        (button,) = (b for b in buttons if b.isVisible() and plain_text(b.text()) == label)
        QTest.mouseClick(button, LEFT)
        QApplication.processEvents()

    def open_tab(self, title: str) -> None:
        """Click the tab of a panel."""
        for bar in self.window.findChildren(QTabBar):
            for index in range(bar.count() if bar.isVisible() else 0):
                if bar.tabText(index) == title:
                    QTest.mouseClick(bar, LEFT, pos=bar.tabRect(index).center())
                    QApplication.processEvents()
                    return
        raise AssertionError(title)

    def wait_for_labels(self, container: QWidget, *labels: str) -> None:
        """Wait until a panel shows labels that the page prints in bold."""
        expected_labels = {label_on_page(label) for label in labels}
        find_labels = partial(container.findChildren, QLabel)
        self._qtbot.waitUntil(lambda: expected_labels <= {each.text() for each in find_labels()})

    def type_title(self, title: str) -> None:
        """Replace the title."""
        fields = partial(self.window.docks["texts"].findChildren, QLineEdit)
        self._qtbot.waitUntil(lambda: len(fields()) > 0)
        (field,) = (each for each in fields() if each.accessibleName() == tr("Title"))
        QTest.mouseClick(field, LEFT)
        QTest.keyClick(field, Qt.Key.Key_A, CTRL)
        QTest.keyClicks(field, title)
        QTest.keyClick(field, Qt.Key.Key_Tab)

    def problems(self) -> list[Severity]:
        """Return the severities of the listed problems."""
        validation = self.window.inspection.live
        self._qtbot.waitUntil(lambda: validation.is_current)
        return [finding.severity for finding in validation.findings]


def label_on_page(label: str) -> str:
    """Return a label that the page prints in bold."""
    assert f"**{label}**" in page_text(), label
    return label


def page_text() -> str:
    """Return the text of the page in the language of the window, with single spaces."""
    return " ".join(manual_page("first-scenario", language()).text.split())


def plain_text(label: str) -> str:
    """Return a label without its mnemonic."""
    return label.replace("&", "")


@pytest.fixture
def reader(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: DialogAnswerer
) -> ManualReader:
    """A reader with the first page and an empty window."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with the test
    window = open_window(qtbot, Document(new_scenario()), tmp_path)
    window.resize(1280, 800)  # leaves room beside the board, where the river starts
    return ManualReader(window, tmp_path, qtbot, answers)


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_the_first_page_leads_from_an_empty_board_to_a_game(
    reader: ManualReader, tmp_path: Path, language: str
) -> None:
    if language != ENGLISH:
        choose_language(reader.window, language)
    reader.start()
    reader.draw_terrain()
    reader.place_units()
    reader.set_goals()
    assert Severity.ERROR not in reader.problems()
    reader.press(Qt.Key.Key_S, CTRL)
    assert_matches_the_page(read_file(tmp_path / "bridge.m44").scenario)
    playtest = reader.play()
    assert [card for card in playtest.findChildren(CardButton) if card.isVisible()]
    playtest.close()


def assert_matches_the_page(scenario: Scenario | None) -> None:
    """Assert that a saved scenario has everything described on the page."""
    assert scenario is not None
    hex_of = scenario.board.hex
    bridge = scenario.at(hex_of(BRIDGE))
    assert bridge.structure is not None
    assert bridge.tags
    assert all(scenario.at(hex_of(name)).terrain for name in (*RIVER, *ROAD))
    ground = {name: element for element, hexes in GROUND.values() for name in hexes}
    assert {name: scenario.at(hex_of(name)).terrain for name in ground} == {
        name: Piece(element) for name, element in ground.items()
    }
    assert sides_of_units(scenario) == {
        hex_of(name): side
        for sides in UNITS.values()
        for side, hexes in zip((Side.AXIS, Side.ALLIES), sides, strict=True)
        for name in hexes
    }
    assert scenario.title == "The Bridge"
    assert scenario.briefing.top.side is Side.AXIS
    assert scenario.briefing.bottom.side is Side.ALLIES
    assert "4" in str(scenario.texts[ENGLISH])


def sides_of_units(scenario: Scenario) -> dict[Hex, Side | None]:
    """Return the side of each unit."""
    nations = {
        hex_: scenario.catalogue.elements[unit.name].nation for hex_, unit in scenario.units()
    }
    return {hex_: nation.side if nation else None for hex_, nation in nations.items()}
