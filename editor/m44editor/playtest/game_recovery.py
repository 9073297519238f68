"""Recovery of games: an unsaved game is stored while it is played, and continues after a crash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from m44core.catalogue.catalogue_types import Side
from m44core.catalogue.packs.pack import Pack
from m44core.errors import ReadError
from m44editor.documents.user_packs import catalogue_of_unsaved
from m44editor.playtest.game.chance_script import ChanceScript
from m44editor.playtest.game.game_files import continue_game
from m44editor.playtest.game.game_session import GameSession
from m44editor.playtest.game.players import PERSON
from m44editor.playtest.game_saving import GameSaver, SavedState, saved_state
from m44editor.sessions.game_snapshots import GameSlot, GameSnapshot
from m44editor.sessions.recovery_slots import SlotWriter, SnapshotError
from m44editor.sessions.state_files import games_folder


class GameWriter(SlotWriter):
    """Writes snapshots of the game in a window while it is unfinished and has unsaved decisions.

    Args:
        saving: The saving of the games in the window.
        snapshot_of: Returns a snapshot of a game.
        parent: The window.
        folder: The folder of the snapshots; by default the one for games.
    """

    def __init__(
        self,
        saving: GameSaver,
        snapshot_of: Callable[[GameSession], GameSnapshot],
        parent: QObject | None = None,
        folder: Path | None = None,
    ) -> None:
        super().__init__(folder or games_folder(), parent)
        self._saving = saving
        self._snapshot_of = snapshot_of
        self._session: GameSession | None = None
        self._written_state: SavedState | None = None
        if application := QCoreApplication.instance():
            application.aboutToQuit.connect(self.close)

    def follow(self, session: GameSession | None) -> None:
        """Write the game soon if it has changed; delete its snapshot once nothing can be lost.

        If all decisions were undone, the last snapshot is kept as long as they can be redone.

        Args:
            session: The game that the window shows; None if it shows none.
        """
        is_same_game = session is self._session
        self._session = session
        if is_same_game and session is not None and self._is_undone(session):
            return
        if session is None or self._is_saved():
            self._written_state = None
            self._discard()
        elif saved_state(session) != self._written_state:
            self._schedule()

    def take_over(self, other: GameWriter) -> None:
        """Take over the game of another writer, and its slot."""
        self._slot, other._slot = other._slot, None
        self._written_state = other._written_state
        self._session = session = other._session
        other.follow(None)
        self.follow(session)

    def _is_saved(self) -> bool:
        return self._session is None or not self._saving.has_unsaved_decisions(self._session)

    def _is_undone(self, session: GameSession) -> bool:
        """Return whether all decisions were undone and can be redone, and the game is not saved."""
        can_only_redo = session.can_redo and not session.can_undo
        return can_only_redo and not self._saving.is_in_file(session)

    def _new_slot(self) -> GameSlot:
        return GameSlot(self._folder)

    def _handle_result(self, future: Future[None]) -> None:
        super()._handle_result(future)
        if future.exception():
            self._written_state = None  # to be written at the next occasion

    def _snapshot(self) -> GameSnapshot:
        assert self._session is not None, "otherwise everything is saved"
        self._written_state = saved_state(self._session)
        return self._snapshot_of(self._session)


def path_to_save(snapshot: GameSnapshot) -> Path | None:
    """Return the file that a recovered game is saved to; None if it was written after the copy."""
    path, taken = snapshot.game_path, snapshot.taken
    if path and taken:
        with suppress(OSError):
            if datetime.fromtimestamp(int(path.stat().st_mtime)) > taken:
                return None
    return path


def read_slot(slot: GameSlot, packs: Sequence[Pack]) -> tuple[GameSnapshot, GameSession]:
    """Return the snapshot in a slot and its game, ready to continue.

    Args:
        slot: The slot.
        packs: The user packs that apply to the scenario.

    Raises:
        M44Error: the snapshot is damaged, or this version cannot continue the game.
    """
    try:
        snapshot = slot.read()
    except SnapshotError as error:
        raise ReadError(str(error)) from error
    catalogue = catalogue_of_unsaved(snapshot.path, packs)
    scenario = snapshot.scenario.with_catalogue(catalogue)
    players, script = dict.fromkeys(Side, PERSON), ChanceScript(snapshot.script)
    name = snapshot.game_path.name if snapshot.game_path else snapshot.name
    session = continue_game(snapshot.recording, name, scenario, players, script)
    return replace(snapshot, scenario=scenario), session
