"""The setup of a scenario as a page to print, and what is missing for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from m44core.findings.render import message_of
from m44core.messages.message import titled
from m44core.model.scenario import Scenario
from m44core.validation.basis.selection import select
from m44core.validation.box.bill import by_name, component_bill
from m44core.validation.box.owned import Owned
from m44core.validation.box.stock import Row, boxes_not_owned, rows
from m44core.validation.running.runner import CheckSettings, check_scenario
from m44core.validation.supply.checklist import Step
from m44editor.board.describe import in_a_row
from m44editor.words import sentence, spoken, tr, tr_in

_BOARDS = select(["M111"])
_MARGIN = 15.0  # millimetres
_QT_MARGIN = 2.0  # centimetres that Qt leaves around a document it prints
_STYLE = """\
h1 { font-size: 16pt; } h2 { font-size: 12pt; margin-top: 10pt; margin-bottom: 2pt; }
td { padding-right: 6pt; padding-bottom: 1pt; } .where { color: #555555; }"""


def missing(scenario: Scenario, owned: Owned | None) -> tuple[str, ...]:
    """Return in sentences what the boxes lack that are owned.

    Where nobody said what he owns, that is what the base boxes lack that the
    board format stands for.
    """
    return tuple(_missing(scenario, owned))


def _missing(scenario: Scenario, owned: Owned | None) -> Iterator[str]:
    bill = component_bill(scenario)
    for found in check_scenario(scenario, CheckSettings(_BOARDS, owned)):
        yield sentence(message_of(found))
    perhaps = owned is not None and not owned.only_base
    for row in rows(bill, bill.boxes if owned is None else owned.base):
        if row.missing:
            yield _lack(row, perhaps)
    others = bill.others if owned is None else boxes_not_owned(bill, owned)
    for code, pieces in others.items():
        listed = in_a_row(
            tr("{number} x {piece}", number=number, piece=label)
            for label, number in by_name(pieces, spoken())
        )
        box = titled(scenario.catalogue.box_called(code))
        yield tr_in("box", "{box}: {pieces}", box=box, pieces=listed)


def _lack(row: Row, perhaps: bool) -> str:
    numbers = {"number": row.missing, "needed": row.needed or 0, "there": row.there or 0}
    if perhaps:
        return tr(
            "{number} x {component}: {needed} needed, {there} there; "
            "your other boxes may hold more",
            component=row.component,
            **numbers,
        )
    return tr(
        "{number} x {component}: {needed} needed, {there} there", component=row.component, **numbers
    )


def setup_page(title: str, steps: Sequence[Step], lacking: Sequence[str]) -> QTextDocument:
    """Return the steps with a box to tick for each item, and what is missing, as a page."""
    document = QTextDocument()
    document.setDefaultFont(QFont("sans-serif", 10))
    document.setDefaultStyleSheet(_STYLE)
    document.setHtml("".join(_html(title, steps, lacking)))
    document.setMetaInformation(QTextDocument.MetaInformation.DocumentTitle, title)
    return document


def pdf(document: QTextDocument, title: str) -> bytes:
    """Return a document as a PDF file on A4."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("M44 Workshop")
    margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(margins, QPageLayout.Unit.Millimeter)
    keep_together(document, writer)
    document.print_(writer)
    del writer  # which ends the file
    return bytes(buffer.data().data())


def keep_together(document: QTextDocument, paper: QPagedPaintDevice) -> None:
    """Let a heading begin a page where its table, or what it heads, would begin the next one.

    Tried on a copy that is laid out as Qt lays it out for the paper.
    """
    trial = document.clone()
    layout = trial.documentLayout()
    layout.setPaintDevice(paper)
    frame = trial.rootFrame().frameFormat()
    frame.setMargin(_QT_MARGIN / 2.54 * QGuiApplication.primaryScreen().logicalDotsPerInchY())
    trial.rootFrame().setFrameFormat(frame)
    trial.setPageSize(QSizeF(paper.width(), paper.height()))
    for number in range(1, trial.blockCount()):
        block = trial.findBlockByNumber(number)
        if block.blockFormat().headingLevel() and _is_torn(trial, block):
            for each in (trial, document):
                _begin_page(each, number)


def _is_torn(document: QTextDocument, heading: QTextBlock) -> bool:
    """Tell whether what a heading heads begins on another page."""
    layout, height = document.documentLayout(), document.pageSize().height()
    top = layout.blockBoundingRect(heading).top()
    end = layout.blockBoundingRect(heading.next()).bottom()
    return int(top // height) != int(end // height)


def _begin_page(document: QTextDocument, number: int) -> None:
    cursor = QTextCursor(document.findBlockByNumber(number))
    form = cursor.blockFormat()
    form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    cursor.setBlockFormat(form)


def _html(title: str, steps: Sequence[Step], lacking: Sequence[str]) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    for number, step in enumerate(steps, start=1):
        yield f"<h2>{number}. {escape(sentence(step.title))}</h2><table width='100%'>"
        for item in step.items:
            where = escape(", ".join(item.where))
            what = escape(sentence(item.what))
            yield f"<tr><td width='4%'>\u2610</td><td width='46%'>{what}</td>"
            yield f"<td class='where' width='50%'>{where}</td></tr>"
        yield "</table>"
    if lacking:
        heading = escape(tr("Missing"))
        yield f"<h2>{heading}</h2>"
        yield from (f"<p>{escape(words)}</p>" for words in lacking)
