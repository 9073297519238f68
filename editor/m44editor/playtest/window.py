"""The playtest window: a scenario as it was on the screen, played."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QColor, QKeySequence
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QMainWindow,
    QMenu,
    QMessageBox,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from m44core.drawing.board import Show
from m44core.errors import M44Error
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.playtest.agents import SimpleAgent
from m44core.rules.actions import Action, Move
from m44core.rules.coverage import gaps
from m44core.rules.position import ordered_hexes, scenario_of
from m44core.rules.replay import read_game, write_game
from m44core.rules.setup import new_game
from m44editor.board.event import BoardEvent
from m44editor.board.highlights import Highlight
from m44editor.board.view import BoardView
from m44editor.icons import art_palette
from m44editor.playtest.choices import Choices, choices, prompt
from m44editor.playtest.game_page import GamePage
from m44editor.playtest.session import Session
from m44editor.playtest.start_page import GameSettings, StartPage

_CAN = QColor("#ffd54a")
_CAN_FILL = QColor(255, 213, 74, 70)
_CHOSEN = QColor("#ffffff")
_ORDERED = QColor("#7fd1ff")
_PACE = 450  # milliseconds between two steps of the computer


class PlaytestWindow(QMainWindow):
    """Plays *scenario*; the document it came from is never touched.

    Signals:
        position_wanted: The position as a scenario, to be edited.
    """

    position_wanted = Signal(object)

    def __init__(self, scenario: Scenario, name: str = "", parent: QWidget | None = None) -> None:
        """Show what the playtest leaves out and ask who plays.

        Raises:
            M44Error: the scenario cannot be played at all.
        """
        super().__init__(parent)
        new_game(scenario)  # refused here rather than after the settings were chosen
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Playtest: {scenario.title or name or 'Untitled'}")
        self.session: Session | None = None
        self._scenario = scenario
        self._name = name
        self._chosen: Hex | None = None
        self._choices = Choices()
        self._pace = _PACE
        self.board = BoardView(scenario, palette=art_palette())
        self.board.pressed.connect(self._press)
        self.board.cancelled.connect(lambda: self._choose_unit(None))
        self.start_page = StartPage(scenario.title, gaps(scenario))
        self.start_page.started.connect(self.start)
        self.game_page = GamePage()
        self.game_page.chosen.connect(self.do)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(self.game_page)
        self._pages.setMinimumWidth(320)
        self._lay_out()
        self._make_actions()
        self.resize(1180, 760)

    # What is there

    def _lay_out(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.board)
        splitter.addWidget(self._pages)
        splitter.setStretchFactor(0, 1)
        splitter.setCollapsible(1, False)
        splitter.setSizes([840, 340])
        self.setCentralWidget(splitter)
        self._hint = QLabel()
        self.statusBar().addWidget(self._hint, 1)

    def _make_actions(self) -> None:
        keys = QKeySequence.StandardKey
        game = self.menuBar().addMenu("&Game")
        self.new_action = self._add(game, "&New game", keys.New, self.ask_anew)
        self.open_action = self._add(game, "&Open game…", keys.Open, self._open)
        self.save_action = self._add(game, "&Save game…", keys.Save, self._save)
        game.addSeparator()
        self._add(game, "&Edit this position", None, self._want_position)
        game.addSeparator()
        self._add(game, "&Close", keys.Close, self.close)
        edit = self.menuBar().addMenu("&Edit")
        self.undo_action = self._add(edit, "&Undo", keys.Undo, self.undo)
        view = self.menuBar().addMenu("&View")
        self._add(view, "Zoom &in", keys.ZoomIn, self.board.zoom_in)
        self._add(view, "Zoom &out", keys.ZoomOut, self.board.zoom_out)
        self._add(view, "&Fit the board", "Ctrl+9", self.board.fit)
        names = self._add(view, "Hex &names", "Ctrl+H", self._show_names)
        names.setCheckable(True)
        self.fast_action = self._add(view, "Computer plays at &once", "Ctrl+T", self._set_pace)
        self.fast_action.setCheckable(True)
        self._enable()

    def _add(
        self,
        menu: QMenu,
        text: str,
        key: QKeySequence.StandardKey | str | None,
        slot: object,
    ) -> QAction:
        action = QAction(text, self)
        if key is not None:
            action.setShortcut(QKeySequence(key))
        action.triggered.connect(slot)
        menu.addAction(action)
        return action

    # The course of the game

    def start(self, settings: GameSettings) -> None:
        """Begin a game."""
        self._leave_session()
        agents = {side: SimpleAgent() for side in settings.computers}
        self.session = Session(self._scenario, settings.seed, agents, self)
        self.session.stepped.connect(self._refresh)
        self.session.taken_back.connect(self._refresh)
        self._set_pace()
        self._pages.setCurrentWidget(self.game_page)
        self.session.begin()
        self._refresh()

    def ask_anew(self) -> None:
        """Leave the game and ask for the settings of another."""
        self._leave_session()
        self.board.set_scenario(self._scenario)
        self._pages.setCurrentWidget(self.start_page)
        self._refresh()

    def do(self, action: Action) -> None:
        """Carry out what a person decided."""
        if self.session and action in self.session.legal_actions():
            self._chosen = None
            self.session.choose(action)

    def undo(self) -> None:
        """Take the last decision of a person back."""
        if self.session:
            self._chosen = None
            self.session.undo()

    def _leave_session(self) -> None:
        if self.session:
            self.session.stop()
            self.session.deleteLater()
            self.session = None
        self._chosen = None

    def _set_pace(self) -> None:
        self._pace = 0 if self.fast_action.isChecked() else _PACE
        if self.session:
            self.session.set_pace(self._pace)

    # What is shown

    def _refresh(self) -> None:
        session = self.session
        if session is not None:
            self.board.set_scenario(scenario_of(session.state))
            if self._chosen not in self._units():
                self._chosen = None
        self._show_choices()
        self._enable()

    def _units(self) -> frozenset[Hex]:
        return self._find_choices(None).units if self.session else frozenset()

    def _find_choices(self, chosen: Hex | None) -> Choices:
        if self.session is None:
            return Choices()
        return choices(self.session.state, self.session.legal_actions(), chosen)

    def _show_choices(self) -> None:
        self._choices = found = self._find_choices(self._chosen)
        hexes = frozenset(found.hexes)
        units = found.units - {self._chosen} if self._chosen else found.units
        ordered = frozenset(ordered_hexes(self.session.state)) if self.session else frozenset[Hex]()
        chosen = frozenset({self._chosen} if self._chosen else ())
        mark = self.board.set_highlight
        mark("ordered", Highlight(ordered, line=_ORDERED, width=1.5, dashed=True))
        mark("units", Highlight(units, line=_CAN, width=2))
        mark("hexes", Highlight(hexes, line=_CAN, fill=_CAN_FILL, width=2))
        mark("chosen", Highlight(chosen, line=_CHOSEN, width=3))
        if self.session is not None:
            self.game_page.show_session(self.session, found)
            self._hint.setText(prompt(self.session.state) if self.session.waits_for_person else "")

    def _enable(self) -> None:
        self.undo_action.setEnabled(self.session is not None and self.session.can_undo)
        self.save_action.setEnabled(self.session is not None)

    def _show_names(self, shown: bool) -> None:
        self.board.set_style(Show(hex_names=shown), art_palette())

    # What is clicked

    def _press(self, event: BoardEvent) -> None:
        if event.button != Qt.MouseButton.LeftButton or event.hex is None:
            return
        if event.hex in self._choices.hexes:
            self._decide(self._choices.hexes[event.hex])
        elif event.hex in self._choices.units:
            self._choose_unit(None if event.hex == self._chosen else event.hex)

    def _choose_unit(self, hex_: Hex | None) -> None:
        self._chosen = hex_
        self._show_choices()

    def _decide(self, actions: tuple[Action, ...]) -> None:
        """Do the one thing, or ask which of several ways it is."""
        if len(actions) == 1:
            self.do(actions[0])
            return
        menu = QMenu(self)
        for action in actions:
            words = "The short way" if isinstance(action, Move) and not action.via else str(action)
            if isinstance(action, Move) and action.via:
                words = f"By way of {action.via}, to take its medal"
            menu.addAction(words).triggered.connect(lambda _=False, a=action: self.do(a))
        menu.popup(self.cursor().pos())

    # Files

    def _save(self) -> None:
        if self.session is None:
            return
        path, _ = QFileDialog.getSaveFileName(self, "Save game", "game.txt", "Games (*.txt)")
        if path:
            self.save_game(Path(path))

    def save_game(self, path: Path) -> None:
        """Write the game so far as text."""
        if self.session is None:
            return
        text = write_game(self.session.recording(self._name), self._scenario)
        try:
            path.write_text(text, "utf-8")
        except OSError as error:
            self._complain(f"The game was not saved: {error.strerror}: {path}")

    def _open(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Open game", "", "Games (*.txt)")
        if path:
            self.open_game(Path(path))

    def open_game(self, path: Path) -> None:
        """Go on with a game that was saved, as hot seat from where it stopped."""
        try:
            recording = read_game(path.read_text("utf-8"))
            session = Session(self._scenario, recording.seed, {}, self)
            session.resume(recording.actions)
        except (OSError, UnicodeDecodeError, M44Error) as error:
            self._complain(f"{path.name} is not a game of this scenario: {error}")
            return
        self._leave_session()
        self.session = session
        session.stepped.connect(self._refresh)
        session.taken_back.connect(self._refresh)
        self._pages.setCurrentWidget(self.game_page)
        self._refresh()

    def _complain(self, words: str) -> None:
        box = QMessageBox(QMessageBox.Icon.Warning, "Playtest", words, parent=self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _want_position(self) -> None:
        if self.session:
            self.position_wanted.emit(scenario_of(self.session.state))

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the game with its window."""
        self._leave_session()
        super().closeEvent(event)
