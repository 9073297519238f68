"""The interface language; English loads no catalogue."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from m44editor.interface_language import (
    chosen_language,
    effective_language,
    switch_language,
    system_language,
)
from m44editor.interface_text import language, set_language
from m44editor.startup import set_language_without_qt

_PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from m44editor import app
window_of = app.open_window

def open_and_close(path):
    window = window_of(path)
    def look():
        loaded = "gettext" in sys.modules and "m44core.messages.gettext_catalogue" in sys.modules
        print(window.menuBar().actions()[0].text(), "with" if loaded else "without", "catalogue")
        window.close()
    QTimer.singleShot(300, look)
    return window

app.open_window = open_and_close
sys.exit(app.main(sys.argv[1:]))
"""


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)


@pytest.mark.parametrize(
    ("stored_language", "environment", "requested_language", "expected_language"),
    [
        ("fr", {}, "", "fr"),
        ("en", {"M44_LANGUAGE": "fr"}, "", "fr"),
        ("en", {"M44_LANGUAGE": "en"}, "fr", "fr"),
        ("fr", {"M44_LANGUAGE": "klingon"}, "", "fr"),
        ("klingon", {}, "fr", "fr"),
        ("en", {}, "", "en"),
        ("en", {}, "qps", "qps"),
    ],
)
def test_a_requested_language_overrides_the_stored_one(
    settings: QSettings,
    stored_language: str,
    environment: Mapping[str, str],
    requested_language: str,
    expected_language: str,
) -> None:
    settings.setValue("language", stored_language)
    assert effective_language(settings, requested_language, environment) == expected_language


@pytest.mark.parametrize("stored_value", ["", "klingon", "../fr", 7, ["fr", "en"], b"\xff", "qps"])
def test_an_invalid_language_setting_means_the_language_of_the_desktop(
    settings: QSettings, stored_value: object
) -> None:
    settings.setValue("language", stored_value)
    assert chosen_language(settings) == "system"
    assert effective_language(settings, "", {}) == system_language()


def test_the_former_problem_language_becomes_the_interface_language(
    settings: QSettings,
) -> None:
    settings.setValue("checks/language", "fr")
    assert chosen_language(settings) == "fr"


@pytest.mark.parametrize(
    ("desktop_languages", "code"),
    [
        (["fr-CA", "en-US"], "fr"),
        (["fr_FR"], "fr"),
        (["tlh", "fr-FR", "en"], "fr"),
        (["en-GB", "fr"], "en"),
        (["C"], "en"),
        ([], "en"),
    ],
)
def test_desktop_languages_with_countries_are_recognized(
    desktop_languages: Iterable[str], code: str
) -> None:
    assert system_language(desktop_languages) == code


def test_qt_texts_follow_a_language_that_was_set_before_the_application(qapp: QApplication) -> None:
    set_language("fr")  # as before there is an application
    switch_language("fr")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.button(QDialogButtonBox.StandardButton.Cancel).text() == "Annuler"


def test_messages_before_qt_is_loaded_are_in_the_chosen_language() -> None:
    set_language_without_qt("", {"M44_LANGUAGE": "klingon"})
    assert language() == "en"
    set_language_without_qt("", {"M44_LANGUAGE": "fr"})
    assert language() == "fr"


def run_editor(
    folder: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    (folder / "m44-workshop").mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-c", _PROGRAM, *arguments],
        env={
            **{"PATH": "/usr/bin:/bin", "HOME": str(folder), "QT_QPA_PLATFORM": "offscreen"},
            **{"XDG_CONFIG_HOME": str(folder), "XDG_STATE_HOME": str(folder)},
            **environment,
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "environment", "expected_text"),
    [
        ((), {"LANG": "C.UTF-8"}, "&File without catalogue"),
        ((), {"LANG": "fr_FR.UTF-8"}, "&Fichier with catalogue"),
        (("--language", "fr"), {"LANG": "C.UTF-8"}, "&Fichier with catalogue"),
        (("--language", "en"), {"LANG": "fr_FR.UTF-8"}, "&File without catalogue"),
        ((), {"M44_LANGUAGE": "fr"}, "&Fichier with catalogue"),
    ],
)
def test_the_editor_starts_in_the_chosen_language(
    tmp_path: Path, arguments: tuple[str, ...], environment: Mapping[str, str], expected_text: str
) -> None:
    result = run_editor(tmp_path, *arguments, **environment)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == expected_text


def test_a_damaged_settings_file_does_not_prevent_the_start(tmp_path: Path) -> None:
    folder = tmp_path / "m44-workshop"
    folder.mkdir()
    (folder / "m44-workshop.conf").write_text("[General]\nlanguage=@Variant(\\0\\0\nlanguage=%%\n")
    result = run_editor(tmp_path, LANG="C.UTF-8")
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "&File without catalogue"


def test_an_unsupported_language_is_refused_on_the_command_line(tmp_path: Path) -> None:
    result = run_editor(tmp_path, "--language", "klingon")
    assert result.returncode == 2
    assert "klingon" in result.stderr
