"""Side files that the editor reads: see ``tests.side_files``."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QSettings
from tests.side_files import LIST, SCENARIO, SideFileKind

from m44core.hexes import Hex
from m44core.io.files.file_reader import read_file
from m44core.io.files.scenario_files import FileFormat
from m44core.model.edits.moving import copy_hexes
from m44core.resources import scenarios_folder
from m44core.rules.play.recorded_game import parse_recorded_game
from m44editor.documents.clip_text import clip_to_text as clip_written
from m44editor.documents.editor_settings import (
    bool_setting,
    layout_setting,
    list_setting,
    text_setting,
)
from m44editor.documents.stamp_shelf import StampKeys, StampOrder
from m44editor.documents.stamp_shelf import _read_part as stamp_in
from m44editor.playtest.game.game_files import read_recording
from m44editor.sessions.game_snapshots import GameSlot, GameSnapshot
from m44editor.sessions.recovery_slots import SnapshotError
from m44editor.sessions.session_file import (
    Session,
    SessionError,
    SessionFile,
    SessionTab,
    SessionWindow,
)
from m44editor.sessions.snapshots import RecoverySlot, Snapshot
from m44editor.shortcuts import key_map
from m44editor.underlay import underlay_picture
from m44editor.underlay.underlay_controller import saved_placement
from m44editor.windows.layouts import saved_layouts
from m44editor.windows.setup_list_files import SetupListFile, read_list_file

_SAVED_LAYOUTS = json.dumps({"Wide": b64encode(b"state").decode()})
_SETTINGS = "\n".join(
    (
        "[General]",
        "layouts=" + json.dumps(_SAVED_LAYOUTS),
        "commands/keys="
        + json.dumps(key_map.to_json({**key_map.DEFAULT_SHORTCUTS, "undo": ("F7",)})),
        "recent=/tmp/one.yaml, /tmp/two.m44",
        "checks/live=true",
        "window/layout=@ByteArray(state)",
        "",
    )
)


def editor_kinds(game: bytes) -> Iterator[SideFileKind]:
    """Yield the kinds of side files that the editor reads; *game* is a recorded game."""
    source = scenarios_folder() / SCENARIO
    file = read_file(source).file
    assert file
    scenario = file.scenario
    clip = copy_hexes(scenario, [Hex(12, 4), Hex(14, 4)])
    yield SideFileKind(
        "session.json", _session_bytes(), lambda path: _read_session(path), (SessionError,)
    )
    snapshot_data = Snapshot(file, "one", Path("/tmp/one.yaml"), FileFormat.YAML)
    snapshot = json.dumps(RecoverySlot.encode(snapshot_data)).encode()
    yield SideFileKind(
        "slot.json",
        snapshot,
        lambda path: RecoverySlot(path.parent, "slot").read(),
        (SnapshotError,),
    )
    recording = parse_recorded_game(game.decode())
    game_snapshot = GameSnapshot(scenario, recording, 3, "one.yaml", script=recording.actions[:2])
    yield SideFileKind(
        "game.json",
        json.dumps(GameSlot.encode(game_snapshot)).encode(),
        lambda path: GameSlot(path.parent, "game").read(),
        (SnapshotError,),
    )
    yield SideFileKind("bridge.m44stamp", clip_written(clip, scenario).encode(), stamp_in)
    yield SideFileKind(
        "order.json", b'["Bridge", "Hedges"]', lambda path: StampOrder(path.parent).names()
    )
    yield SideFileKind("keys.json", b'{"1": "Bridge", "2": "Hedges"}', _use_stamp_keys)
    keys = key_map.to_json({**key_map.DEFAULT_SHORTCUTS, **_OTHER_KEYS}).encode()
    yield SideFileKind(
        "shortcuts.json", keys, lambda path: key_map.from_json(path.read_text("utf-8")), _NOT_TEXT
    )
    yield SideFileKind("one.underlay.json", _placement_bytes(), _use_placement)
    yield SideFileKind("settings.ini", _SETTINGS.encode(), _use_settings)
    yield SideFileKind("record.game", game, read_recording)
    yield SideFileKind(
        "paper.txt", LIST, lambda path: read_list_file(path, scenario, SetupListFile())
    )


_OTHER_KEYS = dict.fromkeys(list(key_map.DEFAULT_SHORTCUTS)[:1], ("Ctrl+Alt+9",))
_NOT_TEXT = (UnicodeDecodeError,)  # the dialog says that the file cannot be read


def _session_bytes() -> bytes:
    tabs = (SessionTab("0a", "one", Path("/tmp/one.yaml")), SessionTab("0b", "two"))
    session = Session((SessionWindow(tabs, 1, b"geometry", 0),), (Path("/tmp/three.m44"),))
    return json.dumps(SessionFile.encode(session)).encode()


def _read_session(path: Path) -> Session:
    return SessionFile(path.parent, path.stem).read()


def _use_stamp_keys(path: Path) -> None:
    stamp_keys = StampKeys(path.parent)
    stamp_keys.assign("Hedges", 3)
    stamp_keys.names()


def _placement_bytes() -> bytes:
    corners = underlay_picture.CORNERS
    placement = underlay_picture.Placement(Path("map.png"), corners, corners)
    return underlay_picture.placement_to_text(placement).encode()


def _use_placement(path: Path) -> None:
    empty = QSettings(str(path.with_name("none.ini")), QSettings.Format.IniFormat)
    placement = saved_placement(path.with_name("one.yaml"), empty)
    if placement is not None:
        placement.transform(800, 600)


def _use_settings(path: Path) -> None:
    settings = QSettings(str(path), QSettings.Format.IniFormat)
    saved_layouts(settings)
    for key in filter(None, settings.allKeys()):
        bool_setting(settings, key, False)
        text_setting(settings, key, "")
        list_setting(settings, key)
        layout_setting(settings, key)
    key_map.stored_shortcuts(settings)
