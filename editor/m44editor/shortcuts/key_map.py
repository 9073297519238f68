"""Shortcuts of commands: defaults, presets of other programs, user shortcuts and their file."""

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

ShortcutMap = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class ShortcutSet:
    """The commands of one kind of window and their shortcuts.

    Attributes:
        name: The name of its section in a shortcuts file.
        setting: The settings key of the user's shortcuts.
        commands: The commands by name.
        defaults: The default shortcuts.
        presets: Sets of shortcuts to start from, each with the name of its program.
        reserved: Shortcuts that no command can have, each with a description of its effect.
    """

    name: str
    setting: str
    commands: Mapping[str, Command]
    defaults: ShortcutMap
    presets: Mapping[str, tuple[Message, ShortcutMap]]
    reserved: Mapping[str, Message] = field(default_factory=dict)


DEFAULT_SHORTCUTS: ShortcutMap = {
    name: command.keys for name, command in COMMANDS.items()
} | STEP_KEYS
_TILED_SHORTCUTS: ShortcutMap = {
    **DEFAULT_SHORTCUTS,
    "select": ("R",),
    "rotate": ("Z",),
    "rotate-back": ("Shift+Z",),
    "grid": ("Ctrl+G",),
    "hex_names": (),
    "select-kind": ("Shift+S",),
}


def _without_single_letters(shortcut_map: ShortcutMap) -> ShortcutMap:
    """Return shortcuts without single letters, with or without Shift."""
    return {
        name: tuple(each for each in shortcuts if len(each.removeprefix("Shift+")) > 1)
        for name, shortcuts in shortcut_map.items()
    }


# What is known of the official editor: it uses menus, a tray and the mouse, and the standard
# shortcuts of the platform for menu commands. Its list of shortcuts is not available.
_OFFICIAL: ShortcutMap = {
    **_without_single_letters(DEFAULT_SHORTCUTS),
    "redo": ("Ctrl+Y", "Ctrl+Shift+Z"),
}
MAIN = ShortcutSet(
    "keys",
    "commands/keys",
    COMMANDS,
    DEFAULT_SHORTCUTS,
    {
        "ours": (message("M44 Workshop"), DEFAULT_SHORTCUTS),
        "tiled": (message("Tiled"), _TILED_SHORTCUTS),
        "official": (message("official editor (where known)"), _OFFICIAL),
    },
)


def to_json(shortcut_map: ShortcutMap, shortcut_set: ShortcutSet = MAIN) -> str:
    """Return the text of a shortcuts file: the shortcuts that differ from the defaults."""
    changed_shortcuts = {
        name: list(shortcut_map[name])
        for name in shortcut_set.defaults
        if shortcut_map[name] != shortcut_set.defaults[name]
    }
    return json.dumps({shortcut_set.name: changed_shortcuts}, indent=2) + "\n"


def from_json(text: str, shortcut_set: ShortcutSet = MAIN) -> ShortcutMap:
    """Return the shortcuts in the text of a file; commands missing there get the defaults.

    Unknown commands are ignored.

    Raises:
        NotationError: the text is not a shortcuts file, or has an invalid shortcut.
    """
    try:
        data: Any = parse_json(text)
        section = data[shortcut_set.name]
        known_shortcuts = {
            name: keys for name, keys in section.items() if name in shortcut_set.defaults
        }
        parsed_shortcuts = {
            name: tuple(map(_parse_shortcut, keys)) for name, keys in known_shortcuts.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(message("This is not a shortcuts file, or it is damaged")) from error
    return {**shortcut_set.defaults, **parsed_shortcuts}


def _parse_shortcut(shortcut: str) -> str:
    parsed_shortcut = to_key_sequence(shortcut).toString() if isinstance(shortcut, str) else ""
    if not parsed_shortcut or not parsed_shortcut.isprintable():
        raise ValueError(shortcut)
    return parsed_shortcut


def shortcut_conflicts(
    shortcut_map: ShortcutMap, shortcut_set: ShortcutSet = MAIN
) -> Mapping[str, tuple[str, ...]]:
    """Return the shortcuts that several commands share, each with the names of these commands.

    A reserved shortcut counts as a command whose name is the shortcut.
    """
    owners: dict[str, list[str]] = {shortcut: [shortcut] for shortcut in shortcut_set.reserved}
    for name, shortcuts in shortcut_map.items():
        for shortcut in {to_key_sequence(each).toString() for each in shortcuts}:
            owners.setdefault(shortcut, []).append(name)
    return {shortcut: tuple(names) for shortcut, names in owners.items() if len(names) > 1}


def stored_shortcuts(settings: QSettings, shortcut_set: ShortcutSet = MAIN) -> ShortcutMap:
    """Return the user's shortcuts; the defaults if there are none.

    Raises:
        NotationError: the setting is damaged.
    """
    text = text_setting(settings, shortcut_set.setting, "")
    return from_json(text, shortcut_set) if text else shortcut_set.defaults


def apply_shortcuts(
    shortcut_map: ShortcutMap, actions: Mapping[str, QAction], shortcut_set: ShortcutSet = MAIN
) -> None:
    """Set the shortcuts of actions, and show them in their tooltips."""
    for name, action in actions.items():
        if name in shortcut_map:
            action.setShortcuts([to_key_sequence(each) for each in shortcut_map[name]])
        if name in shortcut_set.commands:
            action.setToolTip(
                tool_tip(replace(shortcut_set.commands[name], keys=shortcut_map[name]))
            )
