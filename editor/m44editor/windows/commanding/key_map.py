"""Which keys belong to which command: ours, those of Tiled, or the user's own, as a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction

from m44core.errors import NotationError
from m44core.messages.message import Message, message
from m44editor.actions import COMMANDS, STEP_KEYS, keys_of, tool_tip
from m44editor.documents.settings import word

KeyMap = Mapping[str, tuple[str, ...]]

SETTING = "commands/keys"
OURS: KeyMap = {name: command.keys for name, command in COMMANDS.items()} | STEP_KEYS
TILED: KeyMap = {
    **OURS,
    "select": ("R",),
    "rotate": ("Z",),
    "rotate-back": ("Shift+Z",),
    "grid": ("Ctrl+G",),
    "hex_names": (),
    "select-kind": ("Shift+S",),
}
PRESETS: Mapping[str, tuple[Message, KeyMap]] = {
    "ours": (message("M44 Workshop"), OURS),
    "tiled": (message("Tiled"), TILED),
}


def written(keys: KeyMap) -> str:
    """Return a key map as the text of a file: what differs from our keys."""
    changed = {name: list(keys[name]) for name in OURS if keys[name] != OURS[name]}
    return json.dumps({"keys": changed}, indent=2) + "\n"


def read(text: str) -> KeyMap:
    """Return the key map a file holds; commands we do not have are passed over.

    Raises:
        NotationError: it is no key map, or names keys that there are not.
    """
    try:
        said = json.loads(text)["keys"]
        changed = {name: tuple(map(_key, keys)) for name, keys in said.items() if name in OURS}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise NotationError(message("This is no file of shortcuts, or it is damaged")) from error
    return {**OURS, **changed}


def _key(keys: str) -> str:
    known = keys_of(keys).toString() if isinstance(keys, str) else ""
    if not known or not known.isprintable():
        raise ValueError(keys)
    return known


def conflicts(keys: KeyMap) -> Mapping[str, tuple[str, ...]]:
    """Return the shortcuts that several commands have, each with those commands."""
    owners: dict[str, list[str]] = {}
    for name, shortcuts in keys.items():
        for shortcut in {keys_of(each).toString() for each in shortcuts}:
            owners.setdefault(shortcut, []).append(name)
    return {shortcut: tuple(names) for shortcut, names in owners.items() if len(names) > 1}


def remembered(settings: QSettings) -> KeyMap:
    """Return the keys the user chose; ours the first time.

    Raises:
        NotationError: what is remembered is damaged.
    """
    text = word(settings, SETTING, "")
    return read(text) if text else OURS


def use(keys: KeyMap, actions: Mapping[str, QAction]) -> None:
    """Give each command its keys, and say them in its tool tip."""
    for name, action in actions.items():
        if name in keys:
            action.setShortcuts([keys_of(each) for each in keys[name]])
        if name in COMMANDS:
            action.setToolTip(tool_tip(replace(COMMANDS[name], keys=keys[name])))
