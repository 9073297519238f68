"""The built help of ``m44``: its content, and when it is not used."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from m44core.arguments.help_widths import MARGIN, MAX_WIDTH, MIN_WIDTH
from m44core.cli import built_help
from m44core.cli.built_help import built_help_bytes, current_built_help, print_built_help
from m44core.cli.main import program_help
from m44core.messages.languages import codes_by_tag, languages

WIDTHS = (MIN_WIDTH, 61, 80 - MARGIN, MAX_WIDTH)
NAMES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "M44_LANGUAGE", "M44_LOG", "COLUMNS")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of freshly built help in two languages, in a default environment."""
    help_texts = {
        code: {w: _formatted_help(code, w, monkeypatch) for w in WIDTHS} for code in ("en", "fr")
    }
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "help.built"
    path.write_bytes(built_help_bytes(codes_by_tag(), help_texts))
    monkeypatch.setattr(built_help, "built_help_path", lambda: str(path))
    monkeypatch.setattr(built_help, "_COLOURED_SINCE", (99,))
    return path


def _formatted_help(code: str, width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", str(width + MARGIN))
    return program_help(code)


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"]])
def test_the_built_help_equals_freshly_formatted_help(
    arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert print_built_help(arguments)
    assert capsys.readouterr().out == _formatted_help("en", 80 - MARGIN, monkeypatch)


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(("name", "tag"), [("M44_LANGUAGE", "fr"), ("LANG", "fr_CA.UTF-8")])
def test_the_built_help_is_in_the_language_of_the_environment(
    name: str, tag: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, tag)
    assert print_built_help(["--help"])
    monkeypatch.delenv(name)
    assert capsys.readouterr().out == _formatted_help("fr", 80 - MARGIN, monkeypatch)


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    "arguments", [[], ["check", "--help"], ["--help", "--verbose"], ["-h", "x"]]
)
def test_other_arguments_print_no_built_help(arguments: list[str]) -> None:
    assert not print_built_help(arguments)


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("name", "value"),
    [("COLUMNS", "60"), ("M44_LOG", "debug"), ("M44_LANGUAGE", "xx"), ("M44_LANGUAGE", "de")],
)
def test_help_is_formatted_at_run_time_if_the_environment_needs_it(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert not print_built_help(["--help"])


@pytest.mark.usefixtures("file")
def test_help_built_from_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(built_help, "_SOURCES", (("cli", "main.py"),))
    assert not print_built_help(["--help"])


@pytest.mark.parametrize("kept_bytes", [0, 10, -1])
def test_damaged_help_is_not_used(file: Path, kept_bytes: int) -> None:
    file.write_bytes(file.read_bytes()[:kept_bytes])
    assert not print_built_help(["--help"])


def test_nothing_is_printed_if_the_built_help_is_missing(file: Path) -> None:
    file.unlink()
    assert not print_built_help(["--help"])


def _is_help_built_by_another_python() -> bool:
    """Return whether the tests run an installed program whose help another Python has built."""
    can_build = find_spec("hatchling") is not None
    return not can_build and not built_help.is_help_up_to_date(list(languages()))


@pytest.mark.parametrize("code", list(languages()))
def test_the_built_help_is_up_to_date(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if _is_help_built_by_another_python():
        pytest.skip("the help was built by another Python, or not at all")
    for width in WIDTHS:
        built_text = built_help._help_for_environment({"M44_LANGUAGE": code}, width)
        assert built_text == _formatted_help(code, width, monkeypatch)


def test_the_help_imports_little_and_prints_to_any_stream() -> None:
    if _is_help_built_by_another_python() or sys.version_info >= built_help._COLOURED_SINCE:
        pytest.skip("the help was built by another Python, or not at all")
    variables = {name: value for name, value in os.environ.items() if name not in NAMES}
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", _STARTED, "--help"],
        env={**variables, "M44_LANGUAGE": "ru", "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "\\u0441" in run.stdout
    assert not {"argparse", "typing", "m44core.values"} & {
        line.rpartition("|")[2].strip() for line in run.stderr.splitlines()
    }


_STARTED = "from m44core.cli.start import main; raise SystemExit(main())"


def test_only_help_whose_sources_are_unchanged_is_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept_help = current_built_help(["en", "fr", "de"])
    assert kept_help.keys() == {"en", "fr"}
    assert kept_help["fr"][WIDTHS[0]] == _formatted_help("fr", WIDTHS[0], monkeypatch)
    checksum = built_help.help_checksum
    monkeypatch.setattr(built_help, "help_checksum", lambda code: checksum(code) + (code == "fr"))
    assert current_built_help(["en", "fr"]).keys() == {"en"}
    file.write_bytes(b"damaged")
    assert current_built_help(["en", "fr"]) == {}
