"""File > Setup Checklist: setting the edited map up, step by step, on the screen or on paper."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent, QTextDocument
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHeaderView,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from m44core.errors import WriteError
from m44core.io.files import save as files
from m44core.messages.message import message
from m44core.messages.words import reason
from m44core.model.scenario import Scenario
from m44core.validation.supply.checklist import Item, Step, checklist
from m44editor.check_lists import CheckTree
from m44editor.checks.scope import CheckTerms
from m44editor.checks.setup_text import keep_together, missing, pdf, setup_page
from m44editor.checks.tree import below, headings, lines
from m44editor.documents.document import Document
from m44editor.looks import carry_over
from m44editor.panels.problems.sayings import full_stop
from m44editor.screen import for_a_box, resize_to_screen
from m44editor.words import file_filter, sentence, told, tr

_Role = QDialogButtonBox.ButtonRole
_MISSING = 6  # lines that are shown at once
_AROUND = 14  # pixels around them
_STEP = Qt.ItemDataRole.UserRole


class SetupWindow(QDialog):
    """Lists the steps of the setup with a box to tick for each item; follows the edits.

    Attributes:
        list: The steps with their items.
        missing: What the boxes lack.
    """

    def __init__(
        self, document: Document, terms: CheckTerms, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._terms = terms
        self.setWindowTitle(tr("Setup checklist"))
        self.list = CheckTree(self)
        self.list.setAccessibleName(tr("Steps of the setup"))
        self.list.setHeaderLabels([tr("Step"), tr("Where")])
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.missing = QPlainTextEdit(self)
        self.missing.setReadOnly(True)
        self.missing.setTabChangesFocus(True)
        self.missing.setAccessibleName(tr("What is missing"))
        self._lay_out()
        for signal in (document.changed, document.replaced, terms.changed):
            signal.connect(self._show)

    def showEvent(self, event: QShowEvent) -> None:
        """List the steps of the map as it is now."""
        super().showEvent(event)
        self._show()

    def take_over(self, before: SetupWindow) -> None:
        """Take the place of another, with what is ticked there."""
        self.setGeometry(before.geometry())
        ticked = (line.checkState(0) for line in lines(before.list))
        for line, state in zip(lines(self.list), ticked, strict=False):
            line.setCheckState(0, state)
        carry_over(before, self)

    @property
    def title(self) -> str:
        """What the page is headed with."""
        return tr("{scenario}: setup", scenario=self._scenario.title or tr("Untitled"))

    @property
    def _scenario(self) -> Scenario:
        return self._document.scenario

    def page(self) -> QTextDocument:
        """Return the steps and what is missing as a page."""
        lacking = missing(self._scenario, self._terms.settings.owned)
        return setup_page(self.title, checklist(self._scenario), lacking)

    def print(self) -> None:
        """Ask for a printer and print the page."""
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(self.title)
        if QPrintDialog(printer, self).exec() == QDialog.DialogCode.Accepted:
            page = self.page()
            keep_together(page, printer)
            page.print_(printer)

    def save_pdf(self) -> None:
        """Ask for a file and write the page to it."""
        name = tr("{scenario} setup", scenario=self._scenario.title or tr("scenario")).replace(
            "/", "-"
        )
        asked = QFileDialog.getSaveFileName(
            self,
            tr("Save the checklist"),
            f"{name}.pdf",
            file_filter(message("PDF document"), "*.pdf"),
        )
        path = Path(asked[0])
        if not asked[0]:
            return
        try:
            data = pdf(self.page(), self.title)
            files.write(data, path if path.suffix else path.with_suffix(".pdf"), None, backup=False)
        except WriteError as error:
            QMessageBox.warning(
                self, tr("Setup checklist"), for_a_box(told(full_stop(reason(error))))
            )

    def _lay_out(self) -> None:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for words, act in ((tr("&Print…"), self.print), (tr("Save as P&DF…"), self.save_pdf)):
            button = QPushButton(words)
            button.setAutoDefault(False)
            buttons.addButton(button, _Role.ActionRole)
            button.clicked.connect(act)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.missing)
        layout.addWidget(buttons)
        resize_to_screen(self, 680, 540)

    def _show(self) -> None:
        """List the steps of the scenario as it is now; what was ticked and is the same, stays."""
        if not self.isVisible():
            return
        ticked = self._ticked()
        self.list.clear()
        for number, step in enumerate(checklist(self._scenario), start=1):
            self.list.addTopLevelItem(_step_item(number, step, ticked))
        self.list.expandAll()
        owned = self._terms.settings.owned
        lacking = missing(self._scenario, owned)
        head = _head(bool(lacking), whose=owned is not None)
        self.missing.setPlainText("\n".join((head, *(f"\u2022 {words}" for words in lacking))))
        shown = min(1 + len(lacking), _MISSING)
        self.missing.setFixedHeight(shown * self.missing.fontMetrics().lineSpacing() + _AROUND)

    def _ticked(self) -> frozenset[tuple[str, str, str]]:
        return frozenset(
            (heading.data(0, _STEP), line.text(0), line.text(1))
            for heading in headings(self.list)
            for line in below(heading)
            if line.checkState(0) is Qt.CheckState.Checked
        )


def _head(lacking: bool, *, whose: bool) -> str:
    """Say whether anything is missing from the boxes somebody owns, or from the base box."""
    if whose:
        return (
            tr("Missing from your boxes:") if lacking else tr("Nothing is missing from your boxes.")
        )
    return (
        tr("Missing from the base box:") if lacking else tr("Nothing is missing from the base box.")
    )


def _step_item(number: int, step: Step, ticked: frozenset[tuple[str, str, str]]) -> QTreeWidgetItem:
    top = QTreeWidgetItem([f"{number}. {sentence(step.title)}"])
    top.setData(0, _STEP, str(step.title))
    top.setFirstColumnSpanned(True)
    for item in step.items:
        top.addChild(_item(step, item, ticked))
    return top


def _item(step: Step, item: Item, ticked: frozenset[tuple[str, str, str]]) -> QTreeWidgetItem:
    where = ", ".join(item.where)
    made = QTreeWidgetItem([sentence(item.what), where])
    is_ticked = (str(step.title), sentence(item.what), where) in ticked
    made.setCheckState(0, Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)
    return made
