"""The manual: pages take at most three minutes to read; links, pictures and commands work."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from argparse import SUPPRESS, ArgumentParser, _SubParsersAction
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TextIO

import pytest
from polib import pofile
from tests.system_requirements import open_pseudo_terminal

from m44core.cli.main import main, parser_of_all_commands
from m44core.manual import CONTENTS_PAGE, ManualPage, manual_page, manual_pages
from m44core.messages.languages import ENGLISH
from m44core.resources import manual_folder, scenarios_folder

LANGUAGES = sorted(path.name for path in manual_folder().iterdir() if (path / "index.md").exists())
PAGES = [page for language in LANGUAGES for page in manual_pages(language).values()]
FRENCH = "fr"
MANY_COMMANDS = 5
"""An option of so many commands is explained on the page about the command line."""
NEEDS_DISPLAY_VARIABLES = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems always have a display"
)
MAX_WORDS = 650  # three minutes
PICTURES = manual_folder() / "pictures"


def page_id(page: ManualPage) -> str:
    return f"{page.path.parent.name}-{page.name}"


every_page = pytest.mark.parametrize("page", PAGES, ids=page_id)


@every_page
def test_a_page_has_a_title_and_takes_at_most_three_minutes_to_read(page: ManualPage) -> None:
    assert page.title
    page_words = [word for word in page.text.split() if any(map(str.isalnum, word))]
    assert len(page_words) <= MAX_WORDS


@every_page
def test_links_lead_to_pages_and_pictures(page: ManualPage) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.text):
        target_path = page.path.parent / target
        english_path = manual_folder() / ENGLISH / target  # shown where a language lacks the page
        assert target_path.is_file() or english_path.is_file(), target


def test_the_contents_page_lists_every_page_and_every_picture_is_used() -> None:
    for language in LANGUAGES:
        names = {path.stem for path in (manual_folder() / language).glob("*.md")}
        assert names <= manual_pages(language).keys()
    assert {path.stem for path in (manual_folder() / ENGLISH).glob("*.md")} == {
        *manual_pages(ENGLISH)
    }
    used_pictures = {
        name for page in PAGES for name in re.findall(r"pictures/([\w-]+\.webp)", page.text)
    }
    assert used_pictures == {path.name for path in PICTURES.iterdir()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translated_page_has_the_same_links_shortcuts_and_commands(language: str) -> None:
    for name, page in manual_pages(ENGLISH).items():
        translated_page = manual_page(name, language)
        marks = re.compile(r"\]\(([^)]+)\)|`(m44 [a-z]+)|`((?:Ctrl|Alt|Shift)\+[^`]+|F\d+)`")
        assert marks.findall(translated_page.text) == marks.findall(page.text), name


@every_page
def test_labels_in_bold_exist_in_the_program(page: ManualPage) -> None:
    language = page.path.parent.name
    flat = " ".join(page.text.split())
    bold_texts = re.findall(r"\*\*([^*]+)\*\*", flat)
    labels = {each for each in bold_texts if ">" not in each and each[-1] not in ".?"}
    assert page.name == CONTENTS_PAGE or labels - interface_texts(language) == set()


@cache
def interface_texts(language: str) -> set[str]:
    """Return the messages of the program in a language, without mnemonics."""
    translations = (
        Path(str(files("m44core.messages")))
        / "locale"
        / (FRENCH if language == ENGLISH else language)
    )
    entries = [entry for path in translations.glob("*.po") for entry in pofile(str(path))]
    texts = [entry.msgid if language == ENGLISH else entry.msgstr for entry in entries]
    return {" ".join(text.replace("&", "").split()) for text in texts}


def test_the_po4a_configuration_lists_every_page() -> None:
    configuration = (manual_folder() / "po4a.cfg").read_text("utf-8")
    pages = re.findall(
        r"^\[type: page\] en/([\w-]+)\.md \$lang:\$lang/\1\.md$", configuration, re.MULTILINE
    )
    assert pages == [*manual_pages(ENGLISH)]


def test_the_translation_template_is_up_to_date() -> None:
    texts = Path(__file__).parents[2] / "docs" / "manual-po" / "manual.pot"  # never installed
    po_entries = pofile(str(texts))
    known_texts = {" ".join(entry.msgid.split()) for entry in po_entries}
    for name in manual_pages(ENGLISH):
        title = manual_page(name, ENGLISH).title
        assert title in known_texts, "run po4a in docs/manual"


def test_an_untranslated_page_is_shown_in_english() -> None:
    assert manual_page(CONTENTS_PAGE, "ru").path == manual_page(CONTENTS_PAGE, ENGLISH).path
    assert [*manual_pages("ru")] == [*manual_pages(ENGLISH)]


def commands() -> Iterator[str]:
    """Yield every command of the English pages, once."""
    texts = [page.text for page in manual_pages(ENGLISH).values()]
    blocks = "".join(
        block for text in texts for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    )
    inline = re.findall(r"`(m44 [^`]+)`", "\n".join(texts))
    yield from dict.fromkeys((*blocks.splitlines(), *inline))


SLOW_COMMANDS = (
    *("balance", "book", "edit", "pieces", "play", "poster", "render", "sheet", "site"),
    "translate",
)
"""Commands that take long or need an optional library: only their options are looked up."""


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files named in the manual."""
    folder = tmp_path_factory.mktemp("manual")
    bridge = scenarios_folder() / "pegasus-bridge.yaml"
    (folder / "scenarios").mkdir()
    for name in ("pegasus-bridge.yaml", "old.yaml", "new.yaml", "scenarios/bridge.yaml"):
        shutil.copy(bridge, folder / name)
    shutil.copytree(scenarios_folder() / "packs" / "alpine", folder / "FOLDER")
    return folder


@pytest.mark.parametrize("command", [*commands()])
def test_commands_in_the_manual_run(
    command: str,
    collection: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(collection)
    arguments = shlex.split(command.replace("FILE", "pegasus-bridge.yaml"))[1:]
    options = [word for word in arguments[1:] if word.startswith("--")]
    if "--help" in arguments or arguments[0] in SLOW_COMMANDS or len(arguments) == 1:
        with pytest.raises(SystemExit, match="0"):
            main([*arguments[:1], "--help"])
        assert all(option in capsys.readouterr().out for option in options)
    else:
        assert main(arguments) in (0, 1), capsys.readouterr().err


def test_options_mentioned_without_a_command_exist() -> None:
    options = {option for parser in all_parsers() for option in parser._option_string_actions}
    text = "\n".join(page.text for page in manual_pages(ENGLISH).values())
    named_options = {*re.findall(r"`(--?[a-z][a-z0-9-]*)[^`]*`", text)}
    assert len(named_options) > 5
    assert named_options - options - {"--m44"} == set()  # that one is of the AppImage


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_the_command_line_page_lists_every_command(language: str) -> None:
    text = manual_page("command-line", language).text
    (commands_of_m44,) = (
        a for a in parser_of_all_commands()._actions if isinstance(a, _SubParsersAction)
    )
    assert {*commands_of_m44.choices} - {*re.findall(r"m44 ([a-z]+)", text)} == set()


@pytest.mark.parametrize("language", [ENGLISH, FRENCH])
def test_the_command_line_page_lists_the_options_shared_by_many_commands(language: str) -> None:
    text = manual_page("command-line", language).text
    options = Counter(
        option for parser in all_parsers() for option in parser._option_string_actions
    )
    common_options = {option for option, number in options.items() if number >= MANY_COMMANDS}
    assert len(common_options) > 12
    assert {each for each in common_options if not re.search(rf"`{each}[ `]", text)} == {"-h"}


def test_help_explains_every_option() -> None:
    for parser in all_parsers():
        shown_actions = [each for each in parser._actions if each.help != SUPPRESS]
        assert all(each.help for each in shown_actions if each.option_strings), parser.prog


def all_parsers() -> Iterator[ArgumentParser]:
    """Yield the parser of every command and of each of its actions."""
    waiting: list[ArgumentParser] = [parser_of_all_commands()]
    while waiting:
        yield (parser := waiting.pop())
        subparsers = (each for each in parser._actions if isinstance(each, _SubParsersAction))
        waiting += [command for action in subparsers for command in action.choices.values()]


def test_settings_shown_in_the_manual_are_valid(collection: Path) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", manual_page("command-line", ENGLISH).text, re.DOTALL)
    assert len(blocks) == 1
    folder = collection / "settings"
    shutil.copytree(scenarios_folder() / "packs", folder / "packs")
    shutil.copy(scenarios_folder() / "pegasus-bridge.yaml", folder)
    (folder / "m44.toml").write_text(blocks[0], "utf-8")
    assert main(["check", str(folder / "pegasus-bridge.yaml")]) == 0


@pytest.mark.parametrize("name", [*manual_pages(ENGLISH)])
def test_the_manual_command_prints_a_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual", name]) == 0
    assert capsys.readouterr().out == manual_page(name, ENGLISH).text


def test_the_manual_command_lists_the_pages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["manual"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [*manual_pages(ENGLISH)][1:]


def test_the_error_about_an_unknown_page_suggests_a_similar_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["manual", "playtst"]) == 2
    assert "playtst" in (errors := capsys.readouterr().err)
    assert "playtest" in errors


def run_in_terminal(*arguments: str) -> tuple[str, str]:
    """Run ``m44 manual`` in a terminal without a display; return its output and its errors."""
    screen, end = open_pseudo_terminal()
    displays = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {name: text for name, text in os.environ.items() if name not in displays}
    command = [sys.executable, "-m", "m44core.cli.main", "manual", *arguments]
    process = subprocess.run(
        command, stdout=end, stderr=subprocess.PIPE, env=environment, check=True
    )
    os.close(end)
    with open(screen, encoding="utf-8") as terminal:  # noqa: PTH123 - a descriptor, not a path
        lines = iter_until_closed(terminal)
        return "".join(lines), process.stderr.decode()


def iter_until_closed(terminal: TextIO) -> Iterator[str]:
    """Yield the lines of a terminal until its other end is closed, which is an error on Linux."""
    with suppress(OSError):
        yield from terminal


@NEEDS_DISPLAY_VARIABLES
def test_without_a_display_the_manual_is_printed_with_its_place() -> None:
    output, errors = run_in_terminal()
    assert [line.split()[0] for line in output.splitlines()] == [*manual_pages(ENGLISH)][1:]
    assert "no window can be opened" in errors
    assert str(manual_folder()) in errors


@NEEDS_DISPLAY_VARIABLES
def test_an_option_prints_the_manual_in_a_terminal() -> None:
    output, errors = run_in_terminal("index", "--print")
    assert output.split() == manual_page("index", ENGLISH).text.split()
    assert not errors
