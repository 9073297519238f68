"""Which keys belong to which command: ours, those of other programs, the user's own; as a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction

from m44core.errors import NotationError
from m44core.messages.message import Message, message
from m44core.untrusted_files import json_data
from m44editor.actions import COMMANDS, STEP_KEYS, keys_of, tool_tip
from m44editor.documents.editor_settings import word
from m44editor.menus.command import Command

KeyMap = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Keyring:
    """The commands of one kind of window, and the keys they may have.

    Attributes:
        name: Of its part in a file of shortcuts.
        setting: Where the user's own keys are remembered.
        commands: The commands by name.
        ours: Their keys until somebody chooses others.
        presets: Other keys to begin with, each with the program they are those of.
        fixed: Keys no command can have, each with what it does.
    """

    name: str
    setting: str
    commands: Mapping[str, Command]
    ours: KeyMap
    presets: Mapping[str, tuple[Message, KeyMap]]
    fixed: Mapping[str, Message] = field(default_factory=dict)


OURS: KeyMap = {name: command.keys for name, command in COMMANDS.items()} | STEP_KEYS
_TILED: KeyMap = {
    **OURS,
    "select": ("R",),
    "rotate": ("Z",),
    "rotate-back": ("Shift+Z",),
    "grid": ("Ctrl+G",),
    "hex_names": (),
    "select-kind": ("Shift+S",),
}


def _without_letters(keys: KeyMap) -> KeyMap:
    """Return keys of which none is a letter alone."""
    return {
        name: tuple(each for each in shortcuts if len(each.removeprefix("Shift+")) > 1)
        for name, shortcuts in keys.items()
    }


# What is known of the official editor: a program of menus, a tray and the mouse, with the keys of
# its platform for what is in its menus. Its sheet of keys is not to be had.
_OFFICIAL: KeyMap = {**_without_letters(OURS), "redo": ("Ctrl+Y", "Ctrl+Shift+Z")}
MAIN = Keyring(
    "keys",
    "commands/keys",
    COMMANDS,
    OURS,
    {
        "ours": (message("M44 Workshop"), OURS),
        "tiled": (message("Tiled"), _TILED),
        "official": (message("the official editor, as far as they are known"), _OFFICIAL),
    },
)


def written(keys: KeyMap, ring: Keyring = MAIN) -> str:
    """Return a key map as the text of a file: what differs from our keys."""
    changed = {name: list(keys[name]) for name in ring.ours if keys[name] != ring.ours[name]}
    return json.dumps({ring.name: changed}, indent=2) + "\n"


def read(text: str, ring: Keyring = MAIN) -> KeyMap:
    """Return the key map a file holds; commands we do not have are passed over.

    Raises:
        NotationError: it is no key map, or names keys that there are not.
    """
    try:
        whole: Any = json_data(text)
        said = whole[ring.name]
        known = {name: keys for name, keys in said.items() if name in ring.ours}
        changed = {name: tuple(map(_key, keys)) for name, keys in known.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(message("This is no file of shortcuts, or it is damaged")) from error
    return {**ring.ours, **changed}


def _key(keys: str) -> str:
    known = keys_of(keys).toString() if isinstance(keys, str) else ""
    if not known or not known.isprintable():
        raise ValueError(keys)
    return known


def conflicts(keys: KeyMap, ring: Keyring = MAIN) -> Mapping[str, tuple[str, ...]]:
    """Return the shortcuts that several commands have, each with those commands.

    What cannot have another key is among them by that key.
    """
    owners: dict[str, list[str]] = {shortcut: [shortcut] for shortcut in ring.fixed}
    for name, shortcuts in keys.items():
        for shortcut in {keys_of(each).toString() for each in shortcuts}:
            owners.setdefault(shortcut, []).append(name)
    return {shortcut: tuple(names) for shortcut, names in owners.items() if len(names) > 1}


def remembered(settings: QSettings, ring: Keyring = MAIN) -> KeyMap:
    """Return the keys the user chose; ours the first time.

    Raises:
        NotationError: what is remembered is damaged.
    """
    text = word(settings, ring.setting, "")
    return read(text, ring) if text else ring.ours


def use(keys: KeyMap, actions: Mapping[str, QAction], ring: Keyring = MAIN) -> None:
    """Give each command its keys, and say them in its tool tip."""
    for name, action in actions.items():
        if name in keys:
            action.setShortcuts([keys_of(each) for each in keys[name]])
        if name in ring.commands:
            action.setToolTip(tool_tip(replace(ring.commands[name], keys=keys[name])))
