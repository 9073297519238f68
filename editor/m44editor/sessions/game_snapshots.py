"""Snapshots of unsaved games in the recovery folder: the recorded game and its scenario."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.io.files.file_reader import FileFormat, read_bytes
from m44core.io.files.serialization import to_text
from m44core.model.scenario import Scenario
from m44core.rules.game.actions import Action, parse_action
from m44core.rules.play.recorded_game import (
    GameRecording,
    format_recorded_game,
    parse_recorded_game,
)
from m44editor.interface_text import tr
from m44editor.sessions.recovery_slots import MAX_BYTES, Slot
from m44editor.sessions.state_files import DamagedContentError, abandoned_files, parse_path

_VERSION = 1


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game at one moment, and everything it needs to continue.

    Attributes:
        scenario: The scenario, as it was when the game began.
        recording: The game.
        turn: The number of the current turn.
        name: The name of the scenario's file.
        path: The file of the scenario; None if it has none.
        game_path: The file of the game; None if it has not been saved yet.
        script: Dice and draws that are fixed beforehand.
        taken: When it was taken, in local time; None before it is written.
    """

    scenario: Scenario
    recording: GameRecording
    turn: int = 0
    name: str = ""
    path: Path | None = None
    game_path: Path | None = None
    script: tuple[Action, ...] = ()
    taken: datetime | None = None


class GameSlot(Slot[GameSnapshot]):
    """The file of one game in the recovery folder, locked while a process uses it."""

    @staticmethod
    def encode(content: GameSnapshot) -> dict[str, Any]:
        """Return a snapshot as plain data."""
        scenario = content.scenario.with_catalogue(base_catalogue())  # read without packs, too
        return {
            "version": _VERSION,
            "name": content.name,
            "path": str(content.path) if content.path else None,
            "game_path": str(content.game_path) if content.game_path else None,
            "turn": content.turn,
            "taken": datetime.now().isoformat(timespec="seconds"),
            "scenario": to_text(scenario, FileFormat.JSON),
            "game": format_recorded_game(content.recording, content.scenario, names_turns=False),
            "script": [str(action) for action in content.script],
        }

    @staticmethod
    def decode(data: dict[str, Any]) -> GameSnapshot:
        """Decode a snapshot from plain data; may raise any error if the data is damaged."""
        scenario = read_bytes(data["scenario"].encode(), "snapshot.json", MAX_BYTES).scenario
        if scenario is None:
            raise DamagedContentError(tr("its scenario cannot be read"))
        return GameSnapshot(
            scenario=scenario,
            recording=parse_recorded_game(data["game"]),
            turn=int(data["turn"]),
            name=str(data["name"]),
            path=parse_path(data["path"]),
            game_path=parse_path(data["game_path"]),
            script=tuple(map(parse_action, data["script"])),
            taken=datetime.fromisoformat(data["taken"]),
        )


def abandoned_games(folder: Path) -> list[GameSlot]:
    """Return the slots of games of crashed processes, the latest first, locked for this process."""
    return abandoned_files(folder, GameSlot)
