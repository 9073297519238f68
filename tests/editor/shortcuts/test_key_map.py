"""Shortcuts of commands, as values and as a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtGui import QAction

from m44core.errors import NotationError
from m44core.messages.message import message
from m44editor.shortcuts import key_map
from m44editor.shortcuts.key_map import (
    DEFAULT_SHORTCUTS,
    MAIN,
    ShortcutSet,
    apply_shortcuts,
    from_json,
    shortcut_conflicts,
    stored_shortcuts,
    to_json,
)

TWO_COMMANDS = ShortcutSet(
    "others", "others/keys", {}, {"a": ("A",), "b": ("B", "Ctrl+B")}, {}, {"Esc": message("Ends.")}
)


def test_a_file_contains_the_shortcuts_that_differ_from_the_defaults() -> None:
    assert json.loads(to_json(DEFAULT_SHORTCUTS)) == {"keys": {}}
    changed_shortcuts = {**DEFAULT_SHORTCUTS, "grid": ("Ctrl+Shift+G",), "undo": ()}
    assert json.loads(to_json(changed_shortcuts)) == {
        "keys": {"grid": ["Ctrl+Shift+G"], "undo": []}
    }
    assert from_json(to_json(changed_shortcuts)) == changed_shortcuts
    assert to_json(changed_shortcuts).endswith("}\n")


def test_each_kind_of_window_has_its_own_part_of_a_file() -> None:
    text = to_json({**TWO_COMMANDS.defaults, "a": ("C",)}, TWO_COMMANDS)
    assert json.loads(text) == {"others": {"a": ["C"]}}
    assert from_json(text, TWO_COMMANDS) == {"a": ("C",), "b": ("B", "Ctrl+B")}
    with pytest.raises(NotationError):
        from_json(text)


def test_unknown_commands_are_ignored_and_shortcuts_are_normalized() -> None:
    text = '{"others": {"a": ["ctrl+k", "Ctrl+Return"], "gone": ["nonsense"]}}'
    assert from_json(text, TWO_COMMANDS)["a"] == ("Ctrl+K", "Ctrl+Return")
    assert set(from_json(text, TWO_COMMANDS)) == {"a", "b"}


@pytest.mark.parametrize(
    "text",
    ["7", "[]", "{}", '{"others": 7}', '{"others": {"a": 7}}', '{"others": {"a": [7]}}']
    + [f'{{"others": {{"a": [{json.dumps(key)}]}}}}' for key in ("", "nonsense", "Ctrl+\u0007")],
)
def test_an_invalid_shortcut_file_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="This is not a shortcuts file, or it is damaged"):
        from_json(text, TWO_COMMANDS)


@pytest.mark.parametrize(
    ("keys", "expected_conflicts"),
    [
        ({"a": ("A",), "b": ("B",)}, {}),
        ({"a": ("A", "A"), "b": ()}, {}),
        ({"a": ("A",), "b": ("B", "A")}, {"A": ("a", "b")}),
        ({"a": ("ctrl+a",), "b": ("Ctrl+A",)}, {"Ctrl+A": ("a", "b")}),
        ({"a": ("Esc",), "b": ("B",)}, {"Esc": ("Esc", "a")}),
    ],
)
def test_a_key_assigned_to_several_commands_is_a_conflict(
    keys: dict[str, tuple[str, ...]], expected_conflicts: dict[str, tuple[str, ...]]
) -> None:
    assert shortcut_conflicts(keys, TWO_COMMANDS) == expected_conflicts


def test_no_preset_has_conflicts() -> None:
    for _, keys in MAIN.presets.values():
        assert keys.keys() == DEFAULT_SHORTCUTS.keys()
        assert shortcut_conflicts(keys) == {}


def test_the_official_preset_has_no_single_letters() -> None:
    _, keys = MAIN.presets["official"]
    assigned_keys = [key for shortcuts in keys.values() for key in shortcuts]
    assert not [
        key for key in assigned_keys if len(key) == 1 or (len(key) == 7 and key[:6] == "Shift+")
    ]
    assert {"Del", "F1", "Ctrl+Z"} <= {*assigned_keys}
    assert keys["redo"][0] == "Ctrl+Y"


def test_the_tiled_preset_differs_in_few_keys() -> None:
    _, keys = MAIN.presets["tiled"]
    differing_commands = {
        name for name in DEFAULT_SHORTCUTS if keys[name] != DEFAULT_SHORTCUTS[name]
    }
    assert differing_commands <= {
        "select",
        "rotate",
        "rotate-back",
        "grid",
        "hex_names",
        "select-kind",
    }
    assert (keys["rotate"], keys["rotate-back"]) == (("Z",), ("Shift+Z",))


def test_the_defaults_apply_until_shortcuts_are_stored(tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "a.ini"), QSettings.Format.IniFormat)
    assert stored_shortcuts(settings, TWO_COMMANDS) == TWO_COMMANDS.defaults
    settings.setValue("others/keys", to_json({**TWO_COMMANDS.defaults, "a": ("C",)}, TWO_COMMANDS))
    assert stored_shortcuts(settings, TWO_COMMANDS)["a"] == ("C",)
    settings.setValue("others/keys", "damaged")
    with pytest.raises(NotationError):
        stored_shortcuts(settings, TWO_COMMANDS)


def test_shortcuts_are_set_and_shown_in_tool_tips(qapp: object) -> None:
    actions = {"grid": QAction(), "of-others": QAction()}
    apply_shortcuts({**DEFAULT_SHORTCUTS, "grid": ("Ctrl+U", "Ctrl+J")}, actions)
    assert [each.toString() for each in actions["grid"].shortcuts()] == ["Ctrl+U", "Ctrl+J"]
    assert "Ctrl+U" in actions["grid"].toolTip()
    assert actions["of-others"].shortcuts() == []
    assert key_map.MAIN.setting == "commands/keys"
