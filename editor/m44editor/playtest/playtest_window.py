"""The playtest window: a scenario as it was on the screen, played."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from random import Random

from PySide6.QtCore import QEvent, QSettings, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMenu, QWidget

from m44core.board import BoardType
from m44core.catalogue.types import Side
from m44core.drawing.board.scenario_drawing import VisibleLayers
from m44core.errors import M44Error, NotationError
from m44core.hexes import Hex
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.cards.deck_choice import playable_decks
from m44core.rules.game.actions import Action
from m44core.rules.game.position_scenario import scenario_to_resume
from m44core.rules.play.game_setup import new_game
from m44core.rules.scenario_options import scenario_options
from m44core.validation.text_checks.rules_in_texts import gaps_of_texts
from m44editor.accessibility.reduced_motion import is_motion_reduced
from m44editor.interface_text import language, tr, translated, without_mnemonic
from m44editor.playtest.after_game_dialog import AfterGame
from m44editor.playtest.briefing_dock import BriefingDock
from m44editor.playtest.game.chance_script import NO_SCRIPT, Script
from m44editor.playtest.game.choices import Choices
from m44editor.playtest.game.game_files import differs, load_film, load_game
from m44editor.playtest.game.game_session import Session
from m44editor.playtest.game.other_lines import told_apart
from m44editor.playtest.game.players import PERSON, people_among, player_choices
from m44editor.playtest.game.secrecy import EVERYBODY, redealt
from m44editor.playtest.game.timeline import Film
from m44editor.playtest.game_saving import Saving
from m44editor.playtest.game_table import Table
from m44editor.playtest.playback_bars import AT_ONCE, PACES, USUAL
from m44editor.playtest.playtest_dialogs import complain, inform, tell_keys, what_to_open
from m44editor.playtest.playtest_menus import COMMANDS, PACE, PLAYTEST, make_actions, player_command
from m44editor.playtest.start_page import GameSettings, StartPage
from m44editor.screen import resize_to_screen
from m44editor.shortcuts import key_map
from m44editor.shortcuts.key_map import KeyMap

_SWITCHES = ("names", "curtain", "pause", "steps")


class PlaytestWindow(QMainWindow):
    """Plays *scenario*; the document it came from is never touched.

    Args:
        scenario: What is played.
        name: Its file.
        parent: The window it belongs to.
        script: Dice and draws known beforehand.
        seed: What other dice and draws come from; "" for any.

    Raises:
        M44Error: the scenario cannot be played at all.

    Signals:
        position_wanted: The position that is shown as a scenario, to be edited.

    Attributes:
        session: The game that is played; None before it begins and while one is watched.
        table: What is on the screen of a game.
        number: Which playtest of several that are open it is; the title says so.
    """

    position_wanted = Signal(object)

    def __init__(
        self,
        scenario: Scenario,
        name: str = "",
        parent: QWidget | None = None,
        *,
        script: Script = NO_SCRIPT,
        seed: str = "",
    ) -> None:
        super().__init__(parent)
        new_game(scenario)  # refused here rather than after the settings were chosen
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.number = next_number(self, PlaytestWindow)
        self.setWindowTitle(title_of(scenario, name, self.number))
        self.session: Session | None = None
        self._scenario = scenario
        self._name = name
        self._script = script
        self._saving = Saving(self, name)
        self.table = Table(scenario)
        self.board, self.hand, self.game_page = self.table.board, self.table.hand, self.table.page
        overlord = scenario.board.type is BoardType.OVERLORD
        decks = playable_decks(scenario.board.type, scenario_options(scenario))
        missing = (*gaps_of_texts(scenario), *gaps(scenario))
        title = scenario.title_in(language())
        self.start_page = StartPage(title, missing, overlord=overlord, decks=decks)
        if seed:
            self.start_page.seed.setText(seed)
        self.table.pages.insertWidget(0, self.start_page)
        self.table.pages.setCurrentWidget(self.start_page)
        self.setCentralWidget(self.table)
        self.briefing = BriefingDock(scenario, self)
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.briefing)
        self.hover_words = QLabel()
        self.statusBar().addWidget(self.hover_words, 1)
        self.actions_by_name = make_actions(self, _slots_of(self))
        _use_own_keys(self)
        self._connect()
        self.set_pace(AT_ONCE if is_motion_reduced() else USUAL)
        self._enable()
        resize_to_screen(self, 1280, 860)
        self.start_page.setFocus()

    def rebuilt(self) -> PlaytestWindow:
        """Return the window that shows the same in the language spoken now, instead of this one.

        The game goes on in it as if nothing had happened: who thinks thinks on, what was decided
        can be taken back, what is saved is known to be.
        """
        after = PlaytestWindow(self._scenario, self._name, self.parentWidget(), script=self._script)
        after._take_over(self)
        return after

    def _take_over(self, before: PlaytestWindow) -> None:
        self.number = before.number
        self.setWindowTitle(title_of(self._scenario, self._name, self.number))
        self.start_page.take_over(before.start_page)
        self._saving.take_over(before._saving)
        self.session, before.session = before.session, None
        if self.session:
            self.session.setParent(self)
        self.briefing.setVisible(not before.briefing.isHidden())
        for name in _SWITCHES:
            self.actions_by_name[name].setChecked(before.actions_by_name[name].isChecked())
        self.setGeometry(before.geometry())
        self.table.take_over(before.table)
        pace = before.game_page.pace
        self.set_pace(pace.slider.value())
        self.set_steps(pace.steps.isChecked())
        self.restyle()
        if before.isVisible():
            self.show()
            self.board.zoom_to(before.board.zoom.scale)
        before.close()

    @property
    def chosen(self) -> Hex | None:
        """The hex of the unit that is to act."""
        return self.table.play.chosen

    @property
    def choices(self) -> Choices:
        """What can be clicked now."""
        return self.table.play.choices

    def _connect(self) -> None:
        self.start_page.started.connect(self.start)
        self.start_page.pointed.connect(self.table.play.point_out)
        self.table.decided.connect(self.do)
        self.table.shown.connect(self._enable)
        self.table.left.connect(self.ask_anew)
        self.table.play.released.connect(self.take_order_back)
        self.table.play.described.connect(self.hover_words.setText)
        self.game_page.again.connect(self.play_again)
        self.game_page.after.connect(self.tell_after)
        self.briefing.visibilityChanged.connect(self.actions_by_name["briefing"].setChecked)
        self.game_page.pace.changed.connect(self.set_pace)
        self.game_page.pace.stepping.connect(self.set_steps)
        self.game_page.pace.step_wanted.connect(self.table.forward)

    # The course of the game

    def start(self, settings: GameSettings) -> None:
        """Begin a game."""
        session = Session(
            self._scenario,
            settings.seed,
            settings.players,
            self,
            settings=settings.rules,
            script=self._script,
            teams=settings.teams,
            hides_hands=settings.curtain,
        )
        self._saving.begin()
        self._play(session)
        session.begin()

    def play_again(self) -> None:
        """Begin another game of the same players, with other dice."""
        if self._saving.may_leave(self.session):
            self.start_page.draw_seed()
            self.start(self.start_page.settings)

    def ask_anew(self) -> None:
        """Leave the game and ask for the settings of another."""
        if not self._saving.may_leave(self.session):
            return
        self._leave_session()
        self.start_page.draw_seed()
        self.table.show_scenario(self._scenario, self.start_page)
        self.start_page.setFocus()

    def do(self, action: Action) -> None:
        """Carry out what a person decided."""
        if self.session and self.table.is_now and action in self.session.legal_actions():
            if self.session.refuses(action):
                self.game_page.tell(tr("You do not hold an Ambush card."))
                return
            self.table.play.chosen = None
            self.session.choose(action)

    def take_order_back(self, hex_: str) -> None:
        """Let a unit go without its order again; say so where a later order needs it."""
        if self.session and not self.session.take_order_back(hex_):
            self.game_page.tell(tr("A later order depends on this one; undo that one first."))

    def undo(self) -> None:
        """Take the last decision of a person back."""
        if self.session:
            self.table.viewing.go_to_end()
            self.session.undo()

    def redo(self) -> None:
        """Do again what was taken back last."""
        if self.session:
            self.table.viewing.go_to_end()
            self.session.redo()

    def _play(self, session: Session) -> None:
        """Show a game instead of what was shown before."""
        self._leave_session()
        self.session = session
        self.table.show_session(session)
        self.table.set_pause(self.actions_by_name["pause"].isChecked())
        self.table.set_steps(self.actions_by_name["steps"].isChecked())

    def _leave_session(self) -> None:
        if self.session:
            self.session.stop()
            self.session.deleteLater()
            self.session = None

    # How quickly

    def set_pace(self, number: int) -> None:
        """Let the computer and replays go on at another speed."""
        self.table.set_pace(number)
        self.actions_by_name[f"{PACE}{number}"].setChecked(True)
        self.game_page.pace.show_pace(number, steps=self.actions_by_name["steps"].isChecked())

    def set_steps(self, steps: bool) -> None:
        """Let the computer wait before every step, or no longer."""
        self.actions_by_name["steps"].setChecked(steps)
        self.game_page.pace.show_pace(self.game_page.pace.slider.value(), steps=steps)
        self.table.set_steps(steps)

    # What is shown

    def _enable(self) -> None:
        """Offer the commands that make sense at the moment."""
        film, now = self.table.viewing.film, self.table.is_now
        allowed = commands_allowed(self.session, film, self.choices, is_now=now)
        for name, enabled in allowed.items():
            self.actions_by_name[name].setEnabled(enabled)
        self.actions_by_name["curtain"].setChecked(self.table.hides_hands)
        for side, who in (self.session.players if self.session else {}).items():
            self.actions_by_name[player_command(side, who)].setChecked(True)
        self._show_title()

    def _show_title(self) -> None:
        """Tell in which file the game is, and whether it was played on since it was saved."""
        title = title_of(self._scenario, self._name, self.number)
        if self.session is None:
            self.setWindowModified(False)
            self.setWindowTitle(title)
            return
        path = self._saving.path
        self.setWindowTitle(title_of_game(title, path.name if path else ""))
        self.setWindowModified(self._saving.is_modified(self.session))

    def restyle(self) -> None:
        """Draw the board anew, with the names of its hexes where they are wanted."""
        self.table.restyle(VisibleLayers(hex_names=self.actions_by_name["names"].isChecked()))

    def changeEvent(self, event: QEvent) -> None:
        """Draw in the colours of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "actions_by_name"):
            self.restyle()
            self.table.refresh()

    def tell_after(self) -> None:
        """Tell how the game went."""
        film = self.table.viewing.film
        if film is not None:
            title = self._scenario.title_in(language()) or self._name
            AfterGame(film, title, self).show()

    # Files

    def save_again(self) -> None:
        """Write the game so far to its file; ask for one where it has none."""
        if self.session:
            self._saving.save_again(self.session)
            self._show_title()

    def ask_and_save(self) -> None:
        """Ask for a file and write the game so far."""
        if self.session:
            self._saving.ask_and_save(self.session)
            self._show_title()

    def save_game(self, path: Path) -> None:
        """Write the game so far as text."""
        if self.session:
            self._saving.save(self.session, path)
            self._show_title()

    def let_play(self, side: Side, who: str) -> None:
        """Let a person or a level of the computer play a side from now on."""
        if self.session:
            self.table.viewing.go_to_end()
            self.session.let_play(side, who)

    def open_game(self, path: Path) -> None:
        """Go on with a game that was saved, played by those who played it."""
        if not self._saving.may_leave(self.session):
            return
        players = self.start_page.settings.players
        try:
            session = load_game(path, self._scenario, players)
        except M44Error as error:
            complain(self, tr("{error}.", error=reason(error)))
            return
        session.setParent(self)
        self.start_page.choose_players(session.players)
        self.start_page.curtain.setChecked(session.hides_hands)
        self._saving.counts_as_saved(session, path)
        self._play(session)

    def open_replay(self, path: Path) -> None:
        """Show a recorded game from its beginning."""
        if not self._saving.may_leave(self.session):
            return
        try:
            film, recording = load_film(path, self._scenario)
        except M44Error as error:
            complain(self, tr("{error}.", error=reason(error)))
            return
        self._leave_session()
        players = {side: recording.players.get(side, PERSON) for side in film.state.field.sides}
        self.table.show_film(film, players, recording.seed)
        why = differs(recording, self._scenario)
        if why:
            complain(self, tr("{file} can be shown, but {why}.", file=path.name, why=why))

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the game with its window, unless somebody wants to keep it."""
        if not self._saving.may_leave(self.session):
            event.ignore()
            return
        self._leave_session()
        super().closeEvent(event)


def _slots_of(window: PlaytestWindow) -> Mapping[str, Callable[[], object]]:
    """Return what each command does."""
    table, viewing, board = window.table, window.table.viewing, window.table.board
    briefing = window.briefing
    return {
        "new": window.ask_anew,
        "open": partial(_open, window),
        "save": window.save_again,
        "save-as": window.ask_and_save,
        "replay": partial(_open_replay, window),
        "position": partial(_want_position, window),
        "after": window.tell_after,
        "briefing": lambda: briefing.setVisible(briefing.isHidden()),
        "close": window.close,
        "undo": window.undo,
        "redo": window.redo,
        "lines": partial(_offer_lines, window),
        "next-hex": table.play.go_to_next,
        "hand": table.look_at_hand,
        "log": partial(_go_to_log, window),
        "zoom-in": board.zoom_in,
        "zoom-out": board.zoom_out,
        "fit": board.fit,
        "names": window.restyle,
        "curtain": lambda: table.hide_hands(window.actions_by_name["curtain"].isChecked()),
        "watch": table.watch,
        "back": lambda: viewing.step(-1),
        "forward": table.forward,
        "turn-back": lambda: viewing.step_turn(-1),
        "turn-forward": lambda: viewing.step_turn(1),
        "start": lambda: viewing.go_to(0),
        "end": viewing.go_to_end,
        "now": table.back_to_now,
        "pause": partial(_pause, window),
        "steps": lambda: window.set_steps(window.actions_by_name["steps"].isChecked()),
        "keys": lambda: tell_keys(window),
        "shortcuts": partial(_choose_keys, window),
        **{
            player_command(side, who): partial(window.let_play, side, who)
            for side in Side
            for who in player_choices()
        },
        **{f"{PACE}{n}": partial(window.set_pace, n) for n in range(len(PACES))},
    }


def _open(window: PlaytestWindow) -> None:
    path = what_to_open(window, tr("Open game"))
    if path:
        window.open_game(path)


def _open_replay(window: PlaytestWindow) -> None:
    path = what_to_open(window, tr("Watch a recorded game"))
    if path:
        window.open_replay(path)


def _want_position(window: PlaytestWindow) -> None:
    state, film = window.table.viewing.state, window.table.viewing.film
    if state is None or film is None:
        return
    seen = window.table.looking.may_see(film.state)
    if seen != EVERYBODY:
        state = redealt(state, seen, Random())
        inform(window, tr("Hidden cards stay secret: the scenario has other cards in their place."))
    window.position_wanted.emit(scenario_to_resume(state))


def _offer_lines(window: PlaytestWindow) -> None:
    if window.session:
        window.table.viewing.go_to_end()
        seen = window.table.looking.may_see(window.session.state)
        offer_lines(window, window.session, seen)


def _pause(window: PlaytestWindow) -> None:
    """Stop what goes on by itself, or let it go on: the computer, or a replay."""
    paused = window.actions_by_name["pause"]
    if window.table.is_now:
        window.table.set_pause(paused.isChecked())
    else:
        paused.setChecked(False)
        window.table.viewing.play(not window.table.viewing.is_playing)


def _go_to_log(window: PlaytestWindow) -> None:
    log = window.game_page.log
    if log.currentRow() < 0:
        log.setCurrentRow(log.count() - 1)
    log.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _use_own_keys(window: PlaytestWindow) -> None:
    """Give the commands the keys the user chose; where those are damaged, ours stay."""
    settings = QSettings()
    if settings.contains(PLAYTEST.setting):
        try:
            _use(window, key_map.stored_keys(settings, PLAYTEST))
        except NotationError:
            _use(window, PLAYTEST.defaults)


def _use(window: PlaytestWindow, keys: KeyMap) -> None:
    key_map.apply_keys(keys, window.actions_by_name, PLAYTEST)
    window.table.bar.name_keys({name: next(iter(each), "") for name, each in keys.items()})


def _choose_keys(window: PlaytestWindow) -> None:
    """Let the user change the keys, and use them in all playtests."""
    from m44editor.shortcuts.shortcuts_dialog import edit_shortcuts  # 4 ms

    labels = {
        name: without_mnemonic(translated(command.text)) for name, command in COMMANDS.items()
    }
    keys = edit_shortcuts(PLAYTEST, labels, QSettings(), window)
    for other in QApplication.topLevelWidgets() if keys else ():
        if isinstance(other, PlaytestWindow) and keys:
            _use(other, keys)


_OF_A_GAME = (
    *("position", "hand", "log", "forward", "pause", "back", "turn-back", "turn-forward"),
    *("start", "end", "watch"),
)
_PLAYERS = [player_command(side, who) for side in Side for who in player_choices()]


def commands_allowed(
    session: Session | None, film: Film | None, choices: Choices, *, is_now: bool
) -> Mapping[str, bool]:
    """Return for the commands that are not always offered whether they are.

    Args:
        session: The game that is played; None where one is watched, or before it begins.
        film: The game that is shown.
        choices: What can be clicked.
        is_now: Whether its latest moment is shown, in a game that is played.
    """
    return {
        "undo": session is not None and session.can_undo,
        "redo": session is not None and session.can_redo,
        "lines": session is not None and bool(session.other_lines),
        **dict.fromkeys(("save", "save-as"), session is not None),
        **dict.fromkeys(_PLAYERS, session is not None and session.state.result is None),
        "after": film is not None and film.length > 0,
        "next-hex": bool(choices.hexes or choices.units),
        "now": film is not None and not is_now,
        "curtain": session is not None and len(people_among(session.players)) == 2,
        **dict.fromkeys(_OF_A_GAME, film is not None),
    }


def next_number(window: QWidget, kind: type[QWidget]) -> int:
    """Return the least number no other open window of a kind has."""
    others = [w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w is not window]
    taken = {getattr(other, "number", 0) for other in others if other.isVisible()}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def title_of(scenario: Scenario, name: str, number: int) -> str:
    """Return the title of the window in which a scenario is played, in the file *name*."""
    title = scenario.title_in(language()) or name or tr("Untitled")
    if number == 1:
        return tr("Playtest: {scenario}", scenario=title)
    return tr("Playtest {number}: {scenario}", number=number, scenario=title)


def title_of_game(title: str, file: str) -> str:
    """Return the title of a window in which a game is played, with a place for "modified".

    Args:
        title: The title of the window without a game.
        file: The name of the file the game is saved in; "" before it is.
    """
    return f"{title} — {file}[*]" if file else f"{title}[*]"


def offer_lines(window: QWidget, session: Session, seen: Collection[Side]) -> None:
    """Show the other lines of a game, the one left last first, to go back to one of them.

    Cards are named of the sides in *seen* alone.
    """
    menu = QMenu(window)
    menu.aboutToHide.connect(menu.deleteLater)
    for number in reversed(range(len(session.other_lines))):
        words = translated(told_apart(session.film, session.other_lines[number], seen))
        menu.addAction(words, partial(session.go_to_line, number))
    menu.setActiveAction(menu.actions()[0])
    menu.popup(window.mapToGlobal(window.rect().center()))
