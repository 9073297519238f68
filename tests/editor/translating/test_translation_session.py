"""Sword Beach from English to Russian: in the translation window, in a PO tool, and back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import polib
from PySide6.QtCore import Qt
from tests.editor.translating.conftest import ALT, CONTROL, Hand

from m44core.io.files.open import read_file
from m44core.model.edits import set_text

Key = Qt.Key


def m44(*arguments: str | Path) -> str:
    """Run the command line in a process, and return its output."""
    command = [str(Path(sys.executable).with_name("m44")), *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode in (0, 1), ended.stderr
    return f"{ended.stdout}{ended.stderr}"


def texts_offered(hand: Hand) -> list[str]:
    shown = hand.translation_window.suggestions.texts
    return [shown.item(place).text() for place in range(shown.count())]


def translate_in_the_window(hand: Hand) -> None:
    """Translate by typing, memory, glossary and a standard sentence; save."""
    hand.type("Пляж Меч")
    hand.key(Key.Key_Return, CONTROL)
    hand.wait_for_suggestions()
    assert hand.translation_window.unit_editor.unit is not None
    assert hand.translation_window.unit_editor.unit.field == "historical"
    assert "100% match in sword-beach.yaml" in texts_offered(hand)[0]
    hand.key(Key.Key_1, ALT)
    hand.key(Key.Key_Return, CONTROL)
    hand.wait_for_suggestions()
    hand.key(Key.Key_1, ALT)  # its cards are a sentence the program can say
    standard = hand.text("description")
    assert standard
    hand.type(" ")
    hand.key(Key.Key_1, CONTROL)  # a term of the glossary
    assert hand.text("description").startswith(standard + " ")
    hand.key(Key.Key_Return, CONTROL)
    hand.type("Пять медалей.")
    hand.key(Key.Key_Return, CONTROL)
    hand.type("Черновик правил.")
    hand.key(Key.Key_S, CONTROL)
    assert hand.states == ["done"] * 4 + ["draft"]
    assert hand.record.sentences["ru"]


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


def test_a_scenario_is_translated_sent_out_and_taken_back(hand: Hand, tmp_path: Path) -> None:
    path = hand.window.document.path
    assert path is not None
    translate_in_the_window(hand)
    m44("translate", "export", path, tmp_path / "po", "--to", "ru")
    change_with_a_po_tool(tmp_path / "po")

    # Meanwhile an author changes a text, which is then stale, and nothing is lost.
    document = hand.window.document
    before = document.scenario.texts["en"].victory or ""
    document.edit("Reword", set_text(document.scenario, "en", "victory", before + " That is all."))
    hand.key(Key.Key_S, CONTROL)
    assert hand.states[3] == "stale"
    told = m44("translate", "import", tmp_path / "po", path)
    assert "Плацдарм Сорд" in told
    assert "victory in ru: outdated; the source was" in m44("translate", "check", path)

    hand.window.files.reload_now()
    assert hand.text("name") == "Плацдарм Сорд"
    assert hand.text("rules") == "Бункеры принадлежат Оси."
    assert hand.states == ["done", "done", "done", "stale", "done"]
    hand.choose("victory")
    assert (
        "text-decoration: underline" in hand.translation_window.unit_editor.previous_source.toHtml()
    )
    hand.type(" Это всё.")
    hand.key(Key.Key_Return, CONTROL)
    hand.key(Key.Key_S, CONTROL)
    assert hand.states == ["done"] * 5
    assert "100" in m44("translate", "status", path)
    written = read_file(path).scenario
    assert written is not None
    assert written.texts["ru"].victory == "Пять медалей. Это всё."
