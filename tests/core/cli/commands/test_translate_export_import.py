"""``m44 translate export`` and ``import``, as translators and maintainers use them."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import polib
import pytest

from m44core.cli.main import main
from m44core.io.files.file_reader import read_file
from m44core.io.files.serialization import to_bytes
from m44core.resources import scenarios_folder

HISTORY = "Sword was the easternmost beach of D-Day."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four scenarios in English, one of them in a subfolder."""
    battles = tmp_path / "battles"
    (battles / "more").mkdir(parents=True)
    shutil.copy(scenarios_folder() / "sword-beach.yaml", battles)
    shutil.copy(scenarios_folder() / "pegasus-bridge.m44", battles)
    shutil.copy(scenarios_folder() / "pegasus-bridge.yaml", battles)
    shutil.copy(scenarios_folder() / "arracourt.yaml", battles / "more")
    for file in battles.rglob("*.*"):
        result = read_file(file)
        assert result.scenario
        english = replace(result.scenario, texts={"en": result.scenario.texts["en"]})
        file.write_bytes(to_bytes(english, result.format, result.origin))
    return battles


def run_translate(*arguments: str | Path) -> int:
    return main(["translate", *map(str, arguments)])


def set_translations(path: Path, **texts: str) -> None:
    """Set the translations of the fields in *texts* in a PO file, as a PO tool does."""
    file = polib.pofile(str(path))
    for entry in file:
        entry.msgstr = texts.get(entry.msgctxt, entry.msgstr)
    file.save()


def text(path: Path, language: str, field: str) -> str | None:
    scenario = read_file(path).scenario
    assert scenario
    text: str | None = getattr(scenario.texts[language], field)
    return text


def test_a_folder_becomes_a_folder_for_each_language_with_templates(folder: Path) -> None:
    out = folder.parent / "po"
    assert run_translate("export", folder, out, "--to", "fr", "--to", "zh_Hans") == 0
    exported_files = sorted(path.relative_to(out).as_posix() for path in out.rglob("*.po*"))
    names = ["more/arracourt", "pegasus-bridge.m44", "pegasus-bridge.yaml", "sword-beach"]
    assert exported_files == [
        *(f"fr/{name}.po" for name in names),
        *(f"templates/{name}.pot" for name in names),
        *(f"zh-Hans/{name}.po" for name in names),
    ]


def test_importing_unchanged_files_changes_no_byte(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    assert run_translate("export", folder, folder.parent / "po", "--to", "fr") == 0
    assert run_translate("import", folder.parent / "po", folder) == 0
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before


def test_a_translation_made_with_a_po_tool_is_imported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po, out = folder.parent / "ru.po", folder / "sword-beach.yaml"
    assert run_translate("export", out, po, "--to", "ru") == 0
    set_translations(po, name="Пляж Меч")
    assert run_translate("import", po, out) == 0
    assert text(out, "ru", "name") == "Пляж Меч"
    assert f"{po}:12: name: imported: 'Пляж Меч'\n" in capsys.readouterr().out


def test_an_m44_file_keeps_every_other_byte(folder: Path) -> None:
    path, po = folder / "pegasus-bridge.m44", folder.parent / "fr.po"
    assert run_translate("export", path, po, "--to", "fr") == 0
    set_translations(po, name="Un pont")
    assert run_translate("import", po, path) == 0
    before = path.read_bytes()
    assert run_translate("export", path, po, "--to", "fr") == 0
    set_translations(po, name="Le pont")
    assert run_translate("import", po, path) == 0
    assert path.read_bytes() == before.replace(b"Un pont", b"Le pont")
    assert (folder / "pegasus-bridge.texts.yaml").is_file()


def test_a_dry_run_lists_changes_without_writing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po, out = folder.parent / "ru.po", folder / "sword-beach.yaml"
    run_translate("export", out, po, "--to", "ru")
    set_translations(po, name="Пляж Меч")
    before = out.read_bytes()
    assert run_translate("import", po, out, "--dry-run") == 0
    assert "imported" in capsys.readouterr().out
    assert out.read_bytes() == before


def test_lost_placeholders_are_refused_with_the_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po, out = folder.parent / "ru.po", folder / "sword-beach.yaml"
    run_translate("export", out, po, "--to", "ru")
    set_translations(po, name="Пляж {name}")
    assert run_translate("import", po, out) == 1
    assert f"{po}:12: rejected: name: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (("Language: fr", "Language: de"), "fr.po:5: the file is in 'de', not in 'fr'"),
        (("Language: fr", "Language: "), "fr.po:5: the file does not state its language"),
        (("Language: fr", "Language: tlh"), "fr.po:5: the file is in 'tlh'"),
    ],
)
def test_a_wrong_language_is_reported_with_its_line(
    change: tuple[str, str], text: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po, path = folder.parent / "fr" / "sword-beach.po", folder / "sword-beach.yaml"
    run_translate("export", folder, folder.parent, "--to", "fr")
    po = po.rename(po.with_name("fr.po"))
    po.write_text(po.read_text("utf-8").replace(*change), encoding="utf-8")
    assert run_translate("import", po, path) == 2
    assert text in capsys.readouterr().err


def test_a_translation_into_an_unknown_language_is_started_only_on_request(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po, path = folder.parent / "x.po", folder / "sword-beach.yaml"
    run_translate("export", path, po, "--to", "tlh")
    set_translations(po, name="bIQ")
    assert run_translate("import", po, path) == 2
    assert "unknown language 'tlh'" in capsys.readouterr().err
    assert run_translate("import", po, path, "--to", "tlh") == 0
    assert text(path, "tlh", "name") == "bIQ"


def test_one_damaged_file_does_not_stop_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = folder.parent / "po"
    run_translate("export", folder, out, "--to", "fr")
    set_translations(out / "fr" / "sword-beach.po", name="La plage")
    broken_file = out / "fr" / "more" / "arracourt.po"
    broken_file.write_text('msgid "', encoding="utf-8")
    assert run_translate("import", out, folder) == 2
    assert f"{broken_file}:1: the file is damaged" in capsys.readouterr().err
    assert text(folder / "sword-beach.yaml", "fr", "name") == "La plage"


def test_a_damaged_texts_file_is_reported_with_its_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "sword-beach.texts.yaml").write_text("format: 1\nsource: [en]\n", encoding="utf-8")
    assert run_translate("export", folder, folder.parent / "po", "--to", "fr") == 1
    assert "sword-beach.texts.yaml:2:" in capsys.readouterr().err
    assert (folder.parent / "po" / "fr" / "more" / "arracourt.po").is_file()


def test_a_po_file_without_its_scenario_is_reported(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po = folder.parent / "other.po"
    run_translate("export", folder / "sword-beach.yaml", po, "--to", "fr")
    (folder / "sword-beach.yaml").unlink()
    assert run_translate("import", po, folder) == 2
    assert "no scenario sword-beach.yaml was found for this file" in capsys.readouterr().err


def test_xliff_is_exported_and_imported(folder: Path) -> None:
    out = folder.parent / "xliff"
    assert run_translate("export", folder, out, "--to", "fr", "--format", "xliff") == 0
    file = out / "fr" / "sword-beach.xlf"
    sentence = file.read_text("utf-8")
    initial_segment = (
        '<segment state="initial">\n        <source xml:space="preserve">Sword Beach</source>'
    )
    final_segment = initial_segment.replace("initial", "final") + "<target>La plage</target>"
    file.write_text(sentence.replace(initial_segment, final_segment), encoding="utf-8")
    assert run_translate("import", out, folder) == 0
    assert text(folder / "sword-beach.yaml", "fr", "name") == "La plage"


def test_several_scenarios_are_not_written_to_one_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_translate("export", folder, folder / "all.po", "--to", "fr") == 2
    assert "can hold the text of only one scenario" in capsys.readouterr().err
    assert not (folder / "all.po").exists()


@pytest.mark.parametrize("options", [(), ("--from", "fr")])
def test_a_file_is_not_exported_into_its_own_language(
    options: tuple[str, ...], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    po = folder.parent / "en.po"
    assert run_translate("export", folder / "sword-beach.yaml", po, "--to", "en", *options) == 2
    assert "the file is in 'en', which is the source language" in capsys.readouterr().err
    assert not po.exists()


def test_exporting_without_a_second_language_suggests_the_to_option(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_translate("export", folder, folder.parent / "po") == 0
    assert "choose one with --to" in capsys.readouterr().err


def test_an_imported_draft_is_reported_as_a_draft(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario, po = folder / "sword-beach.yaml", folder.parent / "fr.po"
    run_translate("export", scenario, po, "--to", "fr")
    file = polib.pofile(str(po))
    file[0].msgstr = "La plage"
    file[0].flags.append("fuzzy")
    file.save()
    assert run_translate("import", po, scenario) == 0
    assert "name: imported as a draft: 'La plage'" in capsys.readouterr().out
