"""Tools > Compare Balance With: choosing the other scenario."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from m44core.messages.message import Value, message
from m44core.model.scenario import Scenario
from m44editor.documents.document_sheet import Sheet
from m44editor.documents.history_settings import HistorySettings
from m44editor.documents.user_packs import user_packs
from m44editor.interface_text import tr, translated
from m44editor.manual_window import add_help_keys
from m44editor.windows.history.version_list import (
    StoredVersion,
    VersionReader,
    stored_versions,
    version_time_text,
)

if TYPE_CHECKING:
    from m44editor.windows.editor_context import EditorContext

_CHOICE_ROLE = Qt.ItemDataRole.UserRole
_Choice = Path | Sheet | StoredVersion


class BalanceComparisonDialog(QDialog):
    """Offers the scenarios to compare with: the saved file, other tabs, and earlier versions.

    Attributes:
        list: The list of scenarios.
        file_button: Chooses another file instead.
        wants_file: Whether the user wants to choose another file.
    """

    def __init__(self, choices: list[tuple[str, _Choice]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self.setWindowTitle(tr("Compare Balance"))
        self.wants_file = False
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Compare With"))
        for text, choice in choices:
            item = QListWidgetItem(text)
            item.setData(_CHOICE_ROLE, choice)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self.accept)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        compare = QPushButton(tr("&Compare"))
        compare.setEnabled(bool(choices))
        compare.setDefault(bool(choices))
        buttons.addButton(compare, QDialogButtonBox.ButtonRole.AcceptRole)
        self.file_button = QPushButton(tr("&Other File…"))
        buttons.addButton(self.file_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.file_button.clicked.connect(self._choose_file)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        label = QLabel(tr("Compare how often each side wins on this board with:"))
        label.setWordWrap(True)
        label.setBuddy(self.list)
        column = QVBoxLayout(self)
        for widget in (label, self.list, buttons):
            column.addWidget(widget)

    @property
    def choice(self) -> _Choice | None:
        """The selected scenario; None if nothing is selected."""
        item = self.list.currentItem()
        choice: _Choice | None = item.data(_CHOICE_ROLE) if item is not None else None
        return choice

    def _choose_file(self) -> None:
        self.wants_file = True
        self.accept()


def compare_balance(context: EditorContext) -> None:
    """Ask what to compare the balance of the scenario with, and start the comparison."""
    dialog = BalanceComparisonDialog(_comparison_choices(context), context.window)
    if dialog.exec() != QDialog.DialogCode.Accepted:
        return
    choice = _ask_for_file(context) if dialog.wants_file else dialog.choice
    named_scenario = _named_scenario(context, choice) if choice is not None else None
    if named_scenario is not None:
        name, scenario = named_scenario
        context.docks["balance"].focus_panel()
        current = message("{file} (edited)", file=context.files.current_name)
        context.measurements.comparisons.start(name, scenario, current)


def _comparison_choices(context: EditorContext) -> list[tuple[str, _Choice]]:
    """Return the text and the value of each list entry."""
    path, choices = context.document.path, list[tuple[str, _Choice]]()
    if path is not None:
        choices.append((tr("{file} (saved)", file=path.name), path))
    current = context.document.sheet
    other_sheets = [
        each for each in context.files.sheets if each is not current and not each.pending
    ]
    choices += [(translated(sheet.name), sheet) for sheet in other_sheets]
    if path is not None:
        histories = HistorySettings.load(context.settings).possible_histories(path)
        for stored in stored_versions(histories):
            stored_at = version_time_text(stored.version)
            choices.append((tr("{file} ({when})", file=path.name, when=stored_at), stored))
    return choices


def _ask_for_file(context: EditorContext) -> Path | None:
    from m44editor.windows.file_dialogs import FileDialogs  # 13 ms

    return FileDialogs(context.window, context.files.recent).ask_file_to_compare()


def _named_scenario(context: EditorContext, choice: _Choice) -> tuple[Value, Scenario] | None:
    """Return the chosen scenario with its name; None, after showing why, if it cannot be read."""
    if isinstance(choice, Sheet):
        return choice.name, choice.scenario
    if isinstance(choice, StoredVersion):
        return _read_version(context, choice)
    result = context.files.read(choice)
    if result is None or result.scenario is None:
        return None
    is_saved = choice == context.document.path
    name = message("{file} (saved)", file=choice.name) if is_saved else choice.name
    return name, result.scenario


def _read_version(context: EditorContext, stored: StoredVersion) -> tuple[Value, Scenario] | None:
    path = context.document.path
    assert path is not None, "only a file has versions"
    result, _, error_text = VersionReader(path, user_packs(context.settings)).result(stored)
    if result is None or result.scenario is None:
        context.show_message(error_text)
        return None
    stored_at = version_time_text(stored.version)
    return message("{file} ({when})", file=path.name, when=stored_at), result.scenario
