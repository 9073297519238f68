"""Folders that cannot be created: every command that writes reports them."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from m44core.cli.main import main
from m44core.resources import scenarios_folder

PEGASUS = str(scenarios_folder() / "pegasus-bridge.yaml")
COMMANDS = (
    "book FOLDER OUT/a.pdf",
    "check --format json --output OUT/a.json FILE --fail-on never",
    "convert FILE OUT/a.m44",
    "new OUT/a.yaml",
    "pieces FILE OUT/a.pdf",
    "play FILE --ai recruit --record OUT/a.game",
    "poster FILE OUT/a.pdf",
    "render FILE OUT/a.svg",
    "sheet FILE OUT/a.pdf",
    "site FOLDER OUT --no-pdf --jobs 1",
    "translate export FOLDER OUT --to fr",
    "translate export FILE OUT/fr.po --to fr",
    "translate status FOLDER --badges OUT",
)
WITH_QT = "render FILE OUT/a.png"  # it starts Qt, which stays in the process as it was started
Rights = Callable[[], AbstractContextManager[None]]
RAW_MESSAGES = tuple(map(os.strerror, (errno.EACCES, errno.ENOTDIR, errno.EEXIST, errno.ENOENT)))


def command_arguments(call: str, out: Path, folder: Path) -> list[str]:
    (folder / "a.yaml").write_bytes(Path(PEGASUS).read_bytes())
    paths = {"FILE": str(folder / "a.yaml"), "FOLDER": str(folder)}
    return [paths.get(word, word.replace("OUT", str(out))) for word in call.split()]


@pytest.mark.parametrize("call", COMMANDS)
def test_a_file_in_place_of_the_folder_is_reported_in_a_sentence(
    call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "from").mkdir()
    (tmp_path / "file").write_text("mine", "utf-8")
    assert main(command_arguments(call, tmp_path / "file" / "out", tmp_path / "from")) == 2
    output = capsys.readouterr().err
    assert str(tmp_path / "file") in output
    assert [raw for raw in RAW_MESSAGES if raw in output] == []
    assert "internal error" not in output


@pytest.mark.parametrize("call", COMMANDS)
def test_a_folder_that_cannot_be_created_is_reported_in_a_sentence(
    call: str, tmp_path: Path, without_root_rights: Rights, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in (tmp_path, *tmp_path.parents):
        if folder == tmp_path or folder.name.startswith(("pytest-", "popen-")):
            folder.chmod(0o755)  # pytest's own folder, which no other user can read
    (tmp_path / "from").mkdir()
    main(
        command_arguments(call, tmp_path / "allowed", tmp_path / "from")
    )  # the user nobody cannot import
    arguments = command_arguments(call, tmp_path / "out", tmp_path / "from")
    capsys.readouterr()
    with without_root_rights():
        status = main(arguments)
    output = capsys.readouterr().err
    assert status == 2
    assert str(tmp_path / "out") in output
    assert [raw for raw in RAW_MESSAGES if raw in output] == []
    assert "internal error" not in output


def test_rendering_with_qt_reports_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    pytest.importorskip("PySide6")
    (tmp_path / "from").mkdir()
    (tmp_path / "file").write_text("mine", "utf-8")
    arguments = command_arguments(WITH_QT, tmp_path / "file" / "out", tmp_path / "from")
    command = [sys.executable, "-m", "m44core.cli.main", *arguments]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert str(tmp_path / "file") in result.stderr
    assert [raw for raw in RAW_MESSAGES if raw in result.stderr] == []
    assert "internal error" not in result.stderr
