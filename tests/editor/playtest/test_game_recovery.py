"""A game that is being played survives a crash."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer
from tests.editor.playtest.conftest import (
    TWO_PEOPLE,
    OpenPlaytest,
    PlaytestDriver,
    read_shipped_scenario,
)

from m44core.catalogue.catalogue_types import Side
from m44core.model.edits import new_scenario
from m44core.resources import scenarios_folder
from m44core.rules.play.recorded_game import format_recorded_game, parse_recorded_game
from m44editor.checks.check_worker import check_worker
from m44editor.crash import CrashHandler
from m44editor.documents.document import Document
from m44editor.interface_language import switch_language
from m44editor.interface_text import sentence
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.playtest_window import PlaytestWindow, recovered_window
from m44editor.sessions.game_snapshots import GameSlot, GameSnapshot, abandoned_games
from m44editor.sessions.recovery_slots import writer_thread
from m44editor.sessions.state_files import games_folder
from m44editor.windows.file_controller import FileController
from m44editor.windows.playtest_commands import PlaytestCommands
from m44editor.windows.recovery import Recovery, RecoveryDialog, crashed_games, offer_games

GAME = Path(__file__).with_name("crashing_game.py")
PEGASUS = scenarios_folder() / "pegasus-bridge.m44"
MIN_ACTIONS = 60  # actions in a copy before its process is killed


class Editor:
    """The parts of the editor that recover games, in this process."""

    def __init__(self, folder: Path, parent: QWidget) -> None:
        document = Document(new_scenario())
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        files = FileController(document, None, settings)
        self.recovery = Recovery(document, files)
        self.playtests = PlaytestCommands(document, files, parent)

    def offer(self) -> bool:
        """Offer unsaved work, as at the start of the editor."""
        return self.recovery.offer(continue_game=self.playtests.recover)

    @property
    def window(self) -> PlaytestWindow:
        """The only playtest."""
        (window,) = self.playtests.windows
        return window


@pytest.fixture
def editor(qtbot: QtBot, tmp_path: Path, open_playtest: OpenPlaytest) -> Iterator[Editor]:
    """The editor; its playtests are closed like those of the other fixture."""
    parent = QWidget()
    qtbot.addWidget(parent)
    editor = Editor(tmp_path, parent)
    yield editor
    editor.recovery.close()


def copies() -> list[Path]:
    """Return the recovery copies of games."""
    return sorted(games_folder().glob("*.json"))


def decide_once(player: PlaytestDriver) -> PlaytestDriver:
    """Start a game, make a decision, wait for its copy, and return the player."""
    player.start(TWO_PEOPLE)
    player.play_any_card()
    player.qtbot.waitUntil(lambda: bool(copies()))
    return player


def leave_copy(snapshot: GameSnapshot) -> GameSlot:
    """Write a recovery copy like that of a crashed process, and return its slot."""
    games_folder().mkdir(parents=True, exist_ok=True)
    slot = GameSlot(games_folder())
    slot.write(snapshot)
    return slot


def played_snapshot(decisions: int, players: dict[Side, str] = TWO_PEOPLE) -> GameSnapshot:
    """Return a snapshot of a game of Pegasus Bridge with some decisions."""
    scenario = read_shipped_scenario("pegasus-bridge")
    session = played_session(decisions, players)
    return GameSnapshot(scenario, session.recording("x"), session.state.turn, "x", PEGASUS)


def played_session(decisions: int, players: dict[Side, str] = TWO_PEOPLE) -> GameSession:
    """Return a game of Pegasus Bridge in which the first legal action was always chosen."""
    session = GameSession(read_shipped_scenario("pegasus-bridge"), "7", players, hides_hands=True)
    session.begin()
    for _ in range(decisions):
        decide(session)
    return session


def decide(session: GameSession) -> None:
    """Choose the first legal action, as the crashing game does."""
    session.choose(next(each for each in session.legal_actions() if not session.is_feint(each)))


# While playing


def test_a_game_is_stored_soon_after_a_decision(player: PlaytestDriver, tmp_path: Path) -> None:
    player.start(TWO_PEOPLE)
    assert not copies(), "there is nothing to lose yet"
    player.play_any_card()
    player.qtbot.waitUntil(lambda: bool(copies()))
    (copy,) = copies()
    assert copy.parent == tmp_path / "state" / "m44-workshop" / "recovery" / "games"
    snapshot = GameSlot(copy.parent, copy.stem).read()
    assert snapshot.recording.actions == tuple(player.session.timeline.actions)
    assert snapshot.scenario == read_shipped_scenario("pegasus-bridge")


def test_a_saved_game_needs_no_copy_until_it_goes_on(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    decide_once(player)
    player.window.save_game(tmp_path / "game.txt")
    player.qtbot.waitUntil(lambda: not copies())
    player.end_turn()
    player.qtbot.waitUntil(lambda: bool(copies()))
    (copy,) = copies()
    assert GameSlot(copy.parent, copy.stem).read().game_path == tmp_path / "game.txt"


def test_a_game_closed_on_purpose_leaves_no_copy(
    player: PlaytestDriver, answers: DialogAnswerer
) -> None:
    decide_once(player)
    answers.press("Cancel")
    assert not player.window.close()
    assert copies()
    answers.press("Discard")
    assert player.window.close()
    assert list(games_folder().iterdir()) == []


def test_another_game_replaces_the_copy(player: PlaytestDriver, answers: DialogAnswerer) -> None:
    decide_once(player)
    (before,) = copies()
    answers.press("Discard")
    player.window.show_start_page()
    player.qtbot.waitUntil(lambda: not copies())
    decide_once(player)
    assert copies() != [before]


def test_a_finished_game_has_no_recovery_copy_until_its_end_is_undone(
    player: PlaytestDriver,
) -> None:
    decide_once(player)
    player.end_turn()
    for side in Side:
        player.window.set_player(side, "recruit")
    player.qtbot.waitUntil(lambda: player.state.result is not None)
    player.qtbot.waitUntil(lambda: not copies())
    player.window.undo()
    player.qtbot.waitUntil(lambda: bool(copies()))


def undo_all(player: PlaytestDriver) -> None:
    """Undo all decisions by the keyboard, and wait until pending writes are done."""
    while player.session.can_undo:
        player.press_key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    writer_thread().submit(int).result()


def test_a_game_keeps_its_copy_while_undone_decisions_can_be_redone(
    player: PlaytestDriver,
) -> None:
    decide_once(player)
    (copy,) = copies()
    stored = copy.read_bytes()
    undo_all(player)
    assert copy.read_bytes() == stored
    player.press_key(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert stored_actions(copy) == player.session.timeline.length


def test_the_copy_of_an_undone_game_is_deleted_when_it_is_closed(player: PlaytestDriver) -> None:
    decide_once(player)
    undo_all(player)
    assert copies()
    assert player.window.close(), "nothing is asked"
    assert list(games_folder().iterdir()) == []


def test_the_copy_of_an_undone_game_is_deleted_when_it_is_saved(
    player: PlaytestDriver, tmp_path: Path
) -> None:
    decide_once(player)
    undo_all(player)
    player.window.save_game(tmp_path / "game.txt")
    player.qtbot.waitUntil(lambda: not copies())


def test_an_undone_game_keeps_its_copy_when_the_language_changes(player: PlaytestDriver) -> None:
    decide_once(player)
    undo_all(player)
    before = copies()
    switch_language("de")
    player.window.recreate()
    writer_thread().submit(int).result()
    assert copies() == before


def test_a_change_of_language_keeps_one_copy(player: PlaytestDriver) -> None:
    decide_once(player)
    (before,) = copies()
    switch_language("de")
    window = player.window.recreate()
    window.set_player(Side.AXIS, "recruit")
    stamp = before.stat().st_mtime_ns
    player.qtbot.waitUntil(lambda: before.stat().st_mtime_ns != stamp)
    assert copies() == [before]


def test_a_copy_that_cannot_be_written_is_reported_once(
    player: PlaytestDriver, answers: DialogAnswerer
) -> None:
    games_folder().parent.mkdir(parents=True)
    games_folder().write_text("a file where a folder should be")
    answers.press("OK")
    player.start(TWO_PEOPLE)
    player.play_any_card()
    player.qtbot.waitUntil(answers.is_done)
    player.end_turn()
    player.qtbot.waitUntil(lambda: not player.window._writer._delay_timer.isActive())
    assert len(answers.asked) == 1
    assert "Recovery copies cannot be saved" in answers.asked[0]


def test_a_game_survives_the_end_of_the_desktop(player: PlaytestDriver, qapp: QApplication) -> None:
    player.start(TWO_PEOPLE)
    player.play_any_card()
    qapp.aboutToQuit.emit()
    check_worker.cache_clear()  # it is closed; later tests need an open one
    (slot,) = crashed_games()
    assert slot.read().recording.actions == tuple(player.session.timeline.actions)
    slot.unlock()


def test_an_internal_error_stores_the_game_at_once(
    player: PlaytestDriver, answers: DialogAnswerer
) -> None:
    player.start(TWO_PEOPLE)
    player.play_any_card()
    assert not copies(), "it is stored a moment later"
    answers.press("OK")
    CrashHandler()(RuntimeError, RuntimeError("the sky fell"), None)
    (copy,) = copies()
    assert stored_actions(copy) == player.session.timeline.length
    assert "Your scenarios and games are still open" in answers.asked[0]
    assert "games were saved" in answers.asked[0]


def test_an_internal_error_says_that_a_game_could_not_be_stored(
    player: PlaytestDriver, answers: DialogAnswerer
) -> None:
    games_folder().parent.mkdir(parents=True)
    games_folder().write_text("a file where a folder should be")
    player.start(TWO_PEOPLE)
    player.play_any_card()
    answers.press("OK")
    CrashHandler()(RuntimeError, RuntimeError("the sky fell"), None)
    assert "games were saved" not in answers.asked[0]
    answers.press("OK")
    player.qtbot.waitUntil(answers.is_done)


# After a crash


class CrashingGame:
    """A playtest in a process of its own, which is killed."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, str(GAME), *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)

        self._last_line = ""

    def play(self, actions: int) -> None:
        """Wait until a copy holds a number of actions."""
        assert self.process.stdout
        while not any(stored_actions(copy) >= actions for copy in copies()):
            self._last_line = self.process.stdout.readline()
            assert self._last_line, "the game has ended"

    def kill(self) -> int:
        """Kill the process, and return the number of actions in its game."""
        assert self.process.stdout
        self.process.send_signal(signal.SIGKILL)
        *_, last_line = self._last_line, *self.process.stdout.read().split()
        self.process.wait()
        return int(last_line)


def stored_actions(copy: Path) -> int:
    return len(GameSlot(copy.parent, copy.stem).read().recording.actions)


@pytest.fixture
def crashing_game() -> Iterator[CrashingGame]:
    """A playtest of Pegasus Bridge in a process of its own."""
    game = CrashingGame(str(PEGASUS))
    with game.process:
        yield game
        game.process.kill()


def test_after_kill_9_a_game_continues_with_its_hands_and_dice(
    crashing_game: CrashingGame, editor: Editor, answers: DialogAnswerer
) -> None:
    crashing_game.play(MIN_ACTIONS)
    last = crashing_game.kill()
    answers.press("Recover")
    assert editor.offer()
    session = editor.window.session
    assert session
    assert MIN_ACTIONS <= session.timeline.length <= last
    assert session.hides_hands
    assert {button.card.key for button in editor.window.hand.cards} == {""}, "face down"
    while session.state.turn < 12:
        decide(session)
    uninterrupted = played_session(0)
    while uninterrupted.timeline.length < session.timeline.length:
        decide(uninterrupted)
    assert session.timeline.actions == uninterrupted.timeline.actions
    assert [sentence(line.text) for line in session.log.lines] == [
        sentence(line.text) for line in uninterrupted.log.lines
    ]


def test_a_running_program_keeps_its_game(
    crashing_game: CrashingGame, editor: Editor, answers: DialogAnswerer
) -> None:
    crashing_game.play(1)
    assert not editor.offer(), "nothing is asked"
    crashing_game.kill()
    answers.press("Later")
    assert not editor.offer()
    answers.press("Recover")
    assert editor.offer()
    assert abandoned_games(games_folder()) == [], "now this process uses it"


def test_a_recovered_game_stays_safe_until_it_is_saved(
    editor: Editor, answers: DialogAnswerer, qtbot: QtBot, tmp_path: Path
) -> None:
    leave_copy(played_snapshot(5))
    answers.press("Recover")
    editor.offer()
    (copy,) = copies()
    assert editor.window.isWindowModified()
    answers.press("Cancel")
    assert not editor.window.close()
    editor.window.save_game(tmp_path / "game.txt")
    qtbot.waitUntil(lambda: not copy.exists())
    saved = parse_recorded_game((tmp_path / "game.txt").read_text("utf-8"))
    assert saved.actions == played_snapshot(5).recording.actions


def test_a_recovered_game_belongs_to_its_file(
    editor: Editor, answers: DialogAnswerer, tmp_path: Path
) -> None:
    session, path = played_session(5), tmp_path / "game.txt"
    path.write_text(
        format_recorded_game(played_session(2).recording("x"), session.scenario), "utf-8"
    )
    leave_copy(GameSnapshot(session.scenario, session.recording("x"), 1, "x", None, path))
    answers.press("Recover")
    editor.offer()
    assert "game.txt" in editor.window.windowTitle()
    assert len(parse_recorded_game(path.read_text("utf-8")).actions) < session.timeline.length
    editor.window.save()
    assert parse_recorded_game(path.read_text("utf-8")).actions == tuple(session.timeline.actions)


def test_a_game_file_written_after_the_copy_is_not_overwritten(
    editor: Editor, answers: DialogAnswerer, tmp_path: Path
) -> None:
    session, path = played_session(5), tmp_path / "game.txt"
    path.write_text(
        format_recorded_game(played_session(9).recording("x"), session.scenario), "utf-8"
    )
    later = time.time() + 60
    os.utime(path, (later, later))
    leave_copy(GameSnapshot(session.scenario, session.recording("x"), 1, "x", None, path))
    answers.press("Recover")
    editor.offer()
    assert editor.window.game_path is None, "Save asks for a name"


def test_the_window_of_a_game_shows_its_recovered_copy(
    player: PlaytestDriver, answers: DialogAnswerer, tmp_path: Path
) -> None:
    window, path = player.window, tmp_path / "game.txt"
    decide_once(player)
    window.save_game(path)
    saved, windows = player.session.timeline.length, list[PlaytestWindow]()
    session = played_session(9)
    copy = GameSnapshot(session.scenario, session.recording("x"), 1, "x", None, path)
    assert window.is_waiting_for(replace(copy, path=window._path and window._path.absolute()))
    leave_copy(replace(copy, path=window._path and window._path.absolute()))
    answers.press("Recover")
    offer_games(lambda slot: windows.append(recovered_window(slot, (), window)))
    assert windows == [window]
    assert player.session.timeline.length > saved


def test_a_recovered_game_of_computers_is_not_lost(editor: Editor, answers: DialogAnswerer) -> None:
    session = played_session(5)
    session.set_player(Side.AXIS, "recruit")
    session.set_player(Side.ALLIES, "recruit")
    session.stop()
    leave_copy(GameSnapshot(session.scenario, session.recording("x")))
    answers.press("Recover")
    editor.offer()
    assert editor.window.isWindowModified()
    assert copies()


def test_a_script_continues_after_a_crash(
    editor: Editor, answers: DialogAnswerer, tmp_path: Path, qtbot: QtBot
) -> None:
    script = tmp_path / "script.txt"
    script.write_text("\n".join(["draw dig-in"] * 4 + ["roll star star star"] * 9), "utf-8")
    game = CrashingGame(str(PEGASUS), str(script))
    with game.process:
        game.play(10)
        game.kill()
    answers.press("Recover")
    editor.offer()
    assert [str(each) for each in editor.window._script.outcomes][-1] == "roll star star star"


DAMAGED_COPIES = ["", "{", "[]", "null", "{}", '{"scenario": 7}', "[" * 100_000, "\ud800"]


@pytest.mark.parametrize("content", DAMAGED_COPIES)
def test_a_damaged_copy_hides_no_valid_one(
    content: str, editor: Editor, answers: DialogAnswerer
) -> None:
    leave_copy(played_snapshot(3))
    damaged_file = games_folder() / "damaged.json"
    damaged_file.write_bytes(content.encode("utf-8", "surrogatepass"))

    def act(dialog: QDialog) -> None:
        assert isinstance(dialog, RecoveryDialog)
        texts = [dialog.list.item(row).text() for row in range(dialog.list.count())]
        assert sum(text.startswith("Damaged: ") for text in texts) == 1
        assert any(text.startswith("Playtest: Pegasus Bridge · Turn 2\n") for text in texts)
        dialog.recover_button.click()

    answers.do(act)
    assert editor.offer()
    assert editor.window.session


def test_a_game_that_cannot_continue_is_reported_and_kept(
    editor: Editor, answers: DialogAnswerer
) -> None:
    slot = leave_copy(played_snapshot(3))
    (copy,) = copies()
    data = json.loads(copy.read_text("utf-8"))
    data["game"] = data["game"].replace("\nplay ", "\nplay air-power\nplay ", 1)
    copy.write_text(json.dumps(data), "utf-8")
    answers.press("Recover")
    answers.press("OK")
    assert not editor.offer()
    assert "The game cannot be recovered." in answers.asked[1]
    assert editor.playtests.windows == []
    assert [each.key for each in crashed_games()] == [slot.key]


def test_a_discarded_game_is_deleted(editor: Editor, answers: DialogAnswerer) -> None:
    leave_copy(played_snapshot(3))
    answers.press("Discard")
    assert not editor.offer()
    assert list(games_folder().iterdir()) == []


def test_the_window_of_play_itself_continues_a_game_of_its_scenario(
    player: PlaytestDriver, answers: DialogAnswerer
) -> None:
    scenario = read_shipped_scenario("pegasus-bridge")
    session = played_session(3)
    leave_copy(GameSnapshot(scenario, session.recording("game.m44"), 1, "game.m44"))
    windows: list[PlaytestWindow] = []
    answers.press("Recover")
    offer_games(lambda slot: windows.append(recovered_window(slot, (), player.window)))
    assert windows == [player.window]
    leave_copy(GameSnapshot(scenario, session.recording("game.m44"), 1, "game.m44"))
    answers.press("Recover")
    offer_games(lambda slot: windows.append(recovered_window(slot, (), player.window)))
    assert windows[1] is not player.window, "that one is in use"
