"""Sword Beach from English to Russian: in the translation window, in a PO tool, and back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import polib
from PySide6.QtCore import Qt
from tests.editor.translating.conftest import ALT, CONTROL, TranslatorDriver

from m44core.io.files.file_reader import read_file
from m44core.model.edits import set_text

Key = Qt.Key


def run_m44(*arguments: str | Path) -> str:
    """Run the command line in a process, and return its output."""
    command = [str(Path(sys.executable).with_name("m44")), *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode in (0, 1), result.stderr
    return f"{result.stdout}{result.stderr}"


def suggested_text_labels(translator: TranslatorDriver) -> list[str]:
    suggested_texts = translator.translation_window.suggestions.texts
    return [suggested_texts.item(row).text() for row in range(suggested_texts.count())]


def translate_in_the_window(translator: TranslatorDriver) -> None:
    """Translate by typing, memory, glossary and a standard sentence; save."""
    translator.type_text("Пляж Меч")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.wait_for_suggestions()
    assert translator.translation_window.unit_editor.unit is not None
    assert translator.translation_window.unit_editor.unit.field == "historical"
    assert "100% match in sword-beach.yaml" in suggested_text_labels(translator)[0]
    translator.press_key(Key.Key_1, ALT)
    translator.press_key(Key.Key_Return, CONTROL)
    translator.wait_for_suggestions()
    translator.press_key(Key.Key_1, ALT)  # its cards are a sentence the program can say
    standard = translator.text("description")
    assert standard
    translator.type_text(" ")
    translator.press_key(Key.Key_1, CONTROL)  # a term of the glossary
    assert translator.text("description").startswith(standard + " ")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.type_text("Пять медалей.")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.type_text("Черновик правил.")
    translator.press_key(Key.Key_S, CONTROL)
    assert translator.states == ["done"] * 4 + ["draft"]
    assert translator.record.sentences["ru"]


def change_with_a_po_tool(folder: Path) -> None:
    """Change a text, and finish the draft."""
    (catalogue,) = folder.rglob("ru/*.po")
    file = polib.pofile(str(catalogue))
    assert [entry.msgctxt for entry in file.fuzzy_entries()] == ["rules"]
    for entry in file:
        if entry.msgctxt == "rules":
            entry.msgstr, entry.flags = "Бункеры принадлежат Оси.", []
        if entry.msgctxt == "name":
            entry.msgstr = "Плацдарм Сорд"
    file.save(str(catalogue))


def test_a_scenario_is_translated_exported_and_imported(
    translator: TranslatorDriver, tmp_path: Path
) -> None:
    path = translator.window.document.path
    assert path is not None
    translate_in_the_window(translator)
    run_m44("translate", "export", path, tmp_path / "po", "--to", "ru")
    change_with_a_po_tool(tmp_path / "po")

    # Meanwhile an author changes a text, which is then stale, and nothing is lost.
    document = translator.window.document
    before = document.scenario.texts["en"].victory or ""
    document.edit("Reword", set_text(document.scenario, "en", "victory", before + " That is all."))
    translator.press_key(Key.Key_S, CONTROL)
    assert translator.states[3] == "stale"
    result = run_m44("translate", "import", tmp_path / "po", path)
    assert "Плацдарм Сорд" in result
    assert "victory in ru: outdated; the source was" in run_m44("translate", "check", path)

    translator.window.files.reload_now()
    assert translator.text("name") == "Плацдарм Сорд"
    assert translator.text("rules") == "Бункеры принадлежат Оси."
    assert translator.states == ["done", "done", "done", "stale", "done"]
    translator.choose("victory")
    assert (
        "text-decoration: underline"
        in translator.translation_window.unit_editor.previous_source.toHtml()
    )
    translator.type_text(" Это всё.")
    translator.press_key(Key.Key_Return, CONTROL)
    translator.press_key(Key.Key_S, CONTROL)
    assert translator.states == ["done"] * 5
    assert "100" in run_m44("translate", "status", path)
    written_scenario = read_file(path).scenario
    assert written_scenario is not None
    assert written_scenario.texts["ru"].victory == "Пять медалей. Это всё."
