"""File > Setup Checklist: the steps of setting up the map, on screen or on paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF, Qt
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QKeySequence,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QShortcut,
    QShowEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
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
from m44core.findings.render_findings import message_of
from m44core.io.files import save as files
from m44core.messages.message import capitalized, message
from m44core.messages.renderers import message_of_error
from m44core.model.scenario import Scenario
from m44core.validation.check_selection import select_checks
from m44core.validation.components.component_bill import (
    ComponentRow,
    boxes_not_owned,
    component_bill,
    component_rows,
    counts_by_name,
)
from m44core.validation.components.owned_boxes import OwnedBoxes
from m44core.validation.runner import CheckSettings, check_scenario
from m44core.validation.setup_checklist import ChecklistItem, ChecklistStep, checklist_steps
from m44editor.board.hex_descriptions import comma_separated
from m44editor.checks.check_options import CheckOptions
from m44editor.documents.document import Document
from m44editor.interface_text import current_renderer, file_filter, sentence, tr, tr_in, translated
from m44editor.list_widgets import (
    CheckTree,
    children_of,
    rows_below_headings,
    top_level_items,
    wrap_tree_column,
)
from m44editor.manual_window import add_help_keys
from m44editor.panels.finding_labels import with_full_stop
from m44editor.screen import resize_to_screen, shortened_for_message_box
from m44editor.theme_tokens import PRINT_HINT
from m44editor.widget_state import copy_widget_state

_BOARD_CHECKS = select_checks(["M111"])
_MARGIN_MM = 15.0  # millimetres
_QT_MARGIN_CM = 2.0  # centimetres, Qt's default around a printed document
_STYLE = f"""\
h1 {{ font-size: 16pt; }} h2 {{ font-size: 12pt; margin-top: 10pt; margin-bottom: 2pt; }}
td {{ padding-right: 6pt; padding-bottom: 1pt; }} .where {{ color: {PRINT_HINT}; }}"""


def missing_component_sentences(scenario: Scenario, owned: OwnedBoxes | None) -> tuple[str, ...]:
    """Return a sentence for each component that is missing from the owned boxes.

    If *owned* is None, compare with the base boxes that the board format implies, and list the
    pieces from other boxes.
    """
    return tuple(_missing_sentences(scenario, owned))


def _missing_sentences(scenario: Scenario, owned: OwnedBoxes | None) -> Iterator[str]:
    bill = component_bill(scenario)
    for finding in check_scenario(scenario, CheckSettings(_BOARD_CHECKS, owned)):
        yield sentence(message_of(finding))
    is_uncertain = owned is not None and not owned.has_only_base_boxes
    for row in component_rows(bill, bill.boxes if owned is None else owned.base_boxes):
        if row.missing:
            yield _missing_text(row, is_uncertain)
    pieces_by_box = bill.other_box_pieces if owned is None else boxes_not_owned(bill, owned)
    for code, pieces in pieces_by_box.items():
        pieces_text = comma_separated(
            tr("{number} × {piece}", number=number, piece=label)
            for label, number in counts_by_name(pieces, current_renderer())
        )
        box = capitalized(scenario.catalogue.box_name(code))
        yield tr_in("box", "{box}: {pieces}", box=box, pieces=pieces_text)


def _missing_text(row: ComponentRow, is_uncertain: bool) -> str:
    numbers = {"number": row.missing, "needed": row.needed or 0, "there": row.available or 0}
    if is_uncertain:
        return tr(
            "{number} × {component}: {needed} needed, {there} available; your other boxes may "
            "contain more",
            component=row.component,
            **numbers,
        )
    return tr(
        "{number} × {component}: {needed} needed, {there} available",
        component=row.component,
        **numbers,
    )


def setup_page(title: str, steps: Sequence[ChecklistStep], missing: Sequence[str]) -> QTextDocument:
    """Return a printable page of the setup steps, with check boxes, and of the missing pieces."""
    document = QTextDocument()
    document.setDefaultFont(QFont("sans-serif", 10))
    document.setDefaultStyleSheet(_STYLE)
    document.setHtml("".join(_page_html_parts(title, steps, missing)))
    document.setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, title)
    return document


def checklist_pdf(document: QTextDocument, title: str) -> bytes:
    """Return a document as an A4 PDF."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("M44 Workshop")
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
    keep_headings_with_tables(document, writer)
    document.print_(writer)
    del writer  # finishes the file
    return bytes(buffer.data().data())


def keep_headings_with_tables(document: QTextDocument, paper: QPagedPaintDevice) -> None:
    """Move each heading to the next page if a page break would separate it from its table.

    Page breaks are measured on a copy, laid out for *paper* as Qt does when printing.
    """
    copy = document.clone()
    layout = copy.documentLayout()
    layout.setPaintDevice(paper)
    frame = copy.rootFrame().frameFormat()
    frame.setMargin(_QT_MARGIN_CM / 2.54 * QGuiApplication.primaryScreen().logicalDotsPerInchY())
    copy.rootFrame().setFrameFormat(frame)
    copy.setPageSize(QSizeF(paper.width(), paper.height()))
    for number in range(1, copy.blockCount()):
        block = copy.findBlockByNumber(number)
        if block.blockFormat().headingLevel() and _is_split(copy, block):
            for each in (copy, document):
                _insert_page_break_before(each, number)


def _is_split(document: QTextDocument, heading: QTextBlock) -> bool:
    """Return whether a heading and the block below it are not on the same page."""
    layout, height = document.documentLayout(), document.pageSize().height()
    top = layout.blockBoundingRect(heading).top()
    bottom = layout.blockBoundingRect(heading.next()).bottom()
    return int(top // height) != int(bottom // height)


def _insert_page_break_before(document: QTextDocument, block_number: int) -> None:
    cursor = QTextCursor(document.findBlockByNumber(block_number))
    block_format = cursor.blockFormat()
    block_format.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    cursor.setBlockFormat(block_format)


def _page_html_parts(
    title: str, steps: Sequence[ChecklistStep], missing: Sequence[str]
) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    for number, step in enumerate(steps, start=1):
        yield f"<h2>{number}. {escape(sentence(step.title))}</h2><table width='100%'>"
        for item in step.items:
            places = escape(", ".join(item.where))
            text = escape(sentence(item.what))
            yield f"<tr><td width='4%'>\u2610</td><td width='46%'>{text}</td>"
            yield f"<td class='where' width='50%'>{places}</td></tr>"
        yield "</table>"
    if missing:
        heading = escape(tr("Missing"))
        yield f"<h2>{heading}</h2>"
        yield from (f"<p>{escape(words)}</p>" for words in missing)


_Role = QDialogButtonBox.ButtonRole
_MAX_MISSING_LINES = 6  # lines visible at the same time
_OUTER_MARGIN = 14  # pixels
_STEP_ROLE = Qt.ItemDataRole.UserRole


class SetupChecklist(QDialog):
    """Lists the setup steps, with a check box for each item; updates as the scenario is edited.

    Attributes:
        list: The steps with their items.
        missing: The pieces missing from the boxes.
    """

    def __init__(
        self, document: Document, options: CheckOptions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        add_help_keys(self)
        self._document = document
        self._options = options
        self.setWindowTitle(tr("Setup Checklist"))
        self.list = CheckTree(self)
        self.list.setAccessibleName(tr("Setup steps"))
        self.list.setHeaderLabels([tr_in("column", "Step"), tr("Where")])
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        wrap_tree_column(self.list, 1)
        self.missing = QPlainTextEdit(self)
        self.missing.setReadOnly(True)
        self.missing.setProperty("plain", True)  # nobody can type there
        self.missing.setTabChangesFocus(True)
        self.missing.setAccessibleName(tr("Missing pieces"))
        self._lay_out()
        for signal in (document.changed, document.replaced, options.changed):
            signal.connect(self._list_steps)

    def showEvent(self, event: QShowEvent) -> None:
        """List the steps of the current scenario."""
        super().showEvent(event)
        self._list_steps()

    def take_over(self, before: SetupChecklist) -> None:
        """Replace an earlier window, keeping its position and its check marks."""
        self.setGeometry(before.geometry())
        checks = (line.checkState(0) for line in rows_below_headings(before.list))
        for line, state in zip(rows_below_headings(self.list), checks, strict=False):
            line.setCheckState(0, state)
        copy_widget_state(before, self)

    @property
    def title(self) -> str:
        """The heading of the page, which is also the title of the PDF."""
        return tr("{scenario}: setup", scenario=self._scenario.title or tr("Untitled"))

    @property
    def _scenario(self) -> Scenario:
        return self._document.scenario

    def page(self) -> QTextDocument:
        """Return the steps and the missing pieces as a printable page."""
        missing = missing_component_sentences(self._scenario, self._options.settings.owned)
        return setup_page(self.title, checklist_steps(self._scenario), missing)

    def print(self) -> None:
        """Ask for a printer and print the page."""
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(self.title)
        if QPrintDialog(printer, self).exec() == QDialog.DialogCode.Accepted:
            page = self.page()
            keep_headings_with_tables(page, printer)
            page.print_(printer)

    def save_pdf(self) -> None:
        """Ask for a file and write the page to it as a PDF."""
        name = tr("{scenario} setup", scenario=self._scenario.title or tr("scenario")).replace(
            "/", "-"
        )
        file_name = QFileDialog.getSaveFileName(
            self,
            tr("Save Checklist"),
            f"{name}.pdf",
            file_filter(message("PDF document"), "*.pdf"),
        )
        path = Path(file_name[0])
        if not file_name[0]:
            return
        try:
            data = checklist_pdf(self.page(), self.title)
            files.write(data, path if path.suffix else path.with_suffix(".pdf"), None, backup=False)
        except WriteError as error:
            QMessageBox.warning(
                self,
                tr("Setup Checklist"),
                shortened_for_message_box(translated(with_full_stop(message_of_error(error)))),
            )

    def _lay_out(self) -> None:
        QShortcut(QKeySequence(QKeySequence.StandardKey.Print), self).activated.connect(self.print)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        for label, handler in ((tr("&Print…"), self.print), (tr("Save as P&DF…"), self.save_pdf)):
            button = QPushButton(label)
            button.setAutoDefault(False)
            buttons.addButton(button, _Role.ActionRole)
            button.clicked.connect(handler)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.missing)
        layout.addWidget(buttons)
        resize_to_screen(self, 680, 540)

    def _list_steps(self) -> None:
        """List the steps of the current scenario, if visible; unchanged items stay checked."""
        if not self.isVisible():
            return
        ticked_keys = self._checked_item_keys()
        self.list.clear()
        for number, step in enumerate(checklist_steps(self._scenario), start=1):
            self.list.addTopLevelItem(_step_item(number, step, ticked_keys))
        self.list.expandAll()
        owned_boxes = self._options.settings.owned
        missing = missing_component_sentences(self._scenario, owned_boxes)
        heading = _missing_heading(bool(missing), knows_boxes=owned_boxes is not None)
        self.missing.setPlainText("\n".join((heading, *(f"\u2022 {words}" for words in missing))))
        line_count = min(1 + len(missing), _MAX_MISSING_LINES)
        self.missing.setFixedHeight(
            line_count * self.missing.fontMetrics().lineSpacing() + _OUTER_MARGIN
        )

    def _checked_item_keys(self) -> frozenset[tuple[str, str, str]]:
        return frozenset(
            (heading.data(0, _STEP_ROLE), line.text(0), line.text(1))
            for heading in top_level_items(self.list)
            for line in children_of(heading)
            if line.checkState(0) is Qt.CheckState.Checked
        )


def _missing_heading(any_missing: bool, *, knows_boxes: bool) -> str:
    """Return the heading above the missing pieces, or the note that nothing is missing."""
    if knows_boxes:
        return (
            tr("Missing from your boxes:")
            if any_missing
            else tr("Nothing is missing from your boxes.")
        )
    return (
        tr("Missing from the base game:")
        if any_missing
        else tr("Nothing is missing from the base game.")
    )


def _step_item(
    number: int, step: ChecklistStep, ticked_keys: frozenset[tuple[str, str, str]]
) -> QTreeWidgetItem:
    step_item = QTreeWidgetItem([f"{number}. {sentence(step.title)}"])
    step_item.setData(0, _STEP_ROLE, str(step.title))
    step_item.setFirstColumnSpanned(True)
    for item in step.items:
        step_item.addChild(_checklist_row(step, item, ticked_keys))
    return step_item


def _checklist_row(
    step: ChecklistStep, item: ChecklistItem, ticked_keys: frozenset[tuple[str, str, str]]
) -> QTreeWidgetItem:
    places = ", ".join(item.where)
    row = QTreeWidgetItem([sentence(item.what), places])
    is_ticked = (str(step.title), sentence(item.what), places) in ticked_keys
    row.setCheckState(0, Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)
    return row
