"""``--language`` and ``M44_LANGUAGE``: findings and pages in other languages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.core.cli.commands.test_check import FAULTY

from m44core.arguments.line_wrapping import cell_width
from m44core.cli.main import main
from m44core.messages.languages import languages
from m44core.resources import scenarios_folder


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a folder with a faulty scenario the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("M44_LANGUAGE", raising=False)
    (tmp_path / "faulty.yaml").write_text(FAULTY)


def printed_text(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the printed text, with ordinary spaces."""
    return capsys.readouterr().out.replace("\u00a0", " ")


@pytest.mark.parametrize("report_format", ["text", "full"])
def test_problems_are_reported_in_the_chosen_language(
    report_format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "faulty.yaml", "--format", report_format, "--language", "fr"]) == 1
    output = printed_text(capsys)
    assert "erreur M" in output
    assert "Vérification de 1 fichier : 1 erreur" in output


def test_the_full_format_names_pieces_and_fixes_in_the_chosen_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", "faulty.yaml", "--format", "full", "--language", "fr", "--select", "M502"])
    output = printed_text(capsys)
    assert "M502 unclear-bunker-owner : Le bunker n'a pas de propriétaire" in output
    assert "= correction : Donner le bunker à l'Axe" in output
    assert "m44 explain M502 dit pourquoi" in output


def test_worker_processes_use_the_requested_language(capsys: pytest.CaptureFixture[str]) -> None:
    files = ["faulty.yaml", "./faulty.yaml"]
    assert main(["check", *files, "--jobs", "2", "--language", "fr"]) == 1
    assert printed_text(capsys).count("erreur M") == len(files)


def test_the_environment_may_name_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("M44_LANGUAGE", "fr")
    assert main(["explain", "M502"]) == 0
    output = printed_text(capsys)
    assert "(erreur, information)" in output
    assert "\nQue faire :\n    Indiquez le propriétaire du bunker" in output
    assert main(["explain", "M502", "--language", "en"]) == 0
    assert "\nWhat to do:\n    Set the owner of the bunker" in printed_text(capsys)


def test_an_unknown_language_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("M44_LANGUAGE", "tlh")
    assert main(["check", "faulty.yaml"]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("m44: unknown language 'tlh'; available: en, fr")


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("de_AT.UTF-8", "Was zu tun ist:"),
        ("zh_CN", "怎么办"),
        ("zh_TW", "怎麼辦"),
        ("FR-ca", "Que faire :"),
    ],
)
def test_a_language_can_be_given_as_a_locale_name(
    tag: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "M502", "--language", tag]) == 0
    assert text in printed_text(capsys)
    monkeypatch.setenv("M44_LANGUAGE", tag)
    assert main(["explain", "M502"]) == 0
    assert text in printed_text(capsys)


def test_usage_errors_are_in_the_requested_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "--language", "fr", "--fix", "--diff", "faulty.yaml"]) == 2
    assert "choisissez l'un des deux" in capsys.readouterr().err


def test_the_languages_are_listed_with_their_translated_shares(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["languages"]) == 0
    head, english, *other_lines = printed_text(capsys).splitlines()
    assert head.split() == ["command-line", "findings", "pages", "pieces", "playtest", "window"]
    assert english.split() == ["en", "English", *["100", "%"] * 6]
    assert [line.split()[0] for line in other_lines] == [
        code for code in languages() if code != "en"
    ]
    assert [line.split()[-12:] for line in other_lines[:6]] == [["100", "%"] * 6] * 6
    assert len({cell_width(line) for line in (head, english, *other_lines)}) == 1


def test_markdown_has_the_headings_of_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "M502", "--format", "markdown", "--language", "fr"]) == 0
    output = printed_text(capsys)
    assert "\n**Pourquoi c'est important.**\nUn bunker" in output
    assert "\n\nRègles : V-54" in output


@pytest.mark.parametrize(
    ("environment", "text"),
    [
        ({"LANG": "de_DE.UTF-8"}, "Was zu tun ist:"),
        ({"LC_MESSAGES": "de_DE.UTF-8", "LANG": "en_US.UTF-8"}, "Was zu tun ist:"),
        ({"LC_ALL": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LANG": "fr_FR"}, "Was zu tun ist:"),
        ({"LC_ALL": "", "LANG": "de_AT@euro"}, "Was zu tun ist:"),
        ({"LANGUAGE": "tlh:de:fr", "LANG": "en_US.UTF-8"}, "Was zu tun ist:"),
        ({"LANG": "zh_TW.UTF-8"}, "怎麼辦"),
        ({"LANGUAGE": "de", "LANG": "C.UTF-8"}, "What to do:"),
        ({"LANGUAGE": "de", "LANG": ""}, "What to do:"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, "What to do:"),
        ({"LANG": "nl_NL.UTF-8"}, "What to do:"),
        ({"M44_LANGUAGE": "fr", "LC_ALL": "de_DE.UTF-8"}, "Que faire :"),
    ],
)
def test_the_default_language_is_that_of_the_system(
    environment: dict[str, str],
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["explain", "M502"]) == 0
    assert text in printed_text(capsys)
    assert main(["explain", "M502", "--language", "en"]) == 0
    assert "What to do:" in printed_text(capsys)


def test_keys_and_codes_of_reports_for_programs_are_the_same_in_every_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def structure_of(value: object) -> object:
        if isinstance(value, dict):
            return {key: structure_of(each) for key, each in value.items()}
        return [structure_of(each) for each in value] if isinstance(value, list) else type(value)

    for report_format in ("json", "sarif"):
        shapes = []
        for locale in ("C.UTF-8", "de_DE.UTF-8"):
            monkeypatch.setenv("LANG", locale)
            main(["check", "faulty.yaml", "--format", report_format])
            shapes.append(structure_of(json.loads(capsys.readouterr().out)))
        assert shapes[0] == shapes[1]


def test_a_process_uses_the_language_of_the_system() -> None:
    environment = {**os.environ, "LC_ALL": "de_DE.UTF-8"}
    command = [sys.executable, "-m", "m44core.cli.main", "explain", "M502"]
    result = subprocess.run(
        command, env=environment, capture_output=True, encoding="utf-8", check=True
    )
    assert "Was zu tun ist:" in result.stdout


def test_sentences_are_in_the_language_of_the_texts_not_of_the_system(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert main(["sentences", str(scenarios_folder() / "arracourt.yaml")]) == 0
    assert "Axis: 4 command cards." in printed_text(capsys)
