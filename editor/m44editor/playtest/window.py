"""The playtest window: a scenario as it was on the screen, played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
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

from m44core.catalogue.types import Side
from m44core.drawing.board import Show
from m44core.errors import M44Error, WriteError
from m44core.hexes import Hex
from m44core.model.scenario import Scenario
from m44core.playtest.agents import Agent, SimpleAgent
from m44core.rules.actions import Action, Move
from m44core.rules.coverage import gaps
from m44core.rules.events import counted
from m44core.rules.position import scenario_of
from m44core.rules.setup import new_game
from m44core.rules.state import Phase
from m44editor.board.describe import hex_words
from m44editor.board.event import BoardEvent
from m44editor.board.highlights import Highlight
from m44editor.board.marks import Mark
from m44editor.board.view import BoardView
from m44editor.icons import art_palette
from m44editor.playtest.choices import Choices, choices
from m44editor.playtest.files import load_game, save_game
from m44editor.playtest.game_page import GamePage
from m44editor.playtest.marks import choice_marks, dice_of, done_marks, trace_marks
from m44editor.playtest.session import Session
from m44editor.playtest.start_page import GameSettings, StartPage
from m44editor.screen import resize_to_screen

_PACE = 450  # milliseconds between two steps of the computer
_KEYS = """<table cellspacing="6">
<tr><td><b>1 to 9</b></td><td>play that card</td></tr>
<tr><td><b>Click</b>, or arrows and <b>Space</b></td><td>choose a unit, then what it does</td></tr>
<tr><td><b>N</b></td><td>to the next hex with something to do</td></tr>
<tr><td><b>Esc</b></td><td>let the chosen unit go</td></tr>
<tr><td><b>Ctrl+Enter</b></td><td>end this part of the turn</td></tr>
<tr><td><b>Ctrl+Z</b></td><td>take the last decision back</td></tr>
<tr><td><b>P</b>, <b>Ctrl+T</b></td><td>pause the computer; let it play at once</td></tr>
<tr><td><b>Ctrl+wheel</b>, <b>Ctrl++</b>, <b>Ctrl+9</b></td><td>zoom, fit the board</td></tr>
</table>"""


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
        self._marked: frozenset[str] = frozenset()
        self._step: object = None  # what the person had to do last
        self.board = BoardView(scenario, palette=art_palette())
        self.board.pressed.connect(self._press)
        self.board.hovered.connect(self._describe)
        self.board.cancelled.connect(lambda: self._choose_unit(None))
        self.start_page = StartPage(scenario.title, gaps(scenario))
        self.start_page.started.connect(self.start)
        self.start_page.pointed.connect(self._point_out)
        self.game_page = GamePage()
        self.game_page.chosen.connect(self.do)
        self.game_page.again.connect(self.play_again)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.start_page)
        self._pages.addWidget(self.game_page)
        self._pages.setMinimumWidth(372)
        self._lay_out()
        self._make_actions()
        resize_to_screen(self, 1240, 800)
        self.start_page.setFocus()

    # What is there

    def _lay_out(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.board)
        splitter.addWidget(self._pages)
        splitter.setStretchFactor(0, 1)
        splitter.setCollapsible(1, False)
        splitter.setSizes([808, 372])
        self.setCentralWidget(splitter)
        self._pointed = QLabel()
        self.statusBar().addWidget(self._pointed, 1)

    def _make_actions(self) -> None:
        keys = QKeySequence.StandardKey
        game = self.menuBar().addMenu("&Game")
        self.new_action = self._add(game, "&New game", keys.New, self.ask_anew)
        self.open_action = self._add(game, "&Open game…", keys.Open, self._open)
        self.save_action = self._add(game, "&Save game…", keys.Save, self._save)
        game.addSeparator()
        self.position_action = self._add(game, "&Edit this position", None, self._want_position)
        game.addSeparator()
        self._add(game, "&Close", keys.Close, self.close)
        edit = self.menuBar().addMenu("&Edit")
        self.undo_action = self._add(edit, "&Undo", keys.Undo, self.undo)
        self._add(edit, "&Next unit", "N", self._go_to_next)
        view = self.menuBar().addMenu("&View")
        self._add(view, "Zoom &in", keys.ZoomIn, self.board.zoom_in)
        self._add(view, "Zoom &out", keys.ZoomOut, self.board.zoom_out)
        self._add(view, "&Fit the board", "Ctrl+9", self.board.fit)
        self.names_action = self._add(view, "Hex &names", "Ctrl+G", self._restyle)
        self.names_action.setCheckable(True)
        computer = self.menuBar().addMenu("&Computer")
        self.pause_action = self._add(computer, "&Pause", "P", self._set_pace)
        self.pause_action.setCheckable(True)
        self.fast_action = self._add(computer, "Play at &once", "Ctrl+T", self._set_pace)
        self.fast_action.setCheckable(True)
        about = self.menuBar().addMenu("&Help")
        self._add(about, "&Keys and mouse", keys.HelpContents, self._tell_keys)
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
        self._play(Session(self._scenario, settings.seed, _agents(settings), self))
        if self.session:
            self.session.begin()
        self._refresh()

    def play_again(self) -> None:
        """Begin another game of the same players, with other dice."""
        self.start_page.draw_seed()
        self.start(self.start_page.settings)

    def ask_anew(self) -> None:
        """Leave the game and ask for the settings of another."""
        self._leave_session()
        self.start_page.draw_seed()
        self.board.set_scenario(self._scenario)
        self._pages.setCurrentWidget(self.start_page)
        self._refresh()
        self.start_page.setFocus()

    def _play(self, session: Session) -> None:
        """Show a game instead of what was shown before."""
        self._leave_session()
        self.session = session
        session.stepped.connect(self._refresh)
        session.taken_back.connect(self._refresh)
        self._set_pace()
        self._pages.setCurrentWidget(self.game_page)

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
        if self.session:
            self.session.set_pace(0 if self.fast_action.isChecked() else _PACE)
            self.session.pause(self.pause_action.isChecked())

    # What is shown

    def _refresh(self) -> None:
        session = self.session
        if session is not None:
            self.board.set_scenario(scenario_of(session.state))
            if self._chosen not in self._find_choices(None).units:
                self._chosen = None
        self._show_choices()
        self._enable()
        self._lead_keyboard()

    def _find_choices(self, chosen: Hex | None) -> Choices:
        if self.session is None:
            return Choices()
        return choices(self.session.state, self.session.legal_actions(), chosen)

    def _show_choices(self) -> None:
        self._choices = self._find_choices(self._chosen)
        self._mark(self._find_marks())
        if self.session is not None:
            chosen = self._chosen is not None
            self.game_page.show_session(self.session, self._choices, unit_chosen=chosen)
        self._describe(self.board.cursor_hex or self.board.hover)

    def _find_marks(self) -> Mapping[str, Mark]:
        if self.session is None:
            return {}
        state = self.session.state
        return {
            **done_marks(state),
            **choice_marks(state, self._choices, self._chosen),
            **trace_marks(self.board.board, self.session.traces),
        }

    def _mark(self, marks: Mapping[str, Mark]) -> None:
        for name in self._marked - marks.keys():
            self.board.set_highlight(name, None)
        for name, mark in marks.items():
            self.board.set_highlight(name, mark)
        self._marked = frozenset(marks)

    def _point_out(self, hexes: frozenset[Hex]) -> None:
        """Show where on the board an entry of the banner matters."""
        self._mark({"gap": Highlight(hexes, line=QColor("#ff5a47"), width=3)})

    def _describe(self, hex_: Hex | None) -> None:
        """Say what is on a hex, and with how many dice it can be battled."""
        words = hex_words(self.board.scenario, hex_) if hex_ is not None else ""
        dice = dice_of(self.session.state, self._chosen) if self.session else {}
        if hex_ is not None and hex_ in self._choices.hexes and hex_ in dice:
            words += f" — {counted(dice[hex_], 'die', 'dice')}"
        self._pointed.setText(words)
        self.board.setAccessibleDescription(words)

    def _lead_keyboard(self) -> None:
        """Put the keyboard on the hand or the board where a person has something else to do."""
        session = self.session
        step = session.state.phase if session and session.waits_for_person else None
        if step == self._step:
            return
        self._step = step
        card = self.game_page.hand.first()
        if step in (Phase.PLAY, Phase.KEEP) and card:
            card.setFocus()
        elif step is not None:
            self.board.setFocus()

    def _enable(self) -> None:
        playing = self.session is not None
        self.undo_action.setEnabled(self.session is not None and self.session.can_undo)
        self.save_action.setEnabled(playing)
        self.position_action.setEnabled(playing)

    def _restyle(self) -> None:
        self.board.set_style(Show(hex_names=self.names_action.isChecked()), art_palette())

    def changeEvent(self, event: QEvent) -> None:
        """Draw in the colours of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "names_action"):
            self._restyle()
            self._show_choices()

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

    def _go_to_next(self) -> None:
        """Put the keyboard on the next hex with something to do."""
        able = sorted(self._choices.hexes or self._choices.units, key=lambda h: (h.row, h.col))
        if able:
            at = self.board.cursor_hex
            later = [h for h in able if at is not None and (h.row, h.col) > (at.row, at.col)]
            self.board.setFocus()
            self.board.show_hex((later or able)[0])

    def _decide(self, actions: tuple[Action, ...]) -> None:
        """Do the one thing, or ask which of several ways it is."""
        if len(actions) == 1:
            self.do(actions[0])
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for action in actions:
            menu.addAction(_way(action)).triggered.connect(lambda _=False, a=action: self.do(a))
        menu.popup(self.cursor().pos())

    # Files

    def _save(self) -> None:
        if self.session is None:
            return
        name = f"{Path(self._name).stem or 'game'}-game.txt"
        path, _ = QFileDialog.getSaveFileName(self, "Save game", name, "Games (*.txt)")
        if path:
            self.save_game(Path(path) if Path(path).suffix else Path(f"{path}.txt"))

    def save_game(self, path: Path) -> None:
        """Write the game so far as text."""
        if self.session is None:
            return
        try:
            save_game(self.session, self._name, path)
        except WriteError as error:
            self._complain(f"The game was not saved: {error}.")

    def _open(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Open game", "", "Games (*.txt)")
        if path:
            self.open_game(Path(path))

    def open_game(self, path: Path) -> None:
        """Go on with a game that was saved, played by whom the first page says."""
        try:
            session = load_game(path, self._scenario, _agents(self.start_page.settings))
        except M44Error as error:
            self._complain(f"{error}.")
        else:
            session.setParent(self)
            self._play(session)
            self._refresh()

    def _complain(self, words: str) -> None:
        box = QMessageBox(QMessageBox.Icon.Warning, "Playtest", words, parent=self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _tell_keys(self) -> None:
        box = QMessageBox(QMessageBox.Icon.NoIcon, "Keys and mouse", _KEYS, parent=self)
        box.setTextFormat(Qt.TextFormat.RichText)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _want_position(self) -> None:
        if self.session:
            self.position_wanted.emit(scenario_of(self.session.state))

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the game with its window."""
        self._leave_session()
        super().closeEvent(event)


def _agents(settings: GameSettings) -> dict[Side, Agent]:
    return {side: SimpleAgent() for side in settings.computers}


def _way(action: Action) -> str:
    """Return what sets one of several ways to the same hex apart."""
    if not isinstance(action, Move):
        return str(action)
    return f"By way of {action.via}, to take its medal" if action.via else "The short way"
