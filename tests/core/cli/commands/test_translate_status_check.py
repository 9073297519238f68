"""``m44 translate status`` and ``check``: translation progress and problems."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator

from m44core.cli.main import main
from m44core.resources import schema_folder

MILL = """\
format: 1
board: {type: standard, face: country}
texts:
  en: {name: The mill, rules: "One.\\nTwo {n}."}
  fr: {name: Le moulin}
hexes: {}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    battles = tmp_path / "battles"
    battles.mkdir()
    (battles / "mill.yaml").write_text(MILL, encoding="utf-8")
    ford = MILL.replace("  fr: {name: Le moulin}\n", "").replace("mill", "ford")
    (battles / "ford.yaml").write_text(ford, encoding="utf-8")
    return battles


def run_translate(*arguments: str | Path) -> int:
    return main(["translate", *map(str, arguments)])


def test_the_table_shows_the_progress_of_each_scenario(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_translate("status", folder) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows == [
        ["Scenario", "Language", "Done", "Draft", "Outdated", "New", "Kept"],
        ["ford.yaml", "fr", "0%", "3"],
        ["mill.yaml", "fr", "33%", "2"],
        ["all", "fr", "16%", "5"],
        ["2", "files"],
    ]


def test_the_to_option_is_suggested_for_scenarios_in_one_language(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_translate("status", folder / "ford.yaml") == 0
    assert "no scenario has a second language yet; choose one with --to" in capsys.readouterr().err
    assert run_translate("status", folder / "ford.yaml", "--quiet") == 0
    assert capsys.readouterr().err == ""


def test_a_scenario_without_the_source_language_is_counted_from_its_own_language(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_translate("status", folder, "--from", "fr", "--to", "ru") == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[1:3] == [["ford.yaml", "ru", "0%", "3"], ["mill.yaml", "ru", "0%", "1"]]


def test_a_pattern_may_also_match_files_next_to_scenarios(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = "format: 1\nsource: en\n"
    (folder / "mill.texts.yaml").write_text(record, encoding="utf-8")
    (folder / "mill.yaml~").write_text(MILL, encoding="utf-8")
    assert run_translate("status", *sorted(folder.iterdir())) == 0
    out, err = capsys.readouterr()
    assert (out.splitlines()[-1], err) == ("2 files", "")


def test_markdown_has_a_column_for_each_language(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_translate("status", folder, "--to", "fr", "--to", "ru", "--format", "markdown") == 0
    assert capsys.readouterr().out == (
        "| Scenario | fr | ru |\n|---|--:|--:|\n| ford.yaml | 0% | 0% |\n"
        "| mill.yaml | 33% | 0% |\n| **all** | 16% | 0% |\n"
    )


def test_json_matches_its_schema(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_translate("status", folder, "--format", "json") == 0
    data = json.loads(capsys.readouterr().out)
    schema = json.loads((schema_folder() / "translations.schema.json").read_text("utf-8"))
    Draft202012Validator(schema).validate(data)
    assert data["languages"]["fr"]["percent"] == 16


def test_a_badge_names_the_language_and_its_percentage(folder: Path) -> None:
    badges = folder.parent / "badges"
    assert run_translate("status", folder, "--badges", badges) == 0
    svg = ElementTree.parse(badges / "fr.svg").getroot()
    assert svg.attrib["aria-label"] == "français: 16%"


def test_a_broken_scenario_is_reported_and_the_others_are_counted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.m44").write_text("{", encoding="utf-8")
    assert run_translate("status", folder) == 1
    output = capsys.readouterr()
    assert "broken.m44" in output.err
    assert "mill.yaml" in output.out


def test_outdated_texts_and_lost_placeholders_are_found_with_their_lines(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, po = folder / "mill.yaml", folder / "fr.po"
    run_translate("export", path, po, "--to", "fr")
    translated_text = po.read_text("utf-8").replace('"One."\nmsgstr ""', '"One."\nmsgstr "Un."')
    po.write_text(translated_text, encoding="utf-8")
    run_translate("import", po, path)
    text = path.read_text("utf-8").replace("One.", "First.", 1)
    path.write_text(text.replace("Un.\\nTwo {n}.", "Un.\\nDeux."), encoding="utf-8")
    capsys.readouterr()
    assert run_translate("check", path) == 1
    (stale_line, lost_line) = capsys.readouterr().out.splitlines()
    assert "mill.yaml:5: rules in fr: outdated; the source was 'One.'" in stale_line
    assert "mill.yaml:5: rules: the placeholders differ from 'Two {n}.': missing '{n}'" in lost_line


def test_a_po_file_can_be_checked_without_its_scenario(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po = folder.parent / "fr" / "mill.po"
    run_translate("export", folder, folder.parent, "--to", "fr")
    entry = '\nmsgctxt "rules"\nmsgid "One."\nmsgstr "Un {x}."\n'
    po.write_text(
        po.read_text("utf-8").replace('"One."\nmsgstr ""', '"One."\nmsgstr "Un."') + entry
    )
    capsys.readouterr()
    assert run_translate("check", po) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[2] for line in lines if "twice" in line] == [
        "rules: appears twice in the file, as 'Un.' and as 'Un {x}.'"
    ]
    assert "missing none, added '{x}'" in lines[0]


def test_check_prints_nothing_without_problems(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_translate("export", folder, folder.parent / "po", "--to", "fr")
    capsys.readouterr()
    assert run_translate("check", folder, folder.parent / "po") == 0
    assert capsys.readouterr().out == ""


def test_differently_translated_terms_are_found_on_request(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "mill.yaml"
    text = path.read_text("utf-8").replace("The mill", "The bunker").replace("moulin", "fortin")
    path.write_text(text, encoding="utf-8")
    (folder / "glossary.yaml").write_text("terms: {x: {en: bunker, fr: blockhaus}}")
    assert run_translate("check", path) == 0
    assert run_translate("check", path, "--terms") == 1
    expected = "mill.yaml:5: name in fr: 'bunker' should be translated as 'blockhaus'"
    assert expected in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["translate", "status"], ["translate", "check"], ["balance"], ["bill"]]
)
def test_a_folder_that_cannot_be_read_is_reported_as_such(
    arguments: list[str],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    without_root_rights: Callable[[], AbstractContextManager[None]],
) -> None:
    folder.parent.chmod(0o755)
    monkeypatch.chdir(folder.parent)
    main([*arguments, "battles"])  # loads what cannot be loaded without rights
    capsys.readouterr()
    folder.chmod(0)
    with without_root_rights():
        assert main([*arguments, "battles"]) in (1, 2)
    folder.chmod(0o755)
    assert "You do not have permission to read battles" in capsys.readouterr().err
