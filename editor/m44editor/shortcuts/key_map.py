"""Shortcuts of commands: defaults, presets of other programs, the user's own, and their file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction

from m44core.errors import NotationError
from m44core.messages.message import Message, message
from m44core.untrusted_files import parse_json
from m44editor.actions import to_key_sequence, tool_tip
from m44editor.documents.editor_settings import text_setting
from m44editor.menu_commands import COMMANDS, STEP_KEYS, Command

KeyMap = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class ShortcutSet:
    """The commands of one kind of window and their shortcuts.

    Attributes:
        name: The name of its section in a shortcuts file.
        setting: The settings key of the user's shortcuts.
        commands: The commands by name.
        defaults: The default shortcuts.
        presets: Other shortcuts to start from, with the name of their program.
        fixed: Reserved shortcuts, each with what it does.
    """

    name: str
    setting: str
    commands: Mapping[str, Command]
    defaults: KeyMap
    presets: Mapping[str, tuple[Message, KeyMap]]
    fixed: Mapping[str, Message] = field(default_factory=dict)


DEFAULT_KEYS: KeyMap = {name: command.keys for name, command in COMMANDS.items()} | STEP_KEYS
_TILED: KeyMap = {
    **DEFAULT_KEYS,
    "select": ("R",),
    "rotate": ("Z",),
    "rotate-back": ("Shift+Z",),
    "grid": ("Ctrl+G",),
    "hex_names": (),
    "select-kind": ("Shift+S",),
}


def _without_letters(keys: KeyMap) -> KeyMap:
    """Return shortcuts without those that are a single letter."""
    return {
        name: tuple(each for each in shortcuts if len(each.removeprefix("Shift+")) > 1)
        for name, shortcuts in keys.items()
    }


# What is known of the official editor: it uses menus, a tray and the mouse, and the standard
# shortcuts of the platform for menu commands. Its list of shortcuts is not available.
_OFFICIAL: KeyMap = {**_without_letters(DEFAULT_KEYS), "redo": ("Ctrl+Y", "Ctrl+Shift+Z")}
MAIN = ShortcutSet(
    "keys",
    "commands/keys",
    COMMANDS,
    DEFAULT_KEYS,
    {
        "ours": (message("M44 Workshop"), DEFAULT_KEYS),
        "tiled": (message("Tiled"), _TILED),
        "official": (message("the official editor, as far as they are known"), _OFFICIAL),
    },
)


def to_json(keys: KeyMap, shortcut_set: ShortcutSet = MAIN) -> str:
    """Return shortcuts as the text of a file: those that differ from the defaults."""
    changed = {
        name: list(keys[name])
        for name in shortcut_set.defaults
        if keys[name] != shortcut_set.defaults[name]
    }
    return json.dumps({shortcut_set.name: changed}, indent=2) + "\n"


def from_json(text: str, shortcut_set: ShortcutSet = MAIN) -> KeyMap:
    """Return the shortcuts in a file; unknown commands are ignored.

    Raises:
        NotationError: the text is no shortcuts file, or has an invalid shortcut.
    """
    try:
        data: Any = parse_json(text)
        section = data[shortcut_set.name]
        known = {name: keys for name, keys in section.items() if name in shortcut_set.defaults}
        changed = {name: tuple(map(_parse_key, keys)) for name, keys in known.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(message("This is no file of shortcuts, or it is damaged")) from error
    return {**shortcut_set.defaults, **changed}


def _parse_key(keys: str) -> str:
    known = to_key_sequence(keys).toString() if isinstance(keys, str) else ""
    if not known or not known.isprintable():
        raise ValueError(keys)
    return known


def conflicts(keys: KeyMap, shortcut_set: ShortcutSet = MAIN) -> Mapping[str, tuple[str, ...]]:
    """Return the shortcuts shared by several commands, with those commands.

    Reserved shortcuts appear under their own keys.
    """
    owners: dict[str, list[str]] = {shortcut: [shortcut] for shortcut in shortcut_set.fixed}
    for name, shortcuts in keys.items():
        for shortcut in {to_key_sequence(each).toString() for each in shortcuts}:
            owners.setdefault(shortcut, []).append(name)
    return {shortcut: tuple(names) for shortcut, names in owners.items() if len(names) > 1}


def stored_keys(settings: QSettings, shortcut_set: ShortcutSet = MAIN) -> KeyMap:
    """Return the user's shortcuts; the defaults if there are none.

    Raises:
        NotationError: the setting is damaged.
    """
    text = text_setting(settings, shortcut_set.setting, "")
    return from_json(text, shortcut_set) if text else shortcut_set.defaults


def apply_keys(
    keys: KeyMap, actions: Mapping[str, QAction], shortcut_set: ShortcutSet = MAIN
) -> None:
    """Set the shortcuts of actions, and show them in their tool tips."""
    for name, action in actions.items():
        if name in keys:
            action.setShortcuts([to_key_sequence(each) for each in keys[name]])
        if name in shortcut_set.commands:
            action.setToolTip(tool_tip(replace(shortcut_set.commands[name], keys=keys[name])))
