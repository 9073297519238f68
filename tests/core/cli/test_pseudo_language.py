"""Every text of the command line can be translated."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.core.cli.commands.test_check import FAULTY, VALID_TEXT

from m44core.balance_lab.sweep_candidates import CHANGE_KINDS
from m44core.cli.balance_actions import ACTIONS
from m44core.cli.commands.schema import SCHEMAS
from m44core.cli.main import COMMANDS, PLUGINS, main
from m44core.messages.languages import languages
from m44core.playtest.players.levels import LEVELS
from m44core.publish.sheet_layout import SheetStyle
from m44core.resources import scenarios_folder
from m44core.rules.game_settings import SETTING_NAMES

PEGASUS = str(scenarios_folder() / "pegasus-bridge.m44")
ARRACOURT = str(scenarios_folder() / "arracourt.yaml")
UNTRANSLATED_PARTS = re.compile(
    r"[MP]\d\d\d +[a-z-]+"  # the code and the name of a check
    r"|^.* │.*$|^ *-->.*$"  # the lines of the file, and where they are
    r"|\S*/\S*|\S+\.(?:yaml|m44)"  # paths
    r"|Pegasus Bridge|Arracourt"
    r"|(?:[BDEORV]|TH)-[A-Z0-9-]+|LINT-\w+|recruit|sergeant"  # rules; computer players
    r"|faces-\w+"  # the words of our files for values
    r"|(?:draw|deck|air)[ _]\w+(?: \w+)*"  # options of the format
    r"|``?[^`]+``?|\\bm44\\b",
    re.MULTILINE,
)
_LANGUAGES = [word for code, each in languages().items() for word in (each.name, code)]
_BALANCE_WORDS = ("text", "table", "games.sqlite3", "NAME.balance.json", "Dask", *ACTIONS)
_VALUES = (*LEVELS, *SheetStyle)
_NAMES = "|".join(
    rf"\b{re.escape(name)}\b"
    for name in (*_LANGUAGES, *SETTING_NAMES, "m44-strict", *SCHEMAS, *_VALUES, *_BALANCE_WORDS)
)
COMMANDS_WITH_HELP = ["", *(command for command in COMMANDS if command not in PLUGINS)]
INSTALLED_COMMANDS = ["", *(COMMANDS if find_spec("PySide6") else COMMANDS_WITH_HELP[1:])]
TYPED_WORDS = re.compile(
    r"^(?:⟦ûšåĝé:~*⟧|utilisation\s:) (?:.+\n)+"  # the forms of the call
    r"|^ {2,4}(?! ).+?(?= {2}|$)"  # options with their values, commands, examples
    rf"|m44 translate [a-z]+|m44 [a-z]+|--[a-z-]+(?:\s+json)?|M44_(?:LANGUAGE|LOG)|{_NAMES}"
    rf"|{'|'.join(CHANGE_KINDS)}"
    r"|\b[A-Z]+\b|\b[a-z]+=\w+(?:,[a-z]+=\w+)*",
    re.MULTILINE,
)
ENGLISH_WORDS = re.compile(r"\b(?:the|and|with|what|which|it|of|how|to)\b")
PLAIN_LETTERS = re.compile(r"[a-zA-Z]{3,}")


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "faulty.yaml"],
        ["check", "--format", "text", "--profile", "bga", "faulty.yaml", "nowhere.m44"],
        ["check", "--format", "full", "--statistics", PEGASUS],
        ["explain", "M502"],
        ["bill", PEGASUS],
        ["bill", "--boxes", "base=1", ARRACOURT],
        ["bill", "--format", "checklist", PEGASUS],
        ["diff", "sound.yaml", "faulty.yaml"],
        ["supports", PEGASUS],
        ["play", "--ai", "recruit", "--seed", "3", PEGASUS],
        ["duel", "recruit", "sergeant", "--games", "2", PEGASUS],
        ["replay", "game.txt"],
    ],
    ids=lambda arguments: " ".join(Path(word).name for word in arguments),
)
def test_no_output_is_left_in_plain_english(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("faulty.yaml").write_text(FAULTY)
    Path("sound.yaml").write_text(VALID_TEXT)
    if arguments[0] == "replay":
        main(["play", "--ai", "recruit", "--seed", "3", "--record", "game.txt", PEGASUS])
        capsys.readouterr()
    main([*arguments, "--language", "qps"])
    assert plain_words(capsys.readouterr().out) == []


@pytest.mark.parametrize("command", COMMANDS_WITH_HELP)
def test_no_help_is_left_in_plain_english(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M44_LANGUAGE", "qps")
    with suppress(SystemExit):
        main([*filter(None, [command]), "--help"])
    output = capsys.readouterr().out
    assert plain_words(TYPED_WORDS.sub("", output)) == []


@pytest.mark.parametrize("command", COMMANDS_WITH_HELP)
def test_every_help_page_is_in_french(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M44_LANGUAGE", "fr")
    with suppress(SystemExit):
        main([*filter(None, [command]), "--help"])
    output = capsys.readouterr().out
    assert re.match(r"utilisation\s: m44", output)
    assert not ENGLISH_WORDS.findall(TYPED_WORDS.sub("", output))


def test_the_help_is_in_the_language_of_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    with suppress(SystemExit):
        main(["check", "--help", "--language", "fr"])
    assert re.match(r"utilisation\s: m44 check", capsys.readouterr().out)


@pytest.mark.parametrize("language_option", [["--language", "fr"], ["--language=fr"]])
@pytest.mark.parametrize("command", [*INSTALLED_COMMANDS, "help"])
def test_the_language_may_be_given_before_the_command(
    command: str, language_option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        main([*language_option, *filter(None, [command]), "--help"])
    output, errors = capsys.readouterr()
    assert not errors
    assert re.match(rf"utilisation\s: m44(-editor)? {'' if command == 'help' else command}", output)


def test_a_language_before_the_command_applies_to_its_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--language", "fr", "explain", "M502"]) == 0
    assert "Indiquez le propriétaire du bunker" in capsys.readouterr().out
    assert main(["--language", "fr", "explain", "--language", "en", "M502"]) == 0
    assert "\nWhat to do:\n" in capsys.readouterr().out


def test_an_unknown_language_is_not_reported_as_an_unknown_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--language", "tlh", "check", "map.m44"])
    assert "tlh" in (output := capsys.readouterr().err)
    assert "unknown command" not in output


def plain_words(output: str) -> list[str]:
    """Return the untranslated words of a text in the pseudo-language."""
    assert "⟧" in output
    return PLAIN_LETTERS.findall(UNTRANSLATED_PARTS.sub("", output))


@pytest.mark.parametrize(
    ("arguments", "allowed_words"),
    [
        (["chekc"], "m44: chekc check m44 help"),
        (["check", "--unheard-of", "map.m44"], "check unheard help"),
        (["check", "--config"], "check config help"),
        (["check"], "check PATH help"),
        (["check", "--jobs", "0", "map.m44"], "check jobs help"),
        (["check", "--f", "map.m44"], "check fix format force fail help"),
        (["play", "--seed", "lot", "map.m44"], "play seed lot help"),
        (["bill", "--boxes", "bse=1", PEGASUS], "bse base"),
        (["bill", "nowhere.m44"], ""),
        (["play", "--games", "2", "--record", "game.txt", PEGASUS], "record only txt game"),
        (["play", "--ai", "sargent", PEGASUS], "sargent sergeant"),
        (["check", "--profile", "bgg", "map.m44"], "check profile bgg bga publish help"),
    ],
    ids=lambda value: " ".join(Path(word).name for word in value) if value else "-",
)
def test_no_error_message_is_left_in_plain_english(
    arguments: list[str],
    allowed_words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("M44_LANGUAGE", "qps")
    with suppress(SystemExit):
        main(arguments)
    assert set(plain_words(capsys.readouterr().err)) <= set(allowed_words.split())


@pytest.mark.parametrize("language_option", [["--language", "qps"], ["--language=qps"]])
def test_usage_errors_are_in_the_language_of_the_option(
    language_option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["check", *language_option])
    assert "⟦" in capsys.readouterr().err
