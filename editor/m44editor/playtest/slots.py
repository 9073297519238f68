"""What each command of the playtest window does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication

from m44core.catalogue.types import Side
from m44core.errors import NotationError
from m44core.rules.game.going_on import resumable
from m44editor.keys import key_map
from m44editor.keys.key_map import KeyMap
from m44editor.playtest.column.pace_bar import PACES
from m44editor.playtest.commands import COMMANDS, PACE, PLAYTEST, player_command
from m44editor.playtest.game.players import player_choices
from m44editor.playtest.game.secrecy import EVERYBODY, redealt
from m44editor.playtest.other_lines import offer_lines
from m44editor.playtest.questions import inform, tell_keys, what_to_open
from m44editor.words import told, tr, without_letter

if TYPE_CHECKING:
    from m44editor.playtest.window import PlaytestWindow


def slots_of(window: PlaytestWindow) -> Mapping[str, Callable[[], object]]:
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
        "shortcuts": partial(choose_keys, window),
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
    window.position_wanted.emit(resumable(state))


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


def use_own_keys(window: PlaytestWindow) -> None:
    """Give the commands the keys the user chose; where those are damaged, ours stay."""
    settings = QSettings()
    if settings.contains(PLAYTEST.setting):
        try:
            _use(window, key_map.remembered(settings, PLAYTEST))
        except NotationError:
            _use(window, PLAYTEST.ours)


def _use(window: PlaytestWindow, keys: KeyMap) -> None:
    key_map.use(keys, window.actions_by_name, PLAYTEST)
    window.table.bar.name_keys({name: next(iter(each), "") for name, each in keys.items()})


def choose_keys(window: PlaytestWindow) -> None:
    """Let the user change the keys, and use them in all playtests."""
    from m44editor.keys.dialog import ask_for_shortcuts

    labels = {name: without_letter(told(command.text)) for name, command in COMMANDS.items()}
    keys = ask_for_shortcuts(PLAYTEST, labels, QSettings(), window)
    for other in QApplication.topLevelWidgets() if keys else ():
        if isinstance(other, type(window)) and keys:
            _use(other, keys)
