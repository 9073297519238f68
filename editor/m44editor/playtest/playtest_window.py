"""The playtest window: plays the scenario in its current state in the editor."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSettings, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow, QMenu, QWidget

from m44core.board import BoardType
from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.packs.pack import Pack
from m44core.drawing.board.scenario_drawing import VisibleLayers
from m44core.errors import M44Error, NotationError
from m44core.faults import boundary
from m44core.hexes import Hex
from m44core.messages.message import Message, message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.rules.analysis.scenario_gaps import gaps
from m44core.rules.cards.deck_choice import playable_decks
from m44core.rules.game.actions import Action
from m44core.rules.game.position_scenario import scenario_to_resume
from m44core.rules.play.game_setup import new_game
from m44core.rules.play.recorded_game import GameRecording
from m44core.rules.scenario_options import scenario_options
from m44core.validation.text_checks.rules_in_texts import engine_gaps_from_texts
from m44editor.accessibility.reduced_motion import is_motion_reduced
from m44editor.interface_text import language, sentence, tr, translated, without_mnemonic
from m44editor.manual_window import show_manual
from m44editor.playtest.after_game_dialog import AfterGameDialog
from m44editor.playtest.briefing_dock import BriefingDock
from m44editor.playtest.game.chance_script import NO_SCRIPT, ChanceScript
from m44editor.playtest.game.choices import Choices
from m44editor.playtest.game.game_branches import branch_description
from m44editor.playtest.game.game_files import (
    load_game,
    load_timeline,
    mismatch_reason,
    play_actions,
)
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.game.players import PERSON, human_sides, player_choices
from m44editor.playtest.game.secrecy import BOTH_SIDES, with_hidden_cards_redealt
from m44editor.playtest.game.timeline import GameTimeline
from m44editor.playtest.game_recovery import GameWriter, path_to_save, read_slot
from m44editor.playtest.game_saving import GameSaver
from m44editor.playtest.game_table import GameTable
from m44editor.playtest.playback_bars import DEFAULT_SPEED, STEP_DELAYS_MS, TOP_SPEED
from m44editor.playtest.playtest_dialogs import (
    ask_open_path,
    confirm_showing_hands,
    show_information,
    show_keys_dialog,
    show_warning,
)
from m44editor.playtest.playtest_menus import (
    COMMANDS,
    PLAYTEST_KEYS,
    SPEED_PREFIX,
    fill_menu_bar,
    player_command_name,
)
from m44editor.playtest.start_page import GameSettings, StartPage
from m44editor.screen import resize_to_screen
from m44editor.sessions.game_snapshots import GameSlot, GameSnapshot
from m44editor.shortcuts import key_map
from m44editor.shortcuts.key_map import ShortcutMap

if TYPE_CHECKING:
    from m44core.balance_lab.logged_games import LoggedGame
    from m44editor.playtest.log_game_dialog import LogGameDialog

_SWITCHES = ("names", "curtain", "pause", "steps")


class PlaytestWindow(QMainWindow):
    """Plays *scenario*; the document it came from is never changed.

    Args:
        scenario: The scenario to play.
        name: The name of its file.
        parent: The parent window.
        script: Dice and draws that are fixed beforehand.
        seed: The seed of all other dice and draws; "" for a random one.
        path: The file of the scenario, next to which games are logged; None if it has none.

    Raises:
        M44Error: the scenario cannot be played.

    Signals:
        position_requested: A position of the game, as a scenario to edit.

    Attributes:
        session: The running game; None before it starts and during a replay.
        table: The board, the cards and the side panel.
        number: The number of this window among the open playtests, shown in the title.
    """

    position_requested = Signal(object)

    def __init__(
        self,
        scenario: Scenario,
        name: str = "",
        parent: QWidget | None = None,
        *,
        script: ChanceScript = NO_SCRIPT,
        seed: str = "",
        path: Path | None = None,
    ) -> None:
        super().__init__(parent)
        new_game(scenario)  # raise now rather than after the settings are chosen
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.number = lowest_free_window_number(self, PlaytestWindow)
        self.setWindowTitle(window_title(scenario, name, self.number))
        self.session: GameSession | None = None
        self._scenario = scenario
        self._name = name
        self._path = path
        self._script = script
        self._logged_game: LoggedGame | None = None
        self._saving = GameSaver(self, name, path.parent if path else None)
        self._writer = GameWriter(self._saving, self._snapshot_of, self)
        self.table = GameTable(scenario)
        self.board, self.hand, self.game_page = self.table.board, self.table.hand, self.table.page
        is_overlord = scenario.board.type is BoardType.OVERLORD
        decks = playable_decks(scenario.board.type, scenario_options(scenario))
        all_gaps = (*engine_gaps_from_texts(scenario), *gaps(scenario))
        title = scenario.title_in(language())
        self.start_page = StartPage(title, all_gaps, is_overlord=is_overlord, decks=decks)
        if seed:
            self.start_page.seed.setText(seed)
        self.table.pages.insertWidget(0, self.start_page)
        self.table.pages.setCurrentWidget(self.start_page)
        self.setCentralWidget(self.table)
        self.briefing = BriefingDock(scenario, self)
        self.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, self.briefing)
        self.status_label = QLabel()
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.status_label, 1)
        self.actions_by_name = fill_menu_bar(self, _handlers_of(self))
        _apply_user_shortcuts(self)
        self._connect()
        self.set_speed(TOP_SPEED if is_motion_reduced() else DEFAULT_SPEED)
        self._update_commands()
        resize_to_screen(self, 1280, 860)
        self.start_page.setFocus()

    def recreate(self) -> PlaytestWindow:
        """Return a window in the current language that continues this game, and close this one.

        Decisions can still be undone, the computer continues thinking, and a saved game is still
        known to be saved.
        """
        new_window = PlaytestWindow(
            self._scenario, self._name, self.parentWidget(), script=self._script, path=self._path
        )
        new_window._take_over_from(self)
        return new_window

    def _take_over_from(self, old_window: PlaytestWindow) -> None:
        self.number = old_window.number
        self.setWindowTitle(window_title(self._scenario, self._name, self.number))
        self.start_page.copy_from(old_window.start_page)
        self._saving.copy_from(old_window._saving)
        self._writer.take_over(old_window._writer)
        self.session, old_window.session = old_window.session, None
        self._logged_game = old_window._logged_game
        if self.session:
            self.session.setParent(self)
        self.briefing.setVisible(not old_window.briefing.isHidden())
        for name in _SWITCHES:
            self.actions_by_name[name].setChecked(old_window.actions_by_name[name].isChecked())
        self.setGeometry(old_window.geometry())
        self.table.copy_from(old_window.table)
        speed_bar = old_window.game_page.speed_bar
        self.set_speed(speed_bar.slider.value())
        self.set_single_steps(speed_bar.single_steps_button.isChecked())
        self.restyle()
        if old_window.isVisible():
            self.show()
            self.board.copy_view(old_window.board)
        old_window.close()

    @property
    def chosen(self) -> Hex | None:
        """The hex of the chosen unit; None if there is none."""
        return self.table.board_controller.chosen

    @property
    def game_path(self) -> Path | None:
        """The file of the game; None until it is saved."""
        return self._saving.path

    @property
    def games_folder(self) -> Path:
        """The folder in which file dialogs look for games."""
        return self._saving.folder

    @property
    def choices(self) -> Choices:
        """The current choices."""
        return self.table.board_controller.choices

    def _connect(self) -> None:
        self.start_page.started.connect(self.start)
        self.start_page.gap_selected.connect(self.table.board_controller.highlight_hexes)
        self.table.action_chosen.connect(self.carry_out)
        self.table.refreshed.connect(self._update_commands)
        self.table.replay_left.connect(self.show_start_page)
        self.table.board_controller.order_cancelled.connect(self.cancel_order)
        self.table.board_controller.described.connect(self.status_label.setText)
        self.game_page.rematch_requested.connect(self.play_again)
        self.game_page.summary_requested.connect(self.show_summary)
        self.game_page.log_requested.connect(self.log_game)
        self.briefing.visibilityChanged.connect(self.actions_by_name["briefing"].setChecked)
        self.game_page.speed_bar.changed.connect(self.set_speed)
        self.game_page.speed_bar.single_steps_toggled.connect(self.set_single_steps)
        self.game_page.speed_bar.step_requested.connect(self.table.step_forward)
        self._writer.failed.connect(self._warn)

    # Game

    def start(self, settings: GameSettings) -> None:
        """Start a game."""
        session = GameSession(
            self._scenario,
            settings.seed,
            settings.players,
            self,
            settings=settings.rules,
            script=self._script,
            teams=settings.teams,
            hides_hands=settings.hides_hands,
        )
        self._saving.reset()
        self._show_session(session)
        session.begin()

    def play_again(self) -> None:
        """Start another game with the same players and a new seed; offer to save this one."""
        if self._saving.confirm_leaving(self.session):
            self.start_page.propose_seed()
            self.start(self.start_page.settings)

    def show_start_page(self) -> None:
        """Leave the game, offering to save it, and show the start page."""
        if not self._saving.confirm_leaving(self.session):
            return
        self._leave_session()
        self.start_page.propose_seed()
        self.table.show_scenario(self._scenario, self.start_page)
        self.start_page.setFocus()

    def carry_out(self, action: Action) -> None:
        """Carry out the decision of a person, if it is legal now."""
        if self.session and self.table.is_now and action in self.session.legal_actions():
            if self.session.is_feint(action):
                self.game_page.show_message(tr("You have no Ambush card."))
                return
            self.table.board_controller.chosen = None
            self.session.choose(action)

    def cancel_order(self, hex_name: str) -> None:
        """Cancel the order of the unit on a hex, or report that a later order depends on it."""
        if self.session and not self.session.cancel_order(hex_name):
            self.game_page.show_message(
                tr("A later order depends on this one; cancel that one first.")
            )

    def undo(self) -> None:
        """Undo the last decision of a person."""
        if self.session:
            self.table.playback.go_to_end()
            self.session.undo()

    def redo(self) -> None:
        """Redo the decision that was undone last."""
        if self.session:
            self.table.playback.go_to_end()
            self.session.redo()

    def _show_session(self, session: GameSession) -> None:
        """Replace the game shown."""
        self._leave_session()
        self.session = session
        self.table.show_session(session)
        self.table.set_user_pause(self.actions_by_name["pause"].isChecked())
        self.table.set_single_steps(self.actions_by_name["steps"].isChecked())

    def _leave_session(self) -> None:
        if self.session:
            self.session.stop()
            self.session.deleteLater()
            self.session = self._logged_game = None
            self._follow_saving()

    # Speed

    def set_speed(self, index: int) -> None:
        """Set the speed of the computer and of replays, as an index of `STEP_DELAYS_MS`."""
        self.table.set_speed(index)
        self.actions_by_name[f"{SPEED_PREFIX}{index}"].setChecked(True)
        self.game_page.speed_bar.show_speed(
            index, single_steps=self.actions_by_name["steps"].isChecked()
        )

    def set_single_steps(self, enabled: bool) -> None:
        """Turn single steps of the computer on or off."""
        self.actions_by_name["steps"].setChecked(enabled)
        self.game_page.speed_bar.show_speed(
            self.game_page.speed_bar.slider.value(), single_steps=enabled
        )
        self.table.set_single_steps(enabled)

    # Display

    def _update_commands(self) -> None:
        """Enable the commands that apply now."""
        timeline, is_now = self.table.playback.timeline, self.table.is_now
        is_enabled = enabled_by_command(self.session, timeline, self.choices, is_now=is_now)
        for name, enabled in is_enabled.items():
            self.actions_by_name[name].setEnabled(enabled)
        self.actions_by_name["log-game"].setEnabled(self._is_loggable)
        can_log = self._is_loggable and self._logged_game is None
        self.game_page.log_button.setVisible(can_log)
        self.actions_by_name["curtain"].setChecked(self.table.hides_hands)
        for side, player in (self.session.players if self.session else {}).items():
            self.actions_by_name[player_command_name(side, player)].setChecked(True)
        self._follow_saving()

    def _follow_saving(self) -> None:
        """Show whether the game is saved, and keep it safe while it is not."""
        self._show_title()
        self._writer.follow(self.session)

    def _show_title(self) -> None:
        """Show the file of the game in the title, and whether it has unsaved decisions."""
        title = window_title(self._scenario, self._name, self.number)
        if self.session is None:
            self.setWindowModified(False)
            self.setWindowTitle(title)
            return
        path = self._saving.path
        self.setWindowTitle(game_window_title(title, path.name if path else ""))
        self.setWindowModified(self._saving.is_modified(self.session))

    def restyle(self) -> None:
        """Redraw the board in the colors of the theme, with hex names if they are turned on."""
        self.table.restyle(VisibleLayers(hex_names=self.actions_by_name["names"].isChecked()))

    def changeEvent(self, event: QEvent) -> None:
        """Redraw in the colors of the new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "actions_by_name"):
            self.restyle()
            self.table.refresh()

    def show_summary(self) -> None:
        """Show losses, luck and medals of the game so far."""
        timeline = self.table.playback.timeline
        if timeline is not None:
            title = self._scenario.title_in(language()) or self._name
            AfterGameDialog(timeline, title, self).show()

    def log_game(self) -> None:
        """Ask for missing facts about a finished game between people, and log it."""
        if self.session is not None and self._path is not None:
            from m44editor.playtest.log_game_dialog import (  # only at the end
                LogGameDialog,
                log_entry_of_session,
            )

            dialog = LogGameDialog(
                self._path, log_entry_of_session(self.session, self._logged_game), self
            )
            dialog.accepted.connect(partial(self._remember_logged_game, dialog))
            dialog.finished.connect(dialog.deleteLater)
            dialog.open()

    def _remember_logged_game(self, dialog: LogGameDialog) -> None:
        """Remember a logged game, so that logging it again edits it.

        Show the summary of all games.
        """
        self._logged_game = dialog.game
        self.status_label.setText(dialog.summary)
        self._update_commands()

    @property
    def _is_loggable(self) -> bool:
        """Whether the game shown can be logged."""
        if self.session is None or self._path is None or self.session.state.result is None:
            return False
        from m44editor.playtest.log_game_dialog import is_loggable  # only at the end

        return is_loggable(self.session)

    # Files

    def save(self) -> None:
        """Save the game to its file, or ask for one."""
        if self.session:
            self._saving.save_or_ask(self.session)
            self._follow_saving()

    def save_as(self) -> None:
        """Ask for a file and save the game to it."""
        if self.session:
            self._saving.save_as(self.session)
            self._follow_saving()

    def save_game(self, path: Path) -> None:
        """Save the game to a file, or report why that failed."""
        if self.session:
            self._saving.save(self.session, path)
            self._follow_saving()

    def set_player(self, side: Side, player: str) -> None:
        """Let a person or a level of the computer play a side from now on."""
        if self.session:
            self.table.playback.go_to_end()
            self.session.set_player(side, player)

    def open_game(self, path: Path) -> None:
        """Continue a saved game with the players its file names, or report why that failed."""
        if not self._saving.confirm_leaving(self.session):
            return
        players = self.start_page.settings.players
        try:
            session = load_game(path, self._scenario, players, self._script)
        except M44Error as error:
            show_warning(self, sentence(message("{error}.", error=message_of_error(error))))
            return
        self._saving.mark_opened(session, path)
        self._continue(session)

    def is_waiting_for(self, snapshot: GameSnapshot) -> bool:
        """Return whether a recovered game can be shown here.

        No game is shown yet, or the same game as it was last saved.
        """
        return (
            (self.table.playback.timeline is None or self._shows_saved(snapshot.game_path))
            and self._scenario == snapshot.scenario
            and (self._path and self._path.absolute()) == snapshot.path
            and self._script.outcomes == snapshot.script
        )

    def _shows_saved(self, path: Path | None) -> bool:
        if self.session is None or self.game_path is None or self.game_path.absolute() != path:
            return False
        return not self._saving.is_modified(self.session)

    def recover(self, snapshot: GameSnapshot, session: GameSession, slot: GameSlot) -> None:
        """Continue the game of an earlier process, and take over its slot."""
        self._saving.mark_recovered(path_to_save(snapshot))
        self._continue(session)
        self._writer.adopt(slot)

    def _continue(self, session: GameSession) -> None:
        """Show a game that was begun earlier, with its players."""
        session.setParent(self)
        self.start_page.choose_players(session.players)
        self.start_page.curtain.setChecked(session.hides_hands)
        self._show_session(session)

    def _snapshot_of(self, session: GameSession) -> GameSnapshot:
        return GameSnapshot(
            self._scenario,
            session.recording(self._name),
            session.state.turn,
            self._name,
            self._path and self._path.absolute(),
            self._saving.path and self._saving.path.absolute(),
            self._script.outcomes,
        )

    def _warn(self, warning: Message) -> None:
        show_warning(self, sentence(warning))

    def open_replay(self, path: Path) -> None:
        """Show a recorded game from its beginning, or report why it cannot be read.

        Warn if the file does not match the scenario.
        """
        if not self._saving.confirm_leaving(self.session):
            return
        try:
            timeline, recording = load_timeline(path, self._scenario)
        except M44Error as error:
            show_warning(self, sentence(message("{error}.", error=message_of_error(error))))
            return
        self._show_timeline(timeline, recording)
        mismatch = mismatch_reason(recording, self._scenario)
        if mismatch:
            show_warning(self, tr("{file} can be shown, but {why}.", file=path.name, why=mismatch))

    def show_recording(self, recording: GameRecording) -> None:
        """Show a game of this scenario that was just recorded, from its beginning."""
        timeline = GameTimeline(self._scenario, recording.settings)
        play_actions(timeline, recording)
        self._show_timeline(timeline, recording)

    def _show_timeline(self, timeline: GameTimeline, recording: GameRecording) -> None:
        self._leave_session()
        players = {side: recording.players.get(side, PERSON) for side in timeline.state.field.sides}
        self.table.show_recorded_game(timeline, players, recording.seed)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close the window and end the game, offering to save it first; the user can cancel."""
        if not self._saving.confirm_leaving(self.session):
            event.ignore()
            return
        self._leave_session()
        self._writer.close()
        super().closeEvent(event)


def _handlers_of(window: PlaytestWindow) -> Mapping[str, Callable[[], object]]:
    """Return the handlers of the commands, by command name."""
    table, playback, board = window.table, window.table.playback, window.table.board
    briefing = window.briefing
    return {
        "new": window.show_start_page,
        "open": partial(_ask_and_open_game, window),
        "save": window.save,
        "save-as": window.save_as,
        "replay": partial(_ask_and_open_replay, window),
        "position": partial(_edit_position, window),
        "after": window.show_summary,
        "log-game": window.log_game,
        "briefing": lambda: briefing.setVisible(briefing.isHidden()),
        "close": window.close,
        "undo": window.undo,
        "redo": window.redo,
        "lines": partial(_show_branches, window),
        "next-hex": table.board_controller.focus_next_hex,
        "hand": table.focus_hand,
        "log": partial(_focus_log, window),
        "zoom-in": board.zoom_in,
        "zoom-out": board.zoom_out,
        "fit": board.fit,
        "names": window.restyle,
        "curtain": partial(_hide_or_show_hands, window),
        "watch": table.replay,
        "back": lambda: playback.step(-1),
        "forward": table.step_forward,
        "turn-back": lambda: playback.step_turn(-1),
        "turn-forward": lambda: playback.step_turn(1),
        "start": lambda: playback.go_to(0),
        "end": playback.go_to_end,
        "now": table.exit_playback,
        "pause": partial(_toggle_pause, window),
        "steps": lambda: window.set_single_steps(window.actions_by_name["steps"].isChecked()),
        "manual": lambda: show_manual(window),
        "keys": lambda: show_keys_dialog(window),
        "shortcuts": partial(_edit_shortcuts, window),
        **{
            player_command_name(side, player): partial(window.set_player, side, player)
            for side in Side
            for player in player_choices()
        },
        **{f"{SPEED_PREFIX}{n}": partial(window.set_speed, n) for n in range(len(STEP_DELAYS_MS))},
    }


def _hide_or_show_hands(window: PlaytestWindow) -> None:
    """Hide the hands, or show them once the players have confirmed; seen cards stay known."""
    is_hidden = window.actions_by_name["curtain"].isChecked()
    is_over = window.session is None or window.session.state.result is not None
    if is_hidden or is_over or confirm_showing_hands(window):
        window.table.hide_hands(is_hidden)
    else:
        window.actions_by_name["curtain"].setChecked(True)


def _ask_and_open_game(window: PlaytestWindow) -> None:
    path = ask_open_path(window, tr("Open Game"), window.games_folder)
    if path:
        window.open_game(path)


def _ask_and_open_replay(window: PlaytestWindow) -> None:
    path = ask_open_path(window, tr("Watch a Recorded Game"), window.games_folder)
    if path:
        window.open_replay(path)


def _edit_position(window: PlaytestWindow) -> None:
    state, timeline = window.table.playback.state, window.table.playback.timeline
    if state is None or timeline is None:
        return
    visible_sides = window.table.viewer.visible_sides(timeline.state)
    if visible_sides != BOTH_SIDES:
        state = with_hidden_cards_redealt(state, visible_sides, Random())
        show_information(
            window, tr("Hidden cards stay secret: the scenario gets other cards instead.")
        )
    window.position_requested.emit(scenario_to_resume(state))


def _show_branches(window: PlaytestWindow) -> None:
    if window.session:
        window.table.playback.go_to_end()
        visible_sides = window.table.viewer.visible_sides(window.session.state)
        show_branch_menu(window, window.session, visible_sides)


def _toggle_pause(window: PlaytestWindow) -> None:
    """Pause or continue the computer; while looking back, play or stop the replay."""
    pause_action = window.actions_by_name["pause"]
    if window.table.is_now:
        window.table.set_user_pause(pause_action.isChecked())
    else:
        pause_action.setChecked(False)
        window.table.playback.set_playing(not window.table.playback.is_playing)


def _focus_log(window: PlaytestWindow) -> None:
    log = window.game_page.log
    if log.currentRow() < 0:
        log.setCurrentRow(log.count() - 1)
    log.setFocus(Qt.FocusReason.ShortcutFocusReason)


def _apply_user_shortcuts(window: PlaytestWindow) -> None:
    """Apply the user's shortcuts; fall back to the defaults if they are damaged."""
    settings = QSettings()
    if settings.contains(PLAYTEST_KEYS.setting):
        try:
            _apply_shortcuts(window, key_map.stored_shortcuts(settings, PLAYTEST_KEYS))
        except NotationError:
            _apply_shortcuts(window, PLAYTEST_KEYS.defaults)


def _apply_shortcuts(window: PlaytestWindow, keys: ShortcutMap) -> None:
    key_map.apply_shortcuts(keys, window.actions_by_name, PLAYTEST_KEYS)
    window.table.playback_bar.show_shortcuts_in_tooltips(
        {name: next(iter(each), "") for name, each in keys.items()}
    )


def _edit_shortcuts(window: PlaytestWindow) -> None:
    """Let the user change the shortcuts, and apply them to all playtest windows."""
    from m44editor.shortcuts.shortcuts_dialog import edit_shortcuts  # 4 ms

    labels = {
        name: without_mnemonic(translated(command.text)) for name, command in COMMANDS.items()
    }
    keys = edit_shortcuts(PLAYTEST_KEYS, labels, QSettings(), window)
    for other in QApplication.topLevelWidgets() if keys else ():
        if isinstance(other, PlaytestWindow) and keys:
            _apply_shortcuts(other, keys)


_GAME_COMMANDS = (
    *("position", "hand", "log", "forward", "pause", "back", "turn-back", "turn-forward"),
    *("start", "end", "watch"),
)
_PLAYER_COMMANDS = [
    player_command_name(side, player) for side in Side for player in player_choices()
]


def enabled_by_command(
    session: GameSession | None, timeline: GameTimeline | None, choices: Choices, *, is_now: bool
) -> Mapping[str, bool]:
    """Return whether each of the commands that are not always available is enabled.

    Args:
        session: The running game; None before it starts and during a replay.
        timeline: The game shown; None if there is none.
        choices: The current choices.
        is_now: Whether the latest moment of a running game is shown.
    """
    return {
        "undo": session is not None and session.can_undo,
        "redo": session is not None and session.can_redo,
        "lines": session is not None and bool(session.abandoned_branches),
        **dict.fromkeys(("save", "save-as"), session is not None),
        **dict.fromkeys(_PLAYER_COMMANDS, session is not None and session.state.result is None),
        "after": timeline is not None and timeline.length > 0,
        "next-hex": bool(choices.hexes or choices.units),
        "now": timeline is not None and not is_now,
        "curtain": session is not None and len(human_sides(session.players)) == 2,
        **dict.fromkeys(_GAME_COMMANDS, timeline is not None),
    }


def recovered_window(
    slot: GameSlot, packs: Sequence[Pack], unused_window: PlaytestWindow | None = None
) -> PlaytestWindow:
    """Return a window that continues the game in a slot, which it takes over.

    Args:
        slot: The slot.
        packs: The user packs that apply to the scenario.
        unused_window: A window that is returned if it fits the game and shows none yet.

    Raises:
        M44Error: the snapshot is damaged, or this version cannot continue the game.
    """
    with boundary():
        snapshot, session = read_slot(slot, packs)
        window = unused_window
        if window is None or not window.is_waiting_for(snapshot):
            window = PlaytestWindow(
                snapshot.scenario,
                snapshot.name,
                script=ChanceScript(snapshot.script),
                path=snapshot.path,
            )
        window.recover(snapshot, session, slot)
    return window


def lowest_free_window_number(window: QWidget, kind: type[QWidget]) -> int:
    """Return the lowest number that no other visible window of the class *kind* has."""
    other_windows = [
        w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w is not window
    ]
    used_numbers = {getattr(other, "number", 0) for other in other_windows if other.isVisible()}
    return next(number for number in range(1, len(used_numbers) + 2) if number not in used_numbers)


def window_title(scenario: Scenario, name: str, number: int) -> str:
    """Return the title of a playtest window; *name* is used if the scenario has no title."""
    title = scenario.title_in(language()) or name or tr("Untitled")
    if number == 1:
        return tr("Playtest: {scenario}", scenario=title)
    return tr("Playtest {number}: {scenario}", number=number, scenario=title)


def game_window_title(title: str, file: str) -> str:
    """Return the window title during a game, with Qt's placeholder for the modified mark.

    Args:
        title: The title without a game.
        file: The name of the game's file; "" before it is saved.
    """
    return f"{title} — {file}[*]" if file else f"{title}[*]"


def show_branch_menu(
    window: QWidget, session: GameSession, visible_sides: Collection[Side]
) -> None:
    """Show a menu of a game's abandoned branches, newest first, to return to one of them.

    Cards are named only for the sides in *visible_sides*.
    """
    menu = QMenu(window)
    menu.aboutToHide.connect(menu.deleteLater)
    for index in reversed(range(len(session.abandoned_branches))):
        text = translated(
            branch_description(session.timeline, session.abandoned_branches[index], visible_sides)
        )
        menu.addAction(text, partial(session.restore_branch, index))
    menu.setActiveAction(menu.actions()[0])
    menu.popup(window.mapToGlobal(window.rect().center()))
