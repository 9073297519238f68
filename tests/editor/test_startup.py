"""If the editor cannot start, the reason is printed in one sentence, with status 2."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from m44editor.startup import (
    is_unsafe_version_pair,
    missing_library_reason,
    startup_error,
    unloadable_reason,
)

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def start(*arguments: str, **screens: str) -> subprocess.CompletedProcess[str]:
    """Run the editor with only the display variables in *screens*, and return the result."""
    environment = {k: v for k, v in os.environ.items() if k not in SCREENS} | screens
    code = "import sys; from m44editor.app import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    ("platform", "is_bundle", "advice"),
    [
        ("linux", False, "sudo apt-get install libgl1 "),
        ("win32", False, "py -m pip install --force-reinstall pyside6-essentials"),
        ("win32", True, "reinstall M44 Workshop"),
        ("darwin", True, "reinstall M44 Workshop"),
    ],
)
def test_a_qt_that_cannot_be_loaded_is_explained_for_each_platform(
    platform: str, is_bundle: bool, advice: str
) -> None:
    reason = unloadable_reason(ImportError("DLL load failed"), platform, is_bundle=is_bundle)
    assert "DLL load failed" in reason
    assert advice in reason
    assert ("apt-get" in reason) is (platform == "linux")


@pytest.mark.parametrize(
    ("qt", "python", "is_rejected"),
    [
        ("6.12.0", (3, 11), True),
        ("6.13.1", (3, 11), True),
        ("6.12.0", (3, 12), False),
        ("6.11.3", (3, 11), False),
        ("6.8.3", (3, 13), False),
    ],
)
def test_version_pairs_that_abort_are_rejected(
    qt: str, python: tuple[int, int], is_rejected: bool
) -> None:
    assert is_unsafe_version_pair(qt, python) is is_rejected


@pytest.mark.usefixtures("qapp")
def test_void_calls_lose_no_reference_to_none(qtbot: QtBot) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(200):
        label.setText("x")
    assert abs(sys.getrefcount(None) - before) < 20


def test_this_machine_can_run_the_tests() -> None:
    assert startup_error({"QT_QPA_PLATFORM": "offscreen"}) is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="screens are named so on Linux")
def test_without_a_screen_the_editor_reports_it_and_fails() -> None:
    result = start()
    assert result.returncode == 2
    assert result.stderr.startswith("m44-editor: no display is available")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X is Linux's")
def test_an_unreachable_x_server_or_a_missing_library_is_reported() -> None:
    result = start(DISPLAY=":4711")
    assert result.returncode == 2
    assert "DISPLAY=:4711" in result.stderr or "apt-get install" in result.stderr


def test_the_version_option_prints_the_version() -> None:
    result = start("--version")
    assert result.returncode == 0
    assert result.stdout.startswith("m44-editor ")


def test_an_installed_library_of_qt_is_not_reported_as_missing() -> None:
    assert missing_library_reason({"QT_QPA_PLATFORM": "offscreen"}) is None


def test_pyside_does_not_inspect_our_modules() -> None:
    code = (
        "import sys, PySide6.QtWidgets\n"
        "from m44editor.startup import remove_import_hook\n"
        "remove_import_hook()\n"
        "import m44editor.windows.main_window\n"
        "print(*sys.modules['shibokensupport.feature'].pyside_feature_dict)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    inspected_modules = result.stdout.split()
    assert "m44editor.startup" in inspected_modules  # imported before
    assert not [name for name in inspected_modules if name.startswith("m44editor.windows")]


def test_wrong_arguments_are_still_explained_after_late_regex_compilation() -> None:
    code = (
        "import re\n"
        "before = re.compile\n"
        "from m44editor.startup import startup_error\n"
        "startup_error()\n"
        "assert re.compile is before\n"
        "import textwrap\n"
        "assert isinstance(textwrap.TextWrapper.wordsep_re, re.Pattern)\n"
        "from PySide6.QtCore import QRect\n"
        "try:\n"
        "    QRect('x')\n"
        "except TypeError as error:\n"
        "    print(error)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout.splitlines()[0].endswith("called with wrong argument types:")
    assert "QRect.__init__(left: int, top: int, width: int, height: int, /)" in result.stdout
