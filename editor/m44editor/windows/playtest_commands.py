"""Opening playtests of a window's scenario, and requests to edit their positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from m44core.errors import M44Error
from m44core.messages.renderers import message_of_error
from m44editor.documents.document import Document
from m44editor.interface_text import tr, translated
from m44editor.windows.file_controller import FileController

if TYPE_CHECKING:
    from m44core.balance_lab.game_record import GameRecord
    from m44core.model.scenario import Scenario
    from m44core.playtest.games.simulation import SimulationPlan
    from m44core.rules.play.recorded_game import GameRecording
    from m44editor.background_jobs import BackgroundJobs
    from m44editor.playtest.playtest_window import PlaytestWindow
    from m44editor.sessions.game_snapshots import GameSlot


@dataclass(frozen=True)
class _SimulatedGame:
    """A simulated game of one state of a scenario."""

    scenario: Scenario
    seed: int
    number: int

    def __eq__(self, other: object) -> bool:
        """Compare scenarios by identity, because comparing their content is slow."""
        return (
            isinstance(other, _SimulatedGame)
            and self.scenario is other.scenario
            and (self.seed, self.number) == (other.seed, other.number)
        )

    def __hash__(self) -> int:
        """Return a hash of the seed and the number."""
        return hash((self.seed, self.number))


class PlaytestCommands(QObject):
    """Opens playtests of a document.

    Attributes:
        windows: The open playtest windows.

    Signals:
        position_requested: The user wants to edit a position of a playtest; carries its scenario.
    """

    position_requested = Signal(object)

    def __init__(self, document: Document, files: FileController, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._files = files
        self._parent = parent
        self.windows: list[PlaytestWindow] = []
        self._replays: dict[PlaytestWindow, _SimulatedGame] = {}
        self._pending_game: _SimulatedGame | None = None

    def start(self) -> PlaytestWindow | None:
        """Show a playtest of the current scenario, or report why it cannot be played.

        Returns:
            The window; None if the scenario cannot be played.
        """
        from m44editor.playtest.playtest_window import PlaytestWindow  # 454 ms

        try:
            window = PlaytestWindow(
                self._document.scenario, self._files.current_name, path=self._document.path
            )
        except M44Error as error:
            self._report(tr("This scenario cannot be played."), error)
            return None
        self._track(window)
        window.show()
        return window

    def resume(self, path: Path) -> None:
        """Continue a saved game of the current scenario, in its window if it is already open."""
        window = next((each for each in self.windows if each.game_path == path), None)
        if window is not None:
            window.raise_()
            window.activateWindow()
        elif (window := self.start()) is not None:
            window.open_game(path)

    def recover(self, slot: GameSlot) -> None:
        """Show the game that a crashed process left in a slot, and continue it.

        Raises:
            M44Error: it cannot be continued.
        """
        from m44editor.playtest.playtest_window import recovered_window  # 454 ms

        window = recovered_window(slot, self._files.packs())
        self._track(window)
        window.show()

    def watch(self, plan: SimulationPlan, record: GameRecord, jobs: BackgroundJobs) -> None:
        """Replay a simulated game in the background, then show its recording.

        If the game is already shown, its window comes to the front instead.
        """
        from m44editor.windows.game_replay import replay_game_in_process  # 236 ms

        game = _SimulatedGame(plan.scenario, record.seed, record.number)
        open_window = next(
            (window for window, open_game in self._replays.items() if open_game == game), None
        )
        if open_window is not None:
            open_window.raise_()
            open_window.activateWindow()
            return
        if self._pending_game == game and jobs.is_busy:  # the second click of a double click
            return
        self._pending_game = game
        name = self._files.current_name
        jobs.run(
            tr("Playing the game again"),
            partial(replay_game_in_process, plan, record, name),
            partial(self._show_game, game, name),
            partial(self._report, tr("This game cannot be shown.")),
        )

    def _show_game(self, game: _SimulatedGame, name: str, recording: GameRecording) -> None:
        from m44editor.playtest.playtest_window import PlaytestWindow  # 454 ms

        window = PlaytestWindow(game.scenario, name)
        self._track(window)
        self._replays[window] = game
        window.destroyed.connect(lambda: self._replays.pop(window, None))
        window.show_recording(recording)
        window.show()

    def _report(self, title: str, error: M44Error) -> None:
        from m44editor.panels.finding_labels import with_full_stop  # 3 ms
        from m44editor.windows.file_dialogs import report_failure  # 11 ms

        text = translated(with_full_stop(message_of_error(error)))
        report_failure(self._parent, title, text)

    def retranslate(self) -> None:
        """Show the playtest windows in the current language."""
        for window in tuple(self.windows):
            successor = window.recreate()
            if successor is not window:
                self._track(successor)

    def _track(self, window: PlaytestWindow) -> None:
        self.windows.append(window)
        window.position_requested.connect(self.position_requested)
        window.destroyed.connect(lambda: self.windows.remove(window))
