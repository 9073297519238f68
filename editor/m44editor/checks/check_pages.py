"""Help > The Checks: the page of each check, word for word as ``m44 explain`` prints it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHeaderView,
    QLineEdit,
    QSplitter,
    QTextBrowser,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from m44core.findings.finding_kinds import FAMILIES, FindingKind, all_kinds, finding_family
from m44core.findings.render_findings import (
    EXAMPLE,
    INSTEAD,
    SEVERITIES,
    WHY,
    kind_page,
    kind_summary,
    sources_message,
)
from m44core.messages.message import enumerated
from m44editor.checks.check_options import CheckOptions
from m44editor.interface_text import language, tr, translated
from m44editor.list_widgets import (
    children_of,
    fill_behind_scroll_bars,
    rows_below_headings,
    top_level_items,
)
from m44editor.manual_window import add_help_keys
from m44editor.screen import resize_to_screen
from m44editor.widget_state import copy_widget_state


def check_page_html(code: str) -> str:
    """Return the page of a check as HTML, in the current language; empty for an unknown code."""
    kind = all_kinds().get(code)
    return (
        ""
        if kind is None
        else "".join(f"<p>{paragraph}</p>" for paragraph in _html_paragraphs(kind))
    )


def _html_paragraphs(kind: FindingKind) -> Iterator[str]:
    severities = translated(enumerated(SEVERITIES[severity] for severity in kind.severities))
    yield f"<b>{html.escape(kind.code)} {html.escape(kind.name)}</b> ({html.escape(severities)})"
    headings = tuple(translated(heading) for heading in (WHY, EXAMPLE, INSTEAD))
    paragraph: list[str] = []
    for line in (line.strip() for line in kind_page(kind, language()).splitlines()):
        if not line or line.startswith(headings):
            yield from _paragraph_html(paragraph, headings)
            paragraph = []
        paragraph.append(line)
    yield from _paragraph_html(paragraph, headings)
    if kind.sources:
        yield html.escape(translated(sources_message(kind)))


def _paragraph_html(lines: list[str], headings: tuple[str, ...]) -> Iterator[str]:
    """Yield the HTML of a paragraph, with its heading in bold; nothing if it is empty."""
    text = " ".join(lines).strip()
    heading = next((heading for heading in headings if text.startswith(heading)), "")
    text_html = html.escape(text.removeprefix(heading).strip())
    marked_html = re.sub("``(.+?)``", r"<code>\1</code>", text_html)
    if text:
        yield f"<b>{html.escape(heading)}</b> {marked_html}" if heading else marked_html


_CODE_ROLE = Qt.ItemDataRole.UserRole
_SEARCH_TEXT_ROLE = Qt.ItemDataRole.UserRole + 1


class ChecksWindow(QDialog):
    """Lists all checks, and shows the page of the selected one as ``m44 explain`` prints it.

    Attributes:
        search: The search field; all its words must occur in the code, name or page.
        list: The families with their checks.
        page: The page of the selected check.
    """

    def __init__(self, options: CheckOptions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options = options
        self.setWindowTitle(tr("The Checks"))
        add_help_keys(self)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search codes, names and explanations"))
        self.search.setAccessibleName(tr("Search the checks"))
        self.search.setClearButtonEnabled(True)
        self.list = QTreeWidget(self)
        fill_behind_scroll_bars(self.list)
        self.list.setAccessibleName(tr("Checks"))
        self.list.setHeaderLabels([tr("Code"), tr("Check")])
        self.list.setUniformRowHeights(True)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.page = QTextBrowser(self)
        self.page.setFrameShape(QFrame.Shape.NoFrame)
        self.page.setAccessibleName(tr("Explanation of the check"))
        self._lay_out()
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._go_to_first_match)
        self.list.currentItemChanged.connect(self._show_page)
        options.changed.connect(self._list_all_checks)
        self._list_all_checks()

    def show_code(self, code: str) -> None:
        """Clear the search, and select the check with a code; the first check if there is none."""
        self.search.clear()
        check_items = rows_below_headings(self.list)
        rows = [row for row in check_items if row.data(0, _CODE_ROLE) == code]
        self.list.setCurrentItem(rows[0] if rows else check_items[0])

    def take_over(self, old_window: ChecksWindow) -> None:
        """Copy the position, the search and the selected check from an earlier window."""
        self.setGeometry(old_window.geometry())
        current = old_window.list.currentItem()
        self.show_code(current.data(0, _CODE_ROLE) if current else "")
        copy_widget_state(old_window, self)

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the search field."""
        super().showEvent(event)
        self.search.setFocus()

    def _lay_out(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self.list)
        splitter.addWidget(self.page)
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        splitter.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.addWidget(self.search)
        layout.addWidget(splitter, 1)
        resize_to_screen(self, 780, 540)
        splitter.setSizes([330, 450])

    def _list_all_checks(self) -> None:
        """List every check in the current language."""
        current = self.list.currentItem()
        code = current.data(0, _CODE_ROLE) if current else ""
        self.list.clear()
        for code_prefix in FAMILIES:
            self.list.addTopLevelItem(_family_item(code_prefix))
        self.list.expandAll()
        self._filter()
        for item in rows_below_headings(self.list):
            if item.data(0, _CODE_ROLE) == code:
                self.list.setCurrentItem(item)

    def _filter(self) -> None:
        words = self.search.text().casefold().split()
        for row in rows_below_headings(self.list):
            row.setHidden(not all(word in row.data(0, _SEARCH_TEXT_ROLE) for word in words))
        for heading in top_level_items(self.list):
            heading.setHidden(all(row.isHidden() for row in children_of(heading)))

    def _go_to_first_match(self) -> None:
        """Move from the search field to the first match."""
        rows = [row for row in rows_below_headings(self.list) if not row.isHidden()]
        if rows:
            self.list.setCurrentItem(rows[0])
            self.list.setFocus()

    def _show_page(self, item: QTreeWidgetItem | None) -> None:
        code = item.data(0, _CODE_ROLE) if item else ""
        self.page.setHtml(check_page_html(code) if code else "")


def _family_item(code_prefix: str) -> QTreeWidgetItem:
    checks = finding_family(code_prefix)
    item = QTreeWidgetItem([code_prefix, translated(checks.title)])
    item.addChildren([_kind_item(kind) for kind in checks.kinds.values()])
    return item


def _kind_item(kind: FindingKind) -> QTreeWidgetItem:
    item = QTreeWidgetItem([kind.code, kind.name])
    item.setToolTip(1, kind_summary(kind, language()))
    item.setData(0, _CODE_ROLE, kind.code)
    item.setData(
        0, _SEARCH_TEXT_ROLE, f"{kind.code} {kind.name} {kind_page(kind, language())}".casefold()
    )
    return item
