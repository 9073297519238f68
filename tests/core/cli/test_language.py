"""``--language`` and ``M44_LANGUAGE``: findings and pages in other languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.core.cli.checking.test_check import FAULTY

from m44core.arguments.lines import cells
from m44core.cli.main import main
from m44core.messages.languages import languages


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder with a scenario with one error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("M44_LANGUAGE", raising=False)
    (tmp_path / "faulty.yaml").write_text(FAULTY)


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was printed, with ordinary blanks."""
    return capsys.readouterr().out.replace("\u00a0", " ")


@pytest.mark.parametrize("form", ["text", "full"])
def test_findings_are_told_in_the_language_asked_for(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "faulty.yaml", "--format", form, "--language", "fr"]) == 1
    said = printed(capsys)
    assert "erreur M" in said
    assert "Vérification de 1 fichier : 1 erreur" in said


def test_full_findings_name_pieces_and_fixes_in_that_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["check", "faulty.yaml", "--format", "full", "--language", "fr", "--select", "M502"])
    said = printed(capsys)
    assert "M502 unclear-bunker-owner : Le bunker n'a pas de propriétaire" in said
    assert "= correction : Donner le bunker à l'Axe" in said
    assert "m44 explain M502 dit pourquoi" in said


def test_several_processes_speak_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    files = ["faulty.yaml", "./faulty.yaml"]
    assert main(["check", *files, "--jobs", "2", "--language", "fr"]) == 1
    assert printed(capsys).count("erreur M") == len(files)


def test_the_environment_may_name_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("M44_LANGUAGE", "fr")
    assert main(["explain", "M502"]) == 0
    said = printed(capsys)
    assert "(erreur, information)" in said
    assert "\nQue faire :\n    Donnez le bunker à un camp." in said
    assert main(["explain", "M502", "--language", "en"]) == 0
    assert "\nInstead:\n    Give the bunker to a side." in printed(capsys)


def test_a_language_there_is_not_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("M44_LANGUAGE", "tlh")
    assert main(["check", "faulty.yaml"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("m44: there is no language 'tlh'; there is en, fr")


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("de_AT.UTF-8", "Was zu tun ist:"),
        ("zh_CN", "怎么办"),
        ("zh_TW", "怎麼辦"),
        ("FR-ca", "Que faire :"),
    ],
)
def test_a_language_may_be_named_as_desktops_name_it(
    tag: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", "M502", "--language", tag]) == 0
    assert said in printed(capsys)
    monkeypatch.setenv("M44_LANGUAGE", tag)
    assert main(["explain", "M502"]) == 0
    assert said in printed(capsys)


def test_what_stops_the_program_is_told_in_that_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "--language", "fr", "--fix", "--diff", "faulty.yaml"]) == 2
    assert "choisissez l'un des deux" in capsys.readouterr().err


def test_the_languages_are_listed_with_what_they_lack(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["languages"]) == 0
    head, english, *others = printed(capsys).splitlines()
    assert head.split() == ["command-line", "findings", "pages", "pieces", "playtest", "window"]
    assert english.split() == ["en", "English", *["100", "%"] * 6]
    assert [line.split()[0] for line in others] == [code for code in languages() if code != "en"]
    assert [line.split()[-12:] for line in others[:6]] == [["100", "%"] * 6] * 6
    assert len({cells(line) for line in (head, english, *others)}) == 1


def test_markdown_has_the_headings_of_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "M502", "--format", "markdown", "--language", "fr"]) == 0
    said = printed(capsys)
    assert "\n**Pourquoi c'est important.**\nUn bunker" in said
    assert "\n\nRègles : V-54" in said
