"""The translation window: translates the texts of a scenario one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSettings, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QLabel,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from m44core.diagnostics import Diagnostic, Severity
from m44core.findings.render_findings import message_of
from m44core.messages.message import Message, message
from m44core.translate.placeholders import number_mismatch, placeholder_mismatch
from m44core.translate.replace_in_files import ReplacementInFiles
from m44core.translate.scenario_translation import (
    ScenarioTranslation,
    next_unfinished_index,
    open_translation,
)
from m44core.translate.text_languages import source_language
from m44core.translate.text_record import TranslationState
from m44core.translate.translation_memory import MemoryEntry
from m44core.translate.translation_progress import progress_of
from m44core.translate.translation_units import TranslationUnit
from m44editor.documents.document import Document
from m44editor.documents.editor_settings import layout_setting, text_setting
from m44editor.interface_text import language, sentence, tr, tr_n, translated
from m44editor.manual_window import add_help_keys
from m44editor.panels.forms.spell_checking import speller_for
from m44editor.panels.notice_bar import NoticeBar
from m44editor.screen import resize_to_screen, restore_geometry
from m44editor.screen_reader import announce
from m44editor.theme_tokens import Space
from m44editor.translating.find_and_replace import FindBar, ReplaceInFolderDialog
from m44editor.translating.folder_list import FileProgress, FolderList, FolderReader, is_same_file
from m44editor.translating.language_choice import LanguageChoice
from m44editor.translating.translation_menu import (
    command_label,
    make_actions,
    retranslate_commands,
)
from m44editor.translating.translation_records import TranslationRecords
from m44editor.translating.translation_suggestions import SuggestionPanel, SuggestionSource
from m44editor.translating.unit_editor import UnitEditController, UnitEditor
from m44editor.translating.unit_list import LIST_FILTERS, UnitList, field_label

TARGET_SETTING = "translating/target"
_GEOMETRY_SETTING = "translating/geometry"
_SUGGESTION_DELAY_MS = 120  # milliseconds on a unit before suggestions are looked up
_SIDE_WIDTH = 220
_MISSING_TEXTS_CODE = "M807"  # missing texts, which the list shows anyway

OpenPath = Callable[[Path], object]


class TranslationWindow(QMainWindow):
    """Translates the scenario of its main window; files chosen from a folder are opened there.

    Attributes:
        language_choice: The languages.
        folder_button: Asks for a folder.
        folder_list: The files of the folder.
        reader: Reads the files of the folder.
        unit_list: The units.
        list_filter: The choice of the units that are listed.
        find_bar: Finds and replaces in translations.
        unit_editor: The editor of the current unit.
        suggestions: The suggestions for the current unit.
        notice: Warnings.
        editing: Carries out edits of the current unit.
        commands: The actions by name.
        suggestion_source: Finds the suggestions.

    Signals:
        language_shown: The window shows translations into another language; carries its code, None
            if the window is hidden.
    """

    language_shown = Signal(object)

    def __init__(
        self,
        document: Document,
        records: TranslationRecords,
        settings: QSettings,
        open_path: OpenPath,
        save: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.document, self.records, self.settings = document, records, settings
        self._open_path, self._save = open_path, save
        self._language = language()
        self._is_outdated = True  # whether the open scenario is not the one shown
        self._findings: tuple[Diagnostic, ...] = ()
        self.suggestion_source = SuggestionSource(self)
        self._suggestion_timer = QTimer(self, interval=_SUGGESTION_DELAY_MS, singleShot=True)
        self._suggestion_timer.timeout.connect(self._show_suggestions)
        self.reader = FolderReader(self)
        self._listed_folder: Path | None = None
        self._build()
        add_help_keys(self)
        resize_to_screen(self, 1180, 780)
        restore_geometry(self, layout_setting(settings, _GEOMETRY_SETTING))
        self._connect()

    # Building

    def _build(self) -> None:
        self.language_choice = LanguageChoice(self)
        self.folder_list = FolderList(self)
        self.unit_list = UnitList(self)
        self.list_filter = QComboBox(self)
        self.find_bar = FindBar(self)
        self.unit_editor = UnitEditor(self.document, self)
        self.suggestions = SuggestionPanel(self)
        self.notice = NoticeBar(self)
        self.folder_button = QPushButton(self)
        self._progress_label, self._progress_bar = QLabel(self), QProgressBar(self)
        self._progress_bar.setMaximumWidth(220)
        unit_splitter = QSplitter(Qt.Orientation.Vertical)
        unit_splitter.addWidget(_column_widget(self.list_filter, self.find_bar, self.unit_list))
        unit_splitter.addWidget(self.unit_editor)
        unit_splitter.setSizes([320, 400])
        columns = QSplitter()
        columns.addWidget(self.folder_list)
        columns.addWidget(unit_splitter)
        columns.addWidget(self.suggestions)
        columns.setStretchFactor(1, 1)
        columns.setSizes([_SIDE_WIDTH, 3 * _SIDE_WIDTH, _SIDE_WIDTH + 60])
        for splitter in (unit_splitter, columns):
            splitter.setChildrenCollapsible(False)
        self.folder_list.hide()  # until there is a folder
        self.language_choice.add_at_end(self.folder_button)
        central_widget = _column_widget(self.notice, self.language_choice, columns)
        central_widget.setContentsMargins(Space.MEDIUM, Space.TIGHT, Space.MEDIUM, Space.TIGHT)
        self.setCentralWidget(central_widget)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().setContentsMargins(0, 0, Space.MEDIUM, 0)
        self._progress_label.setContentsMargins(Space.SMALL, 0, Space.SMALL, 0)
        self.statusBar().addWidget(self._progress_label)
        self.statusBar().addPermanentWidget(self._progress_bar)
        self.editing = UnitEditController(
            self.records, self.unit_editor, lambda: self.translation, self
        )
        self.commands = self._make_commands()
        self._retranslate()

    def _make_commands(self) -> dict[str, QAction]:
        handlers: dict[str, Callable[[], object]] = {
            "folder": self.choose_folder,
            "save": self.save,
            "close": self.close,
            "undo": self.document.history.undo,
            "redo": self.document.history.redo,
            "copy": self.copy_source,
            "find": self.show_find_bar,
            "done": self.finish_unit,
            "draft": partial(self.editing.set_translation_state, TranslationState.DRAFT),
            "next": partial(self.go_to_unfinished_unit, 1),
            "previous": partial(self.go_to_unfinished_unit, -1),
            "below": partial(self.go_to_adjacent_unit, 1),
            "above": partial(self.go_to_adjacent_unit, -1),
        }
        number_handlers = {
            "Ctrl": self.suggestions.insert_term,
            "Alt": self.suggestions.insert_text,
        }
        return make_actions(self, handlers, number_handlers)

    def _retranslate(self) -> None:
        """Set all labels in the current language."""
        retranslate_commands(self.commands, self.menuBar())
        self.folder_button.setText(translated(command_label("folder")))
        self.folder_button.setToolTip(tr("Choose a folder to translate several scenarios."))
        self.folder_list.setAccessibleName(tr("Scenarios in the folder"))
        self.unit_list.setAccessibleName(tr("Text to translate"))
        self._progress_bar.setAccessibleName(tr("Progress"))
        self._fill_filters()
        for part in (self.language_choice, self.find_bar, self.unit_editor, self.suggestions):
            part.retranslate()

    def _fill_filters(self) -> None:
        """Fill the list of filters, keeping the selected one."""
        self.list_filter.setAccessibleName(tr("Filter the text list"))
        with QSignalBlocker(self.list_filter):
            index = max(0, self.list_filter.currentIndex())
            self.list_filter.clear()
            for key, text in LIST_FILTERS.items():
                self.list_filter.addItem(translated(text), key)
            self.list_filter.setCurrentIndex(index)

    def _connect(self) -> None:
        self.document.changed.connect(self._refresh)
        self.document.replaced.connect(self._show_scenario)
        self.document.path_changed.connect(self._show_title)
        self.document.leaving.connect(self.editing.end_undo_step)
        self.records.changed.connect(self._refresh)
        self.records.failed.connect(self._show_warning)
        self.suggestion_source.failed.connect(self._show_warning)
        self.language_choice.changed.connect(self._change_languages)
        self.language_choice.rejected.connect(self._report_unknown_language)
        self.unit_list.selectionModel().currentRowChanged.connect(self._on_unit_selected)
        self.unit_list.activated.connect(lambda _: self.unit_editor.target.setFocus())
        self.list_filter.activated.connect(self._filter_list)
        self.find_bar.next_requested.connect(self.find_next)
        self.find_bar.replace_requested.connect(self.replace_in_current_unit)
        self.find_bar.replace_all_requested.connect(self.replace_all)
        self.find_bar.replace_in_folder_requested.connect(self.replace_in_folder)
        self.suggestions.term_chosen.connect(self.editing.insert_text)
        self.suggestions.text_chosen.connect(self.editing.replace_text)
        self.suggestions.standard_chosen.connect(self.editing.insert_standard_sentence)
        self.folder_button.clicked.connect(self.choose_folder)
        self.folder_list.file_chosen.connect(self._open)
        self.reader.files_listed.connect(self.folder_list.show_members)
        self.reader.files_listed.connect(self.folder_list.show)
        self.reader.file_read.connect(self._on_file_read)
        self.reader.finished.connect(self._refresh)

    # Display

    @property
    def translation(self) -> ScenarioTranslation:
        """The current scenario in the chosen languages."""
        source, target = self.language_choice.languages
        record = self.records.record_of(self.document.sheet)
        return open_translation(self.document.scenario, source, target, record)

    @property
    def unit(self) -> TranslationUnit | None:
        """The selected unit; None if none is selected."""
        row, units = self.unit_list.current_row, self.unit_list.unit_model.units
        return units[row] if 0 <= row < len(units) else None

    @property
    def has_pending_suggestions(self) -> bool:
        """Whether the suggestions for the unit are yet to be looked up."""
        return self._suggestion_timer.isActive()

    def show_findings(self, findings: tuple[Diagnostic, ...]) -> None:
        """Show the findings about the translated texts."""
        self._findings = findings
        self._show_unit()

    def _show_scenario(self) -> None:
        """Show another scenario, starting at its first unfinished text."""
        self.editing.end_undo_step()
        self._is_outdated = not self.isVisible()
        if self._is_outdated:
            return
        self.notice.clear()
        scenario = self.document.scenario
        record = self.records.record_of(self.document.sheet)
        source = source_language(scenario, record)
        target = text_setting(self.settings, TARGET_SETTING, "")
        self.language_choice.show_scenario(scenario, source, target)
        if not target:  # kept for the next file
            self.settings.setValue(TARGET_SETTING, self.language_choice.languages[1])
        self.language_shown.emit(self.language_choice.languages[1])
        self._load_suggestions()
        self._show_title()
        self._refresh()
        self.unit_list.select_unit(next_unfinished_index(self.unit_list.unit_model.units, -1) or 0)
        self._show_unit()

    def _change_languages(self) -> None:
        self.editing.end_undo_step()
        self.settings.setValue(TARGET_SETTING, self.language_choice.languages[1])
        self._load_suggestions()
        self.language_shown.emit(self.language_choice.languages[1])
        self._refresh()

    def _refresh(self) -> None:
        """Show the current texts, keeping the selected unit; if hidden, wait until shown."""
        if not self.isVisible():
            self._is_outdated = True
            return
        translation, selected_unit = self.translation, self.unit
        row = self.unit_list.current_row
        units = translation.units
        self.unit_list.unit_model.show_units(units)
        keys = [unit.key for unit in units]
        if selected_unit is not None and selected_unit.key in keys:
            row = keys.index(selected_unit.key)
        if units:
            self.unit_list.select_unit(min(max(row, 0), len(units) - 1))
        self._filter_list()
        self.folder_list.update_current_file(self.document.path, translation)
        progress = progress_of(
            translation.scenario, translation.source, translation.target, translation.record
        )
        self._progress_bar.setMaximum(max(1, progress.units))
        self._progress_bar.setValue(progress.done)
        summary = message(
            "{done} of {all} done · drafts: {draft} · outdated: {stale}",
            done=progress.done,
            all=progress.units,
            draft=progress.draft,
            stale=progress.stale,
        )
        self._progress_label.setText(translated(summary))
        self.setWindowModified(self._is_modified)
        self._show_unit()

    @property
    def _is_modified(self) -> bool:
        sheet = self.document.sheet
        return sheet.is_modified or not self.records.has_nothing_to_save(sheet)

    def _show_title(self) -> None:
        name = self.document.sheet.name
        self.setWindowTitle(tr("Translating {name}", name=f"{name}[*]"))
        self.setWindowModified(self._is_modified)

    def _on_unit_selected(self) -> None:
        self.editing.end_undo_step()
        self._filter_list()
        self._show_unit()

    def _show_unit(self) -> None:
        unit = self.unit
        if unit is None:
            self.unit_editor.show_unit(None)
            return
        terms, missing_terms = (
            self.suggestion_source.terms(unit),
            self.suggestion_source.differing_terms(unit),
        )
        findings = [*self._version_notices(unit), *self._problems_in(unit)]
        self.unit_editor.show_unit(unit, terms, missing_terms, findings)
        self._suggestion_timer.start()

    def _version_notices(self, unit: TranslationUnit) -> Iterable[str]:
        """Yield a notice if another version of the translation is waiting for a decision."""
        if unit.target and self.translation.kept_versions(unit):
            yield tr("There is another version: use the right one, then mark it as done")

    def _problems_in(self, unit: TranslationUnit) -> Iterable[str]:
        """Return the problems of a text if *unit* is its first translated paragraph, else none.

        The problems are those of the whole text; every paragraph would repeat them.
        """
        units = self.unit_list.unit_model.units
        first_unit = next(
            (each for each in units if each.field == unit.field and each.target), None
        )
        if first_unit is None or first_unit.key != unit.key:
            return []
        pointer = f"/texts/{self.language_choice.languages[1]}/{unit.field}"
        return [
            sentence(message_of(each))
            for each in self._findings
            if each.pointer == pointer and each.code != _MISSING_TEXTS_CODE
        ]

    def _filter_list(self) -> None:
        """List only the units that pass the selected filter, and the current unit."""
        filter_key = self.list_filter.currentData()
        if filter_key == "found":
            self.unit_list.filter_rows(self._has_problems)
        else:
            self.unit_list.filter_rows(lambda unit: filter_key in ("all", unit.state))

    def _has_problems(self, unit: TranslationUnit) -> bool:
        if not unit.target:
            return any(self._problems_in(unit))
        return bool(
            any(self._version_notices(unit))
            or placeholder_mismatch(unit.source, unit.target)
            or number_mismatch(unit.source, unit.target)
            or self.suggestion_source.differing_terms(unit)
            or list(self._problems_in(unit))
        )

    def _show_suggestions(self) -> None:
        unit = self.unit
        if unit is None:
            self.suggestions.show_terms((), "", "")
            self.suggestions.show_texts((), ())
            return
        self.suggestions.show_terms(
            self.suggestion_source.terms(unit), *self.language_choice.languages
        )
        translation = self.translation
        standard = self.suggestion_source.standard_sentences(translation, unit)
        kept = translation.kept_versions(unit)
        own = MemoryEntry(unit.source, unit.target, self.document.sheet.name)
        matches = [each for each in self.suggestion_source.matches(unit) if each.entry != own]
        self.suggestions.show_texts(standard, matches, kept)

    def _show_warning(self, reason: Message) -> None:
        self.notice.show_notice(Severity.WARNING, sentence(reason))

    # Folder and translation memory

    def choose_folder(self) -> None:
        """Ask for a folder and list its scenarios."""
        start = self.document.path.parent if self.document.path else Path.home()
        dialog = QFileDialog(self, tr("Translate Scenarios in a Folder"), str(start))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        if dialog.exec() == QFileDialog.DialogCode.Accepted:
            self.show_folder(Path(dialog.selectedFiles()[0]))

    def show_folder(self, folder: Path) -> None:
        """List the scenarios in a folder, and add their translations to the memory."""
        self._listed_folder = folder
        self.suggestion_source.clear()
        self.reader.start(folder, *self.language_choice.languages)

    def _load_suggestions(self) -> None:
        """Load the glossary and the memory for the scenario's folder and the chosen languages."""
        path = self.document.path
        self.unit_editor.set_speller(speller_for(self.language_choice.languages[1]))
        folder = path.parent if path else None
        if self.suggestion_source.set_context(folder, self.language_choice.languages):
            self.reader.start(self._listed_folder, *self.language_choice.languages, folder)

    def _on_file_read(self, row: int, name: str, progress: FileProgress) -> None:
        self.suggestion_source.add_scenario(name, progress)
        if row < 0:
            return
        if row == self.folder_list.row_of(self.document.path):  # it may have changed since
            self.folder_list.update_current_file(self.document.path, self.translation)
        else:
            self.folder_list.show_file(row, progress)

    def _open(self, path: Path) -> None:
        self.editing.end_undo_step()
        self._open_path(path)
        self.raise_()
        self.activateWindow()
        self.unit_editor.target.setFocus()

    # Commands

    def finish_unit(self) -> None:
        """Mark the unit as done, add it to the memory, and go to the next unfinished one.

        If it has no translation, only report that.
        """
        unit = self.unit
        if unit is None or not unit.target:
            self._show_status(tr("There is no translation yet"))
            return
        self.editing.set_translation_state(TranslationState.DONE)
        self.suggestion_source.add_finished_unit(unit, self.document.sheet.name)
        self.go_to_unfinished_unit(1)

    def go_to_unfinished_unit(self, step: int) -> None:
        """Go to the next unfinished unit (1) or the previous one (-1); report if there is none."""
        row = next_unfinished_index(
            self.unit_list.unit_model.units, self.unit_list.current_row, step
        )
        if row is None:
            self._show_status(tr("Everything is translated"))
        else:
            self._choose(row)

    def go_to_adjacent_unit(self, step: int) -> None:
        """Go to the next visible unit below (1) or above (-1)."""
        row = self.unit_list.current_row + step
        while self.unit_list.isRowHidden(row):
            row += step
        if 0 <= row < len(self.unit_list.unit_model.units):
            self._choose(row)

    def show_find_bar(self) -> None:
        """Show the find bar, with the text selected in the translation."""
        self.find_bar.open_with(self.unit_editor.target.textCursor().selectedText())

    def find_next(self) -> None:
        """Go to the next translation that matches the search, wrapping around.

        Report if there is no match.
        """
        units, search = self.unit_list.unit_model.units, self.find_bar.search
        later_rows = [
            (self.unit_list.current_row + n) % len(units) for n in range(1, len(units) + 1)
        ]
        row = next((n for n in later_rows if search.matches(units[n])), None)
        if row is None:
            self._show_status(tr("No matches in the translations"))
            return
        self.unit_list.setRowHidden(row, False)
        self.unit_list.select_unit(row)

    def replace_in_current_unit(self) -> None:
        """Replace in the current translation if it matches, then go to the next match."""
        unit, search = self.unit, self.find_bar.search
        if unit is not None and search.matches(unit):
            self.editing.replace_matches(search, self.find_bar.replacement_field.text(), unit)
        self.find_next()

    def replace_all(self) -> None:
        """Replace in all translations of the file, as one undo step."""
        replaced_count = self.editing.replace_matches(
            self.find_bar.search, self.find_bar.replacement_field.text()
        )
        self._show_status(
            tr_n("Replaced {number} occurrence", "Replaced {number} occurrences", replaced_count)
        )

    def replace_in_folder(self) -> None:
        """Show the replacements that are possible in the files of the folder.

        Ask for a folder if none is listed.

        The open scenario is changed here, as one undo step; the others are changed in their files.
        """
        if not self.folder_list.members:
            self.choose_folder()
        if not self.folder_list.members:
            return
        self.editing.end_undo_step()
        source, target = self.language_choice.languages
        replacement = ReplacementInFiles(
            self.find_bar.search, self.find_bar.replacement_field.text(), source, target
        )
        is_open = partial(is_same_file, self.document.path)

        def count_in_file(path: Path) -> int:
            if is_open(path):
                return replacement.search.replace_in(self.translation, replacement.replacement)[1]
            return replacement.count(path)

        def replace_in_file(path: Path) -> int:
            if is_open(path):
                return self.editing.replace_matches(replacement.search, replacement.replacement)
            return replacement.replace(path)

        ReplaceInFolderDialog(
            self.folder_list.members, replacement, count_in_file, replace_in_file, self
        ).open()

    def copy_source(self) -> None:
        """Replace the translation with a copy of the source."""
        if self.unit is not None:
            self.editing.replace_text(self.unit.source)

    def save(self) -> None:
        """Save the scenario and the record of its translations."""
        self.editing.end_undo_step()
        if self.document.sheet.is_modified or self.document.path is None:
            self._save()
        else:
            self.records.save()

    def _choose(self, row: int) -> None:
        self.unit_list.select_unit(row)
        self.unit_editor.target.setFocus()
        unit = self.unit
        if unit is not None:
            announce(self.unit_editor.target, translated(field_label(unit)))

    def _report_unknown_language(self, name: str) -> None:
        self._show_status(
            tr(
                "Unknown language “{name}”: choose one from the list, or type a code such as pt-BR",
                name=name,
            )
        )

    def _show_status(self, text: str) -> None:
        self.statusBar().showMessage(text, 4000)
        announce(self.unit_editor.target, text)

    # Qt's events

    def changeEvent(self, event: QEvent) -> None:
        """Set all labels in the new language."""
        super().changeEvent(event)
        if event.type() != QEvent.Type.LanguageChange or not hasattr(self, "commands"):
            return
        if self._language != language():
            self._language = language()
            self._retranslate()
            self._show_title()
            self._refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the current scenario, if it changed while the window was hidden."""
        super().showEvent(event)
        if self._is_outdated:
            self._show_scenario()
        else:
            self.language_shown.emit(self.language_choice.languages[1])

    def hideEvent(self, event: QHideEvent) -> None:
        """Report that no language is shown."""
        super().hideEvent(event)
        if not event.spontaneous():  # as when the window is minimized
            self.language_shown.emit(None)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop reading, store the window geometry, and close."""
        self.editing.end_undo_step()
        self.reader.stop()
        self._suggestion_timer.stop()
        self.suggestion_source.set_context(None, ("", ""))  # loaded again on demand
        self._is_outdated = True
        self.settings.setValue(_GEOMETRY_SETTING, self.saveGeometry())
        super().closeEvent(event)


def _column_widget(*widgets: QWidget) -> QWidget:
    """Return a widget with *widgets* one above the other."""
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        column.addWidget(widget, stretch=int(widget is widgets[-1]))
    return box
