"""Content and names of files never control the terminal, and never cause a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from m44core.cli.main import main

TAB = """\
format: 1
board: {type: standard, face: country}
# kept
texts: {en: {name: "A  b"}}
hexes: {A9: {terrain: forest}}
x:\t1
"""


@pytest.mark.parametrize("fix_option", ["--diff", "--fix"])
def test_fixing_yaml_with_a_tab_before_a_value_does_not_crash(
    fix_option: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(TAB)
    assert main(["check", "--select", "M809", fix_option, str(path)]) in (0, 1)


def test_converting_prints_no_control_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.m44"
    path.write_text('{"board": {"hexagons": [], "face": "\\u001b[31m"}, "\\u001b[2J": 1}')
    main(["convert", str(path), str(tmp_path / "\x1b[31m.yaml")])
    output = capsys.readouterr()
    assert "\x1b" not in output.out + output.err
    assert output.err


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_an_impossible_file_name_is_reported_by_replay(name: str) -> None:
    assert main(["replay", name]) == 2
