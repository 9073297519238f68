"""Thumbnails in file managers: the command of the thumbnailer file works as written."""

from __future__ import annotations

import configparser
import os
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QImage

from m44core.resources import scenarios_folder

PACKAGING = Path(__file__).parents[2] / "packaging"
BIN = Path(sys.executable).parent
_NAMESPACE = "{http://www.freedesktop.org/standards/shared-mime-info}"


def thumbnailer_entry() -> configparser.SectionProxy:
    """Return the entry of the thumbnailer file."""
    parser = configparser.RawConfigParser()
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # as its page says
    parser.read(PACKAGING / "m44-workshop.thumbnailer", "utf-8")
    return parser["Thumbnailer Entry"]


@pytest.mark.parametrize("output_name", ["thumbnail.png", ".gnome_desktop_thumbnail.X1Y2"])
@pytest.mark.parametrize("size", [128, 256])
def test_the_command_draws_a_picture_of_the_requested_size(
    tmp_path: Path, output_name: str, size: int
) -> None:
    source, target = tmp_path / "odd name.m44", tmp_path / output_name
    source.write_bytes((scenarios_folder() / "pegasus-bridge.m44").read_bytes())
    values = {"%s": str(size), "%i": str(source), "%o": str(target)}
    command = [values.get(word, word) for word in shlex.split(thumbnailer_entry()["Exec"])]
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True)
    assert result.returncode == 0, result.stderr.decode()
    picture = QImage.fromData(target.read_bytes())
    assert max(picture.width(), picture.height()) in (size - 1, size)
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted([source.name, output_name])


def test_the_thumbnailer_handles_the_file_type_of_scenarios() -> None:
    (kind,) = ElementTree.parse(PACKAGING / "m44-workshop-mime.xml").getroot()
    assert thumbnailer_entry()["MimeType"] == f"{kind.get('type')};"
    assert [glob.get("pattern") for glob in kind.findall(f"{_NAMESPACE}glob")] == ["*.m44"]
    assert thumbnailer_entry()["TryExec"] == shlex.split(thumbnailer_entry()["Exec"])[0]
