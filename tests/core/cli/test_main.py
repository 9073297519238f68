"""The command line as a whole: help, mistakes, statuses, closed pipes."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from m44core.cli.main import COMMANDS, PLUGINS, main
from m44core.resources import scenarios_folder
from m44core.version import __version__

PEGASUS = str(scenarios_folder() / "pegasus-bridge.m44")


def m44_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "m44core.cli.main", *arguments]


def exit_status_of(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert isinstance(stop.value.code, int)
    return stop.value.code


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_status_of(["--version"]) == 0
    assert capsys.readouterr().out == f"m44 {__version__}\n"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_status_of(["--help"]) == 0
    output = capsys.readouterr().out
    assert all(re.search(rf"^    {command}\s", output, re.MULTILINE) for command in COMMANDS)


@pytest.mark.parametrize("command", ["check", "explain", "bill"])
def test_the_help_of_a_command_gives_examples(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_status_of([command, "--help"]) == 0
    assert f"\n  m44 {command} " in capsys.readouterr().out


def test_an_unknown_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_status_of(["chekc", "map.m44"]) == 2
    output = capsys.readouterr().err
    assert "unknown command 'chekc'; did you mean check?" in output
    assert "Traceback" not in output


def test_a_missing_command_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage: m44 " in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["72", "200"])
@pytest.mark.parametrize("command", sorted({*COMMANDS} - {*PLUGINS}))
def test_the_help_is_no_wider_than_the_terminal(
    command: str,
    columns: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert exit_status_of([command, "--help"]) == 0
    too_long = [line for line in capsys.readouterr().out.splitlines() if len(line) > int(columns)]
    assert all(line.startswith("  m44 ") or "{" in line for line in too_long)  # to be typed


def test_an_error_is_printed_on_one_line_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "unclear-bunkers-owner"]) == 2
    output = capsys.readouterr().err
    assert output.startswith("m44: unknown check")
    assert output.count("\n") == 1


def test_a_closed_pipe_gives_no_traceback() -> None:
    with subprocess.Popen(
        m44_command("explain", "--format", "markdown"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii:strict"])
def test_a_name_the_terminal_cannot_show_is_still_reported(tmp_path: Path, encoding: str) -> None:
    path = os.fsencode(tmp_path) + b"/\xff-\xc3\xa9.m44"
    result = subprocess.run(
        [*map(os.fsencode, m44_command("check")), path],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert result.returncode == 2
    assert result.stderr == b""
    assert b"not checked" in result.stdout


def test_help_is_also_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_status_of(["help", "bill"]) == 0
    assert capsys.readouterr().out.startswith("usage: m44 bill")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("command", ["explain", "bill", "render"])
def test_a_full_disk_is_reported_as_an_output_error(command: str) -> None:
    arguments_by_command = {"explain": [], "bill": [PEGASUS], "render": [PEGASUS, "-"]}[command]
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            m44_command(command, *arguments_by_command),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert result.returncode == 2
    assert (
        result.stderr == "m44: the output: the disk is full; free some space, or save elsewhere\n"
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "command_line", ["--help", "--version", "check --help", "translate status -h"]
)
def test_help_that_cannot_be_written_is_an_output_error(command_line: str, unbuffered: str) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            m44_command(*command_line.split()),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    message = "m44: the output: the disk is full; free some space, or save elsewhere\n"
    assert (result.returncode, result.stderr) == (2, message)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_built_help_that_cannot_be_written_is_an_output_error() -> None:
    program = "import sys; from m44core.cli.start import main; sys.exit(main())"
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-c", program, "--help"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (result.returncode, result.stderr[:16]) == (2, b"m44: the output:")


def test_help_written_to_a_closed_pipe_ends_like_other_output() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        result = subprocess.run(
            m44_command("check", "--help"),
            stdout=pipe,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&-"])
@pytest.mark.parametrize(("path", "status"), [(PEGASUS, 0), ("nowhere.m44", 2)])
def test_a_closed_output_does_not_stop_a_command(closing: str, path: str, status: int) -> None:
    shell_command = f"{shlex.join(m44_command('check', path))} {closing}"
    result = subprocess.run(shell_command, shell=True, capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (status, b"")


def test_json_output_is_valid_in_a_terminal_of_any_encoding(tmp_path: Path) -> None:
    path = tmp_path / "Übergang.m44"
    arguments = m44_command("check", "--format", "json", str(path))
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    result = subprocess.run(arguments, capture_output=True, env=environment, check=False)
    assert json.loads(result.stdout)["files"][0]["path"] == str(path)


def test_a_printed_picture_is_valid_xml_in_a_terminal_of_any_encoding(tmp_path: Path) -> None:
    path = tmp_path / "a.m44"
    path.write_bytes(Path(PEGASUS).read_bytes().replace(b'"Pegasus', '"Pégase'.encode()))
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    result = subprocess.run(
        m44_command("render", str(path), "-"), capture_output=True, env=environment, check=True
    )
    assert ElementTree.fromstring(result.stdout)[0].text == "Pégase Bridge"


def test_a_command_that_needs_qt_says_what_to_install() -> None:
    without_qt = "import sys; sys.modules['PySide6'] = None\n"
    code = without_qt + "from m44core.cli.main import main; sys.exit(main(['edit', 'map.m44']))"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert result.returncode == 2
    assert 'pip install "m44-workshop[editor]"' in result.stderr
    assert result.stderr.count("\n") == 1
