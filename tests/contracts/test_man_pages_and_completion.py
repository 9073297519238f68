"""Man pages and shell completion, made from the parsers of the program."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from m44core.arguments.parser import Parser
from m44core.cli.main import COMMANDS, parser_of_all_commands

REPOSITORY = Path(__file__).parent.parent.parent
sys.path.insert(0, str(REPOSITORY / "packaging"))

from package_formats import command_pages  # noqa: E402 - the tools of the repository are no package
from package_formats.command_pages import (  # noqa: E402 - as the line above
    all_man_pages,
    editor_parser,
    page_name,
    subcommands,
)


@pytest.fixture(scope="module")
def share(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with all pages and completions of version 1.2.3."""
    folder = tmp_path_factory.mktemp("share")
    command_pages.main([str(folder), "1.2.3", "1767225600"])
    return folder


def parser_and_subparsers(parser: Parser) -> Iterator[Parser]:
    """Yield a parser and, recursively, the parsers of its subcommands."""
    yield parser
    for command, _ in subcommands(parser):
        yield from parser_and_subparsers(command)


def unformatted_page(page: str) -> str:
    """Return a page without its formatting."""
    return re.sub(r"\\f[A-Z]|\\[,/:&]", "", page).replace(r"\-", "-")


def test_every_command_has_a_man_page(share: Path) -> None:
    page_names = {path.stem for path in (share / "man" / "man1").iterdir()}
    assert {f"m44-{name}" for name in COMMANDS} | {"m44", "m44-editor"} <= page_names
    assert {"m44-translate-export", "m44-translate-status"} <= page_names


def test_every_option_is_on_the_man_page_of_its_command() -> None:
    man_pages = all_man_pages("")
    for parser in parser_and_subparsers(parser_of_all_commands()):
        page = unformatted_page(man_pages[page_name(parser)])
        options = {word for action in parser._actions for word in action.option_strings}
        for option in options - {"-h", "--help"}:
            assert option in page, f"{parser.prog} {option}"


def test_a_man_page_has_a_name_a_version_and_a_date(share: Path) -> None:
    page = (share / "man" / "man1" / "m44-check.1").read_text("utf-8")
    assert page.startswith('.TH "M44\\-CHECK" "1" "2026-01-01" "M44 Workshop 1.2.3"')
    assert ".SH NAME\nm44\\-check \\- check scenario files for problems\n" in page
    assert ".SH EXAMPLES" in page


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_groff_formats_the_man_pages_without_warnings(share: Path) -> None:
    files = sorted((share / "man" / "man1").iterdir())
    command = ["groff", "-man", "-ww", "-z", "-Tutf8", "-K", "utf8", *map(str, files)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stderr == ""


def bash_completions(share: Path, line: str) -> list[str]:
    """Return the completions of bash for the last word of a line."""
    script = share / "bash-completion" / "completions" / "m44"
    words = line.split(" ")
    quoted_words = " ".join(f"'{word}'" for word in words)
    code = (
        f"source '{script}'; COMP_WORDS=({quoted_words}); COMP_CWORD={len(words) - 1}; "
        f"COMP_LINE='{line}'; COMP_POINT={len(line)}; "
        "$(complete -p m44 | sed 's/.*-F \\([^ ]*\\).*/\\1/'); printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    run = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_bash_completes_commands_options_and_choices(share: Path) -> None:
    assert bash_completions(share, "m44 che") == ["check"]
    assert bash_completions(share, "m44 check --fail") == ["--fail-on"]
    assert bash_completions(share, "m44 render --ink s") == ["saving"]
    assert bash_completions(share, "m44 translate exp") == ["export"]


def test_every_shell_has_completion_for_both_programs(share: Path) -> None:
    completion_files = {
        path.relative_to(share).as_posix() for path in share.rglob("*") if path.is_file()
    }
    assert {
        "bash-completion/completions/m44-editor",
        "fish/vendor_completions.d/m44.fish",
        "zsh/vendor-completions/_m44",
    } <= completion_files


def test_entry_points_of_editor_commands_name_functions_that_add_options() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    for command, function_path in project["entry-points"]["m44.options"].items():
        module, _, function = function_path.partition(":")
        parser = Parser(f"m44 {command}")
        getattr(import_module(module), function)(parser)
        assert any(action.metavar == "FILE" for action in parser._actions)


def test_the_editor_parses_files_and_a_language() -> None:
    options = editor_parser().parse_args(["a.m44", "b.m44", "--language", "de"])
    assert options == argparse.Namespace(files=[Path("a.m44"), Path("b.m44")], language="de")
