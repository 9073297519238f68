"""Dialogs about files: new, open, save, unsaved changes, and errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QDate,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from m44core.board import Board, BoardType, Face
from m44core.catalogue.catalogue_types import Side
from m44core.diagnostics import Diagnostic
from m44core.drawing.board.scenario_drawing import VisibleLayers, draw_scenario
from m44core.findings.render_findings import message_of
from m44core.io.files.companion_files import is_companion
from m44core.io.files.file_names import unreserved_stem
from m44core.io.files.scenario_files import FileFormat
from m44core.messages.message import enumerated, message, message_in
from m44core.model.edits import change_board, new_scenario
from m44core.model.scenario import Scenario
from m44core.model.scenario_parts import FACES, NATIONS, SIDES, Player
from m44editor.answers import Answer
from m44editor.documents.document import Document
from m44editor.documents.recent_files import RecentFiles
from m44editor.drawing_icons import drawing_pixmap
from m44editor.interface_text import (
    current_renderer,
    file_filter,
    language,
    sentence,
    tr,
    tr_in,
    tr_n,
    translated,
)
from m44editor.list_widgets import wrap_items
from m44editor.manual_window import add_help_keys
from m44editor.number_fields import DateField
from m44editor.panels.display_names import BOARD_TYPE_NAMES
from m44editor.panels.finding_labels import (
    location_text,
    with_end_mark,
    with_full_stop,
)
from m44editor.panels.panel_icons import severity_icon
from m44editor.screen import resize_to_screen, shortened_for_message_box
from m44editor.theme import art_palette

_PREVIEW_SIZE = QSize(320, 210)  # pixels of the preview of a new board
_MAX_LISTED = 8  # names listed at most; more do not fit on small screens
_Button = QMessageBox.StandardButton
_Role = QMessageBox.ButtonRole


def ask_to_save(parent: QWidget | None, name: str, *, can_keep: bool = False) -> Answer:
    """Ask what to do with unsaved changes: save, discard, or cancel.

    Args:
        parent: The parent of the dialog.
        name: The name of the scenario.
        can_keep: Whether to offer keeping the changes for the next session.

    Returns:
        SAVE, DISCARD, KEEP or CANCEL.
    """
    box = _message_box(
        parent, QMessageBox.Icon.Warning, tr("Save the changes to “{name}”?", name=name)
    )
    return _ask_to_save(box, (tr("&Save"), tr_in("changes", "&Discard")), can_keep)


def ask_to_save_all(parent: QWidget | None, names: Sequence[str], *, can_keep: bool) -> Answer:
    """Ask what to do with unsaved changes of several scenarios, as `ask_to_save` does."""
    number = len(names)
    text = tr_n(
        "Save the changes to {number} scenario?", "Save the changes to {number} scenarios?", number
    )
    box = _message_box(parent, QMessageBox.Icon.Warning, text)
    names_shown = [*names[:_MAX_LISTED], *(["…"] if number > _MAX_LISTED else [])]
    box.setText(f"{text}\n\n{shortened_for_message_box(chr(10).join(names_shown))}")
    return _ask_to_save(box, (tr("&Save All"), tr("&Discard All")), can_keep)


def _ask_to_save(box: QMessageBox, labels: tuple[str, str], can_keep: bool) -> Answer:
    sentences = [tr("Your changes will be lost if you don't save them.")]
    save = box.addButton(labels[0], _Role.AcceptRole)
    answers = {save: Answer.SAVE, box.addButton(labels[1], _Role.DestructiveRole): Answer.DISCARD}
    if can_keep:
        answers[box.addButton(tr("&Keep for Next Session"), _Role.AcceptRole)] = Answer.KEEP
        sentences.append(
            tr(
                "Scenarios you keep will be open, still unsaved, the next time you "
                "start the program."
            )
        )
    box.setInformativeText(" ".join(sentences))
    box.setDefaultButton(save)
    box.setEscapeButton(box.addButton(_Button.Cancel))
    box.exec()
    return next((a for b, a in answers.items() if b is box.clickedButton()), Answer.CANCEL)


def ask_about_changed_file(parent: QWidget | None, name: str) -> Answer:
    """Ask whether to overwrite a file that another program changed, or to save elsewhere.

    Returns:
        OVERWRITE, SAVE_AS or CANCEL.
    """
    text = tr("Another program has changed “{name}” in the meantime.", name=name)
    box = _message_box(parent, QMessageBox.Icon.Warning, text)
    box.setInformativeText(tr("Saving now will overwrite those changes."))
    return _ask_with_cancel(
        box, {tr("&Overwrite"): Answer.OVERWRITE, tr("Save &As…"): Answer.SAVE_AS}
    )


def ask_about_companions(parent: QWidget | None, names: Sequence[str]) -> Answer:
    """Ask whether to overwrite companion files that already exist next to the new file.

    Returns:
        OVERWRITE, KEEP or CANCEL.
    """
    names_text = enumerated(names[:_MAX_LISTED])
    box = _message_box(
        parent,
        QMessageBox.Icon.Warning,
        tr(
            "Files that belong to a scenario of this name already exist here: {names}.",
            names=names_text,
        ),
    )
    box.setInformativeText(
        tr(
            "They contain rules, translations or logged games, and would apply to the file "
            "you are saving. Overwrite them with those of the current file?"
        )
    )
    return _ask_with_cancel(
        box, {tr("&Overwrite"): Answer.OVERWRITE, tr("&Keep Existing Files"): Answer.KEEP}
    )


def ask_after_failure(parent: QWidget | None, name: str, reason: str) -> Answer:
    """Report a failed save and ask whether to try again or to save elsewhere.

    Returns:
        RETRY, SAVE_AS or CANCEL.
    """
    box = _message_box(
        parent, QMessageBox.Icon.Critical, tr("“{name}” could not be saved.", name=name)
    )
    reassurance = tr("Your changes are still here.")
    box.setInformativeText(
        f"{shortened_for_message_box(translated(with_full_stop(reason)))}\n\n{reassurance}"
    )
    return _ask_with_cancel(box, {tr("&Try Again"): Answer.RETRY, tr("Save &As…"): Answer.SAVE_AS})


def ask_to_reload(parent: QWidget | None, name: str) -> bool:
    """Ask whether to discard unsaved changes and reload the file; return whether to reload."""
    box = _message_box(
        parent,
        QMessageBox.Icon.Warning,
        tr("Reload “{name}” and lose your changes?", name=name),
    )
    return _ask_with_cancel(box, {tr("&Reload"): Answer.DISCARD}) is Answer.DISCARD


def ask_number_to_open(parent: QWidget | None, count: int, limit: int) -> int:
    """Ask whether to open all files, the first *limit*, or none; return how many to open."""
    box = _message_box(
        parent,
        QMessageBox.Icon.Question,
        tr("Open {number} scenarios, each in its own tab?", number=count),
    )
    all_button = box.addButton(tr("&Open All"), _Role.AcceptRole)
    first_button = box.addButton(tr("Only the &First {number}", number=limit), _Role.AcceptRole)
    box.setDefaultButton(first_button)
    box.setEscapeButton(box.addButton(_Button.Cancel))
    box.exec()
    answers = {all_button: count, first_button: limit}
    return next((n for button, n in answers.items() if button is box.clickedButton()), 0)


def report_failure(
    parent: QWidget | None, text: str, reason: str, findings: Sequence[Diagnostic] = ()
) -> None:
    """Report a failure with its reason, and with any problems as details."""
    box = _message_box(parent, QMessageBox.Icon.Critical, text)
    box.setInformativeText(shortened_for_message_box(reason))
    if findings:
        box.setDetailedText("\n".join(_problem_line(finding) for finding in findings))
    box.exec()


def _message_box(parent: QWidget | None, icon: QMessageBox.Icon, text: str) -> QMessageBox:
    box = QMessageBox(
        icon, "M44 Workshop", shortened_for_message_box(text), _Button.NoButton, parent
    )
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box


def _ask_with_cancel(box: QMessageBox, answers: dict[str, Answer]) -> Answer:
    """Show the box and return the chosen answer; there is always a Cancel button."""
    buttons = {box.addButton(label, _Role.AcceptRole): answer for label, answer in answers.items()}
    cancel = box.addButton(_Button.Cancel)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.exec()
    return next((a for b, a in buttons.items() if b is box.clickedButton()), Answer.CANCEL)


class ListDialog(QDialog):
    """A dialog with a list of facts the user should know before continuing."""

    def __init__(
        self,
        title: str,
        text: str,
        buttons: QDialogButtonBox.StandardButton,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self.setWindowTitle(title)
        resize_to_screen(self, 560, 380)
        label = QLabel(shortened_for_message_box(text), self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        self.list = QListWidget(self)
        self.list.setAccessibleName(text)
        self.list.setAlternatingRowColors(True)
        self.list.setSpacing(2)
        wrap_items(self.list)
        self.list.setIconSize(QSize(24, 24))
        self.buttons = QDialogButtonBox(buttons, self)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(label)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.buttons)


def problems_dialog(
    findings: Iterable[Diagnostic], name: str, board: Board, parent: QWidget | None
) -> ListDialog:
    """Return a dialog that lists the problems found while reading a file, with their locations."""
    dialog = ListDialog(
        tr("Reading {name}", name=name),
        tr(
            "“{name}” was read as far as possible. The file itself was not changed. Saving "
            "will rewrite it in the standard format.",
            name=name,
        ),
        QDialogButtonBox.StandardButton.Close,
        parent,
    )
    for finding in findings:
        location = location_text(finding, board)
        item = QListWidgetItem(f"{_problem_line(finding)}\n{location}")
        item.setIcon(severity_icon(finding.severity))
        dialog.list.addItem(item)
    return dialog


def _problem_line(finding: Diagnostic) -> str:
    text = message_of(finding)
    if not finding.line:
        return f"{sentence(text)} [{finding.code}]"
    return tr(
        "line {number}: {finding} [{code}]", number=finding.line, finding=text, code=finding.code
    )


def convert_board(document: Document, board_type: BoardType, parent: QWidget | None) -> bool:
    """Change the board of the scenario, asking first if pieces would be lost.

    The change is one undoable step.

    Returns:
        Whether the board was changed.
    """
    conversion = change_board(document.scenario, board_type)
    if conversion.lost:
        return ask_for_board(document, board_type, parent)
    step = message_in("step", "Change Board to {board}", board=BOARD_TYPE_NAMES[board_type])
    document.edit(step, conversion.scenario)
    return True


def ask_for_board(document: Document, board_type: BoardType, parent: QWidget | None) -> bool:
    """Ask for the new board and the scenario's position on it; return whether it was changed."""
    from m44editor.panels.resize_dialog import ResizeDialog  # 9 ms

    dialog = ResizeDialog(document, board_type, parent)
    return dialog.exec() == QDialog.DialogCode.Accepted


class NewScenarioDialog(QDialog):
    """Asks for the board, its face, the top side, the nations and the date of a new scenario."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self.setWindowTitle(tr("New Scenario"))
        self.board_box = _combo_box(
            (board, translated(words)) for board, words in BOARD_TYPE_NAMES.items()
        )
        self.face_box = _combo_box((face, translated(words)) for face, words in FACES.items())
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(tr("Create"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.top_box = _combo_box((side, translated(words)) for side, words in SIDES.items())
        self.nation_boxes = {side: _nation_box(side) for side in Side}
        self.day_box = _day_box()
        self._preview = QLabel(self)
        self._preview.setFixedSize(_PREVIEW_SIZE)
        self._preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        form = QFormLayout(self)
        form.addRow(tr_in("field", "&Board"), self.board_box)
        form.addRow(tr("Board &side"), self.face_box)
        form.addRow(tr("Side at the &top"), self.top_box)
        form.addRow(tr("&Axis nation"), self.nation_boxes[Side.AXIS])
        form.addRow(tr("A&llied nation"), self.nation_boxes[Side.ALLIES])
        form.addRow(tr("Start &date"), self.day_box)
        form.addRow(self._preview)
        form.addRow(buttons)
        for box in (self.board_box, self.face_box, self.top_box, *self.nation_boxes.values()):
            box.currentIndexChanged.connect(self._show_preview)
        QWidget.setTabOrder(self.day_box, buttons)
        self.board_box.setFocus()
        self._show_preview()

    def scenario(self) -> Scenario:
        """Return an empty scenario with the chosen settings."""
        empty = new_scenario(
            BoardType(self.board_box.currentData()), Face(self.face_box.currentData())
        )
        top = Side(self.top_box.currentData())
        briefing = replace(
            empty.briefing,
            top=self._player(empty.briefing.top, top),
            bottom=self._player(empty.briefing.bottom, top.enemy),
            begins=to_python_date(self.day_box.date()),
        )
        return replace(empty, briefing=briefing)

    def _player(self, default: Player, side: Side) -> Player:
        return replace(default, side=side, country=self.nation_boxes[side].currentData())

    def _show_preview(self) -> None:
        drawing = draw_scenario(self.scenario(), VisibleLayers(), current_renderer())
        ratio = self.devicePixelRatioF()
        self._preview.setPixmap(drawing_pixmap(drawing, _PREVIEW_SIZE, ratio, art_palette()))


def _nation_box(side: Side) -> QComboBox:
    """Return a combo box of all nations, with the default nation of a side selected."""
    box = QComboBox()
    for code, words in NATIONS.items():
        box.addItem(translated(words), code)
    box.setCurrentIndex(box.findData("DE" if side is Side.AXIS else "US"))
    return box


def _day_box() -> DateField:
    box = DateField(QDate(1944, 6, 6), QLocale(language().replace("-", "_")))
    box.setDateRange(QDate(1936, 1, 1), QDate(1946, 12, 31))
    return box


def to_python_date(day: QDate) -> date:
    """Convert a Qt date to a Python date."""
    return date(day.year(), day.month(), day.day())


def _combo_box(entries: Iterable[tuple[BoardType | Face | Side, str]]) -> QComboBox:
    box = QComboBox()
    for value, label in entries:
        box.addItem(label, value.value)
    return box


_ALL_FORMATS = message("Scenarios"), "*.m44 *.yaml *.yml *.json"
_FORMATS = {
    FileFormat.M44: (message("Memoir '44 editor"), "*.m44"),
    FileFormat.YAML: (message("M44 Workshop, YAML"), "*.yaml *.yml"),
    FileFormat.JSON: (message("M44 Workshop, JSON"), "*.json"),
}


_GAMES = message("Games"), "*.txt"
LISTS = message("Lists and saved games"), "*.txt *.md *.csv *.tsv *.pdf *.vsav *.vlog"
"""The file types that setup lists are read from."""


class CompanionFilter(QSortFilterProxyModel):
    """Hides the files that belong to a scenario, unless all files are asked for.

    Native file dialogs cannot hide them; opening one opens its scenario.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._is_hiding = True

    def hide(self, is_hiding: bool) -> None:
        """Hide or show the files that belong to a scenario."""
        self._is_hiding = is_hiding
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: QModelIndex | QPersistentModelIndex) -> bool:
        """Return whether to list a file."""
        name = self.sourceModel().index(row, 0, parent).data()
        return not (self._is_hiding and is_companion(Path(str(name))))


class FileDialogs:
    """The file dialogs of one window."""

    def __init__(self, window: QWidget | None, recent: RecentFiles) -> None:
        self._window = window
        self._recent = recent

    def new_scenario(self) -> Scenario | None:
        """Ask for the settings of a new scenario; return it, or None if the user cancels."""
        dialog = NewScenarioDialog(self._window)
        return dialog.scenario() if dialog.exec() == QDialog.DialogCode.Accepted else None

    def ask_files_to_open(self) -> tuple[Path, ...]:
        """Ask for existing files and return them; empty if the user cancels."""
        others = file_filter(*LISTS), file_filter(*_GAMES)
        dialog = self._existing_file_dialog(tr("Open Scenario"), *others)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        return _ask_paths(dialog)

    def ask_file_to_compare(self) -> Path | None:
        """Ask for a file to compare the scenario with; return None if the user cancels."""
        dialog = self._existing_file_dialog(tr("Compare With"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        return _ask_path(dialog)

    def _existing_file_dialog(self, title: str, *other_filters: str) -> QFileDialog:
        all_files = file_filter(message("All files"), "*")
        filters = [
            file_filter(*_ALL_FORMATS),
            *_format_filters().values(),
            *other_filters,
            all_files,
        ]
        dialog = self._file_dialog(title, filters)
        companions = CompanionFilter(dialog)
        dialog.setProxyModel(companions)
        dialog.filterSelected.connect(lambda chosen: companions.hide(chosen != all_files))
        return dialog

    def ask_where_to_save(
        self, path: Path | None, name: str, file_format: FileFormat
    ) -> Path | None:
        """Ask for a file to write, proposing *path*, or *name* if there is no path.

        Returns:
            The chosen path; None if the user cancels.
        """
        dialog = self._file_dialog(tr("Save Scenario"), list(_format_filters().values()))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.filterSelected.connect(partial(_apply_filter, dialog))
        dialog.selectNameFilter(_format_filters()[file_format])
        dialog.setDefaultSuffix(file_format.value)
        dialog.selectFile(str(path or f"{file_name_from_title(name)}.{file_format.value}"))
        return _ask_path(dialog)

    def ask_to_save(self, names: Sequence[str], *, can_keep: bool = False) -> Answer:
        """Ask what to do with unsaved changes of some scenarios: save, discard, or cancel.

        Args:
            names: The names of the scenarios.
            can_keep: Whether to offer keeping the changes for the next session.

        Returns:
            SAVE, DISCARD, KEEP or CANCEL.
        """
        if len(names) == 1:
            return ask_to_save(self._window, names[0], can_keep=can_keep)
        return ask_to_save_all(self._window, names, can_keep=can_keep)

    def confirm_reload(self, name: str) -> bool:
        """Ask whether to discard unsaved changes and reload the file; return whether to reload."""
        return ask_to_reload(self._window, name)

    def ask_about_changed_file(self, path: Path) -> Answer:
        """Ask whether to overwrite a file that another program changed, or to save elsewhere.

        Returns:
            OVERWRITE, SAVE_AS or CANCEL.
        """
        return ask_about_changed_file(self._window, path.name)

    def ask_about_companions(self, names: Sequence[str]) -> Answer:
        """Ask whether to overwrite companion files that already exist next to the new file.

        Returns:
            OVERWRITE, KEEP or CANCEL.
        """
        return ask_about_companions(self._window, names)

    def ask_after_failure(self, path: Path, reason: str) -> Answer:
        """Report a failed save and ask whether to try again or to save elsewhere.

        Returns:
            RETRY, SAVE_AS or CANCEL.
        """
        return ask_after_failure(self._window, path.name, reason)

    def report_unreadable(self, path: Path, reason: str) -> None:
        """Report that a file could not be read."""
        text = tr("“{name}” could not be opened.", name=path.name)
        report_failure(self._window, text, translated(with_full_stop(reason)))

    def report_no_scenario(self, path: Path, findings: tuple[Diagnostic, ...]) -> None:
        """Report that a file contains no readable scenario, with the reasons."""
        reason = with_end_mark(message_of(findings[0]) if findings else tr("The file is empty"))
        text = tr("“{name}” contains no readable scenario.", name=path.name)
        report_failure(self._window, text, reason, findings)

    def show_findings(self, findings: Sequence[Diagnostic], name: str, board: Board) -> None:
        """Show a dialog that lists the findings from reading a file."""
        problems_dialog(findings, name, board, self._window).open()

    def _file_dialog(self, title: str, filters: list[str]) -> QFileDialog:
        dialog = QFileDialog(self._window, title, str(self._recent.folder))
        dialog.setNameFilters(filters)
        return dialog


def _format_filters() -> Mapping[FileFormat, str]:
    return {file_format: file_filter(*kind) for file_format, kind in _FORMATS.items()}


def _ask_path(dialog: QFileDialog) -> Path | None:
    return next(iter(_ask_paths(dialog)), None)


def _ask_paths(dialog: QFileDialog) -> tuple[Path, ...]:
    if dialog.exec() != QDialog.DialogCode.Accepted:
        return ()
    return tuple(map(Path, dialog.selectedFiles()))


def _apply_filter(dialog: QFileDialog, chosen_filter: str) -> None:
    """Make the chosen format's suffix the default, and append it to the proposed file name."""
    suffix = next(
        (f.value for f, words in _format_filters().items() if words == chosen_filter), "m44"
    )
    dialog.setDefaultSuffix(suffix)
    names = dialog.selectedFiles()
    if names:
        dialog.selectFile(Path(names[0]).with_suffix(f".{suffix}").name)


def file_name_from_title(title: str) -> str:
    """Turn a title into a file name, without suffix, that is valid on every system."""
    allowed = "".join(c if c.isalnum() or c in " -_'" else " " for c in title)
    return unreserved_stem("-".join(allowed.split())) or tr("Untitled")
