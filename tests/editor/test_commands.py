"""The commands of ``m44`` that need Qt."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from m44core.cli.main import main
from m44core.model.scenario import Scenario
from m44core.resources import scenarios_folder
from m44editor.app import open_position

pytestmark = pytest.mark.usefixtures("qapp")

PEGASUS = str(scenarios_folder() / "pegasus-bridge.m44")


def render_by_command(path: Path, *options: str) -> QImage:
    assert main(["render", PEGASUS, str(path), "--scale", "0.3", *options]) == 0
    image = QImage(str(path))
    assert not image.isNull()
    return image


@pytest.mark.parametrize(
    "options", [("--dark",), ("--hex-names",), ("--hide", "units"), ("--hide", "sections")]
)
def test_picture_options_change_a_png(tmp_path: Path, options: tuple[str, ...]) -> None:
    plain_picture = render_by_command(tmp_path / "plain.png")
    assert render_by_command(tmp_path / "other.png", *options) != plain_picture


def test_picture_options_are_accepted_for_a_pdf(tmp_path: Path) -> None:
    path = tmp_path / "board.pdf"
    assert main(["render", PEGASUS, str(path), "--dark", "--hide", "units", "--hex-names"]) == 0
    assert path.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("scale", ["0", "-1", "nan", "1e9", "much"])
def test_an_invalid_scale_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], scale: str
) -> None:
    path = tmp_path / "board.png"
    with pytest.raises(SystemExit) as refused:
        main(["render", PEGASUS, str(path), "--scale", scale])
    assert refused.value.code == 2
    assert "--scale" in capsys.readouterr().err
    assert not path.exists()


def test_a_position_of_a_playtest_opens_in_an_editor(
    qtbot: QtBot, pegasus: Scenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)  # the editor's goes with this test
    window = open_position(pegasus)
    qtbot.addWidget(window)
    assert window.isVisible()
    assert window.document.scenario is pegasus
    assert window.document.path is None
    assert not window.document.undo_stack.isClean(), "no file holds the position yet"
    window.document.undo_stack.setClean()  # so that closing does not ask
