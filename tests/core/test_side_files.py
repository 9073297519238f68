"""Faulty side files: they are reported or ignored, and never cause a crash or a hang.

The mutations are pseudo-random with fixed seeds. To look for more failures, run
``python -m tests.side_files``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.side_files import escaped_error, escaped_errors, side_file_kinds

from m44core.cli.main import main
from m44core.errors import ReadError
from m44core.publish.booklet_settings import book_settings
from m44core.resources import scenarios_folder
from m44core.site.site_settings import site_settings

SECONDS = 60
FOLDER_READERS: dict[str, Callable[[Path], Any]] = {
    "site.yaml": site_settings,
    "book.yaml": book_settings,
}


@pytest.mark.parametrize("name", side_file_kinds())
def test_a_valid_file_of_each_kind_is_accepted(name: str, tmp_path: Path) -> None:
    assert escaped_error(side_file_kinds()[name], side_file_kinds()[name].content, tmp_path) is None


@pytest.mark.bulk
def test_damaged_side_files_never_cause_a_crash() -> None:
    assert escaped_errors(range(300), 44) == []


@pytest.mark.parametrize("name", FOLDER_READERS)
@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("0x_", None),
        ("1944-06-06", None),
        ("1944-06-31", None),
        ("1944", "2: 'subtitle' must be text; put it in quotes"),
        ("[a]", "2: 'subtitle' must be text; put it in quotes"),
        ("[" * 3000, "2: Values are nested more than 64 levels"),
        ("9" * 5000, "2: "),
        ('"\\ud800"', "2: "),
        ("a\ntitle: b", "3: "),
    ],
)
def test_folder_settings_are_text_or_reported_with_their_line(
    name: str, value: str, message: str | None, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(f"title: A\nsubtitle: {value}\n", "utf-8")
    if message is None:
        assert FOLDER_READERS[name](tmp_path).subtitle == value
        return
    with pytest.raises(ReadError) as refused:
        FOLDER_READERS[name](tmp_path)
    assert f"{name}:{message}" in str(refused.value)


@pytest.mark.parametrize("name", FOLDER_READERS)
def test_an_unknown_key_is_reported_with_the_known_ones(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("title: A\nsubtitel: B\n", "utf-8")
    with pytest.raises(
        ReadError, match=r":2: unknown key 'subtitel'; the known keys are title, subtitle, "
    ):
        FOLDER_READERS[name](tmp_path)


def test_a_list_entry_that_is_not_text_is_reported_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "book.yaml").write_text("order:\n  - a.yaml\n  - 12\n", "utf-8")
    with pytest.raises(ReadError, match=r"yaml:3: 'order' must be a list of names"):
        book_settings(tmp_path)


@pytest.mark.parametrize("empty_text", ["", "\n", "# Only words\n", "title:\n"])
def test_an_empty_settings_file_changes_nothing(empty_text: str, tmp_path: Path) -> None:
    (tmp_path / "site.yaml").write_text(empty_text, "utf-8")
    assert site_settings(tmp_path).title == tmp_path.name


@pytest.mark.parametrize(
    "name", ["site.yaml", "ratings.yaml", "book.yaml", "m44.toml", "pack.yaml", "a.game"]
)
@pytest.mark.parametrize("target", [None, "/dev/zero"])
def test_a_pipe_or_a_device_next_to_scenarios_does_not_block(
    name: str, target: str | None, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    source = scenarios_folder() / "pegasus-bridge.yaml"
    (folder / "a.yaml").write_bytes(source.read_bytes())
    if target:
        (folder / name).symlink_to(target)
    else:
        os.mkfifo(folder / name)
    command = {
        "book.yaml": ["book", folder, tmp_path / "b.pdf"],
        "pack.yaml": ["packs", folder],
        "m44.toml": ["check", folder],
    }
    arguments = command.get(name, ["site", folder, tmp_path / "out"])
    result = subprocess.run(
        [sys.executable, "-m", "m44core.cli.main", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert "Traceback" not in result.stderr, result
    assert result.returncode == (0 if name == "a.game" else 2), result
    assert name == "a.game" or "not a regular file" in result.stderr, result


def test_a_too_deeply_nested_configuration_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.yaml").write_bytes((scenarios_folder() / "pegasus-bridge.yaml").read_bytes())
    (tmp_path / "m44.toml").write_text("a = " + "[" * 3000, "utf-8")
    assert main(["check", str(tmp_path / "a.yaml")]) == 2
    assert "m44.toml is not valid TOML: too many levels" in capsys.readouterr().err
