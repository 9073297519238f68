"""All text of the main window and its dialogs is translatable and fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QSettings
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from tests.editor.conftest import DialogAnswerer, mark_all_saved
from tests.editor.interface_texts import run_at_twice_the_size, texts_cut_off, untranslated_texts

import m44editor
from m44core.board import BoardType
from m44core.catalogue.catalogue_loader import base_catalogue
from m44core.catalogue.catalogue_types import Layer
from m44core.faults import reports_folder
from m44core.library.file_batch import BatchAction, JobOutcome
from m44core.licences import installed_libraries
from m44core.messages import nouns
from m44core.messages.languages import languages
from m44core.messages.message import Message
from m44core.model.edits import new_scenario, paint
from m44core.model.scenario_parts import Piece
from m44core.resources import scenarios_folder, shipped_scenarios, shipped_templates
from m44core.rules.play.recorded_game import GameRecording
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44editor.actions import MENUS, SUBMENUS
from m44editor.checks.boxes_dialog import BoxesDialog
from m44editor.crash import CrashHandler
from m44editor.documents.document import Document
from m44editor.documents.examples import examples
from m44editor.interface_language import switch_language
from m44editor.interface_text import translated
from m44editor.library.batches import ReportDialog, ask_new_name, confirm_all_files
from m44editor.menu_commands import COMMANDS
from m44editor.panels.display_names import LANGUAGES
from m44editor.panels.replace_dialog import ReplaceDialog
from m44editor.panels.resize_dialog import ResizeDialog
from m44editor.panels.texts_panel import language_name
from m44editor.sessions.game_snapshots import GameSlot, GameSnapshot
from m44editor.sessions.snapshots import RecoverySlot, Snapshot
from m44editor.windows import file_dialogs
from m44editor.windows import help_dialogs as help_pages
from m44editor.windows.file_dialogs import FileDialogs
from m44editor.windows.main_window import MainWindow
from m44editor.windows.recovery import Recovery, RecoveryDialog
from m44editor.windows.tour import STEPS, start_tour
from m44editor.windows.welcome import show_welcome_page

PEGASUS = scenarios_folder() / "pegasus-bridge.m44"


def untranslated_names() -> Iterator[str]:
    """Yield names that need no translation: scenario titles, names in files, months."""
    yield from (example.title for example in examples())
    yield from (QLocale.c().monthName(month) for month in range(1, 13))
    yield from base_catalogue().elements
    yield from (language_name(code) for code in LANGUAGES)
    for path in (*shipped_scenarios(), *shipped_templates()):
        yield from (str(path), path.stem)


@pytest.fixture
def window(pseudo_language: None, qtbot: QtBot, document: Document, tmp_path: Path) -> MainWindow:
    settings = QSettings(str(tmp_path / "editor.ini"), QSettings.Format.IniFormat)
    window = MainWindow(document, settings)
    qtbot.addWidget(window, before_close_func=mark_all_saved)
    window.resize(1024, 700)
    with qtbot.waitExposed(window):
        window.show()
    for dock in window.docks.values():
        dock.panel()
    QApplication.processEvents()
    return window


def test_every_text_of_the_window_and_its_menus_is_translated(window: MainWindow) -> None:
    window.files.recent.add(PEGASUS)
    assert not untranslated_texts(
        window, *untranslated_names(), str(PEGASUS), PEGASUS.name, str(PEGASUS.parent)
    )
    assert window.minimumSizeHint().width() <= 1024
    assert window.minimumSizeHint().height() <= 700


def test_every_text_of_the_window_fits(window: MainWindow) -> None:
    window.view.hovered.emit(window.view.board.hex("G5"))
    assert not texts_cut_off(window)


def test_the_status_bar_text_for_every_hex_is_translated(window: MainWindow) -> None:
    allowed_words = tuple(untranslated_names())
    for hex_ in window.document.scenario.board.hexes:
        window._show_hovered_hex(hex_)
        assert not untranslated_texts(window.status, *allowed_words)


# Dialogs: each is opened as users do, or made as the window makes it


def make_boxes_dialog(window: MainWindow) -> QWidget:
    return BoxesDialog(OwnedBoxes({"base": 2}), parent=window)


def make_new_scenario_dialog(window: MainWindow) -> QWidget:
    return file_dialogs.NewScenarioDialog(window)


def make_conversion_dialog(window: MainWindow) -> QWidget:
    overlord_scenario = new_scenario(BoardType.OVERLORD)
    hilly_scenario = paint(
        overlord_scenario, Layer.TERRAIN, Piece("hills"), overlord_scenario.board.hexes
    )
    return ResizeDialog(Document(hilly_scenario), BoardType.STANDARD, window)


def open_check_pages(window: MainWindow) -> QWidget:
    window.commands["checks"].trigger()
    return window.context.chrome.check_commands.windows()[-1]


def open_setup_checklist(window: MainWindow) -> QWidget:
    window.commands["setup-list"].trigger()
    return window.context.chrome.check_commands.windows()[-1]


def make_keys_dialog(window: MainWindow) -> QWidget:
    return help_pages.keys_dialog(window)


def make_recovery_dialog(window: MainWindow) -> QWidget:
    folder = Path(window.settings.fileName()).parent / "slots"
    folder.mkdir()
    slot = RecoverySlot(folder)
    slot.write(Snapshot(window.document.file, "Pegasus Bridge"))
    game = GameSlot(folder)
    game.write(GameSnapshot(window.document.scenario, GameRecording(()), turn=3))
    return RecoveryDialog([slot, game], window)


def make_replace_dialog(window: MainWindow) -> QWidget:
    return ReplaceDialog(window.tool_context, window.view, None, window)


def make_report_dialog(window: MainWindow) -> QWidget:
    outcomes = [JobOutcome(str(path), nouns.files(2)) for path in shipped_scenarios()]
    return ReportDialog(outcomes, window)


PAGES_FROM_CORE = {open_check_pages, open_setup_checklist}  # their pages come from the core
DIALOGS: list[Callable[[MainWindow], QWidget]] = [
    *(
        make_boxes_dialog,
        make_new_scenario_dialog,
        make_conversion_dialog,
        open_check_pages,
        open_setup_checklist,
        make_keys_dialog,
        make_recovery_dialog,
    ),
    *(make_replace_dialog, make_report_dialog),
]


def test_every_text_of_a_dialog_is_translated_and_fits(
    window: MainWindow, qtbot: QtBot, subtests: pytest.Subtests
) -> None:
    for make in DIALOGS:
        with subtests.test(make.__name__):
            dialog = make(window)
            with qtbot.waitExposed(dialog):
                dialog.show()
            texts = untranslated_texts(dialog, *untranslated_names())
            if make in PAGES_FROM_CORE:
                core = ("QTree", "QText", "QPlain")
                texts = [seen for seen in texts if not seen.location.startswith(core)]
            assert not texts
            assert not texts_cut_off(dialog)
            assert dialog.width() <= 1024
            assert dialog.height() <= 700
            dialog.close()


def test_every_text_of_the_welcome_page_is_translated_and_fits(window: MainWindow) -> None:
    page = show_welcome_page(window.context)
    assert not untranslated_texts(page, *untranslated_names())
    assert not texts_cut_off(page)
    page.close_page()


def test_every_text_of_the_tour_is_translated_and_fits(window: MainWindow) -> None:
    tour = start_tour(window.context)
    assert tour is not None
    for step in range(len(STEPS)):
        tour.show_step(step)
        assert not untranslated_texts(tour)
        assert not texts_cut_off(tour)
    tour.end()


QUESTIONS: list[Callable[[MainWindow], object]] = [
    lambda window: file_dialogs.ask_to_save(window, "x"),
    lambda window: file_dialogs.ask_about_changed_file(window, "x"),
    lambda window: file_dialogs.ask_after_failure(window, "x", ""),
    lambda window: file_dialogs.ask_to_reload(window, "x"),
    lambda window: FileDialogs(window, window.files.recent).report_unreadable(Path("x"), ""),
    lambda window: FileDialogs(window, window.files.recent).report_no_scenario(Path("x"), ()),
    lambda window: help_pages.show_about(window),
    lambda window: ask_new_name(window, "x"),
    lambda window: confirm_all_files(window, BatchAction.FIX, 2000),
]


def test_every_question_is_translated_and_fits(
    window: MainWindow, answers: DialogAnswerer, subtests: pytest.Subtests
) -> None:
    text_problems: list[object] = []

    def inspect(dialog: QDialog) -> None:
        text_problems.extend((*untranslated_texts(dialog, *library_names), *texts_cut_off(dialog)))
        dialog.reject()

    library_names = [
        name for each in installed_libraries() for name in (each.name, each.licence) if name
    ]
    for number, ask in enumerate(QUESTIONS):
        with subtests.test(str(number)):
            text_problems.clear()
            answers.do(inspect)
            ask(window)
            assert answers.is_done()
            assert not text_problems


def test_the_crash_dialog_is_in_the_interface_language(
    window: MainWindow, answers: DialogAnswerer, tmp_path: Path
) -> None:
    text_problems: list[object] = []

    def inspect(dialog: QDialog) -> None:
        (report,) = map(str, reports_folder().iterdir())
        allowed_words = ("RuntimeError", "the sky fell", report)
        text_problems.extend((*untranslated_texts(dialog, *allowed_words), *texts_cut_off(dialog)))
        dialog.accept()

    recovery = Recovery(window.document, window.files, tmp_path / "recovery")
    answers.do(inspect)
    handler = CrashHandler()
    handler.guard(recovery)
    handler(RuntimeError, RuntimeError("the sky fell"), None)
    recovery.close()
    assert not text_problems


@pytest.mark.parametrize("language", languages())
def test_the_entries_of_a_menu_have_unique_mnemonics(language: str, qapp: object) -> None:
    switch_language(language)
    menus: list[tuple[str, Sequence[Message | str]]] = [("the menu bar", tuple(MENUS))]
    menus += [(translated(title), entries) for title, entries in MENUS.items()]
    menus += [(translated(title), entries) for title, entries in SUBMENUS.values()]
    for title, entries in menus:
        texts = [_entry_text(entry) for entry in entries]
        letters = [text.replace("&&", "").partition("&")[2][:1].casefold() for text in texts]
        used_letters = [letter for letter in letters if letter]
        assert len(used_letters) == len({*used_letters}), (title, sorted(texts))


def _entry_text(entry: Message | str) -> str:
    if isinstance(entry, Message):
        return translated(entry)
    if entry in SUBMENUS:
        return translated(SUBMENUS[entry][0])
    return translated(COMMANDS[entry].text) if entry in COMMANDS else ""


def test_everything_fits_at_twice_the_resolution_in_windows() -> None:
    """Runs only the tests that check whether texts fit; the texts do not depend on the size."""
    # The screen is then 400 pixels wide, too narrow for ReplaceDialog.
    selection = "(fits or crash or its_menus) and not (twice or of_a_dialog)"
    assert not run_at_twice_the_size(__file__, "-k", selection)


def test_no_label_of_a_form_ends_with_a_colon() -> None:
    """As in most forms; prompts above a field and the headings of lists do."""
    folder = Path(m44editor.__file__).parent
    label = re.compile(r"(?:addRow|_label\.setText)\(\s*tr(?:_in)?\((?:\"[^\"]*\", )?\"([^\"]*)\"")
    modules = (path.read_text("utf-8") for path in folder.rglob("*.py"))
    labels = [text for module in modules for text in label.findall(module)]
    assert len(labels) > 25
    assert [each for each in labels if each.endswith(":")] == []
