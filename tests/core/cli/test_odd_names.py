"""Files with the longest names the system allows, and files that text editors leave behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from m44core.cli.file_arguments import scenario_files
from m44core.cli.main import main
from m44core.io.files.scenario_files import FileFormat
from m44core.resources import scenarios_folder

PEGASUS = scenarios_folder() / "pegasus-bridge.yaml"
MAX_NAME_BYTES = 255  # bytes of a name
COMMANDS = (
    "check FOLDER --fail-on never",
    "check --fix FOLDER --fail-on never",
    "library FOLDER",
    "supports FOLDER",
    "translate status FOLDER",
    "translate check FOLDER",
    "translate export FOLDER OUT --to fr",
    "site FOLDER OUT --no-pdf --jobs 1",
)


@pytest.mark.parametrize("call", COMMANDS)
def test_file_names_at_the_length_limit_stop_no_command(
    call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    for length in (249, MAX_NAME_BYTES):
        (folder / f"{'x' * (length - 5)}.yaml").write_bytes(PEGASUS.read_bytes())
    paths = {"FOLDER": str(folder), "OUT": str(tmp_path / "out")}
    assert main([paths.get(word, word) for word in call.split()]) in (0, 1)
    assert "name is too long" not in capsys.readouterr().err


BACKUPS = ("map.yaml~", "map.yaml.~1~", "#map.yaml#")


@pytest.mark.parametrize("name", BACKUPS)
def test_an_explicitly_named_backup_is_read_like_its_original(name: str, tmp_path: Path) -> None:
    backup = tmp_path / name
    backup.write_bytes(PEGASUS.read_bytes())
    assert FileFormat.of(backup) is FileFormat.YAML
    assert main(["convert", str(backup), str(tmp_path / "out.m44"), "--quiet"]) == 0


def test_folders_and_patterns_skip_editor_backups(tmp_path: Path) -> None:
    for name in ("map.yaml", ".#map.yaml", ".map.yaml.swp", *BACKUPS):
        (tmp_path / name).write_bytes(PEGASUS.read_bytes())
    expected = [str(tmp_path / "map.yaml")]
    assert scenario_files([str(tmp_path)]) == expected
    assert scenario_files([str(tmp_path / "*")]) == expected
    assert scenario_files([str(tmp_path / "*~")]) == sorted(
        str(tmp_path / name) for name in BACKUPS if name.endswith("~")
    )


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("command", ["check", "site", "book"])
def test_pipes_in_a_folder_do_not_block(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "pegasus.yaml").write_bytes(PEGASUS.read_bytes())
    for name in ("a.m44", "b.yaml", "b.rules.yaml", "c.txt"):
        os.mkfifo(folder / name)
    extra_arguments = {"site": ["out", "--no-pdf", "--jobs", "1"], "book": ["out.pdf"]}.get(
        command, []
    )
    arguments = [sys.executable, "-m", "m44core.cli.main", command, str(folder), *extra_arguments]
    result = subprocess.run(arguments, cwd=tmp_path, capture_output=True, timeout=200, check=False)
    assert b"Traceback" not in result.stderr
    assert result.returncode in (0, 1, 2)
