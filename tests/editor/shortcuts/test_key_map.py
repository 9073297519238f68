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
    DEFAULT_KEYS,
    MAIN,
    ShortcutSet,
    apply_keys,
    conflicts,
    from_json,
    stored_keys,
    to_json,
)

TWO = ShortcutSet(
    "others", "others/keys", {}, {"a": ("A",), "b": ("B", "Ctrl+B")}, {}, {"Esc": message("Ends.")}
)


def test_a_file_says_what_differs_from_our_keys() -> None:
    assert json.loads(to_json(DEFAULT_KEYS)) == {"keys": {}}
    changed = {**DEFAULT_KEYS, "grid": ("Ctrl+Shift+G",), "undo": ()}
    assert json.loads(to_json(changed)) == {"keys": {"grid": ["Ctrl+Shift+G"], "undo": []}}
    assert from_json(to_json(changed)) == changed
    assert to_json(changed).endswith("}\n")


def test_each_kind_of_window_has_its_own_part_of_a_file() -> None:
    text = to_json({**TWO.defaults, "a": ("C",)}, TWO)
    assert json.loads(text) == {"others": {"a": ["C"]}}
    assert from_json(text, TWO) == {"a": ("C",), "b": ("B", "Ctrl+B")}
    with pytest.raises(NotationError):
        from_json(text)


def test_commands_we_do_not_have_are_passed_over_and_keys_are_spelled_as_qt_spells_them() -> None:
    text = '{"others": {"a": ["ctrl+k", "Ctrl+Return"], "gone": ["nonsense"]}}'
    assert from_json(text, TWO)["a"] == ("Ctrl+K", "Ctrl+Return")
    assert set(from_json(text, TWO)) == {"a", "b"}


@pytest.mark.parametrize(
    "said",
    ["7", "[]", "{}", '{"others": 7}', '{"others": {"a": 7}}', '{"others": {"a": [7]}}']
    + [f'{{"others": {{"a": [{json.dumps(key)}]}}}}' for key in ("", "nonsense", "Ctrl+\u0007")],
)
def test_an_invalid_shortcut_file_is_refused(said: str) -> None:
    with pytest.raises(NotationError, match="no file of shortcuts"):
        from_json(said, TWO)


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ({"a": ("A",), "b": ("B",)}, {}),
        ({"a": ("A", "A"), "b": ()}, {}),
        ({"a": ("A",), "b": ("B", "A")}, {"A": ("a", "b")}),
        ({"a": ("ctrl+a",), "b": ("Ctrl+A",)}, {"Ctrl+A": ("a", "b")}),
        ({"a": ("Esc",), "b": ("B",)}, {"Esc": ("Esc", "a")}),
    ],
)
def test_keys_of_several_commands_are_conflicts(
    keys: dict[str, tuple[str, ...]], found: dict[str, tuple[str, ...]]
) -> None:
    assert conflicts(keys, TWO) == found


def test_no_keys_to_begin_with_are_those_of_two_commands() -> None:
    for _, keys in MAIN.presets.values():
        assert keys.keys() == DEFAULT_KEYS.keys()
        assert conflicts(keys) == {}


def test_the_official_editor_has_no_letter_alone() -> None:
    _, keys = MAIN.presets["official"]
    each = [key for shortcuts in keys.values() for key in shortcuts]
    assert not [key for key in each if len(key) == 1 or (len(key) == 7 and key[:6] == "Shift+")]
    assert {"Del", "F1", "Ctrl+Z"} <= {*each}
    assert keys["redo"][0] == "Ctrl+Y"


def test_the_keys_of_tiled_are_ours_but_for_a_few() -> None:
    _, keys = MAIN.presets["tiled"]
    differing = {name for name in DEFAULT_KEYS if keys[name] != DEFAULT_KEYS[name]}
    assert differing <= {"select", "rotate", "rotate-back", "grid", "hex_names", "select-kind"}
    assert (keys["rotate"], keys["rotate-back"]) == (("Z",), ("Shift+Z",))


def test_our_keys_are_remembered_until_others_are_chosen(tmp_path: Path) -> None:
    settings = QSettings(str(tmp_path / "a.ini"), QSettings.Format.IniFormat)
    assert stored_keys(settings, TWO) == TWO.defaults
    settings.setValue("others/keys", to_json({**TWO.defaults, "a": ("C",)}, TWO))
    assert stored_keys(settings, TWO)["a"] == ("C",)
    settings.setValue("others/keys", "damaged")
    with pytest.raises(NotationError):
        stored_keys(settings, TWO)


def test_a_command_gets_its_keys_and_says_them(qapp: object) -> None:
    actions = {"grid": QAction(), "of-others": QAction()}
    apply_keys({**DEFAULT_KEYS, "grid": ("Ctrl+U", "Ctrl+J")}, actions)
    assert [each.toString() for each in actions["grid"].shortcuts()] == ["Ctrl+U", "Ctrl+J"]
    assert "Ctrl+U" in actions["grid"].toolTip()
    assert actions["of-others"].shortcuts() == []
    assert key_map.MAIN.setting == "commands/keys"
