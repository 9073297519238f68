"""Characters without a font, on a machine with European fonts only."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from m44core.resources import scenarios_folder
from m44editor.accessibility.missing_fonts import missing_characters

EUROPEAN = Path("/usr/share/fonts/truetype/dejavu")
PEGASUS = scenarios_folder() / "pegasus-bridge.m44"
UNCOVERED_CHARACTER = "\U000f0000"  # a character for private use, which no font has
WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from m44editor import app
from m44editor.first_frame import after_first_frame

application = app.make_application("zh-Hant")
window = app.open_window(Path(sys.argv[1]))
bar = window.files.bar

def tell():
    print(bar.label.text() if not bar.isHidden() else "nothing")

def look():
    tell()
    for code in ("fr", "zh-Hans", "ru"):
        before = window.commands
        window.commands[f"language-{code}"].trigger()
        while window.commands is before:
            QCoreApplication.processEvents()
        QCoreApplication.processEvents()
        tell()
    QCoreApplication.exit()

app.guard_first_window_when_shown(window)
after_first_frame(app.front_widget(window), lambda: QTimer.singleShot(300, look))
application.exec()
"""


@pytest.fixture
def european_environment(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a machine whose fonts have no Chinese characters."""
    if not EUROPEAN.is_dir():
        pytest.skip("this test needs fontconfig and the DejaVu fonts")
    font_folders = f"<dir>{EUROPEAN}</dir><cachedir>{tmp_path / 'fonts'}</cachedir>"
    file = tmp_path / "fonts.conf"
    file.write_text(f"<fontconfig>{font_folders}</fontconfig>", "utf-8")
    home_variables = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    return {
        **os.environ,
        **home_variables,
        "FONTCONFIG_FILE": str(file),
        "QT_QPA_PLATFORM": "offscreen",
    }


def test_characters_without_a_font_are_named_once(qtbot: QtBot) -> None:
    assert missing_characters(f"Orne {UNCOVERED_CHARACTER}{UNCOVERED_CHARACTER} Ouistreham") == (
        UNCOVERED_CHARACTER,
    )
    assert missing_characters("Ранвиль, Bénouville") == ()


def test_the_font_warning_follows_the_interface_language(
    european_environment: dict[str, str],
) -> None:
    command = [sys.executable, "-c", WINDOW, str(PEGASUS)]
    run = subprocess.run(
        command, env=european_environment, capture_output=True, timeout=120, check=True
    )
    start, french, chinese, russian = run.stdout.decode().splitlines()
    assert start.startswith(
        "No installed font covers this language, so text shows as boxes. "
        "Install a font that covers it, such as"
    )
    assert "fonts-noto-cjk" in start
    assert (french, chinese, russian) == ("nothing", start, "nothing")


def test_missing_characters_in_a_picture_are_reported(
    european_environment: dict[str, str], tmp_path: Path
) -> None:
    scenario = tmp_path / "bridge.m44"
    scenario.write_text(PEGASUS.read_text("utf-8").replace("Benouville", "貝努維爾"), "utf-8")
    picture = tmp_path / "bridge.png"
    command = [sys.executable, "-m", "m44core.cli.main", "render", str(scenario), str(picture)]
    run = subprocess.run(
        command, env=european_environment, capture_output=True, timeout=120, check=True
    )
    output = run.stderr.decode()
    assert "no installed font has 貝, 努, 維, 爾; each is printed as a box." in output
    assert "fonts-noto-cjk" in output
    assert picture.stat().st_size > 1000
